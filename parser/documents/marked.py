"""Markdown as a stream: markdown-it makes a page of it, which is read as any page is.

Notes ("[^1]") stay in the words; they are found as the signs of plain text are.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence

from lxml.html import defs
from markdown_it import MarkdownIt
from markdown_it.token import Token

from parser.documents.marked_dialects import in_common_form
from parser.documents.page import read_page
from parser.documents.stream import DocumentStream

_FRONT = re.compile(
    r"---[ \t]*\n(?:(?!---[ \t]*\n)[\w-]+[ \t]*:.*\n|[ \t]+.*\n|-[ \t].*\n)*(?:---|\.\.\.)[ \t]*(?:\n|\Z)"
)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_TAG = re.compile(r"</?([A-Za-z][\w-]*)")
# "## § 1 Kort {#lov-1}": attributes, as pandoc and others write them.
_ATTRIBUTES = re.compile(r"\s*\{[#.][\w:.#=\"' -]*\}\s*\Z")
_HEADING = re.compile(r"^#{2,6} \S", re.MULTILINE)
_ENOUGH = 10  # headings that make Markdown of a text
_PROGRAM = 4  # blanks with which Markdown sets in a program
_BLANK = 6  # points that one of them is worth


def is_marked(text: str) -> bool:
    """True for a text that has headings of Markdown, whatever its file is called.

    >>> is_marked("## § 1 Kort\\n\\nOrd\\n\\n" * 10), is_marked("# Kort\\n# Stik\\n" * 10)
    (True, False)
    """
    return len(_HEADING.findall(text)) >= _ENOUGH


def read_marked(file: str, text: str) -> DocumentStream:
    """The stream of a Markdown text. Raises RefusedDocumentError.

    HTML within it is read as that of a page; what only looks like it ("<navn>") is words.
    """
    front = _FRONT.match(text)
    # Line feeds in place of what is dropped keep the numbers of the lines.
    kept = "\n" * front[0].count("\n") + text[front.end() :] if front else text
    # Indented words are words here, no program; "[^1]: Se" is a note, no address of a link.
    reader = MarkdownIt("commonmark", {"html": True, "breaks": True}).enable("table").disable(["code", "reference"])
    kept = in_common_form(kept)
    tokens = reader.parse(kept)
    lines = kept.split("\n")
    _keep_printed_numbers(tokens)
    for before, token in zip([None, *tokens], tokens, strict=False):
        if token.map and token.nesting == 1:
            token.attrSet("data-line", str(token.map[0] + 1))
            if token.type == "ordered_list_open" and token.markup:
                token.attrSet("data-delim", token.markup)
            if token.type == "paragraph_open" and token.level == 0 and (edge := _edge(lines[token.map[0]])) >= _PROGRAM:
                token.attrSet("style", f"margin-left:{edge * _BLANK}pt")
        if token.type == "html_block":
            token.content = _page_part(token.content) or f"<p>{html.escape(token.content)}</p>"
        for inner in token.children or ():
            if inner.type == "html_inline" and not (part := _page_part(inner.content)):
                inner.type = "text"
            elif inner.type == "html_inline":
                inner.content = part
        if before is not None and before.type == "heading_open" and token.children:
            _drop_attributes(token.children)
    dropped = f"<nav>{html.escape(front[0].strip())}</nav>" if front else ""
    return read_page(file, f"<body>{dropped}{reader.renderer.render(tokens, reader.options, {})}</body>")


def _keep_printed_numbers(tokens: Sequence[Token]) -> None:
    """Give the items of each list the numbers that the text has, which a page would count anew.

    A list whose items all have one number ("1." everywhere) leaves it to the program to count.
    """
    lists: list[list[Token]] = []
    for token in tokens:
        if token.type == "ordered_list_open":
            lists.append([])
        elif token.type == "list_item_open" and token.info:
            lists[-1].append(token)
        elif token.type == "ordered_list_close":
            items = lists.pop()
            if len({item.info for item in items}) > 1:
                for item in items:
                    item.attrSet("value", item.info)


def _edge(line: str) -> int:
    expanded = line.expandtabs(4)
    return len(expanded) - len(expanded.lstrip(" "))


def _page_part(content: str) -> str:
    """HTML without comments (a blank where nothing is left); "" where a tag is none of a page's."""
    if not all(name.lower() in defs.tags for name in _TAG.findall(_COMMENT.sub("", content))):
        return ""
    return _COMMENT.sub("", content) or " "


def _drop_attributes(words: Sequence[Token]) -> None:
    last = words[-1]
    if last.type == "text":
        last.content = _ATTRIBUTES.sub("", last.content)
