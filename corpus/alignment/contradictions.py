"""What was decided where the concordance tables contradict each other: read from ``data/concordance/settled.toml``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from corpus.alignment.concordance import TRANSLATED, Contradiction

Holds = Literal["direct", "both", "doubt"]
FIELDS = {"id", "holds", "reason", *(f"reason_{language}" for language in TRANSLATED)}


# How a reason quotes: the first part of a text's key, the provision, the words (``nb 9A2b1 «words as printed»``).
QUOTATION = re.compile(r"\b(?P<text>[a-z]+) (?P<place>\S+) «(?P<words>[^»]+)»")


class SettledError(ValueError):
    """An entry is malformed, or list and tables are out of step."""


@dataclass(frozen=True)
class Settlement:
    """A contradiction and which table holds: the ``direct`` one, ``both`` (a difference in detail), or ``doubt``.

    ``translations`` are the reason by language; ``reason`` is in English.
    """

    contradiction: Contradiction
    holds: Holds
    reason: str
    translations: Mapping[str, str] = field(hash=False)


def settle(contradictions: Iterable[Contradiction], table: Mapping[str, Any]) -> tuple[Settlement, ...]:
    """Every contradiction with its decision. Raises SettledError naming what is missing, double or no longer there."""
    entries = {}
    for row in table.get("settled", ()):
        if set(row) != FIELDS or row["holds"] not in get_args(Holds) or row["id"] in entries:
            raise SettledError(f"data/concordance/settled.toml: {row} needs one each of {sorted(FIELDS)}")
        entries[row["id"]] = row
    out = []
    for found in contradictions:
        row = entries.pop(found.id, None)
        if row is None:
            raise SettledError(
                f"data/concordance/settled.toml: {found.id} is not settled: {found.direct}, {found.chained}"
            )
        translations = {language: row[f"reason_{language}"] for language in TRANSLATED}
        out.append(Settlement(found, row["holds"], row["reason"], translations))
    if entries:
        raise SettledError(f"data/concordance/settled.toml: the tables agree on {', '.join(entries)}")
    return tuple(out)
