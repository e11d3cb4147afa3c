"""Making a release: tables and XML of the texts, their description for other programs, what changed, the manifest."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from app.export import formats
from app.export.formats import ExportProgress
from app.export.tables import csv_file
from app.publish.release.manifest import (
    FORMAT,
    MANIFEST,
    ReleasedFile,
    ReleasedPlace,
    ReleaseManifest,
    read_manifest,
    released_places,
    released_texts,
)
from app.publish.release.signature import SIGNATURE, sign
from corpus.files import write_atomic
from corpus.library import Library

CHANGES, PACKAGE = "CHANGES.csv", "datapackage.json"
_COLUMNS = ("expression", "id", "change", "heading", "before", "after")
TableRows = Sequence[Mapping[str, object]]


class NotAReleaseError(ValueError):
    """A folder that has other files than a release."""


@dataclass(frozen=True)
class WrittenRelease:
    """What was written: the folder, its manifest, how many places changed since the release before it.

    ``fresh`` is False where nothing had changed, so that nothing was written; ``previous`` is "" for a first release.
    """

    folder: Path
    manifest: ReleaseManifest
    changed: int
    previous: str
    fresh: bool
    signed: bool


def write_release(
    folder: Path,
    library: Library,
    progress: ExportProgress,
    *,
    since: Path | None = None,
    key: Path | None = None,
) -> WrittenRelease:
    """Write the texts of ``library`` as a release into ``folder``, in place of the one that is there.

    ``since`` is the folder of the release before it, without it the one that is replaced. ``key`` is a private key for
    ssh-keygen; without it the release is not signed. Raises NotAReleaseError where the folder has other files,
    ManifestError for a release that cannot be read, SignatureError.
    """
    old, content = _read(folder)
    before, told = (old, content) if since is None else _required(since)
    _demand_release(folder, old)
    files = release_files(library, progress)
    places = tuple(released_places(library))
    if before is not None and old is before and _same(before, files, places):
        return WrittenRelease(folder, before, 0, "", False, (folder / SIGNATURE).exists())
    rows = changes(before, places)
    files = {**files, CHANGES: _changes_file(rows)}
    entries = tuple(ReleasedFile.of(path, files[path]) for path in sorted(files))
    previous = hashlib.sha256(told).hexdigest() if before is not None else ""
    manifest = ReleaseManifest(FORMAT, version("lovbro"), previous, released_texts(library), entries, places)
    (folder / SIGNATURE).unlink(missing_ok=True)
    for path, one in files.items():
        write_atomic(folder / path, one)
    for entry in old.files if old else ():
        if entry.path not in files:
            (folder / entry.path).unlink(missing_ok=True)
    write_atomic(folder / MANIFEST, manifest.content())
    if key is not None:
        sign(folder / MANIFEST, key)
    return WrittenRelease(folder, manifest, len(rows), previous, True, key is not None)


def release_files(library: Library, progress: ExportProgress) -> dict[str, bytes]:
    """The files of a release that follow from the texts alone, by path: tables, XML and the description of both."""
    files: dict[str, bytes] = {}
    xml = formats.FORMATS["akn"](library)
    with progress(len(xml) + 1) as begin:
        begin("tables")
        tables = {name: list(rows) for name, rows in formats.rows(library).items()}
        files |= {f"tables/{name}.csv": csv_file(rows) for name, rows in tables.items() if rows}
        for name, content in xml:
            begin(name)
            files[f"akn/{name}"] = content()
    files[PACKAGE] = _package(library, tables, files)
    return dict(sorted(files.items()))


def changes(before: ReleaseManifest | None, places: Iterable[ReleasedPlace]) -> list[dict[str, str]]:
    """What changed since a release, a row for every place: new, dropped, or changed in its words or heading.

    >>> old = ReleaseManifest(FORMAT, "1", "", (), (), (ReleasedPlace("da-2017", "1", "aa", "Kortene"),))
    >>> [(row["id"], row["change"]) for row in changes(old, [ReleasedPlace("da-2017", "1", "ab", "Kortene")])]
    [('1', 'text')]

    Since no release nothing has changed.
    """
    if before is None:
        return []
    known, now = before.places, {(place.expression, place.id): place for place in places}
    rows = []
    for name in (*now, *(name for name in known if name not in now)):
        old, new = known.get(name), now.get(name)
        kind = _kind(old, new)
        if kind:
            heading = (new or old or ReleasedPlace(*name, "")).heading
            sums = {"before": old.sha256 if old else "", "after": new.sha256 if new else ""}
            rows.append({"expression": name[0], "id": name[1], "change": kind, "heading": heading, **sums})
    return rows


def _kind(old: ReleasedPlace | None, new: ReleasedPlace | None) -> str:
    if old is None or new is None:
        return "new" if old is None else "dropped"
    parts = (("text", old.sha256 != new.sha256), ("heading", old.heading != new.heading))
    return " and ".join(name for name, changed in parts if changed)


def _changes_file(rows: Iterable[Mapping[str, str]]) -> bytes:
    out = io.StringIO()
    writer = csv.DictWriter(out, _COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue().encode()


def _package(library: Library, tables: Mapping[str, TableRows], files: Mapping[str, bytes]) -> bytes:
    """The description of the files as a Data Package (https://datapackage.org): names, sums, types of columns."""
    texts = released_texts(library)
    resources = []
    for path in sorted(files):
        folder, _, name = path.partition("/")
        stem, _, ending = name.rpartition(".")
        entry: dict[str, object] = {
            "name": f"{folder}-{stem}".lower(),
            "path": path,
            "format": ending,
            "encoding": "utf-8",
        }
        entry |= {"bytes": len(files[path]), "hash": f"sha256:{hashlib.sha256(files[path]).hexdigest()}"}
        if ending == "csv":
            entry |= {"profile": "tabular-data-resource", "mediatype": "text/csv", "schema": _schema(tables[stem])}
        else:
            entry |= {"profile": "data-resource", "mediatype": "application/akn+xml"}
        resources.append(entry)
    package = {
        "profile": "data-package",
        "name": "lovbro",
        "title": "The laws of duplicate bridge, side by side",
        "description": "The texts belong to their owners, named under sources. " + " ".join(t.rights for t in texts),
        "version": version("lovbro"),
        "sources": [{"title": f"{text.title} ({text.expression}, {text.edition})"} for text in texts],
        "resources": resources,
    }
    return (json.dumps(package, ensure_ascii=False, indent=1) + "\n").encode()


def _schema(rows: TableRows) -> dict[str, object]:
    """The columns of a table with the types of Table Schema; what is a list or an object is JSON in its cell."""
    return {"fields": [{"name": name, "type": _type(row[name] for row in rows)} for name in rows[0]]}


def _type(values: Iterable[object]) -> str:
    """The type of a column.

    >>> _type([1, None, 2]), _type([1, 0.5]), _type([True]), _type([["a"]]), _type(["a", 1]), _type([None])
    ('integer', 'number', 'boolean', 'array', 'string', 'string')
    """
    kinds = {type(value) for value in values if value is not None}
    for own, name in (({bool}, "boolean"), ({int}, "integer"), ({int, float}, "number"), ({dict}, "object")):
        if kinds and kinds <= own:
            return name
    return "array" if kinds and kinds <= {list, tuple} else "string"


def _same(before: ReleaseManifest, files: Mapping[str, bytes], places: Sequence[ReleasedPlace]) -> bool:
    sums = {path: hashlib.sha256(content).hexdigest() for path, content in files.items()}
    known = {entry.path: entry.sha256 for entry in before.files if entry.path != CHANGES}
    return sums == known and before.provisions == tuple(places)


def _read(folder: Path) -> tuple[ReleaseManifest | None, bytes]:
    file = folder / MANIFEST
    if not file.is_file():
        return None, b""
    content = file.read_bytes()
    return read_manifest(content, str(file)), content


def _required(folder: Path) -> tuple[ReleaseManifest, bytes]:
    found, content = _read(folder)
    if found is None:
        raise NotAReleaseError(f"{folder} is no release: it has no {MANIFEST}")
    return found, content


def _demand_release(folder: Path, old: ReleaseManifest | None) -> None:
    """Only a release is written over: what else is in the folder would be taken for a part of it."""
    own = {folder / entry.path for entry in old.files} if old else set()
    own |= {folder / MANIFEST, folder / SIGNATURE}
    others = [file for file in folder.rglob("*") if file.is_file() and file not in own]
    if others:
        raise NotAReleaseError(f"{min(others)} is no part of a release: empty {folder} first, or name another folder")
