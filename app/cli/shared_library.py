"""What ``lovbro library move, migrate, history, committees`` do."""

from __future__ import annotations

import sys
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from app.cli.options import UsageError
from app.cli.output import print_answer
from corpus.committees import COMMITTEES_FILE, CommitteesError, read_committees
from corpus.document_store import DATABASE, database_url, documents_at, shared_place
from corpus.files import read_whole
from corpus.homes import library_dir
from corpus.library_move import move_to_database, move_to_folder
from corpus.precedents.folder import CaseFolder
from corpus.schema import Loader


def moved(target: str, as_json: bool) -> None:
    """Move what is shared to a database or a folder. Raises UsageError, MoveError and OSError."""
    url = database_url()
    if "://" in target:
        _demand_extra()
        if url not in ("", target):
            raise UsageError(f"{DATABASE} names another database: move its documents into a folder first")
        made, source, goal = move_to_database(library_dir(), target), str(library_dir()), "the database"
        index_shared(target)
    else:
        _demand_database()
        made, source, goal = move_to_folder(url, Path(target)), "the database", target
    answer = {**asdict(made), "from": source, "to": goal}

    def shown(one: dict[str, Any]) -> str:
        last = f"set {DATABASE} to it" if one["to"] == "the database" else f"unset {DATABASE}, set LOVBRO_LIBRARY to it"
        return f"{one['documents']} documents of {one['from']} are in {one['to']}, each compared: {last}"

    print_answer(answer, as_json, shown)


def migrated() -> None:
    """Make or renew the tables. Raises UsageError and OSError."""
    _demand_database()
    from corpus.database.migration import migrate

    version = migrate(database_url())
    index_shared(database_url())
    print(f"the tables of the database are of version {version}")


def index_shared(url: str) -> None:
    """Have the index of a database's register take in all decisions, so that no page finds it unfinished.

    Raises OSError.
    """
    from app.cli.precedents import index_register  # with all that reads decisions
    from corpus.database.documents import DatabaseDocuments

    index_register(CaseFolder(DatabaseDocuments(url, "precedents")))


def listed_history(name: str, revision: int | None, limit: int, as_json: bool) -> None:
    """Print the last changes, or what a document held. Raises UsageError and OSError."""
    _demand_database()
    from corpus.database.whole import content_of, history

    if revision is not None:
        content = content_of(database_url(), name, revision)
        if content is None:
            raise UsageError(
                f"{name or 'nothing'} has no content at revision {revision}: lovbro library history {name}"
            )
        sys.stdout.buffer.write(content)
        return
    rows = [asdict(one) for one in history(database_url(), name, limit)]

    def shown(one: dict[str, Any]) -> str:
        lines = (
            f"{row['when']}  {row['who']}  {row['name']}  {row['number']}  "
            + ("taken away" if row["removed"] else f"{row['size']} bytes  {row['sha256'][:12]}")
            for row in one["revisions"]
        )
        return "\n".join(lines) or "nothing was changed yet"

    print_answer({"revisions": rows}, as_json, shown)


def committees(file: Path | None) -> None:
    """Print the list of committees, or write it. Raises CommitteesError and OSError; nothing is then written."""
    documents, load = documents_at(shared_place("")), Loader(COMMITTEES_FILE, CommitteesError)
    if file is not None:
        content = read_whole(file, Loader(str(file), CommitteesError))
        found = read_committees(content)
        documents.write(COMMITTEES_FILE, content)
        print(f"{len(found.committee)} committees")
    elif documents.exists(COMMITTEES_FILE):
        sys.stdout.write(load.text(documents.read(COMMITTEES_FILE, load)))


def _demand_database() -> None:
    if not database_url():
        raise UsageError(f"{DATABASE} names no database: without one everything is in the folder {library_dir()}")
    _demand_extra()


def _demand_extra() -> None:
    if find_spec("sqlalchemy") is None or find_spec("psycopg") is None:
        raise UsageError("a database needs the extra hosted: pip install 'lovbro[hosted]'")
