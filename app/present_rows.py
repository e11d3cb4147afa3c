"""Which provisions stand beside each other: the rows of one law, led by the numbers of one expression.

Languages of one edition meet by their shared identity (``wid``), editions through the concordance, never by an equal
number alone. Pure: a Library and a Concordance in, rows out; what the rows look like belongs to ``present_read``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from corpus.concordance import Concordance
from corpus.ids import ProvisionId
from corpus.library import Library
from corpus.model import Provision


@dataclass(frozen=True)
class Piece:
    """A provision as it stands in a cell. ``elsewhere`` names the row that has its text when a rule was split."""

    place: str
    relation: str = "same"
    unsure: bool = False
    elsewhere: str = ""


@dataclass(frozen=True)
class Row:
    """One row. ``key`` is the lead's id, or ``expression:id`` for a rule that the lead's edition does not have.

    ``cells`` holds the pieces of each column; a column without pieces says why in ``empty`` (``not-in-edition``,
    ``in-parent``, ``in-parts``, ``other-work``), or nothing where a parent's row has said it. A ``closing`` row holds
    what stands after the parts of its place.
    """

    key: str
    place: str
    owner: str
    level: int
    cells: dict[str, tuple[Piece, ...]]
    empty: dict[str, str]
    closing: bool = False


@dataclass(frozen=True)
class _Column:
    """One expression laid beside the lead: pieces by the lead's place, and what has no place there."""

    homes: dict[str, tuple[Piece, ...]]
    strays: dict[str, tuple[str, ...]]


class Alignment:
    """Rows for any law of any lead; what was worked out for a pair of expressions is kept."""

    def __init__(self, library: Library, concordance: Concordance) -> None:
        self.library = library
        self.concordance = concordance
        self._columns: dict[tuple[str, str], _Column] = {}

    def rows(self, lead: str, law: str, columns: Sequence[str]) -> tuple[Row, ...]:
        """The rows of a law in the lead's order, each followed by rules that only another column has."""
        provision = self.library.provision(lead, law)
        if provision is None:
            return ()
        return tuple(self._walk(lead, provision, columns))

    def counterparts(self, lead: str, place: str, column: str) -> tuple[Piece, ...]:
        """What stands beside a provision of ``lead`` in another expression."""
        return self.column(lead, column).homes.get(place, ())

    def comparable(self, lead: str, column: str) -> bool:
        """True when the two carry the same work in editions that a concordance joins."""
        one, two = self.library.entry(lead), self.library.entry(column)
        return one.work == two.work and self.concordance.joins(one.edition, two.edition)

    def column(self, lead: str, column: str) -> _Column:
        if (lead, column) not in self._columns:
            self._columns[lead, column] = self._lay(lead, column)
        return self._columns[lead, column]

    def _walk(self, lead: str, here: Provision, columns: Sequence[str]) -> Iterator[Row]:
        first, *strays = self._rows_at(lead, here, columns)
        yield from (first, *strays)
        for child in here.children:
            yield from self._walk(lead, child, columns)
        closing = {key: tuple(p for p in cell if self._closes(key, p)) for key, cell in first.cells.items()}
        if any(closing.values()):
            yield Row(f"{first.key}~", first.place, lead, first.level, closing, {}, closing=True)

    def _closes(self, key: str, piece: Piece) -> bool:
        provision = self.library.provision(key, piece.place)
        return provision is not None and bool(provision.closing) and not piece.elsewhere

    def _rows_at(self, lead: str, here: Provision, columns: Sequence[str]) -> Iterator[Row]:
        place = str(here.id)
        cells = {key: self._cell(lead, place, key) for key in columns}
        empty = {key: self._why_empty(lead, place, key) for key in columns if not cells[key]}
        yield Row(place, place, lead, int(here.id.level), cells, empty)
        for key in columns:
            for stray in self.column(lead, key).strays.get(place, ()) if key != lead else ():
                own: dict[str, tuple[Piece, ...]] = dict.fromkeys(columns, ())
                own[key] = (Piece(stray, "only-in"),)
                missing = {other: "not-in-edition" if other == lead else "" for other in columns if other != key}
                yield Row(f"{key}:{stray}", stray, key, len(ProvisionId.of(stray).parts), own, missing)

    def _cell(self, lead: str, place: str, key: str) -> tuple[Piece, ...]:
        return (Piece(place),) if key == lead else self.counterparts(lead, place, key)

    def _why_empty(self, lead: str, place: str, key: str) -> str:
        """A word for an empty cell, once: below a row that is empty for the same reason nothing is repeated."""
        if not self.comparable(lead, key):
            return "other-work"
        under = self.library.provision(lead, place)
        if under is not None and any(self.counterparts(lead, str(p.id), key) for p in under.walk()):
            return "in-parts"
        parent = ProvisionId.of(place).parent
        if parent is not None and not self._cell(lead, str(parent), key):
            above = self._why_empty(lead, str(parent), key)
            return "" if above == "not-in-edition" else "not-in-edition"
        if parent is not None and not self.same_edition(lead, key) and self._took_whole(lead, str(parent), place, key):
            return "in-parent"
        return "not-in-edition"

    def _took_whole(self, lead: str, parent: str, place: str, key: str) -> bool:
        """True when the other edition has this rule, but inside the text that stands at the parent's row."""
        one, two = self.library.entry(lead), self.library.entry(key)
        found = self.concordance.forward(one.edition, place, two.edition)
        beside = {piece.place for piece in self._cell(lead, parent, key)}
        return not found.part and bool(beside & set(found.ids))

    def same_edition(self, one: str, two: str) -> bool:
        a, b = self.library.entry(one), self.library.entry(two)
        return (a.work, a.edition) == (b.work, b.edition)

    def _lay(self, lead: str, key: str) -> _Column:
        if not self.comparable(lead, key):
            return _Column({}, {})
        homes: defaultdict[str, list[Piece]] = defaultdict(list)
        strays: defaultdict[str, list[str]] = defaultdict(list)
        last: dict[str, str] = {}
        for provision in self.library[key].walk():
            place = str(provision.id)
            pieces = self._pieces(lead, key, place)
            for home, piece in pieces:
                homes[home].append(piece)
            if pieces:
                last[provision.id.law] = pieces[-1][0]
            elif provision.heading or provision.own_blocks:
                strays[last.get(provision.id.law) or self._near(lead, provision.id.law)].append(place)
        return _Column({k: tuple(v) for k, v in homes.items()}, {k: tuple(v) for k, v in strays.items()})

    def _near(self, lead: str, law: str) -> str:
        """Where a rule goes whose whole law has no home before it: the end of the law that numbers lead to."""
        known = [p for p in self.library[lead].laws if p.id.sort_key <= ProvisionId.of(law).sort_key]
        return str((known or list(self.library[lead].laws))[-1].id)

    def _pieces(self, lead: str, key: str, place: str) -> list[tuple[str, Piece]]:
        if self.same_edition(lead, key):
            home = self._by_wid[lead].get(self.library.wid(key, place))
            return [(home, Piece(place))] if home else []
        one, two = self.library.entry(key), self.library.entry(lead)
        found = self.concordance.forward(one.edition, place, two.edition)
        if not found.ids:
            return []
        homes = list(dict.fromkeys(filter(None, (self._held(lead, home) for home in found.ids))))
        first = homes[0] if homes else ""
        return [(home, Piece(place, found.relation, found.unsure, "" if home == first else first)) for home in homes]

    def _held(self, lead: str, place: str) -> str | None:
        """The place or its nearest ancestor that the lead prints."""
        here: ProvisionId | None = ProvisionId.of(place)
        while here is not None:
            home = self._by_wid[lead].get(str(here))
            if home:
                return home
            here = here.parent
        return None

    @cached_property
    def _by_wid(self) -> dict[str, dict[str, str]]:
        return {
            e.key: {self.library.wid(e.key, str(p.id)): str(p.id) for p in e.walk()} for e in self.library.expressions
        }
