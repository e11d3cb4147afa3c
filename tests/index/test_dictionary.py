"""The common words of a language, read in columns: the same words and forms as simplemma's own reading gives."""

from __future__ import annotations

import lzma
from collections.abc import Collection
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from simplemma.strategies import dictionaries

from index.search import front_coding
from index.search.dictionary import LONGEST_NUMBER, Dictionary, one_letter_away
from index.search.front_coding import FrontCodedWords

FOLDER = Path(dictionaries.__file__).parent / "data"
FAMILY = ["spillerne", "meldingen", "bordet", "Oslo", "fordi", "zzzz"]


def shipped(code: str) -> bytes:
    return lzma.decompress((FOLDER / f"{code}.plzma").read_bytes())


@pytest.mark.parametrize("code", ["nb", "en"])
def test_every_word_and_its_form_is_what_simplemma_reads(code: str) -> None:
    theirs = dictionaries.DefaultDictionaryFactory(cache_max_size=1).get_dictionary(code)
    if code == "en":  # a word of 183 bytes: left to simplemma
        with pytest.raises(ValueError, match="127"):
            FrontCodedWords(shipped(code))
        return
    ours = FrontCodedWords(shipped(code))
    assert list(theirs) == list(ours)
    assert len(theirs) == len(ours)
    some = list(theirs)[::97]
    assert [theirs[word] for word in some] == [ours[word] for word in some]
    assert [word for word in theirs if 4 <= len(word) <= 8] == ours.of_letters(4, 8)


@pytest.mark.parametrize("word", ["", "zzzz", "å" * 200, "spillern"])
def test_a_word_that_is_not_there_has_no_form(word: str) -> None:
    assert FrontCodedWords(shipped("nb")).get(word) is None


def test_a_list_that_is_cut_short_or_of_another_form_is_refused() -> None:
    whole = shipped("nb")
    for damaged, fault in (
        (b"", "no list"),
        (b"SMFC2\0" + whole[6:], "no list"),
        (whole[:6], "no number"),
        (whole[:7], "no number"),
        (whole[:20_000], "within a word|words for"),
        (whole + b"\0", "within a word"),
        (whole[:-1], "within a word"),
    ):
        with pytest.raises(ValueError, match=fault):
            FrontCodedWords(damaged)


def test_where_simplemma_has_another_form_its_own_reading_gives_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    quick = Dictionary("nb")
    monkeypatch.setattr(front_coding, "MAGIC", b"SMFC9\0")
    slow = Dictionary("nb")
    assert slow.lemmas(FAMILY) == quick.lemmas(FAMILY)
    assert "zzzz" not in quick.lemmas(FAMILY)
    assert slow.lookalikes({"spar", "bord"}) == quick.lookalikes({"spar", "bord"})


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
