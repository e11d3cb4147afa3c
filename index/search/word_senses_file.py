"""Reads ``data/lexicon/senses.toml``, when the index is built."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from corpus.schema import Loader
from index.search.search_words_file import LexiconError
from index.search.word_senses import WordSense, WordSenses


@dataclass(frozen=True)
class _Sense:
    nordic: str
    en: str = ""


def read_word_senses(text: str) -> WordSenses:
    """The senses of ``senses.toml``: a table for each, with its words. Raises LexiconError."""
    load = Loader("data/lexicon/senses.toml", LexiconError)
    table = load.convert(load.toml(text.encode()), Mapping[str, _Sense])  # type: ignore[type-abstract]
    return WordSenses(tuple(WordSense(name, sense.nordic, sense.en) for name, sense in table.items()))
