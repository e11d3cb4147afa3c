"""The word lists of ``data/lexicon/search-words.toml``: words that search treats in a special way."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from index.search.analyzer import fold
from index.search.auction import AuctionWords

FACET_WORD = re.compile(r"\d+|[^\W\d_]+|[♣♦♥♠=+−–-]")
"""A word, a number or a sign of a question about a score."""


@dataclass(frozen=True)
class AmountWords:
    """One kind of amount, in folded words: ``asked`` ask for it, and a number beside one of ``units`` is one.

    ``numbers`` are numbers as words.
    """

    asked: frozenset[str]
    numbers: frozenset[str]
    units: frozenset[str]


@dataclass(frozen=True)
class ScoreRules:
    """By what is asked the rule whose table answers: ``laws:77``."""

    contract: str
    imps: str
    victory_points: str
    boards: str


@dataclass(frozen=True)
class ScoreUnits:
    """The words for what a score is counted in or of, folded."""

    imps: frozenset[str]
    victory_points: frozenset[str]
    boards: frozenset[str]


@dataclass(frozen=True)
class ScoreWords:
    """The words of such questions and of the tables, folded.

    ``facets`` are by kind of thing each thing of it with its words, ``asked`` those that ask for a score, ``turns`` for
    a dealer or a zone; ``beside`` may stand beside all of these. ``games`` are by doubling the lowest level of each
    strain that is a game.
    """

    rules: ScoreRules
    facets: Mapping[str, Mapping[str, frozenset[str]]]
    units: ScoreUnits
    asked: frozenset[str]
    turns: frozenset[str]
    beside: frozenset[str]
    games: Mapping[str, tuple[int, ...]]

    def named(self, text: str) -> dict[str, tuple[str, ...]]:
        """By kind the things that words name, in their order.

        The label "4. og flg. undertræk" is about the fourth, then about those that follow.
        """
        words = [fold(word) for word in FACET_WORD.findall(text)]
        return {
            kind: tuple(dict.fromkeys(thing for word in words for thing, known in things.items() if word in known))
            for kind, things in self.facets.items()
        }


@dataclass(frozen=True)
class SearchWords:
    """``data/lexicon/search-words.toml`` as values; all words are folded but those of ``low_weight_as_written``.

    ``low_weight`` are by language the words that count little, ``small`` those of all languages, ``stems`` those that
    no word with a meaning is a form of, as "gøre" is of "gør". ``common`` are everyday words that are never taken
    for a misspelt other one; ``heads`` and ``never`` are as in ``IndexLexicon``. ``main_parts``
    are the rules (``laws:62A``) that say what happens in the case their law is about.
    """

    low_weight: Mapping[str, frozenset[str]]
    low_weight_as_written: Mapping[str, frozenset[str]]
    small: frozenset[str]
    stems: Mapping[str, frozenset[str]]
    common: frozenset[str]
    heads: frozenset[str]
    never: frozenset[str]
    everyday: tuple[Mapping[str, object], ...]
    auction: AuctionWords
    amounts: tuple[AmountWords, ...]
    main_parts: frozenset[str]
    scores: ScoreWords
