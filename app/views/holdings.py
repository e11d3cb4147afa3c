"""The texts and all that is worked out from them, loaded once for all readers."""

from __future__ import annotations

import streamlit as st

from app.glossary import read_glossary
from app.present_base import Room
from corpus.concordance import read_concordance
from corpus.store import build_dir, load_concordance, load_library
from index.graph import Graph
from index.query import Search

TABLES = ("1997-2007", "1997-2017", "2007-2017")


@st.cache_resource(show_spinner=False)
def room() -> Room:
    """Everything a page is made from. Raises StoreError when the products are missing."""
    library = load_library()
    concordance = read_concordance({name: load_concordance(name) for name in TABLES})
    return Room(
        library,
        concordance,
        search=Search(library, build_dir() / "index"),
        graph=Graph(library, concordance),
        glossary=read_glossary(load_concordance("terms")),
    )
