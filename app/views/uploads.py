"""Files on their way to the committee's pages: how many come in at once, and how much of them is kept in memory.

Streamlit keeps what a browser sent until its window is closed. It bounds the size of each file (``maxUploadSize``),
not their number.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit import runtime

from app.views.reading_only import UPLOADS

AT_ONCE = 4
MOST_HELD = 64 * 1024 * 1024  # bytes in all windows together
MOST_FILES = 2000


class UploadLimits:
    """ASGI middleware: files come in a few at a time, and none where too much is held already (status 507)."""

    def __init__(self, app: ASGIApp, held: Callable[[], tuple[int, int]] | None = None) -> None:
        self._app, self._held = app, held or held_files
        self._places = asyncio.Semaphore(AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "PUT" or not scope["path"].startswith(UPLOADS):
            await self._app(scope, receive, send)
            return
        async with self._places:
            files, size = self._held()
            if files >= MOST_FILES or size >= MOST_HELD:
                full = PlainTextResponse("Lovbro holds as many files as it may; close a window.\n", 507)
                await full(scope, receive, send)
                return
            await self._app(scope, receive, send)


def held_files() -> tuple[int, int]:
    """How many files Streamlit holds in memory, and their size in bytes."""
    if not runtime.exists():
        return 0, 0
    windows = runtime.get_instance().uploaded_file_mgr.file_storage  # type: ignore[attr-defined]
    sizes = [len(file.data) for files in list(windows.values()) for file in list(files.values())]
    return len(sizes), sum(sizes)
