"""What reaches a server for everybody: the page, its files, the addresses of provisions, and nothing that writes.

Streamlit has addresses for uploads, downloads, its agents and its own numbers, and messages that empty caches, read a
repository or install files. None of them comes through: only what is named here does.
"""

from __future__ import annotations

import json
import re
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import suppress

from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.web.server.server_util import AUTH_COOKIE_NAME, get_cookie_secret
from streamlit.web.server.starlette.starlette_app_utils import decode_signed_value

STREAM = "/_stcore/stream"
UPLOADS = "/_stcore/upload_file/"
METHODS = ("GET", "HEAD", "OPTIONS")
_FILES = ("/", "/favicon.png", "/_stcore/health", "/_stcore/host-config")
_TAKEN = "/media/"
_FILE = re.compile(rb"[\x08-\x7f](?=/media/)")
_REMEMBERED = 20_000  # files offered to somebody; Streamlit keeps one no longer than its window
_SIGN_IN = ("/auth/login", "/auth/logout", "/oauth2callback")
_FOLDERS = ("/static/", "/_stcore/bidi-components/")
MESSAGES = ("rerun_script", "stop_script", "app_heartbeat")
"""What a browser may tell the server: to show an address, to stop doing so, and that it is still there."""


class ReadingOnly:
    """ASGI middleware: lets through the routes given, Streamlit's own page, and messages that only ask for a page.

    With ``signed_in`` also sign-in, and the files that people of a committee send and take: a file is for whose window
    was told its address, not for everybody who knows it.
    """

    def __init__(self, app: ASGIApp, routes: Sequence[BaseRoute], signed_in: bool = False) -> None:
        self._app, self._routes, self._signed_in = app, routes, signed_in
        self._offered: OrderedDict[tuple[str, str], None] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._listen(scope, receive, send)
        elif scope["type"] != "http" or self._is_for_reading(scope):
            await self._app(scope, receive, send)
        else:
            await PlainTextResponse("There is nothing at this address.\n", 404)(scope, receive, send)

    def _is_for_reading(self, scope: Scope) -> bool:
        path = scope["path"]
        if self._signed_in and ".." not in path:
            if path.startswith(UPLOADS):
                return scope["method"] in (*METHODS, "PUT", "DELETE") and bool(subject_of(scope))
            if path.startswith(_TAKEN):
                offered = (subject_of(scope), path.removeprefix(_TAKEN)) in self._offered
                return scope["method"] in METHODS and offered
            if path in _SIGN_IN:
                return scope["method"] in METHODS
        if scope["method"] not in METHODS:
            return False
        if path in _FILES or path.startswith(_FOLDERS):
            return ".." not in path
        return any(route.matches(scope)[0] != Match.NONE for route in self._routes)

    async def _listen(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] != STREAM:
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return

        async def receive_questions() -> Message:
            while True:
                message = await receive()
                if message["type"] != "websocket.receive" or only_asks(message.get("bytes"), self._signed_in):
                    return message

        who = subject_of(scope) if self._signed_in else ""

        async def send_noting(message: Message) -> None:
            for file in files_in(message.get("bytes") or b"") if who else ():
                self._offer(who, file)
            await send(message)

        await self._app(scope, receive_questions, send_noting)

    def _offer(self, who: str, file: str) -> None:
        self._offered[who, file] = None
        self._offered.move_to_end((who, file))
        while len(self._offered) > _REMEMBERED:
            self._offered.popitem(last=False)


def files_in(content: bytes) -> Iterator[str]:
    """The names of files whose addresses are in a message to a browser. A text in one (protobuf) has its length before
    it, and nothing tells where it ends but that.

    >>> list(files_in(b"\\x12\\x0d/media/ab.pdf2\\x01x"))
    ['ab.pdf']
    """
    for match in _FILE.finditer(content):
        address = content[match.end() : match.end() + content[match.start()]]
        yield address.decode("utf-8", "replace").removeprefix(_TAKEN)


def subject_of(scope: Scope) -> str:
    """Who the provider vouched for, by the cookie that this server signed then; empty for everybody else."""
    signed = HTTPConnection(scope).cookies.get(AUTH_COOKIE_NAME, "")
    found = decode_signed_value(get_cookie_secret(), AUTH_COOKIE_NAME, signed) if signed else None
    with suppress(ValueError, TypeError, KeyError):
        return str(json.loads(found or b"{}")["sub"])
    return ""


def only_asks(content: bytes | None, signed_in: bool = False) -> bool:
    """True for a message of a browser that asks for a page; bytes that are none go on to be refused by Streamlit.

    With ``signed_in`` also for one that asks where to send a file, or for a paper that is made when it is asked for.

    >>> only_asks(BackMsg(clear_cache=True).SerializeToString())
    False
    """
    if content is None:
        return True
    message = BackMsg()
    try:
        message.ParseFromString(content)
    except Exception:  # protobuf has a DecodeError of its own for each of its backends
        return True
    kind = message.WhichOneof("type")
    if signed_in and kind == "backend_operation_request":
        return message.backend_operation_request.HasField("deferred_file")
    return kind in MESSAGES or (signed_in and kind == "file_urls_request")
