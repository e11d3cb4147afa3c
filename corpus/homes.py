"""Where the work of the person who runs Lovbro lies: one folder outside the program, and what moves there at the first
start.

Dossiers and decisions lay in ``data/`` once. Each is renamed into its new home, or copied, compared and only then
taken away, so that a process that dies at any moment leaves every one of them whole in one place or in both.
"""

from __future__ import annotations

import errno
import filecmp
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from corpus.files import StoreError, data_dir, locked, sync_folder
from corpus.schema import FileFault

_DONE = ".moved-"
_COMING = ".moving-"
FORBIDDEN = (errno.EACCES, errno.EPERM, errno.EROFS)
"""What the system says where nothing may be written."""
_KEPT = ".moved-from"
"""Names what could not be taken away at the old place, a line each, so that it is not brought in once more."""
_unmoved: dict[Path, FileFault] = {}


def library_dir() -> Path:
    """The folder of the person's library: ``LOVBRO_LIBRARY``, else the platform's folder for data. It may not exist.

    Raises StoreError where something else is there: a file, or a link that leads nowhere, is no empty library.
    """
    if named := os.environ.get("LOVBRO_LIBRARY"):
        home = Path(named)
    else:
        from platformdirs import user_data_path  # most commands are told the folder, or have none

        home = user_data_path("lovbro", appauthor=False)
    if os.path.lexists(home) and not home.is_dir():
        raise StoreError(f"the library {home} is no folder: set LOVBRO_LIBRARY to the folder that holds it")
    return home


def home_of(kind: str) -> Path:
    """The folder of the library that holds ``dossiers`` or ``precedents``; what lies in ``data/`` moves there first.

    Where it cannot be moved it stays, ``unmoved`` names it, and it is the home as long as the library holds none of it:
    a disk that is full or only read takes nobody's work out of sight.
    """
    home, old = library_dir() / kind, data_dir() / kind
    try:
        move_in(old, home)
    except OSError as error:
        _unmoved[old] = FileFault("system", str(old), cause=error.strerror or str(error))
        return home if home.is_dir() and any(_entries(home)) else old
    _unmoved.pop(old, None)
    return home


def unmoved() -> tuple[FileFault, ...]:
    """What lies in ``data/`` and this process could not move into the library when it was last asked for its home."""
    return tuple(fault for old, fault in _unmoved.items() if old.parent == data_dir() and old.is_dir())


def move_in(old: Path, new: Path) -> None:
    """Move everything in ``old`` to ``new``. What has a name that is taken there by something else gets another one."""
    if not old.is_dir() or not any(old.iterdir()) or old.resolve() == new.resolve():
        return
    with locked(new), locked(old):
        for gone in old.glob(f"{_DONE}*"):
            _delete(gone)
        for half in new.glob(f"{_COMING}*"):
            _delete(half)
        # Bytes: a name of the system need not be text, nor need what a damaged file holds.
        kept = set((new / _KEPT).read_bytes().splitlines()) if (new / _KEPT).exists() else set()
        for entry in _entries(old):
            if os.fsencode(entry) not in kept:
                _bring(entry, new)
    with suppress(OSError):
        old.rmdir()  # it stays where anything else is in it


def _entries(folder: Path) -> Iterator[Path]:
    yield from sorted(path for path in folder.iterdir() if not path.name.startswith("."))


def _bring(entry: Path, new: Path) -> None:
    goal = new / entry.name
    if not _same(entry, goal):
        goal = _free(goal)
        try:
            os.rename(entry, goal)
            sync_folder(new)
            return
        except OSError as error:
            if error.errno not in (errno.EXDEV, *FORBIDDEN):
                raise
        _copy(entry, goal)
    _take_away(entry, new)


def _copy(entry: Path, goal: Path) -> None:
    """Copy beside the goal, on to the disk, and rename."""
    box = Path(tempfile.mkdtemp(prefix=_COMING, dir=goal.parent))
    made = box / goal.name
    if entry.is_dir():
        try:
            shutil.copytree(entry, made)
        except shutil.Error as error:  # of every file that failed; the first tells why
            raise OSError(errno.EIO, str(error.args[0][0][2]), str(entry)) from error
    else:
        shutil.copy2(entry, made)
    for path in (made, *made.rglob("*")) if made.is_dir() else (made,):
        if path.is_file():
            with path.open("rb") as file:
                os.fsync(file.fileno())
    if not _same(entry, made):
        raise OSError(errno.EIO, "the copy is not what was copied", str(entry))
    os.replace(made, goal)
    sync_folder(goal.parent)
    box.rmdir()


def _take_away(entry: Path, new: Path) -> None:
    """Take away what is whole at its new place; renamed first, so that half of it is never taken for something new."""
    gone = entry.with_name(_DONE + entry.name)
    try:
        os.rename(entry, gone)
    except OSError as error:
        if error.errno not in FORBIDDEN:
            raise
        with (new / _KEPT).open("ab") as file:
            file.write(os.fsencode(entry) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        return
    _delete(gone)


def _delete(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with suppress(OSError):
            path.unlink()


def _same(one: Path, other: Path) -> bool:
    if one.is_file() and other.is_file():
        return filecmp.cmp(one, other, shallow=False)
    if not (one.is_dir() and other.is_dir()):
        return False
    names = [{path.relative_to(each).as_posix() for path in each.rglob("*") if path.is_file()} for each in (one, other)]
    return names[0] == names[1] and all(filecmp.cmp(one / name, other / name, shallow=False) for name in names[0])


def _free(goal: Path) -> Path:
    """The goal, or the first name beside it that nothing has."""
    number, found = 1, goal
    while found.exists():
        number += 1
        found = goal.with_name(f"{goal.stem}-{number}{goal.suffix}")
    return found
