"""The pages of a committee with something on them: a case, decisions, a text that was verified, and paper."""

from __future__ import annotations

import io
import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path

import pytest
from docx import Document
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from app.committee.document_blocks import DocumentTable, DocumentText
from app.committee.document_html import to_page
from app.committee.register import IncomingFile, add
from app.i18n.words import UiLanguage, words
from corpus.dossiers.dossier import DoneStep
from corpus.dossiers.folder import DossierFolder
from corpus.library import Library
from corpus.precedents.folder import CaseFolder
from tests.browser.conftest import Reader, at_each_width, everywhere, faults, settle, sideways
from tests.support.invented_decisions import generate
from tests.support.long_dossier import long_dossier
from tests.support.reading_room import free_port, running_server

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TEXT = "I § 16 B 1 b (2017) står: »Et logisk alternativ er noget, som alle ville vælge.« Se § 16 C 2 (2007) og § 99."
COMMITTEE = '[[committee]]\nkey = "a"\nname = "A"\nmember = [{ email = "a@example.org", role = "member" }]\n'
QUOTED = 3  # of the twenty quotations: each of them is drawn alike, and axe reads them all


@pytest.fixture
def filled(library: Library, server: str) -> Iterator[str]:
    """A case and some decisions in the library of the server; the key of a decision. They are gone afterwards."""
    folder = Path(os.environ["LOVBRO_LIBRARY"])
    dossiers = DossierFolder(folder / "dossiers")
    dossiers.create("Sag", "da")
    whole = long_dossier(library)
    short = replace(whole, key="sag", entries=(*whole.entries[:QUOTED], *whole.entries[-2:]))
    dossiers.save(replace(dossiers.open("sag"), dossier=short))
    cases = CaseFolder(folder / "precedents")
    list(add([IncomingFile(known.name, known.content) for known in generate(3)], cases))
    yield cases.keys()[-1]
    for made in folder.iterdir():
        shutil.rmtree(made) if made.is_dir() else made.unlink()


def test_axe_finds_nothing_on_a_case_a_decision_the_register_and_a_verified_text(reader: Reader, filled: str) -> None:
    for address, shown in (
        ("?view=dossier&dossier=sag&ui=da", ".st-key-paper .quote, .st-key-paper blockquote"),
        (f"?view=precedents&case={filled}&ui=da", ".case .fields"),
        ("?view=precedents&ui=da", ".cases li a"),
        ("?view=precedents&kind=statistics&ui=da", ".statistics td"),
    ):
        page = reader.open(address)
        page.wait_for_selector(shown)
        _assert_faultless(page, address)
    page = reader.open("?view=verify&ui=da")
    page.locator("textarea").first.fill(TEXT)
    page.locator("button:has-text('Efterprøv')").last.click()
    page.wait_for_selector(".verification table")
    _assert_faultless(page, "verified")


@pytest.mark.parametrize("reader", [(360, "light")], indirect=True)
def test_on_a_phone_a_verdict_and_its_number_come_first_and_a_wrong_one_is_barred(reader: Reader, server: str) -> None:
    page = reader.open("?view=verify&ui=da")
    page.locator("textarea").first.fill(TEXT)
    page.locator("button:has-text('Efterprøv')").last.click()
    wrong = page.locator(".verification tr.wrong").first
    wrong.wait_for()
    corner = "cell => [cell.getBoundingClientRect().left, cell.getBoundingClientRect().top]"
    label, number, why = (wrong.locator(f"td:nth-child({n})").evaluate(corner) for n in (3, 2, 4))
    assert label[0] < number[0], "beside each other"
    assert label[1] < why[1]
    assert "✕ en anden regel" == wrong.locator(".tag").inner_text()
    bars = "rows => rows.map(row => getComputedStyle(row).boxShadow !== 'none')"
    assert all(page.locator(".verification tr.wrong").evaluate_all(bars))
    assert not any(page.locator(".verification tr.right").evaluate_all(bars))


def test_after_a_reload_a_decision_is_put_into_the_case_that_is_open(reader: Reader, filled: str) -> None:
    folder = DossierFolder(Path(os.environ["LOVBRO_LIBRARY"]) / "dossiers")
    other = folder.create("En anden sag", "da").dossier.key
    page = reader.open("?view=dossier&dossier=sag&ui=da")
    page.wait_for_selector("[data-case=sag]", state="attached")
    before = len(folder.open("sag").dossier.quotations)
    page = reader.open(f"?view=precedents&case={filled}&ui=da")
    page.wait_for_selector(".case-drawer summary")
    box = page.get_by_role("combobox", name="Sagsmappe")
    expect(box).to_have_value(dict(folder.titles())["sag"], timeout=20_000)
    page.get_by_role("button", name="Læg i sagsmappen").click()
    page.wait_for_selector("[data-testid=stAlertContentSuccess]")
    assert before + 1 == len(folder.open("sag").dossier.quotations)
    assert () == folder.open(other).dossier.quotations


def test_a_decision_is_read_in_lines_of_a_book_and_no_label_of_a_case_ends_within_a_number(
    reader: Reader, filled: str
) -> None:
    page = reader.open(f"?view=precedents&case={filled}&ui=da")
    text = page.locator(".case > p").last
    text.wait_for()
    assert text.evaluate("p => p.clientWidth / parseFloat(getComputedStyle(p).fontSize)") < 40
    labels = reader.open("?view=dossier&dossier=sag&ui=da").locator(".st-key-form label")
    labels.filter(has_text=re.compile(r"^Frist for at gå videre \(DBf")).wait_for()
    assert [] == [label for label in labels.all_inner_texts() if re.search(r"§ |\b[A-Z] \d", label)]


@pytest.mark.parametrize("reader", [(360, "light")], indirect=True)
def test_on_a_phone_the_statistics_show_that_they_go_on(reader: Reader, filled: str) -> None:
    sheet = reader.open("?view=precedents&kind=statistics&ui=da").locator(".statistics .sheet").first
    sheet.wait_for()
    assert sheet.evaluate("e => e.scrollWidth > e.clientWidth")
    assert "gradient" in sheet.evaluate("e => getComputedStyle(e).backgroundImage")


# Words that a line of a table ends within: what has no blank, and no hyphen to end a line at, on two lines.
BROKEN = """(paper) => [...paper.querySelectorAll('td')].flatMap((td) => {
  const words = document.createTreeWalker(td, NodeFilter.SHOW_TEXT), range = document.createRange(), found = [];
  while (words.nextNode()) for (const word of words.currentNode.data.matchAll(/[^ \\n-]+/g)) {
    range.setStart(words.currentNode, word.index);
    range.setEnd(words.currentNode, word.index + word[0].length);
    if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) found.push(word[0]);
  }
  return found;
})"""


@pytest.mark.parametrize(("reader", "line"), [((360, "light"), 90), ((1280, "light"), 200)], indirect=["reader"])
def test_on_the_page_a_name_to_sign_is_whole_and_its_line_long_enough(reader: Reader, filled: str, line: int) -> None:
    folder = DossierFolder(Path(os.environ["LOVBRO_LIBRARY"]) / "dossiers")
    folder.edit("sag", lambda case: replace(case, chair="Karen Vestergaard Holm", members="Anne-Mette Sørensen"))
    signed = reader.open("?view=dossier&dossier=sag&ui=da").locator(".st-key-paper .signatures")
    signed.filter(has_text="Vestergaard").wait_for()
    assert [] == signed.evaluate(BROKEN)
    assert line <= signed.locator("td").nth(1).evaluate("td => td.clientWidth")


# The field with what was proposed, and no other that Streamlit has not yet taken away.
PROPOSED = """() => {
  const fields = [...document.querySelectorAll('.st-key-paper textarea')];
  return fields.length === 1 && fields[0].value.includes('Ib Lund = ');
}"""


@pytest.mark.parametrize("address", ["?view=verify&report=misleads&ui=nb", "?view=verify&report=changes&ui=sv"])
def test_no_number_or_word_of_a_report_is_broken_on_a_phone(reader: Reader, filled: str, address: str) -> None:
    page = reader.open(address)
    page.wait_for_selector(".paper .stacked", state="attached")
    page.evaluate("document.querySelectorAll('.paper details').forEach(law => { law.open = true })")
    _assert_faultless(page, address)
    for width in at_each_width(page):
        assert [] == page.locator(".paper").evaluate(BROKEN), width


def test_no_line_of_the_course_of_a_case_ends_within_a_word_on_a_phone(reader: Reader, filled: str) -> None:
    folder = DossierFolder(Path(os.environ["LOVBRO_LIBRARY"]) / "dossiers")
    done = tuple(DoneStep(step, "2023-03-04 17:10") for step in ("ruled", "appealed", "deposit", "decided"))
    folder.edit("sag", lambda dossier: replace(dossier, done=done))
    page = reader.open("?view=dossier&dossier=sag&ui=da")
    page.set_viewport_size({"width": 360, "height": 900})
    course = page.locator(".st-key-paper table", has_text="Hvornår")
    course.locator("tr").nth(4).wait_for()
    settle(page)
    assert [] == course.evaluate(BROKEN)
    assert [] == sideways(page, ".st-key-paper [data-testid=stHtml]")


# Cells whose words are set on more lines than they have.
WRAPPED = """(table) => [...table.querySelectorAll('td')].filter((td) => {
  const lines = td.innerText.trim().split('\\n').length, range = document.createRange();
  range.selectNodeContents(td);
  return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > lines;
}).map((td) => td.innerText)"""
DEAL = """Nord: ♠ 82 ♥ EK1065 ♦ K84 ♣ E32
Øst: ♠ EKD976 ♥ - ♦ D1032 ♣ 1098
Syd: ♠ 54 ♥ DB983 ♦ EB7 ♣ K54
Vest: ♠ B103 ♥ 742 ♦ 965 ♣ DB76"""


@pytest.mark.parametrize("reader", [(360, "light")], indirect=True)
def test_on_a_phone_no_suit_of_a_deal_is_on_two_lines(reader: Reader, filled: str) -> None:
    folder = DossierFolder(Path(os.environ["LOVBRO_LIBRARY"]) / "dossiers")
    folder.edit("sag", lambda dossier: replace(dossier, deal=DEAL))
    page = reader.open("?view=dossier&dossier=sag&ui=nb")
    deal = page.locator(".st-key-paper .deal")
    deal.wait_for()
    settle(page)
    assert [] == deal.evaluate(WRAPPED)
    at = "cell => [cell.getBoundingClientRect().left, cell.getBoundingClientRect().top]"
    (north, top), (west, left_top), (east, right_top) = (
        deal.locator("td", has_text=seat).evaluate(at) for seat in ("Nord", "Vest", "Øst")
    )
    assert left_top == right_top > top
    assert west < north < east


@pytest.mark.parametrize("reader", [(360, "light")], indirect=True)
def test_on_a_phone_the_fields_of_a_decision_break_no_word_and_a_list_says_first_how_each_ended(
    reader: Reader, filled: str
) -> None:
    page = reader.open(f"?view=precedents&case={filled}&ui=da")
    fields = page.locator(".case .fields")
    fields.wait_for()
    settle(page)
    assert [] == fields.evaluate(BROKEN)
    assert [] == sideways(page, ".st-key-committee [data-testid=stHtml]")
    page = reader.open("?view=precedents&ui=da")
    line = page.locator(".cases li").first
    line.wait_for()
    settle(page)
    assert "none" == page.locator(".cases ul").evaluate("list => getComputedStyle(list).listStyleType")
    tops = line.evaluate("li => [...li.querySelectorAll('a, b, span')].map(e => e.getBoundingClientRect().top)")
    number, summary, outcome = tops
    assert abs(number - outcome) < 20 < summary - number


TOP = "element => Math.round(element.getBoundingClientRect().top)"
# The paper has come to stand between two heights, as it does when a part is gone to.
STANDS = """([from, to]) => {
  const top = Math.round(document.querySelector('.st-key-paper').getBoundingClientRect().top);
  return from <= top && top <= to;
}"""


def open_case(reader: Reader, address: str) -> Page:
    """A case whose form and paper are there, with the line that leads to the parts: what is clicked is then heard."""
    page = reader.open(address)
    page.wait_for_selector(".st-key-paper .quote")
    page.locator(".case-parts button").first.wait_for()
    settle(page)
    return page


@pytest.mark.parametrize("reader", [(360, "light")], indirect=True)
def test_on_a_phone_a_case_is_folded_and_one_line_leads_to_each_part_and_to_the_paper(
    reader: Reader, filled: str
) -> None:
    page = open_case(reader, "?view=dossier&dossier=sag&ui=nb")
    held = page.locator("h3.part [data-part=sources]")
    assert "§ 16" in held.inner_text(), "a folded part says what it holds"
    assert page.locator(".st-key-paper").evaluate(TOP) < 3 * 740, "folded, the form is short"
    assert page.get_by_label("Leder", exact=True).is_visible(), "a part with nothing in it is open"
    line = page.locator(".case-parts")
    line.get_by_role("button", name="Papiret").click()
    page.wait_for_function(STANDS, arg=[48 + 44, 48 + 44 + 12])
    assert 48 == line.evaluate(TOP), "the line stays below the bar"
    comment = page.get_by_label("Kommentar").first
    expect(comment).not_to_be_visible()
    line.get_by_role("button", name="Bestemmelser").click()
    expect(comment).to_be_visible()
    expect(held).to_have_attribute("aria-expanded", "true")
    page.reload()
    line.get_by_role("button", name="Bestemmelser").wait_for()
    expect(held).to_have_attribute("aria-expanded", "true")
    expect(comment).to_be_visible()
    settle(page)
    held.click()
    expect(comment).not_to_be_visible()


@pytest.mark.parametrize("reader", [(360, "light")], indirect=True)
def test_on_a_phone_each_step_of_a_case_and_each_law_of_a_report_can_be_hit_by_a_thumb(
    reader: Reader, filled: str
) -> None:
    height = "all => all.map(e => Math.ceil(e.getBoundingClientRect().height))"
    page = open_case(reader, "?view=dossier&dossier=sag&ui=da")
    steps = page.locator("[data-testid=stCheckbox] label")
    if not steps.first.is_visible():
        page.locator(".case-parts").get_by_role("button", name="Sagens gang").click()
    steps.first.wait_for()
    settle(page)
    heights = steps.evaluate_all(height)
    assert len(heights) >= 20
    assert min(heights) >= 44
    boxes = page.locator("[data-testid=stTextInputRootElement]:visible, [data-testid=stSelectbox] > div > div:visible")
    assert boxes.count() > 3
    assert min(boxes.evaluate_all(height)) >= 44
    page = reader.open("?view=verify&report=changes&ui=da")
    page.wait_for_selector(".paper summary")
    settle(page)
    assert min(page.locator(".paper summary, [data-testid=stCheckbox] label").evaluate_all(height)) >= 44


# Over how many lines the first word of a link goes.
FIRST_WORD = """(link) => {
  const [text, range] = [link.firstChild, document.createRange()];
  range.setStart(text, 0);
  range.setEnd(text, text.data.search(/\\W|$/));
  return range.getClientRects().length;
}"""


@pytest.mark.parametrize("reader", [(820, "light")], indirect=True)
def test_on_a_tablet_the_number_of_decisions_beside_a_law_is_not_cut(reader: Reader, filled: str) -> None:
    cases = CaseFolder(Path(os.environ["LOVBRO_LIBRARY"]) / "precedents")
    list(
        add(
            [
                IncomingFile(
                    "a.txt",
                    "Sag: 23-AU-1\nSpilledato: 1. maj 2023\n\nAfgørelse\n\nScoren justeres efter § 53.\n".encode(),
                )
            ],
            cases,
        )
    )
    for ui in ("da", "nb", "sv", "en"):
        page = reader.open(f"?law=53&ui={ui}")
        beside = page.locator(".by-cases").first
        beside.wait_for()
        assert 0 == beside.evaluate("link => link.scrollWidth - link.clientWidth"), ui
        assert 1 == beside.evaluate(FIRST_WORD), f"lines of a word in {ui}"


def test_no_choice_of_the_score_is_cut_and_each_of_its_fields_is_a_line(reader: Reader, filled: str) -> None:
    page = reader.open("?view=dossier&dossier=sag&ui=da")
    page.wait_for_selector(".st-key-paper .quote")
    shown = page.get_by_label("Udregning", exact=True)
    if not shown.is_visible():
        page.locator("h3.part").get_by_role("button", name="Score").click()
    shown.wait_for()
    assert shown.evaluate("box => box.scrollWidth <= box.clientWidth")
    sides = (
        "box => { const b = getComputedStyle(box); return [b.borderTopWidth, b.borderLeftWidth, b.borderBottomWidth] }"
    )
    for box in page.locator(".st-key-form [data-testid=stMultiSelect] > div > div").all():
        assert ["0px", "0px", "1px"] == box.evaluate(sides)


def test_at_a_desk_the_paper_stays_beside_the_part_that_is_written(reader: Reader, filled: str) -> None:
    page = open_case(reader, "?view=dossier&dossier=sag&ui=da")
    page.locator(".case-parts").get_by_role("button", name="Frister").click()
    page.wait_for_function(STANDS, arg=[69, 140])


def test_who_types_far_down_in_a_case_that_another_window_changed_sees_that_a_copy_was_made(
    reader: Reader, filled: str
) -> None:
    page = reader.open("?view=dossier&dossier=sag&ui=da")
    facts = page.get_by_label("Kendsgerninger")
    facts.wait_for()
    folder = DossierFolder(Path(os.environ["LOVBRO_LIBRARY"]) / "dossiers")
    facts.scroll_into_view_if_needed()
    facts.press_sequentially("Her. ")
    while "Her. " not in folder.open("sag").dossier.facts:
        page.wait_for_timeout(50)
    settle(page)
    folder.edit("sag", lambda dossier: replace(dossier, facts="Skrevet i et andet vindue."))
    facts.press_sequentially("Og der.")
    told = page.locator("[data-testid=stAlert]", has_text="ændret i et andet vindue")
    told.wait_for()
    expect(told, "called as the box for cases calls it").to_contain_text("(sag--copy)")
    settle(page)
    box = told.bounding_box()
    assert box is not None
    assert 69 <= box["y"] < 300, "below what stays at the top, and in sight"


def test_a_double_click_begins_one_case_with_the_title_that_was_typed(reader: Reader, filled: str) -> None:
    page = reader.open("?view=dossier&ui=da")
    page.wait_for_selector(".st-key-paper")
    page.click("summary:has-text('Ny sagsmappe')")
    page.locator("[data-testid=stForm]").get_by_label("Titel").fill("Dobbelt sag")
    page.get_by_role("button", name="Opret", exact=True).dblclick()
    page.wait_for_function("() => location.search.includes('dossier=dobbelt-sag')")
    page.wait_for_selector("[data-case=dobbelt-sag]", state="attached")
    folder = DossierFolder(Path(os.environ["LOVBRO_LIBRARY"]) / "dossiers")
    assert {"sag", "dobbelt-sag"} == set(folder.keys())
    # On a busy machine Streamlit shows the form that was sent, in grey, for half a second beside the new one.
    expect(page.get_by_role("button", name="Opret", exact=True)).to_have_count(1)
    page.get_by_role("button", name="Opret", exact=True).click()
    page.wait_for_selector("text=Skriv en titel.")


def test_names_are_replaced_in_the_copy_as_they_were_approved(reader: Reader, filled: str) -> None:
    folder = DossierFolder(Path(os.environ["LOVBRO_LIBRARY"]) / "dossiers")
    folder.edit("sag", lambda dossier: replace(dossier, facts="Ib Lund spurgte Eva Krag.", chair="Per Friis"))
    page = reader.open("?view=dossier&dossier=sag&ui=da")
    page.click("summary:has-text('Kopi til offentliggørelse')")
    page.click("button:has-text('Foreslå navne')")
    page.wait_for_function(PROPOSED)
    page.get_by_label("Erstat i kopien").fill("Ib Lund = spiller N\nPer Friis = C")
    page.wait_for_selector("text=Står stadig i kopien: Eva Krag")
    settle(page)
    for button, ending in (("Hent PDF uden navne", "pdf"), ("Hent Word uden navne", "docx")):
        with page.expect_download() as download:
            page.get_by_role("button", name=button, exact=True).click()
        assert f"oestvest-mod-nordsyd-anonym.{ending}" == download.value.suggested_filename, "by its title"
        text = _words(download.value.path())
        assert "spiller N spurgte Eva Krag." in text
        assert "Ib Lund" not in text
        assert "Per Friis" not in text
    with page.expect_download() as download:
        page.get_by_role("button", name="Hent PDF", exact=True).click()
    assert "Ib Lund spurgte Eva Krag." in _words(download.value.path())


@pytest.mark.parametrize("ui", ["da", "sv"])
def test_the_button_of_a_box_to_choose_from_has_its_name_in_the_page_s_language(
    reader: Reader, filled: str, ui: UiLanguage
) -> None:
    page = reader.open(f"?view=dossier&dossier=sag&ui={ui}")
    page.wait_for_selector(".st-key-paper")
    buttons = page.locator("[data-testid=stSelectbox] button")
    expect(buttons.first).to_have_attribute("aria-label", words(ui)["desk_open_box"])
    settle(page)
    expect(page.locator("[data-testid=stSelectbox] button[aria-label=Open]")).to_have_count(0)


def test_a_box_is_as_high_as_what_was_typed_into_it(reader: Reader, filled: str) -> None:
    folder = DossierFolder(Path(os.environ["LOVBRO_LIBRARY"]) / "dossiers")
    names = "\n".join(f"Ib Lund {n} = A{n}" for n in range(12))
    folder.edit("sag", lambda dossier: replace(dossier, deal=DEAL, replacements=names))
    page = reader.open("?view=dossier&dossier=sag&ui=da")
    page.wait_for_selector(".st-key-paper .deal")
    page.click("summary:has-text('Kopi til offentliggørelse')")
    for label in ("Kortfordeling", "Erstat i kopien"):
        box = page.get_by_label(label)
        box.wait_for()
        settle(page)
        assert 0 == box.evaluate("box => box.scrollHeight - box.clientHeight"), label


def test_what_is_printed_from_the_page_leaves_no_source_alone_and_repeats_the_heads_of_tables(reader: Reader) -> None:
    table = DocumentTable((("KP", "Imp"), *((f"{n}", f"{n}") for n in range(90))), header=1)
    quoted = (
        (DocumentText("quote", "ord " * (20 + 37 * n % 110)), DocumentText("source", "Love; gældende"))
        for n in range(60)
    )
    page = reader.page
    page.set_content(to_page((DocumentText("title", "Sag"), table, *chain.from_iterable(quoted)), "da"))
    pages = [one.extract_text().split() for one in PdfReader(io.BytesIO(page.pdf(format="A4"))).pages]
    assert len(pages) > 8
    assert [] == [words for words in pages if words[0] == "Love;"]
    assert 3 == sum(words.count("KP") for words in pages)


def _words(file: Path) -> str:
    content = file.read_bytes()
    if content.startswith(b"%PDF"):
        return " ".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)
    return " ".join(paragraph.text for paragraph in Document(io.BytesIO(content)).paragraphs)


@pytest.mark.parametrize("reader", [(1280, "dark")], indirect=True)
def test_of_a_case_its_paper_is_printed_and_no_form_in_black_though_the_screen_is_dark(
    reader: Reader, filled: str
) -> None:
    page = open_case(reader, "?view=dossier&dossier=sag&ui=da")
    printed = " ".join(one.extract_text() for one in PdfReader(io.BytesIO(page.pdf(format="A4"))).pages)
    assert "Øst–Vest mod Nord–Syd" in " ".join(printed.split())
    assert [] == [words for words in ("Hent PDF", "Ny sagsmappe", "Kommentar", "Tilføj part") if words in printed]
    page.emulate_media(media="print")
    settle(page)
    assert {"rgb(0, 0, 0)"} == set(
        page.locator(".st-key-paper article *").evaluate_all(
            "all => all.filter(e => e.tagName !== 'A').map(e => getComputedStyle(e).color)"
        )
    )
    page.emulate_media(media="screen")
    reader.open(f"?view=precedents&case={filled}&ui=da").wait_for_selector(".case .fields")
    settle(page)
    printed = " ".join(one.extract_text() for one in PdfReader(io.BytesIO(page.pdf(format="A4"))).pages)
    assert "Sådan er sagen læst" in printed
    assert "Hent originalen" not in printed


def test_axe_finds_nothing_on_paper_though_the_screen_is_dark(reader: Reader) -> None:
    page = reader.open("?law=16C&ui=da")
    page.emulate_media(media="print", color_scheme="dark")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    settle(page)
    assert [] == faults(page)


def test_axe_finds_nothing_on_pages_for_everybody_and_where_one_signs_in(
    reader: Reader, tmp_path: Path, built: None
) -> None:
    own = {"LOVBRO_LIBRARY": str(tmp_path)}
    with running_server(("tests.support.public_server",), environment=own) as public:
        for address in ("?ui=da", "?law=16C&ui=da"):
            reader.server = public.address
            _assert_faultless(reader.open(address), address)
        reader.page.goto("about:blank")  # before its server is gone
    pytest.importorskip("authlib", reason="sign-in needs the extra hosted")
    from tests.support.invented_provider import invented_provider

    (tmp_path / "committees.toml").write_text(COMMITTEE, "utf-8")
    port = free_port()
    with invented_provider() as provider:
        lines = {
            "address": f"http://127.0.0.1:{port}",
            "client_id": "lovbro",
            "client_secret": "s" * 40,
            "cookie_secret": "c" * 64,
            "metadata": f"{provider.issuer}/.well-known/openid-configuration",
        }
        settings = tmp_path / "sign-in.toml"
        settings.write_text("".join(f'{name} = "{value}"\n' for name, value in lines.items()), "utf-8")
        with running_server(port=port, environment={**own, "LOVBRO_SIGN_IN": str(settings)}) as hosted:
            reader.server = hosted.address
            reader.page.goto(hosted.address + "?view=dossier&ui=da")
            reader.page.wait_for_selector("[data-testid=stButton] button")
            _assert_faultless(reader.page, "sign-in")
            reader.page.goto("about:blank")


def _assert_faultless(page: Page, what: str) -> None:
    for setting in everywhere(page):
        assert [] == sideways(page), (what, setting)
        assert [] == faults(page), (what, setting)
