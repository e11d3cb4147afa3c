"""A word list learnt from passages taken to be the same: what a word of one text is in the other.

The first round of an alignment knows only letters in common and numbers. What it is sure of serves as parallel text
for this list (the first of the IBM models), and the next round compares words through it: "stikk" with "stick", but
also "blindemann" with "den blinde" and, for a text of another family, words that share no letter.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from math import log

import numpy as np

from parser.likeness import Matrix, folded

Words = Sequence[str]
WordList = Mapping[str, Mapping[str, float]]
"""For each word of the new text the words of the known one, with the share each has."""
_STEM = 6
_ROUNDS = 6
_LEAST = 0.05
_LONGER = 2.5
"""Passages of which one is so many times longer teach nothing: the one holds more than the other."""


def stems(text: str) -> tuple[str, ...]:
    """The beginnings of the words: ``stems("Spillernes kort") == ("spille", "kort")``."""
    return tuple(word[:_STEM] for word in folded(text).split() if len(word) > 1)


def learn(passages: Sequence[tuple[Words, Words]]) -> WordList:
    """The word list of pairs of passages that say the same."""
    useful = [(a, b) for a, b in passages if a and b and 1 / _LONGER < len(a) / len(b) < _LONGER]
    shares = _equal(useful)
    for _ in range(_ROUNDS):
        counts: defaultdict[str, defaultdict[str, float]] = defaultdict(lambda: defaultdict(float))
        for here, there in useful:
            _count(Counter(here), Counter(there), shares, counts)
        shares = {word: _shared(found) for word, found in counts.items()}
    return shares


def likeness(
    here: Sequence[Words], there: Sequence[Words], words: WordList, parents: tuple[Sequence[int], Sequence[int]]
) -> tuple[Matrix, Matrix]:
    """How alike passages are when the new ones are put into the words of the known: alone, and with their parts.

    Rare words weigh more. ``parents`` gives for each passage of either side the one it is a part of, or -1.
    """
    found = Counter(word for passage in there for word in set(passage))
    columns = {word: n for n, word in enumerate(sorted(found))}
    rare = {word: log(len(there) / count) for word, count in found.items()}
    left = np.zeros((len(here), len(columns)), dtype=np.float32)
    for row, passage in enumerate(here):
        for word, count in Counter(passage).items():
            for meaning, share in words.get(word, {word: 1.0}).items():
                if meaning in columns and share > _LEAST:
                    left[row, columns[meaning]] += (1 + log(count)) * share * rare[meaning]
    right = np.zeros((len(there), len(columns)), dtype=np.float32)
    for row, passage in enumerate(there):
        for word, count in Counter(passage).items():
            right[row, columns[word]] = (1 + log(count)) * rare[word]
    alone = _of_length_one(left) @ _of_length_one(right).T
    _add_parts(left, parents[0])
    _add_parts(right, parents[1])
    return alone, _of_length_one(left) @ _of_length_one(right).T


def _add_parts(rows: Matrix, parents: Sequence[int]) -> None:
    """Add every row to that of its parent, the last first, so that all below a passage count."""
    for n in range(len(rows) - 1, -1, -1):
        if parents[n] >= 0:
            rows[parents[n]] += rows[n]


def _of_length_one(rows: Matrix) -> Matrix:
    return np.asarray(rows / (np.linalg.norm(rows, axis=1, keepdims=True) + 1e-9), dtype=np.float32)


def _equal(passages: Sequence[tuple[Words, Words]]) -> dict[str, dict[str, float]]:
    """To begin with, every word of a passage may be any word of the other."""
    met: defaultdict[str, set[str]] = defaultdict(set)
    for here, there in passages:
        for word in set(here):
            met[word].update(there)
    return {word: dict.fromkeys(sorted(found), 1 / len(found)) for word, found in met.items()}


def _count(
    here: Mapping[str, int],
    there: Mapping[str, int],
    shares: Mapping[str, Mapping[str, float]],
    counts: defaultdict[str, defaultdict[str, float]],
) -> None:
    """Share each word of one passage out among the words of the other that may have given it."""
    for meaning, times in there.items():
        total = sum(shares[word].get(meaning, 0.0) * n for word, n in here.items())
        if total:
            for word, n in here.items():
                share = shares[word].get(meaning, 0.0)
                if share:
                    counts[word][meaning] += times * n * share / total


def _shared(found: Mapping[str, float]) -> dict[str, float]:
    total = sum(found.values())
    return {word: count / total for word, count in found.items() if count / total > _LEAST / 5}
