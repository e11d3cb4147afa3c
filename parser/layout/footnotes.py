"""Footnotes tied to their anchors: marks are taken out of the running text and bound to the notes they call.

Notes are printed in blocks (at a page end, a slide end, a section end). A mark belongs to a note of the next
block that carries the same sign; where a block has several notes with one sign, marks and notes pair in order
and the last note takes what is left. A mark inside a note calls a later note, of the same block or of a later one,
which then has the anchors of the note around it. A mark without a note, and a note without a mark, stops the build.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from corpus.ids import ProvisionId
from corpus.model import PassageKey
from parser.layout.events import FootnoteText, LayoutError, PageBreak, TableBlock
from parser.layout.outline import Outline, OutlineNode
from parser.text.tracked import TrackedText


class FootnoteError(LayoutError):
    """A note mark without a note, or a note that no mark calls."""


@dataclass(frozen=True)
class FoundMark:
    """A mark found at offset ``at`` of the paragraph ``key``; ``note`` counts the notes of the text."""

    key: PassageKey
    at: int
    note: int


@dataclass(frozen=True)
class BoundNote:
    """A note with its paragraphs and the provisions that call it, in document order."""

    marker: str
    labels: tuple[TrackedText, ...]
    blocks: tuple[TrackedText, ...]
    anchors: tuple[ProvisionId, ...]
    inner: tuple[tuple[int, int, int], ...] = ()
    """Marks inside the note: (block, offset, note)."""
    doubtful: bool = False
    """A doubtful correction supplied the mark that calls the note."""


@dataclass
class _Open:
    """A mark whose note is not yet known; it is in a node's text or (``outer``, block ``index``) in a note."""

    sign: str
    at: int
    node: OutlineNode | None
    field: str
    index: int
    outer: int = -1
    above: bool = False
    doubtful: bool = False


def bind(tree: Outline, sign: re.Pattern[str]) -> tuple[tuple[BoundNote, ...], tuple[FoundMark, ...]]:
    """Take the marks matched by ``sign`` out of the nodes' texts (in place) and bind them to the notes.

    ``sign`` must have a group ``mark`` whose text, without blanks, equals ``FootnoteText.marker``. It may have a group
    ``above``: a mark in which it matches calls the nearest note before it. Raises FootnoteError.
    """
    binder = _Binder(sign)
    for step in tree.order:
        if isinstance(step, FootnoteText):
            binder.block.append(step)
        elif not isinstance(step, PageBreak):
            binder.settle()
            binder.text(*step)
    binder.settle()
    if binder.waiting:
        lost = binder.waiting[0]
        raise FootnoteError(f"note mark {lost.sign} in {binder.place(lost)} has no note", 0)
    binder.pass_on()
    return tuple(binder.notes), tuple(binder.marks)


class _Binder:
    def __init__(self, sign: re.Pattern[str]) -> None:
        self.sign = sign
        self.waiting: list[_Open] = []
        self.block: list[FootnoteText] = []
        self.notes: list[BoundNote] = []
        self.marks: list[FoundMark] = []

    def text(self, node: OutlineNode, field: str, index: int) -> None:
        """Take the marks out of one text of a node; they wait for the next block of notes."""
        text = node.heading if field == "heading" else getattr(node, field)[index]
        if isinstance(text, TableBlock) or text is None:
            return
        clean, found = strip_marks(text, self.sign)
        if found and field == "heading":
            node.heading = clean
        elif found:
            getattr(node, field)[index] = clean
        for found_mark in found:
            call = _Open(found_mark.sign, found_mark.at, node, field, index, -1, found_mark.above, found_mark.doubtful)
            if call.above:
                self._bind(call, self._above(call, text))
            else:
                self.waiting.append(call)

    def settle(self) -> None:
        """Bind what waits to the notes of the block just read."""
        if not self.block:
            return
        if empty := next((foot for foot in self.block if not foot.text.text.strip()), None):
            raise FootnoteError(f"note {empty.marker} has no words", next(iter(empty.label.origins), 0))
        first, origin = len(self.notes), self.block[0].text.origins[0]
        inner = [call for foot in self.block for call in self._note(foot)]
        signs = dict.fromkeys(note.marker for note in self.notes[first:])
        for sign in signs:
            same = [n for n in range(first, len(self.notes)) if self.notes[n].marker == sign]
            calls = [call for call in (*self.waiting, *inner) if call.sign == sign]
            if len(calls) < len(same):
                raise FootnoteError(f"{len(same)} notes {sign} but {len(calls)} marks", origin)
            for place, call in enumerate(calls):
                self._bind(call, same[min(place, len(same) - 1)])
        loose = [call for call in self.waiting if call.sign not in signs and call.node]
        if loose:
            raise FootnoteError(f"mark {loose[0].sign} in {self.place(loose[0])} has no note in its block", origin)
        self.waiting = [call for call in (*self.waiting, *inner) if call.sign not in signs]
        self.block = []

    def pass_on(self) -> None:
        """Give a note that only another note calls that note's anchors. Raises FootnoteError for one without any."""
        anchored = [number for number, note in enumerate(self.notes) if note.anchors]
        while anchored:
            outer = self.notes[anchored.pop()]
            for *_, called in outer.inner:
                if not self.notes[called].anchors:
                    self.notes[called] = replace(self.notes[called], anchors=outer.anchors)
                    anchored.append(called)
        if note := next((note for note in self.notes if not note.anchors), None):
            raise FootnoteError(
                f"note {note.marker} is called in no rule, only within notes", note.blocks[0].origins[0]
            )

    def place(self, call: _Open) -> str:
        """The place of a mark, for an error message."""
        return str(call.node.id) if call.node else f"note {self.notes[call.outer].marker}"

    def _note(self, foot: FootnoteText) -> list[_Open]:
        """Keep a note's text; give back the marks inside it."""
        clean, found = strip_marks(foot.text, self.sign)
        if foot.more:
            last = self.notes[-1]
            self.notes[-1] = replace(last, labels=(*last.labels, foot.label), blocks=(*last.blocks, clean))
        else:
            self.notes.append(BoundNote(foot.marker, (foot.label,), (clean,), ()))
        outer, block = len(self.notes) - 1, len(self.notes[-1].blocks) - 1
        return [_Open(mark.sign, mark.at, None, "note", block, outer, doubtful=mark.doubtful) for mark in found]

    def _bind(self, call: _Open, number: int) -> None:
        if call.node:
            self.marks.append(FoundMark(call.node.key(call.field, call.index), call.at, number))
            new: tuple[ProvisionId, ...] = (call.node.id,)
        else:
            around = self.notes[call.outer]
            self.notes[call.outer] = replace(around, inner=(*around.inner, (call.index, call.at, number)))
            new = around.anchors
        note = self.notes[number]
        anchors = (*note.anchors, *(anchor for anchor in new if anchor not in note.anchors))
        self.notes[number] = replace(note, anchors=anchors, doubtful=note.doubtful or call.doubtful)

    def _above(self, call: _Open, text: TrackedText) -> int:
        for number in range(len(self.notes) - 1, -1, -1):
            if self.notes[number].marker == call.sign:
                return number
        raise FootnoteError(f"no note {call.sign} above {self.place(call)}", text.origins[0])


@dataclass(frozen=True)
class StrippedMark:
    """A note mark taken out of a text, where it would be ``at`` in what is left.

    ``above``: it calls a note before it. ``doubtful``: no witness prints it, a doubtful correction supplied it.
    """

    at: int
    sign: str
    above: bool = False
    doubtful: bool = False


def strip_marks(text: TrackedText, sign: re.Pattern[str]) -> tuple[TrackedText, list[StrippedMark]]:
    """The text without its note marks, and those marks."""
    found: list[StrippedMark] = []
    doubts = [change for change in text.changes if change.doubtful]
    removed = 0
    for match in sign.finditer(text.text):
        start, end = match.span()
        above = bool(match.groupdict().get("above"))
        doubtful = any(change.start < end and start < change.end for change in doubts)
        found.append(StrippedMark(start - removed, "".join(match["mark"].split()), above, doubtful))
        removed += end - start
    return text.sub(sign, ""), found
