"""What ``numbers.js`` reads citations by: patterns, inventories, and what became of every number of every edition.

Numbers are without end ("16C99z"), answers are not: of a number that no text and no table names, the nearest one above
it that is named decides, so one invented part of each stands for all.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from app.i18n.fates import fate_sentences
from app.i18n.words import UiLanguage, words
from app.publish.browser_patterns import citation_patterns
from app.publish.site_paths import site_columns
from app.reader.context import ReaderServices
from corpus import languages
from corpus.alignment.fate import NumberFate, NumberFates
from corpus.ids import BadIdError, ProvisionId
from corpus.registry import LAWS
from index.search.rules import RuleIndex
from parser.lang.numerals import number_words
from parser.lang.words import LANGUAGES, words_of

_SHOWN_WORDS = ("no_place", "no_place_near", "no_hits", "suggested", "date_not_held")
_PART = "{n}"
# One part that no text and no table has, by the depth of what is around it.
_INVENTED = {1: "Z", 2: "99", 3: "z", 4: "xii"}


def number_tables(services: ReaderServices, ui: UiLanguage) -> dict[str, object]:
    """The tables as one JSON object; sentences are in the words of ``ui``."""
    library, rules = services.library, services.rows
    fates = _FateTables(services.fates, rules, services, ui)
    return {
        "patterns": citation_patterns(),
        "joining": [
            {"links": list(spoken.edition_links), "prepositions": list(spoken.edition_prepositions)}
            for spoken in map(words_of, LANGUAGES)
        ],
        "numerals": number_words(LANGUAGES),
        "texts": [_text(services, key, ui) for key in library.registry.keys],
        "work": rules.work,
        "current": rules.edition,
        "editions": [
            # As Edition.in_force: without a recorded first day from the first of its year.
            {"edition": e.edition, "from": str(e.from_date or f"{e.edition}-01-01"), "to": str(e.to_date or "")}
            for e in library.registry.editions_of(rules.work)
        ],
        "laws": sorted(rules.laws, key=int),
        "listed": {edition: _sorted(rules.numbers(edition)) for edition in fates.editions},
        "fates": {edition: fates.table(edition) for edition in fates.editions},
        "last": fates.lasts(),
        "reader": ui,
        "columns": site_columns(library.registry, ui),
        "lawWords": {e.language: languages.language(e.language).law_word for e in library.registry.expressions},
        "interface": {key: words(ui)[key] for key in _SHOWN_WORDS},
        "unknown": fates.unknown(),
    }


def _text(services: ReaderServices, key: str, ui: UiLanguage) -> dict[str, object]:
    """A text: what it is called, and its numbers; ``rules`` of the places that are no rule of their own number."""
    entry, ids = services.library.entry(key), list(services.library.order(key))
    rules = {n: list(services.rows.rules_of(key, place)) for n, place in enumerate(ids)}
    return {
        "key": key,
        "short": entry.short,
        "language": entry.language,
        "standing": "" if entry.standing == "in-force" else words(ui)[entry.standing],
        "work": entry.work,
        "edition": entry.edition,
        "signs": list(words_of(entry.language).signs),
        "names": list(words_of(entry.language).names),
        "ids": ids,
        "rules": {n: found for n, found in rules.items() if found != [f"{entry.work}:{ids[n]}"]},
        "misprints": dict(services.library.misprints(key)),
    }


@dataclass(frozen=True)
class _FateTables:
    """The answers of ``fates``: for each number that is known, and once for all others below it."""

    fates: NumberFates
    rules: RuleIndex
    services: ReaderServices
    ui: UiLanguage

    @property
    def editions(self) -> tuple[str, ...]:
        return self.fates.editions

    def table(self, edition: str) -> dict[str, object]:
        """By number: fate, numbers today, doubt, sentence, and whether the edition had the number."""
        other = self._value(edition, _child(ProvisionId.of("999")), "999Z")
        own = {place: self._value(edition, ProvisionId.of(place), place) for place in self._known}
        below = {
            place: self._value(edition, child, str(child))
            for place in self._known
            if (child := _child(ProvisionId.of(place))) is not None
        }
        return {"own": own, "below": {place: value for place, value in below.items() if value != other}, "other": other}

    def lasts(self) -> dict[str, object]:
        """By number: the newest other edition by which a number that today's laws lack is understood."""
        own = {place: self._last(ProvisionId.of(place)) for place in self._known}
        below = {place: self._last(child) for place in self._known if (child := _child(ProvisionId.of(place)))}
        return {
            "own": own,
            "below": {place: edition for place, edition in below.items() if edition},
            "other": "",
        }

    def unknown(self) -> list[str]:
        """The sentence about a number of an edition that no table joins with today's, where those have it or not."""
        one = ProvisionId.of("1")
        fate = NumberFate(one, "{edition}", self.rules.edition, "unknown", joined=False)
        return [
            self._sentence(each).replace(one.printed(self._language), _PART)
            for each in (fate, replace(fate, namesake=True))
        ]

    def _sentence(self, fate: NumberFate) -> str:
        return fate_sentences(fate, words(self.ui), lambda number: number.printed(self._language))

    @cached_property
    def _language(self) -> str:
        """The language whose citation form is used: that of the first text of the site."""
        registry = self.services.library.registry
        return registry[site_columns(registry, self.ui)[0]].language

    def _value(self, edition: str, number: ProvisionId | None, place: str) -> list[object]:
        number = number or ProvisionId.of(place)
        fate = self.fates.fate(edition, number, self.rules.edition)
        sentence = self._sentence(fate)
        if place not in self._known:
            sentence = sentence.replace(number.printed(self._language), _PART)
        return [fate.fate, list(map(str, fate.today)), fate.doubt, sentence, int(self.fates.had(edition, number))]

    def _last(self, number: ProvisionId) -> str:
        fate = self.fates.last(number, self.rules.edition)
        return fate.edition if fate else ""

    @cached_property
    def _known(self) -> tuple[str, ...]:
        """Every number that a text has or a table names, in any edition, what is around it, where it was or went."""
        library, concordance = self.services.library, self.services.concordance
        found = {place for edition in self.editions for place in self.rules.numbers(edition)}
        for expression in library.expressions:
            if expression.work != LAWS:
                continue
            printed = library.order(expression.key)
            held = {*printed, *(library.wid(expression.key, place) for place in printed)}
            found |= held
            for edition in self.editions:
                if concordance.joins(expression.edition, edition):
                    ways = (concordance.forward(expression.edition, place, edition).ids for place in held)
                    found |= {place for ids in ways for place in ids}
        around = {
            str(ProvisionId(number.parts[:depth]))
            for number in map(ProvisionId.of, found)
            for depth in range(1, len(number.parts))
        }
        return tuple(_sorted(found | around))


def _child(number: ProvisionId) -> ProvisionId | None:
    """A part that a number does not have; None for the deepest."""
    if (label := _INVENTED.get(len(number.parts))) is None:
        return None
    try:
        return ProvisionId.of(str(number.child(label)))
    except BadIdError:
        return None


def _sorted(places: Iterable[str]) -> list[str]:
    return [str(number) for number in sorted(map(ProvisionId.of, places))]
