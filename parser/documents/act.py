"""Akoma Ntoso of any system as a stream: numbers, headings, paragraphs, lists, notes and tables, whatever its version.

What ``lovbro export akn`` wrote is not read here but as it is (``corpus.akn``). Of others only the words and their
order count; what hangs below what is worked out from the numbers, as for any document.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from lxml import etree

from corpus.text import xml_safe
from parser.documents.encodings import with_suits
from parser.documents.nesting import is_cut_by_depth
from parser.documents.stream import (
    DocumentStream,
    RefusedDocumentError,
    StreamBlock,
    StreamNote,
    StreamParagraph,
    StreamPlace,
    StreamTable,
)

_ABOVE = {"book": 1, "title": 1, "tome": 1, "part": 1, "chapter": 1, "subpart": 2, "subchapter": 2, "division": 2}
_LAWS = frozenset(("section", "article", "rule", "law"))
_SKIPPED = frozenset(("meta", "components", "toc", "eop", "eol", "remark"))
_BLOCKS = frozenset(
    ("p", "block", "listIntroduction", "listWrapUp", "longTitle", "docTitle", "crossHeading", "formula")
)
_HEADING, _STEP = 3, 20.0
# What an element says of itself where other formats have a heading.
_SECTIONS = {"definitions": "Definitions", "index": "Index"}
EXPORTED = b"urn:lovbro:akn"
"""Stands in what ``lovbro export akn`` writes, and nowhere else."""
DEEPEST = 200  # elements within one another


def is_akoma_ntoso(content: bytes) -> bool:
    """True for bytes whose first element is that of an Akoma Ntoso document.

    >>> is_akoma_ntoso(b'<akomaNtoso xmlns="http://docs.oasis-open.org/legaldocml/ns/akn/3.0"/>')
    True
    """
    return (
        re.match(
            rb"\s*(?:\xef\xbb\xbf)?\s*(?:<\?[^>]*\?>|<!--.*?-->|<!DOCTYPE[^\[>]*(?:\[.*?\]\s*)?>|\s)*<(?:\w+:)?akomaNtoso[\s>]",
            content[:20_000],
            re.DOTALL,
        )
        is not None
    )


def read_act(file: str, content: bytes) -> DocumentStream:
    """The stream of an Akoma Ntoso file. Raises RefusedDocumentError."""
    safe = without_declarations(file, content)
    try:
        root = etree.fromstring(safe, _parser(recover=False))
    except etree.XMLSyntaxError as error:
        is_deep = is_cut_by_depth(_readable(safe), error.error_log)
        raise RefusedDocumentError("deep" if is_deep else "damaged", file, cause=str(error)) from error
    reader = _ActReader(file)
    blocks = tuple(reader.blocks(root, 0, ""))
    if not any(isinstance(one, StreamTable) or one.text.strip() or one.label for one in blocks):
        raise RefusedDocumentError("no-text", file)
    return DocumentStream(blocks, tuple(reader.notes))


def without_declarations(file: str, content: bytes) -> bytes:
    """The same bytes. Raises RefusedDocumentError where they declare a document type, and so perhaps entities."""
    if re.search(rb"<!(?:DOCTYPE|ENTITY)", content[:20_000], re.IGNORECASE):
        raise RefusedDocumentError("entities", file)
    return content


def _parser(recover: bool) -> etree.XMLParser:
    return etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True, recover=recover)


def _readable(content: bytes) -> Any:
    """The tree of a damaged file as far as it can be read, None where nothing can."""
    try:
        return etree.fromstring(content, _parser(recover=True))
    except etree.XMLSyntaxError:
        return None


def _name(element: Any) -> str:
    return etree.QName(element).localname if isinstance(element.tag, str) else ""


class _ActReader:
    def __init__(self, file: str) -> None:
        self._file = file
        self.notes: list[StreamNote] = []

    def blocks(self, element: Any, depth: int, label: str) -> Iterator[StreamBlock]:
        """The paragraphs and tables in an element; ``label`` is the number of what is around it, for the first."""
        if depth > DEEPEST:
            raise RefusedDocumentError("deep", self._file)
        name = _name(element)
        pending = label
        if name in _BLOCKS:
            yield self._paragraph(element, pending, depth)
            return
        number = next((child for child in element if _name(child) == "num"), None)
        heading = next((child for child in element if _name(child) == "heading"), None)
        if number is not None:
            # Words around a number without a label of their own are those of the first member: "C. 1. (a)".
            pending = " ".join(filter(None, (pending, "".join(number.itertext()).strip())))
        if heading is None and (words := _SECTIONS.get(element.get("class") or element.get("name") or "")):
            yield StreamParagraph(words, self._place(element), heading=1)
        if heading is not None:
            yield from self._headed(name, heading, pending, depth)
            pending = ""
        elif pending and name in _LAWS:
            yield StreamParagraph("", self._place(element), pending, heading=_HEADING)
            pending = ""
        for child in element:
            kind = _name(child)
            if not kind or kind in _SKIPPED or child is number or child is heading:
                continue
            if kind == "table":
                yield from self._bare(element, pending, depth)
                pending = ""
                yield self._table(child)
                continue
            for block in self.blocks(child, depth + 1, pending):
                pending = ""
                yield block
        yield from self._bare(element, pending, depth)

    def _bare(self, element: Any, label: str, depth: int) -> Iterator[StreamParagraph]:
        """A number without words of its own."""
        if label:
            yield StreamParagraph("", self._place(element), label, indent=_STEP * depth, hang=_STEP * (depth - 1))

    def _headed(self, name: str, heading: Any, label: str, depth: int) -> Iterator[StreamParagraph]:
        made = self._paragraph(heading, label, depth)
        if name in _ABOVE:
            words = " ".join(filter(None, (label, made.text)))
            yield replace(made, text=words, label="", heading=_ABOVE[name], indent=0.0, hang=0.0)
        elif name in _LAWS:
            yield replace(made, heading=_HEADING, indent=0.0, hang=0.0)
        else:
            yield replace(made, bold=len(made.text))

    def _place(self, element: Any) -> StreamPlace:
        return StreamPlace(self._file, element.sourceline or 1)

    def _paragraph(self, element: Any, label: str, depth: int) -> StreamParagraph:
        text, anchors = self._words(element)
        edge = _STEP * depth if label else 0.0
        return StreamParagraph(text, self._place(element), label, indent=-1.0, hang=edge, anchors=anchors)

    def _words(self, element: Any) -> tuple[str, tuple[tuple[int, str], ...]]:
        """The words of an element with the notes that are called in them, which are kept apart."""
        out: list[str] = []
        anchors: list[tuple[int, str]] = []

        def walk(parent: Any, depth: int) -> None:
            if depth > DEEPEST:
                raise RefusedDocumentError("deep", self._file)
            out.append(re.sub(r"\s+", " ", parent.text or ""))
            for child in parent:
                kind = _name(child)
                if kind in ("authorialNote", "noteRef"):
                    anchors.append((len("".join(out)), self._note(child)))
                elif kind in ("br", "eol"):
                    out.append("\n")
                elif kind and kind not in _SKIPPED:
                    walk(child, depth + 1)
                out.append(re.sub(r"\s+", " ", child.tail or ""))

        walk(element, 0)
        whole = "".join(out)
        cut = len(whole) - len(whole.lstrip())
        text = with_suits(xml_safe(whole.strip().replace("\N{NO-BREAK SPACE}", " ")))
        return text, tuple((min(max(0, at - cut), len(text)), key) for at, key in anchors)

    def _note(self, element: Any) -> str:
        """The key of a note that is in the text, or that a reference leads to."""
        href = (element.get("href") or "").lstrip("#")
        if _name(element) == "noteRef":
            return f"akn:{href}"
        key = f"akn:{element.get('eId') or element.get('id') or len(self.notes) + 1}"
        at, marker = len(self.notes), element.get("marker") or str(len(self.notes) + 1)
        self.notes.append(StreamNote(key, marker, ()))  # a note that it calls comes behind it
        made = [b for child in element for b in self.blocks(child, 1, "") if isinstance(b, StreamParagraph)]
        self.notes[at] = StreamNote(key, marker, tuple(made) or (self._paragraph(element, "", 0),))
        return key

    def _table(self, element: Any) -> StreamTable:
        rows: list[tuple[StreamParagraph, ...]] = []
        header = 0
        for row in (one for one in element.iter(etree.Element) if _name(one) == "tr"):
            cells: list[StreamParagraph] = []
            marked = True
            for cell in (one for one in row if _name(one) in ("td", "th")):
                text, anchors = self._words(cell)
                marked = marked and _name(cell) == "th"
                cells.append(StreamParagraph(text, self._place(cell), anchors=anchors))
                span = cell.get("colspan") or "1"
                width = int(span) if span.isdigit() else 1
                cells += [StreamParagraph("", self._place(cell))] * min(width - 1, 50)
            if marked and cells and header == len(rows):
                header += 1
            rows.append(tuple(cells))
        return StreamTable(tuple(rows), self._place(element), header)
