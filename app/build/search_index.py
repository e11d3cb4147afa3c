"""The search index in ``data/build``: made when its code, the products or the word lists have changed, and opened.

Whoosh and numpy take longer to import than most commands take to run: they are imported when they are needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.build import freshness
from corpus import store
from corpus.library import Library

if TYPE_CHECKING:
    from index.search.engine import SearchEngine


def build_index(library: Library) -> None:
    """Make the index anew, and record what it was made from."""
    from index.search import engine

    engine.build_index(library, store.build_dir() / "index")
    store.save_state({**store.load_state(), "index": freshness.index_inputs()})


def open_search(library: Library) -> SearchEngine:
    """Search over an up-to-date index, which is built first when it is not."""
    from index.search.engine import SearchEngine

    if not freshness.is_index_fresh():
        build_index(library)
    return SearchEngine(library, store.build_dir() / "index")
