"""Bids and plays in a question: what the law calls an insufficient bid or a revoke, though the player names neither.

"1 hjerter over 2 ruder" is a bid over a higher one: which of two bids is higher is law 18 (levels) and law 1A with 18E
(the rank of the strains). "hun la kløver enda hun hadde hjerter" is a suit held and another one, or a trump, played.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from index.search.analyzer import fold

BETWEEN = 3  # words between a verb and its suit at most: "la på en", "havde stadig en lille"
SUITS = 4  # of the strains; the fifth is no-trump


@dataclass(frozen=True)
class AuctionWords:
    """How bids and plays are written; ``insufficient`` and ``revoke`` are the keys of the concepts they amount to.

    ``levels`` are the words for 1 to 7, ``strains`` those from clubs to no-trump, ``over`` the words between a bid and
    the earlier one, ``seats`` those for the players: "4 spar syd 3 sans" are bids in their order. ``played`` and
    ``held`` are verbs before a suit, ``ruffed`` those that name none, ``between`` words that may come between verb and
    suit: in "havde sagt spar", "sagt" is none of them.
    """

    levels: tuple[tuple[str, ...], ...]
    strains: tuple[tuple[str, ...], ...]
    over: tuple[str, ...]
    seats: tuple[str, ...]
    insufficient: str
    played: frozenset[str]
    ruffed: frozenset[str]
    held: frozenset[str]
    between: frozenset[str]
    revoke: str


class AuctionReader:
    """Finds in a question what it describes in bids or in suits."""

    def __init__(self, words: AuctionWords) -> None:
        self._words = words
        self._levels, self._strains = _ranks(words.levels), _ranks(words.strains)
        self._suits = {fold(word): suit for suit, same in enumerate(words.strains[:SUITS]) for word in same}
        self._bid = re.compile(rf"(?<!\w)({_any(self._levels)})\s?({_any(self._strains)})(?!\w)")
        self._seats = frozenset(map(fold, words.seats))
        self._over = re.compile(rf"(?<!\w)(?:{_any(map(_plain, words.over))})(?!\w)")

    def concepts(self, text: str) -> tuple[str, ...]:
        """The keys of the concepts that a question amounts to; () for most questions."""
        found = ((self._words.insufficient, self.is_insufficient_bid), (self._words.revoke, self.is_revoke))
        return tuple(concept for concept, holds in found if holds(text))

    def is_insufficient_bid(self, text: str) -> bool:
        """True for a bid over a bid that it does not outrank.

        "A over B" and "over B, A" both mean that A came later; without such a word the order is not known.
        """
        plain = _plain(text)
        found = list(self._bid.finditer(plain))
        if len(found) != 2:
            return False
        one, two = found
        if self._over.search(plain, one.end(), two.start()):
            later, earlier = one, two
        elif self._over.search(plain, 0, one.start()) or plain[one.end() : two.start()].strip() in self._seats:
            later, earlier = two, one
        else:
            return False
        return self._rank(later) <= self._rank(earlier)

    def is_revoke(self, text: str) -> bool:
        """True for a suit held while another, or a trump, was played."""
        words = [fold(word) for word in re.findall(r"\w+", text)]
        held, played = self._suits_after(words, self._words.held), self._suits_after(words, self._words.played)
        return bool(held) and (bool(played - held) or not self._words.ruffed.isdisjoint(words))

    def _rank(self, bid: re.Match[str]) -> tuple[int, int]:
        return (self._levels[bid[1]], self._strains[bid[2]])

    def _suits_after(self, words: Sequence[str], verbs: frozenset[str]) -> set[int]:
        found = set()
        for at, word in enumerate(words):
            if word in verbs:
                for after in words[at + 1 : at + 2 + BETWEEN]:
                    if after in self._suits:
                        found.add(self._suits[after])
                    if after not in self._words.between:
                        break
        return found


def read_auction_words(bids: Mapping[str, Sequence[str] | str], plays: Mapping[str, str]) -> AuctionWords:
    """The tables ``[bids]`` and ``[plays]`` of ``search-words.toml``. Raises KeyError for a row that is missing."""
    levels, strains = (tuple(tuple(same.split()) for same in bids[name]) for name in ("levels", "strains"))
    played, ruffed, held, between = (
        frozenset(map(fold, plays[name].split())) for name in ("played", "ruffed", "held", "between")
    )
    over = tuple(str(bids["over"]).split())
    seats = tuple(str(bids["seats"]).split())
    return AuctionWords(
        levels, strains, over, seats, str(bids["concept"]), played, ruffed, held, between, plays["concept"]
    )


def _plain(text: str) -> str:
    """The words as they are compared; a suit's sign is its name."""
    return " ".join(fold(word) for word in re.findall(r"\w+|[♠♥♦♣]", re.sub(r"(\d)(?=[^\W\d]|[♠♥♦♣])", r"\1 ", text)))


def _ranks(words: Sequence[Sequence[str]]) -> Mapping[str, int]:
    return {_plain(word): rank for rank, same in enumerate(words) for word in same}


def _any(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
