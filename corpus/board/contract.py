"""A contract with its result, and a score, as players write them in four languages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeVar

K = TypeVar("K", bound=str)
Seat = Literal["N", "E", "S", "W"]
Side = Literal["NS", "EW"]
SEATS: tuple[Seat, ...] = ("N", "E", "S", "W")
Strain = Literal["C", "D", "H", "S", "N"]
Doubling = Literal["undoubled", "doubled", "redoubled"]
Vulnerability = Literal["", "none", "NS", "EW", "all"]

BOOK = 6  # tricks that declarer's side takes before those that count (the laws' definition of the book)
TRICKS = 13

_STRAINS: Mapping[Strain, str] = MappingProxyType(
    {
        "N": "notrump sans sang grand nt ut sa n",
        "C": "♣ clubs club klør kløver klöver kl k c",
        "D": "♦ diamonds diamond ruder ruter ru r d",
        "H": "♥ hearts heart hjerter hjerte hjärter hj h",
        "S": "♠ spades spade spader spar sp s",
    }
)
_DOUBLINGS: Mapping[Doubling, str] = MappingProxyType(
    {"redoubled": "xx ** rd redbl redoblet redubblat", "doubled": "x * d dbl doblet dubblat"}
)
_SEATS: Mapping[Seat, str] = MappingProxyType({"N": "n", "E": "e ø ö", "S": "s", "W": "w v"})
_MINUS = str.maketrans({"−": "-", "–": "-", "×": "x"})


def _named(words: Mapping[K, str]) -> str:
    """A pattern with one alternative for each word, the longest first."""
    every = sorted((word for same in words.values() for word in same.split()), key=len, reverse=True)
    return "|".join(map(re.escape, every))


def _several(words: str) -> list[str]:
    """The words that are a sign or more than one letter."""
    return [word for word in words.split() if len(word) > 1 or not word.isalpha()]


STRAIN_WORDS = _named(_STRAINS)
"""A pattern of every sign, letter and name that ``parse_strain`` reads."""
SUIT_NAMES = _named({strain: " ".join(_several(same)) for strain, same in _STRAINS.items() if strain != "N"})
"""A pattern of every sign and name of a suit, without the single letters, which are those of cards too."""
_CONTRACT = re.compile(
    rf"([1-7])\s*({STRAIN_WORDS})\s*({_named(_DOUBLINGS)})?\s*({_named(_SEATS)})\s*(=|[+-]\s*\d{{1,2}})",
    re.IGNORECASE,
)
_PASSED = frozenset(("pass", "pas", "passet", "passed", "passed out"))
_WHOLE = re.compile(r"[+-]?\s*\d{1,5}")


@dataclass(frozen=True)
class PlayedContract:
    """A contract and its result; ``result`` is 0 for made, else tricks more or fewer than contracted."""

    level: int
    strain: Strain
    doubling: Doubling
    declarer: Seat
    result: int

    @property
    def side(self) -> Side:
        """Declarer's side."""
        return "NS" if self.declarer in ("N", "S") else "EW"


def parse_seat(typed: str) -> Seat | None:
    """A player by the letter of any of the languages (``N``, ``Ø``, ``V``); None for another word."""
    return next((seat for seat, same in _SEATS.items() if typed.casefold() in same.split()), None)


def parse_strain(typed: str) -> Strain | None:
    """A suit or no-trump by sign, letter or name in any of the languages; None for another word."""
    return next((strain for strain, same in _STRAINS.items() if typed.casefold() in same.split()), None)


class BadContractError(ValueError):
    """Words that are no contract with declarer and result, or one that cannot be."""


def parse_contract(typed: str) -> PlayedContract | None:
    """``4♠x Ø -2``, ``3NT S =``; None for a board that was passed out. Raises BadContractError.

    >>> parse_contract("4 spar doblet V -2")
    PlayedContract(level=4, strain='S', doubling='doubled', declarer='W', result=-2)
    """
    plain = " ".join(typed.translate(_MINUS).casefold().split())
    if plain in _PASSED:
        return None
    match = _CONTRACT.fullmatch(plain)
    if match is None:
        raise BadContractError(typed)
    level, result = int(match[1]), 0 if match[5] == "=" else int("".join(match[5].split()))
    if not 0 <= level + BOOK + result <= TRICKS:
        raise BadContractError(typed)
    doubling: Doubling = _key(_DOUBLINGS, match[3]) if match[3] else "undoubled"
    return PlayedContract(level, _key(_STRAINS, match[2]), doubling, _key(_SEATS, match[4]), result)


def parse_score(typed: str) -> int | None:
    """A score for North-South, ``+420`` or ``-50``; None when it is no score. Every number of law 77 ends in 0.

    >>> [parse_score(one) for one in ("+420", "− 50", "4♠ S =", "425")]
    [420, -50, None, None]
    """
    number = parse_whole(typed)
    return None if number is None or number % 10 else number


def parse_whole(typed: str) -> int | None:
    """A whole number with or without its sign; None when it is none."""
    plain = typed.translate(_MINUS).strip()
    return int("".join(plain.split())) if _WHOLE.fullmatch(plain) else None


def _key(words: Mapping[K, str], word: str) -> K:
    return next(key for key, same in words.items() if word in same.split())
