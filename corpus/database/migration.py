"""The tables made, or brought to what this Lovbro needs, by Alembic's migrations."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from corpus.database import connection as connections
from corpus.database.tables import HEAD

_FOLDER = Path(__file__).resolve().parent / "migrations"
_LOCK = 0x4C6F766D  # "Lovm": one process migrates at a time


def migrate(url: str) -> str:
    """Make the tables, or bring them to this version; returns the version. What is in them stays.

    Raises DatabaseAddressError and OSError.
    """
    connections.demand_address(url)
    try:
        with connections.raw_engine(url).begin() as connection:
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
            config = Config()
            config.set_main_option("script_location", str(_FOLDER))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except SQLAlchemyError as error:
        raise connections.failure_of(error, url) from error
    return HEAD
