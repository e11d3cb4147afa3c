"""Tables whose cells are no further apart than words are: known by the blank corridors that run down between their
columns.

In running text the blanks of one line are above words of the next. Where several lines share blanks, and the words
behind them stand below one another, they are rows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from parser.documents.pdf.cells import PrintedTable
from parser.documents.pdf.lines import PrintedLine
from parser.documents.pdf.paragraphs import is_labelled

_LEAST = 0.17  # of the size: a narrower gap is none between words
_LINES = 3  # lines that share corridors by more than chance
_NARROWEST = 1.5  # points that a corridor is wide at least
_OVER = 20.0  # points by which a line may reach further to the right than those above it
_APART = 1.3  # of the least distance of its lines: a table ends before a wider one
_SET = 2.0  # points by which the head of a column may miss its edge or middle
_EXACT = 0.7  # points by which words that stand below one another may miss one another
_SHORT = 30  # characters that all cells but those of the first column have

_DASHES = ("-", "–", "—")
Span = tuple[float, float]


def corridor_table(
    above: Sequence[PrintedLine], lines: Sequence[PrintedLine], near: Callable[[PrintedLine, PrintedLine], bool]
) -> tuple[int, int, PrintedTable] | None:
    """How many lines ``above`` are heads of a table, how many of ``lines``, from the first on, are rows of it, and the
    table; None where none begins.

    ``near``: a line is as near to the one above it as lines of one table are.
    """
    if len(lines) < _LINES or not all(near(a, b) for a, b in pairwise(lines[:_LINES])):
        return None
    covered = _union([span for line in lines[:_LINES] for span in _spans(line)])
    if len(covered) < 3 or sum(is_labelled(line.text.strip()) for line in lines[:_LINES]) > 1:
        return None
    pitch = min(a.base - b.base for a, b in pairwise(lines[:_LINES]))
    if any(a.base - b.base > _APART * pitch for a, b in pairwise(lines[:_LINES])):
        return None
    count = _LINES
    while count < len(lines) and near(lines[count - 1], lines[count]):
        wider = _union([*covered, *_spans(lines[count])])
        inside = [span for span in wider if span[0] < covered[-1][1]]
        crossed = len(covered) - len(inside)
        far = lines[count - 1].base - lines[count].base > _APART * pitch
        if far or len(inside) < 3 or crossed > len(covered) // 3 or wider[-1][1] > covered[-1][1] + _OVER:
            break
        covered = wider
        count += 1
    columns = _aligned(lines[:count], covered)
    if len(columns) < 3 or not _is_table([_in_columns(line, columns) for line in lines[:count]]):
        return None
    heads = _heads(above, lines[0], columns, pitch)
    rows = [*above[len(above) - heads :], *lines[:count]]
    columns = _union([*columns, *(span for line in rows[:heads] for span in _spans(line))], 0.0)
    cells = [_in_columns(line, columns) for line in rows]
    made = tuple(tuple(() if one is None else (one,) for one in row) for row in cells)
    edges = (*(left for left, _ in columns), columns[-1][1])
    return heads, count, PrintedTable(made, edges, rows[0].base, False)


def _heads(above: Sequence[PrintedLine], first: PrintedLine, columns: Sequence[Span], pitch: float) -> int:
    """How many of the lines above the rows are rows too: as near as those, and no word of theirs in a corridor. The
    first of them has words in several columns, each at the left, the right or in the middle of its own."""
    count = found = 0
    covered = list(columns)
    below = first
    for line in reversed(above):
        spans = _spans(line)
        wider = _union([*covered, *spans], 0.0)
        near = line.base - below.base < 1.06 * pitch and abs(line.size - below.size) < 0.1 * line.size
        if not near or len(wider) != len(columns) or wider[0][0] < columns[0][0] - 2:
            break
        covered, below, count = wider, line, count + 1
        cells = [(own, span) for span in wider if (own := _within(line, span)) is not None]
        found = count if len(cells) > max(1, len(columns) // 3) and all(_is_set(*one) for one in cells) else found
    return found


def _is_set(cell: Span, column: Span) -> bool:
    """True for words that are set at the left, at the right or in the middle of their column."""
    (left, right), (low, high) = cell, column
    return min(abs(left - low), abs(right - high), abs(left + right - low - high) / 2) < _SET


def _spans(line: PrintedLine) -> list[Span]:
    """The words of a line as ranges of x."""
    out: list[Span] = []
    blank = False
    for glyph in line.glyphs:
        if glyph.char == " ":
            blank = True
        elif out and not blank and glyph.left - out[-1][1] < _LEAST * line.size:
            out[-1] = (out[-1][0], max(out[-1][1], glyph.right))
        else:
            out.append((glyph.left, glyph.right))
            blank = False
    return out


def _union(spans: Sequence[Span], narrowest: float = _NARROWEST) -> list[Span]:
    out: list[Span] = []
    for left, right in sorted(spans):
        if out and left < out[-1][1] + narrowest:
            out[-1] = (out[-1][0], max(out[-1][1], right))
        else:
            out.append((left, right))
    return out


def _aligned(lines: Sequence[PrintedLine], covered: Sequence[Span]) -> list[Span]:
    """The covered ranges, those put together between which the blank is one of words: what begins behind it does not
    stand below one another in the lines."""
    columns = [covered[0]]
    for span in covered[1:]:
        parts = [part for line in lines if (part := _within(line, span))]
        edges = [[p[0] for p in parts], [p[1] for p in parts], [(p[0] + p[1]) / 2 for p in parts]]
        best = max((_most(one) for one in edges), default=0)
        if best >= max(_LINES, 0.7 * len(parts)) and len(parts) >= 0.4 * len(lines):
            columns.append(span)
        else:
            columns[-1] = (columns[-1][0], span[1])
    return columns


def _within(line: PrintedLine, span: Span) -> Span | None:
    own = [(a, b) for a, b in _spans(line) if a >= span[0] - 0.5 and b <= span[1] + 0.5]
    return (own[0][0], own[-1][1]) if own else None


def _most(edges: Sequence[float]) -> int:
    return max((sum(abs(edge - other) < _EXACT for other in edges) for edge in edges), default=0)


def _in_columns(line: PrintedLine, columns: Sequence[Span]) -> list[PrintedLine | None]:
    cuts = []
    for n, (left, _) in enumerate(columns[1:], 1):
        first = next((g for g in line.signs if g.left > left - 0.5), None)
        if first is not None and (n + 1 == len(columns) or first.left < columns[n + 1][0] - 0.5):
            cuts.append(first)
    out: list[PrintedLine | None] = [None for _ in columns]
    for part in line.cut_before(cuts):
        n = max(n for n, (left, _) in enumerate(columns) if n == 0 or part.left > left - 0.5)
        out[n] = part
    return out


def _is_table(cells: Sequence[Sequence[PrintedLine | None]]) -> bool:
    """True for rows of short cells, mostly figures, of which each has several."""
    later = [one.text for row in cells for one in row[1:] if one is not None]
    if any(all(one is None or one.text.strip() in _DASHES for one in column) for column in zip(*cells, strict=True)):
        return False  # "1 - I": a dash is part of a cell
    figures = sum(not any(char.islower() for char in text) for text in later)
    return (
        all(sum(one is not None for one in row) > 1 for row in cells)
        and sum(sum(one is not None for one in row) > 2 for row in cells) >= 0.5 * len(cells)
        and all(len(text) <= _SHORT for text in later)
        and figures > 0.5 * len(later)
    )
