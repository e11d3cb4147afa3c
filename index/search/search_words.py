"""The word lists of ``data/lexicon/search-words.toml``: words that search treats in a special way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from index.search.auction import AuctionWords


@dataclass(frozen=True)
class AmountWords:
    """One kind of amount, in folded words: ``asked`` ask for it, and a number beside one of ``units`` is one.

    ``numbers`` are numbers as words.
    """

    asked: frozenset[str]
    numbers: frozenset[str]
    units: frozenset[str]


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
