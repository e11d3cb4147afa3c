"""The paths of the first page, read from ``data/paths``; apart from ``corpus.store``, since only pages ask for them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from corpus.files import data_dir
from corpus.paths.ruling_path import RulingPath, TableSituations, read_path, read_situations
from corpus.source_text import read_source
from corpus.store import ACCEPT, has_product, write_product
from corpus.sums import read_sums, write_sums

SITUATIONS = "paths/situations.toml"
REVIEWED = "paths/reviewed.sha256"


def load_situations() -> TableSituations:
    """What may have happened at the table; nothing where the folder has no paths. Raises PathError."""
    if not has_product(SITUATIONS):
        return TableSituations()
    return read_situations(read_source(SITUATIONS), f"data/{SITUATIONS}")


def load_path(key: str) -> RulingPath:
    """The path of a situation. Raises SourceFileError when it is missing, PathError when it is no path."""
    name = f"paths/{key}.toml"
    return read_path(key, read_source(name), f"data/{name}")


def path_names() -> tuple[str, ...]:
    """The keys of the paths there are."""
    found = (path.stem for path in (data_dir() / "paths").glob("*.toml"))
    return tuple(sorted(set(found) - {Path(SITUATIONS).stem}))


def load_reviewed() -> dict[str, str]:
    """The sums of the provisions with which the paths were last compared, by ``expression/place``. Raises SumError."""
    return read_sums(read_source(REVIEWED), f"data/{REVIEWED}") if has_product(REVIEWED) else {}


def write_reviewed(sums: Mapping[str, str]) -> None:
    """Record with which texts the paths were compared."""
    head = f"The provisions that paths name, as they were when a person compared the two; {ACCEPT} adds new ones."
    write_product(REVIEWED, write_sums(sums, head))
