"""What reaches a server for everybody: the page, its files, the addresses of provisions, and nothing that writes.

Streamlit has addresses for uploads, downloads, its agents and its own numbers, and messages that empty caches, read a
repository or install files. None of them comes through: only what is named here does.
"""

from __future__ import annotations

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.web.server.server_util import AUTH_COOKIE_NAME, get_cookie_secret
from streamlit.web.server.starlette.starlette_app_utils import decode_signed_value

STREAM = "/_stcore/stream"
METHODS = ("GET", "HEAD", "OPTIONS")
_FILES = ("/", "/favicon.png", "/_stcore/health", "/_stcore/host-config")
_UPLOADS = "/_stcore/upload_file/"
_TAKEN = "/media/"
_SIGN_IN = ("/auth/login", "/auth/logout", "/oauth2callback")
_FOLDERS = ("/static/", "/_stcore/bidi-components/")
MESSAGES = ("rerun_script", "stop_script", "app_heartbeat")
"""What a browser may tell the server: to show an address, to stop doing so, and that it is still there."""


class ReadingOnly:
    """ASGI middleware: lets through the routes given, Streamlit's own page, and messages that only ask for a page.

    With ``signed_in`` also sign-in, and the files that people of a committee send and take.
    """

    def __init__(self, app: ASGIApp, routes: Sequence[BaseRoute], signed_in: bool = False) -> None:
        self._app, self._routes, self._signed_in = app, routes, signed_in

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
            if path.startswith(_UPLOADS):
                return scope["method"] in (*METHODS, "PUT", "DELETE") and has_signed_in(scope)
            if path.startswith(_TAKEN):
                return scope["method"] in METHODS and has_signed_in(scope)
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

        await self._app(scope, receive_questions, send)


def has_signed_in(scope: Scope) -> bool:
    """True where a request comes with the cookie that this server signed when the provider vouched for somebody."""
    signed = Request(scope).cookies.get(AUTH_COOKIE_NAME, "")
    return bool(signed) and decode_signed_value(get_cookie_secret(), AUTH_COOKIE_NAME, signed) is not None


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
