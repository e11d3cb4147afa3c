"""Which edition of the laws a document means: named beside a number, named once for all of it, or not at all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from corpus.registry import Edition
from parser.citations.edition import YEAR, read_edition
from parser.lang.words import any_form, any_of, every_word

EditionBasis = Literal[
    "beside",  # named beside the number
    "stated",  # said by the person who asks
    "date",  # in force on the day of play
    "document",  # the only one that the document names
    "quotation",  # the words quoted beside the number are that edition's
    "",  # not known
]
_NEAR = 48
_DAY = rf"(?:\d\d?[./-]\s?\d\d?[./-]\s?{YEAR}|{YEAR}-\d\d?-\d\d?)"
_LINKS = any_of(every_word("edition_links"))
# "1997 års Lag 16A2": no preposition, or "spelat 1997 enligt Lag 16A2" would be of 1997.
_BOOKS = any_of(set(every_word("edition_links")) - set(every_word("edition_prepositions")))
_LAWS = any_form(every_word("laws_of_year"))
_TITLES = any_form(every_word("book_titles"))
_EDITIONS = any_of(word.rstrip("-") for field in ("laws_of_year", "edition_names") for word in every_word(field))
_NUMBERS = re.compile(rf"(?<!\w){any_of(every_word('all_numbers'))}(?!\w)", re.IGNORECASE)
_BEHIND = re.compile(rf"[\s,;]*[(\[]?\s*(?:(?:{_LINKS})\s+)*(?P<when>{_DAY}|{YEAR})(?![\d/])", re.IGNORECASE)
_BEFORE = re.compile(
    rf"(?P<when>{YEAR})(?:[-–][^\W\d_]+|['’]s)?[\s,:]*(?:(?:{_BOOKS})\s+)?(?:{_LAWS}['’]?s?\s+)?\Z", re.IGNORECASE
)
# "Love for turneringsbridge 2017", "lagarna från 2017", "Laws of Duplicate Bridge 2017", "2017-lovene".
_BOOK = re.compile(
    rf"\b{_TITLES}\b[^.;\n§\d]{{0,45}}?\b(?P<when>{YEAR})\b|\b(?P<first>{YEAR})[-–\s]{_EDITIONS}\w*", re.IGNORECASE
)
# "I lovene fra 1997 gav § 12 C 3 ret", "Under the 1997 Laws, Laws 12C3 and 16A2": the book at the head of a sentence or
# behind a preposition, then words without a number, then nothing but a list up to the number.
_PREPOSITIONS = any_of(every_word("edition_prepositions"))
_ARTICLES = any_of(every_word("book_articles"))
_SIGNED = rf"(?:(?:§+|{any_of({word for f in ('signs', 'law_words') for word in every_word(f)})}(?!\w))\s*)?"
_OPENS = re.compile(
    rf"(?:\A|(?<=[.!?;:\n])\s+|\b{_PREPOSITIONS}\s+)(?:{_ARTICLES}\s+)?(?:{_BOOK.pattern})[^.;\n§\d]{{0,45}}?"
    rf"(?:{_SIGNED}\d[\w()]*(?:\s?(?-i:[A-Z])\b|\s\d+\b|\s(?-i:[a-z])\b(?!\s[a-z]{{2}}))*\s*(?:,|{any_of(every_word('ands'))}\b)\s*)*\Z",
    re.IGNORECASE,
)
_SENTENCE = 160
# "tidligere § 16 C 2", "§ 16 C 2 (gammel)", "§ 16 C 2 i de gamle love": of which laws is not said.
_FORMER = any_of(every_word("former"))
_FORMER_BEFORE = re.compile(rf"(?<!\w){_FORMER}\s*:?\s*\Z", re.IGNORECASE)
_FORMER_BEHIND = re.compile(
    rf"\s*(?:[(\[]\s*(?:(?:{_LINKS}|{_ARTICLES})\s+)*{_FORMER}(?!\w)[^\n.;()]{{0,25}}[)\]]"
    rf"|,?\s+(?:(?:{_LINKS}|{_ARTICLES})\s+)*{_FORMER}\s+(?:{_TITLES}|{_EDITIONS}\w*))",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    rf"§\s?\d|(?<!\d)\d\d?\s?[A-Z](?!\w)|(?<!\d)\d\d?[A-Z]\d|{_SIGNED[:-1]}\d\d?(?!\d)", re.IGNORECASE
)


@dataclass(frozen=True)
class MeantEdition:
    """An edition of the laws, "" when it is not known, and how it is known; ``named`` are those of which a document
    names several without saying which its numbers are of."""

    edition: str = ""
    basis: EditionBasis = ""
    named: tuple[str, ...] = ()


def edition_beside(text: str, start: int, end: int, editions: Iterable[Edition]) -> MeantEdition | None:
    """The edition that is named beside a number: "§ 16 C (2007)", "2007-lovenes § 16 C", or at the head of its
    sentence: "I lovene fra 2007 sagde § 16 C, at"; None where none is, not known where only older laws are meant.

    >>> edition_beside("se § 16 C i lovene fra 2007.", 3, 9, [Edition("laws", "2007", None, None)]).edition
    '2007'
    """
    behind = _BEHIND.match(text, end, end + _NEAR)
    before = _BEFORE.search(text, max(0, start - _NEAR), start)
    match = behind or before or _OPENS.search(text, max(0, start - _SENTENCE), start)
    if match is None:
        former = _FORMER_BEHIND.match(text, end, end + _NEAR) or _FORMER_BEFORE.search(
            text, max(0, start - _NEAR), start
        )
        return MeantEdition() if former else None
    mention = read_edition(f"1 {match['when'] or match['first']}", editions)
    return MeantEdition(mention.edition, "beside") if mention is not None and mention.edition else None


def edition_of_document(texts: Sequence[str], editions: Sequence[Edition]) -> MeantEdition:
    """The edition that a document names for its numbers: the only one, that of the sentence about its numbers, or the
    only one of its sentences without numbers.

    >>> known = [Edition("laws", year, None, None) for year in ("2007", "2017")]
    >>> edition_of_document(["Alle numre er fra lovene fra 2017. Tidligere gjaldt lovene fra 2007."], known).edition
    '2017'
    >>> edition_of_document(["Lovene fra 2017 og lovene fra 2007."], known).named
    ('2007', '2017')
    """
    named = editions_named(texts, editions)
    if len(named) > 1:
        about = [one for text in texts for one in re.split(r"(?<=[.!?])\s+", text) if _NUMBERS.search(one)]
        # Laws that are named with a number are that number's.
        apart = [one for text in texts for one in re.split(r"(?<=[.!?])\s+", text) if not _NUMBERED.search(one)]
        meant = editions_named(about, editions) or editions_named(apart, editions)
        if len(meant) != 1:
            return MeantEdition(named=tuple(sorted(named)))
        named = meant
    return MeantEdition(next(iter(named)), "document") if named else MeantEdition()


def editions_named(texts: Sequence[str], editions: Iterable[Edition]) -> frozenset[str]:
    """The editions of the laws that a document names as books, as numbers of editions only: a year alone is none.

    A year behind a number is that number's, not the document's.

    >>> known = [Edition("laws", "2017", None, None)]
    >>> sorted(editions_named(["Love for turneringsbridge 2017 gælder."], known))
    ['2017']
    >>> sorted(editions_named(["Efter lovenes § 12 C 1 e (2017) gælder det."], known))
    []
    """
    known = {edition.edition for edition in editions}
    found = {match["when"] or match["first"] for text in texts for match in _BOOK.finditer(text)}
    return frozenset(found & known)
