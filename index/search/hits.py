"""From ranked rules to the result: which expression is shown, which sentence of it, and why it was found."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import islice
from math import fsum
from typing import TYPE_CHECKING

from corpus.ids import ProvisionId, is_provision_id
from corpus.library import Library
from index.search.amounts import number_of
from index.search.analyzer import fold, words_in
from index.search.asked_scores import AskedRows
from index.search.book_parts import BookPart, PartTable, parts_called
from index.search.citation_lookup import CitationAnswer
from index.search.documents import DocumentKind
from index.search.excerpts import Excerpt, joined
from index.search.fulltext import FullText
from index.search.law_parts import CITED_ONLY, LawParts, PartWorths
from index.search.query_analysis import Question
from index.search.query_syntax import SearchOptions
from index.search.results import Hit, Result, SearchOutcome, SentenceKey, Via, sentences_of
from index.search.rule_ranking import RankedRule, Ranking
from index.search.rules import DEFINITION, RuleIndex
from index.search.scoring import Scores
from index.search.search_words import SearchWords
from index.search.snippets import excerpts_of
from index.search.table_rows import AnswerRows, TableLine
from index.search.wanted import COMMON, SMALL, Name, Wanted
from index.search.word_forms import forms_in
from index.search.word_senses import WordSenses

if TYPE_CHECKING:
    from index.search.suggestions import NearestEntries

SHOWN: frozenset[DocumentKind] = frozenset(("provision", "rule", "definition"))
SURE = 0.5
CITED = 1000.0
OTHER_NAME = 0.8
OLD_EDITION = 0.05
BESIDE_ROWS = 2  # sentences behind the row for a number: what it is about, and what holds where there is no row
POINTER = 20  # letters of a rule that only leads to another one: "Se § 12C2."
LEAST_NUMBER = 3  # that is looked for in a range; "en" and "to" are everywhere


class ResultMaker:
    """Makes results of one library's places."""

    def __init__(
        self,
        library: Library,
        index: FullText,
        rules: RuleIndex,
        words: SearchWords,
        senses: WordSenses,
        book_parts: PartTable,
    ) -> None:
        """``words`` has the words that ask for an amount, those beside which a number is one, and the main parts."""
        self._book_parts = book_parts
        self._library = library
        self._index = index
        self._rules = rules
        self._amounts = words.amounts
        self._small = words.low_weight
        self._units = frozenset(unit for kind in words.amounts for unit in kind.units)
        self._parts = LawParts(library, rules, words.main_parts)
        self._meanings = SentenceMeanings(senses)
        self._rows = AnswerRows(library, rules, words.scores)
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
        parts = self._parts_called(question)
        outcome: SearchOutcome = "found" if found or parts else "nothing-found"
        likest = [] if found or parts else self._nearest.entries(text, question.query.options.reader)
        corrected = () if parts else _corrected_query(question, self._small)
        suggestions = tuple(dict.fromkeys((*corrected, *likest)))
        known = (question.used, suggestions, found, question.languages)
        return Result(text, outcome, (), (), *known, laws=ranking.laws, parts=parts)

    def _parts_called(self, question: Question) -> tuple[BookPart, ...]:
        """Chapters and forewords that are called as typed, those of the reader's language first."""
        if not question.is_open:
            return ()
        found = parts_called(question.words.text, self._book_parts, question.filter.expressions)
        reader = question.query.options.reader
        return tuple(sorted(found, key=lambda part: self._library.entry(part.expression).language != reader))

    @cached_property
    def _nearest(self) -> NearestEntries:
        from index.search.suggestions import NearestEntries  # most questions find something

        return NearestEntries(self._library, self._small)

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
        worths = PartWorths.of(ranking)
        shown: defaultdict[str, set[SentenceKey]] = defaultdict(set)
        for found in islice(ranking.rules, options.limit):
            law = self._rules.law(found.rule)
            if options.of_law is not None and len(shown[law]) >= options.of_law:
                continue
            places = self._rules.expressions_of(found.rule)
            rows = question.rows if question.rows and found.rule == question.rows.rule else None
            key, lines = self._first_with(leading, places, rows)
            language = self._library.entry(key).language
            place = self._best_place(found, key, places[key])
            if (key, place) in cited:
                continue
            wanted = wanted_by_language.get(language) or self._wanted(ranking.scores, language)
            wanted_by_language[language] = wanted
            via, through = self._via(found, ranking.scores, key, place)
            among = law if question.is_open and not shown[law] and law != found.rule else ""
            is_first = not any(shown.values())
            hit = self._hit(key, place, found.rule, wanted, worths, found.score, via, through, among, is_first)
            hit = self._with_lines(hit, lines, bool(rows and rows.numbers), wanted) if lines else hit
            shown[law].update(sentences_of(hit))
            yield hit

    def _hit(
        self,
        key: str,
        place: str,
        rule: str,
        wanted: Wanted,
        worths: PartWorths,
        score: float,
        via: Via,
        through: str = "",
        law: str = "",
        complete: bool = False,
    ) -> Hit:
        """A hit at a place. With ``law`` its sentences are chosen among all of that law, not of the place alone; to
        ``complete`` them what belongs to them follows.
        """
        entry = self._library.entry(key)
        whole = str(ProvisionId.of(place).law) if law else place
        texts = self._parts.texts(key, whole, worths, law)
        excerpts = excerpts_of(texts, entry.language, wanted, self._meanings, complete)
        target = self._pointed_at(key, excerpts)
        if target:
            leads_to = self._parts.texts(key, target, CITED_ONLY)
            in_order = [part._replace(worth=float(len(leads_to) - at)) for at, part in enumerate(leads_to)]
            excerpts = (*excerpts, *excerpts_of(in_order, entry.language, Wanted()))
        text, marks = joined(excerpts, entry.language, wanted, place if law or target else "")
        own_work: DocumentKind = "provision" if entry.work == self._rules.work else "rule"
        kind = "definition" if place.startswith(DEFINITION) else own_work
        return Hit(key, place, kind, rule, self._path(key, place), text, marks, score, via, through, excerpts)

    def _first_with(
        self, leading: Sequence[str], places: Mapping[str, Sequence[str]], rows: AskedRows | None
    ) -> tuple[str, tuple[TableLine, ...]]:
        """The first expression that has some places, rather one that has the rows of a table whole; and these rows."""
        having = [key for key in leading if places.get(key)]
        whole = ((key, lines) for key in having if rows and (lines := self._rows.lines(key, rows)))
        return next(whole, (having[0], ()))

    def _with_lines(self, hit: Hit, lines: Sequence[TableLine], of_number: bool, wanted: Wanted) -> Hit:
        """A hit with the rows that answer; its own sentences stand behind that for a number."""
        language = self._library.entry(hit.expression).language
        rows = [Excerpt(place, "", line, line, ()) for place, line in lines]
        beside = [one for one in hit.excerpts if of_number and one.place == rows[0].place]
        excerpts = (*rows, *beside[:BESIDE_ROWS])
        text, marks = joined(excerpts, language, wanted, hit.id)
        return replace(hit, snippet=text, marks=marks, excerpts=excerpts)

    def _pointed_at(self, key: str, excerpts: Sequence[Excerpt]) -> str:
        """Where a rule leads that says nothing itself: "Se § 12C2."; "" for all others."""
        if len(excerpts) != 1 or len(excerpts[0].sentence) > POINTER or not is_provision_id(excerpts[0].place):
            return ""
        found = self._library.references(key, excerpts[0].place)
        targets = [place for one in found if one.status == "exact" for place in one.current if is_provision_id(place)]
        return targets[0] if len(targets) == 1 and self._library.exists(key, targets[0]) else ""

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
            worth = SMALL if term.low_weight else max(COMMON, weight / most)
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
            frozenset(number for number in map(number_of, typed) if number >= LEAST_NUMBER),
            self._units,
            self._forms(question, language),
            _marked(question, names, language),
        )

    def _forms(self, question: Question, language: str) -> frozenset[str]:
        """The words of a language that may be marked: those typed, and those of what they name.

        Who asks for an amount, "hvor meget", is not answered by the word that asks.
        """
        asking = frozenset[str]().union(*(kind.asked for kind in self._amounts))
        typed = (term.forms(language) for term in question.terms if fold(term.text) not in asking)
        names = (name for match in question.meant for name in match.concept.in_language(language))
        return frozenset[str]().union(*typed, *(forms_in(keys) for name in names for keys in name.words))


def _marked(question: Question, names: Mapping[Name, float], language: str) -> frozenset[Name]:
    """The names that may be marked: no single word for a part of another thing that is named, as "tur" is of "udspil
    uden for tur"; and those worth little only where there are no others.
    """
    own = set[Name]()
    for match in question.meant:
        is_part = match.is_part(question.meant)
        in_language = match.concept.in_language(language)
        own |= {name.words for name in in_language if name.words in names and not (is_part and len(name.words) == 1)}
    return frozenset(name for name in own if names[name] > COMMON) or frozenset(own)


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


def _corrected_query(question: Question, small: Mapping[str, Collection[str]]) -> Iterator[str]:
    """'Did you mean': the question with its misspelt words corrected, if there are any in its likeliest language.

    Nothing where it would be ``small`` words alone, which nobody looks for: "west".
    """
    weights = question.language_weights
    language = max(weights, key=lambda one: weights[one], default="")
    if any(term.corrections.get(language) for term in question.terms):
        words = [term.corrections.get(language) or term.text for term in question.terms]
        if not all(fold(word) in small.get(language, ()) for word in words):
            yield " ".join(words)
