"""Vectors of texts: how long they are, and how scores of several answers become likelihoods."""

from __future__ import annotations

from typing import Any

import numpy
from numpy.typing import NDArray

DIMENSIONS = 384
"""Numbers of a vector of the sentence model, which search and the reading of decisions ask."""


def softmax(scores: NDArray[Any], sharpness: float = 1.0) -> NDArray[Any]:
    """How likely each answer is by its score, along the last axis: in proportion to ``exp(sharpness * score)``.

    >>> softmax(numpy.array([0.5, 0.5])).tolist()
    [0.5, 0.5]
    """
    raised = numpy.exp(sharpness * (scores - scores.max(axis=-1, keepdims=True)))
    likely: NDArray[Any] = raised / raised.sum(axis=-1, keepdims=True)
    return likely
