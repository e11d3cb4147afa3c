"""The full-text index on whoosh: what is indexed, how it is built and swapped in, how it is opened and asked.

One document per provision and expression, definition, note and entry of a book's own subject index. An index is
a folder; its ``manifest.json`` is written last and holds the sum of every file and of the corpus. What does not
agree with it is never opened (whoosh unpickles) but built again.

The whoosh index is shared by all threads, a reader is not: each thread has its own.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import tempfile
import threading
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy
from whoosh import formats, query
from whoosh.fields import STORED, TEXT, FieldType, Schema
from whoosh.filedb.filestore import FileStorage
from whoosh.index import Index

from corpus.library import Library
from corpus.model import LOST, Definition, Expression, Prose, Provision, Table
from index.search.analyzer import (
    BagAnalyzer,
    Dictionary,
    PhraseAnalyzer,
    Splitter,
    bag_text,
    fold,
    index_keys,
    tokenize,
)

FORMAT = "lovbro search 1"
MANIFEST = "manifest.json"
WORDS = "words.json"

DocumentKind = Literal["provision", "rule", "definition", "note", "index"]
FieldName = Literal["heading", "text", "path", "below", "below-heading", "table"]

# How much a word counts by where it stands.
WEIGHTS: Mapping[FieldName, float] = {
    "heading": 2.5, "text": 1.0, "path": 0.6, "below": 0.3, "below-heading": 0.5, "table": 0.4,
}  # fmt: skip
PART_WEIGHT = 0.5

Array = Any  # numpy.ndarray; its own type says nothing more here


class IndexDamagedError(ValueError):
    """The folder holds no whole index of this corpus; build it again."""


@dataclass(frozen=True)
class Document:
    """What one document says: ``words`` by place; ``also`` are the entries of the book's index that lead here."""

    kind: DocumentKind
    expression: str
    language: str
    place: str
    words: tuple[tuple[FieldName, str], ...]
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class DocumentRef:
    """A document as a result: where its text stands and how long it is."""

    kind: DocumentKind
    expression: str
    language: str
    place: str
    length: float


def documents(library: Library) -> Iterator[Document]:
    """Everything that can be found, in the order of the books."""
    for expression in library.expressions:
        entries = _entries_by_target(expression)
        kind: DocumentKind = (
            "provision" if expression.index or expression.work == library.registry.editions[0].work else "rule"
        )
        for provision in expression.walk():
            yield Document(
                kind, expression.key, expression.language, str(provision.id),
                tuple(_provision_words(library, expression.key, provision)), entries.get(str(provision.id), ()),
            )  # fmt: skip
        for address, definition in expression.all_definitions():
            yield _definition(expression, address, definition)
        for note in expression.notes:
            yield Document("note", expression.key, expression.language, note.key, (("text", note.text),))
        for number, entry in enumerate(expression.index):
            words: tuple[tuple[FieldName, str], ...] = (("text", entry.entry), ("text", entry.sub))
            yield Document("index", expression.key, expression.language, str(number), words)


def fingerprint(library: Library, lexicons: Iterable[str]) -> str:
    """A sum over all that the index is made from: the texts, the word lists and this program."""
    total = hashlib.sha256(FORMAT.encode())
    for document in documents(library):
        total.update(repr(document).encode())
    program = (Path(__file__), Path(__file__).with_name("analyzer.py"))
    for text in (*lexicons, *(path.read_text("utf-8") for path in program)):
        total.update(hashlib.sha256(text.encode()).digest())
    return total.hexdigest()


def build(library: Library, folder: Path, corpus: str, heads: Iterable[str], never: Iterable[str],
          spellings: Mapping[str, Mapping[str, str]]) -> None:  # fmt: skip
    """Write a new index beside ``folder`` and swap it in by renaming; readers of the old one go on undisturbed.

    ``corpus`` is its ``fingerprint``; ``heads`` are short words that may be part of a compound, ``never`` words that
    may not; ``spellings`` are misspelt words of a language with the right form, which is indexed beside them.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(prefix=f"{folder.name}.new-", dir=folder.parent))
    try:
        _write(list(documents(library)), fresh, corpus, (tuple(heads), tuple(never)), spellings)
        _swap(fresh, folder)
    except BaseException:
        shutil.rmtree(fresh, ignore_errors=True)
        raise


def read_spellings(text: str) -> dict[str, str]:
    """Misspelt word -> right word, from a spelling lexicon such as ``sv-spelling.toml``."""
    return {str(printed): str(right) for printed, right in tomllib.loads(text).get("words", {}).items()}


class FullText:
    """An open index. Safe for many threads; every answer is a value."""

    def __init__(self, folder: Path, corpus: str) -> None:
        """Raises IndexDamagedError when the folder holds anything else than a whole index of ``corpus``."""
        _verify(folder, corpus)
        self._index: Index = FileStorage(str(folder)).open_index()
        self._local = threading.local()
        table = json.loads((folder / WORDS).read_text("utf-8"))
        self.vocabulary: Mapping[str, Mapping[str, list[Any]]] = table["vocabulary"]
        self.compounds: Mapping[str, Mapping[str, list[str]]] = table["compounds"]
        self.lookalikes = {language: frozenset(words) for language, words in table["lookalikes"].items()}
        self.refs = tuple(DocumentRef(**ref) for ref in table["refs"])
        self.lengths = numpy.array([max(ref.length, 1.0) for ref in self.refs])
        self._postings: dict[tuple[str, str], tuple[Array, Array]] = {}

    def postings(self, field: str, key: str) -> tuple[Array, Array]:
        """Numbers and weights of the documents that hold a key, both ascending by document."""
        cached = self._postings.get((field, key))
        if cached is None:
            cached = self._read_postings(field, key)
            if len(self._postings) > 20_000:
                self._postings.clear()
            self._postings[(field, key)] = cached
        return cached

    def phrase(self, words: list[str]) -> set[int]:
        """Documents in which the folded words stand together in this order."""
        searcher = self._searcher()
        asked = query.Phrase("phrase", words) if len(words) > 1 else query.Term("phrase", words[0])
        return {int(number) for number in asked.docs(searcher)}

    def beginning(self, prefix: str, most: int) -> list[str]:
        """At most ``most`` words of the texts that begin with a folded prefix, the commonest first."""
        reader = self._searcher().reader()
        found = []
        for count, term in enumerate(reader.expand_prefix("phrase", prefix)):
            if count == 2_000:
                break
            word = term.decode("utf-8")
            found.append((-reader.doc_frequency("phrase", word), word))
        return [word for _, word in sorted(found)[:most]]

    def close(self) -> None:
        self._index.close()

    def _read_postings(self, field: str, key: str) -> tuple[Array, Array]:
        reader = self._searcher().reader()
        if (field, key) not in reader:
            return numpy.empty(0, dtype=int), numpy.empty(0)
        matcher = reader.postings(field, key)
        numbers, weights = [], []
        while matcher.is_active():
            numbers.append(matcher.id())
            weights.append(matcher.weight())
            matcher.next()
        return numpy.array(numbers, dtype=int), numpy.array(weights)

    def _searcher(self) -> Any:
        """This thread's searcher: whoosh readers keep their place in shared buffers, so none is ever shared."""
        if not hasattr(self._local, "searcher"):
            self._local.searcher = self._index.searcher()
        return self._local.searcher


class _Bag(FieldType):  # type: ignore[misc]
    """Weighted keys without positions."""

    def __init__(self) -> None:
        self.analyzer = BagAnalyzer()
        self.format = formats.Frequency()
        self.scorable = self.stored = self.sortable = False
        self.unique = False
        self.vector = None
        self.spelling = False
        self.multitoken_query = "default"
        self.column_type = None


def _schema() -> Schema:
    phrase = TEXT(analyzer=PhraseAnalyzer(), phrase=True, stored=False, spelling=False)
    return Schema(ref=STORED, bag=_Bag(), also=_Bag(), phrase=phrase)


def _write(found: list[Document], folder: Path, corpus: str, parts: tuple[tuple[str, ...], tuple[str, ...]],
           spellings: Mapping[str, Mapping[str, str]]) -> None:  # fmt: skip
    lexicon = _Lexicon(found, parts, spellings)
    refs = []
    writer = FileStorage(str(folder)).create_index(_schema()).writer(limitmb=128)
    for number, document in enumerate(found):
        bag = lexicon.bag(document.language, document.words)
        also = lexicon.bag(document.language, [("text", text) for text in document.also])
        text = "\n".join(words for place, words in document.words if place in ("heading", "text", "table"))
        writer.add_document(ref=number, bag=bag_text(bag), also=bag_text(also), phrase=text)
        length = sum(WEIGHTS[place] * len(tokenize(words)) for place, words in document.words)
        refs.append({"kind": document.kind, "expression": document.expression, "language": document.language,
                     "place": document.place, "length": round(length, 2)})  # fmt: skip
    writer.commit()
    table = {"vocabulary": lexicon.table(), "compounds": lexicon.compounds, "refs": refs,
             "lookalikes": lexicon.lookalikes}  # fmt: skip
    (folder / WORDS).write_text(json.dumps(table, ensure_ascii=False, sort_keys=True), "utf-8")
    manifest = {"format": FORMAT, "corpus": corpus, "files": _sums(folder)}
    (folder / MANIFEST).write_text(json.dumps(manifest, sort_keys=True), "utf-8")


class _Lexicon:
    """Keys of every word of the corpus, by language, worked out once while the index is built."""

    def __init__(self, found: list[Document], parts: tuple[tuple[str, ...], tuple[str, ...]],
                 spellings: Mapping[str, Mapping[str, str]]) -> None:  # fmt: skip
        counts: defaultdict[str, defaultdict[str, int]] = defaultdict(lambda: defaultdict(int))
        for document in found:
            for place, text in document.words:
                if place in ("heading", "text"):
                    for found_word in tokenize(text):
                        counts[document.language][found_word.text.lower()] += 1
        self._counts = counts
        self._keys: dict[tuple[str, str], frozenset[str]] = {}
        self._spellings = spellings
        self.compounds: dict[str, dict[str, list[str]]] = {}
        self.lookalikes: dict[str, list[str]] = {}
        heads, never = parts
        for language in sorted(counts):
            dictionary = Dictionary(language)
            lemma = dictionary.lemmas(sorted(counts[language]))
            for word in counts[language]:
                right = spellings.get(language, {}).get(word, "")
                self._keys[language, word] = index_keys(word, language, lemma.get(word, "")) | (
                    index_keys(right, language) if right else frozenset()
                )
            folded = {fold(word) for word in counts[language]}
            self.lookalikes[language] = dictionary.lookalikes(folded)
            splitter = Splitter(folded, heads, never)
            split = {w: list(cut_up) for w in sorted(folded) if len(w) > 6 and (cut_up := splitter.split(w))}
            self.compounds[language] = split

    def bag(self, language: str, words: Iterable[tuple[FieldName, str]]) -> dict[str, float]:
        """Weighted keys of a document; the parts of compounds count for less than the word itself."""
        out: defaultdict[str, float] = defaultdict(float)
        for place, text in words:
            for word in tokenize(text):
                for key in self._of(language, word.text.lower()):
                    out[f"{language}:{key}"] += WEIGHTS[place]
                for part in self.compounds.get(language, {}).get(fold(word.text), ()):
                    for key in index_keys(part, language):
                        out[f"{language}:{key}"] += WEIGHTS[place] * PART_WEIGHT
        return out

    def table(self) -> dict[str, dict[str, list[Any]]]:
        """By language: folded word -> its commonest spelling, its keys, how often it occurs."""
        out: dict[str, dict[str, list[Any]]] = {}
        for language, counts in self._counts.items():
            rows = out.setdefault(language, {})
            for word, count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])):
                row = rows.setdefault(fold(word), [word, [], 0])
                row[1] = sorted({*row[1], *self._keys[language, word]})
                row[2] += count
        return out

    def _of(self, language: str, word: str) -> frozenset[str]:
        return self._keys.get((language, word)) or index_keys(word, language)


def _provision_words(library: Library, key: str, provision: Provision) -> Iterator[tuple[FieldName, str]]:
    for _, heading in library.heading_path(key, provision.id)[:-1]:
        yield "path", heading
    if provision.heading:
        yield "heading", provision.heading.text
    yield from _block_words(provision, "text", "table")
    for below in list(provision.walk())[1:]:
        if below.heading:
            yield "below-heading", below.heading.text
        yield from _block_words(below, "below", "below")


def _block_words(provision: Provision, text: FieldName, table: FieldName) -> Iterator[tuple[FieldName, str]]:
    for block in provision.own_blocks:
        if isinstance(block, Prose):
            yield text, block.text
        elif isinstance(block, Table):
            yield table, " ".join([block.caption, *(cell for row in block.rows for cell in row if cell != LOST)])


def _definition(expression: Expression, address: str, definition: Definition) -> Document:
    words: tuple[tuple[FieldName, str], ...] = (("heading", definition.headword.text), ("text", definition.text))
    return Document("definition", expression.key, expression.language, address, words)


def _entries_by_target(expression: Expression) -> dict[str, tuple[str, ...]]:
    out: defaultdict[str, list[str]] = defaultdict(list)
    for entry in expression.index:
        for target in entry.targets:
            out[target].append(f"{entry.entry} {entry.sub}")
    return {target: tuple(texts) for target, texts in out.items()}


def _sums(folder: Path) -> dict[str, str]:
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.iterdir())
        if path.name != MANIFEST and not path.name.endswith("LOCK")
    }


def _verify(folder: Path, corpus: str) -> None:
    try:
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
        sums = _sums(folder)
    except (OSError, ValueError) as error:
        raise IndexDamagedError(f"{folder.name}: no readable {MANIFEST}") from error
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT or manifest.get("files") != sums:
        raise IndexDamagedError(f"{folder.name}: files are missing or changed")
    if manifest.get("corpus") != corpus:
        raise IndexDamagedError(f"{folder.name}: made from another corpus")


def _swap(fresh: Path, folder: Path) -> None:
    """Put ``fresh`` in the place of ``folder``; when two builders meet, the later one wins and neither fails."""
    old = Path(tempfile.mkdtemp(prefix=f"{folder.name}.old-", dir=folder.parent))
    try:
        for _ in range(10):
            with contextlib.suppress(FileNotFoundError):
                os.replace(folder, old / "index")
            with contextlib.suppress(OSError):
                os.rename(fresh, folder)
                return
        raise OSError(f"cannot replace {folder}")
    finally:
        shutil.rmtree(old, ignore_errors=True)
