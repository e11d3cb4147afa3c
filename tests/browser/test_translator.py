"""A translator's three questions, from the first page, each in at most three clicks; and the comparison on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Reader, settle, sideways

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FIRST = "?ui=da"
NARROW = [(360, "light"), (360, "dark")]


def compare(page: Page) -> None:
    """The first click."""
    page.click(".views a:text-is('Sammenlign')")
    page.wait_for_selector(".compare")


def open_law(page: Page, number: str) -> None:
    page.click(f".compare .laws a:text-is('{number}')")
    page.wait_for_selector(f".laws a[aria-current]:text-is('{number}')")


def test_what_the_norwegian_has_where_2017_has_27b1a(reader: Reader) -> None:
    page = reader.open("?ui=da&in=da-2017,sv-2017,nb-1997")
    compare(page)
    open_law(page, "27")
    row = page.locator(".numbers tr", has=page.locator("a:text-is('§ 27 B 1 a') >> nth=0")).first
    assert "§ 27 B 1 flyttet" in row.inner_text().replace("\n", " ")
    row.locator("td >> nth=0").locator("a").click()
    page.wait_for_selector("#p-27B1a.here .cell[data-key=nb-1997] .piece")
    assert "utilstrekkelig" in page.inner_text("#p-27B1a .cell[data-key=nb-1997]").lower()


def test_which_rules_of_2017_have_no_counterpart_in_1997(reader: Reader) -> None:
    page = reader.open(FIRST)
    compare(page)
    page.click(".compare .chips a:has-text('ny (')")
    page.wait_for_selector(".concord tbody")
    links = page.locator(".concord tbody th a")
    assert "§ 16 C 3" in links.all_inner_texts()
    assert links.first.is_visible()


@pytest.mark.parametrize(
    ("law", "found"),
    [("12", "Ingen: de to tekster henviser til de samme steder"), ("13", "§ 13 A 2, § 13 B 2, § 13 D\t§ 90")],
)
def test_where_the_danish_refers_further_than_the_swedish(reader: Reader, law: str, found: str) -> None:
    page = reader.open(FIRST)
    compare(page)
    open_law(page, law)
    assert found in page.locator("h2:has-text('Henvisninger, som kun') + *").inner_text()


@pytest.mark.parametrize("reader", NARROW, indirect=True)
@pytest.mark.parametrize("law", ["2", "12", "15", "73", "77", "214"])
def test_the_whole_comparison_unfolded_fits_a_phone(reader: Reader, law: str) -> None:
    page = reader.open(f"?view=compare&law={law}&ui=da")
    page.evaluate("document.querySelectorAll('.compare details:not(.menu)').forEach(e => e.open = true)")
    settle(page)
    assert [] == sideways(page, ".compare .sheet")
