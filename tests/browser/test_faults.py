"""What was wrong at the table once, at the width of a phone, two tablets and a desk: one page, four widths."""

from __future__ import annotations

import pytest
from pypdfium2 import PdfDocument

from tests.browser.conftest import WIDTHS, Reader, at_each_width, serious_faults, settle, sideways

pytestmark = [pytest.mark.browser, pytest.mark.slow]

OPEN_CASE = """() => {
  document.body.classList.add('collects');
  const drawer = Object.assign(document.createElement('aside'), {className: 'case-drawer', innerHTML: '<p>Sak</p>'});
  document.body.append(drawer);
  const main = document.querySelector('[data-testid=stMain]');
  main.scrollTop = main.scrollHeight;
}"""

DESK = WIDTHS[-1]
CITED = ".row.law .by :is(.by-all, summary):visible"
# Numbers of the table's cells that stand on two lines though they have no blank.
BROKEN = """() => [...document.querySelectorAll('.cell.on td:not(:first-child)')].flatMap((td) => {
  const first = td.firstChild, range = document.createRange();
  if (!first || first.nodeType !== 3 || !/^[\\d/.,–+ -]+$/.test(first.data)) return [];
  range.selectNodeContents(td);
  return range.getClientRects().length > 1 && !/ /.test(first.data.trim()) ? [first.data] : [];
})"""
# Tables that go on to the right and lose their first column when they are moved.
LOST = """() => [...document.querySelectorAll('.cell.on .sheet')].filter((sheet) => {
  const cell = sheet.querySelector('tbody :is(th, td)'), left = cell.getBoundingClientRect().left;
  sheet.scrollLeft = 60;
  const moved = sheet.scrollLeft > 0 && Math.abs(cell.getBoundingClientRect().left - left) > 12;
  sheet.scrollLeft = 0;
  return moved;
}).length"""


@pytest.fixture
def allowed(reader: Reader) -> Reader:
    """A reader whose browser lets the page read and write the clipboard, on which something lies."""
    reader.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    return reader


def test_what_was_sought_is_marked_whole_under_a_low_bar_beside_or_without_the_contents(reader: Reader) -> None:
    page = reader.open("?law=27B1&ui=da")
    # It can be put on a home screen, with a name of its own, from any of them.
    assert "/manifest.webmanifest" == page.get_attribute("link[rel=manifest]", "href")
    for width in at_each_width(page):
        assert 3 == page.locator(".row.here:visible").count(), width
        assert page.title().startswith("§ 27 B 1 · "), width
        bar = page.locator(".lovbro-head").bounding_box()
        assert bar, width
        assert bar["height"] <= (48 if width < DESK else 72), width
        assert (width == DESK) == page.locator(".split > .toc").is_visible(), width
        # Once a law; beside the columns also at the rule that was sought.
        cited = page.locator(".row .by :is(.by-all, summary):visible").evaluate_all(
            "all => all.map(e => e.closest('.row').id)"
        )
        assert cited == (["p-27"] if width == WIDTHS[0] else ["p-27", "p-27B1"]), width


def test_who_cites_a_law_is_shown_without_leaving_or_copying(allowed: Reader) -> None:
    page = allowed.open("?law=16&ui=da")
    page.evaluate("navigator.clipboard.writeText('kept')")
    address = page.url
    for width in at_each_width(page):
        page.click(CITED)
        page.wait_for_selector(":is(#peek[open] .peek-list, .row.law .by details[open] .who) a >> nth=5")
        assert (address, "kept") == (page.url, page.evaluate("navigator.clipboard.readText()")), width
        page.keyboard.press("Escape")
        page.wait_for_selector("#peek[open]", state="detached")
        if page.locator(".row.law .by details[open]").count():
            page.click(CITED)


def test_a_reference_a_note_and_a_word_open_a_sheet_from_below_and_leave_nothing(reader: Reader) -> None:
    """At a desk their words are shown beside the pointer."""
    page = reader.open("?law=41&ui=da")
    address = page.url
    for width in at_each_width(page):
        for what in ("a.ref", "a.word", ".nm"):
            at = page.locator(f".row .cell.on {what}:visible").first
            if width == DESK:
                at.hover()
                page.wait_for_selector("#tip.open")
                continue
            at.click()
            page.wait_for_selector("#peek[open] :is(.peek-part, .peek-body :is(h2, p))")
            if what == "a.ref":
                page.wait_for_selector("#peek[open] .peek-part")  # the whole text, which the server sends
            settle(page)
            box = page.locator("#peek").bounding_box()
            assert box, (width, what)
            assert abs(box["y"] + box["height"] - 900) < 2, (width, what)
            assert address == page.url, (width, what)
            if what == "a.ref":
                assert [] == serious_faults(page), width
            page.click("#peek [data-peek=close]")
            page.wait_for_selector("#peek[open]", state="detached")


@pytest.mark.parametrize("law", ["16C", "27B1", "64"])
def test_another_language_of_the_text_keeps_the_paragraph_under_the_eye(reader: Reader, law: str) -> None:
    """On a phone one text is shown at a time; where there is room they stand side by side."""
    page = reader.open(f"?law={law}&in=da-2017,sv-2017,nb-1997&ui=da")
    inside = "id => (b => b.top < 420 && b.bottom > 90)(document.getElementById(id).getBoundingClientRect())"
    for width in at_each_width(page):
        if width > WIDTHS[0]:
            assert 3 == page.locator(".row.head .cell:visible").count(), width
            continue
        for text in ("sv-2017", "nb-1997"):
            page.evaluate("document.querySelector('[data-testid=stMain]').scrollTop += 150")
            row = page.evaluate(
                "(window.eye = [...document.querySelectorAll('.row')]"
                ".find(r => r.getBoundingClientRect().bottom > 300)).id"
            )
            if page.locator(f".switch button[data-on={text}]").is_hidden():
                page.click(".opens.tongue")
            page.click(f".switch button[data-on={text}]")
            page.wait_for_url(f"**on={text}**")
            assert page.evaluate(inside, row), text
            # The server sends the page again, with links that keep the text: then, too, the paragraph stays.
            page.wait_for_function("() => !window.eye.isConnected")
            settle(page)
            assert page.evaluate(inside, row), text


def test_another_language_of_the_page_keeps_the_paragraph(reader: Reader) -> None:
    page = reader.open("?law=16C&ui=da")
    top = "document.querySelector('#p-16C').getBoundingClientRect().top"
    for width, ui in zip(at_each_width(page), ("sv", "da", "sv", "da"), strict=True):
        page.locator("#p-16C").scroll_into_view_if_needed()  # another width has moved it out of sight
        settle(page)
        before = page.evaluate(top)
        if page.locator(".opens.tongue").is_visible():
            page.click(".opens.tongue")
        page.click(f".tongues a:text-is('{ui}')")
        page.wait_for_selector(f"#main[data-ready*='ui={ui}']")
        settle(page)
        assert abs(page.evaluate(top) - before) < 3, width


# What a language led to; what the index of a book led to says so too.
THROUGH = ".via:not(:text-matches('stikord|stikkord|registret|index'))"


def test_results_are_laws_with_only_the_words_that_were_typed_marked(reader: Reader) -> None:
    page = reader.open("?q=udspil+uden+for+tur&ui=da")
    laws = page.locator(".hits > li h2 a").all_inner_texts()
    assert len(set(laws)) == len(laws)
    assert {"§ 53", "§ 54", "§ 55", "§ 56"} <= set(laws[:6])
    assert int(page.locator(".results > p.ui").first.inner_text().split(" ")[0]) <= 30
    marked = {text.lower() for text in page.locator(".hits mark").all_inner_texts()}
    assert marked & {"udspil uden for tur", "udspillet uden for tur"}
    assert not marked & {"spiller", "eller", "hånd", "hvis", "kort", "for", "uden"}
    assert 0 == page.locator(f".hits > li:has(p[lang=da]) {THROUGH}").count()
    for width in at_each_width(page):
        assert [] == sideways(page), width
        assert (box := page.locator(".hits > li").first.bounding_box()), width
        assert box["y"] < 300, width


def test_only_what_another_language_led_to_says_so(reader: Reader) -> None:
    page = reader.open("?ui=da")
    asked = (
        ("sv", "utspel utom tur", "sv", ""),
        ("nb", "utspill utenfor tur", "nb", "funnet via norsk"),
        ("en", "penalty card", "en", "found through English"),
        ("da", "udspil uden for tur", "da", ""),
    )
    for width, (ui, typed, own, words) in zip(at_each_width(page), asked, strict=True):
        reader.open(f"?q={typed}&ui={ui}")
        told = page.locator(f".hits {THROUGH}")
        assert bool(words) == bool(told.count()), width
        of_own_language = f".hits > li:not(:has(.hit > p:not(.ui, [lang={own}])))"
        assert 0 == page.locator(f"{of_own_language} {THROUGH}, .hit:has(p[lang={own}]) {THROUGH}").count(), width
        if words:
            assert words in told.all_inner_texts(), width


def test_a_story_of_seats_asks_for_no_other_spelling(reader: Reader) -> None:
    page = reader.open("?q=East+hesitated,+West+bid+on&ui=en")
    for width in at_each_width(page):
        assert page.locator(".hits > li").first.is_visible(), width
        assert "Did you mean" not in page.inner_text(".results"), width


@pytest.mark.parametrize("law", ["77", "202A"])
def test_a_number_in_a_table_is_never_broken(reader: Reader, law: str) -> None:
    """With large letters, as in "2/0" and "10/0"; a table that goes on keeps its first column in sight."""
    page = reader.open(f"?law={law}&letters=150&ui=da")
    for width in at_each_width(page):
        assert [] == page.evaluate(BROKEN), width
        assert 0 == page.evaluate(LOST), width


def test_what_was_chosen_is_copied_with_its_address_and_printed_with_its_source(allowed: Reader) -> None:
    page = allowed.open("?law=16C&ui=da")
    for width in at_each_width(page):
        page.evaluate("navigator.clipboard.writeText('')")
        page.evaluate("document.querySelector('.tools [data-copy=law]').click()")
        page.wait_for_function("() => navigator.clipboard.readText().then((words) => words !== '')")
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied.split("\n")[-2:] == ["(Love for turneringsbridge 2017, § 16 C)", page.url], width
        page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
        page.emulate_media(media="print")
        settle(page)
        rows = page.locator(".row:not(.head):visible").evaluate_all("rows => rows.map(r => r.id)")
        assert ["p-16", "p-16C", "p-16C1", "p-16C2", "p-16C3"] == rows, width
        source = page.locator(".print-source")
        assert "Love for turneringsbridge 2017, § 16 C" == source.inner_text().strip(), width
        assert source.get_attribute("data-day").endswith(page.url), width  # type: ignore[union-attr]
        page.emulate_media(media="screen")


def test_a_rule_with_long_tables_is_printed_below_its_heading(reader: Reader) -> None:
    """A page for the heading, one for the tables and one for the source were three."""
    page = reader.open("?law=202A&by=dbf-2008&ui=da")
    assert 2 == len(PdfDocument(page.pdf(format="A4")))


@pytest.mark.parametrize("reader", [(360, "light")], indirect=True)
def test_nothing_at_the_end_of_a_page_is_below_the_drawer_of_the_open_case(reader: Reader) -> None:
    page = reader.open("?ui=nb")
    page.evaluate(OPEN_CASE)
    settle(page)
    last, drawer = (
        page.locator(".lovbro-main a:visible").last.bounding_box(),
        page.locator(".case-drawer").bounding_box(),
    )
    assert last
    assert drawer
    assert last["y"] + last["height"] <= drawer["y"]


def test_headings_do_not_shout(reader: Reader) -> None:
    page = reader.open("?law=16&by=nb-1997&in=nb-1997,sv-2017&ui=nb")
    for width in at_each_width(page):
        shown = page.locator(".row :is(h1, h2, h3, .h1):visible").all_inner_texts()
        assert shown, width
        assert [] == [text for text in shown if len(text) > 4 and text.isupper()], width


@pytest.mark.parametrize("reader", [(360, "light")], indirect=True)
def test_of_the_rooms_of_the_committee_the_open_one_is_in_sight(reader: Reader) -> None:
    """On a phone they stand in one line that goes on to the side."""
    page = reader.open("?view=review&ui=da")
    box = page.locator(".committee .chips [aria-current]").bounding_box()
    assert box
    assert 0 <= box["x"] < box["x"] + box["width"] <= 360
