"""Reads ``data/lexicon/search-words.toml`` and ``sv-spelling.toml``, when the index is built."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from corpus.ids import BadIdError, ProvisionId
from corpus.schema import Between, FilledText, FormatError, Loader
from index.search.analyzer import fold
from index.search.auction import read_auction_words
from index.search.search_words import AmountWords, ScoreRules, ScoreUnits, ScoreWords, SearchWords


class LexiconError(FormatError):
    """A word list of ``data/lexicon/`` that cannot be read."""


@dataclass(frozen=True)
class _Words:
    words: str


@dataclass(frozen=True)
class _Compound:
    heads: str
    never: str


@dataclass(frozen=True)
class _Bids:
    concept: str
    levels: tuple[str, ...]
    strains: tuple[str, ...]
    over: str
    seats: str
    passes: str


@dataclass(frozen=True)
class _Plays:
    concept: str
    played: str
    ruffed: str
    held: str
    between: str


@dataclass(frozen=True)
class _Pauses:
    concept: str
    waited: str
    called: str


@dataclass(frozen=True)
class _Cards:
    concept: str
    ranks: str
    joined: str


@dataclass(frozen=True)
class _Amounts:
    asked: str
    units: str


@dataclass(frozen=True)
class _Units:
    imps: str
    victory_points: str
    boards: str


@dataclass(frozen=True)
class _Scores:
    asked: str
    turns: str
    beside: str
    rules: ScoreRules
    units: _Units
    games: Mapping[str, tuple[int, ...]]
    facets: Mapping[str, Mapping[str, str]]


@dataclass(frozen=True)
class _SearchWordsTable:
    light: Mapping[str, str]
    forms: _Words
    common: Mapping[str, str]
    compound: _Compound
    bids: _Bids
    plays: _Plays
    pauses: _Pauses
    cards: _Cards
    numbers: _Words
    amounts: tuple[_Amounts, ...]
    main: _Words
    scores: _Scores
    everyday: tuple[Mapping[str, str | tuple[str, ...]], ...] = ()


def read_search_words(text: str) -> SearchWords:
    """The word lists of ``search-words.toml``. Raises LexiconError."""
    load = Loader("data/lexicon/search-words.toml", LexiconError)
    table = load.convert(load.toml(text.encode()), _SearchWordsTable)
    for number, block in enumerate(table.everyday, 1):
        if not isinstance(block.get("concept"), str):
            raise load.fault("absent", f"everyday[{number}]", expected="concept")
    written = {language: frozenset(words.split()) for language, words in table.light.items()}
    low_weight = {language: frozenset(map(fold, words)) for language, words in written.items()}
    small = frozenset[str]().union(*low_weight.values())
    forms = _folded(table.forms.words)
    return SearchWords(
        low_weight,
        written,
        small,
        {language: words - forms for language, words in low_weight.items()},
        _folded(" ".join(table.common.values())),
        _folded(table.compound.heads),
        _folded(table.compound.never) | small,
        table.everyday,
        read_auction_words(vars(table.bids), vars(table.plays), vars(table.pauses), vars(table.cards)),
        tuple(
            AmountWords(_folded(kind.asked), _folded(table.numbers.words), _folded(kind.units))
            for kind in table.amounts
        ),
        frozenset(_rule(load, part) for part in table.main.words.split()),
        _score_words(table.scores),
    )


def _score_words(scores: _Scores) -> ScoreWords:
    return ScoreWords(
        scores.rules,
        {kind: {thing: _folded(words) for thing, words in things.items()} for kind, things in scores.facets.items()},
        ScoreUnits(**{unit: _folded(words) for unit, words in vars(scores.units).items()}),
        _folded(scores.asked),
        _folded(scores.turns),
        _folded(scores.beside),
        scores.games,
    )


def _rule(load: Loader, part: str) -> str:
    try:
        return f"laws:{ProvisionId.of(part)}"
    except BadIdError as error:
        raise load.fault("value", "main", found=part, cause=str(error)) from error


@dataclass(frozen=True)
class _MisprintPlace:
    line: Annotated[int, Between(1, 10_000_000)]
    in_: str
    printed: FilledText
    normal: FilledText


@dataclass(frozen=True)
class _SpellingTable:
    words: Mapping[str, FilledText]
    place: tuple[_MisprintPlace, ...] = ()


def read_spellings(text: str) -> Mapping[str, str]:
    """The misspelt words of ``sv-spelling.toml`` with their right forms. Raises LexiconError."""
    load = Loader("data/lexicon/sv-spelling.toml", LexiconError)
    return load.convert(load.toml(text.encode()), _SpellingTable).words


def _folded(words: str) -> frozenset[str]:
    return frozenset(map(fold, words.split()))
