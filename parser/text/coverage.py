"""The account of a witness: every character that is not blank was kept somewhere or is named noise."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from corpus.model import Coverage
from parser.text.tracked import LineIndex, TrackedText, Witness

_ROW = re.compile(r"[^\n]*\n?")
_WORD = re.compile(r"\S+")


@dataclass(frozen=True)
class Noise:
    """Characters ``start:end`` of the witness that carry no text, and why (``page-number``, ``boilerplate``)."""

    start: int
    end: int
    why: str

    @classmethod
    def of(cls, text: TrackedText, why: str) -> Noise:
        """All that a text, which is not empty, was read from."""
        return cls(min(text.origins), max(text.origins) + 1, why)


class UnreadError(ValueError):
    """Characters of a witness that no part of the reading used: ``spans`` are all of them, as (start, end)."""

    def __init__(self, message: str, spans: tuple[tuple[int, int], ...] = ()) -> None:
        super().__init__(message)
        self.spans = spans


class Ledger:
    """Notes for each character of one witness what it was used as."""

    def __init__(self, witness: Witness, noise: Iterable[Noise]) -> None:
        self._witness = witness
        self._uses: list[str] = [""] * len(witness.text)
        for span in noise:
            # What is one of the kinds of text, without a text of its own that could be claimed, counts as that kind.
            kind = span.why if span.why in SOURCE_USES else f"noise:{span.why}"
            self._uses[span.start : span.end] = [kind] * (span.end - span.start)

    def claim(self, kind: str, *texts: TrackedText | None) -> None:
        """Every character of the texts, and what their changes replaced, was used as ``kind``."""
        for text in (text for text in texts if text is not None):
            for origin in text.origins:
                if origin < len(self._uses):
                    self._uses[origin] = kind
            for change in text.changes:
                stop = min(change.origin + len(change.printed), len(self._uses))
                self._uses[change.origin : stop] = [kind] * max(0, stop - change.origin)

    def coverage(self) -> tuple[Coverage, ...]:
        """One row per line and use, in order. Raises UnreadError naming the first unread place."""
        lines = LineIndex(self._witness)
        out: dict[tuple[int, str], None] = {}
        for line, row in enumerate(_ROW.finditer(self._witness.text), 1):
            for word in _WORD.finditer(self._witness.text, *row.span()):
                for use in dict.fromkeys(self._uses[slice(*word.span())]):
                    if not use:
                        unread = self._uses.index("", word.start())
                        shown = self._witness.text[unread : unread + 40].split("\n")[0]
                        message = f"{lines.siglum}: line {line} was not read from {shown!r} on"
                        raise UnreadError(message, tuple(self._unread()))
                    out[line, use] = None
        return tuple(Coverage(lines.siglum, number, use) for number, use in out)

    def _unread(self) -> Iterator[tuple[int, int]]:
        """The spans of all words, or parts of them, that were used as nothing."""
        for word in _WORD.finditer(self._witness.text):
            first = word.start()
            for use, same in groupby(self._uses[slice(*word.span())]):
                stop = first + len(list(same))
                if not use:
                    yield first, stop
                first = stop


SOURCE_USES = frozenset({"text", "heading", "note", "index", "contents"})
