"""Bids and plays in a question: what the laws have a name for, though the player uses none.

"1 hjerter over 2 ruder" is a bid over a higher one, an insufficient bid: which of two bids is higher is law 18
(levels) and law 1A with 18E (the rank of the strains). "hun la kløver enda hun hadde hjerter" is a suit held and
another one, or a trump, played: a revoke. "sad et minut, sagde pas, og så bød makker" is a pause before one call and
another call behind it; "lagde spar fire og hjerter syv" are two cards played at once.
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
    """How bids and plays are written; ``insufficient``, ``revoke``, ``hesitation`` and ``two_cards`` are keys.

    ``levels`` are the words for 1 to 7, ``strains`` those from clubs to no-trump, ``over`` the words between a bid and
    the earlier one, ``seats`` those for the players and ``passes`` those for a pass: "4 spar syd 3 sans" and "1 spar -
    pas - 1 ruder" are bids in their order. ``played`` and ``held`` are verbs before a suit, ``ruffed`` those that name
    none, ``between`` words that may come between verb and suit: in "havde sagt spar", "sagt" is none of them.
    ``waited`` are words for a pause, ``called`` for a call; ``ranks`` those for the cards of a suit, ``joined`` those
    between two of them.
    """

    levels: tuple[tuple[str, ...], ...]
    strains: tuple[tuple[str, ...], ...]
    over: tuple[str, ...]
    seats: tuple[str, ...]
    passes: tuple[str, ...]
    insufficient: str
    played: frozenset[str]
    ruffed: frozenset[str]
    held: frozenset[str]
    between: frozenset[str]
    revoke: str
    hesitation: str
    waited: frozenset[str]
    called: frozenset[str]
    two_cards: str
    ranks: frozenset[str]
    joined: frozenset[str]


class AuctionReader:
    """Finds in a question what it describes in bids or in suits."""

    def __init__(self, words: AuctionWords) -> None:
        self._words = words
        self._levels, self._strains = _ranks(words.levels), _ranks(words.strains)
        self._suits = {fold(word): suit for suit, same in enumerate(words.strains[:SUITS]) for word in same}
        self._bid = re.compile(rf"(?<!\w)({_any(self._levels)})\s?({_any(self._strains)})(?!\w)")
        self._between = frozenset(map(fold, (*words.seats, *words.passes)))
        self._over = re.compile(rf"(?<!\w)(?:{_any(map(_plain, words.over))})(?!\w)")

    def concepts(self, text: str) -> tuple[str, ...]:
        """The keys of the concepts that a question amounts to; () for most questions."""
        found = (
            (self._words.insufficient, self.is_insufficient_bid),
            (self._words.revoke, self.is_revoke),
            (self._words.hesitation, self.is_hesitation),
            (self._words.two_cards, self.is_two_cards),
        )
        return tuple(concept for concept, holds in found if holds(text))

    def is_insufficient_bid(self, text: str) -> bool:
        """True for a bid over a bid that it does not outrank.

        "A over B" and "over B, A" both mean that A came later. Bids with nothing but players and passes between them
        stand in their order; where other words part them, the order is not known.
        """
        plain = _plain(text)
        found = list(self._bid.finditer(plain))
        if len(found) != 2:
            return False
        one, two = found
        if self._over.search(plain, one.end(), two.start()):
            later, earlier = one, two
        elif self._over.search(plain, 0, one.start()) or self._between.issuperset(
            plain[one.end() : two.start()].split()
        ):
            later, earlier = two, one
        else:
            return False
        return self._rank(later) <= self._rank(earlier)

    def _in_order(self, between: str) -> bool:
        return self._between.issuperset(between.split())

    def is_revoke(self, text: str) -> bool:
        """True for a suit held while another, or a trump, was played."""
        words = [fold(word) for word in re.findall(r"\w+", text)]
        held, played = self._suits_after(words, self._words.held), self._suits_after(words, self._words.played)
        return bool(held) and (bool(played - held) or not self._words.ruffed.isdisjoint(words))

    def is_hesitation(self, text: str) -> bool:
        """True for a pause with two calls behind it: the slow player's own, and a later one."""
        words = [fold(word) for word in re.findall(r"\w+", text)]
        pause = next((at for at, word in enumerate(words) if word in self._words.waited), len(words))
        return sum(word in self._words.called for word in words[pause:]) > 1

    def is_two_cards(self, text: str) -> bool:
        """True for two cards behind one verb of playing: "lagde spar fire og hjerter syv"."""
        words = [fold(word) for word in re.findall(r"\w+|[♠♥♦♣]", text)]
        return any(
            word in self._words.played and self._is_pair(words[at + 1 : at + 6]) for at, word in enumerate(words)
        )

    def _is_pair(self, words: Sequence[str]) -> bool:
        """True for a card, a word that joins, and a card."""
        if len(words) < 5 or words[2] not in self._words.joined:
            return False
        return self._is_card(words[:2]) and self._is_card(words[3:])

    def _is_card(self, words: Sequence[str]) -> bool:
        """True for a suit and a rank, in either order."""
        one, two = words
        ranks = self._words.ranks
        return (one in self._suits and two in ranks) or (two in self._suits and one in ranks)

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


def read_auction_words(
    bids: Mapping[str, Sequence[str] | str],
    plays: Mapping[str, str],
    pauses: Mapping[str, str],
    cards: Mapping[str, str],
) -> AuctionWords:
    """The tables of ``search-words.toml`` that bear these names. Raises KeyError for a row that is missing."""
    levels, strains = (tuple(tuple(same.split()) for same in bids[name]) for name in ("levels", "strains"))
    over, seats, passes = (tuple(str(bids[name]).split()) for name in ("over", "seats", "passes"))
    return AuctionWords(
        levels,
        strains,
        over,
        seats,
        passes,
        str(bids["concept"]),
        _folded(plays["played"]),
        _folded(plays["ruffed"]),
        _folded(plays["held"]),
        _folded(plays["between"]),
        plays["concept"],
        pauses["concept"],
        _folded(pauses["waited"]),
        _folded(pauses["called"]),
        cards["concept"],
        _folded(cards["ranks"]),
        _folded(cards["joined"]),
    )


def _folded(words: str) -> frozenset[str]:
    return frozenset(map(fold, words.split()))


def _plain(text: str) -> str:
    """The words as they are compared; a suit's sign is its name."""
    return " ".join(fold(word) for word in re.findall(r"\w+|[♠♥♦♣]", re.sub(r"(\d)(?=[^\W\d]|[♠♥♦♣])", r"\1 ", text)))


def _ranks(words: Sequence[Sequence[str]]) -> Mapping[str, int]:
    return {_plain(word): rank for rank, same in enumerate(words) for word in same}


def _any(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
