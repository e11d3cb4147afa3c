"""``lovbro changes`` and ``lovbro misleads``: on the terminal, as JSON, CSV, Word and HTML."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from pathlib import Path

import docx
import pytest

from app.cli.main import main
from app.committee.document_blocks import DocumentText
from app.committee.document_docx import to_docx
from app.committee.document_html import to_page
from app.committee.edition_report import change_record, change_rows, changes_of, changes_paper, law_titles
from app.i18n.words import UI_LANGUAGES, WORDS, words
from corpus.dossiers.folder import dossier_folder
from corpus.dossiers.quotation import quote
from corpus.ids import ProvisionId
from corpus.library import Library
from index.comparison.edition_changes import CHANGE_KINDS, DefinitionChange, EditionChange, LawChanges
from index.comparison.leading import LeadingElsewhere
from index.comparison.rewordings import WORDED_PARTS, Rewording
from index.verification.misleading import MISLEAD_KINDS


@pytest.fixture
def own_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LOVBRO_LIBRARY", str(tmp_path / "library"))
    return tmp_path


def test_changes_are_one_object_and_a_file_in_each_form(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for ending in ("csv", "docx", "html"):
        assert 0 == main(["changes", "2007", "2017", "--json", "--out", str(tmp_path / f"c.{ending}")])
    answer = json.loads(capsys.readouterr().out.splitlines()[0])
    law = next(law for law in answer["laws"] if law["law"] == "16")
    assert {"number": "16C1", "new": ["16D1"], "kinds": ["moved"]}.items() <= law["changes"][3].items()
    rows = list(csv.DictReader(io.StringIO((tmp_path / "c.csv").read_text("utf-8"))))
    assert ("16D1", "moved") == next((row["new"], row["kinds"]) for row in rows if row["old"] == "16C1")
    cells = [cell.text for table in docx.Document(str(tmp_path / "c.docx")).tables for cell in table._cells]
    assert "Law\N{NO-BREAK SPACE}16D1" in cells  # on paper no line ends within a number
    assert "Law\N{NO-BREAK SPACE}16D1" in (tmp_path / "c.html").read_text("utf-8")


def test_a_law_of_the_changes_has_its_title_in_the_language_of_the_reader_alone(library: Library) -> None:
    assert "Beføjede og ubeføjede oplysninger" == law_titles(library, ("2017", "2007"), "da")["16"]
    assert "Urettmessig informasjon" == law_titles(library, ("2017", "1997"), "nb")["16"]
    assert {} == law_titles(library, ("2017", "2007"), "nb")
    found = [law for law in changes_of(library, "2007", "2017") if law.law == "16"]
    for ui, heading in (("da", "§ 16 Beføjede og ubeføjede oplysninger"), ("en", "Law 16")):
        paper = changes_paper("2007", "2017", found, ui, law_titles(library, ("2017", "2007"), ui))
        assert heading in [block.words for block in paper if isinstance(block, DocumentText)]


def test_laws_that_share_a_number_have_each_its_own_title(library: Library, tmp_path: Path) -> None:
    """Law 23 of 2007 is 72C today; the title of today's 23 is that of another law."""
    moved = EditionChange(ProvisionId.of("24"), (ProvisionId.of("25"),), ("moved",))
    added = EditionChange(None, (ProvisionId.of("24"),), ("added",))
    kept = LawChanges("26", (replace(moved, number=ProvisionId.of("26")),))
    titles = {"24": "Blottede kort", "26": "Makkerens kort"}
    paper = changes_paper(
        "2017", "2027", [LawChanges("24", (moved, added), True), kept], "da", titles, {"24": "Fjernspil", "26": "Andet"}
    )
    headings = [block.words for block in paper if isinstance(block, DocumentText) and block.style == "heading"]
    assert ["§ 24 Blottede kort (2017)", "§ 24 Fjernspil (2027)", "§ 26 Makkerens kort"] == headings
    today = law_titles(library, ("2017",), "da")["23"]
    assert 0 == main(["changes", "2007", "2017", "--language", "da", "--out", str(tmp_path / "c.html")])
    html = (tmp_path / "c.html").read_text("utf-8").replace("\N{NO-BREAK SPACE}", " ")
    assert "§ 23 (2007)" in html
    assert f"§ 23 {today} (2017)" in html
    assert f"§ 23 {today}<" not in html


def test_notes_headings_and_definitions_are_in_every_form_with_their_words(tmp_path: Path) -> None:
    """Also doubt, the note of who reviewed the table, what went along, and where a reference leads now."""
    note = Rewording("da-2017", "da-2027", "Kun i hold.", "Kun i par.", "note")
    lost = Rewording("da-2017", "da-2027", "Se makker.", "")
    leading = LeadingElsewhere("da-2027", "§ 24", *((ProvisionId.of(one),) for one in ("24", "25", "24")))
    place, gone, part = map(ProvisionId.of, ("15A3", "73E", "73E1"))
    found = [
        LawChanges("15", (EditionChange(place, (place,), ("reworded",), (note,), (), (leading,)),)),
        LawChanges("73", (EditionChange(gone, (), ("dropped",), (lost,), (part,), (), "row", ("udgår, siger LU",)),)),
    ]
    defined = [DefinitionChange("", "Åbent rum", "added", (Rewording("da-2017", "da-2027", "", "et rum"),))]
    answer = change_record("2017", "2027", found, defined)
    (law, other), (definition,) = answer["laws"], answer["definitions"]
    (wording,) = law["changes"][0]["rewordings"]
    assert ("note", "reworded") == (wording["part"], wording["kind"])
    assert {"printed": "§ 24", "today": ["25"]}.items() <= law["changes"][0]["references"][0].items()
    assert ("row", ["73E1"]) == (other["changes"][0]["doubt"], other["changes"][0]["along"])
    assert ("", "Åbent rum", ["added"]) == (definition["old"], definition["new"], definition["kinds"])
    rows = list(change_rows(found, defined))
    assert ["15A3", "73E", ""] == [row["old"] for row in rows]
    assert ("note: Kun i [-hold-]{+par+}.", "note reference") == (rows[0]["redline"], rows[0]["parts"])
    assert ("def:Åbent rum", "{+et rum+}") == (rows[2]["new"], rows[2]["redline"])
    paper = changes_paper("2017", "2027", found, "da", {}, {}, defined)
    document = docx.Document(io.BytesIO(to_docx(paper, "da")))
    word = "\n".join(cell.text for table in document.tables for cell in table._cells)
    page = re.sub("<[^>]+>", "", to_page(paper, "da"))
    for told in (word, page):
        told = told.replace("\N{NO-BREAK SPACE}", " ")
        assert "ny ordlyd (note, henvisning)" in told
        assert "Note: Kun i holdpar." in told
        assert "»§ 24« førte til § 24, som nu er § 25, men fører nu til § 24." in told
        assert "udgået; sammen med § 73 E 1; i tvivl; Bemærkning: udgår, siger LU" in told
        assert "Se makker." in told
        assert "Åbent rum" in told
        assert "et rum" in told


def test_what_misleads_names_regulations_and_dossiers_with_the_number_of_today(
    own_library: Path, library: Library, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = dossier_folder()
    opened = folder.create("Sag 7", "da")
    quoted = opened.dossier.add(quote(library, "nb-1997", "16C"))
    folder.edit(opened.dossier.key, lambda dossier: quoted)
    folder.edit(
        opened.dossier.key, lambda dossier: _with(dossier, played="1. februar 2010", reasoning="TL fulgte § 16 C 2.")
    )
    folder.edit(opened.dossier.key, lambda dossier: _with(dossier, table_result="Jf. § 16 A 2 i lovene af 1997."))
    page = own_library / "m.html"
    assert 0 == main(["misleads", "2017", "--json", "--language", "da", "--out", str(page)])
    answer = json.loads(capsys.readouterr().out)
    found = {(one["kind"], one["edition"], one["number"]): one for one in answer["citations"]}
    assert ("other-rule", ["72C"]) == (
        found["regulation", "2007", "23"]["verdict"],
        found["regulation", "2007", "23"]["today"],
    )
    assert ["16D2"] == found["dossier", "2007", "16C2"]["today"]
    assert ["16B3"] == found["dossier", "1997", "16A2"]["today"], "the words name another edition than the day"
    assert f"<td>{words('da')['desk_reasoning']}</td>" in page.read_text("utf-8")
    assert ("dossier", "1997", "16C") in found or "16C" in {one["number"] for one in answer["citations"]}


def test_a_number_of_the_danish_book_is_printed_as_the_book_has_it_whoever_reads(
    own_library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """ "Lag 201B1" is no place of anything."""
    assert 0 == main(["misleads", "2017", "--language", "sv", "--out", str(own_library / "m.html")])
    html = (own_library / "m.html").read_text("utf-8").replace("\N{NO-BREAK SPACE}", " ")
    assert "<td>§ 201 B 1</td>" in html
    assert "Lag 201" not in html
    assert "I dag är Lag 12C1(e) en annan regel." in html


def test_changes_between_editions_of_which_one_is_not_held_have_no_empty_column(own_library: Path) -> None:
    assert 0 == main(["changes", "2007", "2017", "--out", str(own_library / "c.docx")])
    assert {3} == {len(table.columns) for table in docx.Document(str(own_library / "c.docx")).tables}


def _with(dossier: object, **fields: str) -> object:

    return replace(dossier, **fields)  # type: ignore[type-var]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["changes", "1990", "2017"], "2007 2017"),
        (["changes", "2007", "2017", "--out", "a.pdf"], ".docx"),
        (["misleads", "2027"], "there are 1997, 2007, 2017"),
    ],
)
def test_bad_input_gets_one_line_that_says_what_is_right(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 2 == main(arguments)
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("ui", UI_LANGUAGES)
def test_every_kind_of_change_has_words(ui: str) -> None:
    keys = [f"chg_{kind}" for kind in (*CHANGE_KINDS, *WORDED_PARTS)] + [f"ver_{kind}" for kind in MISLEAD_KINDS]
    assert not [key for key in keys if not WORDS[ui].get(key)]  # type: ignore[index]
