"""Which laws and parts of them a question is about, learnt from all lines that are known to be about one.

Whole words decide in ``index.search.phrasings``. Here a line is a set of features: what its words mean, which meaning
follows which, which stand in it together, and pieces of four letters, so that "kiggede" meets "kigger" and a misspelt
word most of the right one.
A ridge regression over all lines (Hoerl and Kennard 1970) gives each feature a weight for each rule: "kort" tells
little, "bag de andre" much. The features share places (feature hashing with signs, Weinberger et al. 2009), so that
the weights take little room and a question costs a sum of a hundred rows.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise
from zlib import crc32

import numpy

from index.search.analyzer import fold, tokenize
from index.search.phrasings import RuleTarget
from index.search.postings import Array
from index.search.word_senses import ENGLISH, WordSenses

PLACES = 5120  # of the weights; with 4,096 up to a fiftieth more of the questions miss
NAMES = 1 << 16  # by which it is known how many lines have a feature
PIECE, BEGINNING = 4, 5
FOLLOWS = 0.5  # what a pair of meanings counts beside one
LONGEST_WITHOUT = 3  # letters of a word that is no feature where it has no sense
SHORTEST_PART = 6  # letters by which a longer word without a sense is known
RIDGE = 2.0
SURE = 0.3  # a line's own law gets about 0.4; a best law below this is a guess and counts for less
LARGEST = 127  # of a weight as it is stored
PIECES, TOGETHER = "<#", "&"  # how features begin that are pieces of words, and pairs of meanings in any order

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
    a row for each of PLACES with a number of one byte for each of ``rules``, ``scale`` what one is worth.
    """

    rules: tuple[RuleTarget, ...]
    lines: int
    counts: bytes
    weights: bytes
    scale: float


class LawClassifier:
    """Compares questions with what was learnt, by the senses that it was learnt with."""

    def __init__(self, table: ClassifierTable, senses: WordSenses) -> None:
        self._rules = table.rules
        self._lines = table.lines
        self._counts = numpy.frombuffer(table.counts, "<u2")
        self._weights = numpy.frombuffer(table.weights, "i1").reshape(PLACES, -1)
        self._scale = table.scale
        self._senses = senses

    def scores(self, text: str, languages: Sequence[str]) -> dict[RuleTarget, float]:
        """By rule how well a question in one of some languages fits, from 0 to 1 for the best one.

        Empty where no feature of it is known.
        """
        best: dict[RuleTarget, float] = {}
        for language in {language == ENGLISH: language for language in languages}.values():
            places, values = _vector(features(text, language, self._senses), self._counts, self._lines)
            fits = self._scale * (values @ self._weights[places].astype(numpy.float32))
            most = max(float(fits.max(initial=0.0)), SURE)
            for number in numpy.nonzero(fits > 0)[0].tolist():
                rule = self._rules[number]
                best[rule] = max(best.get(rule, 0.0), float(fits[number]) / most)
        return best


@lru_cache(maxsize=1)
def train(lines: tuple[LabelledLine, ...], senses: WordSenses) -> ClassifierTable:
    """Learn from lines. The same lines give the same table; it takes some seconds of processor time."""
    rules = tuple(sorted({rule for line in lines for rule in line.rules}))
    number = {rule: n for n, rule in enumerate(rules)}
    found = [features(line.text, line.language, senses) for line in lines]
    names = Counter(_name(feature) for own in found for feature in own)
    counts = numpy.zeros(NAMES, dtype="<u2")
    for name, count in names.items():
        counts[name] = min(count, 0xFFFF)
    gram = numpy.zeros(PLACES * PLACES, dtype=numpy.float32)
    goals = numpy.zeros((PLACES, len(rules)), dtype=numpy.float32)
    # A line has fifty of the places: adding up those alone takes a third of the time of a product of matrices, and in
    # one long row two thirds of the time in a square.
    for line, own in zip(lines, found, strict=True):
        places, worth = _vector(own, counts, len(lines))
        shared, which = numpy.unique(places, return_inverse=True)
        values = numpy.bincount(which, weights=worth, minlength=len(shared)).astype(numpy.float32)
        gram[(shared[:, None] * PLACES + shared).ravel()] += (line.weight * numpy.outer(values, values)).ravel()
        for rule in line.rules:
            goals[shared, number[rule]] += line.weight * values
    gram[:: PLACES + 1] += RIDGE  # the diagonal
    weights = numpy.linalg.solve(gram.reshape(PLACES, PLACES), goals)
    scale = float(numpy.abs(weights).max()) / LARGEST
    stored = numpy.rint(weights / scale).astype("i1")
    return ClassifierTable(rules, len(lines), counts.tobytes(), stored.tobytes(), scale)


def features(text: str, language: str, senses: WordSenses) -> _Features:
    """What a line has: meanings ("=lead"), pairs of them, pieces of words and their beginnings.

    "=lead>=trick" is a pair of which one follows the other, "&=lead=trick" one that stands in the line anywhere.

    >>> from index.search.word_senses import WordSense, WordSenses
    >>> sorted(features("a lead", "en", WordSenses((WordSense("lead", "udspil", "lead"),))))
    ['#a', '#lead', '< a ', '< lea', '<ead ', '<lead', '=lead']
    """
    words = [fold(word.text) for word in tokenize(text)]
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


def _pieces(word: str) -> Iterator[str]:
    ended = f" {word} "
    for at in range(max(1, len(ended) - PIECE + 1)):
        yield f"<{ended[at : at + PIECE]}"
    yield f"#{word[:BEGINNING]}"


def _vector(found: _Features, counts: Array, lines: int) -> tuple[Array, Array]:
    """The places and values of features, rare ones worth most; meanings, their pairs and pieces weigh the same."""
    kinds: dict[str, list[tuple[int, float]]] = {PIECES: [], TOGETHER: [], "": []}
    for feature, worth in found.items():
        number = crc32(feature.encode())
        if count := int(counts[number % NAMES]):
            sign = 1.0 if number >> 20 & 1 else -1.0
            kind = PIECES if feature[0] in PIECES else TOGETHER if feature[0] == TOGETHER else ""
            kinds[kind].append((number % PLACES, sign * worth * math.log(1 + lines / count)))
    places: list[int] = []
    values: list[float] = []
    for own in kinds.values():
        length = math.sqrt(sum(value * value for _, value in own)) or 1.0
        places += [place for place, _ in own]
        values += [value / length for _, value in own]
    return numpy.array(places, dtype=int), numpy.array(values, dtype=numpy.float32)


def _name(feature: str) -> int:
    return crc32(feature.encode()) % NAMES
