"""Pages in which every line is placed by itself, as converters make them of a PDF: read as the print that they show."""

from __future__ import annotations

import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from corpus.text import xml_safe
from parser.documents.page_styles import PageStyles
from parser.documents.pdf.glyphs import Glyph, PdfPage

_MOST = 0.8  # of the letters of the page, those in placed lines
_LINES = 30  # of a page that is made so
_SIZE = 12.0  # points of letters of which nothing is said
_WIDTH = 0.5  # of the size: a letter's width, where no words beside one another show that letters are narrower
_MOST_LINES = 0.98  # of the lines of a size, those that are not longer than a full one
_LEAST, _WIDEST = 0.35, 0.65  # of the size: letters of any face are as wide
_TELLING = 12  # letters of a line that shows it
_FEW = 0.02  # of these lines, those that run over others
_BESIDE = 1.5  # letters between words that stand beside one another
_NEAR = 2.0  # points by which lines on one row differ
_RAISED, _SMALL = 0.33, 0.6  # of the size: how far a raised sign stands above the line, and how large it is
_FOOT = 40.0  # points below the last line of a page that says no height


@dataclass(frozen=True)
class _Line:
    """A placed element: its left edge and upper edge in points."""

    element: Any
    left: float
    top: float
    size: float
    length: int


def printed_pages(root: Any, styles: PageStyles) -> tuple[PdfPage, ...]:
    """The pages of a document whose lines are placed one by one; () for all others.

    No page says how wide its letters are: all are taken for equally wide, and so narrow that no words run over those
    beside them.
    """
    pages: defaultdict[Any, list[_Line]] = defaultdict(list)
    for element in root.iter():
        if not isinstance(element.tag, str) or styles.of(element).get("position") != "absolute":
            continue
        left, top = styles.points(element, "left"), styles.points(element, "top")
        words = "".join(element.itertext()).strip()
        if left is not None and top is not None and words:
            size = _size(element, styles)
            pages[element.getparent()].append(_Line(element, left, top, size, len(words)))
    lines = [line for page in pages.values() for line in page]
    letters = sum(len(text.strip()) for text in root.itertext())
    if len(lines) < _LINES or sum(line.length for line in lines) < _MOST * letters:
        return ()
    rooms = {page: _rooms(found) for page, found in pages.items()}
    widths = _widths(lines, [one for page in rooms.values() for one in page])
    found = enumerate(rooms.items(), 1)
    return tuple(_page(number, parent, page, styles, widths) for number, (parent, page) in found)


def _widths(lines: Sequence[_Line], rooms: Sequence[tuple[float, _Line]]) -> Mapping[float, float]:
    """How wide letters of each size are, in their size: the longest lines of each are as long as those of the text."""
    told = sorted(room for room, line in rooms if line.length >= _TELLING and room < math.inf)
    usual = min(_WIDTH, told[int(_FEW * len(told))]) if told else _WIDTH
    by_size: defaultdict[float, list[int]] = defaultdict(list)
    for line in lines:
        by_size[line.size].append(line.length)
    longest = {size: sorted(found)[int(_MOST_LINES * len(found))] for size, found in by_size.items()}
    body = max(by_size, key=lambda size: sum(by_size[size]))
    whole = longest[body] * body * usual
    return {
        size: fill if len(found) >= _LINES and _LEAST <= (fill := whole / longest[size] / size) <= _WIDEST else usual
        for size, found in by_size.items()
    }


def _page(
    number: int, parent: Any, lines: Sequence[tuple[float, _Line]], styles: PageStyles, widths: Mapping[float, float]
) -> PdfPage:
    height = styles.points(parent, "height") or max(line.top for _, line in lines) + _FOOT
    glyphs = tuple(
        glyph for room, line in lines for glyph in _glyphs(line, height, styles, min(widths[line.size], room))
    )
    wide = styles.points(parent, "width") or max(glyph.right for glyph in glyphs)
    return PdfPage(number, wide, height, glyphs, (), False, 0)


def _glyphs(line: _Line, height: float, styles: PageStyles, width: float) -> Iterator[Glyph]:
    at, base = line.left, height - line.top - line.size
    for text, bold, raised, _ in _pieces(line.element, styles, False, False, line.size):
        size = line.size * (_SMALL if raised else 1.0)
        up = base + _RAISED * line.size if raised else base
        for char in xml_safe(text).replace("\xad", "-"):
            sign = " " if char.isspace() else char
            yield Glyph(sign, at, at + width * size, up, size, bold, apart=at == line.left)
            at += width * size


def _pieces(
    element: Any, styles: PageStyles, bold: bool, raised: bool, size: float
) -> Iterator[tuple[str, bool, bool, float]]:
    """The words of an element, those that are bold, raised or of another size apart."""
    said = styles.is_bold(element)
    bold = said if said is not None else bold or element.tag in ("b", "strong")
    raised = raised or element.tag == "sup" or styles.of(element).get("vertical-align") == "super"
    size = styles.points(element, "font-size") or size
    yield element.text or "", bold, raised, size
    for child in element:
        if isinstance(child.tag, str):
            yield from _pieces(child, styles, bold, raised, size)
        yield child.tail or "", bold, raised, size


def _size(element: Any, styles: PageStyles) -> float:
    """The size of most letters of an element."""
    sizes: Counter[float] = Counter()
    for text, _, raised, size in _pieces(element, styles, False, False, _SIZE):
        sizes[size] += 0 if raised else len(text.strip())
    return max(sizes, key=lambda size: (sizes[size], size))


def _rooms(lines: Sequence[_Line]) -> list[tuple[float, _Line]]:
    """The lines of a page by height, and how wide the letters of each are at most, in their size, where another begins
    on its row."""
    ordered = sorted(lines, key=lambda line: (line.top, line.left))
    out: list[tuple[float, _Line]] = []
    for at, line in enumerate(ordered):
        row = itertools.takewhile(lambda one: one.top - line.top <= _NEAR, ordered[at + 1 :])  # noqa: B023
        nearest = min((one.left for one in row if one.left > line.left), default=None)
        room = (nearest - line.left) / (line.length + _BESIDE) / line.size if nearest is not None else math.inf
        out.append((room, line))
    return out
