"""Footnotes tied to their anchors: marks are taken out of the running text and bound to the notes they call.

Notes are printed in blocks (at a page end, a slide end, a section end). A mark belongs to a note of the next
block that carries the same sign; where a block has several notes with one sign, marks and notes pair in order
and the last note takes what is left. A mark without a note, and a note without a mark, stops the build.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from corpus.ids import ProvisionId
from parser.flow import Foot, Grid, Page
from parser.mapped import Mapped
from parser.outline import Node, Outline


class FootnoteError(ValueError):
    """A note mark without a note, or a note that nothing calls."""

    def __init__(self, message: str, origin: int) -> None:
        super().__init__(message)
        self.origin = origin


@dataclass(frozen=True)
class Mark:
    """A mark found at offset ``at`` of ``(node, field, index)``; ``note`` counts the notes of the text."""

    node: Node
    field: str
    index: int
    at: int
    note: int


@dataclass(frozen=True)
class BoundNote:
    """A note with its paragraphs and the provisions that call it, in document order."""

    marker: str
    labels: tuple[Mapped, ...]
    blocks: tuple[Mapped, ...]
    anchors: tuple[ProvisionId, ...]
    inner: tuple[tuple[int, int, int], ...] = ()
    """Marks inside the note: (block, offset, note)."""


@dataclass
class _Open:
    sign: str
    node: Node
    field: str
    index: int
    at: int


def bind(tree: Outline, sign: re.Pattern[str]) -> tuple[tuple[BoundNote, ...], tuple[Mark, ...]]:
    """Take the marks matched by ``sign`` out of the nodes' texts (in place) and bind them to the notes.

    ``sign`` must have a group ``mark`` whose text, without blanks, equals Foot.marker. Raises FootnoteError.
    """
    waiting: list[_Open] = []
    notes: list[BoundNote] = []
    marks: list[Mark] = []
    block: list[Foot] = []
    for step in (*tree.order, None):
        if isinstance(step, Foot):
            block.append(step)
            continue
        if isinstance(step, Page):
            continue
        if block:
            _settle(block, waiting, notes, marks)
            block, waiting = [], []
        if step is not None:
            waiting.extend(_take_marks(*step, sign))
    if waiting:
        lost = waiting[0]
        raise FootnoteError(f"note mark {lost.sign} in {lost.node.id} has no note", 0)
    return tuple(notes), tuple(marks)


def _take_marks(node: Node, field: str, index: int, sign: re.Pattern[str]) -> list[_Open]:
    text = node.heading if field == "heading" else getattr(node, field)[index]
    if isinstance(text, Grid) or text is None:
        return []
    clean, found = strip_marks(text, sign)
    if found:
        if field == "heading":
            node.heading = clean
        else:
            getattr(node, field)[index] = clean
    return [_Open(mark, node, field, index, at) for at, mark in found]


def strip_marks(text: Mapped, sign: re.Pattern[str]) -> tuple[Mapped, list[tuple[int, str]]]:
    """The text without its note marks, and ``(offset, sign)`` for each, offsets counted in the new text."""
    found: list[tuple[int, str]] = []
    out = text
    removed = 0
    for match in sign.finditer(text.text):
        start, end = match.span()
        found.append((start - removed, "".join(match["mark"].split())))
        out = out.reshape(start - removed, end - removed, "")
        removed += end - start
    return out, found


def _settle(block: Sequence[Foot], waiting: list[_Open], notes: list[BoundNote], marks: list[Mark]) -> None:
    first = len(notes)
    for foot in block:
        if foot.more:
            last = notes[-1]
            notes[-1] = replace(last, labels=(*last.labels, foot.label), blocks=(*last.blocks, foot.text))
        else:
            notes.append(BoundNote(foot.marker, (foot.label,), (foot.text,), ()))
    for sign in dict.fromkeys(note.marker for note in notes[first:]):
        same = [n for n in range(first, len(notes)) if notes[n].marker == sign]
        calls = [call for call in waiting if call.sign == sign]
        if len(calls) < len(same):
            raise FootnoteError(f"{len(same)} notes {sign} but {len(calls)} marks", block[0].text.origins[0])
        for place, call in enumerate(calls):
            number = same[min(place, len(same) - 1)]
            marks.append(Mark(call.node, call.field, call.index, call.at, number))
            anchors = notes[number].anchors
            if call.node.id not in anchors:
                notes[number] = replace(notes[number], anchors=(*anchors, call.node.id))
    loose = [call for call in waiting if call.sign not in {note.marker for note in notes[first:]}]
    if loose:
        raise FootnoteError(
            f"mark {loose[0].sign} in {loose[0].node.id} has no note in its block", block[0].text.origins[0]
        )
