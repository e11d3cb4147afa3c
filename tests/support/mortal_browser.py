"""A browser that dies: a Chromium of its own process group, driven through its debugging port, killed at any moment."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from playwright.sync_api import Error, Page, Playwright

from tests.support.reading_room import ARGS, PATIENCE, installed_browser


@dataclass
class MortalBrowser:
    """A running Chromium; ``profile`` of ``mortal_browser`` is a folder that the next one may go on with."""

    process: subprocess.Popen[bytes]
    port: int

    def die_after(self, seconds: float) -> threading.Timer:
        """Kill it later; the timer can be cancelled."""
        timer = threading.Timer(seconds, self.die)
        timer.daemon = True
        timer.start()
        return timer

    def die(self) -> None:
        """SIGKILL for all of its processes."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@contextmanager
def mortal_browser(profile: str) -> Iterator[MortalBrowser]:
    """One that is dead at the end, if not before. Raises FileNotFoundError without a Chromium."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [installed_browser() or "chromium", "--headless=new", f"--remote-debugging-port={port}", *ARGS]
    command += [f"--user-data-dir={profile}", "--lang=da", "about:blank"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    mortal = MortalBrowser(process, port)
    try:
        yield mortal
    finally:
        mortal.die()


def first_page(playwright: Playwright, mortal: MortalBrowser) -> Page:
    """A page in it, when it listens. Raises playwright's Error when it does not."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{mortal.port}").contexts[0].new_page()
        except Error:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)
