"""A running server and a browser, for tests and for measurements."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

ROOT = Path(__file__).resolve().parent.parent.parent
ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-quic", "--no-first-run"]
PATIENCE = 180.0  # seconds until the server must listen; the first start builds nothing, but may share a busy machine


@dataclass(frozen=True)
class Server:
    """A running ``lovbro serve``: its address, ending in a slash, its port and its process."""

    address: str
    port: int
    pid: int


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running_server(
    command: Sequence[str] = ("app", "serve", "--port"),
    port: int | None = None,
    environment: Mapping[str, str] | None = None,
) -> Iterator[Server]:
    """A server on a free port, or the one that is given, stopped at the end.

    ``command`` is a module and what it is given before the port, ``environment`` what the server gets beside this
    process's own. Raises TimeoutError when it does not listen, ChildProcessError when it ended.
    """
    port = free_port() if port is None else port
    line = [sys.executable, "-m", *command, str(port)]
    given = {**os.environ, **(environment or {})}
    process = subprocess.Popen(line, cwd=ROOT, env=given, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait(port, process)
        yield Server(f"http://127.0.0.1:{port}/", port, process.pid)
    finally:
        process.terminate()
        process.wait(PATIENCE)


def installed_browser() -> str | None:
    """The path of Debian's Chromium; None without.

    The one without a window comes first: it has the same engine and opens a page in half of the other's time.
    """
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")


def launch(playwright: Playwright) -> Browser:
    """Debian's Chromium, or Playwright's own. Raises playwright's Error when there is neither."""
    return playwright.chromium.launch(executable_path=installed_browser(), args=ARGS)


def _wait(port: int, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if process.poll() is not None:
            raise ChildProcessError(f"the server ended with {process.returncode}")
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.02)
    raise TimeoutError(f"no server on port {port}")
