"""Decisions of appeal committees as values, and which edition of a work was in force on a date.

A Decision holds the words of its file, paragraph by paragraph, and the citations in them, numbered as
in the edition of its date of play. ``judgment_xml`` writes and reads it as Akoma Ntoso, ``folder``
keeps it beside the untouched original, ``parser.decisions.files`` makes it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from datetime import MAXYEAR, MINYEAR, date
from typing import Literal, get_args

from corpus.languages import CAPITALS
from corpus.model import Target
from corpus.registry import Registry
from corpus.schema import FileFault

CitationFinding = Literal["applied", "not-breached", "mentioned"]
SectionKind = Literal[
    "rubric", "provisions", "not-breached", "introduction", "facts", "ruling", "views", "reasoning", "decision",
    "deposit", "other",
]  # fmt: skip
DecisionOutcome = Literal["upheld", "changed", "partly-changed", "referred", "dismissed", "withdrawn", ""]
Deposit = Literal["returned", "forfeited", ""]
DateBasis = Literal["date", "stated", "season", "period", "named", ""]

OUTCOMES: tuple[DecisionOutcome, ...] = get_args(DecisionOutcome)
SECTION_KINDS: tuple[SectionKind, ...] = get_args(SectionKind)
# In these sections a citation is what the case was about; elsewhere it may be a remark by the way.
DECISIVE: tuple[SectionKind, ...] = ("rubric", "provisions", "not-breached", "decision")

_SEASON = re.compile(rf"(?P<year>\d{{2}}|\d{{4}})-(?P<instance>[A-Z{CAPITALS}]{{1,5}})-\d+")


@dataclass(frozen=True)
class Section:
    """A stretch of a decision: its heading as printed (may be empty) and its paragraphs."""

    kind: SectionKind
    title: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True)
class CaseCitation:
    """``sections[section].paragraphs[paragraph][start:end]`` is ``printed`` and names ``ids`` of ``work``.

    ``work`` is ``laws``, ``dbf`` or, with no ids, whatever other document is meant. ``finding`` is ``mentioned``
    where the decision says that the provision does not apply.
    """

    section: int
    paragraph: int
    start: int
    end: int
    printed: str
    work: str
    ids: tuple[str, ...]
    finding: CitationFinding


@dataclass(frozen=True)
class FieldOrigin:
    """The words that a field of a Decision was read from.

    They are ``sections[section].paragraphs[paragraph][start:end]``, or with ``section`` -1 a line outside the sections:
    a labelled field, a title, the file's name.
    """

    field: str
    words: str
    section: int = -1
    paragraph: int = 0
    start: int = 0
    end: int = 0


@dataclass(frozen=True)
class DecisionHead:
    """A decision without its text, as a line of a list shows it; ``summary`` is one line of its words."""

    key: str
    number: str
    name: str
    language: str
    instance: str
    played: date | None
    event: str
    outcome: DecisionOutcome
    unanimous: bool | None
    deposit: Deposit
    laws_edition: str
    basis: DateBasis
    invented: bool
    problems: tuple[str, ...]
    summary: str

    @property
    def newest_first(self) -> tuple[int, str]:
        """Sort key: newest first, undated last, then by key."""
        return newest_first(self.played, self.key)


@dataclass(frozen=True)
class DamagedCase:
    """A case of the register that cannot be read, and why. Nothing is done to it."""

    name: str
    fault: FileFault


@dataclass(frozen=True)
class Decision:
    """One case. ``laws_edition`` and ``dbf_edition`` are empty when unknown or not held; ``basis`` their source: the
    date of play in the file, one that a person stated, a season or other period with one edition on all its days, or
    that the file names the laws it goes by.

    ``name`` and ``sha256`` are those of the original file; ``invented`` marks a sample that is no real case.
    ``origins`` has at most one entry a field.
    """

    key: str
    number: str
    name: str
    sha256: str
    language: str
    instance: str = ""
    played: date | None = None
    event: str = ""
    outcome: DecisionOutcome = ""
    unanimous: bool | None = None
    deposit: Deposit = ""
    laws_edition: str = ""
    dbf_edition: str = ""
    basis: DateBasis = ""
    invented: bool = False
    sections: tuple[Section, ...] = ()
    citations: tuple[CaseCitation, ...] = ()
    origins: tuple[FieldOrigin, ...] = ()
    problems: tuple[str, ...] = ()

    def edition(self, work: str) -> str:
        """The edition whose numbers this case uses for a work; empty when unknown."""
        return {"laws": self.laws_edition, "dbf": self.dbf_edition}.get(work, "")

    def targets(self, citation: CaseCitation) -> tuple[Target, ...]:
        """What a citation points at; empty when the edition is unknown or another document is meant."""
        edition = self.edition(citation.work)
        return tuple(Target(citation.work, edition, place) for place in citation.ids) if edition else ()

    def origin(self, field: str) -> FieldOrigin | None:
        """Where a field was read; None when it was not read from words."""
        return next((origin for origin in self.origins if origin.field == field), None)

    def words(self, *kinds: SectionKind) -> str:
        """The text of the sections of these kinds, paragraphs separated by a line feed."""
        return "\n".join(p for section in self.sections if section.kind in kinds for p in section.paragraphs)

    @property
    def summary(self) -> str:
        """One line: the rubric, else the first words of the decision or of the text."""
        text = self.words("rubric") or self.words("decision") or self.words(*SECTION_KINDS)
        line = " ".join(text.split())
        return line if len(line) <= 160 else line[:159].rsplit(" ", 1)[0] + "…"

    @property
    def head(self) -> DecisionHead:
        """The decision as a line of a list."""
        values = {field.name: getattr(self, field.name) for field in fields(DecisionHead)}
        return DecisionHead(**values)

    @property
    def newest_first(self) -> tuple[int, str]:
        """Sort key: newest first, undated last, then by key."""
        return newest_first(self.played, self.key)


def newest_first(played: date | None, key: str) -> tuple[int, str]:
    """Sort key of a decision: newest first, undated last, then by key.

    >>> newest_first(date(2009, 3, 1), "a") < newest_first(date(2008, 3, 1), "b") < newest_first(None, "c")
    True
    """
    return (-played.toordinal() if played else 1, key)


def edition_on(registry: Registry, work: str, day: date) -> str:
    """The edition of a work in force on a day, ``""`` when the registry knows none.

    >>> from corpus.store import load_registry
    >>> edition_on(load_registry(), "laws", date(2009, 3, 1))
    '2007'
    """
    for edition in registry.editions:
        if edition.work == work and edition.may_be_in_force(day):
            return edition.edition
    return ""


def edition_in_season(registry: Registry, work: str, number: str) -> str:
    """The edition in force during the whole season (July to June) of a case number such as 23-AU-4, else ``""``.

    In a season in which the edition changed only the date of play decides.
    """
    match = _SEASON.fullmatch(number)
    if match is None:
        return ""
    short = int(match["year"])
    year = short if short > 99 else (1900 if short >= 70 else 2000) + short
    if not MINYEAR <= year < MAXYEAR:
        return ""
    ends = {edition_on(registry, work, day) for day in (date(year, 7, 1), date(year + 1, 6, 30))}
    return ends.pop() if len(ends) == 1 else ""


def instance_of(number: str) -> str:
    """The instance that a case number names, ``""`` for another form; one letter is a series, and names no body.

    >>> instance_of("23-AU-4"), instance_of("2014-H-33"), instance_of("4/2023")
    ('AU', '', '')
    """
    match = _SEASON.fullmatch(number)
    return match["instance"] if match and len(match["instance"]) > 1 else ""
