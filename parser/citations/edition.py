"""The edition that a person names beside a number: "16C 2007", "2007 § 26A", "12C1e fra 2007", "16C 12.3.2009".

Only the edition is read here; the number is left for ``parser.citations.query``. A day, or a year that is no
edition's, means the edition in force then.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from corpus.registry import Edition
from parser.lang.words import LANGUAGES, any_of, every_word, words_of

YEAR = r"(?:19|20)\d\d"
"""A year as people write it, as part of a pattern; what may stand around it is for each reader to say."""
_WHEN = (
    rf"(?:(?P<iso>{YEAR}-\d\d?-\d\d?)"
    rf"|(?P<day>\d\d?)[./-]\s?(?P<month>\d\d?)[./-]\s?(?P<of>{YEAR})"
    rf"|(?P<year>{YEAR}))(?!\d)"
)
_JOINING = any_of(every_word("edition_links"))
_FIRST = re.compile(rf"[\s(\[]*{_WHEN}(?:-[^\W\d_]+|['\u2019]s)?[\s)\]:,/]*(?P<rest>\S.*)", re.DOTALL)
_LAST = re.compile(
    rf"(?P<rest>.*\S)\s*(?<![\d.\-])\b{_WHEN}(?:-[^\W\d_]+|['\u2019]s)?(?:\s+(?:{_JOINING}))*[\s)\].?!]*",
    re.DOTALL | re.IGNORECASE,
)
_BETWEEN = " \t\n([,;:/"
_LINK = re.compile(rf"[\s,;:/]+(?P<word>{_JOINING})[\s,;:/]*\Z", re.IGNORECASE)


@dataclass(frozen=True)
class EditionMention:
    """The edition meant, what was typed beside it, and the day that was named, if one was.

    ``edition`` is empty when none of the editions was in force then; ``year`` is the year as typed.
    """

    edition: str
    rest: str
    year: str
    day: date | None = None


def read_edition(text: str, editions: Iterable[Edition]) -> EditionMention | None:
    """The edition named before or behind a number; None when the text names no year and no day.

    >>> read_edition("§ 12 C 1 e (2007)", [Edition("laws", "2007", None, None)])
    EditionMention(edition='2007', rest='§ 12 C 1 e', year='2007', day=None)
    """
    known = tuple(editions)
    for form in (_FIRST, _LAST):
        if (match := form.fullmatch(text)) is None:
            continue
        rest = match["rest"] if form is _FIRST else _without_links(match["rest"])
        if not any(char.isdigit() for char in rest):
            continue
        if match["year"]:
            return EditionMention(_of_year(match["year"], known), rest, match["year"])
        if (day := _day(match)) is not None:
            return EditionMention(_in_force(day, day, known), rest, str(day.year), day)
    return None


def _day(match: re.Match[str]) -> date | None:
    parts = match["iso"].split("-") if match["iso"] else (match["of"], match["month"], match["day"])
    try:
        return date(*map(int, parts))
    except ValueError:
        return None


def _of_year(year: str, editions: tuple[Edition, ...]) -> str:
    if any(edition.edition == year for edition in editions):
        return year
    return _in_force(date(int(year), 1, 1), date(int(year), 12, 31), editions)


def _in_force(first: date, last: date, editions: tuple[Edition, ...]) -> str:
    """The one edition that was in force from one day to the other; empty when none was all the time."""
    return next((edition.edition for edition in editions if edition.in_force(first, last)), "")


def _without_links(text: str) -> str:
    """Without the words that join a number to its year: "16B1 i lovene fra" gives "16B1".

    Each word only once, all of one language, no two prepositions together, and none before a bracket: the last "i" of
    "80 B 2 i i lovene", "80 B 2 i of the", "80 B 2 i fra" and "80 B 2 i (" is a label.
    """
    if text.endswith(("(", "[")):
        return text.rstrip(_BETWEEN)
    taken: list[str] = []
    while (match := _LINK.search(text)) and _joins(match["word"].lower(), taken):
        taken.append(match["word"].lower())
        text = text[: match.start()]
    return text.rstrip(_BETWEEN)


def _joins(word: str, taken: list[str]) -> bool:
    """True when a word before those already ``taken``, the last first, joins a number to its year."""
    phrase = {word, *taken}
    languages = [words_of(code) for code in LANGUAGES if phrase <= set(words_of(code).edition_links)]
    together = {word, taken[-1]} if taken else set()
    return word not in taken and any(not together or not together <= set(w.edition_prepositions) for w in languages)


PATTERNS: Mapping[str, re.Pattern[str]] = {"editionFirst": _FIRST, "editionLast": _LAST, "editionLink": _LINK}
"""The patterns by name, for a reader that is not written in Python."""
