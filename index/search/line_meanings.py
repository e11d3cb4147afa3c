"""Which rules a sentence is about, by what it means as a whole: beside the lines that are known to be about one.

A story is told in words that no line has; a language model knows that "she threw her cards in and said the rest were
hers" is a claim. The nearest lines tell (``index.search.nearest_lines``), and how likely each part of a law is by the
vector alone. What is learnt for both (``index.search.line_weights``) is shipped with the vectors.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy

from corpus.vectors import DIMENSIONS, softmax
from index.search import line_weights
from index.search.analyzer import words_in
from index.search.law_classifier import LabelledLine
from index.search.law_lines import with_law
from index.search.line_vectors import SCALE, VectorFile, compared, told_apart
from index.search.nearest_lines import said_by_nearest
from index.search.phrasings import RuleTarget
from index.search.postings import Array
from index.search.rules import work_and_place
from index.search.sentence_model import FEWEST, open_model

NEAREST = 40  # lines
LIKENESS_POWER = 4  # how much more a nearer line counts
SHARE = 0.5  # of what is told each way
PART = 1 / 3  # the power of a part's likelihood beside its law's, so that one that is likeliest is not all that counts


@dataclass(frozen=True)
class MeaningTable:
    """What was learnt; it is stored with the search index.

    ``mean``, ``metric``, ``weights`` and ``step`` are those of ``VectorFile``; ``vectors`` those of the lines, told
    apart; ``about`` two numbers of ``rules`` a line, its law and its part or the law again, ``counts`` what each line
    counts, ``parts`` two such numbers for each row of ``weights``. Numbers have four bytes, but those of ``metric`` two
    and those of ``vectors`` and ``weights`` one.
    """

    rules: tuple[RuleTarget, ...]
    mean: bytes
    metric: bytes
    vectors: bytes
    about: bytes
    counts: bytes
    parts: bytes
    weights: bytes
    step: float


def learn(lines: Sequence[LabelledLine], file: VectorFile) -> MeaningTable:
    """What those lines tell that have a vector in ``file``."""
    known, stored = file.of([line.text for line in lines])
    lines = [lines[at] for at in known.tolist()]
    parts = [with_law(*work_and_place(part)) for part in file.parts]
    rules = tuple(sorted({rule for about in (*parts, *(line.rules for line in lines)) for rule in about}))
    number = {rule: n for n, rule in enumerate(rules)}
    return MeaningTable(
        rules,
        file.mean.astype("<f4").tobytes(),
        file.metric.astype("<f2").tobytes(),
        told_apart(stored, file.metric).tobytes(),
        numpy.array([(number[line.rules[0]], number[line.rules[-1]]) for line in lines], "<i4").tobytes(),
        numpy.array([math.sqrt(line.weight) for line in lines], "<f4").tobytes(),
        numpy.array([(number[about[0]], number[about[-1]]) for about in parts], "<i4").tobytes(),
        file.weights.tobytes(),
        file.step,
    )


class MeantRules(NamedTuple):
    """What a question's meaning tells: by rule how well it ``fits``, and by law how ``likely`` it is, both up to 1; and
    how likely each part of a law is (``parts``), in a measure that serves to compare those of one law.
    """

    fits: dict[RuleTarget, float]
    likely: dict[RuleTarget, float]
    parts: dict[RuleTarget, float]


class LineMeanings:
    """Compares questions with what was learnt."""

    def __init__(self, table: MeaningTable) -> None:
        self._rules = table.rules
        self._mean = numpy.frombuffer(table.mean, "<f4")
        self._vectors = numpy.frombuffer(table.vectors, "i1").reshape(-1, DIMENSIONS)
        self._about = numpy.frombuffer(table.about, "<i4").reshape(-1, 2)
        self._counts = numpy.frombuffer(table.counts, "<f4")
        self._table = table
        self._laws, self._parts = numpy.frombuffer(table.parts, "<i4").reshape(-1, 2).T
        self._whole = sorted(set(self._laws.tolist()))
        self._below = sorted(set(self._parts.tolist()).difference(self._whole))
        self._step = table.step

    @cached_property
    def _lines(self) -> Array:
        """All vectors, ready to be multiplied: 35 MB, made when they are first asked for."""
        return self._vectors.astype(numpy.float32) / SCALE

    @cached_property
    def _metric(self) -> Array:
        return numpy.frombuffer(self._table.metric, "<f2").reshape(-1, DIMENSIONS).astype(numpy.float32)

    @cached_property
    def _weights(self) -> Array:
        return numpy.frombuffer(self._table.weights, "i1").reshape(-1, DIMENSIONS).astype(numpy.float32)

    def is_read(self, text: str) -> bool:
        """True where something was learnt and a question has as many words as the model needs."""
        return bool(self._rules) and len(words_in(text)) >= FEWEST

    def scores(self, text: str) -> MeantRules:
        """What a question means; nothing where it is not read, or without a model."""
        if not self.is_read(text) or (model := open_model()) is None:
            return MeantRules({}, {}, {})
        own = told_apart(compared(model.vector(text), self._mean), self._metric).astype(numpy.float32) / SCALE
        likeness = self._lines @ own
        nearest = said_by_nearest(likeness, self._about, self._counts, len(self._rules), NEAREST, LIKENESS_POWER)
        likely = self._likely(own)
        found = SHARE * likely + SHARE * nearest
        fits = {self._rules[at]: float(found[at]) for at in numpy.flatnonzero(found > 0).tolist()}
        # A part has a power of its likelihood and one of its law's: within a law the likelier part has more.
        laws, parts = (
            {self._rules[at]: worth for at, worth in zip(own, likely[own].tolist(), strict=True)}
            for own in (self._whole, self._below)
        )
        return MeantRules(fits, laws, parts)

    def _likely(self, vector: Array) -> Array:
        """By the number of a rule how likely it is by a vector alone, a law by all its parts: 1 for the best law."""
        likely = softmax(self._step * (self._weights @ vector), line_weights.WEIGHT_SHARPNESS)
        found = numpy.bincount(self._laws, weights=likely, minlength=len(self._rules))
        parts = self._parts != self._laws
        found[self._parts[parts]] = found[self._laws[parts]] ** (1 - PART) * likely[parts] ** PART
        return found / (found.max() or 1.0)
