"""Chapters, forewords, introductions and definitions by their titles: what contents list beside the laws."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from corpus.library import Library
from corpus.model import Expression, Part
from index.search.headings import heading_words
from parser.lang.words import LANGUAGES, words_of

DEFINITIONS = "def"
PartTable = Mapping[str, tuple[tuple[str, str, str], ...]]
"""By the words that lead to it (expression, place and title of the part), in the order of the books."""


class BookPart(NamedTuple):
    """A chapter, a foreword, an introduction or the definitions of a text; ``place`` is its own in the book."""

    expression: str
    place: str
    title: str


def part_table(library: Library) -> PartTable:
    """The parts of all books by the words that lead to each.

    A chapter is led to by its whole title. What has a text of its own, a foreword, is also by the beginning of its
    title, and by what such a part is called in any language, as definitions are.
    """
    found = defaultdict[str, dict[tuple[str, str, str], None]](dict)
    for expression in library.expressions:
        for part in expression.parts:
            for words in _words(expression, part):
                found[words][expression.key, f"part:{part.key}", part.title] = None
        for name in _definitions_names() if expression.definitions else ():
            own = words_of(expression.language).book.definitions[0].capitalize()
            found[heading_words(name)][expression.key, DEFINITIONS, own] = None
    return {words: tuple(parts) for words, parts in found.items()}


def titles(library: Library) -> Iterator[tuple[str, str]]:
    """Language and title of every part that may be looked for."""
    for expression in library.expressions:
        yield from ((expression.language, part.title) for part in expression.parts if part.level != "title")


def parts_called(text: str, table: PartTable, expressions: Collection[str]) -> tuple[BookPart, ...]:
    """The parts of some ``expressions`` that are called as typed.

    >>> table = {"forord": (("nb-1997", "part:foreword", "Forord"), ("da-2017", "part:foreword", "Forord"))}
    >>> parts_called("FORORD", table, {"da-2017"})
    (BookPart(expression='da-2017', place='part:foreword', title='Forord'),)
    """
    found = (BookPart(*row) for row in table.get(heading_words(text), ()))
    return tuple(part for part in found if part.expression in expressions)


def _definitions_names() -> Iterator[str]:
    """What a list of definitions is called in any language."""
    return (name for code in LANGUAGES for name in words_of(code).book.definitions)


def _words(expression: Expression, part: Part) -> Iterator[str]:
    title = heading_words(part.title)
    if not title or part.level == "title" or _is_law(expression, part, title):
        return
    yield title
    if part.blocks:
        own = title.split()
        yield from (" ".join(own[:count]) for count in range(1, len(own)))
        if any(title.startswith(name) for name in _kind_names(expression.language, part)):
            yield from (name for code in LANGUAGES for name in _kind_names(code, part))


def _is_law(expression: Expression, part: Part, title: str) -> bool:
    """True for a chapter that is one law under the same title: that one is found as a law."""
    own = [law for law in expression.laws if str(law.id) in part.laws]
    return len(own) == 1 and own[0].heading is not None and heading_words(own[0].heading.text) == title


def _kind_names(language: str, part: Part) -> tuple[str, ...]:
    """What forewords, or introductions, are called in a language."""
    book = words_of(language).book
    names = {"foreword": book.foreword, "introduction": book.introduction}.get(part.level, ())
    return tuple(map(heading_words, names))
