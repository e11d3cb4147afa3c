"""Connections that ask for nothing: who is silent, slow to ask or slow to take the answer is let go.

uvicorn waits for ever for a first request, for the rest of one and for a reader who takes no more; only between two
requests does it close by itself. Two hundred such clients would hold two hundred of the places there are.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

ASKED_WITHIN = 10.0  # seconds for a whole request, its body included; at most a megabyte comes in (maxUploadSize)
TAKEN_WITHIN = 30.0  # seconds in which a reader takes some of an answer that waits for him


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
