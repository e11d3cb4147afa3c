"""Which provisions of the expressions are one and the same rule: the row in which a search result stands.

A row of the laws in force is named by its identity (``laws:16C2``). Older editions reach it through the
concordance; what has no place there, and every regulation, is a row of its own. Definitions meet in the alignment.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property

from corpus.alignment.concordance import Concordance, ConcordanceError
from corpus.alignment.rows import Alignment
from corpus.ids import ProvisionId
from corpus.library import Library
from corpus.model import Expression
from index.comparison.concordance_entries import numbers

DEFINITION = "def:"
TERM = "term:"


class RuleIndex:
    """Rows of a library, in both directions."""

    def __init__(self, library: Library, concordance: Concordance, alignment: Alignment) -> None:
        """The alignment says which definitions define one term."""
        self._library = library
        self._concordance = concordance
        self._alignment = alignment
        self._above: dict[str, tuple[str, ...]] = {}
        self._numbers: dict[str, frozenset[str]] = {}

    @cached_property
    def work(self) -> str:
        """The work whose newest edition names the rows."""
        return self._library.registry.editions[0].work

    @cached_property
    def edition(self) -> str:
        """The newest edition of that work that is held."""
        return max(e.edition for e in self._library.expressions if e.work == self.work)

    def of(self, key: str, place: str) -> tuple[str, ...]:
        """The rows of a place of an expression; several where an old rule was split."""
        return self._rows[key].get(place, ())

    def of_current(self, place: str) -> str:
        """The row of a provision id of the laws in force."""
        return f"{self.work}:{place}"

    def members(self, row: str) -> dict[str, tuple[str, ...]]:
        """Places that stand in a row, by expression, in document order."""
        return self._members.get(row, {})

    def exists(self, row: str) -> bool:
        return row in self._members

    def carried(self, edition: str, place: str) -> tuple[str, ...]:
        """The rows that a number of an edition leads to of which no text is held; () where there are none."""
        if self._library.of_work(self.work, edition) or not self._concordance.joins(edition, self.edition):
            return ()
        homes = self._concordance.forward(edition, place, self.edition).ids
        return tuple(row for row in map(self.of_current, homes) if self.exists(row))

    def numbers(self, edition: str) -> frozenset[str]:
        """The numbers that the tables name of an edition."""
        if edition not in self._numbers:
            self._numbers[edition] = numbers(self._concordance, edition)
        return self._numbers[edition]

    def law(self, row: str) -> str:
        """The row of the whole law that holds a row; a definition is its own."""
        above = self.above(row)
        return above[-1] if above else row

    def above(self, row: str) -> tuple[str, ...]:
        """The rows that a row stands under, the nearest first."""
        known = self._above.get(row)
        if known is None:
            known = self._above[row] = _above(row)
        return known

    @cached_property
    def _rows(self) -> dict[str, dict[str, tuple[str, ...]]]:
        return {e.key: self._of_expression(e) for e in self._library.expressions}

    @cached_property
    def _members(self) -> dict[str, dict[str, tuple[str, ...]]]:
        found: defaultdict[str, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        for key, places in self._rows.items():
            for place, rows in places.items():
                for row in rows:
                    found[row][key].append(place)
        return {row: {key: tuple(v) for key, v in by_key.items()} for row, by_key in found.items()}

    def _of_expression(self, expression: Expression) -> dict[str, tuple[str, ...]]:
        rows = {str(p.id): self._of_place(expression, str(p.id)) for p in expression.walk()}
        rows |= {address: (self._of_definition(expression, address),) for address, _ in expression.all_definitions()}
        return rows

    def _of_definition(self, expression: Expression, address: str) -> str:
        row = self._alignment.row_of(expression.key, address)
        if row is not None and row.key.startswith(TERM):
            return f"{DEFINITION}{row.key[len(TERM) :]}"
        return f"{DEFINITION}{expression.key}/{address[len(DEFINITION) :]}"

    def _of_place(self, expression: Expression, place: str) -> tuple[str, ...]:
        if expression.work != self.work:
            return (f"{expression.work}:{place}",)
        if expression.edition == self.edition:
            return (self.of_current(self._library.wid(expression.key, place)),)
        try:
            homes = self._concordance.forward(expression.edition, place, self.edition).ids
        except ConcordanceError:
            homes = ()
        return tuple(self.of_current(home) for home in homes) or (f"{expression.work}-{expression.edition}:{place}",)


def _above(row: str) -> tuple[str, ...]:
    work, _, place = row.partition(":")
    if row.startswith(DEFINITION):
        return ()
    parts = ProvisionId.of(place).parts
    return tuple(f"{work}:{ProvisionId(parts[:depth])}" for depth in range(len(parts) - 1, 0, -1))
