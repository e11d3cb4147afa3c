"""The SQLite file that an index of decisions is kept in, with the sum of its bytes beside it.

SQLite has no sums of its own: one byte that a disk lost would be another outcome of a case, and no error.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from corpus.files import write_atomic
from index.precedents.decision_rows import FORMAT, TABLES

_PATIENCE = 60.0  # seconds to wait for another process that makes the same index


def index_beside(folder: Path) -> Path:
    """Where the index of a folder of decisions lies: hidden, so that no backup keeps it.

    >>> index_beside(Path("library/precedents")).name
    '.precedents.index'
    """
    return folder.with_name(f".{folder.name}.index")


def connected(path: Path | None) -> sqlite3.Connection:
    """An index with its tables. Raises sqlite3.DatabaseError for a file that is none, of another format, or not as
    Lovbro left it.
    """
    database = sqlite3.connect(path or ":memory:", timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
    try:
        if path is None or _is_empty(database, path):
            with changing(database, path):
                # Another process may have been quicker.
                if not database.execute("select 1 from sqlite_master").fetchone():
                    for statement in TABLES.split(";\n"):
                        database.execute(statement)
                    database.execute("insert into about values ('format', ?), ('state', '')", (FORMAT,))
        (found,) = database.execute("select value from about where name = 'format'").fetchone() or ("",)
        if found != FORMAT:
            raise sqlite3.DatabaseError(f"format {found}")
    except UnicodeDecodeError as error:  # Python cannot show what SQLite says of the file
        database.close()
        raise sqlite3.DatabaseError("not as it was left") from error
    except BaseException:
        database.close()
        raise
    return database


def _is_empty(database: sqlite3.Connection, path: Path) -> bool:
    """True for a file with nothing in it. Raises sqlite3.DatabaseError for one that is not as its sum says."""
    database.execute("begin")
    try:
        # From here on nobody writes until it is read.
        if database.execute("pragma page_count").fetchone() == (0,):
            return True
        if _recorded_sum(path) != hashlib.sha256(database.serialize()).hexdigest():
            raise sqlite3.DatabaseError("not as it was left")
        return False
    finally:
        database.execute("rollback")


@contextmanager
def changing(database: sqlite3.Connection, path: Path | None) -> Iterator[None]:
    """A change of the index at ``path``, None for one in memory: kept whole at the end, or not at all where it raises.

    The SHA-256 of the changed file is written beside it while the lock still keeps readers out.
    """
    database.execute("pragma locking_mode = exclusive")  # the lock is held beyond the commit
    try:
        database.execute("begin immediate")
        try:
            yield
            database.execute("commit")
        except BaseException:
            with suppress(sqlite3.Error):
                database.execute("rollback")
            raise
        if path is not None:
            # Read by SQLite: a file that is opened and closed here takes the locks with it that SQLite has on it.
            sum_ = hashlib.sha256(database.serialize()).hexdigest()
            with suppress(OSError):  # without it the file is made again at the next start
                write_atomic(_sum_beside(path), sum_.encode())
    finally:
        with suppress(sqlite3.Error):
            database.execute("pragma locking_mode = normal")
            database.execute("select 1 from sqlite_master").fetchone()  # gives the lock back


def remove_index(path: Path) -> None:
    """Throw an index away, as far as the disk lets it."""
    for name in (path, Path(f"{path}-journal"), _sum_beside(path)):
        with suppress(OSError):
            name.unlink(missing_ok=True)


def _sum_beside(path: Path) -> Path:
    return path.with_name(f"{path.name}.sum")


def _recorded_sum(path: Path) -> str:
    with suppress(OSError):
        return _sum_beside(path).read_bytes().decode("ascii", "replace")
    return ""
