"""Questions that a table answers: what a contract is worth, what a difference or a match gives, who deals a board.

Such a question says nothing else: "4 spar doblet med to overtræk i zonen" is one, "4 spar doblet, makker svigtede"
is none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from index.search.amounts import number_of
from index.search.analyzer import fold
from index.search.search_words import FACET_WORD, SearchWords

STRAINS = ("clubs", "diamonds", "hearts", "spades", "notrump")
RESULTS = ("under", "over", "made")  # the first that is named: "to trick for lite" goes down
SMALL_SLAM, GRAND_SLAM = 6, 7
ORDER = ("first", "following", "fourth")
LEAST, MANY = (1, 2, 4), 14  # undertricks from which each figure of law 77 counts, and more than there are
SEQUENCE = 16  # boards after which dealer and zone are the same again (law 2)

Facets = Mapping[str, frozenset[str]]
"""By kind of thing, as ``doubling``, the things that a cell may be about, as ``doubled``."""


class AskedRows(NamedTuple):
    """What is asked of the tables of a ``rule``: cells about some things, or beside some ``numbers``.

    Of a match these are the boards, then the IMPs.
    """

    rule: str
    facets: Facets = MappingProxyType({})
    numbers: tuple[int, ...] = ()


class ScoreQuestionReader:
    """Reads the questions that a table answers."""

    def __init__(self, search_words: SearchWords) -> None:
        words, auction = search_words.scores, search_words.auction
        self._words = words
        self._levels = {fold(word): n for n, same in enumerate(auction.levels, 1) for word in same}
        self._strains = {fold(word): n for n, same in enumerate(auction.strains) for word in same}
        groups = (
            *vars(words.units).values(),
            *(known for things in words.facets.values() for known in things.values()),
        )
        self._known = search_words.small.union(words.asked, words.turns, words.beside, *groups)

    def read(self, text: str) -> AskedRows | None:
        """What a question asks of a table; None for one that says anything else."""
        words = [fold(word) for word in FACET_WORD.findall(text)]
        bids = [at for at in range(len(words) - 1) if words[at] in self._levels and words[at + 1] in self._strains]
        at = bids[0] if bids else len(words)
        others = [*words[:at], *words[at + 2 :]]
        if len(bids) > 1 or not all(word in self._known or number_of(word) for word in others):
            return None
        return self._contract(words[at : at + 2], others) if bids else self._numbers(words) or self._penalty(words)

    def _contract(self, bid: Sequence[str], others: Sequence[str]) -> AskedRows | None:
        """The cells of law 77 about a contract."""
        named = self._words.named(" ".join(others))
        if not named["result"] and self._words.asked.isdisjoint(others):
            return None
        if self._result(named) == "under":
            return self._down(named, others)
        level, strain = self._levels[bid[0]], self._strains[bid[1]]
        doubling = next(iter(named["doubling"]), "undoubled")
        bonus = {"game" if level >= self._words.games[doubling][strain] else "partscore"}
        bonus |= {"small"} if level == SMALL_SLAM else {"grand"} if level == GRAND_SLAM else set()
        made = {
            "strain": frozenset((STRAINS[strain],)),
            "result": frozenset((self._result(named), "made")),
            "bonus": frozenset(bonus),
            "order": frozenset(ORDER[: min(level, 2)] if STRAINS[strain] == "notrump" else ()),
        }
        return AskedRows(self._words.rules.contract, made | _stakes(named))

    def _penalty(self, words: Sequence[str]) -> AskedRows | None:
        """The cells about undertricks in no contract that is named: "to bet doblet i zonen"."""
        named = self._words.named(" ".join(words))
        is_told = any(named[kind] for kind in ("doubling", "zone")) and self._undertricks(words) < MANY - 1
        return self._down(named, words) if is_told and self._result(named) == "under" else None

    def _down(self, named: Mapping[str, Sequence[str]], words: Sequence[str]) -> AskedRows:
        tricks = self._undertricks(words)
        order = [one for one, least in zip(ORDER, LEAST, strict=True) if least <= tricks]
        down = {"strain": frozenset[str](), "result": frozenset(("under",)), "bonus": frozenset[str]()}
        return AskedRows(self._words.rules.contract, down | {"order": frozenset(order)} | _stakes(named))

    def _result(self, named: Mapping[str, Sequence[str]]) -> str:
        return next((one for one in RESULTS if one in named["result"]), "made")

    def _undertricks(self, words: Sequence[str]) -> int:
        """How many there are: the number beside the word for them; where none is, all that there may be."""
        known = self._words.facets["result"]["under"]
        pairs = [pair for one, two in pairwise(words) for pair in ((one, two), (two, one))]
        return next((n for word, other in pairs if word in known and (n := number_of(other))), MANY - 1)

    def _numbers(self, words: Sequence[str]) -> AskedRows | None:
        """The cells beside a difference, beside the result of a match, or beside a board."""
        units, rules = self._words.units, self._words.rules
        imps, points, boards = units.imps, units.victory_points, units.boards
        found = [(at, int(word)) for at, word in enumerate(words) if word.isdecimal()]
        of_imps = [number for at, number in found if words[at + 1 :] and words[at + 1] in imps]
        others = [number for at, number in found if not words[at + 1 :] or words[at + 1] not in imps]
        if len(others) != 1 or others[0] < 1:
            return None
        if not points.isdisjoint(words):
            return AskedRows(rules.victory_points, numbers=(*others, *of_imps)) if of_imps else None
        if not imps.isdisjoint(words):
            is_difference = not of_imps and others[0] % 10 == 0  # as every score of law 77 is
            return AskedRows(rules.imps, numbers=tuple(others)) if is_difference else None
        if boards.isdisjoint(words) or self._words.turns.isdisjoint(words):
            return None
        return AskedRows(rules.boards, numbers=((others[0] - 1) % SEQUENCE + 1,))


def _stakes(named: Mapping[str, Sequence[str]]) -> dict[str, frozenset[str]]:
    """Doubling and zone that are named; where no zone is, both."""
    zone = ("safe",) if "safe" in named["zone"] else named["zone"] or ("safe", "vulnerable")
    return {"doubling": frozenset(named["doubling"][:1] or ("undoubled",)), "zone": frozenset(zone)}
