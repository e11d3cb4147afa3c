"""Tables without ruled lines: rows of words and figures below one another between wide blanks."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from parser.documents.pdf.cells import NEAR, PrintedTable, as_table, begins_column, column_spans, line_parts
from parser.documents.pdf.corridors import corridor_table
from parser.documents.pdf.lines import PrintedLine, first_word_width

_LEADER = re.compile(r"(?:\.\s?){4,}")
_WIDE = 0.6  # of the cells: more are not parted by narrow blanks alone
_ALONE = 3  # rows with words in one column alone that follow one another


def with_unruled(
    lines: Sequence[PrintedLine], is_label: Callable[[str], bool], known: Sequence[float], edge: float
) -> list[PrintedLine | PrintedTable]:
    """Lines with their tables; the first may go on with a table whose columns began at ``known``.

    ``edge`` is where the words of the column begin, in points.
    """
    out: list[PrintedLine | PrintedTable] = []
    at = begun = 0
    lefts: tuple[float, ...] = ()
    while at < len(lines):
        if (narrow := _narrow(lines[at - _loose(out) : at], lines[at:], is_label)) is not None:
            heads, count, table = narrow
            del out[len(out) - heads :]
            out.append(table)
            begun, lefts = at - heads, ()
            at += count
            continue
        own = known if at == 0 else lefts if out and isinstance(out[-1], PrintedTable) else ()
        count, lefts = _region(lines, at, is_label, own)
        if not count:
            if _is_last_row(lines[at:], is_label):
                begins = [segment.left for segment in lines[at].segments]
                out.append(replace(as_table(lines[at:], begins), loose=tuple(lines[at:])))
                break
            out.append(lines[at])
            at += 1
            continue
        first = at
        above = _heads(lines[:first], lines[first : at + count], lefts, first - _loose(out), edge)
        parted = [len(column_spans(lines[n : at + count], lefts, whole=True)) for n in (first - above, first)]
        above = above if parted[0] >= parted[1] else 0
        del out[len(out) - above :]
        begin = first - above
        if out and isinstance(out[-1], PrintedTable) and _is_head_of(lines[begun:begin], lines[begin : at + count]):
            out.pop()
            begin = begun
        out.append(as_table(lines[begin : at + count], lefts, goes_on=at == 0))
        begun = begin
        at += count
    return out


def _narrow(
    above: Sequence[PrintedLine], lines: Sequence[PrintedLine], is_label: Callable[[str], bool]
) -> tuple[int, int, PrintedTable] | None:
    """A table that corridors show at the head of the lines, unless wide blanks show as many columns."""
    found = corridor_table(above, lines, _near)
    if found is None:
        return None
    heads, count, table = found
    cells = sum(bool(cell) for row in table.rows[heads:] for cell in row)
    parted = sum(len(line.segments) for line in lines[:count])
    wide, lefts = _region(lines[:count], 0, is_label, ())
    if not wide:
        return found if parted <= cells else None
    shown = len(column_spans(lines[:wide], lefts, whole=True))
    if sum(len(line.segments) == shown for line in lines[:count]) > 0.8 * count:
        return None  # wide blanks part every row alike: what is narrower is within cells
    return found if parted <= _WIDE * cells and shown < len(table.rows[0]) else None


def _is_last_row(lines: Sequence[PrintedLine], is_label: Callable[[str], bool]) -> bool:
    """True for a row of three columns or more with which a column ends; its first cell may have further lines."""
    begins = [segment.left for segment in lines[0].segments]
    return (
        len(begins) > 2
        and len(lines) <= _ALONE
        and _is_row(lines[0], is_label)
        and all(_near(above, line) and _is_in_first(line, begins) for above, line in pairwise(lines))
    )


def _is_head_of(above: Sequence[PrintedLine], table: Sequence[PrintedLine]) -> bool:
    """True where a table of few lines is the head of the one right below it: cells so full that its columns seemed
    fewer, although their words begin where those of the table below do."""
    if len(above) > _ALONE or not all(line.all_bold for line in above) or table[0].all_bold:
        return False
    begins = [left for left, _ in column_spans(table, (), whole=True)]
    whole = column_spans([*above, *table], begins, whole=True)
    return (
        _near(above[-1], table[0])
        and len(column_spans(above, ())) < len(begins) == len(whole)
        and all(begins_column(part.left, begins) for line in above for part in line_parts(line, begins))
    )


def _loose(out: Sequence[PrintedLine | PrintedTable]) -> int:
    """How many lines stand behind the last table."""
    return next((n for n, one in enumerate(reversed(out)) if isinstance(one, PrintedTable)), len(out))


def _region(
    lines: Sequence[PrintedLine], at: int, is_label: Callable[[str], bool], known: Sequence[float]
) -> tuple[int, tuple[float, ...]]:
    """How many lines from ``at`` on are one table, 0 where none begins; and where its columns begin."""
    if _has_others(lines[at], known, is_label):
        known = ()
    lefts, least = _columns_at(lines, at, is_label, known)
    good = _end(lines, at, lefts, is_label) if lefts else at
    if good == at or good - at < least:
        return 0, ()
    while good > at and _goes_on_below(lines, good, lefts, max(line.right for line in lines[at:good])):
        good -= 1
    rows = [line for line in lines[at:good] if len(line_parts(line, lefts)) > 1]
    if good - at < least or not rows or (least == 2 and not _aligned(rows, lefts)):
        return 0, ()
    begins = tuple(left for left, _ in column_spans(lines[at:good], lefts, whole=True))
    if len(begins) < 2:
        return 0, ()
    continued = (
        lefts == tuple(known) and least == 1 and all(any(abs(left - one) < NEAR for one in known) for left in begins)
    )
    return good - at, tuple(known) if continued else begins


def _columns_at(
    lines: Sequence[PrintedLine], at: int, is_label: Callable[[str], bool], known: Sequence[float]
) -> tuple[tuple[float, ...], int]:
    """Where columns begin in a line that may begin a table, and how many lines a table has that begins so, at least.

    ``((), 0)`` for a line that begins none.
    """
    line = lines[at]
    if len(known) > 1 and (_is_part(line, known) or _begins_at(line, known[1:]) or _leads(lines, at, known)):
        return tuple(known), 1
    if not _is_row(line, is_label):
        return (), 0
    lefts = tuple(segment.left for segment in line.segments)
    # The head of a table may stand alone at the end of a column.
    alone = at + 1 == len(lines) and len(lefts) > 2 and line.all_bold
    return lefts, 1 if alone else 2


def _end(lines: Sequence[PrintedLine], at: int, lefts: Sequence[float], is_label: Callable[[str], bool]) -> int:
    """The line behind the last that belongs to a table begun at ``at``; ``at`` where no line has several cells."""
    rows = [lines[at]] if len(line_parts(lines[at], lefts)) > 1 else []
    stop = good = at + 1
    single = 0
    while stop < len(lines):
        line, before = lines[stop], lines[stop - 1]
        if not _near(before, line) or _begins_another(lines[at : stop + 1], lines[stop : stop + 3]):
            break
        close = before.base - line.base < 1.45 * line.size
        if _is_row(line, is_label) or _is_part(line, lefts):
            found = column_spans([*rows, line], lefts)
            seen = (*rows, line)
            if len(found) < 2 or (rows and not all(_is_apart(row, found, lefts, seen) for row in seen)):
                break
            rows.append(line)
            good, single = stop + 1, 0
        elif _begins_at(line, lefts[1:]):
            good = stop + 1
        elif single < _ALONE and _is_in_first(line, lefts):
            single += not close or _is_even(lines[at : stop + 1])
            if line_parts(before, lefts)[0].text.rstrip().endswith(("-", "–")):
                good = stop + 1  # the word, or the range of figures, goes on
            elif good == stop and _fills_cell(lines[at : stop + 1], lefts):
                good = stop + 1
        elif not close or len(column_spans(lines[at : stop + 1], lefts)) < 2:
            break
        stop += 1
    return good if rows else at


def _has_others(line: PrintedLine, known: Sequence[float], is_label: Callable[[str], bool]) -> bool:
    """True for a row of as many columns as ``known``, or more, that begin elsewhere: that of another table."""
    begins = [segment.left for segment in line.segments]
    return (
        _is_row(line, is_label)
        and len(begins) >= len(known)
        and not all(any(abs(left - one) < NEAR for one in known) for left in begins)
    )


def _fills_cell(lines: Sequence[PrintedLine], lefts: Sequence[float]) -> bool:
    """True where the last line goes on with the first cell above it: nearer to it than rows are to one another, its
    first word too long for what was left there."""
    above, line = lines[-2:]
    parts = line_parts(above, lefts)
    pitch = max((a.base - b.base for a, b in pairwise(lines[:-1])), default=0.0)
    full = len(parts) > 1 and parts[0].right + 0.25 * above.size + first_word_width(line) > parts[1].left
    return full and above.base - line.base < 0.9 * pitch


def _goes_on_below(lines: Sequence[PrintedLine], stop: int, lefts: Sequence[float], edge: float) -> bool:
    """True where the last line of a table goes on at its left edge, over its columns: words behind a tab.

    ``edge`` is how far the lines reach to the right.
    """
    if stop >= len(lines):
        return False
    last, line = lines[stop - 1], lines[stop]
    pitch = last.base - line.base
    above = lines[stop - 2].base - last.base if stop > 1 else pitch
    return (
        pitch < 1.45 * line.size
        and pitch < 1.06 * above
        and abs(line.left - lefts[0]) < NEAR
        and len(line_parts(last, lefts)) == 2
        and (line.right > lefts[1] or _is_full(last, line, edge))
    )


def _is_full(above: PrintedLine, line: PrintedLine, edge: float) -> bool:
    """True where the first word of a line had not fitted behind the line above it."""
    return above.right + 0.25 * above.size + first_word_width(line) > edge


def _aligned(rows: Sequence[PrintedLine], lefts: Sequence[float]) -> bool:
    """True where words stand below one another: in each column most begin, end or have their middle at one place.

    Words behind a tab that is as wide as the word before it leaves it do not.
    """
    columns = column_spans(rows, lefts)
    for low, high in columns[1:]:
        parts = [
            part for row in rows for part in line_parts(row, lefts) if low - 1 < part.left and part.right < high + 1
        ]
        places = [[p.left for p in parts], [p.right for p in parts], [(p.left + p.right) / 2 for p in parts]]
        if max(_most_at_one_place(edges) for edges in places) < 0.5 * len(parts) + 0.1:
            return False
    return True


def _most_at_one_place(edges: Sequence[float]) -> int:
    return max(sum(abs(edge - other) < NEAR for other in edges) for edge in edges) if edges else 0


def _leads(lines: Sequence[PrintedLine], at: int, known: Sequence[float]) -> bool:
    """True for a line with words in the first of the columns alone, with rows in these columns below it."""
    for place in range(at, min(at + _ALONE + 1, len(lines))):
        line = lines[place]
        if _is_part(line, known):
            return place > at
        if abs(line.left - known[0]) > NEAR or line.right > known[1] or (place > at and not _near(lines[at], line)):
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
    begins = [left for left, _ in column_spans(table, lefts)]
    whole = count = 0
    below = table[0]
    for line in reversed(above[first:]):
        if line.base - below.base > 1.12 * pitch or abs(line.size - below.size) > 0.1 * line.size:
            return count  # set apart
        column = next((n for n, left in enumerate(begins) if abs(line.left - left) < NEAR), None)
        if column is not None and len(line_parts(line, begins)) > 1:
            # A narrow blank parts no columns by itself, but where columns are below it does.
            whole = count = count + 1
        elif column is None or (column + 1 < len(begins) and line.right > begins[column + 1]):
            return count if line.left < begins[0] - NEAR else whole
        elif count - whole == _ALONE:
            return whole
        else:
            count += 1
        below = line
    return count if begins[0] > edge + NEAR else whole


def _is_in_first(line: PrintedLine, lefts: Sequence[float]) -> bool:
    """True for words in the first column, or in one before it that has none so far."""
    return line.right < lefts[0] or (abs(line.left - lefts[0]) < NEAR and line.right < lefts[1])


def _is_even(lines: Sequence[PrintedLine]) -> bool:
    distances = [a.base - b.base for a, b in pairwise(lines)]
    return max(distances) < 1.12 * min(distances)


def _is_apart(
    line: PrintedLine,
    columns: Sequence[tuple[float, float]],
    lefts: Sequence[float],
    rows: Sequence[PrintedLine],
) -> bool:
    """True where no two cells of a line are in one column."""
    parts = line_parts(line, lefts)
    places = [next(n for n, (_, right) in enumerate(columns) if part.left < right) for part in parts]
    return all(
        one != other or _is_stretched(part, following, rows)
        for (one, other), (part, following) in zip(pairwise(places), pairwise(parts), strict=True)
    )


def _is_stretched(part: PrintedLine, following: PrintedLine, rows: Sequence[PrintedLine]) -> bool:
    """True for two parts of one cell: a sign for a blank, made wide to fill the line, and a place where no other row
    has the beginning of anything."""
    begins = sum(abs(one.left - following.left) < NEAR for row in rows for one in row.segments)
    return part.runs[-1].glyphs[-1].char == " " and begins == 1


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
    return len(line_parts(line, lefts)) > 1 and abs(line.left - lefts[0]) < NEAR


def _begins_at(line: PrintedLine, lefts: Sequence[float]) -> bool:
    return any(abs(line.left - left) < NEAR for left in lefts)
