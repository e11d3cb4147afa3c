"""The word lists that simplemma ships, read in columns: all words at once, a dictionary form when it is asked for.

Simplemma makes a dict of a list, which holds hundreds of thousands of words of which the texts have a few thousand.
The form is called SMFC1 there (``frontcode.py``): words in the order of their bytes, each as how many bytes it shares
with the one before, how many follow, and these; then what becomes of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy

from index.search.postings import Array

MAGIC = b"SMFC1\0"  # a list that is sorted from behind has another last byte
SAME, WHOLE = 254, 255  # in place of a number of letters: the form of the word before, a form that is given whole
ONE_BYTE = 0x80  # numbers below take one byte
LETTER_BYTES, CONTINUED = 0xC0, 0x80  # bytes of UTF-8 with these two bits go on with a letter


class FrontCodedWords(Mapping[str, str]):
    """The words of a list, each with its dictionary form."""

    def __init__(self, data: bytes) -> None:
        """``data`` is a list in the form SMFC1. Raises ValueError for anything else."""
        count, at = _head(data)
        self._data = data
        self._starts = _starts(data, at)
        if len(self._starts) != count:
            raise ValueError(f"{len(self._starts)} words for {count}")
        self._words, self._lengths, self._letters = _columns(numpy.frombuffer(data, numpy.uint8), self._starts)

    def __getitem__(self, word: str) -> str:
        stored = word.encode()
        at = int(numpy.searchsorted(self._words, stored)) if len(stored) <= self._words.itemsize else len(self)
        if at == len(self) or self._words[at] != stored:
            raise KeyError(word)
        return self._form(at)

    def __iter__(self) -> Iterator[str]:
        return iter(self.of_letters(1, self._words.itemsize))

    def __len__(self) -> int:
        return len(self._starts)

    def of_letters(self, least: int, most: int) -> list[str]:
        """The words with so many letters, in the order of their bytes."""
        found = self._words[(self._letters >= least) & (self._letters <= most)].tolist()
        return b"\n".join(found).decode().split("\n") if found else []

    def _form(self, at: int) -> str:
        while (record := self._record(at)).kept == SAME:
            at -= 1
        stored: bytes = b"" if record.kept == WHOLE else self._words[at][: int(self._lengths[at]) - record.kept]
        return (stored + record.rest).decode()

    def _record(self, at: int) -> _Form:
        start = int(self._starts[at])
        end = start + 2 + self._data[start + 1]
        kept = self._data[end]
        return _Form(kept, b"" if kept == SAME else self._data[end + 2 : end + 2 + self._data[end + 1]])


class _Form(NamedTuple):
    """What becomes of a word: it loses ``kept`` bytes of its end, or is SAME or WHOLE, and ``rest`` follows."""

    kept: int
    rest: bytes


def _head(data: bytes) -> tuple[int, int]:
    """How many words there are, and where the first begins."""
    if not data.startswith(MAGIC):
        raise ValueError("no list in the form SMFC1")
    count = 0
    for at, byte in enumerate(data[len(MAGIC) :]):
        count |= (byte & (ONE_BYTE - 1)) << 7 * at
        if byte < ONE_BYTE:
            return count, len(MAGIC) + at + 1
    raise ValueError("no number of words")


def _starts(data: bytes, at: int) -> Array:
    """Where the words begin. Raises ValueError where the last does not end at the end, or a number has two bytes."""
    starts: list[int] = []
    add, size = starts.append, len(data)
    try:
        while at < size:
            add(at)
            at += 2 + data[at + 1]
            at += 1 if data[at] == SAME else 2 + data[at + 1]
    except IndexError:
        at = size + 1
    if at != size:
        raise ValueError("the list ends within a word")
    found, read = numpy.array(starts, numpy.int32), numpy.frombuffer(data, numpy.uint8)
    ends = found + 2 + read[found + 1]
    forms = ends[read[ends] != SAME]
    if any((read[numbers] >= ONE_BYTE).any() for numbers in (found, found + 1, forms + 1)):
        raise ValueError("a word of more than 127 bytes")
    return found


def _columns(read: Array, starts: Array) -> tuple[Array, Array, Array]:
    """The words, each as its bytes, how many these are and how many letters: column by column, as words go on."""
    shared = read[starts]
    lengths = shared + read[starts + 1]
    firsts = starts + 2 - shared  # where the first byte of a word would be if it stood there whole
    columns = numpy.zeros((int(lengths.max(initial=1)), len(starts)), numpy.uint8)
    long, sizes = numpy.arange(len(starts), dtype=numpy.int32), lengths
    for at, column in enumerate(columns):
        more = sizes > at
        long, sizes, shared, firsts = long[more], sizes[more], shared[more], firsts[more]
        own = numpy.flatnonzero(shared <= at)  # here each of these has a byte of its own, those behind it the same one
        column[long] = numpy.repeat(read[firsts[own] + at], numpy.diff(own, append=len(long)))
    letters = lengths.copy()
    for column in columns:
        letters -= (column & LETTER_BYTES) == CONTINUED
    return numpy.ascontiguousarray(columns.T).view(f"S{len(columns)}").ravel(), lengths, letters
