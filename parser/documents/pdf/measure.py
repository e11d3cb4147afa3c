"""How far the lines of a book of one column reach, whatever single lines, lists of contents and tables do; which stand
in the middle of their column, and which stand out by their letters."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from parser.documents.pdf.lines import PrintedLine

_WIDEST = 0.03  # of the lines of a book, those that may reach further
_LEAST = 100  # lines that show how far lines reach
_OTHERS = 3  # lines of a page that do, and it has an edge of its own
_DOTS = re.compile(r"(?:[.…]\s?){4}")  # of a list of contents, which may be wider
_SET_IN, _CENTRED = 0.5, 3.0  # of the size: how far such a line is set in; points by which its middle may miss
_SAME = 0.02  # of the size of the text: by less its letters differ
_LARGER = 1.07  # of the size of the text: the letters of a heading


class TextMeasure:
    """The right edge of the text of a book on even and on odd pages; ``body`` is the size of the text."""

    def __init__(self, pages: Sequence[Sequence[PrintedLine]], cuts: Sequence[Sequence[float]], body: float) -> None:
        self._body = body
        found: defaultdict[int, list[float]] = defaultdict(list)
        for number, (lines, columns) in enumerate(zip(pages, cuts, strict=True), 1):
            if not columns:
                found[number % 2] += [line.right for line in self._text(lines)]
        self._edges = {
            side: sorted(rights)[-1 - int(_WIDEST * len(rights))]
            for side, rights in found.items()
            if len(rights) >= _LEAST
        }

    def right(self, page: int, lines: Sequence[PrintedLine]) -> float:
        """Where the text ends on a page, in points; 0 where it is not known, or several of the ``lines`` of the page
        reach further than those of other pages."""
        edge = self._edges.get(page % 2, 0.0)
        further = sum(line.right > edge + self._body for line in self._text(lines))
        return edge if further < _OTHERS else 0.0

    def _text(self, lines: Sequence[PrintedLine]) -> Iterator[PrintedLine]:
        same = (line for line in lines if abs(line.size - self._body) < _SAME * self._body and not line.all_bold)
        return (line for line in same if not _DOTS.search(line.text))


def stands_out(line: PrintedLine, body: float) -> bool:
    """True for a line in letters larger than those of the text, whose size is ``body``, or bold ones."""
    return line.size > _LARGER * body or line.all_bold


def are_centred(lines: Sequence[PrintedLine], left: float, right: float) -> bool:
    """True for bold lines in the middle of a column from ``left`` to ``right`` in points."""
    middle = (left + right) / 2
    return all(
        one.all_bold and one.left - left > _SET_IN * one.size and abs((one.left + one.right) / 2 - middle) < _CENTRED
        for one in lines
    )
