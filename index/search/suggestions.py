"""Where nothing was found: the subject index entries and headings whose words look most like those typed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping

from rapidfuzz import fuzz
from rapidfuzz.process import extract

from corpus.library import Library
from index.search.analyzer import fold, tokenize, words_in

MOST = 5
LEAST_ALIKE = 72
SHORTEST = 3
FROM_EACH = 3  # headwords of each book's index where nothing is alike


class NearestEntries:
    """All entries and headings of a library by their folded words, and by the language of their text."""

    def __init__(self, library: Library, small: Mapping[str, Collection[str]]) -> None:
        """``small`` are by language folded words that tell nothing of an entry: "när", "uden"."""
        self._small = small
        self._shown: defaultdict[str, dict[str, set[str]]] = defaultdict(dict)
        self._first: list[tuple[str, str]] = []
        for expression in library.expressions:
            lines: Counter[str] = Counter()
            for entry in expression.index:
                head = entry.entry.capitalize()
                self._add(f"{head}: {entry.sub}" if entry.sub else head, expression.language)
                lines[head] += 1
            for law in expression.laws:
                if law.heading:
                    self._add(law.heading.text, expression.language)
            self._first += [(head, expression.language) for head, _ in lines.most_common(FROM_EACH)]
        self._words = sorted(self._shown)

    def entries(self, text: str, language: str = "") -> list[str]:
        """At most five with a word like one of the text's, the likest first.

        Those of the reader's ``language`` alone where there are any, for a Dane asks for no Swedish entry. With none
        alike, the headwords of each index that have most lines, so that the page is never blank.
        """
        found: Counter[str] = Counter()
        own: set[str] = set()
        for word in set(map(fold, words_in(text))):
            if len(word) >= SHORTEST:
                for near, alike, _ in extract(word, self._words, scorer=fuzz.ratio, score_cutoff=LEAST_ALIKE):
                    for shown, languages in self._shown[near].items():
                        found[shown] += round(alike)
                        own |= {shown} if language in languages else set()
        ranked = sorted(own or found, key=lambda shown: (-found[shown], len(shown), shown))
        first = [head for head, of in self._first if of == language] or [head for head, _ in self._first]
        return ranked[:MOST] or first

    def _add(self, shown: str, language: str) -> None:
        for word in tokenize(shown):
            folded = fold(word.text)
            if len(folded) >= SHORTEST and folded not in self._small.get(language, ()):
                self._shown[folded].setdefault(shown, set()).add(language)
