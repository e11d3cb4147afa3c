"""What is wanted of a text that answers a question, and where it stands in one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from index.search.analyzer import keyed_words
from index.search.search_words import AmountWords
from index.search.word_forms import is_form

SMALL = 0.1
COMMON = 0.3  # what the commonest word that means something is worth in a sentence, the rarest being worth 1
SHORTEST_HEAD = 5  # letters of a typed word that a compound may end in
_APART = re.compile(r"[^\w\s'’/-]")
_NO_KEYS = frozenset[str]()
APART = 1  # other words that may stand between the words of one term

WordWeights = Mapping[str, float]
Name = tuple[frozenset[str], ...]
KnownWord = tuple[int, int, frozenset[str]]
"""A word of a text: where it starts and ends, and its keys."""
WordSpan = tuple[int, int]


@dataclass(frozen=True)
class Wanted:
    """What a sentence should have: keys of ``words`` with weights, whole ``names`` of what was asked for, with theirs.

    A name is the keys of each of its words; it counts only as a whole. ``amounts`` are the words of amounts where one
    was asked for. ``meanings`` are the senses of the question's words, ``numbers`` those typed, which a range of one of
    ``units`` may hold. ``forms`` are the words of which others may be forms and are marked then, ``marked``
    the names that are; None: all are.
    """

    words: WordWeights = field(default_factory=dict)
    names: Mapping[Name, float] = field(default_factory=dict)
    amounts: tuple[AmountWords, ...] = ()
    meanings: frozenset[str] = frozenset()
    numbers: frozenset[int] = frozenset()
    units: frozenset[str] = frozenset()
    forms: frozenset[str] | None = None
    marked: frozenset[Name] | None = None

    @cached_property
    def strong(self) -> frozenset[str]:
        """The keys of words that mean something; of small words alone all."""
        return frozenset(key for key, worth in self.words.items() if worth > SMALL) or frozenset(self.words)

    @cached_property
    def telling(self) -> frozenset[str]:
        """The keys of words that not nearly every law has; where all are as common, of all that mean something."""
        return frozenset(key for key, worth in self.words.items() if worth > COMMON) or self.strong

    def is_form(self, keys: frozenset[str], language: str) -> bool:
        """True for a word with some keys that is a form of one that was asked for."""
        return self.forms is None or _is_form(keys, self.forms, language)

    @cached_property
    def of_names(self) -> frozenset[str]:
        """All keys of the first words of names: without one of them a text has no name."""
        return frozenset[str]().union(*(name[0] for name in self.names))


@lru_cache(maxsize=4096)
def words_with_keys(piece: str, language: str) -> tuple[KnownWord, ...]:
    """The words of a text with their keys in a language."""
    return tuple(keyed_words(piece, language))


def marks_of(text: str, language: str, wanted: Wanted) -> tuple[WordSpan, ...]:
    """The words and names that are wanted; what stands together, with small typed words between, is one mark.

    A word is marked where it is a form of one that was typed or means the same, not where it only shares its stem. One
    worth little is not marked by itself beside words that mean something: "for" and "som" are everywhere. Where all
    that was asked for stands together, nothing else is: not the "tur" of "var i tur" beside "udspil uden for tur". No
    mark goes on behind a sign: "uden for tur), § 31 (bud uden for tur".
    """
    words = words_with_keys(text, language)
    meant = tuple((start, end, own if wanted.is_form(own, language) else _NO_KEYS) for start, end, own in words)
    keys, telling = wanted.words.keys(), wanted.telling
    heads = tuple(key for key in telling if len(key) >= SHORTEST_HEAD and wanted.is_form(frozenset((key,)), language))
    spots = enumerate(zip(words, meant, strict=True))
    first = {at: at for at, (one, own) in spots if not own[2].isdisjoint(telling) or _ends_in(one[2], heads)}
    for name, _ in names_in(keys_of(meant) if wanted.names else frozenset(), wanted):
        for place in places_of(name, meant) if wanted.marked is None or name in wanted.marked else ():
            if not _APART.search(text, words[place.start][1], words[place.stop - 1][0]):
                first |= {at: min(place.start, first.get(at, at)) for at in place}
    runs: list[list[int]] = []
    for at in sorted(first):
        before = runs[-1][-1] if runs else at
        together = all(not word[2].isdisjoint(keys) for word in words[before + 1 : at])
        if runs and together and not _APART.search(text, words[before][1], words[at][0]):
            runs[-1].append(at)
        else:
            runs.append([at])
    # A run has as many things as its words and names begin at places.
    whole = [run for run in runs if len({first[at] for at in run}) >= max(2, len(wanted.strong))]
    return tuple((words[run[0]][0], words[run[-1]][1]) for run in whole or runs)


def keys_of(words: Sequence[KnownWord]) -> frozenset[str]:
    """All keys of some words."""
    return frozenset[str]().union(*(own for _, _, own in words))


def names_in(held: frozenset[str], wanted: Wanted) -> Iterator[tuple[Name, float]]:
    """The names of which each word is among those with some keys; most names can be ruled out so."""
    if held.isdisjoint(wanted.of_names):
        return iter(())
    return (item for item in wanted.names.items() if not any(held.isdisjoint(keys) for keys in item[0]))


def places_of(name: Name, words: Sequence[KnownWord]) -> list[range]:
    """Where all words of a name stand together, in any order: in "en spiller spiller ud" the last two words."""
    found, known = [], frozenset[str]().union(*name)
    spots = [at for at, (_, _, own) in enumerate(words) if not own.isdisjoint(known)]
    if len(name) == 1:
        return [range(at, at + 1) for at in spots]
    for first, start in enumerate(spots):
        end = start + len(name) + (APART if len(name) > 1 else 0)
        near = [at for at in spots[first : first + end - start] if at < end]
        ends = [next((at for at in near if not words[at][2].isdisjoint(keys)), -1) for keys in name]
        if min(ends) >= 0 and len(set(ends)) == len(name):
            found.append(range(start, max(ends) + 1))
    return [
        place for place in found if not any(place.start < other.start < other.stop <= place.stop for other in found)
    ]


@lru_cache(maxsize=16384)
def _is_form(keys: frozenset[str], forms: frozenset[str], language: str) -> bool:
    # Stems are shorter than the word itself, which is one of its keys.
    word = max(keys, key=lambda key: (len(key), key))
    return is_form(word, forms, language)


@lru_cache(maxsize=16384)
def _ends_in(word: frozenset[str], heads: tuple[str, ...]) -> bool:
    """True for a compound: "åbningsudspil" is a kind of "udspil"."""
    return any(key.endswith(heads) for key in word)
