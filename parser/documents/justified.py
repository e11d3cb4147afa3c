"""Plain text set to both edges: blanks were added between the words, so that all lines end at one column.

A line of words with wider gaps is a row of a table to every reader that does not know.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from parser.documents.plain_pages import SourceLine

_GAP = re.compile(r"(?<=\S) +(?=\S)")
# What may be a label in a column of its own; "I" begins sentences as well.
_MARKED = re.compile(
    r"\s*(?:§+ ?\S{1,8}|[(\[]?(?:[A-Za-z]|[ivxl]{1,5})[.):\]]{1,2}|[A-HJ-Z]|\S{0,4}\d\S{0,4}|[^\w\s]{1,2}) {2,}(?=\S)"
)
_WIDEST = 4  # blanks in a gap: wider ones are columns
_WORDS = 4  # of a line that tells
_TELLING, _SHARE = 30, 0.8  # stretched lines that tell, and how many of them end at one column


def unjustified(lines: Sequence[SourceLine]) -> list[SourceLine]:
    """``lines`` with one blank between words where the text is set to both edges, else as they are.

    Evidence: of all lines whose gaps are even and wider than a blank nearly all end at one column. The gap behind what
    may be a label is kept, and so is a row, whose gaps differ.

    >>> row = SourceLine("It is  not wrong to  do so.", 1, 0)
    >>> unjustified([row] * 30)[0].text, unjustified([row] * 29)[0].text
    ('It is not wrong to do so.', 'It is  not wrong to  do so.')
    """
    stretched = [line for line in lines if _is_stretched(line.text) and len(line.text.split()) >= _WORDS]
    if len(stretched) < _TELLING:
        return list(lines)
    [(edge, count)] = Counter(len(line.text) for line in stretched).most_common(1)
    if count < _SHARE * len(stretched):
        return list(lines)
    return [
        replace(line, text=line.text[: (at := _start(line.text))] + _GAP.sub(" ", line.text[at:]))
        if len(line.text) == edge and _is_stretched(line.text)
        else line
        for line in lines
    ]


def _start(text: str) -> int:
    """Where the words behind a label in a column of its own begin, else 0."""
    marked = _MARKED.match(text)
    return marked.end() if marked else 0


def _is_stretched(text: str) -> bool:
    """True for words with even gaps, one of them wider than a blank."""
    gaps = [len(match[0]) for match in _GAP.finditer(text, _start(text))]
    return bool(gaps) and 1 < max(gaps) <= min(_WIDEST, min(gaps) + 1)
