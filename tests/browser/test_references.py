"""The page of references by keyboard and on a phone, and that no page speaks two languages."""

from __future__ import annotations

import pytest

from app.i18n.words import UI_LANGUAGES
from tests.browser.conftest import Reader, serious_faults, settle

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PAGES = ("?view=refs&law=16D&to=72C", "?view=status", "?view=terms&kind=false", "?view=precedents")
NARROW = [(360, "light")]
ENGLISH = "Choose an option|Choose date|Link to heading|per file|Skip to main|Press Enter|Upload"


def test_a_way_is_asked_for_and_walked_back(reader: Reader) -> None:
    page = reader.open("?view=refs&law=214G1&by=dbf-2008&in=dbf-2008,da-2017&ui=da")
    page.fill("input[name=to]", "16D")
    page.keyboard.press("Enter")
    page.wait_for_selector(".chain ol.steps")
    assert "to=16D" in page.url
    assert "Korteste vej fra DBf § 214 G 1 til § 16 D: 1 trin" == page.inner_text(".chain h2")
    page.go_back()
    page.wait_for_selector(".chain", state="detached")


def test_the_picture_is_walked_by_keyboard(reader: Reader) -> None:
    page = reader.open("?view=refs&law=16D&ui=da")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('.graph') !== null"):
            break
    assert "solid" in page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    page.locator(".graph a.right").first.focus()
    page.keyboard.press("Enter")
    reader.title("§ 13 A")
    assert "view=refs" in page.url


@pytest.mark.parametrize("reader", NARROW, indirect=True)
@pytest.mark.parametrize("address", PAGES)
def test_tables_are_read_on_a_phone_without_scrolling_sideways(reader: Reader, address: str) -> None:
    page = reader.open(f"{address}&ui=nb")
    page.evaluate("document.querySelectorAll('.plain details').forEach(d => d.open = true)")
    settle(page)
    wide = page.evaluate(
        "[...document.querySelectorAll('.stacked, [data-testid=stMain]')]"
        ".filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.ariaLabel)"
    )
    assert [] == wide


@pytest.mark.parametrize("reader", [(1280, "dark"), (360, "light")], indirect=True)
def test_a_way_has_no_serious_fault_for_a_screen_reader(reader: Reader) -> None:
    page = reader.open(f"{PAGES[0]}&ui=sv")
    page.evaluate("document.querySelectorAll('.plain details').forEach(d => d.open = true)")
    settle(page)
    assert [] == serious_faults(page)


@pytest.mark.parametrize("ui", [ui for ui in UI_LANGUAGES if ui != "en"])
@pytest.mark.parametrize("address", PAGES)
def test_nothing_on_the_page_is_said_in_english_only(reader: Reader, address: str, ui: str) -> None:
    """But the column of English terms and the name of that language in the switch."""
    page = reader.open(f"{address}&ui={ui}")
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    settle(page)
    marked = page.locator(".lovbro-main [lang=en]:visible:not(.gloss [lang=en])").all_inner_texts()
    assert [] == marked
    assert 0 == page.locator(f":visible:text-matches('^({ENGLISH})')").count()
