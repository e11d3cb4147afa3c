"""What is chosen of an adjusted score rather than typed: the one list of it for the form, the command and the sum.

Quick to import, so that the command can name the choices before it reads a text.
"""

from __future__ import annotations

from typing import Literal, get_args

from corpus.board.contract import Vulnerability

ScoringForm = Literal["teams", "pairs", "field"]
OffendingSide = Literal["", "NS", "EW", "both"]
ScoringRule = Literal[
    "knockout",  # 12C4
    "incomparable",  # 86B2b: two results that cannot be compared
    "unrounded",  # DBf 201C is not used
    "dbf",  # the federation's own rules (DBf 201-203) in a case of another language, whose organiser chose them
]
REGULATIONS_LANGUAGE = "da"
"""The language of the federation's own rules; cases of other languages they oblige only where they are chosen."""
FORMS_OF_SCORING: tuple[ScoringForm, ...] = get_args(ScoringForm)
OFFENDING_SIDES: tuple[OffendingSide, ...] = get_args(OffendingSide)
SCORING_RULES: tuple[ScoringRule, ...] = get_args(ScoringRule)
VULNERABILITIES: tuple[Vulnerability, ...] = get_args(Vulnerability)


def offered_rules(language: str) -> tuple[ScoringRule, ...]:
    """The rules that may be chosen in a case of a language: where the federation's hold anyway, they are no choice.

    >>> "dbf" in offered_rules("sv"), "dbf" in offered_rules("da")
    (True, False)
    """
    return tuple(rule for rule in SCORING_RULES if rule != "dbf" or language != REGULATIONS_LANGUAGE)
