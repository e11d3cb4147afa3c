"""The lock files: every library that an install brings, with version and the hashes of its files, for every platform.

``locks/run.txt`` is what the reader needs; each of the others has only what comes on top. So every pin has one home,
but for what both ``mcp`` and ``hosted`` need: each of them is installed beside ``run`` alone.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "locks"
OLDEST = "3.11"  # the first Python that Lovbro runs on, as pyproject.toml says
# In this order: a later one leaves out what those before it have, of which ``ALONE`` looks at the first only. Each is
# what of pyproject.toml it locks.
LOCKS = {
    "run": ("--group", "build"),
    "mcp": ("--extra", "mcp"),
    "hosted": ("--extra", "hosted"),
    "test": ("--extra", "test"),
    "bench": ("--extra", "bench"),
    "hooks": ("--extra", "hooks"),
    "audit": ("--extra", "audit"),
    "lock": ("--extra", "lock"),
    "fuzz": ("--extra", "fuzz"),
}
ALONE = ("mcp", "hosted")
"""Those that people install, each beside ``run`` and without the other."""
_PIN = re.compile(r"([a-z0-9][a-z0-9._-]*)==([^\s;\\]+)(?:\s*;\s*([^\\]+?))?(?:\s*\\)?$")
_HASH = re.compile(r"\s+--hash=sha256:[0-9a-f]{64}(?: \\)?$")


@dataclass(frozen=True)
class Pin:
    """One library of a lock file; ``marker`` says on which Python or system, empty where everywhere."""

    name: str
    version: str
    marker: str
    hashes: int


class LockError(ValueError):
    """A line of a lock file that is neither a pin nor a hash of one."""


def read_lock(text: str) -> tuple[Pin, ...]:
    """The pins of a lock file. Raises LockError.

    >>> read_lock("numpy==2.4.6 ; python_version < '3.12' \\\\\\n    --hash=sha256:" + 64 * "0")
    (Pin(name='numpy', version='2.4.6', marker="python_version < '3.12'", hashes=1),)
    """
    return tuple(_pins(text))


def _pins(text: str) -> Iterator[Pin]:
    pin: Pin | None = None
    for line in text.splitlines():
        if pin and _HASH.match(line):
            pin = Pin(pin.name, pin.version, pin.marker, pin.hashes + 1)
        elif found := _PIN.match(line):
            if pin:
                yield pin
            pin = Pin(found[1], found[2], found[3] or "", 0)
        elif line.strip() and not line.startswith("#"):
            raise LockError(line)
    if pin:
        yield pin


def locked(name: str) -> tuple[Pin, ...]:
    """The pins of ``locks/<name>.txt``."""
    return read_lock((FOLDER / f"{name}.txt").read_text("utf-8"))


def every_pin() -> tuple[Pin, ...]:
    """The pins of all lock files, by name."""
    return tuple(sorted({pin for name in LOCKS for pin in locked(name)}, key=lambda pin: (pin.name, pin.version)))


def before(name: str) -> tuple[str, ...]:
    """The lock files whose pins a lock file leaves out.

    >>> before("hosted"), before("test")
    (('run',), ('run', 'mcp', 'hosted'))
    """
    return tuple(LOCKS)[: 1 if name in ALONE else tuple(LOCKS).index(name)]


def relock(options: Sequence[str] = ()) -> None:
    """Write all lock files from pyproject.toml with uv. Pins stay unless ``options`` has ``--upgrade``."""
    for number, name in enumerate(LOCKS):
        wanted = LOCKS[name]
        left_out = sorted({pin.name for one in before(name) for pin in locked(one)})
        held = [argument for pin in left_out for argument in _held(pin)]
        limits = [argument for one in tuple(LOCKS)[:number] for argument in ("--constraint", f"locks/{one}.txt")]
        subprocess.run(
            [
                *(sys.executable, "-m", "uv", "pip", "compile", "pyproject.toml", *wanted, "--quiet", "--no-config"),
                *("--universal", "--python-version", OLDEST, "--generate-hashes", "--no-header", "--no-annotate"),
                *("--output-file", f"locks/{name}.txt", *limits, *held, *options),
            ],
            cwd=ROOT,
            check=True,
        )


def _held(name: str) -> tuple[str, str]:
    return "--no-emit-package", name
