"""What stands around the paper: its citations checked, a copy without names, and a PDF that can be heard and kept."""

from __future__ import annotations

import io
import re
from dataclasses import replace

import pytest
from docx import Document
from pypdf import PdfReader

from app.committee.cross_check import cross_check
from app.committee.document_blocks import DocumentBlock, DocumentTable, DocumentText, TextStyle
from app.committee.document_docx import to_docx
from app.committee.document_markdown import to_markdown
from app.committee.document_pdf import to_pdf, unprinted_signs
from app.committee.dossier_document import compose
from app.committee.public_copy import names_left, proposed_replacements, public_copy, read_replacements
from app.committee.quotation_blocks import QuotationComposer, authorities
from app.i18n.words import words
from corpus.dossiers.dossier import Dossier, PartyView, PolledPlayer, Quotation, QuotedBlock, Remark, text_hash
from corpus.dossiers.quotation import quote
from corpus.library import Library
from corpus.model import Lines
from tests.support.long_dossier import long_dossier


def test_what_is_cited_but_not_quoted_and_quoted_but_not_mentioned_is_named(library: Library) -> None:
    dossier = Dossier("k", "Sag", "da", reasoning="Efter § 16 B 1 a og § 73 C måtte Vest passe. Depositum: § X92 B.")
    for key, place in (("da-2017", "16B"), ("da-2017", "12C1"), ("dbf-2008", "X92B1")):
        dossier = dossier.add(quote(library, key, place))
    found = cross_check(dossier, library)
    assert [("laws", "73C")] == [(rule.work, str(rule.number)) for rule in found.unquoted]
    assert ["12C1"] == [quotation.place for quotation in found.unused]
    whole = cross_check(replace(dossier, decision="Scoren vægtes (§ 12C1c). Vest brød ikke § 73 C."), library)
    assert (1, 0) == (len(whole.unquoted), len(whole.unused))


def test_a_case_without_words_has_nothing_to_check(library: Library) -> None:
    found = cross_check(Dossier("k", "Sag", "da"), library)
    assert ((), ()) == (found.unquoted, found.unused)


NAMED = Dossier(
    "k", "Sag 24-7", "da", facts="Ib Lund (Nord) spurgte Åse-Marie Holm.\nDepositum: Ib Lund.", chair="Eva Krag",
    members="Per Bo Friis\nKim", views=(PartyView("Ib Lund", "Jeg, Ib Lund, mener Øst-Vest tager fejl."),),
    entries=(Remark("Eva Krag skriver."),), deal="N:AK32.Q54.K2.J876 ...",
)  # fmt: skip


def test_the_copy_for_publication_has_only_the_replacements_that_were_approved() -> None:
    proposed = read_replacements(proposed_replacements(NAMED))
    assert {"Ib Lund", "Åse-Marie Holm", "Eva Krag", "Per Bo Friis", "Kim"} == set(proposed)
    assert len(proposed) == len(set(proposed.values()))
    assert {2} == set(map(len, proposed.values())), "a letter alone would read as a card, a seat or a suit"
    assert NAMED == public_copy(NAMED), "nothing is replaced unasked"
    one = public_copy(replace(NAMED, replacements="Ib Lund = spiller N"))
    assert "spiller N (Nord) spurgte Åse-Marie Holm.\nDepositum: spiller N." == one.facts
    assert PartyView("spiller N", "Jeg, spiller N, mener Øst-Vest tager fejl.") == one.views[0]
    assert "Eva Krag" in names_left(one)
    every = public_copy(replace(NAMED, replacements=proposed_replacements(NAMED)))
    blocks = compose(every, "da", signed=False)
    text = to_markdown(blocks)
    assert not [block for block in blocks if isinstance(block, DocumentTable) and block.form == "signatures"]
    assert [] == [name for name in proposed if name in text]
    assert () == names_left(every)
    assert NAMED.deal == every.deal, "a letter that is a card stays"


def test_players_and_the_director_have_no_name_in_the_copy() -> None:
    case = replace(NAMED, north_south="Sten Riis - Maja Lind", east_west="Bo Krarup", director="Tage Hede")
    every = public_copy(replace(case, replacements=proposed_replacements(case)))
    assert not {"Sten", "Lind", "Krarup", "Hede"} & set(re.findall(r"\w+", to_markdown(compose(every, "da"))))


def test_a_single_name_a_genitive_and_initials_go_with_the_person_they_fit() -> None:
    case = Dossier(
        "k", "Sag", "da", federation="Danmarks Bridgeforbund", event="Aarhus Open",
        facts="Ib Lund spurgte Eva Krag. Lunds spørgsmål var klart, og Karen svarede. Karen var Syd i Aarhus Open.",
        ruling="Herefter tilkaldte Øst Turneringslederen, der spurgte Ib.",
        poll=(PolledPlayer("EK"), PolledPlayer("QX")),
    )  # fmt: skip
    proposed = read_replacements(proposed_replacements(case))
    assert {"Ib Lund", "Eva Krag", "EK", "QX", "Ib", "Lund", "Karen"} == set(proposed)
    assert proposed["EK"] == proposed["Eva Krag"] != proposed["QX"]
    assert proposed["Ib"] == proposed["Ib Lund"] != proposed["Karen"]
    copy = public_copy(replace(case, replacements=proposed_replacements(case)))
    assert "AA spurgte BB. AAs spørgsmål var klart, og" in copy.facts
    assert "Karen" not in copy.facts
    assert "Aarhus Open" in copy.facts
    assert {"Ib Lund"} == set(read_replacements(proposed_replacements(replace(NAMED, facts="Ib Lund så Syds kort.",
                              chair="", members="", entries=(), views=()))))  # fmt: skip
    assert () == names_left(
        replace(case, facts="", ruling="", replacements="EK = A\nQX = B", poll=(PolledPlayer("A"),))
    )
    two = replace(case, facts="Ib Lund og Ib Krag kom. Her svarede Ib.", poll=())
    assert read_replacements(proposed_replacements(two))["Ib"] not in ("AA", "BB"), "nobody knows which"


@pytest.mark.parametrize(
    "facts", ["Saken ble sendt til Lovkommisjonen.", "Den gick till Lagkommittén.", "Sagen gik til Lovkommissionen."]
)
def test_a_committee_is_no_person(facts: str) -> None:
    assert "" == proposed_replacements(Dossier("k", "Sag", "da", facts=facts))


def test_an_approved_name_keeps_its_letter_when_names_are_proposed_again() -> None:
    again = read_replacements(proposed_replacements(replace(NAMED, replacements="Kim = AA\nIb Lund = Nord")))
    assert ("AA", "Nord") == (again["Kim"], again["Ib Lund"])
    assert 1 == list(again.values()).count("AA")


def test_quoted_words_are_not_changed_in_the_copy(library: Library) -> None:
    taken = quote(library, "da-2017", "9A")
    copy = public_copy(replace(NAMED, replacements="Turneringslederen = A").add(taken))
    assert taken in copy.entries


def test_the_pdf_is_tagged_for_those_who_hear_it_and_for_the_archive(library: Library) -> None:
    """With every sign that is hard to print."""
    for language in ("da", "nb", "sv", "en"):
        reader = PdfReader(io.BytesIO(to_pdf(compose(long_dossier(library), "da"), language)))
        root = reader.trailer["/Root"]
        meta = root["/Metadata"].get_data().decode()
        assert "<pdfuaid:part>1</pdfuaid:part>" in meta
        assert "<pdfaid:part>2</pdfaid:part>" in meta
        assert root["/MarkInfo"]["/Marked"]
        assert language == root["/Lang"]


def test_a_sign_that_no_font_has_is_still_printed() -> None:
    content = to_pdf(compose(Dossier("k", "Sag", "da", facts="\U0001f0cf \u4e2d"), "da"), "da")
    assert 1 == len(PdfReader(io.BytesIO(content)).pages)


def precedent(number: str) -> Quotation:
    pieces, key = (QuotedBlock(text=number),), number.lower()
    source, summed = Lines("f", 0, 0), text_hash(pieces)
    return Quotation("precedent", "precedents", key, "", "", "AU", number, "decided", source, pieces, summed)


def test_cases_stand_in_the_order_of_their_years_and_numbers() -> None:
    dossier = Dossier("k", "Sag", "da")
    for number in ("12-AU-12", "09-AU-100", "99-AU-7", "09-AU-99"):
        dossier = dossier.add(precedent(number))
    assert ["99-AU-7", "09-AU-99", "09-AU-100", "12-AU-12"] == [
        row[1] for row in authorities(dossier, QuotationComposer("da"))
    ]


@pytest.mark.parametrize("lines", [1, 40])
def test_the_lines_to_sign_are_never_broken_between_pages(lines: int) -> None:
    members = "\n".join(f"Medlem Nummer{number}" for number in range(7))
    dossier = Dossier("k", "Sag", "da", decision="\n".join(["En linje af afgørelsen."] * lines), members=members)
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(to_pdf(compose(dossier, "da"), "da"))).pages]
    assert {0, 7} == {page.count("Nummer") for page in pages} | {0}


@pytest.mark.parametrize("lines", [35, 36, 37])
def test_no_page_has_two_lines_alone(lines: int) -> None:
    blocks = compose(Dossier("k", "Sag", "da", reasoning="\n".join(["En linje."] * lines)), "da")
    pages = [page.extract_text().count("En linje.") for page in PdfReader(io.BytesIO(to_pdf(blocks, "da"))).pages]
    assert (2, lines) == (len(pages), sum(pages))
    assert 4 <= pages[-1]
    kept = [p.paragraph_format for p in Document(io.BytesIO(to_docx(blocks, "da"))).paragraphs if p.text == "En linje."]
    assert [True, True, True, None] == [one.keep_with_next for one in kept[-4:]]
    assert all(one.keep_together for one in kept[-4:])


def _pages(blocks: tuple[DocumentBlock, ...]) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(to_pdf(blocks, "da"))).pages]


def test_a_tab_parts_words_in_the_pdf_too() -> None:
    (page,) = _pages(compose(Dossier("k", "Sag", "da", reasoning="\tTab\tText"), "da"))
    assert "Tab Text" in " ".join(page.split())


def test_views_without_words_have_no_heading() -> None:
    names = words("da")
    empty = Dossier("k", "Sag", "da", views=(PartyView("Nord-Syd", " "), PartyView("", "")))
    assert names["desk_views"] not in str(compose(empty, "da"))
    nameless = compose(replace(empty, views=(*empty.views, PartyView("", "Vi tænkte ikke."))), "da")
    assert names["desk_views"] in str(nameless)
    assert "Vi tænkte ikke." in str(nameless)
    assert not any(isinstance(b, DocumentText) and b.style == "subheading" and not b.words.strip() for b in nameless)


UNREAD_DEAL = "Nord: ♠ EK32 ♥ D54 ♦ K2 ♣ B876\nØst: ♠ D5 ♥ K1032 ♦ D1043 ♣ K54"
OPEN_AUCTION = "1NT pas 2NT (tøvede) pas 3NT"


@pytest.mark.parametrize(
    ("typed", "last", "notice"),
    [
        ({"deal": UNREAD_DEAL}, "Øst:", "Kortene mangler for Syd og Vest"),
        ({"auction": OPEN_AUCTION, "dealer": "N"}, "tøvede", "Meldeforløbet er ikke slut."),
        ({"auction": "1NT hm", "dealer": "N"}, "1NT hm", "hm er ingen melding"),
    ],
)
def test_a_notice_is_on_the_page_of_what_it_is_about(typed: dict[str, str], last: str, notice: str) -> None:
    """It stood alone on top of the next page, wherever the page happened to end before it."""
    ends = set()
    for lines in range(20, 34):
        question = "\n".join(["Er pas et logisk alternativ?"] * lines)
        blocks = compose(
            replace(Dossier("k", "Sag", "da", question=question, facts="Nord spurgte.\n" * 9), **typed), "da"
        )  # type: ignore[arg-type]
        pages = _pages(blocks)
        (page,) = (number for number, words in enumerate(pages) if notice in words)
        assert last in pages[page]
        ends.add(page)
    assert {0, 1} == ends, "the page ended on both sides of it"


@pytest.mark.parametrize("kind", ["text", "source", "comment"])
def test_word_keeps_a_notice_with_the_words_before_it(kind: TextStyle) -> None:
    blocks = (
        DocumentText(kind, "Før."),
        DocumentText("notice", "Spillet blev spillet før."),
        DocumentText("text", "Efter."),
    )
    before, *_ = Document(io.BytesIO(to_docx(blocks, "da"))).paragraphs
    assert before.paragraph_format.keep_with_next
    table = DocumentTable((("Vest", "Nord", "Øst", "Syd"), ("", "1♠", "pas", "")), header=1, form="auction")
    drawn = Document(io.BytesIO(to_docx((table, *blocks[1:]), "da")))
    assert all(cell.paragraphs[0].paragraph_format.keep_with_next for row in drawn.tables[0].rows for cell in row.cells)


def test_signs_that_the_pdf_cannot_show_are_named() -> None:
    """An emoji was an empty box without a word; what the fonts have is named nowhere."""
    blocks = compose(
        Dossier(
            "k", "Sag", "da", facts="Øst \U0001f600 ♠ é ł → ж α ❤\ufe0f \u4e2d", views=(PartyView("\U0001f0cf", "x"),)
        ),
        "da",
    )
    assert {"\U0001f600", "\u4e2d", "\U0001f0cf"} == set(unprinted_signs(blocks))
    assert () == unprinted_signs(compose(Dossier("k", "Sag", "da", facts="♠ é ł → ж α ≥ ½"), "da"))
    many = "".join(map(chr, range(0x4E2D, 0x4E2D + 40)))
    assert 5 == len(unprinted_signs(compose(Dossier("k", "Sag", "da", facts=many), "da")))
