"""The paper as a PDF, the same bytes every time: set by typst with its own fonts, from ``document.typ``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from pathlib import Path

import typst

from app.committee.document_blocks import (
    DocumentBlock,
    DocumentTable,
    DocumentText,
    PageKeeping,
    page_keeping,
    unusual_signs,
)
from app.export.typesetting import typeset
from app.reader.text.unbroken import NUMBER
from corpus.text import xml_safe

_TAB = 3 * "\N{NO-BREAK SPACE}" + " "
_NAMED = 5
_TEMPLATE = Path(__file__).with_name("document.typ")


def to_pdf(blocks: Sequence[DocumentBlock], language: str) -> bytes:
    """The blocks as PDF, tagged with a language's code. The words go in as values and are never read as markup."""
    values = _values(blocks, language)
    try:
        return typeset(_TEMPLATE, values)
    except typst.TypstError:
        # A sign that no font of typst's has keeps a paper from being archived, not from being printed.
        return typeset(_TEMPLATE, values, ())


def unprinted_signs(blocks: Sequence[DocumentBlock]) -> tuple[str, ...]:
    """The first signs, at most ``_NAMED``, that no font of the PDF has, and that stand there as an empty box.

    >>> unprinted_signs([DocumentText("text", "♠ 中 α")])
    ('中',)
    """
    signs = unusual_signs(blocks)
    if not signs or _is_printed(signs):
        return ()
    return tuple(islice((sign for sign in signs if not _is_printed(sign)), _NAMED))


@lru_cache(maxsize=1024)
def _is_printed(signs: str) -> bool:
    try:
        typeset(_TEMPLATE, _values([DocumentText("text", signs)], "en"))
    except typst.TypstError:
        return False
    return True


def _values(blocks: Sequence[DocumentBlock], language: str) -> dict[str, str]:
    title = next((block.words for block in blocks if isinstance(block, DocumentText)), "")
    paper = {
        "title": title,
        "language": language,
        "number": NUMBER,
        "blocks": [_value(*pair) for pair in zip(blocks, page_keeping(blocks), strict=True)],
    }
    return {"paper": xml_safe(json.dumps(paper, ensure_ascii=False))}


def _value(block: DocumentBlock, kept: PageKeeping) -> dict[str, object]:
    if isinstance(block, DocumentTable):
        width = max(len(row) for row in block.rows)
        rows = [[*map(_spaced, row), *[""] * (width - len(row))] for row in block.rows]
        grid = {"kind": block.form, "rows": rows, "header": block.header, "caption": block.caption}
        return {**grid, "lead": "", "language": block.language, "stays": kept.with_next, "whole": kept.whole}
    parts = [{"words": _spaced(words), "added": added} for words, added in block.segments]
    words = {
        "kind": block.style,
        "words": _spaced(block.words),
        "parts": parts,
        "lead": block.lead,
        "columns": block.in_columns,
    }
    return {**words, "language": block.language, "stays": kept.with_next, "whole": kept.whole}


def _spaced(words: str) -> str:
    """Tabs of pasted words as blanks that stay: typst prints nothing for a tab."""
    return words.replace("\t", _TAB)
