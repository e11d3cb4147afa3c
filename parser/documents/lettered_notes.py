"""Notes that are listed below their law under letters, "(a) Se ...", while only what calls them is raised."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter

from parser.documents.raised_signs import RaisedSign
from parser.documents.stream import StreamBlock, StreamParagraph

_FIRST = re.compile(r"[\[(]?(?P<sign>[a-z]{1,2}|[ivxl]{2,7})[\]).]{1,2}(?=\s+\S)")
_LETTERED = re.compile(r"[a-z]{1,2}|[ivxl]{2,7}")
_FEW, _HABIT = 3, 0.9  # lists of notes, and of the letters that are raised, those that they answer


def lettered_notes(blocks: Sequence[StreamBlock]) -> Mapping[int, str]:
    """The places of such notes and the sign that each begins with, brackets too; {} where a book has none.

    Evidence: below one another, right before a heading or the end, paragraphs begin with exactly the letters that were
    raised since the last such ones, and that is so nearly everywhere: the lists of a law have letters as well.
    """
    found: dict[int, str] = {}
    waiting: list[str] = []
    every, answered, lists = 0, 0, 0
    at = 0
    while at < len(blocks):
        stop, signs = at, dict.fromkeys(waiting)
        run: list[re.Match[str]] = []
        while stop < len(blocks) and len(run) < len(signs) and (sign := _first(blocks[stop])):
            run.append(sign)
            stop += 1
        if run and [one["sign"] for one in run] == list(signs) and _ends(blocks, stop):
            found |= {at + n: one[0] for n, one in enumerate(run)}
            answered, lists, waiting = answered + len(waiting), lists + 1, []
            at = stop
            continue
        raised = list(_raised(blocks[at]))
        every += len(raised)
        waiting += raised
        at += 1
    return found if lists >= _FEW and answered >= _HABIT * every else {}


def _first(block: StreamBlock) -> re.Match[str] | None:
    if not isinstance(block, StreamParagraph) or block.label or block.heading or block.noise:
        return None
    return _FIRST.match(block.text)


def _ends(blocks: Sequence[StreamBlock], at: int) -> bool:
    """True where a heading stands at a place, by its style or bold as a whole, or nothing more."""
    following = next((one for one in blocks[at:] if not (isinstance(one, StreamParagraph) and one.noise)), None)
    if following is None:
        return True
    return isinstance(following, StreamParagraph) and (following.heading > 0 or following.all_bold)


def _raised(block: StreamBlock) -> Iterator[str]:
    """The raised letters in a block that may call notes, in order."""
    cells = [block] if isinstance(block, StreamParagraph) else [cell for row in block.rows for cell in row]
    for cell in cells:
        for _, key in sorted(cell.anchors, key=itemgetter(0)):
            if isinstance(key, RaisedSign) and _LETTERED.fullmatch(sign := key.strip("[]()")):
                yield sign
