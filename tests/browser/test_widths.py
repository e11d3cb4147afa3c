"""The same book on a phone, two tablets and a desk: what was wrong at one width stays right at each."""

from __future__ import annotations

import re
from base64 import b64encode

import pytest

from app.committee.journal import journal_html
from app.i18n.words import UiLanguage
from app.publish.site import ASSETS
from app.reader.address import PageState
from app.reader.context import PageContext, ReaderServices
from app.reader.parts.prose import ProseRenderer
from corpus.database.whole import DocumentRevision
from tests.browser.conftest import Reader, at_each_width, sideways

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PAGES = ("?ui=da", "?path=revoke&ui=sv", "?law=16&ui=sv", "?law=77&ui=da", "?law=202A&letters=150&ui=da")


@pytest.mark.parametrize("address", PAGES)
def test_nothing_runs_past_the_edge_and_the_text_begins_high(reader: Reader, address: str) -> None:
    page = reader.open(address)
    for width in at_each_width(page):
        assert [] == sideways(page), width
        # Once its letters are there: before, others with higher lines stand in for them.
        page.wait_for_function(
            "() => document.querySelector('.home h1, .situation h1, .row.law .cell.on, .row.law .cell')"
            ".getBoundingClientRect().top <= 190"
        )


def test_long_words_are_divided_by_the_rules_of_their_language(reader: Reader) -> None:
    page = reader.open("?law=16&ui=da")
    cell = page.locator(".cell[data-key=da-2017]").nth(1)
    for width in at_each_width(page):
        found = (cell.evaluate("e => getComputedStyle(e).hyphens"), cell.get_attribute("lang"))
        assert ("auto", "da") == found, width


@pytest.mark.parametrize("view", ["dossier", "precedents", "procedure"])
def test_committee_pages_are_set_like_the_book(reader: Reader, view: str) -> None:
    page = reader.open(f"?view={view}&ui=da")
    page.wait_for_selector(".st-key-committee h2")
    fonts = page.locator(".st-key-committee :is(h2, p, label, input, summary)").evaluate_all(
        "all => [...new Set(all.map(e => getComputedStyle(e).fontFamily.split(',')[0].replaceAll('\"', '')))].sort()"
    )
    assert set(fonts) <= {"Lovbro Sans", "Lovbro Serif"}
    for width in at_each_width(page):
        size = page.locator(".st-key-committee h2").first.evaluate("e => getComputedStyle(e).fontSize")
        assert "27px" == size, width
        assert [] == sideways(page), width


def test_the_contents_lead_to_the_regulations(reader: Reader) -> None:
    page = reader.open("?law=16&ui=da")
    for width in at_each_width(page):
        if page.locator("[data-opens=drawer]").is_visible():
            page.click("[data-opens=drawer]")
        page.click(".toc .other-book a:visible")
        reader.title("DBf § X6")
        page.go_back()
        reader.title("§ 16")
        assert "law=16" in page.url, width


@pytest.mark.parametrize("ui", ["da", "sv"])
def test_no_table_of_the_status_runs_past_the_edge(reader: Reader, ui: str) -> None:
    page = reader.open(f"?view=status&ui={ui}")
    for width in at_each_width(page):
        assert [] == sideways(page, ".status .sheet"), width


# A letter and the next one of a word on different lines, and no hyphen between them.
PARTED = """(frame) => {
  const letter = /\\p{L}/u, found = [];
  for (const heading of frame.querySelectorAll('h1, h2')) {
    const walker = document.createTreeWalker(heading, NodeFilter.SHOW_ALL);
    let before = null;
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (node.className === 'shy') before = null;
      for (let at = 0; at < (node.nodeType === 3 ? node.length : 0); at++) {
        if (!letter.test(node.data[at])) { before = null; continue; }
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const top = range.getBoundingClientRect().top;
        if (before !== null && top > before + 4) found.push(heading.textContent);
        before = top;
      }
    }
  }
  return found;
}"""


def _style_with_letters() -> str:
    """The style with the shipped letters in it: a page that no server gave would have those of the machine."""
    letters = {file.name: b64encode(file.read_bytes()).decode() for file in (ASSETS / "look").glob("*.woff2")}
    style = (ASSETS / "style.css").read_text("utf-8")
    return re.sub(r"/look/([\w-]+\.woff2)", lambda found: f"data:font/woff2;base64,{letters[found[1]]}", style)


@pytest.mark.parametrize("letters", [100, 125, 150, 200])
def test_no_long_word_of_a_heading_is_broken_where_a_hyphen_is_not(
    reader: Reader, services: ReaderServices, letters: int
) -> None:
    style = _style_with_letters().replace("100vh", "900px")
    assert "balance" not in style, "where lines are balanced Chromium parts a word at a soft hyphen and shows none"
    context = PageContext(services, PageState())
    prose, number = ProseRenderer(context), context.link.cite
    cells = [
        f'<div class="row l{depth} {"law" * (depth == 1)}"><span class="num">{number(text.key, str(one.id))}</span>'
        f'<div class="cell on" lang="{text.language}">'
        f"<h{depth}>{prose.prose(text.key, str(one.id), 'heading', 0, one.heading)}</h{depth}></div></div>"
        for text in services.library.expressions
        for law in text.laws
        for one in law.walk()
        if one.heading and (depth := len(one.id.parts)) < 3
    ]
    assert 600 < len(cells)
    page = reader.page
    page.set_content(
        f"<style>{style}</style><div class='lovbro-main z{letters}'><div class='split'><article>"
        f"<div class='grid' style='--n:1'>{''.join(cells)}</div></article></div></div>"
    )
    page.evaluate("document.fonts.ready.then(() => null)")
    assert page.evaluate("document.fonts.check('600 25px \"Lovbro Serif\"')")
    for width in (360, 390, 820):
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_function("width => innerWidth === width", arg=width)
        assert [] == page.locator("article").evaluate(PARTED), width


# The left and the top edge of cells with these words, and on how many lines each cell of figures is.
PLACES = """(table, texts) => texts.map((text) => {
  const box = [...table.querySelectorAll('td')].find((cell) => cell.textContent === text).getBoundingClientRect();
  return [box.left, box.top];
})"""
BROKEN = """table => [...table.querySelectorAll('td')].filter((cell) => {
  const range = document.createRange();
  range.selectNodeContents(cell);
  return range.getClientRects().length > 1;
}).map(cell => cell.textContent)"""


@pytest.mark.parametrize("letters", [100, 150])
@pytest.mark.parametrize(
    ("text", "last"), [("da-2017", ("370-420", "1500-1740")), ("sv-2017", ("370–420", "1500–1740"))]
)
def test_columns_that_repeat_in_groups_are_one_group_where_there_is_no_room(
    reader: Reader, text: str, last: tuple[str, str], letters: int
) -> None:
    page = reader.open(f"?law=78B&in={text}&by={text}&letters={letters}&ui=en")
    table = page.locator(f"[data-key={text}] .sheet table")
    for width in at_each_width(page):
        assert [] == table.evaluate(BROKEN), width
        (left, top), (left_2, top_2), (left_3, top_3) = table.evaluate(
            PLACES, [last[0].replace("370", "0").replace("420", "10"), *last]
        )
        if width < 900:
            assert (left, left) == (left_2, left_3), width
            assert top < top_2 < top_3, width
            assert [] == sideways(page, ".sheet"), width
        else:
            assert (top, top) == (top_2, top_3), width
            assert left < left_2 < left_3, width


JOURNAL = [
    DocumentRevision("committees/landsappel/dossiers/taenkepause-i-semifinalen.toml", 12, "2026-11-27T10:05:33+00:00",
                     "anna.larsen@dbf.example", 48213, "", removed=False),
    DocumentRevision("precedents/23-mak-11.xml", 1, "2026-11-27T09:05:33+00:00", "Per", 912, "", removed=False),
]  # fmt: skip


# On how many lines the first words of each element are.
LINES = """all => all.map(e => {
  const range = document.createRange();
  range.selectNodeContents(e.firstChild);
  return range.getClientRects().length;
})"""


@pytest.mark.parametrize("ui", ["nb", "sv"])
def test_no_word_of_the_journal_is_broken_and_its_sizes_are_flush(reader: Reader, ui: UiLanguage) -> None:
    style = (ASSETS / "style.css").read_text("utf-8")
    reader.page.set_content(
        f"<style>{style} * {{ box-sizing: border-box }}</style>"
        f"<div class='st-key-committee'>{journal_html(JOURNAL, ui)}</div>"
    )
    for width in at_each_width(reader.page):
        assert [] == sideways(reader.page), width
        for cells in ("td:nth-child(4)", "td:last-child"):
            assert {1} == set(reader.page.locator(cells).evaluate_all(LINES)), (width, cells)
    assert "48\N{NO-BREAK SPACE}213" in reader.page.locator(".journal").inner_text()


@pytest.mark.parametrize("reader", [(360, "light"), (820, "light")], indirect=True)
def test_a_hit_opens_by_its_number_and_its_sentence_and_what_it_is_today_by_its_own_words(reader: Reader) -> None:
    page = reader.open("?q=feil utspill&ui=nb")
    hits = page.locator(".hit:has(.ui a:nth-of-type(2))")
    assert hits.count() > 2
    opened = """hit => {
      hit.scrollIntoView({ block: 'center' });
      const [own, today] = hit.querySelectorAll('.ui a');
      const reached = (element) => {
        const box = element.getClientRects()[0];
        return document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      };
      return [reached(own) === own, reached(today) === today, reached(hit.querySelector('p[lang]')) === own];
    }"""
    for number in range(3):
        assert [True, True, True] == hits.nth(number).evaluate(opened), number


# Links and buttons whose middle another element lies over: a tap on them does what that one does.
COVERED = """() => [...document.querySelectorAll('.lovbro-head :is(a, button), .lovbro-main :is(a, button, summary)')]
  .filter((e) => {
    const seen = e.getClientRects()[0];
    if (!seen || seen.width < 3 || seen.height < 3 || !e.checkVisibility({ visibilityProperty: true })) return false;
    e.scrollIntoView({ block: 'center' });
    const box = e.getClientRects()[0], x = box.left + box.width / 2, y = box.top + box.height / 2;
    if (x < 0 || x > innerWidth || y < 0 || y > innerHeight) return false;
    const on = document.elementFromPoint(x, y);
    return on && on !== e && !e.contains(on) && !on.contains(e);
  }).map((e) => e.outerHTML.slice(0, 80))"""


@pytest.mark.parametrize(
    "address",
    [
        "?law=16C2&ui=nb",
        "?q=feil utspill&ui=nb",
        "?path=revoke&ui=sv",
        "?view=refs&law=16B&ui=da",
        "?view=status&ui=da",
    ],
)
def test_no_link_lies_under_another(reader: Reader, address: str) -> None:
    page = reader.open(address)
    for width in at_each_width(page):
        assert [] == page.evaluate(COVERED), width
