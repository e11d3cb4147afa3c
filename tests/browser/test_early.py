"""A click shows its page by one request, while Streamlit still runs for the address; both make the same page."""

from __future__ import annotations

import pytest

from app.views.early import PATH
from tests.browser.conftest import Reader, pause

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# Counts how often the page's content is put in anew.
COUNT = """() => {
  window.turned = 0;
  const main = document.querySelector('.lovbro-main');
  new MutationObserver(() => { window.turned += 1; }).observe(main, {childList: true});
}"""
LATER = 1_000  # milliseconds in which every run that is asked for has begun


def test_a_click_shows_the_page_that_streamlit_makes_once(reader: Reader) -> None:
    page = reader.open("?law=16&ui=da")
    runs = reader.runs
    page.evaluate(COUNT)
    with page.expect_response(lambda response: PATH in response.url) as answered:
        page.click("a[rel=next]")
    assert 200 == answered.value.status
    reader.title("§ 17")
    reader.wait_for_runs(runs + 1)
    assert 1 == page.evaluate("window.turned")
    assert "law=17" in str(page.locator(".views a").nth(1).get_attribute("href"))


def test_without_early_pages_back_and_at_once_forward_again_shows_the_page_of_the_address(reader: Reader) -> None:
    """Streamlit's run for the page between may be cut short; it then sends nothing, having sent the page before."""
    page = reader.open("?law=16&ui=da")
    page.route(f"**{PATH}*", lambda route: route.abort())
    runs = reader.runs
    page.click("a[rel=next]")
    reader.title("§ 17")
    reader.wait_for_runs(runs + 1)
    runs = reader.runs
    page.evaluate("() => { history.back(); setTimeout(() => history.forward(), 30); }")
    pause(page, LATER)
    reader.wait_for_runs(runs + 1)
    reader.title("§ 17")
    assert "law=17" in page.url
    page.go_back()
    reader.title("§ 16")
    reader.complaints.clear()  # the browser's own word for the requests that were cut off


def test_results_asked_for_under_the_box_are_shown_without_a_further_request(reader: Reader) -> None:
    page = reader.open("?law=16&ui=da")
    with page.expect_response(lambda response: PATH in response.url):
        page.fill(".jump input", "udspil uden for tur")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if PATH in request.url else None)
    page.press(".jump input", "Enter")
    reader.title("udspil uden for tur")
    assert "§ 54" in page.locator(".lovbro-main").inner_text()
    assert [] == asked


def test_of_two_quick_clicks_the_last_one_is_shown(reader: Reader) -> None:
    page = reader.open("?law=16&ui=da")
    runs = reader.runs
    page.evaluate(
        "() => { document.querySelector('a[rel=next]').click(); document.querySelector('a[rel=prev]').click(); }"
    )
    reader.title("§ 15")
    pause(page, LATER)
    reader.wait_for_runs(runs + 1)
    assert "§ 15" in page.title()
    assert "law=15" in page.url


def test_from_a_form_of_the_committee_a_click_waits_for_streamlit(reader: Reader) -> None:
    """Its forms would stand under the law until Streamlit has taken them away."""
    page = reader.open("?view=procedure&ui=da")
    page.wait_for_selector("[class*=st-key-committee]")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if PATH in request.url else None)
    page.click(".views a:text-is('Læs')")
    page.wait_for_selector(".lovbro-main .grid")
    assert [] == asked
