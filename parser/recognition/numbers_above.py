"""Laws whose number stands alone in a paragraph of its own style, above the heading: told by the style, which nothing
else has, and by the numbers, which count up through the book."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from parser.documents.stream import StreamBlock, StreamParagraph

_NUMBER = re.compile(r"X?(\d{1,3})\.?")
_HABIT = 8  # such numbers that are a habit
_MOST = 0.9  # of the numbers, those that rise; of the headings, those of the commonest style
_HEADING = 130  # characters
_LEVEL = 3  # of the heading of a law


def with_numbers_above(blocks: Sequence[StreamBlock]) -> list[StreamBlock]:
    """The blocks with each such number and its heading as one heading.

    >>> from parser.documents.stream import StreamPlace
    >>> def told(text, style): return StreamParagraph(text, StreamPlace("bog", 1), style=style)
    >>> pairs = [(told(str(n), "Nummer"), told("Stik", "Titel")) for n in range(1, 9)]
    >>> [one.text for one in with_numbers_above([one for pair in pairs for one in pair])][:2]
    ['1 Stik', '2 Stik']
    """
    styles: dict[str, list[int]] = {}
    for at, block in enumerate(blocks):
        if isinstance(block, StreamParagraph) and block.style and block.text.strip() and not block.noise:
            styles.setdefault(block.style, []).append(at)
    out = list(blocks)
    gone: set[int] = set()
    for places in styles.values():
        heads = _headings(blocks, places)
        for at, heading in heads.items():
            one, title = blocks[at], blocks[heading]
            assert isinstance(one, StreamParagraph)
            assert isinstance(title, StreamParagraph)
            out[at] = replace(numbered_heading(one, title), lead=0)
            gone.add(heading)
    return [block for at, block in enumerate(out) if at not in gone]


def numbered_heading(number: StreamParagraph, title: StreamParagraph) -> StreamParagraph:
    """The number of a law and its title as one heading."""
    start = f"{number.text.strip()} "
    text = start + title.text
    anchors = tuple((at + len(start), key) for at, key in title.anchors)
    return replace(title, text=text, heading=_LEVEL, bold=len(text), anchors=anchors)


def _headings(blocks: Sequence[StreamBlock], places: Sequence[int]) -> dict[int, int]:
    """Place of each number -> that of its heading; nothing where the paragraphs are no such numbers."""
    texts = [block.text.strip() for at in places if isinstance(block := blocks[at], StreamParagraph)]
    numbers = [int(match[1]) for text in texts if (match := _NUMBER.fullmatch(text))]
    rising = sum(one < other for one, other in pairwise(numbers))
    if len(numbers) < max(_HABIT, len(places)) or rising < _MOST * (len(numbers) - 1):
        return {}
    below = {at: blocks[at + 1] for at in places if at + 1 < len(blocks)}
    heads = {at: one for at, one in below.items() if isinstance(one, StreamParagraph) and len(one.text) < _HEADING}
    [(style, count)] = Counter(one.style for one in heads.values()).most_common(1) or [("", 0)]
    titled = style and count >= _MOST * len(places)
    return {at: at + 1 for at, one in heads.items() if one.style == style and not one.label} if titled else {}
