"""Editors' notes on rows of the concordance and on judgements, in the languages of the interface.

Notes are written in English; ``data/lexicon/remarks.tsv`` has their translations, a row a note, in the form of
``words.tsv``. A note without a row is shown in English and marked as such.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from app.i18n.words import UiLanguage, read_words
from corpus import store


@cache
def translated_notes() -> Mapping[UiLanguage, Mapping[str, str]]:
    """The notes by language and by their English words, read once."""
    return read_words(store.load_lexicon("remarks.tsv"))
