"""A server and a real browser. With no browser these tests are skipped at home; where CI is set they fail."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent.parent
ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-quic", "--no-first-run"]


@pytest.fixture(scope="session")
def server(built: None) -> Iterator[str]:
    """The address of a running reading room."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "app", "serve", "--port", str(port)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}/"
    try:
        _wait(address + "_stcore/health")
        yield address
    finally:
        process.terminate()
        process.wait(10)


def _wait(address: str) -> None:
    for _ in range(120):
        try:
            urllib.request.urlopen(address, timeout=1).close()
            return
        except OSError:
            time.sleep(0.25)
    raise TimeoutError(address)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, or Playwright's own."""
    with sync_playwright() as playwright:
        try:
            chromium = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGS)
        except Error as error:
            if os.environ.get("CI"):
                pytest.fail(f"no browser in CI: {error}")
            pytest.skip("no browser: install chromium")
        yield chromium
        chromium.close()


class Reader:
    """A reader with an open page, who notices errors and requests that leave the machine."""

    def __init__(self, page: Page, server: str) -> None:
        self.page = page
        self.server = server
        self.complaints: list[str] = []
        page.on("console", lambda m: self.complaints.append(m.text) if m.type == "error" else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda r: None if self._inside(r.url) else self.complaints.append(f"left: {r.url}"))

    def _inside(self, url: str) -> bool:
        return url.startswith((self.server, "data:", "blob:"))

    def open(self, address: str) -> Page:
        self.page.goto(self.server + address)
        self.page.wait_for_selector(".lovbro-main[data-ready]", timeout=60_000)
        self.page.wait_for_selector(".lovbro-head input")
        return self.page

    def title(self, words: str) -> None:
        """Wait until the page is the one with these words in its title."""
        self.page.wait_for_function("words => document.title.includes(words)", arg=words, timeout=10_000)


@pytest.fixture(params=["light"])
def reader(request: pytest.FixtureRequest, browser: Browser, server: str) -> Iterator[Reader]:
    """A reader at a desk; ``width`` and ``scheme`` come from a marker-free indirect parameter ``(width, scheme)``."""
    width, scheme = request.param if isinstance(request.param, tuple) else (1280, request.param)
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme=scheme, locale="da-DK", reduced_motion="reduce"
    )
    found = Reader(context.new_page(), server)
    yield found
    context.close()
    assert [] == found.complaints
