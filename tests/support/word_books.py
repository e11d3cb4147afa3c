"""A book in a house style as a Word file: styles, automatic numbers, tables; notes at the foot, the end, in boxes."""

from __future__ import annotations

import html
import io
from dataclasses import replace

import docx
from docx.document import Document
from docx.enum.style import WD_STYLE_TYPE
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from docx.shared import Pt

from corpus.model import Expression
from tests.support.book_pieces import (
    STEP,
    Piece,
    heading_of,
    indent_depth,
    note_pieces,
    note_signs,
    pieces,
    without_heading,
)
from tests.support.house_styles import HouseStyle


def word_file(text: Expression, style: HouseStyle) -> bytes:
    """The file of a text in a style."""
    document = docx.Document()
    writer = _WordWriter(document, text, style)
    for piece in pieces(text, style):
        writer.add(piece)
    writer.notes()
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


_NOTES_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.{}+xml"
_LEVELS = (
    ("upperLetter", "%1."),
    ("decimal", "%2)"),
    ("lowerLetter", "%3."),
    ("lowerRoman", "(%4)"),
    ("decimal", "%5)"),
    ("decimal", "%6."),
)


class _WordWriter:
    def __init__(self, document: Document, text: Expression, style: HouseStyle) -> None:
        self.document, self.text, self.style = document, text, style
        self.kind = "endnote" if style.endnotes else "footnote"
        self.list = 40
        self.boxed: set[int] = set()
        self.signs = note_signs(text, style) if style.notes == "symbols" else []
        if style.automatic:
            levels = "".join(
                f'<w:lvl w:ilvl="{n}"><w:start w:val="1"/><w:numFmt w:val="{form}"/><w:lvlText w:val="{words}"/>'
                f'<w:pPr><w:ind w:left="{360 * (n + 1)}" w:hanging="360"/></w:pPr></w:lvl>'
                for n, (form, words) in enumerate(_LEVELS)
            )
            self.numbering = document.part.numbering_part.element
            abstract = parse_xml(f'<w:abstractNum {nsdecls("w")} w:abstractNumId="77">{levels}</w:abstractNum>')
            self.numbering.insert(0, abstract)

    def add(self, piece: Piece) -> None:
        if piece.kind in ("table", "glossary"):
            self._table(piece)
        elif piece.kind == "law" and self.style.law_row:
            number = piece.text.index("\t") if "\t" in piece.text else len(piece.text)
            table = self.document.add_table(1, 2)
            table.rows[0].cells[0].text = piece.text[:number]
            self._words(table.rows[0].cells[1].paragraphs[0], without_heading(replace(piece, run_in=number)), False)
        elif piece.kind == "definition":
            self._definition(piece)
        elif piece.kind in ("item", "headed") and self.style.column == "table":
            table = self.document.add_table(1, 2 + indent_depth(piece, self.style))
            table.rows[0].cells[-2].text = piece.label
            self._words(table.rows[0].cells[-1].paragraphs[0], piece, piece.kind == "headed" and self.style.bold)
        elif piece.kind in ("item", "headed"):
            self._item(piece)
        else:
            self._other(piece)

    def _item(self, piece: Piece) -> None:
        paragraph = self.document.add_paragraph()
        paragraph.paragraph_format.left_indent = Pt(STEP * (indent_depth(piece, self.style) + bool(self.style.column)))
        if self.style.automatic:
            assert piece.place is not None
            nested = piece.place.parts[-1].isdigit() and piece.depth > 3
            level = piece.depth if nested else piece.depth - 2
            properties = paragraph._p.get_or_add_pPr()
            properties.append(
                parse_xml(f'<w:numPr {nsdecls("w")}><w:ilvl w:val="{level}"/><w:numId w:val="{self.list}"/></w:numPr>')
            )
        else:
            if self.style.column:
                paragraph.paragraph_format.first_line_indent = Pt(-STEP)
            run = paragraph.add_run(piece.label + ("\t" if self.style.column else " "))
            run.bold = (piece.kind == "headed" and self.style.bold) or bool(piece.run_in) or None
        if piece.run_in:
            self._words(paragraph, heading_of(piece), True)
            paragraph.add_run(" ")
            piece = without_heading(piece)
        self._words(paragraph, piece, piece.kind == "headed" and self.style.bold)

    def _other(self, piece: Piece) -> None:
        names = {
            "title": "Title",
            "section": "Heading 1",
            "chapter": "Heading 1",
            "group": "Heading 2",
            "law": "Heading 3",
        }
        name = names.get(piece.kind) if self.style.headings else None
        paragraph = self.document.add_paragraph(style=name)
        if piece.kind == "contents":
            paragraph.paragraph_format.tab_stops.add_tab_stop(Pt(400))
        if piece.kind == "para" and piece.depth:
            paragraph.paragraph_format.left_indent = Pt(
                STEP * (indent_depth(piece, self.style) + bool(self.style.column))
            )
        if piece.kind == "index":
            paragraph.paragraph_format.left_indent = Pt(STEP * piece.depth)
        if piece.kind == "law" and self.style.automatic:
            # Letters begin anew below each law: its own list on the same levels.
            self.list += 1
            starts = "".join(
                f'<w:lvlOverride w:ilvl="{n}"><w:startOverride w:val="1"/></w:lvlOverride>' for n in range(1)
            )
            num = f'<w:num {nsdecls("w")} w:numId="{self.list}"><w:abstractNumId w:val="77"/>{starts}</w:num>'
            self.numbering.append(parse_xml(num))
        if piece.kind == "law" and self.style.centred:
            paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
        self._words(paragraph, piece, False)

    def _words(self, paragraph: object, piece: Piece, bold: bool) -> None:
        at = 0
        for place, note in (*sorted(piece.marks), (len(piece.text), -1)):
            for n, line in enumerate(piece.text[at:place].split("\n")):
                run = paragraph.add_run()  # type: ignore[attr-defined]
                if n:
                    run.add_break()
                run.add_text(line)
                run.bold = bold or None
            at = place
            if note >= 0:
                run = paragraph.add_run(str(note + 1) if self.style.margin else "")  # type: ignore[attr-defined]
                if self.style.margin:
                    run.font.superscript = True
                    paragraph.add_run()._r.append(parse_xml(self._box(note)))  # type: ignore[attr-defined]
                    continue
                own = ' w:customMarkFollows="1"' if self.signs else ""
                run._r.append(parse_xml(f'<w:{self.kind}Reference {nsdecls("w")}{own} w:id="{note + 1}"/>'))
                if self.signs:
                    run.add_text(self.signs[note])
                    run.font.superscript = True

    def _box(self, note: int) -> str:
        """A text box at the right margin, as Word anchors one in the paragraph beside it; each note once."""
        if note in self.boxed:
            return f"<w:t {nsdecls('w')}/>"
        self.boxed.add(note)
        raised = '<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>{}</w:t></w:r>'
        words, further = "", ""
        for first, piece in enumerate(note_pieces(self.text.notes)[note]):
            runs, at = raised.format(note + 1) if first == 0 else "", 0
            for place, other in (*sorted(piece.marks), (len(piece.text), -1)):
                runs += f'<w:r><w:t xml:space="preserve">{html.escape(piece.text[at:place])}</w:t></w:r>'
                if other >= 0:
                    runs += raised.format(other + 1)
                    self.boxed.add(other)
                    further += "".join(
                        f"<w:p>{raised.format(other + 1) if n == 0 else ''}"
                        f'<w:r><w:t xml:space="preserve">{html.escape(one.text)}</w:t></w:r></w:p>'
                        for n, one in enumerate(note_pieces(self.text.notes)[other])
                    )
                at = place
            words += f"<w:p>{runs}</w:p>"
        return (
            f'<w:pict {nsdecls("w")} xmlns:v="urn:schemas-microsoft-com:vml">'
            '<v:shape style="position:absolute;margin-left:400pt;width:120pt;height:60pt">'
            f"<v:textbox><w:txbxContent>{words}{further}</w:txbxContent></v:textbox></v:shape></w:pict>"
        )

    def _table(self, piece: Piece) -> None:
        table = self.document.add_table(len(piece.rows), max(map(len, piece.rows)))
        for row, cells in zip(table.rows, piece.rows, strict=True):
            for cell, words in zip(row.cells, cells, strict=False):
                cell.text = words
        for row in table.rows[: piece.header]:
            row._tr.get_or_add_trPr().append(parse_xml(f"<w:tblHeader {nsdecls('w')}/>"))

    def _definition(self, piece: Piece) -> None:
        if self.style.definitions == "table":
            table = self.document.add_table(1, 2)
            table.rows[0].cells[0].text, table.rows[0].cells[1].text = piece.label, piece.text
            return
        if self.style.definitions == "list":
            self._defined(piece)
            return
        heading = self.style.definitions == "heading"
        paragraph = self.document.add_paragraph(style="Heading 4" if heading else None)
        paragraph.paragraph_format.left_indent = Pt(STEP * piece.depth)
        paragraph.add_run(piece.label).bold = self.style.definitions == "bold" or None
        if heading:
            paragraph = self.document.add_paragraph()
            paragraph.paragraph_format.left_indent = Pt(STEP * piece.depth)
            paragraph.add_run(piece.text)
        else:
            parted = {"bold": " ", "colon": ": ", "capitals": ": ", "tab": "\t"}.get(self.style.definitions, " – ")
            paragraph.add_run(parted + piece.text)

    def _defined(self, piece: Piece) -> None:
        """A term and, indented below it, what it means: the styles that word processors give a definition list."""
        for name, words, indent in (("Definition Term", piece.label, 0), ("Definition", piece.text, 1)):
            if name not in self.document.styles:
                self.document.styles.add_style(name, WD_STYLE_TYPE.PARAGRAPH)
            paragraph = self.document.add_paragraph(words, style=name)
            paragraph.paragraph_format.left_indent = Pt(STEP * (piece.depth + indent))

    def _runs(self, piece: Piece) -> str:
        out, at = "", 0
        for place, note in (*sorted(piece.marks), (len(piece.text), -1)):
            out += f'<w:r><w:t xml:space="preserve">{html.escape(piece.text[at:place])}</w:t></w:r>'
            if note >= 0 and self.signs:
                raised = '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>'
                mark = f'<w:{self.kind}Reference w:customMarkFollows="1" w:id="{note + 1}"/>'
                out += f"<w:r>{raised}{mark}<w:t>{self.signs[note]}</w:t></w:r>"
            elif note >= 0:
                out += f'<w:r><w:{self.kind}Reference w:id="{note + 1}"/></w:r>'
            at = place
        return out

    def notes(self) -> None:
        """The part with the notes, with Word's own separators in front."""
        if self.style.margin:
            return
        own = "".join(
            f'<w:{self.kind} w:id="{n}">'
            + "".join(
                f"<w:p><w:r>{f'<w:t>{self.signs[n - 1]}</w:t>' if self.signs else f'<w:{self.kind}Ref/>'}</w:r><w:r>"
                f'<w:t xml:space="preserve"> </w:t></w:r>'
                f"{self._runs(piece)}</w:p>"
                for piece in note
            )
            + f"</w:{self.kind}>"
            for n, note in enumerate(note_pieces(self.text.notes), 1)
        )
        separator = f'<w:{self.kind} w:type="separator" w:id="0"><w:p><w:r><w:separator/></w:r></w:p></w:{self.kind}>'
        blob = f"<w:{self.kind}s {nsdecls('w')}>{separator}{own}</w:{self.kind}s>".encode()
        name = PackURI(f"/word/{self.kind}s.xml")
        part = Part(name, _NOTES_TYPE.format(f"{self.kind}s"), blob, self.document.part.package)
        kind = RELATIONSHIP_TYPE.ENDNOTES if self.style.endnotes else RELATIONSHIP_TYPE.FOOTNOTES
        self.document.part.relate_to(part, kind)
