"""What is learnt from the vectors of lines, once, when they are worked out: ``index.search.vector_maker`` ships it.

Lines about one law differ by who tells, in which language and of which cards; lines about two laws differ by the law.
The ``metric`` leaves of a difference what is seldom found within one law (within-class covariance normalisation, Hatch
et al. 2006). The ``weights`` tell by a vector how likely each part of a law is (multinomial logistic regression), and
a law is as likely as all of its parts, which may be about things that are far from each other.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy

from corpus.vectors import DIMENSIONS, softmax
from index.search.postings import Array

KEPT = 2.0  # of the mean variance within a law, added to each: what is hardly seen there is no certain sign
WEIGHT_SHARPNESS = 10.0  # what the likeness of a vector and a row of weights of the length 1 counts in ``softmax``
ROUNDS, TOGETHER = 5, 512  # through all lines, so many at a time
PACE, DECAY = 0.02, 1e-4
MOMENTUM, SPREAD = 0.9, 0.99
SEED = 20261123
TINY = 1e-8


def learn_metric(vectors: Array, laws: Sequence[int], counts: Array) -> Array:
    """By what vectors of length 1 are multiplied, given the number of the law of each and what each line counts."""
    number, own = numpy.array(laws), vectors * counts[:, None]
    sums = numpy.zeros((number.max() + 1, DIMENSIONS), numpy.float32)
    numpy.add.at(sums, number, own)
    means = sums / numpy.bincount(number, weights=counts).clip(min=TINY)[:, None].astype(numpy.float32)
    apart = vectors - means[number]
    within = (apart * counts[:, None]).T @ apart / counts.sum()
    variances, directions = numpy.linalg.eigh(within)
    found: Array = directions / numpy.sqrt(variances.clip(min=0) + KEPT * variances.mean() + TINY) @ directions.T
    return found


def learn_weights(vectors: Array, parts: Sequence[int], counts: Array) -> Array:
    """A row of weights for each part, given the number of the part of each vector of length 1 (by Adam, Kingma and Ba
    2015). With them ``exp(WEIGHT_SHARPNESS * weights @ vector)`` is in proportion to how likely each part is.
    """
    number, chance = numpy.array(parts), numpy.random.default_rng(SEED)
    weights = numpy.zeros((number.max() + 1, DIMENSIONS), numpy.float32)
    mean, square, steps = numpy.zeros_like(weights), numpy.zeros_like(weights), 0
    for done in range(ROUNDS):
        for at in numpy.array_split(chance.permutation(len(number)), max(1, len(number) // TOGETHER)):
            wrong = softmax(vectors[at] @ weights.T, WEIGHT_SHARPNESS)
            wrong[numpy.arange(len(at)), number[at]] -= 1
            slope = WEIGHT_SHARPNESS * (wrong * counts[at, None]).T @ vectors[at] / len(at) + DECAY * weights
            steps += 1
            mean += (1 - MOMENTUM) * (slope - mean)
            square += (1 - SPREAD) * (slope * slope - square)
            size = numpy.sqrt(square / (1 - SPREAD**steps)) + TINY
            weights -= PACE * (1 - done / ROUNDS) * mean / (1 - MOMENTUM**steps) / size
    return weights
