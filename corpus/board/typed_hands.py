"""The hands of a deal as people set them down, each as its words: PBN, hand by hand, or the usual diagram.

What the words of a hand are is ``corpus.board.deal``.
"""

from __future__ import annotations

import re

from corpus.board.calls import STRAIN_SIGNS
from corpus.board.contract import SEATS, SUIT_NAMES, Seat, parse_seat, parse_strain

SEPARATED_SUITS = re.compile(r"([♠♥♦♣])")
_HOLLOW = str.maketrans("♤♡♢♧", "♠♥♦♣", "\N{VARIATION SELECTOR-16}\N{VARIATION SELECTOR-15}")
_SUIT_NAME = re.compile(rf"(?<!\w)({SUIT_NAMES})(?!\w)(?:\s*[:=])?\s*", re.IGNORECASE)
_SUIT_LETTERS = re.compile(
    r"(?<!\w)S\s*[:=]([^:=\n]*?)\sH\s*[:=]([^:=\n]*?)\s[RD]\s*[:=]([^:=\n]*?)\s[KC]\s*[:=]", re.IGNORECASE
)
# "S:" is South as well as spades: only a line that goes on with the other suits is a hand's.
_SUIT_LETTERS_AS_SIGNS = r"♠\1 ♥\2 ♦\3 ♣"
_SEAT_NAME = "nord|norr|north|øst|öst|east|syd|sør|söder|south|vest|väst|väster|west"
_SEAT = re.compile(
    rf"(?:^|(?<=\s))(?P<seat>[NESWØÖV])\w*\s*[:=]\s*|^[ \t]*(?P<bare>(?:{_SEAT_NAME})\b|[NESWØÖV](?=\s*[♠♥♦♣]))",
    re.IGNORECASE | re.MULTILINE,
)
_LABEL = re.compile(rf"{_SEAT_NAME}|[NESWØÖV]", re.IGNORECASE)
_DEAL_TAG = re.compile(r'\[\s*deal\s+"([^"]*)"\s*\]', re.IGNORECASE)
_TAG = re.compile(r'\[\s*\w+\s+"[^"]*"\s*\]')
_COMPASS_BOX = re.compile(r"\s{2,}(?:[NSWVØÖ]|[WV]\s+[EØÖ])\s*$", re.IGNORECASE)
_DIAGRAM_ROWS = [1] * 4 + [2] * 4 + [1] * 4
_DIAGRAM_SEATS: tuple[Seat, ...] = ("N", "W", "E", "S")


def typed_hands(typed: str) -> tuple[tuple[Seat, str], ...]:
    """Whose hands there are and the words of each, in the order typed; empty where no seat can be told.

    Suits in words have their signs; hands that PBN leaves unknown (``-``) are left out.

    >>> typed_hands("Nord: spar EK32 hjerter D54 ruder K2 klør B876")
    (('N', '♠EK32 ♥D54 ♦K2 ♣B876'),)
    >>> typed_hands('[Deal "E:AK32.Q54.K2.J876 - - -"]')
    (('E', 'AK32.Q54.K2.J876'),)
    """
    plain = _signed(_tagged(typed.translate(_HOLLOW)))
    return _diagram(plain) or _seated(plain)


def _tagged(typed: str) -> str:
    """What the tag of the deal holds, where nothing but tags is typed."""
    tag = _DEAL_TAG.search(typed)
    return tag[1] if tag and not _TAG.sub("", typed).strip() else typed


def _signed(typed: str) -> str:
    typed = _SUIT_LETTERS.sub(_SUIT_LETTERS_AS_SIGNS, typed)
    return _SUIT_NAME.sub(lambda match: _sign(match[1]), typed)


def _sign(name: str) -> str:
    strain = parse_strain(name)
    return STRAIN_SIGNS[strain] if strain else name


def _seated(typed: str) -> tuple[tuple[Seat, str], ...]:
    """Hands behind their seats; a single seat may begin a row of PBN, clockwise."""
    found = list(_SEAT.finditer(typed))
    if not found or typed[: found[0].start()].strip():
        return ()
    ends = [*(match.start() for match in found[1:]), len(typed)]
    seats = [parse_seat((match["seat"] or match["bare"])[0]) for match in found]
    hands = [
        (seat, typed[match.end() : end].strip()) for seat, match, end in zip(seats, found, ends, strict=True) if seat
    ]
    return _clockwise(*hands[0]) if len(hands) == 1 else tuple(hands)


def _clockwise(first: Seat, words: str) -> tuple[tuple[Seat, str], ...]:
    hands = words.split()
    if len(hands) > len(SEATS) or not all("." in hand or hand == "-" for hand in hands):
        return ((first, words),)
    start = SEATS.index(first)
    order = SEATS[start:] + SEATS[:start]
    return tuple((seat, hand) for seat, hand in zip(order, hands, strict=False) if hand != "-")


def _diagram(typed: str) -> tuple[tuple[Seat, str], ...]:
    """North above, West and East beside each other, South below, a line a suit; names of seats may stand there too."""
    rows = [SEPARATED_SUITS.split(line) for line in typed.splitlines() if line.strip()]
    parts = [row[1:] for row in rows if len(row) > 1]
    labels = " ".join(row[0] for row in rows if len(row) == 1).split()
    order = iter(_DIAGRAM_SEATS)
    if [len(part) // 2 for part in parts] != _DIAGRAM_ROWS:
        return ()
    if not all(_LABEL.fullmatch(label) and any(parse_seat(label[0]) == seat for seat in order) for label in labels):
        return ()
    hands: dict[Seat, str] = dict.fromkeys(_DIAGRAM_SEATS, "")
    for number, part in enumerate(parts):
        seats: tuple[Seat, ...] = (("N",), ("W", "E"), ("S",))[number // 4]
        for seat, sign, held in zip(seats, part[::2], part[1::2], strict=True):
            hands[seat] += f"{sign} {_COMPASS_BOX.sub('', held).strip()} "
    return tuple(hands.items())
