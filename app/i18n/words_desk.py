"""The words of the committee's desk (precedents, dossier, paper, procedure) in the four languages of the interface.

They stand in ``desk.tsv``, in the form of ``words.tsv``.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from app.i18n.words import read_words
from app.reader.address import UI_LANGUAGES, UiLanguage

WORDS: Mapping[UiLanguage, Mapping[str, str]] = MappingProxyType(
    read_words(Path(__file__).with_name("desk.tsv").read_text(encoding="utf-8"))
)


def words(language: str) -> Mapping[str, str]:
    """The desk's words in an interface language; English for a language that the interface does not have."""
    return WORDS[next((ui for ui in UI_LANGUAGES if ui == language), "en")]
