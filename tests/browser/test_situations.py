"""From what happened to the rule, on a phone: answers that can be changed, an address that can be sent."""

from __future__ import annotations

import pytest

from app.reader.context import ReaderServices
from tests.browser.conftest import Reader, everywhere, serious_faults, settle, sideways

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE = [(360, "light")]
END = "?path=lead-out-of-turn&trail=which,after-defender,defender-choice,defender-refused&ui=da"


@pytest.mark.parametrize("address", ["?ui=da", "?path=lead-out-of-turn&ui=sv", END])
def test_the_first_page_a_question_and_an_end_fit_and_have_no_serious_fault(reader: Reader, address: str) -> None:
    page = reader.open(address)
    small = "a => a.offsetParent && a.getBoundingClientRect().height < 44"
    for setting in everywhere(page):
        assert [] == sideways(page), setting
        assert [] == serious_faults(page), setting
        assert 0 == page.locator(".answers > li > a").evaluate_all(f"links => links.filter({small}).length"), setting


# What happened, as the tile's place on the first page; the law to tap there; the row that is then read.
SOUGHT = [
    (0, ("§ 56", "Lag 56"), "56"),
    (1, ("§ 31", "Lag 31"), "31"),
    (2, ("§ 27", "Lag 27"), "27"),
    (3, ("§ 64", "Lag 64"), "64"),
    (4, ("§ 51", "Lag 51"), "51"),
    (5, ("§ 70", "Lag 70"), "70"),
    (6, ("§ 16", "Lag 16"), "16"),
    (8, ("§ 15", "Lag 15"), "15"),
    (9, ("§ 14", "Lag 14"), "14"),
    (13, ("§ 92", "Lag 92"), "92"),
]


@pytest.mark.parametrize("reader", PHONE, indirect=True)
@pytest.mark.parametrize("ui", ["da", "nb", "sv", "en"])
def test_ten_situations_lead_to_the_law_in_at_most_three_actions(reader: Reader, ui: str) -> None:
    page = reader.open(f"?ui={ui}")
    for number, law, place in SOUGHT:
        page.locator(".situations a").nth(number).click()
        page.click(f".laws-of a:text-is('{law[ui == 'sv']}')")
        page.wait_for_selector(f"#p-{place}.law .cell.on h1")
        settle(page)
        assert page.locator(f"#p-{place} .cell.on").evaluate("e => e.getBoundingClientRect().top") <= 150
        page.evaluate("document.querySelector('a.brand').click()")
        page.wait_for_selector(".situations a >> nth=13")


@pytest.mark.parametrize("reader", PHONE, indirect=True)
@pytest.mark.parametrize(
    ("ui", "situation", "answer", "words"),
    [
        ("da", 2, "Buddet er på mere end syv træk", "Det er aldrig tilladt at spille en kontrakt højere end syv træk."),
        ("nb", 1, "Samtidig med en melding", "anses for en efterfølgende melding"),
        ("sv", 9, "Ett kort hör inte till given", "Extra kort som inte tillhör en giv tas bort när de upptäcks."),
    ],
)
def test_two_taps_are_enough_where_one_answer_decides(
    reader: Reader, ui: str, situation: int, answer: str, words: str
) -> None:
    page = reader.open(f"?ui={ui}")
    page.locator(".situations a").nth(situation).click()
    page.locator(".answers:not(.situations) a").first.hover()
    page.mouse.down(click_count=2)  # the second of two taps answers nothing
    page.mouse.up(click_count=2)
    page.click(f".answers a:has-text('{answer}')")
    page.wait_for_selector(f".ruling:has-text('{words}')")


@pytest.mark.parametrize("reader", [(390, "dark")], indirect=True)
@pytest.mark.parametrize("ui", ["da", "nb", "sv", "en"])
def test_the_answers_of_a_first_question_are_seen_at_once_on_a_phone(
    reader: Reader, services: ReaderServices, ui: str
) -> None:
    page = reader.page
    page.set_viewport_size({"width": 390, "height": 700})
    for situation in services.at_the_table.situations:
        reader.open(f"?path={situation.key}&ui={ui}")
        assert page.locator(".answers > li").last.evaluate("e => e.getBoundingClientRect().bottom") <= 700, (
            situation.key
        )
        assert [] == sideways(page), situation.key


PHONE_AND_DESK = [(360, "light"), (1280, "dark")]


@pytest.mark.parametrize("reader", PHONE_AND_DESK, indirect=True)
@pytest.mark.parametrize(
    ("ui", "number", "language", "words"),
    [
        ("da", "§ 25 B 1", "da", "En ændring, som ikke er tilladt i henhold til"),
        ("sv", "Lag 35A", "sv", "En dubbling eller redubbling som inte tillåts enligt Lag 19."),
        ("en", "§ 35 D", "da", "En melding efter den afsluttende pas"),
    ],
)
def test_the_words_of_the_law_are_a_tap_behind_their_number_and_move_nothing(
    reader: Reader, ui: str, number: str, language: str, words: str
) -> None:
    page = reader.open(f"?path=insufficient-bid&ui={ui}")
    before = page.locator(".answers").bounding_box()
    assert 0 == page.locator(".law-words:visible").count()
    page.click(f".grounds summary:has-text('{number}')")
    sheet = page.locator(".law-words:visible")
    assert words in sheet.locator(f"q[lang={language}]").first.inner_text().replace("\N{NO-BREAK SPACE}", " ")
    assert before == page.locator(".answers").bounding_box()
    assert [] == serious_faults(page)
    page.click(f".grounds summary:has-text('{number}')")
    assert 0 == page.locator(".law-words:visible").count()


def test_on_paper_the_words_that_a_question_rests_on_stand_as_they_are(reader: Reader) -> None:
    page = reader.open("?path=insufficient-bid&trail=turn,slip&ui=da")
    page.emulate_media(media="print")
    assert page.locator(".situation > .basis q").first.is_visible()
    page.emulate_media(media="screen")


@pytest.mark.parametrize("reader", PHONE, indirect=True)
def test_what_is_read_out_has_the_width_of_a_phone_below_its_number(reader: Reader) -> None:
    told = reader.open(END).locator(".ruling .told").first
    number = told.locator("h3 a").first.bounding_box()
    words = told.locator(".peek-part:not(.around) p").first.bounding_box()
    assert number
    assert words
    assert number["x"] == words["x"]


@pytest.mark.parametrize("reader", PHONE, indirect=True)
def test_a_path_is_walked_by_thumb_and_back_leads_to_the_question(reader: Reader) -> None:
    page = reader.open("?ui=da")
    page.click(".situations a:has-text('Udspil uden for tur')")
    for answer in ("Nej", "Et senere udspil fra en modspiller", "Ingen har spillet", "At få det taget tilbage"):
        page.click(f".answers a:has-text('{answer}')")
        page.wait_for_selector(f".answered b:has-text('{answer}')")
    assert page.url.endswith(END)
    assert "Spilfører kan kræve, at modspilleren tager sit udspil tilbage." in page.inner_text(".ruling")
    page.go_back()
    page.wait_for_selector(".step:has-text('Hvad vælger spilfører?')")
    page.click(".answered li:nth-child(2) a")
    page.wait_for_selector(".step:has-text('Hvilket udspil var det?')")
    assert "step" == page.evaluate("document.activeElement.id")


@pytest.mark.parametrize("reader", PHONE, indirect=True)
def test_a_path_is_walked_by_keyboard(reader: Reader) -> None:
    page = reader.open("?path=claim&ui=en")
    page.focus(".answers a")
    page.keyboard.press("Tab")
    for _ in range(200):
        if "Other tricks" in page.evaluate("document.activeElement.textContent"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector(".step:has-text('What happened?')")


@pytest.mark.parametrize("reader", PHONE, indirect=True)
def test_what_is_read_out_is_copied_with_its_numbers_and_address(reader: Reader) -> None:
    page = reader.open(END)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.click("[data-copy=ruling]")
    page.wait_for_selector("#said:not(:empty)", state="attached")
    words = page.evaluate("navigator.clipboard.readText()")
    assert words.startswith("§ 56 B")
    assert "Det tilbagetagne kort bliver et stort strafkort" in words
    assert words.endswith(f"\n(Love for turneringsbridge 2017)\n{page.url}")


@pytest.mark.parametrize("reader", PHONE, indirect=True)
def test_the_first_page_remembers_what_was_read_last(reader: Reader) -> None:
    reader.open("?law=16C&ui=da")
    reader.open("?law=27B1&ui=da")
    page = reader.open("?ui=da")
    read = page.locator(".recent a")
    assert ["§ 27 B 1", "§ 16 C"] == [text.split(" · ")[0] for text in read.all_inner_texts()]
    read.nth(1).click()
    reader.title("§ 16 C")
