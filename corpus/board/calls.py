"""An auction as people write it, and which of its calls the laws do not allow (laws 18, 19, 22)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from corpus.board.contract import SEATS, STRAIN_WORDS, Seat, Strain, parse_strain

CallKind = Literal["bid", "pass", "double", "redouble"]
CallFaultCode = Literal["insufficient", "double", "redouble", "after-end"]
STRAIN_ORDER: tuple[Strain, ...] = ("C", "D", "H", "S", "N")
STRAIN_SIGNS = dict(zip(STRAIN_ORDER, ("♣", "♦", "♥", "♠", "NT"), strict=True))
PASSES_TO_END = 3

REMARK = re.compile(r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)")
"""Words in brackets, with brackets within them."""
_BID = rf"[1-7]\s*(?:{STRAIN_WORDS}|gr)(?!\w)[!?]*"
_ALL_PASS = r"(?:all|alle|alla)\s+pass?(?!\w)|pass?\s+(?:rundt|runt)(?!\w)|rundpass?(?!\w)|ap(?!\w)"
_TOKEN = re.compile(
    rf"{REMARK.pattern}|{_BID}|{_ALL_PASS}|[^\s,()/|–-]+(?:\s?[♠♥♦♣])?[!?]*|(?<!\S)[–-]+(?!\S)", re.IGNORECASE
)
_DASH = re.compile(r"[–-]+")
_EVERY_PASS = re.compile(_ALL_PASS, re.IGNORECASE)
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

    "all pass" and the like are the passes that close the auction. A call in brackets is one, as many write those of
    opponents; other words in brackets are a remark on the call before. Dashes between all calls, where passes have
    words, are no passes. Raises AuctionError for a word that is no call.

    >>> [call.fault for call in parse_auction("1♠ 1♥ X pas pas pas", "N").calls]
    [None, 'insufficient', None, None, None, None]
    """
    calls: list[AuctionCall] = []
    so_far, ended = _SoFar(), False
    for token in _without_separators([_unbracketed(token) for token in _TOKEN.findall(typed)]):
        if token.startswith("("):
            if not calls:
                raise AuctionError(token)
            calls[-1] = replace(calls[-1], remark=token[1:-1].strip())
            continue
        closing = _EVERY_PASS.fullmatch(token) is not None
        for call in (_PASS,) * max(1, so_far.passes_left) if closing else (_call(token),):
            calls.append(replace(call, fault=so_far.fault(call)))
            so_far.add(call)
            ended = ended or so_far.is_over
    return CallSequence(dealer, tuple(calls), ended)


def _unbracketed(token: str) -> str:
    """A call in brackets without them; other tokens as they are."""
    inner = token[1:-1].strip() if token.startswith("(") else ""
    return inner if inner and (_EVERY_PASS.fullmatch(inner) or _is_call(inner)) else token


def _is_call(token: str) -> bool:
    try:
        _call(token)
    except AuctionError:
        return False
    return True


def _without_separators(tokens: Sequence[str]) -> Sequence[str]:
    """The tokens without dashes that stand between each two calls, unless these dashes are the only passes."""
    calls = [token for token in tokens if not token.startswith("(")]
    between = [_DASH.fullmatch(token) is not None for token in calls]
    alternate = between == [number % 2 == 1 for number in range(len(calls))]
    if not alternate or not any(_WORDS.get(token.casefold()) == "pass" or _EVERY_PASS.fullmatch(token)
                                for token in calls[::2]):  # fmt: skip
        return tokens
    return [token for token in tokens if not _DASH.fullmatch(token)]


def _call(token: str) -> AuctionCall:
    word = token.rstrip("!?").casefold()
    alerted = "!" in token
    if kind := _WORDS.get(word):
        return AuctionCall(kind, alerted=alerted)
    name = word[1:].strip()
    # Norwegians write "2gr" for two no-trump.
    strain = ("N" if name == "gr" else parse_strain(name)) if word[:1] in set("1234567") else None
    if strain is None:
        raise AuctionError(token)
    return AuctionCall("bid", int(word[0]), strain, alerted=alerted)


_PASS = AuctionCall("pass")


class _SoFar:
    """What of the calls made so far decides about the next one."""

    def __init__(self) -> None:
        self.count = self.passes = 0
        self.bid: AuctionCall | None = None
        self.last: CallKind = "pass"
        """The kind of the last call that was no pass, if there was one."""

    @property
    def passes_left(self) -> int:
        """How many passes would close the auction now."""
        return (PASSES_TO_END if self.count > self.passes else PASSES_TO_END + 1) - self.passes

    @property
    def is_over(self) -> bool:
        """True when passes have closed the auction."""
        return self.passes_left <= 0

    def fault(self, call: AuctionCall) -> CallFaultCode | None:
        """What the laws have against a call that is made now."""
        if self.is_over:
            return "after-end"
        if call.kind == "pass":
            return None
        if call.kind == "bid":
            return "insufficient" if self.bid and call.rank <= self.bid.rank else None
        wanted = "bid" if call.kind == "double" else "double"
        by_opponent = self.passes % 2 == 0
        return None if by_opponent and self.last == wanted else call.kind

    def add(self, call: AuctionCall) -> None:
        """Take a call in, whatever is against it."""
        self.count += 1
        if call.kind == "pass":
            self.passes += 1
            return
        self.passes, self.last = 0, call.kind
        if call.kind == "bid":
            self.bid = call
