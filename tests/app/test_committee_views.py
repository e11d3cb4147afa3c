"""The committee's desk on the screen: precedents, dossier and procedure, driven through Streamlit's own test bench."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.runtime.scriptrunner import RerunData, get_script_run_ctx
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Block, TextArea, TextInput

from app.committee.dossier_html import procedure_html, quotation_html
from app.committee.procedure import procedure, read_order
from app.committee.quotation_blocks import QuotationComposer
from app.committee.quoting import quotations_of
from app.committee.register import ImportResult, IncomingFile, add, from_paths, open_register, samples
from app.i18n.words import UI_LANGUAGES, WORDS, UiLanguage, words
from app.reader.parts.decision_lists import at_provision, case_address, coverage, decision_page, listed
from app.views import dossier
from app.views.collecting import case_titles
from app.views.kept_fields import SaveStatus
from app.views.precedents import counted
from corpus.alignment.concordance import Concordance
from corpus.alignment.fate import NumberFates
from corpus.board.deal import HONOURS
from corpus.dossiers.dossier import DoneStep
from corpus.dossiers.folder import DossierFolder, OpenDossier
from corpus.dossiers.quotation import QuotationCheck, quote, quote_case
from corpus.library import Library
from corpus.precedents.decision import Decision, Section
from corpus.precedents.folder import CaseFolder
from corpus.precedents.published import PublishedCases
from corpus.store import load_lexicon
from corpus.text import WordChange
from index.precedents.casebook import Casebook
from index.search.engine import SearchEngine

HYPHENED = Decision("09-opd-1", "09-OPD-1", "a.txt", "00", "da", sections=(Section("rubric", "Rubrik", ("To",)),))
EVIL = "<img src=x onerror=alert(1)>"
SCRIPT = """
import sys
from app.views import dossier, precedents, procedure
from tests.support.texts import all_texts
library = all_texts()
{call}
"""


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LOVBRO_PRECEDENTS", str(tmp_path / "precedents"))
    monkeypatch.setenv("LOVBRO_DOSSIERS", str(tmp_path / "dossiers"))
    return tmp_path


def page(call: str) -> AppTest:
    opened = AppTest.from_string(SCRIPT.format(call=call), default_timeout=180).run()
    assert not opened.exception
    return opened


def shown(opened: AppTest) -> str:
    return "\n".join(str(element.proto.body) for element in opened.get("html"))


def test_a_registrar_reads_the_copy_publishes_it_and_withdraws_it(
    folders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOVBRO_PUBLISHED", str(folders / "published"))
    text = "Sag: 09-AU-7\nSpilledato: 2009-02-01\n\nAfgørelse\n\nIb Lund spurgte. Øst Vest Cup. § 16C er overtrådt.\n"
    list(add([IncomingFile("a.txt", text.encode())], CaseFolder(folders / "precedents")))
    opened = page("precedents.show(library, 'en', {'case': '09-au-7'})")

    def pressed(label: str) -> AppTest:
        next(button for button in opened.button if button.label == label).click().run()
        assert not opened.exception
        return opened

    def labels() -> set[str]:
        return {button.label for button in opened.button}

    assert "Publish the copy" not in labels()  # it still names somebody
    assert any("Ib Lund" in one.value for one in opened.warning)
    opened.text_area(key="publish-09-au-7-names").set_value("Ib Lund = A").run()
    opened.text_area(key="publish-09-au-7-kept").set_value("Vest Cup").run()
    opened.text_input(key="publish-by").set_value("Eva Krag").run()
    assert "Publish the copy" not in labels()  # nobody has read it
    opened.checkbox(key="publish-09-au-7-read").check().run()
    assert "A spurgte" in shown(opened)
    pressed("Publish the copy")
    published = PublishedCases(folders / "published")
    ((copy,), faults) = published.load()
    assert ((), "Ib Lund" in str(copy)) == (faults, False)
    assert '"who": "Eva Krag"' in (folders / "published" / "publications.jsonl").read_text()
    pressed("Withdraw")
    assert () == published.keys()


@pytest.mark.parametrize("where", ["_choose", "_show_chosen"])
def test_a_second_click_while_a_case_is_being_made_makes_no_second_one(
    folders: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """Streamlit then begins a run with the same words, and ends the first where that next asks for its state: while
    the case is chosen, or when it is drawn, with the choice that the window had when it was clicked.
    """
    DossierFolder(folders / "dossiers").create("Another", "da")
    create, keys, asked = DossierFolder.create, DossierFolder.keys, list[str]()
    open_case, clicked = DossierFolder.open, list[WidgetState]()

    def click_again(*more: WidgetState) -> None:
        context = get_script_run_ctx()
        assert context
        assert context.script_requests
        if not clicked:
            clicked.extend(context.session_state.get_widget_states())
        states = WidgetStates(widgets=[*clicked, *more])
        context.script_requests.request_rerun(RerunData(widget_states=states))

    def clicked_again(folder: DossierFolder, title: str, language: UiLanguage) -> OpenDossier:
        made = create(folder, title, language)
        if not asked:
            click_again(WidgetState(id=button.proto.id, trigger_value=True))
        asked.append(title)
        return made

    def overtaken(folder: DossierFolder) -> tuple[str, ...]:
        """The run that would open the case, too, is ended by a newer one."""
        if asked == ["Twice"] and chosen.chosen and where == sys._getframe(1).f_code.co_name:
            asked.append("overtaken")
            click_again()
        return tuple(keys(folder))

    def overtaken_later(folder: DossierFolder, key: str) -> OpenDossier:
        if asked == ["Twice"] and where == sys._getframe(1).f_code.co_name and key == "twice":
            asked.append("overtaken")
            click_again()
        return open_case(folder, key)

    monkeypatch.setattr(DossierFolder, "create", clicked_again)
    monkeypatch.setattr(DossierFolder, "keys", overtaken)
    monkeypatch.setattr(DossierFolder, "open", overtaken_later)
    chosen = SaveStatus()
    monkeypatch.setattr(dossier, "save_status", lambda: chosen)
    opened = page("dossier.show(library, 'en', {})")
    button = next(one for one in opened.button if one.label == "Create")
    opened.text_input[0].set_value("Twice")
    button.click().run()
    assert not opened.exception
    assert {"another", "twice"} == set(keys(DossierFolder(folders / "dossiers")))
    assert ["Twice", "overtaken"] == asked
    assert "twice" == opened.session_state["dossier_key"]


@pytest.mark.parametrize("ui", UI_LANGUAGES)
def test_an_empty_register_says_so_and_takes_the_samples(ui: str, folders: Path) -> None:
    opened = page(f"precedents.show(library, {ui!r}, {{}})")
    assert WORDS[ui]["desk_register_empty"] in shown(opened)
    assert WORDS[ui]["desk_no_decisions"] not in shown(opened)
    next(button for button in opened.button if button.label == WORDS[ui]["desk_add_samples"]).click().run()
    assert not opened.exception
    again = page(f"precedents.show(library, {ui!r}, {{}})")
    assert 3 == shown(again).count(WORDS[ui]["desk_standing_invented"])


def test_the_cases_of_a_provision_stand_in_their_lists(folders: Path) -> None:
    list(add(from_paths(samples()), CaseFolder(folders / "precedents")))
    opened = page("precedents.show(library, 'da', {'law': '16D', 'by': 'da-2017'})")
    html = shown(opened)
    assert html.index("Anvendt (1)") < html.index("Fundet ikke overtrådt (1)")
    assert "§ 16C2c dengang (2007) → § 16 D 2 c" in html.replace("\N{NO-BREAK SPACE}", " ")
    other = shown(page("precedents.show(library, 'da', {'law': '91', 'by': 'da-2017'})"))
    assert "Ingen sager i registret om dette." in other
    assert "Sager i registret: 3, spillet 14. marts 2009 til 12. oktober 2019: AU 1, LK 1, MAK 1." in other
    then = page("precedents.show(library, 'da', {'law': '16C2c 2007', 'by': 'da-2017'})")
    assert "09-OPD-1" in shown(then), "a number of the laws of then, as it is typed everywhere"
    next(box for box in then.text_input if box.label == WORDS["da"]["desk_since"]).set_value("15. marts 2009").run()
    assert "09-OPD-1" not in shown(then)
    assert not then.warning


def test_a_decision_shows_its_words_and_links_old_numbers_to_todays(folders: Path) -> None:
    list(add(from_paths(samples()), CaseFolder(folders / "precedents")))
    html = shown(page("precedents.show(library, 'en', {'case': '09-opd-1'})"))
    assert "Invented example: decided by no committee." in html
    cited = '<a href="?law=16D2c&amp;ui=en">§ 16C2c</a> <small>(→ § 16 D 2 c · placing in doubt)</small>'
    assert cited in html.replace("\N{NO-BREAK SPACE}", " ")


def test_a_dossier_is_made_filled_and_kept(folders: Path) -> None:
    opened = page("dossier.show(library, 'da', {})")
    opened.text_input[0].set_value("Sag 23-1")
    opened.button[0].click().run()
    opened.run()
    assert not opened.exception
    folder = DossierFolder(folders / "dossiers")
    assert ("sag-23-1",) == folder.keys()
    next(area for area in opened.text_area if area.label == "Kendsgerninger").set_value(f"Æøå {EVIL}").run()
    next(field for field in opened.text_input if field.label.startswith("Henvisning")).set_value("16 C 2")
    next(button for button in opened.button if button.label == "Tilføj bestemmelse").click().run()
    assert not opened.exception
    kept = folder.open("sag-23-1").dossier
    assert f"Æøå {EVIL}" == kept.facts
    assert ["16C2"] == [quotation.place for quotation in kept.quotations]
    assert EVIL not in shown(opened)
    told: set[str] = set()
    for typed in ("melding", "![x](//y.z)", "findes ikke", "16C2"):
        next(field for field in opened.text_input if field.label.startswith("Henvisning")).set_value(typed)
        next(button for button in opened.button if button.label == "Tilføj bestemmelse").click().run()
        assert not any("![x]" in warning.value for warning in opened.warning), "no picture is fetched"
        told |= {warning.value for warning in opened.warning}
    assert {"findes ikke findes ikke i Dansk 2017.", "§ 16 C 2 er der allerede."} <= told
    assert ["16C2", "def:MELDING"] == [q.place for q in folder.open("sag-23-1").dossier.quotations]
    for label in ("Tilføj egen note", "Tilføj part"):
        next(button for button in opened.button if button.label == label).click().run()
        assert not opened.exception
    assert (3, 1) == (len(folder.open("sag-23-1").dossier.entries), len(folder.open("sag-23-1").dossier.views))
    next(button for button in opened.button if button.label == "Ned").click().run()
    assert ["def:MELDING", "16C2", "remark"] == [
        getattr(e, "place", "remark") for e in folder.open("sag-23-1").dossier.entries
    ]
    again = page("dossier.show(library, 'da', {'dossier': 'sag-23-1'})")
    assert "Sag 23-1" in [field.value for field in again.text_input]


def test_the_case_of_the_address_is_open_until_another_is_chosen_or_linked_to(folders: Path) -> None:
    """``page.js`` writes the case that was chosen into the address afterwards; that is no link to it."""
    folder = DossierFolder(folders / "dossiers")
    keys = [folder.create(f"Sag {n}", "da").dossier.key for n in range(3)]
    opened = page("import streamlit as st; dossier.show(library, 'da', st.session_state.get('params', {}))")

    def asked(key: str) -> str:
        opened.session_state["params"] = {"dossier": key}
        opened.run()
        return str(opened.selectbox(key="dossier_key").value)

    assert keys[2] == asked(keys[2])
    opened.selectbox(key="dossier_key").select(keys[1]).run()
    opened.selectbox(key="dossier_key").select(keys[0])
    assert keys[0] == asked(keys[1]), "written into the address when it was chosen, before the next was"
    assert keys[2] == asked(keys[2])
    assert keys[2] == asked("sag-9")


def test_an_older_number_is_quoted_as_the_rule_of_today_with_what_became_of_it(folders: Path) -> None:
    folder = DossierFolder(folders / "dossiers")
    folder.create("Sag 1", "da")
    opened = page("dossier.show(library, 'en', {'dossier': 'sag-1', 'law': '16C 2007'})")
    next(button for button in opened.button if button.label == "Add a provision").click().run()
    (quotation,) = folder.open("sag-1").dossier.quotations
    assert ("da-2017", "16D") == (quotation.expression, quotation.place)
    then = "§ 16 C (2007) er i dag § 16 D. Indholdet er ændret. I dag er § 16 C en anden regel."
    assert then == quotation.comment, "in the language of the paper, on the paper"
    next(field for field in opened.text_input if field.label.startswith("Citation")).set_value("§ 12 C 1 e (2007)")
    next(button for button in opened.button if button.label == "Add a provision").click().run()
    assert not opened.exception
    assert [quotation] == list(folder.open("sag-1").dossier.quotations), "12C1e of today is another rule"
    assert any("er udgået og har intet modstykke i dag" in warning.value for warning in opened.warning)


@pytest.mark.parametrize(
    ("typed", "expression", "places", "remark", "absent"),
    [
        ("16C2", "da-2017", ["16C2"], "", False),
        ("73A1", "da-2017", ["73A1"], "", False),
        ("16C 2017", "da-2017", ["16C"], "", False),
        ("16B1 1997", "nb-1997", ["16B1"], "", False),
        ("2008 § 214 G", "dbf-2008", ["214G"], "", False),
        ("16C, 27", "da-2017", ["16C", "27"], "", False),
        ("16C 12.3.2009", "sv-2017", ["16D"], "Lag 16C (2007) er i dag Lag 16D.", False),
        ("16C 2007", "nb-1997", [], "§ 16 C (2007) er i dag § 16 D.", True),
        ("70D3", "da-2017", [], "§ 70 D 3 (2007) er udgået og har intet modstykke i dag.", False),
        ("2007 24D", "da-2017", [], "§ 24 D kendes ikke i lovene fra 2007.", False),
        ("16Z", "da-2017", [], "", True),
        ("16C, 16Z", "da-2017", [], "", True),
        ("16C om pauser", "da-2017", [], "", True),
    ],
)
def test_what_a_citation_gives_to_quote(
    search: SearchEngine, library: Library, typed: str, expression: str, places: list[str], remark: str, absent: bool
) -> None:
    found = quotations_of(typed, expression, library, search.citations, "da")
    assert places == [quotation.place for quotation in found.quotations]
    assert {expression} >= {quotation.expression for quotation in found.quotations}
    assert (found.remark.startswith(remark), absent) == (True, found.absent)
    assert bool(remark) == bool(found.remark)


@pytest.mark.parametrize(
    ("typed", "place"),
    [
        ("DBf 253D3", "dbf-2008:253D3"),
        ("dbf § 12", "dbf-2008:X12"),
        ("norsk 16B1", "nb-1997:16B1"),
        ("sv-2017:16C", "sv-2017:16C"),
        ("DBf 16C", "da-2017:16C"),
        ("TL 16C", "da-2017:16C"),
    ],
)
def test_who_names_a_text_beside_the_number_quotes_it_whatever_text_is_chosen(
    search: SearchEngine, library: Library, typed: str, place: str
) -> None:
    """The Danish laws were chosen, as they are to begin with; DBf's rules were not found."""
    found = quotations_of(typed, "da-2017", library, search.citations, "da").quotations
    assert [place] == [f"{quotation.expression}:{quotation.place}" for quotation in found]


@pytest.mark.parametrize(
    ("typed", "expression", "place"),
    [
        ("X92B", "da-2017", "dbf-2008:X92B"),
        ("211A", "da-2017", "dbf-2008:211A"),
        ("§ 201 C", "da-2017", "dbf-2008:201C"),
        ("16B", "dbf-2008", "da-2017:16B"),
    ],
)
def test_a_number_that_only_another_work_has_is_quoted_from_the_one_text_in_the_language(
    search: SearchEngine, library: Library, typed: str, expression: str, place: str
) -> None:
    """The form prints "DBf § X92 B" itself, and told who typed it that it is not there."""
    found = quotations_of(typed, expression, library, search.citations, "da").quotations
    assert [place] == [f"{quotation.expression}:{quotation.place}" for quotation in found]


@pytest.mark.parametrize("ui", UI_LANGUAGES)
def test_what_cannot_be_quoted_from_the_chosen_text_is_told_with_where_it_is(
    search: SearchEngine, library: Library, ui: UiLanguage
) -> None:
    found = quotations_of("X92B", "sv-2017", library, search.citations, ui)
    assert ((), words(ui)["desk_found_elsewhere"].format(places="DBf 2008")) == (found.quotations, found.remark)
    sign = "Lag 61, Lag 62" if ui == "sv" else "Law 61, Law 62" if ui == "en" else "§ 61, § 62"
    for word in ("Kulørsvigt", "revoke"):
        assert sign in quotations_of(word, "da-2017", library, search.citations, ui).remark
    assert "" == quotations_of("hasard", "da-2017", library, search.citations, ui).remark


def test_what_is_taken_into_the_register_is_in_its_list_at_once_and_told_by_the_names_of_files(folders: Path) -> None:
    """The page said that the register is empty until it was loaded again, and named folders of the machine."""
    opened = page("precedents.show(library, 'da', {})")
    assert opened.expander[0].proto.expanded, "there is nothing else to do"
    next(button for button in opened.button if button.label == WORDS["da"]["desk_add_samples"]).click().run()
    assert not opened.exception
    assert "Registret er tomt" not in shown(opened)
    assert 3 == shown(opened).count("?view=precedents&amp;case=")
    told = next(text.value for text in opened.text if "tilføjet" in text.value)
    assert ["opdigtet-09.md: tilføjet", "opdigtet-18.html: tilføjet", "pahittat-19.txt: tilføjet"] == told.splitlines()
    assert not page("precedents.show(library, 'da', {})").expander[-1].proto.expanded


@pytest.mark.parametrize(("ui", "text"), [("da", "Dansk 2017"), ("nb", "Dansk 2017"), ("sv", "Svenska 2017")])
def test_a_text_to_choose_is_the_readers_own_to_begin_with(folders: Path, ui: str, text: str) -> None:
    list(add(from_paths(samples()), CaseFolder(folders / "precedents")))
    label = WORDS[ui]["c_text"]
    opened = page(f"precedents.show(library, {ui!r}, {{}})")
    box = next(box for box in opened.selectbox if box.label == label)
    assert text == box.options[box.index or 0]


def test_a_second_window_gets_a_copy_and_is_told(folders: Path) -> None:
    folder = DossierFolder(folders / "dossiers")
    first = folder.create("Sag 1", "da")
    window = page("dossier.show(library, 'da', {'dossier': 'sag-1'})")
    folder.change(first, "facts", "fra et andet vindue")
    # The window still shows the facts as they were; Streamlit reruns its script with them on the next change.
    other = folder.change(first, "facts", "fra dette vindue")
    assert "sag-1" == other.conflict
    assert not window.run().exception
    assert "fra et andet vindue" in [area.value for area in window.text_area]
    assert {"sag-1", "sag-1--copy"} == set(folder.keys())


NEWER = """
from dataclasses import replace
from corpus.library import Library
entry = replace(library.registry["sv-2017"], key="sv-2027", edition="2027", standing="preliminary")
texts = [*library.expressions, replace(library["sv-2017"], key="sv-2027")]
library = Library(replace(library.registry, expressions=(*library.registry.expressions, entry)), texts)
"""


def test_a_text_of_a_coming_edition_is_not_the_one_that_the_procedure_reads_from() -> None:
    """A reader of Danish had the Swedish text of 2027 as soon as it was in the library."""
    opened = page(NEWER + "procedure.show(library, 'da')")
    assert "Dansk 2017" == opened.selectbox[0].options[opened.selectbox[0].index or 0]
    assert "Svenska 2027" not in opened.selectbox[0].options
    assert 3 == shown(opened).count("Frist: 30 minutter")


def test_the_procedure_shows_every_deadline_word_for_word(library: Library) -> None:
    opened = page("procedure.show(library, 'da')")
    html = shown(opened)
    assert 3 == html.count("Frist: 30 minutter")
    assert 2 == html.count("Frist: 48 timer")
    assert "Tid nævnt: mere end 30 minutter" in html
    assert f"DBf 2008: {WORDS['da']['desk_standing_superseded']}" in html, "what is no longer in force is named"
    phases = procedure(library, read_order(load_lexicon("procedure.toml")), {"dbf": "dbf-2008"})
    assert procedure_html(phases, library, "sv").count("<li>") == sum(len(phase.steps) for phase in phases)


def test_who_asks_for_names_where_there_are_none_is_told_so(folders: Path) -> None:
    """Nothing happened, as though the button were broken."""
    DossierFolder(folders / "dossiers").create("Sag 1", "da")
    window = page("dossier.show(library, 'da', {'dossier': 'sag-1'})")
    told = WORDS["da"]["desk_no_names_found"]
    assert told not in [caption.value for caption in window.caption]
    next(button for button in window.button if button.label == WORDS["da"]["desk_propose_names"]).click().run()
    assert told in [caption.value for caption in window.caption]


def test_the_headings_of_a_procedure_are_in_sentence_case(library: Library) -> None:
    """The Swedish laws print theirs in capitals."""
    phases = procedure(library, read_order(load_lexicon("procedure.toml")), {"laws": "sv-2017"})
    assert "Rätt att överklaga · Den tävlandes rättighet" in procedure_html(phases, library, "sv")


def test_markup_in_a_decision_is_shown_as_text(concordance: Concordance, library: Library) -> None:
    evil = Decision(
        "k", EVIL, EVIL, "0", 'da" onload="x', EVIL, event=EVIL, sections=(Section("rubric", EVIL, (EVIL,)),)
    )
    casebook = Casebook.of([evil], NumberFates.of(concordance, library))
    for html in (
        decision_page(evil, casebook, {"laws": "2017"}, "da"),
        listed([evil.head], casebook.reach, "da"),
        at_provision(casebook.at("laws", "2017", "16"), casebook.reach, "da"),
    ):
        assert "<img" not in html
        assert 'onload="' not in html
    assert '"' not in case_address(evil.head, "da")


def test_a_case_is_called_by_its_title_and_by_its_key_only_beside_another_of_that_title(folders: Path) -> None:
    folder = DossierFolder(folders / "dossiers")
    for title in ("Sag 1", "Sag 2", "Sag 2"):
        folder.create(title, "da")
    assert ["Sag 1", "Sag 2 (sag-2)", "Sag 2 (sag-2-2)"] == list(case_titles(folder).values())


def test_an_address_of_a_case_that_is_not_here_says_so(folders: Path) -> None:
    DossierFolder(folders / "dossiers").create("Sag 1", "da")
    opened = page("dossier.show(library, 'da', {'dossier': 'sag-9'})")
    assert ["Sagsmappen sag\\-9 findes ikke her."] == [one.value for one in opened.warning]
    assert 1 == len(opened.text_input), "only the title of a new one: no other case is opened in its place"
    opened.selectbox[0].set_value("sag-1").run()
    assert "Sag 1" in [field.value for field in opened.text_input]
    assert not opened.warning
    missing = page("precedents.show(library, 'sv', {'case': '09-au-9'})")
    assert ["Ärendet 09\\-au\\-9 finns inte i registret."] == [one.value for one in missing.warning]


def test_a_changed_quotation_shows_what_went_and_came(library: Library) -> None:
    taken = quote(library, "nb-1997", "16C")
    html = quotation_html(
        taken,
        QuotationCheck("changed", (WordChange("equal", "a "), WordChange("old", "<b>"), WordChange("new", "c"))),
        QuotationComposer("nb"),
    )
    assert "<p>a <del>&lt;b&gt;</del><ins>c</ins></p>" in html
    assert words("nb")["desk_standing_not-in-force"] in html


def test_quoted_words_carry_their_own_language(library: Library) -> None:
    html = quotation_html(
        quote(library, "nb-1997", "16C"), QuotationCheck("same"), QuotationComposer("sv", {"nb-1997": "nb"})
    )
    assert '<article class="paper" lang="sv">' in html
    assert '<p class="quote" lang="nb">' in html
    assert '<p class="source">' in html


def test_an_empty_register_in_every_language(concordance: Concordance, library: Library) -> None:
    reach = Casebook.of([], NumberFates.of(concordance, library)).reach
    assert 4 == len({coverage(reach, ui) for ui in UI_LANGUAGES})


def test_the_open_register_is_read_again_after_a_change(folders: Path) -> None:
    folder = CaseFolder(folders / "precedents")
    assert open_register(folder).casebook is open_register(folder).casebook
    list(add(from_paths(samples()[:1]), folder))
    assert 1 == len(open_register(folder).casebook.decisions)


def test_words_that_cannot_be_saved_are_never_shown_as_saved(folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Disk full: the reason on the page, the words still in their field and marked, the file as it was."""
    folder = DossierFolder(folders / "dossiers")
    key = folder.create("Sag 1", "da").dossier.key
    before = folder.open(key)
    opened = page(f"dossier.show(library, 'sv', {{'dossier': {key!r}}})")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    replaced = os.replace
    monkeypatch.setattr(os, "replace", full)
    facts = next(box for box in opened.text_area if box.label == WORDS["sv"]["desk_facts"])
    facts.input("Nord pasade.").run()
    assert not opened.exception
    assert before == folder.open(key)
    assert any("No space left on device" in error.value for error in opened.error)
    assert all(WORDS["sv"]["desk_not_saved"].partition("{")[0] in error.value for error in opened.error)
    assert "Nord pasade." not in shown(opened)
    monkeypatch.setattr(os, "replace", replaced)
    next(button for button in opened.button if button.label == WORDS["sv"]["desk_save_again"]).click().run()
    assert [] == list(opened.error)
    assert "Nord pasade." == folder.open(key).dossier.facts


@pytest.mark.parametrize("ui", UI_LANGUAGES)
def test_a_damaged_dossier_is_named_and_the_others_open(ui: str, folders: Path) -> None:
    folder = DossierFolder(folders / "dossiers")
    for title in ("Sag 1", "Sag 2"):
        folder.create(title, "da")
    path = folder.place / "sag-1.toml"
    path.write_bytes(path.read_bytes() + b'[[view]]\nparty = 5\ntext = ""\n')
    (error,) = page(f"dossier.show(library, {ui!r}, {{'dossier': 'sag-1'}})").error
    assert "party" in error.value
    assert WORDS[ui]["fault_kind_text"] in error.value
    assert [] == list(page(f"dossier.show(library, {ui!r}, {{'dossier': 'sag-2'}})").error)


def test_a_field_stays_itself_while_its_words_are_saved_and_shows_those_of_another_window(folders: Path) -> None:
    """A field that were drawn anew at a save would take the cursor away from whoever types on."""
    folder = DossierFolder(folders / "dossiers")
    key = folder.create("Sag", "da").dossier.key
    opened = page("dossier.show(library, 'da', {})")

    def facts() -> TextArea:
        return next(box for box in opened.text_area if box.label == WORDS["da"]["desk_facts"])

    first = facts().key
    for typed in ("Nord", "Nord pas", "Nord passede."):
        facts().input(typed).run()
        assert typed == folder.open(key).dossier.facts
        assert (first, typed) == (facts().key, facts().value)
    folder.edit(key, lambda dossier: replace(dossier, facts="Syd passede."))
    opened.run()
    assert "Syd passede." == facts().value
    assert first != facts().key
    assert any(caption.value.startswith("Gemt kl.") for caption in opened.caption)


def places(opened: AppTest) -> dict[str, tuple[int, ...]]:
    """Where each field stands: how manieth child of the page, of that one's, and so on."""
    found = dict[str, tuple[int, ...]]()

    def walk(block: Block, place: tuple[int, ...]) -> None:
        for at, child in block.children.items():
            if isinstance(child, Block):
                walk(child, (*place, at))
            elif isinstance(child, TextArea | TextInput) and child.key:
                found[child.key] = (*place, at)

    walk(opened.main, ())
    return found


def test_no_field_moves_when_something_is_told_above_it(folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A field that moves is away until its new place is drawn; who types there meanwhile loses cursor and letters."""
    key = DossierFolder(folders / "dossiers").create("Sag", "da").dossier.key
    opened = page("dossier.show(library, 'da', {})")
    first, told = places(opened), [len(opened.warning)]
    assert 30 < len(first)
    hands = "N: AK32 Q54 K2 J876\nE: Q4 KJ98 QJ43 K54\nS: J9876 A3 A98 A32\nW: A5 T762 T765 QT9"
    for field, typed in (("board", "syv"), ("played", "lørdag"), ("deal", hands), ("auction", "1♠ pas 1♥")):
        label = WORDS["da"]["desk_day_of_play" if field == "played" else f"desk_{field}"]
        next(box for box in (*opened.text_area, *opened.text_input) if box.label == label).input(typed).run()
        assert not opened.exception
        assert first == places(opened), field
        told.append(len(opened.warning))
    assert told == sorted(told)
    assert told[0] < told[-1]
    assert any(caption.value.startswith("Gemt kl.") for caption in opened.caption)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    next(box for box in opened.text_area if box.label == WORDS["da"]["desk_facts"]).input("Nord pas").run()
    assert opened.error
    assert first == places(opened)
    assert "" == DossierFolder(folders / "dossiers").open(key).dossier.facts


def test_the_date_of_play_is_checked(folders: Path) -> None:
    folder = DossierFolder(folders / "dossiers")
    key = folder.create("Sag", "da").dossier.key
    for typed, warned in (("lørdag", True), ("14. marts 2009", False), ("32. marts 2009", True)):
        folder.edit(key, lambda dossier, typed=typed: replace(dossier, played=typed))  # type: ignore[misc]
        opened = page("dossier.show(library, 'da', {})")
        assert warned == any("er ingen dato" in warning.value for warning in opened.warning)
        assert warned != any("lovene fra 2007" in caption.value for caption in opened.caption)


@pytest.mark.parametrize("ui", UI_LANGUAGES)
def test_a_day_before_the_oldest_edition_is_said_to_have_no_known_laws(ui: UiLanguage, folders: Path) -> None:
    """The sentence ended without a year ("lovene fra .")."""
    folder = DossierFolder(folders / "dossiers")
    key = folder.create("Sag", ui).dossier.key
    folder.edit(key, lambda dossier: replace(dossier, played="1988-03-14"))
    shown = [caption.value for caption in page(f"dossier.show(library, '{ui}', {{}})").caption]
    assert any(WORDS[ui]["desk_no_edition_of_day"] in one for one in shown)
    assert not any(WORDS[ui]["desk_edition_of_day"].format(edition="") in one for one in shown)


@pytest.mark.parametrize("ui", UI_LANGUAGES)
def test_a_sign_that_the_pdf_cannot_show_is_told_beside_the_files(ui: UiLanguage, folders: Path) -> None:
    folder = DossierFolder(folders / "dossiers")
    key = folder.create("Sag", ui).dossier.key
    for facts, told in (("Øst \U0001f600 tøvede", True), ("Øst ♠ tøvede", False)):
        folder.edit(key, lambda dossier, facts=facts: replace(dossier, facts=facts))  # type: ignore[misc]
        warned = [one.value.replace("\\", "") for one in page(f"dossier.show(library, '{ui}', {{}})").warning]
        assert told == (WORDS[ui]["desk_pdf_unprinted"].format(signs="\U0001f600") in warned)


def test_a_divided_vote_shows_its_share_and_that_the_deposit_cannot_be_forfeited(folders: Path) -> None:
    folder = DossierFolder(folders / "dossiers")
    key = folder.create("Sag", "da").dossier.key
    folder.edit(key, lambda dossier: replace(dossier, vote="2-1", deposit_outcome="forfeited"))
    opened = page("dossier.show(library, 'da', {})")
    assert any("1 af 3, 33,33 %" in caption.value for caption in opened.caption)
    assert any("kun fortabes enstemmigt" in warning.value for warning in opened.warning)
    folder.edit(key, lambda dossier: replace(dossier, vote="3-0"))
    assert not any("fortabes" in warning.value for warning in page("dossier.show(library, 'da', {})").warning)


def test_the_federations_rules_on_votes_are_not_held_up_to_committees_they_do_not_oblige(folders: Path) -> None:
    folder = DossierFolder(folders / "dossiers")
    key = folder.create("Ärende", "sv").dossier.key
    folder.edit(key, lambda dossier: replace(dossier, vote="2-1", deposit_outcome="forfeited"))
    opened = page("dossier.show(library, 'sv', {})")
    assert not any("DBf" in shown.value for shown in (*opened.caption, *opened.warning))


@pytest.mark.parametrize("ui", UI_LANGUAGES)
@pytest.mark.parametrize(
    ("vote", "dissent", "told"),
    [
        ("3-0", "Jeg er uenig.", "desk_dissent_unanimous"),
        ("enstemmigt", "Jeg er uenig.", "desk_dissent_unanimous"),
        ("ikke enstemmig", "", "desk_forfeit_split"),
        ("inte enhälligt", "", "desk_forfeit_split"),
        ("2-1", "Jeg er uenig.", "desk_forfeit_split"),  # a rule of DBf's
        ("unanimous", "", ""),
        ("3-0", "", ""),
        ("", "Jeg er uenig.", ""),
    ],
)
def test_a_vote_in_figures_or_words_is_held_against_the_minority_and_the_deposit(
    ui: UiLanguage, vote: str, dissent: str, told: str, folders: Path
) -> None:
    folder = DossierFolder(folders / "dossiers")
    key = folder.create("Sag", ui).dossier.key
    folder.edit(key, lambda dossier: replace(dossier, vote=vote, dissent=dissent, deposit_outcome="forfeited"))
    names = WORDS[ui]
    known = {names[one].format(vote=vote) for one in ("desk_dissent_unanimous", "desk_forfeit_split")}
    shown = {one.value.replace("\\", "") for one in page(f"dossier.show(library, '{ui}', {{}})").warning}
    is_told = told and (ui == "da" or told != "desk_forfeit_split")
    assert ({names[told].format(vote=vote)} if is_told else set()) == known & shown


@pytest.mark.parametrize("ui", UI_LANGUAGES)
def test_who_waits_for_files_is_told_how_many_are_read(ui: UiLanguage) -> None:
    told: list[tuple[float, str]] = []
    files = [ImportResult(f"{number}.txt", "added") for number in range(4)]
    read = counted(iter(files), 4, ui, lambda part, words: told.append((part, words)))
    assert files[0] == next(read)
    first = words(ui)["desk_taking_in"]
    assert [(0.0, first.format(number=0, total=4)), (0.25, first.format(number=1, total=4))] == told
    assert files[1:] == list(read)
    assert (1.0, first.format(number=4, total=4)) == told[-1]


def test_the_day_of_play_is_not_called_what_the_board_is(folders: Path) -> None:
    DossierFolder(folders / "dossiers").create("Sag", "da")
    opened = page("dossier.show(library, 'da', {})")
    labels = [one.label for one in (*opened.text_input, *opened.text_area)]
    assert "Spilledato" in labels
    assert words("da")["desk_part_board"] not in labels


@pytest.mark.parametrize("ui", UI_LANGUAGES)
def test_what_cannot_be_as_it_was_typed_is_said_below_its_field(ui: UiLanguage, folders: Path) -> None:
    folder = DossierFolder(folders / "dossiers")
    key = folder.create("Sag", ui).dossier.key
    hands = "N: AK32 Q54 K2 J876\nE: Q4 KJ98 QJ43 K54\nS: J9876 A3 A98 A32\n{west}"
    typed = {
        "board": "syv",
        "dealer": "S",
        "played": "2099-03-07",
        "deal": hands.format(west="W: A5 T762 T765 QT9"),
        "auction": "1♠ pas 1♥",
    }
    folder.edit(key, lambda dossier: replace(dossier, **typed, done=(DoneStep("ruled", "efter kaffen"),)))
    names = WORDS[ui]
    said = [warning.value.replace("\\", "") for warning in page(f"dossier.show(library, '{ui}', {{}})").warning]
    ace = names["deal_fault_twice"].format(found=f"♠{HONOURS[ui][0]}")
    board = names["desk_bad_board"].format(given="syv")
    for sentence in (names["desk_future_played"], board, ace, "18", "efter kaffen"):
        assert 1 == sum(sentence in one for one in said), (sentence, said)
    right = {"board": "7", "deal": hands.format(west="W: T5 T762 T765 QT9"), "auction": "", "played": "2026-03-07"}
    folder.edit(key, lambda dossier: replace(dossier, **right, done=()))
    assert not page(f"dossier.show(library, '{ui}', {{}})").warning


def test_a_decision_goes_into_the_case_that_is_open_and_of_several_others_into_none(folders: Path) -> None:
    list(add(from_paths(samples()), CaseFolder(folders / "precedents")))
    desk = DossierFolder(folders / "dossiers")
    keys = [desk.create(title, "da").dossier.key for title in ("Anden sag", "Den åbne")]
    opened = page("precedents.show(library, 'da', {'case': '09-opd-1'})")

    def put() -> list[int]:
        next(one for one in opened.button if one.label == WORDS["da"]["desk_to_dossier"]).click().run()
        assert not opened.exception
        return [len(desk.open(key).dossier.entries) for key in keys]

    assert [0, 0] == put()
    assert WORDS["da"]["desk_choose_case"] in [one.value for one in opened.caption]
    opened.session_state["open_case"] = keys[1]
    opened.run()
    box = next(one for one in opened.selectbox if one.label == WORDS["da"]["desk_dossier"])
    assert ["Anden sag", "Den åbne"] == box.options
    assert [0, 1] == put()


def test_no_line_of_a_list_of_decisions_ends_within_a_number(folders: Path) -> None:
    list(add(from_paths(samples()), CaseFolder(folders / "precedents")))
    found = shown(page("precedents.show(library, 'da', {})"))
    assert "§\N{NO-BREAK SPACE}" in found
    assert "§ " not in found


def test_no_line_above_the_paper_ends_within_the_number_of_a_case(folders: Path) -> None:
    """ "09-OPD-1" was on two lines where it is said to be quoted and not mentioned."""
    folder = DossierFolder(folders / "dossiers")
    folder.create("Sag", "da")
    folder.edit("sag", lambda dossier: replace(dossier.add(quote_case(HYPHENED)), facts="Se § 16 B."))
    found = shown(page("dossier.show(library, 'da', {'dossier': 'sag'})"))
    assert words("da")["desk_quoted_unused"].format(places='<span class="nb">09-OPD-1</span>') in found
    assert words("da")["desk_cited_unquoted"].format(places="§\N{NO-BREAK SPACE}16\N{NO-BREAK SPACE}B") in found


def test_a_box_to_choose_from_has_no_word_of_another_language(folders: Path) -> None:
    """Where nothing is given Streamlit shows "Choose an option" as soon as somebody types to find one."""
    DossierFolder(folders / "dossiers").create("Sag", "da")
    opened = page("dossier.show(library, 'da', {'dossier': 'sag'})")
    assert opened.selectbox
    assert [] == [box.label for box in opened.selectbox if not box.placeholder]
