"""An auction as people write it, and which of its calls the laws do not allow (laws 18, 19, 22)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from corpus.board.contract import SEATS, Seat, Strain, parse_strain

CallKind = Literal["bid", "pass", "double", "redouble"]
CallFaultCode = Literal["insufficient", "double", "redouble", "after-end"]
STRAIN_ORDER: tuple[Strain, ...] = ("C", "D", "H", "S", "N")
STRAIN_SIGNS = dict(zip(STRAIN_ORDER, ("♣", "♦", "♥", "♠", "NT"), strict=True))
PASSES_TO_END = 3

_TOKEN = re.compile(r"\([^()]*\)|[^\s,()/|–-]+(?:\s?[♠♥♦♣])?[!?]*|(?<!\S)[–-]+(?!\S)")
_WORDS: dict[str, CallKind] = {
    **dict.fromkeys(("pas", "pass", "p", "-", "–", "--"), "pass"),
    **dict.fromkeys(("x", "d", "dbl", "dobl", "dobler", "doblet", "dubbel", "dubbelt", "double"), "double"),
    **dict.fromkeys(("xx", "rd", "rdbl", "redbl", "redoblet", "redobler", "redubbelt", "redouble"), "redouble"),
}


@dataclass(frozen=True)
class AuctionCall:
    """One call. ``remark`` are words in brackets after it; ``alerted`` has an exclamation mark; ``fault`` is against
    the laws."""

    kind: CallKind
    level: int = 0
    strain: Strain | None = None
    remark: str = ""
    alerted: bool = False
    fault: CallFaultCode | None = None

    @property
    def rank(self) -> tuple[int, int]:
        """Which of two bids is higher (law 18)."""
        return self.level, STRAIN_ORDER.index(self.strain) if self.strain else -1


@dataclass(frozen=True)
class CallSequence:
    """The calls in order, the dealer's first; ``ended`` when three passes closed the auction."""

    dealer: Seat
    calls: tuple[AuctionCall, ...]
    ended: bool

    def seat(self, number: int) -> Seat:
        """Whose call it is, counted from 0."""
        return SEATS[(SEATS.index(self.dealer) + number) % len(SEATS)]


class AuctionError(ValueError):
    """A word that is no call; ``found`` is it."""

    def __init__(self, found: str) -> None:
        super().__init__(found)
        self.found = found


def parse_auction(typed: str, dealer: Seat) -> CallSequence:
    """The calls of an auction, those that the laws do not allow marked: they happen, and are what cases are about.

    Raises AuctionError for a word that is no call.

    >>> [call.fault for call in parse_auction("1♠ 1♥ X pas pas pas", "N").calls]
    [None, 'insufficient', None, None, None, None]
    """
    calls: list[AuctionCall] = []
    for token in _TOKEN.findall(typed):
        if token.startswith("("):
            if not calls:
                raise AuctionError(token)
            last = calls[-1]
            calls[-1] = AuctionCall(last.kind, last.level, last.strain, token[1:-1].strip(), last.alerted, last.fault)
            continue
        call = _call(token)
        calls.append(AuctionCall(call.kind, call.level, call.strain, "", call.alerted, _fault(call, calls)))
    ended = any(_is_over(calls[:count]) for count in range(len(calls) + 1))
    return CallSequence(dealer, tuple(calls), ended)


def _call(token: str) -> AuctionCall:
    word = token.rstrip("!?").casefold()
    alerted = "!" in token
    if kind := _WORDS.get(word):
        return AuctionCall(kind, alerted=alerted)
    strain = parse_strain(word[1:].strip()) if word[:1] in set("1234567") else None
    if strain is None:
        raise AuctionError(token)
    return AuctionCall("bid", int(word[0]), strain, alerted=alerted)


def _fault(call: AuctionCall, before: list[AuctionCall]) -> CallFaultCode | None:
    if _is_over(before):
        return "after-end"
    if call.kind == "pass":
        return None
    bids = [earlier for earlier in before if earlier.kind == "bid"]
    if call.kind == "bid":
        return "insufficient" if bids and call.rank <= bids[-1].rank else None
    # The last call that was no pass, and whether an opponent made it.
    last = next((at for at in range(len(before) - 1, -1, -1) if before[at].kind != "pass"), None)
    wanted = "bid" if call.kind == "double" else "double"
    by_opponent = last is not None and (len(before) - last) % 2 == 1
    return None if last is not None and by_opponent and before[last].kind == wanted else _against(call)


def _against(call: AuctionCall) -> CallFaultCode:
    return "double" if call.kind == "double" else "redouble"


def _is_over(calls: list[AuctionCall]) -> bool:
    passes = 0
    for call in reversed(calls):
        if call.kind != "pass":
            break
        passes += 1
    return passes >= (PASSES_TO_END if len(calls) > passes else PASSES_TO_END + 1)
