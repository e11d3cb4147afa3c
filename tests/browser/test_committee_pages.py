"""The pages of a committee with something on them: a case, decisions, a text that was verified, and paper."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page

from app.committee.register import IncomingFile, add
from corpus.dossiers.folder import DossierFolder
from corpus.library import Library
from corpus.precedents.folder import CaseFolder
from tests.browser.conftest import Reader, everywhere, faults, sideways
from tests.support.invented_decisions import generate
from tests.support.long_dossier import long_dossier
from tests.support.reading_room import free_port, running_server

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TEXT = "I § 16 B 1 b (2017) står: »Et logisk alternativ er noget, som alle ville vælge.« Se § 16 C 2 (2007) og § 99."
COMMITTEE = '[[committee]]\nkey = "a"\nname = "A"\nmember = [{ email = "a@example.org", role = "member" }]\n'
QUOTED = 3  # of the twenty quotations: each of them is drawn alike, and axe reads them all


@pytest.fixture
def filled(library: Library, server: str) -> Iterator[str]:
    """A case and some decisions in the library of the server; the key of a decision. They are gone afterwards."""
    folder = Path(os.environ["LOVBRO_LIBRARY"])
    dossiers = DossierFolder(folder / "dossiers")
    dossiers.create("Sag", "da")
    whole = long_dossier(library)
    short = replace(whole, key="sag", entries=(*whole.entries[:QUOTED], *whole.entries[-2:]))
    dossiers.save(replace(dossiers.open("sag"), dossier=short))
    cases = CaseFolder(folder / "precedents")
    list(add([IncomingFile(known.name, known.content) for known in generate(3)], cases))
    yield cases.keys()[-1]
    for made in folder.iterdir():
        shutil.rmtree(made) if made.is_dir() else made.unlink()


def test_axe_finds_nothing_on_a_case_a_decision_the_register_and_a_verified_text(reader: Reader, filled: str) -> None:
    for address, shown in (
        ("?view=dossier&dossier=sag&ui=da", ".st-key-paper .quote, .st-key-paper blockquote"),
        (f"?view=precedents&case={filled}&ui=da", ".case .fields"),
        ("?view=precedents&ui=da", ".cases li a"),
    ):
        page = reader.open(address)
        page.wait_for_selector(shown)
        _assert_faultless(page, address)
    page = reader.open("?view=verify&ui=da")
    page.locator("textarea").first.fill(TEXT)
    page.locator("button:has-text('Efterprøv')").last.click()
    page.wait_for_selector(".verification table")
    _assert_faultless(page, "verified")


def test_axe_finds_nothing_on_paper_though_the_screen_is_dark(reader: Reader) -> None:
    page = reader.open("?law=16C&ui=da")
    page.emulate_media(media="print", color_scheme="dark")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert [] == faults(page)


def test_axe_finds_nothing_on_pages_for_everybody_and_where_one_signs_in(
    reader: Reader, tmp_path: Path, built: None
) -> None:
    own = {"LOVBRO_LIBRARY": str(tmp_path)}
    with running_server(("tests.support.public_server",), environment=own) as public:
        for address in ("?ui=da", "?law=16C&ui=da"):
            reader.server = public.address
            _assert_faultless(reader.open(address), address)
        reader.page.goto("about:blank")  # before its server is gone
    pytest.importorskip("authlib", reason="sign-in needs the extra hosted")
    from tests.support.invented_provider import invented_provider

    (tmp_path / "committees.toml").write_text(COMMITTEE, "utf-8")
    port = free_port()
    with invented_provider() as provider:
        lines = {
            "address": f"http://127.0.0.1:{port}",
            "client_id": "lovbro",
            "client_secret": "s" * 40,
            "cookie_secret": "c" * 64,
            "metadata": f"{provider.issuer}/.well-known/openid-configuration",
        }
        settings = tmp_path / "sign-in.toml"
        settings.write_text("".join(f'{name} = "{value}"\n' for name, value in lines.items()), "utf-8")
        with running_server(port=port, environment={**own, "LOVBRO_SIGN_IN": str(settings)}) as hosted:
            reader.server = hosted.address
            reader.page.goto(hosted.address + "?view=dossier&ui=da")
            reader.page.wait_for_selector("[data-testid=stButton] button")
            _assert_faultless(reader.page, "sign-in")
            reader.page.goto("about:blank")


def _assert_faultless(page: Page, what: str) -> None:
    for setting in everywhere(page):
        assert [] == sideways(page), (what, setting)
        assert [] == faults(page), (what, setting)
