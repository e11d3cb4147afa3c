"""The paper as a PDF, the same bytes every time: set by typst with its own fonts, from ``document.typ``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import typst

from app.committee.document_blocks import DocumentBlock, DocumentTable, DocumentText, PageKeeping, page_keeping
from app.export.typesetting import typeset
from app.reader.text.unbroken import NUMBER
from corpus.text import xml_safe

_TEMPLATE = Path(__file__).with_name("document.typ")


def to_pdf(blocks: Sequence[DocumentBlock], language: str) -> bytes:
    """The blocks as PDF, tagged with a language's code. The words go in as values and are never read as markup."""
    title = next((block.words for block in blocks if isinstance(block, DocumentText)), "")
    paper = {
        "title": title,
        "language": language,
        "number": NUMBER,
        "blocks": [_value(*pair) for pair in zip(blocks, page_keeping(blocks), strict=True)],
    }
    values = {"paper": xml_safe(json.dumps(paper, ensure_ascii=False))}
    try:
        return typeset(_TEMPLATE, values)
    except typst.TypstError:
        # A sign that no font of typst's has keeps a paper from being archived, not from being printed.
        return typeset(_TEMPLATE, values, ())


def _value(block: DocumentBlock, kept: PageKeeping) -> dict[str, object]:
    if isinstance(block, DocumentTable):
        width = max(len(row) for row in block.rows)
        rows = [[*row, *[""] * (width - len(row))] for row in block.rows]
        grid = {"kind": block.form, "rows": rows, "header": block.header, "caption": block.caption}
        return {**grid, "lead": "", "language": block.language, "stays": kept.with_next, "whole": kept.whole}
    parts = [{"words": words, "added": added} for words, added in block.segments]
    words = {"kind": block.style, "words": block.words, "parts": parts, "lead": block.lead, "columns": block.in_columns}
    return {**words, "language": block.language, "stays": kept.with_next, "whole": kept.whole}
