"""A server and a real browser. With no browser these tests are skipped at home; where CI is set they fail."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Error, Page, Playwright, WebSocket, expect, sync_playwright

from tests.support.browser_messages import message_of
from tests.support.reading_room import launch, running_server

# Each width and each scheme once: colours are the scheme's alone and the layout the width's, so all four are no more.
WIDTHS = (360, 820, 1024, 1280)
SETTINGS: tuple[tuple[Literal["light", "dark"], int], ...] = (("light", 360), ("dark", 1280))
Contexts = dict[tuple[int, str], BrowserContext]
PATIENCE = 60_000  # milliseconds until a busy machine must have shown what is waited for
expect.set_options(timeout=PATIENCE)
# Nothing is on its way any more: Streamlit has run, what it left is gone, letters are there, nothing moves.
SETTLED = """() => {
  const app = document.querySelector('.stApp');
  const moves = (one) => one.playState === 'running' && one.effect.getComputedTiming().endTime !== Infinity;
  return (!app || app.dataset.testScriptState === 'notRunning') && !document.querySelector('[data-stale=true]')
    && document.fonts.status === 'loaded' && !document.getAnimations().some(moves);
}"""
# What a script does when the page is drawn is done before the second time that it is.
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.fixture(scope="session")
def server(built: None) -> Iterator[str]:
    """The address of a running reading room."""
    with running_server() as running:
        yield running.address


@pytest.fixture(scope="session")
def driver() -> Iterator[Playwright]:
    """Playwright, which is there once in a process."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(driver: Playwright) -> Iterator[Browser]:
    """Debian's Chromium, or Playwright's own."""
    try:
        chromium = launch(driver)
    except Error as error:
        if os.environ.get("CI"):
            pytest.fail(f"no browser in CI: {error}")
        pytest.skip("no browser: install chromium-headless-shell or chromium")
    yield chromium
    chromium.close()


@pytest.fixture(scope="session")
def contexts(browser: Browser) -> Contexts:
    """The readers' browsers, by width and colour scheme: one of each keeps Streamlit's scripts, as a reader's does."""
    return {}


class Reader:
    """A reader with an open page, who notices errors and requests that leave the machine."""

    def __init__(self, page: Page, server: str) -> None:
        self.page = page
        self.server = server
        self.complaints: list[str] = []
        self.runs = 0  # of Streamlit, that have come to their end
        page.set_default_timeout(PATIENCE)
        page.on("websocket", self._join)
        page.on("console", lambda m: self.complaints.append(m.text) if m.type == "error" else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda r: None if self._inside(r.url) else self.complaints.append(f"left: {r.url}"))

    def _join(self, socket: WebSocket) -> None:
        if "/_stcore/stream" in socket.url:
            socket.on("framereceived", self._count)

    def _count(self, message: str | bytes) -> None:
        if isinstance(message, bytes) and message_of(message).WhichOneof("type") == "script_finished":
            self.runs += 1

    def _inside(self, url: str) -> bool:
        return url.startswith((self.server, "data:", "blob:"))

    def open(self, address: str) -> Page:
        self.page.goto(self.server + address)
        self.page.wait_for_selector(".lovbro-main[data-ready]")
        self.page.wait_for_selector(".lovbro-head input")
        # The pages of one's own library ask for what they show when they are there.
        self.page.wait_for_function(
            "() => !document.querySelector('.st-key-own') || document.querySelector('.workshop :is(.acts, .quiet)')"
        )
        settle(self.page)
        return self.page

    def title(self, words: str) -> None:
        """Wait until the page is the one with these words in its title."""
        self.page.wait_for_function("words => document.title.includes(words)", arg=words)

    def wait_for_runs(self, runs: int) -> None:
        """Wait until Streamlit has come to the end of so many runs in this window, and the page has what they sent."""
        end = time.monotonic() + PATIENCE / 1000
        while self.runs < runs:
            assert time.monotonic() < end, f"{self.runs} of {runs} runs"
            self.page.wait_for_timeout(20)
        settle(self.page)


@pytest.fixture(params=["light"])
def reader(request: pytest.FixtureRequest, browser: Browser, contexts: Contexts, server: str) -> Iterator[Reader]:
    """A reader at a desk; ``width`` and ``scheme`` come from a marker-free indirect parameter ``(width, scheme)``."""
    width, scheme = request.param if isinstance(request.param, tuple) else (1280, request.param)
    if (width, scheme) not in contexts:
        contexts[width, scheme] = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, locale="da-DK", reduced_motion="reduce"
        )
    context = contexts[width, scheme]
    found = Reader(context.new_page(), server)
    yield found
    # The next reader begins as the first one did: nothing stored, nothing allowed.
    if found.page.url.startswith(server):
        found.page.evaluate("localStorage.clear(); sessionStorage.clear()")
    context.clear_cookies()
    context.clear_permissions()
    found.page.close()
    assert [] == found.complaints


def settle(page: Page) -> None:
    """Wait until nothing of the page is on its way: what is measured, or read by axe, is then what a reader has."""
    page.evaluate(DRAWN)
    page.wait_for_function(SETTLED)


def pause(page: Page, milliseconds: int) -> None:
    """Wait by the page's own clock: what its scripts put off for less is then done, however busy the machine is."""
    page.evaluate("(milliseconds) => new Promise((done) => setTimeout(done, milliseconds))", milliseconds)


def everywhere(page: Page) -> Iterator[str]:
    """The open page on a phone in light and at a desk in dark, one after the other; says which it is."""
    for scheme, width in SETTINGS:
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        # Streamlit's own fields take their colours a moment after the page.
        page.wait_for_function(f"() => getComputedStyle(document.querySelector('.stApp')).colorScheme === '{scheme}'")
        settle(page)
        yield f"{width} {scheme}"


def at_each_width(page: Page) -> Iterator[int]:
    """The open page at each of the widths it is made for, one after the other."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_function("width => innerWidth === width", arg=width)
        settle(page)
        yield width


def serious_faults(page: Page) -> list[tuple[str, str, str]]:
    """What axe finds that keeps a reader with a screen reader or poor sight out: rule, place, what is wrong."""
    return _told([v for v in Axe().run(page).response["violations"] if v["impact"] in ("serious", "critical")])


def faults(page: Page) -> list[tuple[str, str, str]]:
    """All that axe finds, also what is only a hindrance: rule, place, what is wrong."""
    return _told(Axe().run(page).response["violations"])


def _told(found: list[dict[str, Any]]) -> list[tuple[str, str, str]]:
    return [(v["id"], v["nodes"][0]["html"][:200], v["nodes"][0]["failureSummary"][:300]) for v in found]


def sideways(page: Page, *selectors: str) -> list[str]:
    """The parts of a page, and the page itself, that can be scrolled sideways."""
    found: list[str] = page.evaluate(
        "selectors => [...document.querySelectorAll(selectors)].filter(e => e.scrollWidth > e.clientWidth)"
        ".map(e => e.outerHTML.slice(0, 80))",
        ", ".join(("[data-testid=stMain]", "html", *selectors)),
    )
    return found
