"""Notes whose signs nothing sets off: "... når det ønskes).1", and "1 Et sorteret spil er ..." below the law or at the
end of the book, as a text is saved that loses raised figures.

One such figure may be anything. They are signs where, from one to the next, they count as notes do (figures, romans or
letters, anew in each law or through the book), and rows that begin with exactly these, one below the other, stand
behind them where a law or the book ends. Asked for only where a book has no other notes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from string import ascii_lowercase

from parser.documents.numbering import roman
from parser.recognition.rows import BookRow

_MOST = 200  # notes of a book that are counted
_FEW = 5  # notes that are no chance
_ANSWERED = 0.8  # of the calls, those that notes answer
_LETTERS = "a-zæøåäöéü"
_STOP = r"(?<=[^\d\s],)|(?<=[.;:!?»”)'\"])"
_AT_STOP, _BEHIND = rf"(?:{_STOP})", rf"(?:{_STOP}|(?<=[{_LETTERS}]{{3}}))"
_NUMBERS = tuple(str(n) for n in range(1, _MOST))
_ROMANS = tuple(roman(n).lower() for n in range(1, 100))
_DOUBLED = (*ascii_lowercase, *(letter * 2 for letter in ascii_lowercase))


@dataclass(frozen=True)
class _Way:
    """How a book counts its notes: the signs in order, what calls one, and what a note begins with."""

    signs: tuple[str, ...]
    call: re.Pattern[str]
    note: re.Pattern[str]


def _ways() -> tuple[_Way, ...]:
    # Behind words a letter would be one of theirs.
    calls = (
        (_NUMBERS, rf"{_BEHIND}(\d{{1,6}})\Z"),
        (_ROMANS, rf"{_AT_STOP}([ivxl]{{1,7}})\Z"),
        (_DOUBLED, rf"{_AT_STOP}([a-z]{{1,2}})\Z"),
    )
    forms = (r"(\w{1,7})\s+(?=\S)", r"(\w{1,7})\.\s+(?=\S)", r"\(?(\w{1,7})\)\s+(?=\S)")
    apart = rf"(?:(?<=\S)|{_AT_STOP}\s)"  # a blank stands before a sign where a sentence ended
    square = _Way(_DOUBLED, re.compile(rf"{apart}\[([a-z]{{1,2}})\]"), re.compile(r"\[([a-z]{1,2})\]\s+(?=\S)"))
    round_ = _Way(_NUMBERS, re.compile(rf"{apart}\((\d{{1,3}})\)"), re.compile(r"\((\d{1,3})\)\s+(?=\S)"))
    return (
        square,
        round_,
        *(_Way(signs, re.compile(call), re.compile(form)) for signs, call in calls for form in forms),
    )


_WAYS = _ways()


@dataclass(frozen=True)
class GluedNote:
    """A note: its row, its sign, and where its words begin there."""

    row: int
    sign: str
    words: int


@dataclass
class GluedNotes:
    """The notes, and the calls: (row, start, end, place of the note in ``notes``)."""

    notes: list[GluedNote] = field(default_factory=list)
    calls: list[tuple[int, int, int, int]] = field(default_factory=list)


def glued_notes(rows: Sequence[BookRow], ends: Callable[[int], bool]) -> GluedNotes:
    """The notes of a book that has no others; ``ends`` tells whether a law, or the book, ends before a row."""
    found = (_read(rows, way, ends) for way in _WAYS)
    return max(found, key=lambda one: len(one.calls), default=GluedNotes())


def _read(rows: Sequence[BookRow], way: _Way, ends: Callable[[int], bool]) -> GluedNotes:
    out = GluedNotes()
    begun = [_beginning(row, way) for row in rows]
    waiting: dict[str, list[tuple[int, int, int]]] = {}
    last, calls = -1, 0
    at = 0
    while at < len(rows):
        # Hundreds may wait, and most rows begin with none of their signs.
        begins = bool(waiting) and (begun[at] or ("",))[0] == next(iter(waiting))
        signs = list(waiting) if begins else []
        stop = at + len(signs)
        block = begun[at:stop]
        is_answered = begins and [one and one[0] for one in block] == signs
        # What calls a note is none, but a member of a list that counts as well.
        is_answered = is_answered and not any(_called(row, way) for row in rows[at:stop])
        if is_answered and not _goes_on(begun, stop, signs[-1], way.signs) and ends(stop):
            for place, (sign, words) in enumerate(one for one in block if one):
                out.calls += [(*call, len(out.notes)) for call in waiting[sign]]
                out.notes.append(GluedNote(at + place, sign, words))
            waiting, at = {}, stop
            continue
        for start, end, whole in _called(rows[at], way):
            for sign in _signs_by_count(whole, way.signs, last, waiting):
                place = way.signs.index(sign)
                if sign not in waiting:
                    last = place
                waiting.setdefault(sign, []).append((at, start, start + len(sign) if whole != sign else end))
                start += len(sign)
                calls += 1
        at += 1
    enough = len(out.notes) >= _FEW and len(out.calls) >= _ANSWERED * calls
    return out if enough else GluedNotes()


def _goes_on(begun: Sequence[tuple[str, int] | None], stop: int, last: str, signs: Sequence[str]) -> bool:
    """True where the row behind a block begins with the next sign, as a list does."""
    following = begun[stop] if stop < len(begun) else None
    return following is not None and signs.index(following[0]) == signs.index(last) + 1


def _signs_by_count(whole: str, signs: Sequence[str], last: int, waiting: Collection[str]) -> list[str]:
    """The signs in a row of letters or figures, each known or the next one: "910" are two; [] where it is none.

    >>> _signs_by_count("910", _NUMBERS, 7, ["8"]), _signs_by_count("10", _NUMBERS, 7, ["8"])
    (['9', '10'], [])
    """
    for cut in range(len(whole), 0, -1):
        sign, rest = whole[:cut], whole[cut:]
        if sign in signs and (sign in waiting or signs.index(sign) in (0, last + 1)):
            further = _signs_by_count(rest, signs, max(last, signs.index(sign)), [*waiting, sign]) if rest else []
            if further or not rest:
                return [sign, *further]
    return []


def _beginning(row: BookRow, way: _Way) -> tuple[str, int] | None:
    """(sign, beginning of the words) of a row that may be a note."""
    one = row.paragraph
    if one is None or one.noise:
        return None
    match = way.note.match(f"{one.label} {one.text}" if one.label else one.text)
    if match is None or match[1] not in way.signs or match.end() < len(one.label):
        return None
    return match[1], max(0, match.end() - len(one.label) - 1) if one.label else match.end()


def _called(row: BookRow, way: _Way) -> list[tuple[int, int, str]]:
    one = row.paragraph
    if one is None or one.noise:
        return []
    found = [(match.start(), match.end(), match[1]) for match in way.call.finditer(one.text)]
    label = max((label.end for label in row.labels), default=0)
    return [call for call in found if call[0] >= min(label, len(one.text))]
