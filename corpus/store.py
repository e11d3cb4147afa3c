"""The only door to ``data/``: raw texts, patches, lexicons and concordance in, products out.

Everything else takes and gives values. The folder is ``data/`` of the checkout, or ``LOVBRO_DATA``.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from corpus import akn
from corpus.alignment import readings, rows
from corpus.alignment.concordance import Concordance
from corpus.alignment.concordance_files import read_concordance
from corpus.files import StoreError, data_dir, write_atomic
from corpus.library import Library
from corpus.registry import Registry, read_registry
from corpus.terms import Term, read_terms

SUMS = "raw/SHA256SUMS"
STATE = "build/state.json"
ALIGNED = "aligned/laws.xml"
WITNESSES = "aligned/witnesses.tsv"


class RawTextError(StoreError):
    """A raw text that is missing, empty, wrongly encoded or not the file whose sum was recorded."""


class NotBuiltError(StoreError):
    """A product is missing: ``lovbro build`` makes it."""


def load_registry() -> Registry:
    """The works, editions and expressions of ``editions.toml``."""
    return read_registry(_read_toml("editions.toml"))


def load_patches(siglum: str) -> dict[str, Any]:
    """The recorded corrections of a witness as parsed TOML; no file means none."""
    return _read_toml(f"patches/{siglum}.toml") if (data_dir() / f"patches/{siglum}.toml").exists() else {}


def load_lexicon(name: str) -> str:
    """A file of ``lexicon/`` as text."""
    return _read_text(f"lexicon/{name}")


def load_parity_judgements() -> dict[str, Any]:
    """What people decided about the parity report, as parsed TOML."""
    return _read_toml("parity/judgements.toml")


def load_settled() -> dict[str, Any]:
    """What was decided where concordance tables contradict each other, as parsed TOML."""
    return _read_toml("concordance/settled.toml")


def load_tables() -> Concordance:
    """The number tables between editions."""
    return read_concordance({name: load_concordance(name) for name in concordance_names()})


def load_concordance(name: str) -> str:
    """A table of ``concordance/`` (``1997-2017``, ``terms``) as CSV text; comment lines begin with #."""
    return _read_text(f"concordance/{name}.csv")


def load_terms() -> tuple[Term, ...]:
    """The term table. Raises StoreError when it is missing, TermError when a cell is."""
    return read_terms(load_concordance("terms"))


def concordance_names() -> tuple[str, ...]:
    """The tables from one edition's numbers to another's: ``1997-2017``."""
    found = (data_dir() / "concordance").glob("[0-9]*-[0-9]*.csv")
    return tuple(sorted(path.stem for path in found))


def read_raw(siglum: str) -> str:
    """The raw text of a witness, character for character (line ends too). Raises RawTextError."""
    name = f"raw/{siglum}.txt"
    content = _read_bytes(name, RawTextError)
    if not content.strip():
        raise RawTextError(f"data/{name} is empty: put back the witness (git checkout data/{name})")
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise RawTextError(f"data/{name}, line {line}: byte {content[error.start]:#04x} is not UTF-8") from error
    _compare_sum(name, siglum, content)
    return text


def _compare_sum(name: str, siglum: str, content: bytes) -> None:
    recorded = _sums().get(f"{siglum}.txt")
    if recorded is None:
        raise RawTextError(f"data/{name} has no line in data/{SUMS}: add its sum (sha256sum) and size")
    sum_, size = recorded
    if len(content) < size:
        raise RawTextError(f"data/{name} is truncated: {len(content)} of {size} bytes")
    if hashlib.sha256(content).hexdigest() != sum_:
        raise RawTextError(
            f"data/{name} was changed: its sum is not the one in data/{SUMS}; raw texts are never edited"
        )


def _sums() -> dict[str, tuple[str, int]]:
    """``SHA256SUMS`` has lines ``<sum>  <file>`` and, before each, ``# size <bytes>``; sha256sum -c reads it too."""
    out: dict[str, tuple[str, int]] = {}
    size = 0
    for line in _read_text(SUMS).splitlines():
        if line.startswith("# size "):
            size = int(line.removeprefix("# size "))
        elif line and not line.startswith("#"):
            sum_, name = line.split()
            out[name] = (sum_, size)
    return out


def load_library() -> Library:
    """All expressions, from the XML products. Raises NotBuiltError when one is missing."""
    registry = load_registry()
    return Library(registry, tuple(akn.read(read_product(f"akn/{key}.xml")) for key in registry.keys))


def load_alignment() -> rows.Alignment:
    """The aligned rows, from their XML. Raises NotBuiltError when it is missing."""
    return rows.read(read_product(ALIGNED))


def load_readings() -> readings.Readings:
    """What second witnesses read. Raises NotBuiltError when the table is missing."""
    return readings.read(read_product(WITNESSES))


def read_product(name: str) -> bytes:
    """A product (``akn/da-2017.xml``) or a file of the cache. Raises NotBuiltError."""
    return _read_bytes(name, NotBuiltError)


def has_product(name: str) -> bool:
    return (data_dir() / name).is_file()


def write_product(name: str, content: bytes) -> None:
    """Write a file of ``akn/``, ``aligned/`` or ``build/`` whole or not at all."""
    write_atomic(data_dir() / name, content)


def build_dir() -> Path:
    """The cache folder, made if need be; always safe to delete."""
    folder = data_dir() / "build"
    folder.mkdir(exist_ok=True)
    return folder


def digest(names: Iterable[str]) -> str:
    """One sum over files of the data folder; a missing file counts as such."""
    total = hashlib.sha256()
    for name in sorted(set(names)):
        path = data_dir() / name
        content = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "missing"
        total.update(f"{name} {content}\n".encode())
    return total.hexdigest()


def source_files() -> tuple[str, ...]:
    """Every file in ``data/`` that people write and builds read."""
    folders = ("raw", "patches", "lexicon", "concordance")
    found = [path for folder in folders for path in (data_dir() / folder).glob("*") if path.is_file()]
    return ("editions.toml", *sorted(path.relative_to(data_dir()).as_posix() for path in found))


def load_state() -> Mapping[str, str]:
    """What the last build was made from, by stage; empty when unknown."""
    try:
        table = json.loads(read_product(STATE))
    except (NotBuiltError, json.JSONDecodeError):
        return {}
    return {str(key): str(value) for key, value in table.items()} if isinstance(table, dict) else {}


def save_state(state: Mapping[str, str]) -> None:
    write_product(STATE, (json.dumps(dict(sorted(state.items())), indent=1) + "\n").encode())


def _read_toml(name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(_read_text(name))
    except tomllib.TOMLDecodeError as error:
        raise StoreError(f"data/{name}: {error}") from error


def _read_text(name: str) -> str:
    try:
        return _read_bytes(name, StoreError).decode("utf-8")
    except UnicodeDecodeError as error:
        raise StoreError(f"data/{name} is not UTF-8: {error.reason} at byte {error.start}") from error


def _read_bytes(name: str, kind: type[StoreError]) -> bytes:
    remedy = "run lovbro build" if kind is NotBuiltError else "put it back from the repository"
    try:
        return (data_dir() / name).read_bytes()
    except FileNotFoundError as error:
        raise kind(f"data/{name} is missing: {remedy}") from error
    except OSError as error:
        raise kind(f"data/{name} cannot be read: {error.strerror}") from error
