"""Law text as HTML: references, notes, corrections and defined words as nested tags.

Everything that points into a text is kept apart from it as offsets; here it becomes nested tags.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import NamedTuple

from markupsafe import Markup

from app.reader.text.html import close_tag, open_tag, render, tag
from corpus.model import LOST, Block, Emendation, Prose, Table

_SHORT = 9  # letters of a cell, below which it is a figure or a score


class _TableCell(NamedTuple):
    """A cell: its words, the class of its look, the number of its group of columns."""

    text: str
    kind: str
    at: int


@dataclass(frozen=True)
class MarkupSpan:
    """Tags around ``text[start:end]``. A lower ``rank`` lies outside; links have rank 0 and are never cut in two."""

    start: int
    end: int
    opening: Markup
    closing: Markup
    rank: int


def element_span(start: int, end: int, rank: int, name: str, /, **attributes: str | None) -> MarkupSpan:
    """One element around ``text[start:end]``."""
    return MarkupSpan(start, end, open_tag(name, **attributes), close_tag(name), rank)


def apply_spans(text: str, spans: Iterable[MarkupSpan], points: Iterable[tuple[int, Markup]] = ()) -> Markup:
    """The escaped text with tags around spans and snippets at points (offsets); spans may overlap in any way.

    A span that is empty or leaves the text is dropped; within one rank the earlier and longer one is kept.

    >>> apply_spans("a < b", [element_span(0, 3, 1, "i")])
    Markup('<i>a &lt;</i> b')
    """
    kept = _without_overlaps([span for span in spans if 0 <= span.start < span.end <= len(text)])
    if not kept and not (points := tuple(points)):
        return Markup(escape(text))
    at = [(_outside_links(kept, min(place, len(text))), snippet) for place, snippet in points]
    cuts = sorted({0, len(text), *(i.start for i in kept), *(i.end for i in kept), *(place for place, _ in at)})
    out: list[str] = []
    stack: list[MarkupSpan] = []
    for start, end in zip(cuts, [*cuts[1:], len(text)], strict=True):
        active = sorted((i for i in kept if i.start <= start < i.end), key=lambda i: (i.rank, i.start))
        snippets = [snippet for place, snippet in at if place == start]
        common = 0 if snippets and start == len(text) else _common(stack, active)
        out += [span.closing for span in reversed(stack[common:])]
        out += snippets
        out += [span.opening for span in active[common:]]
        out.append(escape(text[start:end]))
        stack = active
    return Markup("".join([*out, *(span.closing for span in reversed(stack))]))


def _common(stack: Sequence[MarkupSpan], active: Sequence[MarkupSpan]) -> int:
    count = 0
    while count < min(len(stack), len(active)) and stack[count] is active[count]:
        count += 1
    return count


def _without_overlaps(spans: Sequence[MarkupSpan]) -> list[MarkupSpan]:
    """Within one rank the earlier and longer span wins: a link inside a link is no HTML."""
    kept: list[MarkupSpan] = []
    ends: dict[int, int] = {}
    for span in sorted(spans, key=lambda i: (i.rank, i.start, -i.end)):
        if span.start >= ends.get(span.rank, 0):
            kept.append(span)
            ends[span.rank] = span.end
    return kept


def _outside_links(spans: Sequence[MarkupSpan], place: int) -> int:
    return next((i.end for i in spans if i.rank == 0 and i.start < place < i.end), place)


def correction_marks(
    emendations: Sequence[Emendation], words: Mapping[str, str]
) -> tuple[list[MarkupSpan], list[tuple[int, Markup]]]:
    """Corrections with the printed reading on hover: spans, and marks where something was taken out."""
    spans, points = [], []
    for item in emendations:
        label = f"{words['printed']}: {item.printed} · {item.witness}:{item.line} · {rule_words(item.rule, words)}"
        kind = "cor doubt" if item.doubtful else "cor"
        if item.start < item.end:
            spans.append(element_span(item.start, item.end, 2, "span", class_=kind, tabindex="0", data_tip=label))
        else:
            points.append((item.start, tag("span", "‸", class_=f"{kind} out", tabindex="0", data_tip=label)))
    return spans, points


def rule_words(rule: str, words: Mapping[str, str]) -> str:
    """What a correction went by, in the reader's words: ``context:før`` is a rule with the word it was used on."""
    name, _, detail = rule.partition(":")
    return words.get(f"rule_{rule}") or f"{words[f'rule_{name}']} ({detail})"


def table(block: Table, language: str) -> Markup:
    """A table as a table, in a frame of its own that scrolls when the page is narrow.

    Where columns repeat in groups, a narrow page shows the groups one below the other (``column_group``).
    """
    heads, group = [head_cells(row) for row in block.rows[: block.header]], column_group(block)
    return render(
        "law_table.html",
        caption=block.caption,
        language=language,
        heads=heads,
        rows=[_cells(row, group) for row in block.rows[block.header :]],
        lost=LOST,
        group=group,
    )


def column_group(block: Table) -> int:
    """How many columns one group has, where the heads of a table are the same group over and over; 0 where not.

    >>> from corpus.model import Lines
    >>> heads, LINES = ("Difference", "Imp", "Difference", "Imp"), Lines("sv-2017", 1, 2)
    >>> column_group(Table((heads, ("0-10", "0", "370-420", "9")), LINES))
    2
    >>> column_group(Table((("Bricka", "1", "5"), ("Bricka", "2", "6")), LINES))
    0
    """
    if block.header != 1 or not all(block.rows[0]):
        return 0
    heads = block.rows[0]
    return next((n for n in range(2, len(heads) // 2 + 1) if heads == heads[:n] * (len(heads) // n)), 0)


def head_cells(row: Sequence[str]) -> list[tuple[str, int]]:
    """Heads of columns with their widths; one with nothing printed beside it is also above the columns there."""
    starts = [n for n, cell in enumerate(row) if cell or n == 0]
    return [(row[start], end - start) for start, end in pairwise((*starts, len(row)))]


def _cells(row: Sequence[str], group: int) -> list[_TableCell]:
    return [_TableCell(text, _kind(text, row, group, n), n // group if group else 0) for n, text in enumerate(row)]


def _kind(text: str, row: Sequence[str], group: int, column: int) -> str:
    """The look of a cell: it is of a group without words, or no line may end within it, being short or figures alone.

    >>> _kind("1100-1290", ("1100-1290", "15"), 2, 0), _kind("trækværdi", ("doblet", "trækværdi"), 0, 1)
    ('figure', '')
    """
    first = column - column % group if group else column
    if group and not any(row[first : first + group]):
        return "blank"
    return "figure" if len(text) < _SHORT or not any(map(str.isalpha, text)) else ""


def plain(blocks: Iterable[Block], limit: int) -> str:
    """The first words of some blocks, cut at a word below ``limit`` characters: for previews, never for quoting."""
    text = ""
    for block in blocks:
        if isinstance(block, Prose):
            text = " ".join((text + " " + block.text).split())
        if len(text) > limit:
            break
    else:
        return text
    return text[:limit].rsplit(" ", 1)[0].rstrip(",;:.– ") + " …"
