"""A server that answers before it is whole: a browser loads its scripts while Streamlit and the texts are read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from anyio import to_thread
from starlette.responses import PlainTextResponse
from starlette.routing import BaseRoute, Match, Router
from starlette.types import ASGIApp, Receive, Scope, Send

from app.views.streamlit_files import StreamlitFiles

if TYPE_CHECKING:  # the whole takes longer to import than a server to listen
    from streamlit.starlette import App

_NEVER = PlainTextResponse("Lovbro could not start; its log says why.\n", 503)


class Opening:
    """ASGI application: files of Streamlit, the ``first`` routes, and as soon as it is there what ``make`` gives.

    ``make`` is called once, in a thread of its own, when the server listens. What only the whole can answer waits for
    it. Where it cannot be made, ``failed`` is called with the error: it has to end the server.
    """

    def __init__(
        self, first: Sequence[BaseRoute], make: Callable[[], App], failed: Callable[[Exception], None]
    ) -> None:
        self._first, self._make, self._failed = Router(first), make, failed
        self._files = StreamlitFiles()
        self._whole: ASGIApp | None = None
        self._made = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif self._files.has(scope):
            await self._files(scope, receive, send)
        elif self._whole is None and any(route.matches(scope)[0] is Match.FULL for route in self._first.routes):
            await self._first(scope, receive, send)
        else:
            await self._made.wait()
            await (self._whole or _NEVER)(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()  # the start
        await send({"type": "lifespan.startup.complete"})
        ended = asyncio.Event()
        opened = asyncio.create_task(self._open(ended))
        await receive()  # the end
        ended.set()
        await opened
        await send({"type": "lifespan.shutdown.complete"})

    async def _open(self, ended: asyncio.Event) -> None:
        try:
            whole = await to_thread.run_sync(self._make)
            async with whole.lifespan()(whole):
                self._whole = whole
                self._made.set()
                await ended.wait()
        except Exception as error:
            self._failed(error)
            self._made.set()  # who waits is told
