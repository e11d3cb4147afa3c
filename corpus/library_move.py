"""What is shared, moved between the folder of a library and a database: every document byte for byte.

First everything is written at the new place and read back there; only then is it taken away at the old one, so that a
move that is interrupted at any moment leaves the old place whole, and is finished by the same command. A document that
is at both places and is not the same at both stops the move before anything is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from corpus.committees import COMMITTEES_FILE
from corpus.document_store import DocumentStore, FolderDocuments, database_url, named_folder
from corpus.dossiers.typing_journal import TYPED_FOLDER
from corpus.files import StoreError, is_unfinished
from corpus.homes import home_of, unmoved
from corpus.own_judgements import PARITY
from corpus.own_texts import TABLES
from corpus.schema import FormatError, Loader

LARGEST_MOVED = 256 * 1024 * 1024  # bytes of one document; PostgreSQL keeps at most four times as many in a field
_SHELVES = ("dossiers", "precedents", "published", TABLES, PARITY)
_COMMITTEES = "committees"


class MoveError(StoreError):
    """A move that cannot be made; both places are as they were, or hold more of the same documents than before."""


@dataclass(frozen=True)
class LibraryMove:
    """What was moved: ``documents`` with ``size`` bytes in all."""

    documents: int
    size: int


@dataclass(frozen=True)
class _Place:
    """A shelf at one place: its documents are reached through ``store``, by the ``names`` that it has."""

    store: DocumentStore
    names: tuple[str, ...]


def move_to_database(library: Path, url: str) -> LibraryMove:
    """Move what is shared from the folder of a library into a database, whose tables are made first.

    Raises MoveError and OSError.
    """
    from corpus.database.migration import migrate
    from corpus.database.whole import held

    migrate(url)
    for kind in ("dossiers", "precedents"):
        if not named_folder(kind):
            home_of(kind)  # what still lies in data/ moves into the library first
    if left := unmoved():
        raise MoveError(f"{left[0].file} cannot be moved into the library first: {left[0].cause}")
    with ExitStack() as stack:
        folders = _folders(library)
        for path in folders.values():
            if path != library and path.is_dir():
                stack.enter_context(FolderDocuments(path).locked())
        here = {shelf: _Place(FolderDocuments(path), _files(shelf, path)) for shelf, path in folders.items()}
        here = {shelf: place for shelf, place in here.items() if place.names}
        with held(url, here) as there:
            moved = _copy(here, there)
        # Kept by the database now; what it then has is compared once more before anything is taken away.
        with held(url, here) as there:
            _compare(here, there)
            for place in here.values():
                for name in place.names:
                    place.store.remove(name)
        for shelf, place in here.items():
            _clear(folders[shelf], place.names)
    return moved


def move_to_folder(url: str, library: Path) -> LibraryMove:
    """Move what is shared from a database into the folder of a library; the database keeps who changed what, when.

    Raises MoveError and OSError.
    """
    from corpus.database.whole import held, shelves

    with held(url, shelves(url)) as stores, ExitStack() as stack:
        here = {shelf: _Place(store, store.every()) for shelf, store in stores.items()}
        there = {shelf: FolderDocuments(library / shelf) for shelf in here}
        for shelf, store in there.items():
            if shelf:
                stack.enter_context(store.locked())
        moved = _copy(here, there)
        _compare(here, there)
        for place in here.values():
            for name in place.names:
                place.store.remove(name)
    return moved


def demand_empty_database(url: str) -> None:
    """Raises MoveError for a database that has a document or a draft, OSError where it does not answer."""
    from corpus.database.migration import migrate
    from corpus.database.whole import shelves

    migrate(url)
    if found := shelves(url):
        raise MoveError(
            f"the database is not empty, it has {', '.join(filter(None, found)) or COMMITTEES_FILE}: name an empty one"
        )


@contextmanager
def documents_of_database() -> Iterator[Iterable[tuple[str, bytes]]]:
    """What the database of ``LOVBRO_DATABASE`` holds, drafts not among it, by paths in a library, while nothing in it
    changes; nothing where no database is named. Raises OSError.
    """
    if not (url := database_url()):
        yield ()
        return
    from corpus.database.whole import held, path_of, shelves

    with held(url, shelves(url)) as stores:
        yield (
            (path_of(shelf, name), _read(store, name))
            for shelf, store in stores.items()
            for name in store.every()
            if not name.startswith(".")
        )


def _folders(library: Path) -> dict[str, Path]:
    """The shelves of a library and where each is."""
    found = {shelf: named_folder(shelf) or library / shelf for shelf in _SHELVES}
    committees = sorted(path for path in (library / _COMMITTEES).glob("*/dossiers") if path.is_dir())
    found |= {f"{_COMMITTEES}/{path.parent.name}/dossiers": path for path in committees}
    return {**found, "": library}


def _files(shelf: str, folder: Path) -> tuple[str, ...]:
    """The documents of a folder: all its files, but those that are being written or mean nothing by themselves.

    Raises MoveError for what is no ordinary file or has a name that no database keeps.
    """
    if not shelf:
        return (COMMITTEES_FILE,) if (folder / COMMITTEES_FILE).is_file() else ()
    if not folder.is_dir():
        return ()
    names = []
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        hidden = any(part.startswith(".") for part in Path(name).parts) and Path(name).parts[0] != TYPED_FOLDER
        linked = path.is_symlink()
        if hidden or is_unfinished(path) or (path.is_dir() and not linked):
            continue
        if linked or not path.is_file():
            raise MoveError(f"{path} is no ordinary file: take it out of the library first")
        try:
            name.encode()
        except UnicodeEncodeError as error:
            raise MoveError(f"{name!r} in {folder} is no name in UTF-8: give the file another one first") from error
        names.append(name)
    return tuple(names)


def _copy(here: dict[str, _Place], there: Mapping[str, DocumentStore]) -> LibraryMove:
    """Write at the new place what it has not. Raises MoveError for what it has otherwise; nothing is written then."""
    wanted: list[tuple[str, str]] = []
    for shelf, place in here.items():
        for name in place.names:
            if not there[shelf].exists(name):
                wanted.append((shelf, name))
            elif _read(there[shelf], name) != _read(place.store, name):
                path = "/".join(filter(None, (shelf, name)))
                raise MoveError(f"{path} is at both places and not the same: take one of them away first")
    for shelf, name in wanted:
        there[shelf].write(name, _read(here[shelf].store, name))
    _compare(here, there)
    sizes = [len(_read(place.store, name)) for place in here.values() for name in place.names]
    return LibraryMove(len(sizes), sum(sizes))


def _compare(here: dict[str, _Place], there: Mapping[str, DocumentStore]) -> None:
    """Raises MoveError where a document is not at the new place as it is at the old one."""
    for shelf, place in here.items():
        for name in place.names:
            if _read(there[shelf], name) != _read(place.store, name):
                raise MoveError(f"{shelf}/{name} did not arrive as it was; nothing was taken away")


def _read(store: DocumentStore, name: str) -> bytes:
    try:
        return store.read(name, Loader(name, FormatError), LARGEST_MOVED)
    except FormatError as error:
        raise MoveError(f"{name} cannot be read ({error.fault.code} {error.fault.cause})") from error


def _clear(folder: Path, names: Iterable[str]) -> None:
    """Take folders away that have become empty, the shelf itself left where it is."""
    for inner in sorted({parent for name in names for parent in Path(name).parents}, reverse=True):
        if inner != Path():
            with suppress(OSError):
                (folder / inner).rmdir()
