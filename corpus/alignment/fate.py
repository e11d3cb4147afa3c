"""What became of a number of one edition of the laws in another: one answer for command, search, page, paper.

``Concordance.forward`` says where a row of a table leads. Here it is also asked whether the edition had the number at
all: below a rule that kept its number the parts keep theirs, but not a part that the later edition added.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, get_args

from corpus.alignment.concordance import CARRYING, Concordance
from corpus.alignment.table_row import NOTE, ConcordanceRow
from corpus.ids import ProvisionId
from corpus.library import Library
from corpus.registry import LAWS

Fate = Literal["same", "revised", "moved", "split", "merged", "dropped", "new", "unknown"]
FateDoubt = Literal["row", "unreached", "ancestor"]
_DOUBTS: tuple[FateDoubt, ...] = get_args(FateDoubt)


@dataclass(frozen=True)
class NumberFate:
    """What became of ``number`` of ``edition`` in the edition ``target``.

    ``fate`` is ``unknown`` when ``edition`` had no such number, as far as its text or the tables show. ``today``
    are numbers of ``target``, empty when the rule has no counterpart there. ``changed`` is True when the rule, or a
    part of it, orders something else now, wherever it is; ``changed_itself`` when its own words do. ``changed_parts``
    are the outermost numbers below it that changed, ``other_parts`` those of ``target`` that have no counterpart here:
    41 of 1997 is the same itself, its parts 41B to 41D are not. ``listed`` is the number whose row gave the answer: the
    number itself or an ancestor, empty when there is none. ``doubt`` is ``row`` when the table marks the row as in
    doubt, ``unreached`` when no row leads to the number, though one does to what contains it, ``ancestor`` when the
    table lists only the rule that contained the number. ``added`` names the number of ``target`` that the tables call
    new when that is why the number was unknown. ``namesake`` is True when ``target`` has another rule of that number.
    ``part_homes`` are the numbers to which the parts of a number went that has no counterpart as a whole, of nested
    ones the outermost: 2017 16 is in no row, but 16A1a was a part of 1997 16.
    ``over`` is the edition between over which the number was followed; empty where one table joins the two. ``joined``
    is False where no tables lead from the one edition to the other, which is why the fate is ``unknown``.
    """

    number: ProvisionId
    edition: str
    target: str
    fate: Fate
    today: tuple[ProvisionId, ...] = ()
    changed: bool = False
    listed: str = ""
    doubt: FateDoubt | None = None
    notes: tuple[str, ...] = ()
    changed_itself: bool = False
    changed_parts: tuple[str, ...] = ()
    other_parts: tuple[str, ...] = ()
    added: str = ""
    namesake: bool = False
    part_homes: tuple[ProvisionId, ...] = ()
    over: str = ""
    joined: bool = True


class NumberFates:
    """Answers for every number of every edition that a table or a text names."""

    def __init__(self, concordance: Concordance, inventories: Mapping[str, Collection[str]]) -> None:
        """``inventories`` gives, for each edition of which a text is held, the numbers that it has."""
        self._concordance = concordance
        self._inventories = inventories
        self._below: dict[tuple[str, str], Mapping[ProvisionId, tuple[ProvisionId, ...]]] = {}

    @classmethod
    def of(cls, concordance: Concordance, library: Library) -> NumberFates:
        """The answers for the laws of a library; a number counts as printed and as its languages share it."""
        inventories: defaultdict[str, set[str]] = defaultdict(set)
        for expression in library.expressions:
            if expression.work == LAWS:
                printed = library.order(expression.key)
                inventories[expression.edition] |= {*printed, *(library.wid(expression.key, one) for one in printed)}
        return cls(concordance, inventories)

    @property
    def editions(self) -> tuple[str, ...]:
        """Every edition that can be asked about, oldest first."""
        return tuple(sorted({*self._concordance.editions, *self._inventories}))

    def fate(self, edition: str, number: ProvisionId, target: str) -> NumberFate:
        """What became of a number: by the table that joins the two editions, else over an edition between.

        Where neither leads to ``target`` the answer is ``unknown``.

        >>> from corpus.alignment.concordance import ConcordanceTable
        >>> table = ConcordanceTable("2007", "2017", (ConcordanceRow("16C", "16D", "moved", False, ""),))
        >>> fates = NumberFates(Concordance((table,)), {})
        >>> fates.fate("2007", ProvisionId.of("16C"), "2017").today
        (ProvisionId(parts=('16', 'D')),)
        """
        between = () if self._concordance.joins(edition, target) else self._concordance.between(edition, target)
        found = self._over(edition, number, between[-1], target) if between else self._fate(edition, number, target)
        return replace(found, namesake=number not in found.today and self.had(target, number))

    def _fate(self, edition: str, number: ProvisionId, target: str) -> NumberFate:
        joined = self._concordance.joins(edition, target)
        if not joined or not self.had(edition, number):
            added = "" if edition == target else self._added(edition, number, target)
            return NumberFate(number, edition, target, "unknown", added=added, joined=joined)
        if edition == target:
            return NumberFate(number, edition, target, "same", (number,), listed=str(number))
        passage = self._concordance.forward(edition, str(number), target)
        held = self._inventories.get(target)
        today = tuple(ProvisionId.of(home) for home in passage.ids if held is None or home in held)
        # A row carries its parts along; a part that the target does not have was left out there.
        lost = bool(passage.ids) and not today
        row_doubt: FateDoubt | None = "unreached" if passage.gap == "unreached" else "row" if passage.unsure else None
        doubt: FateDoubt | None = "ancestor" if passage.part or lost else row_doubt
        fate: Fate = passage.relation if not lost else "new" if target < edition else "dropped"
        if passage.part and not passage.ids:
            doubt = "row" if passage.unsure and passage.listed == str(number) else None
        changed = passage.revised or passage.parts_revised
        fate = "revised" if fate == "same" and changed else fate
        parts = (passage.revised, passage.changed_parts, passage.other_parts)
        found = NumberFate(number, edition, target, fate, today, changed, passage.listed, doubt, passage.notes, *parts)
        return found if today else replace(found, part_homes=self._homes_below(edition, target).get(number, ()))

    def _over(self, edition: str, number: ProvisionId, between: str, target: str) -> NumberFate:
        """What became of a number that was followed into an edition between, and from there into ``target``.

        A table of 2027 leads from 2017: what cites 2007 is followed to 2017 first. A doubt of either step is kept.
        """
        first = self._fate(edition, number, between)
        if first.fate == "unknown":
            return replace(first, target=target, added="")
        further = [self._fate(between, home, target) for home in first.today or first.part_homes]
        homes = tuple(dict.fromkeys(home for one in further for home in one.today or one.part_homes))
        whole = bool(first.today) and all(one.today for one in further if not _is_gone(one))
        today = homes if whole else ()
        steps = (first, *further)
        changed_itself = any(one.changed_itself for one in steps)
        changed = changed_itself or any(one.changed for one in steps)
        gone: Fate = "new" if target < edition else "dropped"
        return NumberFate(
            number,
            edition,
            target,
            _joined_fate(number, steps, today, changed) if today else gone,
            today,
            changed,
            first.listed,
            next((doubt for doubt in _DOUBTS for one in steps if one.doubt == doubt), None),
            tuple(dict.fromkeys(note for one in steps for note in one.notes)),
            changed_itself,
            first.changed_parts,
            tuple(dict.fromkeys(part for one in further for part in one.other_parts)),
            part_homes=() if today else homes,
            over=between,
        )

    def had(self, edition: str, number: ProvisionId) -> bool:
        """True when an edition had a number, by its text or, where no text is held, by the tables."""
        place = str(number)
        if place in self._listed.get(edition, ()):
            return True
        if edition in self._inventories:
            return place in self._inventories[edition]
        return any(self._carried(edition, place, other) for other in self._concordance.editions if other != edition)

    def last(self, number: ProvisionId, target: str) -> NumberFate | None:
        """The fate of a number that ``target`` does not have, in the newest other edition that had it; else None.

        That a rule moved whose parts the tables do not list is no evidence that it had a part of this number.
        """
        if self.had(target, number):
            return None
        editions = (one for one in reversed(self.editions) if one != target and self.had(one, number))
        fates = (self.fate(edition, number, target) for edition in editions)
        return next((fate for fate in fates if fate.doubt != "ancestor" and not self._is_presumed(fate)), None)

    def _is_presumed(self, fate: NumberFate) -> bool:
        """True for a number known only as a part of what a table lists, in an edition whose text is not held."""
        number = str(fate.number)
        listed = number in self._listed[fate.edition] or number in self._inventories.get(fate.edition, ())
        return not listed and fate.fate == "dropped"

    def _carried(self, edition: str, place: str, other: str) -> bool:
        """True when a table gives a number by carrying it along with a rule around it, and leads back to it."""
        if not self._concordance.joins(edition, other):
            return False
        passage = self._concordance.forward(edition, place, other)
        if not passage.listed:
            return False
        if passage.relation not in CARRYING:
            # The parts of what moved or was dropped are known only as far as the table lists them.
            return passage.part
        held = self._inventories.get(other, ())
        return all(
            home in held and self._concordance.forward(other, home, edition).ids == (place,) for home in passage.ids
        )

    def _added(self, edition: str, number: ProvisionId, target: str) -> str:
        """The number of ``target``, this one or one that contains it, that its table calls new."""
        new = self._new.get((edition, target), frozenset())
        above = (str(ProvisionId(number.parts[:depth])) for depth in range(len(number.parts), 0, -1))
        return next((place for place in above if place in new), "")

    def _homes_below(self, edition: str, target: str) -> Mapping[ProvisionId, tuple[ProvisionId, ...]]:
        """By each number of ``edition`` the outermost numbers of ``target`` to which what is below it went."""
        if (edition, target) not in self._below:
            homes: defaultdict[ProvisionId, set[ProvisionId]] = defaultdict(set)
            held = self._inventories.get(target)
            for own, home in self._pairs(edition, target):
                if held is None or str(home) in held:
                    for depth in range(1, len(own.parts)):
                        homes[ProvisionId(own.parts[:depth])].add(home)
            self._below[edition, target] = {above: _outermost(found) for above, found in homes.items()}
        return self._below[edition, target]

    def _pairs(self, edition: str, target: str) -> Iterator[tuple[ProvisionId, ProvisionId]]:
        """The rows between two editions as pairs of numbers; that of a footnote counts as its provision's."""
        old, new = sorted((edition, target))
        for table in self._concordance.tables:
            for row in table.rows if (table.old, table.new) == (old, new) else ():
                pair = (row.old.removesuffix(NOTE), row.new)
                own, home = pair if edition == old else pair[::-1]
                if own and home:
                    yield ProvisionId.of(own), ProvisionId.of(home)

    @cached_property
    def _listed(self) -> Mapping[str, frozenset[str]]:
        """The numbers that the tables name, by edition."""
        found: dict[str, set[str]] = {edition: set() for edition in self.editions}
        for table in self._concordance.tables:
            for row in table.rows:
                found[table.old].add(_plain(row.old))
                found[table.new].add(_plain(row.new))
        return {edition: frozenset(places - {""}) for edition, places in found.items()}

    @cached_property
    def _new(self) -> Mapping[tuple[str, str], frozenset[str]]:
        """The numbers that a table calls new, by its two editions."""
        return {
            (table.old, table.new): frozenset(row.new for row in table.rows if _is_new(row))
            for table in self._concordance.tables
        }


def _is_gone(one: NumberFate) -> bool:
    """True for a rule of which nothing is left."""
    return not one.today and not one.part_homes


def _joined_fate(
    number: ProvisionId, steps: Collection[NumberFate], today: tuple[ProvisionId, ...], changed: bool
) -> Fate:
    """What several steps are together: a rule that came back to its number is where it was."""
    kinds = {one.fate for one in steps}
    if len(today) > 1:
        return "split"
    if "merged" in kinds:
        return "merged"
    if "split" in kinds:
        return "split"
    if today != (number,):
        return "moved"
    return "revised" if changed else "same"


def _outermost(numbers: Collection[ProvisionId]) -> tuple[ProvisionId, ...]:
    return tuple(sorted(one for one in numbers if not any(other != one and other.contains(one) for other in numbers)))


def _plain(cell: str) -> str:
    """A number of a table; that of a footnote (``31B*``) is no provision."""
    return "" if cell.endswith(NOTE) else cell


def _is_new(row: ConcordanceRow) -> bool:
    return row.relation == "new" and not row.old
