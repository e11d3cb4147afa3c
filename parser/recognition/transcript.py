"""The witness of a stream: its words as one text, a line a row, so that every later character can be traced to a row.

Automatic numbers stand before a tab. A note's call is its number between ⟦ and ⟧, whatever the page prints.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from parser.documents.stream import StreamParagraph, StreamTable
from parser.recognition.rows import BookRow
from parser.text.tracked import TrackedText, Witness, collapse

NOTE_SIGN = re.compile(r"\s?⟦(?P<mark>\d+)⟧")


@dataclass(frozen=True)
class MarkPlace:
    """A call of the note ``note`` (from 1): it replaces ``text[at:end]`` of a row, or of cell ``cell`` of a table."""

    at: int
    end: int
    note: int
    cell: int = 0


class Transcript:
    """The words of rows and of notes as one text with its lines, and as tracked pieces of it."""

    def __init__(
        self,
        siglum: str,
        rows: Sequence[BookRow],
        marks: Mapping[int, Sequence[MarkPlace]],
        notes: Sequence[tuple[str, Sequence[StreamParagraph]]],
    ) -> None:
        self._out: list[str] = []
        self._length = 0
        self._maps: dict[int, list[tuple[int, int]]] = {}
        self._starts: dict[int, int] = {}
        self._cells: dict[int, list[list[tuple[int, int]]]] = {}
        self._begun: list[int] = []
        for number, row in enumerate(rows):
            self._begun.append(self._length)
            self._row(number, row, marks.get(number, ()))
        self.note_spans: list[tuple[tuple[int, int], list[tuple[int, int]]]] = []
        """For each note of the format: the span of its sign and those of its paragraphs."""
        for sign, paragraphs in notes:
            self.note_spans.append(self._note(sign, paragraphs))
        self.witness = Witness(siglum, "".join(self._out))
        self._whole = TrackedText.of(self.witness.text)

    @property
    def begun(self) -> tuple[int, ...]:
        """Where each row begins in the witness."""
        return tuple(self._begun)

    def words(self, row: int, start: int = 0, end: int | None = None) -> TrackedText:
        """The words of a paragraph from ``start`` to ``end`` of its own text, blanks collapsed."""
        return collapse(self._whole[slice(*self._span(row, start, end))])

    def between(self, row: int, start: int, end: int) -> TrackedText:
        """What stands between words that end at ``start``, with the calls there, and words that begin at ``end``."""
        places = self._maps[row]
        begin = self._place(places, start, True)
        return collapse(self._whole[begin : max(begin, self._place(places, end))])

    def label(self, row: int, end: int) -> TrackedText:
        """The label of a paragraph: its automatic number, and the first ``end`` characters of its text."""
        return collapse(self._whole[self._starts[row] : self._span(row, end, end)[0]])

    def labelled(self, row: int) -> TrackedText:
        """The automatic number and the words of a paragraph, with the calls at its end; blanks collapsed."""
        return collapse(self.whole(row))

    def cells(self, row: int) -> tuple[tuple[TrackedText, ...], ...]:
        """The cells of a table."""
        return tuple(tuple(collapse(self._whole[a:b]) for a, b in cells) for cells in self._cells[row])

    def whole(self, row: int) -> TrackedText:
        """All that the transcript has of a row: label and words, or a table's lines; not collapsed."""
        if row in self._cells:
            spans = [span for cells in self._cells[row] for span in cells]
            return self._whole[min(a for a, _ in spans) : max(b for _, b in spans)]
        return self._whole[self._starts[row] : self._span(row, 0, None)[1]]

    def piece(self, span: tuple[int, int]) -> TrackedText:
        """A span of the transcript, blanks collapsed."""
        return collapse(self._whole[slice(*span)])

    def line(self, row: int) -> int:
        """The line of the transcript on which a row begins, from 1."""
        start = self._starts.get(row, min((a for cells in self._cells.get(row, []) for a, _ in cells), default=0))
        return self.witness.text.count("\n", 0, start) + 1

    def row_at(self, offset: int) -> int:
        """The row that a character of the transcript was written for; the last one for what is behind all rows."""
        return (bisect_right(self._begun, offset) if offset >= 0 else len(self._begun)) - 1

    def _span(self, row: int, start: int, end: int | None) -> tuple[int, int]:
        places = self._maps[row]
        last = places[-1][0]
        if not start and self._starts[row] == places[0][1]:  # a call before the first word stands behind no label
            return places[0][1], self._place(places, last if end is None else min(end, last), True)
        return self._place(places, start), self._place(places, last if end is None else min(end, last), True)

    @staticmethod
    def _place(places: Sequence[tuple[int, int]], at: int, after: bool = False) -> int:
        """The offset in the transcript of an offset in a row's own text; ``after`` takes in marks that stand there."""
        found = places[0]
        for own, offset in places:
            if own < at or (own == at and (after or own == places[0][0])):
                found = (own, offset)
        return found[1] + (at - found[0])

    def _row(self, number: int, row: BookRow, marks: Sequence[MarkPlace]) -> None:
        if isinstance(row.block, StreamTable):
            self._table(number, row.block, marks)
            return
        self._starts[number] = self._length
        if row.block.label:
            self._write(f"{row.block.label}\t")
        self._maps[number] = self._marked(row.block.text, marks)
        self._write("\n")

    def _table(self, number: int, table: StreamTable, marks: Sequence[MarkPlace]) -> None:
        self._cells[number] = []
        count = 0
        for row in table.rows:
            spans = []
            for cell in row:
                start = self._length
                words = f"{cell.label} {cell.text}" if cell.label else cell.text
                self._marked(words, [m for m in marks if m.cell == count])
                spans.append((start, self._length))
                self._write("\t")
                count += 1
            self._cells[number].append(spans)
            self._write("\n")

    def _note(self, sign: str, paragraphs: Sequence[StreamParagraph]) -> tuple[tuple[int, int], list[tuple[int, int]]]:
        start = self._length
        self._write(sign)
        label = (start, self._length)
        spans = []
        for one in paragraphs:
            self._write("\t")
            begin = self._length
            self._marked(one.text, [MarkPlace(at, at, int(key)) for at, key in one.anchors])
            spans.append((begin, self._length))
            self._write("\n")
        return label, spans

    def _marked(self, text: str, marks: Sequence[MarkPlace]) -> list[tuple[int, int]]:
        """Write a text with its calls; returns pairs (offset in it, offset in the transcript) where the two part."""
        places = [(0, self._length)]
        at = 0
        for mark in sorted(marks, key=lambda one: (one.at, one.end)):
            self._write(_clean(text[at : mark.at]))
            self._write(f"⟦{mark.note}⟧")
            at = max(at, mark.end)
            places.append((at, self._length))
        self._write(_clean(text[at:]))
        places.append((len(text), self._length))
        return places

    def _write(self, words: str) -> None:
        self._out.append(words)
        self._length += len(words)


def _clean(text: str) -> str:
    return text.translate({0x0A: " ", 0x27E6: "[", 0x27E7: "]"})
