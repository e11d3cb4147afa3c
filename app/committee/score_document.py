"""An adjusted score as blocks of the paper: the result first, then every step with its provision."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import count, takewhile

from babel import Locale
from babel.numbers import format_decimal

from app.committee.document_blocks import DocumentBlock, DocumentTable, DocumentText
from app.committee.scoring.adjusted import AdjustmentError
from app.committee.scoring.arithmetic import Provenance, ScoreStep
from app.committee.scoring.choices import REGULATIONS_LANGUAGE
from app.committee.scoring.duplicate import DuplicateScore
from app.committee.scoring.tables import ScoringTables
from app.committee.scoring.typed import ScoreWork, work_out
from app.i18n.words import UiLanguage, words
from corpus import languages
from corpus.dossiers.dossier import TypedAdjustment
from corpus.ids import ProvisionId
from corpus.registry import LAWS

# Scores and differences carry their sign; counts and points have none but a minus.
_SIGNED = frozenset(("ours", "theirs", "difference", "rest", "board"))
_MINUS = "\N{MINUS SIGN}"


def compose_score(
    typed: TypedAdjustment,
    board: str,
    tables: ScoringTables,
    ui: UiLanguage,
    case_language: str = REGULATIONS_LANGUAGE,
) -> tuple[DocumentBlock, ...]:
    """The score of a case; one that cannot be worked out is a notice that says why. Nothing for one not begun.

    ``case_language`` decides whose rules hold beside the laws, whatever language the words are in.
    """
    if not typed.outcomes.strip():
        return ()
    try:
        work = work_out(typed, board, tables, case_language)
    except AdjustmentError as error:
        return (DocumentText("notice", adjustment_fault_words(error, ui)),)
    return tuple(_score(work, tables, ui))


def score_lines(work: ScoreWork, ui: UiLanguage) -> tuple[str, ...]:
    """What each side gets: ``NS +5 imp``."""
    key = f"score_result_{work.adjustment.form}"
    signed = work.adjustment.form != "pairs"
    return tuple(
        words(ui)[key].format(
            side=words(ui)[f"score_side_{one.side}"],
            amount=number(one.given, ui, signed),
            plural=_plural(one.given, ui),
        )
        for one in (work.score.ns, work.score.ew)
    )


def two_results_words(work: ScoreWork, ui: UiLanguage) -> str:
    """That a knockout match would have two results, and who settles it; empty where it has one."""
    if not work.two_results:
        return ""
    exact = words(ui)["score_result_teams"].format(
        side=words(ui)["score_side_NS"],
        amount=number(work.score.ns.exact, ui, signed=True),
        plural=_plural(work.score.ns.exact, ui),
    )
    return words(ui)["score_two_results"].format(exact=exact, given="; ".join(score_lines(work, ui)))


def decided(score: Sequence[DocumentBlock]) -> Iterator[DocumentBlock]:
    """What of a composed score belongs beside the decision: the result, and what stands in its way."""
    if score and isinstance(score[0], DocumentText) and score[0].style == "result":
        yield from takewhile(lambda block: isinstance(block, DocumentText), score)


def sum_words(step: ScoreStep, ui: UiLanguage) -> str:
    """A step as a sum in words."""
    values = {name: number(value, ui, name in _SIGNED) for name, value in step.values}
    amount = number(step.amount, ui)
    return words(ui)[f"score_{step.term}"].format(amount=amount, plural=_plural(step.amount, ui), **values)


def _plural(amount: Fraction, ui: UiLanguage) -> str:
    """What follows a unit in English, which alone has plurals of them: "1 IMP", "-3 IMPs", "-3 imp"."""
    return "s" if ui == "en" and abs(amount) != 1 else ""


def basis_words(basis: Provenance, ui: UiLanguage) -> str:
    """The provision of a step as it is cited: ``§ 78 B``, ``DBf § 202 A``."""
    if not basis.place:
        return ""
    # The regulations are Danish, whoever cites them.
    place = ProvisionId.of(basis.place)
    return place.printed(ui) if basis.work == LAWS else f"DBf {place.printed(REGULATIONS_LANGUAGE)}"


def number(value: Fraction, ui: UiLanguage, signed: bool = False) -> str:
    """A number with at most two decimals in the language's form, its minus sign a real one.

    One that is not whole has as many as show it: -0.996 is rounded to 0, and -1 is not.

    >>> number(Fraction(21, 5), "da"), number(Fraction(-50), "en", signed=True), number(Fraction(9), "sv", signed=True)
    ('4,2', '−50', '+9')
    >>> number(Fraction("-0.996"), "da"), number(Fraction("33.333"), "en")
    ('−0,996', '33.33')
    """
    locale = Locale.parse(languages.language(ui).locale, sep="-")
    decimals = next(n for n in count(2) if value.denominator == 1 or round(value, n).denominator != 1)
    text = format_decimal(abs(value.numerator) / value.denominator, f"0.{'#' * decimals}", locale=locale)
    return (_MINUS if value < 0 else "+" if signed and value > 0 else "") + text


def adjustment_fault_words(error: AdjustmentError, ui: UiLanguage) -> str:
    """Why a score cannot be worked out, and what would be right."""
    side = words(ui)[f"score_side_{error.side}"] if error.side else ""
    return words(ui)[f"score_fault_{error.code}"].format(side=side, found=error.found)


def _score(work: ScoreWork, tables: ScoringTables, ui: UiLanguage) -> Iterator[DocumentBlock]:
    names = words(ui)
    yield DocumentText("result", "; ".join(score_lines(work, ui)))
    if told := two_results_words(work, ui):
        yield DocumentText("notice", told)
    if rows := tuple(_outcomes(work, ui)):
        yield DocumentTable((_heading(names, "outcome", "ns_score", "sum"), *rows), header=1)
    for one in (work.score.ns, work.score.ew):
        caption = names[f"score_side_{one.side}"]
        yield DocumentTable((_heading(names, "sum", ""), *_steps(work.steps(one), ui)), header=1, caption=caption)
    if work.score.others:
        rows = tuple(
            (number(Fraction(o.score), ui, True), number(o.ns, ui), number(o.ew, ui)) for o in work.score.others
        )
        heading = (names["score_ns_score"], names["score_side_NS"], names["score_side_EW"])
        yield DocumentTable((heading, *rows), header=1, caption=names["score_field"])
    for text in _superseded(work, tables):
        yield DocumentText("notice", names["score_superseded"].format(text=text))
    if {"average-plus", "average-minus"} & {
        award for award in work.adjustment.awards.values() if isinstance(award, str)
    }:
        plus, minus = (number(Fraction(tables.numbers[name]), ui) for name in ("average-plus", "average-minus"))
        yield DocumentText("text", names["score_own_percentage"].format(plus=plus, minus=minus))
    if work.open_rules:
        yield DocumentText("text", names["score_laws_alone"])
    yield DocumentText("text", names["score_arithmetic_only"])
    yield DocumentText("source", names["score_read_from"].format(texts=", ".join(_read_from(work, tables))))


def _superseded(work: ScoreWork, tables: ScoringTables) -> Iterator[str]:
    """The short names of texts that the sum uses and that later ones have superseded."""
    steps = (step for one in (work.score.ns, work.score.ew) for step in work.steps(one))
    used = {step.basis.work for step in steps if step.basis.place}
    return (text for of, text in tables.superseded.items() if of in used)


def _read_from(work: ScoreWork, tables: ScoringTables) -> Iterator[str]:
    """The titles of the texts whose numbers and rules the sum may use."""
    named = zip(tables.texts, tables.titles, strict=True)
    return (title for of, title in named if of == LAWS or work.adjustment.dbf)


def _heading(names: Mapping[str, str], *keys: str) -> tuple[str, ...]:
    return tuple(names[f"score_{key}"] if key else names["desk_provision"] for key in keys)


def _steps(steps: Sequence[ScoreStep], ui: UiLanguage) -> Iterator[tuple[str, str]]:
    return ((sum_words(step, ui), basis_words(step.basis, ui)) for step in steps)


def _outcomes(work: ScoreWork, ui: UiLanguage) -> Iterator[tuple[str, str, str]]:
    """How the score of each contract came out, once for each."""
    seen = set()
    for award in work.adjustment.awards.values():
        for outcome in award if not isinstance(award, str) else ():
            if outcome.sheet and outcome.typed not in seen:
                seen.add(outcome.typed)
                score = number(Fraction(outcome.score), ui, signed=True)
                yield outcome.typed, score, sheet_words(outcome.sheet, ui)


def sheet_words(sheet: DuplicateScore, ui: UiLanguage) -> str:
    """How a score came out of a contract, with the law."""
    sums = ", ".join(sum_words(step, ui) for step in sheet.steps)
    return f"{sums} ({basis_words(sheet.steps[0].basis, ui)})"
