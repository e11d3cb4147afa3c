"""Everyday phrases are recognised by words with a meaning, not by small words that a stemmer takes for them."""

from __future__ import annotations

import pytest

from index.search.analyzer import index_keys, tokenize
from index.search.engine import SearchSettings


def recognised(settings: SearchSettings, language: str, question: str) -> set[str]:
    words = [{language: index_keys(word.text, language)} for word in tokenize(question)]
    found = settings.concepts.recognise(words, [1.0] * len(words), {language: 1.0})
    return {one.concept.key for one in found}


@pytest.mark.parametrize(
    ("language", "question", "concept"),
    [
        ("da", "modstanderen hans bord", "rude-behaviour"),
        ("da", "før bordet", "infraction"),
        ("sv", "kom för bordet", "late-arrival"),
        ("sv", "bjöd att hjärter", "bid-above-seven"),
    ],
)
def test_a_small_word_is_no_form_of_a_longer_one(
    settings: SearchSettings, language: str, question: str, concept: str
) -> None:
    """'håner' is not recognised in 'hans', nor 'försenad' in 'för', nor 'åtta' in 'att'."""
    assert concept not in recognised(settings, language, question)


@pytest.mark.parametrize(
    ("language", "question", "concept"),
    [
        ("da", "han gør krav på resten", "claim"),
        ("sv", "paret var försenat till bordet", "late-arrival"),
        ("sv", "bjöd åtta hjärter", "bid-above-seven"),
    ],
)
def test_forms_of_a_word_are_still_recognised(
    settings: SearchSettings, language: str, question: str, concept: str
) -> None:
    assert concept in recognised(settings, language, question)
