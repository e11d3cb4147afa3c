"""Which rules a sentence is about, by what it means as a whole: beside the lines that are known to be about one.

A story is told in words that no line has; a language model knows that "she threw her cards in and said the rest were
hers" is a claim. The nearest lines tell (``index.search.nearest_lines``), and what each direction of the vectors tells
of each rule on the whole (a ridge regression, as of features in ``index.search.law_classifier``).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy

from index.search.analyzer import words_in
from index.search.law_classifier import LabelledLine
from index.search.line_vectors import SCALE, VectorFile, compared
from index.search.nearest_lines import said_by_nearest
from index.search.phrasings import RuleTarget
from index.search.postings import Array
from index.search.sentence_model import DIMENSIONS, FEWEST, open_model

NEAREST = 40  # lines
SHARPNESS = 10  # the likeness of any two sentences is high: a power parts the nearest from the near
RIDGE = 3.0
SURE = 0.15  # a best rule below this is a guess and counts for less
SHARE = 0.5  # of what is told each way


@dataclass(frozen=True)
class MeaningTable:
    """What was learnt; it is stored with the search index.

    ``mean`` and ``vectors`` are those of ``VectorFile`` for the lines; ``about`` two numbers of ``rules`` a line, its
    law and its part or the law again, ``counts`` what each line counts, ``weights`` a row for each dimension with a
    number for each of ``rules``. Numbers but those of ``vectors`` have four bytes.
    """

    rules: tuple[RuleTarget, ...]
    mean: bytes
    vectors: bytes
    about: bytes
    counts: bytes
    weights: bytes


def learn(lines: Sequence[LabelledLine], file: VectorFile) -> MeaningTable:
    """Learn from those lines that have a vector in ``file``."""
    known, stored = file.of([line.text for line in lines])
    lines = [lines[at] for at in known.tolist()]
    rules = tuple(sorted({rule for line in lines for rule in line.rules}))
    number = {rule: n for n, rule in enumerate(rules)}
    vectors = stored.astype(numpy.float32) / SCALE
    weighed = vectors * numpy.array([[line.weight] for line in lines], numpy.float32).reshape(-1, 1)
    gram = weighed.T @ vectors + RIDGE * numpy.eye(DIMENSIONS, dtype=numpy.float32)
    goals = numpy.zeros((len(rules), DIMENSIONS), numpy.float32)
    for line, vector in zip(lines, weighed, strict=True):
        goals[[number[rule] for rule in line.rules]] += vector
    return MeaningTable(
        rules,
        file.mean.astype("<f4").tobytes(),
        stored.tobytes(),
        numpy.array([(number[line.rules[0]], number[line.rules[-1]]) for line in lines], "<i4").tobytes(),
        numpy.array([math.sqrt(line.weight) for line in lines], "<f4").tobytes(),
        numpy.linalg.solve(gram, goals.T).astype("<f4").tobytes(),
    )


class LineMeanings:
    """Compares questions with what was learnt."""

    def __init__(self, table: MeaningTable) -> None:
        self._rules = table.rules
        self._mean = numpy.frombuffer(table.mean, "<f4")
        self._vectors = numpy.frombuffer(table.vectors, "i1").reshape(-1, DIMENSIONS)
        self._about = numpy.frombuffer(table.about, "<i4").reshape(-1, 2)
        self._counts = numpy.frombuffer(table.counts, "<f4")
        self._weights = numpy.frombuffer(table.weights, "<f4").reshape(DIMENSIONS, -1)

    @cached_property
    def _lines(self) -> Array:
        """All vectors, ready to be multiplied: 35 MB, made when they are first asked for."""
        return self._vectors.astype(numpy.float32) / SCALE

    def scores(self, text: str) -> dict[RuleTarget, float]:
        """By rule how well a question fits, up to 1; empty for fewer than FEWEST words, or without a model."""
        if len(words_in(text)) < FEWEST or not self._rules or (model := open_model()) is None:
            return {}
        vector = compared(model.vector(text), self._mean).astype(numpy.float32) / SCALE
        told: Array = (vector @ self._weights).clip(min=0)
        likeness = self._lines @ vector
        nearest = said_by_nearest(likeness, self._about, self._counts, len(self._rules), NEAREST, SHARPNESS)
        found = SHARE * told / max(float(told.max()), SURE) + SHARE * nearest
        return {self._rules[at]: float(found[at]) for at in numpy.flatnonzero(found > 0).tolist()}
