"""Word documents and PDFs of decisions as lines: the stream that every document is read into, with its labels found.

Notes of the document come last, in a section without a title: words under the text are none of the decision's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from corpus.precedents.refusal import Refusal, UnreadableError
from parser.decisions.sheet import LONG_HEADING, IsLabel, SheetLine, split_at_labels
from parser.documents.pdf.reader import read_pdf
from parser.documents.stream import DocumentStream, RefusedDocumentError, StreamParagraph, StreamTable
from parser.documents.word import read_word

_HEADINGS = ("Heading", "Title", "Overskrift", "Rubrik")
_BULLETS = "•·-–o\uf0b7\uf0a7"


def word_lines(name: str, content: bytes, is_label: IsLabel) -> Iterator[SheetLine]:
    """The lines of a .docx, in the order of the document, tables too. Raises UnreadableError."""
    try:
        stream = read_word(name, content, edited=True)
    except RefusedDocumentError as error:
        raise UnreadableError(_refusal(error, Refusal("word", cause=error.cause))) from error
    yield from _lines(stream, is_label)


def pdf_lines(name: str, content: bytes, is_label: IsLabel) -> Iterator[SheetLine]:
    """The lines of a PDF's text layer. Raises UnreadableError."""
    try:
        stream = read_pdf(name, content)
    except RefusedDocumentError as error:
        raise UnreadableError(_refusal(error, Refusal("pdf", cause=error.cause))) from error
    yield from _lines(stream, is_label)


def _refusal(error: RefusedDocumentError, other: Refusal) -> Refusal:
    """Why a document was not read, as the register of decisions names it; ``other`` for what is damaged."""
    if error.reason in ("encrypted", "scanned", "no-text"):
        return Refusal(error.reason)
    if error.reason in ("pages", "signs"):
        return Refusal(error.reason, count=error.count, limit=error.limit)
    return Refusal("large", size=error.limit, limit=error.limit) if error.reason == "bomb" else other


def _lines(stream: DocumentStream, is_label: IsLabel) -> Iterator[SheetLine]:
    for block in stream.blocks:
        if isinstance(block, StreamTable):
            yield from _rows(block, is_label)
        elif not block.noise:
            yield from _paragraph(block, is_label)
    notes = [p for note in stream.notes for p in note.paragraphs if p.text.strip()]
    if notes:
        yield SheetLine("heading", "")
        yield from (SheetLine("text", p.text.strip()) for p in notes)


def _paragraph(paragraph: StreamParagraph, is_label: IsLabel) -> Iterator[SheetLine]:
    if not paragraph.text.strip():
        return
    if paragraph.heading or paragraph.style.startswith(_HEADINGS):
        yield SheetLine("heading", " ".join(paragraph.text.split()))
        return
    number = f"{paragraph.label} " if paragraph.label.strip(_BULLETS) else ""
    text = paragraph.text
    lead = text[: paragraph.bold].strip()
    rest = text[paragraph.bold :].lstrip()
    # A PDF has no line feed behind a bold heading; "Spillet: 12. maj" is a field.
    if rest and ":" not in (lead[-1:], rest[0]) and is_label(lead.rstrip(".")):
        yield SheetLine("bold", number + lead)
        text, number = rest, ""
    for part in split_at_labels(text.split("\n"), is_label):
        if isinstance(part, SheetLine):
            yield part
        else:
            words = "\n".join(part)
            bold = paragraph.all_bold and len(words) < LONG_HEADING and not words.endswith(".")
            yield SheetLine("bold", words) if bold else SheetLine("text", number + words)
        number = ""


def _rows(table: StreamTable, is_label: IsLabel) -> Iterator[SheetLine]:
    for row in table.rows:
        texts = [cell.text.strip() for cell in row if cell.text.strip()]
        if len(texts) == 2 and is_label(texts[0].rstrip(" :")):
            yield SheetLine("field", texts[1], texts[0].rstrip(" :"))
        elif texts:
            yield SheetLine("text", " | ".join(texts))
