"""From ranked rules to the result: which expression is shown, which sentence of it, and why it was found."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from itertools import islice, zip_longest
from math import fsum
from typing import TYPE_CHECKING, NamedTuple

from corpus.ids import ProvisionId
from corpus.library import Library
from corpus.model import Block, Prose, Provision
from index.search.analyzer import fold, words_in
from index.search.citation_lookup import CitationAnswer
from index.search.documents import DocumentKind
from index.search.fulltext import FullText
from index.search.query_analysis import Question
from index.search.query_syntax import SearchOptions
from index.search.results import Hit, Result, SearchOutcome, SentenceKey, Via, sentences_of
from index.search.rule_ranking import RankedRule, Ranking
from index.search.rules import DEFINITION, RuleIndex
from index.search.scoring import Scores
from index.search.search_words import SearchWords
from index.search.snippets import SMALL, Name, SnippetText, Wanted, excerpts_of, joined, sentences_with_words
from index.search.word_senses import WordSenses
from parser.lang.numerals import number_words
from parser.lang.words import LANGUAGES

if TYPE_CHECKING:
    from index.search.suggestions import NearestEntries

SHOWN: frozenset[DocumentKind] = frozenset(("provision", "rule", "definition"))
SURE = 0.5
CITED = 1000.0
OTHER_NAME = 0.8
OLD_EDITION = 0.05
# What a part of a law is worth to a sentence of it, fitted with the numbers of index/search/snippets.py.
FOUND_PART = 0.45  # the best ranked part
MAIN_PART = 1.25  # the part that says what happens in the case the law is about
FITTING_PART = 2.0  # the part that fits the question best, by what was learnt of it
TOLD_PART = 0.75  # the part whose told lines are likest to the question
LEAST_FITTING = 0.1  # how well it must, the best law being 1
SHORT_LEAD = 45  # letters of a lead that says nothing without the sentence before it: "Der gælder så følgende:"
LEAST_NUMBER = 3  # that is looked for in a range; "en" and "to" are everywhere
SENTENCE_ENDS = tuple(".?!)")
LEAST_MARKED = 0.3  # what the commonest word that means something is worth in a sentence, the rarest being worth 1


@dataclass(frozen=True)
class _PartWorths:
    """By rule its ``scores`` for a question, how well it ``fits``, and how like the question its ``told`` lines are."""

    scores: Mapping[str, float] = field(default_factory=dict)
    fits: Mapping[str, float] = field(default_factory=dict)
    told: Mapping[str, float] = field(default_factory=dict)


CITED_ONLY = _PartWorths()


class ResultMaker:
    """Makes results of one library's places."""

    def __init__(
        self, library: Library, index: FullText, rules: RuleIndex, words: SearchWords, senses: WordSenses
    ) -> None:
        """``words`` has the words that ask for an amount, those beside which a number is one, and the main parts."""
        self._library = library
        self._index = index
        self._rules = rules
        self._amounts = words.amounts
        self._units = frozenset(unit for kind in words.amounts for unit in kind.units)
        self._main = words.main_parts
        self._meanings = SentenceMeanings(senses)
        self._numbers = {(ref.expression, ref.place): n for n, ref in enumerate(index.refs) if ref.kind in SHOWN}

    def show(self, ranking: Ranking, options: SearchOptions) -> Result:
        """What was cited, then the hits for the words; and where there are no hits, what is nearest.

        Of ``options`` only how many hits are shown; with what else was chosen the ranking was made.
        """
        question = ranking.scores.question
        text, citation = question.query.text, question.citation
        cited_places = frozenset(citation.places) if citation else frozenset[tuple[str, str]]()
        found = tuple(self._found(ranking, options, cited_places))
        if citation is not None:
            hits = self._cited_first(citation, found if question.terms else None)[: options.limit]
            languages = (self._library.entry(citation.expression).language,)
            cited, missing, nearest = citation.cited, citation.missing, citation.suggestions
            return Result(text, "found", cited, missing, (), nearest, hits, languages, citation.fates)
        if not question.terms:
            return Result(text, "nothing-typed", (), (), (), (), (), ())
        outcome: SearchOutcome = "found" if found else "nothing-found"
        likest = [] if found else self._nearest.entries(text, question.query.options.reader)
        suggestions = dict.fromkeys((*_corrected_query(question), *likest))
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
            cited.append(self._hit(key, place, rule, Wanted(), CITED_ONLY, CITED, "citation"))
        if found is None:
            return tuple(cited)
        return (*(hit for hit in cited if hit.expression == citation.expression), *found)

    def _found(self, ranking: Ranking, options: SearchOptions, cited: Collection[tuple[str, str]]) -> Iterator[Hit]:
        """Each rule in the first leading expression that has it; not what was ``cited``."""
        question = ranking.scores.question
        leading = self._leading(question) if ranking.rules else []
        wanted_by_language: dict[str, Wanted] = {}
        worths = _PartWorths(
            {found.rule: found.score for found in ranking.rules},
            {f"{work}:{part}": worth for (work, part), worth in question.fits.items()},
            {f"{work}:{part}": worth for (work, part), worth in question.phrasings.items()},
        )
        shown: defaultdict[str, set[SentenceKey]] = defaultdict(set)
        for found in islice(ranking.rules, options.limit):
            law = self._rules.law(found.rule)
            if options.of_law is not None and len(shown[law]) >= options.of_law:
                continue
            places = self._rules.expressions_of(found.rule)
            key = next(key for key in leading if places.get(key))
            language = self._library.entry(key).language
            place = self._best_place(found, key, places[key])
            if (key, place) in cited:
                continue
            wanted = wanted_by_language.get(language) or self._wanted(ranking.scores, language)
            wanted_by_language[language] = wanted
            via, through = self._via(found, ranking.scores, key, place)
            hit = self._hit(key, place, found.rule, wanted, worths, found.score, via, through)
            shown[law].update(sentences_of(hit))
            yield hit

    def _hit(
        self,
        key: str,
        place: str,
        rule: str,
        wanted: Wanted,
        worths: _PartWorths,
        score: float,
        via: Via,
        through: str = "",
    ) -> Hit:
        entry = self._library.entry(key)
        excerpts = excerpts_of(self._parts(key, place, worths), entry.language, wanted, self._meanings)
        text, marks = joined(excerpts, entry.language, wanted)
        own_work: DocumentKind = "provision" if entry.work == self._rules.work else "rule"
        kind = "definition" if place.startswith(DEFINITION) else own_work
        return Hit(key, place, kind, rule, self._path(key, place), text, marks, score, via, through, excerpts)

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

    def _parts(self, key: str, place: str, worths: _PartWorths) -> tuple[SnippetText, ...]:
        """What a snippet is taken from: the own text and the parts below. A part is worth what led to it."""
        definition = self._library.definition(key, place) if place.startswith(DEFINITION) else None
        if definition is not None:
            return (SnippetText(definition.text, place=place),)
        provision = self._library.provision(key, place)
        if provision is None:
            return ()
        language = self._library.entry(key).language
        parts = list(_passages(provision, language))
        if not worths.scores:  # cited, not searched for
            return tuple(SnippetText(part.text.text, place=part.homes[0]) for part in parts)
        found = [max((self._best(worths.scores, key, home) for home in part.homes), default=0.0) for part in parts]
        low, high = min(found, default=0.0), max(found, default=0.0)
        scale = FOUND_PART / ((high - low) or 1.0)
        fitting = self._shares(worths.fits, key, [part.homes[0] for part in parts], LEAST_FITTING)
        told = self._shares(worths.told, key, [part.homes[0] for part in parts])
        return tuple(
            replace(
                part.text,
                worth=scale * (score - low)
                + self._main_worth(key, part.homes)
                + FITTING_PART * fitting.get(part.homes[0], 0.0)
                + TOLD_PART * told.get(part.homes[0], 0.0),
            )
            for part, score in zip(parts, found, strict=True)
        )

    def _best(self, worths: Mapping[str, float], key: str, part: str) -> float:
        return max((worths.get(rule, 0.0) for rule in self._rules.rules_of(key, part)), default=0.0)

    def _shares(
        self, worths: Mapping[str, float], key: str, parts: Sequence[str], least: float = 0.0
    ) -> dict[str, float]:
        """What each part, or one that it stands under, is worth of the best; of a law itself, nothing."""
        found = {}
        for part in parts:
            rules = self._rules.rules_of(key, part)
            below = [rule for rule in rules if rule != self._rules.law(rule)]
            above = (name for rule in below for name in (rule, *self._rules.above(rule)[:-1]))
            found[part] = max((worths.get(name, 0.0) for name in above), default=0.0)
        most = max(found.values(), default=0.0)
        return {part: worth / most for part, worth in found.items()} if most > least else {}

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
        meanings = (self._meanings(question.words.text, one) for one in question.languages)
        return Wanted(
            words,
            names,
            tuple(kind for kind in self._amounts if not kind.asked.isdisjoint(typed)),
            frozenset(sense for own in meanings for sense in own),
            frozenset(number for number in map(_number, typed) if number >= LEAST_NUMBER),
            self._units,
        )


class SentenceMeanings:
    """The senses of the words of texts, by text and language; each is worked out once."""

    def __init__(self, senses: WordSenses) -> None:
        self._senses = senses
        self._of_text = lru_cache(maxsize=4096)(self._found)
        self._of_words = lru_cache(maxsize=16384)(senses.of)

    def __call__(self, text: str, language: str) -> frozenset[str]:
        """The senses of all words of a text."""
        return self._of_text(text, language)

    def _found(self, text: str, language: str) -> frozenset[str]:
        words = tuple(map(fold, words_in(text)))
        return frozenset(s for at in range(len(words)) for s in self._of_words(words[at : at + 2], language))


class _Passage(NamedTuple):
    """A text of a provision; ``homes`` is its place, and the one whose only sentence it goes on from."""

    text: SnippetText
    homes: tuple[str, ...]


def _passages(
    provision: Provision, language: str, lead: str = "", over: str = "", rest: str = ""
) -> Iterator[_Passage]:
    """The texts of a provision and of those below, in order: what closes a list stands behind it.

    ``lead`` is what the provision goes on from, ``over`` where that stands when nothing else does, ``rest`` what
    follows it in the same list.
    """
    place, begins, closes = str(provision.id), _prose(provision.blocks), _prose(provision.closing)
    if begins:
        in_list = lead and not begins.endswith(SENTENCE_ENDS)
        text = SnippetText(begins, lead=lead, rest=rest if in_list else "", place=place)
        yield _Passage(text, (place, over) if over else (place,))
    own, is_all = _lead_in(begins, language)
    for child, after in zip_longest(provision.children, provision.children[1:]):
        following = _prose(after.blocks) if after is not None else ""
        yield from _passages(child, language, own, place if is_all else "", following)
    if closes:
        yield _Passage(SnippetText(closes, closes=True, place=place), (place,))


def _lead_in(text: str, language: str) -> tuple[str, bool]:
    """What the parts below a text go on from, and whether it is all of the text; "" where each stands by itself."""
    if not text.endswith(":"):
        return "", False
    *before, lead = (piece for piece, _ in sentences_with_words(text, language))
    if before and len(lead) < SHORT_LEAD:
        lead = f"{before.pop()} {lead}"
    return lead, not before


def _prose(blocks: Sequence[Block]) -> str:
    return "\n".join(block.text for block in blocks if isinstance(block, Prose))


def _number(word: str) -> int:
    """The number that a folded word is, 0 for another word."""
    return int(word) if word.isdecimal() else _number_words().get(word, 0)


@cache
def _number_words() -> Mapping[str, int]:
    return {fold(word): number for word, number in number_words(LANGUAGES).items()}


def _corrected_query(question: Question) -> Iterator[str]:
    """'Did you mean': the question with its misspelt words corrected, in its likeliest language."""
    if any(term.corrections for term in question.terms):
        weights = question.language_weights
        language = max(weights, key=lambda one: weights[one])
        yield " ".join(term.corrections.get(language) or term.text for term in question.terms)
