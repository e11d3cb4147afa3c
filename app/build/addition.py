"""A document that a person adds, from its files to an expression; nothing is written here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from corpus.model import Expression
from corpus.registry import ExpressionEntry
from parser.documents.stream import DocumentStream
from parser.layout.source import Source
from parser.layout.subject_index import IndexWords
from parser.pipeline import SourceTexts, parse
from parser.recognition.account import Recognition
from parser.recognition.book import recognise
from parser.recognition.transcript import NOTE_SIGN

_INDEX_WORDS = IndexWords(
    definition=("Def", "Def.", "Definition", "Definitioner", "Definisjon", "Definisjoner", "Definitions"),
    note=("note", "fotnote", "fodnote", "fotnot", "fotnoten", "fodnoten", "footnote"),
)


@dataclass(frozen=True)
class ReadText:
    """An added text as read, without references, and how it was read."""

    expression: Expression
    recognition: Recognition


def read_text(stream: DocumentStream, entry: ExpressionEntry, decided: Mapping[int, str] | None = None) -> ReadText:
    """Read a stream as the expression of ``entry``. Raises RefusedDocumentError and the errors of
    ``parser.pipeline``."""
    siglum = entry.witnesses[0]
    found = recognise(stream, siglum, decided)
    source = Source(entry.key, lambda text, witnesses, lexicons: found.layout, NOTE_SIGN, index_words=_INDEX_WORDS)
    expression = parse(source, entry, SourceTexts({siglum: found.witness}, {}, {}))
    notes = tuple(
        replace(note, marker=found.note_signs[int(note.marker) - 1] or note.marker) for note in expression.notes
    )
    return ReadText(replace(expression, notes=notes), found)
