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
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

import numpy

from index.search.line_features import KINDS, LineFeatures, line_features
from index.search.nearest_lines import LineVectors, NearestLines, NearestTable, by_place, nearest_table, spans
from index.search.phrasings import RuleTarget
from index.search.postings import LARGEST_BYTE, Array
from index.search.word_senses import ENGLISH, WordSenses

PLACES = 5120  # of the weights; with 4,096 up to a fiftieth more of the questions miss
NAMES = 1 << 16  # by which it is known how many lines have a feature
RIDGE = 2.0
SURE = 0.3  # a line's own law gets about 0.4; a best law below this is a guess and counts for less
NEAR = 0.8  # what the law of the nearest lines gets beside that
TINY = 1e-9  # in place of the best of nothing
BLOCK = 256  # rows of the equations that are solved at once
AT_ONCE = 1 << 17  # products that are added up at once
PARTS = 4  # in which the sums are made: in one they would take 200 MB


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
        self._rarity = _rarity(numpy.frombuffer(table.counts, "<u2"), table.lines)
        self._weights = numpy.frombuffer(table.weights, "i1").reshape(PLACES, -1)
        self._scale = table.scale
        self._nearest = NearestLines(table.nearest, len(table.rules))
        self._senses = senses

    def scores(self, text: str, languages: Sequence[str], *, likest: bool = False) -> ToldRules:
        """What is told of a question in one of some languages; nothing where no feature of it is known."""
        told = ToldRules({}, {}, {})
        for language in {language == ENGLISH: language for language in languages}.values():
            found = line_features([(text, language)], self._senses)
            places, values = _vectors(found, self._rarity)
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
    found = line_features(((line.text, line.language) for line in lines), senses)
    counts = numpy.bincount(found.numbers % NAMES, minlength=NAMES).clip(max=0xFFFF).astype("<u2")
    vectors = LineVectors.of(found.lines, len(lines), *_vectors(found, _rarity(counts, len(lines))))
    used = numpy.flatnonzero(numpy.bincount(vectors.places, minlength=PLACES))
    placed = LineVectors(vectors.ends, numpy.searchsorted(used, vectors.places), vectors.values)
    weight = numpy.array([line.weight for line in lines], numpy.float32)
    gram = _products(placed, weight, len(used))
    gram[numpy.diag_indices_from(gram)] += RIDGE
    about = [[number[rule] for rule in line.rules] for line in lines]
    goals = _sums(placed, weight, about, (len(used), len(rules)))
    weights = _solved(gram, goals)
    scale = float(numpy.abs(weights).max()) / LARGEST_BYTE
    stored = numpy.zeros((PLACES, len(rules)), dtype="i1")
    stored[used] = numpy.rint(weights / scale)
    nearest = nearest_table(vectors, about, [math.sqrt(line.weight) for line in lines])
    return ClassifierTable(rules, len(lines), counts.tobytes(), stored.tobytes(), scale, nearest)


def _products(vectors: LineVectors, weights: Array, places: int) -> Array:
    """By two places, the second not above the first, the sum of what lines have at both, each by its weight.

    A line has ninety of thousands of places: a product of matrices takes ten times as long.

    >>> lines = LineVectors(numpy.array([2, 3]), numpy.array([0, 1, 1]), numpy.array([2.0, 3.0, 4.0]))
    >>> _products(lines, numpy.array([1.0, 0.5]), 2)
    array([[ 4.,  0.],
           [ 6., 17.]], dtype=float32)
    """
    found = numpy.zeros((places, places), numpy.float32)
    sizes = numpy.diff(vectors.ends, prepend=0)
    order = by_place(vectors.places)
    rows, own = vectors.places[order], (numpy.repeat(weights, sizes) * vectors.values)[order]
    begins = numpy.repeat(vectors.ends - sizes, sizes)[order]
    many = order - begins + 1  # what its line has up to here
    done = numpy.cumsum(many)
    both = vectors.places.astype(numpy.complex64)  # a place and its value are fetched at once
    both.imag = vectors.values
    cuts = numpy.searchsorted(done, numpy.arange(AT_ONCE, done[-1], AT_ONCE)) if len(done) else ()
    for some in map(slice, (0, *cuts), (*cuts, len(done))):
        if not len(rows[some]):
            continue
        first, last = int(rows[some][0]), int(rows[some][-1]) + 1
        met = both[spans(begins[some], many[some])]
        to = numpy.repeat((rows[some] - first) * places, many[some]) + met.real.astype(int)
        values = numpy.repeat(own[some], many[some]) * met.imag
        found[first:last] += numpy.bincount(to, values, (last - first) * places).reshape(-1, places)
    return found


def _sums(vectors: LineVectors, weights: Array, about: Sequence[Sequence[int]], shape: tuple[int, int]) -> Array:
    """By place and rule the sum of what the lines about the rule have there, each by its weight."""
    lines = numpy.repeat(numpy.arange(len(about)), list(map(len, about)))
    rules = numpy.fromiter(chain.from_iterable(about), int, len(lines))
    sizes = numpy.diff(vectors.ends, prepend=0)
    begins = vectors.ends - sizes
    found = numpy.zeros(shape[0] * shape[1])
    for some in numpy.array_split(numpy.arange(len(lines)), PARTS):
        own, many = lines[some], sizes[lines[some]]
        at = spans(begins[own], many)
        to = vectors.places[at] * shape[1] + numpy.repeat(rules[some], many)
        found += numpy.bincount(to, vectors.values[at] * numpy.repeat(weights[own], many), len(found))
    return found.reshape(shape).astype(numpy.float32)


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


def _rarity(counts: Array, lines: int) -> Array:
    """By the number of a feature's name how rare it is among so many lines; nothing for one that no line has."""
    found: Array = numpy.log(1 + lines / numpy.maximum(counts.astype(float), 1.0)) * (counts > 0)
    return found


def _vectors(found: LineFeatures, rarity: Array) -> tuple[Array, Array]:
    """The places and values of features, rare ones worth most; meanings, their pairs and pieces weigh the same."""
    values = numpy.where(found.numbers >> 20 & 1, found.worth, -found.worth) * rarity[found.numbers % NAMES]
    kinds = KINDS * found.lines + found.kinds
    lengths = numpy.sqrt(numpy.bincount(kinds, weights=values * values))
    lengths[lengths == 0] = 1.0
    return found.numbers % PLACES, (values / lengths[kinds]).astype(numpy.float32)
