"""The interface's own words in Danish, Norwegian, Swedish and English. The words of the laws are never here.

They stand in ``words.tsv``, one row a key and one column a language; a row with a gap stops the program at its start,
so there is no half-translated page.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from types import MappingProxyType

from app.reader.address import UI_LANGUAGES, UiLanguage
from corpus import languages

LANGUAGES: Mapping[str, str] = MappingProxyType({code: language.name for code, language in languages.LANGUAGES.items()})


class WordsError(ValueError):
    """A row of ``words.tsv`` that is not complete."""


def read_words(text: str) -> dict[UiLanguage, Mapping[str, str]]:
    """Words by language and key, from tab-separated rows under a heading. Raises WordsError naming the key."""
    heading, *rows = (line.split("\t") for line in text.splitlines() if line)
    if heading != ["key", *UI_LANGUAGES]:
        raise WordsError(f"words.tsv: heading {heading} is not key, {', '.join(UI_LANGUAGES)}")
    for row in rows:
        if len(row) != len(heading) or not all(cell.strip() for cell in row):
            raise WordsError(f"words.tsv: {row[0]!r} needs {len(UI_LANGUAGES)} filled columns")
    if len({row[0] for row in rows}) != len(rows):
        raise WordsError("words.tsv: a key stands twice")
    return {ui: MappingProxyType({row[0]: row[n] for row in rows}) for n, ui in enumerate(UI_LANGUAGES, 1)}


WORDS: Mapping[UiLanguage, Mapping[str, str]] = MappingProxyType(
    read_words(Path(__file__).with_name("words.tsv").read_text(encoding="utf-8"))
)

# "January" to "December", parted by blanks: a row of words.tsv as well.
_MONTHS = "months"


def words(ui: UiLanguage) -> Mapping[str, str]:
    """All words of the interface in one language."""
    return WORDS[ui]


def day(when: date, ui: UiLanguage) -> str:
    """A date in the language's own form: ``1. marts 2009``, ``1 mars 2009``."""
    dot = "." if ui in ("da", "nb") else ""
    return f"{when.day}{dot} {WORDS[ui][_MONTHS].split()[when.month - 1]} {when.year}"


def count(number: int, ui: UiLanguage) -> str:
    """A number with the language's thousands mark."""
    mark = {"da": ".", "nb": "\u00a0", "sv": "\u00a0", "en": ","}[ui]
    return f"{number:,}".replace(",", mark)
