"""How people describe what a law deals with: whole phrasings, compared with the question as wholes.

A phrasing is a line such as "kortet røg på gulvet" that leads to one or more laws. Nobody types that very line, so it
is compared word by word: rare words count most, a part is enough, and the words of all phrasings of a law count
together. An everyday phrase of ``search-words.toml`` is a phrasing too, each of its words one of several.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, count, groupby
from operator import itemgetter

import numpy

from corpus.languages import CODES, LANGUAGES
from index.search.analyzer import fold
from index.search.concepts import ConceptIndex
from index.search.postings import Array
from index.search.query_terms import UNKNOWN, KeyWeights, QueryTerm

WHOLE, TOGETHER = 1.0, 1.0
SOFT = 0.3  # how soon a word that a law's phrasings often use counts in full
SMALL = 0.25  # what a word of low weight counts here: "uden", "før" and "for sent" do tell something
PAIR, NEAR = 0.4, 2
BEGUN, BEGINNING = 0.5, 5
WHOLE_NUMBERS, FRACTIONS = "<i4", "<f8"
KIN_WEIGHT = 0.6  # a Norwegian's words are mostly a Dane's words too

RuleTarget = tuple[str, str]


@dataclass(frozen=True)
class ToldLine:
    """A line as somebody would write it, compared as a whole; ``targets`` are (work, provision id)."""

    language: str
    text: str
    targets: tuple[RuleTarget, ...]


@dataclass(frozen=True)
class Phrasing(ToldLine):
    """One that is compared by its words, in order, each as the keys of one or several words.

    ``text`` is empty where its words are known otherwise.
    """

    words: tuple[frozenset[str], ...]


def everyday_phrasings(concepts: ConceptIndex) -> tuple[Phrasing, ...]:
    """The everyday phrases of the concepts as phrasings."""
    return tuple(
        Phrasing(name.language, "", concept.targets, name.words)
        for concept in concepts.concepts.values()
        for name in concept.names
        if name.asked_only and concept.targets
    )


@dataclass(frozen=True)
class PhrasingTable:
    """All phrasings, worked out for comparison with a question; it is stored with the search index.

    The bytes are vectors of whole numbers (``WHOLE_NUMBERS``) or fractions (``FRACTIONS``). A line is led by
    ``led[n]`` to the target with the number ``goals[n]``, ascending. ``keys`` are by language all keys of the lines,
    one a line; the key at place n of them all, language after language, is in the lines ``lines[ends[n - 1]:ends[n]]``
    and tells as much as ``rarity[n]``. ``lengths`` are those of the lines, as vectors.
    """

    targets: tuple[RuleTarget, ...]
    goals: bytes
    led: bytes
    keys: Mapping[str, str]
    ends: bytes
    lines: bytes
    rarity: bytes
    lengths: bytes


def phrasing_table(phrasings: Sequence[Phrasing]) -> PhrasingTable:
    """The table of some phrasings."""
    targets = sorted({target for phrasing in phrasings for target in phrasing.targets})
    number = {target: n for n, target in enumerate(targets)}
    lines: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    led: defaultdict[tuple[str, str], set[int]] = defaultdict(set)
    for line, phrasing in enumerate(phrasings):
        goals = [number[target] for target in phrasing.targets]
        for key in dict.fromkeys(_keys(phrasing)):
            lines[phrasing.language, key].append(line)
            led[phrasing.language, key].update(goals)
    rarity = {key: math.log(1 + len(targets) / len(found)) for key, found in led.items()}
    ordered = sorted(lines)
    pairs = sorted((number[target], n) for n, p in enumerate(phrasings) for target in p.targets)
    return PhrasingTable(
        tuple(targets),
        _packed((goal for goal, _ in pairs), WHOLE_NUMBERS),
        _packed((line for _, line in pairs), WHOLE_NUMBERS),
        {code: "\n".join(key for _, key in keys) for code, keys in groupby(ordered, key=itemgetter(0))},
        _packed(accumulate(len(lines[key]) for key in ordered), WHOLE_NUMBERS),
        _packed((line for key in ordered for line in lines[key]), WHOLE_NUMBERS),
        _packed((rarity[key] for key in ordered), FRACTIONS),
        _packed((_norm(phrasing, rarity) for phrasing in phrasings), FRACTIONS),
    )


def _packed(numbers: Iterable[float], kind: str) -> bytes:
    return numpy.fromiter(numbers, dtype=kind).tobytes()


class PhrasingIndex:
    """All phrasings, ready to be compared with a question."""

    def __init__(self, table: PhrasingTable) -> None:
        self._targets = table.targets
        self._line = numpy.frombuffer(table.led, WHOLE_NUMBERS)
        goals = numpy.frombuffer(table.goals, WHOLE_NUMBERS)
        self._first = numpy.searchsorted(goals, numpy.arange(len(self._targets)))
        numbers = count()
        # The keys first: where they end, no number of the next language has been taken.
        self._numbers = {code: dict(zip(keys.split("\n"), numbers, strict=False)) for code, keys in table.keys.items()}
        self._lines = numpy.frombuffer(table.lines, WHOLE_NUMBERS)
        self._ends = (0, *numpy.frombuffer(table.ends, WHOLE_NUMBERS).tolist())
        self._rarity = numpy.frombuffer(table.rarity, FRACTIONS).tolist()
        self._length = numpy.frombuffer(table.lengths, FRACTIONS)

    def scores(self, terms: Sequence[QueryTerm], language_weights: Mapping[str, float]) -> dict[RuleTarget, float]:
        """How much the phrasings of each target resemble the question, in the measure of a text's score."""
        if not terms:
            return {}
        own = {code: language_weights.get(code, 0.0) for code in CODES}
        weights = {code: max(own[code], *(KIN_WEIGHT * own[kin] for kin in LANGUAGES[code].kin), 0.0) for code in CODES}
        held = numpy.zeros((len(terms), len(self._length)))
        pairs = numpy.zeros((len(terms), len(self._length)))
        best = numpy.zeros(len(terms))
        for at, term in enumerate(terms):
            for other in terms[at + 1 : at + 1 + NEAR]:
                self._add_pair(pairs[at], term, other, weights)
            self._add_term(held[at], term, weights)
            best[at] = held[at].max() or UNKNOWN * term.weight
        return self._by_target(numpy.vstack([held, pairs]), best)

    def _add_term(self, row: Array, term: QueryTerm, weights: Mapping[str, float]) -> None:
        for language, keys in term.keys.items():
            self._add(row, language, keys, (SMALL if term.low_weight else 1.0) * weights[language])
        if not term.low_weight and not term.corrections:
            begun = {_beginning(fold(term.text)): 1.0}
            for language in CODES:
                self._add(row, language, begun, BEGUN * weights[language])

    def _add_pair(self, row: Array, one: QueryTerm, two: QueryTerm, weights: Mapping[str, float]) -> None:
        if one.low_weight and two.low_weight:
            return
        for language in one.keys.keys() & two.keys.keys():
            both = {f"{a} {b}": 1.0 for a in one.keys[language] for b in two.keys[language]}
            self._add(row, language, both, PAIR * weights[language])

    def _add(self, row: Array, language: str, keys: KeyWeights, factor: float) -> None:
        """Raise ``row`` (a number for each line) to what the keys are worth in the lines that hold them."""
        numbers = self._numbers.get(language, {})
        for key, weight in keys.items():
            number = numbers.get(key)
            if number is not None and factor > 0:
                found = self._lines[self._ends[number] : self._ends[number + 1]]
                row[found] = numpy.maximum(row[found], factor * weight * self._rarity[number])

    def _by_target(self, held: Array, best: Array) -> dict[RuleTarget, float]:
        """The likest line of each target, and its lines together."""
        size = float(numpy.sqrt((best**2).sum())) or 1.0
        held = held[held.any(axis=1)]
        alike = (held * held).sum(axis=0) / (self._length * size)
        whole = numpy.maximum.reduceat(alike.take(self._line), self._first)
        lines = held.take(self._line, axis=1)
        strongest = numpy.maximum.reduceat(lines, self._first, axis=1)
        often = numpy.add.reduceat(lines > 0, self._first, axis=1, dtype=float)
        together = (strongest * often / (often + SOFT)).sum(axis=0)
        scores = WHOLE * whole * size + TOGETHER * together * (together / (best.sum() or 1.0))
        return {self._targets[n]: float(scores[n]) for n in numpy.nonzero(scores)[0]}


def _norm(phrasing: Phrasing, rarity: Mapping[tuple[str, str], float]) -> float:
    rare = [max(rarity[phrasing.language, key] for key in word) for word in phrasing.words]
    return math.sqrt(sum(one * one for one in rare)) or 1.0


def _keys(phrasing: Phrasing) -> Iterator[str]:
    """The keys of a line's words, of pairs of them, and the beginnings that they share with other words.

    Pairs are words that follow each other or have one between them: "lægger op" is more than "lægger" and "op". In
    beginnings "opførsel" and "opføre", "straf" and "strafpoint" meet.
    """
    for word in phrasing.words:
        yield from word
        yield from filter(None, map(_beginning, word))
    if phrasing.text:
        short = [min(word, key=lambda key: (len(key), key)) for word in phrasing.words]
        yield from (f"{one} {two}" for at, one in enumerate(short) for two in short[at + 1 : at + 1 + NEAR])


def _beginning(folded: str) -> str:
    return folded[:BEGINNING] + "*" if len(folded) >= BEGINNING else ""
