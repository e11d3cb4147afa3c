"""The server answers its own pages alone, sends nothing out, and stops with a word."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.views.gate import is_own
from tests.conftest import ROOT

OWN = "127.0.0.1:8501"
FOREIGN = (
    {"host": "evil.example:8501", "origin": "http://evil.example:8501"},
    {"host": "evil.example"},
    {"host": "127.0.0.1.evil.example:8501"},
    {"host": "127.0.0.1:8501.evil.example"},
    {"host": "127.0.0.1:8501@evil.example"},
    {"host": "evil.example@127.0.0.1:8501"},
    {"host": "[::1"},
    {"host": ""},
    {},
    {"host": OWN, "origin": "http://evil.example"},
    {"host": OWN, "origin": "http://127.0.0.1:9999"},
    {"host": OWN, "origin": "http://localhost:8501"},
    {"host": OWN, "origin": "null"},
    {"host": OWN, "origin": ""},
    {"host": OWN, "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image"},
    {"host": OWN, "sec-fetch-site": "same-site", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty"},
    {"host": OWN, "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe"},
)
INSIDE = (
    {"host": OWN},
    {"host": OWN, "origin": f"http://{OWN}"},
    {"host": "localhost:9000", "origin": "http://localhost:9000"},
    {"host": OWN, "sec-fetch-site": "none", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"},
    {"host": OWN, "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty"},
    {"host": OWN, "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"},
)


def test_only_own_pages_and_followed_links_come_in() -> None:
    assert [] == [headers for headers in FOREIGN if is_own(headers)]
    assert [] == [headers for headers in INSIDE if not is_own(headers)]
    assert not is_own(None)


@dataclass
class Server:
    """A running ``lovbro serve``."""

    process: subprocess.Popen[str]
    port: int

    def answer(self, path: str, *lines: str) -> str:
        """The head of the answer to a request with these lines."""
        with socket.create_connection(("127.0.0.1", self.port), 30) as client:
            client.sendall("\r\n".join((f"GET {path} HTTP/1.1", *lines, "", "")).encode())
            return client.recv(65536).decode("latin-1").partition("\r\n\r\n")[0]

    def websocket(self, host: str, origin: str) -> int:
        """The status of a handshake: 101 is a connection."""
        upgrade = ("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13")
        key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
        return int(self.answer("/_stcore/stream", f"Host: {host}", f"Origin: {origin}", *upgrade, key).split()[1])

    def stop(self, number: signal.Signals) -> tuple[int, str]:
        """Exit code and standard error."""
        self.process.send_signal(number)
        _, complaints = self.process.communicate(timeout=60)
        return self.process.returncode, complaints


@pytest.fixture
def server(built: None, tmp_path: Path) -> Iterator[Server]:
    """A server from whose process every way out is watched, whatever the gate does."""
    watch = "import sys\nsys.addaudithook(lambda event, values: sys.stderr.write(f'WAY OUT {values}\\n') if event == "
    watch += "'socket.getaddrinfo' and str(values[0]) not in ('127.0.0.1', 'localhost', 'None') else None)\n"
    (tmp_path / "sitecustomize.py").write_text(watch, "utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "app", "serve", "--port", str(port)]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        # Tests that a shell runs in the background inherit that Ctrl+C is ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    for _ in range(1800):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            break
        except OSError:
            time.sleep(0.1)
    yield Server(process, port)
    if process.poll() is None:
        process.kill()
        process.communicate()


@pytest.mark.slow
def test_pages_of_others_cannot_connect_and_nothing_leaves_the_machine(server: Server) -> None:
    own = f"127.0.0.1:{server.port}"
    assert 101 == server.websocket(own, f"http://{own}")
    for host, origin in (
        (f"evil.example:{server.port}", f"http://evil.example:{server.port}"),
        (own, "http://evil.example"),
        (own, "http://127.0.0.1:9999"),
        (own, "null"),
    ):
        assert 403 == server.websocket(host, origin), (host, origin)
    for path in ("/", "/_stcore/health", "/media/x.docx", "/_stcore/host-config"):
        assert "403" == server.answer(path, "Host: evil.example").split()[1], path
    page = server.answer("/", f"Host: {own}")
    assert "200" == page.split()[1]
    assert "frame-ancestors 'none'" in page
    assert "x-frame-options: DENY" in page
    code, complaints = server.stop(signal.SIGINT)
    assert (130, "lovbro: stopped\n") == (code, complaints)


@pytest.mark.slow
def test_the_server_stops_although_two_hundred_clients_hold_on(server: Server) -> None:
    own = f"127.0.0.1:{server.port}"
    upgrade = f"Host: {own}\r\nOrigin: http://{own}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    upgrade += "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    with ExitStack() as held:
        for number in range(200):
            client = held.enter_context(socket.create_connection(("127.0.0.1", server.port), 60))
            if number < 50:  # who asks for nothing is let go after ten seconds, so those who do come first
                client.sendall(f"GET /_stcore/stream HTTP/1.1\r\n{upgrade}".encode())
                assert client.recv(65536).startswith(b"HTTP/1.1 101")
            elif number < 100:
                client.sendall(b"GET / HTTP/1.1\r\nHost: 127")
        code, complaints = server.stop(signal.SIGTERM)
    assert (-signal.SIGTERM, "") == (code, complaints)


def test_a_way_out_is_refused_and_named() -> None:
    code = (
        "import socket\nfrom app.views import gate\ngate.forbid_outgoing()\n"
        "with socket.create_server(('127.0.0.1', 0)) as here:\n"
        "    socket.create_connection(here.getsockname()).close()\n"
        "for way in (lambda: socket.create_connection(('checkip.example', 80), 1),\n"
        "            lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).connect(('192.0.2.1', 1))):\n"
        "    try:\n        way()\n    except OSError as error:\n        print(type(error).__name__)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "OutgoingError\nOutgoingError\n" == done.stdout
    assert 2 == done.stderr.count("nothing leaves this machine")
