"""``lovbro score``: the score of a contract, or an adjusted score with its arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.cli.output import print_answer
from app.committee.score_document import adjustment_fault_words, basis_words, score_lines, sum_words, two_results_words
from app.committee.scoring.adjusted import Adjustment, AdjustmentError, PossibleResult
from app.committee.scoring.arithmetic import ScoreStep
from app.committee.scoring.tables import LEXICON, read_scoring_tables
from app.committee.scoring.typed import ScoreWork, read_adjustment, work_out
from corpus.dossiers.dossier import TypedAdjustment
from corpus.store import load_lexicon, load_library


class ScoreCommandError(ValueError):
    """What was typed gives no score; the message says why and what would be right."""


def score(typed: TypedAdjustment, board: str, as_json: bool) -> None:
    """Print a score. Without scores of other tables each result is scored alone. Raises ScoreCommandError."""
    tables = read_scoring_tables(load_library(), load_lexicon(LEXICON))
    try:
        adjustment = read_adjustment(typed, board, tables)
        artificial = any(isinstance(award, str) for award in adjustment.awards.values())
        if typed.others.strip() or artificial:
            print_answer(_adjusted(work_out(typed, board, tables)), as_json, _text)
            return
    except AdjustmentError as error:
        raise ScoreCommandError(adjustment_fault_words(error, "en")) from error
    print_answer({"outcomes": [_outcome(one) for one in _outcomes(adjustment)]}, as_json, _text)


def _adjusted(work: ScoreWork) -> dict[str, Any]:
    sides: dict[str, Any] = {}
    for one in (work.score.ns, work.score.ew):
        steps = [_step(step) for step in work.steps(one)]
        sides[one.side] = {"exact": float(one.exact), "score": float(one.given), "steps": steps}
    field = [{"score": o.score, "NS": float(o.ns), "EW": float(o.ew)} for o in work.score.others]
    outcomes = [_outcome(one) for one in _outcomes(work.adjustment) if one.sheet]
    answer: dict[str, Any] = {"form": work.adjustment.form, "outcomes": outcomes}
    answer |= sides
    answer |= ({"others": field} if field else {}) | {"message": "; ".join(score_lines(work, "en"))}
    notice = two_results_words(work, "en")
    return answer | ({"notice": notice} if notice else {})


def _outcomes(adjustment: Adjustment) -> list[PossibleResult]:
    """The results of both sides, each once, as typed."""
    found: dict[PossibleResult, None] = {}
    for award in adjustment.awards.values():
        found |= dict.fromkeys(() if isinstance(award, str) else award)
    return list(found)


def _outcome(outcome: PossibleResult) -> dict[str, Any]:
    steps: Sequence[ScoreStep] = outcome.sheet.steps if outcome.sheet else ()
    return {"typed": outcome.typed, "score": outcome.score, "steps": [_step(step) for step in steps]}


def _step(step: ScoreStep) -> dict[str, Any]:
    return {
        "term": step.term,
        "amount": float(step.amount),
        "work": step.basis.work,
        "provision": step.basis.place,
        "values": {name: float(value) for name, value in step.values},
        "words": sum_words(step, "en"),
        "cited": basis_words(step.basis, "en"),
    }


def _text(answer: dict[str, Any]) -> str:
    lines = []
    for outcome in answer["outcomes"]:
        lines += [f"{outcome['typed']}: {outcome['score']:+d} for NS", *_step_lines(outcome["steps"])]
    for side in ("NS", "EW"):
        if side in answer:
            lines += [side, *_step_lines(answer[side]["steps"])]
    lines += [f"  {o['score']:+d}: NS {o['NS']:g}, EW {o['EW']:g}" for o in answer.get("others", ())]
    return "\n".join([*lines, *(answer[key] for key in ("message", "notice") if key in answer)])


def _step_lines(steps: Sequence[dict[str, Any]]) -> list[str]:
    return [f"  {step['words']}" + (f"  [{step['cited']}]" if step["cited"] else "") for step in steps]
