"""What a paper is made of: paragraphs and tables, which each writer puts in its own form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import Literal

from corpus.text import WordChange

_CLOSING = 4
_GAP = re.compile(r"[^\s.:!?] {2,}(?=\S)")  # within a line, where no sentence ends
# Signs beyond those of the languages at hand, which some font may not have; the signs of suits are in all.
_UNUSUAL = re.compile("[^\x00-\u024f\u2000-\u206f\u2190-\u2193\u2212\u2660-\u2667]")
_SHORT = 900  # letters of a paragraph that may be kept whole
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

    @property
    def in_columns(self) -> bool:
        """True for a quoted line of bidding or hands that blanks put below those above: its letters are of one width.

        >>> [DocumentText("quote", words).in_columns for words in ("4S   Pass  Pass", "He bid.  She passed.  All.")]
        [True, False]
        """
        return self.style == "quote" and (self.words.startswith("   ") or len(_GAP.findall(self.words)) > 1)


class Redline(str):
    """The words of a cell that shows how two wordings differ, with its ``changes``: a form that can, strikes out and
    underlines, and every other one has the words with signs.
    """

    changes: tuple[WordChange, ...]

    def __new__(cls, words: str, changes: Sequence[WordChange]) -> Redline:
        made = super().__new__(cls, words)
        made.changes = tuple(changes)
        return made


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


@dataclass(frozen=True)
class PageKeeping:
    """``with_next``: the next block must not begin another page; ``whole``: no page ends within the block."""

    with_next: bool
    whole: bool = False


def unusual_signs(blocks: Sequence[DocumentBlock]) -> str:
    """Each sign of a paper that a font may not have, once, in order.

    >>> unusual_signs([DocumentText("text", "♠ Æ 中 → 中")])
    '中'
    """
    every: list[str] = []
    for block in blocks:
        every += [block.lead, block.words] if isinstance(block, DocumentText) else [block.caption, *chain(*block.rows)]
    return "".join(sorted(set(_UNUSUAL.findall("".join(every)))))


def page_keeping(blocks: Sequence[DocumentBlock]) -> Iterator[PageKeeping]:
    """How each block is kept on its page.

    The last words before the annex and at the end of the paper stay together, so that no page has two lines alone.

    >>> [kept.with_next for kept in page_keeping([DocumentText("text", word) for word in "abcdef"])]
    [False, False, True, True, True, False]
    """
    annex = (n for n, b in enumerate(blocks) if isinstance(b, DocumentText) and b.style == "annex")
    closing = {number: end for end in (*annex, len(blocks)) for number in _closing(blocks, end)}
    for number, (block, following) in enumerate(zip_longest(blocks, blocks[1:])):
        end = closing.get(number, 0)
        yield PageKeeping(number + 1 < end or (block is not None and keeps_next(block, following)), whole=end > 0)


def _closing(blocks: Sequence[DocumentBlock], end: int) -> Iterator[int]:
    """The numbers of the last paragraphs before ``end``, as far as they are few and short."""
    for number in range(end - 1, max(end - 1 - _CLOSING, -1), -1):
        block = blocks[number]
        if not isinstance(block, DocumentText) or len(block.words) > _SHORT:
            return
        yield number


def keeps_next(block: DocumentBlock, following: DocumentBlock | None) -> bool:
    """True for what must not be the last on a page: a provision's heading without words, words or a table before their
    source, a line with a label in front of its table or of what is quoted, what a notice is about, and an auction
    before its remarks.

    >>> keeps_next(DocumentText("quote", "", "§ 253 B Før mødet"), DocumentText("quote", "Appellen ..."))
    True
    >>> keeps_next(DocumentText("quote", "Appellen ..."), DocumentText("quote", "Turneringslederen ..."))
    False
    >>> keeps_next(DocumentText("text", "Fastholdt", "Udfald:"), DocumentText("quote", "Appellen ..."))
    True
    """
    if following is None:
        return False
    style = following.style if isinstance(following, DocumentText) else ""
    ends = style == "source"
    if style == "notice":
        return True
    if isinstance(block, DocumentTable):
        return ends or (block.form == "auction" and style == "text")
    if block.style == "text":
        return bool(block.lead) and (style == "quote" or isinstance(following, DocumentTable))
    return block.style == "quote" and (ends or not block.words.strip())
