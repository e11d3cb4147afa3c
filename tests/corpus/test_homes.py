"""What a person made moves into the library and into a backup whole, or stays where it was."""

from __future__ import annotations

import errno
import os
import shutil
import zipfile
from pathlib import Path

import pytest

from app.cli.main import main
from corpus.dossiers.folder import DossierFolder, dossier_folder
from corpus.homes import home_of, move_in, unmoved
from corpus.library_backup import LARGEST, MANIFEST, BackupError, backup, restore
from corpus.library_check import library_faults
from corpus.schema import FileFault
from tests.support.faults import each_fault
from tests.support.mutations import damaged_text, seeded

FULL = os.strerror(errno.ENOSPC)


def _files(folder: Path) -> dict[str, bytes]:
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in paths if not p.name.startswith(".")}


def _old(tmp_path: Path) -> Path:
    old = tmp_path / "data" / "precedents"
    for name in ("09-AU-1/judgment.xml", "09-AU-1/original.txt", "09-AU-2/judgment.xml", "sag-1.toml"):
        (old / name).parent.mkdir(parents=True, exist_ok=True)
        (old / name).write_text(name, "utf-8")
    return old


def test_dossiers_that_lay_in_data_are_in_the_library_at_the_first_start(
    data_copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOVBRO_LIBRARY", str(tmp_path / "library"))
    opened = DossierFolder(data_copy / "dossiers").create("Sag 1", "da")
    assert tmp_path / "library" / "dossiers" == dossier_folder().place
    assert opened == dossier_folder().open("sag-1")
    assert not (data_copy / "dossiers").exists()


@pytest.mark.parametrize("other_disk", [False, True])
def test_killed_at_any_moment_nothing_is_lost_and_the_next_start_ends_it(
    other_disk: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = _files(_old(tmp_path))
    old, new = tmp_path / "data" / "precedents", tmp_path / "library" / "precedents"

    def prepare() -> None:
        shutil.rmtree(tmp_path / "library", ignore_errors=True)
        shutil.rmtree(old, ignore_errors=True)
        _old(tmp_path)

    def move() -> None:
        with monkeypatch.context() as patch:
            if other_disk:
                within = os.rename

                def elsewhere(one: Path, other: Path) -> None:
                    if one.parent != other.parent:
                        raise OSError(errno.EXDEV, "another disk")
                    within(one, other)

                patch.setattr(os, "rename", elsewhere)
            move_in(old, new)

    for fault in each_fault(tmp_path, prepare, move):
        assert isinstance(fault.error, OSError), fault
        assert FULL in str(fault.error.strerror)
        there, here = (_files(one) if one.exists() else {} for one in (old, new))
        assert wanted == {name: (here | there).get(name) for name in wanted}, fault
        move()
        assert (wanted, {}) == (_files(new), _files(old) if old.exists() else {}), fault


def test_what_the_library_cannot_take_is_named_and_nothing_of_it_is_out_of_sight(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOVBRO_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("LOVBRO_LIBRARY", str(tmp_path / "library"))
    old, new = tmp_path / "data" / "precedents", tmp_path / "library" / "precedents"
    wanted = _files(_old(tmp_path))

    def prepare() -> None:
        shutil.rmtree(tmp_path / "library", ignore_errors=True)
        shutil.rmtree(old, ignore_errors=True)
        _old(tmp_path)

    for fault in each_fault(tmp_path, prepare, lambda: home_of("precedents")):
        assert fault.error is None, fault
        assert {(str(old), FULL)} == {(one.file, one.cause) for one in unmoved()}
        seen = _files(fault.result) if isinstance(fault.result, Path) else {}
        assert seen.keys() == wanted.keys() or {*seen, *_files(old)} == wanted.keys()
        assert new == home_of("precedents")
        assert () == unmoved()
    (tmp_path / "library" / "dossiers").write_text("in the place of a folder", "utf-8")
    opened = DossierFolder(tmp_path / "data" / "dossiers").create("Sag 1", "da")
    assert opened == dossier_folder().open("sag-1")
    assert [str(tmp_path / "data" / "dossiers")] == [one.file for one in unmoved()]
    (tmp_path / "library" / "dossiers").unlink()
    assert opened == dossier_folder().open("sag-1")
    assert () == unmoved()


def test_a_damaged_list_of_what_could_not_be_taken_away_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: None)
    old, new = _old(tmp_path), tmp_path / "library"
    shutil.copytree(old, new)
    content = b"".join(os.fsencode(path) + b"\n" for path in sorted(old.iterdir()))
    wanted = _files(old)
    for damaged in damaged_text(content, seeded()):
        (new / ".moved-from").write_bytes(damaged)
        move_in(old, new)
        assert wanted == {**_files(new), **(_files(old) if old.exists() else {})}
        _old(tmp_path)


def test_another_dossier_under_the_same_name_is_kept_beside_it(tmp_path: Path) -> None:
    old, new = _old(tmp_path), tmp_path / "library"
    new.mkdir()
    (new / "sag-1.toml").write_text("another", "utf-8")
    move_in(old, new)
    assert ("another", "sag-1.toml") == (
        (new / "sag-1.toml").read_text("utf-8"),
        (new / "sag-1-2.toml").read_text("utf-8"),
    )


def test_a_backup_put_back_into_an_empty_folder_is_the_library(tmp_path: Path) -> None:
    old, saved = _old(tmp_path), tmp_path / "lovbro.zip"
    assert 4 == backup(old.parent, saved)
    assert 4 == restore(saved, tmp_path / "again")
    assert _files(old.parent) == _files(tmp_path / "again")
    before = saved.read_bytes()
    backup(tmp_path / "again", saved)
    assert before == saved.read_bytes()


def test_a_library_that_holds_anything_takes_no_backup(tmp_path: Path) -> None:
    old, saved = _old(tmp_path), tmp_path / "lovbro.zip"
    backup(old.parent, saved)
    before = _files(old.parent)
    with pytest.raises(BackupError, match="is not empty"):
        restore(saved, old.parent)
    assert before == _files(old.parent)


def test_a_backup_holds_what_links_lead_to_and_can_be_put_back_whatever_lies_in_the_library(tmp_path: Path) -> None:
    library, saved = _old(tmp_path).parent, tmp_path / "lovbro.zip"
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "a.toml").write_text("words", "utf-8")
    (library / "dossiers").symlink_to(tmp_path / "shared")  # one folder for several machines
    (library / "dossiers" / "up").symlink_to(library)
    (library / MANIFEST).write_text("{}", "utf-8")  # a backup was unpacked here by hand
    saved.symlink_to(tmp_path / "shared.zip")
    with pytest.raises(BackupError, match="inside the library"):
        backup(library, tmp_path / "shared" / "lovbro.zip")
    assert 5 == backup(library, saved)
    assert saved.is_symlink()
    again = tmp_path / "again"
    (tmp_path / "disk" / "dossiers" / ".typed").mkdir(parents=True)
    again.symlink_to(tmp_path / "disk")
    (again / "dossiers" / ".typed" / "sag-1.json").write_text("typed", "utf-8")
    assert 5 == restore(saved, again)
    assert "words" == (again / "dossiers" / "a.toml").read_text("utf-8")
    assert "typed" == (again / "dossiers" / ".typed" / "sag-1.json").read_text("utf-8")
    assert {".typed"} == {path.name for path in again.rglob(".*")}


@pytest.mark.parametrize(
    "name", ["Referat 28:11.txt", "precedents/a\\b.xml", os.fsdecode(b"precedents/\xe6.xml"), "away", "large"]
)
def test_what_no_backup_could_put_back_is_named_before_one_is_written(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library, saved = _old(tmp_path).parent, tmp_path / "lovbro.zip"
    saved.write_bytes(b"an older backup")
    if name == "away":
        (library / name).symlink_to(tmp_path / "a disk that is not there")
        monkeypatch.setenv("LOVBRO_LIBRARY", str(library))
        assert FileFault("missing", "away") == next(library_faults())
    else:
        (library / name).write_text("words", "utf-8")
        monkeypatch.setattr("corpus.library_backup.LARGEST", 10 if name == "large" else LARGEST)
    with pytest.raises(BackupError, match=r"another name|leads nowhere|holds more"):
        backup(library, saved)
    assert b"an older backup" == saved.read_bytes()


def _with(saved: Path, name: str, content: bytes, listed: bool = True) -> None:
    with zipfile.ZipFile(saved, "w") as archive:
        archive.writestr(name, content)
        files = f'"{name}": "{"0" * 64}"' if listed else ""
        archive.writestr(MANIFEST, f'{{"format": 1, "files": {{{files}}}}}')


@pytest.mark.parametrize(
    ("name", "listed", "why"),
    [
        ("dossiers/a.toml", True, "is not what was saved"),
        ("../a.toml", True, "outside of the library"),
        ("/etc/a", True, "outside of the library"),
        (".ssh/key", True, "outside of the library"),
        ("dossiers/a.toml", False, "no whole backup"),
    ],
)
def test_a_backup_that_is_not_whole_is_refused_and_nothing_is_put_back(
    name: str, listed: bool, why: str, tmp_path: Path
) -> None:
    _with(tmp_path / "lovbro.zip", name, b"words", listed)
    with pytest.raises(BackupError, match=why):
        restore(tmp_path / "lovbro.zip", tmp_path / "library")
    assert ["lovbro.zip"] == sorted(path.name for path in tmp_path.iterdir())


@pytest.mark.parametrize("cut", [0, 40, -30])
def test_a_cut_or_foreign_file_is_no_backup(cut: int, tmp_path: Path) -> None:
    saved = tmp_path / "lovbro.zip"
    backup(_old(tmp_path).parent, saved)
    saved.write_bytes(saved.read_bytes()[:cut])
    with pytest.raises(BackupError):
        restore(saved, tmp_path / "library")
    assert not (tmp_path / "library").exists()


@pytest.mark.parametrize("kind", ["file", "loop", "nowhere", "device"])
@pytest.mark.parametrize("asked", [["show", "16C"], ["library", "check"], ["library", "backup", "saved.zip"]])
def test_a_library_that_is_no_folder_is_told_and_never_taken_for_an_empty_one(
    kind: str, asked: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A disk that is not there, or a name mistyped: a backup of nothing would be found out too late."""
    home = tmp_path / "library"
    if kind == "file":
        home.write_text("x", "utf-8")
    elif kind == "device":
        home = Path(os.devnull)
    else:
        home.symlink_to(home if kind == "loop" else tmp_path / "gone")
    monkeypatch.setenv("LOVBRO_LIBRARY", str(home))
    monkeypatch.chdir(tmp_path)
    assert 2 == main(asked)
    assert f"lovbro: the library {home} is no folder: set LOVBRO_LIBRARY to the folder that holds it\n" == (
        capsys.readouterr().err
    )
    assert not (tmp_path / "saved.zip").exists()
