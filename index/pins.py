"""Citations that a person types: the provisions to show first, or what exists instead."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from corpus.ids import BadIdError, ProvisionId
from corpus.library import Library
from index.rows import Rows


@dataclass(frozen=True)
class Pins:
    """``places`` are (expression, place) in the order of the citation; ``citation`` is None when nothing exists."""

    citation: str | None
    places: tuple[tuple[str, str], ...]
    message: str
    suggestions: tuple[str, ...]
    languages: tuple[str, ...]


class Pinner:
    def __init__(self, library: Library, rows: Rows) -> None:
        self._library = library
        self._rows = rows

    def pin(self, text: str, expressions: Collection[str]) -> Pins | None:
        try:
            cited = ProvisionId.parse(text)
        except BadIdError:
            return None
        for key in self._library.registry.keys:
            if key in expressions and self._library.exists(key, str(cited)):
                return Pins(str(cited), ((key, str(cited)),), "", (), ())
        return Pins(None, (), "no such", (), ())
