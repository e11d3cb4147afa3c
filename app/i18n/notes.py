"""What editors wrote beside rows of the concordance and judgements, in the languages of the interface.

The notes stand in English where they were written; ``data/lexicon/remarks.tsv`` says them again, a row a note, in the
form of ``words.tsv``. A note that has no row yet is shown in English and says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from app.i18n.words import read_words
from app.reader.address import UiLanguage
from corpus import store


@cache
def remarks() -> Mapping[UiLanguage, Mapping[str, str]]:
    """The notes by language and by their English words, read once."""
    return read_words(store.load_lexicon("remarks.tsv"))
