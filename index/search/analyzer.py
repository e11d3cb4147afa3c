"""Words as the index knows them: cut, folded, stemmed and split.

A word has several keys (its folded form, stems, repeated stems, lemma, stem of the lemma); two words match when
they share one. No word is thrown away: "ikke", "skal" and "når" are the law. Which words count little in a
question is the business of ``index.search.scoring``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from corpus.stemming import stem

LINKS = ("", "s", "e", "es")
DROPPED = ("e", "a")  # Swedish drops them where words are joined: tävlingsledarfel, brickväxling
MIN_PART = 4
MIN_STEM = 3

_WORD = re.compile(r"[^\W_]+(?:[’'](?=[^\W\d_])[^\W_]+)?|[♠♥♦♣]")
FOLDS = str.maketrans({"æ": "a", "ä": "a", "å": "a", "ø": "o", "ö": "o", "’": "'", "ð": "d", "ß": "ss"})
_DIGRAPHS = re.compile(r"a[ae]|oe")
_SUITS = {"♠": "spar", "♥": "hjerter", "♦": "ruder", "♣": "klør"}


@dataclass(frozen=True)
class TextToken:
    """A word with its place in the text it was cut from."""

    text: str
    start: int
    end: int


def tokenize(text: str) -> list[TextToken]:
    """The words of a text; hyphens part words, suit signs are words.

    >>> [token.text for token in tokenize("MTH's kort, 2 ♠")]
    ["MTH's", 'kort', '2', '♠']
    """
    return [TextToken(match.group(), match.start(), match.end()) for match in _WORD.finditer(text)]


def keyed_words(text: str, language: str) -> Iterator[tuple[int, int, frozenset[str]]]:
    """The words of a text, as ``tokenize`` cuts it, by where they start and end and by their keys in a language.

    >>> [(start, end) for start, end, _ in keyed_words("MTH's kort", "da")]
    [(0, 5), (6, 10)]
    """
    return ((*match.span(), stems(match.group(), language)) for match in _WORD.finditer(text))


def words_in(text: str) -> list[str]:
    """The words of a text, as ``tokenize`` cuts it, where their places do not matter.

    >>> words_in("MTH's kort, 2 ♠")
    ["MTH's", 'kort', '2', '♠']
    """
    found: list[str] = _WORD.findall(text)
    return found


@lru_cache(maxsize=65_536)
def fold(word: str) -> str:
    """One spelling for all keyboards.

    The Scandinavian letters meet across the languages (ä = æ, ö = ø); other accents are dropped.

    >>> fold("kulørsvigt") == fold("kuloersvigt")
    True
    """
    lowered = unicodedata.normalize("NFC", word).lower()
    lowered = _SUITS.get(lowered, lowered).translate(FOLDS)
    bare = "".join(c for c in unicodedata.normalize("NFKD", lowered) if not unicodedata.combining(c))
    return _DIGRAPHS.sub(lambda match: match.group()[0], bare)


@lru_cache(maxsize=65_536)
def stems(word: str, language: str) -> frozenset[str]:
    """Snowball stem and the stem repeated until it stands still, of the word and of its folded form.

    >>> sorted(stems("svigtede", "da"))
    ['svigted', 'svigtede']
    """
    bare = _bare(word)
    found = {fold(bare)}
    for form in (bare, fold(bare)):
        while True:
            shorter = stem(form, language)
            if shorter == form or len(shorter) < MIN_STEM:
                break
            found.add(fold(shorter))
            form = shorter
    return frozenset(found)


def index_keys(word: str, language: str, lemma: str = "") -> frozenset[str]:
    """Every key of a word; ``lemma`` is given where it is known (when the index is built)."""
    return stems(word, language) | stems(lemma, language) if lemma else stems(word, language)


class Splitter:
    """Cuts compounds into words of a vocabulary: 'udspilsbegrænsning' gives udspil, begrænsning.

    Parts have four letters or stand in ``heads`` (kort, tur, stik ...); all words are folded. The whole word is
    never replaced by its parts, only joined by them.
    """

    def __init__(self, vocabulary: Collection[str], heads: Collection[str], never: Collection[str]) -> None:
        self._vocabulary, self._heads, self._never = vocabulary, heads, never

    @cached_property
    def _parts(self) -> frozenset[str]:
        words = (word for word in self._vocabulary if len(word) >= MIN_PART and not word.isdigit())
        return frozenset((*words, *self._heads)).difference(self._never)

    def split(self, folded: str) -> tuple[str, ...]:
        """The fewest parts, the longest first; empty when the word is no compound of known words."""
        return self._split(folded, 3)

    def beginning(self, folded: str) -> str:
        """The longest known word that an unknown compound begins with, or ''."""
        found = (self._first(folded[:at]) for at in range(len(folded) - 3, MIN_PART - 1, -1))
        return next((word for word in found if word), "")

    def _split(self, word: str, most: int) -> tuple[str, ...]:
        best: tuple[str, ...] = ()
        for at in range(len(word) - 3, 2, -1):
            first, rest = self._first(word[:at]), word[at:]
            if first and rest in self._parts:
                return (first, rest)
            if first and most > 2 and not best and (deeper := self._split(rest, most - 1)):
                best = (first, *deeper)
        return best

    def _first(self, head: str) -> str:
        for link in LINKS:
            if head.endswith(link) and (bare := head[: len(head) - len(link)]) in self._parts:
                return bare
        return next((head + vowel for vowel in DROPPED if head + vowel in self._parts and len(head) >= MIN_PART), "")


def _bare(word: str) -> str:
    """The word in small letters without a genitive after an apostrophe: "MTH's" is mth."""
    return re.split(r"[’']", unicodedata.normalize("NFC", word).lower())[0]
