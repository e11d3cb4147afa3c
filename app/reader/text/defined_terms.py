"""Defined words in running text: the words that a book defines itself, and where a text has them.

In which forms a word occurs, and in which phrases and places such a form is another word, is data, made by reading
every occurrence: ``data/lexicon/defined-forms.tsv``. A text that has no rows there is read by the endings of its
language, its short headwords not at all.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from corpus.languages import language
from corpus.model import Expression
from corpus.schema import FormatError, Loader
from corpus.terms import cell_values

# A shorter headword has endings that make other words of it, and is often part of what people say anyway (bud, tur).
SHORTEST = 5
_WORD = re.compile(r"\w+")
_LISTS = ("not_in", "not_at", "only_in")


class DefinedFormsError(FormatError):
    """The table of defined words lacks a column, or a row its headword or forms."""


@dataclass(frozen=True)
class TermForms:
    """Forms in which a defined word occurs, in small letters. ``address`` is that of its definition.

    A form is the word only inside a phrase of ``only_in``, if there is any, and never inside one of ``not_in`` nor in a
    provision of ``not_at``.
    """

    address: str
    forms: tuple[str, ...]
    not_in: tuple[re.Pattern[str], ...] = ()
    not_at: frozenset[str] = frozenset()
    only_in: tuple[re.Pattern[str], ...] = ()

    def admits(self, text: str, start: int, end: int, place: str) -> bool:
        """True when ``text[start:end]``, a form in small letters, is the defined word there."""
        if place in self.not_at or _is_inside(self.not_in, text, start, end):
            return False
        return not self.only_in or _is_inside(self.only_in, text, start, end)


class DefinedTerms:
    """The defined words of one text, ready to be found."""

    def __init__(self, rows: Iterable[TermForms]) -> None:
        self._by_form: defaultdict[tuple[str, ...], list[TermForms]] = defaultdict(list)
        for row in rows:
            for form in row.forms:
                self._by_form[tuple(form.split())].append(row)
        longest: defaultdict[str, int] = defaultdict(int)
        for words in self._by_form:
            longest[words[0]] = max(longest[words[0]], len(words))
        self._longest = dict(longest)

    def find(self, text: str, place: str = "") -> Iterator[tuple[int, int, str]]:
        """Start, end and the definition's address of each defined word in a paragraph of a place (``16C2``).

        >>> terms = DefinedTerms([TermForms("def:SCORE", ("score",)), TermForms("def:X", ("justeret score",))])
        >>> list(terms.find("Score, eller justeret score"))
        [(0, 5, 'def:SCORE'), (13, 27, 'def:X')]
        """
        text = text.lower()
        words = [(match[0], *match.span()) for match in _WORD.finditer(text)]
        number = 0
        while number < len(words):
            length = 1
            # The longest form comes first: "justeret score" is not the word "score".
            for size in range(self._longest.get(words[number][0], 0), 0, -1):
                start, end = words[number][1], words[min(number + size, len(words)) - 1][2]
                rows = self._by_form.get(tuple(text[start:end].split()), ())
                row = next((row for row in rows if row.admits(text, start, end, place)), None)
                if row is not None:
                    yield start, end, row.address
                    length = size
                    break
            number += length


def read_term_forms(table: str) -> Mapping[str, tuple[TermForms, ...]]:
    """The rows of ``defined-forms.tsv`` by the key of their text. Raises DefinedFormsError naming the row.

    Columns: ``expression``; ``headword``, the address of the definition; ``forms``; ``not_in`` and ``only_in``,
    phrases; ``not_at``, ids of provisions; ``note``, why. A cell has its values apart by semicolons.
    """
    load = Loader("data/lexicon/defined-forms.tsv", DefinedFormsError)
    found: defaultdict[str, list[TermForms]] = defaultdict(list)
    for number, row in load.records(table, "\t", ("expression", "headword", "forms", *_LISTS)):
        cells = {name: cell_values(row[name]) for name in ("forms", *_LISTS)}
        for name in ("expression", "headword", "forms"):
            if not cells.get(name, row[name]):
                raise load.fault("absent", f"line {number}", expected=name)
        not_in, only_in = (tuple(map(_phrase, cells[name])) for name in ("not_in", "only_in"))
        found[row["expression"]].append(
            TermForms(row["headword"], cells["forms"], not_in, frozenset(cells["not_at"]), only_in)
        )
    return {key: tuple(rows) for key, rows in found.items()}


def regular_forms(expression: Expression) -> Iterator[TermForms]:
    """The headwords of a text that nobody has read for its defined words, each word with every ending of its language.

    ``BLINDE, den`` is found as ``blinde``; a headword of fewer than ``SHORTEST`` letters is left out.
    """
    endings = ("", *language(expression.language).endings)
    for definition in expression.definitions:
        words = re.split(r"[,(]", definition.headword.text)[0].lower().split()
        if len(" ".join(words)) >= SHORTEST:
            inflected = product(*([word + ending for ending in endings] for word in words))
            yield TermForms(definition.address, tuple(map(" ".join, inflected)))


def _is_inside(phrases: Iterable[re.Pattern[str]], text: str, start: int, end: int) -> bool:
    # No phrase is longer than its pattern; where it begins further back, it does not reach the form.
    found = (m for phrase in phrases for m in phrase.finditer(text, max(0, start - len(phrase.pattern))))
    return any(m.start() <= start and end <= m.end() for m in found)


def _phrase(words: str) -> re.Pattern[str]:
    return re.compile(r"(?<!\w)" + r"\s+".join(map(re.escape, words.split())) + r"(?!\w)")
