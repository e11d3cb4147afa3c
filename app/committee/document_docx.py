"""The paper as a Word file, the same bytes every time."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from datetime import datetime

from docx import Document
from docx.document import Document as Paper
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Cm, Pt, RGBColor
from docx.table import _Row
from docx.text.run import Run

from app.committee.document_blocks import DocumentBlock, DocumentTable, DocumentText, TextStyle
from corpus import languages
from corpus.text import xml_safe

# Word and zip files carry times; these are the first ones that zip knows, so that they say nothing.
_EPOCH = datetime(1980, 1, 1)
_ZIP_TIME = (1980, 1, 1, 0, 0, 0)
_STYLES: dict[TextStyle, str] = {"title": "Title", "heading": "Heading 1", "subheading": "Heading 2"}
_MARGIN = Cm(2.2)
_INDENT = Cm(0.8)


def to_docx(blocks: Sequence[DocumentBlock], language: str) -> bytes:
    """The blocks as DOCX; ``language`` is that of the paper's own words. Signs that XML cannot hold are replaced."""
    paper = Document()
    _set_up(paper, language, next((b.words for b in blocks if isinstance(b, DocumentText)), ""))
    for block in blocks:
        if isinstance(block, DocumentTable):
            _add_table(paper, block)
        else:
            _add_text(paper, block)
    out = io.BytesIO()
    paper.save(out)
    return _without_times(out.getvalue())


def _set_up(paper: Paper, language: str, title: str) -> None:
    section = paper.sections[0]
    section.page_width, section.page_height = Cm(21), Cm(29.7)
    section.left_margin = section.right_margin = section.top_margin = section.bottom_margin = _MARGIN
    normal = paper.styles["Normal"]
    normal.font.size = Pt(10.5)
    tag = OxmlElement("w:lang")
    locale = languages.language(language).locale
    tag.set(qn("w:val"), locale)
    normal.element.get_or_add_rPr().append(tag)
    core = paper.core_properties
    core.title, core.author, core.last_modified_by, core.comments = xml_safe(title)[:255], "Lovbro", "Lovbro", ""
    core.created = core.modified = _EPOCH
    core.language = locale


def _add_text(paper: Paper, block: DocumentText) -> None:
    paragraph = paper.add_paragraph(style=_STYLES.get(block.style, "Normal"))
    if block.lead:
        paragraph.add_run(xml_safe(block.lead) + " ").bold = True
    run = paragraph.add_run(xml_safe(block.words))
    for part in paragraph.runs:
        _set_language(part, block.language)
    form = paragraph.paragraph_format
    if block.style in ("quote", "source"):
        form.left_indent = _INDENT
    if block.style in ("notice", "result"):
        run.bold = True
    if block.style == "comment":
        run.italic = True
    if block.style == "source":
        run.font.size, run.font.color.rgb = Pt(8.5), RGBColor(0x55, 0x55, 0x55)
    if block.style == "line":
        form.space_before = Pt(36)
        form.alignment = WD_ALIGN_PARAGRAPH.LEFT


def _add_table(paper: Paper, block: DocumentTable) -> None:
    if block.caption:
        paper.add_paragraph().add_run(xml_safe(block.caption)).bold = True
    table = paper.add_table(rows=0, cols=max(len(row) for row in block.rows))
    table.style = "Table Grid"
    for number, row in enumerate(block.rows):
        added = table.add_row()
        for cell, words in zip(added.cells, row, strict=False):
            run = cell.paragraphs[0].add_run(xml_safe(words))
            run.bold = number < block.header
            _set_language(run, block.language)
        if number < block.header:
            _repeat_on_every_page(added)
    paper.add_paragraph()


def _set_language(run: Run, language: str) -> None:
    """A quotation's words are spelt and read aloud in their own language."""
    if language:
        mark = OxmlElement("w:lang")
        mark.set(qn("w:val"), languages.language(language).locale)
        run._r.get_or_add_rPr().append(mark)


def _repeat_on_every_page(row: _Row) -> None:
    """A heading row is printed again on every page."""
    mark = OxmlElement("w:tblHeader")
    mark.set(qn("w:val"), "true")
    row._tr.get_or_add_trPr().append(mark)


def _without_times(content: bytes) -> bytes:
    """The same parts in order of name, without times."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        # [Content_Types].xml comes first in every Word file, and sorts first too.
        for name in sorted(old.namelist()):
            entry = zipfile.ZipInfo(name, _ZIP_TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 0
            new.writestr(entry, old.read(name), compresslevel=6)
    return out.getvalue()
