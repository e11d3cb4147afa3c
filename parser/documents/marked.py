"""Markdown as a stream: markdown-it makes a page of it, which is read as any page is.

Notes ("[^1]") stay in the words; they are found as the signs of plain text are.
"""

from __future__ import annotations

from markdown_it import MarkdownIt

from parser.documents.page import read_page
from parser.documents.stream import DocumentStream


def read_marked(file: str, text: str) -> DocumentStream:
    """The stream of a Markdown text. Raises RefusedDocumentError."""
    # Indented words are words here, no program; "[^1]: Se" is a note, no address of a link.
    reader = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable("table").disable(["code", "reference"])
    tokens = reader.parse(text)
    for token in tokens:
        if token.map and token.nesting == 1:
            token.attrSet("data-line", str(token.map[0] + 1))
            if token.type == "ordered_list_open" and token.markup:
                token.attrSet("data-delim", token.markup)
    return read_page(file, f"<body>{reader.renderer.render(tokens, reader.options, {})}</body>")
