"""The index of a register that lies in PostgreSQL, in tables beside the documents: one for all servers.

It answers as the file beside a folder does (``DecisionIndex``), by the same questions in SQL; words are found by a
``tsvector`` with a GIN index, their other forms by PostgreSQL's dictionaries of Danish, Norwegian and Swedish. Nothing
is in it that is not in the documents. It follows their revisions in order and keeps how far it has come, so that a
question costs the same whatever the register holds: who writes a decision takes it in, a question takes in a few that
somebody left and says how many wait. While the database is away, what was asked last is answered as it was then.
"""

from __future__ import annotations

import errno
import json
import os
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import RLock
from typing import Any

from corpus.database.connection import reading, writing
from corpus.database.documents import DatabaseDocuments, DocumentChange
from corpus.languages import language
from corpus.precedents.decision import DamagedCase, Decision
from corpus.precedents.folder import JUDGMENT, CaseFolder
from index.precedents.decision_index import AT_ONCE, DecisionIndex, IndexProgress
from index.precedents.decision_rows import FORMAT, Dialect, Row, citation_rows, indexed_words, row_of, storable
from index.precedents.filters import STEMMED

AT_A_QUESTION = 50
"""Decisions that a question takes in before it is answered: about a tenth of a second."""

_LOCK = 0x4C6F7672  # "Lovr": one process at a time writes entries
_REMEMBERED = 300  # answers that are kept for the time without the database
_LARGEST = 350_000  # bytes of the words of a decision, and of their stems; a tsvector holds a megabyte
_NUMBERS = ("damaged", "sort", "invented")
_CITATION = "id bigint, n int, work text, own text, cited text, printed text, finding text, decisive int"


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
    """The index of the register on a shelf of a database; ``DecisionIndex`` describes its methods.

    Each raises OSError where the database does not answer and the same was not asked before.
    """

    dialect = POSTGRESQL

    def __init__(self, folder: CaseFolder, documents: DatabaseDocuments) -> None:
        super().__init__(folder)
        self._cases, self._documents, self._url = folder, documents, documents.url
        self._format = f"{FORMAT} {documents.shelf}"
        self._at = ("", "")  # the state of the documents that the index was compared with, and its own
        self._waiting = 0
        self._turn = RLock()
        self._answers: OrderedDict[tuple[str, tuple[object, ...]], list[Row]] = OrderedDict()

    @property
    def waiting(self) -> int:
        """How many decisions have changed that the index has not taken in, as of the last ``refresh``."""
        return self._waiting

    def refresh(self) -> str:
        """Take in what has changed, if it is little; ``waiting`` is how much is left. Raises OSError."""
        now = self._documents.state()
        with self._turn:
            if now != self._at[0] or self._waiting:
                try:
                    through = self._step(now, AT_A_QUESTION, may_wait=False)
                    self._waiting = 0 if through == now else self._documents.count_changes(int(through), _ENDING)
                except OSError:
                    # While the database is away, what was waiting before still waits.
                    if now != self._at[0]:
                        raise
            return self._at[1]

    def note_written(self) -> None:
        """Take in what was written. Raises OSError."""
        with self._turn:
            self._step(self._documents.state(), AT_A_QUESTION, may_wait=True)

    def complete(self, begin: IndexProgress) -> int:
        """Take in all that has changed, a batch in each transaction: what is stopped goes on where it was."""
        with self._turn:
            through, now = "", self._documents.state()
            while through != now:
                begin("")
                through = self._step(now, AT_ONCE, may_wait=True)
                now = self._documents.state()
            self._waiting = 0
            ((found,),) = self._rows("select count(*) from cases")
            return int(found)

    def make_anew(self, begin: IndexProgress) -> int:
        """Empty the tables and ``complete`` them."""
        with self._turn:
            with writing(self._url) as connection:
                _execute(connection, "select pg_advisory_xact_lock(?)", (_LOCK,))
                self._empty(connection)
            self._at = ("", "")
            return self.complete(begin)

    def _rows(self, asked: str, values: Sequence[object] = ()) -> list[Row]:
        if not self._at[1]:
            self.refresh()
        given = tuple(map(storable, values))
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

    def _step(self, now: str, limit: int, may_wait: bool) -> str:
        """Take in at most so many of the changes up to a state of the documents; returns the state that is reached.

        Without ``may_wait`` nothing is taken in while another process does so.
        """
        through, state = self._reached()
        if through != now:
            through, state = self._follow(now, limit, may_wait) or (through or "0", state)
        if not state:
            raise OSError(errno.EBUSY, "another process makes the index of the register anew")
        if (now, state) != self._at:
            self._answers.clear()
        self._at = (now, state)
        return through

    def _reached(self) -> tuple[str, str]:
        """The revision up to which the index has everything, empty for another format; and its state."""
        with reading(self._url) as connection:
            about = dict(tuple(row) for row in _execute(connection, "select name, value from about"))
        return (about["through"], about["state"]) if about.get("format") == self._format else ("", "")

    def _follow(self, now: str, limit: int, may_wait: bool) -> tuple[str, str] | None:
        """The revision reached and the new state; nothing where another process is at it."""
        with _writing(self._url, may_wait) as connection:
            if connection is None:
                return None
            about = dict(tuple(row) for row in _execute(connection, "select name, value from about"))
            if about.get("format") != self._format:
                about = self._empty(connection)
            # Read while the index is held, since only then it is certain how far it has come.
            found = self._documents.changes(int(about["through"]), int(now), _ENDING, limit)
            if found:
                self._replace(connection, found)
            through = str(found[-1].revision) if len(found) == limit else max(now, about["through"], key=int)
            state = os.urandom(8).hex() if found else about["state"]
            for name, value in (("through", through), ("state", state)):
                _execute(connection, "update about set value = ? where name = ?", (value, name))
        return through, state

    def _empty(self, connection: Any) -> dict[str, str]:
        """Empty the tables, which may be of another format; returns the rows of ``about`` that they then have."""
        for table in ("cases", "citations", "about"):
            _execute(connection, f"delete from {table}")
        about = {"format": self._format, "through": "0", "state": os.urandom(8).hex()}
        for row in about.items():
            _execute(connection, "insert into about values (?, ?)", row)
        return about

    def _replace(self, connection: Any, found: Sequence[DocumentChange]) -> None:
        """Entries as the documents are now, none for those that were taken away: three statements for all of them."""
        keys = [one.name.removesuffix(_ENDING) for one in found]
        gone = "with gone as (delete from cases where key = any(?) returning id)"
        _execute(connection, f"{gone} delete from citations using gone where citations.id = gone.id", (keys,))
        read = {
            key: (one.revision, self._cases.parsed(key, one.content))
            for key, one in zip(keys, found, strict=True)
            if one.content is not None and "/" not in key
        }
        rows = [_row(key, revision, case) for key, (revision, case) in read.items()]
        if not rows:
            return
        columns = [name for name in max(rows, key=len) if name not in _WORDS]
        types = [f"{name} {'int' if name in _NUMBERS else 'text'}" for name in columns]
        types += [f"{name} {kind}" for name, kind in _WORDS.items()]
        asked = f"""
            insert into cases ({", ".join(columns)}, searched)
            select {", ".join(columns)}, case damaged when 0 then register.words_vector({", ".join(_WORDS)}) end
            from json_to_recordset(?) as made({", ".join(types)}) returning key, id"""
        numbers = dict(tuple(row) for row in _execute(connection, asked, (json.dumps(rows),)))
        names = [column.split()[0] for column in _CITATION.split(", ")]
        citations = [
            dict(zip(names, map(storable, values), strict=True))
            for key, (_, case) in read.items()
            if isinstance(case, Decision)
            for values in citation_rows(case, numbers[storable(key)])
        ]
        asked = f"insert into citations select * from json_to_recordset(?) as made({_CITATION})"
        _execute(connection, asked, (json.dumps(citations),))


_ENDING = f"/{JUDGMENT}"
_WORDS = {"folded": "text[]", "configuration": "text", "written": "text"}


@contextmanager
def _writing(url: str, may_wait: bool) -> Iterator[Any]:
    """A connection that alone writes entries until its end; nothing where another one does and this may not wait."""
    with writing(url) as connection:
        kind = "pg_advisory_xact_lock" if may_wait else "pg_try_advisory_xact_lock"
        ((held,),) = _execute(connection, f"select {kind}(?)", (_LOCK,))
        yield None if held is False else connection


def _row(key: str, revision: int, found: Decision | DamagedCase) -> Mapping[str, object]:
    """What the index keeps of a case, by columns."""
    row: dict[str, object] = {"key": storable(key), "stamp": str(revision), "damaged": 1}
    if isinstance(found, DamagedCase):
        return row
    folded, written = indexed_words(found)
    row |= {name: storable(value) for name, value in row_of(found).items()} | {"damaged": 0}
    words = {
        "folded": _within(folded),
        "configuration": language(found.language).stemmer if found.language in STEMMED else "",
    }
    return row | words | {"written": " ".join(_within(written))}


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
