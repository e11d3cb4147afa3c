"""The texts, read once a process: for the fixture and for pages that Streamlit runs from a string."""

from __future__ import annotations

from functools import cache

from corpus.library import Library
from corpus.store import load_library


@cache
def all_texts() -> Library:
    """All expressions, from the XML in ``data/akn``."""
    return load_library()
