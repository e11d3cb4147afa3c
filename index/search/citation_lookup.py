"""Citations that a person types: the provisions they lead to, or what exists instead.

What a citation looks like is the business of ``parser.citations.query``; which expression is meant is decided here:
the one that is named, else the one whose word for "law" was used, else the first that has all that was asked for.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from corpus.ids import ProvisionId
from corpus.library import Library, MissingProvision, missing_provision
from corpus.registry import Edition
from index.search.rules import RuleIndex
from parser.citations.edition import YEAR, EditionMention, read_edition
from parser.citations.query import CitationQuery, read_query
from parser.citations.query_forms import find_embedded, normalise_query
from parser.lang.words import words_of

if TYPE_CHECKING:
    from corpus.alignment.fate import NumberFate

NEAREST = 6
_SLIP = 100  # laws between a number and those of a book that nobody can have meant any more

_ADDRESS = re.compile(r"\s*(?P<key>[a-z]{2,8}-\d{4})\s*[:/ ]\s*(?P<rest>.+)", re.IGNORECASE)
_BRACKETED = re.compile(r"\A\s*\(([^()]*)\)\s*\Z")
_NAMED = re.compile(r"\s*(?P<name>[^\W\d_]{2,})[\s:]+(?P<rest>.*\d.*)")
_NAMED_BEHIND = re.compile(
    rf"(?P<rest>.*\d.*?)[\s:,/(]+(?P<name>[^\W\d_]{{2,}})(?P<year>[\s,(-]+{YEAR})?[\s).]*", re.DOTALL
)
_YEAR = re.compile(rf"(?<!\d){YEAR}(?!\d)")
_FIRST_WORD = re.compile(r"\s*(?P<word>[^\W\d_]+)")


@dataclass(frozen=True)
class CitationAnswer:
    """What a typed citation leads to: the ids ``cited`` in an ``expression``, none of them when nothing exists.

    ``places`` are (expression, id): what was cited, in its order, then the same rules in other expressions; when
    nothing exists, the nearest that does. ``missing`` is what was asked for and is not there, ``suggestions`` what its
    parent has instead. ``rest`` are words that followed the citation. ``fates`` are what became of the numbers when
    they are those of an older edition, named or implied; what was cited is then what they are today, unless the text
    is of that edition.
    """

    cited: tuple[str, ...]
    expression: str
    places: tuple[tuple[str, str], ...]
    missing: tuple[MissingProvision, ...]
    suggestions: tuple[str, ...] = ()
    rest: str = ""
    fates: tuple[NumberFate, ...] = ()


class CitationLookup:
    """Reads citations against what a library holds."""

    def __init__(self, library: Library, rules: RuleIndex) -> None:
        self._library = library
        self._rules = rules
        self._inventories = rules.inventories()

    def look_up(self, text: str, expressions: Collection[str], reader: str = "") -> CitationAnswer | None:
        """What a typed citation leads to in the ``expressions`` that may be shown; None when it is no citation.

        Of the laws in force the text in the language of the ``reader`` comes first, where there is one and the words
        typed are of no other language.
        """
        text = _BRACKETED.sub(r"\1", text)
        expressions = self._led_by(reader, expressions)
        if (regulation := self._of_regulations(text, expressions)) is not None:
            return regulation
        written, named = self._addressed(text)
        allowed = named or expressions
        mention, behind = self._mention(written)
        if mention is not None:
            answer = self._of_edition(mention, allowed)
            if answer is not None:
                return replace(answer, rest=f"{answer.rest} {behind}".strip())
            # A federation's rules are named by their year too: "2008 § 214 G".
            dated = [key for key in allowed if self._library.entry(key).edition == mention.year]
            written, allowed = (mention.rest, dated) if dated else (written, allowed)
        return self._with_fates(self._plain(written, allowed), allowed, named)

    def named(self, text: str) -> tuple[str, ...]:
        """The texts that the words before a number name: "DBf 253", "norsk § 23", "sv-2017:16C"; none for others."""
        _, named = self._addressed(text)
        match = None if named else _NAMED.fullmatch(text)
        if match is None or match["name"].lower() == self._rules.work:
            return named
        return tuple(key for key in self._inventories if self._library.entry(key).work == match["name"].lower())

    def _mention(self, text: str) -> tuple[EditionMention | None, str]:
        """The edition named beside a number, and the words behind both: "§ 16C i 2007 om tankepauser"."""
        if whole := read_edition(text, self._editions):
            return whole, ""
        for year in _YEAR.finditer(text):
            if (mention := read_edition(text[: year.end()], self._editions)) is not None:
                return mention, text[year.end() :].strip()
        return None, ""

    def _plain(self, written: str, allowed: Collection[str]) -> CitationAnswer | None:
        """What a citation without an edition leads to by the numbers of the texts themselves."""
        normal = normalise_query(written)
        found = self._read(normal, allowed)
        if found is None or (found.rest and normal != written):
            found = self._read(written, allowed)
        elif not found.cited and (listed := self._read(written, allowed)) is not None and listed.cited:
            # "16C, 27" is a list of two rules; only "86, B, 1" is one rule whose levels are apart.
            found = listed
        if found is None and (inside := find_embedded(written)):
            found = self._read(inside[0], allowed)
            found = replace(found, rest=inside[1]) if found is not None and found.cited else None
        if len(allowed) == 1 and (found is None or not found.cited):
            return self._by_misprint(normal, next(iter(allowed))) or found
        return found

    def _with_fates(
        self, found: CitationAnswer | None, allowed: Collection[str], named: Collection[str]
    ) -> CitationAnswer | None:
        """The answer with what became of its numbers, where they are those of an older edition.

        A number that today's laws do not have is answered for the newest edition that had it.
        """
        entry = self._library.entry(found.expression) if found and found.cited else None
        older = entry is not None and entry.work == self._rules.work and entry.edition != self._rules.edition
        if found is None or not (found.missing or older):
            return found
        if entry is not None and older and (named or len(allowed) == 1):
            return replace(found, fates=self._fates_of(map(ProvisionId.of, found.cited), entry.edition))
        numbers = [missing.number for missing in found.missing] or [ProvisionId.of(place) for place in found.cited]
        lasts = [self._rules.fates.last(number, self._rules.edition) for number in numbers]
        fates = tuple(last for last in lasts if last is not None)
        if entry is not None and older and {fate.edition for fate in fates} == {entry.edition}:
            return replace(found, fates=fates)
        if not fates or (found.missing and (found.cited or len(fates) < len(numbers))):
            return found if not fates else replace(found, fates=fates)
        return self._carried(fates, allowed, found.rest)

    def _fates_of(self, numbers: Iterable[ProvisionId], edition: str) -> tuple[NumberFate, ...]:
        return tuple(self._rules.fates.fate(edition, number, self._rules.edition) for number in numbers)

    def _by_misprint(self, text: str, key: str) -> CitationAnswer | None:
        """A number as one text prints it by mistake; only in that text, elsewhere nobody has seen it."""
        misprints = self._library.misprints(key)
        citation = read_query(text, self._inventories[key] | misprints.keys())
        if citation is None or not any(str(place) in misprints for place in citation.ids):
            return None
        ids = tuple(ProvisionId.of(misprints.get(str(place), str(place))) for place in citation.ids)
        return self._found(key, replace(citation, ids=ids), (key,))

    def _read(self, text: str, allowed: Collection[str]) -> CitationAnswer | None:
        keys = self._order(text, allowed)
        plain = read_query(text)
        whole = next((key for key in keys if plain and self._has_all(key, plain)), None)
        if plain is not None and whole is not None:
            return self._found(whole, plain, keys)
        readings = [(key, read) for key in keys if (read := read_query(text, self._inventories[key])) is not None]
        if not readings:
            return None
        key, best = max(readings, key=lambda pair: _completeness(pair[1]))
        return self._found(key, best, keys) if best.ids else self._nearest(key, best)

    def _has_all(self, key: str, citation: CitationQuery) -> bool:
        return bool(citation.ids) and all(str(place) in self._inventories[key] for place in citation.ids)

    def _found(self, key: str, citation: CitationQuery, keys: Sequence[str]) -> CitationAnswer:
        cited = tuple(str(place) for place in citation.ids)
        own = tuple((key, place) for place in cited)
        others = (found for _, place in own for found in self._aligned(key, place, keys))
        return CitationAnswer(cited, key, tuple(dict.fromkeys((*own, *others))), citation.missing, rest=citation.rest)

    def _nearest(self, key: str, citation: CitationQuery) -> CitationAnswer:
        """Nothing cited exists: the provision that the first would be in, and what that has.

        Where there is not even the law, no other one is shown for it.
        """
        first = citation.missing[0]
        if first.known is None:
            return CitationAnswer((), key, (), citation.missing)
        near = sorted(first.has, key=lambda place: (_distance(place.sort_key, first.number.sort_key), place.sort_key))
        suggestions = tuple(str(place) for place in near[:NEAREST])
        return CitationAnswer((), key, ((key, str(first.known)),), citation.missing, suggestions)

    def _aligned(self, key: str, place: str, keys: Sequence[str]) -> Iterator[tuple[str, str]]:
        for rule in self._rules.rules_of(key, place):
            places = self._rules.expressions_of(rule)
            for other in keys:
                if other != key:
                    yield from ((other, found) for found in places.get(other, ()))

    def _addressed(self, text: str) -> tuple[str, tuple[str, ...]]:
        """``nb-1997:16B1`` without its expression, and that expression; so too "norsk § 23", "23 nb", "23 nb 1997"."""
        match = _ADDRESS.fullmatch(text)
        if match is not None and match["key"].lower() in self._inventories:
            return match["rest"], (match["key"].lower(),)
        # The word may be any, "TL" or "se": only the name of a language held is taken off.
        for form in (_NAMED, _NAMED_BEHIND):
            if (match := form.fullmatch(text)) is not None and (named := self._in_language(match["name"].lower())):
                return f"{match['rest']}{match.groupdict().get('year') or ''}", named
        return text, ()

    def _in_language(self, name: str) -> tuple[str, ...]:
        """The texts in a language that is called so: "svensk", "svenska", "sv"."""
        entries = ((key, self._library.entry(key)) for key in self._inventories)
        return tuple(key for key, entry in entries if name in words_of(entry.language).names)

    def _of_regulations(self, text: str, expressions: Collection[str]) -> CitationAnswer | None:
        """A number behind the name of other rules than the laws: "dbf 202", and "dbf 12" for what they add to law 12.

        None where they have no such number: the same name stands before numbers of the laws.
        """
        match = _NAMED.fullmatch(text)
        if match is None or (name := match["name"].lower()) == self._rules.work:
            return None
        named = [key for key in expressions if self._library.entry(key).work == name]
        for rest in (match["rest"], f"x{match['rest'].lstrip('§ ')}") if named else ():
            if (found := self._plain(rest, named)) is not None and found.cited:
                return found
        return None

    def _of_edition(self, mention: EditionMention, allowed: Collection[str]) -> CitationAnswer | None:
        """A number of a named edition, "16C 2007": what it is today, never today's rule of that number."""
        year = mention.edition or mention.year
        citation = self._citation_of(year, mention.rest)
        if citation is None and (inside := find_embedded(mention.rest)):
            citation = self._citation_of(year, inside[0])
            citation = replace(citation, rest=inside[1]) if citation else None
        if citation is None or not all(n.law in self._rules.laws for n in citation.ids):
            return None
        own = [key for key in allowed if self._is_text_of(key, year)]
        for key in own if not any(self._has_all(key, citation) for key in own) else ():
            if misprinted := self._by_misprint(normalise_query(mention.rest), key):
                return replace(misprinted, fates=self._fates_of(map(ProvisionId.of, misprinted.cited), year))
        fates = self._fates_of(citation.ids, year)
        missing = tuple(self._missing(fate, year) for fate in fates if self._is_nowhere(fate))
        if missing and mention.edition:
            return CitationAnswer((), next(iter(allowed)), (), missing, rest=citation.rest)
        held = next((key for key in own if self._has_all(key, citation)), "")
        if held:
            return replace(self._found(held, citation, own), fates=fates)
        return self._carried(fates, allowed, citation.rest)

    def _carried(self, fates: tuple[NumberFate, ...], allowed: Collection[str], rest: str) -> CitationAnswer:
        """Where numbers of an older edition are today, in the texts that may be shown; none when nowhere."""
        rules = dict.fromkeys(rule for fate in fates for rule in self._rules.rules_now(fate.today))
        found = (
            (key, place) for key in allowed for rule in rules for place in self._rules.expressions_of(rule).get(key, ())
        )
        places = tuple(dict.fromkeys(found))
        first = places[0][0] if places else next(iter(allowed))
        return CitationAnswer(tuple(place for key, place in places if key == first), first, places, (), (), rest, fates)

    def _is_nowhere(self, fate: NumberFate) -> bool:
        """True for a number that no edition had."""
        editions = self._rules.fates.editions
        return fate.fate == "unknown" and not any(self._rules.fates.had(edition, fate.number) for edition in editions)

    def _missing(self, fate: NumberFate, edition: str) -> MissingProvision:
        own = (key for key in self._inventories if self._is_text_of(key, edition))
        inventory = next((self._inventories[key] for key in own), self._rules.numbers(edition))
        return missing_provision(fate.number, inventory)

    def _is_text_of(self, key: str, edition: str) -> bool:
        entry = self._library.entry(key)
        return (entry.work, entry.edition) == (self._rules.work, edition)

    @cached_property
    def _editions(self) -> tuple[Edition, ...]:
        return self._library.registry.editions_of(self._rules.work)

    def _citation_of(self, year: str, text: str) -> CitationQuery | None:
        """A citation by the numbers that the tables know of an edition, else by any: they leave out unchanged parts."""
        normal, known = normalise_query(text), self._rules.numbers(year)
        readings = (read_query(form, known) for form in (normal, text))
        whole = next((citation for citation in readings if citation and citation.ids and not citation.missing), None)
        return whole or read_query(normal)

    def _led_by(self, reader: str, expressions: Collection[str]) -> list[str]:
        """The expressions in the registry's order, but those of the laws in force in the reader's language first."""

        def is_own(key: str) -> bool:
            return self._is_text_of(key, self._rules.edition) and self._library.entry(key).language == reader

        return sorted((key for key in self._inventories if key in expressions), key=lambda key: not is_own(key))

    def _order(self, text: str, allowed: Collection[str]) -> list[str]:
        """The order of those allowed, but of the laws in force the one whose language says "lag" first after it."""
        first = _FIRST_WORD.match(text)
        word = first["word"].lower() if first else ""

        def rank(key: str) -> bool:
            entry = self._library.entry(key)
            return entry.edition != self._rules.edition or word not in words_of(entry.language).signs

        return sorted(allowed, key=rank) if word else list(allowed)


def _completeness(citation: CitationQuery) -> tuple[bool, int, int, int]:
    """How much of a citation exists: all of it, then more places, a deeper known ancestor, a nearer law."""
    depth = max((len(m.known.parts) if m.known else 0 for m in citation.missing), default=0)
    far = (_distance(place.sort_key, m.number.sort_key) for m in citation.missing for place in m.has if not m.known)
    return (bool(citation.ids and not citation.missing), len(citation.ids), depth, -min((*far, _SLIP)))


def _distance(one: Sequence[tuple[int, int]], two: Sequence[tuple[int, int]]) -> int:
    """How far two ids of one depth are apart at the level where they differ."""
    for (kind_a, a), (kind_b, b) in zip(one, two, strict=False):
        if (kind_a, a) != (kind_b, b):
            return abs(a - b) + 1000 * (kind_a != kind_b)
    return 0


PATTERNS: Mapping[str, re.Pattern[str]] = {
    "address": _ADDRESS,
    "bracketed": _BRACKETED,
    "named": _NAMED,
    "namedBehind": _NAMED_BEHIND,
    "year": _YEAR,
    "firstWord": _FIRST_WORD,
}
"""The patterns by name, for a reader that is not written in Python."""
