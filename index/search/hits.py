"""From ranked rules to the result: which expression is shown, which sentence of it, and why it was found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from math import fsum
from types import MappingProxyType
from typing import TYPE_CHECKING

from corpus.ids import ProvisionId
from corpus.library import Library
from corpus.model import Prose, Provision
from index.search.analyzer import fold
from index.search.citation_lookup import CitationAnswer
from index.search.documents import DocumentKind
from index.search.fulltext import FullText
from index.search.query_analysis import Question
from index.search.results import Hit, Result, SearchOutcome, Via
from index.search.rule_ranking import RankedRule, Ranking
from index.search.rules import DEFINITION, RuleIndex
from index.search.scoring import Scores
from index.search.search_words import SearchWords
from index.search.snippets import SMALL, Name, SnippetText, Wanted, sentences_with_words, snippet_of

if TYPE_CHECKING:
    from index.search.suggestions import NearestEntries

SHOWN: frozenset[DocumentKind] = frozenset(("provision", "rule", "definition"))
SURE = 0.5
CITED = 1000.0
OTHER_NAME = 0.8
OLD_EDITION = 0.05
MOST_PARTS = 8  # of a law, in which a snippet is looked for
FOUND_PART = 0.6  # what the best ranked part of a law is worth to a sentence of it, the rarest word being worth 1
MAIN_PART = 0.9  # what the part is worth that says what happens in the case the law is about
FITTING_PART = 2.5  # what the part is worth that fits the question best, by what was learnt of it
LEAST_FITTING = 0.1  # how well it must, the best law being 1
NO_FITS: Mapping[str, float] = MappingProxyType({})
LEAST_MARKED = 0.3  # what the commonest word that means something is worth in a sentence, the rarest being worth 1


class ResultMaker:
    """Makes results of one library's places."""

    def __init__(self, library: Library, index: FullText, rules: RuleIndex, words: SearchWords) -> None:
        """``words`` has the words that ask for an amount, those beside which a number is one, and the main parts."""
        self._library = library
        self._index = index
        self._rules = rules
        self._amounts = words.amounts
        self._main = words.main_parts
        self._numbers = {(ref.expression, ref.place): n for n, ref in enumerate(index.refs) if ref.kind in SHOWN}

    def show(self, ranking: Ranking) -> Result:
        """What was cited, then the hits for the words; and where there are no hits, what is nearest."""
        question = ranking.scores.question
        text, citation, limit = question.query.text, question.citation, question.query.options.limit
        found = tuple(islice(self._found(ranking), limit))
        if citation is not None:
            hits = self._cited_first(citation, found if question.terms else None)[:limit]
            languages = (self._library.entry(citation.expression).language,)
            cited, missing, nearest = citation.cited, citation.missing, citation.suggestions
            return Result(text, "found", cited, missing, (), nearest, hits, languages, citation.fates)
        if not question.terms:
            return Result(text, "nothing-typed", (), (), (), (), (), ())
        outcome: SearchOutcome = "found" if found else "nothing-found"
        suggestions = dict.fromkeys((*_corrected_query(question), *(() if found else self._nearest.entries(text))))
        return Result(
            text, outcome, (), (), question.used, tuple(suggestions), found, question.languages, laws=ranking.laws
        )

    @cached_property
    def _nearest(self) -> NearestEntries:
        from index.search.suggestions import NearestEntries  # most questions find something

        return NearestEntries(self._library)

    def _cited_first(self, citation: CitationAnswer, found: Sequence[Hit] | None) -> tuple[Hit, ...]:
        """What was cited; before the hits for words behind the citation only in the expression it was found in."""
        cited = []
        for key, place in citation.places:
            rule = (self._rules.rules_of(key, place) or (f"{key}:{place}",))[0]
            cited.append(self._hit(key, place, rule, Wanted(), {}, CITED, "citation"))
        if found is None:
            return tuple(cited)
        shown = {(hit.expression, hit.id) for hit in cited}
        first = (hit for hit in cited if hit.expression == citation.expression)
        return (*first, *(hit for hit in found if (hit.expression, hit.id) not in shown))

    def _found(self, ranking: Ranking) -> Iterator[Hit]:
        """Each rule in the first leading expression that has it."""
        question = ranking.scores.question
        leading = self._leading(question) if ranking.rules else []
        wanted_by_language: dict[str, Wanted] = {}
        scores = {found.rule: found.score for found in ranking.rules}
        fits = {f"{work}:{part}": worth for (work, part), worth in question.fits.items()}
        for found in ranking.rules:
            places = self._rules.expressions_of(found.rule)
            key = next(key for key in leading if places.get(key))
            language = self._library.entry(key).language
            place = self._best_place(found, key, places[key])
            wanted = wanted_by_language.get(language) or self._wanted(ranking.scores, language)
            wanted_by_language[language] = wanted
            via, through = self._via(found, ranking.scores, key, place)
            yield self._hit(key, place, found.rule, wanted, scores, found.score, via, through, fits)

    def _hit(
        self,
        key: str,
        place: str,
        rule: str,
        wanted: Wanted,
        scores: Mapping[str, float],
        score: float,
        via: Via,
        through: str = "",
        fits: Mapping[str, float] = NO_FITS,
    ) -> Hit:
        entry = self._library.entry(key)
        text, marks = snippet_of(self._parts(key, place, scores, fits), entry.language, wanted)
        own_work: DocumentKind = "provision" if entry.work == self._rules.work else "rule"
        kind = "definition" if place.startswith(DEFINITION) else own_work
        return Hit(key, place, kind, rule, self._path(key, place), text, marks, score, via, through)

    def _leading(self, question: Question) -> list[str]:
        """Expressions in the order in which they are shown.

        The language of the question comes first, then the registry's order; an old edition leads only when the
        question can be in no other language. The reader's language leads where the question may be in it, or is in
        one that no text in force has.
        """
        reader, weights = question.query.options.reader, question.language_weights
        texts = [self._library.entry(key) for key in self._library.registry.keys]
        held = {e.language for e in texts if (e.work, e.edition) == (self._rules.work, self._rules.edition)}
        own = weights.get(reader, 0.0) > 0 or held.isdisjoint(question.languages)

        def rank(key: str) -> tuple[bool, float]:
            entry = self._library.entry(key)
            weight = weights.get(entry.language, 0.0)
            current = entry.work != self._rules.work or entry.edition == self._rules.edition
            return not (own and current and entry.language == reader), -weight if current else -weight + OLD_EDITION

        return sorted((key for key in self._library.registry.keys if key in question.filter.expressions), key=rank)

    def _best_place(self, found: RankedRule, key: str, places: Sequence[str]) -> str:
        """Where several old provisions are one rule, the one that answered best."""
        if found.document >= 0:
            ref = self._index.refs[found.document]
            if ref.expression == key and ref.place in places:
                return ref.place
        return places[0]

    def _parts(
        self, key: str, place: str, scores: Mapping[str, float], fits: Mapping[str, float]
    ) -> tuple[SnippetText, ...]:
        """What a snippet is taken from: the own text, and where there is none or it only leads on, the parts below.

        Of a whole law, both. A part is worth what it was found by (``scores``, by rule), beside the others, and how
        well it ``fits`` the question.
        """
        definition = self._library.definition(key, place) if place.startswith(DEFINITION) else None
        if definition is not None:
            return (SnippetText(definition.text),)
        provision = self._library.provision(key, place)
        if provision is None:
            return ()
        own = provision.text
        if own and not own.endswith(":") and len(provision.id.parts) > 1:
            return (SnippetText(own),)
        above = {str(p.id): over for over in provision.walk() for p in over.children}
        leads = {part: _lead_in(over, self._library.entry(key).language) for part, over in above.items()}
        homes = {
            part: (part, str(above[part].id)) if lead and lead == _prose(above[part]) else (part,)
            for part, lead in leads.items()
        }
        texts = [(str(p.id), text) for p in provision.walk() if (text := _prose(p))]
        if not scores:  # cited, not searched for
            return tuple(SnippetText(text) for _, text in texts)
        found = {part: self._found_by(key, homes.get(part, (part,)), scores) for part, _ in texts}
        low, high = min(found.values(), default=0.0), max(found.values(), default=0.0)
        worth = FOUND_PART / ((high - low) or 1.0)
        fitting = self._fitting(key, [part for part, _ in texts], fits)
        parts = [
            SnippetText(
                text,
                self._main_worth(key, homes.get(part, (part,)))
                + worth * (found[part] - low)
                + FITTING_PART * fitting.get(part, 0.0),
                leads.get(part, ""),
            )
            for part, text in texts
        ]
        return tuple(sorted(parts, key=lambda part: -part.worth)[:MOST_PARTS])

    def _found_by(self, key: str, parts: Sequence[str], scores: Mapping[str, float]) -> float:
        """The best score of a part, or of the one whose sentence it goes on from."""
        return max((scores.get(rule, 0.0) for part in parts for rule in self._rules.rules_of(key, part)), default=0.0)

    def _fitting(self, key: str, parts: Sequence[str], fits: Mapping[str, float]) -> dict[str, float]:
        """How well each part, or one that it stands under, fits the question, from 0 to 1 for the best of them."""
        found = {}
        for part in parts:
            rules = self._rules.rules_of(key, part)
            above = (name for rule in rules for name in (rule, *self._rules.above(rule)[:-1]))
            found[part] = max((fits.get(name, 0.0) for name in above), default=0.0)
        most = max(found.values(), default=0.0)
        return {part: worth / most for part, worth in found.items()} if most >= LEAST_FITTING else {}

    def _main_worth(self, key: str, parts: Sequence[str]) -> float:
        rules = (rule for part in parts for rule in self._rules.rules_of(key, part))
        return 0.0 if self._main.isdisjoint(rules) else MAIN_PART

    def _path(self, key: str, place: str) -> tuple[str, ...]:
        """The headings down to a place, each with its number in the form of the language."""
        if place.startswith(DEFINITION):
            return (place[len(DEFINITION) :],)
        language = self._library.entry(key).language
        path = self._library.heading_path(key, place)
        return tuple(f"{ProvisionId.of(i).printed(language)} {heading}".strip() for i, heading in path)

    def _via(self, found: RankedRule, scores: Scores, key: str, place: str) -> tuple[Via, str]:
        """The strongest reason for a hit, by the text that is shown; and the language that it was found through."""
        question, language = scores.question, self._library.entry(key).language
        shown = self._numbers.get((key, place), -1)
        if any(t.corrections and shown >= 0 and scores.covered[at, shown] for at, t in enumerate(question.terms)):
            return "fuzzy", ""
        if question.language_weights.get(language, 0.0) < SURE:
            return "translation", question.languages[0]
        reasons: dict[Via, float] = {"index-term": found.entry, "synonym": found.concept}
        if shown >= 0:
            reasons["text"] = float(scores.typed[shown])
            reasons["synonym"] = max(reasons["synonym"], float(scores.synonym[shown]))
        best = max(reasons, key=lambda via: (reasons[via], via == "text"))
        if reasons[best] > 0:
            return best, ""
        # Neither its words nor what leads to it: the words are in the same rule's text in another language.
        other = self._index.refs[found.document].language if found.document >= 0 else language
        return ("translation", other) if other != language else ("text", "")

    def _wanted(self, scores: Scores, language: str) -> Wanted:
        """What to look for in a sentence of a language and to mark: typed words by their rarity, and whole names."""
        question, most = scores.question, max(scores.weights, default=0.0) or 1.0
        words: dict[str, float] = {}
        for term, weight in zip(question.terms, scores.weights, strict=True):
            worth = SMALL if term.low_weight else max(LEAST_MARKED, weight / most)
            for key in term.keys.get(language, ()):
                words[key] = max(words.get(key, 0.0), worth)
        names: dict[Name, float] = {}
        for match in question.concepts:
            worth = OTHER_NAME * fsum(scores.weights[at] / most for at in sorted(match.at))
            for name in match.concept.in_language(language):
                if name is not match.name and all(name.words):
                    names[name.words] = max(names.get(name.words, 0.0), worth)
        typed = frozenset(map(fold, question.words.words))
        return Wanted(words, names, tuple(kind for kind in self._amounts if not kind.asked.isdisjoint(typed)))


def _lead_in(provision: Provision, language: str) -> str:
    """The sentence that a provision's parts go on from; "" where each of them stands by itself."""
    own = _prose(provision)
    return sentences_with_words(own, language)[-1][0] if own.endswith(":") else ""


def _prose(provision: Provision) -> str:
    return "\n".join(block.text for block in provision.own_blocks if isinstance(block, Prose))


def _corrected_query(question: Question) -> Iterator[str]:
    """'Did you mean': the question with its misspelt words corrected, in its likeliest language."""
    if any(term.corrections for term in question.terms):
        weights = question.language_weights
        language = max(weights, key=lambda one: weights[one])
        yield " ".join(term.corrections.get(language) or term.text for term in question.terms)
