"""The corpus as documents: one for every provision of every expression, definition, note and subject index entry.

How they are stored and found again is the business of ``index.search.fulltext``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from corpus.library import Library
from corpus.model import LOST, Definition, Expression, Prose, Provision, Table

DocumentKind = Literal["provision", "rule", "definition", "note", "index"]
FieldName = Literal["heading", "text", "path", "below", "below-heading", "table"]
FieldText = tuple[FieldName, str]

# How much a word counts by the field it is in.
WEIGHTS: Mapping[FieldName, float] = {
    "heading": 2.5, "text": 1.0, "path": 0.6, "below": 0.3, "below-heading": 0.5, "table": 0.4,
}  # fmt: skip


@dataclass(frozen=True)
class Document:
    """What is indexed of one place: ``words`` by field; ``also`` are the subject index entries that lead to it.

    ``place`` is a provision id, a definition's address, a note's key, or the number of an index entry in its book;
    ``targets`` are the places that a note is anchored at, or that an index entry leads to.
    """

    kind: DocumentKind
    expression: str
    language: str
    place: str
    words: tuple[FieldText, ...]
    also: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()


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
            words: tuple[FieldText, ...] = (("text", note.text),)
            yield Document("note", expression.key, expression.language, note.key, words, (), note.anchors)
        for number, entry in enumerate(expression.index):
            words = (("text", entry.entry), ("text", entry.sub))
            yield Document("index", expression.key, expression.language, str(number), words, (), entry.targets)


def _provision_words(library: Library, key: str, provision: Provision) -> Iterator[FieldText]:
    for _, heading in library.heading_path(key, provision.id)[:-1]:
        yield "path", heading
    if provision.heading:
        yield "heading", provision.heading.text
    yield from _block_words(provision, "text", "table")
    for below in list(provision.walk())[1:]:
        if below.heading:
            yield "below-heading", below.heading.text
        yield from _block_words(below, "below", "below")


def _block_words(provision: Provision, text: FieldName, table: FieldName) -> Iterator[FieldText]:
    for block in provision.own_blocks:
        if isinstance(block, Prose):
            yield text, block.text
        elif isinstance(block, Table):
            yield table, " ".join([block.caption, *(cell for row in block.rows for cell in row if cell != LOST)])


def _definition(expression: Expression, address: str, definition: Definition) -> Document:
    words: tuple[FieldText, ...] = (("heading", definition.headword.text), ("text", definition.text))
    return Document("definition", expression.key, expression.language, address, words)


def _entries_by_target(expression: Expression) -> dict[str, tuple[str, ...]]:
    out: defaultdict[str, list[str]] = defaultdict(list)
    for entry in expression.index:
        for target in entry.targets:
            out[target].append(f"{entry.entry} {entry.sub}")
    return {target: tuple(texts) for target, texts in out.items()}
