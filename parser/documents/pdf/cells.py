"""Lines cut into the cells of a table whose columns are known by where they begin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from parser.documents.pdf.glyphs import Glyph
from parser.documents.pdf.lines import PrintedLine, first_word_width

NEAR = 3.0  # points by which things that meet or stand below one another may miss one another
_EXACT = 0.4  # points: nothing but the beginning of a cell stands there
_OVER = 10.0  # points by which the words of a cell may run over the next one
_MANY = 8  # lines of a table in which one alone makes no column
Cell = tuple[PrintedLine, ...]


@dataclass(frozen=True)
class PrintedTable:
    """A table: the lines of each cell, row by row, and the edges of its columns in points."""

    rows: tuple[tuple[Cell, ...], ...]
    edges: tuple[float, ...]
    top: float
    ruled: bool
    """Ruled lines say where its rows part; else distances did."""
    loose: tuple[PrintedLine, ...] = ()
    """Its lines where they are one row at the foot of a column, which only a table at the head of the next proves."""
    numbers: tuple[int, ...] = ()
    """The numbers that its rows have in the whole table, from 0, where the file names its cells."""
    heads: int = 0
    """How many of its first rows the file calls heads."""


def as_table(lines: Sequence[PrintedLine], lefts: Sequence[float], *, goes_on: bool = False) -> PrintedTable:
    """Lines as rows of cells; ``lefts`` are where the columns begin in points.

    ``goes_on``: a table before them has these columns, in some of which the lines may have no words.
    """
    found = column_spans(lines, lefts, whole=True)
    if goes_on:
        found += [(left, left + 1) for left in lefts if not any(a - NEAR < left < b + NEAR for a, b in found)]
    found.sort()
    cells = [_in_columns(line_parts(line, lefts), [left for left, _ in found]) for line in lines]
    rows: list[list[list[PrintedLine]]] = []
    for row, begins in zip(cells, _row_starts(lines, cells, [left for left, _ in found]), strict=True):
        if begins:
            rows.append([[] for _ in found])
        for n, part in enumerate(row):
            if part is not None:
                rows[-1][n].append(part)
    edges = (found[0][0], *(b[0] for _, b in pairwise(found)), found[-1][1])
    return PrintedTable(tuple(tuple(map(tuple, row)) for row in rows), edges, lines[0].base, False)


def line_parts(line: PrintedLine, lefts: Sequence[float]) -> Sequence[PrintedLine]:
    """The line cut at its wide blanks, and at blanks before a sign where a column begins."""
    tabs = iter(line.tabs)
    tab = next(tabs, None)
    found = []
    lefts = [left for left in lefts if left > line.left + NEAR]
    for before, glyph in pairwise(line.signs):
        gap = (glyph.left - before.right) / line.size
        exact = any(abs(glyph.left - x) < _EXACT for x in lefts)
        # Words too wide for their cell touch those of the next one or run over them; they begin where its column does.
        if (
            glyph is tab
            or (gap > 0.3 and begins_column(glyph.left, lefts))
            or (exact and _are_parted(before, glyph, gap))
        ):
            found.append(glyph)
        tab = next(tabs, None) if glyph is tab else tab
    return line.cut_before(found) if found else (line,)


def column_spans(
    lines: Sequence[PrintedLine], lefts: Sequence[float], *, whole: bool = False
) -> list[tuple[float, float]]:
    """The ranges of x that any words of the lines cover. In many lines, or in a ``whole`` table, a wide blank in one
    line alone begins none, unless it is before one of ``lefts``."""
    spans = sorted((part.left, part.right) for line in lines for part in line_parts(line, lefts))
    out: list[tuple[float, float]] = []
    counts: list[int] = []
    for left, right in spans:
        touching = out and out[-1][1] - left < _OVER and any(abs(left - one) < _EXACT for one in lefts[1:])
        if out and left < out[-1][1] + 2 and not (touching and left > out[-1][0] + NEAR):
            out[-1] = (out[-1][0], max(out[-1][1], right))
            counts[-1] += 1
        else:
            out.append((left, right))
            counts.append(1)
    if not whole and len(lines) < _MANY:
        return out
    kept: list[tuple[float, float]] = []
    for (left, right), count in zip(out, counts, strict=True):
        if kept and count == 1 and not any(abs(left - one) < NEAR for one in lefts):
            kept[-1] = (kept[-1][0], right)
        else:
            kept.append((left, right))
    return kept


def begins_column(x: float, lefts: Sequence[float]) -> bool:
    """True where something at ``x`` begins where a column does; points from the left of the page."""
    return any(abs(x - left) < 1.5 for left in lefts)


def _are_parted(before: Glyph, glyph: Glyph, gap: float) -> bool:
    """True for two signs that no word has side by side, or of which the second stands before the end of the first.

    A word behind a blank may stand where a column begins by chance.
    """
    one, other = before.char, glyph.char
    # "103-112 113-123": figures of two full cells have less than a blank between them.
    figures = gap < 0.31 and one.isdigit() and other.isdigit()
    return gap < -0.3 or figures or (gap < 0.1 and (one.islower() or one == "-") and other.isupper())


def _in_columns(parts: Sequence[PrintedLine], begins: Sequence[float]) -> list[PrintedLine | None]:
    """The words of a line in each of the columns that begin at ``begins``."""
    out: list[PrintedLine | None] = [None for _ in begins]
    for part in parts:
        n = max(0, sum(left <= part.left + _EXACT for left in begins) - 1)
        before = out[n]
        out[n] = part if before is None else PrintedLine((*before.runs, *part.runs))
    return out


def _row_starts(
    lines: Sequence[PrintedLine], cells: Sequence[Sequence[PrintedLine | None]], begins_at: Sequence[float]
) -> list[bool]:
    """For each line of a table, whether a row begins with it.

    A line that goes on with the one above it has no words in a column that is empty there, and its words had not
    fitted there. Where distances are of two kinds, the lesser parts lines of a cell unless a row must begin behind it.
    """
    distances = [a.base - b.base for a, b in pairwise(lines)]
    least = min(distances, default=0.0)
    wide = [distance > 1.06 * least for distance in distances]
    # Words that run over the next column show no room of their own.
    ends = [*begins_at[1:], float("inf")]
    rights = [
        max((part.right for row in cells if (part := row[n]) and part.right < end), default=0.0)
        for n, end in enumerate(ends)
    ]
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
