"""Headings in the margin to the left of the text, each beside the label that it belongs to."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from statistics import median

from parser.documents.pdf.glyphs import Glyph
from parser.documents.pdf.lines import PrintedLine, page_lines

_LABEL = re.compile(r"(?:\(?(?:[A-Z]|[a-z]|\d{1,2}|[ivx]{1,5})|X?\d{1,3}(?:\.\d{1,2}){1,4})[.):]{0,2}(?=\s|\Z)")
_GAP = 0.3  # of the size of the text: how far from a label a heading ends at least
_BESIDE = 0.6  # of the size of the text: the most by which the baseline of a heading may miss that of its label
_EVEN = 0.15  # of the size of the text: by how much headings differ in that
_SAME = 0.04  # of the size of the text: letters that differ by less are as large
_COMMON = 0.05  # of the labels of a book, those that stand at an edge of its text
_ENOUGH = 8  # headings that are a habit of a book
_PAGES = 3  # pages that have some
_HABIT = 0.8  # of what stands in the margin, that which begins beside a label
_WIDE = 1.12  # of the usual distance of the lines of a heading: a wider one ends it


@dataclass(frozen=True, eq=False)
class _Part:
    """Words of a line without a wide blank in them, on the page ``page``, counted from 0."""

    page: int
    words: PrintedLine

    @property
    def look(self) -> tuple[float, bool]:
        """The size of its letters and whether they are bold."""
        return round(self.words.size, 1), self.words.all_bold


def lines_with_headings(pages: Sequence[Sequence[Glyph]], body: float) -> list[tuple[PrintedLine, ...]]:
    """The lines of each page, those that have a heading in the margin with its lines as their ``heading``.

    Evidence: in letters that are not those of the text, whose size is ``body``, and left of where its labels begin,
    words stand on several pages, nearly all of them beginning at one height beside a label. Else no line has one.
    """
    lines = [page_lines(glyphs) for glyphs in pages]
    margin = _margin(lines, body)
    if margin is None:
        return lines
    held = frozenset((part.page, glyph) for _, block in margin.blocks for part in block for glyph in part.words.glyphs)
    headings: defaultdict[tuple[int, Glyph], list[_Part]] = defaultdict(list)
    for label, block in margin.blocks:  # two at the foot of a page may both be overleaf of one label
        headings[label.page, label.words.glyphs[0]] += block
    out = []
    for n, glyphs in enumerate(pages):
        kept = page_lines([glyph for glyph in glyphs if (n, glyph) not in held])
        found = [tuple(part.words for part in headings.pop((n, line.glyphs[0]), ())) for line in kept]
        out.append(tuple(replace(line, heading=own) for line, own in zip(kept, found, strict=True)))
    return lines if headings else out


def label_and_words(line: PrintedLine) -> tuple[PrintedLine, ...]:
    """The label of a line and the words behind it, if there are any; the line alone where it begins with no label."""
    match = _LABEL.match(line.text)
    count = len(match[0]) if match else len(line.signs)
    return line.cut_before(line.signs[count : count + 1])


def _margin(lines: Sequence[Sequence[PrintedLine]], body: float) -> _Margin | None:
    """The margin with the most headings, None where a book has no habit of them."""
    pages = [[[_Part(n, part) for part in line.segments] for line in page] for n, page in enumerate(lines)]
    rows = [row for page in pages for row in page if not any(one.cell for one in row[0].words.glyphs)]
    sized = [one for row in rows for one in row if abs(one.words.size - body) < _SAME * body]
    labels = [one for one in sized if _LABEL.match(one.words.text)]
    tried = []
    for edge, count in Counter(round(one.words.left) for one in labels).items():
        if count < _COMMON * len(labels):
            continue
        firsts = {next((one for one in row if one.words.left > edge - 1), None) for row in rows}
        text = [one for one in sized if one in firsts]
        outside = [row[0] for row in rows if row[0].words.right < edge - _GAP * body]
        for look in {one.look for one in outside} - {(round(body, 1), False)}:
            tried.append(_Margin([one for one in outside if one.look == look], text, body))
    found = max(tried, key=lambda one: len(one.blocks), default=None)
    return found if found is not None and found.is_habit else None


@dataclass(frozen=True)
class _Margin:
    """Words of one look left of the ``text``: the beginnings of its lines, whose letters have the size ``body``."""

    words: Sequence[_Part]
    text: Sequence[_Part]
    body: float

    @property
    def is_habit(self) -> bool:
        """True where enough headings stand in it, on several pages, and hardly anything else."""
        pages = {label.page for label, _ in self.blocks}
        return len(self.blocks) >= _ENOUGH and len(pages) >= _PAGES and len(self.blocks) >= _HABIT * len(self._all)

    @cached_property
    def blocks(self) -> list[tuple[_Part, Sequence[_Part]]]:
        """The headings, each with its label."""
        found = [(self._beside.get(block[0]) or self._overleaf(block[-1]), block) for block in self._all]
        return [(label, block) for label, block in found if label is not None]

    def _overleaf(self, last: _Part) -> _Part | None:
        """The label with which the next page begins, for which there was no room on that of its heading."""
        here, behind = (self._by_page.get(last.page + step, ()) for step in (0, 1))
        if not behind or any(one.words.base < last.words.base for one in here):
            return None
        first = max(behind, key=lambda one: one.words.base)
        has_own = any(label is first for label in self._beside.values())
        return first if _LABEL.match(first.words.text) and not has_own else None

    @cached_property
    def _all(self) -> list[list[_Part]]:
        """Lines below one another; with one at the usual height beside a label another block begins."""
        blocks: list[list[_Part]] = []
        for before, one in zip((None, *self.words), self.words, strict=False):
            near = before is not None and before.page == one.page and self._distance(before, one) < _WIDE * self._pitch
            if near and one not in self._beside:
                blocks[-1].append(one)
            else:
                blocks.append([one])
        return blocks

    @cached_property
    def _beside(self) -> Mapping[_Part, _Part]:
        """Of each line at the usual height beside a label that label."""
        apart = set(self.words) - {
            other for one, other in self._pairs() if self._distance(one, other) < _WIDE * self._pitch
        }
        near = {one: label for one in self.words if (label := self._nearest(one)) is not None}
        usual = median([_above(one, label) for one, label in near.items() if one in apart] or [0.0])
        return {one: label for one, label in near.items() if abs(_above(one, label) - usual) < _EVEN * self.body}

    @cached_property
    def _pitch(self) -> float:
        """The usual distance of the lines of a heading: the least of the common ones."""
        counts = Counter(round(self._distance(one, other), 1) for one, other in self._pairs())
        common = max(counts.values(), default=0)
        return min((pitch for pitch, count in counts.items() if count >= 0.25 * common), default=0.0)

    def _pairs(self) -> Iterator[tuple[_Part, _Part]]:
        return ((one, other) for one, other in pairwise(self.words) if one.page == other.page)

    def _distance(self, one: _Part, other: _Part) -> float:
        return one.words.base - other.words.base

    def _nearest(self, one: _Part) -> _Part | None:
        near = [
            label
            for label in self._by_page.get(one.page, ())
            if _LABEL.match(label.words.text) and abs(_above(one, label)) < _BESIDE * self.body
        ]
        return min(near, key=lambda label: (abs(_above(one, label)), label.words.left), default=None)

    @cached_property
    def _by_page(self) -> Mapping[int, Sequence[_Part]]:
        found: dict[int, list[_Part]] = {}
        for label in self.text:
            found.setdefault(label.page, []).append(label)
        return found


def _above(one: _Part, label: _Part) -> float:
    """How far a line stands above its label, in points."""
    return one.words.base - label.words.base
