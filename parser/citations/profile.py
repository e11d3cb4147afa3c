"""The words of an expression as sets of stems: what each provision is about, and how rare each stem is."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from math import log

from corpus import languages
from corpus.ids import ProvisionId
from corpus.model import Expression

_WORD = re.compile(rf"[a-z{languages.LETTERS}é]{{4,}}")
# Stems in more than this share of the provisions weigh nothing ("spiller", "turneringsleder").
COMMON = 0.25


class WordProfile:
    """The stems of every provision of an expression, by id."""

    def __init__(self, expression: Expression) -> None:
        language = expression.language
        self._own = {
            str(p.id): stems_of(f"{p.heading.text if p.heading else ''} {p.text}", language) for p in expression.walk()
        }
        self._below = {
            str(p.id): frozenset().union(*(self._own[str(c.id)] for c in p.walk())) for p in expression.walk()
        }
        seen = Counter(stem for stems in self._own.values() for stem in stems)
        self._weights = {
            stem: 0.0 if count / len(self._own) > COMMON else log(len(self._own) / count)
            for stem, count in seen.items()
        }
        self._unseen = log(max(1, len(self._own)))
        self.headings = {
            str(p.id): stems for p in expression.walk() if p.heading and (stems := stems_of(p.heading.text, language))
        }

    def __contains__(self, place: str) -> bool:
        return place in self._own

    def stems(self, place: str) -> frozenset[str]:
        """The stems of a provision and of everything below it; empty for an id that is not held."""
        return self._below.get(place, frozenset())

    def subject(self, place: str) -> frozenset[str]:
        """The stems of a provision, of everything below it, and of the headings above it."""
        parts = ProvisionId.of(place).parts
        above = (self.headings.get(str(ProvisionId(parts[:n])), frozenset()) for n in range(1, len(parts)))
        return self.stems(place).union(*above)

    def heading_count(self, stem: str) -> int:
        """In how many headings a stem occurs."""
        return sum(stem in heading for heading in self.headings.values())

    def weight(self, stem: str) -> float:
        """The inverse document frequency of a stem, ln(provisions / provisions with it); 0 for a common one."""
        return self._weights.get(stem, self._unseen)

    def similarity(self, one: frozenset[str], two: frozenset[str]) -> float:
        """The Dice coefficient of two sets of stems by weight, 0 to 1."""
        both = sum(map(self.weight, one)) + sum(map(self.weight, two))
        return 2 * sum(map(self.weight, one & two)) / both if both else 0.0


def stems_of(text: str, language: str) -> frozenset[str]:
    """The stems of the words of four letters and more.

    >>> sorted(stems_of("Spillerne spiller kortene", "da"))
    ['kort', 'spil']
    """
    return frozenset(_stem(word, language) for word in _WORD.findall(text.casefold()))


@cache
def _stem(word: str, language: str) -> str:
    """Crude on purpose: the language's endings come off as long as four letters stay, so all forms meet in one stem."""
    for ending in languages.language(language).endings:
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return _stem(word.removesuffix(ending), language)
    return word[:-1] if len(word) > 4 and word[-1] == word[-2] else word
