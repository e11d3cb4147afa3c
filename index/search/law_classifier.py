"""Which laws and parts of them a question is about, learnt from all lines that are known to be about one.

Whole words decide in ``index.search.phrasings``. Here a line is a set of features: what its words mean, which meaning
follows which, which stand in it together, and pieces of four letters, so that "kiggede" meets "kigger" and a misspelt
word most of the right one.
A ridge regression over all lines (Hoerl and Kennard 1970) gives each feature a weight for each rule: "kort" tells
little, "bag de andre" much. The features share places (feature hashing with signs, Weinberger et al. 2009), so that
the weights take little room and a question costs a sum of a hundred rows. What the nearest lines are about counts
beside that (``index.search.nearest_lines``).
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise
from typing import NamedTuple
from zlib import crc32

import numpy

from index.search.analyzer import fold, words_in
from index.search.nearest_lines import LineVectors, NearestLines, NearestTable, nearest_table
from index.search.phrasings import RuleTarget
from index.search.postings import LARGEST_BYTE, Array
from index.search.word_senses import ENGLISH, WordSenses

PLACES = 5120  # of the weights; with 4,096 up to a fiftieth more of the questions miss
NAMES = 1 << 16  # by which it is known how many lines have a feature
PIECE, BEGINNING = 4, 5
FOLLOWS = 0.5  # what a pair of meanings counts beside one
LONGEST_WITHOUT = 3  # letters of a word that is no feature where it has no sense
SHORTEST_PART = 6  # letters by which a longer word without a sense is known
RIDGE = 2.0
SURE = 0.3  # a line's own law gets about 0.4; a best law below this is a guess and counts for less
NEAR = 0.8  # what the law of the nearest lines gets beside that
TOGETHER = "&"  # how pairs of meanings in any order begin
FEATURE_KINDS = {"=": 0, "<": 1, "#": 1, TOGETHER: 2}  # by how features begin: meanings, pieces of words, pairs
TINY = 1e-9  # in place of the best of nothing
BLOCK = 256  # rows of the equations that are solved at once

_Features = Mapping[str, float]


@dataclass(frozen=True)
class LabelledLine:
    """A line of a ``language`` that is about ``rules``, a law and a part of it; it counts ``weight`` beside others."""

    language: str
    text: str
    rules: tuple[RuleTarget, ...]
    weight: float = 1.0


@dataclass(frozen=True)
class ClassifierTable:
    """What was learnt; it is stored with the search index.

    ``counts`` are by the number of a feature's name how many lines have it (whole numbers of two bytes), ``weights``
    a row for each of PLACES with a number of one byte for each of ``rules``, ``scale`` what one is worth. ``nearest``
    are the lines themselves.
    """

    rules: tuple[RuleTarget, ...]
    lines: int
    counts: bytes
    weights: bytes
    scale: float
    nearest: NearestTable


class ToldRules(NamedTuple):
    """What lines tell of a question: by rule how well it ``fits``, from 0 to 1 for the best one, and by law how like it
    the law's own ``likest`` lines are, also up to 1, where that was asked for; by part of a law how like it the likest
    line of the part is (``parts``), in a measure that serves to compare them.
    """

    fits: dict[RuleTarget, float]
    likest: dict[RuleTarget, float]
    parts: dict[RuleTarget, float]


class LawClassifier:
    """Compares questions with what was learnt, by the senses that it was learnt with."""

    def __init__(self, table: ClassifierTable, senses: WordSenses) -> None:
        self._rules = table.rules
        self._lines = table.lines
        self._counts = numpy.frombuffer(table.counts, "<u2")
        self._weights = numpy.frombuffer(table.weights, "i1").reshape(PLACES, -1)
        self._scale = table.scale
        self._nearest = NearestLines(table.nearest, len(table.rules))
        self._senses = senses

    def scores(self, text: str, languages: Sequence[str], *, likest: bool = False) -> ToldRules:
        """What is told of a question in one of some languages; nothing where no feature of it is known."""
        told = ToldRules({}, {}, {})
        for language in {language == ENGLISH: language for language in languages}.values():
            found = _Bags.of([features(text, language, self._senses)])
            places, values = _vectors(found, self._counts, self._lines)
            fits = self._scale * (values @ self._weights[places].astype(numpy.float32))
            likeness = self._nearest.likeness(places, values)
            fits = fits / max(float(fits.max(initial=0.0)), SURE) + NEAR * self._nearest.of_all(likeness)
            self._take_best(told.fits, fits / float(fits.max(initial=TINY)))
            self._take_best(told.parts, self._nearest.of_parts(likeness))
            if likest:
                self._take_best(told.likest, self._nearest.of_laws(likeness))
        return told

    def _take_best(self, best: dict[RuleTarget, float], worth: Array) -> None:
        """Enter what each rule is worth where that is more than it has."""
        numbers = numpy.flatnonzero(worth > 0)
        own = zip([self._rules[number] for number in numbers.tolist()], worth[numbers].tolist(), strict=True)
        best.update([(rule, max(one, best.get(rule, 0.0))) for rule, one in own] if best else own)


def train(lines: Sequence[LabelledLine], senses: WordSenses) -> ClassifierTable:
    """Learn from lines. The same lines give the same table; it takes some seconds of processor time."""
    rules = tuple(sorted({rule for line in lines for rule in line.rules}))
    number = {rule: n for n, rule in enumerate(rules)}
    found = _Bags.of(features(line.text, line.language, senses) for line in lines)
    counts = numpy.bincount(found.numbers % NAMES, minlength=NAMES).clip(max=0xFFFF).astype("<u2")
    vectors = LineVectors.of(found.ends, *_vectors(found, counts, len(lines)))
    used, at = numpy.unique(vectors.places, return_inverse=True)
    gram = numpy.zeros(len(used) ** 2, dtype=numpy.float32)
    goals = numpy.zeros((len(rules), len(used)), dtype=numpy.float32)
    # A line has sixty of the places: adding up those alone takes a fifth of the time of a product of matrices.
    for line, begin, end in zip(lines, (0, *vectors.ends), vectors.ends, strict=False):
        own, values = at[begin:end], vectors.values[begin:end]
        both = (own[:, None] * len(used) + own).ravel()
        numpy.add.at(gram, both, (line.weight * numpy.outer(values, values)).ravel())
        for rule in line.rules:
            goals[number[rule], own] += line.weight * values
    gram[:: len(used) + 1] += RIDGE  # the diagonal
    weights = _solved(gram.reshape(len(used), -1), numpy.ascontiguousarray(goals.T))
    scale = float(numpy.abs(weights).max()) / LARGEST_BYTE
    stored = numpy.zeros((PLACES, len(rules)), dtype="i1")
    stored[used] = numpy.rint(weights / scale)
    about = [[number[rule] for rule in line.rules] for line in lines]
    nearest = nearest_table(vectors, about, [math.sqrt(line.weight) for line in lines])
    return ClassifierTable(rules, len(lines), counts.tobytes(), stored.tobytes(), scale, nearest)


def _solved(gram: Array, goals: Array) -> Array:
    """The ``x`` of ``gram @ x == goals``, block by block in their room; ``gram`` is symmetric and positive definite.

    Numpy solves in twice the time, since it does not know that (Golub and Van Loan 1996, 4.2.6: block Cholesky).

    >>> _solved(numpy.array([[4.0, 2.0], [2.0, 3.0]]), numpy.array([[8.0], [8.0]])).round(6)
    array([[1.],
           [2.]])
    """
    for at in range(0, len(gram), BLOCK):
        own, below = slice(at, at + BLOCK), slice(at + BLOCK, None)
        inverse = numpy.linalg.inv(numpy.linalg.cholesky(gram[own, own].astype(float))).astype(gram.dtype)
        gram[own, own] = inverse
        gram[below, own] = column = gram[below, own] @ inverse.T
        for first in range(0, len(column), BLOCK):  # what is above the diagonal is not read
            rest = slice(at + BLOCK + first, None)
            gram[rest, rest][:, :BLOCK] -= column[first:] @ column[first : first + BLOCK].T
        goals[own] = inverse @ goals[own]
        goals[below] -= column @ goals[own]
    for at in reversed(range(0, len(gram), BLOCK)):
        own, below = slice(at, at + BLOCK), slice(at + BLOCK, None)
        goals[own] = gram[own, own].T @ (goals[own] - gram[below, own].T @ goals[below])
    return goals


def features(text: str, language: str, senses: WordSenses) -> _Features:
    """What a line has: meanings ("=lead"), pairs of them, pieces of words and their beginnings.

    "=lead>=trick" is a pair of which one follows the other, "&=lead=trick" one that stands in the line anywhere.

    >>> from index.search.word_senses import WordSense, WordSenses
    >>> sorted(features("a lead", "en", WordSenses((WordSense("lead", "udspil", "lead"),))))
    ['#a', '#lead', '< a ', '< lea', '<ead ', '<lead', '=lead']
    """
    words = list(map(fold, words_in(text)))
    found: dict[str, float] = {}
    run: list[tuple[str, ...]] = []
    for at, word in enumerate(words):
        own = tuple(f"={sense}" for sense in senses.of(words[at : at + 2], language))
        if own:
            run.append(own)
        elif len(word) > LONGEST_WITHOUT:
            own = (f"~{word[:SHORTEST_PART]}",)
        for one in own:
            found[one] = max(found.get(one, 0.0), 1 / math.sqrt(len(own)))
        found.update(dict.fromkeys(_pieces(word), 1.0))
    for first, second in pairwise(run):
        worth = FOLLOWS / math.sqrt(len(first) * len(second))
        found.update({f"{one}>{two}": worth for one in first for two in second if one != two})
    meanings = sorted({one for own in run for one in own})
    found.update({f"{TOGETHER}{one}{two}": 1.0 for one, two in combinations(meanings, 2)})
    return found


@lru_cache(maxsize=65_536)
def _pieces(word: str) -> tuple[str, ...]:
    ended = f" {word} "
    pieces = (f"<{ended[at : at + PIECE]}" for at in range(max(1, len(ended) - PIECE + 1)))
    return (*pieces, f"#{word[:BEGINNING]}")


class _Bags(NamedTuple):
    """The features of some lines, one after the other: ``ends`` is where those of each line end.

    ``numbers`` are those of their names, ``worth`` what each counts in its line; those of one ``kind`` of a line have
    the same number there.
    """

    ends: Array
    numbers: Array
    worth: Array
    kind: Array

    @classmethod
    def of(cls, lines: Iterable[_Features]) -> _Bags:
        """The features of lines in their order."""
        ends, numbers, worth, kind = array("q"), array("q"), array("d"), array("q")
        for at, found in enumerate(lines):
            numbers.extend(crc32(feature.encode()) for feature in found)
            worth.extend(found.values())
            kind.extend(len(FEATURE_KINDS) * at + FEATURE_KINDS.get(feature[0], 0) for feature in found)
            ends.append(len(numbers))
        return cls(*map(numpy.array, (ends, numbers, worth, kind)))


def _vectors(found: _Bags, counts: Array, lines: int) -> tuple[Array, Array]:
    """The places and values of features, rare ones worth most; meanings, their pairs and pieces weigh the same."""
    known = counts[found.numbers % NAMES].astype(float)
    rare = numpy.log(1 + lines / numpy.maximum(known, 1.0)) * (known > 0)
    values = numpy.where(found.numbers >> 20 & 1, found.worth, -found.worth) * rare
    lengths = numpy.sqrt(numpy.bincount(found.kind, weights=values * values))
    lengths[lengths == 0] = 1.0
    return found.numbers % PLACES, (values / lengths[found.kind]).astype(numpy.float32)
