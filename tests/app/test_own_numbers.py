"""A number in the committee's own words is one of its edition: on the paper, and against what is quoted."""

from __future__ import annotations

import io
from dataclasses import replace
from datetime import date

import pytest
from docx import Document
from pypdf import PdfReader

from app.committee.cross_check import CrossCheck, cross_check
from app.committee.document_blocks import DocumentBlock, DocumentText
from app.committee.document_docx import to_docx
from app.committee.document_html import to_html
from app.committee.document_markdown import to_markdown
from app.committee.document_pdf import to_pdf
from app.committee.dossier_document import compose
from app.committee.edition_guard import EditionGuard
from app.i18n.words import UI_LANGUAGES, UiLanguage, words
from corpus.alignment.concordance import Concordance
from corpus.alignment.fate import NumberFates
from corpus.dossiers.dossier import Dossier, PartyView, Remark
from corpus.dossiers.quotation import quote
from corpus.library import Library


@pytest.fixture(scope="module")
def fates(library: Library, concordance: Concordance) -> NumberFates:
    return NumberFates.of(concordance, library)


@pytest.fixture(scope="module")
def guard(library: Library, fates: NumberFates) -> EditionGuard:
    return EditionGuard(library, fates)


def checked(
    library: Library, fates: NumberFates, reasoning: str, quoted: str, played: str, language: str = "da"
) -> CrossCheck:
    dossier = Dossier("k", "Sag", language, played=played, reasoning=reasoning)
    for place in quoted.split():
        dossier = dossier.add(quote(library, *place.split(":")))
    return cross_check(dossier, library, fates)


def unquoted(found: CrossCheck) -> list[tuple[str, str]]:
    return [(str(rule.number), rule.edition) for rule in found.unquoted]


@pytest.mark.parametrize(
    ("reasoning", "quoted", "played", "missing", "unused"),
    [
        # Today's 12C1e is another rule than that of 2007.
        ("§ 12C1e i loven af 2007 gælder.", "da-2017:12C1e", "13. marts 2020", [("12C1e", "2007")], 1),
        ("§ 12C1e gælder.", "da-2017:12C1e", "13. marts 2010", [("12C1e", "2007")], 1),
        ("§ 12C1e gælder.", "da-2017:12C1e", "13. marts 2020", [], 0),
        ("Efter § 12C2 gives kunstig score.", "nb-1997:12C2", "13. marts 2020", [("12C2", "2017")], 1),
        ("Efter § 12C2 (1997) gives kunstig score.", "nb-1997:12C2", "13. marts 2020", [], 0),
        ("2007-lovenes § 16 C.", "da-2017:16D", "13. marts 2020", [("16C", "2007")], 0),
        # Moved, and orders the same.
        ("§ 16 C 2 c er brudt.", "da-2017:16D2c", "13. marts 2010", [], 0),
        ("§ 12C1e gælder.", "da-2017:12C1e", "", [], 0),
    ],
)
def test_a_number_is_quoted_only_by_the_rule_that_it_names(
    library: Library, fates: NumberFates, reasoning: str, quoted: str, played: str,
    missing: list[tuple[str, str]], unused: int,
) -> None:  # fmt: skip
    found = checked(library, fates, reasoning, quoted, played)
    assert missing == unquoted(found)
    assert unused == len(found.unused)


def test_a_number_that_no_edition_had_is_named_as_such(library: Library, fates: NumberFates) -> None:
    found = checked(library, fates, "Se § 99A, § 12C9, § 16Z og § 12 C 1.\nDBf § X92B3.", "", "13. marts 2020")
    assert ("§ 12C9", "§ 16Z", "§ 99 A") == found.unknown
    english = checked(library, fates, "Law 99Z and Law 16 B 1.", "", "13 March 2020", "en")
    assert ("Law 99Z",) == english.unknown
    assert ["12C1", "X92B3"] == [number for number, _ in unquoted(found)]
    other = checked(library, fates, "Efter vedtægternes § 99 gælder det, jf. turneringsreglementets § 12.", "", "")
    assert ((), (), ()) == (other.unknown, other.unquoted, other.absent)


def test_a_number_of_another_edition_than_the_one_meant_is_named(library: Library, fates: NumberFates) -> None:
    found = checked(library, fates, "§ 16 C 2 c er brudt.", "", "13. marts 2020")
    assert [("16C2c", "2017")] == [(str(rule.number), rule.edition) for rule in found.absent]
    assert () == found.unquoted


OLD = Dossier(
    "k", "Sag", "da", played="2010-03-13", question="Er § 16 C 2 c brudt?", facts="Nord tænkte.\nJf. §§ 16C og 73F.",
    ruling="Efter § 16 C 2 c.", table_result="Jf. § 16 C 2 c.",
    views=(PartyView("NS", "Nej, jf. § 16 C 2 c."),), entries=(Remark("Se § 16 C 2 c."),),
    reasoning="Ja, jf. § 16 C 2 c. Nu § 16 D 2 c (2017).", dissent="§ 16 C 2 c gælder ej.", decision="§ 16 C 2 c.",
)  # fmt: skip


def told(blocks: tuple[DocumentBlock, ...]) -> str:
    return "\n".join(block.words for block in blocks if isinstance(block, DocumentText))


def test_old_numbers_in_the_committee_s_own_words_are_explained_on_the_paper(guard: EditionGuard) -> None:
    blocks = compose(OLD, "da", guard=guard)
    text = told(blocks)
    assert 8 == text.count("§ 16 C 2 c (2007; i dag § 16 D 2 c)")
    assert "Nu § 16 D 2 c (2017)." in text, "today's number stands alone"
    assert text.count(words("da")["gloss_note"]) == 1
    typed = [
        "".join(part for part, added in block.segments if not added)
        for block in blocks
        if isinstance(block, DocumentText)
    ]
    assert OLD.reasoning in typed, "what was typed stays"
    assert {*OLD.facts.splitlines()} <= set(typed)


@pytest.mark.parametrize("played", ["2020-03-13", ""])
def test_numbers_of_today_and_of_no_known_edition_stand_alone(guard: EditionGuard, played: str) -> None:
    text = told(compose(replace(OLD, played=played), "da", guard=guard))
    assert "(2007" not in text
    assert words("da")["gloss_note"] not in text


@pytest.mark.parametrize(
    ("language", "typed", "shown"),
    [
        ("da", "§ 16 C 2 c (2007) siger", "§ 16 C 2 c (2007) (i dag § 16 D 2 c)? siger"),
        ("da", "§ 16 C 2 c i lovene fra 2007", "§ 16 C 2 c (i dag § 16 D 2 c)? i lovene fra 2007"),
        ("sv", "1997 års Lag 16A2", "1997 års Lag 16A2 (i dag Lag 16B3, ändrad)"),
        ("sv", "Spelat 1997 enligt Lag 16A2", "Spelat 1997 enligt Lag 16A2"),
    ],
)
def test_an_edition_that_the_words_name_is_not_named_again(
    guard: EditionGuard, language: UiLanguage, typed: str, shown: str
) -> None:
    case = Dossier("k", "T", language, played="2020-03-13", facts=typed)
    assert shown in told(compose(case, language, guard=guard)).splitlines()


def test_every_form_of_the_paper_marks_what_was_added_to_own_words(guard: EditionGuard) -> None:
    blocks = compose(OLD, "da", guard=guard)
    unbroken = "§ 16 D 2 c".replace(" ", "\N{NO-BREAK SPACE}")
    assert f"<i> (2007; i dag {unbroken})?</i>" in to_html(blocks, "da")
    assert "*(2007; i dag § 16 D 2 c)?*" in to_markdown(blocks)
    runs = [run for one in Document(io.BytesIO(to_docx(blocks, "da"))).paragraphs for run in one.runs]
    assert 9 == sum(bool(run.italic) and "(2007;" in run.text for run in runs)
    upright = tuple(one for one in blocks if isinstance(one, DocumentText) and one.style != "comment")
    for shown, italic in ((upright, True), (tuple(replace(one, added=()) for one in upright), False)):
        pages = PdfReader(io.BytesIO(to_pdf(shown, "da"))).pages
        fonts = [page["/Resources"]["/Font"] for page in pages]
        assert italic == any("Italic" in str(font[name]["/BaseFont"]) for font in fonts for name in font)


@pytest.mark.parametrize("ui", UI_LANGUAGES)
def test_each_language_has_its_words(guard: EditionGuard, ui: str) -> None:
    signs = {"da": "§ 16C2c", "nb": "§ 16C2c", "sv": "Lag 16C2c", "en": "Law 16C2c"}
    case = Dossier("k", "T", ui, played=date(2010, 3, 13).isoformat(), reasoning=f"{signs[ui]}.")
    text = told(compose(case, ui, guard=guard))  # type: ignore[arg-type]
    assert f"{signs[ui]} (2007; {words(ui)['gloss_today'].split('{', maxsplit=1)[0]}" in text  # type: ignore[arg-type]
