"""The files of ``data/`` that people write, as text and as TOML."""

from __future__ import annotations

from typing import Any

from corpus.files import StoreError, data_dir, read_whole
from corpus.schema import FormatError, Loader


class SourceFileError(StoreError, FormatError):
    """A file that people write and that is not what its kind of file is: ``fault`` names the place."""


def read_source_toml(name: str) -> dict[str, Any]:
    """A file as a TOML table. Raises SourceFileError."""
    return Loader(f"data/{name}", SourceFileError).toml(read_source(name))


def read_source_text(name: str) -> str:
    """A file as text. Raises SourceFileError."""
    return Loader(f"data/{name}", SourceFileError).text(read_source(name))


def read_source(name: str) -> bytes:
    """A file that people write, as it is. Raises SourceFileError when it is missing."""
    return read_whole(data_dir() / name, Loader(f"data/{name}", SourceFileError), missing="lost")
