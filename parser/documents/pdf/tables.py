"""Tables of a column of lines, inside ruled lines or without, and tables that go on over a page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from parser.documents.pdf.cells import Cell, PrintedTable
from parser.documents.pdf.glyphs import Rule
from parser.documents.pdf.lines import PrintedLine
from parser.documents.pdf.ruled import filled, grids, is_inside
from parser.documents.pdf.unruled import with_unruled


def with_tables(
    lines: Sequence[PrintedLine],
    rules: Sequence[Rule],
    left: float,
    right: float,
    is_label: Callable[[str], bool],
    known: Sequence[float] = (),
) -> list[PrintedLine | PrintedTable]:
    """The lines of a column with its tables in place of their lines; ``is_label`` tells words that only number.

    ``known`` are the beginnings of the columns of a table, in points, with which the column before ended.
    """
    own = [r for r in rules if r.left >= left - 8 and r.right <= right + 8]
    found_grids = grids(own)
    out: list[PrintedLine | PrintedTable] = []
    rest: list[PrintedLine] = []
    done: set[int] = set()
    for line in lines:
        found = next((n for n, grid in enumerate(found_grids) if is_inside(line, grid)), None)
        if found is None:
            rest.append(line)
            continue
        if found in done:
            continue
        done.add(found)
        out += with_unruled(rest, is_label, () if out else known, left)
        rest = []
        out.append(filled(found_grids[found], [one for one in lines if is_inside(one, found_grids[found])]))
    return out + with_unruled(rest, is_label, () if out else known, left)


def joined(one: PrintedTable, other: PrintedTable) -> PrintedTable | None:
    """The table that goes on over a page, None where ``other`` is another one. Its repeated head is left out."""
    if len(one.rows[0]) != len(other.rows[0]) or one.ruled != other.ruled:
        return None
    widths = [
        [b - a for a, b in pairwise(table.edges[: len(table.edges) - (not table.ruled)])] for table in (one, other)
    ]
    if any(abs(a - b) > 4 for a, b in zip(*widths, strict=True)) and (one.ruled or len(widths[0]) == 1):
        return None
    words = [[[line.text for line in cell] for cell in table.rows[0]] for table in (one, other)]
    if words[0] == words[1]:
        return replace(one, rows=(*one.rows, *other.rows[1:]))
    if _is_head(one.rows[0]) and _is_head(other.rows[0]) and not _is_head(one.rows[-1]):
        return None
    if not other.ruled and not other.rows[0][0]:  # the page ended within a row
        last = tuple((*a, *b) for a, b in zip(one.rows[-1], other.rows[0], strict=True))
        return replace(one, rows=(*one.rows[:-1], last, *other.rows[1:]))
    return replace(one, rows=(*one.rows, *other.rows))


def _is_head(row: Sequence[Cell]) -> bool:
    """True for a row in bold letters."""
    return all(line.all_bold for cell in row for line in cell)
