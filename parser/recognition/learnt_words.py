"""The words that a book sets before its labels, learnt from how they count: "Avdelning A", "Bestemmelse 16", "Mom. 2".

What many paragraphs begin with, and what counts upwards behind it, is a word of labels, whatever it is.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise

from corpus.ids import follows
from parser.documents.stream import StreamParagraph
from parser.recognition.labels import LabelWords

_BEGINNING = re.compile(
    r"(?P<word>[^\W\d_]{2,14}\.?)\s+(?:nr\.?\s+|no\.\s+)?[(\[]?(?P<value>[A-Z]|[1-9]\d{0,2}|[a-z]|[ivx]{2,5})(?P<close>[.):\]]*)"
    r"(?=\s|\Z)"
)
_OFTEN = 6  # paragraphs that begin with it
_MANY_LAWS = 8
_SHARE = 0.6  # of its labels, the least that follow the one before or begin anew
_FIRST = frozenset(("A", "1", "a", "i"))
_CHAPTERS = frozenset(("kapitel", "kapittel", "kap.", "chapter", "del", "part", "side", "page", "sida"))


def learnt_words(paragraphs: Iterable[StreamParagraph]) -> LabelWords:
    """The words before labels in a book."""
    values: defaultdict[str, list[str]] = defaultdict(list)
    for one in paragraphs:
        match = None if one.noise or one.contents else _BEGINNING.match(f"{one.label}\t{one.text}".strip())
        if match:
            values[match["word"].casefold()].append(match["value"])
    signs, kinds = set(), set()
    for word, found in values.items():
        if len(found) < _OFTEN or word in _CHAPTERS or not _counts(found):
            continue
        numbers = [int(value) for value in found if value.isdigit()]
        rises = len(numbers) == len(found) and sum(b > a for a, b in pairwise(numbers)) >= len(numbers) - 2
        if rises and len(numbers) >= _MANY_LAWS:
            signs.add(word)
        elif not rises:
            kinds.add(word)
    return LabelWords(frozenset(signs), frozenset(kinds))


def _counts(values: Sequence[str]) -> bool:
    steps = [follows(b, a) or follows(b, a, roman=True) for a, b in pairwise(values)]
    fits = sum(step or value in _FIRST for step, value in zip(steps, values[1:], strict=True))
    return fits >= _SHARE * len(steps) and sum(steps) > 1
