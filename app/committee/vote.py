"""How a committee voted, by what is typed into the field of votes: in figures or in words."""

from __future__ import annotations

from app.build.decision_lexicon import decision_lexicon
from app.committee.procedure import divided_vote
from corpus.precedents.decision import Section
from parser.decisions.meanings import MeaningReader


def is_unanimous(typed: str) -> bool | None:
    """Whether the members were of one mind; None where the words do not tell.

    >>> [is_unanimous(typed) for typed in ("3-0", "2-1", "ikke enstemmig", "enhälligt", "efter pausen")]
    [True, False, False, True, None]
    """
    if votes := divided_vote(typed):
        return not min(votes)
    reader = MeaningReader((Section("decision", "", (typed,)),), (), decision_lexicon(), "")
    return {"yes": True, "no": False}[reader.unanimous.value] if reader.unanimous else None
