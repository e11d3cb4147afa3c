"""What is read before numbers of two editions are proposed as one another: the learnt weights of the aligner."""

from __future__ import annotations

from corpus import store
from parser.alignment.propose import WEIGHTS, Weights


def alignment_weights() -> Weights:
    """The weights that ``python -m tests.accuracy.alignment --fit`` wrote into ``data/lexicon``.

    Raises WeightsError, and the OSError of a file that is not there.

    >>> alignment_weights().first < 1
    True
    """
    return Weights.read(store.load_lexicon(WEIGHTS))
