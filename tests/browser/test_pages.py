"""The reading room in a real browser: by address and by click, wide and narrow, light and dark, by keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from app.reader.address import VIEWS
from tests.browser.conftest import Reader, everywhere, faults, pause, settle, sideways

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SHOWN = [view for view in VIEWS if view != "search"]
ADDRESSES = [*(f"?view={view}&law=12C1&ui=da" for view in SHOWN), "?q=revoke&ui=da", "?law=def&ui=da", "?law=214&ui=da"]
NARROW = [(360, "light")]


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_view_opens_by_its_address_fits_and_axe_finds_nothing(reader: Reader, address: str) -> None:
    """At a desk and on a phone, light and dark; axe finds what hinders a screen reader or poor sight."""
    page = reader.open(address)
    assert "da" == page.evaluate("document.documentElement.lang")
    for setting in everywhere(page):
        expect(page.locator(".lovbro-main h1").first, setting).to_be_visible()
        assert [] == sideways(page), setting
        assert [] == faults(page), setting


@pytest.mark.parametrize("address", ["?q=xqzvw&ui=da", "?q=16C2%202007&ui=da", "?view=refs&law=16&to=12C1&ui=da"])
def test_what_was_not_found_an_old_number_and_a_way_fit_and_axe_finds_nothing(reader: Reader, address: str) -> None:
    page = reader.open(address)
    for setting in everywhere(page):
        assert [] == sideways(page), setting
        assert [] == faults(page), setting


def test_every_view_opens_by_a_click_without_a_reload(reader: Reader) -> None:
    page = reader.open("?law=16&ui=da")
    page.evaluate("window.kept = true")
    for name in ("Henvisninger", "Sammenlign", "Ordbog", "Stikord", "Status", "Læs"):
        page.click(f".views a:text-is('{name}')")
        page.wait_for_selector(f".views a[aria-current]:text-is('{name}')")
        page.wait_for_selector(".lovbro-main h1")
    assert page.evaluate("window.kept")


def test_a_reference_opens_its_target_marked_and_in_sight_and_back_returns(reader: Reader) -> None:
    page = reader.open("?law=16C3&ui=da")
    page.click("#p-16C3 .cell[data-key=da-2017] a.ref >> nth=0")
    reader.title("§ 12 C 1")
    target = page.locator("#p-12C1.here")
    target.wait_for()
    assert "?law=12C1" in page.url
    assert target.evaluate("e => { const b = e.getBoundingClientRect(); return b.top >= 0 && b.top < innerHeight }")
    page.go_back()
    reader.title("§ 16 C 3")
    page.go_forward()
    reader.title("§ 12 C 1")


def test_a_typed_citation_shows_its_text_and_enter_opens_it(reader: Reader) -> None:
    page = reader.open("?law=1&ui=da")
    box = page.locator(".jump input")
    box.press_sequentially("16c2", delay=30)
    # Before it stands what "16" leads to, which is dimmed while other letters stand in the box.
    page.wait_for_selector(".pop.open:not(.old) .pin:has-text('For en fejlende side')")
    box.press("Enter")
    reader.title("§ 16 C 2")
    page.wait_for_selector("#p-16C2.here")


def test_the_search_box_is_used_by_keyboard_alone(reader: Reader) -> None:
    page = reader.open("?law=1&ui=da")
    page.keyboard.press("/")
    page.keyboard.type("revoke", delay=30)
    first = page.locator(".pop.open:not(.old) a").first
    expect(first).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(first).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_function("() => !location.search.includes('law=1&')")
    page.wait_for_selector(".row.here, .row.law")


def test_plain_words_give_results_with_languages_together(reader: Reader) -> None:
    page = reader.open("?q=utilstrækkeligt+bud&ui=da")
    assert "§ 27" in " ".join(page.locator(".hits > li h2").all_inner_texts()[:3])
    page.click(".hits h2 a >> nth=0")
    page.wait_for_selector(".grid .row")


def test_a_link_with_a_status_shows_its_warning(reader: Reader) -> None:
    page = reader.open("?law=214G1&ui=da")
    link = page.locator("#p-214G1 a.ref.warn")
    assert "i dag § 16 D" in link.inner_text().replace("\xa0", " ")  # no line ends within the number
    link.hover()
    expect(page.locator("#tip.open")).to_contain_text("i dag § 16 D")
    link.click()
    reader.title("§ 16 D")


def test_a_link_shows_its_target_on_focus(reader: Reader) -> None:
    page = reader.open("?law=16C3&ui=da")
    page.focus("#p-16C3 a.ref >> nth=0")
    expect(page.locator("#tip.open")).to_contain_text("§ 12 C 1")


def test_a_pointer_beside_the_links_leaves_what_the_keyboard_shows(reader: Reader) -> None:
    page = reader.open("?law=16C3&ui=da")
    page.focus("#p-16C3 a.ref >> nth=0")
    page.mouse.move(640, 400)
    page.mouse.move(640, 4)
    pause(page, 300)
    assert "§ 12 C 1" in page.evaluate("document.querySelector('#tip.open')?.innerText || ''")
    page.hover("#p-16C3 a.ref >> nth=0")
    page.mouse.move(640, 4)
    page.wait_for_selector("#tip:not(.open)", state="attached")


@pytest.mark.parametrize("reader", NARROW, indirect=True)
@pytest.mark.parametrize("panel", ["drawer", "tongues"])
def test_buttons_are_large_enough_for_a_thumb(reader: Reader, panel: str) -> None:
    page = reader.open("?law=16&ui=da")
    page.click(f"[data-opens={panel}]")
    page.wait_for_selector(f"#{panel}.open")
    settle(page)
    small = page.evaluate(
        "[...document.querySelectorAll('.open a, .open button, .opens, .jump input, .tools > :is(a, button, details)')]"
        ".filter(e => e.checkVisibility() && e.getBoundingClientRect().height < 44).map(e => e.outerHTML)"
    )
    assert [] == small


def test_text_at_twice_its_size_stays_within_the_page(reader: Reader) -> None:
    page = reader.open("?law=16&in=da-2017&ui=da")
    page.add_style_tag(content=".lovbro-main, .lovbro-head { font-size: 34px !important }")
    settle(page)
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth") <= 1280


def test_the_interface_changes_its_language_and_keeps_the_law(reader: Reader) -> None:
    page = reader.open("?law=16C2&ui=da")
    page.click(".tongues a:text-is('sv')")
    page.wait_for_selector(".views a:text-is('Läs')")
    assert "law=16C2" in page.url
    page.wait_for_function("() => document.documentElement.lang === 'sv'")


def test_copying_takes_the_text_and_its_source(reader: Reader) -> None:
    page = reader.open("?law=16C3&ui=da")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.click(".tools [data-copy=law]")
    page.wait_for_selector("#said:not(:empty)", state="attached")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.split("\n")[-2:] == ["(Love for turneringsbridge 2017, § 16 C 3)", page.url]
    assert "Turneringslederen skal justere scoren" in copied


def test_a_day_of_play_says_which_laws_were_in_force(reader: Reader) -> None:
    page = reader.open("?law=16&ui=da")
    page.click(".tools .menu summary >> nth=0")
    page.fill(".menu input[type=date]", "2009-03-01")
    page.click(".menu button[type=submit]")
    expect(page.locator(".notice", has_text="lovene fra 2007")).to_be_visible()
    assert "date=2009-03-01" in page.url


def test_columns_are_chosen_in_the_menu(reader: Reader) -> None:
    page = reader.open("?law=16&in=da-2017,sv-2017,nb-1997&ui=da")
    page.click(".menu summary")
    page.click(".menu li a:has-text('Norsk 1997')")
    page.wait_for_selector(".row.head .cell[data-key=nb-1997]", state="detached")
    assert "in=da-2017,sv-2017&" in page.url


@pytest.mark.parametrize("reader", NARROW, indirect=True)
@pytest.mark.parametrize("law", ["16C2", "77", "78B", "214"])
def test_letters_grow_to_twice_their_size_within_a_phone(reader: Reader, law: str) -> None:
    page = reader.open(f"?law={law}&ui=da")
    plain = _letters(page)
    page.click(".rest summary")
    for size in (125, 150, 200):
        page.click(".sizes a >> nth=-1")
        page.wait_for_selector(f"article.z{size}")
    settle(page)
    assert _letters(page) >= 2 * plain - 1
    assert [] == sideways(page)


def _letters(page: Page) -> float:
    """The height of the text's letters as they are seen, in pixels."""
    found: float = page.evaluate(
        "(() => { const p = document.querySelector('.cell.on .piece > p:not(.h1)'), g = p.closest('.grid');"
        "return parseFloat(getComputedStyle(p).fontSize) * parseFloat(getComputedStyle(g).zoom) })()"
    )
    return found


@pytest.mark.parametrize("reader", NARROW, indirect=True)
def test_larger_letters_keep_the_paragraph_in_sight(reader: Reader) -> None:
    page = reader.open("?law=16C2&ui=da")
    # A click by the pointer would first scroll the button, and with it the page, into sight.
    page.evaluate("document.querySelector('.sizes a:last-child').click()")
    page.wait_for_selector("article.z125")
    settle(page)
    box = page.locator("#p-16C2").bounding_box()
    assert box
    assert box["y"] + box["height"] > 0
    assert box["y"] < 900


def test_a_search_goes_on_and_is_narrowed_by_clicks(reader: Reader) -> None:
    page = reader.open("?q=%2Bbud&ui=da")
    page.click(".more a")
    page.wait_for_function("() => document.querySelectorAll('.hits > li').length > 20")
    page.click(".parts summary")
    page.click(".parts a:has-text('Appeller')")
    page.wait_for_selector(".parts.on")
    assert "part=chapter-9" in page.url
