"""An index of a folder of decisions in one SQLite file beside it: always safe to delete, and never believed.

Each entry carries the stamp of the file that it was made from; an entry whose file has another stamp by now is made
again, as is the whole index when it is absent, of another make, or not byte for byte as Lovbro left it: its sum lies
beside it. Where no file can be written it is kept in memory. Nothing is in it that is not in the folder.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from itertools import islice
from pathlib import Path
from threading import RLock
from typing import Protocol, TypeVar

from corpus.precedents.decision import DamagedCase, Decision, DecisionHead
from index.precedents.decision_rows import (
    HEAD,
    SQLITE,
    Dialect,
    IndexedCitation,
    RegisterNumber,
    Row,
    citation_rows,
    condition,
    head_of,
    indexed_words,
    row_of,
    stem_words,
    storable,
)
from index.precedents.filters import DecisionFilter
from index.precedents.index_file import changing, connected, index_beside, remove_index

CHECKED_AT_ONCE = 1000
"""Files whose stamps are compared with the index at one question: about ten milliseconds.

A change that Lovbro made shows at once, since it touches the folder; so does any change in a register of this size. One
that another program made in a larger one shows when its turn comes.
"""

AT_ONCE = 200
"""Decisions that are taken in between two commits: a process that is killed loses no more."""
_ALL = 2**62  # more than there are
Found = TypeVar("Found")
IndexProgress = Callable[[str], None]


class DecisionSource(Protocol):
    """A folder of decisions: ``corpus.precedents.folder.CaseFolder``, or the published copies."""

    def keys(self) -> tuple[str, ...]:
        """The keys of the decisions."""

    def has(self, key: str) -> bool:
        """True for the key of a decision, whatever was typed."""

    def read(self, key: str) -> Decision | DamagedCase:
        """One decision."""

    def stamps(self, keys: Collection[str]) -> Mapping[str, str]:
        """For each key a word that changes whenever the decision does."""

    def state(self) -> str:
        """Changes whenever a decision is added, taken away or written by Lovbro; empty when that is not sure."""


class HeldDecisions:
    """Decisions in memory, as a source."""

    def __init__(self, decisions: Mapping[str, Decision]) -> None:
        self._decisions = decisions

    def keys(self) -> tuple[str, ...]:
        """The keys in order."""
        return tuple(sorted(self._decisions))

    def has(self, key: str) -> bool:
        """True for a key of a held decision."""
        return key in self._decisions

    def read(self, key: str) -> Decision:
        """The decision of a key; KeyError for another."""
        return self._decisions[key]

    def stamps(self, keys: Collection[str]) -> Mapping[str, str]:
        """For each key itself: a held decision never changes."""
        return {key: key for key in keys}

    def state(self) -> str:
        """Always the same, for the same reason."""
        return "held"


class DecisionIndex:
    """The index of one folder. Every method but ``refresh`` answers from the state of the last ``refresh``.

    Threads may share one; processes may share the file. ``index.precedents.shared_index`` asks the same of PostgreSQL.
    """

    dialect: Dialect = SQLITE

    def __init__(self, source: DecisionSource, folder: Path | None = None) -> None:
        """``folder`` is where the decisions lie, and beside it the file; without one the index is kept in memory."""
        self.source = source
        self._folder = folder
        self._lock = RLock()
        self._database: sqlite3.Connection | None = None
        self._file: tuple[Path | None, int] = (None, 0)  # the open file and its inode
        self._listing = ""
        self._next = ""  # the key from which on stamps are compared next

    def refresh(self) -> str:
        """Bring the index up to the folder; returns a word that is another one whenever anything in it changed.

        Raises OSError when the folder cannot be listed.
        """
        return self._asked(self._refresh)

    @property
    def waiting(self) -> int:
        """How many decisions are not yet as they are now in what is answered; beside a folder always none."""
        return 0

    def note_written(self) -> None:
        """To be called after a decision was written; beside a folder the next ``refresh`` sees it."""

    def complete(self, begin: IndexProgress) -> int:
        """Take in all that is not in it yet, however much it is; returns how many decisions it then has.

        ``begin`` is called with words for each step as it begins. Raises OSError.
        """
        begin("")
        self.refresh()
        ((found,),) = self._rows("select count(*) from cases")
        return int(found)

    def make_anew(self, begin: IndexProgress) -> int:
        """``complete``, from nothing."""
        with self._lock:
            self._discard()
        return self.complete(begin)

    def select(self, only: DecisionFilter, limit: int | None = None, offset: int = 0) -> tuple[DecisionHead, ...]:
        """The decisions that a filter accepts, newest first; at most ``limit``, the first ``offset`` left out."""
        where, values = condition(only, self.dialect)
        asked = f"select {', '.join(HEAD)} from cases where {where} order by sort, key limit ? offset ?"
        rows = self._rows(asked, (*values, _ALL if limit is None else limit, offset))
        return tuple(head_of(row) for row in rows)

    def count(self, only: DecisionFilter, among: Iterable[int] | None = None) -> int:
        """How many decisions a filter accepts; ``among``: of those with these numbers."""
        where, values = condition(only, self.dialect)
        if among is not None:
            where, values = f"{where} and id in ({self.dialect.numbers})", (*values, json.dumps(list(among)))
        ((found,),) = self._rows(f"select count(*) from cases where {where}", values)
        return int(found)

    def named(self, name: str) -> tuple[DecisionHead, ...]:
        """The decisions with a key or a number, however it is spelt, newest first."""
        asked = f"select {', '.join(HEAD)} from cases where damaged = 0 and (key = ? or folded_number = ?)"
        name = name.casefold()
        return tuple(head_of(row) for row in self._rows(f"{asked} order by sort, key", (name, name)))

    def damaged(self) -> tuple[str, ...]:
        """The keys of the decisions that cannot be read, sorted."""
        return tuple(key for (key,) in self._rows("select key from cases where damaged = 1 order by key"))

    def tally(self, *names: str) -> tuple[tuple[Row, int], ...]:
        """How many decisions have each combination of ``year``, ``outcome``, ``unanimous``, ``deposit``, ``instance``.

        A value that a decision does not have is ''.
        """
        columns = ", ".join(names)
        rows = self._rows(f"select {columns}, count(*) from cases where damaged = 0 group by {columns}")
        return tuple((row[:-1], row[-1]) for row in rows)

    def span(self) -> tuple[int, int, date | None, date | None]:
        """How many decisions there are, how many of them invented, and the first and the last day of play."""
        asked = """
            select count(*), coalesce(sum(invented), 0), min(sort), max(case when sort <= 0 then sort end)
            from cases where damaged = 0"""
        ((count, invented, newest, oldest),) = self._rows(asked)
        days = [date.fromordinal(-sort) if sort is not None and sort <= 0 else None for sort in (oldest, newest)]
        return int(count), int(invented), days[0], days[1]

    def cited_numbers(self) -> tuple[RegisterNumber, ...]:
        """Every number that a decision cites, each once."""
        return tuple(RegisterNumber(*row) for row in self._rows("select distinct work, own, cited from citations"))

    def citations(self, numbers: Iterable[RegisterNumber], only: DecisionFilter) -> tuple[IndexedCitation, ...]:
        """The citations of numbers in the decisions that a filter accepts, newest first, then as in the text."""
        where, values = condition(only, self.dialect)
        wanted = json.dumps([[one.work, one.edition, one.cited] for one in numbers])
        asked = f"""
            with wanted as materialized ({self.dialect.wanted})
            select citations.id, work, own, cited, printed, finding, decisive
            from wanted join citations using (work, own, cited) join cases on cases.id = citations.id
            where {where} order by sort, key, n"""
        return tuple(
            IndexedCitation(case, RegisterNumber(work, own, cited), printed, finding, bool(decisive))
            for case, work, own, cited, printed, finding, decisive in self._rows(asked, (wanted, *values))
        )

    def tally_by(self, groups: Iterable[tuple[RegisterNumber, str]], *names: str) -> tuple[tuple[Row, int], ...]:
        """``tally`` by group first, a decision counted once in each group of the numbers that it cites, else in ''."""
        columns = ", ".join(names)
        wanted = json.dumps([[one.work, one.edition, one.cited, group] for one, group in groups])
        asked = f"""
            with wanted as materialized ({self.dialect.wanted}),
            grouped as materialized (select distinct named, id from wanted join citations using (work, own, cited))
            select named, {columns}, count(*) from grouped join cases using (id)
            where damaged = 0 group by named, {columns}
            union all
            select '', {columns}, count(*) from cases where damaged = 0 and id not in (select id from grouped)
            group by {columns}"""
        return tuple((row[:-1], row[-1]) for row in self._rows(asked, (wanted,)))

    def heads(self, cases: Iterable[int]) -> dict[int, DecisionHead]:
        """The decisions by the numbers that their citations have."""
        asked = f"select id, {', '.join(HEAD)} from cases where id in ({self.dialect.numbers})"
        return {row[0]: head_of(row[1:]) for row in self._rows(asked, (json.dumps(list(cases)),))}

    def _rows(self, asked: str, values: Sequence[object] = ()) -> list[Row]:
        def answer() -> list[Row]:
            if self._database is None:
                self._refresh()
            assert self._database is not None
            return self._database.execute(asked, list(map(storable, values))).fetchall()

        return self._asked(answer)

    def _asked(self, answer: Callable[[], Found]) -> Found:
        """An answer; a damaged file is thrown away and made again, then the index is kept in memory."""
        with self._lock:
            try:
                return answer()
            except sqlite3.DatabaseError:
                self._discard()
            try:
                return answer()
            except sqlite3.DatabaseError:
                self._discard()
                self._folder = None
            return answer()

    def _refresh(self) -> str:
        database, listing = self._open(), self.source.state()
        if not listing or listing != self._listing:
            keys = self.source.keys()
            known = {key for (key,) in database.execute("select key from cases")}
            self._forget(known.difference(keys))
            self._take_in(keys)
        else:
            self._take_in(self._slice())
        self._listing = listing
        return str(database.execute("select value from about where name = 'state'").fetchone()[0])

    def _slice(self) -> list[str]:
        """The keys whose turn it is."""
        assert self._database is not None
        asked = "select key from cases where key >= ? order by key limit ?"
        keys = [key for (key,) in self._database.execute(asked, (self._next, CHECKED_AT_ONCE + 1))]
        self._next = keys[CHECKED_AT_ONCE] if len(keys) > CHECKED_AT_ONCE else ""
        return keys[:CHECKED_AT_ONCE]

    def _take_in(self, keys: Iterable[str]) -> None:
        """Make the entries anew whose files have another stamp."""
        assert self._database is not None
        asked = "select key, stamp from cases where key in (select value from json_each(?))"
        waiting = iter(keys)
        while batch := list(islice(waiting, CHECKED_AT_ONCE)):
            stamps = dict(self._database.execute(asked, (json.dumps(batch),)))
            now = self.source.stamps(batch)
            changed = iter([key for key in batch if stamps.get(key) != now[key]])
            while some := list(islice(changed, AT_ONCE)):
                self._write(self._put, some)

    def _forget(self, keys: Iterable[str]) -> None:
        if gone := list(keys):
            self._write(self._drop, gone)

    def _write(self, change: Callable[[str], None], keys: Iterable[str]) -> None:
        """Change the entries of keys in one transaction, and say so to every process."""
        database = self._database
        assert database is not None
        with changing(database, self._file[0]):
            for key in keys:
                change(key)
            database.execute("replace into about values ('state', ?)", (os.urandom(8).hex(),))

    def _put(self, key: str) -> None:
        database = self._database
        assert database is not None
        # Asked before the file is read: what changes meanwhile has another stamp next time.
        stamp = self.source.stamps([key])[key]
        if database.execute("select 1 from cases where key = ? and stamp = ?", (key, stamp)).fetchone():
            return  # another process was quicker
        found = self.source.read(key)
        self._drop(key)
        if isinstance(found, DamagedCase):
            database.execute("insert into cases (key, stamp, damaged) values (?, ?, 1)", (key, stamp))
            return
        row = {"key": key, "stamp": stamp, "damaged": 0, **row_of(found)}
        marks = ", ".join("?" * len(row))
        case = database.execute(f"insert into cases ({', '.join(row)}) values ({marks})", tuple(row.values())).lastrowid
        database.executemany("insert into citations values (?, ?, ?, ?, ?, ?, ?, ?)", citation_rows(found, case))
        folded, written = indexed_words(found)
        words = " ".join(sorted(folded | stem_words(written, found.language)))
        database.execute("insert into searched (rowid, words) values (?, ?)", (case, words))

    def _drop(self, key: str) -> None:
        """Take an entry out. Its words stay under a number that is never given again, so they are found by nobody."""
        assert self._database is not None
        for (case,) in self._database.execute("select id from cases where key = ?", (key,)).fetchall():
            self._database.execute("delete from citations where id = ?", (case,))
            self._database.execute("delete from cases where id = ?", (case,))

    def _open(self) -> sqlite3.Connection:
        """The open file; opened anew when it is not there any more, or another one is."""
        # A register that is not there has no index: who only reads the laws gets no file.
        path = index_beside(self._folder) if self._folder and self._folder.is_dir() else None
        if self._database is not None and self._file == (path, _inode(path)):
            return self._database
        self._close()
        self._listing = self._next = ""
        try:
            self._database = connected(path)
        except sqlite3.OperationalError:
            if path is None:
                raise
            path = self._folder = None
            self._database = connected(None)
        self._file = (path, _inode(path))
        return self._database

    def _close(self) -> None:
        if self._database is not None:
            with suppress(sqlite3.Error):
                self._database.close()
        self._database = None

    def _discard(self) -> None:
        """Throw the file away."""
        self._close()
        if self._folder is not None:
            remove_index(index_beside(self._folder))


def _inode(path: Path | None) -> int:
    try:
        return os.stat(path).st_ino if path else 0
    except OSError:
        return 0
