"""Which person, right, time or condition only one of two provisions names.

The words by which each language names them are data, ``data/lexicon/word-classes.toml``. The sentences of both
provisions that belong together are paired first; what a sentence names must be missing in its partner and in all that
stands around it, since translators move a clause to the next sentence, up to the heading or down to the list.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, get_args

from corpus.schema import FormatError, Loader, TextList

WordKind = Literal["person", "right", "time", "condition"]
WORD_KINDS: tuple[WordKind, ...] = get_args(WordKind)


class WordClassError(FormatError):
    """``word-classes.toml`` has a kind that does not exist, or a class without words."""


@dataclass(frozen=True)
class NamedClass:
    """A class that a text names: its kind, its name (``dummy``) and the words that do, in small letters."""

    kind: WordKind
    name: str
    printed: str


@dataclass(frozen=True)
class _WordFinder:
    """Finds any of some words; the pattern is only asked about texts that have the letters of one of them."""

    pattern: re.Pattern[str]
    stems: tuple[str, ...]

    @classmethod
    def of(cls, words: Sequence[str]) -> _WordFinder:
        forms = sorted((re.escape(word).replace(r"\*", r"\w*").replace(r"\ ", r"\s+") for word in words), reverse=True)
        stems = {re.split(r"[* ]", word)[0] for word in words}
        return cls(re.compile(rf"(?<!\w)(?:{'|'.join(forms)})(?!\w)"), tuple(sorted(stems)))

    def search(self, text: str) -> re.Match[str] | None:
        return self.pattern.search(text) if any(stem in text for stem in self.stems) else None


@dataclass(frozen=True)
class WordClasses:
    """The words of ``word-classes.toml``: by kind and name of a class, those of each language (``da``, ``also_da``)."""

    table: Mapping[WordKind, Mapping[str, Mapping[str, Sequence[str]]]]

    def named(self, language: str, text: str) -> tuple[NamedClass, ...]:
        """The classes that a text names, each once, with the first words that do."""
        lowered = text.casefold()
        mine = ((kind, name, finder) for (kind, name, one), finder in self._finders.items() if one == language)
        found = ((kind, name, finder.search(lowered)) for kind, name, finder in mine)
        return tuple(NamedClass(kind, name, match.group()) for kind, name, match in found if match)

    def may_name(self, language: str, text: str, found: NamedClass) -> bool:
        """True when a text names a class, or has words that may mean it."""
        lowered = text.casefold()
        finders = (self._finders.get((found.kind, found.name, one)) for one in (language, f"also_{language}"))
        return any(finder is not None and finder.search(lowered) for finder in finders)

    def knows(self, language: str) -> bool:
        """True when the table has words of a language."""
        return any(language in words for classes in self.table.values() for words in classes.values())

    @cached_property
    def _finders(self) -> Mapping[tuple[WordKind, str, str], _WordFinder]:
        return {
            (kind, name, language): _WordFinder.of(words)
            for kind, classes in self.table.items()
            for name, by_language in classes.items()
            for language, words in by_language.items()
        }


def read_word_classes(text: str) -> WordClasses:
    """The word classes (``[person.dummy]`` tables) in the text of ``word-classes.toml``. Raises WordClassError."""
    load = Loader("data/lexicon/word-classes.toml", WordClassError)
    table = load.convert(load.toml(text.encode()), _WordClassTable)
    found: dict[WordKind, Mapping[str, Mapping[str, TextList]]] = {kind: vars(table)[kind] for kind in WORD_KINDS}
    for kind, classes in found.items():
        if empty := next((name for name, words in classes.items() if not words), None):
            raise load.fault("empty", f"{kind}.{empty}")
    return WordClasses(found)


@dataclass(frozen=True)
class _WordClassTable:
    person: Mapping[str, Mapping[str, TextList]] = field(default_factory=dict)
    right: Mapping[str, Mapping[str, TextList]] = field(default_factory=dict)
    time: Mapping[str, Mapping[str, TextList]] = field(default_factory=dict)
    condition: Mapping[str, Mapping[str, TextList]] = field(default_factory=dict)


@dataclass(frozen=True)
class ComparedText:
    """One language of a rule: its sentences in order, the headings above them, and the words ``around``: the level
    above, the parts below, notes, and what explains a citation.
    """

    language: str
    sentences: tuple[str, ...]
    headings: str = ""
    around: str = ""


def differing_classes(
    classes: WordClasses, one: ComparedText, other: ComparedText
) -> tuple[tuple[NamedClass, ...], tuple[NamedClass, ...]]:
    """What only ``one`` names, and only ``other``; nothing where the table lacks a language."""
    if not (classes.knows(one.language) and classes.knows(other.language)):
        return (), ()
    pairs = sentence_pairs(classes, one, other)
    return (
        tuple(_unmatched(classes, one, other, pairs)),
        tuple(_unmatched(classes, other, one, [(b, a) for a, b in pairs])),
    )


def sentence_pairs(classes: WordClasses, one: ComparedText, other: ComparedText) -> list[tuple[int, int]]:
    """The sentences that belong together, in order, by what they name and how long they are; some have no partner.

    The best sum of likenesses over all pairings that keep the order (as Gale and Church align by length, 1993).
    """
    named = [[{n.name for n in classes.named(t.language, s)} for s in t.sentences] for t in (one, other)]
    rows, columns = len(one.sentences), len(other.sentences)
    best = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    for i in range(rows - 1, -1, -1):
        for j in range(columns - 1, -1, -1):
            joined = best[i + 1][j + 1] + _likeness(named[0][i], named[1][j], one.sentences[i], other.sentences[j])
            best[i][j] = max(joined, best[i + 1][j], best[i][j + 1])
    pairs: list[tuple[int, int]] = []
    i = j = 0
    while i < rows and j < columns:
        if best[i][j] == best[i + 1][j]:
            i += 1
        elif best[i][j] == best[i][j + 1]:
            j += 1
        else:
            pairs.append((i, j))
            i, j = i + 1, j + 1
    return pairs


def _likeness(one: set[str], other: set[str], mine: str, theirs: str) -> float:
    shared = (len(one & other) + 0.1) / (len(one | other) + 0.1)
    return shared + min(len(mine), len(theirs)) / max(len(mine), len(theirs))


def _unmatched(
    classes: WordClasses, mine: ComparedText, theirs: ComparedText, pairs: Sequence[tuple[int, int]]
) -> Iterable[NamedClass]:
    """Classes of my sentences that neither the partner, nor the sentences beside it, nor what is around them names."""
    partner = dict(pairs)
    seen: set[str] = set()
    for number, sentence in enumerate(mine.sentences):
        near = theirs.sentences
        if number in partner:
            near = theirs.sentences[max(0, partner[number] - 1) : partner[number] + 2]
        for found in classes.named(mine.language, sentence):
            # A heading is about a right without granting it: 20C is headed "Gentagelse", 20C1 allows a question.
            text = "\n".join((*near, theirs.around, "" if found.kind == "right" else theirs.headings))
            if found.name not in seen and not classes.may_name(theirs.language, text, found):
                seen.add(found.name)
                yield found
