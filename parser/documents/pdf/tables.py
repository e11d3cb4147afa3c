"""Tables of a column of lines: as the file names their cells, inside ruled lines or without; and over a page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from parser.documents.pdf.cells import Cell, PrintedTable
from parser.documents.pdf.glyphs import RuledLine
from parser.documents.pdf.lines import PrintedLine
from parser.documents.pdf.ruled import filled, grids, is_inside
from parser.documents.pdf.tagged import tagged_tables
from parser.documents.pdf.unruled import with_unruled


def with_tables(
    lines: Sequence[PrintedLine],
    rules: Sequence[RuledLine],
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
    tagged = tagged_tables(lines)
    for at, line in enumerate(lines):
        if line.heading:  # a label in the text, no cell of a row
            out += (*with_unruled(rest, is_label, () if out else known, left), line)
            rest = []
            continue
        if at in tagged:
            if (table := tagged[at]) is not None:
                # What is above a table that goes on from the page before can only be its head, repeated.
                goes_on = not out and table.numbers[0] > 0
                out += rest if goes_on else with_unruled(rest, is_label, () if out else known, left)
                rest = []
                out.append(table)
            continue
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
    if one.numbers or other.numbers:
        return _counted_on(one, other)
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


def _counted_on(one: PrintedTable, other: PrintedTable) -> PrintedTable | None:
    """The table whose rows are counted on, without a repeated head; the page may have ended within a row."""
    if not one.numbers or not other.numbers or len(one.rows[0]) != len(other.rows[0]):
        return None
    last = one.numbers[-1]
    kept = [(number, row) for number, row in zip(other.numbers, other.rows, strict=True) if number >= last]
    repeated = len(other.rows) - len(kept)
    if not kept or kept[0][0] == 0 or (repeated and other.numbers[:repeated] != one.numbers[:repeated]):
        return None
    rows = list(one.rows)
    for number, row in kept:
        if number == last:
            rows[-1] = tuple((*above, *cell) for above, cell in zip(rows[-1], row, strict=True))
        else:
            rows.append(row)
    numbers = tuple(dict.fromkeys((*one.numbers, *(number for number, _ in kept))))
    return replace(one, rows=tuple(rows), numbers=numbers)


def _is_head(row: Sequence[Cell]) -> bool:
    """True for a row in bold letters."""
    return all(line.all_bold for cell in row for line in cell)
