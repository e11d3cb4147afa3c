"""How alike texts of neighbouring languages are: tf-idf of letter n-grams, with the letters of one spelling folded.

Danish, Norwegian and Swedish share most of their stems; n-grams meet where the words differ in their endings.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from math import log
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[np.float32]
Vector = npt.NDArray[np.float64]
Places = npt.NDArray[np.intp]
NGRAM = 4
_FOLD = str.maketrans("æøÆØ", "äöäö")


def in_swedish_letters(text: str) -> str:
    """Words alone, lower case, Danish and Norwegian letters as Swedish ones.

    >>> in_swedish_letters("Værdi!")
    'värdi'
    """
    return " ".join(re.findall(r"\w+", text.casefold().translate(_FOLD)))


def char_ngrams(text: str) -> Counter[str]:
    """How often a text has each sequence of four letters; a blank counts as a letter, so ends of words show.

    >>> sorted(char_ngrams("as es"))
    [' as ', ' es ', 'as e', 's es']
    """
    plain = f" {in_swedish_letters(text)} " if text else ""
    return Counter(plain[n : n + NGRAM] for n in range(len(plain) - NGRAM + 1))


class TfIdf:
    """The weight of each n-gram: the rarer in the texts it was made from, the higher. Only these texts are compared."""

    def __init__(self, numbers: Mapping[str, int], weights: Vector) -> None:
        """``numbers`` are the places of n-grams in ``weights``, in the order of the alphabet."""
        self._numbers = numbers
        self._weights = weights
        self._weighed: dict[int, _WeighedText] = {}

    @classmethod
    def of(cls, texts: Sequence[Counter[str]]) -> TfIdf:
        """The weights ln(texts / texts with the n-gram) from the n-grams of each text."""
        found = Counter(chain.from_iterable(texts))
        numbers = {key: n for n, key in enumerate(sorted(found))}
        return cls(numbers, np.array([log(len(texts) / found[key]) + 0.01 for key in numbers]))

    def cosine(self, ones: Sequence[Counter[str]], others: Sequence[Counter[str]]) -> Matrix:
        """The similarity from 0 to 1 of every one, a row, with every other, a column.

        >>> spade, heart = char_ngrams("spar"), char_ngrams("hjerter")
        >>> TfIdf.of([spade, heart]).cosine([spade], [heart, spade]).round(2).tolist()
        [[0.0, 1.0]]
        """
        columns = self._shared(ones, others)
        return np.asarray(self._rows(ones, columns) @ self._rows(others, columns).T, dtype=np.float32)

    def containment(self, ones: Sequence[Counter[str]], others: Sequence[Counter[str]]) -> tuple[Matrix, Matrix]:
        """How much of each one (0 to 1) is in each other, and how much of each other is in each one; ones are the rows.

        What is wholly in another is below 1, the shorter it is the more: a text of two words is found everywhere.

        >>> whole, part = char_ngrams("spar og ruder"), char_ngrams("spar")
        >>> in_part, in_whole = TfIdf.of([whole, part, char_ngrams("hjerter")]).containment([whole], [part])
        >>> f"{in_part[0, 0]:.2f} {in_whole[0, 0]:.2f}"
        '0.09 0.29'
        """
        columns = self._shared(ones, others)
        left, right = self._plain(ones, columns), self._plain(others, columns)
        common = (left * self._weights[columns >= 0].astype(np.float32)) @ right.T
        return common / self._total(ones)[:, None], common / self._total(others)[None, :]

    def contrast(
        self, ones: Sequence[Counter[str]], others: Sequence[Counter[str]], groups: tuple[Sequence[int], Sequence[int]]
    ) -> Matrix:
        """How alike each one and each other are in what sets them apart from their groups.

        ``groups`` gives for each text of either side the group it belongs to, or -1. The siblings "may require" and
        "may forbid" share all but a word, and that word decides which is which.
        """
        columns = self._shared(ones, others)
        left, right = _own_part(self._rows(ones, columns), groups[0]), _own_part(self._rows(others, columns), groups[1])
        return np.asarray(left @ right.T, dtype=np.float32)

    def _rows(self, texts: Sequence[Counter[str]], columns: Places) -> Matrix:
        """A row of weights for each text, of length 1 with the n-grams that the other side lacks counted in."""
        out = np.zeros((len(texts), columns.max(initial=-1) + 1), dtype=np.float32)
        for row, text in enumerate(map(self._weigh, texts)):
            at = columns[text.at]
            out[row, at[at >= 0]] = text.worth[at >= 0]
        return out

    def _plain(self, texts: Sequence[Counter[str]], columns: Places) -> Matrix:
        out = np.zeros((len(texts), columns.max(initial=-1) + 1), dtype=np.float32)
        for row, text in enumerate(map(self._weigh, texts)):
            at = columns[text.at]
            out[row, at[at >= 0]] = 1
        return out

    def _total(self, texts: Sequence[Counter[str]]) -> Matrix:
        """The weight of every text; a little more, so that a text of two words is not found everywhere."""
        weights = (self._weights[self._weigh(counts).at] for counts in texts)
        return np.array([sum(own.tolist()) + _SOFTENING for own in weights], dtype=np.float32)

    def _shared(self, ones: Sequence[Counter[str]], others: Sequence[Counter[str]]) -> Places:
        """For each n-gram its column among those that both sides have, or -1."""
        held = np.zeros((2, len(self._numbers)), dtype=np.bool_)
        for side, texts in zip(held, (ones, others), strict=True):
            for text in map(self._weigh, texts):
                side[text.at] = True
        both = held.all(axis=0)
        return np.where(both, both.cumsum() - 1, -1)

    def _weigh(self, counts: Counter[str]) -> _WeighedText:
        """A text with its weights, worked out once: a comparison asks for each several times."""
        held = self._weighed.get(id(counts))
        if held is None:
            at = np.fromiter(map(self._numbers.__getitem__, counts), np.intp, len(counts))
            damped = {count: 1 + log(count) for count in {*counts.values()}}
            worth = np.array([*map(damped.__getitem__, counts.values())]) * self._weights[at]
            length = sum((worth * worth).tolist()) ** 0.5 or 1.0
            held = self._weighed[id(counts)] = _WeighedText(counts, at, worth / length)
        return held


class _WeighedText(NamedTuple):
    """The n-grams ``counts`` of a text, kept so that its id stays its own: the number of each, and its worth in the
    text, whose length is 1.
    """

    counts: Counter[str]
    at: Places
    worth: Vector


_SOFTENING = 3.0


def _own_part(rows: Matrix, groups: Sequence[int]) -> Matrix:
    """The rows less the mean of the others in their group."""
    at = np.array(groups)
    out = rows.copy()
    for group in set(groups) - {-1}:
        members = np.flatnonzero(at == group)
        if len(members) > 1:
            mean = (rows[members].sum(axis=0) - rows[members]) / (len(members) - 1)
            out[members] -= mean
    return out
