"""Concepts: what a thing is called in each language, and the laws that deal with it.

They come from the term table and from a list of everyday phrases ("kortet faldt ud af hånden"). A concept is recognised
when all the words of one of its names are in the question; its names in the other languages are then looked for too.
Names are never joined by spelling across languages: Swedish "bud" and Danish "bud" are two concepts.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate

from corpus.languages import CODES
from corpus.records import LazyMapping
from corpus.terms import Term, place_of
from index.search.analyzer import fold, index_keys, words_in
from parser.lang.words import every_word

_STOPWORDS = frozenset(map(fold, every_word("stopwords")))  # "den blinde" is recognised in "blinde"

KeysByLanguage = Mapping[str, Collection[str]]


@dataclass(frozen=True)
class ConceptName:
    """One name of a concept in one language; ``words`` are the keys of each word that must be there.

    ``main`` is True for the book's own term, False for synonyms; everyday phrases are ``asked_only``: they are
    recognised in a question but not looked for in the texts.
    """

    concept: str
    language: str
    text: str
    words: tuple[frozenset[str], ...]
    main: bool
    asked_only: bool = False


@dataclass(frozen=True)
class Concept:
    """A concept in all languages. ``targets`` are (work, provision id): the laws now in force, or a regulation."""

    key: str
    names: tuple[ConceptName, ...]
    targets: tuple[tuple[str, str], ...]

    def in_language(self, language: str) -> tuple[ConceptName, ...]:
        """Names to look for in texts of a language."""
        return tuple(name for name in self.names if name.language == language and not name.asked_only)


@dataclass(frozen=True)
class ConceptMatch:
    """A concept found in a question: the name it was found by, and the numbers of the question's terms in it."""

    concept: Concept
    name: ConceptName
    at: frozenset[int]

    def is_part(self, others: Iterable[ConceptMatch]) -> bool:
        """True where its terms are some of those of another: "tur" in "udspil uden for tur"."""
        return any(self.at < other.at for other in others)


@dataclass(frozen=True)
class ConceptTable:
    """All concepts by key, and by language and key of a word the names that have it; stored with the search index.

    Names are numbered through all concepts; ``names`` are numbers as text, parted by spaces. ``counts`` say how many
    names each concept has, in their order.
    """

    concepts: LazyMapping[Concept]
    counts: Mapping[str, int]
    names: Mapping[str, Mapping[str, str]]


def concept_table(concepts: Mapping[str, Concept]) -> ConceptTable:
    """The table of some concepts."""
    numbers: dict[str, defaultdict[str, list[str]]] = {code: defaultdict(list) for code in CODES}
    for number, name in enumerate(name for concept in concepts.values() for name in concept.names):
        for key in (key for keys in name.words for key in sorted(keys)):
            numbers[name.language][key].append(str(number))
    return ConceptTable(
        LazyMapping(concepts, lambda concept: concept),
        {key: len(concept.names) for key, concept in concepts.items()},
        {code: {key: " ".join(found) for key, found in by_key.items()} for code, by_key in numbers.items()},
    )


class ConceptIndex:
    """All concepts by key, ready to be recognised."""

    def __init__(self, table: ConceptTable) -> None:
        self.table = table
        self.concepts: Mapping[str, Concept] = table.concepts
        self._starts = tuple(accumulate(table.counts.values(), initial=0))
        self._in_order = tuple(table.counts)

    def recognise(
        self, terms: Sequence[KeysByLanguage], weights: Sequence[float], language_weights: Mapping[str, float]
    ) -> tuple[ConceptMatch, ...]:
        """Concepts one of whose names is in a question; each word is given as its keys by language and its weight.

        A concept is named once, by the name that covers most of the question in the likeliest language; the concepts
        that cover most come first.
        """
        found: dict[str, tuple[float, ConceptMatch]] = {}
        for name in self._candidates(terms):
            sure = language_weights.get(name.language, 0.0)
            at = _positions(name, terms) if sure > 0 else frozenset()
            covers = sum(weights[n] for n in at) * sure
            if covers > 0 and (name.concept not in found or covers > found[name.concept][0]):
                found[name.concept] = (covers, ConceptMatch(self.concepts[name.concept], name, at))
        return tuple(m for _, m in sorted(found.values(), key=lambda pair: (-pair[0], pair[1].concept.key)))

    def main_name(self, concept: str, language: str) -> ConceptName:
        """The book's own term for a concept in a language. Raises KeyError or StopIteration where there is none."""
        return next(name for name in self.concepts[concept].names if name.language == language and name.main)

    def concept_of(self, language: str, headword: str) -> str:
        """The concept that a headword of a definition names, or ''."""
        return self._by_headword.get((language, _plain(headword)), "")

    def spellings(self, language: str) -> Mapping[str, str]:
        """The words of all names in a language: folded word -> one spelling of it."""
        found: dict[str, str] = {}
        for word in (word for name in self._names() if name.language == language for word in words_in(name.text)):
            found.setdefault(fold(word), word.lower())
        return found

    def _candidates(self, terms: Sequence[KeysByLanguage]) -> Iterator[ConceptName]:
        """The names that share a key with the question, each once."""
        keys = ((language, key) for by_language in terms for language, own in by_language.items() for key in own)
        numbers = dict.fromkeys(n for language, key in keys for n in self.table.names[language].get(key, "").split())
        return (self._name(int(number)) for number in numbers)

    def _name(self, number: int) -> ConceptName:
        at = bisect_right(self._starts, number) - 1
        return self.concepts[self._in_order[at]].names[number - self._starts[at]]

    def _names(self) -> Iterator[ConceptName]:
        return (name for concept in self.concepts.values() for name in concept.names)

    @cached_property
    def _by_headword(self) -> Mapping[tuple[str, str], str]:
        pairs = [((n.language, _plain(n.text)), n.concept) for n in self._names() if not n.asked_only]
        return dict(sorted(pairs, reverse=True))


def read_concepts(
    table: Iterable[Term], everyday: Iterable[Mapping[str, object]], small: Mapping[str, frozenset[str]] | None = None
) -> ConceptIndex:
    """Concepts from the term table and from blocks of everyday phrases.

    A block has ``concept`` (a key of the table, or a new one), ``da``, ``nb``, ``sv``, ``en`` (lists of phrases) and,
    when the concept is new, ``laws``. Raises ValueError for a block that names neither. A stem that is one of the
    ``small`` words of its language is left out: "försenad" is not recognised in "för", nor "manerer" in "man".
    """
    terms = tuple(table)
    names = {term.key: _names(term) for term in terms}
    targets = {term.key: _targets(term.places) for term in terms}
    for block in everyday:
        key = str(block["concept"])
        if key not in names and "laws" not in block:
            raise ValueError(f"everyday phrases: {key!r} is neither in terms.csv nor has it laws")
        for language in CODES:
            phrases = block.get(language, [])
            if isinstance(phrases, list | tuple):
                names.setdefault(key, []).extend(_name(key, language, str(p), False, asked_only=True) for p in phrases)
        laws = block.get("laws", "")
        targets.setdefault(key, ())
        if isinstance(laws, str) and laws:
            targets[key] = tuple(dict.fromkeys((*targets[key], *_targets(map(place_of, laws.split())))))
    return ConceptIndex(
        concept_table(
            {
                key: Concept(key, tuple(_without(n, small or {}) for n in found if n.words), targets[key])
                for key, found in names.items()
            }
        )
    )


def _names(term: Term) -> list[ConceptName]:
    found = []
    for language, names in term.names.items():
        found += [_name(term.key, language, text, True) for text in names]
        found += [_name(term.key, language, text, False) for text in term.also[language]]
    return found


def _name(concept: str, language: str, text: str, main: bool, asked_only: bool = False) -> ConceptName:
    words = [_keys(part.split("|"), language) for part in text.split()] if asked_only else []
    words = words or [index_keys(word, language) for word in words_in(text) if fold(word) not in _STOPWORDS]
    return ConceptName(concept, language, text, tuple(words), main, asked_only)


def _without(name: ConceptName, small: Mapping[str, frozenset[str]]) -> ConceptName:
    """A name without stems that are small words, but for words that are small themselves."""
    stems = small.get(name.language, frozenset())
    own = {fold(word) for part in name.text.split() for word in part.split("|")}
    return replace(name, words=tuple(frozenset(k for k in word if k not in stems or k in own) for word in name.words))


def _keys(alternatives: Iterable[str], language: str) -> frozenset[str]:
    return frozenset().union(*(index_keys(word, language) for word in alternatives))


def _targets(places: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """(work, provision id) of each place; the work is what the key of its expression begins with."""
    return tuple((expression.partition("-")[0] or "laws", place) for expression, place in places)


def _positions(name: ConceptName, terms: Sequence[KeysByLanguage]) -> frozenset[int]:
    """The numbers of the question's words that a name consists of; empty when one is missing."""
    taken: set[int] = set()
    language = name.language
    for keys in name.words:
        for at, by_language in enumerate(terms):
            if at not in taken and not keys.isdisjoint(by_language.get(language, ())):
                taken.add(at)
                break
        else:
            return frozenset()
    return frozenset(taken)


def _plain(text: str) -> str:
    """'BLINDE, den' and 'den blinde' are one name."""
    return " ".join(sorted(map(fold, words_in(text))))
