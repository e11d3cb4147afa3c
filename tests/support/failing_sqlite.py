"""SQLite's own requests to the disk, which pass Python by: each creation, write, sync, cut and removal can fail.

SQLite asks the disk through a table of functions (https://www.sqlite.org/vfs.html); its own tests of full disks put
others in their place, and so does this.
"""

from __future__ import annotations

import _sqlite3
import ctypes
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_int, c_int64, c_void_p
from pathlib import Path
from typing import Any

DONE, FULL, CANNOT_OPEN = 0, 13, 14
NOT_SYNCED, NOT_CUT, NOT_REMOVED = 10 | 4 << 8, 10 | 6 << 8, 10 | 10 << 8
_CREATE = 4
_METHODS = {1: 12, 2: 16, 3: 18}  # functions of an open file, by the version of their table

# A path goes on as the address that came: SQLite keeps it with the file.
_Open = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
_Delete = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int)
_Write = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_Truncate = CFUNCTYPE(c_int, c_void_p, c_int64)
_Sync = CFUNCTYPE(c_int, c_void_p, c_int)

Request = Callable[[str, Callable[[], object]], None]
"""Takes what is asked of the disk and what does half of it; raises OSError where it fails."""


class _System(ctypes.Structure):
    """The head of ``sqlite3_vfs``."""

    _fields_ = (
        ("version", c_int),
        ("file_size", c_int),
        ("longest_path", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        ("open", c_void_p),
        ("delete", c_void_p),
    )


class _Methods(ctypes.Structure):
    """``sqlite3_io_methods``: what can be asked of an open file."""

    _fields_ = (
        ("version", c_int),
        ("close", c_void_p),
        ("read", c_void_p),
        ("write", c_void_p),
        ("truncate", c_void_p),
        ("sync", c_void_p),
        ("others", c_void_p * 13),
    )


class _OpenFile(ctypes.Structure):
    """The head of ``sqlite3_file``."""

    _fields_ = (("methods", POINTER(_Methods)),)


_kept: list[object] = []  # a file that is open still asks through its table when nothing fails any more


@contextmanager
def failing_sqlite(folder: Path, request: Request) -> Iterator[None]:
    """While inside, ``request`` is asked for all that SQLite wants to change in ``folder``.

    Raises RuntimeError where SQLite cannot be reached: it is not a library of its own in every Python.
    """
    try:
        find = ctypes.CDLL(_sqlite3.__file__).sqlite3_vfs_find
    except (OSError, AttributeError) as error:
        raise RuntimeError("SQLite cannot be reached") from error
    find.restype = POINTER(_System)
    system = find(None).contents
    opened, deleted = _Open(system.open), _Delete(system.delete)
    active = True

    def is_ours(path: int | None) -> bool:
        return active and path is not None and ctypes.string_at(path).startswith(os.fsencode(folder))

    def asked(name: str, refused: int, run: Callable[[], int], half: Callable[[], object] = lambda: None) -> int:
        if active:
            try:
                request(f"sqlite {name}", half)
            except OSError:
                return refused
            if name == "sync":
                return DONE  # no power is cut here
        return run()

    def open_file(vfs: int, path: int | None, file: int, flags: int, given: int) -> int:
        if path is None or not is_ours(path):
            return opened(vfs, path, file, flags, given)
        if flags & _CREATE and not os.path.exists(ctypes.string_at(path)):
            code = asked("create", CANNOT_OPEN, lambda: opened(vfs, path, file, flags, given))
        else:
            code = opened(vfs, path, file, flags, given)
        if code == DONE:
            head = _OpenFile.from_address(file)
            head.methods = ctypes.pointer(_failing(head.methods.contents, asked))
        else:
            _OpenFile.from_address(file).methods = None
        return code

    def delete(vfs: int, path: int | None, sync: int) -> int:
        if not is_ours(path):
            return deleted(vfs, path, sync)
        return asked("delete", NOT_REMOVED, lambda: deleted(vfs, path, sync))

    before = system.open, system.delete
    made = _Open(open_file), _Delete(delete)
    _kept.append(made)
    system.open, system.delete = (ctypes.cast(one, c_void_p).value for one in made)
    try:
        yield
    finally:
        active = False
        system.open, system.delete = before


def _failing(real: Any, asked: Callable[..., int]) -> _Methods:
    """The functions of an open file, those that change it asked for first."""
    methods = _Methods()
    ctypes.memmove(ctypes.byref(methods), ctypes.byref(real), 8 * (1 + _METHODS[real.version]))
    write, truncate, sync = _Write(real.write), _Truncate(real.truncate), _Sync(real.sync)

    def written(file: int, content: int, size: int, start: int) -> int:
        return asked(
            "write",
            FULL,
            lambda: write(file, content, size, start),
            lambda: write(file, content, size // 2, start),
        )

    made = (
        _Write(written),
        _Truncate(lambda file, size: asked("cut", NOT_CUT, lambda: truncate(file, size))),
        _Sync(lambda file, flags: asked("sync", NOT_SYNCED, lambda: sync(file, flags))),
    )
    methods.write, methods.truncate, methods.sync = (ctypes.cast(one, c_void_p).value for one in made)
    _kept.append((methods, made))
    return methods
