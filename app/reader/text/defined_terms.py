"""Defined words in running text: the words that a book defines itself, and where a text has them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from corpus.languages import language
from corpus.model import Expression

# Shorter words (bud, tur, stik; Swedish lag, which is also "law") are in every sentence and need no explanation.
SHORTEST = 5


@dataclass(frozen=True)
class DefinedTerms:
    """The defined words of one text, ready to be found: group n of ``pattern`` is the word of address n - 1."""

    pattern: re.Pattern[str]
    addresses: tuple[str, ...]

    @classmethod
    def of(cls, expression: Expression) -> DefinedTerms:
        """Headwords of the definitions; ``BLINDE, den`` is found as ``blinde``."""
        addresses = {
            word: definition.address
            for definition in expression.definitions
            if (word := _word(definition.headword.text))
        }
        # The longest comes first, so that a word is not found as a form of a shorter one; a look at the first letter
        # spares trying every word at every place.
        words = sorted(addresses, key=lambda word: (word[0], -len(word), word))
        endings = "|".join(language(expression.language).endings)
        forms = (
            rf"(?={re.escape(letter)})(?:{'|'.join(f'({_forms(word, endings)})' for word in group)})"
            for letter, group in groupby(words, key=itemgetter(0))
        )
        pattern = rf"(?<!\w)(?:{'|'.join(forms) or '(?!)'})(?!\w)"
        return cls(re.compile(pattern, re.IGNORECASE), tuple(addresses[word] for word in words))

    def find(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Start, end and the definition's address of each defined word in a text."""
        for match in self.pattern.finditer(text):
            yield match.start(), match.end(), self.addresses[(match.lastindex or 0) - 1]


def _forms(word: str, endings: str) -> str:
    """A pattern for a word, or words, each with an ending or without."""
    return r"\s+".join(rf"{re.escape(part)}(?:{endings})?" for part in word.split())


def _word(headword: str) -> str:
    """The word a headword defines, in small letters; empty when it is too short."""
    word = " ".join(re.split(r"[,(]", headword)[0].lower().split())
    return word if len(word) >= SHORTEST else ""
