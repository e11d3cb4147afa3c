"""A sum with its reasons: every step is a number, the numbers it was made of and the provision that orders it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

StepTerm = Literal[
    "trick",  # count x unit
    "notrump",  # first + count x unit
    "slam-small",
    "slam-grand",
    "overtricks",  # count x unit
    "game",
    "partscore",
    "insult-doubled",  # the bonus for a doubled contract made
    "insult-redoubled",
    "undertricks",  # count tricks
    "passed-out",
    "imps",  # ours - theirs = difference
    "imps-field",  # ours against count other tables
    "matchpoints",  # worse and equal scores of count
    "weighted",  # weight x value
    "weighted-sum",
    "artificial-imps",
    "artificial-field",  # count x unit
    "artificial-share",  # percent of top
    "more-favourable",  # 86B2b
    "counterpart",  # 86B2b
    "average",  # 12C4
    "rounded-up",
    "rounded-down",
    "percentage",
    "match",  # IMPs of the other boards + this one
    "victory-points",
]


@dataclass(frozen=True)
class Provenance:
    """Where a step is ordered: ``laws`` or ``dbf``, and the provision; both empty for mere addition."""

    work: str = ""
    place: str = ""


@dataclass(frozen=True)
class ScoreStep:
    """One step; ``values`` are the numbers it was made of, by name. ``amount`` is what it gives."""

    term: StepTerm
    amount: Fraction
    basis: Provenance = Provenance()
    values: tuple[tuple[str, Fraction], ...] = ()


def step(
    term: StepTerm, amount: Fraction | int, work: str = "", place: str = "", **values: Fraction | int
) -> ScoreStep:
    """A step of plain numbers.

    >>> step("trick", 120, "laws", "77", count=4, unit=30).amount
    Fraction(120, 1)
    """
    made_of = tuple((name, Fraction(value)) for name, value in values.items())
    return ScoreStep(term, Fraction(amount), Provenance(work, place), made_of)
