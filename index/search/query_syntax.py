"""What a person types into the search box, as a value: words, phrases, beginnings, fields and signs.

Nothing typed is an error: signs that make no sense are left out. Fields are ``in:`` (expression),
``lov:``/``lag:``/``law:`` (a law), ``def:`` (definitions), ``sprog:``/``språk:``/``lang:`` (language). ``AND``,
``OR``, ``NOT``, ``+`` and ``-`` are read as usual; without them any word counts and more words count more.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import Literal

from index.search.analyzer import words_in
from index.search.documents import DocumentKind

MOST_LETTERS = 300
MOST_WORDS = 24
SHORTEST_BEGINNING = 2

_TOKEN = re.compile(
    r"(?P<sign>(?<!\S)[+-](?=[\w\"“”»«']))|[\"“”„»](?P<phrase>[^\"“”«]*)[\"“”«]?|(?P<word>[^\s\"“”„»«()\[\]]+)"
)
FIELDS: Mapping[str, str] = {
    "in": "expressions", "def": "definition", **dict.fromkeys(("lov", "lag", "law", "paragraf"), "laws"),
    **dict.fromkeys(("sprog", "språk", "sprak", "lang"), "languages"),
}  # fmt: skip
_FIELD = re.compile(rf"(?P<name>{'|'.join(FIELDS)})\s?:(?P<value>.*)", re.IGNORECASE)
_PERCENT = re.compile(r"(?<![\d½])(?<![\d½]\s)%")  # behind no number it is a word: "hvor mange % får vi"
_BEGINNING = re.compile(r"(?P<stem>[\w’'-]+)\*+\Z")

Need = Literal["may", "must", "not"]


@dataclass(frozen=True)
class Clause:
    """A word (one ``words``), a phrase (several, ``phrase``) or the beginning of a word."""

    words: tuple[str, ...]
    need: Need = "may"
    phrase: bool = False
    beginning: bool = False


@dataclass(frozen=True)
class SearchOptions:
    """What is chosen beside the question; None restricts nothing.

    ``expressions`` and ``kinds`` restrict the hits, ``part`` (a Part.key) to laws of that part of the book; at most
    ``limit`` hits are shown, and of a law none after those that have ``of_law`` different sentences. Without
    ``synonyms`` only the words as typed are looked for, in their own language. Hits are shown in the language of the
    question; where that may be several, in ``reader``, the reader's own.
    """

    expressions: frozenset[str] | None = None
    kinds: frozenset[DocumentKind] | None = None
    part: str | None = None
    limit: int = 10
    of_law: int | None = None
    synonyms: bool = True
    reader: str = ""


@dataclass(frozen=True)
class Query:
    """A question, cut up. ``text`` is what was typed, without control characters and what was too long.

    A "%" behind no number is the word.
    """

    text: str
    options: SearchOptions = SearchOptions()
    clauses: tuple[Clause, ...] = ()
    expressions: tuple[str, ...] = ()
    laws: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    definition: bool = False

    @property
    def bare(self) -> str:
        """The text without fields, as a citation is read from it; ``lov:16`` alone is a citation too."""
        kept = " ".join(word for word in self.text.split() if not _FIELD.fullmatch(word))
        return kept or ", ".join(self.laws)

    @property
    def words(self) -> tuple[str, ...]:
        """All words that are looked for, in order."""
        return tuple(word for clause in self.clauses if clause.need != "not" for word in clause.words)

    @property
    def loosened(self) -> Query:
        """The question with its phrases as single words, where it has other words too: a story tells what was said.

        >>> [clause.words for clause in parse('makker råbte "ikke den"').loosened.clauses]
        [('makker',), ('råbte',), ('ikke',), ('den',)]
        """
        if all(clause.phrase or clause.need == "not" for clause in self.clauses):
            return self
        loose = ((Clause((word,)) for word in c.words) if c.phrase and c.need == "may" else (c,) for c in self.clauses)
        return replace(self, clauses=tuple(chain.from_iterable(loose)))


def parse(typed: str, options: SearchOptions = SearchOptions()) -> Query:
    """The question as a value. Never raises.

    >>> parse("hvor mange % får vi").words[2]
    'procent'
    >>> parse('kort -udspil "uden for tur"').clauses[1]
    Clause(words=('udspil',), need='not', phrase=False, beginning=False)
    >>> parse("in:da-2017 kulørs*").expressions
    ('da-2017',)
    """
    shown = "".join(c if _printable(c) else " " for c in unicodedata.normalize("NFC", typed[:5_000]))
    text = " ".join(_PERCENT.sub(" procent ", shown).split())
    reader = _Reader()
    for match in _TOKEN.finditer(text[:MOST_LETTERS]):
        reader.take(match)
    expressions, laws, languages = (tuple(reader.fields[name]) for name in ("expressions", "laws", "languages"))
    clauses, definition = reader.clauses(), "definition" in reader.fields
    return Query(text[:MOST_LETTERS], options, clauses, expressions, laws, languages, definition)


class _Reader:
    """Takes token after token; ``need`` is what the last sign or operator requires of the next clause."""

    def __init__(self) -> None:
        self.fields: defaultdict[str, list[str]] = defaultdict(list)
        self._clauses: list[Clause] = []
        self._need: Need = "may"

    def take(self, match: re.Match[str]) -> None:
        if match["sign"]:
            self._need = "must" if match["sign"] == "+" else "not"
        elif match["phrase"] is not None:
            self._add(_words(match["phrase"]), phrase=True)
        elif match["word"] in ("AND", "OG", "OCH", "&&", "NOT", "OR", "||"):
            self._operator(match["word"])
        elif found := _FIELD.fullmatch(match["word"]):
            self._field(FIELDS[found["name"].lower()], found["value"].strip(".,;"))
        elif found := _BEGINNING.fullmatch(match["word"]):
            self._begin(found["stem"])
        else:
            for word in _words(match["word"]):
                self._add((word,))

    def clauses(self) -> tuple[Clause, ...]:
        """The clauses up to the longest question that is read."""
        kept: list[Clause] = []
        room = MOST_WORDS
        for clause in self._clauses:
            if room > 0:
                kept.append(replace(clause, words=clause.words[:room]))
                room -= len(clause.words)
        return tuple(kept)

    def _add(self, words: tuple[str, ...], phrase: bool = False, beginning: bool = False) -> None:
        if words:
            self._clauses.append(Clause(words, self._need, phrase and len(words) > 1, beginning))
        self._need = "may"

    def _begin(self, stem: str) -> None:
        *before, last = _words(stem) or ("",)
        for word in before:
            self._add((word,))
        if len(last) >= SHORTEST_BEGINNING:
            self._add((last,), beginning=True)

    def _operator(self, word: str) -> None:
        if word == "NOT":
            self._need = "not"
        elif word in ("AND", "OG", "OCH", "&&"):
            self._need = "must"
            if self._clauses and self._clauses[-1].need == "may":
                self._clauses[-1] = replace(self._clauses[-1], need="must")

    def _field(self, name: str, value: str) -> None:
        if name == "definition":
            self.fields[name].append(value)
            for word in _words(value):
                self._add((word,))
        else:
            self.fields[name] += (part for part in value.lower().split(",") if part)


def _words(text: str) -> tuple[str, ...]:
    return tuple(words_in(text))


def _printable(char: str) -> bool:
    return not unicodedata.category(char).startswith("C")
