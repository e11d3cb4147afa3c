"""Signs put together to rows of a page: what stands on one baseline, with raised signs at the words they belong to."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from statistics import median

from parser.documents.pdf.glyphs import Glyph

_SMALL = 0.85  # of the size beside it: the most that a raised sign has
_LOWEST, _HIGHEST = 0.12, 0.75  # of the size of its line: how far a raised sign stands above the baseline
_NEAR, _WIDE = 0.6, 0.8  # of the size: how far from its words a raised sign stands, and from those of a wide line
_CARRIED = 0.4  # of the size of the line above it: how far a raised sign stands below it that begins the next one
_ONE_SIGN = re.compile(r"[(\[]?(?:\d{1,2}|[a-z]|[*†‡]{1,3})[)\]]?")
_SIGNS = re.compile(r"(?:[\d*†‡]{1,3}\)?){1,3}")
_COLUMNS = 0.8  # of the size: a wider distance without a sign for a blank parts two columns
_SIGNLESS = 0.1  # of the size: a wider distance is no kerning, but a blank, or a tab where the other blanks are signs
_JUSTIFIED = 0.03  # of the size: by less the blanks of a line differ that is as wide as its column
_LETTERS, _SPACED = 6, 0.8  # gaps between letters, and the share of them that are wide where each letter is apart
_WORDS = 1.6  # of the distance of such letters: a wider one parts words
_TAB = 1.3  # of the size: a wider blank parts two columns, if the other blanks of the line are narrower


@dataclass(frozen=True)
class PrintedRun:
    """Signs of one size and weight that follow one another without a wide blank."""

    glyphs: tuple[Glyph, ...]
    raised: bool = False

    @cached_property
    def text(self) -> str:
        """Its signs, blanks as printed."""
        return "".join(glyph.char for glyph in self.glyphs)

    @cached_property
    def left(self) -> float:
        """Where its first sign that is no blank begins, in points."""
        return next((g.left for g in self.glyphs if g.char != " "), self.glyphs[0].left)

    @cached_property
    def right(self) -> float:
        """Where its last sign that is no blank ends, in points."""
        return max((g.right for g in self.glyphs if g.char != " "), default=self.glyphs[-1].right)

    @property
    def base(self) -> float:
        """The baseline, in points from the foot of the page."""
        return self.glyphs[0].base

    @property
    def size(self) -> float:
        """The size of its signs, in points."""
        return self.glyphs[0].size

    @property
    def bold(self) -> bool:
        """True for bold signs."""
        return self.glyphs[0].bold


@dataclass(frozen=True)
class PrintedLine:
    """What stands on one baseline of a page, or of one of its columns, from left to right."""

    runs: tuple[PrintedRun, ...]
    number: int = field(default=0, compare=False)
    """Its place among the lines of the page, from 1; 0 for a part of a line and for one put together of parts."""
    heading: tuple[PrintedLine, ...] = field(default=(), compare=False)
    """The lines of a heading in the margin beside it, which belongs to its label."""

    @cached_property
    def glyphs(self) -> tuple[Glyph, ...]:
        """All its signs, blanks too."""
        return tuple(glyph for run in self.runs for glyph in run.glyphs)

    @cached_property
    def signs(self) -> tuple[Glyph, ...]:
        """All its signs but for blanks."""
        return tuple(glyph for glyph in self.glyphs if glyph.char != " ")

    @cached_property
    def base(self) -> float:
        """The baseline of most of its signs."""
        return self._main.base

    @cached_property
    def size(self) -> float:
        """The size of most of its signs, in points."""
        return self._main.size

    @cached_property
    def left(self) -> float:
        """Where it begins, in points."""
        return min(run.left for run in self.runs)

    @cached_property
    def right(self) -> float:
        """Where it ends, in points."""
        return max(run.right for run in self.runs)

    @cached_property
    def text(self) -> str:
        """The words, blanks as printed or seen, a tab where a wide blank parts columns."""
        return "".join(piece.text for piece in self.pieces)

    @cached_property
    def all_bold(self) -> bool:
        """True when all its words are bold; signs of notes do not count."""
        return all(run.bold for run in self.runs if not run.raised and run.text.strip())

    @cached_property
    def pieces(self) -> tuple[LinePiece, ...]:
        """The words in order, blanks between them made plain."""
        return tuple(_pieces(self))

    @cached_property
    def segments(self) -> tuple[PrintedLine, ...]:
        """The line cut at its wide blanks."""
        return self.cut_before(self.tabs)

    def cut_before(self, signs: Sequence[Glyph]) -> tuple[PrintedLine, ...]:
        """The line cut before each of its ``signs``, given in their order."""
        lines: list[list[PrintedRun]] = [[]]
        cuts = iter(signs)
        at = next(cuts, None)
        for run in self.runs:
            held: list[list[Glyph]] = [[]]
            for glyph in run.glyphs:
                if at is not None and glyph is at:
                    if held[-1]:
                        lines[-1].append(PrintedRun(tuple(held[-1]), run.raised))
                    lines.append([])
                    held = [[]]
                    at = next(cuts, None)
                held[-1].append(glyph)
            if held[-1] and any(g.char != " " for g in held[-1]):
                lines[-1].append(PrintedRun(tuple(held[-1]), run.raised))
        return tuple(PrintedLine(tuple(runs)) for runs in lines if runs)

    @cached_property
    def _main(self) -> PrintedRun:
        sizes = Counter[float]()
        for run in self.runs:
            if not run.raised:
                sizes[round(run.size, 1)] += len(run.text.strip())
        if not sizes:
            return self.runs[0]
        size = max(sizes, key=lambda one: (sizes[one], one))
        return next(run for run in self.runs if round(run.size, 1) == size and not run.raised)

    @cached_property
    def letter_space(self) -> float:
        """How far the letters of a line stand from one another that sets them apart one by one, in points; else 0."""
        gaps = [after.left - before.right for before, after in pairwise(self.signs)]
        wide = [gap for gap in gaps if gap > _SIGNLESS * self.size]
        is_spaced = len(gaps) >= _LETTERS and len(wide) >= _SPACED * len(gaps)
        return median(wide) if is_spaced and all(g.char.isalpha() or g.char in "-–" for g in self.signs) else 0.0

    @cached_property
    def tabs(self) -> tuple[Glyph, ...]:
        """The signs behind a wide blank."""
        if self.letter_space:
            return ()
        gaps: list[tuple[float, bool, Glyph]] = []
        before: Glyph | None = None
        blank = False
        for glyph in self.glyphs:
            if glyph.char == " ":
                blank = True
                continue
            if before is not None and glyph.left - before.right > _SIGNLESS * self.size:
                gaps.append((glyph.left - before.right, blank, glyph))
            before, blank = glyph, False
        usual = median([width for width, _, _ in gaps]) if len(gaps) > 3 else 0.3 * self.size
        # A justified line has wide blanks too, all alike; between columns mostly no sign for a blank is set.
        limits = {
            True: max(_TAB * self.size, min(2.2 * usual, 3 * self.size)),
            False: max(_COLUMNS, min(1.8 * usual / self.size, 0.9)) * self.size,
        }
        blanks = [width for width, is_blank, _ in gaps if is_blank]
        if len(blanks) > 1 and max(blanks) - min(blanks) < _JUSTIFIED * self.size:
            limits[True] = float("inf")  # few long words over the whole column
        if sum(not is_blank for _, is_blank, _ in gaps) == 1 and len(gaps) > 2:
            limits[False] = _SIGNLESS * self.size  # the line sets its blanks as signs: a tab may be narrow
        return tuple(glyph for width, blank, glyph in gaps if width > limits[blank])


@dataclass(frozen=True)
class LinePiece:
    """Words of one weight; a ``raised`` piece is a sign above the line."""

    text: str
    bold: bool
    raised: bool


def page_lines(glyphs: Sequence[Glyph]) -> tuple[PrintedLine, ...]:
    """The lines of a page from its head to its foot.

    >>> line = page_lines([Glyph("§", 10, 15, 700, 10, False), Glyph("1", 18, 23, 700, 10, False)])[0]
    >>> line.text
    '§ 1'
    """
    runs = list(_runs(glyphs))
    rows: list[list[PrintedRun]] = []
    for run in sorted(runs, key=lambda one: (-one.base, one.left)):
        row = next((r for r in reversed(rows[-3:]) if _on_one_line(r, run)), None)
        if row is None:
            rows.append([run])
        else:
            row.append(run)
    rows = _with_raised(rows)
    lines = [PrintedLine(tuple(sorted(row, key=lambda run: run.left))) for row in rows]
    lines.sort(key=lambda line: (-line.base, line.left))
    return tuple(PrintedLine(line.runs, number) for number, line in enumerate(lines, 1))


def cut_at(line: PrintedLine, cuts: Sequence[float]) -> list[PrintedLine | None]:
    """The part of a line in each of the columns that ``cuts`` (points from the left) make."""
    edges = [float("-inf"), *cuts, float("inf")]
    out: list[PrintedLine | None] = []
    for low, high in pairwise(edges):
        runs = []
        for run in line.runs:
            kept = tuple(g for g in run.glyphs if low <= (g.left + g.right) / 2 < high)
            if any(g.char != " " for g in kept):
                runs.append(PrintedRun(kept, run.raised))
        heading = () if any(out) else line.heading
        out.append(PrintedLine(tuple(runs), heading=heading) if runs else None)
    return out


def first_word_width(line: PrintedLine) -> float:
    """The width of the first word of a line in points."""
    left = right = line.left
    for run in line.runs:
        for glyph in run.glyphs:
            if glyph.char == " " and right > left:
                return right - left
            if glyph.left > right + 0.17 * line.size and right > left:
                return right - left
            right = max(right, glyph.right)
    return right - left


def _runs(glyphs: Iterable[Glyph]) -> Iterable[PrintedRun]:
    held: list[Glyph] = []
    for glyph in glyphs:
        if held and not _goes_on(held[-1], glyph):
            if any(g.char != " " for g in held):
                yield PrintedRun(tuple(held))
            held = []
        held.append(glyph)
    if any(g.char != " " for g in held):
        yield PrintedRun(tuple(held))


def _goes_on(before: Glyph, glyph: Glyph) -> bool:
    size = before.size
    return (
        abs(glyph.base - before.base) < 0.08 * size
        and abs(glyph.size - size) < 0.04 * size
        and glyph.bold == before.bold
        and not glyph.apart
        and -0.5 * size < glyph.left - before.right < 1.0 * size
    )


def _on_one_line(row: Sequence[PrintedRun], run: PrintedRun) -> bool:
    return abs(row[0].base - run.base) < 0.12 * max(row[0].size, run.size) and not _raised_size(row[0], run)


def _raised_size(one: PrintedRun, other: PrintedRun) -> bool:
    return min(one.size, other.size) < 0.5 * max(one.size, other.size)


def _with_raised(rows: list[list[PrintedRun]]) -> list[list[PrintedRun]]:
    """The rows, small signs above a line put into it."""
    kept: list[list[PrintedRun]] = [[] for _ in rows]
    for at, row in enumerate(rows):
        for run in row:
            host = _host(rows, at, run) if len(run.text.strip()) <= 6 else None
            if host is None:
                kept[at].append(replace(run, raised=len(row) == 1 and _is_carried_over(rows, at, run)))
            else:
                kept[host].append(PrintedRun(run.glyphs, raised=True))
    return [row for row in kept if row]


def _host(rows: Sequence[Sequence[PrintedRun]], at: int, run: PrintedRun) -> int | None:
    """The row whose words a small sign stands beside and above."""
    for place in range(at, min(len(rows), at + 6)):
        for other in rows[place]:
            if other is run or run.size > _SMALL * other.size:
                continue
            above = run.base - other.base
            # Word and others raise a sign by its look alone: it stands on a row of its own, or on that of the line.
            if not _LOWEST * other.size < above < _HIGHEST * other.size:
                continue
            # The blank behind the sign of a note is as wide as others of its justified line.
            before = _WIDE if _ONE_SIGN.fullmatch(run.text.strip()) else _NEAR
            if run.left - other.right < _NEAR * other.size and other.left - run.right < before * other.size:
                return place
    return None


def _is_carried_over(rows: Sequence[Sequence[PrintedRun]], at: int, run: PrintedRun) -> bool:
    """True for signs for which there was no room behind the last word of a paragraph: nearer to the line above them
    than lines are."""
    return _SIGNS.fullmatch(run.text.strip()) is not None and any(
        run.size <= _SMALL * other.size
        and _CARRIED * other.size < other.base - run.base < other.size
        and other.left - other.size < run.left < other.left + 2 * other.size
        for row in rows[max(0, at - 3) : at]
        for other in row
    )


def _pieces(line: PrintedLine) -> Iterable[LinePiece]:
    tabs = iter(line.tabs)
    tab = next(tabs, None)
    before: Glyph | None = None
    blank = False
    # Where no blank is a sign, a letter that reaches out of its place can make one narrow.
    least = (
        _WORDS * line.letter_space or (0.17 if any(glyph.char == " " for glyph in line.glyphs) else 0.14) * line.size
    )
    for run in line.runs:
        out: list[str] = []
        for glyph in run.glyphs:
            if glyph.char == " ":
                blank = before is not None
                continue
            if glyph is tab:
                out.append("\t")
                tab = next(tabs, None)
            elif before is not None and (blank or glyph.left - before.right > least or _runs_over(before, glyph)):
                out.append(" ")
            out.append(glyph.char)
            before, blank = glyph, False
        if out:
            # The blank before a raised sign belongs to the words.
            yield LinePiece("".join(out), run.bold, run.raised)


def _runs_over(before: Glyph, glyph: Glyph) -> bool:
    """True for two words of which the first runs over the second: those of two cells of a table.

    The letters of a ligature have one place.
    """
    over = before.right - glyph.left > 0.25 * glyph.size and abs(before.left - glyph.left) > 0.05 * glyph.size
    return over and glyph.char.isalnum() and (before.char.isalnum() or before.char in "-–")
