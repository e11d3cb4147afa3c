"""The situation index: the subject indexes of the books as one list from A to Z, each entry leading to every language.

Headwords of two books that name the same concept of the term table are listed together; each entry keeps its own words.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache

from corpus.ids import ProvisionId, is_provision_id
from corpus.languages import LANGUAGES
from corpus.library import Library
from corpus.model import IndexEntry
from index.search.analyzer import fold
from index.search.concepts import ConceptIndex
from index.search.rules import RuleIndex

# The letters after z, in the order of Danish and Norwegian; Swedish ä and ö are sorted with their counterparts.
_LAST = {"æ": "{1", "ä": "{1", "ø": "{2", "ö": "{2", "å": "{3"}
_LETTER = {"{1": "Æ Ä", "{2": "Ø Ö", "{3": "Å"}


@dataclass(frozen=True)
class EntryTarget:
    """Where an entry leads: the place as the book cites it, and the same rule in every expression that has it."""

    target: str
    places: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Situation:
    """An entry of a book's subject index. ``sub`` is empty for a headword's own line; ``concept`` a term's key or ''.

    ``see`` are the headwords that the entry refers to.
    """

    expression: str
    language: str
    letter: str
    entry: str
    sub: str
    goals: tuple[EntryTarget, ...]
    see: tuple[str, ...]
    concept: str


@dataclass(frozen=True)
class Headword:
    """One headword of the A-Z with its lines; ``also`` are headwords of other languages for the same concept."""

    letter: str
    entry: str
    language: str
    lines: tuple[Situation, ...]
    also: tuple[tuple[str, str], ...]


def situations(library: Library, rules: RuleIndex, concepts: ConceptIndex) -> tuple[Headword, ...]:
    """All headwords of all books, A to Z."""
    by_headword: defaultdict[tuple[str, str], list[Situation]] = defaultdict(list)
    for expression in library.expressions:
        for entry in expression.index:
            situation = _situation(library, rules, concepts, expression.key, entry)
            by_headword[situation.language, situation.entry].append(situation)
    named: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for headword, lines in by_headword.items():
        named[lines[0].concept].append(headword)
    heads = []
    for (language, word), lines in by_headword.items():
        same = named[lines[0].concept] if lines[0].concept else ()
        also = tuple(headword for headword in same if headword[0] != language)
        heads.append(Headword(lines[0].letter, word, language, tuple(lines), also))
    return tuple(sorted(heads, key=lambda head: (order(head.entry), head.language)))


def letters(headwords: Collection[Headword]) -> tuple[str, ...]:
    """The letters that have entries, in order."""
    return tuple(dict.fromkeys(head.letter for head in headwords))


def order(words: str, language: str = "") -> str:
    """A key that sorts words as a Scandinavian index does: æ, ø, å last, case and other accents apart.

    With a ``language`` its own alphabet counts; without one that of an index of several.

    >>> sorted(["øl", "år", "zebra", "ære"], key=order)
    ['zebra', 'ære', 'øl', 'år']
    >>> sorted(["öl", "år", "zebra", "ära"], key=lambda word: order(word, "sv"))
    ['zebra', 'år', 'ära', 'öl']
    """
    lowered, last = unicodedata.normalize("NFC", words).lower(), _last(language)
    return "".join(last.get(char) or fold(char) for char in lowered)


def letter_of(words: str) -> str:
    """The letter of an index of several languages under which words are listed.

    >>> letter_of("ansvar"), letter_of("ändring")
    ('A', 'Æ Ä')
    """
    first = order(words)
    return _LETTER.get(first[:2], first[:1].upper())


def own_letter(letter: str, language: str) -> str:
    """A letter of an index of several languages as the alphabet of one has it.

    >>> own_letter("Æ Ä", "sv"), own_letter("Æ Ä", "da"), own_letter("A", "sv"), own_letter("Æ Ä", "en")
    ('Ä', 'Æ', 'A', 'Æ Ä')
    """
    own = LANGUAGES[language].letters if language in LANGUAGES else ""
    return next((one for one in letter.split() if one.lower() in own), letter)


@cache
def _last(language: str) -> Mapping[str, str]:
    """What letters after z are sorted by: each as the letter of the language that it is a counterpart of."""
    own = LANGUAGES[language].letters if language in LANGUAGES else ""
    ranks = {_LAST[letter]: f"{{{n}" for n, letter in enumerate(own, start=1)}
    return {letter: ranks.get(rank, rank) for letter, rank in _LAST.items()}


def _situation(library: Library, rules: RuleIndex, concepts: ConceptIndex, key: str, entry: IndexEntry) -> Situation:
    language = library.entry(key).language
    goals = tuple(_goal(library, rules, key, target) for target in entry.targets)
    concept = concepts.concept_of(language, entry.entry)
    return Situation(key, language, letter_of(entry.entry), entry.entry, entry.sub, goals, entry.see, concept)


def _goal(library: Library, rules: RuleIndex, key: str, target: str) -> EntryTarget:
    """The aligned places of a target; a part or a note leads only to itself, in its own book."""
    places: dict[tuple[str, str], None] = {}
    for rule in rules.rules_of(key, target):
        for other in library.registry.keys:
            for place in rules.expressions_of(rule).get(other, ()):
                places[other, place] = None
    if not places:
        return EntryTarget(target, ((key, target),))
    ordered = sorted(places, key=lambda found: (library.registry.keys.index(found[0]), _place_key(found[1])))
    return EntryTarget(target, tuple(ordered))


def _place_key(place: str) -> tuple[tuple[int, int], ...]:
    return ProvisionId.of(place).sort_key if is_provision_id(place) else ()
