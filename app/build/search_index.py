"""The search index in ``data/build``, made anew when its code, the products or the word lists have changed.

Whoosh and numpy take longer to import than most commands take to run: they are imported when they are needed.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from app.build import freshness
from corpus import store
from corpus.library import Library

if TYPE_CHECKING:
    from index.search.engine import SearchEngine

PUBLIC_INDEX = "index-public"


def fresh_index(library: Library) -> Path:
    """The folder of indexes; that of the library is made first, and recorded, when none is fresh."""
    folder = store.build_dir() / freshness.INDEX
    if not freshness.is_index_fresh():
        from index.search.engine import build_index

        build_index(library, folder)
        store.save_state({**store.load_state(), "index": freshness.index_inputs()})
    return folder


def open_public_search(library: Library) -> SearchEngine:
    """Search over an index of these texts alone, in a folder of its own; made when it is missing or older."""
    from index.search.engine import SearchEngine

    return SearchEngine(library, store.build_dir() / PUBLIC_INDEX)


def open_search(library: Library) -> SearchEngine:
    """Search over a fresh index."""
    from index.search.engine import SearchEngine

    return SearchEngine(library, fresh_index(library))
