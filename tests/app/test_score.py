"""Scores against arithmetic done again by other means: the scales as bridge players know them, and both texts' rows."""

from __future__ import annotations

import json
import math
import random
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import get_args

import pytest

from app.cli.main import main
from app.committee.document_blocks import DocumentText
from app.committee.dossier_document import compose
from app.committee.score_document import compose_score, sum_words
from app.committee.scoring.adjusted import (
    Adjustment,
    AdjustmentError,
    AdjustmentFaultCode,
    PossibleResult,
    adjusted_score,
)
from app.committee.scoring.arithmetic import StepTerm
from app.committee.scoring.choices import offered_rules
from app.committee.scoring.comparison import NotOnScaleError, imps
from app.committee.scoring.duplicate import duplicate_score
from app.committee.scoring.tables import LEXICON, ScoringTables, ScoringTablesError, read_scoring_tables
from app.committee.scoring.typed import read_adjustment, vulnerability, work_out
from app.committee.scoring.victory_points import match_points
from app.i18n.words import UI_LANGUAGES, WORDS, words
from corpus.board.contract import BadContractError, Side, parse_contract, parse_score
from corpus.dossiers.dossier import Dossier, TypedAdjustment
from corpus.library import Library
from corpus.model import Table
from corpus.store import load_lexicon

# The upper ends of the IMP scale, as on the back of every score card.
ENDS = (10, 40, 80, 120, 160, 210, 260, 310, 360, 420, 490, 590, 740, 890, 1090, 1290, 1490, 1740, 1990, 2240, 2490,
        2990, 3490, 3990)  # fmt: skip


@pytest.fixture(scope="module")
def tables(library: Library) -> ScoringTables:
    return read_scoring_tables(library, load_lexicon(LEXICON))


def imps_by_card(difference: int) -> int:
    size = sum(abs(difference) > end for end in ENDS)
    return size if difference > 0 else -size


def score_by_rule(level: int, strain: str, doubling: str, result: int, vulnerable: bool) -> int:
    """Declarer's score by the rules that players learn by heart."""
    factor = {"undoubled": 1, "doubled": 2, "redoubled": 4}[doubling]
    if result < 0:
        down = -result
        if factor == 1:
            return -down * (100 if vulnerable else 50)
        each = [200] + [300] * 12 if vulnerable else [100, 200, 200] + [300] * 10
        return -sum(each[:down]) * factor // 2
    minor = strain in "CD"
    tricks = (level * (20 if minor else 30) + (10 if strain == "N" else 0)) * factor
    total = tricks + (0 if factor == 1 else 25 * factor)
    total += (500 if vulnerable else 300) if tricks >= 100 else 50
    total += {6: 750 if vulnerable else 500, 7: 1500 if vulnerable else 1000}.get(level, 0)
    over = (20 if minor else 30) if factor == 1 else 50 * factor * (2 if vulnerable else 1)
    return total + result * over


def test_every_contract_scores_as_players_count_it(tables: ScoringTables) -> None:
    """Every level, strain, doubling, result and vulnerability: 7 x 5 x 3 x 14 x 2."""
    count = 0
    for level, strain, doubling, made, zone in product(
        range(1, 8), "CDHSN", ("undoubled", "doubled", "redoubled"), range(14), ("none", "NS")
    ):
        result = made - level - 6
        sign = {"undoubled": "", "doubled": "x", "redoubled": "xx"}[doubling]
        played = parse_contract(f"{level}{strain}{sign} S {result:+d}")
        found = duplicate_score(played, "NS" if zone == "NS" else "none", tables)
        assert score_by_rule(level, strain, doubling, result, zone == "NS") == found.score
        count += 1
    assert 2940 == count


def test_the_other_side_scores_with_the_other_sign(tables: ScoringTables) -> None:
    assert -420 == duplicate_score(parse_contract("4♠ W ="), "none", tables).score
    assert 500 == duplicate_score(parse_contract("4♠ dbl Ø -2"), "EW", tables).score
    assert 0 == duplicate_score(parse_contract("pas"), "all", tables).score


def swedish_rows(library: Library) -> list[list[str]]:
    provision = library.provision("sv-2017", "77")
    assert provision is not None
    return [[cell.replace(" ", "") for cell in row] for block in provision.blocks if isinstance(block, Table)
            for row in block.rows]  # fmt: skip


def test_the_swedish_tables_give_the_same_points(tables: ScoringTables, library: Library) -> None:
    """Lag 77 has its rows in another order: each of its numbers is that of § 77."""
    rows = swedish_rows(library)
    points, names = tables.points, ("undoubled", "doubled", "redoubled")
    trumps, first, following = rows[2:5], rows[5:8], rows[8:11]
    for name, row, one, more in zip(names, trumps, first, following, strict=True):
        assert [str(points["trick", name, strain]) for strain in "CDHS"] == row[1:]
        assert [str(points["notrump", "first", name]), str(points["notrump", "following", name])] == [one[1], more[1]]
    both = ("safe", "vulnerable")
    for size, row in zip(("small", "grand"), rows[12:14], strict=True):
        assert [str(points["slam", size, zone]) for zone in both] == row[1:]
    for name, row in zip(names[1:], rows[16:18], strict=True):
        assert [str(points["overtrick", name, zone]) for zone in both] == row[1:]
    bonuses = ("game-vulnerable", "game-safe", "partscore", "doubled", "redoubled")
    assert [str(points["bonus", name, "points"]) for name in bonuses] == [row[1] for row in rows[18:23]]
    downs = rows[26:29], rows[30:33], rows[34:37]
    for at, name in enumerate(names):
        for column, zone in enumerate(both, 1):
            one, more, extra = (int(part[at][column]) for part in downs)
            table = f"undertrick-{zone}"
            assert (one, more, more + extra) == tuple(points[table, row, name] for row in ("first", "second", "fourth"))


def test_every_row_of_the_imp_scale_begins_and_ends_where_it_should(tables: ScoringTables, library: Library) -> None:
    assert [(row.low, row.gives) for row in tables.imps] == [
        (end + 10 if end else 0, (gives,)) for gives, end in enumerate((0, *ENDS))
    ]
    for difference in range(0, 8010, 10):
        assert imps_by_card(difference) == imps(difference, tables)
        assert -imps_by_card(difference) == imps(-difference, tables)
    swedish = library.provision("sv-2017", "78B")
    assert swedish is not None
    (table,) = (block for block in swedish.blocks if isinstance(block, Table))
    pairs = [row[at : at + 2] for row in table.rows[1:] for at in (0, 2, 4) if row[at]]
    assert len(pairs) == len(tables.imps)
    for span, gives in pairs:
        low, _, high = span.replace("+", "").partition("–")
        assert {int(gives)} == {imps(int(low), tables), imps(int(high or low), tables)}


def test_every_row_of_every_victory_point_scale(tables: ScoringTables, library: Library) -> None:
    provision = library.provision("dbf-2008", "202A")
    assert provision is not None
    count = 0
    for block in provision.blocks:
        for row in block.rows[1:] if isinstance(block, Table) else ():
            ours, theirs = map(int, row[0].split("-"))
            for boards, span in zip(block.rows[0][1:], row[1:], strict=True):
                low, _, high = span.replace("+", "").partition("-")
                for difference in (int(low), int(high or low)):
                    won, lost = (match_points(sign * difference, int(boards), tables) for sign in (1, -1))
                    assert (ours, theirs) == (won.ours, won.theirs)
                    assert {ours, theirs} == {lost.ours, lost.theirs}
                    count += 1
    assert 16 * 12 * 2 == count


def test_a_match_of_another_length_takes_the_next_longer_scale(tables: ScoringTables) -> None:
    assert (8, 24, 24) == tuple(match_points(0, boards, tables).scale for boards in (5, 21, 24))
    assert "202B2" == match_points(0, 21, tables).step.basis.place
    with pytest.raises(NotOnScaleError):
        match_points(0, 49, tables)


def test_the_example_of_the_handbook(tables: ScoringTables) -> None:
    """60 % of +420 and 40 % of -50 against +50: 9 and -3 IMPs, 4.2; +5 to the non-offending side, -5 to the other."""
    typed = TypedAdjustment("teams", "EW", "", "60 % +420\n40 % -50", "+50", "24", "12")
    score = work_out(typed, "", tables).score
    compared = [step.amount for step in score.ns.steps if step.term == "imps"]
    assert ([9, -3], Fraction(42, 10), 5) == (compared, score.ns.exact, score.ns.given)
    assert (Fraction(-42, 10), -5) == (score.ew.exact, score.ew.given)
    assert ["18", "12"] == [str(points.amount) for _, _, points in work_out(typed, "", tables).match]


HANDBOOK = TypedAdjustment("teams", "EW", "", "60 % +420\n40 % -50", "+50", "16", "12")


@pytest.mark.parametrize("language", ["sv", "nb", "en"])
def test_the_federations_rules_are_not_used_where_they_oblige_nobody(language: str, tables: ScoringTables) -> None:
    """The laws do not round and have no victory points: 4.2 and -4.2, and 16.2 IMPs of the match."""
    work = work_out(HANDBOOK, "", tables, language)
    assert (Fraction("4.2"), Fraction("-4.2")) == (work.score.ns.given, work.score.ew.given)
    assert Fraction("16.2") == work.steps(work.score.ns)[-1].amount
    assert {"laws", ""} == {step.basis.work for side in (work.score.ns, work.score.ew) for step in work.steps(side)}
    for ui in UI_LANGUAGES:
        printed = str(compose_score(HANDBOOK, "", tables, ui, language))
        assert words(ui)["score_laws_alone"] in printed, "who does set it, is said"
        assert "DBf" not in printed
    chosen = work_out(replace(HANDBOOK, rules=("dbf",)), "", tables, language)
    assert work_out(HANDBOOK, "", tables) == chosen, "an organiser may choose them"
    exact = work_out(replace(HANDBOOK, rules=("dbf", "unrounded")), "", tables, language)
    assert Fraction("4.2") == exact.score.ns.given


def test_the_paper_of_a_case_uses_the_rules_of_its_own_language(tables: ScoringTables) -> None:
    """A Swedish paper gave "NS +5 imp" by DBf 201C and victory points by DBf 202A, and called both superseded."""
    swedish = Dossier("k", "Ärende", "sv", score=HANDBOOK)
    printed = str(compose(swedish, "sv", tables=tables))
    assert "NS +4,2 imp; ÖV −4,2 imp" in printed
    assert "DBf" not in printed
    danish = str(compose(replace(swedish, language="da"), "da", tables=tables))
    assert "NS +5 imp; ØV −5 imp" in danish
    assert "DBf § 201 C 1 a" in danish
    assert "dbf" in offered_rules("sv")
    assert "dbf" not in offered_rules("da"), "they hold anyway"


def test_a_field_is_compared_by_the_laws_alone_where_the_regulations_oblige_nobody(tables: ScoringTables) -> None:
    """78A and 78B compare with what replaces the score (12C1a); the unit against a weighted one is DBf's (201B2)."""
    plain = TypedAdjustment("pairs", "EW", "", "+430", "420 450 -50")
    weighed = replace(plain, outcomes="50 % +430\n50 % +400")
    assert work_out(plain, "", tables).score.others == work_out(plain, "", tables, "sv").score.others
    assert () == work_out(weighed, "", tables, "sv").score.others
    assert not work_out(plain, "", tables, "sv").open_rules
    assert words("sv")["score_laws_alone"] in str(compose_score(weighed, "", tables, "sv", "sv"))
    field = work_out(replace(weighed, form="field"), "", tables, "nb")
    assert {"78B", "12C1c"} == {step.basis.place for step in field.score.ns.steps}
    with pytest.raises(AdjustmentError) as caught:
        work_out(
            TypedAdjustment("field", outcomes="NS middels pluss\nEW middels minus", others="420 430"), "", tables, "nb"
        )
    assert "artificial-field" == caught.value.code
    average = work_out(TypedAdjustment("field", outcomes="middel", others="420 430"), "", tables, "nb")
    assert 0 == average.score.ns.given


def weighted_by_hand(outcomes: list[tuple[int, int]], others: list[int], form: str, side: int) -> Fraction:
    """Weights in per cent; every comparison counted one by one."""
    total = Fraction(0)
    for percent, score in outcomes:
        ours, theirs = side * score, [side * other for other in others]
        if form == "teams":
            value = imps_by_card(ours - theirs[0])
        elif form == "field":
            value = sum(imps_by_card(ours - other) for other in theirs)
        else:
            value = sum((ours > other) + (ours >= other) for other in theirs)
        total += Fraction(percent, 100) * value
    return total


def test_two_hundred_adjustments_agree_with_sums_done_otherwise(tables: ScoringTables) -> None:
    dice = random.Random(77)
    contracts = list(product(range(1, 8), "CDHSN", ("", "x", "xx")))
    unrounded = 0
    for number in range(200):
        form = ("teams", "pairs", "field")[number % 3]
        offending = dice.choice(("", "NS", "EW", "both"))
        vulnerable = dice.choice(("none", "NS", "EW", "all"))
        awards: dict[str, list[tuple[int, int]]] = {}
        lines = []
        for side in ("NS", "EW"):
            cuts = sorted(dice.sample(range(5, 100, 5), dice.randint(0, 3)))
            weights = [high - low for low, high in zip([0, *cuts], [*cuts, 100], strict=True)]
            awards[side] = []
            for weight in weights:
                level, strain, doubling = dice.choice(contracts)
                declarer, result = dice.choice("NESW"), dice.randint(-6 - level, 7 - level)
                zone = vulnerable == "all" or declarer in vulnerable
                name = {"": "undoubled", "x": "doubled", "xx": "redoubled"}[doubling]
                points = score_by_rule(level, strain, name, result, zone)
                awards[side].append((weight, points if declarer in "NS" else -points))
                lines.append(f"{side} {weight} % {level}{strain}{doubling} {declarer} {result:+d}")
        others = [10 * dice.randint(-80, 80) for _ in range(1 if form == "teams" else dice.randint(1, 12))]
        typed = TypedAdjustment(form, offending, vulnerable, "\n".join(lines), " ".join(f"{o:+d}" for o in others))
        score = work_out(typed, "", tables).score
        for side, sign, found in (("NS", 1, score.ns), ("EW", -1, score.ew)):
            exact = weighted_by_hand(awards[side], others, form, sign)
            given = math.floor(exact) if offending in (side, "both") else math.ceil(exact)
            assert (exact, given) == (found.exact, found.given), typed
            unrounded += exact != given
    assert unrounded > 100, "the sample has to try rounding"


def outcome(score: int, percent: int = 100) -> PossibleResult:
    return PossibleResult(Fraction(percent, 100), score)


def both(*outcomes: PossibleResult) -> dict[Side, tuple[PossibleResult, ...]]:
    return {"NS": outcomes, "EW": outcomes}


def test_a_field_sees_a_plain_adjustment_as_played_and_any_other_as_one_unit(tables: ScoringTables) -> None:
    """DBf 201B1 and B2, with the top and bottom of the footnote's example moved by one."""
    others = (420, 450, -50)
    plain = adjusted_score(Adjustment("pairs", both(outcome(430)), others), tables)
    assert [(2, 4), (6, 0), (0, 6)] == [(one.ns, one.ew) for one in plain.others]
    weighed = adjusted_score(Adjustment("pairs", both(outcome(430, 50), outcome(0, 50)), others), tables)
    assert [(3, 3), (5, 1), (1, 5)] == [(one.ns, one.ew) for one in weighed.others]
    split = adjusted_score(Adjustment("pairs", {"NS": (outcome(430),), "EW": (outcome(0),)}, others), tables)
    assert [(3, 3), (5, 1), (1, 5)] == [(one.ns, one.ew) for one in split.others]


def test_artificial_scores(tables: ScoringTables) -> None:
    """The footnote to DBf 201C2: 60 % with twelve tables is +2.2 from the average, alone rounded to +3."""
    pairs = Adjustment("pairs", {"NS": "average-plus", "EW": "average-minus"}, (420,) * 11)
    score = adjusted_score(pairs, tables)
    assert (Fraction("13.2"), 14) == (score.ns.exact, score.ns.given)
    assert (Fraction("8.8"), 8) == (score.ew.exact, score.ew.given), "40 % is -3 in the same footnote"
    typed = TypedAdjustment("pairs", "EW", "", "NS average plus; EW average minus", "420 " * 11)
    for ui, told in (("da", "mindst 60 %"), ("en", "at most 40 %")):
        assert any(isinstance(one, DocumentText) and told in one.words for one in compose_score(typed, "", tables, ui))
    teams = adjusted_score(Adjustment("teams", {"NS": "average-plus", "EW": "average"}, (420,)), tables)
    assert (3, 0) == (teams.ns.given, teams.ew.given)
    field = adjusted_score(Adjustment("field", {"NS": "average-minus", "EW": "average-plus"}, (420,) * 5), tables)
    assert (-10, 10) == (field.ns.given, field.ew.given)


def test_a_knockout_gives_both_the_average_of_scores_that_do_not_balance(tables: ScoringTables) -> None:
    awards: dict[Side, tuple[PossibleResult, ...]] = {"NS": (outcome(420),), "EW": (outcome(620),)}
    found = adjusted_score(Adjustment("teams", awards, (50,), "EW", knockout=True), tables)
    plain = adjusted_score(Adjustment("teams", awards, (50,), "EW"), tables)
    assert (9, -11) == (plain.ns.given, plain.ew.given)
    assert (10, -10) == (found.ns.given, found.ew.given)
    assert "12C4" in [step.basis.place for step in found.ns.steps]


def test_the_printed_sum_does_not_contradict_itself_where_two_decimals_hide_a_fraction(tables: ScoringTables) -> None:
    """The sum of this one was "-1" and then "-1 rundes op: 0"; it is -0.996 for the other side."""
    typed = TypedAdjustment("teams", "EW", "", "33,3 % +420\n66,7 % -50", "+50")
    score = work_out(typed, "", tables).score
    printed = [sum_words(step, "da") for step in score.ns.steps]
    exact = Fraction("0.333") * 9 + Fraction("0.667") * -3
    assert (exact, 1) == (score.ns.exact, score.ns.given)
    assert ["Vægtet score: 0,996", "0,996 rundes op for en ikke-fejlende side: 1"] == printed[-2:]
    assert "33,3 % af 9 = 2,997" in printed
    assert "66,7 % af −3 = −2,001" in printed


@pytest.mark.parametrize(
    ("outcomes", "offending", "exact", "given"),
    [
        ("60 % +420\n40 % -50", "", "NS +4,2 imp", "NS +5 imp; ØV −4 imp"),
        ("60 % +420\n40 % -50", "EW", "", ""),  # rounded away from each other, to +5 and -5
        ("NS average plus\nEW average", "", "NS +1,5 imp", "NS +2 imp; ØV −1 imp"),
    ],
)
def test_a_knockout_match_with_two_results_says_who_settles_it(
    outcomes: str, offending: str, exact: str, given: str, tables: ScoringTables
) -> None:
    """12C4 gives the average to both; a paper with +5 and -4 in one match cannot be applied."""
    typed = TypedAdjustment("teams", offending, "", outcomes, "+50", rules=("knockout",))
    notice = words("da")["score_two_results"].format(exact=exact, given=given)
    paper = compose(Dossier("k", "Sag", "da", score=typed), "da", tables=tables)
    told = [one for one in paper if isinstance(one, DocumentText) and one.words == notice]
    assert 2 * bool(given) == len(told), "beside the decision on the first page, and above the sums"
    plain = work_out(replace(typed, rules=()), "", tables)
    exactly = work_out(replace(typed, rules=("knockout", "unrounded")), "", tables)
    assert not plain.two_results
    assert not exactly.two_results
    for ui in UI_LANGUAGES:
        assert bool(given) == (words(ui)["score_two_results"][:20] in str(compose_score(typed, "", tables, ui)))


def test_the_command_says_that_a_knockout_match_has_two_results(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["score", "60 % +420", "40 % -50", "--other", "+50"]
    assert 0 == main([*asked, "--rule", "knockout"])
    assert "the organiser must decide" in capsys.readouterr().out
    assert 0 == main([*asked, "--json"])
    assert "notice" not in json.loads(capsys.readouterr().out)


def test_results_that_cannot_be_compared_give_the_better_of_two(tables: ScoringTables) -> None:
    """86B2b: average plus or the assigned score for the non-offending side, the complement for the other."""
    for score, better in ((420, 9), (-50, 3)):
        found = adjusted_score(Adjustment("teams", both(outcome(score)), (50,), "EW", incomparable=True), tables)
        assert (better, -better) == (found.ns.given, found.ew.given)


@pytest.mark.parametrize(
    ("code", "typed"),
    [
        ("weights", TypedAdjustment(outcomes="60 % 420\n39 % -50", others="50")),
        ("no-outcome", TypedAdjustment(outcomes="NS 420", others="50")),
        ("no-other-table", TypedAdjustment(outcomes="420")),
        ("one-other-table", TypedAdjustment(outcomes="420", others="50 60")),
        ("outcome", TypedAdjustment(outcomes="4♠ S", others="50")),
        ("outcome", TypedAdjustment(outcomes="4♠ S +4", others="50")),
        ("outcome", TypedAdjustment(outcomes="425", others="50")),
        ("mixed", TypedAdjustment(outcomes="middel plus\n420", others="50")),
        ("score", TypedAdjustment(outcomes="420", others="x50")),
        ("vulnerability", TypedAdjustment(outcomes="4♠ S =", others="50")),
        ("number", TypedAdjustment(outcomes="420", others="50", boards="mange")),
        ("scale", TypedAdjustment(outcomes="420", others="50", boards="60")),
    ],
)
def test_what_cannot_be_worked_out_is_named(
    code: AdjustmentFaultCode, typed: TypedAdjustment, tables: ScoringTables
) -> None:
    with pytest.raises(AdjustmentError) as caught:
        work_out(typed, "", tables)
    assert code == caught.value.code
    for ui in UI_LANGUAGES:
        (notice,) = compose_score(typed, "", tables, ui)
        assert "{" not in str(notice)


def test_a_sum_that_uses_a_superseded_scale_says_so(tables: ScoringTables) -> None:
    """Victory points by the scale of 2008 were printed as today's."""
    for ui in UI_LANGUAGES:
        notice = words(ui)["score_superseded"].format(text="DBf 2008")
        typed = TypedAdjustment(outcomes="4♠ S =", others="+50", vulnerable="none")
        by_laws = compose_score(replace(typed, rules=("unrounded",)), "", tables, ui)
        by_scale = compose_score(replace(typed, boards="24", rest="12"), "", tables, ui)
        assert DocumentText("notice", notice) in by_scale
        assert DocumentText("notice", notice) not in by_laws, "the laws alone give it"


def test_contracts_are_read_as_four_languages_write_them(tables: ScoringTables) -> None:
    same = {parse_contract(typed) for typed in ("4♠x W -2", "4 spar doblet V -2", "4Sd v−2", "4 spader dubblat V –2")}
    assert 1 == len(same)
    assert parse_contract("3NT N =") == parse_contract("3 sang N =") == parse_contract("3 ut n=")
    assert parse_contract("2D Ø +1") == parse_contract("2 ruter Ö +1") == parse_contract("2 diamonds E +1")
    for wrong in ("8♠ S =", "4♠ S", "4♠ =", "0NT S =", "7♠ S +1", "1♠ S -8", ""):
        with pytest.raises(BadContractError):
            parse_contract(wrong)
    assert parse_score("12345678") is None


def test_the_board_tells_the_vulnerability(tables: ScoringTables) -> None:
    known = ["none", "NS", "EW", "all", "NS", "EW", "all", "none", "EW", "all", "none", "NS", "all", "none", "NS", "EW"]
    assert known * 2 == [vulnerability("", str(board), tables) for board in range(1, 33)]
    assert ("EW", "") == (vulnerability("EW", "1", tables), vulnerability("", "x", tables))


def test_a_number_that_is_not_in_the_text_stops_the_calculator(library: Library) -> None:
    lexicon = load_lexicon(LEXICON)
    for right, wrong in (
        ("lilleslem (12 stik)", "slem"),
        ("højst (\\d+) %", "højst (x+) %"),
        ('"78B"', '"78Z"'),
        ('{ none = "Ingen", ', "{ "),
        ('{ N = "Nord", ', "{ "),
    ):
        assert right in lexicon
        with pytest.raises(ScoringTablesError):
            read_scoring_tables(library, lexicon.replace(right, wrong))


def test_every_step_has_words_in_every_language(tables: ScoringTables) -> None:
    for ui in UI_LANGUAGES:
        assert [] == [term for term in get_args(StepTerm) if f"score_{term}" not in WORDS[ui]]
        assert [] == [code for code in get_args(AdjustmentFaultCode) if f"score_fault_{code}" not in WORDS[ui]]
        typed = TypedAdjustment("pairs", "EW", "all", "60 % 6NTxx S +1; 40 % 2♣ N -1\nEW middel minus", "420 430")
        with pytest.raises(AdjustmentError):
            work_out(typed, "", tables)
        every = work_out(TypedAdjustment("teams", "EW", "", "60 % 420; 40 % -50", "50", "24"), "", tables)
        assert all("{" not in sum_words(step, ui) for step in (*every.score.ns.steps, *every.score.ew.steps))


def test_sides_may_have_outcomes_of_their_own(tables: ScoringTables) -> None:
    adjustment = read_adjustment(
        TypedAdjustment("teams", "", "", "NS 420\nØV 60 % 620; ÖV: 40 % 650", "50"), "", tables
    )
    assert [420] == [one.score for one in adjustment.awards["NS"] if isinstance(one, PossibleResult)]
    assert [620, 650] == [one.score for one in adjustment.awards["EW"] if isinstance(one, PossibleResult)]


def test_the_command_prints_the_sum_and_its_paragraphs(capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == main(["score", "60 % +420", "40 % -50", "--other", "+50", "--offending", "EW", "--json"])
    answer = json.loads(capsys.readouterr().out)
    assert (4.2, 5, -5) == (answer["NS"]["exact"], answer["NS"]["score"], answer["EW"]["score"])
    assert ["78B", "12C1c", "78B", "12C1c", "12C1c", "201C1a"] == [one["provision"] for one in answer["NS"]["steps"]]
    assert 0 == main(["score", "+420", "--other", "+400"])
    assert "difference +20, 1 IMP " in capsys.readouterr().out
    assert 0 == main(["score", "4♠x E -2", "--vulnerable", "EW"])
    assert "+500 for NS" in capsys.readouterr().out
    assert 0 == main(["score", "1NTxx S =", "--vulnerable", "none"])
    assert "Redoubled contract made 100" in capsys.readouterr().out
    assert 2 == main(["score", "4♠"])
    assert "is not a result" in capsys.readouterr().err


def test_an_artificial_score_in_imps_needs_no_other_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == main(["score", "NS average plus", "EW average minus", "--json"])
    answer = json.loads(capsys.readouterr().out)
    assert (3, -3) == (answer["NS"]["score"], answer["EW"]["score"])
    assert 2 == main(["score", "average plus", "--form", "pairs"])
    assert "other table" in capsys.readouterr().err
