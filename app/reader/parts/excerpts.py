"""The sentences of a law as its entry shows them: what stands above is not said again below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from corpus.library import Library
from index.search.results import Hit
from index.search.snippets import sentences_of
from index.search.wanted import WordSpan

_LEFT_OUT = "… "


class Shown(NamedTuple):
    """What is shown of a hit: words of its text, and the spans of what was asked for in them."""

    text: str
    marks: tuple[WordSpan, ...]


def without_repeats(hits: Sequence[Hit], library: Library) -> tuple[tuple[Hit, Shown], ...]:
    """The hits of one law in their order, each with what none above it has said.

    A hit whose text is in a longer one of the same place gives way to that. What several parts of a law go on from
    ("Hvis den fejlende har meldt, gælder følgende:") is said with the first, with the others there is "…".
    Each sentence that a hit was chosen for stays, and all of a hit whose every sentence has been said.
    """
    told = set[str]()
    out = []
    for hit in _longest(hits):
        pieces = tuple(_pieces(hit.snippet, library.entry(hit.expression).language))
        own = hit.excerpts[0].sentence if len(hit.excerpts) == 1 else hit.snippet
        kept = [(start, end) for start, end, words in pieces if words not in told or words in own]
        told |= {words for _, _, words in pieces}
        out.append((hit, _joined(hit, kept) if kept else Shown(hit.snippet, hit.marks)))
    return tuple(out)


def _longest(hits: Sequence[Hit]) -> Iterator[Hit]:
    """The hits without those whose text another of the same place has; that one comes where the first of them was."""
    left = list(hits)
    while left:
        first = left.pop(0)
        longer = [hit for hit in left if _place(hit) == _place(first) and first.snippet in hit.snippet]
        chosen = max(longer, key=lambda hit: len(hit.snippet), default=first)
        left = [hit for hit in left if _place(hit) != _place(first) or hit.snippet not in chosen.snippet]
        yield chosen


def _place(hit: Hit) -> tuple[str, str]:
    return hit.expression, hit.id


def _pieces(text: str, language: str) -> Iterator[tuple[int, int, str]]:
    """The sentences and clauses of a text, each with where it begins and ends."""
    end = 0
    for piece in sentences_of(text, language):
        start = text.index(piece, end)
        end = start + len(piece)
        yield start, end, piece


def _joined(hit: Hit, kept: Sequence[WordSpan]) -> Shown:
    """The kept parts of a hit's text with its marks; "…" where something was left out before one of them."""
    text, marks, last = "", list[WordSpan](), 0
    for start, end in kept:
        text += _gap(hit.snippet[last:start], text)
        marks += [(a - start + len(text), b - start + len(text)) for a, b in _within(hit, start, end)]
        text, last = text + hit.snippet[start:end], end
    return Shown(text, tuple(marks))


def _within(hit: Hit, start: int, end: int) -> Iterator[WordSpan]:
    """The marks of a part of a hit's text: one that runs on into the next sentence ends with the last word of this."""
    for a, b in hit.marks:
        first, last = max(a, start), min(b, end)
        while first < last < b and not hit.snippet[last - 1].isalnum():
            last -= 1
        if first < last:
            yield first, last


def _gap(between: str, before: str) -> str:
    """What stands before a kept part: the blanks that were there, or the sign that something was left out."""
    return between if not between.strip() else f" {_LEFT_OUT}" if before else _LEFT_OUT
