"""The signs and ruled lines of a PDF's pages at their places, as PDFium reads them.

Chosen by measuring (109 pages, 183,000 signs with place and size): PDFium 2.4 s, pypdf 7.3 s for the words alone,
pdfminer.six (which pdfplumber rests on) 17 s. PyMuPDF is under the AGPL.
"""

from __future__ import annotations

import ctypes
import math
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from corpus.text import xml_safe
from parser.documents.pdf.structure import TaggedCell, tagged_cells
from parser.documents.stream import RefusedDocumentError

MAX_PAGES = 3_000
MAX_GLYPHS = 6_000_000  # of one document; a law book of 250 pages has about half a million
_LOCK = threading.Lock()  # PDFium is not made for two threads
_BOLD = 600  # the weight from which on a font is bold
_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
# A hyphen at the end of a line, as PDFium or the file marks it.
_HYPHENS = {"\x02": "-", "\ufffe": "-", "\xad": "-", "\u2010": "-", "\u2011": "-"}
_FONT_NAME = 128
_SUPERIOR = 0.22  # of the size: a figure whose ink begins higher above the line is a raised one


class Glyph(NamedTuple):
    """A sign: its edges and baseline in points from the left and the foot of the page, its size, if it is bold, the
    cell of a table in which the file says it is, and if it does not go on with the sign before it, however near."""

    char: str
    left: float
    right: float
    base: float
    size: float
    bold: bool
    cell: TaggedCell | None = None
    apart: bool = False


class RuledLine(NamedTuple):
    """A ruled line, level (``low == high``) or upright (``left == right``), in points."""

    left: float
    low: float
    right: float
    high: float


class PdfPage(NamedTuple):
    """A page from 1 on; ``turned`` counts signs that run in another direction than the lines, which are left out."""

    number: int
    width: float
    height: float
    glyphs: tuple[Glyph, ...]
    rules: tuple[RuledLine, ...]
    pictured: bool
    turned: int


def read_pages(file: str, content: bytes) -> tuple[PdfPage, ...]:
    """All pages of a PDF. Raises RefusedDocumentError: encrypted, damaged, large."""
    with _opened(file, content) as document:
        return tuple(_pages(file, document))


def page_counts(file: str, content: bytes) -> tuple[tuple[int, int], ...]:
    """(signs but blanks, pictures) of each page. Raises RefusedDocumentError."""
    with _opened(file, content) as document:
        return tuple(_counts(document[n]) for n in range(len(document)))


@contextmanager
def _opened(file: str, content: bytes) -> Iterator[Any]:
    with _LOCK:
        try:
            document = pdfium.PdfDocument(content)
        except pdfium.PdfiumError as error:
            locked = raw.FPDF_GetLastError() in (raw.FPDF_ERR_PASSWORD, raw.FPDF_ERR_SECURITY)
            raise RefusedDocumentError("encrypted" if locked else "damaged", file, cause=str(error)) from error
        try:
            if len(document) > MAX_PAGES:
                raise RefusedDocumentError("pages", file, count=len(document), limit=MAX_PAGES)
            yield document
        except pdfium.PdfiumError as error:
            raise RefusedDocumentError("damaged", file, cause=str(error)) from error
        finally:
            document.close()


def _counts(page: Any) -> tuple[int, int]:
    words = page.get_textpage()
    try:
        signs = len("".join(words.get_text_range().split()))
        pictures = sum(one.type == raw.FPDF_PAGEOBJ_IMAGE for one in page.get_objects(max_depth=3))
        return signs, pictures
    finally:
        words.close()
        page.close()


def _pages(file: str, document: Any) -> Iterator[PdfPage]:
    total = 0
    for number in range(1, len(document) + 1):
        page = document[number - 1]
        words = page.get_textpage()
        try:
            total += words.count_chars()
            if total > MAX_GLYPHS:
                raise RefusedDocumentError("signs", file, count=total, limit=MAX_GLYPHS)
            frame = _Frame(page)
            glyphs, turned = _glyphs(words, frame, tagged_cells(page))
            objects = list(page.get_objects(max_depth=3))
            rules = tuple(rule for one in objects if one.type == raw.FPDF_PAGEOBJ_PATH for rule in _rules(one, frame))
            pictured = any(one.type == raw.FPDF_PAGEOBJ_IMAGE and _is_large(one, page) for one in objects)
            yield PdfPage(number, frame.width, frame.height, glyphs, rules, pictured, turned)
        finally:
            words.close()
            page.close()


class _Frame:
    """Turns places of a page that is shown rotated into places as they are seen."""

    def __init__(self, page: Any) -> None:
        left, low, right, high = page.get_mediabox()
        self._turn = page.get_rotation() // 90 % 4
        self._left, self._low, self._right, self._high = left, low, right, high
        across, upright = right - left, high - low
        self.width, self.height = (upright, across) if self._turn % 2 else (across, upright)

    def place(self, x: float, y: float) -> tuple[float, float]:
        """A place as it is seen: points from the left and the foot."""
        if self._turn == 0:
            return x - self._left, y - self._low
        if self._turn == 1:
            return y - self._low, self._right - x
        if self._turn == 2:
            return self._right - x, self._high - y
        return self._high - y, x - self._left

    def runs_level(self, matrix: Any) -> bool:
        """True where a text with this matrix runs from left to right on the page as it is seen."""
        angle = round(math.degrees(math.atan2(matrix.b, matrix.a)) / 90) % 4
        return bool(angle == self._turn and min(abs(matrix.a), abs(matrix.b)) < 0.2 * max(abs(matrix.a), abs(matrix.b)))


def _glyphs(words: Any, frame: _Frame, cells: Mapping[int, TaggedCell]) -> tuple[tuple[Glyph, ...], int]:
    found: list[Glyph] = []
    turned = 0
    looks: dict[int, tuple[float, bool, bool]] = {}
    tagged: dict[int, TaggedCell | None] = {}
    box, x, y = raw.FS_RECTF(), ctypes.c_double(), ctypes.c_double()
    for at in range(words.count_chars()):
        holder = raw.FPDFText_GetTextObject(words, at)
        if not holder:  # a blank or line end that PDFium adds
            continue
        key = ctypes.cast(holder, ctypes.c_void_p).value or 0
        begins = key not in looks
        if begins:
            looks[key] = _look(words, at, frame)
            tagged[key] = cells.get(raw.FPDFPageObj_GetMarkedContentID(holder)) if cells else None
        size, bold, level = looks[key]
        char = chr(raw.FPDFText_GetUnicode(words, at))
        char = _LIGATURES.get(char, _HYPHENS.get(char, char)).replace("\N{NO-BREAK SPACE}", " ")
        if not level:
            turned += not char.isspace()
            continue
        char = xml_safe(char).translate({0x09: " ", 0x0A: " ", 0x0D: " "})
        if not char or size < 1:
            continue
        raw.FPDFText_GetLooseCharBox(words, at, box)
        raw.FPDFText_GetCharOrigin(words, at, x, y)
        over, up = _moved(words, at, x.value, y.value, size) if begins and char == "-" else (0.0, 0.0)
        left, _ = frame.place(box.left + over, box.bottom + up)
        right, _ = frame.place(box.right + over, box.top + up)
        _, base = frame.place(x.value + over, y.value + up)
        if char.isdigit() and _above(words, at, y.value) > _SUPERIOR * size:
            # The font's own raised figure has the size and baseline of the line: as if it were set small and high.
            base, size = base + 0.33 * size, 0.6 * size
        found.append(Glyph(char, min(left, right), max(left, right), base, size, bold, tagged[key]))
    return tuple(found), turned


def _moved(words: Any, at: int, x: float, y: float, size: float) -> tuple[float, float]:
    """How far a sign that begins a text object stands from where it is told to: PDFium leaves out for a hyphen where
    the page within the page stands that it is on, as on a sheet of two pages."""
    matrix = raw.FS_MATRIX()
    raw.FPDFText_GetMatrix(words, at, matrix)
    over, up = matrix.e - x, matrix.f - y
    return (over, up) if max(abs(over), abs(up)) > size else (0.0, 0.0)


def _above(words: Any, at: int, base: float) -> float:
    """How far the ink of a sign begins above the baseline, in points."""
    edges = [ctypes.c_double() for _ in range(4)]
    raw.FPDFText_GetCharBox(words, at, *edges)
    return float(edges[2].value) - base


def _look(words: Any, at: int, frame: _Frame) -> tuple[float, bool, bool]:
    """Size in points, weight and direction of a text object."""
    matrix = raw.FS_MATRIX()
    raw.FPDFText_GetMatrix(words, at, matrix)
    size = raw.FPDFText_GetFontSize(words, at) * math.hypot(matrix.c, matrix.d)
    name, flags = ctypes.create_string_buffer(_FONT_NAME), ctypes.c_int()
    raw.FPDFText_GetFontInfo(words, at, name, _FONT_NAME, flags)
    weight = raw.FPDFText_GetFontWeight(words, at)
    named = any(sign in name.value.lower() for sign in (b"bold", b"black", b"heavy", b"-bd", b"semibd", b"demi"))
    return size, named or weight >= _BOLD, frame.runs_level(matrix)


def _rules(path: Any, frame: _Frame) -> Iterator[RuledLine]:
    """The level and upright lines of a path; a thin filled box is one line."""
    matrix = path.get_matrix()
    x, y = ctypes.c_float(), ctypes.c_float()
    points: list[tuple[float, float]] = []
    first = (0.0, 0.0)
    for at in range(min(raw.FPDFPath_CountSegments(path), 4_000)):
        segment = raw.FPDFPath_GetPathSegment(path, at)
        raw.FPDFPathSegment_GetPoint(segment, x, y)
        here = frame.place(*matrix.on_point(x.value, y.value))
        if raw.FPDFPathSegment_GetType(segment) == raw.FPDF_SEGMENT_MOVETO:
            points, first = [here], here
            continue
        if points:
            yield from _rule(points[-1], here)
        points.append(here)
        if raw.FPDFPathSegment_GetClose(segment):
            yield from _rule(here, first)


def _rule(one: tuple[float, float], other: tuple[float, float]) -> Iterator[RuledLine]:
    (x0, y0), (x1, y1) = one, other
    if abs(y0 - y1) < 1 and abs(x0 - x1) > 4:
        yield RuledLine(min(x0, x1), (y0 + y1) / 2, max(x0, x1), (y0 + y1) / 2)
    elif abs(x0 - x1) < 1 and abs(y0 - y1) > 4:
        yield RuledLine((x0 + x1) / 2, min(y0, y1), (x0 + x1) / 2, max(y0, y1))


def _is_large(picture: Any, page: Any) -> bool:
    left, low, right, high = picture.get_bounds()
    return bool((right - left) * (high - low) > 0.3 * page.get_width() * page.get_height())
