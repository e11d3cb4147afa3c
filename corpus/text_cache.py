"""What was read from XML, kept in ``data/build/texts``, so that it is read once; always safe to delete."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import TypeVar

from corpus import records
from corpus.files import data_dir
from corpus.model import Expression

TEXTS = "build/texts"

T = TypeVar("T")


def expression_of(file: str, content: bytes) -> Expression:
    """The expression of an XML file, called ``file`` in an error. Raises AknFileError."""
    from corpus import akn  # a start that finds every text in the cache reads none of their XML

    return akn.read(content, file)


def kept(name: str, kind: type[T], content: bytes, read: Callable[[bytes], T]) -> Callable[[], T]:
    """What gives the value of an XML file: its record in the cache, or the XML, read at once and put into the cache."""
    path, sum_ = data_dir() / TEXTS / f"{name}.kept", record_sum(content)
    if (record := records.read_kept(path, sum_)) is not None:
        return partial(records.loads, kind, record)
    value = read(content)
    with suppress(OSError):  # a folder that cannot be written to is read all the same
        records.write_kept(path, sum_, records.dumps(value))
    return lambda: value


def record_sum(content: bytes) -> str:
    """A sum over an XML file and the code that reads it: what its record in the cache is good for."""
    return hashlib.sha256(_reader_sum() + content).hexdigest()


@cache
def _reader_sum() -> bytes:
    folder = Path(__file__).parent
    names = ("model.py", "evidence.py", "ids.py", "uris.py", "records.py", "alignment/rows.py")
    total = hashlib.sha256(records.FORMAT.encode())
    for path in (*map(folder.joinpath, names), *sorted((folder / "akn").glob("*.py"))):
        total.update(path.read_bytes())
    return total.digest()
