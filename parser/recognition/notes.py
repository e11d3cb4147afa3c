"""Notes that a text prints as words: which paragraphs are notes, and which signs in the running text call them.

A sign calls the next note below it that is printed under the same sign; a note goes with all the calls since the last
note of its sign.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from corpus.text import LOWERED
from parser.documents.numbering import roman
from parser.lang.words import LANGUAGES, any_of, words_of
from parser.recognition.glued_signs import glued_notes
from parser.recognition.rows import BookRow
from parser.recognition.transcript import MarkPlace
from parser.recognition.words import section_kind

_NOTE = any_of({sign for code in LANGUAGES for sign in words_of(code).note_signs})
TEXT_SIGN = re.compile(
    r"\[\^(?P<key>[\w-]{1,20})\]|\[(?P<square>\d{1,3}|[*†‡]{1,3})\]|\[(?P<roman>[ivxlc]{1,8})\]|(?:\s?\((?=[⁰¹²³⁴⁵⁶⁷⁸⁹]+\)))?(?P<raised>[⁰¹²³⁴⁵⁶⁷⁸⁹]+\)?|(?<=[^\s\d^])\^\d{1,2}\)?|(?<=\d)\^\d{1,2}\))"
    r"|(?:(?<=[^\s(*\\])|(?<=\S)\s(?=[*†‡]{1,4}\))|(?<=\S)\s?\((?=\*{1,4}\)))(?P<star>\*\d{1,2}\)|\*{1,4}\)?|†{1,3}|‡{1,3})(?!\w)"
    rf"|\s?[(\[]{_NOTE}\s(?P<word>\d{{1,3}})[)\]]"
    r"|(?<=\S)\s?\((?P<round>\d{1,3})\)"
    r"|(?:(?<=[^\d\s],)|(?<=[.;:!?»”)'\"]))(?:(?P<typed>\d{1,2})\)(?!\.|[^\W\d])|(?P<again>\d{1,3}|(?<=[.;:!?»”)'\"])[ivxlc]{1,8})\Z)"
)
NOTE_BEGINNING = re.compile(
    rf"[(\[]?(?i:{_NOTE})\s(?P<word>\d{{1,3}})(?:\s?[.:–-]|[)\]][.:]?)\s*(?=\S)"
    # "Anm. ¹ Se", "Note *) Se": the word and a sign.
    rf"|(?:(?i:{_NOTE})\.?:?\s+)?(?:"
    r"\[\^(?P<key>[\w-]{1,20})\]:\s*|\[(?P<square>\d{1,3}|[*†‡]{1,3})\][.:]?\s+|\[(?P<roman>[ivxlc]{1,8})\]\s+|\(?(?P<raised>[⁰¹²³⁴⁵⁶⁷⁸⁹]+\)?)[.:]?\s*"
    r"|(?:\((?=\*{1,4}\)))?(?P<star>\*\d{1,2}\)|\*{1,4}\)?|†{1,3}|‡{1,3})[.:]?\s*(?=\S))"
)
_CLOSED = re.compile(r"\(?(\d{1,3})(?:\)|(?P<dot>\.))\s")
_ROUND = re.compile(r"\((\d{1,3})\)\s+\S")
_NUMBERED = re.compile(r"\(?(?P<number>\d{1,3})[.):]?\s+")
_BLOCKS = 3  # blocks of plain numbers that answer raised figures
_LINE = 160  # characters of a line that heads a law
_ANSWERED = 0.8  # of the raised figures, those that they answer


_Call = tuple[int, int, int, int, str, str]
"""Where a sign stands and what it is: row, start, end, cell, family, sign."""


@dataclass
class PrintedNote:
    """A note among the rows: the row of its beginning, where its words begin there, and rows that go on with it."""

    row: int
    sign: str
    family: str
    words: int
    closed: bool = False
    """A bracket behind its sign is part of it, as it then is where the note is called."""
    more: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class FoundNotes:
    """The notes of the rows, and the calls by row."""

    notes: tuple[PrintedNote, ...]
    marks: dict[int, list[tuple[int, int, int, int]]]
    """row -> (start, end, cell, place of the note in ``notes``)"""


def printed_notes(rows: Sequence[BookRow]) -> FoundNotes:
    """Notes and calls in running text: none where no sign is both called and printed before a note."""
    found = _set_off_notes(rows)
    if found.notes or any(row.paragraph is not None and row.paragraph.anchors for row in rows):
        return found
    glued = glued_notes(rows, lambda at: _begins_law(rows, at))
    marks: dict[int, list[tuple[int, int, int, int]]] = {}
    for row, start, end, note in glued.calls:
        marks.setdefault(row, []).append((start, end, 0, note))
    return FoundNotes(tuple(PrintedNote(one.row, one.sign, "raised", one.words) for one in glued.notes), marks)


def _set_off_notes(rows: Sequence[BookRow]) -> FoundNotes:
    printed = _printed_signs(rows)
    calls = list(_called_again(_as_raised(_calls(rows)), {family for family, _ in printed}))
    calls = list(
        _parted(list(_counted(calls, rows)), frozenset(sign for family, sign in printed if family == "raised"))
    )
    families = {(family, sign) for _, _, _, _, family, sign in calls}
    notes = _notes(rows, families, _answers(rows, calls))
    marks: dict[int, list[tuple[int, int, int, int]]] = {}
    called: set[int] = set()
    starts = {note.row: note for note in notes}
    for row, start, end, cell, family, sign in calls:
        if row in starts and start < starts[row].words:
            continue
        same = [n for n, note in enumerate(notes) if (note.family, note.sign) == (family, sign)]
        # Several notes with one sign in one block pair with the calls in order; else the next below.
        answer = next((n for n in same if notes[n].row >= row), None)
        if answer is None and (family == "key" or len(same) == 1):
            answer = same[-1] if same else None
        if answer is not None:
            block = [n for n in same if _together(notes, answer, n)]
            free = [n for n in block if n not in called]
            chosen = (free or block)[0] if len(block) > 1 else answer
            called.add(chosen)
            bracket = notes[chosen].closed and (rows[row].text if not cell else "")[end : end + 1] == ")"
            marks.setdefault(row, []).append((start, end + bracket, cell, chosen))
    return FoundNotes(tuple(notes), marks)


def _together(notes: Sequence[PrintedNote], one: int, other: int) -> bool:
    low, high = sorted((one, other))
    return all(notes[n + 1].row - notes[n].row <= 1 + len(notes[n].more) for n in range(low, high))


def _calls(rows: Sequence[BookRow]) -> list[_Call]:
    found = []
    for at, row in enumerate(rows):
        one = row.paragraph
        texts = [(0, one.text)] if one is not None and not one.noise else []
        if one is None:
            cells = (cell for line in row.block.rows for cell in line)  # type: ignore[union-attr]
            texts = [(n, cell.text) for n, cell in enumerate(cells)]
        for cell, text in texts:
            for match in TEXT_SIGN.finditer(text):
                if match.start() == 0 and cell == 0:
                    continue
                family = str(match.lastgroup)
                if family in ("typed", "again") and any(match.start() < label.end for label in row.labels):
                    continue  # "9.B.1" on a line of its own is a number, and its last figure no sign
                end = match.end()
                if match[0].endswith(")") and family not in ("word", "round") and _is_open(text[: match.start()]):
                    end -= 1  # the bracket closes one that was opened before the sign, unless the notes show another
                found.append((at, match.start(), end, cell, family, _plain(match[family])))
    return found


def _as_raised(calls: Sequence[_Call]) -> list[_Call]:
    """The calls; numbers on the line that end in a bracket ("spilt.1)") are raised ones where a book has no others."""
    if any(family in ("raised", "square", "key", "word") for *_, family, _ in calls):
        return [call for call in calls if call[4] != "typed"]
    return [(*call[:4], "raised", call[5]) if call[4] == "typed" else call for call in calls]


def _printed_signs(rows: Sequence[BookRow]) -> frozenset[tuple[str, str]]:
    """(family, sign) of what may be the beginnings of notes."""
    found = (NOTE_BEGINNING.match(row.text) for row in rows if row.paragraph is not None)
    return frozenset((family, _plain(match[family])) for match in found if match and (family := str(match.lastgroup)))


def _called_again(calls: Sequence[_Call], printed: Collection[str]) -> Iterator[_Call]:
    """The calls; a raised or bare number calls a note of another form once more ("[12]", later "¹²" or, of a roman one,
    "xii" behind a full stop) where the book
    prints no notes under raised ones and that note was called before. ``printed`` are the families of its notes."""
    first = next((family for family in ("square", "key", "roman") if family in printed and "raised" not in printed), "")
    called = set[str]()
    for call in calls:
        family, sign = call[4], call[5].strip(")")
        if first and family in ("raised", "again") and sign in called:
            yield (*call[:4], first, sign)
        elif family != "again":
            yield call
        if family == first:
            called.add(sign)


def _parted(calls: Sequence[_Call], printed: frozenset[str]) -> Iterator[_Call]:
    """The calls, those of several notes side by side ("¹²") as one each: no note is ``printed`` under both figures."""
    for row, start, end, cell, family, sign in calls:
        signs = _signs_by_notes(sign, printed) if family == "raised" else [sign]
        at = start
        for one in signs:
            stop = end if one is signs[-1] else at + len(one)
            yield row, at, stop, cell, family, one
            at = stop


def _counted(calls: Sequence[_Call], rows: Sequence[BookRow]) -> Iterator[_Call]:
    """The calls; numbers in round brackets only where they count up to the notes under just such numbers in a part of
    the book for them, and roman ones only where all of the book count up: sentences have them too."""
    romans = list(dict.fromkeys(sign for *_, family, sign in calls if family == "roman"))
    spelled = len(romans) > 2 and romans == [roman(n).lower() for n in range(1, len(romans) + 1)]
    heads = [at for at, row in enumerate(rows) if row.paragraph is not None and section_kind(row.text) == "notes"]
    signs = [match[1] for row in rows[heads[-1] :] if (match := _ROUND.match(row.text))] if heads else []
    counts = len(signs) > 2 and signs == [str(n) for n in range(1, len(signs) + 1)]
    last = 0
    for call in calls:
        number = int(call[5]) if call[4] == "round" else 0
        if call[4] == "roman" and not spelled:
            continue
        if not number:
            yield call
        elif counts and call[0] < heads[-1] and 0 < number <= min(last + 1, len(signs)):
            last = max(last, number)
            yield call


def _signs_by_notes(sign: str, printed: frozenset[str]) -> list[str]:
    """The signs of notes that stand side by side, one where they are one.

    >>> printed = frozenset({"1", "2", "3", "12", "36", "37"})
    >>> _signs_by_notes("3637", printed), _signs_by_notes("12", printed), _signs_by_notes("23", printed)
    (['36', '37'], ['12'], ['2', '3'])
    """
    if sign in printed or len(sign) < 2:
        return [sign]
    for cut in range(1, len(sign)):
        first, rest = sign[:cut], sign[cut:]
        further = _signs_by_notes(rest, printed) if first in printed else [rest]
        if first in printed and printed.issuperset(further) and int(further[0]) == int(first) + 1:
            return [first, *further]
    return [sign]


def _answers(rows: Sequence[BookRow], calls: Sequence[_Call]) -> frozenset[int]:
    """Rows that begin with plain numbers and a bracket and are notes: below one another, they are all that raised
    figures called since the last such rows. That must be so nearly everywhere, and no line stand
    above them that tells notes: lists count from one as well."""
    # Lists of a law have a point behind their numbers too, so notes that have one are the last rows of their law.
    raised: defaultdict[int, list[str]] = defaultdict(list)
    for row, _, _, _, family, sign in calls:
        if family == "raised":
            raised[row].append(sign)
    found: list[int] = []
    blocks: list[bool] = []  # whether a line is drawn above each
    answered = 0
    waiting: list[str] = []
    printed = (f"{row.paragraph.label} {row.text}".strip() if row.paragraph is not None else "" for row in rows)
    numbers = [_CLOSED.match(words) for words in printed]
    for at, number in enumerate(numbers):
        for first in (n for n, sign in enumerate(waiting) if number is not None and sign == number[1]):
            signs = list(dict.fromkeys(waiting[first:]))
            stop = at + len(signs)
            below = [one[1] for one in numbers[at : stop + 1] if one is not None]
            listed = number is not None and number["dot"] and not _begins_law(rows, stop)
            if not listed and below[: len(signs)] == signs and below[len(signs) :] != [str(int(signs[-1]) + 1)]:
                found += range(at, stop)
                one = rows[at].paragraph
                blocks.append(one is not None and one.ruled)
                answered, waiting = answered + len(waiting) - first, []
                break
        waiting += raised[at]
    everything = sum(map(len, raised.values()))
    is_habit = len(blocks) >= _BLOCKS and answered >= _ANSWERED * everything and sum(blocks) < len(blocks) / 2
    return frozenset(found if is_habit else ())


def _opens_law(row: BookRow) -> bool:
    """True for a line with the sign and the number of a law, behind which no note goes on."""
    signed = [label for label in row.labels if label.signed]
    return bool(signed) and len(row.text) < _LINE and all(len(label.atoms) == 1 for label in signed)


def _begins_law(rows: Sequence[BookRow], at: int) -> bool:
    """True where a law, or the heading of its chapter, begins at a row, or the rows are at their end."""
    found = [row for row in rows[at : at + 4] if row.paragraph is None or not row.paragraph.noise][:2]
    return not found or any(
        (one := row.paragraph) is not None and (one.heading > 0 or any(label.signed for label in row.labels))
        for row in found
    )


def _is_open(text: str) -> bool:
    """True where a bracket was opened and not closed; one that closes none is that of a label."""
    depth = 0
    for sign in re.findall(r"[()]", text):
        depth = depth + 1 if sign == "(" else max(0, depth - 1)
    return depth > 0


def _notes(rows: Sequence[BookRow], called: set[tuple[str, str]], answers: frozenset[int]) -> list[PrintedNote]:
    notes: list[PrintedNote] = []
    numbered = ""
    loose: list[tuple[PrintedNote, int]] = []
    closed = False
    ruled = False  # below a line, as notes at the foot of a law are
    last = max((at for at, row in enumerate(rows) if row.labels), default=-1)
    for at, row in enumerate(rows):
        one = row.paragraph
        if one is None or one.noise:
            ruled = False
            continue
        if numbered and _opens_law(row):
            numbered = ""
        if section_kind(one.text) == "notes":
            families = {family for family, sign in called if sign.isdigit()}
            numbered = next(iter(sorted(families)), "")
            continue
        may_be = (one.ruled or ruled or at in answers) and not any(label.signed for label in row.labels)  # "21 §"
        under = _number(one.label, one.text) if may_be else None
        ruled = under is not None and ("raised", under[0]) in called
        match = NOTE_BEGINNING.match(one.text)
        family = str(match.lastgroup) if match else ""
        # "[^1]:" is a note by its look alone, called or not.
        if match and not one.label and (family == "key" or (family, _plain(match[family])) in called):
            closed = match[family].endswith(")")
            notes.append(PrintedNote(at, _plain(match[family]), family, match.end(), closed))
        elif under and (ruled or at in answers):
            notes.append(PrintedNote(at, under[0], "raised", under[1], one.text[: under[1]].rstrip().endswith(")")))
        elif notes and notes[-1].family == "key" and _goes_on(rows, notes[-1], at):
            notes[-1].more.append(at)
        elif numbered and (sign := _number(one.label, one.text)) and (numbered, sign[0]) in called:
            notes.append(PrintedNote(at, sign[0], numbered, sign[1]))
        elif numbered and (one.is_styled or section_kind(one.text)):
            numbered = ""
        elif numbered and notes and not row.labels:
            notes[-1].more.append(at)
        elif at > last and notes and notes[-1].row > last and not closed:
            # Behind everything that is numbered: a further paragraph of a note, unless another part of the book begins.
            closed = bool(one.heading) or section_kind(one.text) is not None
            loose += [] if closed else [(notes[-1], at)]
    if sum(note.row > last for note in notes) > 1:
        for note, at in loose:
            note.more.append(at)
    return notes


def _goes_on(rows: Sequence[BookRow], note: PrintedNote, at: int) -> bool:
    """True for a paragraph set in directly below a note in Markdown's form: one more of the note."""
    one, first = rows[at].paragraph, rows[note.row].paragraph
    assert one is not None
    assert first is not None
    return at == note.row + 1 + len(note.more) and one.indent > first.indent


def _number(label: str, text: str) -> tuple[str, int] | None:
    if label and (match := re.fullmatch(r"[(\[]?(\d{1,3})[.):\]]?", label.strip())):
        return match[1], 0
    match = _NUMBERED.match(text) if not label else None
    return (match["number"], match.end()) if match else None


def _plain(sign: str) -> str:
    return sign.translate(LOWERED).strip("^)")


def mark_places(found: FoundNotes, row: int, first: int) -> list[MarkPlace]:
    """The calls in a row as places in its text; ``first`` is the number of the first printed note."""
    return [MarkPlace(start, end, first + note, cell) for start, end, cell, note in found.marks.get(row, ())]
