"""Bids in a question: "1 hjerter over 2 ruder" says that a bid is insufficient, though nobody calls it so.

A player tells what was bid; the law knows only the class of it. Which of two bids is higher is law 18 (levels) and
law 1A with 18E (the rank of the strains).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from index.search.analyzer import fold


@dataclass(frozen=True)
class BidWords:
    """How bids are written: words for the levels 1 to 7, for the strains from clubs to no-trump, and for "over"."""

    levels: Sequence[Sequence[str]]
    strains: Sequence[Sequence[str]]
    over: Sequence[str]


class Bids:
    """Reads bids in questions; ``insufficient`` is what matters to the law."""

    def __init__(self, words: BidWords) -> None:
        self._levels = _numbered(words.levels)
        self._strains = _numbered(words.strains)
        self._bid = re.compile(rf"(?<!\w)({_any(self._levels)})\s?({_any(self._strains)})(?!\w)")
        self._over = re.compile(rf"(?<!\w)(?:{_any(map(_plain, words.over))})(?!\w)")

    def insufficient(self, text: str) -> bool:
        """True when the question tells of a bid over a bid that it does not outrank.

        "A over B" and "over B, A" both say that A came later; without such a word nothing is known of the order.
        """
        plain = _plain(text)
        found = list(self._bid.finditer(plain))
        if len(found) != 2:
            return False
        one, two = found
        if self._over.search(plain, one.end(), two.start()):
            later, earlier = one, two
        elif self._over.search(plain, 0, one.start()):
            later, earlier = two, one
        else:
            return False
        return self._rank(later) <= self._rank(earlier)

    def _rank(self, bid: re.Match[str]) -> tuple[int, int]:
        return (self._levels[bid[1]], self._strains[bid[2]])


def _plain(text: str) -> str:
    """The words as they are compared; a suit's sign stands for its name."""
    return " ".join(fold(piece) for piece in re.findall(r"\w+|[♠♥♦♣]", re.sub(r"(\d)(?=[^\W\d]|[♠♥♦♣])", r"\1 ", text)))


def _numbered(words: Sequence[Sequence[str]]) -> Mapping[str, int]:
    return {_plain(word): rank for rank, same in enumerate(words) for word in same}


def _any(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
