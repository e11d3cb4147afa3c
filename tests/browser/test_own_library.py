"""The pages of one's own library in a real browser: a table reviewed by keys, a text with its outline open."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from app.build.addition import add_text
from app.build.description import TextDescription, entry_of
from corpus.own_texts import OwnTexts
from tests.app.test_own_texts import BOOK
from tests.browser.conftest import Reader, everywhere, faults, sideways

pytestmark = [pytest.mark.browser, pytest.mark.slow]
TABLE = "1997-2017"
# What a key decides about the row in doubt that stands first, and what is typed for it.
DECISIONS = (
    ("g", "", "accepted"), ("a", "16B", "moved"), ("d", "16B, 16C", "split"), ("s", "16A", "merged"),
    ("o", "", "reworded"), ("u", "", "dropped"), ("b", "set efter", ""),
)  # fmt: skip


@pytest.fixture
def table() -> Iterator[Path]:
    """The table of one's own that a review writes; what comes behind the test has the shipped one."""
    path = Path(os.environ["LOVBRO_LIBRARY"]) / "tables" / f"{TABLE}.csv"
    yield path
    path.unlink(missing_ok=True)


_YEARS = count(2020)  # the server may still be busy with the text of the test before


@pytest.fixture
def book() -> Iterator[str]:
    """The key of a text of one's own with open questions and with notes, tables and lists; each test has another."""
    entry = entry_of(TextDescription("klubregler", str(next(_YEARS)), "da", "Klubbens regler"))
    add_text([("regler.txt", BOOK.encode())], entry)
    yield entry.key
    OwnTexts.open().remove(entry.key)


def _reviewed(path: Path) -> dict[str, str]:
    with path.open(encoding="utf-8") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        return {row["law_1997"]: row["review"] for row in rows if row["review"]}


def test_a_table_is_reviewed_by_keys_alone_saved_at_each_and_undone_one_by_one(reader: Reader, table: Path) -> None:
    page = reader.open(f"?view=review&table={TABLE}&ui=da")
    page.wait_for_selector(".card.review .sides")
    current, told = page.locator(".cases [aria-current]"), page.locator(".told-line")
    expected: dict[str, str] = {}
    for key, typed, verdict in DECISIONS:
        place = current.get_attribute("data-key") or ""
        with page.expect_response("**/decide*") as answered:
            page.keyboard.press(key)
            if typed:
                page.wait_for_selector(".typing input:focus")
                page.keyboard.type(typed)
                page.keyboard.press("Enter")
        assert 200 == answered.value.status, verdict
        expected |= {place: verdict} if verdict else {}
        assert expected == _reviewed(table)
    assert "set efter" in page.inner_text(".card.review")
    for _ in DECISIONS:
        with page.expect_response("**/undo*"):
            page.keyboard.press("z")
    told.filter(has_text="Fortrudt.").wait_for()
    assert {} == _reviewed(table)


def test_numbers_that_are_typed_stay_when_the_decision_before_them_is_saved_late_and_changed_their_row(
    reader: Reader, table: Path
) -> None:
    with reader.page.expect_response(f"**/tables/{TABLE}?*") as opened:
        page = reader.open(f"?view=review&table={TABLE}&ui=da")
    page.wait_for_selector(".card.review .sides")
    held: list[Route] = []
    page.route("**/decide*", lambda route: held.append(route))
    with page.expect_request("**/decide*"):
        page.keyboard.press("g")
    page.keyboard.press("a")
    typed = page.locator(".typing input")
    expect(typed).to_be_focused()
    typed.press_sequentially("16B")
    place = page.locator(".cases [aria-current]").get_attribute("data-key")
    route = held.pop()
    answer = route.fetch()
    content = answer.json()
    content["changed"] += [case for case in opened.value.json()["cases"] if case["key"] == place]
    assert 2 == len(content["changed"])
    route.fulfill(response=answer, json=content)
    expect(page.locator(".told-line")).to_contain_text("Gemt")
    expect(typed).to_have_value("16B")
    expect(typed).to_be_focused()


def test_an_open_outline_fits_and_axe_finds_nothing(reader: Reader, book: str) -> None:
    page = reader.open(f"?view=library&text={book}&ui=da")
    page.wait_for_selector(".card .choices")
    for setting in everywhere(page):
        assert [] == sideways(page, ".workshop"), setting
        assert [] == faults(page), setting


def test_a_decision_is_taken_back_after_the_page_was_opened_again(reader: Reader, book: str) -> None:
    page = reader.open(f"?view=library&text={book}&ui=da")
    page.wait_for_selector(".card .choices")
    page.route("**/read", lambda route: route.abort())  # else the last answer reads the text again
    with page.expect_response("**/decide*"):
        page.keyboard.press("Enter")
    assert 1 == len(OwnTexts.open().decisions(book))
    reader.complaints.clear()
    page = reader.open(f"?view=library&text={book}&ui=da")
    page.locator(".outline [data-row] button").first.click()
    undo = page.get_by_role("button", name="Fortryd")
    expect(undo).to_be_enabled()
    with page.expect_response("**/undecide*"):
        undo.click()
    page.locator(".workshop").get_by_text("Fortrudt.").wait_for()
    assert () == OwnTexts.open().decisions(book)


def test_places_that_several_questions_about_a_row_have_in_common_are_named_once(reader: Reader, book: str) -> None:
    def doubled(route: Route) -> None:
        answer = route.fetch()
        content = answer.json()
        first = content["questions"][0] | {"alike": [1, 2]}
        content["questions"] = [first, first, *content["questions"][1:]]
        route.fulfill(response=answer, json=content)

    reader.page.route(f"**/texts/{book}?*", doubled)
    page = reader.open(f"?view=library&text={book}&ui=da")
    page.wait_for_selector(".card .choices")
    asked = page.inner_text(".card .where")
    assert (1, True) == (asked.count("Det samme 2 steder til"), asked.endswith("."))


@pytest.mark.parametrize(
    ("address", "back"), [("library&text=nope", "Alle dine tekster"), ("review&table=nope", "Alle gennemgange")]
)
def test_an_address_of_nothing_says_so_in_a_sentence_and_leads_back(reader: Reader, address: str, back: str) -> None:
    page = reader.page
    page.goto(f"{reader.server}?view={address}&ui=da")
    said = page.locator(".workshop .notice.bad")
    said.wait_for()
    assert said.inner_text().startswith("Der er ingen ")
    assert said.inner_text().endswith(".")
    assert "16px" == said.evaluate("note => getComputedStyle(note).paddingLeft"), "set apart as every message is"
    assert back == page.locator(".workshop a").inner_text()
    assert all("422" in complaint for complaint in reader.complaints), "the browser names every refusal itself"
    reader.complaints.clear()
