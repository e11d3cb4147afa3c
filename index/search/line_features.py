"""What lines have, as numbers of features: meanings, pairs of them, pieces of words and their beginnings.

All lines are taken at once: what a word or a pair of meanings is called is worked out once, and arrays tell which line
has it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import NamedTuple, TypeVar
from zlib import crc32

import numpy

from index.search.analyzer import fold, words_in
from index.search.nearest_lines import spans
from index.search.postings import Array
from index.search.word_senses import ENGLISH, WordSenses

PIECE, BEGINNING = 4, 5
FOLLOWS = 0.5  # what a pair of meanings counts beside one
LONGEST_WITHOUT = 3  # letters of a word that is no feature where it has no sense
SHORTEST_PART = 6  # letters by which a longer word without a sense is known
KINDS = 3
MEANING, PIECE_OF_WORD, TOGETHER = range(KINDS)
SENSE = "="  # how the name of a meaning begins

_Key = TypeVar("_Key")
_Word = tuple[str, str, bool]
"""A folded word, the one behind it and whether they are English."""


class LineFeatures(NamedTuple):
    """The features of some lines in any order, each once a line: its line, its number, its ``worth`` and its kind."""

    lines: Array
    numbers: Array
    worth: Array
    kinds: Array


def line_features(lines: Iterable[tuple[str, str]], senses: WordSenses) -> LineFeatures:
    """What lines have, each given as its text and its language.

    "=lead>=trick" is a pair of meanings of which one follows the other, "&=lead=trick" one that stands in the line
    anywhere, "~finess" a word without a meaning, "<lea" a piece of a word and "#lead" its beginning.

    >>> from index.search.word_senses import WordSense, WordSenses
    >>> found = line_features([("a lead", "en")], WordSenses((WordSense("lead", "udspil", "lead"),)))
    >>> names = ["#a", "#lead", "< a ", "< lea", "<ead ", "<lead", "=lead"]
    >>> sorted(found.numbers.tolist()) == sorted(map(feature_number, names))
    True
    """
    words, used = _Numbered[str](), _Numbered[_Word]()
    at, at_used, sizes = array("q"), array("q"), array("q")
    for text, language in lines:
        own = list(map(fold, words_in(text)))
        at.extend(map(words.__getitem__, own))
        english = [language == ENGLISH] * len(own)
        at_used.extend(map(used.__getitem__, zip(own, (*own[1:], ""), english, strict=False)))
        sizes.append(len(own))
    owners = numpy.repeat(numpy.arange(len(sizes)), numpy.array(sizes))
    pieces = _pieces_of(owners, numpy.array(at), list(words))
    meanings = _meanings_of(owners, numpy.array(at_used), [_meanings(word, senses) for word in used])
    return LineFeatures(*map(numpy.concatenate, zip(pieces, *meanings, strict=True)))


def feature_number(name: str) -> int:
    """The number of a feature by its name, of 32 bits."""
    return crc32(name.encode())


class _Numbered(dict[_Key, int]):
    """The number of each thing that was asked for, in the order of asking."""

    def __missing__(self, key: _Key) -> int:
        self[key] = number = len(self)
        return number


def _meanings(word: _Word, senses: WordSenses) -> tuple[str, ...]:
    """The names of what a word means, or of the word where that is long enough to tell something by itself."""
    folded, behind, english = word
    found = senses.of((folded, behind) if behind else (folded,), ENGLISH if english else "")
    if found or len(folded) <= LONGEST_WITHOUT:
        return tuple(f"{SENSE}{sense}" for sense in found)
    return (f"~{folded[:SHORTEST_PART]}",)


def _pieces_of(owners: Array, words: Array, spelt: Sequence[str]) -> LineFeatures:
    """The pieces of the words of lines; ``owners`` are the lines and ``words`` the numbers of the words."""
    numbers, ends = _flat([[feature_number(piece) for piece in _pieces(word)] for word in spelt])
    own, at = numpy.divmod(_once(owners * max(len(spelt), 1) + words), max(len(spelt), 1))
    many = numpy.diff(ends)[at]
    found = _once(numpy.repeat(own, many) << 32 | numbers[spans(ends[at], many)])
    return _features(found >> 32, found & 0xFFFFFFFF, numpy.ones(len(found)), PIECE_OF_WORD)


def _pieces(word: str) -> tuple[str, ...]:
    ended = f" {word} "
    pieces = (f"<{ended[at : at + PIECE]}" for at in range(max(1, len(ended) - PIECE + 1)))
    return (*pieces, f"#{word[:BEGINNING]}")


def _meanings_of(owners: Array, words: Array, meant: Sequence[tuple[str, ...]]) -> list[LineFeatures]:
    """Meanings, and pairs of them, of lines; ``words`` are numbers of what the words mean."""
    names = sorted(set(chain.from_iterable(meant)))
    number = {name: at for at, name in enumerate(names)}
    known = sum(name.startswith(SENSE) for name in names)  # the first ones
    flat, ends = _flat([[number[name] for name in own] for own in meant])
    begins, many = ends[words], numpy.diff(ends)[words]
    share = numpy.repeat(many, many)
    strong = numpy.argsort(-share, kind="stable")  # of a meaning that a line has twice the larger share counts
    own = numpy.repeat(owners, many)[strong], flat[spans(begins, many)][strong], 1 / numpy.sqrt(share[strong])
    own_lines, own_names, worth = _last(*own)
    told = numpy.flatnonzero(own_names < known)
    senses = numpy.flatnonzero(numpy.array([any(name.startswith(SENSE) for name in own) for own in meant], bool)[words])
    return [
        _features(own_lines, _crc(own_names, names.__getitem__), worth, MEANING),
        _following(owners[senses], begins[senses], many[senses], flat, names),
        _together(own_lines[told], own_names[told], names),
    ]


def _following(owners: Array, begins: Array, many: Array, flat: Array, names: Sequence[str]) -> LineFeatures:
    """Pairs of meanings of words that follow each other among those with a meaning: each with each of the next one."""
    first = numpy.flatnonzero(owners[:-1] == owners[1:])
    sizes, next_many = many[first] * many[first + 1], many[first + 1]
    one, two = numpy.divmod(spans(numpy.zeros_like(sizes), sizes), numpy.repeat(next_many, sizes))
    one, two = flat[numpy.repeat(begins[first], sizes) + one], flat[numpy.repeat(begins[first + 1], sizes) + two]
    differ = one != two
    worth = numpy.repeat(FOLLOWS / numpy.sqrt(sizes), sizes)[differ]
    pairs = (one * len(names) + two)[differ]
    lines, pairs, worth = _last(numpy.repeat(owners[first], sizes)[differ], pairs, worth)
    return _features(lines, _crc(pairs, lambda pair: ">".join(_both(pair, names))), worth, MEANING)


def _together(lines: Array, own: Array, names: Sequence[str]) -> LineFeatures:
    """Pairs of the meanings of a line, which stand in the order of lines and names."""
    ends = numpy.searchsorted(lines, lines, "right")
    behind = ends - numpy.arange(1, len(lines) + 1)
    pairs = numpy.repeat(own, behind) * len(names) + own[spans(numpy.arange(1, len(lines) + 1), behind)]
    numbers = _crc(pairs, lambda pair: "&" + "".join(_both(pair, names)))
    return _features(numpy.repeat(lines, behind), numbers, numpy.ones(len(pairs)), TOGETHER)


def _both(pair: int, names: Sequence[str]) -> tuple[str, str]:
    one, two = divmod(pair, len(names))
    return names[one], names[two]


def _crc(own: Array, name: Callable[[int], str]) -> Array:
    """The numbers of features that have a name by their own numbers."""
    shared, which = numpy.unique(own, return_inverse=True)
    return numpy.array([feature_number(name(one)) for one in shared.tolist()], numpy.int64)[which]


def _last(lines: Array, own: Array, worth: Array) -> tuple[Array, Array, Array]:
    """What lines have, in their order, each once and with what it is worth there the last time."""
    order = numpy.lexsort((own, lines))
    lines, own = lines[order], own[order]
    last = numpy.flatnonzero((numpy.diff(lines, append=-1) != 0) | (numpy.diff(own, append=-1) != 0))
    return lines[last], own[last], worth[order][last]


def _once(keys: Array) -> Array:
    """Whole numbers in their order, each once; ``numpy.unique`` takes ten times as long for many different ones."""
    ordered: Array = numpy.sort(keys)
    return ordered[numpy.flatnonzero(numpy.diff(ordered, prepend=-1))]


def _features(lines: Array, numbers: Array, worth: Array, kind: int) -> LineFeatures:
    return LineFeatures(lines, numbers, worth, numpy.full(len(lines), kind))


def _flat(rows: Sequence[Sequence[int]]) -> tuple[Array, Array]:
    """Rows one after the other, and where each begins, with the end of the last."""
    ends = numpy.cumsum([0, *map(len, rows)])
    return numpy.fromiter(chain.from_iterable(rows), numpy.int64, int(ends[-1])), ends
