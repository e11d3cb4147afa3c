"""How well each document answers a question: its words, their forms, their translations and their synonyms.

Every term of the question has a score in every document (BM25 over weighted keys). A concept lends its terms the score
of its other names. A document's score is the sum over the terms, lowered when terms are missing.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy

from index.search.analyzer import fold
from index.search.concepts import ConceptMatch, ConceptName
from index.search.fulltext import FullText
from index.search.postings import Array, KeyField
from index.search.query_analysis import Question
from index.search.query_terms import UNKNOWN, KeyWeights, QueryTerm

K1, B = 1.2, 0.4
TRANSLATED, SYNONYM = 0.8, 0.6
ALSO = 0.8
NO_RARITY = 3.0
BEST = K1 + 1  # the most that a term can earn, times its rarity


@dataclass(frozen=True)
class Scores:
    """The scores of all documents for a question: arrays with a number for each document, by its number.

    ``total`` is the whole score; ``typed``, ``translated`` and ``synonym`` are what came from the words as typed, from
    other languages and from other words. ``covered`` has a row for each term, 1 where the document has it; ``share``
    is how much of the question, by the ``weights`` of its terms, a document covers. ``allowed`` are documents that
    hold what is required, ``banned`` those with words that must not be there: no language of their rule is shown.
    """

    question: Question
    weights: tuple[float, ...]
    total: Array
    typed: Array
    translated: Array
    synonym: Array
    covered: Array
    share: Array
    allowed: Array
    banned: Array


class Scorer:
    """Scores the documents of an open index."""

    def __init__(self, index: FullText, with_entries: bool = True) -> None:
        """``with_entries`` also counts the entries of the books' own subject indexes as words of a provision."""
        self._index = index
        self._fields: tuple[tuple[KeyField, float], ...] = (
            (("bag", 1.0), ("also", ALSO)) if with_entries else (("bag", 1.0),)
        )
        self._count = len(index.refs)
        self._norm = 1 - B + B * index.lengths / float(index.lengths.mean() if self._count else 1)
        self._documents = Counter(ref.language for ref in index.refs)
        self._name_score = cache(self._score_name)

    def score(self, question: Question) -> Scores:
        """Score every document; the arrays are empty for a question without terms, such as a citation."""
        terms, shape = question.terms, (len(question.terms), self._count)
        if not terms:
            return Scores(question, (), *[numpy.zeros(0)] * 8)
        typed, corrected, translated, synonym = (numpy.zeros(shape) for _ in range(4))
        for at, term in enumerate(terms):
            for language, keys in term.keys.items():
                row = corrected[at] if language in term.corrections else typed[at]
                self._add(row, language, keys, question.language_weights.get(language, 0.0))
        for match in question.concepts:
            self._lend(match, question.language_weights, translated, synonym)
        best = numpy.maximum(numpy.maximum(typed, corrected), numpy.maximum(translated, synonym))
        weights = tuple(self._weight(term, row) for term, row in zip(terms, best, strict=True))
        factors = numpy.array([term.weight for term in terms])[:, numpy.newaxis]
        for part in (typed, translated, synonym, best):
            part *= factors
        covered = (best > 0).astype(float)
        share = numpy.array(weights) @ covered / (sum(weights) or 1.0)
        total = best.sum(axis=0) * (0.25 + 0.75 * share)
        # Of each way, only the terms for which no other way gave more.
        typed, translated, synonym = (
            numpy.where(part >= best - 1e-9, part, 0).sum(axis=0) for part in (typed, translated, synonym)
        )
        masks = self._masks(question, covered)
        return Scores(question, weights, total, typed, translated, synonym, covered, share, *masks)

    def _masks(self, question: Question, covered: Array) -> tuple[Array, Array]:
        """The documents that hold what is required and nothing banned, and those that hold something banned."""
        allowed = (covered[[at for at, term in enumerate(question.terms) if term.required]] > 0).all(axis=0)
        banned = numpy.zeros(self._count, dtype=bool)
        for clause in question.words.clauses:
            if clause.need == "not":
                banned |= self._holding(clause.words)
            elif clause.phrase:
                allowed &= self._holding(clause.words)
        return allowed & ~banned, banned

    def _holding(self, words: Sequence[str]) -> Array:
        """Documents with these very words, together and in this order."""
        mask = numpy.zeros(self._count, dtype=bool)
        mask[self._index.phrase([fold(word) for word in words])] = True
        return mask

    def _rarity(self, language: str, keys: KeyWeights) -> float:
        """How telling a word is in a language: the inverse document frequency of its commonest key."""
        count = max((len(self._index.postings("bag", f"{language}:{key}")[0]) for key in keys), default=0)
        total = self._documents[language]
        return math.log(1 + (total - count + 0.5) / (count + 0.5)) if count else 0.0

    def _weight(self, term: QueryTerm, row: Array) -> float:
        """How much a missing word is missed."""
        rare = max((self._rarity(language, k) for language, k in term.keys.items()), default=0.0)
        if not rare and row.any():
            rare = float(row.max()) / BEST
        return term.weight * (rare or UNKNOWN)

    def _add(self, row: Array, language: str, keys: KeyWeights, factor: float) -> None:
        """Raise ``row`` to the score of a word; several keys of one word do not add up."""
        if factor <= 0:
            return
        rare = self._rarity(language, keys) or NO_RARITY
        for key, key_weight in keys.items():
            for name, field_weight in self._fields:
                numbers, weights = self._index.postings(name, f"{language}:{key}")
                if len(numbers):
                    earned = weights * BEST / (weights + K1 * self._norm[numbers])
                    row[numbers] = numpy.maximum(row[numbers], earned * rare * key_weight * field_weight * factor)

    def _lend(
        self, match: ConceptMatch, language_weights: Mapping[str, float], translated: Array, synonym: Array
    ) -> None:
        """Give the terms of a concept the score of its names in all languages."""
        sure = language_weights.get(match.name.language, 0.0)
        for language in self._documents:
            same = language == match.name.language
            lent = numpy.zeros(self._count)
            for name in match.concept.in_language(language):
                if name is not match.name:
                    numbers, score = self._name_score(name)
                    lent[numbers] = numpy.maximum(lent[numbers], score)
            lent *= sure * (SYNONYM if same else TRANSLATED) / len(match.at)
            rows = synonym if same else translated
            for at in match.at:
                numpy.maximum(rows[at], lent, out=rows[at])

    def _score_name(self, name: ConceptName) -> tuple[Array, Array]:
        """The documents that hold every word of a name, and the score of its words together."""
        rows = numpy.zeros((len(name.words), self._count))
        for row, keys in zip(rows, name.words, strict=True):
            self._add(row, name.language, dict.fromkeys(keys, 1.0), 1.0)
        numbers = numpy.nonzero((rows > 0).all(axis=0))[0]
        return numbers, rows[:, numbers].sum(axis=0)
