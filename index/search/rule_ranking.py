"""From scores of documents to an order of rules: one entry for a rule in all its languages."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy

from corpus.library import Library
from index.search.fulltext import DocumentRef, FullText
from index.search.headings import HeadingTable, heading_words
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
HEADED, HEADED_PART = 1.0, 0.5  # of the best score, for a law under just the heading that was typed, and for a part
ASKED = 5.0  # of it, for the law of the table that answers: nothing else is left above the tail
NAMED = 0.3  # of it, for each law that deals with the thing of which just the name was typed
JUST_BELOW = 0.999  # what is best otherwise stays so
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


_Earned = tuple[float, float, float]
"""What a rule earned otherwise than by its text: from concepts, from entries and from phrasings."""
NOTHING: _Earned = (0.0, 0.0, 0.0)
NO_TEXT = 0.0, -1


@dataclass(frozen=True)
class Ranking:
    """The rules that answer a question: the best of each of ``laws`` laws, then their others, both best first.

    ``headed`` are the rules under a heading that is just the question.
    """

    scores: Scores
    rules: tuple[RankedRule, ...]
    laws: int
    headed: tuple[str, ...] = ()


class RuleRanker:
    """Ranks the rules of a library."""

    def __init__(
        self, library: Library, index: FullText, rules: RuleIndex, headings: HeadingTable, with_entries: bool = True
    ) -> None:
        """``with_entries`` also counts the entries of the books' own subject indexes."""
        self._library = library
        self._index = index
        self._rules = rules
        self._headings = headings
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
        found = {}
        for rule in texts.keys() | earned.keys():
            score = texts.get(rule, NO_TEXT)[0] + self._inherited(rule, earned.get(rule, NOTHING), earned)
            if score > 0 and scores.question.filter.allows_rule(self._rules, rule):
                found[rule] = score
        least = TAIL * max(found.values(), default=0.0)
        asked = self._asked(scores.question)
        sure = set() if asked else {rule for rule, score in found.items() if score >= least}
        headed = self._headed(scores.question)
        found = self._with_headed(self._with_fitting(found, scores.question), headed)
        found = self._with_named(found, scores.question)
        if asked:
            found[asked] = found.get(asked, 0.0) + ASKED * max(found.values(), default=1.0)
        # Of several hundred rules only those of the best laws become values.
        ranked = sorted([(-score, rule) for rule, score in found.items()])
        best = self._best_of_laws(ranked, sure, scores.question)
        law_of = self._rules.law
        kept, chosen = set(map(law_of, best)), set(best)
        others = [rule for _, rule in ranked if law_of(rule) in kept and rule not in chosen]
        rules = []
        for rule in (*best, *others):
            concept, entry, _ = earned.get(rule, NOTHING)
            rules.append(RankedRule(rule, found[rule], texts.get(rule, NO_TEXT)[1], concept, entry))
        return Ranking(scores, tuple(rules), len(best), headed)

    def _asked(self, question: Question) -> str:
        """The rule whose table answers a question; "" where none does, or not in what was chosen."""
        rule = question.rows.rule if question.rows else ""
        return rule if self._rules.exists(rule) and question.filter.allows_rule(self._rules, rule) else ""

    def _with_fitting(self, found: Mapping[str, float], question: Question) -> dict[str, float]:
        """The scores with what the laws of rules gain by fitting the question, and laws that nothing else found."""
        fits = {f"{work}:{place}": worth for (work, place), worth in question.fits.items()}
        if not found or not fits or not question.is_open:
            return dict(found)
        unit = FITTING * min(1.0, len(question.terms) / STORY) * max(found.values())
        gained = {rule: score + unit * self._fit(rule, fits) for rule, score in found.items()}
        law_of, exists, allows = self._rules.law, self._rules.exists, question.filter.allows_rule
        laws = set(map(law_of, found))
        for rule in fits:
            # A part that nothing else found is shown only of a law whose own lines fit the question.
            law = law_of(rule)
            if rule not in found and (law in laws or rule == law) and exists(rule) and allows(self._rules, rule):
                gained[rule] = unit * self._fit(rule, fits)
        return gained

    def _headed(self, question: Question) -> tuple[str, ...]:
        """The rules whose heading is the question, word for word."""
        under = self._headings.get(heading_words(question.words.text), ()) if question.is_open else ()
        return tuple(rule for rule in under if question.filter.allows_rule(self._rules, rule))

    def _with_headed(self, found: dict[str, float], headed: Sequence[str]) -> dict[str, float]:
        """The scores with what rules gain whose heading was typed."""
        best = max(found.values(), default=0.0)
        shares = {rule: HEADED_PART if self._rules.above(rule) else HEADED for rule in headed}
        return found | {rule: found.get(rule, 0.0) + best * share for rule, share in shares.items()}

    def _with_named(self, found: dict[str, float], question: Question) -> dict[str, float]:
        """The scores with what whole laws gain that deal with the one thing that was named, before those that share
        words with its name: "lead out of turn" is about 53 to 56, and no call. What is found best otherwise stays so,
        and so does all where the table names as many parts of laws.
        """
        about = {f"{work}:{place}" for match in question.named for work, place in match.concept.targets}
        laws = [rule for rule in about if rule.startswith(f"{self._rules.work}:") and not self._rules.above(rule)]
        if 2 * len(laws) <= len(about):
            return found
        others = max((score for rule, score in found.items() if rule not in about), default=0.0)
        gain, most = NAMED * max(found.values(), default=0.0), JUST_BELOW * others

        def gained(score: float) -> float:
            return score + gain if score > others else max(score, min(score + gain, most))

        return found | {rule: gained(found[rule]) for rule in laws if rule in found}

    def _fit(self, rule: str, fits: Mapping[str, float]) -> float:
        """How well the law of a rule fits, and its part."""
        above = self._rules.above(rule)
        if not above:
            return fits.get(rule, 0.0)
        part = fits.get(rule, 0.0)
        for name in above[:-1]:
            part = max(part, fits.get(name, 0.0))
        return fits.get(above[-1], 0.0) + PART * part

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
            rule: (concepts.get(rule, 0.0), entries.get(rule, 0.0), phrasings.get(rule, 0.0))
            for rule in concepts.keys() | entries.keys() | phrasings.keys()
        }

    def _concept_scores(self, scores: Scores) -> dict[str, float]:
        """A law that the term table names for a concept earns part of what the concept's terms are worth."""
        question, earned = scores.question, dict[str, float]()
        for match in question.concepts:
            inside = match.is_part(question.concepts)
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
                concept = max(concept, share * above[0])
                entry, phrasing = max(entry, share * above[1]), max(phrasing, share * above[2])
            share *= INHERITED
        return concept + entry + phrasing

    def _best_of_laws(
        self, ranked: Sequence[tuple[float, str]], sure: Collection[str], question: Question
    ) -> list[str]:
        """The best rule of each law, in order, without the tail but for those that are ``sure``.

        ``ranked`` are scores below zero and their rules, the best first. Of an exact question all, since each holds
        what was required.
        """
        exact, law_of = question.is_exact, self._rules.law
        least = TAIL * -ranked[0][0] if ranked else 0.0
        best: dict[str, tuple[str, float]] = {}
        for below, rule in ranked:
            if exact or rule in sure or -below >= least:
                best.setdefault(law_of(rule), (rule, -below))
        laws = self._in_order(dict(best.values()), question)[: None if exact else MOST_LAWS]
        first = [rule for rule in laws if not rule.startswith(DEFINITION)][:FIRST]
        return list(dict.fromkeys((*first, *laws)))

    def _in_order(self, best: Mapping[str, float], question: Question) -> list[str]:
        """The best rules of laws by their scores and what the laws gain beside; a definition keeps its place."""
        gains = {f"{work}:{place}": gain for (work, place), gain in question.order_gains.items()}
        if not gains or not question.is_open:
            return list(best)
        laws = [rule for rule in best if not rule.startswith(DEFINITION)]
        least, unit = min(gains.values()), max((best[rule] for rule in laws), default=0.0)
        worth = {rule: best[rule] + unit * gains.get(self._rules.law(rule), least) for rule in laws}
        ordered = iter(sorted(laws, key=lambda rule: (-worth[rule], rule)))
        return [rule if rule.startswith(DEFINITION) else next(ordered) for rule in best]

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
