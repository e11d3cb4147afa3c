"""The date of play as a committee types it: one day, or a run of days."""

from __future__ import annotations

from datetime import date
from functools import cache

from app.build.decision_lexicon import decision_lexicon
from parser.decisions.dates import DateReader


def play_date(typed: str, language: str) -> date | None:
    """The first day of play; None for words that name no day, several of them, or one that can be read in two ways.

    >>> play_date("12/3-2004", "da"), play_date("lørdag", "da")
    (datetime.date(2004, 3, 12), None)
    """
    mentions = _reader(language).dates(typed)
    return mentions[0].first if len(mentions) == 1 and len(mentions[0].days) == 1 else None


@cache
def _reader(language: str) -> DateReader:
    return DateReader(decision_lexicon(), language)
