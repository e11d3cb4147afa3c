"""The texts and all that is worked out from them, loaded once for all readers."""

from __future__ import annotations

import gc
import threading
from typing import TYPE_CHECKING

import streamlit as st

from app.build import freshness
from app.build.search_index import open_search
from app.committee.register import open_register
from app.publish.services import open_services
from app.reader.context import ReaderServices
from app.views.housekeeping import keep_house
from corpus.library import Library
from corpus.own_texts import OwnTexts
from corpus.precedents.folder import case_folder
from corpus.store import load_library
from index.precedents.casebook import Casebook

if TYPE_CHECKING:
    from index.search.engine import SearchEngine


def reader_services() -> ReaderServices:
    """Everything a page is made from; made anew when a text or table of the person's own has changed.

    Raises StoreError when the products are missing.
    """
    # Decisions about a table come one after the other, and each makes the alignment stale: it is made anew behind the
    # pages, which are those of before until it is there.
    if _held and not freshness.is_own_alignment_fresh():
        if _aligning.acquire(blocking=False):
            threading.Thread(target=_align, name="align", daemon=True).start()
        return _held[0]
    _held[:] = [_services(OwnTexts.open().stamp())]
    return _held[0]


_held: list[ReaderServices] = []
_aligning = threading.Lock()


def _align() -> None:
    from app.build.products import refresh_own_alignment  # takes longer to import than the texts to read

    try:
        refresh_own_alignment()
    finally:
        _aligning.release()


@st.cache_resource(show_spinner=False, max_entries=1)
def _services(stamp: str) -> ReaderServices:
    # What the texts before a change were made of may go: a start has frozen it.
    gc.unfreeze()
    # A text that is damaged or was taken out leaves the others aligned.
    if not freshness.is_own_alignment_fresh():
        from app.build.products import refresh_own_alignment  # takes longer to import than the texts to read

        refresh_own_alignment()
    library = load_library()
    services = open_services(library, _SearchOpener(library), lambda: _casebook(services))
    keep_house(services)
    return services


def _casebook(services: ReaderServices) -> Casebook:
    """The register, read when a page first asks for it and again only when its folder has changed."""
    return open_register(case_folder(), open_fates=lambda: services.fates).casebook


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
