"""Whether the words that explain a number ("§ 16 C (rettelse)") are about the rule that it names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Literal

from corpus.alignment.fate import NumberFates
from corpus.ids import ProvisionId
from corpus.library import Library
from corpus.registry import LAWS
from parser.citations.profile import WordProfile, stems_of

GlossBearing = Literal["confirms", "contradicts", "open"]
# Of the weight of a gloss's words, how much must be among the words of the rule and the headings above it.
ENOUGH = 0.5


@dataclass(frozen=True)
class GlossEvidence:
    """The evidence of a gloss about a number; ``likely``: numbers whose heading it is, in the edition asked about."""

    bearing: GlossBearing
    likely: tuple[ProvisionId, ...] = ()


class GlossReader:
    """Compares glosses with the headings and words of the laws, one text for each edition and language."""

    def __init__(self, library: Library, fates: NumberFates) -> None:
        self._library = library
        self._fates = fates
        self._current = library.registry.current_edition(LAWS)
        self._profile = cache(self._make_profile)

    def evidence(self, gloss: str, numbers: Iterable[ProvisionId], edition: str, language: str) -> GlossEvidence:
        """The evidence in words about numbers of an edition; ``open`` where there is none.

        Where the edition is not held in the language the numbers are followed to the edition in force.
        """
        clue = stems_of(gloss, language)
        held = edition if self._profile(edition, language) is not None else self._current
        profile = self._profile(held, language)
        homes = tuple(home for number in numbers for home in self._homes(number, edition, held))
        if any(_words(gloss) == _words(heading) for heading in self._headings(homes, held, language)):
            return GlossEvidence("confirms")
        if not clue or profile is None:
            return GlossEvidence("open")
        subject = frozenset[str]().union(*(profile.subject(str(home)) for home in homes if str(home) in profile))
        own = self._headings_around(profile, homes)
        if clue in own:
            return GlossEvidence("confirms")
        others = tuple(
            ProvisionId.of(place)
            for place, heading in profile.headings.items()
            if heading and heading <= clue and len(clue) <= len(heading) + 1 and not _is_near(place, homes)
        )
        weight = sum(map(profile.weight, clue))
        shared = sum(map(profile.weight, clue & subject)) / weight if weight else 0.0
        if others and shared < ENOUGH:
            return GlossEvidence("contradicts", self._numbers(others, held, edition))
        if same := tuple(place for place in others if profile.headings[str(place)] == clue):
            # The heading of another rule; whether this one is about the same cannot be told.
            return GlossEvidence("open", self._numbers(same, held, edition))
        if not shared and (elsewhere := self._headings_with(profile, clue, homes)):
            return GlossEvidence("contradicts", self._numbers(elsewhere, held, edition))
        if clue <= subject or (weight and shared >= ENOUGH):
            return GlossEvidence("confirms")
        return GlossEvidence("open")

    def _headings_with(
        self, profile: WordProfile, clue: frozenset[str], homes: Iterable[ProvisionId]
    ) -> tuple[ProvisionId, ...]:
        """Rules with all words of a gloss in their heading, where the laws of ``homes`` have none, in no compound
        either: "kulørsvigt" at § 27."""
        laws = {home.law for home in homes}
        own = frozenset[str]().union(*(profile.subject(law) for law in laws))
        if not laws or any(_is_kin(word, one) for word in clue for one in own):
            return ()
        return tuple(
            ProvisionId.of(place)
            for place, heading in profile.headings.items()
            if clue <= heading and ProvisionId.of(place).law not in laws
        )

    def _headings(self, homes: Iterable[ProvisionId], edition: str, language: str) -> Iterable[str]:
        """The headings of numbers and of what is above them, as printed."""
        for expression in self._library.of_work(LAWS, edition):
            if expression.language == language:
                for home in homes:
                    yield from (heading for _, heading in self._library.heading_path(expression.key, home))

    def _make_profile(self, edition: str, language: str) -> WordProfile | None:
        for expression in self._library.of_work(LAWS, edition):
            if expression.language == language:
                return WordProfile(expression)
        return None

    def _homes(self, number: ProvisionId, edition: str, held: str) -> tuple[ProvisionId, ...]:
        return (number,) if edition in ("", held) else self._fates.fate(edition, number, held).today

    def _numbers(self, places: tuple[ProvisionId, ...], held: str, edition: str) -> tuple[ProvisionId, ...]:
        if edition in ("", held):
            return places
        return tuple(dict.fromkeys(one for place in places for one in self._fates.fate(held, place, edition).today))

    def _headings_around(self, profile: WordProfile, homes: Iterable[ProvisionId]) -> set[frozenset[str]]:
        """The headings of numbers, of what is above them and below them."""
        return {
            heading
            for place, heading in profile.headings.items()
            for home in homes
            if ProvisionId.of(place).contains(home) or home.contains(ProvisionId.of(place))
        }


def _is_near(place: str, homes: Iterable[ProvisionId]) -> bool:
    """True for one of some numbers, and for what is above or below it."""
    number = ProvisionId.of(place)
    return any(number.contains(home) or home.contains(number) for home in homes)


def _is_kin(one: str, other: str) -> bool:
    """True for two stems of which one is in the other: "strafkort" and "kort"."""
    return one in other or other in one


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())
