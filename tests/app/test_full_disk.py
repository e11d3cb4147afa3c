"""Each creation, write, fsync and rename fails in turn: what was there stays whole, and the failure has words."""

from __future__ import annotations

import errno
import os
import shutil
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from app.build import freshness, products
from app.cli.main import main
from app.committee import case_editing
from app.committee.register import IncomingFile, add
from app.publish import site as site_export
from app.reader.context import ReaderServices
from corpus import own_judgements, own_texts, store
from corpus.alignment.review import ReviewDecision, TableReview
from corpus.alignment.review_folder import ReviewFolder
from corpus.document_store import FolderDocuments
from corpus.dossiers.dossier import TypedAdjustment
from corpus.dossiers.folder import DossierError, DossierFolder, OpenDossier
from corpus.files import write_atomic
from corpus.library import Library
from corpus.library_backup import backup, restore
from corpus.own_texts import OwnTexts, ReadingDecision
from corpus.precedents.decision import Decision
from corpus.precedents.folder import CaseFolder
from index.search import fulltext, generation
from tests.conftest import Made
from tests.support import invented_source
from tests.support.faults import each_fault

pytestmark = pytest.mark.xdist_group("sources")

TOLD = "No space left on device"
CASE = "Sag: 09-AU-{}\nSpilledato: 2009-03-01\n\nAfgørelse: Kendelsen opretholdes, jf. § 16B.\n"


def whole_files(folder: Path) -> dict[str, bytes]:
    """What a folder holds, without what is being written."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in paths if not p.name.startswith(".")}


def put_back(folder: Path, files: dict[str, bytes]) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def test_a_disk_that_is_full_names_the_file_that_has_no_room(tmp_path: Path) -> None:
    path = tmp_path / "sag-1.toml"
    for fault in each_fault(tmp_path, lambda: None, lambda: write_atomic(path, b"words")):
        if fault.at == 2:  # created, and then there is no room
            assert isinstance(fault.error, OSError)
            assert str(path) == fault.error.filename


CHANGES: dict[str, Callable[[DossierFolder, OpenDossier], object]] = {
    "change": lambda folder, opened: folder.change(opened, "title", "Sag 2"),
    "edit": lambda folder, opened: folder.edit("sag-1", lambda dossier: replace(dossier, facts="Nord. " * 5000)),
    "score": lambda folder, opened: folder.change(opened, "score", TypedAdjustment("teams", "NS", outcomes="4♠ S =")),
    "board": lambda folder, opened: folder.edit("sag-1", lambda dossier: replace(dossier, board="7", deal="N:" * 900)),
    "create": lambda folder, opened: folder.create("Sag 1", "da"),
    "save": lambda folder, opened: folder.save(replace(opened, dossier=replace(opened.dossier, question="Hvad?"))),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_dossier_on_a_failing_disk_is_the_old_one_or_the_new_one(change: str, tmp_path: Path) -> None:
    folder = DossierFolder(tmp_path / "dossiers")
    opened = folder.create("Sag 1", "da")
    before = whole_files(folder.place)
    CHANGES[change](folder, opened)
    after = whole_files(folder.place)
    assert before != after
    run = partial(CHANGES[change], folder, opened)
    for fault in each_fault(folder.place, lambda: put_back(folder.place, before), run):
        assert isinstance(fault.error, DossierError), fault
        assert TOLD == fault.error.fault.cause
        assert whole_files(folder.place) in (before, after), fault


def test_files_taken_in_on_a_failing_disk_are_there_or_refused(tmp_path: Path) -> None:
    folder = CaseFolder(tmp_path / "register")
    list(add([IncomingFile("old.txt", CASE.format(1).encode())], folder))
    before = whole_files(folder.place)
    incoming = [IncomingFile(f"{n}.txt", CASE.format(n).encode()) for n in (2, 3)]
    faults = each_fault(folder.place, lambda: put_back(folder.place, before), lambda: list(add(incoming, folder)))
    for fault in faults:
        assert fault.error is None, fault
        assert isinstance(fault.result, list)
        refused = [one for one in fault.result if one.fate == "refused"]
        assert 2 == len(fault.result)
        assert refused
        assert all(one.refusal.cause == TOLD for one in refused), fault
        decisions, damaged = folder.load()
        assert () == damaged, fault
        kept = {decision.number for decision in decisions}
        assert {"09-AU-1", *(one.decision.number for one in fault.result if one.decision)} <= kept, fault
        assert before.items() <= whole_files(folder.place).items()
        # What was refused is taken in when the disk has room again; what was taken in is not there twice.
        list(add(incoming, folder))
        assert ["09-AU-1", "09-AU-2", "09-AU-3"] == sorted(d.number for d in folder.load()[0]), fault


def test_a_correction_on_a_failing_disk_takes_effect_or_does_not(tmp_path: Path) -> None:
    folder = CaseFolder(tmp_path / "register")
    (added,) = add([IncomingFile("old.txt", CASE.format(1).encode())], folder)
    assert added.decision is not None
    key = added.decision.key
    case_editing.edit(folder, added.decision, {"event": "Cup"})
    before = whole_files(folder.place)
    old = folder.read(key)
    assert isinstance(old, Decision)
    run = partial(case_editing.edit, folder, old, {"outcome": "changed"})
    for fault in each_fault(folder.place, lambda: put_back(folder.place, before), run):
        assert isinstance(fault.error, OSError), fault
        assert TOLD == fault.error.strerror
        found = folder.read(key)
        assert isinstance(found, Decision), fault
        assert found.outcome in ("upheld", "changed")
        if not fault.lasting:
            # What the page shows is what a later reading of the original gives.
            assert (found.outcome == "changed") == (folder.corrections(key).field("outcome") is not None), fault


def test_cases_read_again_on_a_failing_disk_are_told_one_by_one(tmp_path: Path) -> None:
    folder = CaseFolder(tmp_path / "register")
    list(add([IncomingFile(f"{n}.txt", CASE.format(n).encode()) for n in (1, 2)], folder))
    before = whole_files(folder.place)
    decisions = folder.load()[0]

    def run() -> object:
        return list(case_editing.read_again(folder, decisions))

    for fault in each_fault(folder.place, lambda: put_back(folder.place, before), run):
        assert isinstance(fault.result, list)
        assert any(one.refusal and one.refusal.cause == TOLD for one in fault.result), fault
        assert before == whole_files(folder.place), fault


OWN_FILES = [("lov.txt", "§ 1. Kortene\n".encode())]
OWN_ENTRY = replace(invented_source.registry().expressions[0], key="nb-2017")


def save_own(own: OwnTexts, xml: bytes, *decisions: ReadingDecision) -> None:
    with own.saving(OWN_ENTRY, None, OWN_FILES, xml, decisions):
        pass


def add_and_align(own: OwnTexts) -> None:
    with own.saving(OWN_ENTRY, None, OWN_FILES, b"<new/>", ()):
        own.save_alignment(b"<aligned/>", "made from")


OWN_CHANGES: dict[str, Callable[[OwnTexts], object]] = {
    "add and align": add_and_align,
    "add": lambda own: save_own(own, b"<new/>"),
    "decide": lambda own: own.decide("nb-2017", lambda _: [ReadingDecision("b.", "1B", "trykfejl")]),
    "remove": lambda own: own.remove("nb-2017"),
}


@pytest.mark.parametrize("change", OWN_CHANGES)
def test_a_text_of_ones_own_on_a_failing_disk_is_the_old_one_or_the_new_one(
    change: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = OwnTexts(tmp_path / "library")
    monkeypatch.setenv("LOVBRO_LIBRARY", str(own.path))
    save_own(own, b"<old/>")
    before = whole_texts(own)
    OWN_CHANGES[change](own)
    after = whole_texts(own)
    assert before != after
    files = before["files"]
    run = partial(OWN_CHANGES[change], own)
    for fault in each_fault(own.path, lambda: put_back(own.path, files), run):
        assert isinstance(fault.error, OSError), fault
        assert TOLD == fault.error.strerror
        # A disk that takes no name at all takes none back either; who reads next puts the old one there.
        found = OwnTexts.open() if fault.lasting else own
        assert [] == list(found.check()), fault
        assert whole_texts(found) in (before, after), fault
        if change == "add and align" and not fault.lasting:
            assert before == whole_texts(found), fault
            assert own.alignment("made from") in (None, b"<aligned/>")


def whole_texts(own: OwnTexts) -> dict[str, Any]:
    """The files of the texts of a library, but what is hidden."""
    files = whole_files(own.path)
    return {"files": {n: files[n] for n in files if n.startswith("texts/") and "/." not in n}, "keys": own.all_keys()}


def test_servers_that_share_a_library_which_they_may_only_read_keep_what_they_align_in_their_own_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_texts, "data_dir", lambda: tmp_path / "data")
    own, write = OwnTexts(tmp_path / "library"), own_texts.write_atomic

    def refusing(path: Path, content: bytes) -> None:
        if own.path in path.parents:
            raise OSError(errno.EROFS, "Read-only file system")
        write(path, content)

    monkeypatch.setattr(own_texts, "write_atomic", refusing)
    own.save_alignment(b"<aligned/>", "these texts")
    assert (b"<aligned/>", None) == (own.alignment("these texts"), own.alignment("others"))
    assert not own.path.exists()


def test_a_table_on_a_failing_disk_is_the_old_one_or_the_new_one(tmp_path: Path) -> None:
    own = OwnTexts(tmp_path / "library")
    own.save_table("2017-2027", "old")

    def prepare() -> None:
        put_back(own.path / "tables", {"2017-2027.csv": b"old"})

    for fault in each_fault(own.path, prepare, lambda: own.save_table("2017-2027", "new")):
        assert isinstance(fault.error, OSError), fault
        assert own.table("2017-2027") in ("old", "new"), fault


def test_a_table_reviewed_on_a_failing_disk_says_of_each_decision_whether_it_is_kept(tmp_path: Path) -> None:
    place = tmp_path / "tables"
    folder = ReviewFolder(FolderDocuments(place), lambda _: None)
    rows = "law_2017,law_2027,place,content,note,note_da,note_nb,note_sv\n1,1,same,same,,,,\n2,3,moved,same,,,,\n"
    put_back(place, {"2017-2027.csv": rows.encode()})
    folder.decide("2017-2027", "1", ReviewDecision("accepted"))
    before, old = whole_files(place), folder.open("2017-2027")
    new = folder.decide("2017-2027", "2", ReviewDecision("reworded"))
    prepare = partial(put_back, place, before)
    run = partial(folder.decide, "2017-2027", "2", ReviewDecision("reworded"))
    for fault in each_fault(place, prepare, run):
        found = folder.open("2017-2027")
        if fault.error is None:
            assert new == found == fault.result, fault
        else:
            assert isinstance(fault.error, OSError)
            assert TOLD == fault.error.strerror
            assert found in (old, new), fault
        # What is taken back is a decision of the table as it is, or none.
        if folder.can_undo("2017-2027") and found == new:
            assert folder.undo("2017-2027")[0] in (old, _without_review(new)), fault


def _without_review(review: TableReview) -> TableReview:
    (first, *rest) = review.rows
    return replace(review, rows=(replace(first, review=""), *rest))


def test_a_judgement_on_a_failing_disk_is_kept_or_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOVBRO_LIBRARY", str(tmp_path / "library"))
    finding = {"row": "16", "kind": "reference", "one": "da-2017", "other": "sv-2017", "one_has": "12", "other_has": ""}
    own_judgements.save_judgement(finding, "open", "læses igen")
    before = whole_files(tmp_path)
    run = partial(own_judgements.save_judgement, finding, "fault-other", "mangler")
    run()
    after = whole_files(tmp_path)
    for fault in each_fault(tmp_path, lambda: put_back(tmp_path, before), run):
        assert isinstance(fault.error, OSError), fault
        assert TOLD == fault.error.strerror
        assert whole_files(tmp_path) in (before, after), fault
        assert 1 == len(own_judgements.judgements_over({})["judgement"])


def test_a_backup_on_a_failing_disk_is_the_old_file_or_the_new_one(tmp_path: Path) -> None:
    own, target = OwnTexts(tmp_path / "library"), tmp_path / "saved.zip"
    save_own(own, b"<old/>")
    old = b"what was saved before"
    backup(own.path, target)
    new = target.read_bytes()
    for fault in each_fault(tmp_path, lambda: target.write_bytes(old), lambda: backup(own.path, target)):
        assert isinstance(fault.error, OSError), fault
        assert TOLD == fault.error.strerror
        assert target.read_bytes() in (old, new), fault
        assert {"library", "saved.zip"} == {path.name for path in tmp_path.iterdir()}


@pytest.mark.parametrize("empty", [False, True], ids=["no folder", "an empty folder"])
def test_a_library_put_back_on_a_failing_disk_is_there_whole_or_not_at_all(empty: bool, tmp_path: Path) -> None:
    own, library = OwnTexts(tmp_path / "library"), tmp_path / "new" / "library"
    save_own(own, b"<old/>")
    backup(own.path, tmp_path / "saved.zip")

    def prepare() -> None:
        shutil.rmtree(library.parent, ignore_errors=True)
        (library if empty else library.parent).mkdir(parents=True)

    for fault in each_fault(library.parent, prepare, lambda: restore(tmp_path / "saved.zip", library)):
        assert isinstance(fault.error, OSError), fault
        assert TOLD == fault.error.strerror
        assert whole_files(library) in ({}, whole_files(own.path)), fault
        assert {"library"} >= {path.name for path in library.parent.iterdir()}, fault
        if not whole_files(library):
            assert restore(tmp_path / "saved.zip", library)
        assert [] == list(OwnTexts(library).check())


@pytest.mark.parametrize("cut_off", [1, 2])
def test_a_text_whose_change_was_killed_between_two_renames_is_there_again(
    cut_off: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = OwnTexts(tmp_path / "library")
    save_own(own, b"<old/>")
    renames = 0
    replace_file = os.replace

    def kill(source: Any, target: Any) -> None:
        nonlocal renames
        if Path(source).is_dir():
            renames += 1
            if renames == cut_off:
                os._exit(9)
        replace_file(source, target)

    if (child := os.fork()) == 0:
        with patch.object(os, "replace", kill):
            save_own(own, b"<new/>")
        os._exit(0)
    assert 9 == os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    monkeypatch.setenv("LOVBRO_LIBRARY", str(own.path))
    assert b"<old/>" == OwnTexts.open().xml("nb-2017")
    assert [] == list(own.check())


def test_what_killed_processes_left_is_swept_and_what_is_being_written_stays(tmp_path: Path) -> None:
    own = OwnTexts(tmp_path / "library")
    save_own(own, b"<old/>")
    texts, index = own.path / "texts", tmp_path / "index"
    folders = [texts / ".nb-2017.abcdefgh", texts / ".nb-2017.abcdefgh.old", index / ".new-abcdefgh", index / ".old-x"]
    for folder in folders:
        folder.mkdir(parents=True)
        (folder / "akn.xml").write_bytes(b"half")
        os.utime(folder, (1, 1))
    old, young = tmp_path / "plain" / ".a.toml.abcdefgh.part", tmp_path / "plain" / ".b.toml.abcdefgh.part"
    old.parent.mkdir()
    for path in (old, young):
        path.write_bytes(b"half")
    os.utime(old, (1, 1))
    save_own(own, b"<new/>")
    write_atomic(tmp_path / "plain" / "c.toml", b"")
    library = Library(invented_source.registry(), (invented_source.expression(),))
    fulltext.build(library, index, "corpus", fulltext.IndexLexicon(frozenset(), frozenset(), {}), lambda: b"tables")
    assert [] == [path for path in (*folders, old) if path.exists()]
    assert young.exists()


def test_a_site_on_a_failing_disk_has_whole_files_and_is_written_on_when_there_is_room(
    services: ReaderServices, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "site"
    pages = {"da/index.html": b"new" * 9000, "da/16.html": b"new", "da/assets/a.json": b"{}"}
    monkeypatch.setattr(site_export, "language_files", lambda *_, **__: dict(pages))

    def export() -> object:
        return site_export.export_site(site, services, lambda _: nullcontext(lambda _: None), public=False, uis=("da",))

    def prepare() -> None:
        shutil.rmtree(site, ignore_errors=True)
        (site / "da").mkdir(parents=True)
        (site / "da" / "16.html").write_bytes(b"old")

    for fault in each_fault(site, prepare, export):
        assert isinstance(fault.error, OSError), fault
        assert TOLD == fault.error.strerror
        for name, content in whole_files(site).items():
            assert content in (b"old", pages.get(name, content)), (fault, name)
        # A process that is killed leaves what it was writing.
        (site / "da" / ".16.html.abcdefgh.part").write_bytes(b"half")
        export()
        assert pages.items() <= whole_files(site).items()


@pytest.fixture
def old_build(data_copy: Path, made: Made, monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """A data folder whose last build left other products; the sources are read and the products made once."""
    monkeypatch.setattr(products, "make_library", lambda _: made.library)
    monkeypatch.setattr(products, "make_products", lambda *_: dict(made.products))
    monkeypatch.setattr(freshness, "is_index_fresh", lambda: True)
    for name in made.products:
        (data_copy / name).write_bytes(b"old")
    store.save_state({"inputs": "old", **freshness.outputs()})
    return {name: (data_copy / name).read_bytes() for name in (*made.products, store.SUMS, store.STATE)}


def test_a_build_on_a_failing_disk_leaves_whole_files_and_is_made_again(
    old_build: dict[str, bytes], made: Made, data_copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def prepare() -> None:
        for name, content in old_build.items():
            (data_copy / name).write_bytes(content)
        (data_copy / "lexicon" / "new.tsv").write_text("x")

    for fault in each_fault(data_copy, prepare, lambda: main(["build", "--accept"]), most=30):
        told = capsys.readouterr().err
        # The texts that were read are kept to be read faster: where that fails, nothing is missing.
        assert (2, True) == (fault.result, TOLD in told) or all(
            (data_copy / name).read_bytes() == content for name, content in made.products.items()
        ), fault
        for name, content in made.products.items():
            assert (data_copy / name).read_bytes() in (b"old", content), fault
        assert not freshness.is_fresh() or freshness.is_intact()
        store.read_sums((data_copy / store.SUMS).read_bytes(), store.SUMS)
    assert 0 == main(["build", "--accept"])
    assert all((data_copy / name).read_bytes() == content for name, content in made.products.items())
    assert [] == [path.name for path in data_copy.rglob(".*")]


def test_an_index_on_a_failing_disk_is_the_old_one_the_new_one_or_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = Library(invented_source.registry(), (invented_source.expression(),))
    folder = tmp_path / "index"

    def build(corpus: str) -> None:
        fulltext.build(library, folder, corpus, fulltext.IndexLexicon(frozenset(), frozenset(), {}), lambda: b"tables")

    kept = {}
    build("old")
    kept["old"] = whole_files(folder)
    build("new")
    kept["both"] = whole_files(folder)

    def write(_: object, fresh: Path, *more: object) -> None:
        for name, content in kept["both"].items():
            if name.startswith("new/") and not name.endswith(generation.MANIFEST):
                (fresh / Path(name).name).write_bytes(content)

    # What is in the files was worked out above: that takes a second each time.
    monkeypatch.setattr(fulltext, "_write", write)
    damaged = {**kept["both"], "new/tables.kept": b""}
    fates = Counter[str]()
    for before in (kept["old"], damaged):
        for fault in each_fault(tmp_path, lambda before=before: put_back(folder, before), lambda: build("new")):  # type: ignore[misc]
            fulltext.FullText(folder, "old")
            try:
                fulltext.FullText(folder, "new")
            except generation.IndexDamagedError:
                fates["failed"] += 1
                assert fault.error, fault
            else:
                fates["new"] += 1
                assert not fault.error, fault
            assert {"old", "new"} >= {path.name for path in folder.iterdir()}, fault
    assert min(fates["failed"], fates["new"]) >= 2
