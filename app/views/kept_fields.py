"""Fields that keep what is typed: saved while one types, never redrawn under the hands, another window's words shown.

A field is drawn with the words that the file had when it was first shown, and with the same key while this window alone
changes them: a new key would take the cursor out of the field at every save. When the file has words that are not this
window's, the field gets a new key and shows them. ``page.js`` hands in a field while one types; it finds the case and
the field in the key, and sends each letter to the journal (``app.views.typed``).
"""

from __future__ import annotations

import math
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakValueDictionary

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from app.reader.text.unbroken import unbroken

Saver = Callable[[str], bool]
_STATUS = "save_status"
_TOLD = 30.0  # seconds in which somebody who types will have read a notice


@dataclass(eq=False)
class SaveStatus:
    """What this window's saves have done: when the last was, what was told and when, why one was refused, what to open
    next, how many cases were ``begun``, and by case and field the value ``written`` last.

    The journal's messages may be behind the saves: of each field it has the words ``received`` last, and those that
    were saved ``ahead`` of their message. ``window`` is a name that nobody can guess: whoever gives it is this
    window's page. ``session`` is Streamlit's.

    Streamlit begins the next run of the page while the last is still going, and ends that where it next asks for the
    session state or draws. So these are plain attributes, and ``turn`` is held from reading words to having saved them:
    two runs that save at once would take each other for another window.
    """

    saved: str = ""
    notice: str = ""
    told_at: float = -math.inf
    refused: str = ""
    chosen: str = ""
    begun: int = 0
    written: dict[tuple[str, str], Any] = field(default_factory=dict)
    received: dict[tuple[str, str], deque[str]] = field(default_factory=dict)
    ahead: dict[tuple[str, str], str] = field(default_factory=dict)
    inboxes: set[object] = field(default_factory=set)
    window: str = field(default_factory=lambda: secrets.token_hex(8))
    session: str = ""
    turn: threading.RLock = field(default_factory=threading.RLock)

    def tell(self, notice: str) -> None:
        """Have a notice shown for the next seconds."""
        self.notice, self.told_at = notice, time.monotonic()

    def told(self) -> str:
        """What is told now, "" for nothing: a save draws the page anew, often before anybody has read what was told."""
        return self.notice if time.monotonic() - self.told_at < _TOLD else ""

    @contextmanager
    def opening(self) -> Iterator[str]:
        """The case to open next, which is none when the block is through with it, or failed; where a newer run ends
        this one within the block, it stays for that one.
        """
        key = self.chosen
        try:
            yield key
        except Exception:  # what ends a run for a newer one is none
            self._opened(key)
            raise
        self._opened(key)

    def _opened(self, key: str) -> None:
        if self.chosen == key:
            self.chosen = ""


WINDOWS: WeakValueDictionary[str, SaveStatus] = WeakValueDictionary()
"""The windows whose state Streamlit still holds, by name."""


def save_status() -> SaveStatus:
    """This window's."""
    if _STATUS not in st.session_state:
        context = get_script_run_ctx()
        made = SaveStatus(session=context.session_id if context else "")
        st.session_state[_STATUS] = WINDOWS[made.window] = made
    status: SaveStatus = st.session_state[_STATUS]
    return status


@dataclass
class _Shown:
    """A field in this window: its ``turn``, the words it began with, and those that the file had last."""

    turn: int
    first: str
    known: str


class KeptFields:
    """The fields of one dossier in one window. ``refused`` says in words why the last save failed."""

    def __init__(self, dossier: str, not_saved: Callable[[], str], again: str) -> None:
        self._dossier = dossier
        self._not_saved = not_saved
        self._again = again

    def text(self, name: str, label: str, value: str, save: Saver, several_lines: bool = True) -> None:
        """Draw a field under its label; ``save`` is called with new words and returns whether they are in the file.

        ``name`` is one of ``corpus.dossiers.fields``.
        """
        shown = self._shown(name, value)
        key, status = self._key(name, shown.turn), save_status()

        def keep() -> None:
            with status.turn:
                # Asked for within the turn: a run that newer words have overtaken ends here and saves no older ones.
                words = str(st.session_state[key] or "")
                # A browser hands in once more what it showed when the field already has a new key: nobody typed that.
                if words != shown.known and save(words):
                    shown.known = words

        widget = st.text_area if several_lines else st.text_input
        typed = str(widget(unbroken(label), shown.first, key=key, on_change=keep) or "")
        # Words that came while the page was being drawn may have had no callback of their own.
        if typed != value:
            keep()
        with st.container():  # always there: who types in a field below would lose it when one more thing is drawn here
            if typed != value and shown.known != typed:
                st.error(self._not_saved())
                st.button(self._again, key=f"{key}:again", on_click=keep)

    def put(self, name: str, value: str, save: Saver) -> None:
        """Save words that a button made, and show them: the field begins anew with them.

        What this window saved itself counts as typed, so the field would stay as it is and hand its old words in again.
        """
        status = save_status()
        with status.turn:
            if save(value):
                status.written.pop((self._dossier, name), None)

    def choice(
        self, name: str, label: str, value: str, options: Sequence[str], shown_as: Callable[[str], str], save: Saver
    ) -> None:
        """Draw a box to choose one of ``options`` from."""
        key = f"{self._dossier}:{name}:{value}"

        def keep() -> None:
            save(str(st.session_state[key]))

        st.selectbox(
            label,
            list(options),
            index=options.index(value) if value in options else 0,
            format_func=shown_as,
            placeholder=label,  # shown while one types to find an option; without it the English of Streamlit is
            key=key,
            on_change=keep,
        )

    def _key(self, name: str, turn: int) -> str:
        return f"typed_{self._dossier}_{name}_{turn}"

    def _shown(self, name: str, value: str) -> _Shown:
        key = f"{self._dossier}:{name}:shown"
        shown: _Shown | None = st.session_state.get(key)
        if shown is None:
            shown = st.session_state[key] = _Shown(0, value, value)
        elif shown.first != value and self._key(name, shown.turn) not in st.session_state:
            # Away for a while, behind another case: the field would begin anew with the words it had then.
            shown = st.session_state[key] = _Shown(shown.turn + 1, value, value)
        elif shown.known != value and save_status().written.get((self._dossier, name)) == value:
            shown.known = value  # what this window typed before it lost the server, taken in from its journal
        elif shown.known != value:
            # Another window, or a person with an editor, has changed the file.
            save_status().written.pop((self._dossier, name), None)
            shown = st.session_state[key] = _Shown(shown.turn + 1, value, value)
        return shown
