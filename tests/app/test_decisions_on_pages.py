"""Decisions on the pages of the law: under the provision that is read, among its references, among search hits."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from app.committee.register import IncomingFile, add, from_paths, open_register, samples
from app.i18n.words import UI_LANGUAGES, WORDS, UiLanguage
from app.reader.context import ReaderServices
from app.reader.parts.decision_lists import coverage, decision_page
from app.views.resources import reader_services
from corpus.precedents.folder import CaseFolder, case_folder
from index.precedents.casebook import Casebook, RegisterCoverage
from tests.support.pages import BAD, html_of, row_of, words_of

EVIL = f"Sag: {BAD}\nInstans: {BAD}\nSpilledato: 2009-01-01\nRubrik: {BAD} § 16C\n\nTekst."


@pytest.fixture
def services(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, index_folder: Path) -> ReaderServices:
    monkeypatch.setenv("LOVBRO_PRECEDENTS", str(tmp_path / "cases"))
    return reader_services()


@pytest.fixture
def filled(services: ReaderServices) -> ReaderServices:
    list(add(from_paths(samples()), case_folder()))
    return services


def decisions(html: str) -> str:
    """The part of a page that is about decisions."""
    found = re.search(r'class="decisions".*', html, re.S)
    return words_of("<p " + found.group()) if found else ""


def test_a_case_of_2009_on_16c_is_read_at_16d_of_today(filled: ReaderServices) -> None:
    shown = decisions(html_of(filled, "law=16D&in=da-2017,sv-2017"))
    assert "Tidligere sager: § 16 D" in shown
    assert "14. marts 2009 09-OPD-1" in shown
    assert "§ 16C2c dengang (2007) → § 16 D 2 c" in shown
    assert shown.index("Anvendt (1)") < shown.index("Fundet ikke overtrådt (1)")
    assert "Opdigtet 10. februar 2018 18-OPD-2" in shown
    row = row_of(html_of(filled, "law=16D&in=da-2017,sv-2017"), "16D")
    assert 'href="?view=precedents&amp;law=16D&amp;by=da-2017&amp;ui=da">Tidligere sager: 2</a>' in row
    # § 16C of today is another rule: the case on the 16C of that time does not stand there.
    assert "Anvendt" not in decisions(html_of(filled, "law=16C&in=da-2017"))


def test_the_same_case_is_read_from_another_edition_by_its_number_there(filled: ReaderServices) -> None:
    assert "09-OPD-1" in decisions(html_of(filled, "law=16&in=da-2017"))
    assert "09-OPD-1" in decisions(html_of(filled, "law=16D2c&in=sv-2017&ui=en"))


CASES = {
    "§ 16C": ("16D", "§ 16C dengang (2007) → § 16 D · indhold ændret"),
    "§ 12C1": ("12C1", "§ 12C1 dengang (2007) · indhold ændret"),
    "§ 24D": ("24D", "§ 24D dengang (2007) · ukendt nummer"),
    "§ 40B4": ("40B3a", "§ 40B4 dengang (2007) → § 40 B 3 a · usikker placering"),
}


@pytest.mark.parametrize("printed", CASES)
def test_a_list_says_what_became_of_a_number(services: ReaderServices, printed: str) -> None:
    case = f"Sag: 09-AU-1\nSpilledato: 2009-02-01\nRubrik: {printed}.\n".encode()
    list(add([IncomingFile("a.txt", case)], case_folder()))
    place, expected = CASES[printed]
    assert expected in decisions(html_of(services, f"law={place}&in=da-2017"))


def test_a_decision_says_what_became_of_the_numbers_it_cites(services: ReaderServices) -> None:
    case = b"Sag: 09-AU-1\nSpilledato: 2009-02-01\n\n\xc2\xa7 16C, \xc2\xa7 12C1e og \xc2\xa7 24D.\n"
    list(add([IncomingFile("a.txt", case)], case_folder()))
    casebook = services.open_cases()
    html = words_of(str(decision_page(casebook.by_key["09-au-1"], casebook, {"laws": "2017"}, "da")))
    assert "§ 16C (→ § 16 D · indhold ændret) , § 12C1e (udgået) og § 24D (ukendt nummer) ." in html


def test_no_number_of_a_decision_is_broken_at_the_end_of_a_line(services: ReaderServices) -> None:
    list(add([IncomingFile("a.txt", b"Sag: 09-AU-1\n\nScoren, \xc2\xa7 16 B 1.\n")], case_folder()))
    casebook = services.open_cases()
    html = str(decision_page(casebook.by_key["09-au-1"], casebook, {"laws": "2017"}, "da"))
    assert "§ 16 B 1".replace(" ", "\N{NO-BREAK SPACE}") in html
    assert "§ 16" not in html


@pytest.mark.parametrize("ui", UI_LANGUAGES)
def test_a_register_of_one_decision_is_told_of_in_words_that_fit_one(ui: UiLanguage) -> None:
    played = date(2017, 8, 31)
    told = coverage(RegisterCoverage(1, played, played, (("LK", 1),), 0, 1, {}), ui)
    assert 1 == told.count("2017")
    assert not re.search(r"\b1 (?:sager|saker|ärenden|decisions|af|av|of)\b", told)


def test_of_many_bodies_those_with_most_decisions_are_named_and_the_others_counted() -> None:
    played = date(2017, 8, 31)
    bodies = (("AK", 1), ("AU", 31), *((f"Klub {n}", 2) for n in range(5)), ("LK", 40))
    told = coverage(RegisterCoverage(82, played, played, bodies, 0, 0, {}), "da")
    assert told.endswith(": LK 40, AU 31, Klub 0 2, Klub 1 2, Klub 2 2, Klub 3 2, andre 3.")


def test_a_page_without_decisions_is_not_cluttered(services: ReaderServices) -> None:
    without = html_of(services, "law=16D")
    assert "" == decisions(without)
    list(add(from_paths(samples()), case_folder()))
    assert without != html_of(services, "law=16D")
    assert "" == decisions(html_of(services, "law=91"))
    assert "" == decisions(html_of(services, "law=def"))


@pytest.mark.parametrize("ui", UI_LANGUAGES)
def test_the_references_say_that_the_register_is_empty(services: ReaderServices, ui: UiLanguage) -> None:
    assert WORDS[ui]["desk_register_empty"] in decisions(html_of(services, f"view=refs&law=16D&ui={ui}"))


def test_the_references_say_what_a_register_without_such_a_decision_covers(filled: ReaderServices) -> None:
    shown = decisions(html_of(filled, "view=refs&law=91"))
    assert "Ingen sager i registret om dette." in shown
    assert "spillet 14. marts 2009 til 12. oktober 2019: AU 1, LK 1, MAK 1. Opdigtede eksempler blandt dem: 3." in shown


def test_decisions_stand_among_the_references_and_in_the_picture(filled: ReaderServices) -> None:
    html = html_of(filled, "view=refs&law=27B1&in=da-2017")
    assert "Anvendt (1)" in decisions(html)
    svg = html[html.index("<svg") : html.index("</svg>")]
    assert 'href="?view=precedents&amp;case=19-opd-3&amp;ui=da"' in svg
    assert "Opdigtet: 19-OPD-3" in words_of(svg)
    assert svg.count('class="g-node') < 40


def test_many_decisions_stay_out_of_the_picture_and_the_page_says_so(services: ReaderServices) -> None:
    files = (
        IncomingFile(f"{n}.txt", f"Sag: 09-AU-{n}\nRubrik: § 27B1\n\nSpillet 2018-01-0{n % 9 + 1}.".encode())
        for n in range(40)
    )
    list(add(files, case_folder()))
    html = html_of(services, "view=refs&law=27B1&in=da-2017")
    assert "09-AU-" not in html[html.index("<svg") : html.index("</svg>")]
    assert WORDS["da"]["desk_not_drawn"] in html


def test_search_finds_decisions_by_their_words_below_the_law(filled: ReaderServices) -> None:
    html = html_of(filled, "q=nabobordet oplysninger")
    assert html.index('class="plain') < html.index('class="decisions"')
    assert "Tidligere sager (1) Opdigtet 14. marts 2009 09-OPD-1" in decisions(html)
    assert "" == decisions(html_of(filled, "q=nabobordet oplysninger&kind=provision"))
    assert "" == decisions(html_of(filled, "q=zzzz"))
    assert "" == decisions(html_of(filled, "q=?!"))


def test_search_finds_decisions_by_the_provision_typed(filled: ReaderServices) -> None:
    """§ 27B1 beside other words, and two provisions at once; one alone opens the law, with its decisions."""
    assert "19-OPD-3" in decisions(html_of(filled, "q=16B, 27B1"))
    assert "19-OPD-3" in decisions(html_of(filled, "q=27B1"))


def test_markup_in_a_decision_stays_text(services: ReaderServices) -> None:
    list(add([IncomingFile("evil.txt", EVIL.encode())], case_folder()))
    for query in ("law=16D&in=da-2017", "view=refs&law=16D&in=da-2017", "q=script alert"):
        html = html_of(services, query)
        assert "<script" not in html
        assert "<img" not in html
        assert "alert(1)" in decisions(html)


def test_the_register_is_opened_only_when_a_page_needs_it_and_once(services: ReaderServices) -> None:
    asked: list[CaseFolder] = []

    def counted() -> Casebook:
        asked.append(case_folder())
        return services.open_cases()

    html_of(replace(services, open_cases=counted), "view=status")
    assert [] == asked
    html_of(replace(services, open_cases=counted), "law=16D")
    assert asked
    list(add(from_paths(samples()), case_folder()))
    assert services.open_cases() is services.open_cases()
    assert open_register(case_folder()).casebook is services.open_cases()
