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
]
FORMS_OF_SCORING: tuple[ScoringForm, ...] = get_args(ScoringForm)
OFFENDING_SIDES: tuple[OffendingSide, ...] = get_args(OffendingSide)
SCORING_RULES: tuple[ScoringRule, ...] = get_args(ScoringRule)
VULNERABILITIES: tuple[Vulnerability, ...] = get_args(Vulnerability)
