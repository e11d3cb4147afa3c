"""Notes that stand in boxes beside the text, or in paragraphs below it, under the raised sign that calls them.

A reader leaves a ``RaisedSign`` as anchor at every raised sign, whose words stay where they are, and says of each
paragraph in which box it stands. Only here is it decided which of them are calls and notes: a box is one of notes
where it begins with a sign that is called. All others stay what they were. A paragraph below the text that begins with
a raised sign is taken for a box of its own.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from operator import itemgetter
from types import MappingProxyType

from corpus.text import RAISED
from parser.documents.lettered_notes import lettered_notes
from parser.documents.numbering import FORMATS
from parser.documents.raised_signs import RaisedSign
from parser.documents.stream import DocumentStream, StreamBlock, StreamNote, StreamParagraph, StreamTable

_SIGN = re.compile(r"[\[(]?(?:\d{1,3}|[a-z]{1,2}|[ivxl]{2,7}|[*†‡§#]{1,4})[\])]?")
_CLOSED = re.compile(r"[\[(]?(?:\d{1,3}|[*†‡§#]{1,4})[\])]")
_PARTING = re.compile(r",\s?")
_LISTED = re.compile(r"\d{1,3}\)?(?:,\s?\d{1,3}\)?)+")
# A box may begin with a sign that is not raised; a letter there would be a word ("i", "a").
_FIRST = re.compile(r"[\[(]?(?P<sign>\d{1,3}|[*†‡#]{1,4})[\])]?[.:]?\s+(?=\S)")
_BEHIND = re.compile(r"(?:[.:;!?,)»”\"]|[^\W\d_]{3})\s?\Z")  # where a sign of a note stands: a stop, a word
_QUOTED = "blockquote"  # the style of a quotation of a page
_ROMANS = 200  # notes that are counted so

Call = tuple[int, int, int]
"""Where a sign is raised: block of the stream, cell of a table (0: none), offset."""


def raised_anchor(at: int, words: str) -> tuple[tuple[int, RaisedSign], ...]:
    """The anchor of raised words at an offset, none where they are no sign of a note.

    >>> raised_anchor(4, "12"), raised_anchor(4, "ieme")
    (((4, '12'),), ())
    >>> raised_anchor(4, "2)3)"), raised_anchor(4, "2, 3")  # two notes side by side
    (((4, '2)'), (6, '3)')), ((4, '2'), (7, '3')))
    """
    if _SIGN.fullmatch(words):
        return ((at, RaisedSign(words)),)
    if _LISTED.fullmatch(words):
        return tuple((at + one.start(), RaisedSign(one[0])) for one in re.finditer(r"[^,\s]+", words))
    found = list(_CLOSED.finditer(words))
    whole = "".join(one[0] for one in found) == words
    return tuple((at + one.start(), RaisedSign(one[0])) for one in found) if whole else ()


@dataclass
class _BoxedNote:
    sign: str
    box: int
    holder: int
    """The block that the box is anchored to: the last one before it that is in no box."""
    place: int
    is_raised: bool
    is_below: bool
    """It is no box but a paragraph, printed below what calls it."""
    paragraphs: list[tuple[int, StreamParagraph]] = field(default_factory=list)
    """Each with its place in the stream."""

    @property
    def key(self) -> str:
        return f"box:{self.box}:{self.place}"


def with_boxed_notes(stream: DocumentStream) -> DocumentStream:
    """The stream with the notes of boxes as notes at their calls, and without anchors of raised signs."""
    stream = replace(stream, blocks=tuple(_with_paragraphs(tuple(_with_lines(stream.blocks)))))
    notes = _notes(stream.blocks)
    inside = {note.box for note in notes}
    calls = list(_calls(stream.blocks, inside))
    called = _answers(calls, notes)
    kept = {note.box for note in called.values()}
    notes = [note for note in notes if note.box in kept]
    called = {call: note for call, note in called.items() if note.box in kept}
    own = _of_the_format(calls, called, stream.notes, stream.blocks)
    blocks: list[StreamBlock] = []
    for at, block in enumerate(stream.blocks):
        if isinstance(block, StreamTable):
            blocks.append(_answered_table(block, at, called, own))
        elif block.box not in kept:
            blocks.append(replace(_answered(block, at, 0, called, own), box=max(0, block.box)))
    boxed = tuple(StreamNote(note.key, note.sign, tuple(_note_words(note, called))) for note in notes)
    printed = tuple(
        replace(note, paragraphs=tuple(_answered(one, -1, 0, {}) for one in note.paragraphs)) for note in stream.notes
    )
    return replace(stream, blocks=tuple(blocks), notes=(*printed, *boxed))


def _of_the_format(
    calls: Sequence[tuple[Call, str, int, int]],
    called: Mapping[Call, _BoxedNote],
    notes: Sequence[StreamNote],
    blocks: Sequence[StreamBlock],
) -> dict[Call, str]:
    """The keys of the format's own notes that typed signs call again: those whose sign no other note has. A figure
    calls a note under a roman, and the other way round, since a program draws the signs of its notes as it likes; but
    not that of "100 m²".
    """
    count = Counter(note.marker for note in notes)
    keys = {note.marker: note.key for note in notes if count[note.marker] == 1}
    romans = {str(n): FORMATS["lowerRoman"](n) for n in range(1, _ROMANS)}
    forms = romans | {sign: number for number, sign in romans.items()}
    drawn = {forms[sign]: key for sign, key in keys.items() if sign in forms}
    found: dict[Call, str] = {}
    for place, sign, _, _ in calls:
        key = keys.get(sign) or (drawn.get(sign) if _BEHIND.search(_words_before(blocks, place)) else None)
        if key is not None and place not in called:
            found[place] = key
    return found


def _words_before(blocks: Sequence[StreamBlock], place: Call) -> str:
    """What stands before a place in its paragraph or cell."""
    at, cell, end = place
    block = blocks[at]
    if isinstance(block, StreamTable):
        block = [one for row in block.rows for one in row][cell - 1]
    return block.text[:end]


def _with_paragraphs(blocks: Sequence[StreamBlock]) -> Iterator[StreamBlock]:
    """The blocks; what begins with a raised sign and is in no box has the number of one, below 0.

    So has what is listed under letters as notes are, whose letters are then as good as raised.
    """
    listed = lettered_notes(blocks)
    quoted = 0
    """The number of a note in a quotation, which further paragraphs of it go on."""
    for at, block in enumerate(blocks):
        if not isinstance(block, StreamParagraph) or block.box or block.heading or block.label:
            quoted = 0
            yield block
            continue
        if at in listed:
            block = replace(block, anchors=((0, RaisedSign(listed[at])), *block.anchors))
        sign, is_raised = _first_sign(block)
        begins = is_raised and bool(block.text.strip()[len(sign) :].strip("[]() .:"))
        number = -1 - at if begins else quoted if block.style == _QUOTED else 0
        quoted = number if block.style == _QUOTED else 0
        yield replace(block, box=number) if number else block


def _with_lines(blocks: Sequence[StreamBlock]) -> Iterator[StreamBlock]:
    """The blocks; of a paragraph that begins with a raised sign, each line that begins with one too stands alone."""
    for block in blocks:
        if isinstance(block, StreamTable):
            yield block
            continue
        signs = sorted(at for at, key in block.anchors if isinstance(key, RaisedSign))
        starts = [at for at in signs if not at or block.text[:at].rstrip(" ").endswith("\n")]
        if len(starts) < 2 or starts[0]:
            yield block
            continue
        for start, stop in pairwise([*starts, len(block.text) + 1]):
            anchors = tuple((at - start, key) for at, key in block.anchors if start <= at < stop)
            bold = max(0, min(block.bold, stop) - start)
            text = block.text[start:stop].rstrip()
            breaks = tuple((at - start, number) for at, number in block.breaks if start <= at < stop)
            piece = replace(block, text=text, anchors=anchors, bold=bold, lead=0, breaks=breaks)
            # What numbers the paragraph, or makes a heading of it, stands before its first line.
            yield replace(piece, label="", heading=0) if start else piece


def _notes(blocks: Sequence[StreamBlock]) -> list[_BoxedNote]:
    """What would be notes if their signs were called: each begins with a sign, in a box that begins with one."""
    found: list[_BoxedNote] = []
    holder, box, open_box = -1, 0, False
    for at, block in enumerate(blocks):
        if isinstance(block, StreamTable) or not block.box:
            holder, box = at, 0
            continue
        if not block.text.strip():
            continue
        sign, is_raised = _first_sign(block)
        if block.box != box:
            box, open_box = block.box, bool(sign) and not block.heading
        if open_box and sign:
            found.append(_BoxedNote(sign, box, holder, at, is_raised, box < 0, [(at, block)]))
        elif open_box:
            found[-1].paragraphs.append((at, block))
    return found


def _first_sign(paragraph: StreamParagraph) -> tuple[str, bool]:
    """The sign that a paragraph begins with, and whether it is raised."""
    raised = next((key for at, key in paragraph.anchors if at == 0 and isinstance(key, RaisedSign)), "")
    if raised:
        return _bare(raised), True
    match = _FIRST.match(paragraph.text)
    return (match["sign"] if match and not paragraph.label else ""), False


def _calls(blocks: Sequence[StreamBlock], inside: set[int]) -> Iterator[tuple[Call, str, int, int]]:
    """(place, sign, holder, box) of each raised sign that begins no note, in order."""
    holder = -1
    for at, block in enumerate(blocks):
        if isinstance(block, StreamTable):
            holder = at
            for n, cell in enumerate((cell for row in block.rows for cell in row), 1):
                yield from (((at, n, place), sign, at, 0) for place, sign in _raised(cell))
            continue
        holder = holder if block.box else at
        boxed = block.box in inside
        for place, sign in _raised(block):
            if not (boxed and place == 0):
                yield (at, 0, place), sign, holder, block.box if boxed else 0


def _raised(paragraph: StreamParagraph) -> Iterator[tuple[int, str]]:
    for at, key in sorted(paragraph.anchors, key=itemgetter(0)):
        if isinstance(key, RaisedSign) and paragraph.text[at : at + len(key)] == key:
            yield at, _bare(key)


def _answers(calls: Sequence[tuple[Call, str, int, int]], notes: Sequence[_BoxedNote]) -> dict[Call, _BoxedNote]:
    """The note that each call has: one each in order where a sign is called as often as it is printed (signs that
    begin anew on each page), else the one beside it, the last one above, or the next one below."""
    printed: defaultdict[str, list[_BoxedNote]] = defaultdict(list)
    for note in notes:
        printed[note.sign].append(note)
    by_sign: defaultdict[str, list[tuple[Call, int, int]]] = defaultdict(list)
    for place, sign, holder, box in calls:
        by_sign[sign].append((place, holder, box))
    out: dict[Call, _BoxedNote] = {}
    for sign, same in by_sign.items():
        answers = printed.get(sign, [])
        if len(same) == len(answers):
            found = [(*call, note) for call, note in zip(same, answers, strict=True)]
        else:
            found = [(*call, _nearest(*call, answers)) for call in same if answers]
        # "1 NT 2 SP" in a box is no note of a sign far away.
        out |= {place: note for place, holder, _, note in found if note.is_raised or note.holder == holder}
    return out


def _nearest(place: Call, holder: int, box: int, answers: Sequence[_BoxedNote]) -> _BoxedNote:
    below = next((note for note in answers if note.is_below and note.place > place[0]), None)
    if below is not None:
        return below
    beside = next((note for note in answers if box and note.box == box), None)
    beside = beside or next((note for note in answers if note.holder == holder), None)
    above = [note for note in answers if note.holder < holder]
    return beside or (above[-1] if above else answers[0])


def _note_words(note: _BoxedNote, called: Mapping[Call, _BoxedNote]) -> Iterator[StreamParagraph]:
    for at, paragraph in note.paragraphs:
        one = _answered(paragraph, at, 0, called)
        if at == note.place:
            sign = "|".join(map(re.escape, (note.sign, _in_words(note.sign))))
            match = re.match(rf"[\[(]?(?:{sign})[\])]?[.:]?\s*", one.text)
            cut = match.end() if match else 0
            anchors = tuple((max(0, place - cut), key) for place, key in one.anchors)
            one = replace(one, text=one.text[cut:], bold=max(0, one.bold - cut), anchors=anchors)
        if one.text.strip():
            yield replace(one, box=0)


def _answered_table(
    table: StreamTable, at: int, called: Mapping[Call, _BoxedNote], again: Mapping[Call, str]
) -> StreamTable:
    """A table as ``_answered`` makes its cells, and what stands in each one by one, where the same signs are in the
    same order; in a table within a cell no sign calls a note."""
    cells = [(n, cell) for n, cell in enumerate((cell for row in table.rows for cell in row), 1)]
    calls = iter([(at, n, place) for n, cell in cells for place, _ in _raised(cell)])
    count = iter(range(1, 1 + len(cells)))
    rows = tuple(tuple(_answered(cell, at, next(count), called, again) for cell in row) for row in table.rows)

    def answered(one: StreamBlock) -> StreamBlock:
        if isinstance(one, StreamTable):
            return _answered_table(one, -1, {}, {})
        own = {(at, 0, place): call for place, _ in _raised(one) if (call := next(calls, None)) is not None}
        return _answered(
            one,
            at,
            0,
            {here: called[call] for here, call in own.items() if call in called},
            {here: again[call] for here, call in own.items() if call in again},
        )

    parts = tuple(tuple(tuple(map(answered, cell)) for cell in row) for row in table.parts)
    return replace(table, rows=rows, parts=parts)


def _answered(
    paragraph: StreamParagraph,
    at: int,
    cell: int,
    called: Mapping[Call, _BoxedNote],
    again: Mapping[Call, str] = MappingProxyType({}),
) -> StreamParagraph:
    """A paragraph whose raised signs are anchors of the notes they call; those that call none are words, figures
    among them raised ones."""
    if not any(isinstance(key, RaisedSign) for _, key in paragraph.anchors):
        return paragraph
    text, bold, gone = paragraph.text, paragraph.bold, 0
    anchors: list[tuple[int, str]] = []
    before: int | None = None
    for place, key in sorted(paragraph.anchors, key=itemgetter(0)):
        note = called.get((at, cell, place))
        answer = note.key if note is not None else again.get((at, cell, place))
        if not isinstance(key, RaisedSign):
            anchors.append((place - gone, key))
        elif answer is not None:
            start, stop = place - gone, place - gone + len(key)
            if text[:start].endswith(" ") and text[stop : stop + 1] in ("", " ", ".", ",", ";", ":"):
                start -= 1
            # "3, 4": what parts two notes side by side goes with them.
            if before is not None and _PARTING.fullmatch(text[before:start]):
                start = before
            before = start
            text = text[:start] + text[stop:]
            bold -= stop - start if place < paragraph.bold else 0
            gone += stop - start
            anchors.append((start, answer))
        else:
            start, stop = place - gone, place - gone + len(key)
            if text[start:stop] == key:
                text = text[:start] + _in_words(key) + text[stop:]
                gone += len(key) - len(_in_words(key))
    return replace(paragraph, text=text, bold=bold, anchors=tuple(anchors))


def _in_words(sign: str) -> str:
    """A raised sign as words have it.

    >>> _in_words("12)"), _in_words("[1]")
    ('¹²)', '[1]')
    """
    return sign.translate(RAISED) if re.fullmatch(r"\d+\)?", sign) else sign


def _bare(sign: str) -> str:
    return sign.strip("[]()")
