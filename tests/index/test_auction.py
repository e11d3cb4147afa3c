"""Bids and plays told in numbers and suits are read as what the law calls them, in any language."""

from __future__ import annotations

import pytest

from corpus import store
from index.search.auction import AuctionReader
from index.search.search_words_file import read_search_words


@pytest.fixture(scope="module")
def auction() -> AuctionReader:
    return AuctionReader(read_search_words(store.load_lexicon("search-words.toml")).auction)


@pytest.mark.parametrize(
    "question",
    [
        "jag bjöd 1 hjärter över 2 ruter",
        "1 hjerter over 1 spar",
        "2kl over 2sp",
        "1♥ over 2♦",
        "1 hj efter makkers 2 ru",
        "efter 2 ruder meldte han 1 sans",
        "one heart over one spade",
        "1NT over 1NT",
        "to spar oven på tre klør",
        "han meldte en kløver etter to grand",
        "2NT over 3C",
        "1 spar - 1 ruder",
        "1♣ pas 1♣",
    ],
)
def test_a_bid_over_a_higher_bid_is_insufficient(auction: AuctionReader, question: str) -> None:
    assert auction.is_insufficient_bid(question)


@pytest.mark.parametrize(
    "question",
    [
        "2 spar over 2 hjerter",
        "tre klør over to spar",
        "efter 1 sans meldte han 2 ruder",
        "1 hjerter og 2 ruder",
        "åbnede 1 hjerter, svar 1 spar, 2 klør over 2 spar",
        "1 hjerter",
        "spar over hjerter",
        "udspil uden for tur",
        "12 kl over 1 sp",
        "",
    ],
)
def test_nothing_is_read_into_other_words(auction: AuctionReader, question: str) -> None:
    """A sufficient bid, an order that is not told, more than two bids, or no bids at all."""
    assert not auction.is_insufficient_bid(question)


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
def test_a_suit_held_and_another_played_is_a_revoke(auction: AuctionReader, question: str) -> None:
    assert auction.is_revoke(question)


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
def test_nothing_is_read_into_other_plays(auction: AuctionReader, question: str) -> None:
    """A bid, one suit, only one of the two told, or no suit at all."""
    assert not auction.is_revoke(question)


@pytest.mark.parametrize(
    "question",
    [
        "Syd sad et minut, sagde pas, og så bød Nord fire spar",
        "makker tenkte lenge før han passet, og jeg meldte 3 ruter",
        "öst tvekade, sa pass och väst höjde",
        "he thought for ages, passed, and his partner bid game",
    ],
)
def test_a_pause_before_a_call_and_a_later_call_are_a_hesitation(auction: AuctionReader, question: str) -> None:
    assert auction.is_hesitation(question)


@pytest.mark.parametrize(
    "question",
    ["12 minutter for sent", "han passede og bød så efter et minut", "makker tænkte længe med en singleton", ""],
)
def test_a_time_without_two_calls_behind_it_is_no_hesitation(auction: AuctionReader, question: str) -> None:
    assert not auction.is_hesitation(question)


@pytest.mark.parametrize(
    "question", ["lagde spar fire og hjerter syv", "spilte kløver 3 og ruter 9", "hon lade ♠ 4 och ♥ 7"]
)
def test_two_cards_behind_one_verb_are_played_at_once(auction: AuctionReader, question: str) -> None:
    assert auction.is_two_cards(question)


@pytest.mark.parametrize(
    "question", ["lagde spar fire", "havde spar fire og hjerter syv", "spillede spar og hjerter", ""]
)
def test_cards_that_are_held_or_not_named_are_not_played_at_once(auction: AuctionReader, question: str) -> None:
    assert not auction.is_two_cards(question)
