"""The texts and all that is worked out from them, loaded once for all readers."""

from __future__ import annotations

import gc
import threading
import time
from typing import TYPE_CHECKING

import streamlit as st

from app.build import freshness
from app.build.search_index import open_search
from app.committee.register import open_register
from app.publish.services import open_services
from app.reader.context import ReaderServices
from corpus.library import Library
from corpus.own_texts import OwnTexts
from corpus.precedents.folder import case_folder
from corpus.store import load_library
from index.precedents import Casebook

if TYPE_CHECKING:
    from index.search.engine import SearchEngine

WARM_AFTER = 4.0  # seconds: the first page is painted before more is read
SWEEP_EVERY = 5.0  # seconds between two searches for garbage


def reader_services() -> ReaderServices:
    """Everything a page is made from; made anew when a text or table of the person's own has changed.

    Raises StoreError when the products are missing.
    """
    return _services(OwnTexts.open().stamp())


@st.cache_resource(show_spinner=False, max_entries=1)
def _services(stamp: str) -> ReaderServices:
    # What the texts before a change were made of may go: a start has frozen it.
    gc.unfreeze()
    # A text that is damaged or was taken out leaves the others aligned.
    if not freshness.is_own_alignment_fresh():
        from app.build.products import refresh_own_alignment  # takes longer to import than the texts to read

        refresh_own_alignment()
    library = load_library()
    services = open_services(library, _SearchOpener(library), _casebook)
    threading.Thread(target=_warm, args=(services,), name="warm", daemon=True).start()
    return services


def _warm(services: ReaderServices) -> None:
    """Read what the second page may need; what was read stays and is not looked through for garbage again."""
    time.sleep(WARM_AFTER)
    services.open_search()
    for situation in services.at_the_table.situations:
        services.ruling_path(situation.key)
    gc.collect()
    gc.freeze()
    _sweep()


@st.cache_resource(show_spinner=False)
def _sweep() -> threading.Thread:
    """Look for garbage now and then, among what came since: one thread for all readers.

    Streamlit would look for it after every page, in all that there is: half a million values that stay, 0.4 seconds in
    which no other thread works. With twenty windows open that was nine tenths of the time (``runner.postScriptGC``).
    """
    found = threading.Thread(target=_sweep_for_ever, name="sweep", daemon=True)
    found.start()
    return found


def _sweep_for_ever() -> None:
    while True:
        time.sleep(SWEEP_EVERY)
        gc.collect()


def _casebook() -> Casebook:
    """The register, read when a page first asks for it and again only when its folder has changed."""
    return open_register(case_folder()).casebook


class _SearchOpener:
    """Opens the index once, whoever asks first; a second reader waits for the same one."""

    def __init__(self, library: Library) -> None:
        self._lock = threading.Lock()
        self._library = library
        self._search: SearchEngine | None = None

    def __call__(self) -> SearchEngine:
        with self._lock:
            if self._search is None:
                self._search = open_search(self._library)
            return self._search
