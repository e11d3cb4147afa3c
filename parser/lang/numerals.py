"""Numbers written as words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from parser.lang.words import words_of


def number_words(languages: Iterable[str]) -> Mapping[str, int]:
    """The words for 1 to 99 of all languages; of a word that two of them share, the value in the last of them.

    Tens and ones are joined as the languages do: "enogtyve", "tjueen", "twenty-one".

    >>> number_words(("da", "sv"))["enogtyve"], number_words(("da", "sv"))["sexton"]
    (21, 16)
    """
    found: dict[str, int] = {}
    for words in map(words_of, languages):
        ones = words.numerals.split()
        found.update({word: number for number, word in enumerate(ones, 1)})
        for tens, word in enumerate(words.tens.split(), 2):
            found[word] = 10 * tens
            for number, one in enumerate(ones[:9], 1):
                joined = (f"{one}og{word}", f"{word}{one}", f"{word}-{one}")
                found.update(dict.fromkeys(joined, 10 * tens + number))
    return found
