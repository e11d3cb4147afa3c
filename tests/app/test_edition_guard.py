"""Old numbers on a paper never stand alone, and an edition of another day is pointed out."""

from __future__ import annotations

import io
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from docx import Document
from pypdf import PdfReader

from app.committee.document_blocks import DocumentBlock, DocumentTable, DocumentText
from app.committee.document_docx import to_docx
from app.committee.document_html import to_html
from app.committee.document_markdown import to_markdown
from app.committee.document_pdf import to_pdf
from app.committee.dossier_document import compose
from app.committee.edition_guard import EditionGuard
from app.committee.play_date import play_date
from app.committee.quotation_blocks import QuotationComposer
from app.committee.register import reader, samples
from app.committee.scoring.tables import LEXICON, read_scoring_tables
from app.i18n.words import UI_LANGUAGES, words
from corpus.alignment.concordance import Concordance
from corpus.alignment.fate import NumberFates
from corpus.dossiers.dossier import Dossier, Quotation, TypedAdjustment, plain_text
from corpus.dossiers.quotation import QuotationCheck, quote, quote_case
from corpus.library import Library
from corpus.precedents.decision import Decision
from corpus.store import load_lexicon


@pytest.fixture(scope="module")
def decision() -> Decision:
    path: Path = next(path for path in samples() if path.stem == "opdigtet-09")
    return reader()(path.name, path.read_bytes()).decision


@pytest.fixture(scope="module")
def guard(library: Library, concordance: Concordance, decision: Decision) -> EditionGuard:
    return EditionGuard(library, NumberFates.of(concordance, library), {decision.key: decision})


def quoted(quotation: Quotation, guard: EditionGuard, played: date | None = None) -> list[DocumentText]:
    composer = QuotationComposer("da", {}, guard, played)
    return [block for block in composer.blocks(quotation, QuotationCheck("same")) if isinstance(block, DocumentText)]


def words_of(quotation: Quotation, guard: EditionGuard) -> str:
    return "\n".join(block.words for block in quoted(quotation, guard) if block.style == "quote")


def test_the_old_numbers_of_a_precedent_are_explained(guard: EditionGuard, decision: Decision) -> None:
    """The example of the committee: § 16C2c of 2007 is § 16 D 2 c today."""
    text = words_of(quote_case(decision), guard)
    assert text.count("§ 16C2c (2007; i dag § 16 D 2 c)") == 3
    assert "§ 16C (2007; i dag § 16 D, ændret)" in text
    assert "§ 16B (2007; samme nummer i dag)" in text
    assert "§ 12C1c (2007; " in text
    assert "§ X92B)" in text, "the federation's own rule has no other number"


def test_a_regulation_that_cites_a_rule_which_is_another_today_says_so(guard: EditionGuard, library: Library) -> None:
    """DBf 2008 cites § 12C1e of 2007; the § 12C1e of 2017 is another rule."""
    text = words_of(quote(library, "dbf-2008", "X12A1"), guard)
    assert "§ 12C1e (2007; findes ikke i dag, § 12 C 1 e er i dag en anden regel)" in text
    assert "(2007; i dag § 92 C" not in text


def test_every_number_of_the_laws_in_a_regulation_of_2008_is_explained(guard: EditionGuard, library: Library) -> None:
    total = 0
    for law in library["dbf-2008"].laws:
        taken = quote(library, "dbf-2008", str(law.id))
        found = guard.glosses(taken)
        total += sum(len(glosses) for glosses in found.values())
        for number, glosses in found.items():
            assert all(0 < gloss.at <= len(taken.pieces[number].text) for gloss in glosses)
            assert {"2007"} == {gloss.edition for gloss in glosses}
    wanted = [r for r in library["dbf-2008"].references if any(t.work == "laws" for t in r.targets)]
    assert len(wanted) == total


def test_a_doubtful_citation_names_what_may_be_meant(guard: EditionGuard, library: Library) -> None:
    assert "måske er § 92 C ment)" in words_of(quote(library, "dbf-2008", "253B1"), guard)


def test_the_numbers_of_an_old_law_are_explained_where_they_stand(guard: EditionGuard, library: Library) -> None:
    taken = quote(library, "nb-1997", "16B")
    labelled = [block for block in quoted(taken, guard) if block.lead]
    assert all(block.words.startswith("(1997; ") for block in labelled)
    assert labelled[0].words.startswith("(1997; i dag § 16 D")


def test_a_law_in_force_gets_nothing_added(guard: EditionGuard, library: Library) -> None:
    for key in ("da-2017", "sv-2017"):
        for law in library[key].laws:
            assert {} == guard.glosses(quote(library, key, str(law.id)))


def test_the_quoted_words_stay_as_they_were_taken(guard: EditionGuard, library: Library, decision: Decision) -> None:
    for taken in (quote_case(decision), quote(library, "dbf-2008", "201"), quote(library, "nb-1997", "86")):
        shown = quoted(taken, guard)
        bare = [
            "".join(part for part, added in block.segments if not added) for block in shown if block.style == "quote"
        ]
        own = [line for piece in taken.pieces if not piece.rows for line in piece.text.split("\n")]
        assert [line for line in own if line.strip()] == [line for line in bare if line.strip()]


def test_a_source_that_has_changed_keeps_the_glosses_of_what_is_the_same(guard: EditionGuard, library: Library) -> None:
    taken = quote(library, "dbf-2008", "201")
    first = next(number for number, piece in enumerate(taken.pieces) if "§ 12C1e" in piece.text)
    other = replace(taken.pieces[first], text="Nye ord. " + taken.pieces[first].text)
    changed = replace(taken, pieces=(*taken.pieces[:first], other, *taken.pieces[first + 1 :]))
    assert first in guard.glosses(taken)
    assert first not in guard.glosses(changed), "where the number stands now is not guessed"
    assert set(guard.glosses(taken)) - {first} == set(guard.glosses(changed))


@pytest.mark.parametrize(
    ("expression", "place", "played", "right"),
    [
        ("da-2017", "16", "2009-03-14", "2007"),
        ("da-2017", "16", "2017-08-31", "2007"),
        ("da-2017", "16", "2017-09-01", None),
        ("nb-1997", "16", "2007-12-31", None),
        ("nb-1997", "16", "2008-01-01", "2007"),
        ("dbf-2008", "X92", "2008-06-01", None),
        ("dbf-2008", "X92", "2012-06-01", ""),
    ],
)
def test_an_edition_that_was_not_in_force_on_the_day_is_pointed_out(
    expression: str, place: str, played: str, right: str | None, guard: EditionGuard, library: Library
) -> None:
    found = guard.mismatch(quote(library, expression, place), date.fromisoformat(played))
    assert right == (found.right if found else None)
    notices = [
        b for b in quoted(quote(library, expression, place), guard, date.fromisoformat(played)) if b.style == "notice"
    ]
    assert (right is not None) == any("gjaldt ikke den" in block.words for block in notices)


def test_days_are_read_as_people_write_them() -> None:
    same = date(2004, 3, 12)
    assert {same} == {play_date(typed, "da") for typed in ("12/3-2004", "2004-03-12", "12. marts 2004", "12.3.2004")}
    assert same == play_date("12 mars 2004", "sv") == play_date("12 March 2004", "en")
    assert date(2018, 8, 5) == play_date("5-6 augusti 2018", "sv")
    for unclear in ("", "marts 2004", "32. marts 2004", "12/3", "12. marts 2004 og 14. marts 2004"):
        assert play_date(unclear, "da") is None
    assert play_date("03/04/2004", "en") is None, "the third of April or the fourth of March"


@pytest.mark.parametrize("ui", UI_LANGUAGES)
def test_every_form_of_the_paper_says_what_an_old_number_is_today(
    ui: str, guard: EditionGuard, library: Library, decision: Decision
) -> None:
    language = next(one for one in UI_LANGUAGES if one == ui)
    dossier = (
        Dossier("k", "Sag", ui, played="2019-03-01").add(quote_case(decision)).add(quote(library, "nb-1997", "16"))
    )
    blocks: tuple[DocumentBlock, ...] = compose(dossier, language, guard=guard)
    today = words(language)["gloss_today"].format(today="Lag 16D2(c)" if ui == "sv" else "§ 16 D 2 c")
    today = today.replace("§ 16 D 2 c", "Law 16D2(c)") if ui == "en" else today
    wanted = f"(2007; {today})"
    pdf = " ".join(" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(to_pdf(blocks, ui))).pages)
    docx = " ".join(paragraph.text for paragraph in Document(io.BytesIO(to_docx(blocks, ui))).paragraphs)
    for form in (pdf, docx, to_html(blocks, ui)):
        assert wanted in form.replace("\N{NO-BREAK SPACE}", " ")
    assert wanted in to_markdown(blocks).replace("\\", "")
    assert words(language)["gloss_note"] in docx
    outcome = next(b for b in blocks if isinstance(b, DocumentText) and b.lead == f"{words(language)['desk_outcome']}:")
    assert outcome.words.startswith(words(language)[f"desk_outcome_{decision.outcome}"]), "what a precedent decided"
    table = next(b for b in blocks if isinstance(b, DocumentTable) and b.rows[0][0] == words(language)["desk_source"])
    assert any("(1997; " in cell for row in table.rows for cell in row), "the table of authorities has today's number"
    assert plain_text(dossier.quotations[0].pieces) == plain_text(quote_case(decision).pieces)


@pytest.mark.parametrize(("played", "warned"), [("14. marts 2009", True), ("2017-09-01", False), ("", False)])
def test_a_score_by_the_scales_of_another_edition_says_so(
    played: str, warned: bool, guard: EditionGuard, library: Library
) -> None:
    tables = read_scoring_tables(library, load_lexicon(LEXICON))
    dossier = Dossier("k", "Sag", "da", played=played, score=TypedAdjustment(outcomes="420", others="+50"))
    texts = [
        block.words for block in compose(dossier, "da", tables=tables, guard=guard) if isinstance(block, DocumentText)
    ]
    assert warned == (words("da")["score_other_edition"] in texts)
    if warned:
        result = next(n for n, text in enumerate(texts) if text == words("da")["desk_score"]) + 2
        assert texts[result].startswith(words("da")["score_side_NS"]), "it stays with the score, not with what follows"
    assert "Skalaerne er læst i Love for turneringsbridge 2017, DBf's turneringsbestemmelser 2008." in texts
