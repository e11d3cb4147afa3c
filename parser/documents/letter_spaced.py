"""Words set with a blank behind each letter, as a typewriter makes them stand out: "L O V E  F O R  B R I D G E"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from parser.documents.stream import StreamBlock, StreamParagraph

_SPACED = re.compile(r"(?:[^\W_] ){3,}[^\W_](?:\s+(?:[^\W_] ){0,40}[^\W_])*[.:]?")


def without_letter_spaces(blocks: Iterable[StreamBlock]) -> Iterator[StreamBlock]:
    """The blocks, with paragraphs that are letter-spaced whole as words."""
    for block in blocks:
        if isinstance(block, StreamParagraph) and _SPACED.fullmatch(block.text.strip()):
            text = closed_up(block.text.strip())
            anchors = tuple((len(text), key) for _, key in block.anchors)
            yield replace(block, text=text, bold=len(text) if block.all_bold else 0, lead=0, anchors=anchors)
        else:
            yield block


def closed_up(words: str) -> str:
    """Letter-spaced words without the blanks in them; two and more part words.

    >>> closed_up("L O V E  F O R  B R I D G E")
    'LOVE FOR BRIDGE'
    """
    return " ".join(word.replace(" ", "") for word in re.split(r"\s{2,}", words))
