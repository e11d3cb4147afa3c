"""The static site on a phone whose network is off: a number, words, a reference, an old number in three actions."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import nullcontext
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from app.publish.site import export_site
from app.reader.context import ReaderServices


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture(scope="module")
def site(services: ReaderServices, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    export_site(folder, services, lambda _: nullcontext(str), public=False, uis=("da",))
    return folder


@pytest.fixture
def offline(browser: Browser, site: Path) -> Iterator[Page]:
    """The first law on a phone that visited the site once; then the server was stopped."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    context = browser.new_context(
        viewport={"width": 360, "height": 780}, has_touch=True, is_mobile=True, locale="da-DK", reduced_motion="reduce"
    )
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"http://127.0.0.1:{server.server_port}/da/da-2017/1.html")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null", timeout=60_000)
    server.shutdown()
    server.server_close()
    context.set_offline(True)
    page.reload()
    yield page
    assert [] == complaints
    context.close()


def search(page: Page, typed: str) -> None:
    """Three actions: into the box, the words, the first answer."""
    page.tap(".jump input")
    page.keyboard.type(typed)
    answer = page.locator(".pop.open:not(.old) a").first
    answer.wait_for(timeout=30_000)
    answer.tap()


@pytest.mark.parametrize(
    ("typed", "file", "place"),
    [
        ("16c2", "da-2017/16.html", "p-16C2"),
        ("16C 2007", "da-2017/16.html", "p-16D"),
        ("norsk 16B1", "nb-1997/16.html", "p-16B1"),
    ],
)
def test_a_number_opens_its_provision(offline: Page, typed: str, file: str, place: str) -> None:
    search(offline, typed)
    offline.wait_for_url(f"**/da/{file}#{place}")
    row = offline.locator(f"#{place}.here")
    row.wait_for()
    assert row.is_visible()


def test_an_old_number_says_what_became_of_it_before_it_is_opened(offline: Page) -> None:
    offline.tap(".jump input")
    offline.keyboard.type("16C 2007")
    offline.locator(".pop.open:not(.old) .say").wait_for()
    assert "§ 16 C (2007) er i dag § 16 D." in offline.locator(".pop .say").inner_text()


def test_a_number_that_is_not_there_opens_nothing_in_silence(offline: Page) -> None:
    offline.tap(".jump input")
    offline.keyboard.type("16Z")
    offline.locator(".pop.open:not(.old) .say").wait_for()
    assert "§ 16 Z findes ikke i Dansk 2017. § 16 har A–D." == offline.locator(".pop .say").inner_text()


def test_words_open_a_law_that_answers(offline: Page) -> None:
    search(offline, "udspil uden for tur")
    offline.wait_for_url(lambda url: any(f"/da-2017/{law}.html" in url for law in (53, 54, 55, 56)))


def test_a_reference_opens_the_place_that_it_names(offline: Page) -> None:
    search(offline, "16c3")
    offline.wait_for_url("**/da-2017/16.html#p-16C3")
    offline.locator("#p-16C3 .cell.on a", has_text="12C1").first.tap()
    offline.wait_for_url("**/da-2017/12.html#p-12C1")


def test_the_address_that_stays_opens_its_page_though_its_file_is_not_kept(offline: Page) -> None:
    origin = offline.url.split("/da/")[0]
    offline.goto(f"{origin}/da/2017/16D2a/")
    offline.wait_for_url("**/da-2017/16.html#p-16D2a")


def test_pages_of_the_site_keep_nobody_out(offline: Page) -> None:
    for file in ("da-2017/16.html", "da-2017/contents.html", "concordance.html"):
        offline.goto(offline.url.split("/da/")[0] + f"/da/{file}")
        offline.locator("h1").first.wait_for()
        assert [] == [one["id"] for one in Axe().run(offline).response["violations"]], file
