"""The texts and all that is worked out from them, loaded once for all readers."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

import streamlit as st

from app.build.search_index import open_search
from app.committee.register import open_register
from app.reader.context import ReaderServices
from app.reader.text.defined_terms import read_term_forms
from corpus.alignment.contradictions import settle
from corpus.library import Library
from corpus.precedents.folder import case_folder
from corpus.store import (
    load_alignment,
    load_lexicon,
    load_library,
    load_readings,
    load_settled,
    load_tables,
    load_terms,
)
from index.comparison.parity_judgements import Parity
from index.precedents import Casebook

if TYPE_CHECKING:
    from index.search.engine import SearchEngine

WARM_AFTER = 4.0  # seconds: the first page is painted before the index is opened


@st.cache_resource(show_spinner=False)
def reader_services() -> ReaderServices:
    """Everything a page is made from. Raises StoreError when the products are missing."""
    library = load_library()
    services = open_services(library, _SearchOpener(library))
    warm = threading.Timer(WARM_AFTER, services.open_search)
    warm.daemon = True
    warm.start()
    return services


def open_services(library: Library, open_search: Callable[[], SearchEngine]) -> ReaderServices:
    """The services of a library, the rest from the store. Raises StoreError when the products are missing."""
    tables, alignment = load_tables(), load_alignment()
    return ReaderServices(
        library,
        tables,
        alignment,
        open_search,
        open_terms=load_terms,
        open_term_forms=lambda: read_term_forms(load_lexicon("defined-forms.tsv")),
        open_parity=lambda: Parity.open(library, alignment),
        open_readings=load_readings,
        open_settlements=lambda: settle(tables.contradictions(), load_settled()),
        open_cases=_casebook,
    )


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
