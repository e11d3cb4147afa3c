"""Files as all of Lovbro treats them: where ``data/`` is, whole files or none, one writer at a time in a folder."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from corpus.schema import LARGEST, FaultCode, Loader

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

SEARCH_ENGINE = "LOVBRO_SEARCH_ENGINE"
UNFINISHED = ".part"  # ends the name of a file that is being written
LOCK_PATIENCE = 30.0  # seconds; whoever holds a lock longer hangs
LOCK_TURN = 0.01  # seconds between two tries
ZIP_TIME = (1980, 1, 1, 0, 0, 0)
"""The time of every entry of a zip that is written: the first that one can have, so that the same content gives the
same bytes."""
_LEFT_BEHIND = 600.0  # seconds after which an unfinished file can only be the trace of a kill


class StoreError(ValueError):
    """Something in ``data/`` is missing or unreadable; the message is one line that names what would be right."""


def data_dir() -> Path:
    """``LOVBRO_DATA`` if set, else the checkout's ``data/``. Raises StoreError when it is no folder."""
    named = os.environ.get("LOVBRO_DATA")
    folder = Path(named) if named else Path(__file__).resolve().parent.parent / "data"
    if not folder.is_dir():
        raise StoreError(f"no data folder {folder}: set LOVBRO_DATA to Lovbro's data folder")
    return folder


def named_engine() -> str:
    """The full-text engine that a person named (``LOVBRO_SEARCH_ENGINE``), whatever was typed; '' where nobody did."""
    return os.environ.get(SEARCH_ENGINE, "")


def read_whole(path: Path, load: Loader, limit: int = LARGEST, missing: FaultCode = "missing") -> bytes:
    """The content of an ordinary file of at most ``limit`` bytes. Raises the error of ``load``, whatever is there.

    ``missing`` is the fault of a file that is not there. A pipe or a device is refused before it is opened: reading one
    may never end.
    """
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise load.fault("irregular")
        if found.st_size > limit:
            raise load.fault("large", expected=str(limit), found=str(found.st_size))
        return path.read_bytes()
    except FileNotFoundError as error:
        raise load.fault(missing) from error
    except OSError as error:
        raise load.fault("system", cause=error.strerror or str(error)) from error


def write_atomic(path: Path, content: bytes) -> None:
    """Write beside ``path`` and rename, so that a reader or a crash never sees half a file; folders are made.

    The content is on the disk before it gets its name: after a power cut there is the old file or the new one, whole.
    What killed processes left in the folder goes.
    Raises OSError, with the old file as it was.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    _sweep(path.parent)
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", suffix=UNFINISHED, dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException as error:
        Path(temporary).unlink(missing_ok=True)
        if isinstance(error, OSError) and error.errno is not None:
            error.filename = str(path)  # a full disk names no file, and a rename another one
        raise
    sync_folder(path.parent)


def is_unfinished(path: Path) -> bool:
    """True for what ``write_atomic`` is writing, or was writing when it was killed."""
    return path.name.startswith(".") and path.name.endswith(UNFINISHED)


@cache
def _sweep(folder: Path) -> None:
    """Remove what killed processes left in a folder: once a process, since a folder may have thousands of files."""
    for trace in left_behind(folder, f".*{UNFINISHED}"):
        with suppress(OSError):
            trace.unlink()


def left_behind(folder: Path, pattern: str) -> Iterator[Path]:
    """What killed processes left under a pattern of names; what is still being written is younger than that."""
    for path in folder.glob(pattern):
        # Another process may finish with it, or clear it, meanwhile.
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > _LEFT_BEHIND:
                yield path


def sync_folder(folder: Path) -> None:
    """Put the names in a folder on the disk, where the system can (Windows cannot open a folder)."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder (made if need be), waiting until it is free. Raises OSError, TimeoutError among them.

    The operating system frees the lock of a process that dies. It is on the folder itself, so that nothing is in the
    folder but people's files; Windows locks no folder, there a file ``.lock`` stays and means nothing by itself.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if fcntl is None:
        from filelock import FileLock  # takes longer to import than `lovbro show` may take to answer

        with FileLock(folder / ".lock").acquire(LOCK_PATIENCE, poll_interval=LOCK_TURN):
            yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        end = time.monotonic() + LOCK_PATIENCE
        while not _taken(handle):
            if time.monotonic() > end:
                raise TimeoutError(errno.ETIMEDOUT, "another process holds the folder", str(folder))
            time.sleep(LOCK_TURN)
        yield
    finally:
        os.close(handle)


def _taken(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def safe_name(name: str) -> str:
    """A name that a list of sums can hold: the last part of a path, other signs than letters and digits as ``_``."""
    last = name.replace("\\", "/").rpartition("/")[2]
    return (
        "".join(sign if sign.isascii() and (sign.isalnum() or sign in "._-") else "_" for sign in last)[-80:] or "file"
    )
