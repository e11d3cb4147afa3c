"""A database by its address: connections that find the server which may be written to, and faults as an OSError.

An address is libpq's own (``postgresql://lovbro@one,two/lovbro``): of several servers the one that takes writes is
used, so that a standby that was promoted is found by the next connection. No fault says the address: it may hold a
password.
"""

from __future__ import annotations

import errno
import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict
from sqlalchemy import Connection, Engine, create_engine, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from corpus.database.tables import HEAD
from corpus.files import LOCK_PATIENCE

SCHEMES = ("postgresql://", "postgres://")
ANSWER = 10.0  # seconds that a statement may take; a commit waits as long for the standby
_CONNECT = 5  # seconds for each server of the address; a busy process is slow to connect
_REST = 1.0  # seconds after a failure in which nobody waits for the same one again
_LOOKING = 15.0  # seconds that one thread may look for a database that was away
_SILENCE = 5000  # milliseconds after which a server that acknowledges nothing is gone
_SCHEMAS = "-c search_path=public,register"
_POOL, _MORE = 5, 15  # connections that are kept, and more at a rush
_REASONS = {
    "25006": "the database may only be read",
    "42501": "the database does not let this user do that",
    "53100": "the disk of the database is full",
    "57014": "the database took too long",
    "42P01": "the database has no tables of Lovbro: lovbro library migrate makes them",
}


class DatabaseAddressError(ValueError):
    """An address that names no database."""


class _Away:
    """Whether a database was found away: one thread then looks for it now and then, and nobody else waits for it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._since: float | None = None
        self._next = 0.0

    def demand(self) -> None:
        """Raises OSError while it is away and it is not this thread's turn to look."""
        with self._lock:
            if self._since is None:
                return
            if time.monotonic() < self._next:
                raise OSError(errno.EHOSTUNREACH, "the database does not answer")
            self._next = time.monotonic() + _LOOKING

    def note(self) -> None:
        """It was found away."""
        with self._lock:
            self._since = self._since or time.monotonic()
            self._next = time.monotonic() + _REST

    def wait(self) -> None:
        """Whoever looked for it met something else: the next may look soon."""
        with self._lock:
            self._next = time.monotonic() + _REST

    def end(self) -> None:
        """It answers."""
        self._since = None

    @property
    def seconds(self) -> float:
        """How long it has been away."""
        since = self._since
        return 0.0 if since is None else time.monotonic() - since


def seconds_away(url: str) -> float:
    """How long the database of an address has been away, as far as this process knows."""
    return _away(url).seconds


def demand_address(url: str) -> None:
    """Raises DatabaseAddressError for what is no address of a PostgreSQL database."""
    if not url.startswith(SCHEMES):
        raise DatabaseAddressError("a database is named as postgresql://USER@HOST/NAME")
    try:
        conninfo_to_dict(url)
    except psycopg.ProgrammingError as error:
        raise DatabaseAddressError("no address such as postgresql://USER@HOST/NAME") from error


def hosts_of(url: str) -> tuple[str, ...]:
    """The names and numbers of the servers of an address.

    >>> hosts_of("postgresql://lovbro@one:5432,10.0.0.2:5433/lovbro")
    ('one', '10.0.0.2')
    """
    demand_address(url)
    named = conninfo_to_dict(url)
    return tuple(one for key in ("host", "hostaddr") for one in str(named.get(key) or "").split(",") if one)


@contextmanager
def reading(url: str) -> Iterator[Connection]:
    """A connection to read from. Raises OSError."""
    with _connected(url) as connection:
        yield connection


@contextmanager
def writing(url: str) -> Iterator[Connection]:
    """A connection whose changes are all kept at the end, or none. Raises OSError, after which none is seen.

    Where the database does not say whether it kept them, that is what the error says: nobody is told that something is
    safe which a standby may not have.
    """
    with _connected(url) as connection:
        yield connection
        try:
            with _cut_after(ANSWER, connection):
                connection.commit()
        except DBAPIError as error:
            _away(url).note()
            raise OSError(errno.EIO, "the database did not say whether it is saved") from error


@contextmanager
def _cut_after(seconds: float, connection: Connection) -> Iterator[None]:
    """Close the connection when it takes longer: a server whose standby is gone never ends a commit, no limit of its
    own holds for that, and one that is asked to stop waiting calls it done.
    """
    raw, lock, over = connection.connection.driver_connection, threading.Lock(), list[bool]()

    def cut() -> None:
        with lock:
            if not over and isinstance(raw, psycopg.Connection):
                with socket.socket(fileno=os.dup(raw.fileno())) as wire:
                    wire.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(seconds, cut)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        with lock:
            over.append(True)


@contextmanager
def _connected(url: str) -> Iterator[Connection]:
    _away(url).demand()
    try:
        with _engine(url).connect() as connection:
            _away(url).end()
            _demand_tables(url, connection)
            yield connection
    except SQLAlchemyError as error:
        raise failure_of(error, url) from error


def failure_of(error: SQLAlchemyError, url: str) -> OSError:
    """What SQLAlchemy raised, as what a folder would raise."""
    away = _away(url)
    away.wait()
    if isinstance(error, PoolTimeoutError):
        return TimeoutError(errno.ETIMEDOUT, "the database has no connection left")
    state = getattr(getattr(error, "orig", None), "sqlstate", None)
    if state == "55P03":
        return TimeoutError(errno.ETIMEDOUT, "another process holds the folder")
    if state is None or (state[:2] in ("08", "57") and state != "57014"):
        away.note()
        return OSError(errno.EHOSTUNREACH, "the database does not answer")
    return OSError(errno.EIO, _REASONS.get(state, f"the database refused (SQLSTATE {state})"))


def _demand_tables(url: str, connection: Connection) -> None:
    """Raises OSError where the tables are another version's; looked at once a process."""
    if url in _KNOWN:
        return
    found = connection.execute(text("SELECT to_regclass('alembic_version')")).scalar()
    version = connection.execute(text("SELECT version_num FROM alembic_version")).scalar() if found else None
    connection.rollback()
    if version != HEAD:
        have = f"are of version {version}, not {HEAD}" if version else "are missing"
        raise OSError(errno.EIO, f"the tables of the database {have}: lovbro library migrate makes them")
    _KNOWN.add(url)


_KNOWN: set[str] = set()


@cache
def _away(url: str) -> _Away:
    return _Away()


@cache
def _engine(url: str) -> Engine:
    return create_engine(
        "postgresql+psycopg://",
        creator=partial(_connect, url),
        pool_pre_ping=True,
        pool_size=_POOL,
        max_overflow=_MORE,
        pool_timeout=ANSWER,
        hide_parameters=True,  # an error names no word of a case
    )


def raw_engine(url: str) -> Engine:
    """The engine, for the migrations alone."""
    return _engine(url)


def _connect(url: str) -> psycopg.Connection[Any]:
    named = conninfo_to_dict(url)
    settings = {
        "connect_timeout": _CONNECT,
        "target_session_attrs": "read-write",
        "tcp_user_timeout": _SILENCE,
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 3,
        "application_name": "lovbro",
    }
    limits = f"-c statement_timeout={int(ANSWER * 1000)} -c lock_timeout={int(min(ANSWER, LOCK_PATIENCE) * 900)}"
    options = " ".join(filter(None, (str(named.get("options") or ""), limits, _SCHEMAS)))
    chosen = {key: value for key, value in settings.items() if key not in named}
    return psycopg.connect(url, **chosen, options=options, prepare_threshold=None)  # type: ignore[arg-type]
