"""From scores of documents to an order of rules: one entry for a rule in all its languages."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy

from corpus.library import Library
from index.search.fulltext import DocumentRef, FullText
from index.search.postings import Array
from index.search.query_analysis import Question
from index.search.rules import DEFINITION, RuleIndex
from index.search.scoring import BEST, Scores

FIRST = 3  # so many laws come before the first definition
TAIL = 0.25  # of the best score; of all judged questions each right law within the first ten is above it
MOST_LAWS = 12
OTHER_WORK = 0.8
OLD_EDITION = 0.85
NOTE = 0.9
CONCEPT, INSIDE_OTHER = 0.6, 0.25
ENTRY = 0.9
PHRASING = 1.5
INHERITED = 0.8
FITTING = 1.2  # of the best score, for the law that fits the question best
PART = 0.3  # of it, for the part that fits
STORY = 15  # words from which a question tells what happened; shorter ones are more and more terms of the texts
MORE_TARGETS = 0.12
FURTHER = 0.3  # of what each further concept adds for the same law
CANDIDATES = 300  # documents that can become hits by their text


class RankedRule(NamedTuple):
    """A rule with its score; ``document`` is the number of its best document, or -1.

    ``concept`` and ``entry`` are what it earned itself from concepts and from entries of subject indexes.
    """

    rule: str
    score: float
    document: int
    concept: float
    entry: float


class _Earned(NamedTuple):
    """What a rule earned otherwise than by its text."""

    concept: float = 0.0
    entry: float = 0.0
    phrasing: float = 0.0


NOTHING = _Earned()


@dataclass(frozen=True)
class Ranking:
    """The rules that answer a question: the best of each of ``laws`` laws, then their others, both best first."""

    scores: Scores
    rules: tuple[RankedRule, ...]
    laws: int


class RuleRanker:
    """Ranks the rules of a library."""

    def __init__(self, library: Library, index: FullText, rules: RuleIndex, with_entries: bool = True) -> None:
        """``with_entries`` also counts the entries of the books' own subject indexes."""
        self._library = library
        self._index = index
        self._rules = rules
        self._document_rules = [self._rules_of(ref) for ref in index.refs]
        self._by_kind = numpy.array(
            [0.0 if ref.kind == "index" else NOTE if ref.kind == "note" else 1.0 for ref in index.refs]
        )
        self._by_text = self._by_kind * numpy.array([self._text_weight(ref) for ref in index.refs])
        entries = [number for number, ref in enumerate(index.refs) if ref.kind == "index" and with_entries]
        targets = [index.refs[number].targets for number in entries]
        self._entries = numpy.array(entries, dtype=int)
        self._entry_rules = [
            [rule for target in found for rule in self._rules.rules_of(index.refs[number].expression, target)]
            for number, found in zip(entries, targets, strict=True)
        ]
        self._entry_shares = numpy.array([_shared(len(found)) for found in targets])

    def rank(self, scores: Scores) -> Ranking:
        """The best rule of each law, without the tail of laws that share a common word with the question."""
        if not scores.question.terms:
            return Ranking(scores, (), 0)
        texts, earned = self._text_scores(scores), self._earned(scores)
        if not scores.allowed.all():
            allowed = self._rules_in(scores.allowed) - self._rules_in(scores.banned)
            texts = {rule: texts[rule] for rule in texts.keys() & allowed}
            earned = {rule: earned[rule] for rule in earned.keys() & allowed}
        ranked = []
        for rule in texts.keys() | earned.keys():
            text, document = texts.get(rule, (0.0, -1))
            own = earned.get(rule, NOTHING)
            score = text + self._inherited(rule, own, earned)
            if score > 0 and scores.question.filter.allows_rule(self._rules, rule):
                ranked.append(RankedRule(rule, score, document, own.concept, own.entry))
        least = TAIL * max((found.score for found in ranked), default=0.0)
        sure = {found.rule for found in ranked if found.score >= least}
        ranked = self._with_fitting(ranked, scores.question)
        ranked.sort(key=lambda found: (-found.score, found.rule))
        laws = self._best_of_laws(ranked, sure, scores.question)
        kept = {self._rules.law(found.rule) for found in laws}
        chosen = {found.rule for found in laws}
        others = (found for found in ranked if found.rule not in chosen and self._rules.law(found.rule) in kept)
        return Ranking(scores, (*laws, *others), len(laws))

    def _with_fitting(self, ranked: Sequence[RankedRule], question: Question) -> list[RankedRule]:
        """The rules with what their laws gain by fitting the question, and such laws that nothing else found."""
        fits = {f"{work}:{place}": found for (work, place), found in question.fits.items()}
        if not ranked or not fits or not question.is_open:
            return list(ranked)
        unit = FITTING * min(1.0, len(question.terms) / STORY) * max(found.score for found in ranked)
        known = {found.rule: found for found in ranked}
        laws = set(map(self._rules.law, known))
        # A part that nothing else found is shown only of a law whose own lines fit the question.
        new = (
            rule
            for rule in fits
            if rule not in known and (self._rules.law(rule) in laws or rule == self._rules.law(rule))
        )
        allowed = (rule for rule in new if self._rules.exists(rule) and question.filter.allows_rule(self._rules, rule))
        found = [*ranked, *(RankedRule(rule, 0.0, -1, 0.0, 0.0) for rule in sorted(allowed))]
        fit = [self._fit(one.rule, fits) for one in found]
        return [
            one._replace(score=one.score + unit * gain) if gain else one for one, gain in zip(found, fit, strict=True)
        ]

    def _fit(self, rule: str, fits: Mapping[str, float]) -> float:
        """How well the law of a rule fits, and its part."""
        above = self._rules.above(rule)
        if not above:
            return fits.get(rule, 0.0)
        return fits.get(above[-1], 0.0) + PART * max([fits.get(part, 0.0) for part in (rule, *above[:-1])])

    def _text_scores(self, scores: Scores) -> dict[str, tuple[float, int]]:
        """The best document of each rule: its score and number."""
        chosen = scores.question.filter
        total = scores.total * scores.allowed * (self._by_kind if chosen.named else self._by_text)
        if chosen.restricts_documents:
            total = total * numpy.array([chosen.allows_document(ref) for ref in self._index.refs])
        numbers = numpy.nonzero(total)[0]
        if len(numbers) > CANDIDATES and not chosen.narrow:
            numbers = numbers[numpy.argpartition(-total[numbers], CANDIDATES)[:CANDIDATES]]
        best: dict[str, tuple[float, int]] = {}
        for number, score in zip(numbers.tolist(), total[numbers].tolist(), strict=True):
            for rule in self._document_rules[number]:
                known, document = best.get(rule, (0.0, -1))
                if score > known or (score == known and number < document):
                    best[rule] = score, number
        return best

    def _earned(self, scores: Scores) -> dict[str, _Earned]:
        """What rules earn from the question's concepts, from entries of subject indexes and from phrasings."""
        concepts, entries = self._concept_scores(scores), self._entry_scores(scores)
        phrasings = {f"{work}:{place}": PHRASING * s for (work, place), s in scores.question.phrasings.items()}
        return {
            rule: _Earned(concepts.get(rule, 0.0), entries.get(rule, 0.0), phrasings.get(rule, 0.0))
            for rule in concepts.keys() | entries.keys() | phrasings.keys()
        }

    def _concept_scores(self, scores: Scores) -> dict[str, float]:
        """A law that the term table names for a concept earns part of what the concept's terms are worth."""
        question, earned = scores.question, dict[str, float]()
        for match in question.concepts:
            inside = any(match.at < other.at for other in question.concepts)
            targets = match.concept.targets
            worth = sum(scores.weights[at] for at in match.at) * question.language_weights[match.name.language]
            worth *= CONCEPT * BEST * (INSIDE_OTHER if inside else 1.0) / _shared(len(targets))
            for work, place in targets:
                known = earned.get(f"{work}:{place}", 0.0)
                earned[f"{work}:{place}"] = max(worth, known) + FURTHER * min(worth, known)
        return earned

    def _entry_scores(self, scores: Scores) -> dict[str, float]:
        """An entry of a book's subject index that resembles the question lends its score to what it leads to."""
        at = self._entries
        fits = scores.share[at] * numpy.minimum(1.0, scores.covered[:, at].sum(axis=0) / self._index.lengths[at])
        lent = ENTRY * scores.total[at] * fits / self._entry_shares
        earned: dict[str, float] = {}
        for entry in numpy.nonzero(lent)[0].tolist():
            score = float(lent[entry])
            for rule in self._entry_rules[entry]:
                earned[rule] = max(earned.get(rule, 0.0), score)
        return earned

    def _inherited(self, rule: str, own: _Earned, earned: Mapping[str, _Earned]) -> float:
        """What a rule earned, each part of it its own or a share of what a rule above it earned."""
        concept, entry, phrasing = own
        share = INHERITED
        for name in self._rules.above(rule):
            if (above := earned.get(name)) is not None:
                concept = max(concept, share * above.concept)
                entry, phrasing = max(entry, share * above.entry), max(phrasing, share * above.phrasing)
            share *= INHERITED
        return concept + entry + phrasing

    def _best_of_laws(
        self, ranked: Sequence[RankedRule], sure: Collection[str], question: Question
    ) -> list[RankedRule]:
        """The best rule of each law, without the tail but for those that are ``sure``.

        Of an exact question all, since each holds what was required.
        """
        exact = question.is_exact
        best: dict[str, RankedRule] = {}
        for found in ranked:
            if exact or found.rule in sure or found.score >= TAIL * ranked[0].score:
                best.setdefault(self._rules.law(found.rule), found)
        laws = self._in_order(list(best.values()), question)[: None if exact else MOST_LAWS]
        first = [found for found in laws if not found.rule.startswith(DEFINITION)][:FIRST]
        return [*first, *(found for found in laws if found not in first)]

    def _in_order(self, best: Sequence[RankedRule], question: Question) -> list[RankedRule]:
        """The best rules of laws by their scores and what the laws gain beside; a definition keeps its place."""
        gains = {f"{work}:{place}": gain for (work, place), gain in question.order_gains.items()}
        if not gains or not question.is_open:
            return list(best)
        laws = [found for found in best if not found.rule.startswith(DEFINITION)]
        least, unit = min(gains.values()), max((found.score for found in laws), default=0.0)
        worth = {found.rule: found.score + unit * gains.get(self._rules.law(found.rule), least) for found in laws}
        ordered = iter(sorted(laws, key=lambda found: (-worth[found.rule], found.rule)))
        return [found if found.rule.startswith(DEFINITION) else next(ordered) for found in best]

    def _rules_in(self, mask: Array) -> set[str]:
        return {rule for number in numpy.nonzero(mask)[0] for rule in self._document_rules[number]}

    def _text_weight(self, ref: DocumentRef) -> float:
        """Texts not in force, and other books, come after the laws in force unless they are asked for."""
        entry = self._library.entry(ref.expression)
        if entry.work != self._rules.work:
            return OTHER_WORK
        return 1.0 if entry.edition == self._rules.edition else OLD_EDITION

    def _rules_of(self, ref: DocumentRef) -> tuple[str, ...]:
        if ref.kind == "index":
            return ()
        if ref.kind == "note":
            return self._rules.rules_of(ref.expression, ref.targets[0]) if ref.targets else ()
        return self._rules.rules_of(ref.expression, ref.place)


def _shared(targets: int) -> float:
    """By what a score is divided that leads to several places."""
    return 1 + MORE_TARGETS * max(0, targets - 1)
