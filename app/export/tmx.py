"""The aligned rows as a translation memory, for translators' tools.

TMX 1.4b: one unit a row in which at least two texts have words, ``tuid`` the row's key. Languages are tagged; edition,
expression and number of each variant are properties, since an old edition must not pass for a translation.
"""

from __future__ import annotations

from importlib.metadata import version
from xml.sax.saxutils import escape, quoteattr

from app.export.tables import words
from corpus.alignment.rows import AlignedCell, AlignedRow, Alignment
from corpus.library import Library


def tmx(library: Library, alignment: Alignment) -> bytes:
    """The translation memory of all rows, in their order, as UTF-8."""
    head = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE tmx SYSTEM "tmx14.dtd">\n<tmx version="1.4">\n'
        f'<header creationtool="lovbro" creationtoolversion={quoteattr(version("lovbro"))} segtype="block" '
        'o-tmf="lovbro" adminlang="en" srclang="*all*" datatype="plaintext"/>\n<body>\n'
    )
    return (head + "".join(_unit(library, row) for row in alignment.rows) + "</body>\n</tmx>\n").encode()


def _unit(library: Library, row: AlignedRow) -> str:
    """The variants of a row; nothing where fewer than two texts have words for it."""
    found = [(cell, text) for cell in row.cells if (text := words(library, cell))]
    if len({cell.expression for cell, _ in found}) < 2:
        return ""
    variants = "".join(_variant(library, cell, text) for cell, text in found)
    return f"<tu tuid={quoteattr(row.key)}>\n{_property('kind', row.kind)}{variants}</tu>\n"


def _variant(library: Library, cell: AlignedCell, text: str) -> str:
    entry = library.entry(cell.expression)
    properties = {
        "expression": cell.expression,
        "edition": entry.edition,
        "id": cell.id,
        "relation": cell.relation,
        "confidence": f"{cell.confidence:.2f}",
        "place": cell.place,
        "content": cell.content,
    }
    props = "".join(_property(name, value) for name, value in properties.items() if value)
    return f"<tuv xml:lang={quoteattr(entry.language)}>\n{props}<seg>{escape(text)}</seg></tuv>\n"


def _property(name: str, value: str) -> str:
    return f"<prop type={quoteattr(name)}>{escape(value)}</prop>\n"
