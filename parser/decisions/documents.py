"""Word documents and PDFs as text or lines: what python-docx and pypdf read, put into paragraphs.

A PDF holds no paragraphs, only lines; a line that does not reach the margin, or ends a sentence there, ends one.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from typing import Any

import docx
import pypdf
from docx.document import Document
from docx.oxml.ns import qn
from docx.table import Table
from docx.text.paragraph import Paragraph
from pypdf.errors import PyPdfError

from corpus.precedents.refusal import Refusal, UnreadableError
from corpus.text import xml_safe
from parser.decisions.sheet import LONG_HEADING, IsLabel, SheetLine, split_at_labels
from parser.documents.encodings import with_suits

_UNPACKED = 200_000_000  # bytes that a Word file may unpack to
_PAGES = 500
_SYMBOL = {0xA7: "♣", 0xA8: "♦", 0xA9: "♥", 0xAA: "♠"}  # the suits in the font Symbol
_FULL_LINE = 0.72  # of the longest line: a shorter one ends its paragraph


def word_lines(content: bytes, is_label: IsLabel) -> Iterator[SheetLine]:
    """The lines of a .docx, in the order of the document, tables too. Raises UnreadableError."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if sum(part.file_size for part in archive.infolist()) > _UNPACKED:
                raise UnreadableError(Refusal("large", size=_UNPACKED, limit=_UNPACKED))
        document: Document = docx.Document(io.BytesIO(content))
        blocks = list(document.iter_inner_content())
    except UnreadableError:
        raise
    except Exception as error:  # python-docx names no error of its own for a damaged file
        raise UnreadableError(Refusal("word", cause=str(error))) from error
    for block in blocks:
        if isinstance(block, Table):
            yield from _rows(block, is_label)
        else:
            yield from _paragraph(block, is_label)


def pdf_text(content: bytes) -> str:
    """The text layer of a PDF with an empty line between paragraphs. Raises UnreadableError."""
    try:
        reader = pypdf.PdfReader(io.BytesIO(content))
        pages = [page.extract_text() for page in reader.pages[:_PAGES]]
    except (PyPdfError, ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError, OSError) as error:
        raise UnreadableError(Refusal("pdf", cause=str(error))) from error
    lines = [line.rstrip() for page in pages for line in (*page.splitlines(), "")]
    if not any(line.strip() for line in lines):
        raise UnreadableError(Refusal("pdf"))
    return "\n\n".join(_paragraphs(lines))


def _paragraphs(lines: list[str]) -> Iterator[str]:
    """Lines joined to paragraphs; a word cut at the end of a line is whole again."""
    longest = max(map(len, lines))
    text = ""
    for line in lines:
        if text and (not line.strip() or line.lstrip() != line):
            yield text
            text = ""
        if re.search(r"[a-zæøåäö]-$", text) and line[:1].islower():
            text = text[:-1] + line.strip()
        else:
            text = f"{text} {line.strip()}" if text else line.strip()
        if text and len(line) < _FULL_LINE * longest:
            yield text
            text = ""
    if text:
        yield text


def _paragraph(paragraph: Paragraph, is_label: IsLabel) -> Iterator[SheetLine]:
    text = _text(paragraph)
    if not text.strip():
        return
    style = (paragraph.style.name or "") if paragraph.style else ""
    if style.startswith(("Heading", "Title", "Overskrift", "Rubrik")):
        yield SheetLine("heading", " ".join(text.split()))
        return
    for part in split_at_labels(text.split("\n"), is_label):
        if isinstance(part, SheetLine):
            yield part
        else:
            words = "\n".join(part)
            bold = all(run.bold for run in paragraph.runs if run.text.strip()) and len(words) < LONG_HEADING
            yield SheetLine("bold" if bold and not words.endswith(".") else "text", words)


def _rows(table: Table, is_label: IsLabel) -> Iterator[SheetLine]:
    for row in table.rows:
        cells = ["\n".join(filter(None, (_text(p) for p in cell.paragraphs))).strip() for cell in row.cells]
        texts = [text for number, text in enumerate(cells) if text and (number == 0 or text != cells[number - 1])]
        if len(texts) == 2 and is_label(texts[0].rstrip(" :")):
            yield SheetLine("field", texts[1], texts[0].rstrip(" :"))
        elif texts:
            yield SheetLine("text", " | ".join(texts))


def _text(paragraph: Paragraph) -> str:
    """The words of a paragraph, with suits where Word keeps characters of its Symbol font."""
    out: list[str] = []
    for element in paragraph._p.iter():
        if element.tag == qn("w:t"):
            text = element.text or ""
            out.append(text.translate(_SYMBOL) if _is_symbol(element) else text)
        elif element.tag == qn("w:sym") and "symbol" in (element.get(qn("w:font")) or "").lower():
            out.append(_symbol(element.get(qn("w:char")) or ""))
        elif element.tag in (qn("w:br"), qn("w:cr")):
            out.append("\n")
        elif element.tag == qn("w:tab") and _parent_tag(element) == qn("w:r"):
            out.append("\t")
    return with_suits(xml_safe("".join(out).replace("\N{NO-BREAK SPACE}", " ")))


def _parent_tag(element: Any) -> str:
    parent = element.getparent()
    return "" if parent is None else str(parent.tag)


def _is_symbol(text: Any) -> bool:
    run = text.getparent()
    fonts = run.find(f"{qn('w:rPr')}/{qn('w:rFonts')}") if run is not None else None
    return fonts is not None and (fonts.get(qn("w:ascii")) or "").lower() == "symbol"


def _symbol(code: str) -> str:
    """The suit of a ``w:char``: F0A9, as Word writes it, or A9."""
    try:
        return _SYMBOL.get(int(code[-2:], 16), "\N{REPLACEMENT CHARACTER}")
    except ValueError:
        return "\N{REPLACEMENT CHARACTER}"
