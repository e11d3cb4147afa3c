"""The parts of a law as texts that a sentence is taken from, and what each is worth by what led to it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import zip_longest
from math import fsum
from typing import NamedTuple, TypeVar

from corpus.library import Library
from corpus.model import Block, Prose, Provision
from index.search.phrasings import RuleTarget
from index.search.rule_ranking import Ranking
from index.search.rules import DEFINITION, RuleIndex, work_and_place
from index.search.snippets import SnippetText, sentences_with_words

# What a part of a law is worth to a sentence of it, beside the numbers of index/search/snippets.py: fitted to stories
# whose part is known and to questions whose answering sentence is, and rounded.
FOUND_PART = 0.75  # the best ranked part
MAIN_PART = 0.8  # the part that says what happens in the case the law is about
FITTING_PART = 2.0  # the part that fits the question best, by what was learnt of it
LIKEST_PART = 1.75  # the part that has the line likest to the question
LIKELY_PART = 2.0  # the part that is likeliest by what a sentence means
HEADED_PART = 3.0  # a part under the heading that was typed, word for word
LEAST_FITTING = 0.1  # how well it must, the best law being 1
SHORT_LEAD = 45  # letters of a lead that says nothing without the sentence before it: "Der gælder så følgende:"
SENTENCE_ENDS = tuple(".?!)")

_Key = TypeVar("_Key")


@dataclass(frozen=True)
class PartWorths:
    """What led to the parts of laws, all from 0 on.

    ``scores`` are by rule those of the ranking; ``fits`` is how well each part fits the question, ``likest`` how like
    that its likest line is, ``likely`` how likely what is meant makes the part. The heading of ``headed`` was typed.
    """

    scores: Mapping[str, float] = field(default_factory=dict)
    fits: Mapping[RuleTarget, float] = field(default_factory=dict)
    likest: Mapping[RuleTarget, float] = field(default_factory=dict)
    likely: Mapping[RuleTarget, float] = field(default_factory=dict)
    headed: frozenset[RuleTarget] = frozenset()

    @classmethod
    def of(cls, ranking: Ranking) -> PartWorths:
        """What led to the rules of a ranking."""
        question, scores = ranking.scores.question, {found.rule: found.score for found in ranking.rules}
        headed = frozenset(map(work_and_place, ranking.headed))
        return cls(scores, question.fits, question.likest_parts, question.likely_parts, headed)


CITED_ONLY = PartWorths()


class _Part(NamedTuple):
    """A text of a provision: the ``laws`` of its place, its ``own`` rules below them, these with all ``around`` them
    below the laws; ``rules`` are all of its place and of the one whose only sentence it goes on from.
    """

    text: SnippetText
    rules: tuple[str, ...]
    laws: frozenset[str]
    own: tuple[RuleTarget, ...]
    around: tuple[RuleTarget, ...]


class LawParts:
    """The parts of a library's laws."""

    def __init__(self, library: Library, rules: RuleIndex, main: Collection[str]) -> None:
        """``main`` are the rules that say what happens in the case their law is about."""
        self._library = library
        self._rules = rules
        self._main = frozenset(main)
        self._parts = lru_cache(maxsize=1024)(self._parts_of)

    def texts(self, key: str, place: str, worths: PartWorths, law: str = "") -> tuple[SnippetText, ...]:
        """What a snippet is taken from: the own text of a place of an expression, and the parts below.

        A part is worth what led to it. With ``law`` only what has a rule of it is taken: of a law of an older edition
        some parts may be about another law today.
        """
        definition = self._library.definition(key, place) if place.startswith(DEFINITION) else None
        if definition is not None:
            return (SnippetText(definition.text, place=place),)
        parts = [part for part in self._parts(key, place) if not law or law in part.laws]
        if not worths.scores:  # cited, not searched for
            return tuple(part.text for part in parts)
        weighed = zip((part.text for part in parts), self._worths(parts, worths), strict=True)
        # As ``_replace`` does it, but in a third of the time.
        return tuple(SnippetText(t.text, worth, t.lead, t.rest, t.closes, t.place, t.is_main) for t, worth in weighed)

    def _worths(self, parts: Sequence[_Part], worths: PartWorths) -> list[float]:
        scores = [_most(worths.scores, part.rules) for part in parts]
        least = min(scores, default=0.0)
        weighed = (
            (FOUND_PART, _shares([score - least for score in scores])),
            (MAIN_PART, [float(part.text.is_main) for part in parts]),
            (FITTING_PART, _shares([_most(worths.fits, part.around) for part in parts], LEAST_FITTING)),
            (LIKEST_PART, _shares([_most(worths.likest, part.own) for part in parts])),
            (LIKELY_PART, _shares([_most(worths.likely, part.own) for part in parts])),
            (HEADED_PART, [float(not worths.headed.isdisjoint(part.around)) for part in parts]),
        )
        return [fsum(weight * own[at] for weight, own in weighed) for at in range(len(parts))]

    def _parts_of(self, key: str, place: str) -> tuple[_Part, ...]:
        provision = self._library.provision(key, place)
        passages = () if provision is None else _passages(provision, self._library.entry(key).language)
        return tuple(self._part(key, text, homes) for text, homes in passages)

    def _part(self, key: str, text: SnippetText, homes: Sequence[str]) -> _Part:
        laws = frozenset(map(self._rules.law, self._rules.rules_of(key, homes[0])))
        own = [rule for rule in self._rules.rules_of(key, homes[0]) if rule not in laws]
        around = (name for rule in own for name in (rule, *self._rules.above(rule)[:-1]))
        rules = tuple(rule for home in homes for rule in self._rules.rules_of(key, home))
        text = text._replace(is_main=not self._main.isdisjoint(rules))
        return _Part(text, rules, laws, tuple(map(work_and_place, own)), tuple(map(work_and_place, around)))


def _most(worths: Mapping[_Key, float], keys: Sequence[_Key]) -> float:
    return max([worths.get(key, 0.0) for key in keys], default=0.0)


def _shares(worths: Sequence[float], least: float = 0.0) -> list[float]:
    """What each is worth of the best, where that is worth more than ``least``; else nothing."""
    most = max(worths, default=0.0)
    return [worth / most if most > least else 0.0 for worth in worths]


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
