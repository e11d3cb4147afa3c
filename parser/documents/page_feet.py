"""Notes at the feet of a plain text's pages under plain figures, as a print loses the height of its raised ones:
"gjentatt.10" in the text, "10 En spiller kan" below it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby

from corpus.languages import CAPITALS, LETTERS
from corpus.text import RAISED
from parser.documents.plain_pages import SourceLine

_BEGINNING = re.compile(r"\s*(\d{1,3})\s+(?=\S)")
_NUMBERS = r"(\d{1,3}(?:,\s?\d{1,3})*)(?!\w)"
# Behind a word, or what ends one: "12C1" calls nothing, and "32.19" only where nothing else calls 19.
_CALL = re.compile(rf"(?<=[a-z{LETTERS}]{{2}}|[A-Z{CAPITALS}]{{2}}|[^\s\d][.:;!?)»”\"]){_NUMBERS}")
_CLEAR = re.compile(rf"(?<=[^\s\d][.:;!?)»”\"]){_NUMBERS}(?=\s|\Z)")  # "spelet.3", wherever note 3 is
_FIGURE = re.compile(rf"(?<=\d[.:;)]){_NUMBERS}")
_SKIPPED = 3  # numbers between two notes that are found
_FEET = 3  # pages with such notes that are a habit


def with_raised_figures(lines: Sequence[SourceLine]) -> list[SourceLine]:
    """The lines with the figures that call notes, and those before the notes, raised where the book has such notes.

    Evidence: below the last empty lines of pages stand lines that begin with a number which counts on from that of the
    note before, or is 1, and that is called on the page. Fewer than three such pages say nothing.

    >>> text = "De fire spillere gir.1", "", "1 Se ellers om giv."
    >>> pages = [[SourceLine(one, 0, page) for one in text] for page in (1, 2, 3)]
    >>> [line.text for line in with_raised_figures(sum(pages, []))][:3]
    ['De fire spillere gir.¹', '', '¹ Se ellers om giv.']
    """
    out: list[SourceLine] = []
    printed: set[int] = set()
    last = feet = 0
    for _, found in groupby(lines, key=lambda line: line.page):
        page = list(found)
        notes = _notes(page, last) if page[0].page else {}
        if notes:
            feet, last = feet + 1, max(notes.values())
            printed |= set(notes.values())
            page = _raised(page, notes)
        out += page
    return [_again(line, printed) for line in out] if feet >= _FEET else list(lines)


def _again(line: SourceLine, printed: Collection[int]) -> SourceLine:
    """The line with calls of notes at the foot of another page raised."""
    return replace(line, text=_CLEAR.sub(partial(_raise, printed), line.text))


def _notes(page: Sequence[SourceLine], last: int) -> dict[int, int]:
    """Place on the page -> number of each note that begins there."""
    for at in range(1, len(page)):
        if page[at - 1].text.strip() or not (match := _BEGINNING.match(page[at].text)):
            continue
        called = {number for call in (_CALL, _FIGURE) for line in page[:at] for number in _called(call, line.text)}
        number = int(match[1])
        if number not in called or not (number == 1 or last < number <= last + _SKIPPED):
            continue
        notes = {at: number}
        for more in range(at + 1, len(page)):
            begun = _BEGINNING.match(page[more].text)
            if begun and int(begun[1]) == number + 1 and number + 1 in called:
                number += 1
                notes[more] = number
        return notes
    return {}


def _raised(page: Sequence[SourceLine], notes: dict[int, int]) -> list[SourceLine]:
    """The page with the figures of its notes raised, where they are called and where the notes begin."""
    foot, wanted = min(notes), frozenset(notes.values())
    plain = {number for line in page[:foot] for number in _called(_CALL, line.text)}

    out = []
    for line in page[:foot]:
        text = _CALL.sub(partial(_raise, wanted), line.text)
        out.append(replace(line, text=_FIGURE.sub(partial(_raise, wanted - plain), text)))
    for at, line in enumerate(page[foot:], foot):
        match = _BEGINNING.match(line.text) if at in notes else None
        text = match[1].translate(RAISED) + " " + line.text[match.end() :] if match else line.text
        out.append(replace(line, text=text))
    return out


def _raise(notes: Collection[int], call: re.Match[str]) -> str:
    found = _numbers(call[1])
    return "".join(map(str, found)).translate(RAISED) if all(one in notes for one in found) else call[0]


def _called(call: re.Pattern[str], text: str) -> Iterator[int]:
    return (number for match in call.finditer(text) for number in _numbers(match[1]))


def _numbers(call: str) -> list[int]:
    return [int(one) for one in re.findall(r"\d+", call)]
