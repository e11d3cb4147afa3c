"""Letters typed into a case are there after the browser is killed."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from app.views.connections import TYPED
from corpus.dossiers.folder import DossierFolder
from tests.browser.conftest import PATIENCE
from tests.support.mortal_browser import first_page, mortal_browser
from tests.support.reading_room import running_server

pytestmark = pytest.mark.browser


@pytest.fixture
def desk(built: None, browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a case on a server with dossiers of its own; skipped without a browser."""
    monkeypatch.setenv("LOVBRO_DOSSIERS", str(tmp_path / "dossiers"))
    DossierFolder(tmp_path / "dossiers").create("Sag", "da")
    with running_server() as server:
        yield f"{server.address}?view=dossier&dossier=sag&ui=da"


def wait_for_words(page: Page, typed: str, sent: list[str | bytes]) -> None:
    """Until the page has sent all the words, and what is on its way within the browser has left it."""
    end = time.monotonic() + PATIENCE / 1000
    while not any(json.loads(message)["fields"][0]["words"] == typed for message in sent):
        assert time.monotonic() < end, sent
        page.wait_for_timeout(10)
    # Behind the words in the queue of the browser's own network process.
    page.evaluate("async () => { for (let n = 0; n < 2; n++) await (await fetch('/healthz')).text(); }")
    page.wait_for_timeout(100)


def test_a_killed_browser_loses_no_letter(desk: str, driver: Playwright, tmp_path: Path) -> None:
    """Killed at the last letter, long before the page would have saved it."""
    typed = "Nord passede"
    with mortal_browser(str(tmp_path / "profile")) as mortal:
        page = first_page(driver, mortal)
        page.set_default_timeout(PATIENCE)
        sent: list[str | bytes] = []

        def note(message: str | bytes) -> None:
            sent.append(message)

        page.on("websocket", lambda socket: socket.on("framesent", note) if TYPED in socket.url else None)
        page.goto(desk)
        box = page.get_by_label("Kendsgerninger", exact=True)
        box.click()
        for letter in typed:
            page.keyboard.press("Space" if letter == " " else letter, delay=20)
        wait_for_words(page, typed, sent)
        mortal.die()
    found = tmp_path / "dossiers"
    with mortal_browser(str(tmp_path / "profile")) as mortal:
        page = first_page(driver, mortal)
        page.set_default_timeout(PATIENCE)
        page.goto(desk)
        expect(page.get_by_label("Kendsgerninger", exact=True)).to_have_value(typed)
    assert typed == DossierFolder(found).open("sag").dossier.facts
    assert ("sag",) == DossierFolder(found).keys()
