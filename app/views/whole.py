"""The whole of the server: Streamlit's application with all addresses, and the reading ahead for the first page.

It is imported and made while a browser that has found the server already loads its scripts (``app.views.opening``).
"""

from __future__ import annotations

import gc
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.middleware import Middleware
from starlette.routing import BaseRoute
from streamlit import config
from streamlit.starlette import App

from app.publish.routes import Handler, routes
from app.views.connections import WindowLimits
from app.views.early import early_routes
from app.views.housekeeping import be_a_server
from app.views.listening import Listening
from app.views.reading_only import ReadingOnly
from app.views.sign_in import SignInSettings
from app.views.typed import typing_route
from app.views.uploads import UploadLimits
from app.views.workshop_routes import workshop_routes
from corpus.document_store import database_url
from corpus.store import shipped_registry

if TYPE_CHECKING:  # these take longer to import than Streamlit to be asked for a page
    from app.publish.handlers import SearchAnswer, ShowFrom
    from app.reader.context import ReaderServices

_BETWEEN = 2.0  # seconds between two looks for a database that does not answer


def whole_app(
    folder: Path,
    listening: Listening,
    sign_in: SignInSettings | None,
    front: list[BaseRoute],
    open_answers: Callable[[], tuple[ShowFrom, SearchAnswer]],
    ready: threading.Event,
) -> App:
    """Streamlit's application with the ``front`` routes and all others; ``ready`` is set when the texts are read.

    ``folder`` has the pages of Streamlit; ``open_answers`` gives what the commands ``show`` and ``search`` answer.
    """
    be_a_server()
    threading.Thread(target=_read_ahead, args=(listening, ready), name="read-ahead", daemon=True).start()
    own_routes = [*front]
    if listening.public or not sign_in:
        # Who asks an address has not signed in: without --public there is none behind a sign-in.
        own_routes += routes(_open_handlers(listening, open_answers))
    if not sign_in:
        # What somebody sees is known to the window alone, not to a request.
        own_routes += early_routes(lambda: _open_services(listening)())
    inner = [Middleware(UploadLimits)]
    if listening.public or sign_in:
        inner.append(Middleware(ReadingOnly, own_routes, bool(sign_in)))
    else:
        own_routes += (typing_route(), *workshop_routes())
    config.set_option("server.allowedHosts", list(listening.hosts))
    return App(
        folder / ("hosted.py" if sign_in else "public.py" if listening.public else "main.py"),
        routes=own_routes,
        middleware=[Middleware(WindowLimits), *inner],
        secrets=sign_in.secrets() if sign_in else None,
    )


def _open_handlers(
    listening: Listening, open_answers: Callable[[], tuple[ShowFrom, SearchAnswer]]
) -> Callable[[], Mapping[str, Handler]]:
    """What gives the handlers of addresses, made anew when the services are others."""
    held: list[tuple[ReaderServices, Mapping[str, Handler]]] = []

    def open_handlers() -> Mapping[str, Handler]:
        from app.publish.handlers import AddressHandlers

        services = _open_services(listening)()
        if not held or held[0][0] is not services:
            known = shipped_registry if listening.public else None
            made = AddressHandlers(lambda: services, *open_answers(), listening.public, known)
            held[:] = [(services, made.by_name())]
        return held[0][1]

    return open_handlers


def _read_ahead(listening: Listening, ready: threading.Event) -> None:
    """Read what the first page and the first law need: the texts, and what is remembered from making pages of them.

    ``ready`` is set when they are read. From then on Python looks for garbage, which a start forbids (``server``).
    A fault in it ends this thread alone, its traceback on stderr; the first page meets the same one and shows it.
    """
    try:
        _wait_for_database()
        from app.reader import router
        from app.reader.address import read_state

        services = _open_services(listening)()
        for address in ({"law": "1"}, {}):
            router.page(services, read_state(address, services.library.registry, None, services.views))
        if listening.public or listening.sign_in:
            services.open_search()
        ready.set()
    finally:
        # What is there now is not looked through: the first search for garbage would be through all of it.
        gc.freeze()
        gc.enable()


def _open_services(listening: Listening) -> Callable[[], ReaderServices]:
    """What gives the services: those of this machine's person, or those for everybody."""
    if listening.public:
        from app.views.public_services import everybodys_services

        return everybodys_services
    from app.views.resources import reader_services

    return reader_services


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
