"""A book in a house style as a file: Word, a page, Markdown or plain text, with everything that such files really
hold."""

from __future__ import annotations

import html
import io
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

import docx
from docx.document import Document
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from docx.shared import Pt

from corpus.model import Expression
from tests.support.house_styles import SECTIONS, HouseStyle, Piece, note_pieces, pieces
from tests.support.printed_books import printed

STEP = 18  # points, or three blanks, a depth


def written(text: Expression, style: HouseStyle, form: str) -> tuple[str, bytes]:
    """(name, content) of the file that holds a text in a style; ``form`` is one of ``WRITERS``."""
    return f"bog.{form}", WRITERS[form](text, style)


def _depth(piece: Piece, style: HouseStyle) -> int:
    return max(0, piece.depth - 1) if style.indented else 0


def _with_signs(piece: Piece, sign: Callable[[int], str], quote: Callable[[str], str] = str) -> str:
    out, at = "", 0
    for place, note in sorted(piece.marks):
        out += quote(piece.text[at:place]) + sign(note)
        at = place
    return out + quote(piece.text[at:])


# Plain text and Markdown.


def _plain(text: Expression, style: HouseStyle) -> bytes:
    out: list[str] = []
    waiting: list[int] = []
    notes = note_pieces(text.notes)

    def sign(note: int) -> str:
        if note not in waiting:
            waiting.append(note)
        return f"[{note + 1}]"

    def flush() -> None:
        # A note may call a further one, which is then printed behind it.
        printed: list[int] = []
        while rest := sorted(note for note in waiting if note not in printed):
            printed.append(rest[0])
            words = " ".join(_with_signs(piece, sign) for piece in notes[rest[0]])
            out.extend(["\n".join(_wrap(f"[{rest[0] + 1}] ", words, 0, style)), ""])
        waiting.clear()

    for piece in pieces(text, style):
        if piece.kind in ("law", "section", "chapter", "group") and not style.endnotes:
            flush()
        out.extend([*_plain_lines(piece, style, sign), ""])
    if style.endnotes:
        out += [SECTIONS[text.language]["notes"], ""]
    flush()
    return ("\n".join(out).rstrip("\n") + "\n").encode()


def _plain_lines(piece: Piece, style: HouseStyle, sign: Callable[[int], str]) -> list[str]:
    indent = 3 * _depth(piece, style)
    words = _with_signs(piece, sign)
    if piece.kind == "table":
        return [" " * indent + "\t".join(row) for row in piece.rows]
    if piece.kind == "definition":
        parted = {"tab": "\t", "colon": ": ", "dash": " – ", "bold": " – ", "table": "\t", "heading": "\t"}[
            style.definitions
        ]
        parted = parted if not style.wrapped else parted.replace("\t", " – ")  # wrapped lines hold no tabs
        return _wrap("   " * piece.depth + f"{piece.label}{parted}", words, 0, style)
    if piece.kind == "index":
        return ["   " * piece.depth + words]
    if piece.kind in ("item", "headed"):
        gap = (
            "\t"
            if style.column and not style.wrapped
            else " " * (6 - min(5, len(piece.label)))
            if style.column
            else " "
        )
        return _wrap(f"{piece.label}{gap}", words, indent, style)
    if piece.kind == "law":
        return words.split("\n")
    return _wrap("", words, indent, style)


def _wrap(head: str, words: str, indent: int, style: HouseStyle) -> list[str]:
    if not style.wrapped:
        return [(" " * indent + head + words).rstrip()]
    hanging = len(head) if style.column else 0
    lines = textwrap.wrap(
        head.rstrip() + (" " * (len(head) - len(head.rstrip())) if words else "") + words,
        style.wrapped - indent,
        subsequent_indent=" " * hanging,
        break_on_hyphens=False,
        break_long_words=False,
        drop_whitespace=True,
        replace_whitespace=False,
        expand_tabs=False,
    )
    return [" " * indent + line for line in lines]


def _markdown(text: Expression, style: HouseStyle) -> bytes:
    out: list[str] = []
    notes = note_pieces(text.notes)
    for piece in pieces(text, style):
        words = _with_signs(piece, lambda note: f"[^{note + 1}]", _escaped)
        heading = {"title": "#", "section": "#", "chapter": "#", "group": "##", "law": "###"}.get(piece.kind, "")
        if heading and style.headings:
            out.append(f"{heading} " + words.replace("\n", " "))
        elif piece.kind == "table":
            width = max(map(len, piece.rows))
            cells = [[*map(_escaped, row), *[""] * (width - len(row))] for row in piece.rows]
            out.append("\n".join(f"| {' | '.join(row)} |" for row in [cells[0], ["---"] * width, *cells[1:]]))
        elif piece.kind == "definition":
            parted = {"bold": f"**{_escaped(piece.label)}** ", "colon": f"{_escaped(piece.label)}: "}
            dash = "\u2003" * 2 * piece.depth + f"{_escaped(piece.label)} – "
            out.append(parted.get(style.definitions, dash) + words)
        elif piece.kind == "headed" and style.bold:
            out.append(f"**{piece.label} {words}**")
        elif piece.kind in ("item", "headed"):
            out.append(f"{piece.label} {words}".rstrip())
        elif piece.kind == "index":
            out.append(("– " if piece.depth else "") + words.replace("\t", ", "))
        else:
            out.append(words.replace("\n", "  \n"))
    for n, note in enumerate(notes, 1):
        out.append(f"[^{n}]: " + " ".join(_with_signs(piece, lambda one: f"[^{one + 1}]", _escaped) for piece in note))
    return ("\n\n".join(out) + "\n").encode()


def _escaped(words: str) -> str:
    return "".join("\\" + sign if sign in "*_`[]<>|#\\" else sign for sign in words)


# Pages.

_LISTS = {2: "A", 3: "1", 4: "a", 5: "i"}


def _page(text: Expression, style: HouseStyle) -> bytes:
    """Nested lists where the style numbers automatically; else paragraphs, or a table with a column of labels."""
    body = "".join(
        _nested(list(pieces(text, style)), style) if style.automatic else (_html(p, style) for p in pieces(text, style))
    )
    notes = "".join(
        f'<div id="fn{n}" class="note">'
        + "".join(
            f"<p>{f'<sup>{n}</sup> ' if first == 0 else ''}{_with_signs(piece, _call, html.escape)}</p>"
            for first, piece in enumerate(note)
        )
        + f'<a href="#ref{n}">↩</a></div>'
        for n, note in enumerate(note_pieces(text.notes), 1)
    )
    head = '<!DOCTYPE html><html><head><meta charset="utf-8"><title>Bog</title></head>'
    return f"{head}<body><nav><a href='/'>Forside</a></nav>{body}<hr>{notes}</body></html>".encode()


def _call(note: int) -> str:
    return f'<sup><a id="ref{note + 1}" href="#fn{note + 1}">{note + 1}</a></sup>'


def _html(piece: Piece, style: HouseStyle) -> str:
    words = _with_signs(piece, _call, html.escape).replace("\n", "<br>")
    edge = f' style="margin-left:{STEP * _depth(piece, style)}pt"' if _depth(piece, style) else ""
    tag = {"title": "h1", "section": "h1", "chapter": "h1", "group": "h2", "law": "h3"}.get(piece.kind, "p")
    tag = tag if style.headings else "p"
    if piece.kind == "table":
        rows = "".join(
            "<tr>" + "".join(f"<{t}>{html.escape(cell)}</{t}>" for cell in row) + "</tr>"
            for n, row in enumerate(piece.rows)
            for t in ["th" if n < piece.header else "td"]
        )
        return f"<table>{rows}</table>"
    if piece.kind == "definition":
        return _html_definition(piece, words, style)
    if piece.kind in ("item", "headed"):
        label = html.escape(piece.label)
        words = f"<b>{words}</b>" if piece.kind == "headed" and style.bold else words
        if style.column == "table":
            return f"<table><tr>{'<td></td>' * _depth(piece, style)}<td>{label}</td><td>{words}</td></tr></table>"
        return f"<p{edge}>{label}{'&nbsp;&nbsp; ' if style.column else ' '}{words}</p>"
    if piece.kind == "index":
        return f'<p style="margin-left:{STEP * piece.depth}pt">{words.replace(chr(9), ", ")}</p>'
    return f"<{tag}{edge}>{words}</{tag}>"


def _html_definition(piece: Piece, words: str, style: HouseStyle) -> str:
    head = html.escape(piece.label)
    edge = f' style="margin-left:{STEP * piece.depth}pt"' if piece.depth else ""
    forms = {
        "bold": f"<p{edge}><b>{head}</b> {words}</p>",
        "colon": f"<p{edge}>{head}: {words}</p>",
        "heading": f"<h4{edge}>{head}</h4><p{edge}>{words}</p>",
        "table": f"<table{edge}><tr><td>{head}</td><td>{words}</td></tr></table>",
    }
    return forms.get(style.definitions, f"<p{edge}>{head} – {words}</p>")


def _nested(book: Sequence[Piece], style: HouseStyle) -> Iterator[str]:
    """Pieces with a place as lists within lists; a list's labels are in no text."""
    open_lists: list[int] = []
    for piece in book:
        wanted = piece.depth if piece.place is not None and piece.kind != "law" else 1
        labelled = piece.kind in ("item", "headed")
        while open_lists and (open_lists[-1] > wanted or (piece.place is None or piece.kind == "law")):
            yield "</li></ol>"
            open_lists.pop()
        if not labelled:
            yield _html(piece, replace(style, indented=False))
            continue
        assert piece.place is not None
        if open_lists and open_lists[-1] == wanted:
            yield "</li>"
        else:
            form = "1" if piece.place.parts[-1].isdigit() else _LISTS[wanted]
            yield f'<ol type="{form}">'
            open_lists.append(wanted)
        words = _with_signs(piece, _call, html.escape)
        yield f"<li>{f'<b>{words}</b>' if piece.kind == 'headed' else f'<p>{words}</p>' if words else ''}"
    yield "</li></ol>" * len(open_lists)


# Word.


def _word(text: Expression, style: HouseStyle) -> bytes:
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
        if piece.kind == "table":
            self._table(piece)
        elif piece.kind == "definition":
            self._definition(piece)
        elif piece.kind in ("item", "headed") and self.style.column == "table":
            table = self.document.add_table(1, 2 + _depth(piece, self.style))
            table.rows[0].cells[-2].text = piece.label
            self._words(table.rows[0].cells[-1].paragraphs[0], piece, piece.kind == "headed" and self.style.bold)
        elif piece.kind in ("item", "headed"):
            self._item(piece)
        else:
            self._other(piece)

    def _item(self, piece: Piece) -> None:
        paragraph = self.document.add_paragraph()
        paragraph.paragraph_format.left_indent = Pt(STEP * (_depth(piece, self.style) + bool(self.style.column)))
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
            run.bold = piece.kind == "headed" and self.style.bold
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
            paragraph.paragraph_format.left_indent = Pt(STEP * (_depth(piece, self.style) + bool(self.style.column)))
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
                run = paragraph.add_run()  # type: ignore[attr-defined]
                run._r.append(parse_xml(f'<w:{self.kind}Reference {nsdecls("w")} w:id="{note + 1}"/>'))

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
        heading = self.style.definitions == "heading"
        paragraph = self.document.add_paragraph(style="Heading 4" if heading else None)
        paragraph.paragraph_format.left_indent = Pt(STEP * piece.depth)
        paragraph.add_run(piece.label).bold = self.style.definitions == "bold" or None
        if heading:
            paragraph = self.document.add_paragraph()
            paragraph.paragraph_format.left_indent = Pt(STEP * piece.depth)
            paragraph.add_run(piece.text)
        else:
            parted = {"bold": " ", "colon": ": ", "tab": "\t"}.get(self.style.definitions, " – ")
            paragraph.add_run(parted + piece.text)

    def _runs(self, piece: Piece) -> str:
        out, at = "", 0
        for place, note in (*sorted(piece.marks), (len(piece.text), -1)):
            out += f'<w:r><w:t xml:space="preserve">{html.escape(piece.text[at:place])}</w:t></w:r>'
            out += f'<w:r><w:{self.kind}Reference w:id="{note + 1}"/></w:r>' if note >= 0 else ""
            at = place
        return out

    def notes(self) -> None:
        """The part with the notes, with Word's own separators in front."""
        own = "".join(
            f'<w:{self.kind} w:id="{n}">'
            + "".join(
                f'<w:p><w:r><w:{self.kind}Ref/></w:r><w:r><w:t xml:space="preserve"> </w:t></w:r>'
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


WRITERS: Mapping[str, Callable[[Expression, HouseStyle], bytes]] = {
    "docx": _word,
    "html": _page,
    "md": _markdown,
    "txt": _plain,
    "pdf": printed,
}
