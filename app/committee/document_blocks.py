"""What a paper is made of: paragraphs and tables, which each writer puts in its own form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

TableForm = Literal["grid", "signatures", "deal", "auction"]
TextStyle = Literal["title", "heading", "subheading", "text", "notice", "source", "quote", "comment", "result", "annex"]


@dataclass(frozen=True)
class DocumentText:
    """A paragraph; ``lead`` are the words printed bold in front (a number and its heading).

    ``language`` is that of quoted words; all else is in the paper's own. ``added`` are the parts of the words, from
    character to character, that stand in no source: the paper's own words within quoted ones.
    """

    style: TextStyle
    words: str
    lead: str = ""
    language: str = ""
    added: tuple[tuple[int, int], ...] = ()

    @property
    def segments(self) -> tuple[tuple[str, bool], ...]:
        """The words in parts, each with whether it was added.

        >>> DocumentText("quote", "se § 1 (2007) ff.", added=((6, 13),)).segments
        (('se § 1', False), (' (2007)', True), (' ff.', False))
        """
        parts, at = [], 0
        for start, end in self.added:
            parts += [(self.words[at:start], False), (self.words[start:end], True)]
            at = end
        return tuple((part, added) for part, added in (*parts, (self.words[at:], False)) if part)


@dataclass(frozen=True)
class DocumentTable:
    """A table; the first ``header`` rows are headings. ``language`` is that of quoted words, where it is known.

    One of ``signatures`` has two columns: who signs, and a line to sign on. A ``deal`` has the four hands where the
    players sit, a line a suit; an ``auction`` four columns without lines.
    """

    rows: tuple[tuple[str, ...], ...]
    header: int = 0
    caption: str = ""
    language: str = ""
    form: TableForm = "grid"


DocumentBlock = DocumentText | DocumentTable


def keeps_next(block: DocumentBlock, following: DocumentBlock | None) -> bool:
    """True for what must not be the last on a page: a provision's heading without words, words or a table before their
    source, and a line with a label in front of its table or of what is quoted.

    >>> keeps_next(DocumentText("quote", "", "§ 253 B Før mødet"), DocumentText("quote", "Appellen ..."))
    True
    >>> keeps_next(DocumentText("quote", "Appellen ..."), DocumentText("quote", "Turneringslederen ..."))
    False
    >>> keeps_next(DocumentText("text", "Fastholdt", "Udfald:"), DocumentText("quote", "Appellen ..."))
    True
    """
    if following is None:
        return False
    ends = isinstance(following, DocumentText) and following.style == "source"
    if isinstance(block, DocumentTable):
        return ends
    if block.style == "text":
        quoted = isinstance(following, DocumentText) and following.style == "quote"
        return bool(block.lead) and (quoted or isinstance(following, DocumentTable))
    return block.style == "quote" and (ends or not block.words.strip())
