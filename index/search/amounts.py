"""Amounts in a sentence: a number beside a unit, and the range of a table of penalties that holds a number."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from index.search.analyzer import fold, words_in
from index.search.search_words import AmountWords
from parser.lang.numerals import number_words
from parser.lang.words import LANGUAGES

APART_IN_RANGE = 3  # words between the two numbers of a range


def has_amount(piece: str, amounts: AmountWords) -> bool:
    """True where a number stands beside a unit: "kr. 200", "30 minutter", "to stik"; "§ 20" is none."""
    words = list(map(fold, words_in(piece)))
    numbers = [word.isdigit() or word in amounts.numbers for word in words]
    return any(
        (numbers[at] and words[at + 1] in amounts.units) or (words[at] in amounts.units and words[at + 1].isdigit())
        for at in range(len(words) - 1)
    )


def holds_number(piece: str, numbers: frozenset[int], units: frozenset[str]) -> bool:
    """True where a range of units holds one of the numbers: "mindst 15, men under 20 minutter" holds 17."""
    words = list(map(fold, words_in(piece)))
    for end, word in enumerate(words[:-1]):
        if word.isdecimal() and words[end + 1] in units:
            for before in words[max(0, end - 1 - APART_IN_RANGE) : end]:
                if before.isdecimal() and any(int(before) <= number < int(word) for number in numbers):
                    return True
    return False


def number_of(word: str) -> int:
    """The number that a folded word is, 0 for another word."""
    return int(word) if word.isdecimal() else _number_words().get(word, 0)


@cache
def _number_words() -> Mapping[str, int]:
    return {fold(word): number for word, number in number_words(LANGUAGES).items()}
