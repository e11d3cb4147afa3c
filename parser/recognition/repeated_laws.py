"""Laws whose numbers the book has used already: a number that stands there twice, or a second edition in one file.

A number can be one law only. Where many begin again, what stands there is another book, and is left out; one that is
there twice is text of the law before, as words without a number are. Both are asked about, and a person may say that
the numbers begin here: then what stood there before is left out.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from parser.documents.stream import DocumentStream, StreamBlock, StreamTable
from parser.recognition.laws import LawStart, are_headings, law_starts, like_starts
from parser.recognition.notes import printed_notes
from parser.recognition.rows import BookRow
from parser.recognition.sections import is_heading

_BOOK = 5  # laws that are a book of their own, whatever they look like


@dataclass(frozen=True)
class RepeatedLaws:
    """Rows ``first`` to ``stop``, of which ``row`` begins a law ``number`` that began at the row ``used`` before.

    ``first`` are the headings right above it; ``is_book``: several laws, which begin again.
    """

    row: int
    first: int
    stop: int
    number: str
    used: int
    is_book: bool

    @property
    def others(self) -> tuple[str, ...]:
        """What it may be instead."""
        following = () if self.is_book else (str(int(self.number.lstrip("X")) + 1),)
        return (self.number, *following, "text" if self.is_book else "noise")


@dataclass(frozen=True)
class KeptLaws:
    """The rows with those of other books as noise; where numbers begin again; and the readings by row that go on from
    what a person decided there."""

    rows: tuple[BookRow, ...]
    repeated: tuple[RepeatedLaws, ...]
    gone: frozenset[int]
    decided: Mapping[int, str]

    def stream(self, stream: DocumentStream, rows: Sequence[BookRow]) -> DocumentStream:
        """The stream without notes that only rows call which are left out; ``rows`` are those as they were."""
        calls = [_calls(row.block) for row in rows]
        kept = {key for at, keys in enumerate(calls) if at not in self.gone for key in keys}
        lost = {key for at in self.gone for key in calls[at]} - kept
        return replace(stream, notes=tuple(n for n in stream.notes if n.key not in lost)) if lost else stream


def kept_laws(rows: Sequence[BookRow], decided: Mapping[int, str]) -> KeptLaws:
    """What is read of rows whose laws may begin again.

    ``decided`` are readings by row: "noise" and "text" where laws begin again hold for all of them, the number of the
    first leaves out what had it before.
    """
    gone: set[int] = set()
    found = _repeated(rows, decided)
    for one in found:
        if decided.get(one.row) == one.number:
            gone.update(range(one.used, one.first))
    if gone:
        rows = _without(rows, gone)
        found = _repeated(rows, decided)
    further: dict[int, str] = {}
    for one in found:
        if decided.get(one.row, "noise" if one.is_book else "text") == "noise":
            gone.update(range(one.first, one.stop))
        elif one.is_book:
            further |= dict.fromkeys(range(one.first, one.stop), "text")
    gone -= _notes_of_others(rows, gone)
    return KeptLaws(_without(rows, gone), found, frozenset(gone), {**further, **decided})


def _notes_of_others(rows: Sequence[BookRow], gone: Collection[int]) -> set[int]:
    """The rows of printed notes that are called where nothing is left out."""
    if not gone:
        return set()
    found = printed_notes(rows)
    called = {note for at, marks in found.marks.items() if at not in gone for *_, note in marks}
    return {at for n in called for at in (found.notes[n].row, *found.notes[n].more)}


def _repeated(rows: Sequence[BookRow], decided: Mapping[int, str]) -> tuple[RepeatedLaws, ...]:
    starts = law_starts(rows)
    begun = {start.number: start.row for start in reversed(starts)}
    found: list[RepeatedLaws] = []
    for run in _runs(rows, starts):
        first = run[0]
        before = max((start for start in starts if start.row < first.row), key=lambda start: start.row)
        is_book = _is_book(run, rows)
        # One law is there twice right behind itself; further off a line that looks so is a citation.
        if first.number in begun and (is_book or first.number == before.number):
            top = _with_headings(rows, first.row) if is_book else first.row
            stop = next((start.row for start in starts if start.row > first.row), len(rows))
            found.append(RepeatedLaws(first.row, top, stop, first.number, begun[first.number], is_book))
    ends = [*(one.first for one in found[1:]), len(rows)]
    cut = (replace(one, stop=min(one.stop, end)) for one, end in zip(found, ends, strict=False))
    return tuple(one for one in cut if decided.get(one.row, "text") in (one.number, "text", "noise"))


def _runs(rows: Sequence[BookRow], starts: Sequence[LawStart]) -> list[list[LawStart]]:
    """The rows behind the first law that look as laws do and are none, in runs whose numbers go up."""
    heads = {start.row for start in starts}
    runs: list[list[LawStart]] = []
    last = -1
    for one in like_starts(rows, starts):
        between = any(last < row < one.row for row in heads)
        if runs and not between and int(runs[-1][-1].number.lstrip("X")) < int(one.number.lstrip("X")):
            runs[-1].append(one)
        else:
            runs.append([one])
        last = one.row
    return runs


def _is_book(run: Sequence[LawStart], rows: Sequence[BookRow]) -> bool:
    """True for laws with text between them: a list of contents has none."""
    filled = sum(b.row - a.row > 1 for a, b in pairwise(run))
    return len(run) > 1 and 2 * filled >= len(run) - 1 and (len(run) >= _BOOK or are_headings(run, rows))


def _with_headings(rows: Sequence[BookRow], at: int) -> int:
    """The first of the headings right above a law."""
    while at and is_heading(rows[at - 1]) and not rows[at - 1].labels:
        at -= 1
    return at


def _without(rows: Sequence[BookRow], gone: Collection[int]) -> tuple[BookRow, ...]:
    return tuple(replace(row, block=_left_out(row.block)) if at in gone else row for at, row in enumerate(rows))


def _left_out(block: StreamBlock) -> StreamBlock:
    if isinstance(block, StreamTable):
        cells = tuple(tuple(replace(cell, anchors=()) for cell in row) for row in block.rows)
        return replace(block, rows=cells)
    return replace(block, noise="again", anchors=())


def _calls(block: StreamBlock) -> set[str]:
    cells = (cell for row in block.rows for cell in row) if isinstance(block, StreamTable) else (block,)
    return {key for one in cells for _, key in one.anchors}
