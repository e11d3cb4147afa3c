"""Why a file was refused or cannot be read, in the words of the reader's language."""

from __future__ import annotations

from app.i18n.words import UiLanguage, words
from corpus.precedents.refusal import Refusal


def refusal_words(refusal: Refusal, ui: UiLanguage) -> str:
    """The reason as part of a sentence. A cause from the operating system or lxml stays in English.

    >>> refusal_words(Refusal("ending", suffix=".pdf"), "en")
    'files ending in .pdf are not read: save it as .txt, .md or .html'
    """
    return words(ui)[f"desk_unreadable_{refusal.code}"].format(**vars(refusal))
