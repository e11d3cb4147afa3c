"""How alike a question and the phrasings are letter by letter, in pieces of words.

Whole words decide in ``index.search.phrasings``. Here "kiggede" meets "kigger", "trumfesset" both "trumf" and "esset",
and a misspelt word most of the right one: each line is a set of pieces of four letters, weighed by how few lines have
them, and compared with the question by the cosine (Salton's vector model). A law counts by its three likest lines.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from zlib import crc32

import numpy

from corpus.ids import ProvisionId
from corpus.languages import CODES, LANGUAGES
from index.search.analyzer import fold, tokenize
from index.search.phrasings import FRACTIONS, KIN_WEIGHT, WHOLE_NUMBERS, Phrasing, RuleTarget
from index.search.postings import Array

PIECE = 4  # letters; pieces of three to five together find no more, and take three times the room
PLACES = 1 << 16  # pieces are known by a number below this; of 8,000 two seldom share one
NEW_PIECE = 6.0  # what a piece weighs that no line has: about as much as one of twenty lines in 7,000
LINES = 150  # that are looked at
SHARES = (1.0, 0.5, 0.25)  # of the likest line of a law, of the next ones


@dataclass(frozen=True)
class LikenessTable:
    """All lines as pieces; it is stored with the search index.

    The bytes are vectors of whole numbers or fractions. The piece with the number n is in the lines
    ``lines[ends[n - 1]:ends[n]]``. By line: ``lengths``, the number of the law in ``laws``, of the language in CODES.
    """

    laws: tuple[RuleTarget, ...]
    ends: bytes
    lines: bytes
    lengths: bytes
    law_of: bytes
    language_of: bytes


def likeness_table(phrasings: Sequence[Phrasing]) -> LikenessTable:
    """The table of the phrasings that are written out as lines."""
    written = [(one, law) for one in phrasings if one.text for law in sorted({_law(target) for target in one.targets})]
    laws = sorted({law for _, law in written})
    number = {law: n for n, law in enumerate(laws)}
    found: list[list[int]] = [[] for _ in range(PLACES)]
    pieces = [_pieces(one.text) for one, _ in written]
    for line, own in enumerate(pieces):
        for piece in own:
            found[piece].append(line)
    weights = _weights(numpy.array([len(lines) for lines in found]), len(written))
    lengths = [math.sqrt(float((weights[sorted(own)] ** 2).sum())) or 1.0 for own in pieces]
    return LikenessTable(
        tuple(laws),
        numpy.cumsum([len(lines) for lines in found]).astype(WHOLE_NUMBERS).tobytes(),
        numpy.array([line for lines in found for line in lines], dtype=WHOLE_NUMBERS).tobytes(),
        numpy.array(lengths, dtype=FRACTIONS).tobytes(),
        numpy.array([number[law] for _, law in written], dtype=WHOLE_NUMBERS).tobytes(),
        numpy.array([CODES.index(one.language) for one, _ in written], dtype=WHOLE_NUMBERS).tobytes(),
    )


class LikenessIndex:
    """The lines, ready to be compared with a question."""

    def __init__(self, table: LikenessTable) -> None:
        self._laws = table.laws
        self._ends = numpy.frombuffer(table.ends, WHOLE_NUMBERS)
        self._lines = numpy.frombuffer(table.lines, WHOLE_NUMBERS)
        self._lengths = numpy.frombuffer(table.lengths, FRACTIONS)
        self._law_of = numpy.frombuffer(table.law_of, WHOLE_NUMBERS)
        self._language_of = numpy.frombuffer(table.language_of, WHOLE_NUMBERS)
        self._weights = _weights(numpy.diff(self._ends, prepend=0), len(self._lengths))

    def scores(self, text: str, language_weights: Mapping[str, float]) -> dict[RuleTarget, float]:
        """By law how alike its lines and a question are, from 0 to the sum of SHARES; the likest lines decide."""
        alike, squares = numpy.zeros(len(self._lengths)), 0.0
        for piece in _pieces(text):
            end = int(self._ends[piece])
            lines = self._lines[int(self._ends[piece - 1]) if piece else 0 : end]
            weight = float(self._weights[piece]) if len(lines) else NEW_PIECE
            squares += weight * weight
            alike[lines] += weight * weight
        if not alike.any():
            return {}
        own = [language_weights.get(code, 0.0) for code in CODES]
        kin = [max((language_weights.get(one, 0.0) for one in LANGUAGES[code].kin), default=0.0) for code in CODES]
        by_language = numpy.maximum(own, KIN_WEIGHT * numpy.array(kin))
        alike *= by_language[self._language_of] / (self._lengths * math.sqrt(squares))
        best: dict[RuleTarget, list[float]] = {}
        for line in numpy.argsort(-alike, kind="stable")[:LINES].tolist():
            best.setdefault(self._laws[self._law_of[line]], []).append(float(alike[line]))
        scores = {law: sum(s * one for s, one in zip(SHARES, found, strict=False)) for law, found in best.items()}
        return {law: score for law, score in scores.items() if score > 0}


def _weights(counts: Array, lines: int) -> Array:
    """How much a piece tells that is in so many lines."""
    weights: Array = numpy.log(1 + lines / numpy.maximum(counts, 1))
    return weights


def _pieces(text: str) -> set[int]:
    """The numbers of a text's pieces; a word begins and ends with a space."""
    words = (f" {fold(word.text)} " for word in tokenize(text))
    pieces = {word[at : at + PIECE] for word in words for at in range(max(1, len(word) - PIECE + 1))}
    return {crc32(piece.encode()) % PLACES for piece in pieces}


def _law(target: RuleTarget) -> RuleTarget:
    work, place = target
    return work, str(ProvisionId.of(place).law)
