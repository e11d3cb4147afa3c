"""A folder and a database keep the same documents by the same rules; between them nothing is lost."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import NoReturn

import psycopg
import pytest
from sqlalchemy.exc import OperationalError

from app.build.new_edition import table_folder
from app.cli.main import main
from app.committee import case_editing
from app.committee.journal import journal_html
from app.committee.register import IncomingFile, add, open_register
from app.reader.address import PUBLIC_VIEWS, VIEWS
from app.views.desk import desk_of
from app.views.hosted_view import views_of
from corpus.alignment.review import ReviewDecision
from corpus.committees import (
    Committee,
    CommitteeSeat,
    CommitteesError,
    SignedInPerson,
    committee_dossiers,
    load_committees,
)
from corpus.database import connection as database_connection
from corpus.database import documents as database_documents
from corpus.database.documents import DatabaseDocuments
from corpus.database.migration import migrate
from corpus.database.tables import METADATA
from corpus.database.whole import content_of, history
from corpus.document_store import DATABASE, DocumentStore, FolderDocuments
from corpus.dossiers.dossier import Remark
from corpus.dossiers.folder import DossierError, DossierFolder
from corpus.dossiers.typing_journal import TypedWords, TypingJournal
from corpus.library_backup import restore
from corpus.library_move import MoveError, move_to_database, move_to_folder
from corpus.own_judgements import save_judgement
from corpus.precedents.decision import Decision
from corpus.precedents.folder import CaseFolder, case_folder
from corpus.precedents.publication import publish, withdraw
from corpus.precedents.published import PublishedCases
from corpus.schema import FormatError, Loader
from corpus.store import load_parity_judgements
from tests.conftest import ROOT
from tests.support.mutations import COUNT, damaged_text, seeded
from tests.support.postgres import PostgresServer

pytestmark = pytest.mark.xdist_group("database")

CASE = "Sag: 09-AU-{}\nSpilledato: 2009-03-01\n\nAfgørelse: Kendelsen opretholdes, jf. § 16B.\n"
COMMITTEES = b"""[[committee]]
key = "appeals"
name = "Appeals"
[[committee.member]]
role = "member"
email = "a@b.dk"
"""
LOAD = Loader("x", FormatError)
_numbers = count(1)


@pytest.fixture(params=["folder", "database"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> DocumentStore:
    """An empty place of either kind."""
    if request.param == "folder":
        return FolderDocuments(tmp_path / "shelf")
    return DatabaseDocuments(request.getfixturevalue("database"), f"shelf-{next(_numbers)}", "anna@club.dk")


def test_a_document_is_the_bytes_that_were_written_last(store: DocumentStore) -> None:
    assert ((), False) == (store.names(), store.exists("a.toml"))
    with pytest.raises(FormatError, match="missing"):
        store.read("a.toml", LOAD)
    store.write("a.toml", b"\x00first\xff")
    store.write("a.toml", b"second")
    store.append("log", b"one\n")
    store.append("log", b"two\n")
    assert (b"second", b"one\ntwo\n") == (store.read("a.toml", LOAD), store.read("log", LOAD))
    assert ("a.toml", "log") == store.names()
    with pytest.raises(FormatError, match="large"):
        store.read("a.toml", LOAD, 5)
    store.rename("log", "old")
    store.remove("a.toml")
    assert ("old",) == store.names()
    with pytest.raises(FileNotFoundError):
        store.remove("a.toml")


def test_a_folder_of_documents_is_there_whole_or_not_at_all(store: DocumentStore) -> None:
    assert store.create("k_1", {"original.txt": b"o", "judgment.xml": b"j"})
    assert not store.create("k_1", {"original.txt": b"other"})
    assert store.create("kx1", {"original.txt": b"x"})
    assert (("k_1", "kx1"), ("k_1/judgment.xml", "k_1/original.txt")) == (store.folders(), store.names("k_1"))
    store.remove_folder("k_1")
    assert (("kx1",), False) == (store.folders(), store.exists("k_1/original.txt"))
    assert b"x" == store.read("kx1/original.txt", LOAD)
    assert store.create("k_1", {"original.txt": b"again"})


def test_a_version_changes_with_its_document_and_with_no_other(store: DocumentStore) -> None:
    store.write("a", b"1")
    store.write("b", b"1")
    first, second = store.versions(["a", "b"])
    store.write("a", b"22")
    assert (second, ("c", 0, 0)) == store.versions(["a", "b", "c"])[1:]
    assert first != store.versions(["a"])[0]


def test_what_several_add_under_the_lock_is_all_there(store: DocumentStore) -> None:
    store.write("n", b"0")

    def add_some() -> None:
        for _ in range(10):
            with store.locked():
                store.write("n", str(int(store.read("n", LOAD)) + 1).encode())

    threads = [threading.Thread(target=add_some) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert b"40" == store.read("n", LOAD)


def test_two_windows_that_change_a_dossier_lose_nothing(store: DocumentStore) -> None:
    folder = DossierFolder(store)
    opened = folder.create("Sag 4", "da")
    folder.change(opened, "facts", "Nord passede")
    assert "" == folder.change(opened, "question", "Hvad?").conflict
    clash = folder.change(opened, "facts", "Syd doblede")
    assert ("sag-4", "sag-4--copy") == (clash.conflict, clash.dossier.key)
    folder.edit("sag-4", lambda dossier: dossier.add(Remark("Æ 🂡")))
    kept = folder.open("sag-4").dossier
    assert ("Nord passede", "Hvad?", (Remark("Æ 🂡"),)) == (kept.facts, kept.question, kept.entries)
    assert (("sag-4", "Sag 4"), ("sag-4--copy", "Sag 4")) == folder.titles()
    assert "sag-4-2" == folder.create("Sag 4", "da").dossier.key
    store.write("sag-4.toml", b"\xff")
    with pytest.raises(DossierError):
        folder.open("sag-4")


def test_of_two_hundred_damaged_dossiers_each_is_read_or_named_and_the_sound_one_opens(store: DocumentStore) -> None:
    folder = DossierFolder(store)
    opened = folder.create("Sag", "da")
    folder.change(opened, "facts", "Nord passede")
    sound, fates = store.read("sag.toml", LOAD), Counter[str]()
    for number, content in enumerate(damaged_text(sound, seeded())):
        store.write(f"x-{number}.toml", content)
    titles = folder.titles()
    assert 1 + COUNT == len(titles)
    for key, _ in titles:
        try:
            fates["read"] += bool(folder.open(key).dossier.language)
        except DossierError as error:
            fates[error.fault.code] += f"{key}.toml" == error.fault.file
    assert 1 + COUNT == fates.total()
    assert {"read", "kind", "syntax"} <= set(fates)
    assert "Nord passede" == folder.open("sag").dossier.facts


def test_letters_of_a_window_that_is_gone_are_taken_in(store: DocumentStore) -> None:
    folder = DossierFolder(store)
    opened, journal, window = folder.create("Sag", "da"), TypingJournal(folder), "1" * 16
    journal.keep("sag", window, TypedWords("facts", "", "Nord"))
    journal.keep("sag", window, TypedWords("question", "", "Hvad?"))
    folder.change(opened, "facts", "Nord", saved=lambda: journal.settle("sag", window, "facts", "Nord"))
    store.write(".typed/sag.2222222222222222.json", b"{")
    found = journal.recover("sag", lambda _: False)
    assert (("question",), 1) == (found.fields, len(found.faults))
    assert ("Nord", "Hvad?") == (folder.open("sag").dossier.facts, folder.open("sag").dossier.question)
    assert (".typed/sag.2222222222222222.json.damaged",) == store.names(".typed")
    assert ("sag",) == folder.keys()


def test_decisions_are_taken_in_corrected_published_and_taken_out(store: DocumentStore, tmp_path: Path) -> None:
    folder = CaseFolder(store)
    files = [IncomingFile(f"{n}.txt", CASE.format(n).encode()) for n in (1, 2, 1)]
    assert ["added", "added", "duplicate"] == [one.fate for one in add(files, folder)]
    assert ["09-au-1", "09-au-2"] == sorted(d.key for d in open_register(folder).casebook.decisions)
    decision = folder.read("09-au-1")
    assert isinstance(decision, Decision)
    case_editing.edit(folder, decision, {"event": "Cup"})
    case = open_register(folder).casebook.by_key["09-au-1"]
    original = folder.original("09-au-1")
    assert original is not None
    assert ("Cup", CASE.format(1).encode(), ".txt") == (case.event, original.content, original.ending)
    folder.remove("09-au-2")
    assert (("09-au-1",), None) == (folder.keys(), folder.original("09-au-2"))
    place = tmp_path / "published" if isinstance(store, FolderDocuments) else replace(store, shelf=f"{store.shelf}-p")  # type: ignore[type-var]
    published, day = PublishedCases(place), datetime(2026, 3, 1, tzinfo=UTC)
    publish(published, case, "anna", day)
    before = published.stamps(published.keys())
    assert (["09-au-1"], ()) == ([one.key for one in published.load()[0]], published.load()[1])
    withdraw(published, "09-au-1", "bo", day)
    assert ((), True) == (published.keys(), before != published.stamps(published.keys()))
    lines = published.documents.read("publications.jsonl", LOAD).decode().splitlines()
    assert [("published", "anna"), ("withdrawn", "bo")] == [
        (act, who)
        for line in lines
        for act, who in [(line.split('"act": "')[1][:9], line.split('"who": "')[1].split('"')[0])]
    ]


def test_a_change_that_fails_half_way_leaves_the_database_as_it_was(database: str) -> None:
    store = DatabaseDocuments(database, f"shelf-{next(_numbers)}")
    store.write("a", b"1")

    def half() -> None:
        with store.locked():
            store.write("a", b"2")
            store.write("b", b"3")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        half()
    assert (("a",), b"1") == (store.names(), store.read("a", LOAD))


def test_an_audit_has_who_changed_what_and_no_revision_is_ever_written_over(
    database: str, postgres: PostgresServer
) -> None:
    store = DatabaseDocuments(database, f"shelf-{next(_numbers)}", "anna@club.dk")
    store.write("a", b"1")
    replace(store, author="bo@club.dk").write("a", b"2")
    store.write("a", b"2")  # the same words are no change
    store.remove("a")
    found = history(database, f"{store.shelf}/a")
    assert [(3, "anna@club.dk", True), (2, "bo@club.dk", False), (1, "anna@club.dk", False)] == [
        (one.number, one.who, one.removed) for one in found
    ]
    assert sorted((one.when for one in found), reverse=True) == [one.when for one in found]
    assert (b"1", b"2", None) == tuple(content_of(database, f"{store.shelf}/a", number) for number in (1, 2, 3))
    for statement in ("UPDATE revision SET author = 'x'", "DELETE FROM revision", "TRUNCATE revision CASCADE"):
        with pytest.raises(AssertionError, match="never changed"):
            postgres.sql(statement)


def test_a_registrar_reads_the_history_of_what_is_shared_and_of_the_own_committee_alone(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(DATABASE, database)
    for shelf in ("precedents", "published", "committees/own/dossiers", "committees/other/dossiers"):
        DatabaseDocuments(database, shelf, "eva@club.dk").write("journal.toml", b"1")
    committees = [Committee(key, key) for key in ("own", "other")]
    registrar, member = CommitteeSeat(committees[0], "registrar"), CommitteeSeat(committees[0], "member")
    assert ("journal" in views_of(registrar), "journal" in views_of(member)) == (True, False)
    assert () == history(database, shelves=desk_of(member).shelves)
    found = history(database, shelves=desk_of(registrar).shelves, part="JOURNAL.toml")
    shown = journal_html(found, "da")
    names = ("committees/own/dossiers/journal.toml", "published/journal.toml", "precedents/journal.toml")
    assert names == tuple(one.name for one in found)
    assert all(word in shown for word in (*names, "eva@club.dk", "Offentliggjort kopi", "oprettet"))
    assert ("journal" in PUBLIC_VIEWS, "journal" in VIEWS) == (False, False)


def test_the_migrations_make_the_tables_that_the_program_reads(database: str, postgres: PostgresServer) -> None:
    migrate(database)  # once more changes nothing
    columns = "SELECT table_name || '.' || column_name FROM information_schema.columns WHERE table_schema = 'public'"
    wanted = {f"{table.name}.{column.name}" for table in METADATA.tables.values() for column in table.columns}
    assert {*wanted, "alembic_version.version_num"} == set(postgres.sql(columns).splitlines())


def test_nobody_is_told_that_words_are_safe_which_the_standby_may_not_have(
    database: str, postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = DossierFolder(DatabaseDocuments(database, f"shelf-{next(_numbers)}"))
    opened = folder.create("Sag", "da")
    monkeypatch.setattr(database_connection, "ANSWER", 0.5)
    monkeypatch.setattr(database_connection, "_REST", 0.0)
    postgres.sql("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
    postgres.sql("SELECT pg_reload_conf()")
    try:
        while postgres.sql("SHOW synchronous_standby_names") != "nobody":
            pass
        with pytest.raises(DossierError) as told:
            folder.change(opened, "facts", "Nord")
        assert "did not say" in told.value.fault.cause
    finally:
        postgres.sql("ALTER SYSTEM RESET synchronous_standby_names")
        postgres.sql("SELECT pg_reload_conf()")


@pytest.mark.parametrize(
    "url",
    ["postgresql://lovbro:hemmeligt@127.0.0.1:1/laws", "postgresql://lovbro:hemmeligt@127.0.0.1:1,127.0.0.1:2/laws"],
)
def test_a_database_that_is_away_has_words_and_no_password(
    url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(DATABASE, url)
    folder = DossierFolder(committee_dossiers("appeals"))
    with pytest.raises(OSError, match="does not answer"):
        folder.keys()
    with pytest.raises(DossierError) as told:
        folder.open("sag")
    with pytest.raises(CommitteesError) as told_again:
        load_committees()
    assert 2 == main(["library", "history"])
    said = f"{told.value.fault} {told_again.value.fault} {folder!r} {capsys.readouterr()}"
    assert "does not answer" in said
    assert "hemmeligt" not in said


def test_while_the_database_is_away_what_was_read_last_is_shown_for_some_minutes_and_nothing_is_saved(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = DossierFolder(DatabaseDocuments(database, f"shelf-{next(_numbers)}"))
    opened = folder.create("Sag", "da")

    def read() -> object:
        documents = folder.documents
        return folder.keys(), folder.open("sag"), documents.versions(["sag.toml"]), documents.state()

    before = read()
    # Of the list of committees nothing but itself is ever asked.
    alone = DatabaseDocuments(database, f"shelf-{next(_numbers)}")
    alone.write("committees.toml", COMMITTEES)
    alone.read("committees.toml", LOAD)

    def away(url: str) -> NoReturn:
        raise OperationalError("", None, Exception())

    monkeypatch.setattr(database_connection, "_REST", 0.0)
    with monkeypatch.context() as gone:
        gone.setattr(database_connection, "_engine", away)
        with pytest.raises(DossierError):
            folder.change(opened, "facts", "Nord")
        assert before == read()
        assert (True, COMMITTEES) == (alone.exists("committees.toml"), alone.read("committees.toml", LOAD))
        gone.setattr(database_documents, "STALE", 0.0)
        with pytest.raises(OSError, match="does not answer"):
            folder.keys()
        with pytest.raises(DossierError):
            folder.open("sag")
    assert "Nord" == folder.change(opened, "facts", "Nord").dossier.facts


def library_of(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A library with something of every kind, damaged and strange files among it."""
    home = tmp_path / "library"
    monkeypatch.setenv("LOVBRO_LIBRARY", str(home))
    for name in ("LOVBRO_DOSSIERS", "LOVBRO_PRECEDENTS", "LOVBRO_PUBLISHED", "LOVBRO_COMMITTEES", DATABASE):
        monkeypatch.delenv(name, raising=False)
    folder = DossierFolder(home / "dossiers")
    folder.create("Sag 4", "da")
    TypingJournal(folder).keep("sag-4", "3" * 16, TypedWords("facts", "", "Nord"))
    list(add([IncomingFile("1.txt", CASE.format(1).encode())], CaseFolder(home / "precedents")))
    table_folder().decide("2007-2017", "16C", ReviewDecision("accepted"))
    finding = dict.fromkeys(("row", "kind", "one", "other", "one_has", "other_has"), "16C")
    save_judgement(finding, "open", "læses igen")
    strange = {
        "dossiers/damaged.toml": b"\xff\x00", "dossiers/Notat æ.txt": b"", "precedents/stray.txt": b"s",
        "precedents/09-au-1/deeper/still/x.bin": bytes(range(256)), "published/09-au-1.xml": b"<x/>",
        "published/publications.jsonl": b"{}\n", "committees/appeals/dossiers/sag-1.toml": b"format = 1\n",
        "committees.toml": COMMITTEES,
        "texts/nb-2027/own.txt": b"stays where it is",
    }  # fmt: skip
    for name, content in strange.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_bytes(content)
    return home


@pytest.fixture
def empty(postgres: PostgresServer) -> str:
    """A database without tables."""
    name = f"moved_{next(_numbers)}"
    postgres.sql(f"CREATE DATABASE {name}")
    return postgres.url.replace("/postgres", f"/{name}")


def test_moved_into_a_database_and_back_every_byte_of_the_library_is_as_before(
    home: Path, empty: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = library_of(home)
    assert 0 == main(["library", "move", empty])
    assert {"texts/nb-2027/own.txt"} == set(library_of(home))
    monkeypatch.setenv(DATABASE, empty)
    with psycopg.connect(empty) as connection:
        assert [("09-au-1",)] == connection.execute("select key from register.cases").fetchall()
    # What was there is found there, by everything that reads it.
    assert 1 == table_folder().can_undo("2007-2017")
    assert "16C" in [one["row"] for one in load_parity_judgements()["judgement"]]
    (seat,) = load_committees().seats_of(SignedInPerson("7", "a@b.dk"))
    assert "appeals" == seat.committee.key
    assert ("sag-1",) == DossierFolder(committee_dossiers("appeals")).keys()
    assert 1 == main(["library", "check"])
    said = capsys.readouterr().out
    assert ("damaged.toml" in said, "dossiers: 2, decisions: 1" in said) == (True, True)
    assert 0 == main(["precedents", "index"])
    assert "1 decisions are in the index\n" == capsys.readouterr().out
    # A backup has both what is in the folder and what is in the database.
    assert 0 == main(["library", "backup", str(tmp_path / "saved.zip")])
    restore(tmp_path / "saved.zip", tmp_path / "restored")
    assert {k: v for k, v in before.items() if "/." not in k} == library_of(tmp_path / "restored")
    assert 0 == main(["library", "move", str(home)])
    assert before == library_of(home)
    assert ((), 0) == (
        DatabaseDocuments(empty, "dossiers").every(),
        main(["library", "history", "dossiers/sag-4.toml"]),
    )
    assert "taken away" in capsys.readouterr().out


def test_a_backup_of_a_database_is_restored_into_an_empty_machine_and_an_empty_database(
    home: Path, empty: str, postgres: PostgresServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {name: content for name, content in library_of(home).items() if "/." not in name}
    assert 0 == main(["library", "move", empty])
    monkeypatch.setenv(DATABASE, empty)
    assert 0 == main(["library", "backup", str(tmp_path / "saved.zip")])
    # The machine and its database are lost.
    postgres.sql("CREATE DATABASE anew")
    monkeypatch.setenv("LOVBRO_LIBRARY", str(tmp_path / "anew"))
    for database, status in ((empty, 2), (empty.rpartition("/")[0] + "/anew", 0)):
        monkeypatch.setenv(DATABASE, database)
        assert status == main(["library", "restore", str(tmp_path / "saved.zip")])
        assert bool(status) == (not (tmp_path / "anew").exists())  # a database in use is left as it is
    assert {"texts/nb-2027/own.txt"} == set(library_of(tmp_path / "anew"))
    assert ("09-au-1",) == tuple(one.key for one in open_register(case_folder()).casebook.decisions)
    assert 0 == main(["library", "move", str(tmp_path / "anew")])
    assert before == library_of(tmp_path / "anew")


def test_a_move_that_is_cut_off_anywhere_leaves_the_source_whole_and_is_finished_by_another(
    home: Path, empty: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, writes = library_of(home), count(1)

    def failing(at: int, write: Callable[..., None]) -> Callable[..., None]:
        def instead(self: object, *values: object) -> None:
            if next(writes) == at:
                raise KeyboardInterrupt
            write(self, *values)

        return instead

    for at in (1, 4, 9):
        writes = count(1)
        with monkeypatch.context() as cut:
            cut.setattr(DatabaseDocuments, "write", failing(at, DatabaseDocuments.write))
            with pytest.raises(KeyboardInterrupt):
                move_to_database(home, empty)
        assert before == library_of(home)
    writes = count(1)
    with monkeypatch.context() as cut:
        cut.setattr(FolderDocuments, "remove", failing(3, FolderDocuments.remove))
        with pytest.raises(KeyboardInterrupt):
            move_to_database(home, empty)
    shelves = {"dossiers": "dossiers/", "precedents": "precedents/", "published": "published/"}
    for shelf, start in shelves.items():
        store = DatabaseDocuments(empty, shelf)
        assert {k.removeprefix(start): v for k, v in before.items() if k.startswith(start)} == {
            name: store.read(name, LOAD) for name in store.every()
        }
    move_to_database(home, empty)
    writes = count(1)
    with monkeypatch.context() as cut:
        cut.setattr(FolderDocuments, "write", failing(4, FolderDocuments.write))
        with pytest.raises(KeyboardInterrupt):
            move_to_folder(empty, home)
    assert "damaged.toml" in DatabaseDocuments(empty, "dossiers").names()
    move_to_folder(empty, home)
    assert before == library_of(home)


def test_a_document_that_differs_at_both_places_or_is_a_link_stops_the_move_before_anything_is_written(
    home: Path, empty: str, tmp_path: Path
) -> None:
    linked = home / "precedents" / "09-au-7"  # a case that lies elsewhere: it would be left behind without a word
    (tmp_path / "elsewhere").mkdir()
    linked.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(MoveError, match="09-au-7 is no ordinary file"):
        move_to_database(home, empty)
    linked.unlink()
    DatabaseDocuments(empty, "dossiers").write("sag-4.toml", b"another")
    before = library_of(home)
    with pytest.raises(MoveError, match=r"dossiers/sag-4\.toml is at both places"):
        move_to_database(home, empty)
    assert before == library_of(home)
    assert (("sag-4.toml",), ()) == (
        DatabaseDocuments(empty, "dossiers").every(),
        DatabaseDocuments(empty, "precedents").every(),
    )


def test_a_server_for_everybody_sees_published_decisions_alone_and_no_server_changes_a_revision(
    empty: str, postgres: PostgresServer
) -> None:
    migrate(empty)
    postgres.sql((ROOT / "deploy" / "database.sql").read_text("utf-8"), empty.rpartition("/")[2])
    committee, public = (empty.replace("//admin@", f"//{role}@") for role in ("lovbro", "lovbro_public"))
    DossierFolder(DatabaseDocuments(committee, "dossiers")).create("Sag", "da")
    for shelf in ("published", "tables", "parity", "precedents"):
        DatabaseDocuments(committee, shelf).write("09-au-1.xml", b"<x/>")
    for shelf in ("published", "tables", "parity"):
        store = DatabaseDocuments(public, shelf)
        assert (("09-au-1.xml",), b"<x/>") == (store.names(), store.read("09-au-1.xml", LOAD))
    for shelf in ("dossiers", "precedents"):
        assert () == DatabaseDocuments(public, shelf).names()
        with pytest.raises(FormatError, match="missing"):
            DatabaseDocuments(public, shelf).read("sag.toml" if shelf == "dossiers" else "09-au-1.xml", LOAD)
    with pytest.raises(OSError, match="does not let this user"):
        DatabaseDocuments(public, "published").write("09-au-1.xml", b"<y/>")
    assert [1] == [one.number for one in history(committee, "dossiers/sag.toml")]
    for statement in ("UPDATE revision SET author = 'x'", "DELETE FROM revision", "TRUNCATE revision CASCADE"):
        with pytest.raises(psycopg.errors.InsufficientPrivilege), psycopg.connect(committee) as connection:
            connection.execute(statement)


def test_without_a_database_nothing_of_it_is_loaded(tmp_path: Path) -> None:
    code = (
        "import sys; from app.cli.main import main; main(['library', 'check']); "
        "sys.exit([m for m in ('sqlalchemy', 'alembic', 'psycopg') if m in sys.modules])"
    )
    environment = {**os.environ, "LOVBRO_LIBRARY": str(tmp_path)}
    environment.pop(DATABASE, None)
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert "[]" == done.stderr.strip()
