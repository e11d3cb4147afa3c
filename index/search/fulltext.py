"""The full-text index: what is worked out of the documents when it is made, and how it is opened and asked.

``index.search.generation`` swaps it in and opens it whole. What does not agree with its manifest is never opened
(whoosh unpickles) but built again. The postings are kept by an engine: whoosh, or SQLite for large libraries.
"""

from __future__ import annotations

import hashlib
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy

from corpus import records
from corpus.library import Library
from index.search import generation
from index.search.analyzer import Splitter, fold, index_keys, words_in
from index.search.dictionary import Dictionary
from index.search.documents import WEIGHTS, Document, DocumentKind, FieldText, documents
from index.search.postings import Array, Engine, IndexedDocument, KeyField, Postings

# The form of the files; where the code of index/search has changed the index is made anew as well.
FORMAT = f"lovbro search 6, {records.FORMAT}"
LIBRARIES = {"whoosh": "whoosh", "snowballstemmer": "snowballstemmer", "simplemma": "simplemma", "Stemmer": "pystemmer"}
WORDS = "words.kept"
TABLES = "tables.kept"

EngineName = Literal["whoosh", "sqlite"]
# Imported when they are needed: a start needs one of them.
ENGINES: Mapping[EngineName, tuple[str, str]] = {
    "whoosh": ("index.search.whoosh_engine", "WhooshEngine"),
    "sqlite": ("index.search.sqlite_engine", "SqliteEngine"),
}
MOST_FOR_WHOOSH = 20_000  # documents; above it whoosh takes too long to be made and to be asked

PART_WEIGHT = 0.5
SHORTEST_COMPOUND = 7
MOST_HELD = 64_000_000  # bytes of postings kept for the next question

WordRows = Mapping[str, str]
"""Folded words with one spelling of each and its keys, parted by spaces: ``{"kulor": "kulør kulor"}``."""


class DocumentRef(NamedTuple):
    """A document as a result: where its text is, and how long it is in weighted words.

    ``targets`` are the places that a note or an entry of a subject index leads to.
    """

    kind: DocumentKind
    expression: str
    language: str
    place: str
    length: float
    targets: Sequence[str] = ()


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
    total = hashlib.sha256(" ".join((FORMAT, *_versions())).encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        total.update(hashlib.sha256(path.read_bytes()).digest())
    total.update(library.content_sum.encode())
    for document in () if library.content_sum else documents(library):
        total.update(repr(document).encode())
    for text in lexicons:
        total.update(hashlib.sha256(text.encode()).digest())
    return total.hexdigest()


def engine_for(count: int, chosen: EngineName | None = None) -> EngineName:
    """The engine for so many documents, unless a person chose one.

    >>> engine_for(4_311), engine_for(400_000), engine_for(400_000, "whoosh")
    ('whoosh', 'sqlite', 'whoosh')
    """
    return chosen or ("whoosh" if count <= MOST_FOR_WHOOSH else "sqlite")


def build(
    library: Library,
    folder: Path,
    corpus: str,
    lexicon: IndexLexicon,
    tables: Callable[[], bytes],
    chosen: EngineName | None = None,
) -> None:
    """Write the index of a library into a folder of indexes; readers of an older one go on undisturbed.

    ``corpus`` is its ``fingerprint``; ``tables`` are made when the texts are indexed, and kept with them; ``chosen`` is
    the engine that a person chose. Raises OSError when the folder cannot be written or replaced.
    """

    def write(fresh: Path) -> None:
        _write(list(documents(library)), fresh, lexicon, chosen)
        (fresh / TABLES).write_bytes(tables())

    generation.publish(folder, corpus, FORMAT, write)


class FullText:
    """An open index. Safe for many threads; every answer is a value. Nothing is read from its folder any more but what
    was opened at once, so that it stays whole whatever becomes of the folder.

    ``vocabulary`` is by language: the words of the texts. ``refs`` are the documents by number, ``lengths`` their
    lengths (at least 1). ``tables`` is what was kept with the index.
    """

    def __init__(self, folder: Path, corpus: str) -> None:
        """Raises IndexDamagedError when the folder holds no whole index of ``corpus``."""
        opened = generation.open_whole(folder, corpus, FORMAT, (WORDS, TABLES), _open)
        self._postings, self.engine, words, self.tables = opened
        self._held: dict[tuple[KeyField, str], tuple[Array, Array]] = {}
        self._held_bytes = 0
        # No engine is asked by two threads at once: a whoosh reader keeps its place in shared buffers.
        self._lock = threading.Lock()
        self.vocabulary: Mapping[str, WordRows] = words["vocabulary"]
        self._lookalikes: Mapping[str, str] = words["lookalikes"]
        self.refs = tuple(map(DocumentRef._make, words["refs"]))
        self.lengths = numpy.array([max(ref.length, 1.0) for ref in self.refs])

    def is_lookalike(self, language: str, folded: str) -> bool:
        """True for a real word that no text has, but that one wrong letter makes of a word that it has: 'spark'."""
        return f" {folded} " in self._lookalikes.get(language, "")

    def phrase(self, words: Sequence[str]) -> list[int]:
        """Numbers of the documents in which the folded words follow each other in this order."""
        with self._lock:
            return self._postings.phrase(words)

    def beginning(self, prefix: str, most: int) -> list[str]:
        """At most ``most`` words of the texts that begin with a folded prefix, the commonest first."""
        with self._lock:
            found = self._postings.beginning(prefix)
        return [word for _, word in sorted((-count, word) for count, word in found)[:most]]

    def postings(self, field: KeyField, key: str) -> tuple[Array, Array]:
        """Numbers and weights of the documents that hold a key, both ascending by document."""
        with self._lock:
            found = self._held.pop((field, key), None)
            if found is None:
                found = self._postings.postings(field, key)
                self._held_bytes += _size(found)
            self._held[field, key] = found  # the last one asked for is the last to be forgotten
            while self._held_bytes > MOST_HELD and len(self._held) > 1:
                self._held_bytes -= _size(self._held.pop(next(iter(self._held))))
        return found


def _open(folder: Path) -> tuple[Postings, EngineName, dict[str, Any], bytes]:
    """Everything of an index: the engine opens all of its files."""
    words = records.loads(dict, (folder / WORDS).read_bytes())
    name: EngineName = words["engine"]
    return _engine(name).open(folder), name, words, (folder / TABLES).read_bytes()


def _engine(name: EngineName) -> Engine:
    module, kind = ENGINES[name]
    engine: Engine = getattr(import_module(module), kind)()
    return engine


def _size(found: tuple[Array, Array]) -> int:
    return 200 + sum(array.nbytes for array in found)


def _versions() -> list[str]:
    """The names with versions of what the libraries were installed as; importlib.metadata takes longer to import."""
    names = []
    for module, package in LIBRARIES.items():
        spec = find_spec(module)
        if spec is not None and spec.origin is not None:
            around = Path(spec.origin).parents[1 if spec.submodule_search_locations else 0]
            names += [path.name for path in around.glob("*.dist-info") if path.name.lower().startswith(package)]
    return sorted(names)


def _write(found: list[Document], folder: Path, lexicon: IndexLexicon, chosen: EngineName | None) -> None:
    keys, name = _KeyTable(found, lexicon), engine_for(len(found), chosen)
    _engine(name).write(map(keys.indexed, found), folder)
    refs = []
    for document in found:
        length = sum(WEIGHTS[field] * len(keys.words(text)) for field, text in document.words)
        refs.append((document.kind, document.expression, document.language, document.place, round(length, 2),
                     document.targets))  # fmt: skip
    lookalikes = {language: f" {' '.join(words)} " for language, words in keys.lookalikes.items()}
    table = {"engine": name, "vocabulary": keys.vocabulary(), "refs": refs, "lookalikes": lookalikes}
    (folder / WORDS).write_bytes(records.dumps(table))


class _KeyTable:
    """Keys of every word of the corpus, by language, worked out once while the index is built."""

    def __init__(self, found: list[Document], lexicon: IndexLexicon) -> None:
        self.words = cache(words_in)  # what stands in a law's part stands in the law as well
        counts: defaultdict[str, defaultdict[str, int]] = defaultdict(lambda: defaultdict(int))
        for document in found:
            for field, text in document.words:
                if field in ("heading", "text"):
                    for word in self.words(text):
                        counts[document.language][word.lower()] += 1
        self._counts = counts
        self._keys: dict[tuple[str, str], frozenset[str]] = {}
        self._compounds: dict[tuple[str, str], tuple[str, ...]] = {}
        self.lookalikes: dict[str, list[str]] = {}
        self._shares = cache(self._key_shares)
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

    def indexed(self, document: Document) -> IndexedDocument:
        """A document as the engine keeps it."""
        bag = self._bag(document.language, document.words)
        also = self._bag(document.language, [("text", text) for text in document.also])
        own = (text for field, text in document.words if field in ("heading", "text", "table"))
        return IndexedDocument(bag, also, [fold(word) for text in own for word in self.words(text)])

    def _bag(self, language: str, words: Iterable[FieldText]) -> dict[str, float]:
        """Weighted keys of a document; the parts of compounds count for less than the word itself."""
        out: defaultdict[str, float] = defaultdict(float)
        for field, text in words:
            for word in self.words(text):
                for key, share in self._shares(language, word.lower()):
                    out[key] += WEIGHTS[field] * share
        return out

    def vocabulary(self) -> dict[str, dict[str, str]]:
        """By language the folded words, each with its commonest spelling."""
        out: dict[str, dict[str, str]] = {}
        for language, counts in self._counts.items():
            rows: dict[str, tuple[str, set[str]]] = {}
            for word in sorted(counts, key=lambda word: (-counts[word], word)):
                rows.setdefault(fold(word), (word, set()))[1].update(self._keys[language, word])
            out[language] = {folded: word_row(spelling, keys) for folded, (spelling, keys) in rows.items()}
        return out

    def _key_shares(self, language: str, word: str) -> tuple[tuple[str, float], ...]:
        """The keys of a word and of its parts, with what each counts."""
        keys = self._keys.get((language, word)) or index_keys(word, language)
        parts = self._compounds.get((language, fold(word)), ())
        of_parts = (key for part in parts for key in index_keys(part, language))
        return (
            *((f"{language}:{key}", 1.0) for key in keys),
            *((f"{language}:{key}", PART_WEIGHT) for key in of_parts),
        )


def word_row(spelling: str, keys: Iterable[str]) -> str:
    """A word as ``WordRows`` keep it.

    >>> word_row("kulør", {"kulor", "kul"})
    'kulør kul kulor'
    """
    return " ".join((spelling, *sorted(keys)))
