"""``lovbro library move, migrate, history, committees``: what is shared, in a folder or a database.

What they do is in ``app.cli.shared_library``, imported when one runs.
"""

from __future__ import annotations

from pathlib import Path

import click

from app.cli.options import json_option


@click.command("move")
@click.argument("target", metavar="URL|FOLDER")
@json_option
def move_library(target: str, as_json: bool) -> None:
    """Move dossiers, decisions and committees into a database, or back into a folder.

    URL is postgresql://USER@HOST/NAME, where the folder's documents go, and where its tables are made; a FOLDER gets
    what the database of LOVBRO_DATABASE holds. Each document is compared at its new place before it is taken away at
    the old one; a move that was interrupted is finished by the same command. Stop the server meanwhile.
    """
    from app.cli import shared_library

    shared_library.moved(target, as_json)


@click.command("migrate")
def migrate_database() -> None:
    """Make the tables of LOVBRO_DATABASE, or bring them to what this Lovbro needs; what is in them stays."""
    from app.cli import shared_library

    shared_library.migrated()


@click.command("history")
@click.argument("name", required=False, default="")
@click.option("--revision", type=click.IntRange(1), metavar="N", help="Print what NAME held at this revision.")
@click.option("--limit", type=click.IntRange(1, 100_000), default=100, show_default=True, metavar="N")
@json_option
def show_history(name: str, revision: int | None, limit: int, as_json: bool) -> None:
    """Who changed what, when, newest first; a database alone keeps it. NAME is a path such as dossiers/sag-4.toml."""
    from app.cli import shared_library

    shared_library.listed_history(name, revision, limit, as_json)


@click.command("committees")
@click.argument("file", required=False, type=click.Path(path_type=Path, dir_okay=False))
def set_committees(file: Path | None) -> None:
    """Print the list of committees, or put FILE in its place once it has been read without a fault."""
    from app.cli import shared_library

    shared_library.committees(file)


SHARED = (move_library, migrate_database, show_history, set_committees)
