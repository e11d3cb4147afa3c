"""The sentence of a provision that answers a question, with the question's words marked in it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import fsum

from corpus import languages
from corpus.text import CLAUSE_ENDS, sentences
from index.search.analyzer import index_keys, tokenize

LONGEST = 240
SMALL = 0.1

WordWeights = Mapping[str, float]
_Known = tuple[int, int, frozenset[str]]


def snippet(text: str, language: str, wanted: WordWeights) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The best sentence of a text, at most LONGEST characters, and the spans of the wanted words in it.

    ``wanted`` are keys with weights. Without any, the beginning of the text is its snippet.
    """
    if not wanted:
        return _shortened(text[: 2 * LONGEST].partition("\n")[0], ())
    pieces = _pieces(text, language)
    if not pieces:
        return "", ()
    keys = frozenset(wanted)
    piece, words = max(pieces, key=lambda found: _worth(found[1], wanted, keys))
    strong = frozenset(key for key in keys if wanted[key] > SMALL)
    # A word worth little is not marked beside words that mean something: "for" and "som" are everywhere.
    return _shortened(piece, tuple((word[0], word[1]) for word in words if not word[2].isdisjoint(strong or keys)))


@lru_cache(maxsize=4096)
def _pieces(text: str, language: str) -> tuple[tuple[str, tuple[_Known, ...]], ...]:
    """The sentences of a text, each with its words and their keys."""
    abbreviations = languages.language(language).abbreviations
    return tuple(
        (piece, tuple((word.start, word.end, index_keys(word.text, language)) for word in tokenize(piece)))
        for piece in sentences(text, ends=CLAUSE_ENDS, abbreviations=abbreviations)
    )


def _worth(words: tuple[_Known, ...], wanted: WordWeights, keys: frozenset[str]) -> float:
    """How much of what is wanted is in a sentence, each word by its best key and each key counted once."""
    hits = [hit for _, _, own in words if (hit := own & keys)]
    # Summed exactly: the order of a set differs from run to run, and the last bit would choose the sentence.
    return fsum(wanted[key] for key in {max(hit, key=lambda key: (wanted[key], key)) for hit in hits})


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
