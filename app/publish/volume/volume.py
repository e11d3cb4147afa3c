"""A book as values: sections of rows, a cell for each language, with links, notes and an index; nothing about its look.

Anchors name places within the book and are safe as XML ids; every link and call leads to an anchor that is there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Literal

from app.i18n.words import UiLanguage

VolumeSectionKind = Literal["part", "chapter", "definitions", "law", "doubts", "index"]


@dataclass(frozen=True)
class VolumeRun:
    """Words of one look. ``link`` is the anchor that they lead to; ``note`` that of the note which they call.

    A call has an anchor of its own (``call``), to which the note leads back. ``lowered`` words are printed in capitals
    and shown in small letters.
    """

    words: str
    link: str = ""
    note: str = ""
    call: str = ""
    emphasis: bool = False
    lowered: bool = False


VolumeRuns = tuple[VolumeRun, ...]


@dataclass(frozen=True)
class VolumeParagraph:
    """One paragraph."""

    runs: VolumeRuns

    @property
    def text(self) -> str:
        """Its words without the marks of notes."""
        return "".join(run.words for run in self.runs if not run.note)


@dataclass(frozen=True)
class VolumeTable:
    """A table: rows of column headings, each with how many columns it is above, and the rows below them.

    A cell that the source has lost is ``corpus.model.LOST``.
    """

    caption: str
    heads: tuple[tuple[tuple[str, int], ...], ...]
    rows: tuple[tuple[str, ...], ...]


VolumeBlock = VolumeParagraph | VolumeTable


@dataclass(frozen=True)
class VolumeCell:
    """A provision, definition or paragraph in one language. ``anchor`` is empty for what continues a place.

    ``label`` is the number as the text prints it: ``§ 16.``, ``C.``, ``2.``.
    """

    language: str
    anchor: str = ""
    label: str = ""
    heading: VolumeRuns = ()
    blocks: tuple[VolumeBlock, ...] = ()


@dataclass(frozen=True)
class VolumeRow:
    """What corresponds, in the order of the book's languages; None where a language has nothing.

    ``depth`` is 1 for a law, and one more for each level below it. The first row of a law has its title.
    """

    depth: int
    cells: tuple[VolumeCell | None, ...]


@dataclass(frozen=True)
class VolumeNote:
    """A footnote. ``marker`` is its number in its text's book, since the texts have ``*)`` for most.

    ``about`` says whose it is, or that its place is a guess; ``calls`` are the anchors that call it.
    """

    anchor: str
    language: str
    marker: str
    about: str
    paragraphs: tuple[VolumeParagraph, ...]
    calls: tuple[str, ...]


@dataclass(frozen=True)
class VolumeIndexLine:
    """A line of a subject index: an entry or, with ``sub``, what is below it; locators as printed with their anchors.

    ``see`` are other entries, with the anchor of each that the index has.
    """

    language: str
    anchor: str
    words: str
    sub: bool
    locators: tuple[tuple[str, str], ...]
    see: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class VolumeDoubt:
    """A reference whose number misleads: its anchor, what is printed, and what is known of it."""

    anchor: str
    citation: str
    printed: str
    words: str


@dataclass(frozen=True)
class VolumeSection:
    """A part of the book. ``depth`` is that of its heading, 1 for the outermost; ``titles`` has one for each language.

    A title is a language and its words; a section of one language has one.
    """

    kind: VolumeSectionKind
    anchor: str
    depth: int
    titles: tuple[tuple[str, str], ...]
    rows: tuple[VolumeRow, ...] = ()
    notes: tuple[VolumeNote, ...] = ()
    lines: tuple[VolumeIndexLine, ...] = ()
    doubts: tuple[VolumeDoubt, ...] = ()

    @property
    def shared_titles(self) -> tuple[tuple[str, str], ...]:
        """The titles, those of which the languages have the same words once."""
        return tuple({words: (language, words) for language, words in reversed(self.titles)}.values())[::-1]

    def runs(self) -> Iterator[VolumeRun]:
        """Every run of its headings and paragraphs, then of its notes."""
        cells = [cell for row in self.rows for cell in row.cells if cell is not None]
        yield from (run for cell in cells for run in cell.heading)
        paragraphs = (block for cell in cells for block in cell.blocks if isinstance(block, VolumeParagraph))
        noted = (paragraph for note in self.notes for paragraph in note.paragraphs)
        yield from (run for paragraph in (*paragraphs, *noted) for run in paragraph.runs)


@dataclass(frozen=True)
class VolumeText:
    """One of the texts in a book: ``running`` is its law book and edition as every page names it."""

    key: str
    language: str
    title: str
    running: str
    standing: str
    rights: str


@dataclass(frozen=True)
class Volume:
    """A whole book. ``language`` is that of its own words; ``own_use`` is empty in a book that may be passed on.

    ``dated`` is the day from which the edition counts: the same texts make the same book on any day.
    """

    name: str
    language: UiLanguage
    texts: tuple[VolumeText, ...]
    own_use: str
    dated: date
    sections: tuple[VolumeSection, ...]

    @property
    def title(self) -> str:
        """The titles of its texts."""
        return " · ".join(text.title for text in self.texts)

    def cells(self) -> Iterator[VolumeCell]:
        """Every cell, in reading order."""
        return (cell for section in self.sections for row in section.rows for cell in row.cells if cell is not None)
