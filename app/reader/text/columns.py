"""How the aligned rows are laid out for a page: in the order of one expression, with a reason in every empty cell.

What corresponds to what is read from the stored alignment (``corpus.alignment.rows``) and nowhere else, so that a
page never shows another counterpart than the exports do. What the rows look like belongs to ``app.reader.law``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Literal

from corpus.alignment import rows as aligned_rows
from corpus.alignment.concordance import CARRYING
from corpus.alignment.rows import AlignedCell, Alignment
from corpus.ids import ProvisionId
from corpus.library import Library
from corpus.model import Provision

EmptyCode = Literal["new", "dropped", "within", "above", "below", "elsewhere"]


@dataclass(frozen=True)
class CellText:
    """A provision as a cell shows it.

    ``elsewhere`` names the row that has its text when it has several counterparts. ``beside`` marks a rule without a
    counterpart of its own that belongs to this row's rule, as a part of it or as the whole around it. ``changed`` is
    True when the rule orders something else in the other edition, wherever it is there.
    """

    place: str
    relation: str = "same"
    unsure: bool = False
    elsewhere: str = ""
    beside: bool = False
    changed: bool = False

    @property
    def is_same(self) -> bool:
        """True for a rule that is surely the same in the other edition, so that its cell needs no remark."""
        return self.relation == "same" and not (self.beside or self.changed or self.unsure)


@dataclass(frozen=True)
class EmptyReason:
    """Why a cell is empty; ``places`` of the column's text that the reason names are in the rows ``homes``.

    ``new``, ``dropped``: that edition has no such rule. ``within``: a part of ``places``, without a number.
    ``above``: belongs to ``places`` beside the parent. ``below``: only parts have a counterpart. ``elsewhere``:
    belongs to ``places`` in another row. ``again`` when the row above has the same reason.
    """

    reason: EmptyCode
    places: tuple[str, ...] = ()
    homes: tuple[str, ...] = ()
    again: bool = False


@dataclass(frozen=True)
class PageRow:
    """One row. ``key`` is the lead's id, or ``expression:id`` for a rule that the lead has not (then its ``owner``).

    ``cells`` holds the pieces of each column; a column without pieces says why in ``empty``. A ``closing`` row holds
    what stands after the parts of its place.
    """

    key: str
    place: str
    owner: str
    level: int
    cells: Mapping[str, tuple[CellText, ...]]
    empty: Mapping[str, EmptyReason]
    closing: bool = False


@dataclass(frozen=True)
class _Loose:
    """Stored rows in which a lead has no provision: by the lead's place to whose rule they belong, or after which
    they come."""

    beside: Mapping[str, tuple[aligned_rows.AlignedRow, ...]]
    after: Mapping[str, tuple[aligned_rows.AlignedRow, ...]]


class ColumnLayout:
    """Rows for any law of any lead; what was worked out for a lead is kept."""

    def __init__(self, library: Library, alignment: Alignment) -> None:
        self.library = library
        self.alignment = alignment
        self._loose = cache(self._sort)

    def rows(self, lead: str, law: str, columns: Sequence[str]) -> tuple[PageRow, ...]:
        """The rows of a law in the lead's order, each followed by rules that only other columns have.

        The columns carry the lead's work.
        """
        provision = self.library.provision(lead, law)
        return tuple(self._walk(lead, provision, columns)) if provision else ()

    def counterparts(self, lead: str, place: str, column: str) -> tuple[CellText, ...]:
        """What the stored alignment has for a provision of ``lead`` in another expression, in document order."""
        found = self.alignment.counterparts(lead, place, column)
        return self._ordered(column, (self._piece(lead, place, cell) for cell in found))

    def _ordered(self, key: str, pieces: Iterable[CellText]) -> tuple[CellText, ...]:
        order = self.library.order(key)
        return tuple(sorted(pieces, key=lambda piece: order[piece.place]))

    def _piece(self, lead: str, place: str, cell: AlignedCell) -> CellText:
        homes = self.alignment.counterparts(cell.expression, cell.id, lead)
        # Two old rules may have become one: its text stands beside the one that kept its number.
        home = min(homes, key=lambda mine: mine.relation not in CARRYING).id
        mine = next(found for found in homes if found.id == place)
        older = self._older(mine, cell)
        elsewhere = "" if home == place else home
        if self.library.same_edition(lead, cell.expression):
            return CellText(cell.id, "same", older.unsure, elsewhere)
        return CellText(cell.id, older.relation, older.unsure, elsewhere, changed=older.changed)

    def _older(self, one: AlignedCell, other: AlignedCell) -> AlignedCell:
        """The cell with the relation of the two: relations are read from the older edition to the newer."""
        return min(one, other, key=lambda cell: self.library.entry(cell.expression).edition)

    def _walk(self, lead: str, provision: Provision, columns: Sequence[str]) -> Iterator[PageRow]:
        first = self._row(lead, provision, columns)
        yield first
        for stored in self._loose(lead).after.get(str(provision.id), ()):
            yield from self._stray(lead, stored, columns)
        for child in provision.children:
            yield from self._walk(lead, child, columns)
        closing = {key: tuple(p for p in cell if self._closes(key, p)) for key, cell in first.cells.items()}
        if any(closing.values()):
            yield PageRow(f"{first.key}~", first.place, lead, first.level, closing, {}, closing=True)

    def _closes(self, key: str, piece: CellText) -> bool:
        provision = self.library.provision(key, piece.place)
        return provision is not None and bool(provision.closing) and not piece.elsewhere

    def _row(self, lead: str, provision: Provision, columns: Sequence[str]) -> PageRow:
        place = str(provision.id)
        cells = {key: self._cell(lead, place, key) for key in columns}
        empty = {key: self._why(lead, provision, key) for key in columns if not cells[key]}
        return PageRow(place, place, lead, int(provision.id.level), cells, empty)

    def _cell(self, lead: str, place: str, key: str) -> tuple[CellText, ...]:
        if key == lead:
            return (CellText(place),)
        beside = (c.id for row in self._loose(lead).beside.get(place, ()) for c in row.of(key))
        found = self.counterparts(lead, place, key)
        return self._ordered(key, (*found, *(CellText(other, beside=True) for other in beside)))

    def _why(self, lead: str, provision: Provision, key: str) -> EmptyReason:
        place, parent = str(provision.id), provision.id.parent
        stored = self.alignment.row_of(lead, place)
        why = self._reason(lead, stored, key) if stored else EmptyReason("dropped")
        above = self._cell(lead, str(parent), key) if parent else ()
        if why.reason == "within":
            return why
        if any(self._cell(lead, str(part.id), key) for part in provision.walk()):
            return EmptyReason("below")
        if set(why.places) & {piece.place for piece in above}:
            return EmptyReason("above", why.places)
        over = self.library.provision(lead, parent) if parent and not above else None
        outer = self._why(lead, over, key) if over else None
        again = outer is not None and (outer.reason, outer.places) == (why.reason, why.places)
        return EmptyReason(why.reason, why.places, why.homes, again)

    def _reason(self, lead: str, stored: aligned_rows.AlignedRow, key: str) -> EmptyReason:
        """The reason that the stored row has for an expression without a cell in it."""
        gap = stored.gap(key)
        if gap is None or gap.reason == "no-entry":
            return EmptyReason("dropped")
        cells = (c for place in gap.ids for c in self.alignment.counterparts(key, place, lead)[:1])
        return EmptyReason(gap.reason, gap.ids, tuple(dict.fromkeys(cell.id for cell in cells)))

    def _stray(self, lead: str, stored: aligned_rows.AlignedRow, columns: Sequence[str]) -> Iterator[PageRow]:
        """The row of a rule that the lead has not; none where no column has words for it."""
        shared = any(self.library.same_edition(lead, cell.expression) for cell in stored.cells)
        known = shared or self._in_parts(lead, stored.cells[0])
        cells = {key: tuple(self._alone(lead, cell, known) for cell in stored.of(key)) for key in columns}
        owner = next((key for key in columns if any(self._has_words(key, piece) for piece in cells[key])), None)
        if owner is not None:
            place = cells[owner][0].place
            empty = {key: self._reason(lead, stored, key) for key in columns if not cells[key]}
            if known and not shared:
                empty[lead] = EmptyReason("below")
            yield PageRow(f"{owner}:{place}", place, owner, int(ProvisionId.of(place).level), cells, empty)

    def _in_parts(self, lead: str, cell: AlignedCell) -> bool:
        """True for a heading of which the lead has no counterpart, though it has some of what is under it."""
        whole = self.library.provision(cell.expression, cell.id)
        parts = whole.walk() if whole else ()
        return any(self.alignment.counterparts(cell.expression, str(part.id), lead) for part in parts)

    def _alone(self, lead: str, cell: AlignedCell, known: bool) -> CellText:
        if self.library.same_edition(lead, cell.expression):
            return CellText(cell.id)
        return CellText(cell.id, cell.relation if known else "only-in", cell.unsure, changed=known and cell.changed)

    def _has_words(self, key: str, piece: CellText) -> bool:
        provision = self.library.provision(key, piece.place)
        return provision is not None and bool(provision.heading or provision.own_blocks)

    def _sort(self, lead: str) -> _Loose:
        """Where the rows go that the lead has no provision for, read in the order of the stored table."""
        beside: defaultdict[str, list[aligned_rows.AlignedRow]] = defaultdict(list)
        after: defaultdict[str, list[aligned_rows.AlignedRow]] = defaultdict(list)
        law = last = ""
        for row in self._rows_of_work(lead):
            law, last = row.law, last if row.law == law else ""
            held = self.alignment.held(row, lead)
            gap = row.gap(lead)
            if held:
                last = held[-1].id
            elif gap is not None and gap.reason == "elsewhere":
                last = gap.ids[0]
                beside[last].append(row)
            else:
                after[last or self._near(lead, law)].append(row)
        return _Loose({k: tuple(v) for k, v in beside.items()}, {k: tuple(v) for k, v in after.items()})

    def _rows_of_work(self, lead: str) -> Iterator[aligned_rows.AlignedRow]:
        work = self.library.entry(lead).work
        for row in self.alignment.rows:
            if row.kind != "definition" and self.library.entry(row.cells[0].expression).work == work:
                yield row

    def _near(self, lead: str, law: str) -> str:
        """The law after whose heading a rule goes that has no neighbour before it: its own number or the last below."""
        known = [p for p in self._laws[lead] if p.id.sort_key <= ProvisionId.of(law).sort_key]
        return str((known or self._laws[lead])[-1].id)

    @cached_property
    def _laws(self) -> Mapping[str, tuple[Provision, ...]]:
        return {expression.key: expression.laws for expression in self.library.expressions}
