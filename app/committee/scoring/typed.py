"""An adjusted score as it is typed, line by line, read into numbers; what cannot be read is named."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from app.committee.scoring.adjusted import (
    SIDES,
    AdjustedScore,
    Adjustment,
    AdjustmentError,
    Award,
    PossibleResult,
    SideScore,
    adjusted_score,
    is_balanced,
)
from app.committee.scoring.arithmetic import ScoreStep, step
from app.committee.scoring.choices import (
    FORMS_OF_SCORING,
    OFFENDING_SIDES,
    REGULATIONS_LANGUAGE,
    VULNERABILITIES,
    OffendingSide,
    ScoringForm,
)
from app.committee.scoring.comparison import NotOnScaleError
from app.committee.scoring.duplicate import duplicate_score
from app.committee.scoring.tables import ArtificialKind, ScoringTables
from app.committee.scoring.victory_points import match_points
from corpus.board.contract import (
    BadContractError,
    Seat,
    Side,
    Vulnerability,
    parse_contract,
    parse_score,
    parse_seat,
    parse_whole,
)
from corpus.dossiers.dossier import TypedAdjustment

_LINE = re.compile(
    r"(?:(?P<side>NS|EW|ØV|ÖV)\s*:?\s+)?(?:(?P<weight>\d{1,3}(?:[.,]\d{1,3})?)\s*%\s*)?(?P<rest>.+)",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"[\s,;]+(?=[+\-−–\d])")
_SERIES = 16  # boards after which dealer and vulnerability begin anew (law 2)


@dataclass(frozen=True)
class ScoreWork:
    """A worked-out adjustment; ``match`` has a side's IMPs and victory points where the match's length is known.

    Without the federation's rules it has the IMPs alone. ``open_rules`` is True where the laws leave a part of the
    score to the organiser, whose rule was not chosen: rounding, victory points, or what the other tables get.
    """

    adjustment: Adjustment
    score: AdjustedScore
    match: tuple[tuple[Side, *tuple[ScoreStep, ...]], ...] = ()

    @property
    def two_results(self) -> bool:
        """True for a knockout match in which rounding each side by itself leaves a score that is not the other's."""
        return (
            self.adjustment.knockout and self.adjustment.form == "teams" and self.score.ns.given != -self.score.ew.given
        )

    @property
    def open_rules(self) -> bool:
        if self.adjustment.dbf:
            return False
        fraction = any(one.given.denominator != 1 for one in (self.score.ns, self.score.ew))
        return fraction or bool(self.match) or (self.adjustment.form == "pairs" and not is_balanced(self.adjustment))

    def steps(self, side: SideScore) -> tuple[ScoreStep, ...]:
        """All steps of a side's score, those of the match last."""
        return (*side.steps, *(step for name, *closing in self.match if name == side.side for step in closing))


def work_out(
    typed: TypedAdjustment, board: str, tables: ScoringTables, case_language: str = REGULATIONS_LANGUAGE
) -> ScoreWork:
    """The adjusted score of what was typed. Raises AdjustmentError naming what cannot be read or does not add up.

    The federation's rules are used in a case of their language, in others only where they are chosen.
    """
    adjustment = read_adjustment(typed, board, tables, case_language)
    try:
        score = adjusted_score(adjustment, tables)
        return ScoreWork(
            adjustment, score, _match(typed, adjustment, score, tables) if adjustment.form == "teams" else ()
        )
    except NotOnScaleError as error:
        raise AdjustmentError("scale", found=str(error.number)) from error


def read_adjustment(
    typed: TypedAdjustment, board: str, tables: ScoringTables, case_language: str = REGULATIONS_LANGUAGE
) -> Adjustment:
    """The numbers of what was typed, and which rules are used. Raises AdjustmentError."""
    zone = vulnerability(typed.vulnerable, board, tables)
    read = [_outcome(line, zone, tables) for line in re.split(r"[\n;]", typed.outcomes) if line.strip()]
    form: ScoringForm = next((form for form in FORMS_OF_SCORING if form == typed.form), "teams")
    offending: OffendingSide = next((side for side in OFFENDING_SIDES if side == typed.offending), "")
    dbf = case_language == REGULATIONS_LANGUAGE or "dbf" in typed.rules
    return Adjustment(
        form=form,
        awards={side: _award(side, [award for own, award in read if own in ("", side)]) for side in SIDES},
        others=tuple(_other(one) for one in _BETWEEN.split(typed.others) if one.strip(" ,;\n")),
        offending=offending,
        knockout="knockout" in typed.rules,
        incomparable="incomparable" in typed.rules,
        dbf=dbf,
        rounded=dbf and "unrounded" not in typed.rules,
    )


def vulnerability(typed: str, board: str, tables: ScoringTables) -> Vulnerability:
    """What was typed, else that of the board by law 2; empty when neither is known."""
    chosen: Vulnerability = next((one for one in VULNERABILITIES if one == typed), "")
    number = _board(board)
    return tables.vulnerability[number] if number and not chosen else chosen


def dealer(typed: str, board: str, tables: ScoringTables) -> Seat | None:
    """Who was chosen, else the dealer of the board by law 2; None when neither is known."""
    number = _board(board)
    return parse_seat(typed) if typed else tables.dealers[number] if number else None


def _board(typed: str) -> int:
    """The board's place in its series of sixteen, from 1; 0 when no number is typed."""
    plain = typed.strip()
    return (int(plain) - 1) % _SERIES + 1 if plain.isdecimal() and len(plain) < 4 and int(plain) else 0


def _outcome(line: str, zone: Vulnerability, tables: ScoringTables) -> tuple[str, PossibleResult | ArtificialKind]:
    """A line as its side (empty for both) and its outcome; one without weight is the whole."""
    match = _LINE.fullmatch(line.strip())
    if match is None:
        raise AdjustmentError("outcome", found=line.strip())
    side = "" if not match["side"] else "NS" if match["side"].upper() == "NS" else "EW"
    words = match["rest"].strip()
    if kind := tables.artificial.get(" ".join(words.casefold().split())):
        return side, kind
    weight = Fraction((match["weight"] or "100").replace(",", ".")) / 100
    score = parse_score(words)
    if score is not None:
        return side, PossibleResult(weight, score, typed=words)
    try:
        played = parse_contract(words)
    except BadContractError:
        raise AdjustmentError("outcome", found=line.strip()) from None
    if not zone and played is not None:
        raise AdjustmentError("vulnerability", found=words)
    sheet = duplicate_score(played, zone, tables)
    return side, PossibleResult(weight, sheet.score, sheet, words)


def _award(side: Side, found: list[PossibleResult | ArtificialKind]) -> Award:
    outcomes = tuple(one for one in found if isinstance(one, PossibleResult))
    kinds = [one for one in found if not isinstance(one, PossibleResult)]
    if not kinds:
        return outcomes
    if outcomes or len(kinds) > 1:
        raise AdjustmentError("mixed", side)
    return kinds[0]


def _other(typed: str) -> int:
    score = parse_score(typed.strip(" ,;"))
    if score is None:
        raise AdjustmentError("score", found=typed)
    return score


def _match(
    typed: TypedAdjustment, adjustment: Adjustment, score: AdjustedScore, tables: ScoringTables
) -> tuple[tuple[Side, *tuple[ScoreStep, ...]], ...]:
    """Both teams' match with this board in it; each has its own, since the two scores may not balance."""
    if not typed.boards.strip():
        return ()
    boards, rest = _whole(typed.boards), _whole(typed.rest or "0")
    sides = ((score.ns, 1), (score.ew, -1))
    sums = {one.side: step("match", sign * rest + one.given, rest=sign * rest, board=one.given) for one, sign in sides}
    if not adjustment.dbf:
        return tuple(sums.items())
    if any(total.amount.denominator != 1 for total in sums.values()):
        return ()
    return tuple((side, total, match_points(int(total.amount), boards, tables).step) for side, total in sums.items())


def _whole(typed: str) -> int:
    number = parse_whole(typed)
    if number is None:
        raise AdjustmentError("number", found=typed)
    return number
