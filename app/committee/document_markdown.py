"""The paper as Markdown, for copying elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from app.committee.document_blocks import DocumentBlock, DocumentTable, DocumentText, TextStyle

_MARKDOWN: dict[TextStyle, str] = {
    "title": "# ",
    "heading": "## ",
    "subheading": "### ",
    "annex": "## ",
    "notice": "**! ",
    "source": "*",
    "quote": "> ",
    "result": "**",
}
_CLOSING: dict[TextStyle, str] = {"notice": "**", "source": "*", "result": "**"}


def to_markdown(blocks: Sequence[DocumentBlock]) -> str:
    r"""Markdown in which no sign of the texts is markup.

    >>> from app.committee.document_blocks import DocumentText
    >>> print(to_markdown([DocumentText("title", "1. *Sag*")]))
    # 1\. \*Sag\*
    <BLANKLINE>
    """
    return "\n\n".join(_markdown(block) for block in blocks) + "\n"


def _markdown(block: DocumentBlock) -> str:
    if isinstance(block, DocumentTable):
        rows = block.rows if block.header else (("",) * len(block.rows[0]), *block.rows)
        lines = ["| " + " | ".join(_plain(cell) for cell in row) + " |" for row in rows]
        lines.insert(max(block.header, 1), "|" + " --- |" * len(rows[0]))
        caption = [f"**{_plain(block.caption)}**", ""] if block.caption else []
        return "\n".join([*caption, *lines])
    lead = f"**{_plain(block.lead)}** " if block.lead else ""
    return f"{_MARKDOWN.get(block.style, '')}{lead}{_marked(block)}{_CLOSING.get(block.style, '')}".rstrip()


def _marked(block: DocumentText) -> str:
    if not block.added:
        return _plain(block.words)
    parts = []
    for words, added in block.segments:
        bare = _plain(words.strip()) if added else _plain(words) if words.strip() else ""
        # Stars are marks only where they touch a word.
        parts.append(f" *{bare}* " if added else bare)
    return " ".join("".join(parts).split())


def _plain(text: str) -> str:
    """Text in which no sign is markup."""
    one_line = " ".join(text.split())
    out = "".join("\\" + sign if sign in "\\`*_[]<>#|~&" else sign for sign in one_line)
    # A paragraph that begins with "1." or "-" would become a list.
    head, dot, rest = out.partition(".")
    if dot and head.isdigit():
        return f"{head}\\.{rest}"
    return "\\" + out if out[:1] in ("-", "+", "=") else out
