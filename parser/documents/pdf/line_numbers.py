"""The numbers of lines in the margin of a draft: "5", "10", "15", anew on each page or counted through."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from parser.documents.pdf.glyphs import Glyph
from parser.documents.pdf.lines import PrintedLine, page_lines

_PAGES, _NUMBERS = 3, 12  # pages, and numbers on them, that show a habit
_HABIT = 0.8  # of the pages with such figures, those on which they count on in one step
_EVERY = 0.6  # of the lines of a page, those that are numbered where it is each of them
_GOES_ON = 0.2  # of the numbered lines, those that begin within a sentence: numbers of rules stand at its beginning
_AS_MANY = 2.0  # of the lines of pages, the most that their numbers count: a scale of points counts further
_BLANK = 0.5  # of the size of a line: what parts a number from the words


@dataclass(frozen=True)
class _Number:
    value: int
    beside: str
    """The first sign of the words of its line, "" for none."""
    glyphs: tuple[Glyph, ...]


def line_numbers(pages: Sequence[Sequence[Glyph]]) -> tuple[tuple[Glyph, ...], ...]:
    """For each page the signs of the numbers of its lines; none where pages are not numbered so.

    Evidence: on nearly all pages figures stand further out than any other sign and count on in one step, and lines
    beside them begin with a small letter, as rules that are numbered do not.
    """
    every = [page_lines(glyphs) for glyphs in pages]
    for is_left in (True, False):
        found = {n: numbers for n, lines in enumerate(every) if (numbers := _beside(lines, is_left))}
        steps = Counter(b.value - a.value for numbers in found.values() for a, b in pairwise(numbers))
        step = max(steps, key=lambda one: (steps[one], one), default=0)
        counting = {n: numbers for n, numbers in found.items() if _counts(numbers, step)}
        many = sum(map(len, counting.values()))
        if not _number_lines(counting, step, sum(len(every[n]) for n in counting)):
            continue
        if len(counting) >= max(_PAGES, _HABIT * len(found), len(pages) / 2) and many >= _NUMBERS:
            return tuple(tuple(glyph for one in counting.get(n, ()) for glyph in one.glyphs) for n in range(len(pages)))
    return ((),) * len(pages)


def _number_lines(counting: Mapping[int, Sequence[_Number]], step: int, lines: int) -> bool:
    """True for the numbers of ``lines`` lines on pages, not of rules, points or what else a page may count."""
    many = sum(map(len, counting.values()))
    if (step == 1 and many < _EVERY * lines) or many * step > _AS_MANY * lines:
        return False
    beside = [one.beside for numbers in counting.values() for one in numbers if one.beside]
    return sum(map(str.islower, beside)) >= _GOES_ON * len(beside)


def _beside(lines: Sequence[PrintedLine], is_left: bool) -> list[_Number]:
    """The figures at the outer end of lines, from the head of a page to its foot, beyond all its other signs."""
    ends = [(line, _outer(line, is_left)) for line in lines]
    figures = [(a, end) for a, end in ends if all(glyph.char in "0123456789" for glyph in end) and len(end) < 5]
    held = {glyph for _, end in figures for glyph in end}
    others = [glyph for line in lines for glyph in line.signs if glyph not in held]
    if not others:
        return []
    edge = min(glyph.left for glyph in others) if is_left else max(glyph.right for glyph in others)
    return [
        _Number(int("".join(glyph.char for glyph in end)), _first_word_sign(line, held), end)
        for line, end in figures
        if (end[-1].right < edge if is_left else end[0].left > edge)
    ]


def _first_word_sign(line: PrintedLine, held: Container[Glyph]) -> str:
    return next((glyph.char for glyph in line.signs if glyph not in held), "")


def _outer(line: PrintedLine, is_left: bool) -> tuple[Glyph, ...]:
    """The signs of a line up to its first wide blank from the outer side, in the order in which they are read."""
    gaps = [n for n, (a, b) in enumerate(pairwise(line.signs), 1) if b.left - a.right > _BLANK * line.size]
    if not gaps:
        return line.signs
    return line.signs[: gaps[0]] if is_left else line.signs[gaps[-1] :]


def _counts(numbers: Sequence[_Number], step: int) -> bool:
    """True for figures that count on in one step, from it or from a later one."""
    return step > 0 and numbers[0].value % step == 0 and all(b.value - a.value == step for a, b in pairwise(numbers))
