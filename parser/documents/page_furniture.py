"""Heads and numbers of pages that stand among the paragraphs of a file without pages, as in one made from a print.

Evidence: numbers alone that count up by one through the file, with the same words beside them again and again, or
between the halves of sentences. Numbers that count by two or three, where other pages have none, or with the same
words behind or before them, are those of pages by themselves: no law counts so.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from parser.documents.joining import joined_words, word_counts
from parser.documents.stream import StreamBlock, StreamParagraph

_NUMBER = re.compile(r"(?:[-–]\s*)?(?:side|sida|page|s\.)?\s*(\d{1,3})(?:\s*[-–])?", re.IGNORECASE)
_DASHED = r"(?:[-–]\s*(\d{1,3})\s*[-–])"  # "Rundskriv 4 - 12 -"
_HEADED = re.compile(
    rf"(\d{{1,3}})\s+(\D.{{0,70}})|(\D.{{0,70}}?)(?:\s{{2,}}|\t)(\d{{1,3}})|(\D.{{0,70}}?)\s+{_DASHED}|{_DASHED}\s+(\D.{{0,70}})"
)
_WORDS = 10  # letters of a running head; "Lov nr. 16" is that of a law
_STEPS = (1, 2, 3)  # pages from one number to the next
_ENOUGH = 8  # page numbers
_REPEATED = 3  # times that a running head stands beside one
_MOST = 0.8  # of the places of a head, those beside a page number
_TORN = 0.2  # of the pages, those that tear a sentence, where there is no running head
_HEAD = 80  # characters
_FINISHED = re.compile(r"[.:;!?)»”\"]\s*\Z")
_RULE = re.compile(r"([_─═-])\1{2,}")


def without_furniture(blocks: Sequence[StreamBlock]) -> tuple[StreamBlock, ...]:
    """The blocks with heads and numbers of pages as noise, and the paragraphs whole that a page had torn."""
    pages, sure = _page_numbers(blocks)
    heads = _running_heads(blocks, pages)
    before = {at: _text_before(blocks, at, heads) for at in pages}
    torn = {at: _is_torn(blocks, before[at], _text_behind(blocks, at, heads)) for at in pages}
    if len(pages) < _ENOUGH or not (sure or heads or sum(torn.values()) > _TORN * len(pages)):
        return tuple(blocks)
    known = word_counts(word for one in blocks if isinstance(one, StreamParagraph) for word in one.text.split())
    out: list[StreamBlock | None] = list(blocks)
    home: dict[int, int] = {}  # of the rest of a torn paragraph, where it begins
    for at in sorted(pages):
        out[at] = _noise(blocks[at], "page-number")
        first, rest = before[at], _text_behind(blocks, at, heads)
        if torn[at] and first is not None and rest is not None:
            home[rest] = home.get(first, first)
            out[home[rest]], out[rest] = _joined(out[home[rest]], blocks[rest], known), None
    for at in heads:
        out[at] = _noise(blocks[at], "running-head")
    return tuple(one for one in out if one is not None)


def _page_numbers(blocks: Sequence[StreamBlock]) -> tuple[frozenset[int], bool]:
    """The places of the longest run of numbers that count up by one step, and whether they must be those of pages."""
    alone = [(at, int(match[1])) for at, one in enumerate(blocks) if (match := _NUMBER.fullmatch(_unlabelled(one)))]
    headed = [(at, match) for at, one in enumerate(blocks) if (match := _HEADED.fullmatch(_unlabelled(one)))]
    words = Counter(_head(match) for _, match in headed)
    heads = {look for look, n in words.items() if n >= _REPEATED and sum(map(str.isalpha, look)) >= _WORDS}
    every = {at: int(match[1] or match[4] or match[6] or match[7]) for at, match in headed}
    said = {at: every[at] for at, match in headed if _head(match) in heads}
    numbers = sorted([*alone, *said.items()])
    runs = {step: _run(numbers, step) for step in _STEPS}
    step = max(_STEPS, key=lambda one: len(runs[one]))
    run = {at: number for at, number in numbers if at in runs[step]}
    heads_of = {at: _head(match) for at, match in headed}
    usual = Counter(heads_of.get(at, "") for at in run)
    run |= {at: number for at, number in said.items() if usual[heads_of[at]] >= _ENOUGH}
    between = _between(run, every | dict(alone)) if len(run) >= _ENOUGH else ()
    return frozenset((*run, *between)), step > 1 or any(at in said for at in run)


def _between(run: Mapping[int, int], others: Mapping[int, int]) -> Iterator[int]:
    """The places of heads whose number lies between those of the page before and the page behind them."""
    places = sorted(run)
    for at, number in others.items():
        n = bisect_left(places, at)
        if 0 < n < len(places) and places[n] != at and run[places[n - 1]] + 1 == number == run[places[n]] - 1:
            yield at


def _head(match: re.Match[str]) -> str:
    """The words beside the number of a page."""
    return (match[2] or match[3] or match[5] or match[8]).strip()


def _run(numbers: Sequence[tuple[int, int]], step: int) -> list[int]:
    """The places of the longest run of numbers that count up by ``step``."""
    runs: dict[int, list[int]] = {}  # by the number that each ends in
    for at, number in numbers:
        before, rival = runs.get(number - step, []), runs.get(number, [])
        if len(before) >= len(rival) - 1 and at - 1 not in before[-1:]:
            runs[number] = [*before, at]
    return max(runs.values(), key=len, default=[])


def _unlabelled(one: StreamBlock) -> str:
    return one.text.strip() if isinstance(one, StreamParagraph) and not one.label else ""


def _running_heads(blocks: Sequence[StreamBlock], pages: frozenset[int]) -> frozenset[int]:
    beside = {at + step for at in pages for step in (-1, 1)} - pages
    looks = [_look(one) for one in blocks]
    everywhere, near = Counter(looks), Counter(looks[at] for at in beside if 0 <= at < len(blocks))
    heads = {look for look, count in near.items() if look and count >= max(_REPEATED, _MOST * everywhere[look])}
    return frozenset(at for at in beside if 0 <= at < len(blocks) and looks[at] in heads)


def _look(one: StreamBlock) -> str:
    words = _words(one)
    return re.sub(r"\d+", "#", words) if words and len(words) < _HEAD else ""


def _words(one: StreamBlock) -> str:
    return " ".join(one.text.split()) if isinstance(one, StreamParagraph) else ""


def _text_before(blocks: Sequence[StreamBlock], at: int, heads: frozenset[int]) -> int | None:
    """The last paragraph of the text before a page number: above the line that parts notes from it."""
    found = None
    for place in range(at - 1, max(-1, at - 12), -1):
        one = blocks[place]
        if place in heads or not _words(one):
            continue
        if _RULE.fullmatch(_words(one)):
            found = None
        elif found is None:
            found = place
        elif _NUMBER.fullmatch(_words(one)):
            break
    return found


def _text_behind(blocks: Sequence[StreamBlock], at: int, heads: frozenset[int]) -> int | None:
    return next((n for n in range(at + 1, min(len(blocks), at + 4)) if n not in heads and _words(blocks[n])), None)


def _is_torn(blocks: Sequence[StreamBlock], before: int | None, behind: int | None) -> bool:
    if before is None or behind is None:
        return False
    first, rest = blocks[before], blocks[behind]
    if not (isinstance(first, StreamParagraph) and isinstance(rest, StreamParagraph)) or rest.label or rest.heading:
        return False
    starts = rest.text.lstrip()
    return starts[:1].islower() and not re.match(r"\(?\w{1,4}[.)]\s", starts) and not _FINISHED.search(first.text)


def _joined(one: StreamBlock | None, other: StreamBlock, known: Mapping[str, int]) -> StreamParagraph:
    assert isinstance(one, StreamParagraph)
    assert isinstance(other, StreamParagraph)
    text = joined_words(one.text.rstrip(), other.text.lstrip(), known)
    cut = len(other.text) - len(other.text.lstrip())
    anchors = (*one.anchors, *((max(0, at - cut) + len(text), key) for at, key in other.anchors))
    return replace(one, text=text + other.text.lstrip(), anchors=anchors)


def _noise(one: StreamBlock, why: str) -> StreamBlock:
    return replace(one, noise=why) if isinstance(one, StreamParagraph) else one
