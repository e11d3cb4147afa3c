"""Documents in a database: ``corpus.document_store.DocumentStore`` over tables."""

from __future__ import annotations

import getpass
import threading
from collections import OrderedDict
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from sqlalchemy import ColumnElement, Connection, Integer, delete, exists, func, insert, select, update
from sqlalchemy.dialects.postgresql import insert as upsert

from corpus.database.connection import reading, seconds_away, writing
from corpus.database.tables import DOCUMENTS, DRAFTS, REVISIONS
from corpus.schema import LARGEST, Loader

_LOCK = 0x4C6F76  # "Lov": which of the database's advisory locks are ours
STALE = 300.0  # seconds for which what was read last may be shown while the database is away
_HELD = threading.local()
# What a shelf had when its newest revision was the one named: what has not changed is not listed twice.
_LISTED: dict[tuple[str, str], tuple[int, Mapping[str, tuple[int, int]]]] = {}


class _LastRead:
    """What was read last, up to so many bytes; what is large is not kept."""

    def __init__(self, most: int, largest: int) -> None:
        self._most, self._largest, self._size = most, largest, 0
        self._contents: OrderedDict[tuple[str, str, str], bytes] = OrderedDict()
        self._lock = threading.Lock()

    def keep(self, place: tuple[str, str, str], content: bytes) -> None:
        with self._lock:
            self._size -= len(self._contents.pop(place, b""))
            if len(content) <= self._largest:
                self._contents[place] = content
                self._size += len(content)
            while self._size > self._most:
                self._size -= len(self._contents.popitem(last=False)[1])

    def get(self, place: tuple[str, str, str]) -> bytes | None:
        return self._contents.get(place)


_READ = _LastRead(32 * 1024**2, 1024**2)


@dataclass(frozen=True)
class DocumentChange:
    """The newest ``revision`` of a document, by its number in the database; no ``content`` where it was taken away."""

    name: str
    revision: int
    content: bytes | None


@dataclass(frozen=True)
class DatabaseDocuments:
    """A shelf of the database at ``url``; ``author`` is who writes, without one this machine's user.

    Each change is a revision more. Two processes that write, on whatever machines, wait for each other. While the
    database is away, for ``STALE`` seconds, what this process has read last is what there is to read; a change needs
    the database.
    """

    url: str = field(repr=False)
    shelf: str
    author: str = field(default="", compare=False)

    def __str__(self) -> str:
        return f"the database, {self.shelf}"

    def names(self, folder: str = "") -> tuple[str, ...]:
        """The documents directly in a folder of the shelf."""
        start = f"{folder}/" if folder else ""
        if is_draft(start):
            found: Collection[str] = self._drafts()
        else:
            found = self._listed()
        return tuple(sorted(name for name in found if name.startswith(start) and "/" not in name[len(start) :]))

    def every(self) -> tuple[str, ...]:
        """All documents of the shelf, in whatever folder, and all drafts."""
        return tuple(sorted((*self._listed(), *self._drafts())))

    def folders(self) -> tuple[str, ...]:
        """The first parts of names that have several."""
        found = self._listed()
        return tuple(sorted({name.partition("/")[0] for name in found if "/" in name}))

    def exists(self, name: str) -> bool:
        """True for a document or a draft of this name."""
        try:
            with self._read() as connection:
                return _content(connection, self.shelf, name) is not None
        except OSError:
            if self._may_be_stale():
                return _READ.get((self.url, self.shelf, name)) is not None or name in self._listed()
            raise

    def read(self, name: str, load: Loader, limit: int = LARGEST) -> bytes:
        """The content of the newest revision, or of the draft."""
        place = (self.url, self.shelf, name)
        try:
            with self._read() as connection:
                content = _content(connection, self.shelf, name)
            # What is not committed yet may never be.
            if content is not None and place[:2] not in _held():
                _READ.keep(place, content)
        except OSError as error:
            content = _READ.get(place) if self._may_be_stale() else None
            if content is not None:
                return content
            raise load.fault("system", cause=error.strerror or str(error)) from error
        if content is None:
            raise load.fault("missing")
        if len(content) > limit:
            raise load.fault("large", expected=str(limit), found=str(len(content)))
        return content

    def write(self, name: str, content: bytes) -> None:
        """Add a revision, unless the newest one is the same."""
        with self._change() as connection:
            if is_draft(name):
                row = {"shelf": self.shelf, "name": name, "content": content}
                keys = (DRAFTS.c.shelf, DRAFTS.c.name)
                connection.execute(
                    upsert(DRAFTS).values(row).on_conflict_do_update(index_elements=keys, set_={"content": content})
                )
            elif _content(connection, self.shelf, name) != content:
                self._revise(connection, name, content)

    def append(self, name: str, content: bytes) -> None:
        """Add a revision with more at its end."""
        with self._change() as connection:
            self._revise(connection, name, (_content(connection, self.shelf, name) or b"") + content)

    def create(self, folder: str, contents: Mapping[str, bytes]) -> bool:
        """Add the first revisions of all documents of a folder."""
        with self._change() as connection:
            if self._inside(connection, folder):
                return False
            for name, content in contents.items():
                self._revise(connection, f"{folder}/{name}", content)
            return True

    def rename(self, name: str, new: str) -> None:
        """Write it under the other name and take it away under this one. Raises FileNotFoundError and OSError."""
        with self._change() as connection:
            content = _content(connection, self.shelf, name)
            if content is None:
                raise FileNotFoundError(2, "no such document", name)
            if is_draft(name):
                here = (DRAFTS.c.shelf == self.shelf) & (DRAFTS.c.name == name)
                connection.execute(update(DRAFTS).where(here).values(name=new))
            else:
                self._revise(connection, new, content)
                self._take_away(connection, name)

    def remove(self, name: str) -> None:
        """Add a revision without content, which marks it as removed; a draft is deleted.

        Raises FileNotFoundError and OSError.
        """
        with self._change() as connection:
            if _content(connection, self.shelf, name) is None:
                raise FileNotFoundError(2, "no such document", name)
            if is_draft(name):
                connection.execute(delete(DRAFTS).where(DRAFTS.c.shelf == self.shelf, DRAFTS.c.name == name))
            else:
                self._take_away(connection, name)

    def remove_folder(self, folder: str) -> None:
        """Take all documents of the folder away."""
        with self._change() as connection:
            for name in self._inside(connection, folder):
                self._take_away(connection, name)

    def versions(self, names: Collection[str]) -> tuple[tuple[str, int, int], ...]:
        """The number of each name's newest revision in the database, and in the document."""
        found = self._listed()
        return tuple((name, *found.get(name, (0, 0))) for name in names)

    def state(self) -> str:
        """The number of the newest revision: whoever changes the shelf holds it, so they come one after the other."""
        try:
            with self._read() as connection:
                return str(self._newest(connection))
        except OSError:
            known = _LISTED.get((self.url, self.shelf))
            if known and self._may_be_stale():
                return str(known[0])
            raise

    def changes(self, since: int, until: int, ending: str, limit: int) -> tuple[DocumentChange, ...]:
        """The newest revisions after one and up to another, oldest first, of names with an ending: at most ``limit``.

        Who reads them all, up to the newest that there is, has missed no change. Raises OSError.
        """
        query = select(REVISIONS.c.name, REVISIONS.c.id, REVISIONS.c.content).where(self._changed(since, until, ending))
        with self._read() as connection:
            return tuple(
                DocumentChange(name, id_, None if content is None else bytes(content))
                for name, id_, content in connection.execute(query.order_by(REVISIONS.c.id).limit(limit))
            )

    def count_changes(self, since: int, ending: str) -> int:
        """How many documents with an ending have changed after a revision. Raises OSError."""
        query = select(func.count()).select_from(REVISIONS).where(self._changed(since, None, ending))
        with self._read() as connection:
            return int(connection.execute(query).scalar_one())

    def _changed(self, since: int, until: int | None, ending: str) -> ColumnElement[bool]:
        """The condition of a newest revision, also of a document that was taken away."""
        later = REVISIONS.alias()
        newer = exists().where(
            later.c.shelf == REVISIONS.c.shelf, later.c.name == REVISIONS.c.name, later.c.number > REVISIONS.c.number
        )
        found = (
            (REVISIONS.c.shelf == self.shelf) & (REVISIONS.c.id > since) & REVISIONS.c.name.endswith(ending) & ~newer
        )
        return found if until is None else found & (REVISIONS.c.id <= until)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the shelf: all that this thread changes in it is kept at the end, or nothing."""
        with hold(self.url, (self.shelf,)):
            yield

    @contextmanager
    def _change(self) -> Iterator[Connection]:
        """The connection of who holds the shelf; whoever does not holds it for this one change."""
        if connection := _held().get((self.url, self.shelf)):
            yield connection
            return
        with self.locked():
            yield _held()[self.url, self.shelf]

    @contextmanager
    def _read(self) -> Iterator[Connection]:
        if connection := _held().get((self.url, self.shelf)):
            yield connection
            return
        with reading(self.url) as connection:
            yield connection

    def _may_be_stale(self) -> bool:
        """True for who only reads, in the first minutes without the database."""
        return (self.url, self.shelf) not in _held() and 0 < seconds_away(self.url) < STALE

    def _listed(self) -> Mapping[str, tuple[int, int]]:
        try:
            with self._read() as connection:
                return self._listing(connection)
        except OSError:
            known = _LISTED.get((self.url, self.shelf))
            if known and self._may_be_stale():
                return known[1]
            raise

    def _listing(self, connection: Connection) -> Mapping[str, tuple[int, int]]:
        """Every document with its revision's numbers, drafts not among them."""
        newest = self._newest(connection)
        known = _LISTED.get((self.url, self.shelf))
        if known and known[0] == newest:
            return known[1]
        rows = connection.execute(
            select(DOCUMENTS.c.name, REVISIONS.c.id, REVISIONS.c.number)
            .join(REVISIONS, REVISIONS.c.id == DOCUMENTS.c.revision)
            .where(DOCUMENTS.c.shelf == self.shelf)
        )
        found = {name: (id_, number) for name, id_, number in rows}
        # What is not committed yet may never be.
        if (self.url, self.shelf) not in _held():
            _LISTED[self.url, self.shelf] = (newest, found)
        return found

    def _newest(self, connection: Connection) -> int:
        newest = select(func.coalesce(func.max(REVISIONS.c.id), 0)).where(REVISIONS.c.shelf == self.shelf)
        found: int = connection.execute(newest).scalar_one()
        return found

    def _drafts(self) -> tuple[str, ...]:
        try:
            with self._read() as connection:
                return tuple(connection.execute(select(DRAFTS.c.name).where(DRAFTS.c.shelf == self.shelf)).scalars())
        except OSError:
            if self._may_be_stale():
                return ()  # nothing is lost: they are taken in when the database is there again
            raise

    def _inside(self, connection: Connection, folder: str) -> list[str]:
        # "0" is the sign after "/".
        inside = (DOCUMENTS.c.name >= f"{folder}/") & (DOCUMENTS.c.name < f"{folder}0")
        found = connection.execute(select(DOCUMENTS.c.name).where(DOCUMENTS.c.shelf == self.shelf, inside)).scalars()
        return sorted(found)

    def _revise(self, connection: Connection, name: str, content: bytes | None) -> int:
        here = (REVISIONS.c.shelf == self.shelf) & (REVISIONS.c.name == name)
        last = connection.execute(select(func.coalesce(func.max(REVISIONS.c.number), 0)).where(here)).scalar_one()
        row = {"shelf": self.shelf, "name": name, "number": last + 1, "content": content, "author": self._writer}
        made: int = connection.execute(insert(REVISIONS).values(row).returning(REVISIONS.c.id)).scalar_one()
        if content is not None:
            keys = (DOCUMENTS.c.shelf, DOCUMENTS.c.name)
            known = upsert(DOCUMENTS).values(shelf=self.shelf, name=name, revision=made)
            connection.execute(known.on_conflict_do_update(index_elements=keys, set_={"revision": made}))
        return made

    def _take_away(self, connection: Connection, name: str) -> None:
        self._revise(connection, name, None)
        connection.execute(delete(DOCUMENTS).where(DOCUMENTS.c.shelf == self.shelf, DOCUMENTS.c.name == name))

    @property
    def _writer(self) -> str:
        if self.author:
            return self.author
        try:
            return getpass.getuser()
        except (OSError, KeyError):  # a container's user may have no name
            return "unknown"


@contextmanager
def hold(url: str, shelves: Collection[str]) -> Iterator[None]:
    """Hold several shelves: all that this thread changes in them is kept at the end, or nothing. Raises OSError."""
    with writing(url) as connection:
        try:
            # Always in the same order, so that nobody waits for who waits for him.
            for shelf in sorted(shelves):
                connection.execute(select(func.pg_advisory_xact_lock(_LOCK, func.hashtext(shelf).cast(Integer))))
                _held()[url, shelf] = connection
            yield
        finally:
            for shelf in shelves:
                _held().pop((url, shelf), None)


def is_draft(name: str) -> bool:
    """True for what is typed and not saved yet.

    >>> is_draft(".typed/sag.0123456789abcdef.json"), is_draft("sag.toml")
    (True, False)
    """
    return name.startswith(".")


def _content(connection: Connection, shelf: str, name: str) -> bytes | None:
    if is_draft(name):
        query = select(DRAFTS.c.content).where(DRAFTS.c.shelf == shelf, DRAFTS.c.name == name)
    else:
        newest = select(DOCUMENTS.c.revision).where(DOCUMENTS.c.shelf == shelf, DOCUMENTS.c.name == name)
        query = select(REVISIONS.c.content).where(REVISIONS.c.id == newest.scalar_subquery())
    found = connection.execute(query).scalar()
    return None if found is None else bytes(found)


def _held() -> dict[tuple[str, str], Connection]:
    if not hasattr(_HELD, "connections"):
        _HELD.connections = {}
    found: dict[tuple[str, str], Connection] = _HELD.connections
    return found
