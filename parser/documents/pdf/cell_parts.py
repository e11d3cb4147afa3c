"""The paragraphs in the cells of tables that set a book: labels in one column, headings, words and lists in another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parser.documents.pdf.cells import Cell, PrintedTable
from parser.documents.pdf.paragraphs import ParagraphMaker, PlacedLine, Spacing, cell_text, is_label
from parser.documents.stream import StreamParagraph

_LABELLED = 0.6  # of the rows with words in the first column, those in which they are a label
_LEAST = 2  # such rows

Parts = tuple[tuple[tuple[StreamParagraph, ...], ...], ...]


class CellParts:
    """Parts the cells of a document's ``tables`` by the distances that are usual within them."""

    def __init__(self, tables: Sequence[PrintedTable]) -> None:
        cells = (cell for table in tables if _sets_labels(table) for row in table.rows for cell in row if len(cell) > 1)
        self._spacing = Spacing.of([line for cell in cells for line in _placed(cell, 0, 0, 0.0)])

    def parts(self, table: PrintedTable, page: int, number: int, maker: ParagraphMaker) -> Parts:
        """The paragraphs in each cell of a table; () for a table that sets no labels beside words."""
        if not _sets_labels(table):
            return ()
        own = maker.spaced(self._spacing)
        columns = zip(*table.rows, strict=True)
        rights = [max((line.right for cell in column for line in cell), default=0.0) for column in columns]

        def paragraphs(cell: Cell, right: float) -> Iterator[StreamParagraph]:
            for line in _placed(cell, page, number, right):
                yield from own.add(line)
            yield from own.flush()

        return tuple(
            tuple(tuple(paragraphs(cell, right)) for cell, right in zip(row, rights, strict=True)) for row in table.rows
        )


def _sets_labels(table: PrintedTable) -> bool:
    """True for a table with labels, no mere figures, in its first column."""
    first = [cell_text(row[0], {}) for row in table.rows if row and row[0]]
    labels = sum(is_label(words.strip()) and any(map(str.isalpha, words)) for words in first)
    lines = any(len(cell) > 1 for row in table.rows for cell in row[1:])
    return lines and labels >= max(_LEAST, _LABELLED * len(first))


def _placed(cell: Cell, page: int, number: int, right: float) -> Iterator[PlacedLine]:
    left = min((line.left for line in cell), default=0.0)
    return (PlacedLine(line, page, number, left, right, not at) for at, line in enumerate(cell))
