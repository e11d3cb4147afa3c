"""Which provision of one edition of the laws carries the rule that another edition has under a given number.

The tables in ``data/concordance/`` are curated facts; this module only looks them up. Each table goes from an
older to a newer edition; ``backward`` reads the same rows the other way round.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Literal

from corpus.alignment.table_row import ENDS, NOTE, PROPOSED_DOUBT, TRANSLATED, ConcordanceRow, Relation
from corpus.ids import ProvisionId

CARRYING = ("same", "revised")
JOINED = "; "
PREFIXES_KEPT = 8192  # more than there are numbers in all tables and texts
PassageGap = Literal["no-row", "called-new", "unreached"]
# The numbers below one that changed, and those that only the other edition has there.
ChangedParts = tuple[tuple[str, ...], tuple[str, ...]]


class ConcordanceError(ValueError):
    """A concordance table is malformed, or no table joins two editions."""


@dataclass(frozen=True)
class Passage:
    """Where a provision is found in another edition.

    ``listed`` is the number whose row gave the answer: the provision itself or an ancestor. ``part`` is True when
    the answer is only the new home of that ancestor, because the table has nothing on the part itself. ``revised`` is
    True when what the rule orders changed in one of the rows; ``notes`` are those of the rows, each once;
    ``changed_parts`` are the numbers below the provision that were revised, left out or went elsewhere, of nested ones
    the outermost; ``other_parts`` those of the other edition, below its counterpart, that have none here. ``gap`` is
    why no row answers: none names the provision or what contains it (``no-row``); what contains it is where it was, but
    the rule of this number was added there (``called-new``), or no row leads to this part (``unreached``).
    """

    relation: Relation
    ids: tuple[str, ...]
    notes: tuple[str, ...] = ()
    unsure: bool = False
    listed: str = ""
    part: bool = False
    revised: bool = False
    changed_parts: tuple[str, ...] = ()
    other_parts: tuple[str, ...] = ()
    gap: PassageGap | None = None

    @property
    def note(self) -> str:
        """The notes of all rows as one line of English."""
        return JOINED.join(self.notes)

    @property
    def parts_revised(self) -> bool:
        """True when something below the provision changed, whether or not its own words did."""
        return bool(self.changed_parts or self.other_parts)

    @property
    def stays(self) -> bool:
        """True when the number leads to the same rule, revised or not."""
        return self.relation in CARRYING


@dataclass(frozen=True)
class Contradiction:
    """Going over an edition between leads to another rule than the direct table from ``old`` to ``new``.

    ``id`` is a number of the edition ``old``; ``direct`` and ``chained`` are what the two make of it in ``new``.
    """

    id: str
    direct: tuple[str, ...]
    chained: tuple[str, ...]
    old: str
    new: str


@dataclass(frozen=True)
class ConcordanceTable:
    """One concordance table, from edition ``old`` to edition ``new``."""

    old: str
    new: str
    rows: tuple[ConcordanceRow, ...]

    def forward(self, place: str) -> Passage:
        """The newer edition's numbers for an older one."""
        changed, others = self._below_old.get(place, ((), ()))
        return replace(self._forward(place), changed_parts=changed, other_parts=others)

    def backward(self, place: str) -> Passage:
        """The older edition's numbers for a newer one; ``new`` when it had no such rule.

        A provision that has no row itself is the sum of its parts that have one: 1997 16B became 2017 16D1-16D2.
        """
        changed, others = self._below_new.get(place, ((), ()))
        return replace(self._backward(place), changed_parts=changed, other_parts=others)

    def _forward(self, place: str) -> Passage:
        for listed, rest in _prefixes(place):
            rows = self._by_old.get(listed)
            if rows:
                found = _passage(rows, tuple(row.new for row in rows), listed, rest)
                # What the newer edition added has no number in the older one, though a rule around it kept its own.
                added = rest and found.stays and any(self._is_new(home) for home in found.ids)
                return Passage("dropped", (), listed=listed, gap="called-new") if added else found
        return Passage("dropped", (), gap="no-row")

    def _backward(self, place: str) -> Passage:
        gathered = self._gathered(place)
        if gathered is not None:
            return gathered
        for listed, rest in _prefixes(place):
            rows = self._by_new.get(listed)
            if not rows:
                continue
            # "12C1b" is 2007 12C1e's home, not 12C1b's: a row that was only carried over must lead back here.
            if rest and rows[0].relation in CARRYING and self._forward(rows[0].old + rest).ids != (place,):
                return Passage("new", (), listed=listed, unsure=True, gap="unreached")
            return _passage(rows, tuple(row.old.rstrip(NOTE) for row in rows), listed, rest)
        return Passage("new", (), gap="no-row")

    def _gathered(self, place: str) -> Passage | None:
        """What the parts of an unlisted provision were, where none of them kept its number."""
        if place in self._by_new:
            return None
        whole = ProvisionId.of(place)
        # What is below a number begins as it does: most rows need not be read as numbers.
        below = (new for new in self._by_new if new.startswith(place) and whole.contains(ProvisionId.of(new)))
        rows = [row for new in below for row in self._by_new[new]]
        olds = sorted({ProvisionId.of(row.old.rstrip(NOTE)) for row in rows if row.old})
        if not olds or any(whole.contains(old) for old in olds):
            return None
        tops = tuple(str(old) for old in olds if not any(o.contains(old) and o != old for o in olds))
        relation: Relation = "moved" if len(tops) == 1 else "merged"
        return Passage(relation, tops, _notes(rows), any(r.unsure for r in rows), place, revised=_any_revised(rows))

    def _is_new(self, place: str) -> bool:
        """True when the table calls a number, or what contains it, new."""
        return any(row.relation == "new" for listed, _ in _prefixes(place) for row in self._by_new.get(listed, ()))

    @cached_property
    def _below_old(self) -> Mapping[str, ChangedParts]:
        return _changed_parts((row.old.removesuffix(NOTE), row.new, row.revised) for row in self.rows)

    @cached_property
    def _below_new(self) -> Mapping[str, ChangedParts]:
        return _changed_parts((row.new, row.old.removesuffix(NOTE), row.revised) for row in self.rows)

    @property
    def groups(self) -> Iterable[tuple[ConcordanceRow, ...]]:
        """The rows that answer together: those of one older number, those of one newer."""
        return (*self._by_old.values(), *self._by_new.values())

    @cached_property
    def _by_old(self) -> Mapping[str, tuple[ConcordanceRow, ...]]:
        return _grouped((row.old, row) for row in self.rows)

    @cached_property
    def _by_new(self) -> Mapping[str, tuple[ConcordanceRow, ...]]:
        return _grouped((row.new, row) for row in self.rows)


@dataclass(frozen=True)
class Concordance:
    """All tables, asked in either direction."""

    tables: tuple[ConcordanceTable, ...]

    def forward(self, edition_from: str, place: str, edition_to: str) -> Passage:
        """Where ``place`` of ``edition_from`` is in ``edition_to``, whichever of the two is older.

        ``forward("2007", "16C", "2017").ids == ("16D",)``. Raises ConcordanceError when no table joins the two.
        """
        if edition_from == edition_to:
            return Passage("same", (place,), listed=place)
        for table in self.tables:
            if (table.old, table.new) == (edition_from, edition_to):
                return table.forward(place)
            if (table.old, table.new) == (edition_to, edition_from):
                return table.backward(place)
        raise ConcordanceError(f"no concordance from {edition_from} to {edition_to}")

    def backward(self, edition_from: str, place: str, edition_to: str) -> Passage:
        """The numbers in ``edition_from`` whose rule is ``place`` in ``edition_to``."""
        return self.forward(edition_to, place, edition_from)

    def joins(self, edition_from: str, edition_to: str) -> bool:
        """True when a table leads from one edition to the other."""
        pair = {edition_from, edition_to}
        return len(pair) == 1 or any({table.old, table.new} == pair for table in self.tables)

    @cached_property
    def translations(self) -> Mapping[str, Mapping[str, str]]:
        """The notes of every row, and of rows that answer together (``Passage.note``), by their English words.

        Each is a mapping from language to the same note.
        """
        found: dict[str, Mapping[str, str]] = {}
        for table in self.tables:
            for rows in (*((row,) for row in table.rows), *table.groups):
                noted = list({row.note: row for row in rows if row.note}.values())
                found[JOINED.join(row.note for row in noted)] = {
                    language: JOINED.join(row.translations[language] for row in noted) for language in TRANSLATED
                }
        found.pop("", None)
        return found

    @cached_property
    def editions(self) -> tuple[str, ...]:
        """All editions that a table begins or ends with, oldest first."""
        return tuple(sorted({edition for table in self.tables for edition in (table.old, table.new)}))

    def numbers(self, edition: str) -> frozenset[str]:
        """Every number of an edition that a table names, with what contains it; for editions without a held text."""
        return self._numbers.get(edition, frozenset())

    @cached_property
    def laws(self) -> frozenset[str]:
        """The numbers of the laws, of every edition that a table names: the tables leave no law out."""
        return frozenset(ProvisionId.of(place).law for numbers in self._numbers.values() for place in numbers)

    @cached_property
    def _numbers(self) -> Mapping[str, frozenset[str]]:
        named: defaultdict[str, set[str]] = defaultdict(set)
        for table in self.tables:
            named[table.old] |= {row.old.removesuffix(NOTE) for row in table.rows if row.old}
            named[table.new] |= {row.new.removesuffix(NOTE) for row in table.rows if row.new}
        return {
            edition: frozenset(prefix for place in places for prefix, _ in _prefixes(place))
            for edition, places in named.items()
        }

    def between(self, one: str, other: str) -> tuple[str, ...]:
        """The editions over which one can go from one edition to another, instead of by the table that joins them."""
        old, new = sorted((one, other))
        return tuple(e for e in self.editions if old < e < new and self.joins(old, e) and self.joins(e, new))

    def over(self, edition_from: str, place: str, via: str, edition_to: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The numbers in an edition between (``via``) and those that they lead to in ``edition_to``.

        Raises ConcordanceError.
        """
        halfway = self.forward(edition_from, place, via).ids
        ends = (home for stop in halfway for home in self.forward(via, stop, edition_to).ids)
        return halfway, tuple(dict.fromkeys(ends))

    def contradictions(self) -> tuple[Contradiction, ...]:
        """Where going by the edition between leads to another rule than the direct table."""
        return tuple(
            found
            for direct in self.tables
            for via in self.between(direct.old, direct.new)
            for found in self._contradictions(direct, via)
        )

    def _contradictions(self, direct: ConcordanceTable, via: str) -> Iterable[Contradiction]:
        firsts = (row for table in self.tables if (table.old, table.new) == (direct.old, via) for row in table.rows)
        listed = dict.fromkeys(row.old for row in (*direct.rows, *firsts) if row.old and NOTE not in row.old)
        for place in sorted(listed, key=lambda text: ProvisionId.of(text).sort_key):
            straight = direct.forward(place).ids
            _, chained = self.over(direct.old, place, via, direct.new)
            if not agree(straight, chained):
                yield Contradiction(place, straight, chained, direct.old, direct.new)


def agree(ids: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """True when two answers name the same rules, be it in different depth.

    >>> agree(("16C2",), ("16C2a",)), agree(("16C2",), ("16D",))
    (True, False)
    """
    return _covered(ids, others) and _covered(others, ids)


def _grouped(pairs: Iterable[tuple[str, ConcordanceRow]]) -> dict[str, tuple[ConcordanceRow, ...]]:
    out: defaultdict[str, list[ConcordanceRow]] = defaultdict(list)
    for key, row in pairs:
        if key:
            out[key].append(row)
    return {key: tuple(rows) for key, rows in out.items()}


@lru_cache(PREFIXES_KEPT)
def _prefixes(place: str) -> tuple[tuple[str, str], ...]:
    """``16C2a`` -> (16C2a, ""), (16C2, "a"), (16C, "2a"), (16, "C2a")."""
    parts = ProvisionId.of(place).parts
    prefixes = (str(ProvisionId(parts[:length])) for length in range(len(parts), 0, -1))
    return tuple((prefix, place[len(prefix) :]) for prefix in prefixes)


def _changed_parts(rows: Iterable[tuple[str, str, bool]]) -> dict[str, ChangedParts]:
    """What changed below each number of one side, from rows of own number, other number and ``revised``.

    A part that went along with the rule around it (16C1 to 16D1 with 16C to 16D) is no change.
    """
    listed = [(own, other, revised) for own, other, revised in rows]
    homes, owners = defaultdict(set), defaultdict(set)
    for own, other, _ in listed:
        homes[own].add(other)
        owners[other].add(own)
    changed, others = defaultdict(set), defaultdict(set)
    for own, other, revised in listed:
        if not own:
            for owner in {owner for above in _above(other) for owner in owners.get(above, ())}:
                others[owner].add(other)
        for above in _above(own) if own else ():
            if revised or not other or (above in homes and homes[above].isdisjoint((other, *_above(other)))):
                changed[above].add(own)
    return {place: (_outermost(changed[place]), _outermost(others[place])) for place in {*changed, *others}}


def _outermost(places: Iterable[str]) -> tuple[str, ...]:
    """Numbers in book order, without those that another of them contains."""
    found = set(places)
    outer = (place for place in found if found.isdisjoint(_above(place)))
    return tuple(sorted(outer, key=lambda place: ProvisionId.of(place).sort_key))


@lru_cache(PREFIXES_KEPT)
def _above(place: str) -> tuple[str, ...]:
    """What contains a number: 16C and 16 for 16C2."""
    return tuple(prefix for prefix, rest in _prefixes(place) if rest)


def _passage(rows: tuple[ConcordanceRow, ...], ids: tuple[str, ...], listed: str, rest: str) -> Passage:
    kept = [row for row in rows if row.relation not in ENDS] or list(rows)
    relation = _relation(kept)
    unsure = any(row.unsure for row in rows)
    homes = tuple(dict.fromkeys(place for place in ids if place))
    revised = _any_revised(kept)
    if rest and relation in CARRYING:
        return Passage(relation, tuple(home + rest for home in homes), _notes(rows), unsure, listed, revised=revised)
    return Passage(relation, homes, _notes(rows), unsure or bool(rest), listed, part=bool(rest), revised=revised)


def _notes(rows: Iterable[ConcordanceRow]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(row.note for row in rows if row.note not in ("", PROPOSED_DOUBT)))


def _any_revised(rows: Iterable[ConcordanceRow]) -> bool:
    return any(row.revised for row in rows)


def _relation(rows: list[ConcordanceRow]) -> Relation:
    """One relation for several rows: their common one, else the most specific."""
    order: tuple[Relation, ...] = ("split", "merged", "moved", "revised", "same")
    for relation in order:
        if any(row.relation == relation for row in rows):
            return relation
    return rows[0].relation


def _covered(ids: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """True when each of ``ids`` is one of the others, is under one, or has one under it.

    A table that says 68D where the other says 68D1 differs in depth and contradicts nothing.
    """
    own, other = [ProvisionId.of(i) for i in ids], [ProvisionId.of(i) for i in others]
    return bool(ids) == bool(others) and all(any(a.contains(b) or b.contains(a) for b in other) for a in own)
