"""Defined words in running text: the words that a book defines itself, and where a text has them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from corpus.model import Expression

# Shorter words (bud, tur, stik; Swedish lag, which is also "law") are in every sentence and need no explanation.
SHORTEST = 5
_ENDINGS = "s|e|en|et|er|ene|erne|ens|ets|ernes|a|ar|arna|or|orna|n|t|ne|na|erna"


@dataclass(frozen=True)
class DefinedTerms:
    """The defined words of one text, ready to be found."""

    pattern: re.Pattern[str] | None
    addresses: dict[str, str]

    @classmethod
    def of(cls, expression: Expression) -> DefinedTerms:
        """Headwords of the definitions; ``BLINDE, den`` is found as ``blinde``."""
        addresses = {
            word: definition.address
            for definition in expression.definitions
            if (word := _word(definition.headword.text))
        }
        words = sorted(addresses, key=lambda word: (-len(word), word))
        if not words:
            return cls(None, {})
        forms = "|".join(r"\s+".join(rf"{re.escape(part)}(?:{_ENDINGS})?" for part in word.split()) for word in words)
        return cls(re.compile(rf"(?<!\w)(?:{forms})(?!\w)", re.IGNORECASE), addresses)

    def find(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Start, end and the definition's address of each defined word in a text."""
        for match in self.pattern.finditer(text) if self.pattern else ():
            yield match.start(), match.end(), self._address(" ".join(match.group().lower().split()))

    def _address(self, found: str) -> str:
        """The headword that a form belongs to: the longest of which each word is a beginning."""
        fits = [word for word in self.addresses if _is_form(found.split(), word.split())]
        return self.addresses[max(fits, key=len)]


def _is_form(found: list[str], word: list[str]) -> bool:
    return len(found) == len(word) and all(one.startswith(two) for one, two in zip(found, word, strict=True))


def _word(headword: str) -> str:
    word = " ".join(re.split(r"[,(]", headword)[0].lower().split())
    return word if len(word) >= SHORTEST else ""
