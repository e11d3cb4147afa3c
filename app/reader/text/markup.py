"""Law text as HTML: references, notes, corrections and defined words woven into one escaped string.

Everything that points into a text stands off as offsets; here it is turned into nested tags. Nothing reaches the
page but through ``html.escape``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from corpus.model import LOST, Block, Emendation, Prose, Table


@dataclass(frozen=True)
class MarkupSpan:
    """Tags around ``text[start:end]``. A lower ``rank`` lies outside; links have rank 0 and are never cut in two."""

    start: int
    end: int
    opening: str
    closing: str
    rank: int


def apply_spans(text: str, inks: Iterable[MarkupSpan], points: Iterable[tuple[int, str]] = ()) -> str:
    """The escaped text with tags around spans and snippets at points; spans may overlap in any way.

    >>> weave("a < b", [Ink(0, 3, "<i>", "</i>", 1)])
    '<i>a &lt;</i> b'
    """
    kept = _without_overlaps([ink for ink in inks if 0 <= ink.start < ink.end <= len(text)])
    at = [(_outside_links(kept, min(place, len(text))), snippet) for place, snippet in points]
    cuts = sorted({0, len(text), *(i.start for i in kept), *(i.end for i in kept), *(place for place, _ in at)})
    out: list[str] = []
    stack: list[MarkupSpan] = []
    for start, end in zip(cuts, [*cuts[1:], len(text)], strict=True):
        active = sorted((i for i in kept if i.start <= start < i.end), key=lambda i: (i.rank, i.start))
        snippets = [snippet for place, snippet in at if place == start]
        common = 0 if snippets and start == len(text) else _common(stack, active)
        out += [ink.closing for ink in reversed(stack[common:])]
        out += snippets
        out += [ink.opening for ink in active[common:]]
        out.append(escape(text[start:end]))
        stack = active
    return "".join([*out, *(ink.closing for ink in reversed(stack))])


def _common(stack: Sequence[MarkupSpan], active: Sequence[MarkupSpan]) -> int:
    count = 0
    while count < min(len(stack), len(active)) and stack[count] is active[count]:
        count += 1
    return count


def _without_overlaps(inks: Sequence[MarkupSpan]) -> list[MarkupSpan]:
    """Within one rank the earlier and longer span wins: a link inside a link is no HTML."""
    kept: list[MarkupSpan] = []
    ends: dict[int, int] = {}
    for ink in sorted(inks, key=lambda i: (i.rank, i.start, -i.end)):
        if ink.start >= ends.get(ink.rank, 0):
            kept.append(ink)
            ends[ink.rank] = ink.end
    return kept


def _outside_links(inks: Sequence[MarkupSpan], place: int) -> int:
    return next((i.end for i in inks if i.rank == 0 and i.start < place < i.end), place)


def correction_inks(
    emendations: Sequence[Emendation], words: Mapping[str, str]
) -> tuple[list[MarkupSpan], list[tuple[int, str]]]:
    """Corrections with the printed reading on hover: spans, and marks where something was taken out."""
    inks, points = [], []
    for item in emendations:
        why = rule_words(item.rule, words)
        label = escape(f"{words['printed']}: {item.printed} · {item.witness}:{item.line} · {why}", quote=True)
        kind = "cor doubt" if item.doubtful else "cor"
        opening = f'<span class="{kind}" tabindex="0" data-tip="{label}">'
        if item.start < item.end:
            inks.append(MarkupSpan(item.start, item.end, opening, "</span>", 2))
        else:
            points.append((item.start, f'<span class="{kind} out" tabindex="0" data-tip="{label}">‸</span>'))
    return inks, points


def rule_words(rule: str, words: Mapping[str, str]) -> str:
    """What a correction went by, in the reader's words: ``context:før`` is a rule with the word it was used on."""
    name, _, detail = rule.partition(":")
    return words.get(f"rule_{rule}") or f"{words[f'rule_{name}']} ({detail})"


def table(block: Table, language: str) -> str:
    """A table as a table, in a frame of its own that scrolls when the page is narrow."""
    rows = []
    for number, row in enumerate(block.rows):
        cells = _head_cells(row) if number < block.header else "".join(f"<td>{_cell(cell)}</td>" for cell in row)
        rows.append(f"<tr>{cells}</tr>")
    caption = f"<caption>{escape(block.caption)}</caption>" if block.caption else ""
    head, body = "".join(rows[: block.header]), "".join(rows[block.header :])
    label = escape(block.caption or "§", quote=True)
    return (
        f'<div class="sheet" tabindex="0" role="group" aria-label="{label}" lang="{escape(language)}"><table>{caption}'
        f"<thead>{head}</thead><tbody>{body}</tbody></table></div>"
    )


def _head_cells(row: Sequence[str]) -> str:
    """Heads of columns; one with nothing printed beside it stands above the columns there too."""
    starts = [n for n, cell in enumerate(row) if cell or n == 0]
    widths = [end - start for start, end in pairwise((*starts, len(row)))]
    return "".join(
        f'<th scope="col">{_cell(row[start])}</th>'
        if width == 1
        else f'<th scope="colgroup" colspan="{width}">{_cell(row[start])}</th>'
        for start, width in zip(starts, widths, strict=True)
    )


def _cell(text: str) -> str:
    return '<span class="lost">…?</span>' if text == LOST else escape(text).replace("\n", "<br>")


def plain(blocks: Sequence[Block], limit: int) -> str:
    """The first words of some blocks, cut at a word: for previews, never for quoting."""
    text = " ".join(block.text for block in blocks if isinstance(block, Prose))
    text = " ".join(text.split())
    if len(text) <= limit:
        return text
    return text[:limit].rsplit(" ", 1)[0].rstrip(",;:.– ") + " …"
