"""What those who run a server see of it: whether it lives and is ready, numbers, and a line for each request.

Nothing of it is about a person or a case: a line has no query, no address of a provision and no name of a dossier, only
which kind of address was asked, the status, the time it took. The numbers have an address of their own, which only
this machine reaches unless another is named.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Callable, Collection
from datetime import UTC, datetime
from typing import TextIO

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

ALIVE, READY = "/healthz", "/readyz"
NUMBERS = "lovbro"
SLOW = (0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.5, 10.0)  # seconds: the borders of the histogram

_KINDS = (
    ("/static/", "files"),
    ("/look/", "files"),
    ("/_stcore/stream", "window"),
    ("/_stcore/upload_file/", "upload"),
    ("/media/", "download"),
    ("/_stcore/", "streamlit"),
    ("/auth/", "sign-in"),
    ("/oauth2callback", "sign-in"),
    ("/own/", "library"),
    ("/page.json", "page"),
    ("/search.json", "search"),
    (ALIVE, "health"),
    (READY, "health"),
)


def address_kind(path: str) -> str:
    """Which kind of address a path is; one of a dozen words, whatever is asked.

    >>> address_kind("/da/2017/16C"), address_kind("/media/secret.pdf"), address_kind("/")
    ('address', 'download', 'front')
    """
    return next((kind for start, kind in _KINDS if path.startswith(start)), "front" if path == "/" else "address")


class RequestLog:
    """ASGI middleware: a JSON object a line for each request, and for each window when it is closed; counts them too.

    ``time`` is UTC (ISO 8601), ``ms`` the milliseconds until the answer had gone, or the window was open.
    """

    def __init__(
        self, app: ASGIApp, out: TextIO | None, counted: Callable[[str, int, float], None] | None = None
    ) -> None:
        self._app, self._out, self._counted = app, out, counted
        self._lock = threading.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        status, start = 500 if scope["type"] == "http" else 403, time.monotonic()

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"].endswith("response.start"):
                status = message["status"]
            elif message["type"] == "websocket.accept":
                status = 101
            await send(message)

        try:
            await self._app(scope, receive, sent)
        finally:
            self._note(address_kind(scope["path"]), scope.get("method", "WEBSOCKET"), status, time.monotonic() - start)

    def _note(self, kind: str, method: str, status: int, seconds: float) -> None:
        if self._counted:
            self._counted(kind, status, seconds)
        if self._out is None:
            return
        known = method if method in ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "WEBSOCKET") else "OTHER"
        row = {
            "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "event": "request",
            "kind": kind,
            "method": known,
            "status": status,
            "ms": round(seconds * 1000, 1),
        }
        with self._lock:
            self._out.write(json.dumps(row) + "\n")
            self._out.flush()


def health_routes(is_ready: Callable[[], bool]) -> list[BaseRoute]:
    """``/healthz`` answers 200 while the process answers at all, ``/readyz`` 200 when texts and search are open, else
    503: a balancer sends readers only to a server that is ready."""

    async def alive(request: Request) -> Response:
        return PlainTextResponse("alive\n", headers={"Cache-Control": "no-store"})

    async def ready(request: Request) -> Response:
        now = is_ready()
        headers = {"Cache-Control": "no-store"}
        return PlainTextResponse("ready\n" if now else "reading\n", 200 if now else 503, headers)

    return [Route(ALIVE, alive), Route(READY, ready)]


class HealthDoor:
    """ASGI middleware: the two addresses of health are answered under every name, since a balancer asks by number."""

    def __init__(self, app: ASGIApp, routes: Collection[BaseRoute]) -> None:
        self._app, self._routes = app, {route.path: route for route in routes if isinstance(route, Route)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        route = self._routes.get(scope.get("path", "")) if scope["type"] == "http" else None
        if route and scope["method"] in ("GET", "HEAD"):
            await route.handle(scope, receive, send)
        else:
            await self._app(scope, receive, send)


def serve_numbers(address: str, port: int) -> Callable[[str, int, float], None]:
    """Serve numbers for Prometheus on an address of their own, and return what counts a request.

    Raises OSError where nothing can listen there, ImportError without the extra ``hosted``.
    """
    from prometheus_client import Counter, Histogram, start_http_server

    answered = Counter(f"{NUMBERS}_requests", "Requests answered.", ["kind", "status"])
    took = Histogram(f"{NUMBERS}_request_seconds", "Seconds until an answer had gone.", ["kind"], buckets=SLOW)
    start_http_server(port, address)

    def counted(kind: str, status: int, seconds: float) -> None:
        answered.labels(kind, str(status)).inc()
        if kind != "window":
            took.labels(kind).observe(seconds)

    return counted


def log_stream() -> TextIO:
    """Where lines go: standard error, as journald and containers collect it."""
    return sys.stderr
