"""The index in one SQLite file: for each key one row with its postings as vectors, for each word one with its places.

No SQL counts or ranks anything: a question reads a row for each of its keys, and numpy does the rest. That is what
makes it small and quick for texts a hundred times as large as the laws.
"""

from __future__ import annotations

import errno
import sqlite3
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import numpy

from index.search.postings import MOST_EXPANDED, Array, IndexedDocument, KeyField

FILE = "postings.db"
NUMBERS, WEIGHTS, PLACES = "<u4", "<f4", "<u4"
FIELDS: tuple[KeyField, ...] = ("bag", "also")
_TABLES = """
create table keys (field text, key text, numbers blob, weights blob, primary key (field, key));
create table words (word text primary key, documents integer, places blob);
create table documents (starts blob);
"""
_LAST = "\U0010ffff"


class SqliteEngine:
    """One file, opened for reading only."""

    def write(self, found: Iterable[IndexedDocument], folder: Path) -> None:
        """Write the index. Raises OSError."""
        collected, file = _Collected(found), folder / FILE
        try:
            with closing(sqlite3.connect(file)) as database:
                _write(database, collected)
        except sqlite3.Error as error:  # a full disk is told as by every other file
            raise OSError(errno.EIO, str(error), str(file)) from error

    def open(self, folder: Path) -> SqlitePostings:
        """The index of a folder. Raises sqlite3.Error for a file that is no such index."""
        address = f"file:{quote(str((folder / FILE).absolute()))}?mode=ro&immutable=1"
        return SqlitePostings(sqlite3.connect(address, uri=True, check_same_thread=False))


class SqlitePostings:
    """An open index: ``Postings`` on SQLite."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        # SQLite opens the file with the first question: now, not when somebody asks.
        ((starts,),) = database.execute("select starts from documents")
        self._starts = numpy.frombuffer(starts, PLACES)

    def postings(self, field: KeyField, key: str) -> tuple[Array, Array]:
        """As ``Postings.postings``."""
        asked = "select numbers, weights from keys where field = ? and key = ?"
        row = self._database.execute(asked, (field, key)).fetchone()
        if row is None:
            return numpy.empty(0, dtype=int), numpy.empty(0)
        return numpy.frombuffer(row[0], NUMBERS).astype(int), numpy.frombuffer(row[1], WEIGHTS).astype(float)

    def phrase(self, words: Sequence[str]) -> list[int]:
        """As ``Postings.phrase``."""
        places = self._places(words[0])
        for word in words[1:]:
            # Each word of a document is one place behind the one before; between documents a place is left out.
            places = numpy.intersect1d(places + 1, self._places(word), assume_unique=True)
        numbers: list[int] = _documents_of(places, self._starts).tolist()
        return numbers

    def beginning(self, prefix: str) -> list[tuple[int, str]]:
        """As ``Postings.beginning``."""
        asked = "select documents, word from words where word >= ? and word < ? order by word limit ?"
        return list(self._database.execute(asked, (prefix, prefix + _LAST, MOST_EXPANDED)))

    def _places(self, word: str) -> Array:
        row = self._database.execute("select places from words where word = ?", (word,)).fetchone()
        return numpy.frombuffer(row[0] if row else b"", PLACES).astype(int)


def _write(database: sqlite3.Connection, collected: _Collected) -> None:
    # A kill leaves a folder without a manifest: nothing is gained by a journal.
    database.execute("pragma journal_mode = off")
    database.execute("pragma synchronous = off")
    database.executescript(_TABLES)
    with database:
        database.executemany("insert into keys values (?, ?, ?, ?)", collected.keys())
        database.executemany("insert into words values (?, ?, ?)", collected.words())
        database.execute("insert into documents values (?)", (_packed(collected.starts, PLACES),))


class _Rows:
    """One kind of row while it is collected: entries in the order in which they come, each under a name.

    Nothing is done for an entry but to put its numbers at the end of two vectors; they are sorted by name once.
    """

    def __init__(self) -> None:
        # A name that is new gets the next number.
        self._ids: defaultdict[str, int] = defaultdict(lambda: len(self._ids))
        self._names = array("I")
        self._values = array("I")
        self._weights = array("f")

    def add(self, names: Iterable[str], values: Iterable[int], weights: Iterable[float] = ()) -> None:
        """Entries under ``names`` with their ``values``, ascending under each name from call to call."""
        self._names.extend([self._ids[name] for name in names])
        self._values.extend(values)
        self._weights.extend(weights)

    def by_name(self) -> Iterator[tuple[str, Array, Array]]:
        """Each name, in order, with the values and weights of its entries."""
        names, values, weights = (numpy.array(found) for found in (self._names, self._values, self._weights))
        order = numpy.argsort(names, kind="stable")
        ends = numpy.cumsum(numpy.bincount(names, minlength=len(self._ids))).tolist()
        for name in sorted(self._ids):
            number = self._ids[name]
            chosen = order[ends[number - 1] if number else 0 : ends[number]]
            yield name, values[chosen], weights[chosen] if len(weights) else weights


class _Collected:
    """The postings of all documents, by key and by word; ``starts`` are the places at which documents begin."""

    def __init__(self, found: Iterable[IndexedDocument]) -> None:
        self._keys: dict[KeyField, _Rows] = {field: _Rows() for field in FIELDS}
        self._words = _Rows()
        self.starts = array("I")
        place = 0
        for number, document in enumerate(found):
            self._add("bag", number, document.bag)
            self._add("also", number, document.also)
            self.starts.append(place)
            self._words.add(document.words, range(place, place + len(document.words)))
            place += len(document.words) + 1

    def keys(self) -> Iterator[tuple[str, str, bytes, bytes]]:
        """The rows of all keys, in order."""
        for field in FIELDS:
            for key, numbers, weights in self._keys[field].by_name():
                yield field, key, _packed(numbers, NUMBERS), _packed(weights, WEIGHTS)

    def words(self) -> Iterator[tuple[str, int, bytes]]:
        """The rows of all words, in order."""
        starts = numpy.array(self.starts)
        for word, places, _ in self._words.by_name():
            yield word, len(_documents_of(places, starts)), _packed(places, PLACES)

    def _add(self, field: KeyField, number: int, bag: Mapping[str, float]) -> None:
        self._keys[field].add(bag, [number] * len(bag), [round(weight, 3) for weight in bag.values()])


def _packed(numbers: Array | array[int], kind: str) -> bytes:
    return numpy.asarray(numbers, dtype=kind).tobytes()


def _documents_of(places: Array, starts: Array) -> Array:
    """The numbers of the documents in which places are, ascending, each once."""
    found: Array = numpy.unique(numpy.searchsorted(starts, places, side="right") - 1)
    return found
