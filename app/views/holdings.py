"""The texts and all that is worked out from them, loaded once for all readers."""

from __future__ import annotations

import threading
from functools import cache

import streamlit as st

from app.glossary import read_glossary
from app.precedents import open_register
from app.present_base import Room
from corpus.casefolder import case_folder
from corpus.library import Library
from corpus.store import build_dir, load_alignment, load_concordance, load_library
from index.graph import Graph
from index.judged import Parity
from index.precedents import Casebook
from index.query import Search, Settings, load_settings
from index.rows import Rows

WARM_AFTER = 4.0  # seconds: the first page is painted before the index is opened


@st.cache_resource(show_spinner=False)
def room() -> Room:
    """Everything a page is made from. Raises StoreError when the products are missing."""
    library, alignment, settings = load_library(), load_alignment(), load_settings()
    texts = Room(
        library,
        settings.concordance,
        alignment,
        rows=Rows(library, settings.concordance, settings.terms.concept_of),
        terms=settings.terms,
        graph=Graph(library, settings.concordance),
        open_search=_Opener(library, settings),
        glossary=read_glossary(load_concordance("terms")),
        open_cases=_cases,
        parity=Parity.open(library, alignment),
    )
    warm = threading.Timer(WARM_AFTER, texts.open_search)
    warm.daemon = True
    warm.start()
    return texts


def _cases() -> Casebook:
    """The register, read when a page first asks for it and again only when its folder has changed."""
    return open_register(case_folder()).casebook


class _Opener:
    """Opens the index once, whoever asks first; a second reader waits for the same one."""

    def __init__(self, library: Library, settings: Settings) -> None:
        self._lock = threading.Lock()
        self._open = cache(lambda: Search(library, build_dir() / "index", settings))

    def __call__(self) -> Search:
        with self._lock:
            return self._open()
