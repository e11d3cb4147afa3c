"""Notes at the foot of pages: the small lines below the text of a column, each from its sign on."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from parser.documents.pdf.glyphs import RuledLine
from parser.documents.pdf.lines import PrintedLine
from parser.documents.pdf.paragraphs import PlacedLine, signs_of, two_signs

SMALL = 0.94  # of the size of the text: the most that the letters of notes have
_UNDERLINED = 0.25  # of the size of the words: how far below them their underline is drawn
_SAME = 0.2  # points: letters that differ by less are as large
_WORDS = 3  # words of a note, at least, whose figure stands on its line
_SHORT = 0.6  # of the column: the most that a line above notes has that parts no tables and no chapters
_SIGN = re.compile(r"(?!§+\s?X?\d)(\d{1,3}|[*†‡§]{1,4})[.)]?(?=\s|\Z|[^\W\d_])")
# A letter is one only where it is raised, here or in the text of the page.
_RAISED_SIGN = re.compile(rf"{_SIGN.pattern}|([a-z])")
_FIRST = re.compile(r"1[.)]?\s+(\S)")
_SPARE = 3.0  # of the size of a line: the room behind the last words of a note, where more would have stood
_STOP = re.compile("[.!?…][)\\]\"'”“’»«]*\\Z")
_LETTER = re.compile(r"([a-z])[.)]?\s")


@dataclass
class FootNote:
    """A note: the page on which it begins, its sign, and its lines with the sign still in the first."""

    page: int
    sign: str
    lines: list[PlacedLine]


def foot_start(
    lines: Sequence[PrintedLine],
    rules: Sequence[RuledLine],
    body: float,
    left: float,
    right: float,
    calls: Collection[str] = (),
    open_size: float = 0.0,
) -> int:
    """The place in a column's lines where its notes begin; ``len(lines)`` where it has none.

    A column, or one with nothing but a heading above, is all notes only from a sign among ``calls`` on, or where the
    note of the column before goes on in letters of its ``open_size``: contents and an index have small letters too.

    Evidence: a ruled line that ends before the column does, or letters smaller than the text's; behind either the sign
    of a note, or words that go on with one. Below a short ruled line the letters may be as large as those of the text
    if the sign is among ``calls``, the raised signs of the page.
    """
    at = _foot_start(lines, rules, body, left, right, calls, open_size)
    sign = note_sign(lines[at], calls) if at < len(lines) else None
    if any(not _is_heading(line, body) for line in lines[:at]):
        return at
    goes_on = not at and bool(lines) and abs(lines[0].size - open_size) < _SAME
    return at if sign in calls or goes_on else len(lines)


def _foot_start(
    lines: Sequence[PrintedLine],
    rules: Sequence[RuledLine],
    body: float,
    left: float,
    right: float,
    calls: Collection[str],
    open_size: float,
) -> int:
    small = len(lines)
    while small and lines[small - 1].size <= SMALL * body and not _is_heading(lines[small - 1], lines[-1].size):
        small -= 1
    for rule in sorted((r for r in rules if r.low == r.high), key=lambda r: -r.low):
        width = rule.right - rule.left
        if not (left - 4 <= rule.left <= left + 0.5 * (right - left) and 0.08 < width / (right - left) <= 1.02):
            continue
        if any(_underlines(rule, line) for line in lines):
            continue
        below = next((n for n, line in enumerate(lines) if line.base < rule.low), len(lines))
        same = lines[below].size if below < len(lines) else 0.0
        if below < len(lines) and all(line.size <= max(same, SMALL * body) + 0.1 for line in lines[below:]):
            sign = note_sign(lines[below], calls)
            signed = sign is not None
            called = sign in calls and width < _SHORT * (right - left)
            # The last words of a note of the page before, below a short line as well.
            goes_on = sign is None and width < _SHORT * (right - left) and abs(same - open_size) < _SAME
            crossed = any(r.left == r.right and abs(r.high - rule.low) < 4 for r in rules)
            if (
                not crossed
                and (signed or below == small or goes_on)
                and (same <= SMALL * body or lines[below].runs[0].raised or called or goes_on)
            ):
                return below
    return small if small < len(lines) and note_sign(lines[small], calls) is not None else len(lines)


def note_blocks(lines: Sequence[PrintedLine], body: float, calls: Collection[str], open_size: float = 0.0) -> list[int]:
    """The places of the lines that are notes within a column, as they stand below each law.

    Evidence: letters smaller than the text's, from a raised sign, or stars, that the page ``calls`` on. The first
    lines belong to the note with which the column before ended where their letters have its ``open_size``.
    """
    found: list[int] = []
    within = bool(lines) and abs(lines[0].size - open_size) < _SAME
    for at, line in enumerate(lines):
        small = line.size <= SMALL * body and not line.all_bold
        within = small and (within or _is_set_off(line, calls))
        found += [at] if within else []
    return found


def _is_set_off(line: PrintedLine, calls: Collection[str]) -> bool:
    """True for the first line of a note wherever it stands; a sign alone is one for which there was no room above."""
    sign = note_sign(line, calls)
    if sign is None or sign not in calls:
        return False
    # Rows of a table in small letters may begin with a figure as well.
    sentence = len(re.findall(r"[^\W\d_]{2,}", line.text)) >= _WORDS and not line.tabs
    is_sign = line.pieces[0].raised or set(sign) <= set("*†‡") or (sign.isdigit() and sentence)
    return is_sign and any(re.search(r"\w", piece.text) for piece in line.pieces if not piece.raised)


def has_ended(line: PrintedLine) -> bool:
    """True for a line with which a sentence ends."""
    return _STOP.search(line.text.rstrip()) is not None


def opens_text(line: PrintedLine, room: float) -> bool:
    """True for a line that goes on with no note of the column before, behind whose last sentence was so much ``room``.

    Evidence: it begins no note itself, and its first word would have stood there, and more.
    """
    word = line.signs[: len((line.text.split() or [""])[0])]
    width = word[-1].right - word[0].left if word else 0.0
    return room > max(_SPARE * line.size, width + line.size) and note_sign(line) is None


def _underlines(rule: RuledLine, line: PrintedLine) -> bool:
    """True for a rule right below words, no longer than they are."""
    near = 0 <= line.base - rule.low < _UNDERLINED * line.size
    return near and line.left - 2 <= rule.left and rule.right <= line.right + 2


def _is_heading(line: PrintedLine, size: float) -> bool:
    """True for bold words larger than those of the notes, whose letters have ``size``."""
    return line.all_bold and line.size > size / SMALL


def note_sign(line: PrintedLine, calls: Collection[str] = ()) -> str | None:
    """The sign that a line begins with, if it begins a note.

    A raised sign is one wherever it stands; a number on the line is one before a full stop or a blank, a letter, or a
    number before a wide blank, if it is among ``calls``.
    """
    first = line.pieces[0] if line.pieces else None
    if first is None:
        return None
    if first.raised:
        found = _RAISED_SIGN.fullmatch(first.text.strip().strip("()[]"))
        return found[1] or found[2] if found else None
    letter = _LETTER.match(line.text)
    if letter and letter[1] in calls:
        return letter[1]
    found = _SIGN.match(line.text)
    if found is None or found[0] != found[1] or not found[1].isdigit():
        return found[1] if found else None
    parted = " " in line.text[:5] or (line.text[found.end() : found.end() + 1] == "\t" and found[1] in calls)
    return found[1] if parted else None


def collect(lines: Sequence[PlacedLine], notes: list[FootNote], calls: Collection[str] = ()) -> list[PlacedLine]:
    """Put the lines of a foot to ``notes``, those before the first sign to the last of them; returns what is left.

    Where the page has ``calls``, a number on the line that is none of them and no next one is a word of the note.
    """
    raised = any(line.line.pieces[0].raised for line in lines if line.line.pieces)
    loose: list[PlacedLine] = []
    opened = False
    for line in lines:
        sign = note_sign(line.line, calls)
        own = line.line.pieces[0].raised if raised else not calls or sign in calls or _follows(notes, sign)
        # Notes that are collected at the end of a chapter begin anew, pages behind the sign that calls the first.
        own = own or (not raised and line is lines[0] and _is_first(line.text))
        if sign is not None and own:
            notes.append(FootNote(line.page, sign, [line]))
            opened = True
        elif notes and (opened or notes[-1].lines[-1].page >= line.page - 1):
            notes[-1].lines.append(line)
        else:
            loose.append(line)
    return loose


def _is_first(text: str) -> bool:
    """True for the first note of those that count up: "1. Se § 16"."""
    match = _FIRST.match(text)
    return match is not None and (match[1].isupper() or match[1] == "§")


def raised_signs(lines: Sequence[PrintedLine]) -> frozenset[str]:
    """The signs of notes that stand raised in a page's lines, and those of two notes at one place."""
    texts = (piece.text for line in lines for piece in line.pieces if piece.raised)
    return frozenset(one for text in texts for sign in signs_of(text) for one in (sign, *two_signs(sign)))


def _follows(notes: Sequence[FootNote], sign: str | None) -> bool:
    last = notes[-1].sign if notes else ""
    return sign is not None and sign.isdigit() and last.isdigit() and int(sign) == int(last) + 1
