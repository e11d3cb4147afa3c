"""Tables whose cells the PDF names itself, put together from the lines of a page."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from parser.documents.pdf.cells import PrintedTable
from parser.documents.pdf.glyphs import Glyph
from parser.documents.pdf.lines import PrintedLine, PrintedRun

_LONGEST = 1_200  # signs that a cell may hold; one that lays out a page has more


def tagged_tables(lines: Sequence[PrintedLine]) -> dict[int, PrintedTable | None]:
    """The tables among the lines, each under the place of its first line; None under those of its others."""
    held: defaultdict[int, list[int]] = defaultdict(list)
    for at, line in enumerate(lines):
        tables = {glyph.cell.table if glyph.cell else -1 for glyph in line.signs}
        if len(tables) == 1 and -1 not in tables:
            held[tables.pop()].append(at)
    found: dict[int, PrintedTable | None] = {}
    for places in held.values():
        table = _table([lines[at] for at in places])
        if table is not None:
            found |= {at: table if at == places[0] else None for at in places}
    return found


def _table(lines: Sequence[PrintedLine]) -> PrintedTable | None:
    cells: defaultdict[tuple[int, int], list[PrintedLine]] = defaultdict(list)
    marks = {(glyph.cell.row, glyph.cell.column): glyph.cell for line in lines for glyph in line.signs if glyph.cell}
    for line in lines:
        for place in sorted({(g.cell.row, g.cell.column) for g in line.signs if g.cell}):
            parts = ((tuple(g for g in run.glyphs if _is_in(g, place)), run.raised) for run in line.runs)
            runs = [PrintedRun(kept, raised) for kept, raised in parts if any(g.char != " " for g in kept)]
            cells[place].append(PrintedLine(tuple(runs)))
    sizes = Counter({place: sum(len(line.text) for line in own) for place, own in cells.items()})
    if not cells or max(sizes.values()) > _LONGEST:
        return None
    columns = max(cell.columns for cell in marks.values())
    numbers = sorted({row for row, _ in cells})
    rows = tuple(tuple(tuple(cells.get((row, column), ())) for column in range(columns)) for row in numbers)
    heads = 0
    while heads < len(numbers) and all(cell.is_head for (row, _), cell in marks.items() if row == numbers[heads]):
        heads += 1
    lefts = [min((line.left for row in rows for line in row[n]), default=0.0) for n in range(columns)]
    for n in range(1, columns):
        lefts[n] = lefts[n] or lefts[n - 1]
    edges = (*lefts, max(line.right for line in lines))
    return PrintedTable(rows, edges, lines[0].base, False, numbers=tuple(numbers), heads=heads % len(numbers))


def _is_in(glyph: Glyph, place: tuple[int, int]) -> bool:
    return glyph.cell is not None and (glyph.cell.row, glyph.cell.column) == place
