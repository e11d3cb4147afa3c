"""A citation as a value: what the page prints, before it is resolved."""

from __future__ import annotations

from dataclasses import dataclass

from corpus.ids import Level
from corpus.model import ReferenceForm
from parser.citations.designators import Designator


@dataclass(frozen=True)
class CitationMember:
    """One place in a citation, or all from ``first`` to ``last``."""

    first: Designator
    last: Designator | None = None


@dataclass(frozen=True)
class Citation:
    """``text[start:end]`` is the citation as printed, without signal and gloss.

    ``direction`` is ``above``, ``below`` or empty, as printed. ``itself`` is the level of "this law" (LAW) or
    "this rule" (any other). ``headword`` is the address of a definition referred to by its word. ``book`` names
    a whole book, or the document whose section is meant. ``before`` are the words in front, for ``doubts``.
    """

    start: int
    end: int
    printed: str
    form: ReferenceForm
    members: tuple[CitationMember, ...] = ()
    signal: str = ""
    negated: bool = False
    gloss: str = ""
    before: str = ""
    direction: str = ""
    itself: Level | None = None
    headword: str = ""
    book: str = ""
    gloss_end: int = 0

    @property
    def absolute(self) -> bool:
        """True when the first member has a law number."""
        return bool(self.members) and self.members[0].first.absolute
