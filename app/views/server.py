"""The web server: it listens at once, and what answers is made while the reader's browser loads its scripts."""

from __future__ import annotations

import gc
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn
from starlette.middleware import Middleware
from starlette.types import ASGIApp

from app.views import gate
from app.views.connections import ClosingServer, PatientProtocol
from app.views.front import front_routes
from app.views.listening import Listening
from app.views.opening import Opening
from app.views.sign_in import load_sign_in
from app.views.watching import HealthDoor, RequestLog, health_routes, log_stream, serve_numbers
from corpus.document_store import database_url

if TYPE_CHECKING:  # these take longer to import than a server to listen
    from streamlit.starlette import App

    from app.publish.handlers import SearchAnswer, ShowFrom

PATIENCE = 30.0  # seconds until a server that does not listen is waited for no longer
LAST_WORDS = 3  # seconds for what is being answered when the server is stopped
MOST_SENT = 16 * 1024 * 1024  # bytes of one message of a browser
SHORT_TURN = 0.0005  # seconds that a thread works before another may; Python's own is 0.005
"""What answers the browsers asks for its turn after each packet: none should wait for a page that is being made."""


def _watching(listening: Listening, ready: threading.Event) -> list[Middleware]:
    """What those who run the server see of it; raises OSError where the numbers cannot be served."""
    counted = serve_numbers(*listening.metrics) if listening.metrics else None
    health = Middleware(HealthDoor, health_routes(ready.is_set))
    out = log_stream() if listening.log else None
    return [Middleware(RequestLog, out, counted), health] if out or counted else [health]


def _wait_for_server(listening: Listening) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            socket.create_connection((listening.reached_at, listening.port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.01)


def serve(
    folder: Path, listening: Listening, open_browser: bool, open_answers: Callable[[], tuple[ShowFrom, SearchAnswer]]
) -> None:
    """Serve the page, and beside it the addresses of provisions, until stopped.

    ``folder`` has the pages of Streamlit; ``open_answers`` gives what the commands ``show`` and ``search`` answer.
    Raises KeyboardInterrupt for Ctrl+C, and what keeps the server from being made.
    """
    ready, front = threading.Event(), front_routes()
    watching = _watching(listening, ready)  # before nothing may be asked any more: it looks its own address up
    sign_in = load_sign_in() if listening.sign_in else None
    providers = sign_in.provider_hosts if sign_in else ()
    gate.forbid_outgoing(listening.reached_at, (*providers, *_database_hosts()))
    sys.setswitchinterval(SHORT_TURN)
    faults: list[Exception] = []

    def make() -> App:
        from app.views.whole import whole_app

        return whole_app(folder, listening, sign_in, front, open_answers, ready)

    def failed(error: Exception) -> None:
        faults.append(error)
        server.should_exit = True

    app: ASGIApp = Opening(front, make, failed)
    for layer in reversed((*watching, Middleware(gate.Gate, listening.hosts))):
        app = layer.cls(app, *layer.args, **layer.kwargs)
    server = ClosingServer(_settings(listening, app))
    if open_browser:
        threading.Thread(target=_open_browser, args=(listening,), name="open-browser", daemon=True).start()
    # A start makes 250,000 values that stay: no thread stops to look for garbage among them until they are all there
    # (``whole``).
    gc.disable()
    server.run()
    if faults:
        raise faults[0]


def _settings(listening: Listening, app: ASGIApp) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        host=listening.address,
        port=listening.port,
        proxy_headers=bool(listening.proxies),
        forwarded_allow_ips=list(listening.proxies),
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=LAST_WORDS,
        http=PatientProtocol,
        ws_max_size=MOST_SENT,
        lifespan="on",
    )


def _database_hosts() -> tuple[str, ...]:
    """The servers of the database, if one is named. Raises DatabaseAddressError."""
    if not (url := database_url()):
        return ()
    from corpus.database.connection import hosts_of

    return hosts_of(url)


def _open_browser(listening: Listening) -> None:
    _wait_for_server(listening)
    webbrowser.open(f"http://{listening.reached_at}:{listening.port}/")
