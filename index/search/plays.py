"""Cards in a question: "hun la kløver enda hun hadde hjerter" tells of a revoke, though nobody calls it so.

As with bids, a player names the suits; the law knows only the class. A suit that was held, and another that was played
(or a trump in its place), is a suit not followed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from index.search.analyzer import fold

BETWEEN = 3  # words that may stand between a verb and its suit: "la på en", "havde stadig en lille"


@dataclass(frozen=True)
class PlayWords:
    """``suits`` are the words for each suit, ``played`` and ``held`` the verbs, ``ruffed`` those that name no suit."""

    suits: Sequence[Sequence[str]]
    played: Sequence[str]
    ruffed: Sequence[str]
    held: Sequence[str]
    between: Sequence[str]
    """Words that keep a verb and its suit together: "en", "stadig"; others, as in "havde sagt spar", part them."""


class Plays:
    """Reads plays in questions; ``revoke`` is what matters to the law."""

    def __init__(self, words: PlayWords) -> None:
        self._suit = {fold(word): number for number, same in enumerate(words.suits) for word in same}
        self._played, self._ruffed, self._held = (_folded(verbs) for verbs in (words.played, words.ruffed, words.held))
        self._between = _folded(words.between)

    def revoke(self, text: str) -> bool:
        """True when the question tells of a suit held and of another, or a trump, played."""
        words = [fold(word) for word in re.findall(r"\w+", text)]
        held = self._suits_after(words, self._held)
        played = self._suits_after(words, self._played)
        if not held:
            return False
        return bool(played - held) or not self._ruffed.isdisjoint(words)

    def _suits_after(self, words: Sequence[str], verbs: frozenset[str]) -> set[int]:
        found = set()
        for at, word in enumerate(words):
            if word in verbs:
                for after in words[at + 1 : at + 2 + BETWEEN]:
                    if after in self._suit:
                        found.add(self._suit[after])
                    if after not in self._between:
                        break
        return found


def read_plays(table: Mapping[str, str | Sequence[str]], suits: Sequence[Sequence[str]]) -> PlayWords:
    """The table ``[plays]`` of ``search-words.toml``; ``suits`` are those of the bids, without no-trump."""
    verbs = (str(table[name]).split() for name in ("played", "ruffed", "held", "between"))
    return PlayWords(suits, *verbs)


def _folded(words: Sequence[str]) -> frozenset[str]:
    return frozenset(map(fold, words))
