"""Take files into the register of decisions, and open it: the steps between a folder of files and a Casebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Literal

from corpus.files import data_dir
from corpus.precedents.decision import Decision
from corpus.precedents.folder import CaseFolder, Damaged
from corpus.registry import Registry
from corpus.store import load_lexicon, load_registry, load_tables
from index.precedents import Casebook
from parser.decisions.fields import CaseFile, read_case
from parser.decisions.files import MAX_BYTES, UnreadableError
from parser.decisions.lexicon import DecisionLexicon, read_lexicon

LEXICON = "decisions.toml"
ENDINGS = frozenset({".txt", ".text", ".md", ".markdown", ".htm", ".html", ".xhtml"})

ImportOutcome = Literal["added", "dated", "same-number", "duplicate", "refused"]


@dataclass(frozen=True)
class Incoming:
    """A file on its way in: its name as the person knows it, and its bytes or why there are none."""

    name: str
    content: bytes = b""
    fault: str = ""


@dataclass(frozen=True)
class ImportResult:
    """What became of one file. ``other`` is the key of the case already there (duplicate, same-number)."""

    name: str
    fate: ImportOutcome
    decision: Decision | None = None
    other: str = ""
    reason: str = ""


@dataclass(frozen=True)
class Register:
    """The register as read from its folder."""

    casebook: Casebook
    damaged: tuple[Damaged, ...]


def add(files: Iterable[Incoming], folder: CaseFolder, played: date | None = None) -> Iterator[ImportResult]:
    """Read and keep files one by one; each is settled before the next is read. Nothing given is changed or lost.

    ``played`` is the date of play of a file that tells none; a case kept without date gets it when added again.
    """
    lexicon, registry = read_lexicon(load_lexicon(LEXICON)), load_registry()
    known = {decision.sha256: decision for decision in folder.load()[0]}
    numbers = {decision.number: decision.key for decision in known.values()}
    for file in files:
        settled = _settle(file, folder, known, numbers, _Reader(lexicon, registry, played))
        if settled.decision is not None:
            known[settled.decision.sha256] = settled.decision
            numbers.setdefault(settled.decision.number, settled.decision.key)
        yield settled


def from_paths(paths: Iterable[Path]) -> Iterator[Incoming]:
    """The files at these paths; a folder stands for the files of a known kind in it, in order of name."""
    for path in paths:
        if path.is_dir():
            inside = (p for p in path.rglob("*") if p.is_file() and p.suffix.lower() in ENDINGS)
            yield from from_paths(sorted(inside))
        else:
            yield _incoming(path)


def open_register(folder: CaseFolder) -> Register:
    """The register; read again only when something in its folder has changed."""
    return _opened(folder, folder.signature())


def samples() -> tuple[Path, ...]:
    """The invented cases that come with Lovbro."""
    return tuple(sorted((data_dir() / "samples" / "precedents").glob("*.*")))


@dataclass(frozen=True)
class _Reader:
    lexicon: DecisionLexicon
    registry: Registry
    played: date | None

    def read(self, file: Incoming) -> CaseFile:
        if file.fault:
            raise UnreadableError(file.fault)
        return read_case(file.name, file.content, self.lexicon, self.registry, self.played)


def _settle(
    file: Incoming, folder: CaseFolder, known: dict[str, Decision], numbers: dict[str, str], reader: _Reader
) -> ImportResult:
    try:
        case = reader.read(file)
    except UnreadableError as error:
        return ImportResult(file.name, "refused", reason=str(error))
    if there := known.get(case.decision.sha256):
        return _again(file.name, there, case.decision, folder)
    taken = numbers.get(case.decision.number, "")
    try:
        kept = folder.put(case.decision, file.content, case.ending)
    except OSError as error:
        return ImportResult(file.name, "refused", reason=f"the register's folder cannot be written: {error.strerror}")
    return ImportResult(file.name, "same-number" if taken else "added", kept, other=taken)


def _again(name: str, there: Decision, read: Decision, folder: CaseFolder) -> ImportResult:
    """A file that is there already: kept as it is, unless the date that it lacked is given now."""
    if there.played is None and read.played is not None:
        dated = replace(read, key=there.key)
        folder.rewrite(dated)
        return ImportResult(name, "dated", dated)
    return ImportResult(name, "duplicate", other=there.key)


def _incoming(path: Path) -> Incoming:
    try:
        # A device or a huge file is refused before it is read.
        if not path.is_file():
            return Incoming(str(path), fault="no such file")
        if path.stat().st_size > MAX_BYTES:
            return Incoming(str(path), fault=f"the file is larger than {MAX_BYTES:,} bytes")
        return Incoming(str(path), path.read_bytes())
    except OSError as error:
        return Incoming(str(path), fault=error.strerror or "the file cannot be read")


@lru_cache(maxsize=4)
def _opened(folder: CaseFolder, signature: object) -> Register:
    del signature  # only there to make a changed folder another call
    decisions, damaged = folder.load()
    return Register(Casebook(decisions, load_tables()), damaged)
