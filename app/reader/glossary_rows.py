"""The term table as values: names of a concept by language, other words for it, where it stands."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from dataclasses import dataclass

from app.reader.address import UI_LANGUAGES

FALSE_FRIEND = "FALSE FRIEND"
TRAP = "TRAP"
_MARKED = re.compile(rf"({FALSE_FRIEND}|{TRAP})[:,]\s*")


@dataclass(frozen=True)
class GlossaryTerm:
    """A concept: its names by language, other words for it, where it stands, what must be known of it by language."""

    concept: str
    names: Mapping[str, tuple[str, ...]]
    also: Mapping[str, tuple[str, ...]]
    places: tuple[tuple[str, str], ...]
    notes: Mapping[str, str]
    warning: str = ""
    """``FALSE_FRIEND``, ``TRAP`` or nothing: the mark that the note begins with in the table."""

    @property
    def false_friend(self) -> bool:
        return self.warning == FALSE_FRIEND


def read_glossary(table: str) -> tuple[GlossaryTerm, ...]:
    """The rows of ``terms.csv``; comment lines begin with #."""
    rows = csv.DictReader(line for line in table.splitlines() if not line.startswith("#"))
    return tuple(
        GlossaryTerm(
            row["concept"],
            {ui: _cells(row[ui]) for ui in UI_LANGUAGES},
            {ui: _cells(row[f"{ui}_also"]) for ui in UI_LANGUAGES},
            tuple((key, place) for key, _, place in (cell.rpartition(":") for cell in _cells(row["laws_2017"]))),
            {ui: _MARKED.sub("", row["note" if ui == "en" else f"note_{ui}"], count=1) for ui in UI_LANGUAGES},
            mark[1] if (mark := _MARKED.match(row["note"])) else "",
        )
        for row in rows
    )


def _cells(cell: str) -> tuple[str, ...]:
    return tuple(value.strip() for value in cell.split(";") if value.strip())
