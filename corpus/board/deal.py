"""A deal as people write it, in PBN or hand by hand, with the letters of any of the four languages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import shorten
from types import MappingProxyType
from typing import Literal

from corpus.board.contract import SEATS, SUIT_NAMES, Seat, parse_strain
from corpus.board.typed_hands import SEPARATED_SUITS, typed_hands

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
_LETTERED = frozenset(("SHRK", "SHDC", "SHDK", "SHRC"))  # the suits by rank, in the languages' letters
_VOIDS = frozenset(("renonce", "renons", "void", "ingen", "inga", "none"))
_SHOWN = 60

DealFaultCode = Literal[
    "hands",  # no hands behind their seats: ``found`` is what could not be read
    "missing",  # the hands of the seats ``found`` are not there
    "repeated",  # the hand of ``seat`` is there twice
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
    """A deal from ``N:AK32.Q54.K2.J876 ...`` (PBN), a line a hand (``Nord: ♠ EK32 ♥ D54 ♦ K2 ♣ B876``) or a diagram.

    Suits come in the order of rank or have their signs, names or letters; a dash is a void. Raises DealError.
    """
    typed_words = typed_hands(typed)
    if not typed_words:
        raise DealError("hands", found=shorten(typed[: 4 * _SHOWN], _SHOWN, placeholder=" …"))
    hands: dict[Seat, Hand] = {}
    for seat, words in typed_words:
        if seat in hands:
            raise DealError("repeated", seat)
        hands[seat] = _hand(seat, words)
    if missing := [seat for seat in SEATS if seat not in hands]:
        raise DealError("missing", found="".join(missing))
    return _checked(hands)


def _hand(seat: Seat, words: str) -> Hand:
    """The suits of a hand, by their signs or letters, or in order between dots, commas or blanks."""
    if SEPARATED_SUITS.search(words):
        _, *parts = SEPARATED_SUITS.split(words)
        signed = dict(zip(parts[::2], parts[1::2], strict=True))
        if len(signed) * 2 != len(parts):
            raise DealError("suits", seat)
        holdings = [signed.get(SYMBOLS[suit], "") for suit in SUITS]
    else:
        holdings = words.strip().split(".") if "." in words else re.split(r"[\s,/]+", words.strip())
        if lettered := _lettered(holdings):
            holdings = [lettered[suit] for suit in SUITS]
        if len(holdings) != len(SUITS):
            raise DealError("suits", seat)
    return Hand({suit: _cards(seat, holding) for suit, holding in zip(SUITS, holdings, strict=True)})


def _lettered(parts: Sequence[str]) -> Mapping[Suit, str] | None:
    """Suits behind their letters: ``S EK32 H D54 R K2 K B876`` in any order, or ``SEK32 HD54 RK2 KB876`` by rank.

    Without "S" and "H" in front no letter is taken for a suit: K and D are cards too.
    """
    if len(parts) == 2 * len(SUITS):
        strains = [parse_strain(part) for part in parts[::2]]
        held: dict[Suit, str] = {s: p for s, p in zip(strains, parts[1::2], strict=True) if s and s != "N"}
        return held if len(held) == len(SUITS) else None
    firsts = "".join(part[:1].upper() for part in parts)
    if firsts not in _LETTERED:
        return None
    return {suit: part[1:] for suit, part in zip(SUITS, parts, strict=True)}


def _cards(seat: Seat, holding: str) -> str:
    if holding.strip().casefold() in _VOIDS:
        return ""
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
