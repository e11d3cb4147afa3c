"""Reviewing a number table: every verdict, nothing lost, nothing reviewed overwritten, two windows, undo."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.alignment.concordance_files import read_table
from corpus.alignment.review import (
    VERDICTS,
    ReviewDecision,
    ReviewError,
    ReviewVerdict,
    TableReview,
    read_review,
    review_row,
    write_review,
)
from corpus.alignment.review_folder import ReviewFolder
from corpus.alignment.table_row import TAKEN, RowDoubt
from corpus.database.documents import DatabaseDocuments
from corpus.document_store import FolderDocuments

NAME = "2017-2027"
_numbers = count()
TABLE = """\
# Proposed from the words of both texts; no person has read it.
law_2017,law_2027,place,content,note,note_da,note_nb,note_sv
16,16,same,same,,,,
16A,16B,moved,same,UNSURE. 0.55; nearest 16C 0.41,,,
16B,16A,moved,revised,,,,
16C,,dropped,,"UNSURE. Not found.",Usikkert. Ikke fundet.,Usikkert. Ikke funnet.,Osäkert. Inte funnen.
,16D,new,,,,,
"""


def _review(text: str = TABLE) -> TableReview:
    return read_review(NAME, text)


def _rows(review: TableReview) -> list[tuple[str, ...]]:
    return [(row.row.old, row.row.new, row.row.place, row.row.content, row.review) for row in review.rows]


@pytest.mark.parametrize(
    ("key", "decision", "expected"),
    [
        ("16A", ReviewDecision("accepted"), [("16A", "16B", "moved", "same", "accepted")]),
        ("16A", ReviewDecision("reworded"), [("16A", "16B", "moved", "revised", "reworded")]),
        (
            "16B",
            ReviewDecision("split", ("16A", "16D")),
            [("16B", to, "split", "revised", "split") for to in ("16A", "16D")],
        ),
        ("16C", ReviewDecision("moved", ("16D",)), [("16C", "16D", "moved", "same", "moved")]),
        ("16C", ReviewDecision("merged", ("16A",)), [("16C", "16A", "merged", "same", "merged")]),
        ("16A", ReviewDecision("dropped"), [("16A", "", "dropped", "", "dropped")]),
        ("+16D", ReviewDecision("moved", ("16C",)), [("16C", "16D", "moved", "same", "moved")]),
        ("+16D", ReviewDecision("new"), [("", "16D", "new", "", "new")]),
    ],
)  # fmt: skip
def test_each_verdict_makes_its_rows(key: str, decision: ReviewDecision, expected: list[tuple[str, ...]]) -> None:
    review, step = _review().decided(key, decision)
    made = [row for row in _rows(review) if row[-1]]
    assert expected == made
    assert _review() == review.undone(step) or sorted(_rows(_review())) == sorted(_rows(review.undone(step)))
    assert not any(row.row.unsure for row in review.rows if row.review)


def test_a_rule_that_loses_its_counterpart_comes_up_in_doubt() -> None:
    review, _ = _review().decided("16A", ReviewDecision("moved", ("16A",)))
    (left,) = [row for row in review.rows if row.row.new == "16B"]
    assert ("", "new", True) == (left.row.old, left.row.place, left.row.unsure)
    assert RowDoubt(None, (TAKEN,), ()) == left.row.doubt


def test_why_a_proposed_row_is_in_doubt_is_kept_as_values_until_a_person_has_read_it() -> None:
    review = _review()
    doubt = review.case("16A").rows[0].row.doubt
    assert RowDoubt(0.55, (), (("16C", 0.41),)) == doubt  # as tables of before said in a sentence
    head, *_, row, _, _, _ = write_review(review).splitlines()[1:]
    assert head.endswith(",review,confidence,grounds,nearest")
    assert row.endswith("UNSURE.,,,,,0.55,,16C 0.41")
    assert review == read_review(NAME, write_review(review))
    accepted, _ = review.decided("16A", ReviewDecision("accepted"))
    assert ("", RowDoubt()) == (accepted.case("16A").rows[0].row.note, accepted.case("16A").rows[0].row.doubt)


@pytest.mark.parametrize(
    ("note", "doubt"),
    [
        (
            "UNSURE. 0.61: words, number; nearest 20F 0.57, 20 0.56",
            RowDoubt(0.61, ("words", "number"), (("20F", 0.57), ("20", 0.56))),
        ),
        ("UNSURE. found nowhere; nearest 20F 0.12", RowDoubt(None, (), (("20F", 0.12),))),
        ("UNSURE. Its counterpart was taken away in review.", RowDoubt(None, (TAKEN,), ())),
        ("UNSURE. The director decides.", RowDoubt()),
    ],
)
def test_the_note_of_a_table_proposed_before_there_were_columns_is_read(note: str, doubt: RowDoubt) -> None:
    (row,) = _review(
        f'law_2017,law_2027,place,content,note,note_da,note_nb,note_sv\n16A,16B,moved,same,"{note}",,,\n'
    ).rows
    assert (doubt, True) == (row.row.doubt, row.row.unsure)


def test_a_step_kept_before_there_were_columns_can_be_undone() -> None:
    kept = ("16A", "16B", "moved", "same", "seen", "set", "sett", "sedd", "accepted")
    assert kept == review_row(kept).cells[:9]
    noted = ("16A", "16B", "moved", "same", "UNSURE. 0.55; nearest 16C 0.41", "", "", "", "")
    assert _review().case("16A").rows == (review_row(noted),), "as the table is read, so that it fits in again"


def test_what_came_from_somewhere_is_not_called_new_any_more() -> None:
    review, _ = _review().decided("16C", ReviewDecision("moved", ("16D",)))
    assert ["16D"] == [row.row.new for row in review.rows if row.row.new == "16D"]


def test_an_accepted_note_loses_its_doubt_in_every_language_and_a_typed_one_is_shown_in_all() -> None:
    review, _ = _review().decided("16C", ReviewDecision("accepted"))
    row = review.case("16C").rows[0].row
    assert ("Not found.", "Ikke fundet.", "Inte funnen.") == (row.note, row.translations["da"], row.translations["sv"])
    noted, _ = review.decided("16B", ReviewDecision("noted", note="set i bogen"))
    assert {"set i bogen"} == {noted.case("16B").rows[0].row.note, *noted.case("16B").rows[0].row.translations.values()}
    assert not noted.case("16B").is_reviewed


@pytest.mark.parametrize(
    ("key", "decision", "reason"),
    [
        ("16A", ReviewDecision("split", ("16D",)), "two-numbers"),
        ("16A", ReviewDecision("moved"), "one-number"),
        ("16Z", ReviewDecision("accepted"), "no-case"),
        ("16C", ReviewDecision("reworded"), "verdict"),
        ("+16D", ReviewDecision("dropped"), "verdict"),
    ],
)
def test_what_cannot_be_said_of_a_rule_is_refused(key: str, decision: ReviewDecision, reason: str) -> None:
    with pytest.raises(ReviewError) as refused:
        _review().decided(key, decision)
    assert reason == refused.value.reason


_DECISIONS = st.lists(
    st.tuples(
        st.sampled_from(("16", "16A", "16B", "16C", "+16A", "+16B", "+16D")),
        st.sampled_from(VERDICTS),
        st.lists(st.sampled_from(("16", "16A", "16B", "16D")), max_size=3, unique=True),
    ),
    max_size=8,
)


@given(_DECISIONS)
def test_no_decision_loses_a_number_and_the_file_gives_the_table_back(
    decisions: list[tuple[str, ReviewVerdict, list[str]]],
) -> None:
    review = _review()
    for key, verdict, numbers in decisions:
        try:
            review, _ = review.decided(key, ReviewDecision(verdict, tuple(numbers)))
        except ReviewError:
            continue
    assert {"16", "16A", "16B", "16C"} <= {row.row.old for row in review.rows}
    assert {"16", "16A", "16B", "16D"} <= {row.row.new for row in review.rows}
    text = write_review(review)
    assert review == read_review(NAME, text)
    assert tuple(row.row for row in review.rows) == read_table(NAME, text).rows


@pytest.fixture(params=["folder", pytest.param("database", marks=pytest.mark.xdist_group("database"))])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> ReviewFolder:
    """The tables of a library, at each of the places where they may be."""
    if request.param == "folder":
        return ReviewFolder(FolderDocuments(tmp_path / "tables"), {NAME: TABLE}.get)
    documents = DatabaseDocuments(request.getfixturevalue("database"), f"tables-{next(_numbers)}")
    return ReviewFolder(documents, {NAME: TABLE}.get)


def test_a_shipped_table_is_never_written_and_a_new_proposal_overwrites_nothing_reviewed(folder: ReviewFolder) -> None:
    folder.decide(NAME, "16A", ReviewDecision("moved", ("16A",), note="flyttet"))
    folder.decide(NAME, "16C", ReviewDecision("dropped"))
    reviewed = {row for row in folder.open(NAME).rows if row.review}
    again = TABLE.replace("16B,16A,moved,revised", "16B,16B,same,same") + ",16E,new,,,,,\n"
    folder.propose_again(NAME, read_review(NAME, again))
    table = folder.open(NAME)
    assert reviewed == {row for row in table.rows if row.review}
    assert ("16B", "16B", "same", "same", "") in _rows(table)
    assert "16E" in {row.row.new for row in table.rows}
    assert _review() == read_review(NAME, TABLE)


def test_two_windows_lose_nothing_and_the_second_to_judge_one_rule_is_told(folder: ReviewFolder) -> None:
    seen = {case.key: case.revision for case in folder.open(NAME).cases()}
    folder.decide(NAME, "16B", ReviewDecision("accepted"), seen["16B"])
    folder.decide(NAME, "16A", ReviewDecision("accepted"), seen["16A"])
    with pytest.raises(ReviewError) as refused:
        folder.decide(NAME, "16A", ReviewDecision("dropped"), seen["16A"])
    assert "changed" == refused.value.reason
    assert {"16A", "16B"} == {case.key for case in folder.open(NAME).cases() if case.is_reviewed}


@pytest.mark.parametrize("record", [b"[" * 100_000, b"5", b'[{"key": "16", "removed": [5], "added": []}]', b"[\xff]"])
def test_a_damaged_record_of_what_can_be_undone_leaves_the_table_as_it_is(folder: ReviewFolder, record: bytes) -> None:
    before = folder.decide(NAME, "16A", ReviewDecision("accepted"))
    folder.documents.write(f"{NAME}.undo.json", record)
    assert (0, before) == (folder.can_undo(NAME), folder.open(NAME))
    with pytest.raises(ReviewError):
        folder.undo(NAME)


def test_decisions_are_undone_one_by_one_to_the_table_as_it_was(folder: ReviewFolder) -> None:
    folder.decide(NAME, "16A", ReviewDecision("moved", ("16D",)))
    folder.decide(NAME, "16B", ReviewDecision("reworded"))
    assert ["16B", "16A"] == [folder.undo(NAME)[1], folder.undo(NAME)[1]]
    assert sorted(_rows(_review())) == sorted(_rows(folder.open(NAME)))
    with pytest.raises(ReviewError):
        folder.undo(NAME)


def test_a_mended_file_renews_what_nobody_touched_and_tells_which_reviewed_rows_lead_nowhere(
    folder: ReviewFolder,
) -> None:
    written = TABLE.replace("16,16,same,same,,", "16,16,same,same,kun overskrift,overskrift")
    folder.documents.write(f"{NAME}.csv", written.encode())
    folder.keep_proposal(_review(), "da-2027")
    folder.decide(NAME, "16A", ReviewDecision("moved", ("16E",), note="flyttet"))
    again = _review(
        TABLE.replace("16B,16A,moved,revised", "16B,16B,same,same").replace("16,16,same,same", "16,16,same,revised")
    )
    table = folder.renew(again, "da-2027")
    assert table == folder.open(NAME)
    found = {row.row.old: row for row in table.rows if row.row.old}
    assert ("16B", "same", "") == (found["16B"].row.new, found["16B"].row.place, found["16B"].review)
    assert ("16E", "moved") == (found["16A"].row.new, found["16A"].review)
    assert ("kun overskrift", False) == (found["16"].row.note, found["16"].row.revised)
    assert (("16E",), ()) == (table.unfit({"16A", "16B"}), table.unfit({"16E"}))


def test_a_table_whose_first_proposal_is_not_known_keeps_every_row(folder: ReviewFolder) -> None:
    folder.documents.write(f"{NAME}.csv", TABLE.encode())
    again = _review(TABLE.replace("16B,16A,moved,revised", "16B,16B,same,same") + ",16E,new,,,,,\n")
    table = folder.renew(again, "da-2027")
    assert set(_rows(_review())) | {("", "16E", "new", "", "")} >= set(_rows(table)) >= set(_rows(_review()))
