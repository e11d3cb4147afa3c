"""Streamlit's pages come late and one after the other: a reader who turned on is not shown one that was left."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from corpus.dossiers.folder import DossierFolder
from tests.browser.conftest import PATIENCE, Reader, settle
from tests.support.browser_messages import message_of
from tests.support.reading_room import running_server

pytestmark = [pytest.mark.browser, pytest.mark.slow]

BETWEEN = 40  # milliseconds from one message to the next: what comes together is drawn together
# What is shown, each time that something else is.
WATCH = """() => {
  const main = document.querySelector('.lovbro-main');
  const words = () => main.querySelector('h1').textContent;
  window.seen = [];
  new MutationObserver(() => window.seen.push(words())).observe(main, {childList: true});
}"""
# What the list under the box shows as the answer to what stands in it, each time that either changes.
ANSWERS = """() => {
  const [box, pop] = [document.querySelector('.jump input'), document.querySelector('.pop')];
  window.answers = [];
  const note = () => pop.matches('.open:not(.old)') && window.answers.push([box.value, pop.innerText]);
  new MutationObserver(note).observe(pop, {childList: true, attributes: true});
}"""


class SlowLine:
    """Streamlit's messages to a window, which can be held back and let go one by one."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.held: list[str | bytes] = []
        self.holds = False
        self.window: WebSocketRoute | None = None
        page.route_web_socket("**/_stcore/stream*", self._join)

    def _join(self, window: WebSocketRoute) -> None:
        self.window = window
        server = window.connect_to_server()
        server.on_message(lambda message: self.held.append(message) if self.holds else window.send(message))

    def wait_for_runs(self, runs: int) -> None:
        """Until the server has finished as many runs, and what it sent is held."""
        end = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < end:
            if runs <= sum(_finishes(message) for message in self.held):
                return
            self.page.wait_for_timeout(50)
        raise TimeoutError(f"fewer than {runs} runs")

    def let_go(self) -> None:
        """All that is held, in order, with time to draw between."""
        assert self.window
        while self.held:
            self.window.send(self.held.pop(0))
            self.page.wait_for_timeout(BETWEEN)
        self.holds = False
        settle(self.page)


def _finishes(message: str | bytes) -> bool:
    return isinstance(message, bytes) and message_of(message).WhichOneof("type") == "script_finished"


@pytest.fixture
def cases(built: None, tmp_path: Path) -> Iterator[str]:
    """The address of a server with two cases."""
    for title in ("Sag", "Anden"):
        DossierFolder(tmp_path / "dossiers").create(title, "da")
    with running_server(environment={"LOVBRO_DOSSIERS": str(tmp_path / "dossiers")}) as server:
        yield server.address


@pytest.fixture
def line(reader: Reader) -> SlowLine:
    """The line of the reader's window."""
    return SlowLine(reader.page)


def test_a_late_page_of_the_same_address_lets_no_older_one_through(reader: Reader, line: SlowLine) -> None:
    page = reader.open("?law=16&ui=da")
    line.holds = True
    turns = (("next", "§ 17"), ("prev", "§ 16"), ("next", "§ 17"))
    for runs, (link, title) in enumerate(turns, 1):
        page.click(f"a[rel={link}]")
        reader.title(title)
        line.wait_for_runs(runs)
    page.evaluate(WATCH)
    line.let_go()
    assert [] == page.evaluate("window.seen")
    page.click("a[rel=prev]")
    reader.title("§ 16")


def test_an_answer_to_fewer_letters_that_comes_late_is_never_shown_as_that_to_all_of_them(
    reader: Reader, line: SlowLine
) -> None:
    page = reader.open("?law=1&ui=da")
    page.evaluate(ANSWERS)
    box = page.locator(".jump input")
    line.holds = True
    for runs, letters in enumerate(("16", "c", "2"), 1):
        box.press_sequentially(letters)
        line.wait_for_runs(runs)
    line.let_go()
    page.wait_for_selector(".pop.open:not(.old) .pin:has-text('For en fejlende side')")
    answers = page.evaluate("window.answers")
    assert {"16c2"} == {typed for typed, _ in answers}
    assert all("§ 16 C 2" in shown for _, shown in answers), answers


def test_forms_of_a_case_and_a_law_read_in_turns_are_those_of_the_address(reader: Reader, cases: str) -> None:
    """A run that was refused or left out would leave a case's form below the law, or the law above the form."""
    reader.server = cases
    line = SlowLine(reader.page)
    page = reader.open("?view=dossier&dossier=sag&ui=da")
    form = page.locator(".st-key-form")
    expect(form).to_be_visible()
    line.holds = True
    page.click(".views a:text-is('Læs')")
    line.wait_for_runs(1)
    for runs, turn in ((2, "back"), (3, "forward")):
        page.evaluate(f"() => history.{turn}()")
        line.wait_for_runs(runs)
    page.evaluate(WATCH)
    line.let_go()
    page.wait_for_function("() => window.seen.length")
    settle(page)
    assert 1 == len(page.evaluate("window.seen"))
    expect(page.locator(".grid")).to_be_visible()
    expect(form).to_have_count(0)
    page.go_back()
    expect(form).to_be_visible()
    assert "dossier=sag" in page.url
    page.go_forward()
    expect(form).to_have_count(0)
    reader.complaints.clear()  # files to download of the form in between, which the server had thrown away


def test_a_case_chosen_where_another_was_left_is_the_one_of_the_page(reader: Reader, cases: str) -> None:
    """The browser itself writes the case that is chosen into the address, also one that was left before."""
    reader.server = cases
    page = reader.open("?view=dossier&dossier=anden&ui=da")
    paper = page.locator(".st-key-paper h1")
    expect(paper).to_have_text("Anden")
    for case, title in (("sag", "Sag"), ("anden", "Anden"), ("sag", "Sag")):
        page.click(".views a:text-is('Læs')")
        expect(page.locator(".grid")).to_be_visible()
        page.click(".views a:text-is('Sagsmappe')")
        page.locator("[data-testid=stSelectbox] input").first.click()
        page.get_by_role("option", name=title, exact=True).click()
        expect(paper).to_have_text(title)
        page.wait_for_url(f"**dossier={case}*")
    page.goto("about:blank")  # before its server is gone
    reader.complaints.clear()  # as above
