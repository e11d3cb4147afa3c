"""What Lovbro keeps for itself is as it left it or made again: caches, what was learnt, indexes, undo lists."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from app.build import products
from app.i18n.errors import fault_words
from app.i18n.words import UI_LANGUAGES
from app.publish.release.manifest import (
    FORMAT,
    ReleasedFile,
    ReleasedPlace,
    ReleasedText,
    ReleaseManifest,
    read_manifest,
)
from app.views.sign_in import read_sign_in
from corpus import akn, own_judgements, store, text_cache
from corpus.alignment.review import ReviewDecision, ReviewError
from corpus.alignment.review_folder import ReviewFolder
from corpus.document_store import FolderDocuments
from corpus.library import Library
from corpus.model import Expression
from corpus.schema import FormatError
from index.comparison.parity_judgements import read_judgements
from index.search import fulltext, generation, training
from index.search.fulltext import EngineName, FullText, IndexLexicon
from index.search.generation import IndexDamagedError, folder_of
from index.search.law_classifier import LabelledLine
from index.search.word_senses import WordSense, WordSenses
from tests.support import invented_source
from tests.support.mutations import COUNT, damaged_text, seeded

TABLE = "law_2017,law_2027,place,content,note,note_da,note_nb,note_sv\n16,16,same,same,,,,\n16A,16B,moved,revised,,,,\n"
COVERAGE = b'{"witness": "w", "line": 1, "used_as": "text"}\n' * 4
COUNTS = b'{\n "da-2017": {\n  "laws": 93,\n  "notes": 32\n },\n "sv-2017": {"laws": 93}\n}\n'
SIGN_IN = b"""\
address = "https://lovbro.example.org"
metadata = "https://login.example.org/.well-known/openid-configuration"
client_id = "lovbro"
client_secret = "x"
cookie_secret = "0123456789abcdef0123456789abcdef"
"""
MANIFEST = ReleaseManifest(
    FORMAT, "0.1", "", (ReleasedText("da-2017", "Love", "2017", "in-force", "DBf"),),
    (ReleasedFile.of("da-2017.xml", b"laws"),), (ReleasedPlace("da-2017", "16A", "0" * 64, "Melding"),),
)  # fmt: skip
LINES = (
    LabelledLine("da", "han bekendte ikke", (("laws", "61"),)),
    LabelledLine("da", "et lavt bud", (("laws", "27"),)),
)
LESSON = training.Lesson(LINES, WordSenses((WordSense("bid", "bud melding", "bid"),)))
NO_WORDS = IndexLexicon(frozenset(), frozenset(), {})


@pytest.fixture(autouse=True)
def quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """No power is cut here: what is written need not be on the disk at once."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with a cache and nothing else."""
    (tmp_path / "data" / "build" / "texts").mkdir(parents=True)
    monkeypatch.setenv("LOVBRO_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("LOVBRO_LIBRARY", str(tmp_path / "library"))
    return tmp_path / "data"


def damaged_files(path: Path, content: bytes, read: Callable[[], object], count: int = COUNT) -> Counter[str]:
    """How often a file was read and refused in words."""
    chance, fates = seeded(), Counter[str]()
    for damaged in damaged_text(content, chance, count):
        path.write_bytes(damaged)
        try:
            read()
            fates["read"] += 1
        except FormatError as error:
            fates["refused"] += bool(fault_words(error.fault, chance.choice(UI_LANGUAGES)))
    assert count == fates.total()
    return fates


def test_a_damaged_record_of_the_last_build_is_no_record_and_nothing_else_is_read_by_it(data: Path) -> None:
    (data / "akn").mkdir()
    (data / "akn" / "x-1.xml").write_bytes(b"<x/>")
    store.save_state({"inputs": "a", "akn/x-1.xml": store.sum_of("akn/x-1.xml")})

    def read() -> None:
        state = store.load_state()
        assert all(isinstance(one, str) for pair in state.items() for one in pair)
        assert b"<x/>" == store.read_product("akn/x-1.xml")

    found = damaged_files(data / store.STATE, (data / store.STATE).read_bytes(), read)
    assert found["read"] > found["refused"]  # by another sum of the product


CACHED: dict[str, tuple[bytes, Callable[[], object]]] = {
    "coverage.jsonl": (COVERAGE, store.load_coverage),
    "counts.json": (COUNTS, products._load_counts),
}


@pytest.mark.parametrize("name", CACHED)
def test_a_damaged_list_of_the_cache_is_read_or_refused_in_words(name: str, data: Path) -> None:
    content, read = CACHED[name]
    assert {"read", "refused"} == set(damaged_files(data / "build" / name, content, read))


@pytest.mark.parametrize("name", CACHED)
def test_a_list_of_the_cache_with_another_sum_than_recorded_is_not_read(name: str, data: Path) -> None:
    content, read = CACHED[name]
    (data / "build" / name).write_bytes(content)
    store.save_state({f"build/{name}": store.sum_of(f"build/{name}")})
    (data / "build" / name).write_bytes(content.replace(b"1", b"2").replace(b"93", b"94"))
    with pytest.raises(store.NotBuiltError):
        read()


def test_a_damaged_text_in_the_cache_is_read_from_its_xml_again(data: Path) -> None:
    expression = invented_source.expression()
    xml = akn.write(expression, invented_source.registry())

    def kept() -> Expression:
        return text_cache.kept("x-1", Expression, xml, akn.read)()

    whole = kept()
    (path,) = (data / text_cache.TEXTS).iterdir()

    def read() -> None:
        assert whole == kept()

    assert {"read": COUNT} == damaged_files(path, path.read_bytes(), read)


def test_what_was_learnt_is_learnt_again_where_it_is_damaged(tmp_path: Path) -> None:
    learnt = training.trained(LESSON, tmp_path)
    path = tmp_path / training.NAME

    def read() -> None:
        assert learnt == training.trained(LESSON, tmp_path)

    assert {"read": COUNT} == damaged_files(path, path.read_bytes(), read)


def meant(suffix: str, content: bytes) -> object:
    """What a file of an index says: JSON with another blank between its values says the same."""
    try:
        return json.loads(content) if suffix == ".json" else content
    except (ValueError, RecursionError):  # lists within lists without end
        return content


def test_an_index_whose_manifest_is_nested_without_end_is_refused_in_words(tmp_path: Path) -> None:
    """Ten thousand damaged files have one of these; two hundred may have none."""
    library = Library(invented_source.registry(), (invented_source.expression(),))
    fulltext.build(library, tmp_path, "corpus", NO_WORDS, lambda: b"{}", "whoosh")
    nested = b"[" * 100_000
    (folder_of(tmp_path, "corpus") / generation.MANIFEST).write_bytes(nested)
    with pytest.raises(IndexDamagedError) as refused:
        FullText(tmp_path, "corpus")
    assert fault_words(refused.value.fault, "da")
    assert nested == meant(".json", nested)


@pytest.mark.parametrize("engine", ["whoosh", "sqlite"])
def test_an_index_is_opened_only_with_every_file_as_it_was_left(engine: EngineName, tmp_path: Path) -> None:
    library = Library(invented_source.registry(), (invented_source.expression(),))
    fulltext.build(library, tmp_path, "corpus", NO_WORDS, lambda: b"{}", engine)
    files = sorted(path for path in folder_of(tmp_path, "corpus").iterdir() if not path.name.endswith("LOCK"))
    assert engine == FullText(tmp_path, "corpus").engine
    assert len(files) >= 4
    for path in files:
        content, told, others = path.read_bytes(), 0, 0
        for damaged in damaged_text(content, seeded(), -(-COUNT // len(files))):
            path.write_bytes(damaged)
            try:
                FullText(tmp_path, "corpus")
            except IndexDamagedError as error:
                told += bool(fault_words(error.fault, "en"))
            others += meant(path.suffix, damaged) != meant(path.suffix, content)
        assert others == told
        path.write_bytes(content)


def test_a_damaged_list_of_what_can_be_undone_undoes_nothing_else(tmp_path: Path) -> None:
    folder = ReviewFolder(FolderDocuments(tmp_path), lambda _: None)
    (tmp_path / "2017-2027.csv").write_text(TABLE, "utf-8")
    for key, status in (("16A", "reworded"), ("16", "accepted")):
        folder.decide("2017-2027", folder.open("2017-2027").case(key).key, ReviewDecision(status))  # type: ignore[arg-type]
    table, path = tmp_path / "2017-2027.csv", tmp_path / "2017-2027.undo.json"
    content, before = path.read_bytes(), table.read_bytes()
    fates = Counter[str]()
    for damaged in damaged_text(content, seeded()):
        path.write_bytes(damaged)
        table.write_bytes(before)
        try:
            folder.undo("2017-2027")
            fates["undone"] += 1
        except (ReviewError, FormatError):
            fates["refused"] += 1
            assert before == table.read_bytes()
        assert folder.open("2017-2027").cases()
    assert COUNT == fates.total()
    assert {"undone", "refused"} == set(fates)


def test_damaged_judgements_of_ones_own_are_read_or_refused_in_words(data: Path) -> None:
    finding = {"row": "16", "kind": "reference", "one": "da-2017", "other": "sv-2017", "one_has": "12", "other_has": ""}
    for row in ("16", "17"):
        own_judgements.save_judgement({**finding, "row": row}, "open", "læses igen")
    path = data.parent / "library" / "parity" / "judgements.toml"

    def read() -> Mapping[object, object] | object:
        return read_judgements(own_judgements.judgements_over({}))

    assert {"read", "refused"} == set(damaged_files(path, path.read_bytes(), read))


READ: dict[str, tuple[bytes, Callable[[bytes], object]]] = {
    "sign-in.toml": (SIGN_IN, read_sign_in),
    "manifest.json": (MANIFEST.content(), lambda content: read_manifest(content, "manifest.json")),
}


@pytest.mark.parametrize("name", READ)
def test_a_damaged_file_of_who_hosts_or_publishes_is_read_or_refused_in_words(name: str, tmp_path: Path) -> None:
    content, read = READ[name]
    path = tmp_path / name
    assert {"read", "refused"} == set(damaged_files(path, content, lambda: read(path.read_bytes())))


@pytest.mark.parametrize("address", ["https://[", "https://a:b:c", "https://\u2100.example", "https://[::1", "//"])
def test_an_address_for_signing_in_that_is_none_is_named(address: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_sign_in(SIGN_IN.replace(b"https://lovbro.example.org", address.encode()))
    assert "address" == caught.value.fault.place
