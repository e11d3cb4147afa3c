"""The texts and all that is worked out from them, loaded once for all readers."""

from __future__ import annotations

import gc
import threading
import time
from typing import TYPE_CHECKING

import streamlit as st

from app.build.search_index import open_search
from app.committee.register import open_register
from app.publish.services import open_services
from app.reader.context import ReaderServices
from corpus.library import Library
from corpus.precedents.folder import case_folder
from corpus.store import load_library
from index.precedents import Casebook

if TYPE_CHECKING:
    from index.search.engine import SearchEngine

WARM_AFTER = 4.0  # seconds: the first page is painted before more is read
SWEEP_EVERY = 5.0  # seconds between two searches for garbage


@st.cache_resource(show_spinner=False)
def reader_services() -> ReaderServices:
    """Everything a page is made from. Raises StoreError when the products are missing."""
    library = load_library()
    services = open_services(library, _SearchOpener(library), _casebook)
    threading.Thread(target=_keep_house, args=(services,), name="keep-house", daemon=True).start()
    return services


def _keep_house(services: ReaderServices) -> None:
    """Read what the second page may need, then look for garbage now and then, among what came since.

    Streamlit would look for it after every page, in all that there is: half a million values that stay, 0.4 seconds in
    which no other thread works. With twenty windows open that was nine tenths of the time (``runner.postScriptGC``).
    """
    time.sleep(WARM_AFTER)
    services.open_search()
    for situation in services.at_the_table.situations:
        services.ruling_path(situation.key)
    gc.collect()
    gc.freeze()
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
