"""The lines that resemble a question most, and the rules that these are about.

What each feature tells on the whole (``index.search.law_classifier``) is little where a question nearly repeats one
line among many of other laws. There its nearest neighbours tell (Cover and Hart 1967), the nearest one most.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy

from index.search.postings import LARGEST_BYTE, Array

NEAREST = 10  # lines
LIKENESS_POWER = 3  # how much more a nearer line counts
AROUND, FEW = 200, 4  # of so many lines each law's few likest, which one line that is like by chance does not decide


@dataclass(frozen=True)
class LineVectors:
    """Lines as vectors: the values of line n are ``values[ends[n - 1]:ends[n]]``, at ascending ``places``."""

    ends: Array
    places: Array
    values: Array

    @classmethod
    def of(cls, lines: Array, many: int, places: Array, values: Array) -> LineVectors:
        """So many lines, whose values stand in any order; what one line has at one place is added up.

        >>> LineVectors.of(numpy.array([0, 0, 0]), 1, numpy.array([7, 2, 7]), numpy.array([1.0, 2.0, 3.0])).values
        array([2., 4.], dtype=float32)
        """
        width = int(places.max(initial=0)) + 1
        shared, which = numpy.unique(lines * width + places, return_inverse=True)
        added = numpy.bincount(which, weights=values).astype(numpy.float32)
        return cls(numpy.searchsorted(shared, width * numpy.arange(1, many + 1)), shared % width, added)


@dataclass(frozen=True)
class NearestTable:
    """Lines, to be compared with a question; it is stored with what was learnt.

    ``about`` are two numbers of rules a line, a law and its part or the law again; ``weights`` what each line counts.
    The lines with a value at place p are ``lines[ends[p - 1]:ends[p]]``, with that value of one byte in ``values``;
    each line has the length LARGEST_BYTE. Other numbers have four bytes.
    """

    about: bytes
    weights: bytes
    ends: bytes
    lines: bytes
    values: bytes


def nearest_table(vectors: LineVectors, about: Sequence[Sequence[int]], weights: Sequence[float]) -> NearestTable:
    """The table of some lines: ``about`` are the numbers of the rules of each, its law first and a part of it last."""
    owners = _owners(vectors.ends)
    lengths = numpy.sqrt(numpy.bincount(owners, weights=vectors.values**2, minlength=len(about)))
    lengths[lengths == 0] = 1.0
    stored = numpy.rint(LARGEST_BYTE * vectors.values / lengths[owners]).astype("i1")
    kept = numpy.flatnonzero(stored)
    kept = kept[by_place(vectors.places[kept])]
    places = vectors.places[kept]
    return NearestTable(
        numpy.array([(own[0], own[-1]) for own in about], "<i4").tobytes(),
        numpy.array(weights, "<f4").tobytes(),
        numpy.searchsorted(places, numpy.arange(places.max(initial=-1) + 1), "right").astype("<i4").tobytes(),
        owners[kept].astype("<i4").tobytes(),
        stored[kept].tobytes(),
    )


class NearestLines:
    """All lines, ready to be compared with a question."""

    def __init__(self, table: NearestTable, rules: int) -> None:
        """``rules`` is how many there are."""
        self._rules = rules
        self._about = numpy.frombuffer(table.about, "<i4").reshape(-1, 2)
        self._weights = numpy.frombuffer(table.weights, "<f4")
        self._ends = numpy.concatenate(([0], numpy.frombuffer(table.ends, "<i4")))
        self._lines = numpy.frombuffer(table.lines, "<i4")
        self._values = numpy.frombuffer(table.values, "i1")

    def likeness(self, places: Array, values: Array) -> Array:
        """By the number of a line how like it is to a vector."""
        known = places + 1 < len(self._ends)
        places, values = places[known], values[known].astype(float)
        spans = [
            slice(*ends) for ends in zip(self._ends[places].tolist(), self._ends[places + 1].tolist(), strict=True)
        ]
        if not spans:
            return numpy.zeros(len(self._weights))
        earned = [value * self._values[own] for value, own in zip(values.tolist(), spans, strict=True)]
        lines = numpy.concatenate([self._lines[own] for own in spans])
        return numpy.bincount(lines, numpy.concatenate(earned), len(self._weights))

    def of_all(self, likeness: Array) -> Array:
        """By the number of a rule what the nearest lines say, of a law and of its parts: up to 1 for the best law."""
        return said_by_nearest(likeness, self._about, self._weights, self._rules, NEAREST, LIKENESS_POWER)

    def of_laws(self, likeness: Array) -> Array:
        """By the number of a law what its own likest lines are worth, as ``likest_of_laws`` has it."""
        return likest_of_laws(self._weights * likeness, self._about, self._rules)

    def of_parts(self, likeness: Array) -> Array:
        """By the number of a part what its own likest line is worth, as ``likest_of_parts`` has it."""
        return likest_of_parts(self._weights * likeness, self._about, self._rules)


def said_by_nearest(likeness: Array, about: Array, weights: Array, rules: int, nearest: int, power: float) -> Array:
    """By the number of a rule what so many of the ``nearest`` lines say: from 0 to 1 for the best law.

    ``likeness`` has how like each line is, ``about`` its law and part, ``weights`` what it counts, and ``power`` is
    that of its likeness by which a nearer one counts more.
    """
    found = numpy.zeros(rules)
    at = _nearest(likeness, nearest)
    worth = weights[at] * likeness[at] ** power
    law, part = about[at].T
    numpy.add.at(found, law, worth)
    numpy.add.at(found, part[part != law], worth[part != law])
    return found / (found.max() or 1.0)


def likest_of_laws(worth: Array, about: Array, rules: int) -> Array:
    """By the number of a law how much its FEW likest lines are worth together, of the AROUND of all that are worth
    most: from 0 to 1 for the best law. ``worth`` is how like each line is, times what it counts.

    >>> likest_of_laws(numpy.array([0.4, 0.3, 0.5]), numpy.array([[0, 0], [0, 0], [1, 1]]), 3).round(3).tolist()
    [1.0, 0.714, 0.0]
    """
    at = _nearest(worth, AROUND)
    at = at[numpy.lexsort((-worth[at], about[at, 0]))]
    law = about[at, 0]
    few = numpy.arange(len(law)) - numpy.searchsorted(law, law) < FEW
    found = numpy.bincount(law[few], weights=worth[at][few], minlength=rules)
    return found / (found.max() or 1.0)


def likest_of_parts(worth: Array, about: Array, rules: int) -> Array:
    """By the number of a part of a law how much its likest line is worth, in the measure of ``worth``.

    >>> likest_of_parts(numpy.array([0.4, 0.3, 0.5]), numpy.array([[0, 1], [0, 1], [0, 0]]), 2).tolist()
    [0.0, 0.4]
    """
    found = numpy.zeros(rules)
    own = about[:, 0] != about[:, 1]
    numpy.maximum.at(found, about[own, 1], worth[own])
    return found


def _nearest(likeness: Array, many: int) -> Array:
    """The numbers of so many lines, with all that are as near as the last of them: their order decides nothing."""
    least = numpy.partition(likeness, -many)[-many] if len(likeness) > many else 0.0
    return numpy.flatnonzero((likeness >= least) & (likeness > 0))


def _owners(ends: Array) -> Array:
    """By each value of some lines the number of its line."""
    return numpy.repeat(numpy.arange(len(ends)), numpy.diff(ends, prepend=0))


def by_place(places: Array) -> Array:
    """The order of places; those that are the same stay in theirs. Numbers of two bytes are sorted in a tenth."""
    most = int(places.max(initial=0))
    order: Array = numpy.argsort(places.astype(numpy.min_scalar_type(most)), kind="stable")
    return order


def spans(begins: Array, sizes: Array) -> Array:
    """The numbers from each of some begins on, so many of each.

    >>> spans(numpy.array([7, 0]), numpy.array([2, 3])).tolist()
    [7, 8, 0, 1, 2]
    """
    ends = numpy.cumsum(sizes)
    found: Array = numpy.repeat(begins - ends + sizes, sizes) + numpy.arange(ends[-1] if len(ends) else 0)
    return found
