"""The index on whoosh: weighted keys in two fields, and the words with their positions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy
from whoosh import formats
from whoosh.analysis import SpaceSeparatedTokenizer
from whoosh.fields import TEXT, FieldType, Schema
from whoosh.filedb.filestore import FileStorage
from whoosh.reading import IndexReader
from whoosh.system import pack_uint

from index.search.postings import MOST_EXPANDED, Array, IndexedDocument, KeyField


class WhooshEngine:
    """One segment, which is mapped into memory when it is opened."""

    def write(self, found: Iterable[IndexedDocument], folder: Path) -> None:
        """Write the index. Raises OSError."""
        words = TEXT(analyzer=SpaceSeparatedTokenizer(), phrase=True, stored=False, spelling=False)
        schema = Schema(bag=_Bag(), also=_Bag(), phrase=words)
        writer = FileStorage(str(folder)).create_index(schema).writer(limitmb=128)
        for document in found:
            writer.add_document(bag=document.bag, also=document.also, phrase=list(document.words))
        writer.commit()

    def open(self, folder: Path) -> WhooshPostings:
        """The index of a folder. Raises whatever whoosh does for files that it did not write."""
        return WhooshPostings(FileStorage(str(folder)).open_index().reader())


class WhooshPostings:
    """An open index: ``Postings`` on whoosh."""

    def __init__(self, reader: IndexReader) -> None:
        self._reader = reader

    def postings(self, field: KeyField, key: str) -> tuple[Array, Array]:
        """As ``Postings.postings``."""
        if (field, key) not in self._reader:
            return numpy.empty(0, dtype=int), numpy.empty(0)
        matcher = self._reader.postings(field, key)
        numbers, weights = [], []
        while matcher.is_active():
            numbers.append(matcher.id())
            weights.append(matcher.weight())
            matcher.next()
        return numpy.array(numbers, dtype=int), numpy.array(weights)

    def phrase(self, words: Sequence[str]) -> list[int]:
        """As ``Postings.phrase``."""
        # Few questions have a phrase, and they take long to import.
        from whoosh import query
        from whoosh.searching import Searcher

        wanted = query.Phrase("phrase", list(words)) if len(words) > 1 else query.Term("phrase", words[0])
        return [int(number) for number in wanted.docs(Searcher(self._reader))]

    def beginning(self, prefix: str) -> list[tuple[int, str]]:
        """As ``Postings.beginning``."""
        terms = self._reader.expand_prefix("phrase", prefix)
        words = (term.decode("utf-8") for _, term in zip(range(MOST_EXPANDED), terms, strict=False))
        return [(self._reader.doc_frequency("phrase", word), word) for word in words]


class _Bag(FieldType):  # type: ignore[misc]
    """Weighted keys without positions; the value of a document is its keys with their weights."""

    def __init__(self) -> None:
        super().__init__(formats.Frequency(), analyzer=None)

    def index(self, value: Mapping[str, float], **_: Any) -> Iterator[tuple[bytes, int, float, bytes]]:
        return ((key.encode(), 1, round(weight, 3), pack_uint(1)) for key, weight in sorted(value.items()))
