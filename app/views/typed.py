"""The address that the page sends each letter typed into a case to, and what windows that are gone left behind.

``page.js`` sends the words of a field when they change, long before Streamlit has run the page again. They are in a
file until they are in the case (``corpus.dossiers.typing_journal``).
"""

from __future__ import annotations

import math
import secrets
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated

import streamlit as st
from anyio import (
    CapacityLimiter,
    EndOfStream,
    WouldBlock,
    create_memory_object_stream,
    create_task_group,
    sleep,
    to_thread,
)
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from streamlit import runtime

from app.i18n.words import UiLanguage, words
from app.views.connections import TYPED
from app.views.kept_fields import WINDOWS, SaveStatus, save_status
from app.views.markdown import escape_markdown
from corpus.dossiers.folder import DossierError, DossierFolder, dossier_folder
from corpus.dossiers.typing_journal import Recovery, TypedWords, TypingJournal
from corpus.schema import Between, FormatError, Loader
from corpus.text import without_surrogates

_REFUSED = 1008  # a code of RFC 6455, section 7.4.1: against the policy
_THREADS = 4
_PATIENCE = 5.0  # seconds
_QUIET = 0.3  # seconds
_STEPS = 5  # turns of the event loop in which what has arrived goes through uvicorn and into an inbox
_REMEMBERED = 500  # messages of a field; a busy server may be some dozens behind


@dataclass(frozen=True)
class _Field:
    dossier: Annotated[str, Between(1, 300)]
    field: Annotated[str, Between(1, 200)]
    before: str
    words: str


@dataclass(frozen=True)
class _Message:
    """What a window sends. ``left`` is true for words that an earlier page of this browser could not send."""

    window: str
    order: Annotated[int, Between(0, 2**53)]
    fields: Annotated[tuple[_Field, ...], Between(1, 500)]
    left: bool = False


class BadMessageError(FormatError):
    """A message that is none of the page's."""


def typing_route() -> WebSocketRoute:
    """The address, for the server of one person's own machine; the gate before it keeps other pages away.

    A socket, since what is written to it leaves the browser at once and in order: a browser has six requests under way
    at most, and those that wait for a busy server would die with it. When no more come, the ``order`` of the last that
    is on the disk is the answer: writing to a browser that is dead would lose what it sent and nobody has read yet.
    """
    threads = CapacityLimiter(_THREADS)

    async def answered(socket: WebSocket) -> None:
        await socket.accept()
        inbox = Inbox()
        async with create_task_group() as tasks:
            tasks.start_soon(inbox.fill, socket)
            while messages := await inbox.taken():
                order = await to_thread.run_sync(_kept, messages, inbox, limiter=threads)
                with suppress(WebSocketDisconnect, RuntimeError):
                    if order is None:
                        await socket.close(_REFUSED)
                        tasks.cancel_scope.cancel()
                    elif await inbox.is_quiet():
                        await socket.send_text(str(order))
        inbox.close()

    return WebSocketRoute(TYPED, answered)


class Inbox:
    """What came through a socket and is not kept yet: while one message is written to the disk, others come."""

    def __init__(self) -> None:
        self._into, self._out = create_memory_object_stream[str](math.inf)
        self._windows: set[SaveStatus] = set()

    async def fill(self, socket: WebSocket) -> None:
        """Take in messages until the window is gone."""
        with self._into, suppress(WebSocketDisconnect):
            while True:
                await self._into.send(await socket.receive_text())

    async def taken(self) -> list[str]:
        """All that has come, when something has; nothing when the window is gone and all was taken."""
        messages = list[str]()
        with suppress(EndOfStream, WouldBlock):
            messages.append(await self._out.receive())
            while True:
                messages.append(self._out.receive_nowait())
        return messages

    async def is_quiet(self) -> bool:
        """True when nothing comes for a moment, and the window may still be there."""
        await sleep(_QUIET)
        for _ in range(_STEPS):
            await sleep(0)
        found = self._out.statistics()
        return not found.current_buffer_used and found.open_send_streams > 0

    def belongs_to(self, status: SaveStatus) -> None:
        """A window sends through this one."""
        status.inboxes.add(self)
        self._windows.add(status)

    def close(self) -> None:
        """All that came is kept, or refused."""
        self._out.close()
        for status in self._windows:
            status.inboxes.discard(self)


def settle(folder: DossierFolder, key: str, field: str, typed: str, status: SaveStatus) -> None:
    """Words of a window are in the file of its case. Call it while the folder is held."""
    journal, place = TypingJournal(folder), (key, field)
    if typed in status.received.get(place, ()):
        status.ahead.pop(place, None)
        journal.settle(key, status.window, field, typed)
    else:
        # All that the journal has is older: a busy server saved these before it came to their message.
        status.ahead[place] = typed
        journal.drop(key, status.window, field)


def take_in(folder: DossierFolder, key: str, ui: UiLanguage) -> None:
    """Put into a case what windows that are gone typed last, and tell it. Raises DossierError."""
    names, found = words(ui), _taken_in(folder, key)
    if found.fields:
        st.info(names["desk_taken_in"])
    for copy in found.copies:
        st.warning(names["desk_conflict"].format(copy=copy))
    for fault in found.faults:
        st.warning(names["desk_journal_damaged"].format(file=escape_markdown(fault.file)))


def _taken_in(folder: DossierFolder, key: str) -> Recovery:
    own = save_status().window

    def alive(window: str) -> bool:
        return window == own or _is_open(WINDOWS.get(window))

    for status in list(WINDOWS.values()):
        _await_last(status)

    def taken(window: str, typed: TypedWords) -> None:
        # A window that was away for a moment, and comes back, knows these words as its own.
        if status := WINDOWS.get(window):
            status.written[key, typed.field] = typed.words

    return TypingJournal(folder).recover(key, alive, taken)


def _await_last(status: SaveStatus) -> None:
    """Wait until what a window sent before it was gone is kept; it is on its way within this machine."""
    end = time.monotonic() + _PATIENCE
    while status.inboxes and not _is_open(status) and time.monotonic() < end:
        time.sleep(0.01)


def _is_open(status: SaveStatus | None) -> bool:
    return status is not None and runtime.exists() and runtime.get_instance().is_active_session(status.session)


def _kept(texts: Sequence[str], inbox: Inbox) -> int | None:
    """Keep what a window sent; the number of the last message when all are on the disk, None where one cannot be."""
    load = Loader(TYPED, BadMessageError)
    order = None
    try:
        for message in _newest([load.convert(load.json(_bytes(text)), _Message) for text in texts]):
            status = WINDOWS.get(message.window)
            if status is None:
                return None
            inbox.belongs_to(status)
            # A save of this window waits meanwhile, or it could be taken for older than these words.
            with status.turn:
                _keep(message, status)
            order = message.order
    except (BadMessageError, DossierError):
        return None
    return order


def _newest(messages: Sequence[_Message]) -> list[_Message]:
    """The messages as one, where they are of one window: of each field the words that came last, the rest as passed."""
    if len({(one.window, one.left) for one in messages}) != 1 or messages[0].left:
        return list(messages)
    fields = tuple(field for one in messages for field in one.fields)
    return [_Message(messages[-1].window, messages[-1].order, fields)]


def _keep(message: _Message, status: SaveStatus) -> None:
    journal, latest = TypingJournal(dossier_folder()), dict[tuple[str, str], TypedWords]()
    for one in message.fields:
        typed = TypedWords(one.field, without_surrogates(one.before), without_surrogates(one.words))
        if message.left or _is_news(status, (one.dossier, one.field), typed.words):
            latest[one.dossier, one.field] = typed
    # Words that were left behind have no window any more: they wait under a name of their own to be taken in.
    window = secrets.token_hex(8) if message.left else status.window
    for (key, field), typed in latest.items():
        journal.keep(key, window, typed, None if message.left else status.written.get((key, field)))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _is_news(status: SaveStatus, place: tuple[str, str], typed: str) -> bool:
    """False for words that are older than those in the file."""
    status.received.setdefault(place, deque(maxlen=_REMEMBERED)).append(typed)
    ahead = status.ahead.get(place)
    if typed == ahead:
        del status.ahead[place]
    return ahead is None
