"""An index on the disk: one folder for each state of the texts, written whole, opened whole, replaced by renaming.

A folder of indexes holds a folder for each ``corpus`` (the sum of all that an index is made from), so that a process
that still has older texts finds its own index after another process has made one of newer texts. The manifest of a
folder is written last and holds the sum of every file. Who opens an index reads its manifest, opens every file at once
and reads the manifest again: whatever is swapped meanwhile, files of two indexes never meet.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from corpus.files import left_behind, read_whole
from corpus.schema import FormatError, Loader

MANIFEST = "manifest.json"
KEPT = 2  # that of the texts as they are, and that of a server which was started before they changed
TRIES = 10
NAME_LENGTH = 16
ONCE = ("*.json", "*MAIN_*")  # until 2026-11-22 the files of the one index were directly in the folder

T = TypeVar("T")


class IndexDamagedError(FormatError):
    """The folder holds no whole index of this corpus; build it again."""


@dataclass(frozen=True)
class _Manifest:
    format: str
    corpus: str
    files: Mapping[str, str]


def folder_of(folder: Path, corpus: str) -> Path:
    """Where in a folder of indexes that of a corpus is.

    >>> folder_of(Path("index"), "f00d" * 16).name
    'f00df00df00df00d'
    """
    return folder / corpus[:NAME_LENGTH]


def publish(folder: Path, corpus: str, form: str, write: Callable[[Path], None]) -> None:
    """Write the index of a corpus into a folder of its own and swap it in; older ones than the last are removed.

    ``write`` puts the files into an empty folder; ``form`` is the name of their format. What another process has opened
    it goes on reading. Raises OSError when the folder cannot be written or replaced.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for trace in left_behind(folder, ".*"):
        shutil.rmtree(trace, ignore_errors=True)
    fresh = Path(tempfile.mkdtemp(prefix=".new-", dir=folder))
    try:
        write(fresh)
        manifest = {"format": form, "corpus": corpus, "files": _sums(fresh)}
        (fresh / MANIFEST).write_text(json.dumps(manifest, sort_keys=True), "utf-8")
        _swap(fresh, folder_of(folder, corpus))
    except BaseException:
        shutil.rmtree(fresh, ignore_errors=True)
        raise
    _remove_old(folder, corpus)


def open_whole(folder: Path, corpus: str, form: str, needed: Collection[str], open_files: Callable[[Path], T]) -> T:
    """What ``open_files`` makes of the index of a corpus; it opens every file that it will ever read.

    All that it opens is of one index: when another is swapped in meanwhile, it is called again. Raises
    IndexDamagedError when there is no whole index of this corpus and format with the ``needed`` files.
    """
    own = folder_of(folder, corpus)
    load = Loader(f"{own.name}/{MANIFEST}", IndexDamagedError)
    for _ in range(TRIES):
        manifest = read_whole(own / MANIFEST, load)
        try:
            _verify(own, load, manifest, corpus, form, needed)
            opened = open_files(own)
        except Exception as error:
            # Half of another index may look like anything at all.
            if _is_unchanged(own, manifest):
                raise (
                    error if isinstance(error, IndexDamagedError) else load.fault("stale", cause=str(error))
                ) from error
            continue
        if _is_unchanged(own, manifest):
            return opened
    raise load.fault("stale")


def _is_unchanged(own: Path, manifest: bytes) -> bool:
    with contextlib.suppress(OSError):
        return (own / MANIFEST).read_bytes() == manifest
    return False


def _verify(own: Path, load: Loader, manifest: bytes, corpus: str, form: str, needed: Collection[str]) -> None:
    found = load.convert(load.json(manifest), _Manifest)
    if found.format != form:
        raise load.fault("format", expected=form, found=found.format)
    load.demand(tuple(needed), found.files, "files")
    try:
        sums = _sums(own)
    except OSError as error:
        raise load.fault("system", cause=error.strerror or str(error)) from error
    if found.files != sums or found.corpus != corpus:
        raise load.fault("stale")


def _sums(folder: Path) -> dict[str, str]:
    return {
        # What is no ordinary file has no sum: it is never opened.
        path.name: _sum(path) if path.is_file() else ""
        for path in sorted(folder.iterdir())
        if path.name != MANIFEST and not path.name.endswith("LOCK")
    }


def _sum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _swap(fresh: Path, own: Path) -> None:
    """Put ``fresh`` in the place of ``own``; when two builders meet, the later one wins and neither fails."""
    old = Path(tempfile.mkdtemp(prefix=".old-", dir=own.parent))
    try:
        for _ in range(TRIES):
            with contextlib.suppress(FileNotFoundError):
                _set_aside(own, old / "index")
            with contextlib.suppress(OSError):
                os.rename(fresh, own)
                return
        with contextlib.suppress(OSError):
            os.rename(old / "index", own)
        raise OSError(errno.EBUSY, "cannot be replaced", str(own))
    finally:
        shutil.rmtree(old, ignore_errors=True)


def _set_aside(own: Path, old: Path) -> None:
    try:
        os.replace(own, old)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        # A folder that came with a container's image cannot be renamed there (overlayfs), but copied.
        shutil.copytree(own, old)
        shutil.rmtree(own)


def _remove_old(folder: Path, corpus: str) -> None:
    """Keep the newest indexes; whoever has an older one open goes on reading it (Windows removes it the next time)."""
    own = folder_of(folder, corpus)
    others = sorted((path for path in _indexes(folder) if path != own), key=_age)
    for path in others[KEPT - 1 :]:
        shutil.rmtree(path, ignore_errors=True)
    for path in (path for pattern in ONCE for path in folder.glob(pattern)):
        with contextlib.suppress(OSError):
            path.unlink()


def _indexes(folder: Path) -> Iterator[Path]:
    """The indexes of a folder; what begins with a dot is being written, or on its way out."""
    return (path for path in folder.iterdir() if path.is_dir() and not path.name.startswith("."))


def _age(path: Path) -> float:
    """The younger, the smaller; what another process has just removed is the oldest."""
    with contextlib.suppress(OSError):
        return -(path / MANIFEST).stat().st_mtime
    return 0.0
