"""Letters corrected: words of a scan made without æ ø å, by collation, word list, confusions and context.

A word that the book's word list holds is left alone. Any other is read by the table of confusions ("ee" for æ,
"é" for å ...): of all readings that the list holds, the likeliest is taken. What the scan makes of a word that
is a word itself ("for" for før) is decided by its neighbours. Every change is recorded with its rule.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from corpus.schema import Between, FormatError, Loader
from parser.text.tracked import Edit, TrackedText
from parser.witnesses.collate import WORD

MAX_REPLACEMENTS = 4
DOUBT = 0.7
"""Two readings whose weights differ by less than this (in nats) leave the word doubtful."""


class SpellingTableError(FormatError):
    """A table of words, forms or confusions cannot be read."""


@dataclass(frozen=True)
class SpellingContext:
    """``pattern`` has a group ``word``; where it matches, the word becomes ``becomes`` under ``rule``."""

    rule: str
    pattern: re.Pattern[str]
    becomes: str


@dataclass(frozen=True)
class SpellingTables:
    """What the corrector knows: right words, printed forms with their word, and weights of confusions."""

    words: frozenset[str]
    forms: Mapping[str, str]
    confusions: Mapping[str, tuple[tuple[str, float], ...]]

    @classmethod
    def read(cls, words: str, forms: str, confusions: str) -> SpellingTables:
        """From the texts of the three lexicon files; a line is a word, or fields parted by tabs; # is a comment.

        Raises SpellingTableError naming the line.
        """
        word_list, form_table, confusion_table = (
            Loader(f"data/lexicon/da-2017-{name}", SpellingTableError)
            for name in ("words.txt", "forms.tsv", "confusions.tsv")
        )
        rows = [
            (printed, true, confusion_table.number(count, f"line {n}", Between(1, 1e9)))
            for n, (printed, true, count) in confusion_table.rows(confusions, "\t", ("printed", "true", "count"))
        ]
        total = sum(count for *_, count in rows)
        weights: dict[str, list[tuple[str, float]]] = {}
        for printed, true, count in rows:
            weights.setdefault(printed, []).append((true, -math.log(count / total)))
        return cls(
            frozenset(word for _, (word,) in word_list.rows(words, "\t", ("word",))),
            {printed: word for _, (printed, word) in form_table.rows(forms, "\t", ("printed", "word"))},
            {printed: tuple(options) for printed, options in weights.items()},
        )


class NoisyChannelSpeller:
    """Finds the right word for a printed one: the likeliest that the confusions of letters can have made it from."""

    def __init__(self, tables: SpellingTables) -> None:
        self._tables = tables
        self._beginnings = frozenset(word[:n] for word in tables.words for n in range(len(word) + 1))
        self._longest = max((len(printed) for printed in tables.confusions), default=1)

    def best_reading(self, printed: str) -> tuple[str, str, bool]:
        """``(word, rule, doubtful)``; the rule is empty when the word stays as printed."""
        plain = printed.casefold()
        if plain in self._tables.forms:
            return in_capitals_of(printed, self._tables.forms[plain]), "lexicon", False
        if plain in self._tables.words:
            return printed, "", False
        readings = self._readings(plain)
        if not readings:
            return printed, "", False
        best = readings[0]
        doubtful = len(readings) > 1 and readings[1][0] - best[0] < DOUBT
        return in_capitals_of(printed, best[1]), "confusion", doubtful

    def _readings(self, printed: str) -> list[tuple[float, str]]:
        """All words that ``printed`` can be a misreading of, likeliest first."""
        found: dict[str, float] = {}
        stack = [(0, "", 0.0, 0)]
        while stack:
            at, word, weight, changes = stack.pop()
            if at == len(printed):
                if word in self._tables.words:
                    found[word] = min(weight, found.get(word, weight))
                continue
            stack.extend(
                step for step in self._steps(printed, at, word, weight, changes) if step[1] in self._beginnings
            )
        return sorted((weight, word) for word, weight in found.items())

    def _steps(
        self, printed: str, at: int, word: str, weight: float, changes: int
    ) -> Iterable[tuple[int, str, float, int]]:
        yield at + 1, word + printed[at], weight, changes
        if changes < MAX_REPLACEMENTS:
            for length in range(1, self._longest + 1):
                for true, cost in self._tables.confusions.get(printed[at : at + length], ()):
                    if at + length <= len(printed):
                        yield at + length, word + true, weight + cost, changes + 1


class Corrector:
    """Corrects whole texts: collation first, then the speller, then the context rules and references."""

    def __init__(
        self,
        speller: NoisyChannelSpeller,
        collation: Mapping[int, str],
        contexts: Iterable[SpellingContext],
        known_ids: Collection[str],
    ) -> None:
        self._speller = speller
        self._collation = collation
        self._contexts = tuple(contexts)
        self._known = frozenset(known_ids)

    def corrected(self, text: TrackedText) -> TrackedText:
        """The text with its letters, dashes and references corrected; right words are untouched."""
        text = text.sub(_DASH, "–", "dash")
        text = self._words(text)
        for context in self._contexts:
            text = text.edited(list(self._by_context(text, context)))
        return self._references(text).sub(_NO_BLANK, "§ ")

    def _words(self, text: TrackedText) -> TrackedText:
        edits = []
        for match in WORD.finditer(text.text):
            printed = match.group()
            reading = self._collation.get(text.origins[match.start()])
            word, rule, doubtful = (
                (in_capitals_of(printed, reading), "collation", False)
                if reading is not None
                else self._speller.best_reading(printed)
            )
            if word != printed:
                edits.append(Edit(match.start(), match.end(), word, rule, doubtful))
        return text.edited(edits)

    def _by_context(self, text: TrackedText, context: SpellingContext) -> Iterable[Edit]:
        for match in context.pattern.finditer(text.text):
            if text.origins[match.start("word")] not in self._collation:
                yield Edit(
                    *match.span("word"), in_capitals_of(match["word"], context.becomes), f"context:{context.rule}"
                )

    def _references(self, text: TrackedText) -> TrackedText:
        edits = []
        for match in _REFERENCE.finditer(text.text):
            known = self._reference(match["id"])
            if known != match["id"]:
                edits.append(Edit(*match.span("id"), known, "reference"))
        return text.edited(edits)

    def _reference(self, printed: str) -> str:
        """The id meant by a damaged one; as printed when it is an id of the book or no single id fits."""
        if printed in self._known:
            return printed
        for readings in (_substituted, _shortened):
            found = {reading for reading in readings(printed) if reading in self._known}
            if len(found) == 1:
                return found.pop()
        return printed


def in_capitals_of(printed: str, word: str) -> str:
    """``word`` with the capitals of ``printed``.

    >>> in_capitals_of("KULØR", "svigt")
    'SVIGT'
    """
    letters = [char for char in printed if char.isalpha()]
    if len(letters) > 1 and all(char.isupper() for char in letters):
        return word.upper()
    return word[:1].upper() + word[1:] if printed[:1].isupper() else word


_DASH = re.compile(r"(?:(?<=\s)|^)(?:[-—]|--)(?=\s)|(?<=\s)—(?=\w)")
# "§77" beside "§ 77": the scan lost the blank; white space is no emendation.
_NO_BLANK = re.compile(r"§(?=\d)")
_REFERENCE = re.compile(r"§ ?(?P<id>[0-9A-Za-z]+)")
# What the scan makes of the signs of an id: S for 5, O for 0, 0 and O for D, l and I for 1.
_SIGNS: Mapping[str, str] = {"S": "5", "O": "0D", "0": "D", "l": "1", "I": "1"}


def _substituted(printed: str) -> Iterable[str]:
    readings = [""]
    for sign in printed:
        readings = [head + option for head in readings for option in (sign, *_SIGNS.get(sign, ""))]
    return readings


def _shortened(printed: str) -> Iterable[str]:
    return (printed[:n] + printed[n + 1 :] for n in range(len(printed)))
