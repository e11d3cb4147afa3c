"""The interface's own words in Danish, Norwegian, Swedish and English. The words of the laws are never here.

They are in ``words.tsv``, one row a key and one column a language: a translator reads across. A row with a gap stops
the program at its start, so there is no half-translated page. Keys of the committee's pages begin with ``desk_``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from types import MappingProxyType
from typing import Literal, get_args

from corpus import languages
from corpus.schema import FormatError, Loader

UiLanguage = Literal["da", "nb", "sv", "en"]
UI_LANGUAGES: tuple[UiLanguage, ...] = get_args(UiLanguage)
LONGEST_REPEATED = 60  # characters of what a person typed that a message repeats
LANGUAGE_NAMES: Mapping[str, str] = MappingProxyType({code: one.name for code, one in languages.LANGUAGES.items()})
"""By code what a language calls itself."""


class WordsError(FormatError):
    """A row of ``words.tsv``, or of another table in its form, that is not complete."""


def read_words(text: str, file: str = "app/i18n/words.tsv") -> dict[UiLanguage, Mapping[str, str]]:
    r"""Words by language and key, from tab-separated rows under a heading. Raises WordsError naming the line.

    >>> read_words("key\tda\tnb\tsv\ten\nread\tLæs\tLes\tLäs\tRead\n")["sv"]["read"]
    'Läs'
    """
    load = Loader(file, WordsError)
    columns = ("key", *UI_LANGUAGES)
    found: dict[UiLanguage, dict[str, str]] = {ui: {} for ui in UI_LANGUAGES}
    for number, row in load.records(text, "\t", columns):
        if empty := next((column for column in columns if not row[column].strip()), None):
            raise load.fault("absent", f"line {number}", expected=empty)
        if row["key"] in found["en"]:
            raise load.fault("twice", f"line {number}", found=row["key"])
        for ui in UI_LANGUAGES:
            found[ui][row["key"]] = row[ui]
    return {ui: MappingProxyType(table) for ui, table in found.items()}


WORDS: Mapping[UiLanguage, Mapping[str, str]] = MappingProxyType(
    read_words(Path(__file__).with_name("words.tsv").read_text(encoding="utf-8"))
)


def words(ui: UiLanguage) -> Mapping[str, str]:
    """All words of the interface in one language, by key.

    >>> words("nb")["read"]
    'Les'
    """
    return WORDS[ui]


def line_words(first: int, last: int, ui: UiLanguage) -> str:
    """Where in a witness words are: one line, or several.

    >>> line_words(7, 7, "en"), line_words(7, 9, "da")
    ('line 7', 'linje 7–9')
    """
    return words(ui)["line" if first == last else "lines"].format(first=first, last=last)


def day(when: date, ui: UiLanguage) -> str:
    """A date in the language's own form.

    >>> [day(date(2009, 3, 1), ui) for ui in UI_LANGUAGES]
    ['1. marts 2009', '1. mars 2009', '1 mars 2009', '1 March 2009']
    """
    from babel import Locale  # as in count: the command writes neither dates nor large numbers, and answers sooner
    from babel.dates import format_date

    return format_date(when, "long", Locale.parse(languages.language(ui).locale, sep="-"))


def count(number: int, ui: UiLanguage) -> str:
    r"""A number with the language's thousands mark, which may be a no-break space.

    >>> [count(1234, ui) for ui in UI_LANGUAGES]
    ['1.234', '1\xa0234', '1\xa0234', '1,234']
    """
    from babel import Locale
    from babel.numbers import format_decimal

    return format_decimal(number, locale=Locale.parse(languages.language(ui).locale, sep="-"))


def listed(names: Sequence[str], ui: UiLanguage) -> str:
    """Names in a row as a sentence has them.

    >>> [listed(["1997", "2007"], ui) for ui in UI_LANGUAGES]
    ['1997 og 2007', '1997 og 2007', '1997 och 2007', '1997 and 2007']
    """
    from babel import Locale
    from babel.lists import format_list

    return format_list(list(names), locale=Locale.parse(languages.language(ui).locale, sep="-"))


def language_name(code: str, ui: UiLanguage) -> str:
    """The name of a language as it is written in a sentence; written Norwegian is Norwegian.

    >>> [language_name("nb", ui) for ui in UI_LANGUAGES]
    ['norsk', 'norsk', 'norska', 'Norwegian']
    """
    from babel import Locale

    names = Locale.parse(languages.language(ui).locale, sep="-").languages
    return str(names["no" if code == "nb" else code])
