"""What a file holds that its stream does not: pictures, drawings, embedded files, heads and feet of pages, remarks.

Nobody can judge what nobody reads, so that whoever judges a document lists these beside the verdicts.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import lxml.html
from docx.oxml import parse_xml
from docx.oxml.ns import qn
from lxml import etree

from parser.documents.encodings import decode
from parser.documents.pdf.glyphs import page_counts
from parser.documents.word import FALLBACK

UnreadKind = Literal["image", "drawing", "embedded", "formula", "header", "footer", "comment", "table", "page"]
_MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}oMath"
_DATA = "{http://schemas.openxmlformats.org/drawingml/2006/main}graphicData"
_VML_IMAGE = "{urn:schemas-microsoft-com:vml}imagedata"
_PICTURE = re.compile(r"!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])")
_PAGE_KINDS: dict[str, UnreadKind] = {
    "img": "image", "svg": "drawing", "canvas": "drawing", "iframe": "embedded", "object": "embedded",
    "embed": "embedded", "video": "embedded", "audio": "embedded", "math": "formula", "textarea": "embedded",
}  # fmt: skip


@dataclass(frozen=True)
class UnreadPart:
    """Something that was not read: its kind, the line (for Word: the paragraph) where it is, 0 when it has none, and
    its words as far as there are any."""

    kind: UnreadKind
    line: int = 0
    words: str = ""


def unread_parts(name: str, content: bytes) -> tuple[UnreadPart, ...]:
    """What is in a file that ``read_document`` has read, and not in its stream.

    >>> unread_parts("a.md", b"Se ![diagram](d.png) og loven")
    (UnreadPart(kind='image', line=1, words='![diagram](d.png)'),)
    """
    if content.startswith(b"PK\x03\x04"):
        return tuple(_of_word(content))
    if content.startswith(b"%PDF"):
        return tuple(_of_pdf(name, content))
    text, _ = decode(content, html=True)
    if name.lower().endswith((".md", ".markdown")):
        lines = enumerate(text.splitlines(), 1)
        return tuple(UnreadPart("image", n, match.group()) for n, line in lines for match in _PICTURE.finditer(line))
    if re.search(r"<(?:html|body|p|div|table)\b", text[:20_000], re.IGNORECASE):
        return tuple(_of_page(text))
    return ()


def counted_paragraphs(root: Any) -> tuple[Any, ...]:
    """The paragraphs of a Word body in the order in which ``read_word`` counts them, from line 1."""
    return tuple(p for p in root.iter(qn("w:p")) if not any(above.tag == FALLBACK for above in p.iterancestors()))


def _of_word(content: bytes) -> Iterator[UnreadPart]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        names = archive.namelist()
        body = parse_xml(archive.read("word/document.xml")) if "word/document.xml" in names else None
        if body is not None:
            for line, paragraph in enumerate(counted_paragraphs(body), 1):
                yield from _in_paragraph(line, paragraph)
            for table in body.iter(qn("w:tbl")):
                if any(above.tag == qn("w:tc") for above in table.iterancestors()):
                    yield UnreadPart("table", 0, _words(table))
            if any(True for _ in body.iter(qn("w:altChunk"))):
                yield UnreadPart("embedded")
        for name in sorted(names):
            kind = re.fullmatch(r"word/(header|footer)\d*\.xml", name)
            if kind and (words := _words(parse_xml(archive.read(name)))):
                yield UnreadPart("header" if kind[1] == "header" else "footer", 0, words)
            if name == "word/comments.xml":
                for comment in parse_xml(archive.read(name)).iter(qn("w:comment")):
                    yield UnreadPart("comment", 0, _words(comment))


def _in_paragraph(line: int, paragraph: Any) -> Iterator[UnreadPart]:
    for element in paragraph.iter(qn("w:drawing"), qn("w:pict"), qn("w:object"), _MATH):
        if any(above.tag == FALLBACK for above in element.iterancestors()):
            continue
        if next(element.iterancestors(qn("w:p"))) is not paragraph:
            continue
        if element.tag == _MATH:
            yield UnreadPart("formula", line)
        elif element.tag == qn("w:object"):
            yield UnreadPart("embedded", line)
        else:
            yield from _drawn(element, line)


def _drawn(element: Any, line: int) -> Iterator[UnreadPart]:
    """A picture or drawing; a text box alone is read, and is none."""
    uris = [data.get("uri", "") for data in element.iter(_DATA)]
    if any(uri.endswith("/picture") for uri in uris) or next(element.iter(_VML_IMAGE), None) is not None:
        yield UnreadPart("image", line)
    elif next(element.iter(qn("w:txbxContent")), None) is None:
        yield UnreadPart("drawing", line)


def _words(element: Any) -> str:
    return " ".join("".join(one.text or "" for one in element.iter(qn("w:t"))).split())


def _of_page(text: str) -> Iterator[UnreadPart]:
    parser = etree.HTMLParser(encoding="utf-8", no_network=True, remove_comments=True, recover=True)
    root = lxml.html.document_fromstring(text.encode("utf-8", "replace"), parser=parser)
    for element in root.iter(*_PAGE_KINDS):
        line = int(element.sourceline or 0)  # type: ignore[call-overload]
        yield UnreadPart(_PAGE_KINDS[str(element.tag)], line, element.get("alt") or element.get("src") or "")


def _of_pdf(name: str, content: bytes) -> Iterator[UnreadPart]:
    for number, (signs, pictures) in enumerate(page_counts(name, content), 1):
        if not signs:
            yield UnreadPart("page", number)
        elif pictures:
            yield UnreadPart("image", number)
