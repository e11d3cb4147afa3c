"""Labels in the outer margin of a book that is bound: left of the text on even pages, right of it on odd ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from parser.documents.label_words import is_typed_label
from parser.documents.pdf.glyphs import Glyph
from parser.documents.pdf.lines import PrintedLine, page_lines

_ENOUGH, _PAGES = 8, 3  # labels that are a habit of a book, and pages that have some
_EDGE = 3.0  # points: by how much the edge of a margin differs
_HABIT = 0.9  # of what reaches into the margin, that which is a label
_LETTERS = 0.4  # of the labels, those that are no mere figures, as the cells and the pages of a list are
_BLANK = 0.6  # of the size of a line: a wider blank parts a label from the words before it
_GAP = 0.9  # of the size of the text: how far before it its label is put


def with_labels_before(pages: Sequence[Sequence[Glyph]], body: float) -> list[Sequence[Glyph]]:
    """The signs of each page, those of labels to the right of the text moved to its left, on the same baseline.

    Evidence: on several pages of one side, and of no other, labels begin at one edge that nothing else reaches.
    ``body`` is the size of the text.
    """
    out = list(pages)
    sides = [{n: page_lines(pages[n]) for n in range(side, len(pages), 2)} for side in (0, 1)]
    margins = [(lines, margin) for lines in sides if (margin := _margin(lines)) is not None]
    if len(margins) != 1:  # on both sides it is the last column of tables
        return out
    lines, margin = margins[0]
    left = min(line.left for page in lines.values() for line in page if line.left < margin) - _GAP * body
    for n, page in lines.items():
        labels = [part for line in page if (part := _last_part(line)).left >= margin and is_typed_label(part.text)]
        moved = {glyph: left - part.right for part in labels for glyph in part.glyphs}
        out[n] = [g._replace(left=g.left + moved[g], right=g.right + moved[g]) if g in moved else g for g in pages[n]]
    return out


def _margin(lines: dict[int, tuple[PrintedLine, ...]]) -> float | None:
    """Where the margin begins in which the labels of these pages stand, in points; None where there is none."""
    found = list(_last_labels(lines))
    edges = Counter(round(part.left) for _, part in found)
    edge = max(edges, key=lambda one: (edges[one], one), default=0) - _EDGE
    labels = [(n, part) for n, part in found if part.left >= edge]
    lettered = sum(any(sign.isalpha() or sign == "§" for sign in part.text) for _, part in labels)
    reaching = sum(line.right > edge for page in lines.values() for line in page)
    beside = sum(line.left < edge for page in lines.values() for line in page)
    is_margin = (
        len(labels) >= max(_ENOUGH, _HABIT * reaching)
        and len({n for n, _ in labels}) >= _PAGES
        and lettered >= _LETTERS * len(labels)
        and beside > len(labels)
    )
    return edge if is_margin else None


def _last_labels(lines: dict[int, tuple[PrintedLine, ...]]) -> Iterator[tuple[int, PrintedLine]]:
    """(page, label) of each line that ends with a label behind a wide blank, or is nothing else."""
    for n, page in lines.items():
        for line in page:
            if is_typed_label((part := _last_part(line)).text):
                yield n, part


def _last_part(line: PrintedLine) -> PrintedLine:
    """What stands behind the last blank of a line that is wider than those within a label; else the line."""
    wide = [after for before, after in pairwise(line.signs) if after.left - before.right > _BLANK * line.size]
    return line.cut_before(wide[-1:])[-1]
