"""Tables of a column of lines: cells inside ruled lines, and figures below one another between wide blanks."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from parser.documents.pdf.glyphs import Rule
from parser.documents.pdf.lines import PrintedLine, cut_at

_LEADER = re.compile(r"(?:\.\s?){4,}")
_NEAR = 3.0  # points by which ruled lines that meet may miss one another
Cell = tuple[PrintedLine, ...]


@dataclass(frozen=True)
class PrintedTable:
    """A table: the lines of each cell, row by row, and the edges of its columns in points."""

    rows: tuple[tuple[Cell, ...], ...]
    edges: tuple[float, ...]
    top: float
    ruled: bool
    """Ruled lines say where its rows part; else distances did."""


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
    grids = _grids(own)
    out: list[PrintedLine | PrintedTable] = []
    rest: list[PrintedLine] = []
    done: set[int] = set()
    for line in lines:
        found = next((n for n, grid in enumerate(grids) if _inside(line, grid)), None)
        if found is None:
            rest.append(line)
            continue
        if found in done:
            continue
        done.add(found)
        out += _unruled(rest, is_label, () if out else known)
        rest = []
        out.append(_filled(grids[found], [one for one in lines if _inside(one, grids[found])]))
    return out + _unruled(rest, is_label, () if out else known)


@dataclass(frozen=True)
class _Grid:
    xs: tuple[float, ...]
    ys: tuple[float, ...]


def _grids(rules: Sequence[Rule]) -> list[_Grid]:
    """Ruled lines that meet, as grids of at least two columns."""
    groups: list[list[Rule]] = []
    for rule in rules:
        near = [group for group in groups if any(_meet(rule, other) for other in group)]
        groups = [group for group in groups if group not in near]
        groups.append([rule, *(one for group in near for one in group)])
    found = []
    for group in groups:
        xs = _places([r.left for r in group if r.left == r.right])
        ys = _places([r.low for r in group if r.low == r.high])
        if len(xs) >= 3 and len(ys) >= 2:
            found.append(_Grid(tuple(xs), tuple(reversed(ys))))
    return found


def _meet(one: Rule, other: Rule) -> bool:
    return (
        one.left <= other.right + _NEAR
        and other.left <= one.right + _NEAR
        and one.low <= other.high + _NEAR
        and other.low <= one.high + _NEAR
    )


def _places(values: Sequence[float]) -> list[float]:
    out: list[float] = []
    for value in sorted(values):
        if not out or value - out[-1] > _NEAR:
            out.append(value)
    return out


def _inside(line: PrintedLine, grid: _Grid) -> bool:
    middle = line.base + 0.3 * line.size
    return grid.ys[-1] < middle < grid.ys[0] and grid.xs[0] - _NEAR < line.left and line.right < grid.xs[-1] + _NEAR


def _filled(grid: _Grid, lines: Sequence[PrintedLine]) -> PrintedTable:
    rows = []
    for high, low in pairwise(grid.ys):
        inside = [line for line in lines if low < line.base + 0.3 * line.size < high]
        parts = [cut_at(line, grid.xs[1:-1]) for line in inside]
        rows.append(tuple(tuple(p for part in parts if (p := part[n]) is not None) for n in range(len(grid.xs) - 1)))
    return PrintedTable(tuple(rows), grid.xs, grid.ys[0], True)


def _unruled(
    lines: Sequence[PrintedLine], is_label: Callable[[str], bool], known: Sequence[float]
) -> list[PrintedLine | PrintedTable]:
    """Lines with their tables; the first may go on with a table whose columns began at ``known``."""
    out: list[PrintedLine | PrintedTable] = []
    at = 0
    lefts: tuple[float, ...] = ()
    while at < len(lines):
        own = known if at == 0 else lefts if out and isinstance(out[-1], PrintedTable) else ()
        count, lefts = _region(lines, at, is_label, own)
        if not count:
            out.append(lines[at])
            at += 1
            continue
        first = at
        # A narrow blank parts no columns by itself, but where columns are below it does.
        while out and isinstance(out[-1], PrintedLine) and _near(out[-1], lines[first]) and _is_part(out[-1], lefts):
            out.pop()
            first -= 1
        out.append(_tabled(lines[first : at + count], lefts))
        at += count
    return out


def _region(
    lines: Sequence[PrintedLine], at: int, is_label: Callable[[str], bool], known: Sequence[float]
) -> tuple[int, tuple[float, ...]]:
    """How many lines from ``at`` on are one table, 0 where none begins; and where its columns begin."""
    if len(known) > 1 and (_is_part(lines[at], known) or _begins_at(lines[at], known[1:])):
        lefts, least = tuple(known), 1
    elif _is_row(lines[at], is_label):
        lefts, least = tuple(segment.left for segment in lines[at].segments), 2
    else:
        return 0, ()
    stop = at + 1
    while stop < len(lines):
        line, before = lines[stop], lines[stop - 1]
        if not _near(before, line) or _begins_another(lines[at : stop + 1]):
            break
        close = before.base - line.base < 1.45 * line.size
        if not (_is_row(line, is_label) or _is_part(line, lefts) or close or _begins_at(line, lefts[1:])):
            break
        if len(_columns(lines[at : stop + 1], lefts)) < 2:
            break
        stop += 1
    while stop - 1 > at and not (
        _is_row(lines[stop - 1], is_label) or _is_part(lines[stop - 1], lefts) or _begins_at(lines[stop - 1], lefts[1:])
    ):
        stop -= 1
    return (stop - at, lefts) if stop - at >= least else (0, ())


def _begins_another(lines: Sequence[PrintedLine]) -> bool:
    """True where the last line stands much further below than the lines above it do from one another."""
    distances = [a.base - b.base for a, b in pairwise(lines)]
    return len(distances) > 1 and distances[-1] > 1.38 * max(distances[:-1])


def _near(above: PrintedLine, line: PrintedLine) -> bool:
    return above.base - line.base <= 2.6 * max(line.size, above.size) and abs(line.size - above.size) <= 0.1 * line.size


def _is_row(line: PrintedLine, is_label: Callable[[str], bool]) -> bool:
    segments = line.segments
    if len(segments) < 2 or _LEADER.search(line.text):
        return False
    return not (len(segments) == 2 and is_label(segments[0].text.strip()))


def _is_part(line: PrintedLine, lefts: Sequence[float]) -> bool:
    """True for a line that a blank before the beginning of a column parts."""
    return len(_parts(line, lefts)) > 1 and abs(line.left - lefts[0]) < _NEAR


def _begins_at(line: PrintedLine, lefts: Sequence[float]) -> bool:
    return any(abs(line.left - left) < _NEAR for left in lefts)


def _parts(line: PrintedLine, lefts: Sequence[float]) -> Sequence[PrintedLine]:
    """The line cut at its wide blanks, and at blanks before a sign that stands where a column begins."""
    if len(line.segments) > 1:
        return line.segments
    found = []
    seen = [glyph for run in line.runs for glyph in run.glyphs if glyph.char != " "]
    for before, glyph in pairwise(seen):
        if glyph.left - before.right > 0.3 * line.size and _stands_at(glyph.left, lefts[1:]):
            found.append(glyph.left - 0.5)
    return [part for part in cut_at(line, found) if part is not None] if found else (line,)


def _stands_at(x: float, lefts: Sequence[float]) -> bool:
    return any(abs(x - left) < 1.5 for left in lefts)


def _columns(lines: Sequence[PrintedLine], lefts: Sequence[float]) -> list[tuple[float, float]]:
    """The ranges of x that any words of the lines cover."""
    spans = sorted((part.left, part.right) for line in lines for part in _parts(line, lefts))
    out: list[tuple[float, float]] = []
    for left, right in spans:
        if out and left < out[-1][1] + 2:
            out[-1] = (out[-1][0], max(out[-1][1], right))
        else:
            out.append((left, right))
    return out


def _tabled(lines: Sequence[PrintedLine], lefts: Sequence[float]) -> PrintedTable:
    """Lines as rows: a row begins after a wider distance, or, where all are alike, with words in the first column."""
    found = _columns(lines, lefts)
    if found[0][0] > lefts[0] + _NEAR:
        found.insert(0, (lefts[0], lefts[0] + 1))
    cuts = [(a[1] + b[0]) / 2 for a, b in pairwise(found)]
    cells = [cut_at(line, cuts) for line in lines]
    distances = [a.base - b.base for a, b in pairwise(lines)]
    least = min(distances, default=0.0)
    parted = any(distance > 1.12 * least for distance in distances)
    rows: list[list[list[PrintedLine]]] = []
    for at, row in enumerate(cells):
        wide = at > 0 and distances[at - 1] > 1.12 * least
        goes_on = at > 0 and (not wide if parted and least < 1.45 * lines[at].size else row[0] is None)
        if not goes_on:
            rows.append([[] for _ in found])
        for n, part in enumerate(row):
            if part is not None:
                rows[-1][n].append(part)
    edges = (found[0][0], *(b[0] for _, b in pairwise(found)), found[-1][1])
    return PrintedTable(tuple(tuple(map(tuple, row)) for row in rows), edges, lines[0].base, False)


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
    if not other.ruled and not other.rows[0][0]:  # the page ended within a row
        last = tuple((*a, *b) for a, b in zip(one.rows[-1], other.rows[0], strict=True))
        return replace(one, rows=(*one.rows[:-1], last, *other.rows[1:]))
    return replace(one, rows=(*one.rows, *other.rows))
