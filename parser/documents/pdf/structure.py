"""What a PDF says itself about its tables: which pieces of a page are which cell.

Word, LibreOffice, browsers and typst write it. A page names only the cells with words on it, but under the numbers
that their rows and columns have in the whole table.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pypdfium2.raw as raw

_DEEPEST = 60  # elements within one another
_WIDEST = 60  # columns that a cell may go over


class TaggedCell(NamedTuple):
    """A cell: the table on its page, row and column (each from 0), how many columns there are, and if it is a head."""

    table: int
    row: int
    column: int
    columns: int
    is_head: bool


def tagged_cells(page: Any) -> Mapping[int, TaggedCell]:
    """The cells of a PDFium page by the numbers of the marked pieces in them; {} where nothing is marked."""
    tree = raw.FPDF_StructTree_GetForPage(page)
    if not tree:
        return {}
    try:
        found: dict[int, TaggedCell] = {}
        tops = [raw.FPDF_StructTree_GetChildAtIndex(tree, n) for n in range(raw.FPDF_StructTree_CountChildren(tree))]
        tables = [table for top in tops if top for table in _tables(top, 0)]
        for number, table in enumerate(tables):
            found |= _cells(table, number)
        return found
    finally:
        raw.FPDF_StructTree_Close(tree)


def _tables(element: Any, depth: int) -> Iterator[Any]:
    """The tables in an element that hold no further ones: one around others lays out a page."""
    children = (child for child in _children(element) if child and depth < _DEEPEST)
    inner = [table for child in children for table in _tables(child, depth + 1)]
    if inner:
        yield from inner
    elif _type(element) == "Table":
        yield element


def _cells(table: Any, number: int) -> Mapping[int, TaggedCell]:
    rows = list(_rows(table))
    placed: list[tuple[Any, int, int, bool]] = []
    taken: set[tuple[int, int]] = set()
    for r, row in enumerate(rows):
        c = 0
        for cell in _children(row) if row else ():
            while (r, c) in taken:
                c += 1
            wide, high = (_span(cell, name) for name in (b"ColSpan", b"RowSpan"))
            taken |= {(r + down, c + right) for down in range(high) for right in range(wide)}
            if cell:
                placed.append((cell, r, c, _type(cell) == "TH"))
    columns = 1 + max((c for _, c in taken), default=0)
    if columns < 2:
        return {}
    return {
        piece: TaggedCell(number, r, c, columns, is_head)
        for cell, r, c, is_head in placed
        for piece in _pieces(cell, 0)
    }


def _rows(table: Any) -> Iterator[Any]:
    """The rows of a table, also in its head, body and foot; None for one that has no words on this page."""
    for child in _children(table):
        if child and _type(child) in ("THead", "TBody", "TFoot"):
            yield from _children(child)
        elif child is None or _type(child) == "TR":
            yield child


def _pieces(element: Any, depth: int) -> Iterator[int]:
    for n in range(raw.FPDF_StructElement_CountChildren(element)):
        child = raw.FPDF_StructElement_GetChildAtIndex(element, n)
        if child:
            yield from _pieces(child, depth + 1) if depth < _DEEPEST else ()
        elif (piece := raw.FPDF_StructElement_GetChildMarkedContentID(element, n)) >= 0:
            yield piece


def _children(element: Any) -> Iterator[Any]:
    """The elements directly in one; None for those without words on this page."""
    for n in range(raw.FPDF_StructElement_CountChildren(element)):
        child = raw.FPDF_StructElement_GetChildAtIndex(element, n)
        if child or raw.FPDF_StructElement_GetChildMarkedContentID(element, n) < 0:
            yield child or None


def _type(element: Any) -> str:
    holder = ctypes.create_string_buffer(128)
    length = raw.FPDF_StructElement_GetType(element, holder, 128)
    return holder.raw[: max(0, min(length, 128) - 2)].decode("utf-16-le", "replace")


def _span(cell: Any, name: bytes) -> int:
    """Over how many columns or rows a cell goes."""
    for n in range(raw.FPDF_StructElement_GetAttributeCount(cell) if cell else 0):
        attribute = raw.FPDF_StructElement_GetAttributeAtIndex(cell, n)
        value = raw.FPDF_StructElement_Attr_GetValue(attribute, name) if attribute else None
        found = ctypes.c_float()
        if value and raw.FPDF_StructElement_Attr_GetNumberValue(value, found):
            return max(1, min(int(found.value), _WIDEST))
    return 1
