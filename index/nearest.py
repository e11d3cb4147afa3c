"""The entries of the subject indexes, and headings, that look most like words which were not found."""

from __future__ import annotations

from rapidfuzz import fuzz
from rapidfuzz.process import extract

from corpus.library import Library
from index.analysis import cut, fold

MOST = 5
LEAST_ALIKE = 55


class Nearest:
    """All entries and headings of a library by their folded words."""

    def __init__(self, library: Library) -> None:
        self._shown: dict[str, str] = {}
        self._first = list(dict.fromkeys(e.entry.capitalize() for x in library.expressions for e in x.index))[:MOST]
        for expression in library.expressions:
            for entry in expression.index:
                self._add(f"{entry.entry.capitalize()}: {entry.sub}" if entry.sub else entry.entry.capitalize())
            for law in expression.laws:
                if law.heading:
                    self._add(law.heading.text)
        self._choices = list(self._shown)

    def entries(self, text: str) -> list[str]:
        """At most five; with nothing alike, the first headwords, so that the page is never blank."""
        found = extract(_folded(text), self._choices, scorer=fuzz.WRatio, limit=MOST)
        alike = [choice for choice, score, _ in found if score >= LEAST_ALIKE]
        return [self._shown[choice] for choice in alike] or self._first

    def _add(self, shown: str) -> None:
        self._shown.setdefault(_folded(shown), shown)


def _folded(text: str) -> str:
    return " ".join(fold(word.text) for word in cut(text))
