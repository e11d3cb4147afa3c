"""Who may talk to the server: its own pages, under the names that it has, and nobody else's.

A page elsewhere can make a browser send requests here: by a name that it lets point to 127.0.0.1 (DNS rebinding), or
from another port of this machine. The first is known by its ``Host``, the second by its ``Origin`` or by what browsers
say of a request (Fetch Metadata). Both are refused before anything of Streamlit runs.
"""

from __future__ import annotations

import base64
import hashlib
import socket
import sys
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.views.listening import HERE, THIS_MACHINE
from app.views.streamlit_files import first_page


class OutgoingError(PermissionError):
    """A connection that would leave this machine."""


class Gate:
    """ASGI middleware: refuses what is not from the server's own pages, and adds their security headers.

    ``hosts`` are the names by which it is reached.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str] = THIS_MACHINE) -> None:
        self._app, self._hosts = app, hosts
        self._headers = [(name.encode(), value.encode()) for name, value in page_headers(hosts).items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        if not is_own(_single(scope["headers"]), self._hosts):
            await _refuse(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *self._headers]
            await send(message)

        await self._app(scope, receive, send_with_headers)


def is_own(headers: Mapping[str, str] | None, hosts: Collection[str] = THIS_MACHINE) -> bool:
    """True for a request of the server's own pages, of a person who follows a link, or of a program.

    ``headers`` are None where one that decides is there twice.

    >>> is_own({"host": "127.0.0.1:8501"}), is_own({"host": "evil.example:8501"})
    (True, False)
    """
    if headers is None:
        return False
    host, origin = headers.get("host", ""), headers.get("origin")
    try:
        named = urlsplit(f"//{host}")
        # Asked for its port, a host that has none after its colon is refused: "127.0.0.1:80.evil.example".
        if named.hostname not in hosts or "@" in host or named.port == 0:
            return False
    except ValueError:
        return False
    if origin is not None and origin not in (f"http://{host}", f"https://{host}"):
        return False
    elsewhere = headers.get("sec-fetch-site", "none") in ("cross-site", "same-site")
    followed = (headers.get("sec-fetch-mode"), headers.get("sec-fetch-dest", "document")) == ("navigate", "document")
    return not elsewhere or followed


def page_headers(hosts: Collection[str] = THIS_MACHINE) -> Mapping[str, str]:
    """The headers of every answer: scripts of this server alone, in no frame, no word about the reader to others.

    Streamlit makes the module of a component out of a ``blob:`` and sets styles on elements.
    """
    page = _InlineScripts()
    page.feed(first_page())
    inline = (_digest(script) for script in page.scripts)
    # A browser that does not count a websocket as 'self' is told; from elsewhere it comes through a balancer's TLS.
    here = [f"ws://{host}:*" for host in THIS_MACHINE]
    sockets = " ".join(
        (*here, *(f"{scheme}://{host}:*" for host in hosts if host not in THIS_MACHINE for scheme in ("ws", "wss")))
    )
    policy = {
        "default-src": "'self'",
        "script-src": " ".join(("'self'", "blob:", *inline)),
        "style-src": "'self' 'unsafe-inline'",
        "img-src": "'self' data: blob:",
        "font-src": "'self' data:",
        "connect-src": f"'self' {sockets}",
        "worker-src": "'self' blob:",
        "object-src": "'none'",
        "base-uri": "'self'",
        "form-action": "'self'",
        "frame-ancestors": "'none'",
    }
    return {
        "content-security-policy": "; ".join(f"{name} {value}" for name, value in policy.items()),
        "x-frame-options": "DENY",
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
    }


class _InlineScripts(HTMLParser):
    """Collects the scripts of a page that have no address of their own."""

    def __init__(self) -> None:
        super().__init__()
        self.scripts: list[str] = []
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = tag == "script" and "src" not in dict(attrs)

    def handle_endtag(self, tag: str) -> None:
        self._inside = False

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.scripts.append(data)


def forbid_outgoing(own: str = HERE, allowed: Collection[str] = ()) -> None:
    """From now on this process connects to this machine alone; anything else is an OutgoingError and a line on stderr.

    ``own`` is the address at which the server itself is, ``allowed`` are names of hosts that may be asked. It cannot be
    undone. Streamlit asks a server outside for this machine's address where an ``Origin`` is strange.
    """
    names, found = frozenset(allowed), set[str]()
    if names:
        socket.getaddrinfo = _remembering(socket.getaddrinfo, names, found)
    sys.addaudithook(partial(_audit, own, names, found))


def _remembering(resolve: Callable[..., Any], names: Collection[str], found: set[str]) -> Callable[..., Any]:
    """``resolve`` that adds the addresses of the names to ``found``: a connection is made to an address, not a name."""

    def remembering(host: Any, *rest: Any, **named: Any) -> Any:
        answer = resolve(host, *rest, **named)
        if (host.decode() if isinstance(host, bytes) else host) in names:
            found.update(str(one[4][0]) for one in answer)
        return answer

    return remembering


def _audit(own: str, names: Collection[str], found: Collection[str], event: str, values: tuple[object, ...]) -> None:
    if event == "socket.connect":
        address = values[1]
        inside = (
            not isinstance(address, tuple) or str(address[0]).startswith("127.") or address[0] in ("::1", own, *found)
        )
    elif event == "socket.getaddrinfo":
        address = values[0]
        inside = address in (
            None,
            "",
            b"",
            "::1",
            own,
            *THIS_MACHINE,
            *names,
            *(name.encode() for name in names),
        ) or str(address).startswith("127.")
    else:
        return
    if not inside:
        sys.stderr.write(f"lovbro: refused a connection to {address}: nothing leaves this machine\n")
        raise OutgoingError(1, "nothing leaves this machine", str(address))


def _digest(script: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


def _single(headers: Iterable[tuple[bytes, bytes]]) -> Mapping[str, str] | None:
    """The headers by name; None where one that decides is there twice."""
    out: dict[str, str] = {}
    for name, value in headers:
        key = name.decode("latin-1").lower()
        if key in out and key in ("host", "origin"):
            return None
        out[key] = value.decode("latin-1")
    return out


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008})
        return
    body = b"Lovbro answers its own pages only, under the names that it has.\n"
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": body})
