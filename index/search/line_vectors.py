"""The vectors of all lines that search learns from, worked out beforehand: reading them takes no model and no time.

They are in ``data/lexicon/line-vectors.npz``, which ``index.search.vector_maker`` makes anew after lines were changed.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass

import numpy

from corpus.schema import FormatError, Loader
from index.search.postings import LARGEST_BYTE, Array
from index.search.sentence_model import DIMENSIONS

NAME = "line-vectors.npz"
SCALE = 400  # what 1 is as it is stored; of vectors of the length 1 in 384 dimensions no number is larger than 0.3
_KEY = 8  # bytes


@dataclass(frozen=True)
class VectorFile:
    """Vectors of lines by the keys of their texts, ascending; ``mean`` is subtracted from what the model says.

    A vector has one byte a number, and the length SCALE.
    """

    keys: Array
    mean: Array
    vectors: Array

    def of(self, texts: Sequence[str]) -> tuple[Array, Array]:
        """Which of some texts have a vector, and these vectors."""
        keys = numpy.array([key_of(text) for text in texts], "<u8")
        at = numpy.searchsorted(self.keys, keys).clip(max=max(len(self.keys) - 1, 0))
        known = numpy.flatnonzero(self.keys[at] == keys) if len(self.keys) else numpy.array([], int)
        return known, self.vectors[at[known]]


def read_vectors(content: bytes) -> VectorFile:
    """The file as it is stored. Raises FormatError for one that is damaged."""
    load = Loader("data/lexicon/line-vectors.npz", FormatError)
    try:
        with numpy.load(io.BytesIO(content), allow_pickle=False) as arrays:
            found = VectorFile(arrays["keys"], arrays["mean"], arrays["vectors"])
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise load.fault("system", cause=str(error)) from error
    if found.vectors.shape != (len(found.keys), DIMENSIONS) or found.mean.shape != (DIMENSIONS,):
        raise load.fault("system", cause=f"{found.vectors.shape}")
    return found


def compared(vectors: Array, mean: Array) -> Array:
    """Vectors as they are compared: without what all lines share, in bytes."""
    own = vectors - mean
    unit = own / numpy.linalg.norm(own, axis=-1, keepdims=True)
    stored: Array = numpy.rint(SCALE * unit).clip(-LARGEST_BYTE, LARGEST_BYTE).astype("i1")
    return stored


def key_of(text: str) -> int:
    """The number by which the vector of a text is found."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=_KEY).digest(), "little")
