"""How well each document answers a question: words, their kin, their translations and the ways of writing them.

Every word of the question has a score in every document (BM25 over weighted keys). A concept lends its words the
score of its other names. A document's score is the sum over the words, lowered when words are missing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy

from index.search.concepts import ConceptMatch, ConceptName
from index.search.fulltext import Array, FullText

K1, B = 1.2, 0.4
LIGHT = 0.12
UNKNOWN = 3.5  # how telling a word is that no text has
TRANSLATED, SYNONYM = 0.8, 0.6
ALSO = 0.8
BEST = K1 + 1  # the most that a word can earn, times its rarity


@dataclass
class QueryTerm:
    """A word of the question: its keys by language, each with a weight (1 as typed, less for a guess)."""

    text: str
    keys: dict[str, dict[str, float]]
    light: bool = False
    guessed: dict[str, str] = field(default_factory=dict)

    def known_in(self, language: str) -> bool:
        return bool(self.keys.get(language))


@dataclass(frozen=True)
class Scores:
    """By document: the whole score, and what came from the words as typed, guessed, translated, or synonyms."""

    total: Array
    typed: Array
    guessed: Array
    translated: Array
    synonym: Array
    covered: Array
    weights: tuple[float, ...]
    matched: Array


class Scorer:
    """Scores the documents of an open index."""

    def __init__(self, index: FullText, with_entries: bool = True) -> None:
        """``with_entries`` also counts the entries of the books' own subject indexes as words of a provision."""
        self._index = index
        self._with_entries = with_entries
        self._count = len(index.refs)
        lengths = index.lengths
        self._norm = 1 - B + B * lengths / float(lengths.mean() if len(lengths) else 1)
        self._languages = sorted({ref.language for ref in index.refs})
        self._scored: dict[tuple[str, str], tuple[Array, Array]] = {}
        self._documents = {lang: sum(ref.language == lang for ref in index.refs) for lang in self._languages}

    def scores(
        self, terms: Sequence[QueryTerm], concepts: Sequence[ConceptMatch], trust: Mapping[str, float]
    ) -> Scores:
        """Score every document. ``trust`` says by language how likely the question is written in it."""
        zero = numpy.zeros
        typed = numpy.zeros((len(terms), self._count))
        guessed = numpy.zeros((len(terms), self._count))
        for at, term in enumerate(terms):
            for language, word_keys in term.keys.items():
                target = guessed if language in term.guessed else typed
                self._add(target[at], language, word_keys, trust.get(language, 0.0))
        translated, synonym = zero((len(terms), self._count)), zero((len(terms), self._count))
        for found in concepts:
            self._lend(found, trust, translated, synonym)
        best = numpy.maximum(numpy.maximum(typed, guessed), numpy.maximum(translated, synonym))
        weights = [self._weight(term, row) for term, row in zip(terms, best, strict=True)]
        factors = numpy.array([[LIGHT if term.light else 1.0] for term in terms])
        for part in (typed, guessed, translated, synonym, best):
            part *= factors if len(terms) else 1.0
        present = (best > 0).astype(float)
        share = numpy.array(weights) @ present / (sum(weights) or 1.0) if terms else zero(self._count)
        total = best.sum(axis=0) * (0.25 + 0.75 * share)

        def own(part: Array) -> Array:
            return numpy.where(part >= best - 1e-9, part, 0).sum(axis=0)

        return Scores(total, own(typed), own(guessed), own(translated), own(synonym), present, tuple(weights), share)

    def rarity(self, language: str, word_keys: Mapping[str, float]) -> float:
        """How telling a word is in a language: the idf of its commonest key."""
        held = [len(self._index.postings("bag", f"{language}:{key}")[0]) for key in word_keys]
        count = max((n for n in held if n), default=0)
        total = self._documents.get(language, 0)
        return math.log(1 + (total - count + 0.5) / (count + 0.5)) if count else 0.0

    def _weight(self, term: QueryTerm, row: Array) -> float:
        """How much a missing word is missed."""
        rare = max((self.rarity(language, k) for language, k in term.keys.items()), default=0.0)
        if not rare and row.any():
            rare = float(row.max()) / BEST
        return (LIGHT if term.light else 1.0) * (rare or UNKNOWN)

    def _add(self, out: Array, language: str, word_keys: Mapping[str, float], factor: float) -> None:
        """Raise ``out`` to the score of a word; several keys of one word do not add up."""
        if factor <= 0:
            return
        rare = self.rarity(language, word_keys)
        fields = (("bag", 1.0), ("also", ALSO)) if self._with_entries else (("bag", 1.0),)
        for key, key_weight in word_keys.items():
            for name, field_weight in fields:
                numbers, weights = self._index.postings(name, f"{language}:{key}")
                if len(numbers):
                    earned = weights * BEST / (weights + K1 * self._norm[numbers])
                    out[numbers] = numpy.maximum(
                        out[numbers], earned * (rare or 3.0) * key_weight * field_weight * factor
                    )

    def _lend(self, found: ConceptMatch, trust: Mapping[str, float], translated: Array, synonym: Array) -> None:
        """Give the words of a concept the score of its names in all languages."""
        sure = trust.get(found.name.language, 0.0)
        if sure <= 0:
            return
        for language in self._languages:
            same = language == found.name.language
            lent = numpy.zeros(self._count)
            for name in found.concept.in_language(language):
                if name is not found.name:
                    numbers, score = self._name_score(name)
                    lent[numbers] = numpy.maximum(lent[numbers], score)
            lent *= sure * (SYNONYM if same else TRANSLATED) / len(found.at)
            for at in found.at:
                numpy.maximum((synonym if same else translated)[at], lent, out=(synonym if same else translated)[at])

    def _name_score(self, name: ConceptName) -> tuple[Array, Array]:
        """The documents that hold every word of a name, and the score of its words together; worked out once."""
        known = self._scored.get((name.language, name.text))
        if known is None:
            rows = numpy.zeros((len(name.words), self._count))
            for row, word_keys in zip(rows, name.words, strict=True):
                self._add(row, name.language, dict.fromkeys(word_keys, 1.0), 1.0)
            numbers = numpy.nonzero((rows > 0).all(axis=0))[0]
            known = self._scored[name.language, name.text] = numbers, rows[:, numbers].sum(axis=0)
        return known
