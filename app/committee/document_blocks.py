"""What a paper is made of: paragraphs and tables, which each writer puts in its own form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

TextStyle = Literal["title", "heading", "subheading", "text", "notice", "source", "quote", "comment", "line", "result"]


@dataclass(frozen=True)
class DocumentText:
    """A paragraph; ``lead`` are the words printed bold in front (a number and its heading).

    ``language`` is that of quoted words; all else is in the paper's own.
    """

    style: TextStyle
    words: str
    lead: str = ""
    language: str = ""


@dataclass(frozen=True)
class DocumentTable:
    """A table; the first ``header`` rows are headings. ``language`` is that of quoted words, where it is known."""

    rows: tuple[tuple[str, ...], ...]
    header: int = 0
    caption: str = ""
    language: str = ""


DocumentBlock = DocumentText | DocumentTable
