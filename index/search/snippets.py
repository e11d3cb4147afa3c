"""The sentence of a provision that answers a question, with the question's words marked in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import fsum

from corpus import languages
from corpus.text import CLAUSE_ENDS, sentences
from index.search.analyzer import fold, index_keys, tokenize
from index.search.search_words import AmountWords

LONGEST = 240
SMALL = 0.1
LEAD_IN = 0.3  # what "gælder følgende:" is worth: the answer comes after it
AMOUNT = 0.6  # what an amount is worth where one was asked for, in words of the question
SHORTEST_HEAD = 5  # letters of a typed word that a compound may end in
APART = 1  # other words that may stand between the words of one term

WordWeights = Mapping[str, float]
Name = tuple[frozenset[str], ...]
_Known = tuple[int, int, frozenset[str]]
_Span = tuple[int, int]


@dataclass(frozen=True)
class Wanted:
    """What a sentence should have: keys of ``words`` with weights, whole ``names`` of what was asked for, with theirs.

    A name is the keys of each of its words; it counts only as a whole. ``amounts`` are the words of amounts where one
    was asked for.
    """

    words: WordWeights = field(default_factory=dict)
    names: Mapping[Name, float] = field(default_factory=dict)
    amounts: tuple[AmountWords, ...] = ()


def snippet(text: str, language: str, wanted: Wanted) -> tuple[str, tuple[_Span, ...]]:
    """The best sentence of a text, at most LONGEST characters, and the spans of what is wanted in it.

    Where no words are wanted, the beginning of the text is its snippet.

    >>> words = {"udspil": 1, "tur": 1, "for": 0.1, "uden": 0.1}
    >>> snippet("Se § 9. Et udspil uden for tur er vist.", "da", Wanted(words))
    ('Et udspil uden for tur er vist.', ((3, 22),))
    """
    if not wanted.words:
        return _shortened(text[: 2 * LONGEST].partition("\n")[0], ())
    pieces = _pieces(text, language)
    if not pieces:
        return "", ()
    piece, words = max(pieces, key=lambda found: _worth(found[0], found[1], wanted))
    return _shortened(piece, _marks(words, wanted))


@lru_cache(maxsize=4096)
def _pieces(text: str, language: str) -> tuple[tuple[str, tuple[_Known, ...]], ...]:
    """The sentences of a text, each with its words and their keys."""
    abbreviations = languages.language(language).abbreviations
    return tuple(
        (piece, tuple((word.start, word.end, index_keys(word.text, language)) for word in tokenize(piece)))
        for piece in sentences(text, ends=CLAUSE_ENDS, abbreviations=abbreviations)
    )


def _worth(piece: str, words: Sequence[_Known], wanted: Wanted) -> float:
    """How much of what is wanted is in a sentence, each word by its best key and each key counted once."""
    found, keys = wanted.words, wanted.words.keys()
    hits = [hit for _, _, own in words if (hit := own & keys)]
    best = {max(hit, key=lambda key: (found[key], key)) for hit in hits}
    names = (weight for name, weight in wanted.names.items() if _places(name, words))
    # Summed exactly: the order of a set differs from run to run, and the last bit would choose the sentence.
    worth = fsum((*(found[key] for key in best), *names))
    if any(_has_amount(piece, kind) for kind in wanted.amounts):
        worth += AMOUNT
    return worth * LEAD_IN if piece.endswith(":") else worth


def _marks(words: Sequence[_Known], wanted: Wanted) -> tuple[_Span, ...]:
    """The words and names that are wanted; what stands together, with small typed words between, is one mark.

    A word worth little is not marked by itself beside words that mean something: "for" and "som" are everywhere.
    """
    keys = wanted.words.keys()
    strong = frozenset(key for key in keys if wanted.words[key] > SMALL) or keys
    heads = tuple(key for key in strong if len(key) >= SHORTEST_HEAD)
    marked = {at for at, (_, _, own) in enumerate(words) if not own.isdisjoint(strong) or _ends_in(own, heads)}
    for name in wanted.names:
        for place in _places(name, words):
            marked.update(place)
    runs: list[list[int]] = []
    for at in sorted(marked):
        between = words[runs[-1][-1] + 1 : at] if runs else ()
        if runs and all(not word[2].isdisjoint(keys) for word in between):
            runs[-1].append(at)
        else:
            runs.append([at])
    return tuple((words[run[0]][0], words[run[-1]][1]) for run in runs)


def _places(name: Name, words: Sequence[_Known]) -> list[range]:
    """Where all words of a name stand together, in any order: in "en spiller spiller ud" the last two words."""
    found = []
    for start, word in enumerate(words):
        if any(not word[2].isdisjoint(keys) for keys in name):
            near = words[start : start + len(name) + (APART if len(name) > 1 else 0)]
            ends = [next((n for n, other in enumerate(near) if not other[2].isdisjoint(keys)), -1) for keys in name]
            if min(ends) >= 0 and len(set(ends)) == len(name):
                found.append(range(start, start + max(ends) + 1))
    return [
        place for place in found if not any(place.start < other.start < other.stop <= place.stop for other in found)
    ]


def _ends_in(word: frozenset[str], heads: tuple[str, ...]) -> bool:
    """True for a compound: "åbningsudspil" is a kind of "udspil"."""
    return any(key.endswith(heads) for key in word)


def _has_amount(piece: str, amounts: AmountWords) -> bool:
    """True where a number stands beside a unit: "kr. 200", "30 minutter", "to stik"; "§ 20" is none."""
    words = [fold(word.text) for word in tokenize(piece)]
    numbers = [word.isdigit() or word in amounts.numbers for word in words]
    return any(
        (numbers[at] and words[at + 1] in amounts.units) or (words[at] in amounts.units and words[at + 1].isdigit())
        for at in range(len(words) - 1)
    )


def _shortened(piece: str, marks: tuple[_Span, ...]) -> tuple[str, tuple[_Span, ...]]:
    """At most LONGEST letters, whole words, beginning a little before the first mark."""
    if len(piece) <= LONGEST:
        return piece, marks
    first = marks[0][0] if marks else 0
    start = 0 if first < LONGEST // 2 else piece.rfind(" ", 0, first - LONGEST // 4) + 1
    end = len(piece) if start + LONGEST >= len(piece) else piece.rfind(" ", start, start + LONGEST)
    if end <= start:
        end = start + LONGEST
    before, after = ("… " if start else ""), (" …" if end < len(piece) else "")
    shift = len(before) - start
    return before + piece[start:end] + after, tuple((a + shift, b + shift) for a, b in marks if a >= start and b <= end)
