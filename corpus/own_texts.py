"""The texts of the person who runs Lovbro: a folder outside the program, above which what is shipped stays as it is.

One folder a text in ``texts/``: ``text.toml`` (its block of the registry, as in ``data/editions.toml``), the files that
it was read from in ``original/``, ``decisions.toml`` (how a person read what was in doubt, with the reason),
``akn.xml``, ``reading.json`` (what each paragraph was read as), and ``SHA256SUMS`` over all of them. What a person
decided about a text that was taken out waits in ``aside/`` until it is added again. A copy of the folder is a backup;
``OwnTexts.check`` proves it whole.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, Literal

from corpus.document_store import DocumentStore, FolderDocuments, documents_at, remove_if_there, shared_place
from corpus.files import StoreError, data_dir, left_behind, locked, read_whole, safe_name, sync_folder, write_atomic
from corpus.homes import FORBIDDEN, library_dir
from corpus.registry import ExpressionEntry, entry_block
from corpus.schema import FileFault, FormatError, Loader
from corpus.sums import read_sums, write_sums
from corpus.toml_tables import write_toml

ENTRY, DECISIONS, XML, SUMS, ORIGINAL = "text.toml", "decisions.toml", "akn.xml", "SHA256SUMS", "original"
READING = "reading.json"
TABLES, ASIDE = "tables", "aside"
ALIGNED = "aligned.xml"
_REMARK = b"<!-- "
_TABLE_NAMES = "[12]???-[12]???.csv"
LARGEST = 60 * 1024 * 1024  # bytes of one file of a text
_OLD = ".old"  # ends the name of the folder of a text that is being replaced


class OwnTextError(StoreError, FormatError):
    """A file of a person's own text that is missing or is not what Lovbro wrote there: ``fault`` names the place."""


AdditionReason = Literal[
    "shipped",  # ``key`` is a text that comes with Lovbro
    "is-laws",  # added as ``given``, and its numbers are those of the laws
    "no-laws",  # added as laws, and hardly any of its numbers is in the laws that are held
    "taken",  # the library has a text ``key`` already, and nobody said that it is to be replaced
    "no-text",  # no text ``key`` in the library ``folder``, which has ``known``
    "no-row",  # the text ``key`` has ``count`` paragraphs, none with the number ``found``
    "no-reading",  # ``found`` is nothing that a paragraph can be read as
    "one-place",  # ``found`` can be the reading of one paragraph only, not of all that a question is about
    "no-reason",  # a decision without a reason
    "in-force",  # a last day in force before the first, or without one
    "no-table",  # no number table leads from the edition ``found`` to today's; there are some for ``known``
    "another",  # the export ``file`` holds the text ``found``, not the one that was described
    "unread",  # the export ``file`` is damaged: ``cause``
    "language",  # ``found`` is none of the languages ``known``
    "name",  # ``found`` has other signs than a short name may have; ``field`` is what it is the name of
    "no-name",  # there is none
    "edition",  # ``found`` is no year
    "title",  # there is no title
    "consent",  # leave to pass a text on without who gave it, or without its day
    "no-file",  # there is no file ``file``
    "no-files",  # the folder ``file`` holds none of the kinds ``known``
    "unreadable",  # what is in the files cannot be made a text of: ``cause``
]


class AdditionError(ValueError):
    """A text, or a decision about one, that is not taken: ``reason`` is a code, ``values`` are what it names."""

    def __init__(self, reason: AdditionReason, **values: str) -> None:
        super().__init__(f"{reason} {values}")
        self.reason, self.values = reason, values

    @property
    def is_of_work(self) -> bool:
        """True where the text looks like another work, which a person may know better."""
        return self.reason in ("is-laws", "no-laws")


@dataclass(frozen=True)
class ReadingDecision:
    """How a person read a paragraph: found again by its ``words``, the ``nth`` time that they occur, in any file."""

    words: str
    reading: str
    reason: str
    nth: int = 1


@dataclass(frozen=True)
class _DecisionTable:
    decision: tuple[ReadingDecision, ...] = ()


class OwnTexts:
    """The texts in one library. Nothing outside ``path`` is written, and a text is written whole or not at all."""

    def __init__(self, path: Path, tables: DocumentStore | None = None) -> None:
        """``tables`` are the number tables, in ``tables/`` of the folder without."""
        self.path = path
        self.tables = tables or FolderDocuments(path / TABLES)

    @classmethod
    def open(cls) -> OwnTexts:
        """Those of the library of the person who runs Lovbro; a text whose change was cut off is put back first."""
        own = cls(library_dir(), documents_at(shared_place(TABLES)))
        own._put_back()
        return own

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the texts that are as Lovbro wrote them, sorted; a damaged one keeps no other from being read."""
        return tuple(key for key in self.all_keys() if self._first_fault(key) is None)

    def damaged(self) -> tuple[FileFault, ...]:
        """What is wrong with each text that is not as Lovbro wrote it, the first fault of each."""
        return tuple(fault for key in self.all_keys() if (fault := self._first_fault(key)) is not None)

    def block(self, key: str) -> dict[str, Any]:
        """The registry's tables of a text: ``expression`` and ``edition``. Raises OwnTextError."""
        return Loader(f"{key}/{ENTRY}", OwnTextError).toml(self._read(key, ENTRY))

    def xml(self, key: str) -> bytes:
        """The text as XML, as it was written. Raises OwnTextError where it is not."""
        load = Loader(f"{key}/{XML}", OwnTextError)
        content = self._read(key, XML)
        if self._sums(key).get(XML) != hashlib.sha256(content).hexdigest():
            raise load.fault("changed", expected="lovbro add")
        return content

    def decisions(self, key: str) -> tuple[ReadingDecision, ...]:
        """The decisions about a text, in the order in which they were made; for one taken out, those made till then."""
        path = folder / DECISIONS if (folder := self._folder(key)).exists() else self._aside(key)
        if not path.exists():
            return ()
        load = Loader(path.relative_to(self.path).as_posix().removeprefix("texts/"), OwnTextError)
        return load.convert(load.toml(read_whole(path, load, LARGEST)), _DecisionTable).decision

    def originals(self, key: str) -> tuple[tuple[str, bytes], ...]:
        """The files that a text was read from, as they were given, in that order. Raises OwnTextError."""
        names = [name for name in self._sums(key) if name.startswith(f"{ORIGINAL}/")]
        return tuple((name.partition("-")[2], self._read(key, name)) for name in sorted(names))

    @contextmanager
    def saving(
        self,
        entry: ExpressionEntry,
        edition: Mapping[str, Any] | None,
        files: Sequence[tuple[str, bytes]],
        xml: bytes,
        decisions: Sequence[ReadingDecision],
        reading: bytes = b"",
    ) -> Iterator[None]:
        """Keep a text, in place of the one with its key, if what is done inside succeeds; else all is as it was.

        ``edition`` is a block for one that the registry has not. Raises OSError.
        """
        blocks = {"expression": [entry_block(entry)], **({"edition": [dict(edition)]} if edition else {})}
        contents = {ENTRY: write_toml(blocks), XML: xml}
        if decisions:
            contents[DECISIONS] = _decision_rows(decisions)
        if reading:
            contents[READING] = reading
        for number, (name, content) in enumerate(files, 1):
            contents[f"{ORIGINAL}/{number:03}-{safe_name(name)}"] = content
        with locked(self.path / "texts"):
            with self._swapped(entry.key, _with_sums(contents)):
                yield
            # Those that waited are among the decisions of the text now.
            self._aside(entry.key).unlink(missing_ok=True)

    def reading(self, key: str) -> bytes:
        """What each paragraph of a text was read as, as it was saved; empty for a text that has no such record.

        Raises OwnTextError where it is not as it was written.
        """
        sums = self._sums(key)
        if READING not in sums:
            return b""
        content = self._read(key, READING)
        if sums[READING] != hashlib.sha256(content).hexdigest():
            raise Loader(f"{key}/{READING}", OwnTextError).fault("changed", expected="lovbro add")
        return content

    def decide(
        self, key: str, changed: Callable[[tuple[ReadingDecision, ...]], Sequence[ReadingDecision]]
    ) -> tuple[ReadingDecision, ...]:
        """Keep other decisions about a text; the text itself stays as it was read until it is read again.

        ``changed`` makes them of those that are there when it is this window's turn. Raises OwnTextError and OSError.
        """
        with locked(self.path / "texts"):
            if fault := next(self._faults(key), None):
                raise OwnTextError(fault)
            contents = {name: self._read(key, name) for name in self._sums(key) if name != DECISIONS}
            decisions = tuple(changed(self.decisions(key)))
            if decisions:
                contents[DECISIONS] = _decision_rows(decisions)
            with self._swapped(key, _with_sums(contents)):
                pass
        return decisions

    def stamp(self) -> str:
        """What changes when a text is added, replaced, taken out or left out, or a table is saved."""
        total = hashlib.sha256(self.sum(self.keys).encode())
        for name in self.table_names():
            with suppress(FormatError):
                total.update(f"{name} {self.table(name)}".encode())
        return total.hexdigest()

    def table_names(self) -> tuple[str, ...]:
        """The number tables to editions that the library alone has (``2017-2027``), sorted."""
        return tuple(name.removesuffix(".csv") for name in self.tables.names() if fnmatch(name, _TABLE_NAMES))

    def table(self, name: str) -> str:
        """The text of a number table. Raises OwnTextError."""
        load = Loader(f"{TABLES}/{name}.csv", OwnTextError)
        return load.text(self.tables.read(f"{name}.csv", load))

    def save_table(self, name: str, text: str) -> None:
        """Keep a number table. Raises OSError."""
        self.tables.write(f"{name}.csv", text.encode())

    def remove_table(self, name: str) -> None:
        """Take a number table away, if it is there. Raises OSError."""
        remove_if_there(self.tables, f"{name}.csv")

    def save_alignment(self, content: bytes, made_from: str) -> None:
        """Keep the alignment of all texts, XML, with the sum over what it was made from as a remark at its end.

        In a library that may only be read, as several servers have one, each keeps its own in its cache.
        """
        whole = content + _remark(content, made_from)
        try:
            write_atomic(self.path / ALIGNED, whole)
        except OSError as error:
            if error.errno not in FORBIDDEN:
                raise
            write_atomic(_cached_alignment(), whole)

    def alignment(self, made_from: str) -> bytes | None:
        """The alignment, if it is there and was made from what has the sum ``made_from``."""
        for path in (self.path / ALIGNED, _cached_alignment()):
            with suppress(OSError):
                content, found, remark = path.read_bytes().rpartition(_REMARK)
                if found and found + remark == _remark(content, made_from):
                    return content
        return None

    def alignment_fault(self) -> FileFault | None:
        """What is wrong with the alignment that is kept, whatever it was made from; None for a whole one or none."""
        load = Loader(ALIGNED, OwnTextError)
        if not (self.path / ALIGNED).exists():
            return None
        try:
            content, _, remark = read_whole(self.path / ALIGNED, load, LARGEST).rpartition(_REMARK)
        except OwnTextError as error:
            return error.fault
        whole = remark.startswith(hashlib.sha256(content).hexdigest().encode())
        return None if whole else load.fault("changed", expected="lovbro build").fault

    def remove(self, key: str) -> None:
        """Take a text out of the library, with its files; decisions about it wait until it is added again.

        Raises OSError, with the text as it was.
        """
        with locked(self.path / "texts"):
            decided = self._folder(key) / DECISIONS
            if decided.exists():
                self._aside(key).parent.mkdir(exist_ok=True)
                write_atomic(self._aside(key), decided.read_bytes())
            aside = Path(tempfile.mkdtemp(prefix=f".{key}.", dir=self.path / "texts"))
            try:
                os.replace(self._folder(key), aside / key)
                sync_folder(self.path / "texts")
            finally:
                shutil.rmtree(aside, ignore_errors=True)

    def sum(self, keys: Iterable[str]) -> str:
        """One sum over these texts as they are; empty where there is none."""
        total = hashlib.sha256()
        keys = tuple(keys)
        for key in keys:
            for name in (ENTRY, XML):
                total.update(f"{key} {name} ".encode() + self._read(key, name))
        return total.hexdigest() if keys else ""

    def check(self) -> Iterator[FileFault]:
        """Every file that is not as Lovbro wrote it, is missing, or is there and was not written by it."""
        for folder in sorted(path for path in self.path.glob("texts/*") if path.is_dir() and path.name[0] != "."):
            yield from self._faults(folder.name)
        for path in sorted(self.path.glob(f"{ASIDE}/[a-z0-9]*.toml")):
            load = Loader(path.relative_to(self.path).as_posix(), OwnTextError)
            try:
                load.convert(load.toml(read_whole(path, load, LARGEST)), _DecisionTable)
            except FormatError as error:
                yield error.fault

    def all_keys(self) -> tuple[str, ...]:
        """The keys of the texts, damaged or not, sorted."""
        return tuple(sorted(found.name for found in self.path.glob("texts/[a-z0-9]*") if found.is_dir()))

    def holds(self, key: str) -> bool:
        """True when there is a text with this key, damaged or not."""
        return key in self.all_keys()

    def _faults(self, key: str, names: Iterable[str] = ()) -> Iterator[FileFault]:
        """What is wrong with the files ``names`` of a text; with all that are recorded or there when none is named."""
        folder = self._folder(key)
        try:
            sums = self._sums(key)
            there = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
            for name in names or sorted({*sums, *there} - {SUMS}):
                load = Loader(f"texts/{key}/{name}", OwnTextError)
                if not (folder / name).is_file():
                    yield load.fault("missing").fault
                elif name not in sums:
                    yield load.fault("unrecorded", expected="lovbro add").fault
                elif hashlib.sha256(self._read(key, name)).hexdigest() != sums[name]:
                    yield load.fault("changed", expected="lovbro add").fault
        except FormatError as error:
            yield error.fault

    def _first_fault(self, key: str) -> FileFault | None:
        """The first fault of the files that are read to show a text."""
        return next(self._faults(key, (ENTRY, XML)), None)

    def _folder(self, key: str) -> Path:
        return self.path / "texts" / key

    def _aside(self, key: str) -> Path:
        return self.path / ASIDE / f"{key}.toml"

    def _read(self, key: str, name: str) -> bytes:
        return read_whole(self._folder(key) / name, Loader(f"texts/{key}/{name}", OwnTextError), LARGEST)

    def _sums(self, key: str) -> dict[str, str]:
        return read_sums(self._read(key, SUMS), f"texts/{key}/{SUMS}")

    @contextmanager
    def _swapped(self, key: str, contents: Mapping[str, bytes]) -> Iterator[None]:
        """The new folder gets its name when all of it is on the disk; the old one goes when what is inside is done."""
        folder = self._folder(key)
        for trace in left_behind(folder.parent, ".*"):
            shutil.rmtree(trace, ignore_errors=True)
        made = Path(tempfile.mkdtemp(prefix=f".{key}.", dir=folder.parent))
        old = made.with_name(f"{made.name}{_OLD}")
        placed = False
        try:
            for name, content in contents.items():
                write_atomic(made / name, content)
            if folder.exists():
                os.replace(folder, old)
            os.replace(made, folder)
            placed = True
            sync_folder(folder.parent)
            yield
        except BaseException:
            if placed:
                # It goes as it came, by a rename: a full disk has room for that. What is left of it is swept later.
                with suppress(OSError):
                    os.replace(folder, made)
            shutil.rmtree(made, ignore_errors=True)
            with suppress(OSError):
                if old.exists() and not folder.exists():
                    os.rename(old, folder)
            raise
        shutil.rmtree(old, ignore_errors=True)

    def _put_back(self) -> None:
        """Where a change was cut off after the old folder was moved aside, it gets its name again."""
        for old in self.path.glob(f"texts/.*{_OLD}"):
            folder = self._folder(old.name[1:].rsplit(".", 2)[0])
            if not folder.exists():
                # Who holds the lock may be about to put the new one there.
                with suppress(OSError), locked(folder.parent):
                    if not folder.exists():
                        os.rename(old, folder)


def _cached_alignment() -> Path:
    return data_dir() / "build" / "aligned-own.xml"


def _decision_rows(decisions: Sequence[ReadingDecision]) -> bytes:
    rows = [{"words": d.words, "nth": d.nth, "reading": d.reading, "reason": d.reason} for d in decisions]
    return write_toml({"decision": rows})


def _with_sums(contents: Mapping[str, bytes]) -> dict[str, bytes]:
    sums = {name: hashlib.sha256(content).hexdigest() for name, content in contents.items()}
    return {**contents, SUMS: write_sums(sums, "What Lovbro wrote here; lovbro library check compares.")}


def _remark(content: bytes, made_from: str) -> bytes:
    return _REMARK + f"{hashlib.sha256(content).hexdigest()} {made_from} -->\n".encode()
