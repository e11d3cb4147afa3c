"""Collation: which word of a clean witness belongs to each word of a damaged one.

Both texts are cut into words and aligned as sequences. Where the words differ, the pairing with the greatest
likeness that keeps the order is taken; what finds no partner is left to other means.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import Indel
from rapidfuzz.fuzz import ratio

from parser.text.tracked import TrackedText

# The signs among the letters are what a scan without æ ø å makes of them; a 4 at a word's end may be an å ("p4").
WORD = re.compile(r"(?<![\w’§])(?:[^\W\d_]|[@&¢])+(?:4(?!\w))?(?!\d)")
# Labels of lists are in one text and not in the other.
_LABEL = re.compile(r"(?:[A-Za-z]|[ivx]+)")
MIN_LIKENESS = 40.0
"""Below this likeness (0-100) a pair of words is no reading of one another."""


@dataclass(frozen=True)
class CollatedWord:
    """A word as printed and the offset of its first character in its witness."""

    text: str
    origin: int


def collated_words(text: TrackedText) -> Iterator[CollatedWord]:
    """The words of a text, without list labels."""
    for match in _matches(text.text):
        yield CollatedWord(match.group(), text.origins[match.start()])


def collate(damaged: Iterable[TrackedText], clean: Iterable[str]) -> dict[int, str]:
    """Offset of a word in the damaged witness -> the word of the clean witness, as far as that reaches."""
    theirs = [match.group().casefold() for text in clean for match in _matches(text)]
    exact = [match.group() for text in clean for match in _matches(text)]
    ours = [word for text in damaged for word in collated_words(text)][: len(theirs) + 50 + len(theirs) // 10]
    plain = [word.text.casefold() for word in ours]
    out: dict[int, str] = {}
    i = k = 0
    for same in Indel.opcodes(plain, theirs).as_matching_blocks():
        for one, other in _pairs(plain[i : same.a], theirs[k : same.b]):
            out[ours[i + one].origin] = exact[k + other]
        i, k = same.a + same.size, same.b + same.size
        out.update((word.origin, word.text) for word in ours[same.a : i])
    return out


def _matches(text: str) -> Iterator[re.Match[str]]:
    for match in WORD.finditer(text):
        if not (text[match.end() : match.end() + 1] == "." and _LABEL.fullmatch(match.group())):
            yield match


def _pairs(ours: Sequence[str], theirs: Sequence[str]) -> list[tuple[int, int]]:
    """Places of the words that belong together: most likeness, order kept."""
    best: list[list[tuple[float, tuple[tuple[int, int], ...]]]] = [[(0.0, ())] * (len(theirs) + 1)]
    for i, our in enumerate(ours):
        row = [best[-1][0]]
        for k, their in enumerate(theirs):
            options = [best[-1][k + 1], row[-1]]
            likeness = 100.0 if len(our) < 3 and len(their) < 3 else ratio(our, their)
            # The clean witness broke "turneringslederen" in two and lost the "e-mail" of "e-mailbeskeder".
            if likeness >= MIN_LIKENESS and not (len(our) > len(their) and their in our):
                weight, pairs = best[-1][k]
                options.append((weight + likeness, (*pairs, (i, k))))
            row.append(max(options))
        best.append(row)
    return list(best[-1][-1][1])
