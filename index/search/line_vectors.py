"""The vectors of all lines that search learns from, and what was learnt from them, worked out beforehand: reading them
takes no model and no time.

They are in ``data/lexicon/line-vectors.npz``, which ``index.search.vector_maker`` makes anew after lines were changed.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy

from corpus.schema import FormatError, Loader
from corpus.vectors import DIMENSIONS
from index.search.postings import LARGEST_BYTE, Array

NAME = "line-vectors.npz"
SCALE = 400  # what 1 is as it is compared; of vectors of the length 1 in 384 dimensions no number is larger than 0.3
SHIPPED = 100  # what it is in the file: finer steps tell no more of a law, and cannot be packed
AT_ONCE = 1024  # vectors: what is worked out of more does not stay near the processor
TINY = 1e-9  # in place of the length of nothing
_KEY = 8  # bytes


@dataclass(frozen=True)
class VectorFile:
    """Vectors of lines by the keys of their texts, ascending; ``mean`` is subtracted from what the model says.

    A vector has one byte a number, and about the length SHIPPED. ``metric`` and ``weights`` are what ``line_weights``
    learnt: by what vectors are multiplied before they are compared (two bytes a number), and for each of ``parts``
    ("laws:16B1") a row of weights in steps of ``step``, one byte each.
    """

    keys: Array
    mean: Array
    vectors: Array
    metric: Array
    parts: tuple[str, ...]
    weights: Array
    step: float

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
            names = tuple(map(str, arrays["parts"].tolist()))
            parts = (arrays["metric"], names, arrays["weights"], float(arrays["step"]))
            found = VectorFile(arrays["keys"], arrays["mean"], arrays["vectors"], *parts)
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise load.fault("system", cause=str(error)) from error
    shapes = (found.vectors.shape, found.mean.shape, found.metric.shape, found.weights.shape)
    square = (DIMENSIONS, DIMENSIONS)
    if shapes != ((len(found.keys), DIMENSIONS), (DIMENSIONS,), square, (len(found.parts), DIMENSIONS)):
        raise load.fault("system", cause=f"{shapes}")
    return found


def file_of(found: VectorFile) -> bytes:
    """What ``read_vectors`` reads; the same values give the same bytes."""
    out = io.BytesIO()
    numpy.savez_compressed(out, **asdict(found))
    return out.getvalue()


def compared(vectors: Array, mean: Array) -> Array:
    """Vectors as they are compared: without what all lines share, in bytes."""
    return _in_steps(vectors - mean, SCALE)


def shipped(vectors: Array, mean: Array) -> Array:
    """The same as they stand in the file."""
    return _in_steps(vectors - mean, SHIPPED)


def told_apart(vectors: Array, metric: Array) -> Array:
    """Vectors as they are compared, in bytes, without that by which lines about one law differ from each other."""
    return _in_steps(vectors.astype(numpy.float32) @ metric.astype(numpy.float32, copy=False), SCALE)


def of_length_one(vectors: Array) -> Array:
    """Vectors of the same directions.

    >>> of_length_one(numpy.array([[3, 4]])).tolist()
    [[0.6, 0.8]]
    """
    found: Array = vectors / numpy.linalg.norm(vectors, axis=-1, keepdims=True).clip(min=TINY)
    return found


def _in_steps(vectors: Array, scale: int) -> Array:
    rows = vectors.reshape(-1, vectors.shape[-1])
    stored = numpy.empty(rows.shape, "i1")
    for at in range(0, len(rows), AT_ONCE):
        some = scale * of_length_one(rows[at : at + AT_ONCE])
        stored[at : at + AT_ONCE] = numpy.rint(some, some).clip(-LARGEST_BYTE, LARGEST_BYTE, some)
    return stored.reshape(vectors.shape)


def key_of(text: str) -> int:
    """The number by which the vector of a text is found."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=_KEY).digest(), "little")
