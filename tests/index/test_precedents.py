"""The index of the register answers as its folder does, whoever changed it, and whatever became of its file."""

from __future__ import annotations

import itertools
import os
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import NoReturn

import psycopg
import pytest

from app.committee import case_editing
from app.committee.register import IncomingFile, add, reader, samples
from app.i18n.words import words
from app.reader.parts.decision_lists import at_provision
from corpus import document_store
from corpus.alignment.concordance import Concordance
from corpus.alignment.fate import NumberFates
from corpus.database.documents import DatabaseDocuments
from corpus.library import Library
from corpus.precedents.decision import Decision
from corpus.precedents.folder import JUDGMENT, CaseFolder
from index.precedents import decision_index, shared_index
from index.precedents.casebook import COUNTED, Casebook, register_statistics
from index.precedents.decision_index import DecisionIndex
from index.precedents.filters import DecisionFilter
from index.precedents.index_file import connected, index_beside
from index.precedents.shared_index import SharedDecisionIndex
from tests.support.faults import each_fault
from tests.support.invented_decisions import generate
from tests.support.mutations import COUNT, damaged_text, seeded
from tests.support.plain_register import accepted, laws_cited, told, under

PLACES = ("16B", "16D2c", "12C1", "73", "12C1e", "16")
FILTERS = (
    DecisionFilter(),
    DecisionFilter(instance="AU"),
    DecisionFilter(outcome="changed", deposit="returned"),
    DecisionFilter(unanimous=False),
    DecisionFilter(since=date(2008, 1, 1)),
    DecisionFilter(until=date(2017, 8, 31)),
    DecisionFilter(since=date(2008, 1, 1), until=date(2017, 8, 31), words="tænk"),
    DecisionFilter(words="Øst spurgte"),
    DecisionFilter(words="nabobordet"),
    DecisionFilter(words="spurgtes meldingernes"),
    DecisionFilter(words="spillarna bordets 16C"),
    DecisionFilter(words='" OR * NOT (a) -b: ^'),
    DecisionFilter(words="no such words"),
    DecisionFilter(words=" ".join(f"nord{n}" for n in range(2000))),
)
_numbers = itertools.count()


@pytest.fixture(scope="module")
def decisions(tmp_path_factory: pytest.TempPathFactory) -> tuple[Decision, ...]:
    """Two hundred invented decisions and the samples, one of them of an unknown day, read by their words alone."""
    folder = CaseFolder(tmp_path_factory.mktemp("cases") / "precedents")
    files = [(known.name, known.content) for known in generate(200, seed=16)]
    files += [(path.name, path.read_bytes()) for path in samples()]
    for name, content in (*files, ("gammel.txt", "En gammel sag efter § 16C.".encode())):
        read = reader()(name, content)
        folder.add(read.decision, content, read.ending)
    return folder.load()[0]


@pytest.fixture
def folder(tmp_path: Path, decisions: tuple[Decision, ...]) -> CaseFolder:
    return filled(CaseFolder(tmp_path / "precedents"), decisions[::4])


def filled(folder: CaseFolder, decisions: Iterable[Decision]) -> CaseFolder:
    for one in decisions:
        folder.add(one, b"text", ".txt")
    return folder


@pytest.fixture(params=["folder", pytest.param("database", marks=pytest.mark.xdist_group("database"))])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> CaseFolder:
    """An empty register at each of the places where one may be."""
    if request.param == "folder":
        return CaseFolder(tmp_path / "precedents")
    return CaseFolder(DatabaseDocuments(request.getfixturevalue("database"), f"register-{next(_numbers)}"))


@pytest.fixture
def opened(concordance: Concordance, library: Library) -> Callable[[CaseFolder], Casebook]:
    fates = NumberFates.of(concordance, library)

    def casebook(folder: CaseFolder) -> Casebook:
        if isinstance(folder.place, Path):
            return Casebook(DecisionIndex(folder, folder.place), fates)
        assert isinstance(folder.place, DatabaseDocuments)
        index = SharedDecisionIndex(folder, folder.place)
        index.complete(lambda _: None)
        return Casebook(index, fates)

    return casebook


def all_answers(casebook: Casebook) -> Iterator[object]:
    for only in FILTERS:
        yield [head.key for head in casebook.select(only)]
        yield casebook.count(only)
    for place in PLACES:
        found = casebook.at("laws", "2017", place)
        lists = {"applied": found.applied, "not-breached": found.not_breached, "mentioned": found.mentioned}
        lists |= {"wider": found.wider, "unchecked": found.unchecked}
        yield {name: [line.decision.key for line in lines] for name, lines in lists.items() if lines}
    counted = {(row.by, row.group, row.field): Counter(row.counts) for row in register_statistics(casebook, "2017")}
    yield {key: +counts for key, counts in counted.items()}
    yield [one.name for one in casebook.damaged]


def plain_answers(folder: CaseFolder, fates: NumberFates) -> Iterator[object]:
    decisions, damaged = folder.load()
    for only in FILTERS:
        keys = accepted(decisions, only)
        yield keys
        yield len(keys)
    for place in PLACES:
        yield under(decisions, fates, "2017", place)
    groups = {("all", ""): list(decisions)}
    for one in decisions:
        groups.setdefault(("year", str(one.played.year) if one.played else ""), []).append(one)
        for law in laws_cited(one, fates, "2017"):
            groups.setdefault(("law", law), []).append(one)
    yield {(*group, field): told(found, field) for group, found in groups.items() for field in COUNTED}
    yield [one.name for one in damaged]


def same(casebook: Casebook, folder: CaseFolder) -> bool:
    casebook.refresh()
    return list(all_answers(casebook)) == list(plain_answers(folder, casebook.fates))


def test_all_answers_are_those_of_the_folder(
    place: CaseFolder, decisions: tuple[Decision, ...], opened: Callable[[CaseFolder], Casebook]
) -> None:
    folder = filled(place, decisions)
    casebook = opened(folder)
    found, plain = list(all_answers(casebook)), list(plain_answers(folder, casebook.fates))
    assert plain == found
    assert [one.head for one in folder.load()[0]] == list(casebook.decisions)
    days = [one.played for one in decisions if one.played]
    assert (len(decisions), min(days), max(days)) == (casebook.reach.count, casebook.reach.first, casebook.reach.last)
    assert {field: told(decisions, field)[""] for field in COUNTED} == {
        field: casebook.reach.untold[field] for field in COUNTED
    }


def test_what_another_process_adds_edits_and_deletes_is_seen_at_the_next_question(
    place: CaseFolder, decisions: tuple[Decision, ...], opened: Callable[[CaseFolder], Casebook]
) -> None:
    folder = filled(place, decisions[::4])
    casebook, other = opened(folder), opened(folder)
    added = folder.add(replace(decisions[1], key="new"), b"text", ".txt")
    assert same(casebook, folder)
    folder.rewrite(replace(added, outcome="referred", played=date(1999, 1, 1), event="Zebraturneringen"))
    assert same(casebook, folder)
    assert ["new"] == [head.key for head in casebook.select(DecisionFilter(words="zebra"))]
    folder.documents.write(f"new/{JUDGMENT}", b"<akomaNtoso")
    assert same(casebook, folder)
    assert ["new"] == [one.name for one in casebook.damaged]
    folder.remove("new")
    folder.remove(decisions[0].key)
    assert same(casebook, folder)
    assert same(other, folder)


@pytest.mark.xdist_group("database")
def test_an_index_that_is_not_finished_takes_in_a_few_decisions_at_each_question_and_says_how_many_are_missing(
    database: str,
    decisions: tuple[Decision, ...],
    concordance: Concordance,
    library: Library,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shared_index, "AT_A_QUESTION", 4)
    shelf = DatabaseDocuments(database, f"register-{next(_numbers)}")
    folder = filled(CaseFolder(shelf), decisions[:11])
    index = SharedDecisionIndex(folder, shelf)
    casebook = Casebook(index, NumberFates.of(concordance, library))
    assert (4, 7) == (casebook.reach.count, casebook.reach.waiting)
    page = at_provision(casebook.at("laws", "2017", "16B"), casebook.reach, "da")
    assert "det mangler sager i lister og tal: 7" in page
    assert words("da")["desk_no_decisions"] not in page
    casebook.refresh()
    assert (8, 3) == (casebook.reach.count, casebook.reach.waiting)
    folder.remove(decisions[0].key)
    assert 10 == index.complete(lambda _: None)
    assert same(casebook, folder)
    assert 0 == casebook.reach.waiting
    assert "mangler" not in at_provision(casebook.at("laws", "2017", "16B"), casebook.reach, "da")
    # Another one that is making it keeps nobody waiting.
    with shared_index._writing(database, True):
        folder.rewrite(replace(decisions[1], event="Zebraturneringen"))
        casebook.refresh()
        assert (10, 1) == (casebook.reach.count, casebook.reach.waiting)
    assert 10 == index.make_anew(lambda _: None)
    assert same(casebook, folder)


@pytest.mark.xdist_group("database")
def test_a_decision_is_in_the_index_as_soon_as_it_is_written_corrected_or_taken_out(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_index, "AT_A_QUESTION", 9)
    shelf = DatabaseDocuments(database, f"register-{next(_numbers)}")
    folder = CaseFolder(shelf)

    def indexed() -> set[tuple[str, str]]:
        with psycopg.connect(database) as connection:
            return set(connection.execute("select key, event from register.cases").fetchall())

    list(add([IncomingFile(known.name, known.content) for known in generate(20, seed=3)], folder))
    assert set(folder.keys()) == {key for key, _ in indexed()}
    first = folder.read(folder.keys()[0])
    assert isinstance(first, Decision)
    case_editing.edit(folder, first, {"event": "Zebraturneringen"})
    assert (first.key, "Zebraturneringen") in indexed()
    case_editing.remove(folder, first.key)
    assert set(folder.keys()) == {key for key, _ in indexed()}


@pytest.mark.xdist_group("database")
def test_while_the_database_is_away_what_was_asked_is_answered_as_it_was(
    database: str,
    decisions: tuple[Decision, ...],
    opened: Callable[[CaseFolder], Casebook],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = CaseFolder(DatabaseDocuments(database, f"register-{next(_numbers)}"))
    casebook = opened(filled(folder, decisions[:9]))
    asked = casebook.select(DecisionFilter(words="nord"))

    def away(url: str) -> NoReturn:
        raise OSError(113, "the database does not answer")

    monkeypatch.setattr(shared_index, "reading", away)
    assert asked == casebook.select(DecisionFilter(words="nord"))
    with pytest.raises(OSError, match="does not answer"):
        casebook.select(DecisionFilter(words="not asked before"))


def test_a_large_register_sees_each_change_of_its_own_and_others_when_their_turn_comes(
    folder: CaseFolder, opened: Callable[[CaseFolder], Casebook], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decision_index, "CHECKED_AT_ONCE", 7)
    monkeypatch.setattr(document_store, "_SETTLED", -1.0)
    casebook = opened(folder)
    last = folder.read(folder.keys()[-1])
    assert isinstance(last, Decision)
    folder.rewrite(replace(last, event="Zebraturneringen"))
    assert same(casebook, folder)
    stamp = os.stat(str(folder.place))
    (Path(str(folder.place)) / last.key / JUDGMENT).write_bytes(
        b"no judgment"
    )  # by an editor, which touches no other file
    os.utime(str(folder.place), ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    for _ in range(len(folder.keys()) // 7 + 1):
        casebook.refresh()
    assert same(casebook, folder)


@pytest.mark.parametrize("damage", ["gone", "garbage", "cut", "another program's", "another make", "no table"])
def test_the_file_is_made_again_from_the_folder(
    folder: CaseFolder, opened: Callable[[CaseFolder], Casebook], damage: str
) -> None:
    path = index_beside(Path(str(folder.place)))
    before = opened(folder)
    assert same(before, folder)
    content = path.read_bytes()
    if damage == "gone":
        path.unlink()
    elif damage in ("garbage", "cut"):
        path.write_bytes(b"\0garbage" * 5000 if damage == "garbage" else content[: len(content) // 2])
    else:
        change = {
            "another program's": "create table t (a); drop table cases",
            "another make": "update about set value = '0' where name = 'format'",
            "no table": "drop table searched",
        }
        with sqlite3.connect(path) as database:
            database.executescript(change[damage])
        database.close()
    assert same(opened(folder), folder)
    assert same(before, folder)


def test_where_no_file_can_be_written_the_answers_are_the_same(
    folder: CaseFolder, opened: Callable[[CaseFolder], Casebook]
) -> None:
    index_beside(Path(str(folder.place))).mkdir()
    assert same(opened(folder), folder)


@pytest.mark.parametrize("name", [".precedents.index", ".precedents.index.sum"])
def test_an_index_that_is_not_byte_for_byte_as_it_was_left_is_believed_in_nothing(
    folder: CaseFolder, opened: Callable[[CaseFolder], Casebook], name: str
) -> None:
    """SQLite reads many a damaged file without a word, and another outcome in it."""
    index = index_beside(Path(str(folder.place)))
    plain = list(plain_answers(folder, opened(folder).fates))
    before = {path: path.read_bytes() for path in index.parent.glob(f"{index.name}*")}
    content = before[index.with_name(name)]
    for number, damaged in enumerate(damaged_text(content, seeded())):
        for path, whole in before.items():
            path.write_bytes(whole)
        index.with_name(name).write_bytes(damaged)
        if number % (COUNT // 5) == 0:
            assert plain == list(all_answers(opened(folder)))
        # What is behind the last page, or a file of none, SQLite does not read.
        elif damaged != content and (name.endswith("sum") or not (damaged == b"" or damaged.startswith(content))):
            with pytest.raises(sqlite3.DatabaseError):
                connected(index)


@pytest.mark.parametrize("start", ["no index", "an older one"])
def test_on_a_failing_disk_the_answers_are_those_of_the_folder(
    tmp_path: Path, decisions: tuple[Decision, ...], opened: Callable[[CaseFolder], Casebook], start: str
) -> None:
    folder = filled(CaseFolder(tmp_path / "precedents"), decisions[:3])
    index = index_beside(tmp_path / "precedents")
    before = b""
    if start == "an older one":
        opened(folder).refresh()
        before = index.read_bytes()
    folder.rewrite(replace(decisions[0], event="Zebraturneringen", outcome="referred", played=date(2099, 1, 1)))
    folder.remove(decisions[1].key)
    plain = [one.head for one in folder.load()[0]]

    def prepare() -> None:
        for path in tmp_path.glob(".precedents.*"):
            path.unlink()
        if before:
            index.write_bytes(before)

    def asked() -> object:
        casebook = opened(folder)
        assert [plain[0].key] == [head.key for head in casebook.select(DecisionFilter(words="zebra"))]
        return list(casebook.decisions)

    for fault in each_fault(tmp_path, prepare, asked, most=20, sqlite=True):
        assert plain == fault.result, fault
        assert plain == asked(), fault  # from what it left


def test_who_has_no_register_gets_no_index(tmp_path: Path, opened: Callable[[CaseFolder], Casebook]) -> None:
    folder = CaseFolder(tmp_path / "precedents")
    assert 0 == opened(folder).reach.count
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize("key", ["", ".", "..", "../precedents", "a/../b", "/etc", "\0", "x" * 5000])
def test_a_key_that_leads_out_of_the_folder_is_no_case(
    folder: CaseFolder, opened: Callable[[CaseFolder], Casebook], key: str
) -> None:
    assert opened(folder).by_key.get(key) is None
