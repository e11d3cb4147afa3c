"""The word lists and tables of ``data/`` that search reads, and what is worked out of them when the index is built.

At a start only sums over the files are needed; what they hold is read when the index has to be made anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from corpus.library import Library
from index.search.book_parts import PartTable, part_table, titles
from index.search.concepts import ConceptIndex, ConceptTable, read_concepts
from index.search.fulltext import EngineName, IndexLexicon
from index.search.headings import HeadingTable, heading_table
from index.search.law_classifier import ClassifierTable, LabelledLine
from index.search.line_meanings import MeaningTable
from index.search.phrasings import Phrasing, PhrasingTable, ToldLine, everyday_phrasings, phrasing_table
from index.search.query_terms import KnownWords, known_words
from index.search.rules import RuleTable, rule_table
from index.search.search_words import SearchWords
from index.search.word_senses import WordSenses

if TYPE_CHECKING:
    from corpus.alignment.concordance import Concordance


@dataclass(frozen=True)
class SearchTables:
    """What search knows of words and rules, worked out once; stored with the index."""

    words: SearchWords
    concepts: ConceptTable
    known: Mapping[str, KnownWords]
    phrasings: PhrasingTable
    senses: WordSenses
    classifier: ClassifierTable
    meanings: MeaningTable
    rules: RuleTable
    headings: HeadingTable
    parts: PartTable


@dataclass(frozen=True)
class SearchSettings:
    """Files of ``data/`` as text, ``tables`` (the concordance) by name; what they hold is read when first asked for.
    ``line_vectors`` reads the vectors of lines, of which a start needs no more than their sum.

    ``engine`` is the full-text engine that a person chose; without one the number of documents decides. ``read`` are
    the keys of the texts whose sentences it is learnt from what a law is about, None: all. Those that are shipped
    suffice: a text that a person adds then changes no answer about the others, and nothing has to be learnt again.

    Every property raises FormatError for a malformed file.
    """

    search_words: str
    terms: str
    swedish_spelling: str
    phrasing_lines: str
    scenario_lines: str
    sense_lists: str
    line_vectors: Callable[[], bytes]
    line_vectors_sum: str
    tables: Mapping[str, str]
    aligned: str
    engine: EngineName | None = None
    read: frozenset[str] | None = None

    @property
    def texts(self) -> tuple[str, ...]:
        """All that decides what is indexed, beside the texts, for its sum."""
        lines = (self.phrasing_lines, self.scenario_lines, self.sense_lists)
        own = (self.search_words, self.terms, self.swedish_spelling, *lines, self.aligned)
        tables = (f"{name} {table}" for name, table in sorted(self.tables.items()))
        return (self.engine or "", self.line_vectors_sum, *own, *tables)

    @cached_property
    def words(self) -> SearchWords:
        """What search-words.toml says. Raises FormatError."""
        from index.search.search_words_file import read_search_words

        return read_search_words(self.search_words)

    @cached_property
    def concepts(self) -> ConceptIndex:
        """The terms of the table, with their everyday words. Raises FormatError."""
        from corpus.terms import read_terms

        return read_concepts(read_terms(self.terms), self.words.everyday, self.words.stems)

    @cached_property
    def phrasings(self) -> tuple[Phrasing, ...]:
        """The short lines that are known to be about a rule. Raises FormatError."""
        from index.search.phrasings_file import read_phrasings

        return read_phrasings(self.phrasing_lines)

    @cached_property
    def scenarios(self) -> tuple[ToldLine, ...]:
        """The told stories, each known to be about a rule. Raises FormatError."""
        from index.search.phrasings_file import read_scenarios

        return read_scenarios(self.scenario_lines)

    @property
    def told(self) -> tuple[ToldLine, ...]:
        """Every line that is known to be about a rule."""
        return (*self.phrasings, *self.scenarios)

    @cached_property
    def senses(self) -> WordSenses:
        """Which words mean the same. Raises FormatError."""
        from index.search.word_senses_file import read_word_senses

        return read_word_senses(self.sense_lists)

    @cached_property
    def concordance(self) -> Concordance:
        """The number tables. Raises FormatError."""
        from corpus.alignment.concordance_files import read_concordance

        return read_concordance(self.tables)

    @cached_property
    def lexicon(self) -> IndexLexicon:
        """The words that decide how compounds and misspelt words are indexed."""
        from index.search.search_words_file import read_spellings

        return IndexLexicon(self.words.heads, self.words.never, {"sv": read_spellings(self.swedish_spelling)})

    @contextmanager
    def search_tables(self, library: Library, folder: Path) -> Iterator[Callable[[], SearchTables]]:
        """All that is stored with the index of a library; what was learnt is kept in a folder of indexes.

        Learning begins at once: the body of ``with`` does its other work before it calls for the tables.
        """
        from index.search.line_meanings import learn
        from index.search.line_vectors import read_vectors
        from index.search.training import Lesson, learning

        rules = self._rules(library)
        lines = self._lines(library, rules)
        with learning(Lesson(lines, self.senses), folder) as learnt:

            def tables() -> SearchTables:
                meanings = learn(lines, read_vectors(self.line_vectors()))  # while the other process still learns
                return SearchTables(
                    replace(self.words, everyday=()),
                    self.concepts.table,
                    known_words(self.concepts, [*((line.language, line.text) for line in self.told), *titles(library)]),
                    phrasing_table((*everyday_phrasings(self.concepts), *self.phrasings)),
                    self.senses,
                    learnt(),
                    meanings,
                    rules,
                    heading_table(library, rules),
                    part_table(library),
                )

            yield tables

    def lines(self, library: Library) -> tuple[LabelledLine, ...]:
        """All lines of a library that search learns from."""
        return self._lines(library, self._rules(library))

    def _rules(self, library: Library) -> RuleTable:
        from corpus.alignment import rows

        return rule_table(library, self.concordance, rows.read(self.aligned.encode()))

    def _lines(self, library: Library, rules: RuleTable) -> tuple[LabelledLine, ...]:
        from index.search.law_lines import law_lines

        return law_lines(self.told, library, rules, self.read)
