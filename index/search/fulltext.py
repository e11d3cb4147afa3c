"""The full-text index on whoosh: how documents are stored, how the index is opened and queried.

``index.search.generation`` swaps it in and opens it whole. What does not agree with its manifest is never opened
(whoosh unpickles) but built again.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy
from numpy.typing import NDArray
from whoosh import formats, query
from whoosh.fields import STORED, TEXT, FieldType, Schema
from whoosh.filedb.filestore import FileStorage
from whoosh.searching import Searcher
from whoosh.system import pack_uint

from corpus.library import Library
from index.search import generation
from index.search.analyzer import Dictionary, PhraseAnalyzer, Splitter, fold, index_keys, tokenize
from index.search.documents import WEIGHTS, Document, DocumentKind, FieldText, documents

# The form of the files; where the code of index/search has changed the index is made anew as well.
FORMAT = "lovbro search 4"
LIBRARIES = ("PyStemmer", "simplemma", "snowballstemmer", "whoosh3")
WORDS = "words.json"
TABLES = "tables.json"

PART_WEIGHT = 0.5
SHORTEST_COMPOUND = 7
MOST_POSTINGS = 20_000
MOST_EXPANDED = 2_000

Array = NDArray[Any]


@dataclass(frozen=True)
class DocumentRef:
    """A document as a result: where its text is, and how long it is in weighted words.

    ``targets`` are the places that a note or an entry of a subject index leads to.
    """

    kind: DocumentKind
    expression: str
    language: str
    place: str
    length: float
    targets: tuple[str, ...] = ()


@dataclass(frozen=True)
class IndexLexicon:
    """``heads`` are short words that may be part of a compound, ``never`` words that may not, all folded.

    ``spellings`` are by language the misspelt words with the right form, which is indexed beside them.
    """

    heads: frozenset[str]
    never: frozenset[str]
    spellings: Mapping[str, Mapping[str, str]]


def fingerprint(library: Library, lexicons: Iterable[str]) -> str:
    """A sum over all that the index is made from: texts, word lists (as files), the versions of libraries, the code."""
    total = hashlib.sha256(" ".join((FORMAT, *map(version, LIBRARIES))).encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        total.update(hashlib.sha256(path.read_bytes()).digest())
    total.update(library.content_sum.encode())
    for document in () if library.content_sum else documents(library):
        total.update(repr(document).encode())
    for text in lexicons:
        total.update(hashlib.sha256(text.encode()).digest())
    return total.hexdigest()


def build(library: Library, folder: Path, corpus: str, lexicon: IndexLexicon, tables: str) -> None:
    """Write the index of a library into a folder of indexes; readers of an older one go on undisturbed.

    ``corpus`` is its ``fingerprint``; ``tables`` are kept with it. Raises OSError when the folder cannot be written or
    replaced.
    """

    def write(fresh: Path) -> None:
        (fresh / TABLES).write_text(tables, "utf-8")
        _write(list(documents(library)), fresh, lexicon)

    generation.publish(folder, corpus, FORMAT, write)


class FullText:
    """An open index. Safe for many threads; every answer is a value. Nothing is read from its folder any more but what
    was opened at once, so that it stays whole whatever becomes of the folder.

    ``vocabulary`` is by language: folded word -> its commonest spelling and its keys. ``lookalikes`` are by language
    real words that no text has, but that one wrong letter makes of a word that it has. ``refs`` are the documents by
    number, ``lengths`` their lengths (at least 1). ``tables`` is what was kept with the index.
    """

    def __init__(self, folder: Path, corpus: str) -> None:
        """Raises IndexDamagedError when the folder holds no whole index of ``corpus``."""
        opened = generation.open_whole(folder, corpus, FORMAT, (WORDS, TABLES), _open)
        self._searcher, words, self.tables = opened
        # A whoosh reader keeps its place in shared buffers: one thread at a time.
        self._lock = threading.Lock()
        table = json.loads(words)
        self.vocabulary: Mapping[str, Mapping[str, tuple[str, list[str]]]] = table["vocabulary"]
        self.lookalikes = {language: frozenset(words) for language, words in table["lookalikes"].items()}
        self.refs = tuple(
            DocumentRef(kind, expression, language, place, length, tuple(targets))
            for kind, expression, language, place, length, targets in table["refs"]
        )
        self.lengths = numpy.array([max(ref.length, 1.0) for ref in self.refs])
        self.postings = lru_cache(MOST_POSTINGS)(self._read_postings)

    def phrase(self, words: list[str]) -> list[int]:
        """Numbers of the documents in which the folded words follow each other in this order."""
        wanted = query.Phrase("phrase", words) if len(words) > 1 else query.Term("phrase", words[0])
        with self._lock:
            return [int(number) for number in wanted.docs(self._searcher)]

    def beginning(self, prefix: str, most: int) -> list[str]:
        """At most ``most`` words of the texts that begin with a folded prefix, the commonest first."""
        found = []
        with self._lock:
            reader = self._searcher.reader()
            for _, term in zip(range(MOST_EXPANDED), reader.expand_prefix("phrase", prefix), strict=False):
                word = term.decode("utf-8")
                found.append((-reader.doc_frequency("phrase", word), word))
        return [word for _, word in sorted(found)[:most]]

    def _read_postings(self, field: str, key: str) -> tuple[Array, Array]:
        """Numbers and weights of the documents that hold a key, both ascending by document; ``postings`` keeps them."""
        with self._lock:
            reader = self._searcher.reader()
            if (field, key) not in reader:
                return numpy.empty(0, dtype=int), numpy.empty(0)
            matcher = reader.postings(field, key)
            numbers, weights = [], []
            while matcher.is_active():
                numbers.append(matcher.id())
                weights.append(matcher.weight())
                matcher.next()
        return numpy.array(numbers, dtype=int), numpy.array(weights)


def _open(folder: Path) -> tuple[Searcher, str, str]:
    """The searcher, which maps its one segment into memory, and the two files beside it."""
    searcher = FileStorage(str(folder)).open_index().searcher()
    return searcher, (folder / WORDS).read_text("utf-8"), (folder / TABLES).read_text("utf-8")


class _Bag(FieldType):  # type: ignore[misc]
    """Weighted keys without positions; the value of a document is its keys with their weights."""

    def __init__(self) -> None:
        super().__init__(formats.Frequency(), analyzer=None)

    def index(self, value: Mapping[str, float], **_: Any) -> Iterator[tuple[bytes, int, float, bytes]]:
        return ((key.encode(), 1, round(weight, 3), pack_uint(1)) for key, weight in sorted(value.items()))


def _schema() -> Schema:
    phrase = TEXT(analyzer=PhraseAnalyzer(), phrase=True, stored=False, spelling=False)
    return Schema(ref=STORED, bag=_Bag(), also=_Bag(), phrase=phrase)


def _write(found: list[Document], folder: Path, lexicon: IndexLexicon) -> None:
    keys = _KeyTable(found, lexicon)
    refs = []
    writer = FileStorage(str(folder)).create_index(_schema()).writer(limitmb=128)
    for number, document in enumerate(found):
        bag = keys.bag(document.language, document.words)
        also = keys.bag(document.language, [("text", text) for text in document.also])
        text = "\n".join(words for field, words in document.words if field in ("heading", "text", "table"))
        writer.add_document(ref=number, bag=bag, also=also, phrase=text)
        length = sum(WEIGHTS[field] * len(tokenize(words)) for field, words in document.words)
        refs.append((document.kind, document.expression, document.language, document.place, round(length, 2),
                     document.targets))  # fmt: skip
    writer.commit()
    table = {"vocabulary": keys.vocabulary(), "refs": refs, "lookalikes": keys.lookalikes}
    (folder / WORDS).write_text(json.dumps(table, ensure_ascii=False, sort_keys=True), "utf-8")


class _KeyTable:
    """Keys of every word of the corpus, by language, worked out once while the index is built."""

    def __init__(self, found: list[Document], lexicon: IndexLexicon) -> None:
        counts: defaultdict[str, defaultdict[str, int]] = defaultdict(lambda: defaultdict(int))
        for document in found:
            for field, text in document.words:
                if field in ("heading", "text"):
                    for word in tokenize(text):
                        counts[document.language][word.text.lower()] += 1
        self._counts = counts
        self._keys: dict[tuple[str, str], frozenset[str]] = {}
        self._compounds: dict[tuple[str, str], tuple[str, ...]] = {}
        self.lookalikes: dict[str, list[str]] = {}
        for language in sorted(counts):
            self._add_language(language, lexicon)

    def _add_language(self, language: str, lexicon: IndexLexicon) -> None:
        words = self._counts[language]
        dictionary = Dictionary(language)
        lemma = dictionary.lemmas(sorted(words))
        for word in words:
            right = lexicon.spellings.get(language, {}).get(word, "")
            self._keys[language, word] = index_keys(word, language, lemma.get(word, "")) | (
                index_keys(right, language) if right else frozenset()
            )
        folded = {fold(word) for word in words}
        self.lookalikes[language] = dictionary.lookalikes(folded)
        splitter = Splitter(folded, lexicon.heads, lexicon.never)
        for word in folded:
            if len(word) >= SHORTEST_COMPOUND and (parts := splitter.split(word)):
                self._compounds[language, word] = parts

    def bag(self, language: str, words: Iterable[FieldText]) -> dict[str, float]:
        """Weighted keys of a document; the parts of compounds count for less than the word itself."""
        out: defaultdict[str, float] = defaultdict(float)
        for field, text in words:
            for word in tokenize(text):
                for key in self._of(language, word.text.lower()):
                    out[f"{language}:{key}"] += WEIGHTS[field]
                for part in self._compounds.get((language, fold(word.text)), ()):
                    for key in index_keys(part, language):
                        out[f"{language}:{key}"] += WEIGHTS[field] * PART_WEIGHT
        return out

    def vocabulary(self) -> dict[str, dict[str, tuple[str, list[str]]]]:
        """By language: folded word -> its commonest spelling and its keys."""
        out: dict[str, dict[str, tuple[str, list[str]]]] = {}
        for language, counts in self._counts.items():
            rows = out.setdefault(language, {})
            for word in sorted(counts, key=lambda word: (-counts[word], word)):
                spelling, keys = rows.get(fold(word), (word, []))
                rows[fold(word)] = spelling, sorted({*keys, *self._keys[language, word]})
        return out

    def _of(self, language: str, word: str) -> frozenset[str]:
        return self._keys.get((language, word)) or index_keys(word, language)
