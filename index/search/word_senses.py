"""What words of the table mean alike: "smed", "lagde", "slängde" and "threw" are all a card played.

A sense is a name for words of all languages; Danish, Norwegian and Swedish words stand together, since their speakers
mix them and many are spelt alike. The texts themselves are never looked at by senses.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain

from index.search.analyzer import fold

ENGLISH = "en"
MOST_REMEMBERED = 65_536  # words
BEGINNING = "*"  # ends a word of which any continuation means the same


@dataclass(frozen=True)
class WordSense:
    """Words as they are written, parted by blanks; "lagd*" is a beginning, "gav-op" two words that follow each other.

    ``nordic`` are those of Danish, Norwegian and Swedish.
    """

    name: str
    nordic: str
    english: str


@dataclass(frozen=True)
class WordSenses:
    """All senses, to be asked for those of a word.

    >>> senses = WordSenses((WordSense("play-card", "lagd*", "threw"), WordSense("concede", "gav-op", "")))
    >>> senses.of(["lagde"], "da"), senses.of(["gav", "op"], "da"), senses.of(["lagde"], "en")
    (('play-card',), ('concede',), ())
    """

    senses: tuple[WordSense, ...]

    def of(self, words: Sequence[str], language: str) -> tuple[str, ...]:
        """The senses of the first of some folded words, in this order: its own, and those with the next word."""
        known = self._english if language == ENGLISH else self._nordic
        found = self._of_word(words[0], language == ENGLISH)
        together = known.get(f"{words[0]}-{words[1]}") if len(words) > 1 else None
        return tuple(dict.fromkeys((*found, *together))) if together else found

    @cached_property
    def _of_word(self) -> Callable[[str, bool], tuple[str, ...]]:
        """What one word means, remembered: lines and questions use the same words again and again."""

        def of_word(word: str, english: bool) -> tuple[str, ...]:
            known = self._english if english else self._nordic
            beginnings = (known.get(word[:end] + BEGINNING, ()) for end in range(2, len(word) + 1))
            return tuple(dict.fromkeys(chain(known.get(word, ()), *beginnings)))

        return lru_cache(MOST_REMEMBERED)(of_word)

    @cached_property
    def _nordic(self) -> Mapping[str, Sequence[str]]:
        return _by_word((sense.name, sense.nordic) for sense in self.senses)

    @cached_property
    def _english(self) -> Mapping[str, Sequence[str]]:
        return _by_word((sense.name, sense.english) for sense in self.senses)


def _by_word(words_of: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for sense, words in words_of:
        for word in words.split():
            found["-".join(map(_folded, word.split("-")))].append(sense)
    return dict(found)


def _folded(word: str) -> str:
    return fold(word.removesuffix(BEGINNING)) + (BEGINNING if word.endswith(BEGINNING) else "")
