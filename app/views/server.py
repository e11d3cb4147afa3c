"""The web server, with the texts read ahead.

Streamlit imports the page's code when the first reader comes. Here that work, and the reading of the texts, is done
while the reader's browser loads its scripts.
"""

from __future__ import annotations

import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn
from starlette.middleware import Middleware
from streamlit import config
from streamlit.starlette import App

from app.publish.routes import Handler, routes
from app.views import gate
from app.views.connections import PatientProtocol, WindowLimits
from app.views.early import early_routes
from app.views.front import front_routes
from app.views.housekeeping import be_a_server
from app.views.listening import Listening
from app.views.reading_only import ReadingOnly
from app.views.sign_in import load_sign_in
from app.views.typed import typing_route
from app.views.uploads import UploadLimits
from app.views.watching import HealthDoor, RequestLog, health_routes, log_stream, serve_numbers
from app.views.workshop_routes import workshop_routes
from corpus.document_store import database_url
from corpus.store import shipped_registry

if TYPE_CHECKING:  # these take longer to import than a server to listen
    from app.publish.handlers import SearchAnswer, ShowFrom
    from app.reader.context import ReaderServices

PATIENCE = 30.0  # seconds until a server that does not listen is waited for no longer
_BETWEEN = 2.0  # seconds between two looks for a database that does not answer
LAST_WORDS = 3  # seconds for what is being answered when the server is stopped
MOST_SENT = 16 * 1024 * 1024  # bytes of one message of a browser
SHORT_TURN = 0.0005  # seconds that a thread works before another may; Python's own is 0.005
"""What answers the browsers asks for its turn after each packet: none should wait for a page that is being made."""


def _read_ahead(listening: Listening, ready: threading.Event) -> None:
    """What the first page and the first law need: the texts, and what is remembered from making pages of them.

    A fault in it ends this thread alone, its traceback on stderr; the first page meets the same one and shows it.
    """
    # First the server, then the work: a browser can fetch its scripts from a server that listens.
    _wait_for_server(listening)
    _wait_for_database()
    from app.reader import router
    from app.reader.address import read_state

    services = _open_services(listening)()
    for address in ({}, {"law": "1"}):
        router.page(services, read_state(address, services.library.registry, None, services.views))
    if listening.public or listening.sign_in:
        services.open_search()
    ready.set()


def _open_services(listening: Listening) -> Callable[[], ReaderServices]:
    """What gives the services: those of this machine's person, or those for everybody."""
    if listening.public:
        from app.views.public_services import everybodys_services

        return everybodys_services
    from app.views.resources import reader_services

    return reader_services


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
    Raises KeyboardInterrupt for Ctrl+C.
    """

    held: list[tuple[ReaderServices, Mapping[str, Handler]]] = []

    def open_handlers() -> Mapping[str, Handler]:
        from app.publish.handlers import AddressHandlers

        services = _open_services(listening)()
        if not held or held[0][0] is not services:
            known = shipped_registry if listening.public else None
            made = AddressHandlers(lambda: services, *open_answers(), listening.public, known)
            held[:] = [(services, made.by_name())]
        return held[0][1]

    ready = threading.Event()
    watching = _watching(listening, ready)  # before nothing may be asked any more: it looks its own address up
    sign_in = load_sign_in() if listening.sign_in else None
    providers = sign_in.provider_hosts if sign_in else ()
    gate.forbid_outgoing(listening.reached_at, (*providers, *_database_hosts()))
    sys.setswitchinterval(SHORT_TURN)
    be_a_server()
    threading.Thread(target=_read_ahead, args=(listening, ready), name="read-ahead", daemon=True).start()
    if open_browser:
        threading.Thread(target=_open_browser, args=(listening,), name="open-browser", daemon=True).start()
    own_routes = front_routes()
    if listening.public or not sign_in:
        # Who asks an address has not signed in: without --public there is none behind a sign-in.
        own_routes += routes(open_handlers)
    if not sign_in:
        # What somebody sees is known to the window alone, not to a request.
        own_routes += early_routes(lambda: _open_services(listening)())
    inner = [Middleware(UploadLimits)]
    if listening.public or sign_in:
        inner.append(Middleware(ReadingOnly, own_routes, bool(sign_in)))
    else:
        own_routes += (typing_route(), *workshop_routes())
    config.set_option("server.allowedHosts", list(listening.hosts))
    app = App(
        folder / ("hosted.py" if sign_in else "public.py" if listening.public else "main.py"),
        routes=own_routes,
        middleware=[*watching, Middleware(gate.Gate, listening.hosts), Middleware(WindowLimits), *inner],
        secrets=sign_in.secrets() if sign_in else None,
    )
    settings = uvicorn.Config(
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
    )
    uvicorn.Server(settings).run()


def _database_hosts() -> tuple[str, ...]:
    """The servers of the database, if one is named. Raises DatabaseAddressError."""
    if not (url := database_url()):
        return ()
    from corpus.database.connection import hosts_of

    return hosts_of(url)


def _wait_for_database() -> None:
    """Until the database answers, this server is not ready (``/readyz``)."""
    if url := database_url():
        from corpus.database.connection import reading

        while True:
            try:
                with reading(url):
                    return
            except OSError as error:
                print(f"lovbro: {error.strerror}", file=sys.stderr, flush=True)
                time.sleep(_BETWEEN)


def _open_browser(listening: Listening) -> None:
    _wait_for_server(listening)
    webbrowser.open(f"http://{listening.reached_at}:{listening.port}/")
