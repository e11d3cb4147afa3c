"""The sheet over a law is one step of the browser's history: back closes it, and nothing else is left behind."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Reader, settle

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE = [(390, "light")]
SCROLLED = "document.querySelector('[data-testid=stMain]').scrollTop"
COUNT = """() => {
  window.turned = 0;
  const main = document.querySelector('.lovbro-main');
  new MutationObserver(() => { window.turned += 1; }).observe(main, {childList: true});
}"""


def _law_from_first_page(reader: Reader, cite: str = "§ 27 B 1") -> Page:
    """A law, come to from the first page."""
    page = reader.open("?ui=da")
    page.fill(".jump input", cite)
    page.press(".jump input", "Enter")
    reader.title(cite)
    settle(page)
    return page


def _open_sheet(page: Page, cite: str = "§ 23A") -> None:
    page.locator(f".row.here .cell.on a.ref:text-is('{cite}')").first.click()
    expect(page.locator("#peek[open] .peek-part").first).to_be_visible()


def _is_first_page(page: Page) -> None:
    page.wait_for_selector(".situations a >> nth=13")


@pytest.mark.parametrize("reader", PHONE, indirect=True)
def test_back_closes_the_sheet_and_forward_opens_it_again_over_the_same_page(reader: Reader) -> None:
    page = _law_from_first_page(reader)
    page.evaluate(f"{SCROLLED} = 200")
    address, runs = page.url, reader.runs
    page.evaluate(COUNT)
    _open_sheet(page)
    top = page.evaluate(SCROLLED)
    reader.wait_for_runs(runs)
    for _ in range(2):
        page.go_back()
        expect(page.locator("#peek[open]")).to_have_count(0)
        page.go_forward()
        expect(page.locator("#peek[open] .peek-head")).to_contain_text("§ 23 A")
    page.go_back()
    expect(page.locator("#peek[open]")).to_have_count(0)
    assert (address, 0, top) == (page.url, page.evaluate("window.turned"), page.evaluate(SCROLLED))
    page.go_back()
    _is_first_page(page)
    page.go_forward()
    reader.title("§ 27 B 1")
    page.wait_for_selector("#p-27B1.here")
    expect(page.locator("#peek[open]")).to_have_count(0)


@pytest.mark.parametrize("reader", PHONE, indirect=True)
def test_back_from_a_sheet_does_not_leave_a_law_that_was_opened_by_its_address(reader: Reader) -> None:
    reader.page.goto("about:blank")
    page = reader.open("?law=27B1&ui=da")
    _open_sheet(page)
    page.go_back()
    expect(page.locator("#peek[open]")).to_have_count(0)
    assert "law=27B1" in page.url
    assert page.locator("#p-27B1.here").is_visible()


@pytest.mark.parametrize("reader", PHONE, indirect=True)
@pytest.mark.parametrize("how", ["sign", "escape", "outside"])
def test_a_sheet_that_was_closed_is_no_step_to_come_back_from(reader: Reader, how: str) -> None:
    page = _law_from_first_page(reader, "§ 16 C 3")
    for _ in range(2):
        _open_sheet(page, "§ 12C1")
        page.locator("#peek .peek-part a.ref").first.click()
        expect(page.locator("#peek .peek-go")).not_to_contain_text("§ 12 C 1")
        if how == "sign":
            page.click("#peek [data-peek=close]")
        elif how == "escape":
            page.keyboard.press("Escape")
        else:
            page.mouse.click(195, 20)
        expect(page.locator("#peek[open]")).to_have_count(0)
    page.go_back()
    _is_first_page(page)


@pytest.mark.parametrize("reader", PHONE, indirect=True)
def test_a_law_that_was_reached_through_a_sheet_takes_its_step(reader: Reader) -> None:
    page = _law_from_first_page(reader)
    page.evaluate(f"{SCROLLED} = 160")
    _open_sheet(page)
    top = page.evaluate(SCROLLED)
    page.click("#peek .peek-go")
    reader.title("§ 23 A")
    expect(page.locator("#peek[open]")).to_have_count(0)
    page.go_back()
    reader.title("§ 27 B 1")
    page.wait_for_function(f"top => Math.abs({SCROLLED} - top) < 2", arg=top)
    expect(page.locator("#peek[open]")).to_have_count(0)
    page.go_forward()
    reader.title("§ 23 A")
    page.go_back()
    reader.title("§ 27 B 1")
    page.go_back()
    _is_first_page(page)


@pytest.mark.parametrize("reader", PHONE, indirect=True)
def test_a_page_that_is_loaded_anew_under_its_sheet_has_both_and_back_still_closes_it(reader: Reader) -> None:
    page = _law_from_first_page(reader)
    _open_sheet(page)
    page.reload()
    expect(page.locator("#peek[open] .peek-head")).to_contain_text("§ 23 A")
    page.wait_for_selector("#p-27B1.here")
    settle(page)
    page.go_back()
    expect(page.locator("#peek[open]")).to_have_count(0)
    assert "law=27B1" in page.url
    page.go_back()
    _is_first_page(page)


@pytest.mark.parametrize("reader", PHONE, indirect=True)
def test_a_sheet_about_the_open_law_leads_to_it_without_a_step_more(reader: Reader) -> None:
    page = _law_from_first_page(reader)
    _open_sheet(page)
    page.evaluate("document.querySelector('#peek .peek-go').setAttribute('href', location.search)")
    page.click("#peek .peek-go")
    expect(page.locator("#peek[open]")).to_have_count(0)
    page.wait_for_selector("#p-27B1.here")
    settle(page)
    page.go_back()
    _is_first_page(page)


@pytest.mark.parametrize("reader", PHONE, indirect=True)
def test_who_closes_a_sheet_and_goes_on_at_once_is_where_the_last_tap_led(reader: Reader) -> None:
    page = _law_from_first_page(reader)
    _open_sheet(page)
    page.evaluate("""() => {
      document.querySelector('#peek [data-peek=close]').click();
      document.querySelector('a[rel=next]').click();
    }""")
    reader.title("§ 28")
    page.go_back()
    reader.title("§ 27 B 1")
    expect(page.locator("#peek[open]")).to_have_count(0)
    page.go_back()
    _is_first_page(page)


@pytest.mark.parametrize("reader", [*PHONE, (1280, "light")], indirect=True)
def test_a_page_that_is_loaded_anew_stays_where_it_was_read(reader: Reader) -> None:
    page = reader.open("?law=45&ui=da")
    page.evaluate(f"{SCROLLED} = 600")
    page.wait_for_function("() => history.state?.lovbroTop === 600")
    page.reload()
    page.wait_for_selector(".lovbro-main[data-ready]")
    page.wait_for_function(f"() => Math.abs({SCROLLED} - 600) < 2")
    settle(page)
    assert abs(page.evaluate(SCROLLED) - 600) < 2
    page.click("a[rel=next]")
    reader.title("§ 46")
    page.wait_for_function(f"() => {SCROLLED} < 100")


@pytest.mark.parametrize("reader", PHONE, indirect=True)
def test_what_was_unfolded_before_a_rule_is_still_there_when_the_page_is_loaded_anew_or_come_back_to(
    reader: Reader,
) -> None:
    page = reader.open("?law=27B1&ui=da")
    page.evaluate("document.querySelector('[data-unfold]').click()")
    page.evaluate(f"{SCROLLED} = 40")
    page.wait_for_function("() => history.state?.lovbroTop === 40")
    page.reload()
    expect(page.locator("#p-27A")).to_be_visible()
    page.wait_for_function(f"() => {SCROLLED} === 40")
    settle(page)
    page.evaluate("document.querySelector('a[rel=next]').click()")
    reader.title("§ 28")
    page.go_back()
    reader.title("§ 27")
    expect(page.locator("#p-27A")).to_be_visible()
