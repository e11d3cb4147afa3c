"""Citations that a person types: the provisions to show first, or what exists instead.

What a citation looks like is the business of ``parser.citations.query``; which expression is meant is decided here:
the one that is named, else the one whose word for "law" was used, else the first that has all that was asked for.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from corpus.ids import ProvisionId
from corpus.library import Library
from index.search.rules import RuleIndex
from parser.citations.query import CitationQuery, read_query
from parser.citations.query_forms import find_embedded, normalise_query
from parser.lang.words import words_of

NEAREST = 6

_ADDRESS = re.compile(r"\s*(?P<key>[a-z]{2,8}-\d{4})\s*[:/ ]\s*(?P<rest>.+)", re.IGNORECASE)
_BRACKETED = re.compile(r"\A\s*\(([^()]*)\)\s*\Z")
_NAMED = re.compile(r"\s*(?P<name>[^\W\d_]{2,})[\s:]+(?P<rest>.*\d.*)")
_YEAR = re.compile(
    r"\A\s*(?P<first>(?:19|20)\d\d)\b(?P<behind>.+)|(?P<before>.+?)[\s,(]+(?P<last>(?:19|20)\d\d)\s*\)?\s*\Z"
)
_FIRST_WORD = re.compile(r"\s*(?P<word>[^\W\d_]+)")


@dataclass(frozen=True)
class CitationAnswer:
    """``places`` are (expression, place): what was cited, in its order, then the same rules in other expressions.

    ``citation`` is None when nothing that was cited exists; then ``places`` is the nearest that does. ``rest`` are
    words that followed the citation.
    """

    citation: str | None
    places: tuple[tuple[str, str], ...]
    message: str
    suggestions: tuple[str, ...]
    languages: tuple[str, ...]
    rest: str = ""


class CitationLookup:
    """Reads citations against what a library holds."""

    def __init__(self, library: Library, rows: RuleIndex) -> None:
        self._library = library
        self._rows = rows
        self._inventories = {e.key: frozenset(str(p.id) for p in e.walk()) for e in library.expressions}

    def pin(self, text: str, expressions: Collection[str]) -> CitationAnswer | None:
        """What a typed citation leads to in the ``expressions`` that may be shown; None when it is no citation."""
        written, named = self._addressed(_BRACKETED.sub(r"\1", text))
        allowed = named or expressions
        if (carried := self._carried(written, allowed)) is not None:
            return carried
        tidied = normalise_query(written)
        found = self._read(tidied, allowed)
        if found is None or (found.rest and tidied != written):
            found = self._read(written, allowed)
        elif found.citation is None and (listed := self._read(written, allowed)) is not None and listed.citation:
            # "16C, 27" is a list of two rules; only "86, B, 1" is one rule whose levels stand apart.
            found = listed
        if found is None and (inside := find_embedded(written)):
            found = self._read(inside[0], allowed)
            found = replace(found, rest=inside[1]) if found is not None and found.citation else None
        return found

    def _read(self, text: str, allowed: Collection[str]) -> CitationAnswer | None:
        keys = [key for key in self._order(text) if key in allowed]
        plain = read_query(text)
        whole = next((key for key in keys if plain and self._has_all(key, plain)), None)
        if plain is not None and whole is not None:
            return self._pins(whole, plain, keys)
        readings = [(key, asked) for key in keys if (asked := read_query(text, self._inventories[key])) is not None]
        if not readings:
            return None
        key, asked = max(readings, key=lambda pair: _standing(pair[1]))
        return self._pins(key, asked, keys) if asked.ids else self._nearest(key, asked)

    def _has_all(self, key: str, asked: CitationQuery) -> bool:
        return bool(asked.ids) and all(str(place) in self._inventories[key] for place in asked.ids)

    def _pins(self, key: str, asked: CitationQuery, keys: Sequence[str]) -> CitationAnswer:
        cited = [(key, str(place)) for place in asked.ids]
        others = [found for _, place in cited for found in self._aligned(key, place, keys)]
        citation = ", ".join(str(place) for place in asked.ids)
        language = self._library.entry(key).language
        places = tuple(dict.fromkeys((*cited, *others)))
        return CitationAnswer(citation, places, asked.message, (), (language,), asked.rest)

    def _nearest(self, key: str, asked: CitationQuery) -> CitationAnswer:
        """Nothing cited exists: the provision that it would stand in, and what that has."""
        missing = asked.missing[0]
        near = [(missing.known.child(part) if missing.known else ProvisionId((part,))) for part in missing.has]
        wanted = missing.asked.sort_key
        near.sort(key=lambda place: (_distance(place.sort_key, wanted), place.sort_key))
        places = ((key, str(missing.known)),) if missing.known else ((key, str(near[0])),) if near else ()
        language = self._library.entry(key).language
        return CitationAnswer(None, places, asked.message, tuple(str(place) for place in near[:NEAREST]), (language,))

    def _aligned(self, key: str, place: str, keys: Sequence[str]) -> Iterator[tuple[str, str]]:
        for row in self._rows.of(key, place):
            members = self._rows.members(row)
            for other in keys:
                if other != key:
                    yield from ((other, found) for found in members.get(other, ()))

    def _addressed(self, text: str) -> tuple[str, tuple[str, ...]]:
        """``nb-1997:16B1`` without its expression, and that expression; so too "norsk § 23" and "TL 16C 1997"."""
        match = _ADDRESS.fullmatch(text)
        if match is not None and match["key"].lower() in self._inventories:
            return match["rest"], (match["key"].lower(),)
        entries = {key: self._library.entry(key) for key in self._inventories}
        spoken: tuple[str, ...] = ()
        # The first word may be any, "TL" or "se": only the name of a language held is taken off.
        if (match := _NAMED.fullmatch(text)) is not None:
            name = match["name"].lower()
            spoken = tuple(key for key, entry in entries.items() if name in words_of(entry.language).names)
            text = match["rest"] if spoken else text
        year, rest = _dated(text)
        dated = tuple(key for key in spoken or entries if entries[key].edition == year)
        return (rest, dated) if dated else (text, spoken)

    def _carried(self, text: str, allowed: Collection[str]) -> CitationAnswer | None:
        """A number of an edition that no text has, "16C 2007": what it is today, never today's rule of that number."""
        year, rest = _dated(text)
        asked = self._asked_of(year, rest) if year else None
        if asked is None:
            return None
        rows = [row for place in asked.ids for row in self._rows.carried(year, str(place))]
        found = [
            (key, place) for key in self._inventories for row in rows for place in self._rows.members(row).get(key, ())
        ]
        places = tuple(dict.fromkeys(pair for pair in found if pair[0] in allowed))
        if not places:
            return None
        first = places[0][0]
        today = ", ".join(place for key, place in places if key == first)
        message = f"§ {', '.join(map(str, asked.ids))}: the laws of {year} are not held; today {today}"
        return CitationAnswer(today, places, message, (), (self._library.entry(first).language,), asked.rest)

    def _asked_of(self, year: str, text: str) -> CitationQuery | None:
        """A citation by the numbers that the tables know of an edition, else by any: they leave out unchanged parts."""
        tidied, known = normalise_query(text), self._rows.numbers(year)
        readings = (read_query(form, known) for form in (tidied, text))
        whole = next((asked for asked in readings if asked and asked.ids and not asked.missing), None)
        return whole or read_query(tidied)

    def _order(self, text: str) -> list[str]:
        """The registry's order, but of the laws in force the one whose language says "lag" first after that word."""
        first = _FIRST_WORD.match(text)
        word = first["word"].lower() if first else ""

        def rank(key: str) -> bool:
            entry = self._library.entry(key)
            return entry.edition != self._rows.edition or word not in words_of(entry.language).signs

        return sorted(self._inventories, key=rank) if word else list(self._inventories)


def _dated(text: str) -> tuple[str, str]:
    """The year that stands before or behind a citation, and the citation: ``("2007", "16C")``; "" without a year."""
    match = _YEAR.fullmatch(text)
    return (match["first"] or match["last"], match["behind"] or match["before"]) if match else ("", text)


def _standing(asked: CitationQuery) -> tuple[int, int, int]:
    """How much of a citation exists: all of it first, then the more places, then the deeper known ancestor."""
    depth = max((len(m.known.parts) if m.known else 0 for m in asked.missing), default=0)
    return (bool(asked.ids and not asked.missing), len(asked.ids), depth)


def _distance(one: Sequence[tuple[int, int]], two: Sequence[tuple[int, int]]) -> int:
    """How far two ids of one depth are apart at the level where they differ."""
    for (kind_a, a), (kind_b, b) in zip(one, two, strict=False):
        if (kind_a, a) != (kind_b, b):
            return abs(a - b) + 1000 * (kind_a != kind_b)
    return 0
