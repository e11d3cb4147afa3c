"""A running server and a browser, for tests and for measurements."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Playwright

ROOT = Path(__file__).resolve().parent.parent.parent
ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-quic", "--no-first-run"]
PATIENCE = 60.0  # seconds until the server must listen; the first start builds nothing, but may share a busy machine


@dataclass(frozen=True)
class Server:
    """A running ``lovbro serve``: its address, ending in a slash, and its process."""

    address: str
    pid: int


@contextmanager
def running_server() -> Iterator[Server]:
    """A server on a free port, stopped at the end. Raises TimeoutError when it does not listen."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "app", "serve", "--port", str(port)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait(port)
        yield Server(f"http://127.0.0.1:{port}/", process.pid)
    finally:
        process.terminate()
        process.wait(10)


def launch(playwright: Playwright) -> Browser:
    """Debian's Chromium, or Playwright's own. Raises playwright's Error when there is neither."""
    return playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGS)


def _wait(port: int) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.02)
    raise TimeoutError(f"no server on port {port}")
