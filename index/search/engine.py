"""Search: what a person types in, ranked hits out. The five steps are one line each in ``SearchEngine.search``.

A citation leads to its provisions first; anything else is full text in all languages, ranked by rule (one hit for a
rule in all its languages) so that the first three hits show three different laws.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from corpus import files, records, store
from corpus.library import Library
from corpus.schema import Loader
from index.search import fulltext
from index.search.citation_lookup import CitationLookup
from index.search.concepts import ConceptIndex
from index.search.documents import DocumentKind
from index.search.fulltext import ENGINES, EngineName, FullText
from index.search.generation import IndexDamagedError
from index.search.hits import ResultMaker
from index.search.query_analysis import QueryAnalyzer
from index.search.query_syntax import Query, SearchOptions, parse
from index.search.results import Result
from index.search.rule_ranking import Ranking, RuleRanker
from index.search.rules import RuleIndex
from index.search.scoring import Scorer
from index.search.settings import SearchSettings, SearchTables

# A page, its head and the run of Streamlit for it ask the same within a second; what is typed is asked again on Enter.
REMEMBERED = 16  # answers
REMEMBERED_RANKINGS = 4


class SettingError(ValueError):
    """An engine that there is not; the message names those there are."""


def load_settings() -> SearchSettings:
    """The settings as they are in ``data/``. Raises StoreError for a file that is missing or no text, SettingError."""
    return SearchSettings(
        store.load_lexicon("search-words.toml"),
        store.load_concordance("terms"),
        store.load_lexicon("sv-spelling.toml"),
        store.load_lexicon("phrasings.toml"),
        store.load_lexicon("scenarios.toml"),
        store.load_lexicon("senses.toml"),
        store.load_line_vectors,
        store.line_vectors_sum(),
        {name: store.load_concordance(name) for name in store.concordance_names()},
        Loader(f"data/{store.ALIGNED}", store.NotBuiltError).text(store.read_product(store.ALIGNED)),
        chosen_engine(),
        frozenset(store.shipped_registry().keys),
    )


def chosen_engine() -> EngineName | None:
    """The full-text engine that a person named; None where nobody did. Raises SettingError for another name."""
    named = files.named_engine()
    if not named:
        return None
    for name in ENGINES:
        if named == name:
            return name
    raise SettingError(f"{files.SEARCH_ENGINE}={named} is no full-text engine; choose {' or '.join(ENGINES)}")


def build_index(library: Library, folder: Path, settings: SearchSettings | None = None) -> None:
    """Make the index of a library anew, in a folder of indexes. Raises OSError when it cannot be written."""
    settings = settings or load_settings()
    corpus = fulltext.fingerprint(library, settings.texts)
    with settings.search_tables(library, folder) as tables:
        fulltext.build(library, folder, corpus, settings.lexicon, lambda: records.dumps(tables()), settings.engine)


def open_index(library: Library, folder: Path, settings: SearchSettings | None = None) -> FullText:
    """The index of a library, built first when the folder has none that is whole and made from just this library."""
    settings = settings or load_settings()
    corpus = fulltext.fingerprint(library, settings.texts)
    try:
        return FullText(folder, corpus)
    except IndexDamagedError:
        build_index(library, folder, settings)
        return FullText(folder, corpus)


class SearchEngine:
    """Search over a library; its index is among those in ``folder`` and is built when missing or damaged.

    One value serves all threads. ``rules``, ``concepts`` and ``citations`` are what search knows, for other pages;
    ``vocabulary`` is that of its index.
    """

    def __init__(
        self, library: Library, folder: Path, settings: SearchSettings | None = None, entries: bool = True
    ) -> None:
        """``entries=False`` leaves the books' own subject indexes out, to measure what they are worth."""
        settings = settings or load_settings()
        index = open_index(library, folder, settings)
        tables = records.loads(SearchTables, index.tables)
        self.rules = RuleIndex(library, tables.rules, lambda: settings.concordance)
        self.vocabulary = index.vocabulary
        self.concepts = ConceptIndex(tables.concepts)
        self.citations = CitationLookup(library, self.rules)
        self._analyzer = QueryAnalyzer(library, index, tables, self.concepts, self.citations)
        self._scorer = Scorer(index, entries)
        self._ranker = RuleRanker(library, index, self.rules, tables.headings, entries)
        self._results = ResultMaker(library, index, self.rules, tables.words, tables.senses, tables.parts)
        self._answers = lru_cache(REMEMBERED)(self._answer)
        self._rankings = lru_cache(REMEMBERED_RANKINGS)(self._rank)

    def search(
        self,
        text: str,
        expressions: Collection[str] | None = None,
        limit: int = 10,
        synonyms: bool = True,
        kinds: Collection[DocumentKind] | None = None,
        part: str | None = None,
        reader: str = "",
        of_law: int | None = None,
    ) -> Result:
        """Answer a question; the choices are those of ``SearchOptions``. Never raises for anything typed."""
        among = None if expressions is None else frozenset(expressions)
        of_kinds = None if kinds is None else frozenset(kinds)
        query = parse(text, SearchOptions(among, of_kinds, part, limit, of_law, synonyms, reader))
        result = self._answers(query)
        return result if result.hits or query.loosened == query else self._answers(query.loosened)

    def _answer(self, query: Query) -> Result:
        # The order of the rules is the same however many of them are shown.
        whole = replace(query, options=replace(query.options, limit=0, of_law=None))
        return self._results.show(self._rankings(whole), query.options)

    def _rank(self, query: Query) -> Ranking:
        question = self._analyzer.analyse(query)
        scores = self._scorer.score(question)
        return self._ranker.rank(scores)
