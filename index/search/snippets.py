"""The sentence of a provision that answers, with the words that were asked for marked in it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from corpus import languages
from corpus.text import CLAUSE_ENDS, sentences
from index.search.analyzer import index_keys, tokenize

LONGEST = 240
SMALL = 0.1

WordWeights = Mapping[str, float]
_Known = tuple[int, int, frozenset[str]]


def snippet(text: str, language: str, wanted: WordWeights) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The best sentence (shortened around the marks) and the places of the wanted words in it.

    ``wanted`` are keys with weights.
    """
    if not wanted:
        return _shortened(text[: 2 * LONGEST].partition("\n")[0], ())
    scored = [(_marks(words, wanted), -at, piece) for at, (piece, words) in enumerate(_pieces(text, language))]
    if not scored:
        return "", ()
    (_, marks), _, best = max(scored, key=lambda row: (row[0][0], row[1]))
    return _shortened(best, marks)


@lru_cache(maxsize=4096)
def _pieces(text: str, language: str) -> tuple[tuple[str, tuple[_Known, ...]], ...]:
    """The sentences of a text, each with its words and their keys."""
    abbreviations = languages.language(language).abbreviations
    return tuple(
        (piece, tuple((word.start, word.end, index_keys(word.text, language)) for word in tokenize(piece)))
        for piece in sentences(text, ends=CLAUSE_ENDS, abbreviations=abbreviations)
    )


def _marks(words: tuple[_Known, ...], wanted: WordWeights) -> tuple[float, tuple[tuple[int, int], ...]]:
    """How much of what is wanted stands in a sentence, each key counted once; and where.

    A word worth little is not marked beside words that say something: "for" and "som" stand everywhere.
    """
    found: set[str] = set()
    marks = []
    for start, end, word_keys in words:
        hit = word_keys & wanted.keys()
        if hit:
            if max(wanted[key] for key in hit) > SMALL or all(worth <= SMALL for worth in wanted.values()):
                marks.append((start, end))
            found.add(max(hit, key=lambda key: (wanted[key], key)))
    return sum(wanted[key] for key in found), tuple(marks)


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
