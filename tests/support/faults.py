"""A disk that fails: each creation, write, fsync and rename in turn, as SQLite's tests of power cuts and full disks do.

Whatever is written half was written half: a failing write leaves the first half of its bytes in the file. What SQLite
writes itself fails with the rest where ``failing_disk`` is told so.
"""

from __future__ import annotations

import builtins
import errno
import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tests.support.failing_sqlite import failing_sqlite

NEVER = 0


class Disk:
    """Counts what is asked of the disk, and refuses the request number ``at``, and with ``lasting`` all after it."""

    def __init__(self, at: int, lasting: bool) -> None:
        self.requests: list[str] = []
        self._at, self._lasting = at, lasting

    def ask(self, request: str, half: Callable[[], object] | None = None) -> None:
        """Count a request. Raises OSError when its turn to fail has come, after ``half`` of it was done."""
        self.requests.append(request)
        number = len(self.requests)
        if self._at != NEVER and (number == self._at or (self._lasting and number > self._at)):
            if half is not None:
                half()
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


class _File:
    """A file open for writing, on a disk that may fail."""

    def __init__(self, file: Any, disk: Disk) -> None:
        self._file, self._disk = file, disk

    def write(self, content: Any) -> Any:
        self._disk.ask("write", lambda: self._file.write(content[: len(content) // 2]))
        return self._file.write(content)

    def __enter__(self) -> _File:
        self._file.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._file.__exit__(*error)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


@contextmanager
def failing_disk(folder: Path, at: int = NEVER, *, lasting: bool = False, sqlite: bool = False) -> Iterator[Disk]:
    """While inside, the request number ``at`` to the disk fails; files outside ``folder`` are opened as ever.

    ``sqlite``: what SQLite asks of it counts too. Raises RuntimeError where that cannot be reached.
    """
    disk = Disk(at, lasting)
    real: dict[str, Callable[..., Any]] = {"open": io.open, "os.open": os.open, "mkdir": os.mkdir}
    real |= {"replace": os.replace, "rename": os.rename}
    if hasattr(os, "sendfile"):  # which copies a file where there is one
        real["sendfile"] = os.sendfile

    def is_ours(file: object) -> bool:
        return isinstance(file, int) or os.fspath(file).startswith(str(folder))  # type: ignore[call-overload]

    def opened(file: Any, mode: str = "r", *more: Any, **options: Any) -> Any:
        if not set(mode) & set("wax+") or not is_ours(file):
            return real["open"](file, mode, *more, **options)
        if not isinstance(file, int):
            disk.ask("create")
        return _File(real["open"](file, mode, *more, **options), disk)

    def created(file: Any, flags: int, *more: Any, **options: Any) -> Any:
        if flags & os.O_CREAT and is_ours(file):
            disk.ask("create")
        return real["os.open"](file, flags, *more, **options)

    def asked(name: str) -> Callable[..., Any]:
        def run(*values: Any, **options: Any) -> Any:
            # A folder that is there is made by nobody.
            if name != "mkdir" or not os.path.isdir(values[0]):
                disk.ask(name)
            # No power is cut here: what is asked of a disk that does not fail it need not do at once.
            return None if name == "fsync" else real[name](*values, **options)

        return run

    with (
        failing_sqlite(folder, disk.ask) if sqlite else nullcontext(),
        patch.object(builtins, "open", opened),
        patch.object(io, "open", opened),
        patch.object(os, "open", created),
        patch.object(os, "mkdir", asked("mkdir")),
        patch.object(os, "fsync", asked("fsync")),
        patch.object(os, "replace", asked("replace")),
        patch.object(os, "rename", asked("rename")),
        patch.object(os, "sendfile", asked("sendfile")) if "sendfile" in real else nullcontext(),
    ):
        yield disk


@dataclass(frozen=True)
class Fault:
    """What came of a run in which the request number ``at`` failed, and with ``lasting`` all after it."""

    at: int
    lasting: bool
    result: object
    error: OSError | ValueError | None


def each_fault(
    folder: Path, prepare: Callable[[], object], run: Callable[[], object], most: int = 60, *, sqlite: bool = False
) -> Iterator[Fault]:
    """Every way in which the disk can fail ``run``, each after ``prepare``; what else it raises is raised.

    Of more than ``most`` requests the first, the last and some between them fail.
    """
    prepare()
    with failing_disk(folder, sqlite=sqlite) as disk:
        run()
    count = len(disk.requests)
    assert count > 2, disk.requests
    step = max(1, 2 * count // most)
    chosen = {*range(1, most // 4 + 1), *range(1, count, step), *range(count - 5, count + 1)}
    for at in sorted(n for n in chosen if 0 < n <= count):
        for lasting in (False, True):
            prepare()
            result, error = None, None
            with failing_disk(folder, at, lasting=lasting, sqlite=sqlite):
                try:
                    result = run()
                except (OSError, ValueError) as caught:
                    error = caught
            yield Fault(at, lasting, result, error)
