"""The index of a register that lies in PostgreSQL, in tables beside the documents: one for all servers.

It answers as the file beside a folder does (``DecisionIndex``), by the same questions in SQL; words are found by a
``tsvector`` with a GIN index, their other forms by PostgreSQL's dictionaries of Danish, Norwegian and Swedish. Nothing
is in it that is not in the documents, and an entry is made anew when its document has another revision. While the
database is away, what was asked last is answered as it was then.
"""

from __future__ import annotations

import json
import os
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from threading import RLock
from typing import Any

from corpus.database.connection import reading, writing
from corpus.precedents.decision import DamagedCase, Decision
from index.precedents.decision_index import DecisionIndex, DecisionSource
from index.precedents.decision_rows import FORMAT, Dialect, Row, citation_rows, indexed_words, row_of

_BATCH = 200  # cases between two commits: who waits for the index to be held waits no longer than for these
_LOCK = 0x4C6F7672  # "Lovr": one process at a time writes entries
_REMEMBERED = 300  # answers that are kept for the time without the database
_LARGEST = 350_000  # bytes of the words of a decision, and of their stems; a tsvector holds a megabyte
_CONFIGURATION = {"da": "danish", "nb": "norwegian", "sv": "swedish"}


def _tsquery(words: list[tuple[str, str]]) -> tuple[str, str]:
    """Each word begins one of the decision's, or PostgreSQL's dictionaries give it the stem of one."""
    return "searched @@ register.words_query(?::json)", json.dumps([[word, written] for word, written in words])


POSTGRESQL = Dialect(
    "select value::bigint from json_array_elements_text(?::json)",
    "select value->>0 as work, value->>1 as own, value->>2 as cited, value->>3 as named "
    "from json_array_elements(?::json)",
    _tsquery,
)


class SharedDecisionIndex(DecisionIndex):
    """The index of a register in the database at ``url``; ``DecisionIndex`` says what its methods answer.

    Each raises OSError where the database does not answer and the same was not asked before.
    """

    dialect = POSTGRESQL

    def __init__(self, source: DecisionSource, url: str) -> None:
        super().__init__(source)
        self._url = url
        self._at = ("", "")  # the state of the source that the index was compared with, and its own
        self._turn = RLock()
        self._answers: OrderedDict[tuple[str, tuple[object, ...]], list[Row]] = OrderedDict()

    def refresh(self) -> str:
        """Bring the index up to the documents. Raises OSError."""
        now = self.source.state()
        with self._turn:
            if not now or now != self._at[0]:
                self._at = (now, self._compared(now))
                self._answers.clear()
            return self._at[1]

    def _rows(self, asked: str, values: Sequence[object] = ()) -> list[Row]:
        if not self._at[1]:
            self.refresh()
        given = tuple(map(_storable, values))
        try:
            with reading(self._url) as connection:
                found = [tuple(row) for row in _execute(connection, asked, given)]
        except OSError:
            if (asked, given) in self._answers:
                return self._answers[asked, given]
            raise
        with self._turn:
            self._answers[asked, given] = found
            while len(self._answers) > _REMEMBERED:
                self._answers.popitem(last=False)
        return found

    def _compared(self, now: str) -> str:
        """Make entries anew whose documents have another revision; returns the state of the index."""
        with reading(self._url) as connection:
            about = dict(tuple(row) for row in _execute(connection, "select name, value from about"))
            known = {}
            if about.get("format") == FORMAT:
                if now and about.get("listing") == now:
                    return str(about["state"])
                known = dict(tuple(row) for row in _execute(connection, "select key, stamp from cases"))
        stamps = self.source.stamps(self.source.keys())
        gone = iter(known.keys() - stamps.keys() if known else [])
        changed = iter([key for key, stamp in stamps.items() if known.get(key) != stamp])
        if about.get("format") != FORMAT:
            self._begin()
        while some := list(islice(gone, _BATCH)):
            self._put_all(dict.fromkeys(some), {})
        while some := list(islice(changed, _BATCH)):
            # Asked before the documents are read: what changes meanwhile has another stamp next time.
            self._put_all({key: self.source.read(key) for key in some}, stamps)
        with _writing(self._url) as connection:
            state = os.urandom(8).hex()
            for name, value in (("listing", now), ("state", state)):
                _execute(connection, "update about set value = ? where name = ?", (value, name))
        return state

    def _begin(self) -> None:
        """Empty the tables of another format."""
        with _writing(self._url) as connection:
            for table in ("cases", "citations", "about"):
                _execute(connection, f"delete from {table}")
            for name, value in (("format", FORMAT), ("listing", ""), ("state", "")):
                _execute(connection, "insert into about values (?, ?)", (name, value))

    def _put_all(self, found: Mapping[str, Decision | DamagedCase | None], stamps: Mapping[str, str]) -> None:
        """Entries in one transaction: as read, or none for what is gone."""
        with _writing(self._url) as connection:
            asked = "select key, stamp from cases where key = any(?)"
            known = dict(tuple(row) for row in _execute(connection, asked, (list(found),)))
            for key, one in found.items():
                if one is not None and known.get(key) == stamps[key]:
                    continue  # another process was quicker
                if key in known:
                    asked = "with gone as (delete from cases where key = ? returning id) "
                    _execute(
                        connection, f"{asked} delete from citations using gone where citations.id = gone.id", (key,)
                    )
                if one is not None:
                    _put(connection, key, stamps[key], one)


@contextmanager
def _writing(url: str) -> Iterator[Any]:
    """A connection that alone writes entries until its end."""
    with writing(url) as connection:
        _execute(connection, "select pg_advisory_xact_lock(?)", (_LOCK,))
        yield connection


def _put(connection: Any, key: str, stamp: str, found: Decision | DamagedCase) -> None:
    if isinstance(found, DamagedCase):
        _execute(connection, "insert into cases (key, stamp, damaged) values (?, ?, 1)", (key, stamp))
        return
    row = {"key": key, "stamp": stamp, "damaged": 0, **row_of(found)}
    folded, written = indexed_words(found)
    configuration = _CONFIGURATION.get(found.language, "")
    marks = ", ".join("?" * len(row))
    asked = f"""
        insert into cases ({", ".join(row)}, searched) values ({marks}, register.words_vector(?, ?, ?)) returning id"""
    words = (_within(folded), configuration, " ".join(_within(written)))
    case = _execute(connection, asked, (*map(_storable, row.values()), *words))[0][0]
    if citations := [tuple(map(_storable, one)) for one in citation_rows(found, case)]:
        marks = ", ".join("%s" for _ in citations[0])
        connection.exec_driver_sql(f"insert into register.citations values ({marks})", citations)


def _within(words: Iterable[str]) -> list[str]:
    """As many words, in order, as a tsvector holds for sure; all of them, of any decision that was seen."""
    out, size = [], 0
    for word in sorted(words):
        size += len(word.encode()) + 8
        if size > _LARGEST:
            break
        if len(word) < 500:
            out.append(word)
    return out


def _execute(connection: Any, asked: str, values: tuple[object, ...] = ()) -> list[Any]:
    """The rows of a question with ``?`` for its values; none of one that only writes."""
    made = connection.exec_driver_sql(asked.replace("?", "%s"), values)
    return list(made.fetchall()) if made.returns_rows else []


def _storable(value: object) -> object:
    """A value as PostgreSQL takes it: what is no letter is in no decision."""
    return value.encode("utf-8", "replace").decode().replace("\0", "\ufffd") if isinstance(value, str) else value
