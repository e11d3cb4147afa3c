"""The paper as a Word file, the same bytes every time."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import zip_longest

from docx import Document
from docx.document import Document as Paper
from docx.enum.table import WD_ALIGN_VERTICAL
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Cm, Emu, Length, Pt, RGBColor
from docx.styles.style import ParagraphStyle as BaseStyle
from docx.table import Table, _Cell, _Row
from docx.text.paragraph import Paragraph
from docx.text.run import Run

from app.committee.column_widths import column_widths
from app.committee.document_blocks import (
    DocumentBlock,
    DocumentTable,
    DocumentText,
    PageKeeping,
    Redline,
    TextStyle,
    page_keeping,
)
from app.reader.text.unbroken import unbroken
from corpus import languages
from corpus.files import ZIP_TIME
from corpus.text import xml_safe

# Word and zip files carry times; these are the first ones that zip knows, so that they say nothing.
_EPOCH = datetime(*ZIP_TIME)
_STYLES: dict[TextStyle, str] = {
    "title": "Title",
    "heading": "Heading 1",
    "subheading": "Heading 2",
    "annex": "Heading 1",
}
_MARGIN = Cm(2.2)
_INDENT = Cm(0.8)
_EDGE = 108  # twentieths of a point that a cell has at either side, by which its table would stand out to the left
_WIDTH = Cm(21) - 2 * _MARGIN - Pt(_EDGE / 20)
_EM = Pt(10.5)
_PADDING = 1.3  # ems that the two edges of a cell take
_HAND = Cm(3.6)  # the column of a hand, and of a player's calls
_WHOLE_TABLE = 24  # rows that are kept on one page
_ROLE, _LINE = Cm(6.5), Cm(9)  # who signs, and where
_GREY, _BLACK = RGBColor(0x55, 0x55, 0x55), RGBColor(0, 0, 0)
# What stands behind a paragraph's borders in the order of the schema, of what is set here.
_BEHIND_BORDERS = frozenset(qn(f"w:{name}") for name in ("spacing", "ind", "jc", "rPr"))
_COLUMNS_FONT = "Courier New"
_FONT = "Times New Roman"  # a serif that every office program has, or has one of the same widths for
# Size of letters, room above and below, in points: as in the PDF.
_HEADINGS = {"Title": (17, 0, 8), "Heading 1": (12.5, 14, 4), "Heading 2": (11, 10, 3)}
_BELOW, _LINES = Pt(5), 1.1
_GAP = Pt(4)
_CAPTION = Pt(6)  # above the words over a table, which are not those of the table before


def to_docx(blocks: Sequence[DocumentBlock], language: str) -> bytes:
    """The blocks as DOCX; ``language`` is that of the paper's own words. Signs that XML cannot hold are replaced."""
    paper = Document()
    _set_up(paper, language, next((b.words for b in blocks if isinstance(b, DocumentText)), ""))
    for block, following, kept in zip_longest(blocks, blocks[1:], page_keeping(blocks)):
        if isinstance(block, DocumentTable):
            _add_table(paper, block, stays=kept.with_next)
            # In front of a page of its own the gap would be a page of nothing where the table fills the one before.
            if not (isinstance(following, DocumentText) and following.style == "annex"):
                _add_gap(paper).paragraph_format.keep_with_next = kept.with_next or None
        else:
            _add_text(paper, block, kept)
    out = io.BytesIO()
    paper.save(out)
    return _without_times(out.getvalue())


def _set_up(paper: Paper, language: str, title: str) -> None:
    section = paper.sections[0]
    section.page_width, section.page_height = Cm(21), Cm(29.7)
    section.left_margin = section.right_margin = section.top_margin = section.bottom_margin = _MARGIN
    _number_pages(section.footer.paragraphs[0])
    normal = paper.styles["Normal"]
    normal.font.size = Pt(10.5)
    normal.paragraph_format.space_after, normal.paragraph_format.line_spacing = _BELOW, _LINES
    _set_font(normal)
    for name, (size, above, below) in _HEADINGS.items():
        _set_heading(paper.styles[name], size, above, below)
    tag = OxmlElement("w:lang")
    locale = languages.language(language).locale
    tag.set(qn("w:val"), locale)
    normal.element.get_or_add_rPr().append(tag)
    core = paper.core_properties
    core.title, core.author, core.last_modified_by, core.comments = xml_safe(title)[:255], "Lovbro", "Lovbro", ""
    core.created = core.modified = _EPOCH
    core.language = locale


def _set_font(style: BaseStyle) -> None:
    """The paper's font in place of the theme's, which would win where both are named."""
    fonts = style.element.get_or_add_rPr().get_or_add_rFonts()
    for name in list(fonts.attrib):
        del fonts.attrib[name]
    for script in ("ascii", "hAnsi", "cs", "eastAsia"):
        fonts.set(qn(f"w:{script}"), _FONT)


def _set_heading(style: BaseStyle, size: float, above: float, below: float) -> None:
    """Black and bold, without the colours and the line of the template."""
    _set_font(style)
    style.font.size, style.font.bold, style.font.color.rgb = Pt(size), True, _BLACK
    form = style.paragraph_format
    form.space_before, form.space_after = Pt(above), Pt(below)
    for name in ("w:pBdr", "w:spacing", "w:kern"):
        for element in style.element.xpath(f".//{name}" if name == "w:pBdr" else f"./w:rPr/{name}"):
            element.getparent().remove(element)


def _add_gap(paper: Paper) -> Paragraph:
    """The room below a table: Word joins two tables with nothing between them."""
    paragraph = paper.add_paragraph()
    form = paragraph.paragraph_format
    form.space_after, form.line_spacing = Pt(0), _GAP
    return paragraph


def _add_text(paper: Paper, block: DocumentText, kept: PageKeeping) -> None:
    paragraph = paper.add_paragraph(style=_STYLES.get(block.style, "Normal"))
    if block.lead:
        paragraph.add_run(xml_safe(unbroken(block.lead)) + " ").bold = True
    runs = [(paragraph.add_run(xml_safe(unbroken(words))), added) for words, added in block.segments or (("", False),)]
    for part in paragraph.runs:
        _set_language(part, block.language)
    for run, added in runs:
        _set_look(run, block.style, added)
        if block.in_columns:
            run.font.name, run.font.size = _COLUMNS_FONT, Pt(9.5)
    form = paragraph.paragraph_format
    if block.style in ("quote", "source"):
        form.left_indent = _INDENT
    form.widow_control = True
    # A heading is never the last line of a page; in some programs its style alone does not see to that.
    form.keep_together = kept.whole or None
    form.keep_with_next = True if kept.with_next or block.style in ("notice", "result", *_STYLES) else None
    if block.style == "annex":
        form.page_break_before, form.space_before = True, Pt(0)
    if block.style == "notice":
        _bar(paragraph)


def _bar(paragraph: Paragraph) -> None:
    """The red line in front of a notice that the other forms have."""
    borders, line = OxmlElement("w:pBdr"), OxmlElement("w:left")
    for name, value in (("val", "single"), ("sz", "16"), ("space", "6"), ("color", "B3261E")):
        line.set(qn(f"w:{name}"), value)
    borders.append(line)
    properties = paragraph._p.get_or_add_pPr()
    behind = (n for n, part in enumerate(properties) if part.tag in _BEHIND_BORDERS)
    properties.insert(next(behind, len(properties)), borders)


def _set_look(run: Run, style: TextStyle, added: bool) -> None:
    if style in ("notice", "result"):
        run.bold = True
    if style == "comment" or added:
        run.italic = True
    if style == "source" or added:
        run.font.color.rgb = _GREY
    if style == "source":
        run.font.size = Pt(8.5)


def _add_table(paper: Paper, block: DocumentTable, stays: bool) -> None:
    if block.form == "signatures":
        _add_signatures(paper, block)
        return
    if block.caption:
        caption = paper.add_paragraph()
        caption.add_run(xml_safe(block.caption)).bold = True
        caption.paragraph_format.keep_with_next, caption.paragraph_format.space_before = True, _CAPTION
    table = paper.add_table(rows=0, cols=max(len(row) for row in block.rows))
    table.style = "Normal Table"
    table.autofit = False
    _set_in(table)
    if block.form == "grid":
        _rule(table)
    widths = _widths(block)
    for number, row in enumerate(block.rows):
        added = table.add_row()
        _keep_whole(added)
        for cell, width in zip(added.cells, widths, strict=True):
            cell.width = width
        for cell, words in zip(added.cells, row, strict=False):
            for piece, kind in _pieces(words):
                run = cell.paragraphs[0].add_run(xml_safe(unbroken(piece)))
                run.bold = number < block.header
                run.font.strike, run.font.underline = kind == "old" or None, kind == "new" or None
                _set_language(run, block.language)
            _set_tight(cell.paragraphs[0])
            # A short table stays on one page, a long one at least with its heading.
            whole = len(block.rows) - (not stays) if len(block.rows) <= _WHOLE_TABLE else block.header
            cell.paragraphs[0].paragraph_format.keep_with_next = number < whole
        if number < block.header:
            _repeat_on_every_page(added)
        if number + 1 == block.header and block.form == "grid":
            for cell in added.cells:
                _underline(cell)
    for column, width in zip(table.columns, widths, strict=True):
        column.width = width


def _pieces(words: str) -> Iterator[tuple[str, str]]:
    """The words of a cell, in parts where some are to be struck out or underlined."""
    yield from ((c.text, c.kind) for c in words.changes) if isinstance(words, Redline) else [(words, "equal")]


def _set_in(table: Table) -> None:
    """The table's edge in line with the words around it."""
    indent = OxmlElement("w:tblInd")
    indent.set(qn("w:w"), str(_EDGE))
    indent.set(qn("w:type"), "dxa")
    table._tbl.tblPr.insert(_layout(table), indent)


def _rule(table: Table) -> None:
    """As the tables of the laws: a line below each row, none between columns."""
    borders = OxmlElement("w:tblBorders")
    for place in ("bottom", "insideH"):
        line = OxmlElement(f"w:{place}")
        for name, value in (("val", "single"), ("sz", "4"), ("color", "BFBFBF")):
            line.set(qn(f"w:{name}"), value)
        borders.append(line)
    table._tbl.tblPr.insert(_layout(table), borders)


def _layout(table: Table) -> int:
    """Where the layout stands among a table's properties: its indent and its lines, in this order, stand before it."""
    return next(n for n, part in enumerate(table._tbl.tblPr) if part.tag == qn("w:tblLayout"))


def _widths(block: DocumentTable) -> list[Length]:
    """The width of each column by what is in it; hands and calls stand in columns of one width."""
    if block.form != "grid":
        count = max(len(row) for row in block.rows)
        return [Emu(min(_HAND, _WIDTH // count))] * count
    return [Emu(round(width * _EM)) for width in column_widths(block.rows, _WIDTH / _EM, _PADDING)]


def _number_pages(paragraph: Paragraph) -> None:
    """The number of the page and how many there are, as the PDF has it: "1 / 3"."""
    paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
    for field in ("PAGE", "NUMPAGES"):
        if field == "NUMPAGES":
            _small_run(paragraph).text = " / "
        for kind in ("begin", "separate", "end"):
            if kind == "separate":
                words = OxmlElement("w:instrText")
                words.set(qn("xml:space"), "preserve")
                words.text = field
                _small_run(paragraph)._r.append(words)
            mark = OxmlElement("w:fldChar")
            mark.set(qn("w:fldCharType"), kind)
            _small_run(paragraph)._r.append(mark)
            if kind == "separate":
                _small_run(paragraph).text = "1"


def _small_run(paragraph: Paragraph) -> Run:
    """A run of its own for each part of a field: some programs set a number with all of them in one as the text."""
    run = paragraph.add_run()
    run.font.size = Pt(8.5)
    return run


def _add_signatures(paper: Paper, block: DocumentTable) -> None:
    """Lines to sign on, all on one page: a table of which only the lines are seen."""
    table = paper.add_table(rows=0, cols=2)
    table.autofit = False
    _set_in(table)
    for number, (role, name) in enumerate(block.rows, 1):
        row = table.add_row()
        _keep_whole(row)
        row.height = Cm(1.15)
        for cell, words, width in zip(row.cells, (role, name), (_ROLE, _LINE), strict=True):
            cell.width = width
            cell.vertical_alignment = WD_ALIGN_VERTICAL.BOTTOM
            cell.paragraphs[0].add_run(xml_safe(words))
            _set_tight(cell.paragraphs[0])
            cell.paragraphs[0].paragraph_format.keep_with_next = number < len(block.rows)
        _underline(row.cells[1])
    for column, width in zip(table.columns, (_ROLE, _LINE), strict=True):
        column.width = width


def _set_tight(paragraph: Paragraph) -> None:
    """In a cell, as much room above the words as below: a line to sign on is at their foot."""
    paragraph.paragraph_format.space_before = paragraph.paragraph_format.space_after = Pt(2)


def _underline(cell: _Cell) -> None:
    borders, line = OxmlElement("w:tcBorders"), OxmlElement("w:bottom")
    for name, value in (("val", "single"), ("sz", "4"), ("color", "000000")):
        line.set(qn(f"w:{name}"), value)
    borders.append(line)
    cell._tc.get_or_add_tcPr().append(borders)


def _keep_whole(row: _Row) -> None:
    """A row is not broken between pages."""
    row._tr.get_or_add_trPr().append(OxmlElement("w:cantSplit"))


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
            entry = zipfile.ZipInfo(name, ZIP_TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 0
            new.writestr(entry, old.read(name), compresslevel=6)
    return out.getvalue()
