"""The flow: what a source's layout reading hands to the shared machinery, in reading order.

A layout (``parser/sources/*.py``) turns one witness into a ``ParsedLayout``. It knows where pages, headings and
labels are on paper; it knows nothing about depth, ids, notes and references, which are worked out by
``parser.layout.outline`` and ``parser.layout.footnotes`` for every source alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from corpus.ids import Level
from parser.text.coverage import Noise
from parser.text.tracked import TrackedText


class LayoutError(ValueError):
    """A witness lacks what its layout needs (a section, the form of a row); ``origin`` is the offset in the witness."""

    def __init__(self, message: str, origin: int) -> None:
        super().__init__(message)
        self.origin = origin


@dataclass(frozen=True)
class LawHeading:
    """The heading line of a law. ``number`` is ``16`` or ``X90``; ``label`` the printed number."""

    number: str
    label: TrackedText
    heading: TrackedText


@dataclass(frozen=True)
class ListItem:
    """A labelled item below a law: one label (``A``, ``1``, ``a``, ``iv``), perhaps a heading, perhaps text.

    Combined labels ("2. a.") are two items, the first without text. ``label`` is the printed label with its
    dots and brackets; it may be empty when a patch restored a lost one. ``level`` is set only where the look
    misleads: digits below a small letter or below a digit (nb 9A2b1, 26A2.1). ``gap``: labels before it are missing in
    the text, and whoever reads it is asked about that.
    """

    value: str
    label: TrackedText
    heading: TrackedText | None = None
    text: TrackedText | None = None
    level: Level | None = None
    gap: bool = False


@dataclass(frozen=True)
class Paragraph:
    """A paragraph without label. ``of`` is the open level it belongs to; None: the provision now open."""

    text: TrackedText
    of: Level | None = None


@dataclass(frozen=True)
class TableBlock:
    """A table. An absent cell is an empty text; the first ``header`` rows are headings; ``of`` as in ``Paragraph``."""

    rows: tuple[tuple[TrackedText, ...], ...]
    caption: TrackedText | None = None
    header: int = 1
    of: Level | None = None


@dataclass(frozen=True)
class FootnoteText:
    """The text of a footnote where it is printed. ``more``: a further paragraph of the note before it."""

    marker: str
    label: TrackedText
    text: TrackedText
    more: bool = False


@dataclass(frozen=True)
class PageBreak:
    """A page or slide begins here; ``label`` is its printed number."""

    label: str


LayoutEvent = LawHeading | ListItem | Paragraph | TableBlock | FootnoteText | PageBreak


@dataclass(frozen=True)
class DraftSense:
    """A sense of a definition before notes are bound."""

    number: int | None
    text: TrackedText


@dataclass(frozen=True)
class DraftDefinition:
    """A definition as read: headword, senses, sub-entries."""

    headword: TrackedText
    senses: tuple[DraftSense, ...]
    subs: tuple[DraftDefinition, ...] = ()


@dataclass(frozen=True)
class DraftPart:
    """A foreword, introduction, chapter or group as read."""

    key: str
    title: TrackedText
    level: Literal["foreword", "introduction", "rules", "chapter", "group", "title"]
    laws: tuple[str, ...] = ()
    blocks: tuple[TrackedText, ...] = ()


@dataclass(frozen=True)
class DraftIndexEntry:
    """A row of the subject index; ``row`` is the whole printed row."""

    entry: str
    sub: str
    locators: tuple[str, ...]
    see: tuple[str, ...]
    row: TrackedText


@dataclass(frozen=True)
class ParsedLayout:
    """Everything a layout found in its witness."""

    flow: tuple[LayoutEvent, ...]
    definitions: tuple[DraftDefinition, ...] = ()
    parts: tuple[DraftPart, ...] = ()
    index: tuple[DraftIndexEntry, ...] = ()
    contents: tuple[TrackedText, ...] = ()
    noise: tuple[Noise, ...] = ()
    also: tuple[tuple[str, tuple[Noise, ...]], ...] = ()
    """Further witnesses (siglum, what each stretch was used as), for texts used only to check or correct."""
