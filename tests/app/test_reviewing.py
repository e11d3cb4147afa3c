"""The page and the command that review tables of numbers and differences between languages."""

from __future__ import annotations

import csv
import html
import json
from pathlib import Path
from typing import Any

import pytest

from app.build.new_edition import table_folder
from app.cli.main import main
from app.i18n.words import UI_LANGUAGES, words
from app.workshop.requests import WorkshopRequest, answered
from corpus import store
from corpus.alignment.review import VERDICTS
from corpus.model import Table
from index.comparison.parity_judgements import STATUSES, load_judgements

NAME = "1997-2017"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, built: None) -> Path:
    monkeypatch.setenv("LOVBRO_LIBRARY", str(tmp_path / "library"))
    return tmp_path / "library"


def _asked(question: str, /, name: str = NAME, **body: Any) -> dict[str, Any]:
    status, found = answered(question, WorkshopRequest("da", {"name": name}, body))
    assert 200 == status, found
    return found


def test_a_decision_on_the_page_is_in_the_file_that_every_reader_of_tables_reads(home: Path) -> None:
    before = store.shipped_tables()
    case = next(one for one in _asked("table")["cases"] if one["state"] == "doubt")
    found = _asked("table-decide", key=case["key"], verdict="accepted", revision=case["revision"])
    assert (1, True) == (found["read"], found["own"])
    with (home / "tables" / f"{NAME}.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    assert {"accepted"} == {row["review"] for row in rows if row["law_1997"] == case["key"]}
    (own,) = [table for table in store.load_tables().tables if (table.old, table.new) == ("1997", "2017")]
    assert not own.forward(case["key"]).unsure
    assert before == store.shipped_tables()
    assert case["key"] == _asked("table-undo")["key"]
    assert not any(one["verdict"] for one in _asked("table")["cases"])


def test_the_words_of_both_texts_are_beside_each_other_and_what_differs_is_marked() -> None:
    found = _asked("table-words", left="nb-1997", right="da-2017", keys=["16C2", "1"])["words"]
    assert 'lang="nb"' in found["1"]["left"]
    assert 'U<span class="low">RETTMESSIG</span>' in found["16C2"]["left"]  # headings do not shout
    assert 'lang="da"' in found["1"]["right"]
    assert "" == found["1"]["difference"]


def test_notes_and_tables_of_both_rules_are_beside_each_other() -> None:
    found = _asked("table-words", left="nb-1997", right="da-2017", keys=["77"])["words"]
    table = next(block for block in store.load_library()["da-2017"].laws[76].own_blocks if isinstance(block, Table))
    assert f"<td>{table.rows[-1][-1]}</td>" in found["77"]["right"]
    same = _asked("table-words", left="da-2017", right="da-2017", keys=["77"])["words"]["77"]
    assert "" == same["difference"]
    notes = {anchor: note for note in store.load_library()["nb-1997"].notes for anchor in note.anchors}
    key, note = next(
        (anchor, note) for anchor, note in notes.items() if anchor in {c["key"] for c in _asked("table")["cases"]}
    )
    left = _asked("table-words", left="nb-1997", right="nb-1997", keys=[key])["words"][key]["left"]
    assert f'<p class="note">{note.marker} {note.text}</p>' in html.unescape(left)


def test_a_number_that_the_edition_has_not_is_refused_in_words() -> None:
    status, found = answered(
        "table-decide", WorkshopRequest("sv", {"name": NAME}, {"key": "16A", "verdict": "moved", "numbers": "16Z"})
    )
    assert (422, "16Z är inget nummer i utgåvan 2017") == (status, found["refused"])


def test_the_command_shows_decides_and_takes_back(capsys: pytest.CaptureFixture[str]) -> None:
    assert 1 == main(["review", "nb-1997", "--json"])
    first = json.loads(capsys.readouterr().out)
    assert (NAME, 0) == (first["name"], first["read"])
    number = first["doubtful"][0]["number"]
    assert 1 == main(
        ["review", NAME, number, "--verdict", "accepted", "--note", "set\nover \u2028 to linjer", "--json"]
    )
    assert {"set over to linjer"} == {row.row.note for row in table_folder().open(NAME).case(number).rows}
    assert number not in [one["number"] for one in json.loads(capsys.readouterr().out)["doubtful"]]
    assert 1 == main(["review", NAME, "--propose", "--json"])
    assert 1 == json.loads(capsys.readouterr().out)["read"]
    assert 2 == main(["review", "1887-2017"])
    assert "1997-2017" in capsys.readouterr().err


def test_a_verdict_on_a_difference_is_kept_over_the_shipped_ones() -> None:
    shipped = store.load_parity_judgements()
    pair = _asked("pairs")["pairs"][0]["name"]
    finding = next(one for one in _asked("pair", pair)["cases"] if one["state"] == "open")
    found = _asked("pair-decide", pair, key=finding["key"], status="fault-other", reason="oversat forkert")
    assert ("open", "fault-other") == (found["before"]["status"], found["changed"][0]["verdict"])
    again = next(one for one in _asked("pair", pair)["cases"] if one["key"] == finding["key"])
    assert ("read", "oversat forkert") == (again["state"], again["note"])
    assert len(shipped["judgement"]) + 1 == len(load_judgements())
    assert "fault-other" in {one.status for one in load_judgements()}


@pytest.mark.parametrize("ui", UI_LANGUAGES)
def test_each_verdict_has_words_and_a_letter_of_its_own(ui: Any) -> None:
    """A key never means two things on one page; the digits are those of the two texts."""
    names = words(ui)
    for verdicts, said in ((VERDICTS, "rev_{}"), (tuple(one for one in STATUSES if one != "accepted"), "judged_{}")):
        keys = [names[f"rev_key_{one}"] for one in (*verdicts, "undo", "noted")]
        assert len(set(keys)) == len({*verdicts, "undo", "noted"}), keys
        assert all(len(key) == 1 for key in keys)
        assert all(said.format(one) in names for one in verdicts)
