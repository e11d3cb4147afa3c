"""What a new edition changed, law by law: what was added, dropped, moved and reworded, with both wordings where one
language has both editions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from corpus.alignment.concordance import Concordance
from corpus.alignment.fate import NumberFate, NumberFates
from corpus.ids import ProvisionId
from corpus.library import Library
from corpus.model import Expression
from corpus.registry import LAWS

ChangeKind = Literal["added", "dropped", "moved", "split", "merged", "reworded", "changed"]
CHANGE_KINDS: tuple[ChangeKind, ...] = ("added", "dropped", "moved", "split", "merged", "changed", "reworded")


class NoTableError(ValueError):
    """Two editions that no number table joins; the message names those that are joined."""


@dataclass(frozen=True)
class Rewording:
    """The two wordings of a rule in one language."""

    old_expression: str
    new_expression: str
    old: str
    new: str


@dataclass(frozen=True)
class EditionChange:
    """One rule: its ``number`` in the older edition, None for what was added; ``homes`` are those of the newer one.

    ``kinds`` say what became of it: where it went, ``changed`` when the tables say that it orders something else, and
    ``reworded`` when a language has both wordings and they differ. ``fate`` is None for what was added.
    """

    number: ProvisionId | None
    homes: tuple[ProvisionId, ...]
    kinds: tuple[ChangeKind, ...]
    fate: NumberFate | None = None
    rewordings: tuple[Rewording, ...] = ()

    @property
    def place(self) -> ProvisionId:
        """The number by which the change is found: the older one, else the newer."""
        return self.number or self.homes[0]


@dataclass(frozen=True)
class LawChanges:
    """The changes of one law, by the older edition's number.

    ``renumbered`` is True where the newer edition has another law of that number: what it added there is not of the law
    that the older edition has.
    """

    law: str
    changes: tuple[EditionChange, ...]
    renumbered: bool = False


def edition_changes(
    library: Library, concordance: Concordance, fates: NumberFates, old: str, new: str
) -> tuple[LawChanges, ...]:
    """What became of each rule of ``old`` that is not the same in ``new``, and what is new, law by law.

    A part that went along with the rule around it has no change of its own. Raises NoTableError.
    """
    if not concordance.joins(old, new) or old == new:
        joined = ", ".join(f"{table.old} {table.new}" for table in concordance.tables)
        raise NoTableError(f"no number table joins {old} and {new}; there are tables for {joined}")
    found = sorted(
        (*_of_old(library, concordance, fates, old, new), *_added(concordance, library, fates, old, new)),
        key=lambda change: (change.place.up_to(change.place.level).sort_key[0], change.number is None, change.place),
    )
    return tuple(
        LawChanges(law, tuple(rows), _is_renumbered(fates, law, old, new))
        for law, rows in groupby(found, key=lambda change: change.place.law)
    )


def _of_old(
    library: Library, concordance: Concordance, fates: NumberFates, old: str, new: str
) -> Iterator[EditionChange]:
    pairs = _pairs(library, old, new)
    for number in sorted(_numbers(library, concordance, old)):
        fate = fates.fate(old, number, new)
        if fate.fate in ("unknown", "new"):
            continue
        rewordings = tuple(_rewordings(library, pairs, number, fate)) if len(fate.today) == 1 else ()
        kinds: list[ChangeKind] = []
        own_row = fate.listed == str(number)
        if own_row and fate.fate in ("moved", "split", "merged", "dropped"):
            kinds.append(fate.fate)
        elif fate.fate == "dropped" and not _is_told_above(fates, number, old, new):
            kinds.append("dropped")
        if fate.changed_itself and own_row:
            kinds.append("changed")
        if rewordings:
            kinds.append("reworded")
        if kinds:
            yield EditionChange(number, fate.today, tuple(kinds), fate, rewordings)


def _added(
    concordance: Concordance, library: Library, fates: NumberFates, old: str, new: str
) -> Iterator[EditionChange]:
    """The rules that the newer edition has and the older had not, without those within another such rule."""
    told: set[ProvisionId] = set()
    for number in sorted(_numbers(library, concordance, new)):
        if any(one.contains(number) for one in told):
            continue
        if fates.fate(new, number, old).fate == "new":
            told.add(number)
            yield EditionChange(None, (number,), ("added",))


def _is_renumbered(fates: NumberFates, law: str, old: str, new: str) -> bool:
    fate = fates.fate(old, ProvisionId.of(law), new)
    return fate.namesake and law not in {home.law for home in fate.today or fate.part_homes}


def _is_told_above(fates: NumberFates, number: ProvisionId, old: str, new: str) -> bool:
    above = number.parent
    return above is not None and fates.fate(old, above, new).fate == "dropped"


def _numbers(library: Library, concordance: Concordance, edition: str) -> frozenset[ProvisionId]:
    """The numbers of an edition: those of its texts, else those that the tables name."""
    held = {place for expression in library.of_work(LAWS, edition) for place in library.order(expression.key)}
    return frozenset(map(ProvisionId.of, held or concordance.numbers(edition)))


def _pairs(library: Library, old: str, new: str) -> tuple[tuple[Expression, Expression], ...]:
    """The texts of both editions that are in one language."""
    return tuple(
        (one, other)
        for one in library.of_work(LAWS, old)
        for other in library.of_work(LAWS, new)
        if one.language == other.language
    )


def _rewordings(
    library: Library, pairs: tuple[tuple[Expression, Expression], ...], number: ProvisionId, fate: NumberFate
) -> Iterator[Rewording]:
    for one, other in pairs:
        before, after = library.provision(one.key, number), library.provision(other.key, fate.today[0])
        if before is not None and after is not None and before.text.split() != after.text.split():
            yield Rewording(one.key, other.key, before.text, after.text)
