"""Tables of a column of lines: cells inside ruled lines, and figures below one another between wide blanks."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from parser.documents.pdf.glyphs import Rule
from parser.documents.pdf.lines import PrintedLine, cut_at, first_word_width

_LEADER = re.compile(r"(?:\.\s?){4,}")
_ALONE = 3  # rows with words in one column alone that follow one another
_MANY = 8  # lines of a table in which one alone makes no column
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
        out += _unruled(rest, is_label, () if out else known, left)
        rest = []
        out.append(_filled(grids[found], [one for one in lines if _inside(one, grids[found])]))
    return out + _unruled(rest, is_label, () if out else known, left)


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
    lines: Sequence[PrintedLine], is_label: Callable[[str], bool], known: Sequence[float], edge: float
) -> list[PrintedLine | PrintedTable]:
    """Lines with their tables; the first may go on with a table whose columns began at ``known``.

    ``edge`` is where the words of the column begin, in points.
    """
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
        above = _heads(lines[:first], lines[first : at + count], lefts, first - _loose(out), edge)
        del out[len(out) - above :]
        out.append(_tabled(lines[first - above : at + count], lefts))
        at += count
    return out


def _loose(out: Sequence[PrintedLine | PrintedTable]) -> int:
    """How many lines stand behind the last table."""
    return next((n for n, one in enumerate(reversed(out)) if isinstance(one, PrintedTable)), len(out))


def _region(
    lines: Sequence[PrintedLine], at: int, is_label: Callable[[str], bool], known: Sequence[float]
) -> tuple[int, tuple[float, ...]]:
    """How many lines from ``at`` on are one table, 0 where none begins; and where its columns begin."""
    if len(known) > 1 and (_is_part(lines[at], known) or _begins_at(lines[at], known[1:]) or _leads(lines, at, known)):
        lefts, least = tuple(known), 1
    elif _is_row(lines[at], is_label):
        lefts, least = tuple(segment.left for segment in lines[at].segments), 2
    else:
        return 0, ()
    rows = [lines[at]] if len(_parts(lines[at], lefts)) > 1 else []
    stop = good = at + 1
    alone = 0
    while stop < len(lines):
        line, before = lines[stop], lines[stop - 1]
        if not _near(before, line) or _begins_another(lines[at : stop + 1], lines[stop : stop + 3]):
            break
        close = before.base - line.base < 1.45 * line.size
        if _is_row(line, is_label) or _is_part(line, lefts):
            found = _columns([*rows, line], lefts)
            if len(found) < 2 or (rows and not all(_is_apart(row, found, lefts) for row in (*rows, line))):
                break
            rows.append(line)
            good, alone = stop + 1, 0
        elif _begins_at(line, lefts[1:]):
            good = stop + 1
        elif alone < _ALONE and _is_in_first(line, lefts):
            alone += not close or _is_even(lines[at : stop + 1])
        elif not close or len(_columns(lines[at : stop + 1], lefts)) < 2:
            break
        stop += 1
    if good - at < least or not rows:
        return 0, ()
    begins = tuple(left for left, _ in _columns(lines[at:good], lefts, whole=True))
    continued = least == 1 and all(any(abs(left - one) < _NEAR for one in known) for left in begins)
    return good - at, tuple(known) if continued else begins


def _leads(lines: Sequence[PrintedLine], at: int, known: Sequence[float]) -> bool:
    """True for a line with words in the first of the columns alone, with rows in these columns below it."""
    for place in range(at, min(at + _ALONE + 1, len(lines))):
        line = lines[place]
        if _is_part(line, known):
            return place > at
        if abs(line.left - known[0]) > _NEAR or line.right > known[1] or (place > at and not _near(lines[at], line)):
            return False
    return False


def _heads(
    above: Sequence[PrintedLine], table: Sequence[PrintedLine], lefts: Sequence[float], first: int, edge: float
) -> int:
    """How many of the lines above a table, from place ``first`` on, are rows of it with words in one column alone.

    Evidence: they stand as near to it as its rows to one another, begin where one of its columns does, and are set
    apart from what is above them.
    """
    pitch = max((a.base - b.base for a, b in pairwise(table)), default=0.0)
    begins = [left for left, _ in _columns(table, lefts)]
    whole = count = 0
    below = table[0]
    for line in reversed(above[first:]):
        if line.base - below.base > 1.12 * pitch or abs(line.size - below.size) > 0.1 * line.size:
            return count  # set apart
        column = next((n for n, left in enumerate(begins) if abs(line.left - left) < _NEAR), None)
        if column is not None and len(_parts(line, begins)) > 1:
            # A narrow blank parts no columns by itself, but where columns are below it does.
            whole = count = count + 1
        elif column is None or (column + 1 < len(begins) and line.right > begins[column + 1]):
            return count if line.left < begins[0] - _NEAR else whole
        elif count - whole == _ALONE:
            return whole
        else:
            count += 1
        below = line
    return count if begins[0] > edge + _NEAR else whole


def _is_in_first(line: PrintedLine, lefts: Sequence[float]) -> bool:
    """True for words in the first column, or in one before it that has none so far."""
    return line.right < lefts[0] or (abs(line.left - lefts[0]) < _NEAR and line.right < lefts[1])


def _is_even(lines: Sequence[PrintedLine]) -> bool:
    distances = [a.base - b.base for a, b in pairwise(lines)]
    return max(distances) < 1.12 * min(distances)


def _is_apart(line: PrintedLine, columns: Sequence[tuple[float, float]], lefts: Sequence[float]) -> bool:
    """True where no two parts of a line are in one column."""
    places = [next(n for n, (_, right) in enumerate(columns) if part.left < right) for part in _parts(line, lefts)]
    return len(set(places)) == len(places)


def _begins_another(lines: Sequence[PrintedLine], following: Sequence[PrintedLine]) -> bool:
    """True where the last line stands much further below than the lines above it do from one another, or, where there
    is but one of them and it is the head of something, than those ``following``."""
    *distances, last = [a.base - b.base for a, b in pairwise(lines)]
    if not distances and lines[-1].all_bold and not lines[-2].all_bold:
        distances = [a.base - b.base for a, b in pairwise(following)]
    return len(distances) > (len(lines) == 2) and last > 1.38 * max(distances)


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
    found = [segment.left - 0.5 for segment in line.segments[1:]]
    seen = [glyph for run in line.runs for glyph in run.glyphs if glyph.char != " "]
    for before, glyph in pairwise(seen):
        if glyph.left - before.right > 0.3 * line.size and _stands_at(glyph.left, lefts[1:]):
            found.append(glyph.left - 0.5)
    return [part for part in cut_at(line, sorted(set(found))) if part is not None] if found else (line,)


def _stands_at(x: float, lefts: Sequence[float]) -> bool:
    return any(abs(x - left) < 1.5 for left in lefts)


def _columns(lines: Sequence[PrintedLine], lefts: Sequence[float], *, whole: bool = False) -> list[tuple[float, float]]:
    """The ranges of x that any words of the lines cover. In many lines, or in a ``whole`` table, a wide blank in one
    line alone begins none, unless it is before one of ``lefts``."""
    spans = sorted((part.left, part.right) for line in lines for part in _parts(line, lefts))
    out: list[tuple[float, float]] = []
    counts: list[int] = []
    for left, right in spans:
        if out and left < out[-1][1] + 2:
            out[-1] = (out[-1][0], max(out[-1][1], right))
            counts[-1] += 1
        else:
            out.append((left, right))
            counts.append(1)
    if not whole and len(lines) < _MANY:
        return out
    kept: list[tuple[float, float]] = []
    for (left, right), count in zip(out, counts, strict=True):
        if kept and count == 1 and not any(abs(left - one) < _NEAR for one in lefts):
            kept[-1] = (kept[-1][0], right)
        else:
            kept.append((left, right))
    return kept


def _tabled(lines: Sequence[PrintedLine], lefts: Sequence[float]) -> PrintedTable:
    """Lines as rows of cells."""
    found = _columns(lines, lefts, whole=True)
    # A table that goes on may have no words in some of its columns.
    found += [(left, left + 1) for left in lefts if not any(a - _NEAR < left < b + _NEAR for a, b in found)]
    found.sort()
    cuts = [(a[1] + b[0]) / 2 for a, b in pairwise(found)]
    cells = [cut_at(line, cuts) for line in lines]
    rows: list[list[list[PrintedLine]]] = []
    for row, begins in zip(cells, _row_starts(lines, cells), strict=True):
        if begins:
            rows.append([[] for _ in found])
        for n, part in enumerate(row):
            if part is not None:
                rows[-1][n].append(part)
    edges = (found[0][0], *(b[0] for _, b in pairwise(found)), found[-1][1])
    return PrintedTable(tuple(tuple(map(tuple, row)) for row in rows), edges, lines[0].base, False)


def _row_starts(lines: Sequence[PrintedLine], cells: Sequence[Sequence[PrintedLine | None]]) -> list[bool]:
    """For each line of a table, whether a row begins with it.

    A line that goes on with the one above it has no words in a column that is empty there, and its words had not
    fitted there. Where distances are of two kinds, the lesser parts lines of a cell unless a row must begin behind it.
    """
    distances = [a.base - b.base for a, b in pairwise(lines)]
    least = min(distances, default=0.0)
    wide = [distance > 1.06 * least for distance in distances]
    rights = [max((row[n].right for row in cells if row[n]), default=0.0) for n in range(len(cells[0]))]  # type: ignore[union-attr]
    begins = [_must_begin(above, row, rights) for above, row in pairwise(cells)]
    if any(wide):
        close = [begin for begin, is_wide in zip(begins, wide, strict=True) if not is_wide]
        if sum(close) <= 0.5 * len(close) and least < 1.45 * lines[0].size:
            return [True, *wide]
    return [True, *(begin or _names(above, row) for begin, (above, row) in zip(begins, pairwise(cells), strict=True))]


def _names(above: Sequence[PrintedLine | None], row: Sequence[PrintedLine | None]) -> bool:
    """True for words in the first column that do not go on with a cut word, or inside a bracket, above them."""
    text = above[0].text.rstrip() if above[0] is not None else ""
    return row[0] is not None and not text.endswith("-") and text.count("(") <= text.count(")")


def _must_begin(
    above: Sequence[PrintedLine | None], row: Sequence[PrintedLine | None], rights: Sequence[float]
) -> bool:
    for n, (upper, part) in enumerate(zip(above, row, strict=True)):
        if part is None:
            continue
        if upper is None or upper.right + 0.25 * upper.size + first_word_width(part) < rights[n]:
            return True
    return False


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
