"""An adjusted score from what a committee has found: outcomes with weights, or an artificial score, for each side.

The comparison is made for every outcome and then weighed (12C1c), never the other way round: 60 % of 9 IMPs and 40 %
of -3 are 4.2, while the IMPs of a weighed score would be another number.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from app.committee.scoring.arithmetic import ScoreStep, step
from app.committee.scoring.choices import OffendingSide, ScoringForm
from app.committee.scoring.comparison import field_imp_step, imp_step, matchpoint_step, top
from app.committee.scoring.duplicate import DuplicateScore
from app.committee.scoring.tables import ArtificialKind, ScoringTables
from corpus.board.contract import Side

AdjustmentFaultCode = Literal[
    "weights",  # the weights of ``side`` add up to ``found`` per cent
    "no-outcome",  # ``side`` has none
    "no-other-table",
    "one-other-table",  # a team match has one, not ``found``
    "outcome",  # ``found`` is no outcome
    "mixed",  # ``side`` has an artificial score beside other outcomes
    "score",  # ``found`` is no score of another table
    "vulnerability",  # ``found`` is a contract, and neither a board nor a vulnerability is given
    "number",  # ``found`` is no whole number
    "scale",  # ``found`` is beyond a scale
    "artificial-field",  # what average plus is in IMPs across the field, the laws do not say
]
SIDES: tuple[Side, Side] = ("NS", "EW")


@dataclass(frozen=True)
class PossibleResult:
    """A result that could have been: its weight, a part of 1, and the score of North-South.

    ``sheet`` is how the score came out of a contract, None when the score itself was typed.
    """

    weight: Fraction
    score: int
    sheet: DuplicateScore | None = None
    typed: str = ""


Award = tuple[PossibleResult, ...] | ArtificialKind


@dataclass(frozen=True)
class Adjustment:
    """What a committee has found. ``others`` are the scores of North-South at the other tables, one in a team match.

    ``dbf`` turns the federation's rules on (DBf 201B, 202, 203), ``rounded`` DBf 201C, ``knockout`` 12C4,
    ``incomparable`` 86B2b: two results that cannot be compared.
    """

    form: ScoringForm
    awards: Mapping[Side, Award]
    others: tuple[int, ...]
    offending: OffendingSide = ""
    dbf: bool = True
    rounded: bool = True
    knockout: bool = False
    incomparable: bool = False


@dataclass(frozen=True)
class SideScore:
    """What a side gets: IMPs or matchpoints, as they come out and as they are entered (``given``)."""

    side: Side
    steps: tuple[ScoreStep, ...]
    exact: Fraction
    given: Fraction


@dataclass(frozen=True)
class FieldScore:
    """The matchpoints of another table of the field, by its score for North-South."""

    score: int
    ns: Fraction
    ew: Fraction


@dataclass(frozen=True)
class AdjustedScore:
    """Both sides of the table, and in a pairs field every other table, in the order typed.

    The others are left out where no rule says what they get against an adjusted score that is no single result.
    """

    ns: SideScore
    ew: SideScore
    others: tuple[FieldScore, ...] = ()


class AdjustmentError(ValueError):
    """What was typed does not make a sum; ``side`` is where, ``found`` what there was."""

    def __init__(self, code: AdjustmentFaultCode, side: str = "", found: str = "") -> None:
        super().__init__(f"{code} {side} {found}")
        self.code: AdjustmentFaultCode = code
        self.side = side
        self.found = found


def adjusted_score(adjustment: Adjustment, tables: ScoringTables) -> AdjustedScore:
    """The scores of both sides. Raises AdjustmentError, and NotOnScaleError for a score beyond the scale of 78B."""
    _demand_scores(adjustment)
    steps = {side: list(_compared(adjustment, side, tables)) for side in SIDES}
    exact = {side: steps[side][-1].amount for side in SIDES}
    if adjustment.incomparable:
        exact = _settle_incomparable(adjustment, steps, exact, tables)
    if adjustment.knockout and adjustment.form == "teams" and exact["NS"] != -exact["EW"]:
        mean = (exact["NS"] - exact["EW"]) / 2
        for side, sign in (("NS", 1), ("EW", -1)):
            made_of = {"own": exact[side], "counterpart": -exact["EW" if side == "NS" else "NS"]}  # type: ignore[index]
            steps[side].append(step("average", sign * mean, "laws", "12C4", **made_of))  # type: ignore[index]
        exact = {"NS": mean, "EW": -mean}
    ns, ew = (_entered(adjustment, side, steps[side], exact[side], tables) for side in SIDES)
    return AdjustedScore(ns, ew, tuple(_field(adjustment, tables)) if adjustment.form == "pairs" else ())


def is_balanced(adjustment: Adjustment) -> bool:
    """True for one outcome, the same for both sides: it is scored as if it had been obtained (DBf 201B1)."""
    ns, ew = adjustment.awards["NS"], adjustment.awards["EW"]
    return (
        not isinstance(ns, str) and not isinstance(ew, str) and len(ns) == len(ew) == 1 and ns[0].score == ew[0].score
    )


def _demand_scores(adjustment: Adjustment) -> None:
    """The numbers that the form of scoring needs. Raises AdjustmentError."""
    for side, award in adjustment.awards.items():
        if isinstance(award, str):
            continue
        total = sum((outcome.weight for outcome in award), Fraction(0))
        if not award:
            raise AdjustmentError("no-outcome", side)
        if total != 1:
            raise AdjustmentError("weights", side, f"{float(total * 100):g}")
    artificial = all(isinstance(award, str) for award in adjustment.awards.values())
    if not adjustment.others and not (artificial and adjustment.form == "teams"):  # 12C2b names the IMPs themselves
        raise AdjustmentError("no-other-table")
    if adjustment.form == "teams" and len(adjustment.others) > 1:
        raise AdjustmentError("one-other-table", found=str(len(adjustment.others)))


def _compared(adjustment: Adjustment, side: Side, tables: ScoringTables) -> Iterator[ScoreStep]:
    """Every outcome compared and weighed, with the sum as the last step; or the artificial score."""
    award = adjustment.awards[side]
    if isinstance(award, str):
        yield from _artificial(adjustment, side, award, tables)
        return
    total = Fraction(0)
    for outcome in award:
        compared = _comparison(adjustment, side, outcome.score, tables)
        yield compared
        if len(award) > 1:
            value = outcome.weight * compared.amount
            total += value
            yield step("weighted", value, "laws", "12C1c", weight=outcome.weight * 100, value=compared.amount)
    if len(award) > 1:
        yield step("weighted-sum", total, "laws", "12C1c")


def _comparison(adjustment: Adjustment, side: Side, score: int, tables: ScoringTables) -> ScoreStep:
    sign = 1 if side == "NS" else -1
    others = [sign * other for other in adjustment.others]
    if adjustment.form == "teams":
        return imp_step(sign * score, others[0], tables)
    if adjustment.form == "field":
        return field_imp_step(sign * score, others, tables, *(("dbf", "203") if adjustment.dbf else ("laws", "78B")))
    return matchpoint_step(sign * score, others, tables)


def _artificial(adjustment: Adjustment, side: Side, kind: ArtificialKind, tables: ScoringTables) -> Iterator[ScoreStep]:
    sign = {"average-plus": 1, "average": 0, "average-minus": -1}[kind]
    if adjustment.form == "teams":
        name = f"{kind}-imps"
        yield step("artificial-imps", sign * tables.numbers[name] if sign else 0, "laws", "12C2b")
    elif adjustment.form == "field":
        if sign and not adjustment.dbf:
            raise AdjustmentError("artificial-field", side)
        each = tables.numbers["average-imps-field"]
        value = sign * each * len(adjustment.others)
        basis = ("dbf", "203A") if adjustment.dbf else ("laws", "12C2")
        yield step("artificial-field", value, *basis, count=len(adjustment.others), unit=sign * each)
    else:
        percent, best = Fraction(tables.numbers[kind]), top(tables, len(adjustment.others))
        yield step("artificial-share", percent / 100 * best, "laws", "12C2a", percent=percent, top=best)


def _settle_incomparable(
    adjustment: Adjustment,
    steps: Mapping[Side, list[ScoreStep]],
    exact: Mapping[Side, Fraction],
    tables: ScoringTables,
) -> dict[Side, Fraction]:
    """The non-offending side gets average plus or its assigned score, whichever is more; the other its counterpart."""
    if adjustment.offending not in SIDES or adjustment.form != "teams":
        return dict(exact)
    offender: Side = "NS" if adjustment.offending == "NS" else "EW"
    innocent: Side = "EW" if offender == "NS" else "NS"
    plus = Fraction(tables.numbers["average-plus-imps"])
    best = max(plus, exact[innocent])
    steps[innocent].append(step("more-favourable", best, "laws", "86B2b", assigned=exact[innocent], plus=plus))
    steps[offender].append(step("counterpart", -best, "laws", "86B2b"))
    return {innocent: best, offender: -best}


def _entered(
    adjustment: Adjustment, side: Side, steps: Sequence[ScoreStep], exact: Fraction, tables: ScoringTables
) -> SideScore:
    """The score as it is entered: a non-offending side's is rounded up, an offending side's down (DBf 201C1)."""
    given = exact
    every = list(steps)
    if adjustment.rounded and exact.denominator != 1:
        award = adjustment.awards[side]
        # Who gets average minus was at fault, who gets average plus was not, whatever else is typed (12C2a).
        offends = award == "average-minus" or (adjustment.offending in (side, "both") and award != "average-plus")
        given = Fraction(math.floor(exact) if offends else math.ceil(exact))
        place = "201C1b" if offends else "201C1a"
        every.append(step("rounded-down" if offends else "rounded-up", given, "dbf", place, exact=exact))
    if adjustment.form == "pairs":
        best = top(tables, len(adjustment.others))
        every.append(step("percentage", given / best * 100, "laws", "78A", points=given, top=best))
    return SideScore(side, tuple(every), exact, given)


def _field(adjustment: Adjustment, tables: ScoringTables) -> Iterator[FieldScore]:
    """Every other table: against each other by 78A, against the adjusted one by DBf 201B, if that is to be used."""
    award = adjustment.awards["NS"]
    balanced = award[0].score if is_balanced(adjustment) and not isinstance(award, str) else None
    if balanced is None and not adjustment.dbf:
        return
    for number, score in enumerate(adjustment.others):
        rest = [*adjustment.others[:number], *adjustment.others[number + 1 :]]
        if balanced is not None:
            rest.append(balanced)
        ns = matchpoint_step(score, rest, tables).amount
        ew = matchpoint_step(-score, [-other for other in rest], tables).amount
        extra = tables.numbers["comparison"] if balanced is None else 0
        yield FieldScore(score, ns + extra, ew + extra)
