"""The common words of a language: their dictionary forms, and those that a misspelt word of a text is taken for."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

import numpy

from corpus import languages
from index.search.analyzer import FOLDS, MIN_PART
from index.search.postings import Array

LONGEST_ALIKE = 8  # longer words are seldom one letter away from another
LONGEST_NUMBER = LONGEST_ALIKE + 1  # letters of a word that is told as a number
LETTER_BITS = 7
MOST_LETTERS = (1 << LETTER_BITS) - 2  # that have a number of their own


class Dictionary:
    """A language's common words. They take up to 100 MB while they are read: ask at once for all, then let it go."""

    def __init__(self, language: str) -> None:
        from simplemma import strategies  # only who builds an index needs it, and it takes long to import

        self._code = languages.language(language).dictionary
        self._held = strategies.DefaultDictionaryFactory(cache_max_size=1)
        self._lookup = strategies.DictionaryLookupStrategy(self._held)

    def lemmas(self, words: Iterable[str]) -> dict[str, str]:
        """Dictionary form of each word of a vocabulary."""
        if not self._code:
            return {}
        return {word: found for word in words if (found := self._lookup.get_lemma(word, self._code))}

    def lookalikes(self, vocabulary: Collection[str]) -> list[str]:
        """Real words, folded, that a misspelt word of a folded vocabulary could be taken for: 'spark' for spar."""
        known = self._held.get_dictionary(self._code) if self._code else ()
        likely = (w for w in known if MIN_PART <= len(w) <= LONGEST_ALIKE and w.isalpha() and w.islower())
        folded = filter(None, dict.fromkeys("\n".join(likely).translate(FOLDS).split("\n")))
        return sorted(set(one_letter_away(list(folded), sorted(vocabulary))).difference(vocabulary))


def one_letter_away(words: Sequence[str], vocabulary: Sequence[str]) -> list[str]:
    """The words that a letter more, fewer or another makes one of a vocabulary, with at most LONGEST_NUMBER letters.

    So are those that differ by a letter's place: with a letter left out of each they are the same.

    >>> one_letter_away(["spark", "par", "psar", "klør"], ["spar"])
    ['spark', 'par', 'psar']
    """
    known = [word for word in vocabulary if len(word) <= LONGEST_NUMBER]
    letters = sorted(set().union(*known))[:MOST_LETTERS]
    near = numpy.unique(numpy.concatenate(list(_one_out(_numbers(known, letters)))))
    asked = [word for word in words if len(word) <= LONGEST_NUMBER]
    found = numpy.zeros(len(asked), bool)
    for numbers in _one_out(_numbers(asked, letters)) if len(near) else ():
        found |= near[near.searchsorted(numbers).clip(max=len(near) - 1)] == numbers
    return [asked[at] for at in numpy.flatnonzero(found).tolist()]


def _numbers(words: Sequence[str], letters: Sequence[str]) -> Array:
    """Words as numbers, the first letter highest; all letters but those named have one number."""
    written = numpy.array(words, f"U{LONGEST_NUMBER}").view(numpy.uint32).reshape(len(words), LONGEST_NUMBER)
    of_letter = numpy.full(int(written.max(initial=0)) + 1, len(letters) + 1, numpy.int64)
    of_letter[0] = 0
    for number, letter in enumerate(letters, 1):
        if ord(letter) < len(of_letter):
            of_letter[ord(letter)] = number
    found = numpy.zeros(len(words), numpy.int64)
    for column in written.T:
        found = (found << LETTER_BITS) | of_letter[column]
    return found


def _one_out(numbers: Array) -> Iterator[Array]:
    """Words as they are, and without one of their letters, the first, the second and so on."""
    yield numbers
    for at in range(LONGEST_NUMBER):
        behind = LETTER_BITS * (LONGEST_NUMBER - 1 - at)
        yield (numbers >> behind + LETTER_BITS << behind + LETTER_BITS) | ((numbers & (1 << behind) - 1) << LETTER_BITS)
