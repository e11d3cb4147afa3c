"""The words that a language uses in citations and numbers: one value a language, found by its module's name.

A language takes part when ``corpus.languages`` has its value and ``parser/lang/`` its module; nothing else lists it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Literal

from corpus.languages import CODES, UnknownLanguageError
from parser import lang

BookSectionKind = Literal["foreword", "contents", "introduction", "definitions", "index", "notes", "rules"]


@dataclass(frozen=True)
class BookWords:
    """The headings by which the parts of a law book are known, in small letters and without signs.

    A field for each ``BookSectionKind``; ``rules`` are a book of its own that is printed with the laws. ``chapters``
    are the words before the number of a chapter ("kapitel 2").
    """

    foreword: tuple[str, ...]
    contents: tuple[str, ...]
    introduction: tuple[str, ...]
    definitions: tuple[str, ...]
    index: tuple[str, ...]
    notes: tuple[str, ...]
    rules: tuple[str, ...]
    chapters: tuple[str, ...]


@dataclass(frozen=True)
class Words:
    """Plain words in lower case unless explained otherwise; upper case in the text is matched too.

    ``signs`` come before a law number, ``title_signs`` too where the law itself begins; ``short_signs`` are what people
    write instead of signs, and no text of the laws does. ``law_words`` are those of the
    ``signs`` by which a line may begin a law. ``part_signs`` come before the letter or number of a part of it that
    begins ("Litra C"), ``note_signs`` before that of a note ("note 7").
    ``team_signs`` are signs that are also everyday words and need a letter in the number or a signal before them.
    ``ands`` join a list, ``openers`` end what its items go on from ("... bestemmer, om"); ``ranges`` and
    ``onwards`` make a range. ``signals`` introduce a citation (``pointers`` are those that only point); ``cues``
    are the further words after which a bare designator ("A", "B1", "(a)") is a
    citation, ``applies`` the verbs before which it is one. ``above`` and ``below`` point within the law,
    ``locators`` come before a designator ("pkt."), ``this_law`` after it. ``self_law`` and ``self_rule`` name the
    law or rule at hand and count as citations in ``self_works``. ``not_before`` and ``not_after`` negate,
    ``not_words`` only where the clause ends or a verb of ``applies`` follows ("Lag 29A inte har utnyttjats"
    applies). ``gloss_after`` open an explanation of the number. ``see`` precede a headword in a definition,
    ``definition_of`` anywhere. ``books`` are whole books, ``regulations`` names of a
    federation's rules that may be held (a word that ends in "-" is a beginning).
    ``other_books`` are documents with sections of their own,
    ``subsection`` the word that only their citations have. ``units`` are what a number counts. ``names`` are what
    the language is called, in all of them and by its code. ``edition_links`` join a number to the edition or day
    behind it; ``edition_prepositions`` are those of them of which no two follow each other. ``book_titles`` are the
    words for the book of laws before its year, ``laws_of_year`` those that a year is joined to ("2007-lovene"),
    ``edition_names`` the beginnings of those for its edition; in the first two a word
    that ends in "-" is a beginning; ``book_articles`` stand before these, ``former`` say of a number or a book that it
    is of an older one. ``all_numbers`` are how a document speaks of all its numbers, where it says of which edition
    they are.
    ``numerals`` are the words for 1 to 19, ``tens`` those for 20, 30 ... 90, both with blanks between them.
    ``seats`` are those of a table, ``offices`` how words for those who run a tournament end: neither names a person.
    ``titles`` stand beside the name of a person or a team ("TL Hansen", "Eva Krag, formand", "Hold Lund"),
    ``honorifics`` before a surname alone ("hr. Lund").
    ``named_before`` point back to a law that was cited already ("nævnte paragraf").
    ``rule_owners`` are short names of federations and of their rules, before a section of those ("DBf's § 12").
    ``page_signs`` come before the number of a page, alone on its line. ``typed_before`` are what people who type a
    citation set before its number beside the signs: books, federations, "rule", "number", "see"; ``typed_levels`` what
    they set between its labels ("16 C stk. 2"). ``abbreviations`` are those whose full stop, left out here, ends no
    sentence in what people write, beside those of the texts (``Language.abbreviations``). ``quotation_styles`` are of
    the names that word processors give to styles of quotations. ``stopwords`` carry no meaning in the name of a thing.
    ``beside`` part people in a field of names, beside ``ands``; ``no_answer`` is what a player says who names no call.
    ``book`` are the headings of a law book.
    """

    signs: tuple[str, ...]
    short_signs: tuple[str, ...]
    law_words: tuple[str, ...]
    title_signs: tuple[str, ...]
    part_signs: tuple[str, ...]
    note_signs: tuple[str, ...]
    team_signs: tuple[str, ...]
    ands: tuple[str, ...]
    openers: tuple[str, ...]
    ranges: tuple[str, ...]
    onwards: tuple[str, ...]
    signals: tuple[str, ...]
    pointers: tuple[str, ...]
    cues: tuple[str, ...]
    applies: tuple[str, ...]
    above: tuple[str, ...]
    below: tuple[str, ...]
    locators: tuple[str, ...]
    this_law: tuple[str, ...]
    self_law: tuple[str, ...]
    self_rule: tuple[str, ...]
    self_works: tuple[str, ...]
    not_before: tuple[str, ...]
    not_after: tuple[str, ...]
    not_words: tuple[str, ...]
    gloss_after: tuple[str, ...]
    see: tuple[str, ...]
    definition_of: tuple[str, ...]
    books: tuple[str, ...]
    regulations: tuple[str, ...]
    other_books: tuple[str, ...]
    subsection: tuple[str, ...]
    units: tuple[str, ...]
    names: tuple[str, ...]
    edition_links: tuple[str, ...]
    edition_prepositions: tuple[str, ...]
    book_articles: tuple[str, ...]
    book_titles: tuple[str, ...]
    laws_of_year: tuple[str, ...]
    edition_names: tuple[str, ...]
    former: tuple[str, ...]
    all_numbers: tuple[str, ...]
    numerals: str
    tens: str
    seats: tuple[str, ...]
    offices: tuple[str, ...]
    titles: tuple[str, ...]
    honorifics: tuple[str, ...]
    page_signs: tuple[str, ...]
    named_before: tuple[str, ...]
    rule_owners: tuple[str, ...]
    typed_before: tuple[str, ...]
    typed_levels: tuple[str, ...]
    abbreviations: tuple[str, ...]
    quotation_styles: tuple[str, ...]
    stopwords: tuple[str, ...]
    beside: tuple[str, ...]
    no_answer: tuple[str, ...]
    book: BookWords


LANGUAGES = tuple(code for code in CODES if find_spec(f"{lang.__name__}.{code}"))
"""The languages that have a module in ``parser/lang/``, in the order of ``corpus.languages``."""


@cache
def words_of(language: str) -> Words:
    """The words of a language: ``WORDS`` of its module in ``parser/lang/``. Raises UnknownLanguageError.

    >>> words_of("sv").this_law[0]
    'i den här lagen'
    """
    name = f"{lang.__name__}.{language}"
    if find_spec(name) is None:
        raise UnknownLanguageError(f"no words of {language!r}: parser/lang/{language}.py is missing")
    words = import_module(name).WORDS
    assert isinstance(words, Words), f"{name}.WORDS"
    return words


WordField = Literal[
    "abbreviations",
    "all_numbers",
    "ands",
    "beside",
    "book_articles",
    "book_titles",
    "edition_links",
    "edition_names",
    "edition_prepositions",
    "former",
    "honorifics",
    "law_words",
    "laws_of_year",
    "locators",
    "named_before",
    "no_answer",
    "offices",
    "page_signs",
    "part_signs",
    "pointers",
    "quotation_styles",
    "ranges",
    "regulations",
    "rule_owners",
    "seats",
    "signs",
    "short_signs",
    "stopwords",
    "subsection",
    "team_signs",
    "title_signs",
    "titles",
    "typed_before",
    "typed_levels",
]


def every_word(field: WordField) -> tuple[str, ...]:
    """The words of one field of ``Words`` in all languages, each once.

    >>> {"og", "och", "and"} <= set(every_word("ands"))
    True
    """
    return tuple(dict.fromkeys(word for language in LANGUAGES for word in getattr(words_of(language), field)))


def any_of(words: Iterable[str]) -> str:
    """A pattern for any of the words, longest first; a blank matches any white space.

    >>> any_of(("see", "see also"))
    '(?:see\\\\s+also|see)'
    """
    ordered = sorted(words, key=lambda word: (-len(word), word))
    return "(?:" + "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in ordered) + ")"


def any_form(words: Iterable[str]) -> str:
    """A pattern for any of the words as ``any_of``; one that ends in "-" stands for every word that begins so.

    >>> any_form(("lagar", "lagbok-"))
    '(?:lagbok\\\\w*|lagar)'
    """
    return any_of(words).replace(r"\-", r"\w*")
