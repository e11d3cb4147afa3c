"""What every format is read into: paragraphs, tables and notes in reading order, with what each looked like."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

RefusalReason = Literal[
    "tracked",  # Word's tracked changes: ``count`` of them by ``cause``
    "macros",
    "encrypted",
    "scanned",  # a PDF without a text layer
    "bomb",  # a packed file that would unpack to more than ``limit`` bytes
    "entities",  # XML that declares entities
    "damaged",  # a file that its library cannot read: ``cause``
    "large",  # more than ``limit`` bytes
    "empty",
    "no-text",
    "binary",
    "old-word",
    "ending",  # a name that ends in ``cause``
    "deep",  # elements nested more deeply than any book
    "pages",  # a PDF of ``count`` pages, more than ``limit``
    "signs",  # a PDF with more signs than ``limit``
    "no-laws",  # nothing in it is numbered like a law
]


class RefusedDocumentError(ValueError):
    """A file that is not read, and nothing of it was kept. ``reason`` is a code; the other values are what it names."""

    def __init__(self, reason: RefusalReason, file: str, cause: str = "", count: int = 0, limit: int = 0) -> None:
        super().__init__(f"{file}: {reason}")
        self.reason: RefusalReason = reason
        self.file = file
        self.cause = cause
        self.count = count
        self.limit = limit


@dataclass(frozen=True)
class StreamPlace:
    """Where a paragraph is: its file, and its page (0: the format has none) and line or number in it, from 1."""

    file: str
    line: int
    page: int = 0


@dataclass(frozen=True)
class StreamParagraph:
    """One paragraph as its format holds it.

    ``text`` is without note anchors, which are ``anchors``: (offset in ``text``, key of the StreamNote). Tabs and line
    feeds in it are evidence of a column and a forced break. ``label`` is what automatic numbering prints before it and
    no text holds. ``heading`` is the level of a heading style, 0 for none. ``indent`` is the left edge of the words in
    points, ``hang`` that of the first line. ``bold`` counts the characters from the start that are bold.
    """

    text: str
    place: StreamPlace
    label: str = ""
    style: str = ""
    heading: int = 0
    indent: float = 0.0
    hang: float = 0.0
    bold: int = 0
    anchors: tuple[tuple[int, str], ...] = ()
    noise: str = ""
    """Why it carries no text of the book: ``running-head``, ``page-number``, ``turned`` (signs of a PDF that run
    upwards), ``picture`` (a page that is one); empty for all others."""
    contents: bool = False
    """The format marks it as a line of the table of contents."""
    ruled: bool = False
    """A line is drawn above it, as above notes at the foot of a law."""
    lead: int = 0
    """Where its first words behind the label end, if they are of a face of their own (italic, underlined): offset in
    ``text``, 0 where they are not."""
    face: str = ""
    """A name of that face."""
    box: int = 0
    """The number of the box beside the text that it stands in; 0: it is in the text."""
    breaks: tuple[tuple[int, int], ...] = ()
    """Of a plain text, where it is on several lines, each of them: (offset in ``text``, number of the line)."""

    @property
    def is_styled(self) -> bool:
        """True for the style of a heading, and for words that are bold, or of one face, whole."""
        return bool(self.heading) or self.all_bold or (bool(self.face) and self.lead >= len(self.text.rstrip()))

    @property
    def all_bold(self) -> bool:
        """True when all its words are bold."""
        return bool(self.text.strip()) and self.bold >= len(self.text.rstrip())


@dataclass(frozen=True)
class StreamTable:
    """A table; the first ``header`` rows are marked as headings. A cell is the paragraphs in it, joined by line
    feeds; ``parts`` are what stands in each cell one by one, tables too, and empty where a cell is always one line."""

    rows: tuple[tuple[StreamParagraph, ...], ...]
    place: StreamPlace
    header: int = 0
    indent: float = 0.0
    parts: tuple[tuple[tuple[StreamParagraph | StreamTable, ...], ...], ...] = ()


StreamBlock = StreamParagraph | StreamTable


@dataclass(frozen=True)
class StreamNote:
    """A footnote or endnote of the format's own; ``marker`` is what the page prints as its sign."""

    key: str
    marker: str
    paragraphs: tuple[StreamParagraph, ...]


@dataclass(frozen=True)
class DocumentStream:
    """One document, perhaps of several files, in reading order."""

    blocks: tuple[StreamBlock, ...]
    notes: tuple[StreamNote, ...] = ()
