"""A poll of players, counted: which calls were considered and which chosen (16B1b, 85A1). Nothing is concluded.

What makes a call a logical alternative is the committee's to decide: the law names a significant proportion and gives
no number. What a player says in brackets beside his call is printed with his answer and is no call of its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from corpus.board.calls import REMARK, STRAIN_SIGNS, AuctionError, parse_auction
from corpus.board.deal import SYMBOLS, parse_card
from corpus.dossiers.dossier import PolledPlayer
from parser.lang.words import any_of, every_word

_NO_ANSWER = frozenset(("", *every_word("no_answer")))
_PARTED = re.compile(rf"[,;/\n]|\s{any_of(every_word('ands'))}\s")


@dataclass(frozen=True)
class CallCount:
    """How many players considered a call, and how many chose it; one who chose it considered it too."""

    call: str
    considered: int
    chosen: int


@dataclass(frozen=True)
class PollCount:
    """``answered`` of the ``asked`` players named a call. ``calls`` are the most chosen first, then as first named."""

    asked: int
    answered: int
    calls: tuple[CallCount, ...]


def count_poll(poll: Sequence[PolledPlayer]) -> PollCount:
    """Count a poll. Calls written differently are one, and cards; words that are neither are counted as they are.

    Who says that he does not know has not answered.

    >>> count_poll([PolledPlayer("AB", chosen="4s", considered="pas"), PolledPlayer("CD", chosen="4♠")]).calls
    (CallCount(call='4♠', considered=2, chosen=2), CallCount(call='pas', considered=1, chosen=0))
    """
    chosen = [_calls(player.chosen)[:1] for player in poll]
    considered = [list(dict.fromkeys((*calls, *_calls(p.considered)))) for calls, p in zip(chosen, poll, strict=True)]
    named = dict.fromkeys(call for calls in considered for call in calls)
    shown = {key: words for player in poll for typed in (player.chosen, player.considered)
             for key, words in _keyed(typed)}  # fmt: skip
    counts = [
        CallCount(shown[call], sum(call in calls for calls in considered), sum(call in calls for calls in chosen))
        for call in named
    ]
    counts.sort(key=lambda count: (-count.chosen, -count.considered))
    return PollCount(len(poll), sum(map(bool, considered)), tuple(counts))


def _calls(typed: str) -> list[str]:
    return [key for key, _ in _keyed(typed)]


def _keyed(typed: str) -> list[tuple[str, str]]:
    """The calls of a field as (what makes it one, its words)."""
    plain = REMARK.sub(" ", typed)
    parts = (" ".join(part.split()) for part in _PARTED.split(plain if plain.strip() else typed))
    return [_call(words) for words in parts if words and words.rstrip(".!?").casefold() not in _NO_ANSWER]


def _call(words: str) -> tuple[str, str]:
    if card := parse_card(words):
        return f"{card.suit}{card.rank}", f"{SYMBOLS[card.suit]}{card.typed}"
    try:
        calls = parse_auction(words, "N").calls
    except AuctionError:
        return words.casefold(), words
    if len(calls) != 1 or calls[0].remark:
        return words.casefold(), words
    call = calls[0]
    if call.strain is None:
        return call.kind, words
    sign = STRAIN_SIGNS[call.strain]
    return f"{call.level}{sign}", f"{call.level}{sign}"
