"""At the table: a phone and a tablet show the law first, keep one bar, and never take a reader away unasked."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from corpus.dossiers.folder import DossierFolder
from tests.browser.conftest import Reader, pause, serious_faults, settle, sideways

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE = [(360, "light")]
TABLET = [(820, "light")]
TO_TABLET = [(360, "light"), (820, "light"), (1024, "light")]
TOP = "e => e.getBoundingClientRect().top"


def _top(page: Page, selector: str) -> float:
    top: float = page.locator(selector).first.evaluate(TOP)
    return top


@pytest.mark.parametrize("reader", PHONE, indirect=True)
@pytest.mark.parametrize("law", ["1", "16", "27B1", "90", "def"])
@pytest.mark.parametrize("ui", ["da", "sv"])
def test_the_text_begins_at_the_top_of_a_phone(reader: Reader, law: str, ui: str) -> None:
    page = reader.open(f"?law={law}&ui={ui}")
    assert -1 < _top(page, ".row:is(.here, .law:not(.leads)) .cell.on, .def .cell.on") <= 150


@pytest.mark.parametrize("reader", TO_TABLET, indirect=True)
def test_one_low_bar_stays_and_names_what_is_read(reader: Reader) -> None:
    page = reader.open("?law=27B1&ui=da")
    page.evaluate("document.querySelector('[data-testid=stMain]').scrollTop += 500")
    settle(page)
    box = page.locator(".lovbro-head").bounding_box()
    assert box
    assert (0, True) == (box["y"], box["height"] <= 48)
    assert "§ 27 B 1 · Dansk 2017" == page.get_attribute(".jump input", "placeholder")
    assert page.evaluate("(i => i.scrollWidth <= i.clientWidth)(document.querySelector('.jump input'))")
    assert page.locator(".opens.tongue").is_visible()


WIDE = """(box) => {
  const look = getComputedStyle(box), pen = document.createElement('canvas').getContext('2d');
  pen.font = `${look.fontWeight} ${look.fontSize} ${look.fontFamily}`;
  const room = box.clientWidth - parseFloat(look.paddingLeft) - parseFloat(look.paddingRight);
  const words = pen.measureText(box.placeholder).width;
  // The words of a value have the room that is left by what the browser draws in the box beside them.
  box.value = box.placeholder;
  const cut = box.scrollWidth - box.clientWidth;
  box.value = '';
  return Math.max(0, words - room, cut);
}"""


@pytest.mark.parametrize("reader", PHONE, indirect=True)
@pytest.mark.parametrize(
    "address",
    [
        "?law=27B1a&by=sv-2017&ui=sv",
        "?law=40B2aiii&by=sv-2017&ui=sv",
        "?law=27B1a&by=da-2017&in=da-2017&ui=en",
    ],
)
def test_the_bar_cuts_neither_the_number_nor_the_name_of_the_text(reader: Reader, address: str) -> None:
    page = reader.open(address)
    page.wait_for_function("() => document.querySelector('.jump input.reads')")
    assert 0 == page.locator(".jump input").evaluate(WIDE)


@pytest.mark.parametrize("reader", PHONE, indirect=True)
@pytest.mark.parametrize("ui", ["da", "nb", "sv", "en"])
def test_what_the_box_is_for_is_read_whole_on_a_phone(reader: Reader, ui: str) -> None:
    page = reader.open(f"?ui={ui}")
    assert 0 == page.locator(".jump input").evaluate(WIDE)


@pytest.mark.parametrize("reader", PHONE, indirect=True)
def test_the_title_in_the_bar_shows_that_it_is_the_box_for_searches(reader: Reader) -> None:
    page = reader.open("?law=16C2&ui=da")
    page.wait_for_function("() => document.querySelector('.jump input.reads')")
    glass = page.locator(".jump").evaluate("e => parseFloat(getComputedStyle(e, '::before').width)")
    frame = page.locator(".jump input").evaluate("e => getComputedStyle(e).borderTopColor")
    assert glass >= 10
    assert frame not in ("transparent", "rgba(0, 0, 0, 0)")
    assert page.locator(".lovbro-head").evaluate("e => e.offsetHeight") <= 48


@pytest.mark.parametrize("reader", PHONE, indirect=True)
def test_the_frame_of_the_box_for_searches_is_whole_at_the_top_of_a_phone(reader: Reader) -> None:
    box = reader.open("?ui=da").locator(".jump input")
    box.focus()
    outside = "e => e.getBoundingClientRect().top - parseFloat(getComputedStyle(e).outlineOffset) - 3"
    assert box.evaluate(outside) >= 0


@pytest.mark.parametrize("reader", PHONE, indirect=True)
def test_the_page_of_the_committee_that_is_open_is_named_whole_in_its_row(reader: Reader) -> None:
    page = reader.open("?view=procedure&ui=sv")
    chosen, row = page.locator(".committee .chips [aria-current]"), page.locator(".committee .chips > span")
    at, room = chosen.bounding_box(), row.bounding_box()
    assert at
    assert room
    assert room["x"] <= at["x"]
    assert at["x"] + at["width"] <= room["x"] + room["width"] - 22, "not where the row fades"


@pytest.mark.parametrize("reader", PHONE, indirect=True)
@pytest.mark.parametrize(
    ("address", "named"),
    [
        ("?law=202A&by=dbf-2008&ui=da", "§ 202 A · DBf 2008"),
        ("?law=16B1&in=da-2017,nb-1997&ui=da", "§ 16 B 1 · Dansk 2017"),
        ("?law=16B1&in=da-2017,nb-1997&on=nb-1997&ui=da", "Norsk 1997"),
        ("?law=16B1&by=nb-1997&view=refs&ui=da", "§ 16 B 1 · Norsk 1997"),
    ],
)
def test_the_bar_names_no_number_beside_a_text_that_has_it_for_another_rule(
    reader: Reader, address: str, named: str
) -> None:
    """§ 16 B 1 of 1997 is § 16 D 2 a of 2017; the Danish laws have no § 202 A."""
    page = reader.open(address)
    assert named == page.get_attribute(".jump input", "placeholder")


@pytest.mark.parametrize("reader", PHONE, indirect=True)
@pytest.mark.parametrize(
    ("typed", "named", "language"),
    [("1997 16c2", "§ 16 C 2 · Norsk 1997", "nb"), ("lag 27b1b", "Lag 27B1(b) · Svenska 2017", "sv")],
)
def test_enter_opens_and_marks_the_text_that_was_shown_under_the_box(
    reader: Reader, typed: str, named: str, language: str
) -> None:
    page = reader.open("?ui=da")
    page.locator(".jump input").press_sequentially(typed)
    offered = page.locator(".pop.open .pin")
    expect(offered).to_contain_text(named)
    words = offered.locator(".t").first.inner_text().rstrip(" …")
    page.press(".jump input", "Enter")
    expect(page.locator(".jump input")).to_have_attribute("placeholder", named)
    marked = page.locator(".row.here .cell.on").first
    expect(marked).to_have_attribute("lang", language)
    expect(marked).to_contain_text(words)


@pytest.mark.parametrize("reader", PHONE, indirect=True)
def test_the_rule_that_was_sought_is_marked_whole_and_what_is_before_it_is_folded(reader: Reader) -> None:
    page = reader.open("?law=27B1&ui=da")
    assert 3 == page.locator(".row.here:visible").count()
    assert page.locator("#p-27A").is_hidden()
    assert page.locator("#p-27C").is_visible()
    before = _top(page, "#p-27B1")
    page.evaluate("document.querySelector('[data-unfold]').click()")
    assert page.locator("#p-27A").is_visible()
    assert abs(_top(page, "#p-27B1") - before) < 2


@pytest.mark.parametrize("reader", PHONE, indirect=True)
def test_a_finger_that_misses_a_link_opens_the_nearest(reader: Reader) -> None:
    """Lines stand 28 px apart and a finger needs 44; the words stay where they are."""
    page = reader.open("?law=50E4&ui=da")
    for words in ("scoren", "§ 12C1"):
        link = page.locator(f"#p-50E4 .cell.on a:text-is('{words}')").last
        link.scroll_into_view_if_needed()
        box = link.bounding_box()
        assert box
        for y in (box["y"] - 7, box["y"] + box["height"] + 7):
            page.mouse.click(box["x"] + 3, y)
            page.wait_for_selector("#peek[open]")
            assert link.get_attribute("href") == page.get_attribute("#peek .peek-go", "href"), (words, y)
            page.keyboard.press("Escape")
            page.wait_for_selector("#peek[open]", state="detached")
    page.mouse.click(box["x"], box["y"] + box["height"] + 40)
    settle(page)
    assert 0 == page.locator("#peek[open]").count()


@pytest.mark.parametrize("reader", PHONE, indirect=True)
def test_a_sheet_that_is_opened_as_another_closes_stays_open(reader: Reader) -> None:
    page = reader.open("?law=50E4&ui=da")
    page.locator("#p-50E4 .cell.on a").first.click()
    page.wait_for_selector("#peek[open]")
    page.evaluate("document.getElementById('peek').close(); document.querySelector('#p-50E4 .cell.on a').click();")
    settle(page)
    assert 1 == page.locator("#peek[open]").count()
    page.go_back()
    page.wait_for_selector("#peek[open]", state="detached")
    assert "law=50E4" in page.url


@pytest.mark.parametrize("reader", PHONE, indirect=True)
def test_a_sheet_goes_deeper_comes_back_and_leads_on(reader: Reader) -> None:
    page = reader.open("?law=16C3&ui=da")
    page.locator("#p-16C3 a.ref").first.click()
    page.wait_for_selector("#peek .peek-part")
    expect(page.locator("#peek .peek-head")).to_contain_text("§ 12 C 1")
    page.locator("#peek .peek-part a.ref").first.click()
    page.wait_for_function("() => !document.querySelector('#peek .peek-go').textContent.includes('§ 12 C 1')")
    page.click("#peek [data-peek=back]")
    page.wait_for_selector("#peek .peek-go:has-text('§ 12 C 1')")
    page.click("#peek .peek-go")
    reader.title("§ 12 C 1")
    page.wait_for_selector("#peek[open]", state="detached")


@pytest.mark.parametrize("reader", PHONE, indirect=True)
def test_a_sheet_names_its_place_once_above_the_text_and_its_words_have_the_whole_width(reader: Reader) -> None:
    page = reader.open("?law=27B1a&by=sv-2017&ui=sv")
    for link in ("#p-27B1a a.ref", "#p-27B1a a.word"):
        page.locator(link).first.click()
        page.wait_for_selector("#peek .peek-part h3, #peek .peek-part h2")
        assert page.locator("#peek .peek-part .peek-num").first.is_hidden()
        heading = page.locator("#peek .peek-part :is(h2, h3)").first.bounding_box()
        above = page.locator("#peek .peek-head").bounding_box()
        assert heading
        assert above
        assert heading["x"] == above["x"]
        page.click("#peek [data-peek=close]")
        page.wait_for_selector("#peek[open]", state="detached")


@pytest.mark.parametrize("reader", PHONE, indirect=True)
def test_every_sheet_is_closed_at_its_right_edge_and_says_where_it_leads(reader: Reader) -> None:
    page = reader.open("?law=16&ui=da")
    page.locator(".row.law .by-all").click()
    page.wait_for_selector("#peek .peek-list a")
    assert "Gå til henvisninger" == " ".join(page.locator("#peek .peek-go").inner_text().split())
    page.click("#peek [data-peek=close]")
    page.locator(".cell.on .nm").first.click()
    page.wait_for_selector("#peek[open] .peek-body p")
    close = page.locator("#peek [data-peek=close]").bounding_box()
    assert close
    assert close["x"] + close["width"] > 340


@pytest.mark.parametrize("reader", PHONE, indirect=True)
def test_what_can_be_done_with_a_law_is_a_thumb_high_and_two_beside_each_other(reader: Reader) -> None:
    page = reader.open("?law=16&ui=sv&by=sv-2017")
    actions = page.locator(".tools > :is(a, button), .tools > .menu > summary")
    boxes = [box for box in (one.bounding_box() for one in actions.all()) if box]
    assert len(boxes) == 5
    assert all(box["height"] >= 44 and box["width"] >= 150 for box in boxes)
    assert {0} == {round(box["x"] - 14) % 166 for box in boxes}
    assert 0 == page.evaluate("document.documentElement.scrollWidth - innerWidth")


@pytest.mark.parametrize("reader", PHONE, indirect=True)
@pytest.mark.parametrize("asked", ["revoke", "stort strafkort", "insufficient bid"])
def test_on_a_phone_the_first_result_begins_high_since_the_bar_says_what_was_asked(reader: Reader, asked: str) -> None:
    page = reader.open(f"?q={asked}&ui=da")
    assert asked == page.input_value(".jump input")
    assert _top(page, ".hits h2") < 200
    assert asked in (page.locator("h1").text_content() or "")
    assert [] == serious_faults(page)


@pytest.mark.parametrize("reader", PHONE, indirect=True)
@pytest.mark.parametrize("ui", ["da", "nb", "sv", "en"])
def test_the_actions_above_a_comparison_fill_their_lines_and_its_menu_opens_below_them(reader: Reader, ui: str) -> None:
    page = reader.open(f"?view=compare&law=16&ui={ui}")
    boxes = [box for box in (one.bounding_box() for one in page.locator(".compare .tools > *").all()) if box]
    lines = {round(box["y"]) for box in boxes}
    assert 3 == len(lines)
    assert {332} == {round(sum(box["width"] for box in boxes if round(box["y"]) == line)) for line in lines}
    page.locator(".compare .tools summary").click()
    menu = page.locator(".compare .tools .menu > div").bounding_box()
    assert menu
    assert menu["y"] >= max(lines)


@pytest.mark.parametrize("reader", TABLET, indirect=True)
def test_on_a_tablet_the_text_is_first_and_the_contents_are_a_drawer(reader: Reader) -> None:
    page = reader.open("?law=16&ui=da")
    assert _top(page, "h1") < 260
    assert page.locator(".toc").is_hidden()
    page.click("[data-opens=drawer]")
    page.click("#drawer .toc a:has-text('Spillernes brug')")
    reader.title("§ 16 A")
    page.wait_for_selector("#drawer.open", state="detached")


@pytest.mark.parametrize("reader", [(360, "light"), (390, "dark"), (820, "light")], indirect=True)
@pytest.mark.parametrize("law", ["16C", "77"])
def test_the_ways_out_of_a_law_are_in_sight_above_its_chapter_in_the_menu(reader: Reader, law: str) -> None:
    page = reader.open(f"?law={law}&ui=da")
    page.click("[data-opens=drawer]")
    chapter = page.locator("#drawer .toc [aria-current]").first
    expect(chapter).to_be_in_viewport()
    bar = page.locator(".lovbro-head").evaluate("e => e.getBoundingClientRect().bottom")
    for way in ("Forside", "Ordbog", "Sagsmappe"):
        box = page.locator(f"#drawer .views a:text-is('{way}')").bounding_box()
        assert box
        assert box["y"] >= bar, way
        assert box["height"] >= 44, way
    page.locator("#drawer .toc").evaluate("toc => toc.scrollTo(0, toc.scrollHeight)")
    expect(page.locator("#drawer .toc a").last).to_be_in_viewport()
    page.click("#drawer .views a:text-is('Forside')")
    page.wait_for_selector(".situations a >> nth=13")


LABEL = "e => getComputedStyle(e, '::before').content"


@pytest.mark.parametrize("reader", [(390, "light")], indirect=True)
@pytest.mark.parametrize(
    ("ui", "text", "language", "shown"),
    [("da", "Tekst", "Sprog på siden", "Dansk"), ("sv", "Text", "Sidans språk", "Dansk")],
)
def test_the_two_choices_of_the_button_for_languages_say_of_what_they_are(
    reader: Reader, ui: str, text: str, language: str, shown: str
) -> None:
    page = reader.open(f"?law=16C&in=da-2017,sv-2017&ui={ui}")
    assert shown == page.inner_text(".opens.tongue")
    page.click(".opens.tongue")
    assert f'"{text}"' in page.locator("#tongues .switch").evaluate(LABEL)
    assert f'"{language}"' in page.locator("#tongues .tongues").evaluate(LABEL)
    settle(page)
    assert [] == serious_faults(page)


@pytest.mark.parametrize("reader", [(390, "light"), (820, "dark")], indirect=True)
def test_where_only_the_language_of_the_page_can_be_chosen_its_button_says_that(reader: Reader) -> None:
    texts = "da-2017" if (reader.page.viewport_size or {})["width"] < 500 else "da-2017,sv-2017"
    page = reader.open(f"?law=16C&in={texts}&ui=sv")
    expect(page.locator(".opens.tongue")).to_have_text("Svenska")
    page.click(".opens.tongue")
    expect(page.locator("#tongues")).to_be_visible()
    assert 0 == page.locator("#tongues .switch").count()


@pytest.mark.parametrize("reader", PHONE, indirect=True)
def test_the_open_case_does_not_lie_over_the_contents(reader: Reader) -> None:
    folder = DossierFolder(Path(os.environ["LOVBRO_LIBRARY"]) / "dossiers")
    key = folder.create("Sag", "da").dossier.key
    try:
        page = reader.open("?law=16&ui=da")
        page.wait_for_selector(".case-drawer summary")
        page.click("[data-opens=drawer]")
        page.wait_for_selector("#drawer.open")
        assert page.locator(".case-drawer").is_hidden()
    finally:
        (Path(os.environ["LOVBRO_LIBRARY"]) / "dossiers" / f"{key}.toml").unlink()


@pytest.mark.parametrize("reader", [(360, "dark"), (820, "dark")], indirect=True)
@pytest.mark.parametrize("panel", ["drawer", "tongues"])
def test_what_opens_from_the_bar_has_no_serious_fault(reader: Reader, panel: str) -> None:
    page = reader.open("?law=16&ui=da")
    page.click(f"[data-opens={panel}]")
    page.wait_for_selector(f"#{panel}.open")
    settle(page)
    assert [] == serious_faults(page)
    assert [] == sideways(page)
    page.keyboard.press("Escape")
    page.wait_for_selector(f"#{panel}.open", state="detached")


@pytest.mark.parametrize("reader", PHONE, indirect=True)
def test_one_step_back_is_enough_after_a_double_tap(reader: Reader) -> None:
    page = reader.open("?view=search&q=kort&ui=da")
    page.locator(".lovbro-main a[href*='law=']").first.dblclick()
    page.wait_for_selector(".grid")
    pause(page, 500)  # the second page, if there is one
    settle(page)
    page.go_back()
    reader.title("kort")
    assert "q=kort" in page.url


@pytest.mark.parametrize("reader", PHONE, indirect=True)
def test_a_link_to_another_page_opens_no_empty_sheet(reader: Reader) -> None:
    page = reader.open("?law=16C&ui=da")
    page.locator(".row.here .cell.on .bio a").first.click()
    reader.title("Konkordans")


def _covers_nothing(page: Page, strip: Locator) -> FloatRect:
    """The place of the strip, when the text, and the contents beside it, have come to end above it."""
    page.wait_for_function("""() => {
      const top = document.querySelector('.case-drawer').getBoundingClientRect().top + 1;
      const parts = [...document.querySelectorAll('[data-testid=stMain], .toc')].filter((one) => one.offsetParent);
      return parts.every((one) => one.getBoundingClientRect().bottom <= top);
    }""")
    found = strip.bounding_box()
    assert found
    return found


@pytest.mark.parametrize("reader", [*PHONE, (820, "light"), (1024, "dark"), (1280, "light")], indirect=True)
def test_the_open_case_is_a_strip_below_the_text_and_what_is_added_is_told_there(reader: Reader) -> None:
    folder = DossierFolder(Path(os.environ["LOVBRO_LIBRARY"]) / "dossiers")
    key = folder.create("Sag", "da").dossier.key
    try:
        page = reader.open("?law=16C2&ui=da")
        strip = page.locator(".case-drawer")
        strip.locator("summary").wait_for()
        assert page.viewport_size
        assert page.viewport_size["width"] == _covers_nothing(page, strip)["width"]
        page.locator(".row.here .collect").first.click()
        expect(strip.locator("[role=status]")).to_contain_text("§ 16 C 2")
        expect(strip.locator("[role=status] button")).to_be_visible()
        assert strip.locator("ol").is_hidden()
        _covers_nothing(page, strip)
        assert [] == serious_faults(page)
    finally:
        (Path(os.environ["LOVBRO_LIBRARY"]) / "dossiers" / f"{key}.toml").unlink()


def _put(page: Page) -> Locator:
    """The strip, after the tool at the foot of the law has put it into a case."""
    page.locator(".tools a[data-collect=put]").click()
    return page.locator(".case-drawer")


@pytest.mark.parametrize("reader", [(390, "light"), (1280, "dark")], indirect=True)
def test_the_tool_of_a_law_puts_it_into_a_case_says_so_and_stays_on_the_law(reader: Reader) -> None:
    folder = DossierFolder(Path(os.environ["LOVBRO_LIBRARY"]) / "dossiers")
    before = set(folder.keys())
    try:
        page = reader.open("?law=16C&ui=da")
        address = page.url
        strip = _put(page)
        expect(strip.locator("[role=status]")).to_contain_text("§ 16 C er lagt i sagsmappen.")
        expect(strip.locator("summary")).to_have_text("Ny sagsmappe (1)")
        (key,) = set(folder.keys()) - before
        page.locator(".tools a[data-collect=put]").click()
        expect(strip.locator("[role=status]")).to_contain_text("§ 16 C er der allerede.")
        assert ["16C"] == [one.place for one in folder.open(key).dossier.quotations]
        assert address == page.url
        assert page.locator("#p-16C.here").count()
        assert [] == serious_faults(page)
    finally:
        for key in set(folder.keys()) - before:
            (Path(os.environ["LOVBRO_LIBRARY"]) / "dossiers" / f"{key}.toml").unlink()


@pytest.mark.parametrize("reader", PHONE, indirect=True)
def test_what_the_tool_of_a_law_puts_in_is_the_text_that_is_read(reader: Reader) -> None:
    folder = DossierFolder(Path(os.environ["LOVBRO_LIBRARY"]) / "dossiers")
    keys = [folder.create(title, "da").dossier.key for title in ("Sag 1", "Sag 2")]
    try:
        page = reader.open("?law=16C2&in=da-2017,sv-2017&on=sv-2017&ui=da")
        strip = _put(page)
        expect(strip.locator("[role=status]")).to_contain_text("Vælg først en sagsmappe.")
        assert [] == sideways(page)
        strip.locator("button", has_text="Sag 2").click()
        expect(strip.locator("summary")).to_have_text("Sag 2 (1)")
        put = [[(q.expression, q.place) for q in folder.open(key).dossier.quotations] for key in keys]
        assert [[], [("sv-2017", "16C2")]] == put
        assert "law=16C2" in page.url
    finally:
        for key in keys:
            (Path(os.environ["LOVBRO_LIBRARY"]) / "dossiers" / f"{key}.toml").unlink()
