"""What a plain text sets apart by its place: headings in a column left of their paragraphs, beside the label of each,
and words in a frame.

Evidence for such a column: at one place of many lines a label begins, and left of it, two blanks or more away, stand
other words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from parser.documents.label_words import LAW_SIGNS
from parser.documents.plain_pages import SourceLine

_BESIDE = re.compile(r"[^\W\d_].*?\S {2,}(?=(?:X?\d{1,3}(?:\.\d{1,2})+|[A-Z])[.)]?(?:\s|\Z))")
_LAW = re.compile(rf"\s*(?:§+|{LAW_SIGNS})\s*X?\d{{1,3}}\s*\Z", re.IGNORECASE)
_BORDER = re.compile(r"\s*\+[-=]{5,}\+\s*\Z")
_FRAMED = re.compile(r"\s*\| ?(?P<words>[^|]*)\|\s*\Z")
_ENOUGH, _LEAST = 8, 8  # such headings, and the width of their column
_GAP = 2  # blanks between a heading and its text


def with_margin_above(lines: Sequence[SourceLine]) -> list[SourceLine]:
    """The lines, in such a text each heading as a paragraph of its own above that beside which it stood."""
    starts = Counter(match.end() for line in lines if (match := _BESIDE.match(line.text)))
    column, count = max(starts.items(), key=lambda one: one[1], default=(0, 0))
    if count < _ENOUGH or column < _LEAST:
        return list(lines)
    out: list[SourceLine] = []
    of_law = False
    for has_words, group in groupby(lines, key=lambda line: bool(line.text.strip()) and not line.noise):
        found = list(group)
        if has_words:
            out += _parted(found, column, of_law)
            of_law = _LAW.match(found[-1].text) is not None
        else:
            out += found
    return out


def without_frames(lines: Sequence[SourceLine]) -> list[SourceLine]:
    """The lines; what stands between two borders, in one cell, is as it were without the frame."""
    out = list(lines)
    top: int | None = None
    for at, line in enumerate(lines):
        if _BORDER.match(line.text):
            if top is not None and at - top > 1:
                out[top:at] = [replace(one, text=_FRAMED.sub(r"\g<words>", one.text).rstrip()) for one in lines[top:at]]
                out[top], out[at] = replace(line, text=""), replace(line, text="")
                top = None
            else:
                top = at
        elif not _FRAMED.match(line.text):
            top = None
    return out


def _parted(lines: Sequence[SourceLine], column: int, of_law: bool) -> Iterator[SourceLine]:
    """The heading of a paragraph and its text; that of a law stands in the margin alone, or beside words without a
    label."""
    heading = " ".join(line.text[:column].strip() for line in lines).split()
    beside = _BESIDE.match(lines[0].text)
    is_margin = of_law or (beside is not None and beside.end() == column)
    if not heading or not is_margin or any(line.text[column - _GAP : column].strip() for line in lines):
        yield from lines
        return
    yield replace(lines[0], text=" ".join(heading))
    yield replace(lines[0], text="")
    yield from (replace(line, text=" " * column + line.text[column:]) for line in lines if line.text[column:])
