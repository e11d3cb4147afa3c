"""From typed words to terms: known words, compounds, joined words, and corrections of what was misspelt.

Also how strongly a term speaks for a language: words that a language knows are evidence that it is the question's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from corpus.languages import CODES, LANGUAGES
from index.search.analyzer import LINKS, MIN_STEM, Splitter, fold, index_keys, words_in
from index.search.concepts import ConceptIndex
from index.search.fulltext import FullText, WordRows, word_row
from index.search.search_words import SearchWords

LOW_WEIGHT = 0.12
UNKNOWN = 3.5  # how telling a word is that no text has
SHORTEST_CORRECTED = 4
TWO_WRONG_FROM = 8
BY_DISTANCE = (1.0, 0.8, 0.6)  # what a correction counts, by the letters that are wrong
MOST_CORRECTIONS = 3
PART = 0.75
LOOSE = 0.9
_INFLECTIONS = sorted({ending for one in LANGUAGES.values() for ending in one.inflections}, key=lambda e: (-len(e), e))

KeyWeights = Mapping[str, float]


@dataclass(frozen=True)
class QueryTerm:
    """A word of the question: its keys by language, each with a weight (1 as typed, less for a correction).

    ``low_weight`` is True for a word that counts little beside others, ``required`` for one that must be in a hit;
    ``corrections`` are by language the nearest known word, as it is written, where the word itself is unknown.
    """

    text: str
    keys: Mapping[str, KeyWeights]
    low_weight: bool = False
    corrections: Mapping[str, str] = field(default_factory=dict)
    required: bool = False

    @property
    def weight(self) -> float:
        """What the term counts beside others: 1, or LOW_WEIGHT."""
        return LOW_WEIGHT if self.low_weight else 1.0

    def forms(self, language: str) -> frozenset[str]:
        """The folded words of a language that it stands for: itself, and what it may be besides, but no mere stem."""
        typed = fold(self.text)
        keys = self.keys.get(language, {})
        return frozenset((typed, *(key for key, weight in keys.items() if weight < 1 or not typed.startswith(key))))


@dataclass(frozen=True)
class KnownWords:
    """Words that no text need have: those of the ``names`` of concepts and those of the ``lines`` of phrasings."""

    names: WordRows
    lines: WordRows


def known_words(concepts: ConceptIndex, lines: Sequence[tuple[str, str]]) -> dict[str, KnownWords]:
    """The words that concepts and phrasings know, by language; ``lines`` are (language, text)."""
    found = {}
    for code in CODES:
        names = {folded: _row(spelling, code) for folded, spelling in concepts.spellings(code).items()}
        own = [word for language, line in lines if language == code for word in words_in(line)]
        spelled = {fold(word): word.lower() for word in reversed(own)}  # of several spellings the first
        found[code] = KnownWords(names, {folded: _row(word, code) for folded, word in spelled.items()})
    return {code: words for code, words in found.items() if words.names or words.lines}


def _row(spelling: str, language: str) -> str:
    return word_row(spelling, index_keys(spelling, language))


class _LanguageWords:
    """The words of one language: those of the texts, of the concepts' names and of the phrasings.

    ``words`` are all of them, folded, ``all_keys`` their keys, ``own`` the words of texts and concepts.
    """

    def __init__(self, language: str, index: FullText, words: SearchWords, known: KnownWords) -> None:
        indexed = index.vocabulary.get(language, {})
        self.words: WordRows = {**known.lines, **known.names, **indexed}
        self.all_keys = frozenset(" ".join(row.partition(" ")[2] for row in self.words.values()).split(" "))
        self.own = known.names.keys() | indexed.keys()
        self.splitter = Splitter(self.own, words.heads, words.never)
        self._language, self._index = language, index

    @cached_property
    def _choices(self) -> list[str]:
        """The words that a misspelt one may be; most questions have none."""
        return sorted(self.words)

    def spelling(self, folded: str) -> str:
        """A folded word as it is written."""
        return self.words.get(folded, folded).partition(" ")[0]

    def keys(self, folded: str) -> list[str]:
        """The keys of a folded word; none for an unknown one."""
        return self.words.get(folded, "").split(" ")[1:]

    def near(self, folded: str, most: int) -> list[tuple[int, str]]:
        """Known words at most ``most`` letters away as (letters, word), the likeliest first.

        Those are the nearest with the same beginning; of these, words of texts and concepts, and the same letters in
        another order: "trun" is turn, not true.
        """
        if self._index.is_lookalike(self._language, folded):
            return []
        # Most questions have no misspelt word.
        from rapidfuzz.distance import OSA
        from rapidfuzz.process import extract

        rows = extract(folded, self._choices, scorer=OSA.distance, score_cutoff=most, limit=12)
        letters = sorted(folded)
        ranked = sorted(
            (int(distance), word[:1] != folded[:1], word not in self.own, sorted(word) != letters, word)
            for word, distance, _ in rows
            if len(word) >= SHORTEST_CORRECTED - 1 and not word.isdigit()
        )
        return [(distance, word) for distance, *_, word in ranked]


class Vocabulary:
    """All words that a library, its concepts and its phrasings know, by language."""

    def __init__(self, index: FullText, words: SearchWords, known: Mapping[str, KnownWords]) -> None:
        """``known`` are by language the words that count as known beside those of the texts."""
        self._lists = words
        self._words = {
            code: _LanguageWords(code, index, words, known.get(code, KnownWords({}, {})))
            for code in CODES
            if code in index.vocabulary or (code in known and known[code].names)
        }
        self.languages = tuple(self._words)

    def terms(self, words: Sequence[str]) -> tuple[QueryTerm, ...]:
        """A term for each word; two words that are one compound become one, an unknown compound becomes two.

        Where all count little, none does.
        """
        found: list[QueryTerm] = []
        rest = list(words)
        while rest:
            joined = self._joined(rest[0], rest[1]) if len(rest) > 1 else None
            found += [joined] if joined else self._of(rest[0])
            rest = rest[2 if joined else 1 :]
        if all(term.low_weight for term in found):
            return tuple(replace(term, low_weight=False) for term in found)
        return tuple(found)

    def evidence(self, term: QueryTerm) -> list[float]:
        """How strongly a term speaks for each of the ``languages``, from 0 to 1."""
        weight, folded = 0.6 if term.low_weight else 1.0, fold(term.text)
        return [weight * self._evidence(term, folded, code) for code in self.languages]

    def has_low_weight(self, word: str) -> bool:
        """True for a word that counts little in some language."""
        return fold(word) in self._lists.small

    def _evidence(self, term: QueryTerm, folded: str, language: str) -> float:
        if folded in self._lists.low_weight.get(language, ()):
            # "for" is Danish and Norwegian as it is; Swedish "för" only when the dots are missing.
            return 1.0 if term.text.lower() in self._lists.low_weight_as_written[language] else 0.5
        if language in term.corrections:
            return 0.5
        if not term.keys.get(language):
            return 0.0
        known = self._words[language]
        return 0.7 if folded not in known.words else 1.0 if known.spelling(folded) == term.text.lower() else 0.85

    def _of(self, word: str) -> list[QueryTerm]:
        """The terms of one word: itself where it is known, else the nearest correction, its parts, or its beginning."""
        term = self._plain(word)
        folded = fold(word)
        if term.keys and not any(folded in known.own for known in self._words.values()):
            term = self._with_parts(term)
        known = bool(term.keys) or term.low_weight or folded in self._lists.common
        if known or len(word) < SHORTEST_CORRECTED or word.isdigit():
            return [term]
        if close := self._corrected(term, 1):
            return [close]
        if parts := self._split(folded):
            return parts
        two_wrong = self._corrected(term, 2) if len(word) >= TWO_WRONG_FROM else None
        return [self._loose(term) or two_wrong or self._begun(folded) or term]

    def _plain(self, word: str) -> QueryTerm:
        """A word with the keys that some word of the language has."""
        folded = fold(word)
        keys = {}
        for language, known in self._words.items():
            own = (index_keys(word, language) & known.all_keys) | set(known.keys(folded))
            if own:
                keys[language] = dict.fromkeys(sorted(own), 1.0)
        return QueryTerm(word, keys, self.has_low_weight(word))

    def _with_parts(self, term: QueryTerm) -> QueryTerm:
        """A compound that no text has also counts for its parts: 'udspilsforbud' for udspil and forbud."""
        keys = {}
        for language, own in term.keys.items():
            known = self._words[language]
            parts = map(known.keys, known.splitter.split(fold(term.text)))
            keys[language] = {**own, **{key: PART for part in parts for key in part if key not in own}}
        return replace(term, keys=keys)

    def _corrected(self, term: QueryTerm, most: int) -> QueryTerm | None:
        """The term as the nearest words, at most ``most`` letters away; None when there are none."""
        near = {language: known.near(fold(term.text), most) for language, known in self._words.items()}
        nearest = min((rows[0][0] for rows in near.values() if rows), default=None)
        if nearest is None:
            return None
        keys, corrections = {}, {}
        for language, rows in near.items():
            if words := [word for distance, word in rows if distance == nearest][:MOST_CORRECTIONS]:
                known = self._words[language]
                keys[language] = {key: BY_DISTANCE[nearest] for word in words for key in known.keys(word)}
                corrections[language] = known.spelling(words[0])
        return replace(term, keys=keys, corrections=corrections)

    def _loose(self, term: QueryTerm) -> QueryTerm | None:
        """An unknown form of a known word: 'tøvede' where only 'tøven' is known."""
        folded = fold(term.text)
        for stem in (folded.removesuffix(ending) for ending in _INFLECTIONS if folded.endswith(ending)):
            keys = {lang: {stem: LOOSE} for lang, known in self._words.items() if stem in known.all_keys}
            if keys and len(stem) >= MIN_STEM:
                return replace(term, keys=keys)
        return None

    def _split(self, folded: str) -> list[QueryTerm]:
        """The parts of an unknown compound as terms of their own, in the language that knows all of them."""
        for known in self._words.values():
            if parts := known.splitter.split(folded):
                return [self._plain(known.spelling(part)) for part in parts]
        return []

    def _begun(self, folded: str) -> QueryTerm | None:
        """An unknown compound counts for the known word it begins with: 'brickförväxling' for bricka."""
        begun = [(known.splitter.beginning(folded), known) for known in self._words.values()]
        found, known = max(begun, key=lambda pair: len(pair[0]))
        return self._plain(known.spelling(found)) if found else None

    def _joined(self, first: str, second: str) -> QueryTerm | None:
        """'kulør svigt' as kulørsvigt; the parts still count on their own."""
        one, two = fold(first), fold(second)
        if min(len(one), len(two)) < MIN_STEM or not self._lists.never.isdisjoint((one, two)):
            return None
        keys = {}
        for language, known in self._words.items():
            whole = next((one + link + two for link in LINKS if one + link + two in known.words), None)
            if whole:
                parts = (index_keys(first, language) | index_keys(second, language)) & known.all_keys
                keys[language] = {**dict.fromkeys(sorted(parts), PART), **dict.fromkeys(known.keys(whole), 1.0)}
        return QueryTerm(first + second, keys) if keys else None
