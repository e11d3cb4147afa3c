"""The list of works, editions, expressions and witnesses: ``data/editions.toml`` as values.

Adding a text means adding a block to it; nothing in the code names an expression.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal

from corpus import languages
from corpus.ids import BadIdError, ProvisionId
from corpus.schema import FormatError, Loader

LAWS = "laws"
"""The work whose editions the number tables join; every other work is a federation's regulations."""
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
Standing = Literal["in-force", "preliminary", "not-in-force", "superseded"]


class RegistryError(ValueError):
    """An expression that is not listed."""


class RegistryFileError(RegistryError, FormatError):
    """``editions.toml`` is malformed or contradicts itself."""


@dataclass(frozen=True)
class Consent:
    """Leave to pass a text on: ``by`` whom it was given, on which day, and in what ``words`` it is recorded."""

    by: str
    on: date
    words: str


@dataclass(frozen=True)
class Rights:
    """Whose a text is: its ``owner``, those who made it (``by``), and whose text it translates (``original``).

    Without a ``consent`` the text is for the use of the person who holds it, and may not be passed on.
    """

    owner: str = ""
    by: tuple[str, ...] = ()
    original: str = ""
    consent: Consent | None = None


@dataclass(frozen=True)
class ExpressionEntry:
    """One ``[[expression]]`` block.

    ``cites`` is the edition of the laws whose numbers the text cites; ``standing`` is one of ``in-force``,
    ``preliminary``, ``not-in-force``, ``superseded``; ``wid`` maps an id whose rule carries another number in the
    identity shared by the languages (da-2017 73A1 is 73A2). ``in_force_to`` is the last day in force, for a
    person's own text.
    """

    key: str
    language: str
    work: str
    edition: str
    title: str
    short: str
    cites: str
    standing: Standing
    witnesses: tuple[str, ...]
    in_force_from: date | None = None
    wid: Mapping[str, str] | None = None
    rights: Rights = Rights()
    in_force_to: date | None = None


@dataclass(frozen=True)
class Edition:
    """One ``[[edition]]`` block: an edition of the laws, held or not, with its dates of force."""

    work: str
    edition: str
    from_date: date | None
    to_date: date | None

    def in_force(self, first: date, last: date | None = None) -> bool:
        """True when it was in force from ``first`` to ``last`` (else on that one day).

        Without a recorded first day it counts from the first of its year.

        >>> Edition("laws", "1997", None, date(2007, 12, 31)).in_force(date(1996, 12, 31))
        False
        """
        begins = self.from_date or date(int(self.edition), 1, 1)
        return begins <= first and (last or first) <= (self.to_date or date.max)

    def may_be_in_force(self, day: date) -> bool:
        """True unless a recorded day excludes it, or the year by which the edition is called.

        An edition of 1997 was not played by in 1988; without a first day it may have been in force all that year.
        """
        return (self.from_date or date(int(self.edition), 1, 1)) <= day <= (self.to_date or date.max)


@dataclass(frozen=True)
class Publisher:
    """One ``[[publisher]]`` block: who publishes what is newer than the texts held, and the address of that page."""

    name: str
    address: str


@dataclass(frozen=True)
class Registry:
    """All expressions, editions and publishers, in the order in which readers see them."""

    expressions: tuple[ExpressionEntry, ...]
    editions: tuple[Edition, ...]
    publishers: tuple[Publisher, ...] = ()

    def __getitem__(self, key: str) -> ExpressionEntry:
        for entry in self.expressions:
            if entry.key == key:
                return entry
        known = ", ".join(entry.key for entry in self.expressions)
        raise RegistryError(f"no expression {key!r}; there are {known}")

    def current_edition(self, work: str) -> str:
        """The edition of a work in force: the newest with a text in force, else with a preliminary or superseded one.

        ``""`` where there is none. Dates do not decide: the same files give the same answer on any day.
        """
        for standings in (("in-force",), ("preliminary", "superseded")):
            if found := [e.edition for e in self.expressions if e.work == work and e.standing in standings]:
                return max(found)
        return ""

    def editions_of(self, work: str) -> tuple[Edition, ...]:
        """The editions of a work, held or not, in the order of the list."""
        return tuple(edition for edition in self.editions if edition.work == work)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the expressions, in the order of the registry."""
        return tuple(entry.key for entry in self.expressions)


@dataclass(frozen=True)
class _EditionBlock:
    work: str
    edition: str
    from_: date | None = None
    to: date | None = None


@dataclass(frozen=True)
class _RegistryTable:
    expression: tuple[ExpressionEntry, ...]
    edition: tuple[_EditionBlock, ...]
    publisher: tuple[Publisher, ...] = ()


def read_registry(table: Mapping[str, Any]) -> Registry:
    """Registry from parsed TOML. Raises RegistryFileError naming the bad block."""
    load = Loader("data/editions.toml", RegistryFileError)
    found = load.convert(table, _RegistryTable)
    for number, entry in enumerate(found.expression, 1):
        _check(entry, load, f"expression[{number}]", [earlier.key for earlier in found.expression[: number - 1]])
    for number, publisher in enumerate(found.publisher, 1):
        if not publisher.address.startswith(("https://", "http://")):
            raise load.fault("value", f"publisher[{number}]", found=publisher.address, cause="no web address")
    editions = tuple(Edition(block.work, block.edition, block.from_, block.to) for block in found.edition)
    return Registry(found.expression, editions, found.publisher)


def _check(entry: ExpressionEntry, load: Loader, place: str, taken: list[str]) -> None:
    """The names are those of files, the language is known, the numbers are numbers; nothing is listed twice."""
    for name in (entry.key, *entry.witnesses):
        if not _NAME.fullmatch(name):
            raise load.fault("name", place, found=name)
    if entry.key in taken:
        raise load.fault("twice", place, found=entry.key)
    try:
        languages.language(entry.language)
        for number in (*(entry.wid or {}), *(entry.wid or {}).values()):
            ProvisionId.of(number)
    except (languages.UnknownLanguageError, BadIdError) as error:
        raise load.fault("value", place, found=entry.key, cause=str(error)) from error


def entry_block(entry: ExpressionEntry) -> dict[str, Any]:
    """The ``[[expression]]`` block of an entry."""
    names = ("key", "language", "work", "edition", "title", "short", "cites", "standing")
    block: dict[str, Any] = {name: getattr(entry, name) for name in names}
    block["witnesses"] = list(entry.witnesses)
    if entry.in_force_from:
        block["in_force_from"] = entry.in_force_from
    if entry.in_force_to:
        block["in_force_to"] = entry.in_force_to
    if entry.wid:
        block["wid"] = dict(entry.wid)
    rights: dict[str, Any] = {name: value for name in ("owner", "original") if (value := getattr(entry.rights, name))}
    if entry.rights.consent:
        consent = entry.rights.consent
        rights["consent"] = {"by": consent.by, "on": consent.on, "words": consent.words}
    return {**block, **({"rights": rights} if rights else {})}
