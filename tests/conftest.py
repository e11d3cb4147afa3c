"""Fixtures shared by the tests; Hypothesis draws the same examples in every run.

What takes long to make is made once a session and never changed by a test: the texts, the number tables, the alignment,
the search index. The tests may run in several processes (``make test``): the index is on disk and belongs to all.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import hypothesis
import pytest
from filelock import FileLock

from app.reader.context import ReaderServices
from corpus import store
from corpus.alignment.concordance import Concordance
from corpus.alignment.rows import Alignment
from corpus.library import Library
from corpus.registry import Registry
from index.search.engine import SearchEngine, SearchSettings, ensure_index, load_settings

hypothesis.settings.register_profile(
    "lovbro",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("lovbro")

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def library() -> Library:
    """All expressions, read from the XML in ``data/akn``."""
    return store.load_library()


@pytest.fixture(scope="session")
def registry(library: Library) -> Registry:
    """The works, editions and expressions of ``data/editions.toml``."""
    return library.registry


@pytest.fixture(scope="session")
def concordance() -> Concordance:
    """The number tables of ``data/concordance``."""
    return store.load_tables()


@pytest.fixture(scope="session")
def alignment() -> Alignment:
    """The aligned rows as they are stored."""
    return store.load_alignment()


@pytest.fixture(scope="session")
def settings() -> SearchSettings:
    """The word lists and tables that search reads."""
    return load_settings()


@pytest.fixture(scope="session")
def index_folder(library: Library, settings: SearchSettings) -> Path:
    """The index of ``data/build``, brought up to date by the process that comes first; tests only read it."""
    folder = ROOT / "data" / "build" / "index"
    folder.parent.mkdir(exist_ok=True)
    with FileLock(f"{folder}.lock"):
        ensure_index(library, folder, settings).close()
    return folder


@pytest.fixture(scope="session")
def search(library: Library, index_folder: Path, settings: SearchSettings) -> SearchEngine:
    """Search over all texts."""
    return SearchEngine(library, index_folder, settings)


@pytest.fixture(scope="session")
def services(library: Library, concordance: Concordance, alignment: Alignment, search: SearchEngine) -> ReaderServices:
    """All that pages are made from, with an empty register of decisions."""
    return ReaderServices(library, concordance, alignment, open_search=lambda: search)


@pytest.fixture
def data_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of ``data/`` that a test may damage; Lovbro reads and writes there."""
    folder = tmp_path / "data"
    shutil.copytree(ROOT / "data", folder, ignore=shutil.ignore_patterns("build", "precedents", "dossiers"))
    monkeypatch.setenv("LOVBRO_DATA", str(folder))
    return folder
