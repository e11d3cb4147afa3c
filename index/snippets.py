"""The sentence of a provision that answers, with the words that were asked for marked in it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from index.analysis import Word, cut, fold, keys

LONGEST = 240
_SENTENCE = re.compile(r"[^\n]*?(?:(?<![\d(]\.\d)(?<!\bfx)(?<!\bjf)(?<!\bt\.ex)[.;:?!](?=\s+[A-ZÆØÅÄÖ(])|\n|\Z)")

Wanted = Mapping[str, float]


def snippet(text: str, language: str, wanted: Wanted) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The best sentence (shortened around the marks) and the places of the wanted words in it.

    ``wanted`` are keys with weights.
    """
    if not wanted:
        return _shortened(text[: 2 * LONGEST].partition("\n")[0], ())
    pieces = [match.group().strip() for match in _SENTENCE.finditer(text)]
    scored = [(_marks(piece, language, wanted), -at, piece) for at, piece in enumerate(pieces) if piece]
    if not scored:
        return "", ()
    (_, marks), _, best = max(scored, key=lambda row: (row[0][0], row[1]))
    return _shortened(best, marks)


def _marks(piece: str, language: str, wanted: Wanted) -> tuple[float, tuple[tuple[int, int], ...]]:
    """How much of what is wanted stands in a sentence, each key counted once; and where."""
    found: dict[str, float] = {}
    marks = []
    for word in cut(piece):
        weight = max((wanted[key] for key in _keys(word, language) if key in wanted), default=0.0)
        if weight:
            marks.append((word.start, word.end))
            found[fold(word.text)[:5]] = weight
    return sum(found.values()), tuple(marks)


def _keys(word: Word, language: str) -> frozenset[str]:
    return keys(word.text, language)


def _shortened(piece: str, marks: tuple[tuple[int, int], ...]) -> tuple[str, tuple[tuple[int, int], ...]]:
    """At most LONGEST letters, whole words, beginning a little before the first mark."""
    if len(piece) <= LONGEST:
        return piece, marks
    first = marks[0][0] if marks else 0
    start = 0 if first < LONGEST // 2 else piece.rfind(" ", 0, first - LONGEST // 4) + 1
    end = len(piece) if start + LONGEST >= len(piece) else piece.rfind(" ", start, start + LONGEST)
    if end <= start:
        end = start + LONGEST
    before, after = ("… " if start else ""), (" …" if end < len(piece) else "")
    shift = len(before) - start
    return before + piece[start:end] + after, tuple((a + shift, b + shift) for a, b in marks if a >= start and b <= end)
