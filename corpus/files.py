"""Files as all of Lovbro treats them: where ``data/`` is, whole files or none, one writer at a time in a folder."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class StoreError(ValueError):
    """Something in ``data/`` is missing or unreadable; the message is one line that names what would be right."""


def data_dir() -> Path:
    """``LOVBRO_DATA`` if set, else the checkout's ``data/``. Raises StoreError when it is no folder."""
    named = os.environ.get("LOVBRO_DATA")
    folder = Path(named) if named else Path(__file__).resolve().parent.parent / "data"
    if not folder.is_dir():
        raise StoreError(f"no data folder {folder}: set LOVBRO_DATA to Lovbro's data folder")
    return folder


def write_atomic(path: Path, content: bytes) -> None:
    """Write beside ``path`` and rename, so that a reader or a crash never sees half a file; folders are made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder (made if need be), waiting until it is free.

    The operating system frees the lock of a process that dies; the file ``.lock`` stays and means nothing by itself.
    """
    from filelock import FileLock  # takes longer to import than `lovbro show` may take to answer

    folder.mkdir(parents=True, exist_ok=True)
    with FileLock(folder / ".lock"):
        yield
