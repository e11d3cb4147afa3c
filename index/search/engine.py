"""Search: what a person types in, ranked hits out.

A citation pins its provisions first; anything else is full text in all languages, ranked by rule (one row for a rule
in all its languages) so that the first three hits show three different laws.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from time import perf_counter

import numpy

from corpus import store
from corpus.alignment.concordance import Concordance
from corpus.alignment.rows import Alignment
from corpus.library import Library
from corpus.terms import read_terms
from index.search import fulltext, query_syntax
from index.search.analyzer import fold, tokenize
from index.search.auction import Bids
from index.search.citation_lookup import CitationAnswer, CitationLookup
from index.search.concepts import ConceptIndex, ConceptName, read_concepts
from index.search.filters import SearchFilter
from index.search.fulltext import Array, DocumentKind, FullText, IndexDamagedError
from index.search.hits import HitMaker
from index.search.phrasings import Phrasing, Phrasings, everyday_phrasings, read_phrasings
from index.search.plays import Plays
from index.search.query_analysis import QueryAnalyzer, SearchWords, languages_of, read_search_words
from index.search.query_syntax import Clause, Query
from index.search.results import Result, UsedWord, Via
from index.search.rule_ranking import RuleRanker, ScoredQuestion
from index.search.rules import RuleIndex
from index.search.scoring import LIGHT, QueryTerm, Scorer
from index.search.suggestions import Nearest

MOST_BEGINNINGS = 20
NOTHING_TYPED = "Type a law (16C2), a word (kulørsvigt) or a situation (bud uden for tur)."


@dataclass(frozen=True)
class SearchSettings:
    """Everything that search reads from ``data/`` beside the texts; ``texts`` are the files, for the index's sum."""

    words: SearchWords
    terms: ConceptIndex
    phrasings: tuple[Phrasing, ...]
    concordance: Concordance
    alignment: Alignment
    spellings: Mapping[str, Mapping[str, str]]
    texts: tuple[str, ...]


def load_settings() -> SearchSettings:
    """The word lists and tables of ``data/``."""
    words_text, terms_text = store.load_lexicon("search-words.toml"), store.load_concordance("terms")
    spelling_text = store.load_lexicon("sv-spelling.toml")
    phrasing_text = store.load_lexicon("phrasings.toml")
    words, phrasings = read_search_words(words_text), read_phrasings(phrasing_text)
    return SearchSettings(
        words,
        read_concepts(read_terms(terms_text), words.everyday, words.stems),
        phrasings,
        store.load_tables(),
        store.load_alignment(),
        {"sv": fulltext.read_spellings(spelling_text)},
        (words_text, terms_text, spelling_text, phrasing_text),
    )


def ensure_index(library: Library, folder: Path, settings: SearchSettings | None = None) -> FullText:
    """The index of a library, built first when there is none that is whole and made from just this library."""
    settings = settings or load_settings()
    corpus = fulltext.fingerprint(library, settings.texts)
    try:
        return FullText(folder, corpus)
    except IndexDamagedError:
        words = settings.words
        fulltext.build(library, folder, corpus, words.heads, words.never, settings.spellings)
        return FullText(folder, corpus)


class SearchEngine:
    """Search over a library; its index stands in ``folder`` and is built when missing, stale or damaged.

    One value serves all threads.
    """

    def __init__(
        self, library: Library, folder: Path, settings: SearchSettings | None = None, entries: bool = True
    ) -> None:
        """``entries=False`` leaves the books' own subject indexes out, to measure what they are worth."""
        self._library = library
        self._settings = settings or load_settings()
        self._index = ensure_index(library, folder, self._settings)
        self.rows = RuleIndex(library, self._settings.concordance, self._settings.alignment)
        lines = ((phrasing.language, phrasing.text) for phrasing in self._settings.phrasings)
        self.terms = self._settings.terms
        self._understanding = QueryAnalyzer(self._index, self._settings.terms, self._settings.words, lines)
        self._scorer = Scorer(self._index, entries)
        self._ranker = RuleRanker(library, self._index, self.rows, entries)
        self._phrasings = Phrasings((*everyday_phrasings(self._settings.terms), *self._settings.phrasings))
        self._hits = HitMaker(library, self._index, self.rows, self._settings.words.small)
        self.pinner = CitationLookup(library, self.rows)
        self._nearest = Nearest(library)
        self._bids = Bids(self._settings.words.bids)
        self._plays = Plays(self._settings.words.plays)

    def search(
        self,
        text: str,
        expressions: Collection[str] | None = None,
        limit: int = 10,
        synonyms: bool = True,
        kinds: Collection[DocumentKind] | None = None,
        part: str | None = None,
    ) -> Result:
        """Answer a question. Never raises for anything typed.

        ``expressions`` and ``kinds`` restrict the hits, ``part`` (a Part.key) to laws of that part of the book;
        ``synonyms`` off looks only for the words as typed, in the language they are typed in.
        """
        began = perf_counter()
        query = query_syntax.read(text)
        wanted = SearchFilter(self._library, query, expressions, kinds, part)
        pins = self.pinner.pin(query.bare, wanted.expressions)
        if pins is None:
            result = self._full_text(query, wanted, limit, synonyms)
        else:
            result = self._pinned(query, pins, wanted, limit, synonyms)
        return replace(result, elapsed_ms=(perf_counter() - began) * 1000)

    def _pinned(self, query: Query, pins: CitationAnswer, wanted: SearchFilter, limit: int, synonyms: bool) -> Result:
        """What was cited, then what the words behind the citation find."""
        hits = [self._hits.pinned(key, place) for key, place in pins.places]
        words = query_syntax.read(pins.rest)
        if any(not self._understanding.light(word) for word in words.words):
            first = [hit for hit in hits if hit.expression == hits[0].expression]
            found = self._full_text(words, wanted, limit, synonyms)
            seen = {(hit.expression, hit.id) for hit in hits}
            hits = first + [hit for hit in found.hits if (hit.expression, hit.id) not in seen]
        return Result(
            query.text, pins.citation, pins.message, (), pins.suggestions, tuple(hits[:limit]), pins.languages, 0.0
        )

    def _full_text(self, query: Query, wanted: SearchFilter, limit: int, synonyms: bool) -> Result:
        terms, asked = self._terms(query.clauses)
        told = self._told(query.text, terms) if synonyms else ()
        for one in told:
            terms += self._understanding.terms([word.text for word in tokenize(one.used)])
        if not terms:
            return Result(query.text, None, NOTHING_TYPED, (), (), (), (), 0.0)
        found = self._find(query, terms, asked, synonyms)
        lead = self._hits.lead(found.trust, wanted)
        ranked = self._ranker.rank(found, wanted)
        made = (self._hits.hit(row, lead, terms, found) for row in ranked)
        hits = tuple(islice((hit for hit in made if hit is not None), limit))
        suggestions = self._suggestions(query, terms, found, bool(hits))
        message = "" if hits else f"Nothing found for {query.text[:60]!r}."
        used = (*told, *self._used(terms, found))
        return Result(query.text, None, message, used, suggestions, hits, languages_of(found.trust), 0.0)

    def _find(
        self, query: Query, terms: list[QueryTerm], asked: list[tuple[Clause, range]], synonyms: bool
    ) -> ScoredQuestion:
        trust = self._understanding.trust(terms, query.text)
        worth = [LIGHT if term.light else 1.0 for term in terms]
        keys = [term.keys for term in terms]
        concepts = self._settings.terms.recognise(keys, worth, trust) if synonyms else []
        scores = self._scorer.scores(terms, concepts, trust)
        put = self._phrasings.worth(terms, trust) if synonyms else {}
        banned = numpy.zeros(len(self._index.refs), dtype=bool)
        for clause in query.clauses:
            if clause.need == "not":
                banned |= self._holding(clause.words)
        return ScoredQuestion(concepts, trust, scores, self._mask(asked, scores.covered) & ~banned, banned, put)

    def _terms(self, clauses: Sequence[Clause]) -> tuple[list[QueryTerm], list[tuple[Clause, range]]]:
        """The terms of all clauses but those to be left out, and which terms each clause became."""
        terms: list[QueryTerm] = []
        asked: list[tuple[Clause, range]] = []
        run: list[str] = []
        for clause in (*clauses, Clause((), "must")):
            if clause.need == "may" and not clause.phrase and not clause.beginning:
                run += clause.words
                continue
            terms += self._understanding.terms(run)
            run = []
            if clause.words and clause.need != "not":
                own = [self._begun(clause.words[0])] if clause.beginning else self._understanding.terms(clause.words)
                asked.append((clause, range(len(terms), len(terms) + len(own))))
                terms += own
        return terms, asked

    def _told(self, text: str, terms: Sequence[QueryTerm]) -> tuple[UsedWord, ...]:
        """The law's words for what a question tells in bids or in suits."""
        words = self._settings.words
        told = ((self._bids.insufficient, words.insufficient), (self._plays.revoke, words.revoke))
        if not (concepts := [concept for tells, concept in told if tells(text)]):
            return ()
        trust = self._understanding.trust(terms, text)
        called = [self._called(concept, trust) for concept in concepts]
        return tuple(UsedWord(text, name.text, name.language, "synonym") for name in called)

    def _called(self, concept: str, trust: Mapping[str, float]) -> ConceptName:
        """What the law calls what a question tells without the word, in the language that it is written in."""
        language = max(trust, key=lambda one: trust[one])
        return next(n for n in self.terms.concepts[concept].names if n.language == language and n.main)

    def _begun(self, beginning: str) -> QueryTerm:
        words = self._index.beginning(fold(beginning), MOST_BEGINNINGS)
        return QueryTerm(
            beginning + "*", {lang: dict.fromkeys(words, 1.0) for lang in self._index.vocabulary} if words else {}
        )

    def _mask(self, asked: list[tuple[Clause, range]], covered: Array) -> Array:
        """The documents that hold what must be there."""
        mask = numpy.ones(len(self._index.refs), dtype=bool)
        for clause, at in asked:
            if clause.phrase:
                mask &= self._holding(clause.words)
            elif clause.need == "must":
                mask &= (covered[at.start : at.stop] > 0).all(axis=0)
        return mask

    def _holding(self, words: Sequence[str]) -> Array:
        """Documents with these very words, together and in this order."""
        mask = numpy.zeros(len(self._index.refs), dtype=bool)
        numbers = list(self._index.phrase([fold(word) for word in words]))
        mask[numbers] = True
        return mask

    def _used(self, terms: Sequence[QueryTerm], found: ScoredQuestion) -> list[UsedWord]:
        """What was looked for beside the words as typed."""
        used = [
            UsedWord(term.text, self._understanding.spelling(language, word), language, "fuzzy")
            for term in terms
            for language, word in term.guessed.items()
            if found.trust.get(language, 0.0) > 0
        ]
        for concept in found.concepts:
            typed = " ".join(terms[at].text for at in sorted(concept.at))
            for name in concept.concept.names:
                if name.main and name is not concept.name and name.language in self._index.vocabulary:
                    via: Via = "synonym" if name.language == concept.name.language else "translation"
                    used.append(UsedWord(typed, name.text, name.language, via))
        return list(dict.fromkeys(used))

    def _suggestions(
        self, query: Query, terms: Sequence[QueryTerm], found: ScoredQuestion, any_hits: bool
    ) -> tuple[str, ...]:
        """'Did you mean', and the nearest entries of the subject indexes when nothing was found."""
        out = []
        if any(term.guessed for term in terms):
            language = max(found.trust, key=lambda lang: found.trust[lang])
            words = [self._understanding.spelling(language, t.guessed.get(language, "")) or t.text for t in terms]
            out.append(" ".join(words))
        if not any_hits:
            out += self._nearest.entries(query.text)
        return tuple(dict.fromkeys(out))
