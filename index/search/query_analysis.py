"""From typed words to terms: known words, compounds, joined words, and guesses at what was misspelt.

Also which languages the question may be written in: words that a language knows speak for it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

from corpus.languages import CODES, DISTINCTIVE_LETTERS
from index.search.analyzer import LINKS, Splitter, fold, index_keys, tokenize
from index.search.auction import BidWords
from index.search.concepts import ConceptIndex
from index.search.fulltext import FullText
from index.search.plays import PlayWords, read_plays
from index.search.scoring import QueryTerm

SHORTEST_GUESS = 4
TWO_WRONG_FROM = 8
GUESS = (1.0, 0.8, 0.6)
PART = 0.75
MOST_GUESSES = 3
LEAST_TRUST = 0.75
ENDINGS = (
    *("ernes", "ende", "ande", "ades", "edes", "ede", "ade", "ene", "ens", "ing", "er", "ar", "en", "et", "te"),
    *("t", "e", "a", "s", "r", "n"),
)


@dataclass(frozen=True)
class SearchWords:
    """``data/lexicon/search-words.toml`` as values; words are folded unless said otherwise."""

    light: Mapping[str, frozenset[str]]
    light_as_written: Mapping[str, frozenset[str]]
    heads: tuple[str, ...]
    never: tuple[str, ...]
    forms: frozenset[str]
    common: frozenset[str]
    everyday: tuple[Mapping[str, object], ...]
    bids: BidWords
    insufficient: str
    """The concept that a bid over a higher bid is."""
    plays: PlayWords
    revoke: str
    """The concept that a suit held and another played is."""

    @cached_property
    def stems(self) -> Mapping[str, frozenset[str]]:
        """By language, the light words that no word with a meaning is a form of, as "gøre" is of "gør"."""
        return {language: words - self.forms for language, words in self.light.items()}

    @cached_property
    def small(self) -> frozenset[str]:
        """The light words of all languages."""
        return frozenset().union(*self.light.values())


def read_search_words(text: str) -> SearchWords:
    """Raises KeyError or tomllib.TOMLDecodeError for a malformed file."""
    table = tomllib.loads(text)
    light = {language: frozenset(map(fold, words.split())) for language, words in table["light"].items()}
    written = {language: frozenset(words.split()) for language, words in table["light"].items()}
    heads, never = (tuple(map(fold, table["compound"][name].split())) for name in ("heads", "never"))
    small = tuple(sorted(frozenset().union(*light.values())))
    common = frozenset(fold(word) for words in table["common"].values() for word in words.split())
    levels, strains = ([same.split() for same in table["bids"][name]] for name in ("levels", "strains"))
    bids = BidWords(levels, strains, table["bids"]["over"].split())
    return SearchWords(
        light,
        written,
        heads,
        (*never, *small),
        frozenset(map(fold, table["forms"]["words"].split())),
        common,
        tuple(table.get("everyday", ())),
        bids,
        table["bids"]["concept"],
        read_plays(table["plays"], strains[:4]),
        table["plays"]["concept"],
    )


class QueryAnalyzer:
    """What is known about words: the vocabulary of the index, that of the term table, and that of the phrasings."""

    def __init__(
        self, index: FullText, terms: ConceptIndex, words: SearchWords, lines: Iterable[tuple[str, str]]
    ) -> None:
        """``lines`` are (language, text): sentences whose words are known too."""
        self._words = words
        self._lookalikes = index.lookalikes
        self._terms = terms
        self._languages = tuple(lang for lang in CODES if lang in index.vocabulary or terms.vocabulary(lang))
        self._known = {lang: self._vocabulary(index, lang) for lang in self._languages}
        self._own = {lang: frozenset(known) for lang, known in self._known.items()}
        self._spellings = {
            lang: {**terms.vocabulary(lang), **{w: row[0] for w, row in index.vocabulary.get(lang, {}).items()}}
            for lang in self._languages
        }
        self._learn(lines)
        self._choices = {lang: sorted(known) for lang, known in self._known.items()}
        self._keys = {lang: {k for ks in known.values() for k in ks} for lang, known in self._known.items()}
        self._splitters = {lang: Splitter(own, words.heads, words.never) for lang, own in self._own.items()}

    def terms(self, typed: Sequence[str], guess: bool = True) -> list[QueryTerm]:
        """A term for each word; two words that are one compound become one, an unknown compound becomes two."""
        found: list[QueryTerm] = []
        rest = list(typed)
        while rest:
            joined = self._joined(rest[0], rest[1]) if len(rest) > 1 else None
            if joined:
                found.append(joined)
                rest = rest[2:]
            else:
                found += self._of(rest[0], guess)
                rest = rest[1:]
        if found and all(term.light for term in found):
            for term in found:
                term.light = False
        return found

    def trust(self, terms: Sequence[QueryTerm], typed: str) -> dict[str, float]:
        """By language, how likely the question is written in it: 1 for the likeliest, 0 for those ruled out."""
        points = dict.fromkeys(self._languages, 0.0)
        for term in terms:
            for language in self._languages:
                points[language] += self._points(term, language)
        for language in self._languages:
            if not DISTINCTIVE_LETTERS[language].isdisjoint(typed.lower()):
                points[language] += 1.0
        most = max(points.values(), default=0.0)
        if most == 0:
            return dict.fromkeys(self._languages, 1.0)
        shares = {language: value / most for language, value in points.items()}
        return {language: share**2 if share >= LEAST_TRUST else 0.0 for language, share in shares.items()}

    def light(self, word: str) -> bool:
        """True for a word that counts little in some language."""
        return fold(word) in self._words.small

    def spelling(self, language: str, folded: str) -> str:
        """A folded word as it is written."""
        return str(self._spellings[language].get(folded, folded))

    def _points(self, term: QueryTerm, language: str) -> float:
        weight = 0.6 if term.light else 1.0
        if fold(term.text) in self._words.light.get(language, ()):
            # "for" is Danish and Norwegian as it stands; Swedish "för" only when the dots are missing.
            return weight if term.text.lower() in self._words.light_as_written[language] else weight / 2
        if language in term.guessed:
            return 0.5 * weight
        if not term.known_in(language):
            return 0.0
        spelt = self._spellings[language].get(fold(term.text))
        return weight * (0.7 if spelt is None else 1.0 if spelt == term.text.lower() else 0.85)

    def _of(self, word: str, guess: bool) -> list[QueryTerm]:
        term = self._plain(word)
        if term.keys and not any(fold(word) in own for own in self._own.values()):
            self._add_parts(term)
        real = bool(term.keys) or term.light or fold(word) in self._words.common
        if real or not guess or len(word) < SHORTEST_GUESS or word.isdigit():
            return [term]
        if close := self._guessed(term, 1):
            return [close]
        if parts := self._split(word):
            return parts
        two = self._guessed(term, 2) if len(word) >= TWO_WRONG_FROM else None
        return [self._loose(term) or two or self._begins(word) or term]

    def _begins(self, word: str) -> QueryTerm | None:
        """An unknown compound stands for the known word it begins with: 'brickförväxling' for bricka."""
        begun = [(self._splitters[lang].beginning(fold(word)), lang) for lang in self._languages]
        found, language = max(begun, key=lambda pair: len(pair[0]), default=("", ""))
        return self._plain(self.spelling(language, found)) if found else None

    def _plain(self, word: str) -> QueryTerm:
        folded = fold(word)
        found = {}
        for language in self._languages:
            known = self._known[language].get(folded)
            own = {key for key in index_keys(word, language) if key in self._keys[language]} | set(known or ())
            if own:
                found[language] = dict.fromkeys(sorted(own), 1.0)
        return QueryTerm(word, found, light=self.light(word))

    def _guessed(self, term: QueryTerm, most: int) -> QueryTerm | None:
        """The nearest words, at most ``most`` letters away; None when there are none."""
        folded = fold(term.text)
        found: dict[str, list[tuple[str, int]]] = {}
        for language in self._languages:
            if folded in self._lookalikes.get(language, ()):
                continue
            rows = extract(folded, self._choices[language], scorer=OSA.distance, score_cutoff=most, limit=12)
            near = [(w, int(d)) for w, d, _ in rows if len(w) >= SHORTEST_GUESS - 1 and not w.isdigit()]
            found[language] = sorted(near, key=lambda row: (row[1], row[0][:1] != folded[:1], row[0]))
        nearest = min((d for rows in found.values() for _, d in rows), default=None)
        if nearest is None:
            return None
        new = QueryTerm(term.text, {}, term.light)
        for language, close in found.items():
            words = [(w, d) for w, d in close if d == nearest][:MOST_GUESSES]
            if words:
                new.keys[language] = {k: GUESS[d] for w, d in words for k in self._known[language][w]}
                new.guessed[language] = words[0][0]
        return new

    def _loose(self, term: QueryTerm) -> QueryTerm | None:
        """An unknown form of a known word: 'tøvede' where only 'tøven' is known."""
        folded = fold(term.text)
        for ending in ENDINGS:
            stem = folded.removesuffix(ending)
            if stem != folded and len(stem) >= 3:
                held = {lang: {stem: 0.9} for lang in self._languages if stem in self._keys[lang]}
                if held:
                    return QueryTerm(term.text, held, term.light)
        return None

    def _add_parts(self, term: QueryTerm) -> None:
        """A compound that no text has also stands for its parts: 'udspilsforbud' for udspil and forbud."""
        for language, found in term.keys.items():
            for part in self._splitters[language].split(fold(term.text)):
                for key in self._known[language].get(part, ()):
                    found.setdefault(key, PART)

    def _split(self, word: str) -> list[QueryTerm]:
        """The parts of an unknown compound as terms of their own, in the language that knows all of them."""
        for language in self._languages:
            parts = self._splitters[language].split(fold(word))
            if parts:
                return [self._plain(self._spellings[language].get(part, part)) for part in parts]
        return []

    def _joined(self, first: str, second: str) -> QueryTerm | None:
        """'kulør svigt' as kulørsvigt; the parts still count on their own."""
        a, b = fold(first), fold(second)
        if len(a) < 3 or len(b) < 3 or a in self._words.never or b in self._words.never:
            return None
        found: dict[str, dict[str, float]] = {}
        for language in self._languages:
            whole = next((a + link + b for link in LINKS if a + link + b in self._known[language]), None)
            if whole:
                parts = {
                    k: PART for word in (first, second) for k in index_keys(word, language) if k in self._keys[language]
                }
                found[language] = {**parts, **dict.fromkeys(self._known[language][whole], 1.0)}
        return QueryTerm(first + second, found) if found else None

    def _learn(self, lines: Iterable[tuple[str, str]]) -> None:
        for language, text in lines:
            for word in tokenize(text):
                folded = fold(word.text)
                if folded not in self._known[language]:
                    self._known[language][folded] = tuple(sorted(index_keys(word.text, language)))
                    self._spellings[language][folded] = word.text.lower()

    def _vocabulary(self, index: FullText, language: str) -> dict[str, tuple[str, ...]]:
        known = {word: tuple(row[1]) for word, row in index.vocabulary.get(language, {}).items()}
        for word, spelt in self._terms.vocabulary(language).items():
            if word not in known:
                known[word] = tuple(sorted(index_keys(spelt, language)))
        return known


def languages_of(trust: Mapping[str, float], at_least: float = 0.99) -> tuple[str, ...]:
    """The languages a question is most likely written in."""
    return tuple(language for language, share in trust.items() if share >= at_least)
