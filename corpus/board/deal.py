"""A deal as people write it, in PBN or hand by hand, with the letters of any of the four languages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from corpus.board.contract import SEATS, SUIT_NAMES, Seat, parse_seat, parse_strain

Suit = Literal["S", "H", "D", "C"]
SUITS: tuple[Suit, ...] = ("S", "H", "D", "C")
SYMBOLS: Mapping[Suit, str] = MappingProxyType({"S": "♠", "H": "♥", "D": "♦", "C": "♣"})
RANKS = "AKQJT98765432"
HAND = 13
# Honours by language: ace, king, queen, jack; ten is always 10.
HONOURS: Mapping[str, tuple[str, str, str, str]] = MappingProxyType(
    {"da": ("E", "K", "D", "B"), "nb": ("E", "K", "D", "Kn"), "sv": ("E", "K", "D", "Kn"), "en": ("A", "K", "Q", "J")}
)

_LETTERS: Mapping[str, str] = MappingProxyType({"kn": "J", "10": "T", "e": "A", "d": "Q", "b": "J"})
_CARD = re.compile(r"kn|10|[akqjtedb2-9]", re.IGNORECASE)
_NAMED_CARD = re.compile(rf"(?P<suit>{SUIT_NAMES})\s*(?P<rank>{_CARD.pattern})", re.IGNORECASE)
_HAND = re.compile(r"(?:^|\s)(?P<seat>[NESWØÖV])\w*\s*[:=]\s*", re.IGNORECASE)
_SUIT_SIGN = re.compile(r"([♠♥♦♣])")

DealFaultCode = Literal[
    "hands",  # not four hands: ``found`` is what could not be read
    "suits",  # the hand of ``seat`` has not four suits
    "card",  # ``found`` in the hand of ``seat`` is no card
    "count",  # the hand of ``seat`` has ``found`` cards
    "twice",  # the card ``found`` is there twice
]


@dataclass(frozen=True)
class Hand:
    """The cards of one player: ranks by suit, the highest first; a void is empty."""

    suits: Mapping[Suit, str]

    def printed(self, suit: Suit, language: str) -> str:
        """The cards of a suit in a language's letters; a dash for a void.

        >>> Hand({"S": "AQT", "H": "", "D": "", "C": ""}).printed("S", "da")
        'E D 10'
        """
        return " ".join(printed_rank(rank, language) for rank in self.suits[suit]) or "–"


def printed_rank(rank: str, language: str) -> str:
    """A rank of ``RANKS`` in a language's letters.

    >>> printed_rank("A", "da"), printed_rank("T", "sv")
    ('E', '10')
    """
    names = dict(zip("AKQJ", HONOURS[language], strict=True)) | {"T": "10"}
    return names.get(rank, rank)


@dataclass(frozen=True)
class NamedCard:
    """One card: its suit, its rank of ``RANKS``, and its rank as typed."""

    suit: Suit
    rank: str
    typed: str


def parse_card(typed: str) -> NamedCard | None:
    """A card by the sign or name of its suit and its rank; None for other words.

    >>> parse_card("ruder 5"), parse_card("♠D"), parse_card("5♦")
    (NamedCard(suit='D', rank='5', typed='5'), NamedCard(suit='S', rank='Q', typed='D'), None)
    """
    match = _NAMED_CARD.fullmatch(typed.strip())
    strain = parse_strain(match["suit"]) if match else None
    if match is None or strain is None or strain == "N":
        return None
    return NamedCard(strain, _rank(match["rank"]), match["rank"].capitalize())


def _rank(typed: str) -> str:
    return _LETTERS.get(typed.casefold(), typed.upper())


@dataclass(frozen=True)
class Deal:
    """Four hands of thirteen, of 52 different cards."""

    hands: Mapping[Seat, Hand]


class DealError(ValueError):
    """A deal that cannot be; ``seat`` is whose hand, ``found`` what is wrong with it, a card as its sign and rank."""

    def __init__(self, code: DealFaultCode, seat: str = "", found: str = "") -> None:
        super().__init__(f"{code} {seat} {found}")
        self.code: DealFaultCode = code
        self.seat = seat
        self.found = found


def parse_deal(typed: str) -> Deal:
    """A deal from ``N:AK32.Q54.K2.J876 ...`` (PBN) or a line a hand (``Nord: ♠ EK32 ♥ D54 ♦ K2 ♣ B876``).

    Suits come in the order of rank or have their signs; a dash is a void. Raises DealError.
    """
    found = list(_HAND.finditer(typed))
    if len(found) == 1:
        return _checked(_pbn(typed, found[0]))
    seats = [parse_seat(match["seat"]) for match in found]
    if sorted(map(str, seats)) != sorted(SEATS) or typed[: found[0].start()].strip():
        raise DealError("hands", found=typed.strip()[:60])
    ends = [*(match.start() for match in found[1:]), len(typed)]
    hands = {seat: typed[match.end() : end] for seat, match, end in zip(seats, found, ends, strict=True) if seat}
    return _checked({seat: _hand(seat, words) for seat, words in hands.items()})


def _pbn(typed: str, first: re.Match[str]) -> dict[Seat, Hand]:
    seat = parse_seat(first["seat"])
    words = typed[first.end() :].split()
    if seat is None or len(words) != len(SEATS):
        raise DealError("hands", found=typed.strip()[:60])
    start = SEATS.index(seat)
    order = SEATS[start:] + SEATS[:start]
    return {seat: _hand(seat, hand) for seat, hand in zip(order, words, strict=True)}


def _hand(seat: Seat, words: str) -> Hand:
    """The suits of a hand, by their signs or in order, between dots, commas or blanks."""
    if _SUIT_SIGN.search(words):
        _, *parts = _SUIT_SIGN.split(words)
        signed = dict(zip(parts[::2], parts[1::2], strict=True))
        if len(signed) * 2 != len(parts):
            raise DealError("suits", seat)
        holdings = [signed.get(SYMBOLS[suit], "") for suit in SUITS]
    else:
        holdings = words.strip().split(".") if "." in words else re.split(r"[\s,/]+", words.strip())
        if len(holdings) != len(SUITS):
            raise DealError("suits", seat)
    return Hand({suit: _cards(seat, holding) for suit, holding in zip(SUITS, holdings, strict=True)})


def _cards(seat: Seat, holding: str) -> str:
    plain = re.sub(r"[\s.,;–—-]", "", holding)
    cards = [_rank(card) for card in _CARD.findall(plain)]
    if _CARD.sub("", plain):
        raise DealError("card", seat, holding.strip())
    return "".join(sorted(cards, key=RANKS.index))


def _checked(hands: Mapping[Seat, Hand]) -> Deal:
    """The hands, if every card of the pack is there once and each hand has thirteen. Raises DealError."""
    for seat, hand in hands.items():
        count = sum(map(len, hand.suits.values()))
        if count != HAND:
            raise DealError("count", seat, str(count))
    cards = Counter((suit, rank) for hand in hands.values() for suit in SUITS for rank in hand.suits[suit])
    if twice := next((card for card, count in cards.items() if count > 1), None):
        raise DealError("twice", found=f"{SYMBOLS[twice[0]]}{twice[1]}")
    return Deal(hands)
