"""What a question means: the citation in it, its terms, the languages it may be in, its concepts and what they imply.

All of it is worked out once, here; the steps that follow only read the ``Question``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from corpus.languages import distinctive_letters
from corpus.library import Library
from index.search.analyzer import fold, words_in
from index.search.asked_scores import AskedRows, ScoreQuestionReader
from index.search.auction import AuctionReader
from index.search.citation_lookup import CitationAnswer, CitationLookup
from index.search.concepts import ConceptIndex, ConceptMatch
from index.search.filters import SearchFilter, search_filter
from index.search.fulltext import FullText
from index.search.law_classifier import LawClassifier
from index.search.line_meanings import LineMeanings
from index.search.phrasings import PhrasingIndex, RuleTarget
from index.search.query_syntax import Clause, Query, parse
from index.search.query_terms import QueryTerm, Vocabulary
from index.search.results import UsedWord
from index.search.settings import SearchTables
from index.search.word_forms import forms_in, is_same_word

LEAST_SHARE = 0.75  # a language with less of the likeliest one's evidence is ruled out
LIKELIEST = 0.99
MOST_BEGINNINGS = 20
# Of the best score, for the order of laws alone: learnt from questions, and tried on stories not learnt from.
LIKEST = 0.2  # for the law whose own lines are likest to the question
LIKELY = 0.05  # for being e times as likely by what a sentence means
UNLIKELY = 1e-4  # what any law is likely at the least
GAIN_PLACES = 3


@dataclass(frozen=True)
class Question:
    """A query understood. ``words`` are what full text answers: the query, or what follows the ``citation`` in it.

    ``language_weights`` are by language how likely the question is in it: 1 for the likeliest, 0 for those ruled out.
    ``phrasings`` are the rules whose phrasings resemble it, with what that is worth; ``fits`` is by rule how well it
    fits what is known to be about the rule, and ``order_gains`` by law what it gains in the order of laws, in parts of
    the best score. ``likest_parts`` and ``likely_parts`` are by part of a law how like the question its likest line is,
    and how likely what it means makes the part; each tells apart those of one law.
    ``used`` are the words looked for beside those typed. ``meant`` are the concepts that the typed words name, not only
    words with their stem, as "spelaren" has that of "spel". ``rows`` are those of a table that it asks for.
    """

    query: Query
    filter: SearchFilter
    citation: CitationAnswer | None
    words: Query
    terms: tuple[QueryTerm, ...] = ()
    language_weights: Mapping[str, float] = field(default_factory=dict)
    concepts: tuple[ConceptMatch, ...] = ()
    phrasings: Mapping[RuleTarget, float] = field(default_factory=dict)
    used: tuple[UsedWord, ...] = ()
    meant: tuple[ConceptMatch, ...] = ()
    fits: Mapping[RuleTarget, float] = field(default_factory=dict)
    order_gains: Mapping[RuleTarget, float] = field(default_factory=dict)
    likest_parts: Mapping[RuleTarget, float] = field(default_factory=dict)
    likely_parts: Mapping[RuleTarget, float] = field(default_factory=dict)
    rows: AskedRows | None = field(default=None, kw_only=True)

    @property
    def is_exact(self) -> bool:
        """True when something in it is required: a text, a law, a phrase, a word that must be there."""
        named = (*self.query.expressions, *self.query.languages, *self.query.laws)
        return bool(named) or any(clause.phrase or clause.need == "must" for clause in self.words.clauses)

    @property
    def is_open(self) -> bool:
        """True when nothing is required, neither in it nor of the kind of document."""
        return not self.is_exact and not self.filter.restricts_documents

    @property
    def named(self) -> tuple[ConceptMatch, ...]:
        """The things of which it is the name, of several words, and hardly anything else: a few small words."""
        telling = frozenset(at for at, term in enumerate(self.terms) if not term.low_weight)
        if len(telling) < 2 or not self.is_open:
            return ()
        return tuple(m for m in self.meant if telling <= m.at and len(self.terms) < 2 * len(m.at))

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that the question is most likely in."""
        return _likeliest(self.language_weights)


class QueryAnalyzer:
    """Understands questions by the words of a library, its concepts and its phrasings."""

    def __init__(
        self,
        library: Library,
        index: FullText,
        tables: SearchTables,
        concepts: ConceptIndex,
        citations: CitationLookup,
    ) -> None:
        self._library = library
        self._index = index
        self._citations = citations
        self._concepts = concepts
        self._vocabulary = Vocabulary(index, tables.words, tables.known)
        self._distinctive = distinctive_letters(self._vocabulary.languages)
        self._phrasings = PhrasingIndex(tables.phrasings)
        self._classifier = LawClassifier(tables.classifier, tables.senses)
        self._meanings = LineMeanings(tables.meanings)
        self._auction = AuctionReader(tables.words.auction)
        self._scores = ScoreQuestionReader(tables.words)

    def analyse(self, query: Query) -> Question:
        """The question that a query puts to the library; without terms when it is a citation and nothing else."""
        chosen = search_filter(query, self._library)
        citation = self._citations.look_up(query.bare, chosen.expressions, query.options.reader)
        words = query if citation is None else self._behind(citation)
        question = Question(query, chosen, citation, words)
        return self._understood(question) if words.clauses else question

    def _behind(self, citation: CitationAnswer) -> Query:
        """The words behind a citation; nothing where none of them has a meaning."""
        words = parse(citation.rest)
        return Query("") if all(map(self._vocabulary.has_low_weight, words.words)) else words

    def _understood(self, question: Question) -> Question:
        """The question with its terms, and with all that they imply."""
        text, synonyms = question.words.text, question.query.options.synonyms
        terms = self._terms(question.words.clauses)
        evidence = [self._vocabulary.evidence(term) for term in terms]
        letters = self._letters(text)
        implied = self._implied(text, self._total([*evidence, letters])) if synonyms else ()
        for word in implied:
            own = self._vocabulary.terms(words_in(word.used))
            terms += own
            evidence += map(self._vocabulary.evidence, own)
        weights = language_weights(self._total([*evidence, letters]))
        keys, term_weights = [term.keys for term in terms], [term.weight for term in terms]
        concepts = self._concepts.recognise(keys, term_weights, weights) if synonyms else ()
        phrasings = self._phrasings.scores(terms, weights) if synonyms else {}
        meant = tuple(match for match in concepts if _is_meant(match, terms))
        used = tuple(dict.fromkeys((*implied, *_corrected(terms, weights), *self._named(terms, meant))))
        query, chosen, words = question.query, question.filter, question.words
        known = (query, chosen, question.citation, words, terms, weights, concepts, phrasings, used, meant)
        rows = self._scores.read(text) if synonyms and question.is_open else None
        return Question(*known, *(self._told(text, weights) if synonyms else ()), rows=rows)

    def _told(self, text: str, weights: Mapping[str, float]) -> tuple[dict[RuleTarget, float], ...]:
        """By rule how well a text fits, by its words and, for a sentence, as much again by what it means as a whole.

        Beside that, by law what it gains in the order of laws, and what each way tells of the parts of laws.
        """
        told = self._classifier.scores(text, _likeliest(weights), likest=self._meanings.is_read(text))
        if not told.fits:  # where no word of it is known, nothing is told by what it may resemble
            return ()
        fits, meant = told.fits, self._meanings.scores(text)
        for rule, worth in meant.fits.items():
            fits[rule] = fits.get(rule, 0.0) + worth
        # Of a few words the laws that share them are in order: "udspil uden for tur" is no call out of turn.
        gains = order_gains(told.likest, meant.likely) if meant.likely else {}
        return fits, gains, told.parts, meant.parts

    def _terms(self, clauses: Sequence[Clause]) -> tuple[QueryTerm, ...]:
        """The terms of all clauses but those to be left out; words side by side are read together."""
        terms: list[QueryTerm] = []
        run: list[str] = []
        for clause in (*clauses, Clause((), "must")):
            if clause.need == "may" and not clause.phrase and not clause.beginning:
                run += clause.words
                continue
            terms += self._vocabulary.terms(run)
            run = []
            if clause.words and clause.need != "not":
                own = [self._begun(clause.words[0])] if clause.beginning else self._vocabulary.terms(clause.words)
                required = clause.need == "must" and not clause.phrase
                terms += [replace(term, required=required) for term in own]
        return tuple(terms)

    def _begun(self, beginning: str) -> QueryTerm:
        """A term for all words that begin alike: "kulørs*"."""
        words = dict.fromkeys(self._index.beginning(fold(beginning), MOST_BEGINNINGS), 1.0)
        return QueryTerm(beginning + "*", dict.fromkeys(self._index.vocabulary, words) if words else {})

    def _letters(self, typed: str) -> list[float]:
        """The evidence of letters that only some languages have."""
        letters = frozenset(typed.lower())
        return [float(bool(self._distinctive[code] & letters)) for code in self._vocabulary.languages]

    def _total(self, evidence: Sequence[Sequence[float]]) -> dict[str, float]:
        return {lang: sum(row[n] for row in evidence) for n, lang in enumerate(self._vocabulary.languages)}

    def _implied(self, text: str, evidence: Mapping[str, float]) -> tuple[UsedWord, ...]:
        """The law's words for what a question describes in bids or in suits, in its likeliest language."""
        likeliest = max(evidence, key=lambda language: evidence[language])
        names = (self._concepts.main_name(concept, likeliest) for concept in self._auction.concepts(text))
        return tuple(UsedWord(text, name.text, name.language, "synonym") for name in names)

    def _named(self, terms: Sequence[QueryTerm], concepts: Sequence[ConceptMatch]) -> Iterator[UsedWord]:
        """The other names of the concepts, in the languages of the texts."""
        for found in concepts:
            if found.is_part(concepts):
                continue  # "udspil" and "tur" are not what "udspil uden for tur" is about
            typed = " ".join(terms[at].text for at in sorted(found.at))
            for name in found.concept.names:
                other = name is not found.name and fold(name.text) != fold(typed)
                if name.main and other and name.language in self._index.vocabulary:
                    same = name.language == found.name.language
                    yield UsedWord(typed, name.text, name.language, "synonym" if same else "translation")


def language_weights(evidence: Mapping[str, float]) -> dict[str, float]:
    """By language how likely a question is in it, from the evidence for each; without any, all are as likely.

    >>> language_weights({"da": 4.0, "nb": 3.2, "sv": 1.0})
    {'da': 1.0, 'nb': 0.6400000000000001, 'sv': 0.0}
    """
    most = max(evidence.values(), default=0.0)
    if most == 0:
        return dict.fromkeys(evidence, 1.0)
    shares = {language: value / most for language, value in evidence.items()}
    return {language: share**2 if share >= LEAST_SHARE else 0.0 for language, share in shares.items()}


def order_gains(likest: Mapping[RuleTarget, float], likely: Mapping[RuleTarget, float]) -> dict[RuleTarget, float]:
    """By law what it gains in the order of laws, in parts of the best score: by its likest lines, and by how likely a
    sentence's meaning makes it.

    >>> order_gains({("laws", "27"): 1.0}, {("laws", "27"): 1.0, ("laws", "31"): 0.1})
    {('laws', '27'): 0.2, ('laws', '31'): -0.115}
    """
    gains = {law: LIKEST * worth for law, worth in likest.items()}
    for law, chance in likely.items():
        gains[law] = gains.get(law, 0.0) + LIKELY * math.log(chance + UNLIKELY)
    return {law: round(gain, GAIN_PLACES) for law, gain in gains.items()}


def _likeliest(weights: Mapping[str, float]) -> tuple[str, ...]:
    return tuple(language for language, weight in weights.items() if weight >= LIKELIEST)


def _is_meant(match: ConceptMatch, terms: Sequence[QueryTerm]) -> bool:
    """True where each word of some name of a concept, in the language it was found in, is a form of a typed one.

    An everyday phrase has all the forms it is meant to have.
    """
    if match.name.asked_only:
        return True
    language = match.name.language
    typed = [form for at in match.at for form in terms[at].forms(language)]

    def is_typed(keys: frozenset[str]) -> bool:
        return any(is_same_word(form, word, language) for word in forms_in(keys) for form in typed)

    return any(name.language == language and all(map(is_typed, name.words)) for name in match.concept.names)


def _corrected(terms: Sequence[QueryTerm], weights: Mapping[str, float]) -> Iterator[UsedWord]:
    for term in terms:
        for language, word in term.corrections.items():
            if weights[language] > 0:
                yield UsedWord(term.text, word, language, "fuzzy")
