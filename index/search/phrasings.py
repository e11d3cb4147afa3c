"""How people put what a law deals with: whole phrasings, compared with the question as wholes.

A phrasing is a line such as "kortet røg på gulvet" that stands for one or more laws. Nobody types that very line, so it
is compared word by word: rare words count most, a part is enough, and the words of all phrasings of a law count
together. An everyday phrase of ``search-words.toml`` is a phrasing too, each of its words one of several.
"""

from __future__ import annotations

import math
import tomllib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy

from corpus.languages import CODES, LANGUAGES
from index.search.analyzer import fold, index_keys, tokenize
from index.search.concepts import ConceptIndex
from index.search.fulltext import Array
from index.search.scoring import LIGHT, UNKNOWN, QueryTerm

WHOLE, TOGETHER = 1.0, 1.0
SOFT = 0.3  # how soon a word that a law's phrasings often use counts in full
SMALL = 0.25  # what a small word counts: "uden", "før" and "for sent" do tell something
PAIR, NEAR = 0.4, 2
BEGUN, BEGINNING = 0.5, 5
KIN_TRUST = 0.6  # a Norwegian's words are mostly a Dane's words too


@dataclass(frozen=True)
class Phrasing:
    """One way to put it: its words in order, each as the keys of one or several words; and where it leads.

    ``text`` is the line as written, empty where its words are known otherwise.
    """

    language: str
    text: str
    words: tuple[frozenset[str], ...]
    targets: tuple[tuple[str, str], ...]


def read_phrasings(text: str) -> tuple[Phrasing, ...]:
    """Phrasings from ``phrasings.toml``: a table for each goal ("25A", "dbf-2008:212") with lines by language."""
    out = []
    for goal, by_language in tomllib.loads(text).items():
        expression, _, place = goal.rpartition(":")
        target = (expression.partition("-")[0] or "laws", place)
        for language, lines in by_language.items():
            for line in lines.replace(",", "\n").splitlines():
                if found := tuple(index_keys(word.text, language) for word in tokenize(line)):
                    out.append(Phrasing(language, line, found, (target,)))
    return tuple(out)


def everyday_phrasings(terms: ConceptIndex) -> tuple[Phrasing, ...]:
    """The everyday phrases of the concepts as phrasings."""
    return tuple(
        Phrasing(name.language, "", name.words, concept.targets)
        for concept in terms.concepts.values()
        for name in concept.names
        if name.asked_only and concept.targets
    )


class Phrasings:
    """All phrasings, ready to be compared with a question."""

    def __init__(self, phrasings: Sequence[Phrasing]) -> None:
        self._targets = sorted({target for phrasing in phrasings for target in phrasing.targets})
        number = {target: n for n, target in enumerate(self._targets)}
        self._language = numpy.array([CODES.index(phrasing.language) for phrasing in phrasings])
        pairs = sorted((number[t], n) for n, p in enumerate(phrasings) for t in p.targets)
        self._goal, self._line = (numpy.array([pair[at] for pair in pairs], dtype=int) for at in (0, 1))
        self._first = numpy.searchsorted(self._goal, numpy.arange(len(self._targets)))
        lines: defaultdict[tuple[str, str], set[int]] = defaultdict(set)
        for n, phrasing in enumerate(phrasings):
            for key in (key for word in phrasing.words for key in word):
                lines[phrasing.language, key].add(n)
            for key in (*_pairs(phrasing), *_beginnings(phrasing)):
                lines[phrasing.language, key].add(n)
        goals = {key: {number[t] for n in held for t in phrasings[n].targets} for key, held in lines.items()}
        self._lines = {key: numpy.array(sorted(held)) for key, held in lines.items()}
        self._rarity = {key: math.log(1 + len(self._targets) / len(found)) for key, found in goals.items()}
        self._length = numpy.array([self._long(phrasing) for phrasing in phrasings])

    def worth(self, terms: Sequence[QueryTerm], trust: Mapping[str, float]) -> dict[tuple[str, str], float]:
        """How much the phrasings of each goal resemble the question, in the measure of a text's score."""
        trusted = {
            code: max([trust.get(code, 0.0), *(KIN_TRUST * trust.get(kin, 0.0) for kin in one.kin)])
            for code, one in LANGUAGES.items()
        }
        held = numpy.zeros((len(terms), len(self._language)))
        asked = numpy.zeros(len(terms))
        pairs = numpy.zeros((len(terms), len(self._language)))
        for at, term in enumerate(terms):
            for other in terms[at + 1 : at + 1 + NEAR]:
                self._hold_pair(pairs[at], term, other, trusted)
        for at, term in enumerate(terms):
            for language, word_keys in term.keys.items():
                self._hold(held[at], language, word_keys, (SMALL if term.light else 1.0) * trusted[language])
            if not term.light and not term.guessed:
                begun = {_beginning(fold(term.text)): 1.0}
                for language in CODES:
                    self._hold(held[at], language, begun, BEGUN * trusted[language])
            asked[at] = held[at].max() if held[at].any() else UNKNOWN * (LIGHT if term.light else 1.0)
        return self._together(numpy.vstack([held, pairs]), asked)

    def _hold_pair(self, row: Array, one: QueryTerm, two: QueryTerm, trusted: Mapping[str, float]) -> None:
        if one.light and two.light:
            return
        for language in one.keys.keys() & two.keys.keys():
            both = {f"{a} {b}": 1.0 for a in one.keys[language] for b in two.keys[language]}
            self._hold(row, language, both, PAIR * trusted[language])

    def _hold(self, row: Array, language: str, word_keys: Mapping[str, float], factor: float) -> None:
        for key, weight in word_keys.items():
            found = self._lines.get((language, key))
            if found is not None and factor > 0:
                row[found] = numpy.maximum(row[found], factor * weight * self._rarity[language, key])

    def _together(self, held: Array, asked: Array) -> dict[tuple[str, str], float]:
        size = float(numpy.sqrt((asked**2).sum())) or 1.0
        alike = (held**2).sum(axis=0) / (self._length * size)
        whole = numpy.maximum.reduceat(alike[self._line], self._first)
        lines = held[held.any(axis=1)][:, self._line]
        best = numpy.maximum.reduceat(lines, self._first, axis=1)
        often = numpy.add.reduceat((lines > 0).astype(float), self._first, axis=1)
        together = (best * often / (often + SOFT)).sum(axis=0)
        share = together / (asked.sum() or 1.0)
        worth = WHOLE * whole * size + TOGETHER * together * share
        return {self._targets[n]: float(worth[n]) for n in numpy.nonzero(worth)[0]}

    def _long(self, phrasing: Phrasing) -> float:
        rare = [max(self._rarity[phrasing.language, key] for key in word) for word in phrasing.words]
        return math.sqrt(sum(one * one for one in rare)) or 1.0


def _pairs(phrasing: Phrasing) -> set[str]:
    """Words that stand together or with one between them: "lægger op" says more than "lægger" and "op"."""
    if not phrasing.text:
        return set()
    short = [min(word, key=lambda key: (len(key), key)) for word in phrasing.words]
    return {f"{one} {two}" for at, one in enumerate(short) for two in short[at + 1 : at + 1 + NEAR]}


def _beginnings(phrasing: Phrasing) -> set[str]:
    """The beginnings of long words: "opførsel" and "opføre", "straf" and "strafpoint" have one in common."""
    return {begun for word in phrasing.words for key in word if (begun := _beginning(key))}


def _beginning(folded: str) -> str:
    return folded[:BEGINNING] + "*" if len(folded) >= BEGINNING else ""
