"""Why a file was refused or cannot be read, in the language of the page.

The readers of files tell it in English, for the command line; the English column of ``desk.tsv`` holds the same
sentences as templates, and the other columns say them again.
"""

from __future__ import annotations

import re
from functools import cache

from app.i18n.words import words as page_words
from app.i18n.words_desk import words
from app.reader.address import UiLanguage

_KEY = "unreadable_"


def refusal(reason: str, ui: UiLanguage) -> str:
    """The reason as the reader would say it; one that no template knows stays English and says so."""
    for key, sentence in _patterns():
        if found := sentence.fullmatch(reason):
            return words(ui)[key].format(**found.groupdict())
    return reason if ui == "en" else f"{reason} ({page_words(ui)['only_english']})"


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    templates = {key: text for key, text in words("en").items() if key.startswith(_KEY)}
    return tuple((key, _pattern(text)) for key, text in templates.items())


def _pattern(template: str) -> re.Pattern[str]:
    """What ``template.format(...)`` gives, turned back into its values."""
    pieces = re.split(r"\{(\w+)\}", template)
    found = (f"(?P<{piece}>.+)" if n % 2 else re.escape(piece) for n, piece in enumerate(pieces))
    return re.compile("".join(found), re.DOTALL)
