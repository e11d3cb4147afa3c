"""Editors' notes on rows of the concordance and on judgements, in the languages of the interface.

Notes are written in English; ``data/lexicon/remarks.tsv`` has their translations, a row a note, in the form of
``words.tsv``. A note without a row is shown in English and marked as such.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from html import escape

from app.i18n.words import UiLanguage, read_words, words
from corpus import store


@cache
def translated_notes() -> Mapping[UiLanguage, Mapping[str, str]]:
    """The notes by language and by their English words, read once."""
    return read_words(store.load_lexicon("remarks.tsv"))


def note_html(text: str, ui: UiLanguage, *, marked: bool = True) -> str:
    """A note in the reader's language, as HTML; an untranslated one is ``marked`` as English, unless the page does it.

    >>> note_html("seen once", "da")
    '<span lang="en">seen once</span> (redaktionens note, på engelsk)'
    """
    if known := translated_notes()[ui].get(text):
        return escape(known)
    mark = f" ({escape(words(ui)['in_english'])})" if marked and ui != "en" else ""
    return f'<span lang="en">{escape(text)}</span>{mark}'
