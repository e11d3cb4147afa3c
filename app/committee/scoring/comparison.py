"""One score against others: IMPs (78B), IMPs across the field (DBf 203), matchpoints (78A)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from app.committee.scoring.arithmetic import ScoreStep, step
from app.committee.scoring.tables import ScoringTables


def imps(difference: int, tables: ScoringTables) -> int:
    """The IMPs of a difference in points, with its sign. Every score ends in 0, so the scale has no gaps.

    Raises NotOnScaleError for one that is no score.
    """
    size = abs(difference)
    row = next((row for row in tables.imps if row.holds(size)), None)
    if row is None:
        raise NotOnScaleError(size)
    return row.gives[0] if difference > 0 else -row.gives[0]


class NotOnScaleError(ValueError):
    """A number that a scale does not have; ``number`` is it."""

    def __init__(self, number: int) -> None:
        super().__init__(f"{number} is not on the scale")
        self.number = number


def imp_step(ours: int, theirs: int, tables: ScoringTables) -> ScoreStep:
    """Our side's score against that of the same side at the other table."""
    difference = ours - theirs
    return step("imps", imps(difference, tables), "laws", "78B", ours=ours, theirs=theirs, difference=difference)


def field_imp_step(ours: int, others: Sequence[int], tables: ScoringTables, work: str, place: str) -> ScoreStep:
    """The sum of the IMPs against each score of the same side at the other tables; ``work`` and ``place`` order it."""
    total = sum(imps(ours - other, tables) for other in others)
    return step("imps-field", total, work, place, ours=ours, count=len(others))


def matchpoint_step(ours: int, others: Sequence[int], tables: ScoringTables) -> ScoreStep:
    """Matchpoints of a score among those of the same side: two for a worse one, one for an equal one."""
    worse, equal = sum(other < ours for other in others), sum(other == ours for other in others)
    each = (tables.numbers["worse"], tables.numbers["equal"])
    amount = worse * each[0] + equal * each[1]
    return step("matchpoints", amount, "laws", "78A", ours=ours, worse=worse, equal=equal, count=len(others))


def top(tables: ScoringTables, others: int) -> Fraction:
    """The most matchpoints there are against ``others`` scores."""
    return Fraction(tables.numbers["worse"] * others)
