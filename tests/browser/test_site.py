"""The static site on a phone whose network is off, from the home screen: a number, words, a path, a reference, an old
number in three actions each; and the one file, which needs no network at all."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from app.publish.book import book_html
from app.reader.context import ReaderServices
from tests.browser.conftest import PATIENCE, settle

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture(scope="module")
def phone(browser: Browser, danish_site: Path) -> Iterator[tuple[BrowserContext, str]]:
    """A phone that visited the site once, after which the server was stopped; and the address of its home screen."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=danish_site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    context = browser.new_context(
        viewport={"width": 360, "height": 780}, has_touch=True, is_mobile=True, locale="da-DK", reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    start = json.loads((danish_site / "da/manifest.webmanifest").read_bytes())["start_url"]
    home = f"http://127.0.0.1:{server.server_port}/da/{start}"
    page.goto(home)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    server.shutdown()
    server.server_close()
    context.set_offline(True)
    page.close()
    yield context, home
    context.close()


@pytest.fixture
def offline(phone: tuple[BrowserContext, str]) -> Iterator[Page]:
    """What the home screen opens without the network, for a reader who has read nothing yet."""
    context, home = phone
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(home)
    page.wait_for_selector("body.finds")
    yield page
    page.evaluate("localStorage.clear(); sessionStorage.clear()")
    page.close()
    assert [] == complaints


def search(page: Page, typed: str) -> None:
    """Three actions: into the box, the words, the first answer."""
    page.tap(".jump input")
    page.keyboard.type(typed)
    answer = page.locator(".pop.open:not(.old) a").first
    answer.wait_for()
    answer.tap()


def follow(page: Page, selector: str, words: str) -> None:
    """Tap the first link that is seen with these words, once its page's scripts have come and hear it."""
    page.locator(f"body.finds {selector}:visible", has_text=words).first.tap()


def test_the_folder_opens_too_and_again(offline: Page) -> None:
    """Its address is what one types at the first visit; a phone asks for it anew when the page is pulled down."""
    offline.goto(offline.url.removesuffix("index.html"))
    offline.wait_for_selector("body.finds")
    offline.reload()
    offline.wait_for_selector("body.finds")


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
    expect(offline.locator(f"#{place}.here")).to_be_visible()


def test_an_old_number_says_what_became_of_it_before_it_is_opened(offline: Page) -> None:
    offline.tap(".jump input")
    offline.keyboard.type("16C 2007")
    expect(offline.locator(".pop.open:not(.old) .say")).to_contain_text("§ 16 C (2007) er i dag § 16 D.")


def test_a_number_that_is_not_there_opens_nothing_in_silence(offline: Page) -> None:
    offline.tap(".jump input")
    offline.keyboard.type("16Z")
    said = offline.locator(".pop.open:not(.old) .say")
    expect(said).to_have_text("§ 16 Z findes ikke i Dansk 2017. § 16 har A–D.")


def test_words_open_a_law_that_answers(offline: Page) -> None:
    search(offline, "udspil uden for tur")
    offline.wait_for_url(lambda url: any(f"/da-2017/{law}.html" in url for law in (53, 54, 55, 56)))


def test_a_path_leads_to_what_is_read_out_and_back(offline: Page) -> None:
    follow(offline, ".situations a", "For lavt eller ulovligt bud")
    follow(offline, ".answers a", "Buddet er på mere end syv træk")
    ruling = offline.locator(".ruling:visible")
    expect(ruling).to_contain_text("Det er aldrig tilladt at spille en kontrakt højere end syv træk.")
    offline.wait_for_function("() => document.title === 'Læs op · For lavt eller ulovligt bud · Lovbro'")
    expect(offline.locator(".answered:visible b")).to_have_text("Buddet er på mere end syv træk")
    offline.go_back()
    offline.locator(".step:visible", has_text="?").wait_for()
    expect(offline.locator(".situation:visible")).to_have_count(1)


def test_a_path_is_read_out_in_the_other_text_in_force(offline: Page) -> None:
    follow(offline, ".situations a", "For lavt eller ulovligt bud")
    follow(offline, ".answers a", "Buddet er på mere end syv træk")
    follow(offline, ".chips a", "Svenska")
    expect(offline.locator(".ruling:visible .told").first).to_have_attribute("lang", "sv")


def test_a_reference_opens_the_place_that_it_names(offline: Page) -> None:
    follow(offline, ".situations a", "Udspil uden for tur")
    follow(offline, ".answers a", "Ja")
    offline.locator(".ruling:visible a.ref").first.tap()
    offline.wait_for_url("**/da-2017/*.html*")
    expect(offline.locator(".row.here, h1").first).to_be_visible()


def test_what_was_read_is_on_the_first_page(offline: Page) -> None:
    search(offline, "16c2")
    offline.locator("#p-16C2.here").wait_for()
    offline.goto(offline.url.split("/da/")[0] + "/da/index.html")
    offline.locator(".recent a", has_text="§ 16").wait_for()


def test_a_link_shows_the_words_of_its_place_to_who_points_at_it(browser: Browser, danish_site: Path) -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=danish_site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = browser.new_page(viewport={"width": 1280, "height": 900}, locale="da-DK")
    page.set_default_timeout(PATIENCE)
    page.goto(f"http://127.0.0.1:{server.server_port}/da/da-2017/16.html")
    page.wait_for_selector("body.finds")
    page.locator("#p-16C3 .cell.on a.ref").first.hover()
    page.locator("#tip.open .tip").wait_for()
    assert page.locator("#tip .head").inner_text().startswith("§ 12 C 1 · Dansk 2017 · ")
    page.close()
    server.shutdown()
    server.server_close()


def test_enter_opens_what_was_typed_though_the_box_is_left_before_it_is_found(
    browser: Browser, danish_site: Path
) -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=danish_site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    context = browser.new_context(service_workers="block")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    held: list[Route] = []
    page.route("**/assets/numbers.json", lambda route: held.append(route))
    page.goto(f"http://127.0.0.1:{server.server_port}/da/index.html")
    page.wait_for_selector("body.finds")
    with page.expect_request("**/assets/numbers.json"):
        page.fill(".jump input", "16C2")
    page.press(".jump input", "Enter")
    page.keyboard.press("Tab")
    expect(page.locator(".jump input")).not_to_be_focused()
    held.pop().continue_()
    page.wait_for_url("**/da-2017/16.html#p-16C2")
    context.close()
    server.shutdown()
    server.server_close()


def test_the_address_that_stays_opens_its_page_though_its_file_is_not_kept(offline: Page) -> None:
    origin = offline.url.split("/da/")[0]
    offline.goto(f"{origin}/da/2017/16D2a/")
    offline.wait_for_url("**/da-2017/16.html#p-16D2a")


def test_pages_of_the_site_keep_nobody_out(offline: Page) -> None:
    end = "path-late.html#late.team-how-late.team-under-five"
    for file in ("index.html", "path-late.html", end, "da-2017/16.html", "da-2017/contents.html", "concordance.html"):
        offline.goto(offline.url.split("/da/")[0] + f"/da/{file}")
        offline.locator("h1:visible").first.wait_for()
        for scheme in SCHEMES:
            offline.emulate_media(color_scheme=scheme)
            settle(offline)
            assert [] == [one["id"] for one in Axe().run(offline).response["violations"]], (file, scheme)


def test_the_one_file_opens_from_a_disk_keeps_nobody_out_and_walks_a_path(
    browser: Browser, services: ReaderServices, tmp_path: Path
) -> None:
    file = tmp_path / "lovbro-da.html"
    file.write_text(book_html(services, "da", public=False), "utf-8")
    context = browser.new_context(viewport={"width": 360, "height": 780}, has_touch=True, offline=True)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(file.as_uri())
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 780})
        settle(page)
        widths = page.locator(".situations a").evaluate_all("all => all.map(e => e.getBoundingClientRect().width)")
        assert min(widths) > 140, "no word of a situation is broken"
    page.locator(".situations a", has_text="For lavt eller ulovligt bud").tap()
    page.locator(".answers a:visible", has_text="Buddet er på mere end syv træk").tap()
    expect(page.locator(".ruling:visible")).to_contain_text("højere end syv træk.")
    # All rows of all laws and all steps of all situations take axe minutes; a few have every kind of them.
    rest = "main > section:nth-of-type(n+4), .stations:not(:has(:target))"
    page.evaluate("rest => document.querySelectorAll(rest).forEach((one) => one.remove())", rest)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        settle(page)
        found = Axe().run(page).response["violations"]
        assert [] == [(one["id"], one["nodes"][0]["html"][:200]) for one in found], scheme
    page.locator(".way:visible a").last.tap()
    expect(page.locator(".situation:visible")).to_have_count(0)
    context.close()
