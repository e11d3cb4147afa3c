"""Victory points of a match by the federation's scale (DBf 202)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from app.committee.scoring.arithmetic import ScoreStep, step
from app.committee.scoring.comparison import NotOnScaleError
from app.committee.scoring.tables import ScoringTables


@dataclass(frozen=True)
class MatchPoints:
    """The victory points of both teams; ``scale`` is the number of boards whose column was used (DBf 202B2)."""

    ours: int
    theirs: int
    scale: int
    step: ScoreStep


def match_points(difference: int, boards: int, tables: ScoringTables) -> MatchPoints:
    """The victory points of a match won by ``difference`` IMPs, lost where it is negative.

    ``boards`` is the number before any was cancelled (DBf 202B1). Raises NotOnScaleError for more boards than any
    scale has.
    """
    scale = min((length for length in tables.match_points if length >= boards), default=0)
    if not scale or boards < 1:
        raise NotOnScaleError(boards)
    row = next(row for row in tables.match_points[scale] if row.holds(abs(difference)))
    winner, loser = row.gives
    ours, theirs = (winner, loser) if difference >= 0 else (loser, winner)
    made_of = {"difference": difference, "boards": boards, "scale": scale, "other": theirs}
    place = "202A" if scale == boards else "202B2"
    return MatchPoints(ours, theirs, scale, step("victory-points", Fraction(ours), "dbf", place, **made_of))
