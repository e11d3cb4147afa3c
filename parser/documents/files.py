"""Files of any kind that is read, as one stream: what the bytes are decides, not only what the name says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import TypeVar

from corpus.text import xml_safe
from parser.documents.act import is_akoma_ntoso, read_act
from parser.documents.encodings import decode, wide_codec, with_suits, without_invisible
from parser.documents.letter_spaced import without_letter_spaces
from parser.documents.link_dump import without_link_numbers
from parser.documents.marked import is_marked, read_marked
from parser.documents.page import read_page
from parser.documents.page_furniture import without_furniture
from parser.documents.pdf.reader import read_pdf
from parser.documents.plain import read_plain
from parser.documents.stream import DocumentStream, RefusedDocumentError, StreamBlock, StreamParagraph, StreamTable
from parser.documents.wiki import is_wiki, wiki_page
from parser.documents.word import read_word

MAX_BYTES = 50_000_000
_KINDS = {".txt": "text", ".text": "text", "": "text", ".md": "markdown", ".markdown": "markdown"}
_KINDS |= {
    ".pdf": "pdf",
    ".xml": "act",
    ".akn": "act",
    ".html": "page",
    ".htm": "page",
    ".xhtml": "page",
    ".docx": "word",
    ".docm": "word",
}
DOCUMENT_EXTENSIONS = frozenset(_KINDS) - {""}
"""The endings of files that are read."""
_PAGE = re.compile(rb"\W{0,6}(?:!doctype\s+html|html[\s>])")
_OLD_WORD = b"\xd0\xcf\x11\xe0"
_Block = TypeVar("_Block", bound=StreamBlock)
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")


def read_documents(files: Sequence[tuple[str, bytes]]) -> DocumentStream:
    """The stream of one file, or of several one after the other. Raises RefusedDocumentError."""
    streams = [read_document(name, content) for name, content in files]
    if len(streams) == 1:
        return streams[0]
    parts = [_keyed(stream, f"{number}/") for number, stream in enumerate(streams, 1)]
    return DocumentStream(
        tuple(block for part in parts for block in part.blocks), tuple(note for part in parts for note in part.notes)
    )


def read_document(name: str, content: bytes) -> DocumentStream:
    """The stream of one file. Raises RefusedDocumentError."""
    stream = _read(name, content)
    stream = replace(stream, blocks=tuple(without_letter_spaces(stream.blocks)))
    if any(isinstance(one, StreamParagraph) and one.place.page for one in stream.blocks):
        return stream
    blocks = tuple(_without_cut(one) for one in without_furniture(stream.blocks))
    notes = (replace(one, paragraphs=tuple(map(_without_cut, one.paragraphs))) for one in stream.notes)
    return replace(stream, blocks=blocks, notes=tuple(notes))


def _without_cut(one: _Block) -> _Block:
    """A paragraph without the hyphen of a word that goes on nowhere."""
    if isinstance(one, StreamTable) or not one.text.endswith("\N{SOFT HYPHEN}"):
        return one
    return replace(one, text=one.text[:-1])


def _read(name: str, content: bytes) -> DocumentStream:
    suffix = PurePath(name.replace("\\", "/")).suffix.lower()
    if len(content) > MAX_BYTES:
        raise RefusedDocumentError("large", name, limit=MAX_BYTES)
    if not content.strip():
        raise RefusedDocumentError("empty", name)
    if content.startswith(_OLD_WORD):
        raise RefusedDocumentError("encrypted" if _ENCRYPTED in content else "old-word", name)
    if b"%PDF-" in content[:1024]:
        return read_pdf(name, content)
    if is_akoma_ntoso(content):
        return read_act(name, content)
    if content.startswith(b"PK\x03\x04"):
        return read_word(name, content)
    kind = _KINDS.get(suffix)
    if kind is None:
        raise RefusedDocumentError("ending", name, cause=suffix)
    if kind in ("word", "pdf", "act"):
        raise RefusedDocumentError("damaged", name)
    if b"\0" in content and not content.startswith((b"\xff\xfe", b"\xfe\xff")) and not wide_codec(content):
        raise RefusedDocumentError("binary", name)
    page = kind == "page" or _PAGE.match(content[:200].lower()) is not None
    text, _ = decode(content, page)
    if not text.strip():
        raise RefusedDocumentError("no-text", name)
    if page:
        return read_page(name, text)
    if is_wiki(text):
        return read_page(name, wiki_page(text))
    # A form feed, which XML cannot hold, ends a page.
    plain = without_invisible(text).replace("\N{NO-BREAK SPACE}", " ")
    clean = "\f".join(with_suits(xml_safe(page)) for page in plain.split("\f"))
    return (
        read_marked(name, clean)
        if kind == "markdown" or is_marked(clean)
        else read_plain(name, without_link_numbers(clean))
    )


def _keyed(stream: DocumentStream, prefix: str) -> DocumentStream:
    """The stream with keys of notes that no other file has."""

    def own(one: StreamParagraph) -> StreamParagraph:
        return replace(one, anchors=tuple((at, prefix + key) for at, key in one.anchors))

    def block(one: StreamBlock) -> StreamBlock:
        if isinstance(one, StreamParagraph):
            return own(one)
        parts = tuple(tuple(tuple(map(block, cell)) for cell in row) for row in one.parts)
        return replace(one, rows=tuple(tuple(map(own, row)) for row in one.rows), parts=parts)

    blocks = tuple(map(block, stream.blocks))
    notes = tuple(replace(n, key=prefix + n.key, paragraphs=tuple(map(own, n.paragraphs))) for n in stream.notes)
    return DocumentStream(blocks, notes)
