"""The standing of a text as a sentence: one for pages, books and assistants."""

from __future__ import annotations

from app.i18n.words import UiLanguage, day, words
from corpus.registry import LAWS, ExpressionEntry


def standing_sentence(entry: ExpressionEntry, ui: UiLanguage) -> str:
    """What a reader must know of a text's standing, without full stop.

    Of rules of another work than the laws, a club's, nobody may have said whether they are in force; then it says that.

    >>> from corpus.registry import ExpressionEntry
    >>> club = ExpressionEntry("club", "da", "club", "2020", "Klubbens regler", "Klub", "2017", "preliminary", ())
    >>> standing_sentence(club, "en")
    'Rules of 2020; whether they are in force is not stated'
    """
    since = day(entry.in_force_from, ui) if entry.in_force_from else entry.edition
    is_stated = entry.work == LAWS or entry.standing != "preliminary"
    told = words(ui)[f"standing_{entry.standing if is_stated else 'unstated'}"]
    return told.format(since=since, edition=entry.edition, cites=entry.cites)
