"""The words of a dictionary that a misspelt word of a text is taken for."""

from __future__ import annotations

from collections.abc import Collection

from hypothesis import given
from hypothesis import strategies as st

from index.search.dictionary import LONGEST_NUMBER, one_letter_away

WORDS = st.lists(st.text("abcdæ♠", max_size=LONGEST_NUMBER + 2).filter(bool), max_size=6)


@given(WORDS, WORDS)
def test_a_word_is_one_letter_away_where_a_letter_left_out_of_each_makes_them_the_same(
    words: list[str], vocabulary: list[str]
) -> None:
    def one_out(word: str) -> set[str]:
        return {word, *(word[:at] + word[at + 1 :] for at in range(len(word)))}

    def short(some: Collection[str]) -> list[str]:
        return [word for word in some if len(word) <= LONGEST_NUMBER]

    near = set().union(*map(one_out, short(vocabulary)))
    assert [word for word in short(words) if one_out(word) & near] == one_letter_away(words, vocabulary)
