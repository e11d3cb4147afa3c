"""The plan of a document's pages: what stands on each page only because it is a page, and its columns."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from parser.documents.pdf.glyphs import RuledLine
from parser.documents.pdf.lines import PrintedLine, cut_at
from parser.documents.pdf.measure import stands_out
from parser.documents.pdf.notes import note_sign, raised_signs

_NUMBER = re.compile(
    r"[^\w§]*(?:side|sida|page|s\.|p\.)?\s*(?:\d{1,4}|[ivxl]{1,7})(?:\s*(?:/|af|av|of|\()\s*\d{1,4}\)?)?\W*\Z",
    re.IGNORECASE,
)
_APART = 1.6  # of the usual distance of lines: from there on a line stands apart
_COLUMN_ROWS = 8  # rows that a page needs to show its columns by itself


@dataclass(frozen=True)
class LaidColumn:
    """Lines below one another, from ``left`` to ``right`` in points."""

    lines: tuple[PrintedLine, ...]
    left: float
    right: float


def furniture(pages: Sequence[Sequence[PrintedLine]]) -> dict[tuple[int, int], str]:
    """(page, line) of what is printed at the head or foot of page after page, and why it is noise.

    Evidence: the same words at the same height, or a number of the page, or whatever stands at one height page after
    page and apart from the text below or above it.
    """
    if len(pages) < 3:
        return {}
    found: dict[tuple[int, int], str] = {}
    sizes = Counter(round(line.size, 1) for lines in pages for line in lines)
    body = max(sizes, key=lambda size: (sizes[size], size), default=0.0)
    for foot in (False, True):
        places: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
        for number, lines in enumerate(pages):
            for at in list(range(len(lines)))[::-1][:3] if foot else range(min(3, len(lines))):
                if not (lines[at].pieces[0].raised or (foot and _is_called(lines[at], lines))):
                    places[round(lines[at].base / 3)].append((number, at))
        # The same height may be rounded to one of two neighbours.
        heights = sorted(places, key=lambda one: (-len(places[one]), one))
        done: set[tuple[int, int]] = set()
        for height in heights:
            near = sorted({one for h in (height - 1, height, height + 1) for one in places.get(h, [])} - done)
            base = median(pages[n][at].base for n, at in near) if near else 0.0
            near = [one for one in near if abs(pages[one[0]][one[1]].base - base) < 2.5]
            if len(near) < max(3, len(pages) // 8):
                continue
            done |= set(near)
            found |= _repeated(pages, near, foot, body)
    return found


def _is_called(line: PrintedLine, lines: Sequence[PrintedLine]) -> bool:
    """True for a note under a sign that a page calls: the same one may stand at the foot of many pages.

    A figure may be that of the page.
    """
    sign = note_sign(line)
    return sign is not None and not sign.isdigit() and sign in raised_signs(lines)


def _repeated(
    pages: Sequence[Sequence[PrintedLine]], places: Sequence[tuple[int, int]], foot: bool, body: float
) -> dict[tuple[int, int], str]:
    words = {one: pages[one[0]][one[1]].text.strip() for one in places}
    outer = [one for one in places if _stands_apart(pages[one[0]], one[1], foot)]
    numbers = {one for one in outer if _NUMBER.match(words[one])}
    if len(numbers) >= 0.5 * len(places):
        return dict.fromkeys(numbers | _counting(words, numbers), "page-number")
    patterns = Counter(re.sub(r"\d+|\b[ivxl]+\b", "#", words[one]) for one in places)
    same = {one for one in places if patterns[re.sub(r"\d+|\b[ivxl]+\b", "#", words[one])] >= max(3, len(pages) // 6)}
    # "§ 12 Kort" in larger or bold letters right above its text opens a law, on however many pages one does.
    counts = Counter(words[one] for one in same)
    heads = {one for one in same if counts[words[one]] == 1 and stands_out(pages[one[0]][one[1]], body)}
    kept = {one for one in same if one in outer or (len(same) >= 0.8 * len(places) and one not in heads)}
    if len(places) >= 0.6 * len(pages):
        # One height on most pages, never beside the text: a head that names the chapter.
        alike = _alike(pages, places, outer)
        kept |= alike if len(alike) >= 0.95 * len(places) else set()
    return {one: "page-number" if _NUMBER.match(words[one]) else "running-head" for one in kept}


def _counting(words: dict[tuple[int, int], str], numbers: Collection[tuple[int, int]]) -> set[tuple[int, int]]:
    """The places of bare figures that count the pages as most of ``numbers`` do, however near the text or notes are."""
    ahead = {one: int(text) - one[0] for one, text in words.items() if text.isascii() and text.isdigit()}
    known = Counter(ahead[one] for one in numbers if one in ahead)
    return {one for one in ahead if known and ahead[one] == known.most_common(1)[0][0]}


def _alike(
    pages: Sequence[Sequence[PrintedLine]], places: Sequence[tuple[int, int]], outer: Sequence[tuple[int, int]]
) -> set[tuple[int, int]]:
    """What stands apart, and what is in the same letters above larger ones: a heading needs more room than the text."""
    sizes = Counter(round(pages[n][at].size, 1) for n, at in outer)
    usual = max(sizes, key=lambda size: (sizes[size], size), default=0.0)

    def is_head(n: int, at: int) -> bool:
        near = [line.size for line in pages[n][max(0, at - 1) : at + 2] if line is not pages[n][at]]
        return round(pages[n][at].size, 1) == usual and all(abs(size - usual) > 0.05 * usual for size in near)

    return {*outer, *(one for one in places if is_head(*one))}


def _stands_apart(lines: Sequence[PrintedLine], at: int, foot: bool) -> bool:
    """True where no line of the text is as near as lines of a text are, and all that is further out stands so too."""
    inner = lines[at - 1] if foot and at else lines[at + 1] if not foot and at + 1 < len(lines) else None
    return inner is None or abs(inner.base - lines[at].base) > _APART * 1.25 * max(inner.size, lines[at].size)


def page_cuts(pages: Sequence[Sequence[PrintedLine]], width: tuple[float, float]) -> list[tuple[float, ...]]:
    """Where the columns of each page part, in points; () for a page of one column. ``width`` is that of the text."""
    own = [_cuts(lines, width) for lines in pages]
    counts = Counter(len(cuts) for cuts, lines in zip(own, pages, strict=True) if len(lines) >= _COLUMN_ROWS)
    usual = counts.most_common(1)[0][0] if counts else 0
    known = [cuts for cuts in own if len(cuts) == usual]
    if not usual or len(known) < 0.5 * sum(map(bool, pages)):
        return own
    # Most pages have these columns: then a page of tables, or a short one, needs only not to contradict.
    shared = tuple(median(cuts[n] for cuts in known) for n in range(usual))
    return [
        shared if not cuts and sum(_crosses(line, shared) for line in lines) <= 0.25 * len(lines) else cuts
        for cuts, lines in zip(own, pages, strict=True)
    ]


def page_bands(
    lines: Sequence[PrintedLine],
    cuts: Sequence[tuple[float, ...]],
    page: int,
    rules: Sequence[RuledLine],
    width: tuple[float, float],
) -> list[tuple[Sequence[PrintedLine], tuple[float, ...]]]:
    """The lines of the page at place ``page`` in bands below one another, each with its own of the ``cuts``.

    Evidence: a ruled line across the middle, no part of a table, and below it the columns that most other pages have.
    """
    own = cuts[page]
    usual = Counter(one for n, one in enumerate(cuts) if one and n != page).most_common(1)
    shared = usual[0][0] if usual and usual[0][1] >= 0.5 * len(cuts) else ()
    if not own or not shared or len(own) == len(shared):
        return [(lines, own)]
    for rule in (one for one in rules if one.low == one.high and one.left < shared[0] - 9 < shared[-1] + 9 < one.right):
        above = [line for line in lines if line.base > rule.low]
        below = [line for line in lines if line.base <= rule.low]
        is_grid = any(one.left == one.right and one.low - 4 < rule.low < one.high + 4 for one in rules)
        fits = sum(_crosses(line, shared) for line in below) <= 0.25 * len(below)
        if not is_grid and fits and len(below) >= _COLUMN_ROWS and len(above) >= _COLUMN_ROWS:
            return [(above, _cuts(above, width)), (below, shared)]
    return [(lines, own)]


def _cuts(lines: Sequence[PrintedLine], width: tuple[float, float]) -> tuple[float, ...]:
    left, right = width
    whole = right - left
    if len(lines) < 4 or whole <= 0:
        return ()
    for count in (2, 3):
        cuts = []
        for n in range(1, count):
            middle = left + whole * n / count
            tried = [middle + step for step in range(-int(0.07 * whole), int(0.07 * whole) + 1, 2)]
            crossing = {x: sum(_crosses(line, (x,)) for line in lines) for x in tried}
            least = min(crossing.values())
            best = [x for x in tried if crossing[x] == least]
            cuts.append(best[len(best) // 2])
        if _are_columns(lines, tuple(cuts), width):
            return tuple(cuts)
    return ()


def _are_columns(lines: Sequence[PrintedLine], cuts: tuple[float, ...], width: tuple[float, float]) -> bool:
    crossing = sum(_crosses(line, cuts) for line in lines)
    if crossing > 0.25 * len(lines):
        return False
    whole = width[1] - width[0]
    parts = [cut_at(line, cuts) for line in lines if not _crosses(line, cuts)]
    for n in range(len(cuts) + 1):
        column = [part[n] for part in parts if part[n] is not None]
        # Further columns may be short on the last page; what they hold must begin at the left of them.
        if n and len(column) < 3:
            return False
        edges = sorted(line.left for line in column if line is not None)
        begin = width[0] if not n else cuts[n - 1]
        if not edges or edges[len(edges) // 4] - begin > 0.12 * whole:
            return False
        parted = sum(line is not None and len(line.segments) > 1 for line in column)
        if _is_figures(column):
            return False
        if parted > 0.5 * len(column):
            return False
    return True


def _is_figures(column: Sequence[PrintedLine | None]) -> bool:
    """True for a column with hardly a word in it: figures of a table, numbers of pages."""
    worded = sum(line is not None and re.search(r"[^\W\d_]{3}", line.text) is not None for line in column)
    return worded < 0.5 * len(column)


def _crosses(line: PrintedLine, cuts: Sequence[float]) -> bool:
    for cut in cuts:
        for run in line.runs:
            if run.left < cut - 2 and run.right > cut + 2:
                return True
    return False


def columns(lines: Sequence[PrintedLine], cuts: Sequence[float], width: tuple[float, float]) -> Iterator[LaidColumn]:
    """The columns of a page in reading order; a line across all of them parts what is above from what is below it."""
    if not cuts:
        if lines:
            yield LaidColumn(tuple(lines), *width)
        return
    edges = [width[0], *cuts, width[1]]
    band: list[PrintedLine] = []
    across: list[PrintedLine] = []

    def parted() -> Iterator[LaidColumn]:
        cells = [cut_at(line, cuts) for line in band]
        for n in range(len(cuts) + 1):
            kept = tuple(cell[n] for cell in cells if cell[n] is not None)
            if kept:
                yield LaidColumn(kept, edges[n], edges[n + 1])  # type: ignore[arg-type]
        band.clear()

    for line in lines:
        if _crosses(line, cuts):
            yield from parted()
            across.append(line)
        else:
            if across:
                yield LaidColumn(tuple(across), *width)
                across.clear()
            band.append(line)
    if across:
        yield LaidColumn(tuple(across), *width)
    yield from parted()
