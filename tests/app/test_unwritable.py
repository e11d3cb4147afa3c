"""Where nothing may be written everything is read; and files from before 1970 or from a later year are files."""

from __future__ import annotations

import errno
import os
import time
from pathlib import Path

import pytest

from app.cli.main import main
from app.committee.register import IncomingFile, add, open_register
from corpus.dossiers.folder import DossierFolder
from corpus.dossiers.typing_journal import TypedWords, TypingJournal
from corpus.precedents.folder import CaseFolder
from tests.app.test_full_disk import CASE, whole_files
from tests.support.faults import failing_disk

READING = (
    ["show", "16C"], ["search", "revoke"], ["refs", "16C"], ["compare", "16C"], ["misleads", "2017"], ["library"],
    ["library", "check"], ["precedents", "list"], ["precedents", "statistics"], ["score", "4♠ S =", "--board", "1"],
)  # fmt: skip
WRITING = (["precedents", "remove", "09-au-1"], ["precedents", "edit", "09-au-1", "outcome=changed"])


@pytest.fixture
def library_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A library of one case, words typed last and one decision."""
    home = tmp_path / "library"
    monkeypatch.setenv("LOVBRO_LIBRARY", str(home))
    folder = DossierFolder(home / "dossiers")
    folder.create("Sag 1", "da")
    TypingJournal(folder).keep("sag-1", "0" * 16, TypedWords("facts", "", "Nord meldte."))
    assert ["added"] == [
        one.fate for one in add([IncomingFile("a.txt", CASE.format(1).encode())], CaseFolder(home / "precedents"))
    ]
    return home


@pytest.mark.parametrize("asked", READING, ids=" ".join)
def test_everything_is_read_where_nothing_may_be_written(
    built: None, library_folder: Path, capsys: pytest.CaptureFixture[str], asked: list[str]
) -> None:
    assert main(asked) in (0, 1)
    wanted = capsys.readouterr()
    with failing_disk(Path("/"), 1, lasting=True) as disk:
        assert main(asked) in (0, 1)
    assert [] == disk.requests
    assert wanted == capsys.readouterr()


@pytest.mark.parametrize("asked", WRITING, ids=" ".join)
def test_what_may_not_be_written_is_told_and_as_it_was(
    library_folder: Path, capsys: pytest.CaptureFixture[str], asked: list[str]
) -> None:
    before = whole_files(library_folder)
    with failing_disk(Path("/"), 1, lasting=True):
        assert 2 == main(asked)
    assert os.strerror(errno.ENOSPC) in capsys.readouterr().err
    assert before == whole_files(library_folder)


@pytest.mark.parametrize("now", [0.0, 86_400.0, 4e9, 9e9])
def test_a_clock_that_jumps_loses_nothing_and_keeps_every_name(
    library_folder: Path, monkeypatch: pytest.MonkeyPatch, now: float
) -> None:
    """Back before everything that is there was written, or on to 2096 and 2255."""
    real = time.time()
    for path in library_folder.rglob("*"):
        os.utime(path, (2 * real - now, 2 * real - now))
    monkeypatch.setattr(time, "time", lambda: now)
    folder, cases = DossierFolder(library_folder / "dossiers"), CaseFolder(library_folder / "precedents")
    assert ["09-au-1"] == [one.key for one in open_register(cases).casebook.decisions]
    assert ("facts",) == TypingJournal(folder).recover("sag-1", lambda window: False).fields
    assert "Nord meldte." == folder.open("sag-1").dossier.facts
    assert "sag-1-2" == folder.create("Sag 1", "da").dossier.key
    fates = [one.fate for one in add([IncomingFile(f"{n}.txt", CASE.format(n).encode()) for n in (1, 2)], cases)]
    assert ["duplicate", "added"] == fates
    assert {"09-au-1", "09-au-2"} == {one.key for one in open_register(cases).casebook.decisions}
