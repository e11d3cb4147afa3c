"""The headings of texts: who types one as it is printed looks for what stands under it."""

from __future__ import annotations

from collections import defaultdict

from corpus.library import Library
from index.search.analyzer import fold, words_in
from index.search.rules import RuleIndex

MOST_ALIKE = 3  # rules under one heading; "Fremgangsmåde" stands over many, and names none of them


class HeadingIndex:
    """The rules of a library by the words of the headings they stand under, in every text and language."""

    def __init__(self, library: Library, rules: RuleIndex) -> None:
        found = defaultdict[tuple[str, ...], dict[str, None]](dict)
        for expression in library.expressions:
            for provision in expression.walk():
                if provision.heading:
                    under = rules.rules_of(expression.key, str(provision.id))
                    found[_words(provision.heading.text)].update(dict.fromkeys(under))
        self._rules = {words: tuple(under) for words, under in found.items() if words and len(under) <= MOST_ALIKE}

    def rules_under(self, text: str) -> tuple[str, ...]:
        """The rules under a heading that is just these words, whatever their letters' size; none for other words."""
        return self._rules.get(_words(text), ())


def _words(text: str) -> tuple[str, ...]:
    return tuple(map(fold, words_in(text)))
