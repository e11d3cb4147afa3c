"""Two full-text engines, one answer: whoosh and SQLite give the same postings, phrases, beginnings, hits and scores."""

from __future__ import annotations

import random
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from corpus import files
from corpus.library import Library
from index.search import training
from index.search.engine import SearchEngine, SettingError, load_settings, open_index
from index.search.fulltext import MOST_FOR_WHOOSH, FullText, engine_for
from index.search.postings import IndexedDocument
from index.search.settings import SearchSettings
from index.search.sqlite_engine import FILE, SqliteEngine
from index.search.whoosh_engine import WhooshEngine
from tests.accuracy.measure import read_questions
from tests.support.faults import each_fault

ODD = (
    IndexedDocument({"da:kort": 2.3456, "da:æ": 1.0}, {}, ["kort", "paa", "bordet"]),
    IndexedDocument({}, {"da:kort": 0.1}, []),
    IndexedDocument({"da:kort": 1 / 3}, {"da:kort": 7.7777}, ["bordet", "kort", "kort", "paa"]),
    IndexedDocument({"da:mth's": 1e6}, {}, ["kortet", "mth's", "καρτα"]),
)


@pytest.fixture(scope="module")
def folder(index_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("sqlite")
    shutil.copy(index_folder / training.NAME, made)  # an index of these texts needs nothing learnt
    return made


@pytest.fixture(scope="module")
def chosen(settings: SearchSettings) -> SearchSettings:
    return replace(settings, engine="sqlite")


@pytest.fixture(scope="module")
def whoosh(library: Library, index_folder: Path, settings: SearchSettings) -> FullText:
    return open_index(library, index_folder, settings)


@pytest.fixture(scope="module")
def sqlite(library: Library, folder: Path, chosen: SearchSettings) -> FullText:
    return open_index(library, folder, chosen)


def test_the_engine_is_the_one_that_was_chosen(whoosh: FullText, sqlite: FullText) -> None:
    assert ("whoosh", "sqlite") == (whoosh.engine, sqlite.engine)


def test_every_key_has_the_same_documents_and_weights(whoosh: FullText, sqlite: FullText) -> None:
    chance = random.Random(18)
    keys = sorted({f"{code}:{key}" for code, rows in whoosh.vocabulary.items() for row in rows.values()
                   for key in row.split(" ")[1:]})  # fmt: skip
    assert len(keys) > 5_000
    for key in [*chance.sample(keys, 1_500), "da:nothing"]:
        for field in ("bag", "also"):
            (numbers, weights), (others, other_weights) = whoosh.postings(field, key), sqlite.postings(field, key)
            assert (numbers.tolist(), weights.tolist()) == (others.tolist(), other_weights.tolist()), key


def test_phrases_and_beginnings_are_the_same(whoosh: FullText, sqlite: FullText, library: Library) -> None:
    chance = random.Random(18)
    words = [
        "kort",
        "spil",
        "makker",
        "tur",
        "udspil",
        "for",
        "uden",
        "og",
        "ikke",
        "den",
        "lag",
        "paa",
        "bordet",
        "trakarl",
    ]
    phrases = [["uden", "for", "tur"], ["nothing"], *(chance.sample(words, chance.randint(1, 3)) for _ in range(200))]
    found = [whoosh.phrase(phrase) for phrase in phrases]
    assert found == [sqlite.phrase(phrase) for phrase in phrases]
    assert len([numbers for numbers in found if numbers]) > 50
    for prefix in ("kul", "s", "udspil", "x", "å", ""):
        assert whoosh.beginning(prefix, 20) == sqlite.beginning(prefix, 20), prefix


@pytest.mark.parametrize("engine", [WhooshEngine(), SqliteEngine()])
def test_odd_documents_are_found_as_they_were_written(engine: WhooshEngine | SqliteEngine, tmp_path: Path) -> None:
    engine.write(ODD, tmp_path)
    opened = engine.open(tmp_path)
    numbers, weights = opened.postings("bag", "da:kort")
    assert [0, 2] == numbers.tolist()
    assert [2.346, 0.333] == [round(weight, 6) for weight in weights.tolist()]
    assert [1, 2] == opened.postings("also", "da:kort")[0].tolist()
    assert [0] == opened.postings("bag", "da:æ")[0].tolist()
    assert [3] == opened.postings("bag", "da:mth's")[0].tolist()
    assert [0, 2] == opened.phrase(["kort", "paa"])
    assert [2] == opened.phrase(["kort", "kort", "paa"])
    # A phrase never goes on from one document to the next.
    assert [] == opened.phrase(["bordet", "bordet"])
    assert [3] == opened.phrase(["mth's", "καρτα"])
    assert [(2, "kort"), (1, "kortet")] == opened.beginning("kort")


def test_an_index_in_sqlite_that_a_failing_disk_refuses_is_told_as_any_file_is(tmp_path: Path) -> None:
    def prepare() -> None:
        (tmp_path / FILE).unlink(missing_ok=True)

    for fault in each_fault(tmp_path, prepare, lambda: SqliteEngine().write(ODD, tmp_path), sqlite=True):
        assert isinstance(fault.error, OSError), fault
        assert str(tmp_path / FILE) == fault.error.filename
        assert fault.error.strerror


def test_judged_questions_have_the_same_hits_and_scores(
    search: SearchEngine, library: Library, folder: Path, chosen: SearchSettings
) -> None:
    other = SearchEngine(library, folder, chosen)
    questions = [question.text for question in read_questions()]
    for text in [*random.Random(18).sample(questions, 60), '"uden for tur" kort', "kulørs*", "bud -makker", "sv:kort"]:
        one, two = search.search(text, limit=30), other.search(text, limit=30)
        assert one.hits == two.hits, text
        assert (one.terms, one.suggestions) == (two.terms, two.suggestions), text


def test_large_libraries_have_sqlite_unless_a_person_chose() -> None:
    assert ("whoosh", "sqlite") == (engine_for(MOST_FOR_WHOOSH), engine_for(MOST_FOR_WHOOSH + 1))
    assert ("sqlite", "whoosh") == (engine_for(10, "sqlite"), engine_for(10**6, "whoosh"))


def test_an_engine_that_there_is_not_is_refused_with_those_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(files.SEARCH_ENGINE, "sqlite")
    assert "sqlite" == load_settings().engine
    monkeypatch.setenv(files.SEARCH_ENGINE, "lucene")
    with pytest.raises(SettingError, match="lucene is no full-text engine; choose whoosh or sqlite"):
        load_settings()
