"""Reading at the table, at a desk, by keyboard and with a screen reader: nothing lost, hidden or half copied."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Reader, settle

PHONE = [(360, "light")]
FOCUS = (
    "(() => { const a = document.activeElement; return a.closest('.row')?.id || a.tagName + ' ' + a.textContent })()"
)


def _copied(page: Page) -> str:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.click(".tools [data-copy=law]")
    page.wait_for_selector("#said:not(:empty)", state="attached")
    words: str = page.evaluate("navigator.clipboard.readText()")
    return words


def test_a_typed_citation_takes_the_focus_to_its_text(reader: Reader) -> None:
    page = reader.open("?ui=da")
    page.fill(".jump input", "16C2")
    page.press(".jump input", "Enter")
    page.wait_for_selector("#p-16C2.here")
    page.wait_for_function(f"() => {FOCUS} === 'p-16C2'")
    page.keyboard.press("Tab")
    assert "p-16C2" == page.evaluate(FOCUS)


def test_who_changes_the_language_by_keyboard_stays_at_the_switch(reader: Reader) -> None:
    page = reader.open("?law=16C2&ui=da")
    page.focus(".tongues a:text-is('sv')")
    page.keyboard.press("Enter")
    page.wait_for_selector(".views a:text-is('Läs')")
    page.wait_for_function(f"() => {FOCUS} === 'A sv'")


def test_several_texts_are_chosen_with_the_menu_opened_once(reader: Reader) -> None:
    page = reader.open("?law=16&in=da-2017,sv-2017,nb-1997&ui=da")
    page.click(".menu summary")
    for name in ("Norsk 1997", "Svenska 2017"):
        page.click(f".menu[open] li a:has-text('{name}')")
        page.wait_for_selector(f".menu[open] li a[aria-checked=false]:has-text('{name}')")
    page.keyboard.press("Escape")
    page.wait_for_selector(".menu[open]", state="detached")
    assert "SUMMARY Tekster" == page.evaluate(FOCUS)


def test_results_under_the_box_are_about_what_stands_in_it(reader: Reader) -> None:
    page = reader.open("?ui=da")
    page.fill(".jump input", "16C2")
    page.wait_for_selector(".pop.open:has-text('§ 16 C 2')")
    page.fill(".jump input", "")
    page.wait_for_selector(".pop.open", state="detached")
    page.fill(".jump input", "27A")
    page.wait_for_selector(".pop.open:not(.old):has-text('§ 27 A')")


@pytest.mark.parametrize("reader", ["light", *PHONE], indirect=True)
def test_a_word_as_long_as_a_query_may_be_stays_on_the_page(reader: Reader) -> None:
    page = reader.open("?q=" + "x" * 400 + "&ui=da")
    assert page.evaluate("(m => m.scrollWidth <= m.clientWidth)(document.querySelector('[data-testid=stMain]'))")


def test_a_place_is_copied_with_its_parts_and_their_numbers(reader: Reader) -> None:
    copied = _copied(reader.open("?law=12C1&ui=da"))
    assert copied.startswith("(a) Når der foreligger en uregelmæssighed")
    assert "\n(ii) Den ikke-fejlende side får ikke kompensation" in copied
    assert "\n(Love for turneringsbridge 2017, § 12 C 1)\nhttp" in copied


def test_cells_of_a_copied_table_are_kept_apart(reader: Reader) -> None:
    assert "\n0–10\t0\t370–420\t9\t" in _copied(reader.open("?law=78B&ui=sv"))


def test_a_copied_rule_has_the_number_of_its_own_text(reader: Reader) -> None:
    """Danish § 72 C stands beside the § 23 of 1997: its words are not copied as those of a § 23."""
    assert _copied(reader.open("?law=23&by=nb-1997&ui=da")).startswith("§ 72 C Opmærksomhed")


@pytest.mark.parametrize("reader", PHONE, indirect=True)
def test_definitions_have_the_width_of_a_phone(reader: Reader) -> None:
    page = reader.open("?law=def&ui=da")
    box = page.locator(".defs .cell.on .piece").first.bounding_box()
    assert box
    assert box["width"] > 300


def test_who_changes_the_letters_by_keyboard_stays_at_the_sign(reader: Reader) -> None:
    page = reader.open("?law=16D2d&ui=da&letters=200")
    page.click(".rest summary")
    page.focus(".sizes a >> nth=0")
    page.keyboard.press("Enter")
    page.wait_for_selector("article.z150")
    page.wait_for_function(f"() => {FOCUS} === 'A A−'")


@pytest.mark.parametrize("reader", ["light", *PHONE], indirect=True)
@pytest.mark.parametrize("address", ["?law=16D&ui=da", "?law=16D&ui=da&letters=150", "?q=bud&ui=da"])
def test_the_focus_is_never_under_what_stays_at_the_top(reader: Reader, address: str) -> None:
    page = reader.open(address)
    hidden = (
        "(() => { const a = document.activeElement, b = a.getClientRects()[0]; if (!b) return '';"
        "const e = document.elementFromPoint(b.left + b.width / 2, b.top + b.height / 2);"
        "return e && (a.contains(e) || e.contains(a)) ? '' : a.outerHTML.slice(0, 80) })()"
    )
    found = []
    for key in ["Tab"] * 60 + ["Shift+Tab"] * 50:
        page.keyboard.press(key)
        found.append(page.evaluate(hidden))
    assert [] == [html for html in found if html]


@pytest.mark.parametrize(
    ("typed", "heard"),
    [("16C2", "For en fejlende side gælder"), ("for lavt bud", "Forslag: 3"), ("16C9", "§ 16 C har 1–3")],
)
def test_a_screen_reader_hears_what_was_found_and_not_all_of_it(reader: Reader, typed: str, heard: str) -> None:
    page = reader.open("?ui=da")
    page.fill(".jump input", typed)
    page.wait_for_selector(f".jump [role=status]:has-text('{heard}')", state="attached")
    assert len(page.text_content(".jump [role=status]") or "") < 400


@pytest.mark.parametrize("reader", PHONE, indirect=True)
@pytest.mark.parametrize(
    ("address", "menu"),
    [
        ("?law=78&ui=da", ".tools .menu summary >> nth=0"),
        ("?law=78&ui=da", ".rest summary"),
        ("?q=bud&ui=da", ".parts summary"),
    ],
)
def test_an_open_menu_lies_within_a_phone(reader: Reader, address: str, menu: str) -> None:
    page = reader.open(address)
    page.click(menu)
    page.wait_for_selector(".menu[open]")
    settle(page)
    box = page.locator(".menu[open] > div").bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360


@pytest.mark.parametrize("reader", PHONE, indirect=True)
def test_the_first_result_begins_in_the_upper_half_of_a_phone(reader: Reader) -> None:
    page = reader.open("?q=for+lavt+bud&ui=da")
    box = page.locator(".hits > li").first.bounding_box()
    assert box
    assert box["y"] < 390


def test_back_returns_the_focus_to_the_reference_that_was_followed(reader: Reader) -> None:
    page = reader.open("?law=16C3&ui=da")
    page.focus("#p-16C3 a.ref >> nth=0")
    page.keyboard.press("Enter")
    page.wait_for_selector("#p-12C1.here")
    page.wait_for_function(f"() => {FOCUS} === 'p-12C1'")
    page.go_back()
    page.wait_for_selector("#p-16C3.here")
    page.wait_for_function("() => document.activeElement.matches('#p-16C3 a.ref')")
