"""What a full-text engine is: postings of keys, phrases and beginnings of words. Which one is behind it nobody sees.

Scores are worked out by ``index.search.scoring`` from the postings, so that every engine gives the same ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

from numpy.typing import NDArray

Array = NDArray[Any]
KeyField = Literal["bag", "also"]

LARGEST_BYTE = 127  # of a number that is stored in a byte, with its sign
MOST_EXPANDED = 2_000  # words that begin alike


@dataclass(frozen=True)
class IndexedDocument:
    """A document as an engine keeps it: weighted keys, ``bag`` those of its words, ``also`` those of what leads to it.

    Weights are kept to three decimals, in four bytes. ``words`` are its folded words in their order, for phrases.
    """

    bag: Mapping[str, float]
    also: Mapping[str, float]
    words: Sequence[str]


class Postings(Protocol):
    """An open index. Documents have numbers in the order in which they were written. One thread at a time may ask."""

    def postings(self, field: KeyField, key: str) -> tuple[Array, Array]:
        """The numbers of the documents that hold a key, ascending, and its weights in them; none for an unknown key."""

    def phrase(self, words: Sequence[str]) -> list[int]:
        """The numbers of the documents in which folded words follow each other in this order, ascending."""

    def beginning(self, prefix: str) -> list[tuple[int, str]]:
        """The first MOST_EXPANDED words that begin with a folded prefix, each with the number of its documents."""


class Engine(Protocol):
    """Writes an index into an empty folder, and opens one: all of its files at once."""

    def write(self, found: Iterable[IndexedDocument], folder: Path) -> None: ...
    def open(self, folder: Path) -> Postings: ...
