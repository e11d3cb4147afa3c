"""Four search engines behind one small interface, fed the same folded words: whoosh, Lovbro's own postings in SQLite,
SQLite's FTS5 and tantivy.

``build`` writes an index of passages, ``open`` opens it, ``find`` gives how many passages answer a question.
"""

from __future__ import annotations

import math
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Protocol

import numpy
import tantivy
from whoosh import query
from whoosh.analysis import SpaceSeparatedTokenizer
from whoosh.fields import TEXT, Schema
from whoosh.filedb.filestore import FileStorage
from whoosh.highlight import ContextFragmenter, highlight

from index.search.analyzer import index_keys
from index.search.postings import IndexedDocument
from index.search.scoring import BEST, K1
from index.search.snippets import snippet
from index.search.sqlite_engine import SqliteEngine
from index.search.wanted import Wanted

TOP = 10
MOST_BEGINNINGS = 50


class Engine(Protocol):
    """What is measured of an engine. A question is ``(kind, words)``."""

    def build(self, passages: Iterable[str], folder: Path) -> None: ...
    def open(self, folder: Path) -> None: ...
    def find(self, kind: str, words: list[str]) -> int: ...


class Whoosh:
    """whoosh as Lovbro uses it: positions, no stop words, one searcher."""

    def build(self, passages: Iterable[str], folder: Path) -> None:
        schema = Schema(text=TEXT(analyzer=SpaceSeparatedTokenizer(), phrase=True, stored=True, spelling=False))
        writer = FileStorage(str(folder)).create_index(schema).writer(limitmb=256)
        for passage in passages:
            writer.add_document(text=passage)
        writer.commit()

    def open(self, folder: Path) -> None:
        self._searcher = FileStorage(str(folder)).open_index().searcher()

    def find(self, kind: str, words: list[str]) -> int:
        found = self._searcher.search(self._query(kind, words), limit=TOP)
        if kind == "marked":
            self._mark(found, words)
        return len(found)

    def _query(self, kind: str, words: list[str]) -> Any:
        if kind == "phrase":
            return query.Phrase("text", words)
        if kind == "beginning":
            reader = self._searcher.reader()
            expanded = [
                term.decode()
                for _, term in zip(range(MOST_BEGINNINGS), reader.expand_prefix("text", words[0]), strict=False)
            ]
            return query.Or([query.Term("text", word) for word in expanded])
        return query.Or([query.Term("text", word) for word in words])

    def _mark(self, found: Any, words: list[str]) -> None:
        from whoosh.highlight import HtmlFormatter

        for hit in found:
            highlight(hit["text"], frozenset(words), SpaceSeparatedTokenizer(), ContextFragmenter(), HtmlFormatter())


class Postings:
    """Lovbro's postings in SQLite, scored and marked as in a search."""

    def build(self, passages: Iterable[str], folder: Path) -> None:
        with sqlite3.connect(folder / "texts.db") as database:
            database.execute("create table t (text)")
            SqliteEngine().write(self._kept(passages, database), folder)
        database.close()

    def open(self, folder: Path) -> None:
        self._index = SqliteEngine().open(folder)
        self._texts = sqlite3.connect(folder / "texts.db")
        ((self._count,),) = self._texts.execute("select count(*) from t")

    def find(self, kind: str, words: list[str]) -> int:
        if kind == "phrase":
            return len(self._index.phrase(words)[:TOP])
        if kind == "beginning":
            words = [word for _, word in self._index.beginning(words[0])[:MOST_BEGINNINGS]]
        best = self._best(words)
        if kind == "marked":
            wanted = Wanted({key: 1.0 for word in words for key in index_keys(word, "da")})
            for number in best:
                row = self._texts.execute("select text from t where rowid = ?", (number + 1,)).fetchone()
                snippet(row[0], "da", wanted)
        return len(best)

    def _kept(self, passages: Iterable[str], database: sqlite3.Connection) -> Iterator[IndexedDocument]:
        for passage in passages:
            database.execute("insert into t values (?)", (passage,))
            words = passage.split()
            yield IndexedDocument(Counter(words), {}, words)

    def _best(self, words: list[str]) -> list[int]:
        total = numpy.zeros(self._count)
        for word in words:
            numbers, weights = self._index.postings("bag", word)
            rare = math.log(1 + (self._count - len(numbers) + 0.5) / (len(numbers) + 0.5))
            total[numbers] += rare * weights * BEST / (weights + K1)
        found = numpy.nonzero(total)[0]
        if len(found) > TOP:
            found = found[numpy.argpartition(-total[found], TOP)[:TOP]]
        best: list[int] = sorted(found.tolist(), key=lambda number: -total[number])
        return best


class Fts5:
    """SQLite's full-text search in a file."""

    def build(self, passages: Iterable[str], folder: Path) -> None:
        with sqlite3.connect(folder / "fts.db") as database:
            database.execute(
                "create virtual table t using fts5(text, tokenize='unicode61 remove_diacritics 0', prefix='3 4')"
            )
            database.executemany("insert into t values (?)", ((passage,) for passage in passages))
            database.execute("insert into t(t) values ('optimize')")
        database.close()

    def open(self, folder: Path) -> None:
        self._database = sqlite3.connect(folder / "fts.db")

    def find(self, kind: str, words: list[str]) -> int:
        quoted = [f'"{word}"' for word in words]
        asked = {"phrase": '"' + " ".join(words) + '"', "beginning": f"{quoted[0]} *"}.get(kind, " OR ".join(quoted))
        shown = "snippet(t, 0, '[', ']', '…', 32)" if kind == "marked" else "rowid"
        rows = self._database.execute(f"select {shown} from t where t match ? order by rank limit {TOP}", (asked,))
        return len(rows.fetchall())


class Tantivy:
    """tantivy (Rust) in process."""

    def build(self, passages: Iterable[str], folder: Path) -> None:
        schema = tantivy.SchemaBuilder().add_text_field("text", stored=True, tokenizer_name="whitespace").build()
        index = tantivy.Index(schema, path=str(folder))
        writer = index.writer(heap_size=128_000_000, num_threads=1)
        for passage in passages:
            writer.add_document(tantivy.Document(text=passage))
        writer.commit()
        writer.wait_merging_threads()

    def open(self, folder: Path) -> None:
        self._index = tantivy.Index.open(str(folder))
        self._index.reload()
        self._searcher = self._index.searcher()

    def find(self, kind: str, words: list[str]) -> int:
        asked = self._query(kind, words)
        hits = self._searcher.search(asked, limit=TOP).hits
        if kind == "marked":
            maker = tantivy.SnippetGenerator.create(self._searcher, asked, self._index.schema, "text")
            for _, address in hits:
                maker.snippet_from_doc(self._searcher.doc(address)).to_html()
        return len(hits)

    def _query(self, kind: str, words: list[str]) -> Any:
        schema = self._index.schema
        if kind == "phrase":
            return tantivy.Query.phrase_query(schema, "text", words)
        if kind == "beginning":
            return tantivy.Query.regex_query(schema, "text", words[0] + ".*")
        terms = [tantivy.Query.term_query(schema, "text", word) for word in words]
        return tantivy.Query.boolean_query([(tantivy.Occur.Should, term) for term in terms])


ENGINES: dict[str, type[Engine]] = {"whoosh": Whoosh, "postings": Postings, "FTS5": Fts5, "tantivy": Tantivy}
