"""What search reads from ``data/`` beside the texts: word lists, concepts, phrasings, the tables of numbers."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass

from corpus import store
from corpus.alignment.concordance import Concordance
from corpus.alignment.rows import Alignment
from corpus.terms import read_terms
from index.search.concepts import ConceptIndex, read_concepts
from index.search.fulltext import IndexLexicon
from index.search.phrasings import Phrasing, read_phrasings
from index.search.search_words import SearchWords, read_search_words


@dataclass(frozen=True)
class SearchSettings:
    """The word lists and tables of ``data/``; ``texts`` are the files that decide what is indexed, for its sum."""

    words: SearchWords
    concepts: ConceptIndex
    phrasings: tuple[Phrasing, ...]
    concordance: Concordance
    alignment: Alignment
    lexicon: IndexLexicon
    texts: tuple[str, ...]


def load_settings() -> SearchSettings:
    """The settings as they are in ``data/``. Raises StoreError, KeyError or ValueError for a malformed file."""
    words_text, terms_text = store.load_lexicon("search-words.toml"), store.load_concordance("terms")
    spelling_text, phrasing_text = store.load_lexicon("sv-spelling.toml"), store.load_lexicon("phrasings.toml")
    words = read_search_words(words_text)
    return SearchSettings(
        words,
        read_concepts(read_terms(terms_text), words.everyday, words.stems),
        read_phrasings(phrasing_text),
        store.load_tables(),
        store.load_alignment(),
        IndexLexicon(words.heads, words.never, {"sv": tomllib.loads(spelling_text).get("words", {})}),
        (words_text, terms_text, spelling_text, phrasing_text),
    )
