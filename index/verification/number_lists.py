"""Lists and ranges of numbers, read to their end whether or not there are such rules.

What only looks like a member is taken off: calls, amounts, the law before one of its parts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from corpus.ids import Level, ProvisionId
from index.verification.labels import NumberEnd, bracketed_on, is_plural, member_on, range_on, read_on
from parser.citations.designators import read_absolute
from parser.citations.grammar import grammar_of
from parser.decisions.fields import KnownNumbers
from parser.lang.words import any_of, every_word

_CALL = re.compile(rf"\s*(?:,|/|\s{any_of(every_word('ands'))})\s*[1-7][A-Z]\Z")
_AMOUNT = re.compile(
    rf"(?:\s*[,/]\s*(?:{any_of(every_word('ands'))}\s)?|\s{any_of(every_word('ands'))}\s"
    rf"|(?P<range>\s?[-–—]\s?|\s{any_of(every_word('ranges'))}\s))\s*[1-9]\d?\Z"
)
_STRAIN = re.compile(r"[ \u00a0]?(?:[CDHS♠♥♦♣]|NT|UT|ut|nt|sa)(?!\w)")
_COUNTED_ON = 10
_HIGHEST_CALL = 7


@dataclass(frozen=True)
class ListedNumbers:
    """The numbers of a list read to its ``end``; ``is_read`` is False where the last of them goes on unread."""

    end: int
    numbers: tuple[ProvisionId, ...]
    is_read: bool = True


def read_list(
    text: str, at: int, found: tuple[ProvisionId, ...], language: str, numbers: KnownNumbers, *, signed: bool = True
) -> ListedNumbers:
    """The list whose numbers up to ``at`` are read, whether or not there are such rules, with all that follow."""
    grammar, before = grammar_of(language), -1
    while found and at > before:
        before = at
        last = read_on(text, at, found[-1], grammar, language, signed=signed)
        at, found = last.end, (*found[:-1], last.number)
        if not last.is_read:
            return ListedNumbers(at, found, False)
        if several := bracketed_on(text, at, found[-1]):
            at, found = several[0], (*found[:-1], *(several[1] or found[-1:]))
            if not several[1]:
                return ListedNumbers(at, found, False)
        elif ranged := range_on(text, at, found[-1], grammar, language):
            at, found = ranged[0], (*found, *ranged[1])
        elif (member := _next_member(text, at, found[-1], language, numbers)) is not None:
            at, found = member.end, (*found, member.number)
            if not member.is_read:
                return ListedNumbers(at, found, False)
    return ListedNumbers(at, found)


def _next_member(text: str, at: int, last: ProvisionId, language: str, numbers: KnownNumbers) -> NumberEnd | None:
    """The number that what joins a list at ``at`` leads to: "§§ 12 C 1 e og 64 F", "§ 12 C 1 (c) og (h)".

    A law number without a letter may count anything, and "4 H" may be four hearts: such end the list.
    """
    grammar = grammar_of(language)
    joined = grammar.join_at(text, at)
    if joined is None or len(last.parts) == 1:
        return None
    following = read_absolute(text, joined)
    if following is None:
        return member_on(text, joined, last, grammar, language)
    whole = read_on(text, following.end, following.id, grammar, language)
    if len(whole.number.parts) == 1:
        return None
    if int(whole.number.law.lstrip("X")) <= _HIGHEST_CALL and not numbers.is_known(whole.number):
        return None
    return whole


def without_parent(printed: str, found: tuple[ProvisionId, ...]) -> tuple[ProvisionId, ...]:
    """A list without the law that is only the beginning of the next: "§ 27, B" is 27B."""
    if len(found) > 1 and found[1].parts[:-1] == found[0].parts and len(found[0].parts) == 1:
        return found if printed.count(found[0].law) > 1 else found[1:]
    return found


def without_amount(
    text: str,
    start: int,
    end: int,
    found: tuple[ProvisionId, ...],
    patterns: Mapping[str, re.Pattern[str]] | None,
) -> tuple[int, tuple[ProvisionId, ...]]:
    """A list or range without an amount or a call at its end: "§ 12 C 1 til 4S", "§ 92B, 30 minutter"."""
    last = _AMOUNT.search(text, start, end)
    if last is None or len(found) < 2 or patterns is None:
        return end, found
    if not (patterns["unit"].match(text, end) or _STRAIN.match(text, end)):
        return end, found
    if last["range"]:
        above = found[-1].parts[:-1]
        return last.start(), found[: next(at for at, one in enumerate(found) if one.parts[:-1] == above) + 1]
    return last.start(), found[:-1]


def without_calls(
    text: str, start: int, end: int, found: tuple[ProvisionId, ...], numbers: KnownNumbers
) -> tuple[int, tuple[ProvisionId, ...]]:
    """A list without calls at its end that no edition had as a number: "§ 21B3, 4H" is 21B3 and four hearts."""
    while len(found) > 1 and not numbers.is_known(found[-1]) and (match := _CALL.search(text, start, end)):
        found, end = found[:-1], match.start()
    return end, found


def descends(printed: str, found: Sequence[ProvisionId]) -> bool:
    """True for one law with a lower one behind it: "§ 16 C, 9" may be 9 below 16C, and says nothing about law 9.

    "Lag 47E och 41" are two laws: an "and" joins what is of one kind, and 41 is no letter. "Lagarna 16 B 1 a och 2" may
    be either.
    """
    plural = is_plural(printed)
    return any(
        len(one.parts) == 1 < len(above.parts)
        and one.law.isdigit()
        and above.law.isdigit()
        and int(one.law) < int(above.law)
        and (
            len(above.parts) > int(Level.UPPER)
            or (not plural and re.search(rf"[,/]\s*{one.law}\b", printed) is not None)
        )
        for above, one in pairwise(found)
    )


def counted_on(found: tuple[ProvisionId, ...]) -> tuple[ProvisionId, ...]:
    """A list in which a number behind two that count on does so too: "§ 16 B 1, 2 og 7" is no law 7.

    >>> [str(one) for one in counted_on(tuple(map(ProvisionId.of, ("16B1", "16B2", "7"))))]
    ['16B1', '16B2', '16B7']
    """
    out: list[ProvisionId] = []
    for one in found:
        *_, before, last = (None, None, *out)
        counting = before is not None and last is not None and before.parent == last.parent and last.parts[-1].isdigit()
        if counting and last is not None and len(one.parts) == 1 and len(last.parts) == int(Level.DIGIT):
            above = one.law.isdigit() and 0 < int(one.law) - int(last.parts[-1]) < _COUNTED_ON
            one = ProvisionId((*last.parts[:-1], one.law)) if above else one
        out.append(one)
    return tuple(out)
