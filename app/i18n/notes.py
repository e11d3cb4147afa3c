"""Editors' notes on judgements and on rows of the concordance, in the languages of the interface.

Notes are written in English. Those on judgements are translated in ``data/lexicon/remarks.tsv``, a row a note, in the
form of ``words.tsv``; those on rows of the concordance in the tables themselves. A note without a translation is shown
in English and marked as such.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from app.i18n.words import UI_LANGUAGES, UiLanguage, read_words
from corpus import store


@cache
def translated_notes() -> Mapping[UiLanguage, Mapping[str, str]]:
    """The notes by language and by their English words, read once."""
    rows = store.load_tables().translations
    return {
        ui: {**judgements_notes()[ui], **{note: {"en": note, **others}[ui] for note, others in rows.items()}}
        for ui in UI_LANGUAGES
    }


@cache
def judgements_notes() -> Mapping[UiLanguage, Mapping[str, str]]:
    """The notes on judgements, and on printed references, by language and by their English words."""
    return read_words(store.load_lexicon("remarks.tsv"), "data/lexicon/remarks.tsv")
