"""Letters typed into a case are there after the browser is killed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, expect

from corpus.dossiers.folder import DossierFolder
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


def test_a_killed_browser_loses_no_letter(desk: str, driver: Playwright, tmp_path: Path) -> None:
    """Killed at the last letter, long before the page would have saved it."""
    typed = "Nord passede"
    with mortal_browser(str(tmp_path / "profile")) as mortal:
        page = first_page(driver, mortal)
        page.goto(desk)
        box = page.get_by_label("Kendsgerninger", exact=True)
        box.click()
        for letter in typed:
            page.keyboard.press("Space" if letter == " " else letter, delay=20)
        page.wait_for_timeout(100)  # what is on its way within the browser leaves it
        mortal.die()
    found = tmp_path / "dossiers"
    with mortal_browser(str(tmp_path / "profile")) as mortal:
        page = first_page(driver, mortal)
        page.goto(desk)
        expect(page.get_by_label("Kendsgerninger", exact=True)).to_have_value(typed, timeout=30_000)
    assert typed == DossierFolder(found).open("sag").dossier.facts
    assert ("sag",) == DossierFolder(found).keys()
