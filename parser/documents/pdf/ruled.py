"""Tables inside ruled lines: the grids that the lines of a page make, and the words in their cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from parser.documents.pdf.cells import NEAR, PrintedTable
from parser.documents.pdf.glyphs import RuledLine
from parser.documents.pdf.lines import PrintedLine


@dataclass(frozen=True)
class RuledGrid:
    """Where the columns (``xs``, from the left) and rows (``ys``, from the head) of a table part, in points."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    parted: tuple[frozenset[float], ...]
    """For each row those of ``xs`` where an upright line stands in it: where none does, a cell runs over columns."""


def grids(rules: Sequence[RuledLine]) -> list[RuledGrid]:
    """Ruled lines that meet, as grids of at least two columns."""
    groups: list[list[RuledLine]] = []
    for rule in rules:
        near = [group for group in groups if any(_meet(rule, other) for other in group)]
        groups = [group for group in groups if group not in near]
        groups.append([rule, *(one for group in near for one in group)])
    found = []
    for group in groups:
        xs = _places([r.left for r in group if r.left == r.right])
        ys = _places([r.low for r in group if r.low == r.high])[::-1]
        if len(xs) >= 3 and len(ys) >= 2:
            found += _parted([r for r in group if r.left == r.right], xs, ys)
    return found


def _parted(uprights: Sequence[RuledLine], xs: Sequence[float], ys: Sequence[float]) -> list[RuledGrid]:
    """The grids of lines that meet: one ends where the upright lines below it are others.

    Browsers set a table close below another, so that their lines meet although their columns do not.
    """
    out: list[tuple[list[float], list[frozenset[float]]]] = []
    for high, low in pairwise(ys):
        middle = (high + low) / 2
        at = frozenset(
            x for x in xs if any(0 <= r.left - x <= NEAR and r.low - 1 < middle < r.high + 1 for r in uprights)
        )
        before = frozenset[float]().union(*out[-1][1]) if out else frozenset[float]()
        if len(at) > 1 and out and out[-1][0][-1] == high and (at <= before or before <= at):
            out[-1][0].append(low)
            out[-1][1].append(at)
        elif len(at) > 1:
            out.append(([high, low], [at]))
    grids = [RuledGrid(tuple(sorted(frozenset().union(*rows))), tuple(edges), tuple(rows)) for edges, rows in out]
    return [grid for grid in grids if len(grid.xs) >= 3]


def _meet(one: RuledLine, other: RuledLine) -> bool:
    return (
        one.left <= other.right + NEAR
        and other.left <= one.right + NEAR
        and one.low <= other.high + NEAR
        and other.low <= one.high + NEAR
    )


def _places(values: Sequence[float]) -> list[float]:
    out: list[float] = []
    for value in sorted(values):
        if not out or value - out[-1] > NEAR:
            out.append(value)
    return out


def is_inside(line: PrintedLine, grid: RuledGrid) -> bool:
    """True for a line of words inside a grid; the last word may be too long for it and reach out of its cell."""
    middle = line.base + 0.3 * line.size
    if not grid.ys[-1] < middle < grid.ys[0] or line.left <= grid.xs[0] - NEAR:
        return False
    return line.right < grid.xs[-1] + NEAR or max(_words(line), key=lambda one: one.left).left < grid.xs[-1] - NEAR


def filled(grid: RuledGrid, lines: Sequence[PrintedLine]) -> PrintedTable:
    """The table of the lines inside a grid."""
    rows = []
    for (high, low), own in zip(pairwise(grid.ys), grid.parted, strict=True):
        inside = [line for line in lines if low < line.base + 0.3 * line.size < high]
        cuts = [x for x in grid.xs[1:-1] if x in own]
        parts = [_in_cells(line, cuts) for line in inside]
        cells = [tuple(p for part in parts if (p := part[n]) is not None) for n in range(len(cuts) + 1)]
        # A cell over several columns stands in the first of them.
        places = [0, *(grid.xs.index(x) for x in cuts)]
        rows.append(tuple(cells[places.index(n)] if n in places else () for n in range(len(grid.xs) - 1)))
    return PrintedTable(tuple(rows), grid.xs, grid.ys[0], True)


def _in_cells(line: PrintedLine, cuts: Sequence[float]) -> list[PrintedLine | None]:
    """The words of a line in each of the cells between ``cuts``.

    A word is in the cell where it begins, even where it is too long for it and runs over the next one.
    """
    edges = [float("-inf"), *cuts]
    out: list[PrintedLine | None] = [None for _ in edges]
    for word in _words(line):
        n = sum(edge <= (word.left + min(word.right, word.left + 0.4 * line.size)) / 2 for edge in edges) - 1
        above = out[n]
        out[n] = word if above is None else PrintedLine((*above.runs, *word.runs))
    return out


def _words(line: PrintedLine) -> tuple[PrintedLine, ...]:
    seen = line.glyphs
    return line.cut_before(
        [
            glyph
            for before, glyph in pairwise(seen)
            if glyph.char != " " and (before.char == " " or not -0.1 < (glyph.left - before.right) / line.size < 0.1)
        ]
    )
