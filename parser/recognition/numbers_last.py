"""Laws whose headings have the number at their end: "Brug af oplysninger (§ 16)", "Oplysninger – lov 16"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from parser.documents.label_words import LAW_SIGNS
from parser.documents.stream import StreamBlock, StreamParagraph, StreamTable
from parser.recognition.words import section_kind

_LAST = re.compile(
    rf"(?P<heading>[^\W\d_].{{1,100}}?)\s*(?:[–—|,:-]\s*)?[(\[]?(?P<sign>{LAW_SIGNS})\s*(?P<number>X?\d{{1,3}})\s*[)\]]?",
    re.IGNORECASE,
)
_LAWS, _NEXT = 8, 0.7  # such lines that are laws, and the share of them whose number is the next


def with_numbers_first(blocks: Sequence[StreamBlock]) -> list[StreamBlock]:
    """The blocks, with the number before the heading where nearly all such lines count up by one."""
    found = {at: match for at, one in enumerate(blocks) if (match := _match(one))}
    numbers = [int(match["number"].lstrip("Xx")) for match in found.values()]
    rising = sum(b - a == 1 for a, b in pairwise(numbers))
    if len(found) < _LAWS or rising < _NEXT * len(found):
        return list(blocks)
    out = list(blocks)
    for at, match in found.items():
        one = blocks[at]
        assert isinstance(one, StreamParagraph)
        number = f"{match['sign']} {match['number']}\t"
        text = f"{number}{match['heading'].strip()}"
        anchors = tuple((min(place + len(number), len(text)), key) for place, key in one.anchors)
        out[at] = replace(one, text=text, anchors=anchors, bold=len(text) if one.all_bold else 0, lead=0)
    return out


def _match(one: StreamBlock) -> re.Match[str] | None:
    if isinstance(one, StreamTable) or one.noise or one.label or section_kind(one.text) is not None:
        return None  # "Noter til § 3" heads the notes of a law
    return _LAST.fullmatch(one.text.strip())
