"""Plays told in suits: a suit held and another played is what the law calls a revoke, in any language."""

from __future__ import annotations

import pytest

from corpus import store
from index.search.plays import Plays
from index.search.query_analysis import read_search_words


@pytest.fixture(scope="module")
def plays() -> Plays:
    return Plays(read_search_words(store.load_lexicon("search-words.toml")).plays)


@pytest.mark.parametrize(
    "question",
    [
        "nogen lagde en ruder selvom han stadig havde spar på hånden",
        "hun la på kløver enda hun hadde hjerter på hånda",
        "hon hade en hjärter kvar men sakade klöver",
        "he discarded a club but still had a heart",
        "makker trumfede men havde stadig to ruder",
        "spilte spar selv om han hadde flere hjerter",
    ],
)
def test_a_suit_held_and_another_played_is_a_revoke(plays: Plays, question: str) -> None:
    assert plays.revoke(question)


@pytest.mark.parametrize(
    "question",
    [
        "jeg spillede en hjerter ud, makker havde sagt spar",
        "han meldte spar men havde hjerter",
        "han spillede en hjerter og havde tre hjerter til",
        "jeg spillede hjerter",
        "trumfede for tidligt",
        "la ned kortene",
        "",
    ],
)
def test_nothing_is_read_into_other_plays(plays: Plays, question: str) -> None:
    """A bid, one suit, only one of the two told, or no suit at all."""
    assert not plays.revoke(question)
