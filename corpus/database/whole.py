"""A whole database of documents: its shelves, all of them held at once, and who changed what, when."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import func, select, union

from corpus.database.connection import reading
from corpus.database.documents import DatabaseDocuments, hold
from corpus.database.tables import DOCUMENTS, DRAFTS, REVISIONS


@dataclass(frozen=True)
class DocumentRevision:
    """One change: its ``number`` in the document, when (ISO 8601), who, and the size and SHA-256 of the content then;
    ``removed`` is true where the document was taken away. ``name`` is the path in a library.
    """

    name: str
    number: int
    when: str
    who: str
    size: int
    sha256: str
    removed: bool


def shelves(url: str) -> tuple[str, ...]:
    """The shelves that hold a document or a draft, sorted. Raises OSError."""
    with reading(url) as connection:
        found = connection.execute(union(select(DOCUMENTS.c.shelf), select(DRAFTS.c.shelf))).scalars()
        return tuple(sorted(found))


@contextmanager
def held(url: str, names: Collection[str]) -> Iterator[dict[str, DatabaseDocuments]]:
    """These shelves by their names, held until the end: what is changed in them is kept together or not at all.

    Raises OSError.
    """
    found = {name: DatabaseDocuments(url, name) for name in sorted(names)}
    with hold(url, tuple(found)):
        yield found


def history(
    url: str, name: str = "", limit: int = 100, shelves: Collection[str] | None = None, part: str = ""
) -> tuple[DocumentRevision, ...]:
    """The last changes, newest first: of the document with this path in a library, or of all; of documents on some
    ``shelves`` alone, and with ``part`` in their paths, capitals or not. Raises OSError.
    """
    sha256, size = func.encode(func.sha256(REVISIONS.c.content), "hex"), func.octet_length(REVISIONS.c.content)
    columns = (*(one for one in REVISIONS.c if one.name != "content"), sha256.label("sha256"), size.label("size"))
    query = select(*columns).order_by(REVISIONS.c.id.desc()).limit(limit)
    if name:
        query = query.where(REVISIONS.c.shelf == shelf_of(name)[0], REVISIONS.c.name == shelf_of(name)[1])
    if shelves is not None:
        query = query.where(REVISIONS.c.shelf.in_(shelves))
    if part:
        path = func.lower(REVISIONS.c.shelf + "/" + REVISIONS.c.name)
        query = query.where(func.strpos(path, part.lower().replace("\0", " ")) > 0)
    with reading(url) as connection:
        return tuple(
            DocumentRevision(
                path_of(row.shelf, row.name),
                row.number,
                row.at.isoformat(timespec="seconds"),
                row.author,
                row.size or 0,
                row.sha256 or "",
                row.size is None,
            )
            for row in connection.execute(query)
        )


def content_of(url: str, name: str, number: int) -> bytes | None:
    """What a document held at a revision; None where there is no such one, or it took it away. Raises OSError."""
    shelf, rest = shelf_of(name)
    here = (REVISIONS.c.shelf == shelf) & (REVISIONS.c.name == rest) & (REVISIONS.c.number == number)
    with reading(url) as connection:
        found = connection.execute(select(REVISIONS.c.content).where(here)).scalar()
    return None if found is None else bytes(found)


def path_of(shelf: str, name: str) -> str:
    """The path in a library.

    >>> path_of("dossiers", "sag.toml"), path_of("", "committees.toml")
    ('dossiers/sag.toml', 'committees.toml')
    """
    return f"{shelf}/{name}" if shelf else name


def shelf_of(path: str) -> tuple[str, str]:
    """The shelf and the name of a document by its path in a library.

    >>> shelf_of("committees/appeals/dossiers/sag.toml"), shelf_of("precedents/09-au-1/judgment.xml")
    (('committees/appeals/dossiers', 'sag.toml'), ('precedents', '09-au-1/judgment.xml'))
    """
    parts = path.split("/")
    depth = 3 if parts[0] == "committees" and len(parts) > 3 else min(1, len(parts) - 1)
    return "/".join(parts[:depth]), "/".join(parts[depth:])
