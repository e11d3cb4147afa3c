"""A translation table learnt from passages taken to be the same: what a word of one text is in the other.

The first round of an alignment knows only letters in common and numbers. What it is sure of serves as parallel text
for this table (the first of the IBM models), and the next round compares words through it: "stikk" with "stick", but
also "blindemann" with "den blinde" and, for a text of another family, words that share no letter.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import log

import numpy as np
import numpy.typing as npt

from parser.alignment.similarity import Matrix, in_swedish_letters

Tokens = Sequence[str]
TranslationTable = Mapping[str, Mapping[str, float]]
"""For each word of the new text the words of the known one, with the share each has."""
_STEM = 6
_ROUNDS = 6
_LEAST = 0.05
_TINY = 1e-12
_LONGER = 2.5
"""Passages of which one is so many times longer teach nothing: the one holds more than the other."""


def stems(text: str) -> tuple[str, ...]:
    """The beginnings of the words.

    >>> stems("Spillernes kort")
    ('spille', 'kort')
    """
    return tuple(word[:_STEM] for word in in_swedish_letters(text).split() if len(word) > 1)


def train_ibm1(passages: Sequence[tuple[Tokens, Tokens]]) -> TranslationTable:
    """The table learnt from pairs of passages with the same meaning, the new text's first."""
    useful = [(Counter(a), Counter(b)) for a, b in passages if a and b and 1 / _LONGER < len(a) / len(b) < _LONGER]
    source_index, target_index = (_numbered(word for pair in useful for word in pair[side]) for side in (0, 1))
    lines = [_cooccurrences(n, source, target, source_index, target_index) for n, (source, target) in enumerate(useful)]
    if not lines:
        return {}
    passage, word, meaning, source, target = np.concatenate(lines, axis=1)
    pairs, pair = np.unique(word * len(target_index) + meaning, return_inverse=True)
    _, place = np.unique(passage * len(target_index) + meaning, return_inverse=True)
    word_of = pairs // len(target_index)
    # To begin with, every word of a passage may be any word of the other.
    share = 1 / np.bincount(word_of)[word_of]
    for _ in range(_ROUNDS):
        # A word of one passage is shared out among the words of the other that it may come from.
        likely = share[pair] * source
        counts = np.bincount(pair, target * likely / (np.bincount(place, likely)[place] + _TINY), len(pairs))
        share = counts / np.bincount(word_of, counts)[word_of]
        share[share < _LEAST / 5] = 0
    found: defaultdict[str, dict[str, float]] = defaultdict(dict)
    names, meanings = list(source_index), list(target_index)
    for n in np.flatnonzero(share):
        found[names[word_of[n]]][meanings[pairs[n] % len(target_index)]] = float(share[n])
    return found


def similarities(
    source: Sequence[Tokens],
    target: Sequence[Tokens],
    words: TranslationTable,
    parents: tuple[Sequence[int], Sequence[int]],
) -> tuple[Matrix, Matrix]:
    """How alike passages are (0 to 1) when the source's are translated: their own words, and with those of their parts.

    Rare words weigh more. ``parents`` gives for each passage of either side the one it is a part of, or -1.
    """
    found = Counter(word for passage in target for word in set(passage))
    columns = {word: n for n, word in enumerate(sorted(found))}
    rare = np.array([log(len(target) / found[word]) for word in columns], dtype=np.float32)
    meanings = {
        word: {m: share for m, share in words.get(word, {word: 1.0}).items() if m in columns}
        for word in sorted({w for p in source for w in p})
    }
    rows = {word: n for n, word in enumerate(meanings)}
    table = np.zeros((len(rows), len(columns)), dtype=np.float32)
    for word, shares in meanings.items():
        for meaning, share in shares.items():
            if share > _LEAST:
                table[rows[word], columns[meaning]] = share
    left, right = _counted(source, rows) @ (table * rare), _counted(target, columns) * rare
    own = _of_length_one(left) @ _of_length_one(right).T
    _add_parts(left, parents[0])
    _add_parts(right, parents[1])
    return own, _of_length_one(left) @ _of_length_one(right).T


def _counted(passages: Sequence[Tokens], columns: Mapping[str, int]) -> Matrix:
    """A row for each passage: 1 for a word that occurs once, little more for one that is repeated."""
    out = np.zeros((len(passages), len(columns)), dtype=np.float32)
    for row, passage in enumerate(passages):
        for word, count in Counter(passage).items():
            out[row, columns[word]] = 1 + log(count)
    return out


def _numbered(words: Iterable[str]) -> dict[str, int]:
    return {word: n for n, word in enumerate(dict.fromkeys(words))}


def _cooccurrences(
    passage: int,
    source: Counter[str],
    target: Counter[str],
    source_index: Mapping[str, int],
    target_index: Mapping[str, int],
) -> npt.NDArray[np.int64]:
    """Every word of a passage beside every word of the other: passage, word, word, how often the one and the other."""
    left = np.array([(source_index[word], n) for word, n in source.items()]).repeat(len(target), axis=0).T
    right = np.tile(np.array([(target_index[word], n) for word, n in target.items()]), (len(source), 1)).T
    return np.array([np.full(left.shape[1], passage), left[0], right[0], left[1], right[1]])


def _add_parts(rows: Matrix, parents: Sequence[int]) -> None:
    """Add every row to that of its parent, the last first, so that all below a passage count."""
    for n in range(len(rows) - 1, -1, -1):
        if parents[n] >= 0:
            rows[parents[n]] += rows[n]


def _of_length_one(rows: Matrix) -> Matrix:
    return np.asarray(rows / (np.linalg.norm(rows, axis=1, keepdims=True) + 1e-9), dtype=np.float32)
