"""Connections that ask for nothing, or for more than anybody reads, take nothing from others.

uvicorn waits for ever for a first request, for the rest of one and for a reader who takes no more; only between two
requests does it close by itself. Two hundred such clients would hold two hundred of the places there are. Websockets,
one for each window, it does not count, and it hands on all that they ask.
"""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable
from weakref import WeakValueDictionary

import h11
import uvicorn
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

ASKED_WITHIN = 10.0  # seconds for a whole request, its body included; at most a megabyte comes in (maxUploadSize)
TAKEN_WITHIN = 30.0  # seconds in which a reader takes some of an answer that waits for him
LET_IN = 0.1  # seconds in which one who was let in becomes a connection: two turns of the loop
MOST_CONNECTIONS = 500  # at once, beside the windows; a reader's browser holds six while a page loads
TYPED = "/typed"  # where a window sends each letter typed into a case: writing is no question, and never waits
MOST_WINDOWS = 300  # at once
ASKED_AT_ONCE = 12  # questions of a window that are taken as they come: somebody types
ASKED_A_SECOND = 5.0  # of a window, after those; they wait, and none is lost
# The same of all windows at one address: a club's evening behind one, or who asks from twenty windows.
ADDRESS_AT_ONCE = 60
ADDRESS_A_SECOND = 30.0
MOST_HURRIED = 100  # questions that had to wait in a row: nobody reads there
COME_BACK = 5  # seconds until who was not let in asks again


class _Wait:
    """What happens when something else does not happen in time."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def start(self, loop: asyncio.AbstractEventLoop, seconds: float, action: Callable[[], None]) -> None:
        """Set it, unless it is set already."""
        if self._timer is None:
            self._timer = loop.call_later(seconds, action)

    def stop(self) -> None:
        """It happened in time."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class PatientProtocol(H11Protocol):
    """One connection: HTTP/1.1 as uvicorn speaks it, with an end to each wait. A websocket has pings for that."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client is there and has to ask."""
        self._asked, self._taken = _Wait(), _Wait()
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            self.app = full
        self._asked.start(self.loop, ASKED_WITHIN, transport.abort)

    def data_received(self, data: bytes) -> None:
        """Some of a request came; the time for all of it runs on from its first byte."""
        super().data_received(data)
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY) and self.transport.get_protocol() is self:
            self._asked.start(self.loop, ASKED_WITHIN, self.transport.abort)
        else:
            self._asked.stop()

    def pause_writing(self) -> None:
        """The reader takes less than he is sent."""
        super().pause_writing()
        self._taken.start(self.loop, TAKEN_WITHIN, self.transport.abort)

    def resume_writing(self) -> None:
        """He has taken it."""
        super().resume_writing()
        self._taken.stop()

    def timeout_keep_alive_handler(self) -> None:
        """Nothing more is asked: the end, also for a reader who leaves the last of an answer where it is."""
        super().timeout_keep_alive_handler()
        self._taken.start(self.loop, TAKEN_WITHIN, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is there any more."""
        self._asked.stop()
        self._taken.stop()
        super().connection_lost(exc)


class ClosingServer(uvicorn.Server):
    """A server that ends also the connections which came in at the moment it was stopped.

    uvicorn tells those to end that are made; one that has been let in and is not made yet would hold the server until
    nobody is waited for any longer.
    """

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let nobody in any more, and end what is there."""
        for listener in self.servers:
            listener.close()
        await asyncio.sleep(LET_IN)
        await super().shutdown(sockets)


class _Pace:
    """So many at once, and after those so many a second."""

    def __init__(self, at_once: int, a_second: float) -> None:
        self._most, self._a_second = at_once, a_second
        self._left, self._last = float(at_once), time.monotonic()

    def wait(self) -> float:
        """One more: the seconds that it has to wait."""
        now = time.monotonic()
        self._left = min(float(self._most), self._left + (now - self._last) * self._a_second) - 1
        self._last = now
        return max(0.0, -self._left / self._a_second)


class WindowLimits:
    """ASGI middleware: so many windows at once, and so many questions a second; the rest wait with who asks.

    They are counted for each window and for all at one address: twenty windows of one client are no twenty readers.
    """

    def __init__(self, app: ASGIApp, most: int = MOST_WINDOWS) -> None:
        self._app, self._most = app, most
        self._windows = 0
        # Each as long as one of its windows is open.
        self._addresses: WeakValueDictionary[str, _Pace] = WeakValueDictionary()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket" or scope.get("path") == TYPED:
            await self._app(scope, receive, send)
        elif self._windows >= self._most:
            await full(scope, receive, send)
        else:
            self._windows += 1
            try:
                await self._app(scope, self._paced((scope.get("client") or ("",))[0], receive, send), send)
            finally:
                self._windows -= 1

    def _paced(self, address: str, receive: Receive, send: Send) -> Receive:
        own = _Pace(ASKED_AT_ONCE, ASKED_A_SECOND)
        shared = self._addresses.setdefault(address, _Pace(ADDRESS_AT_ONCE, ADDRESS_A_SECOND))
        hurried = 0

        async def received() -> Message:
            nonlocal hurried
            message = await receive()
            if message["type"] != "websocket.receive":
                return message
            seconds = own.wait()
            hurried = hurried + 1 if seconds else 0
            if hurried > MOST_HURRIED:
                await send({"type": "websocket.close", "code": 1013})
                return {"type": "websocket.disconnect", "code": 1013}
            if seconds := max(seconds, shared.wait()):
                # What is not taken waits with the client: its side of the connection fills.
                await asyncio.sleep(seconds)
            return message

        return received


async def full(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer that there is no place now, in the reader's language; his browser asks again by itself."""
    # A server listens before it has read its words.
    from app.i18n.words import words
    from app.reader.address import browser_ui

    languages = Headers(scope=scope).get("accept-language", "")
    ui = browser_ui(languages.split(",")[0].split(";")[0])
    headers = {"Retry-After": str(COME_BACK), "Refresh": str(COME_BACK), "Cache-Control": "no-store"}
    await PlainTextResponse(words(ui)["server_full"] + "\n", 503, headers)(scope, receive, send)
