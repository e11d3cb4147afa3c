"""What editors wrote beside rows of the concordance and judgements, in the languages of the interface.

The notes stand in English where they were written; ``data/lexicon/remarks.tsv`` says them again, a row a note, in the
form of ``words.tsv``. A note that has no row yet is shown in English and says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from html import escape

from app.i18n.words import read_words, words
from app.reader.address import UiLanguage
from corpus import store


@cache
def remarks() -> Mapping[UiLanguage, Mapping[str, str]]:
    """The notes by language and by their English words, read once."""
    return read_words(store.load_lexicon("remarks.tsv"))


def remark(text: str, ui: UiLanguage, *, told: bool = True) -> str:
    """A note in the reader's language, as HTML; ``told``, one in English says so. A page may say it once for all."""
    if known := remarks()[ui].get(text):
        return escape(known)
    said = f" ({escape(words(ui)['in_english'])})" if told and ui != "en" else ""
    return f'<span lang="en">{escape(text)}</span>{said}'
