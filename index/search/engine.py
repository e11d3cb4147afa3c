"""Search: what a person types in, ranked hits out. The five steps are one line each in ``SearchEngine.search``.

A citation leads to its provisions first; anything else is full text in all languages, ranked by rule (one hit for a
rule in all its languages) so that the first three hits show three different laws.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from corpus import store
from corpus.alignment.concordance import Concordance
from corpus.alignment.rows import Alignment
from corpus.library import Library
from corpus.terms import read_terms
from index.search import fulltext
from index.search.citation_lookup import CitationLookup
from index.search.concepts import ConceptIndex, read_concepts
from index.search.documents import DocumentKind
from index.search.fulltext import FullText, IndexDamagedError, IndexLexicon
from index.search.hits import ResultMaker
from index.search.phrasings import Phrasing, read_phrasings
from index.search.query_analysis import QueryAnalyzer
from index.search.query_syntax import SearchOptions, parse
from index.search.results import Result
from index.search.rule_ranking import RuleRanker
from index.search.rules import RuleIndex
from index.search.scoring import Scorer
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
        IndexLexicon(words.heads, words.never, {"sv": tomllib.loads(spelling_text)["words"]}),
        (words_text, terms_text, spelling_text, phrasing_text),
    )


def build_index(library: Library, folder: Path, settings: SearchSettings | None = None) -> None:
    """Make the index of a library anew. Raises OSError when ``folder`` cannot be written."""
    settings = settings or load_settings()
    fulltext.build(library, folder, fulltext.fingerprint(library, settings.texts), settings.lexicon)


def open_index(library: Library, folder: Path, settings: SearchSettings | None = None) -> FullText:
    """The index of a library, built first when there is none that is whole and made from just this library."""
    settings = settings or load_settings()
    corpus = fulltext.fingerprint(library, settings.texts)
    try:
        return FullText(folder, corpus)
    except IndexDamagedError:
        fulltext.build(library, folder, corpus, settings.lexicon)
        return FullText(folder, corpus)


class SearchEngine:
    """Search over a library; its index is in ``folder`` and is built when missing, stale or damaged.

    One value serves all threads. ``rules``, ``concepts`` and ``citations`` are what search knows, for other pages.
    """

    def __init__(
        self, library: Library, folder: Path, settings: SearchSettings | None = None, entries: bool = True
    ) -> None:
        """``entries=False`` leaves the books' own subject indexes out, to measure what they are worth."""
        settings = settings or load_settings()
        index = open_index(library, folder, settings)
        self.rules = RuleIndex(library, settings.concordance, settings.alignment)
        self.concepts = settings.concepts
        self.citations = CitationLookup(library, self.rules)
        self._analyzer = QueryAnalyzer(
            library, index, settings.words, settings.concepts, settings.phrasings, self.citations
        )
        self._scorer = Scorer(index, entries)
        self._ranker = RuleRanker(library, index, self.rules, entries)
        self._results = ResultMaker(library, index, self.rules, settings.words.small)

    def search(
        self,
        text: str,
        expressions: Collection[str] | None = None,
        limit: int = 10,
        synonyms: bool = True,
        kinds: Collection[DocumentKind] | None = None,
        part: str | None = None,
    ) -> Result:
        """Answer a question; the choices are those of ``SearchOptions``. Never raises for anything typed."""
        query = parse(text, SearchOptions(expressions, kinds, part, limit, synonyms))
        question = self._analyzer.analyse(query)
        scores = self._scorer.score(question)
        ranking = self._ranker.rank(scores)
        return self._results.show(ranking)
