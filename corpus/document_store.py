"""Documents that are shared: files with names and bytes, in a folder of the library or in a database.

What a document holds, and how it is read, merged and judged, is left to dossiers, decisions and lists of people: they
are written once and work over both. A store is one shelf of the library (``dossiers``, ``precedents``); its names are
paths from there on, with ``/``. A document is the same bytes in a folder and in a database.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Collection, Mapping
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from corpus.files import is_unfinished, left_behind, locked, read_whole, sync_folder, write_atomic
from corpus.homes import home_of, library_dir
from corpus.schema import LARGEST, Loader

DATABASE = "LOVBRO_DATABASE"
"""The setting that names a database (``postgresql://...``) for what is shared; without it everything is in folders."""
_FOLDER_SETTINGS = {
    "dossiers": "LOVBRO_DOSSIERS",
    "precedents": "LOVBRO_PRECEDENTS",
    "published": "LOVBRO_PUBLISHED",
}
_COMING = ".incoming-"
_SETTLED = 0.05  # seconds after which a folder's clock has surely ticked on


class DocumentStore(Protocol):
    """What both kinds of place can do. What the system or the database refuses is an OSError; nothing is then changed.

    A name that begins with ``.`` is a draft: what is typed and not saved yet, which a backup leaves out.
    """

    def names(self, folder: str = "") -> tuple[str, ...]:
        """The documents directly in a folder of the store (its own without one), sorted."""

    def folders(self) -> tuple[str, ...]:
        """The folders directly in the store, sorted; hidden ones are none."""

    def exists(self, name: str) -> bool:
        """True when there is a document of this name."""

    def read(self, name: str, load: Loader, limit: int = LARGEST) -> bytes:
        """The content, of at most ``limit`` bytes. Raises the error of ``load``, whatever is there."""

    def write(self, name: str, content: bytes) -> None:
        """Write a document whole, in place of what has the name."""

    def append(self, name: str, content: bytes) -> None:
        """Add to the end of a document, which is made if there is none."""

    def create(self, folder: str, contents: Mapping[str, bytes]) -> bool:
        """Write a folder with its documents at once; False, and nothing is written, when there is one of this name."""

    def rename(self, name: str, new: str) -> None:
        """Give a document another name. Raises FileNotFoundError."""

    def remove(self, name: str) -> None:
        """Take a document away. Raises FileNotFoundError."""

    def remove_folder(self, folder: str) -> None:
        """Take a folder away with all its documents: a reader sees all of them or none."""

    def versions(self, names: Collection[str]) -> tuple[tuple[str, int, int], ...]:
        """Each name with two numbers that change when the document does (0, 0 for none): for caches."""

    def state(self) -> str:
        """Another word whenever Lovbro has changed a document in a folder of the store, or a folder or a document of
        its own has come or gone; empty while one more change might not make it another one.
        """

    def locked(self) -> AbstractContextManager[None]:
        """Hold the store, waiting until it is free: nobody else changes it meanwhile. It cannot be taken twice."""


@dataclass(frozen=True)
class FolderDocuments:
    """Documents as files under ``path``. Nothing outside of it is ever written."""

    path: Path

    def __str__(self) -> str:
        return str(self.path)

    def names(self, folder: str = "") -> tuple[str, ...]:
        """The entries of a folder that are no folders by name: what cannot be read is named when it is opened."""
        place = self.path / folder
        if not place.is_dir():
            return ()
        found = (path.name for path in place.iterdir() if not is_unfinished(path))
        return tuple(sorted(f"{folder}/{name}" if folder else name for name in found))

    def folders(self) -> tuple[str, ...]:
        """The folders of the folder."""
        if not self.path.is_dir():
            return ()
        with os.scandir(self.path) as found:
            return tuple(sorted(one.name for one in found if not one.name.startswith(".") and one.is_dir()))

    def exists(self, name: str) -> bool:
        """True for anything that has the name, a folder among them."""
        return (self.path / name).exists()

    def read(self, name: str, load: Loader, limit: int = LARGEST) -> bytes:
        """The bytes of a file."""
        return read_whole(self.path / name, load, limit)

    def write(self, name: str, content: bytes) -> None:
        """Write beside the file and rename."""
        write_atomic(self.path / name, content)
        if "/" in name:
            with suppress(OSError):
                os.utime(self.path)  # the folder's own time tells of what is in its folders, too

    def append(self, name: str, content: bytes) -> None:
        """Add to the file and put it on the disk."""
        with (self.path / name).open("ab") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())

    def create(self, folder: str, contents: Mapping[str, bytes]) -> bool:
        """Write the folder aside and rename it into place; False when another process took the name meanwhile."""
        if (self.path / folder).exists():
            return False
        self.path.mkdir(parents=True, exist_ok=True)
        self._sweep()
        aside = Path(tempfile.mkdtemp(prefix=_COMING, dir=self.path))
        try:
            for name, content in contents.items():
                _write_through(aside / name, content)
            aside.chmod(0o755)
            os.rename(aside, self.path / folder)
        except FileExistsError:
            shutil.rmtree(aside)
            return False
        except OSError:
            shutil.rmtree(aside, ignore_errors=True)
            if (self.path / folder).exists():
                return False
            raise
        sync_folder(self.path)
        return True

    def rename(self, name: str, new: str) -> None:
        """Rename a file."""
        os.replace(self.path / name, self.path / new)

    def remove(self, name: str) -> None:
        """Take a file away, and put that on the disk."""
        path = self.path / name
        path.unlink()
        sync_folder(path.parent)

    def remove_folder(self, folder: str) -> None:
        """Renamed first: a reader sees the whole folder or none."""
        aside = Path(tempfile.mkdtemp(prefix=_COMING, dir=self.path))
        os.rename(self.path / folder, aside / folder)
        shutil.rmtree(aside)

    def versions(self, names: Collection[str]) -> tuple[tuple[str, int, int], ...]:
        """The time of the last change, and size and number of the file: one that was written anew is another file,
        also within a tick of the clock.
        """
        out = []
        for name in names:
            try:
                stat = os.stat(os.path.join(self.path, name))
            except OSError:
                out.append((name, 0, 0))
            else:
                out.append((name, stat.st_mtime_ns, (stat.st_ino << 40) + stat.st_size))
        return tuple(out)

    def state(self) -> str:
        """The folder's own time."""
        try:
            found = os.stat(self.path)
        except OSError:
            return ""
        settled = time.time() - found.st_mtime_ns / 1e9 > _SETTLED
        return f"{found.st_mtime_ns}-{found.st_ino}" if settled else ""

    def locked(self) -> AbstractContextManager[None]:
        """Hold the lock of the folder."""
        return locked(self.path)

    def _sweep(self) -> None:
        """Clear what a killed import left; a folder still being written is younger than that."""
        for path in left_behind(self.path, f"{_COMING}*"):
            shutil.rmtree(path, ignore_errors=True)


def documents_at(place: Path | DocumentStore) -> DocumentStore:
    """The store at a place: a folder as such, or what is one already."""
    return FolderDocuments(place) if isinstance(place, Path) else place


@dataclass(frozen=True)
class LibraryShelf:
    """What a library keeps of one kind: a folder, or a shelf of a database."""

    place: Path | DocumentStore

    @property
    def documents(self) -> DocumentStore:
        """The store at ``place``."""
        return documents_at(self.place)


def database_url() -> str:
    """The database for what is shared; empty where everything is in folders."""
    return os.environ.get(DATABASE, "")


def named_folder(shelf: str) -> Path | None:
    """The folder that the environment names for a shelf, None where it is the library's."""
    named = os.environ.get(_FOLDER_SETTINGS.get(shelf, ""), "")
    return Path(named) if named else None


def shared_place(shelf: str, author: str = "") -> Path | DocumentStore:
    """Where a shelf of the library is: the database, if one is named, else its ``named_folder``, else the library's.

    ``author`` is who writes, as the database keeps it; without one it is this machine's user.
    """
    if url := database_url():
        from corpus.database.documents import DatabaseDocuments  # takes longer to import than a text to read

        return DatabaseDocuments(url, shelf, author)
    if folder := named_folder(shelf):
        return folder
    return home_of(shelf) if shelf in ("dossiers", "precedents") else library_dir() / shelf


def _write_through(path: Path, content: bytes) -> None:
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def remove_if_there(documents: DocumentStore, name: str) -> None:
    """Take a document away, if there is one."""
    with suppress(FileNotFoundError):
        documents.remove(name)
