"""Lists of sums: which content a file had when a person recorded it. ``sha256sum -c`` reads them too.

One line a file, sorted by name, so that two people who change different files never meet in one line.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from corpus.schema import FormatError, Loader

_LINE = re.compile(r"(?P<sum>[0-9a-f]{64})  (?P<name>[\w./-]+)")


class SumError(FormatError):
    """A list of sums that cannot be read, or a file that is not the one whose sum was recorded."""


def read_sums(content: bytes, file: str) -> dict[str, str]:
    """Sums by name of file, whatever the bytes; comment lines begin with #. Raises SumError naming the line.

    >>> read_sums(b"#\\n" + b"0" * 64 + b"  a/b.csv\\n", "SHA256SUMS") == {"a/b.csv": "0" * 64}
    True
    """
    load = Loader(file, SumError)
    sums: dict[str, str] = {}
    for number, line in enumerate(load.text(content).splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        match = _LINE.fullmatch(line)
        if match is None:
            raise load.fault("columns", f"line {number}", expected="sha256  name")
        if match["name"] in sums:
            raise load.fault("twice", f"line {number}", found=match["name"])
        sums[match["name"]] = match["sum"]
    return sums


def write_sums(sums: Mapping[str, str], head: str) -> bytes:
    """The list with a comment above; ``read_sums`` gives the sums back."""
    return (f"# {head}\n" + "".join(f"{sums[name]}  {name}\n" for name in sorted(sums))).encode()
