"""Reads ``data/lexicon/phrasings.toml`` and ``scenarios.toml``, when the index is built."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from corpus.ids import BadIdError, ProvisionId
from corpus.languages import CODES
from corpus.schema import Loader
from index.search.analyzer import stems, words_in
from index.search.phrasings import Phrasing, ToldLine
from index.search.search_words_file import LexiconError


def read_phrasings(text: str) -> tuple[Phrasing, ...]:
    """Phrasings from ``phrasings.toml``: a table for each target ("25A", "dbf-2008:212") with lines by language.

    Raises LexiconError.
    """
    return tuple(
        Phrasing(one.language, one.text, one.targets, tuple([stems(word, one.language) for word in words_in(one.text)]))
        for one in _read(text, "data/lexicon/phrasings.toml", ",")
    )


def read_scenarios(text: str) -> tuple[ToldLine, ...]:
    """Lines from ``scenarios.toml``: tables as in ``phrasings.toml``, but a line with commas is one.

    Raises LexiconError.
    """
    return tuple(_read(text, "data/lexicon/scenarios.toml", "\n"))


def _read(text: str, name: str, end: str) -> Iterator[ToldLine]:
    load = Loader(name, LexiconError)
    table = load.convert(load.toml(text.encode()), Mapping[str, Mapping[str, str]])  # type: ignore[type-abstract]
    for address, by_language in table.items():
        expression, _, place = address.rpartition(":")
        target = (expression.partition("-")[0] or "laws", place)
        try:
            ProvisionId.of(place)
        except BadIdError as error:
            raise load.fault("value", address, found=place, cause=str(error)) from error
        for language, lines in by_language.items():
            if language not in CODES:
                raise load.fault("choice", address, expected=", ".join(CODES), found=language)
            for line in lines.replace(end, "\n").splitlines():
                if words_in(line):
                    yield ToldLine(language, line, (target,))
