"""The headings of texts: who types one as it is printed looks for what stands under it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from corpus.library import Library
from index.search.analyzer import fold, words_in
from index.search.rules import RuleTable

MOST_ALIKE = 3  # rules under one heading; "Fremgangsmåde" stands over many, and names none of them

HeadingTable = Mapping[str, tuple[str, ...]]
"""By the words of a heading the rules that stand under it, in any text and language."""


def heading_table(library: Library, rules: RuleTable) -> HeadingTable:
    """The rules of a library under each heading that stands over a few."""
    found = defaultdict[str, dict[str, None]](dict)
    for expression in library.expressions:
        for provision in expression.walk():
            if provision.heading:
                under = rules[expression.key].get(str(provision.id), ())
                found[heading_words(provision.heading.text)].update(dict.fromkeys(under))
    return {words: tuple(under) for words, under in found.items() if words and len(under) <= MOST_ALIKE}


def heading_words(text: str) -> str:
    """The words of a heading, however its letters are printed.

    >>> heading_words("KRAV ELLER AFKALD") == heading_words("Krav eller afkald.")
    True
    """
    return " ".join(map(fold, words_in(text)))
