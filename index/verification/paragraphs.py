"""A document as paragraphs in reading order, each with the place at which a person finds it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from parser.documents.stream import DocumentStream, StreamParagraph


@dataclass(frozen=True)
class DocumentPlace:
    """Where words of a document are: characters ``start`` to ``end`` of a paragraph.

    ``paragraph`` counts all paragraphs in reading order from 0; ``line`` is that of the file (for Word the number of
    the paragraph), ``page`` 0 where the format has none; ``note`` is a note's sign, ``cell`` row and column from 1.
    ``breaks`` are the lines of a paragraph that is on several: (offset in it, number of the line).
    """

    paragraph: int
    line: int
    page: int = 0
    note: str = ""
    cell: tuple[int, int] | None = None
    start: int = 0
    end: int = 0
    breaks: tuple[tuple[int, int], ...] = ()

    def at(self, start: int, end: int) -> DocumentPlace:
        """Other characters of the paragraph, on their own line.

        >>> DocumentPlace(0, 1, breaks=((0, 1), (40, 2), (80, 3))).at(52, 58).line
        2
        """
        line = next((number for first, number in reversed(self.breaks) if first <= start), self.line)
        return replace(self, line=line, start=start, end=end)


@dataclass(frozen=True)
class DocumentParagraph:
    """One paragraph, line of a note or cell. ``label`` is what automatic numbering prints before it."""

    text: str
    place: DocumentPlace
    label: str = ""
    style: str = ""
    heading: bool = False
    indent: float = 0.0


def paragraphs_of(stream: DocumentStream) -> tuple[DocumentParagraph, ...]:
    """The paragraphs of a document with words in them; running heads, page numbers and contents are left out."""
    return tuple(_numbered(stream))


def _numbered(stream: DocumentStream) -> Iterator[DocumentParagraph]:
    number = 0
    for one, note, cell in _all(stream):
        if one.text.strip() and not one.noise and not one.contents:
            place = DocumentPlace(number, one.place.line, one.place.page, note, cell, 0, len(one.text), one.breaks)
            yield DocumentParagraph(one.text, place, one.label, one.style, one.heading > 0, one.indent)
            number += 1


def _all(stream: DocumentStream) -> Iterator[tuple[StreamParagraph, str, tuple[int, int] | None]]:
    for block in stream.blocks:
        if isinstance(block, StreamParagraph):
            yield block, "", None
        else:
            for row, cells in enumerate(block.rows, 1):
                for column, one in enumerate(cells, 1):
                    yield one, "", (row, column)
    for note in stream.notes:
        for one in note.paragraphs:
            yield one, note.marker or note.key, None
