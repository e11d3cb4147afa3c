"""The script for other people's pages: a number becomes a link to its rule, or stays as it is."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from app.publish.site import ASSETS
from app.publish.site_links import link_texts
from app.reader.context import ReaderServices
from tests.browser.test_site import Quiet

PAGE = """<!DOCTYPE html><html lang="da"><meta charset="utf-8"><title>Klub</title><body>
<p id="plain">Se § 16 C 2, § 12C1(a) og §16. Bøder: § 64 Bøder.</p>
<p id="old">Efter § 16C (2007) og 2007-lovens § 26A og § 27 fra 1997.</p>
<p id="none">§ 16Z, § 99, § 16C9, 16 C og § 16 C2x.</p>
<p id="skipped"><a href="x">§ 16C</a> <code>§ 16C</code></p>
<script src="/links.js" data-text="da/2017"></script></body></html>"""


@pytest.fixture(scope="module")
def club(services: ReaderServices, browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    folder: Path = tmp_path_factory.mktemp("club")
    for name, content in (*link_texts(services, "da"), ("club.html", PAGE)):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, "utf-8")
    (folder / "links.js").write_bytes((ASSETS / "links.js").read_bytes())
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = browser.new_page()
    page.goto(f"http://127.0.0.1:{server.server_port}/club.html", wait_until="networkidle")
    page.locator("#plain a").first.wait_for()
    yield page
    page.close()
    server.shutdown()
    server.server_close()


def links(page: Page, place: str) -> list[tuple[str, str]]:
    found: list[list[str]] = page.eval_on_selector_all(
        f"#{place} a", "all => all.map(a => [a.textContent, a.pathname])"
    )
    return [(text, path) for text, path in found]


def test_a_number_becomes_a_link_to_its_address_with_its_words(club: Page, services: ReaderServices) -> None:
    expected = [
        ("§ 16 C 2", "/da/2017/16C2/"),
        ("§ 12C1(a)", "/da/2017/12C1a/"),
        ("§16", "/da/2017/16/"),
        ("§ 64", "/da/2017/64/"),
    ]
    assert expected == links(club, "plain")
    title = club.locator("#plain a").first.get_attribute("title") or ""
    provision = services.library.provision("da-2017", "16C2")
    assert provision is not None
    assert title.startswith("§ 16 C 2 · Dansk 2017\n")
    assert provision.text[:60] in title
    assert "Se § 16 C 2, § 12C1(a) og §16. Bøder: § 64 Bøder." == club.locator("#plain").inner_text()


@pytest.mark.parametrize("place", ["old", "none"])
def test_a_number_of_another_edition_or_of_no_rule_stays_as_it_is(club: Page, place: str) -> None:
    assert [] == links(club, place)


def test_links_and_code_of_the_page_are_left_alone(club: Page) -> None:
    assert [("§ 16C", "/x")] == links(club, "skipped")


def test_it_is_small() -> None:
    assert len((ASSETS / "links.js").read_bytes()) < 4096
