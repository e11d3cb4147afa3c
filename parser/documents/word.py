"""Word documents as a stream: automatic numbers counted, notes at their anchors, styles and indentation kept.

python-docx opens the package; what it has no names for (numbering, notes, tracked changes) is read from its elements.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import docx
from docx.document import Document
from docx.oxml import parse_xml
from docx.oxml.ns import qn

from corpus.text import xml_safe
from parser.documents.boxes import raised_anchor, with_boxed_notes
from parser.documents.encodings import with_suits, without_invisible
from parser.documents.faces import FaceRuns
from parser.documents.label_words import is_typed_label
from parser.documents.numbering import FORMATS, Numbering, indents
from parser.documents.stream import (
    DocumentStream,
    RefusedDocumentError,
    StreamBlock,
    StreamNote,
    StreamParagraph,
    StreamPlace,
    StreamTable,
)
from parser.documents.tabbed import with_tabbed_tables
from parser.documents.word_faces import bold_styles, is_bold, raised_styles, run_face

UNPACKED = 200_000_000  # bytes that a Word file may unpack to
_SYMBOL = {"A7": "♣", "A8": "♦", "A9": "♥", "AA": "♠"}
_CHANGES = {qn(f"w:{name}") for name in ("ins", "del", "moveFrom", "moveTo")}
_STRUCK = {qn("w:del"), qn("w:moveFrom")}
_HEADING = re.compile(r"(?:heading|overskrift|rubrik|überschrift)\s*([1-9])", re.IGNORECASE)
_CONTENTS = re.compile(r"(?:toc|indholdsfortegnelse|innehåll|innhold|inh)\s*[1-9]", re.IGNORECASE)
# The other form of a drawing, for old programs: the same words a second time.
FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"


@dataclass(frozen=True)
class WordStyle:
    """A paragraph style with what it inherits."""

    name: str
    heading: int = 0
    number: str = ""
    depth: int | None = None
    left: float | None = None
    hanging: float = 0.0
    bold: bool = False


def read_word(file: str, content: bytes, *, edited: bool = False) -> DocumentStream:
    """The stream of a .docx. Raises RefusedDocumentError.

    ``edited`` reads a document with tracked changes as if all were accepted, and one with macros without them: for
    words that somebody judges anyway. Else both are refused, since nothing shows which words are the text.
    """
    _check_package(file, content, edited)
    try:
        document: Document = docx.Document(io.BytesIO(content))
        reader = _WordReader(file, document)
        if not edited:
            _refuse_changes(file, [document.element.body, *reader.note_roots.values()])
        blocks = tuple(with_tabbed_tables(reader.blocks(document.element.body)))
        notes = tuple(reader.notes())
    except RefusedDocumentError:
        raise
    except Exception as error:  # python-docx names no error of its own for a damaged file
        raise RefusedDocumentError("damaged", file, cause=" ".join(str(error).split())[:200]) from error
    if not any(b.text.strip() or b.label for b in blocks if isinstance(b, StreamParagraph)) and not any(
        isinstance(b, StreamTable) for b in blocks
    ):
        raise RefusedDocumentError("no-text", file)
    return with_boxed_notes(DocumentStream(blocks, notes))


def _check_package(file: str, content: bytes, macros: bool) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            parts = archive.infolist()
            if sum(part.file_size for part in parts) > UNPACKED:
                raise RefusedDocumentError("bomb", file, limit=UNPACKED)
            if any(part.flag_bits & 1 for part in parts):
                raise RefusedDocumentError("encrypted", file)
            if not macros and any(part.filename.lower().endswith("vbaproject.bin") for part in parts):
                raise RefusedDocumentError("macros", file)
            for part in parts:
                if part.filename.endswith((".xml", ".rels")) and b"<!DOCTYPE" in archive.read(part)[:4096]:
                    raise RefusedDocumentError("entities", file)
    except RefusedDocumentError:
        raise
    except Exception as error:  # zipfile raises half a dozen of them
        raise RefusedDocumentError("damaged", file, cause=str(error)) from error


def _refuse_changes(file: str, roots: list[Any]) -> None:
    authors: Counter[str] = Counter()
    for root in roots:
        for element in root.iter(*_CHANGES):
            authors[element.get(qn("w:author")) or "?"] += 1
    if authors:
        raise RefusedDocumentError("tracked", file, cause=", ".join(sorted(authors)), count=sum(authors.values()))


class _WordReader:
    """Walks one document; counts numbers and notes as it goes."""

    def __init__(self, file: str, document: Document) -> None:
        self._file = file
        parts = {
            rel.reltype.rsplit("/", 1)[-1]: rel.target_part
            for rel in document.part.rels.values()
            if not rel.is_external
        }
        self._numbering = Numbering(parse_xml(parts["numbering"].blob) if "numbering" in parts else None)
        self.note_roots = {kind: parse_xml(parts[kind].blob) for kind in ("footnotes", "endnotes") if kind in parts}
        self._styles, self._default = _styles(document, self._numbering)
        self._raised, self._strong = raised_styles(document), bold_styles(document)
        self._line = 0
        self._called: dict[str, str] = {}
        """Key of each note in the order in which it is called -> the sign that the page prints."""
        self._typed: set[str] = set()
        """The keys of notes whose sign somebody typed, in the text and before the note."""
        self._ordinal: Counter[str] = Counter()
        self._forms = {kind: _note_form(document, kind) for kind in ("footnotes", "endnotes")}
        self._boxes = 0

    def blocks(self, parent: Any, box: int = 0) -> Iterator[StreamBlock]:
        """The paragraphs and tables in an element, in order; those in text boxes after the paragraph or the table that
        holds them."""
        for element in parent:
            if element.tag == qn("w:p"):
                yield self.paragraph(element, box)
                for inner in element.iter(qn("w:txbxContent")):
                    if not any(above.tag == FALLBACK for above in inner.iterancestors()):
                        self._boxes += 1
                        yield from self.blocks(inner, self._boxes)
            elif element.tag == qn("w:tbl"):
                yield from self.table(element)
            elif element.tag in (qn("w:sdt"), qn("w:sdtContent"), qn("w:customXml"), qn("w:smartTag")):
                yield from self.blocks(element, box)

    def paragraph(self, element: Any, box: int = 0) -> StreamParagraph:
        """One ``w:p``; it counts in its list, be it empty or not."""
        self._line += 1
        properties = element.find(qn("w:pPr"))
        named = properties.find(qn("w:pStyle")) if properties is not None else None
        style = self._styles.get(named.get(qn("w:val")) if named is not None else self._default, WordStyle(""))
        number, depth = self._list_of(properties, style)
        level = self._numbering.level(number, depth) if number else None
        label = self._numbering.next_label(number, depth) if level is not None else ""
        left, hanging = indents(properties)
        if left is None and level is not None:
            left, hanging = level.left, hanging or level.hanging
        if left is None:
            left, hanging = style.left, hanging or style.hanging
        heading = style.heading
        outline = properties.find(qn("w:outlineLvl")) if properties is not None else None
        if outline is not None and int(outline.get(qn("w:val"), 9)) < 9:
            heading = int(outline.get(qn("w:val"))) + 1
        text, anchors, (bold, lead, face) = self._words(element, style.bold)
        return StreamParagraph(
            text,
            StreamPlace(self._file, self._line),
            label.strip(),
            style.name,
            heading,
            left or 0.0,
            (left or 0.0) - hanging,
            bold,
            anchors,
            contents=_CONTENTS.match(style.name) is not None,
            lead=lead,
            face=face,
            box=box,
        )

    def table(self, element: Any) -> Iterator[StreamTable | StreamParagraph]:
        """A ``w:tbl``, then what stands in boxes anchored in its cells.

        A cell that spans columns is followed by empty ones, one that goes on from above is empty.
        """
        rows: list[tuple[StreamParagraph, ...]] = []
        inside: list[tuple[tuple[StreamBlock, ...], ...]] = []
        header = 0
        beside: list[StreamParagraph] = []
        place = StreamPlace(self._file, self._line + 1)
        for row in element.iter(qn("w:tr")):
            if next((a for a in row.iterancestors(qn("w:tbl"))), None) is not element:
                continue
            cells: list[StreamParagraph] = []
            whole: list[tuple[StreamBlock, ...]] = []
            for cell in row.iter(qn("w:tc")):
                if next(cell.iterancestors(qn("w:tr"))) is not row:
                    continue
                found = list(self.blocks(cell))
                beside += [b for b in found if isinstance(b, StreamParagraph) and b.box]
                kept = tuple(b for b in found if isinstance(b, StreamTable) or not b.box)
                cells.append(_joined([b for b in kept if isinstance(b, StreamParagraph)], self._file, self._line))
                span = cell.find(f"{qn('w:tcPr')}/{qn('w:gridSpan')}")
                width = int(span.get(qn("w:val"), 1)) if span is not None else 1
                cells += [StreamParagraph("", StreamPlace(self._file, self._line))] * min(width - 1, 50)
                whole += [kept, *[()] * min(width - 1, 50)]
            marked = row.find(f"{qn('w:trPr')}/{qn('w:tblHeader')}")
            if marked is not None and marked.get(qn("w:val"), "1") not in ("0", "false") and header == len(rows):
                header += 1
            rows.append(tuple(cells))
            inside.append(tuple(whole))
        yield StreamTable(tuple(rows), place, header, parts=tuple(inside))
        yield from beside

    def notes(self) -> Iterator[StreamNote]:
        """The notes that the text calls, in the order of their calls; then those that nothing calls."""
        elements = {
            f"{kind}:{note.get(qn('w:id'))}": note
            for kind, root in self.note_roots.items()
            for note in root
            if note.get(qn("w:type")) in (None, "normal")
        }
        done: set[str] = set()
        # A note may call another: the list of calls grows while it is read.
        while rest := [key for key in (*self._called, *elements) if key in elements and key not in done]:
            key = rest[0]
            done.add(key)
            paragraphs = [b for b in self.blocks(elements[key]) if isinstance(b, StreamParagraph)]
            sign = self._called.get(key, "")
            typed = {paragraphs[0].place: sign} if paragraphs and key in self._typed else {}
            kept = tuple(_trimmed(p, typed.get(p.place, "")) for p in paragraphs if p.text.strip())
            if kept or key in self._called:
                yield StreamNote(key, self._called.get(key, ""), kept)

    def _list_of(self, properties: Any | None, style: WordStyle) -> tuple[str, int]:
        own = properties.find(qn("w:numPr")) if properties is not None else None
        number, depth = style.number, style.depth
        if own is not None:
            num, lvl = own.find(qn("w:numId")), own.find(qn("w:ilvl"))
            number = num.get(qn("w:val"), "") if num is not None else number
            depth = int(lvl.get(qn("w:val"), 0)) if lvl is not None else depth
        return ("" if number == "0" else number), depth or 0

    def _words(self, element: Any, style_bold: bool) -> tuple[str, tuple[tuple[int, str], ...], tuple[int, int, str]]:
        """The text of a paragraph with its note anchors and how far its bold beginning, and its own face, reach."""
        out: list[str] = []
        anchors: list[tuple[int, str]] = []
        raised: list[tuple[int, int]] = []
        bold_until, all_bold, faces = 0, True, FaceRuns()
        for run in _runs(element):
            before, start = len(out), sum(map(len, out))
            owned = ""  # the note whose sign the rest of the run is, which somebody typed
            for part in run:
                words = self._piece(part, anchors, sum(map(len, out)))
                if owned and words.strip():
                    self._called[owned], words = words.strip(), ""
                    self._typed.add(owned)
                elif part.get(qn("w:customMarkFollows"), "0") not in ("0", "false", "off"):
                    owned = anchors[-1][1]
                out.append(words)
            length = sum(map(len, out))
            faces.add("".join(out[before:]), run_face(run))
            if "".join(out[before:]).strip():
                if is_raised := self._is_raised(run):
                    start = raised.pop()[0] if raised and raised[-1][1] == start else start
                    raised.append((start, length))
                # The sign of a note in a bold heading often is not bold.
                bold = is_raised or is_bold(run, style_bold, self._strong)
                if not bold and not bold_until and is_typed_label("".join(out)):
                    continue
                all_bold = all_bold and bold
                bold_until = length if all_bold else bold_until
        text = with_suits(xml_safe("".join(out).replace("\N{NO-BREAK SPACE}", " ")))
        if (next(reversed([*element.iter(qn("w:t"))]), element).text or "").endswith("\N{SOFT HYPHEN}"):
            text += "\N{SOFT HYPHEN}"  # what was one paragraph may go on behind the end of a page
        for start, stop in raised:
            words = text[start:stop]
            anchors += raised_anchor(start + len(words) - len(words.lstrip()), words.strip())
        return text, tuple(sorted(anchors)), (bold_until, *faces.lead)

    def _is_raised(self, run: Any) -> bool:
        own = run.find(f"{qn('w:rPr')}/{qn('w:vertAlign')}")
        named = run.find(f"{qn('w:rPr')}/{qn('w:rStyle')}")
        if own is not None:
            return bool(own.get(qn("w:val")) == "superscript")
        return named is not None and named.get(qn("w:val")) in self._raised

    def _piece(self, part: Any, anchors: list[tuple[int, str]], at: int) -> str:
        if part.tag == qn("w:t"):
            text = without_invisible((part.text or "").replace("\N{SOFT HYPHEN}", ""))
            fonts = part.getparent().find(f"{qn('w:rPr')}/{qn('w:rFonts')}")
            symbol = fonts is not None and (fonts.get(qn("w:ascii")) or "").lower() == "symbol"
            return text.translate({0xA7: "♣", 0xA8: "♦", 0xA9: "♥", 0xAA: "♠"}) if symbol else text
        if part.tag == qn("w:sym"):
            return _SYMBOL.get((part.get(qn("w:char")) or "")[-2:].upper(), "\N{REPLACEMENT CHARACTER}")
        if part.tag in (qn("w:tab"), qn("w:ptab")):
            return "\t"
        if part.tag in (qn("w:br"), qn("w:cr")):
            return "" if part.get(qn("w:type")) in ("page", "column") else "\n"
        if part.tag == qn("w:noBreakHyphen"):
            return "-"
        if part.tag in (qn("w:footnoteReference"), qn("w:endnoteReference")):
            kind = "footnotes" if part.tag == qn("w:footnoteReference") else "endnotes"
            key = f"{kind}:{part.get(qn('w:id'))}"
            if key not in self._called:
                self._ordinal[kind] += 1
                self._called[key] = FORMATS.get(self._forms[kind], str)(self._ordinal[kind])
            anchors.append((at, key))
        return ""


def _note_form(document: Document, kind: str) -> str:
    """How a file numbers its notes of a kind; "" for figures. Word counts endnotes i, ii, iii where it says nothing."""
    for root in (document.element, document.settings.element):
        for form in root.iter(qn("w:numFmt")):
            if form.getparent().tag == qn(f"w:{kind.removesuffix('s')}Pr"):
                return str(form.get(qn("w:val"), ""))
    return "lowerRoman" if kind == "endnotes" else ""


def _runs(element: Any) -> Iterator[Any]:
    """The runs of a paragraph, those in links and fields too, without those of text boxes in it and what was struck."""
    for run in element.iter(qn("w:r")):
        if next(run.iterancestors(qn("w:p"))) is element and run.getparent().tag not in _STRUCK:
            yield run


def _joined(paragraphs: list[StreamParagraph], file: str, line: int) -> StreamParagraph:
    """The paragraphs of a cell as one, joined by line feeds; the label of the first is its label."""
    kept = [p for p in paragraphs if p.text.strip() or p.label]
    if not kept:
        return StreamParagraph("", StreamPlace(file, line))
    text, anchors = "", []
    for number, one in enumerate(kept):
        text += "\n" if number else ""
        text += f"{one.label} " if number and one.label else ""
        anchors += [(at + len(text), key) for at, key in one.anchors]
        text += one.text.removesuffix("\N{SOFT HYPHEN}")
    bold = len(text) if all(one.all_bold for one in kept) else kept[0].bold if len(kept) == 1 else 0
    return replace(kept[0], text=text, anchors=tuple(anchors), bold=bold)


def _trimmed(paragraph: StreamParagraph, sign: str = "") -> StreamParagraph:
    """A paragraph of a note without its ``sign``, if it was typed there, and the blank behind it."""
    text = paragraph.text.lstrip().removeprefix(sign)
    cut = len(paragraph.text) - len(text.lstrip())
    return replace(
        paragraph, text=paragraph.text[cut:], anchors=tuple((max(0, at - cut), key) for at, key in paragraph.anchors)
    )


def _styles(document: Document, numbering: Numbering) -> tuple[dict[str, WordStyle], str]:
    """The paragraph styles by id, and the id of the default one."""
    elements = {
        one.get(qn("w:styleId")): one
        for one in document.styles.element.findall(qn("w:style"))
        if one.get(qn("w:type"), "paragraph") == "paragraph"
    }
    default = next((key for key, one in elements.items() if one.get(qn("w:default")) in ("1", "true")), "")
    return {key: _style(key, elements, numbering) for key in elements}, default


def _style(key: str, elements: dict[str, Any], numbering: Numbering) -> WordStyle:
    chain: list[Any] = []
    at: str | None = key
    while at in elements and elements[at] not in chain:
        chain.append(elements[at])
        base = elements[at].find(qn("w:basedOn"))
        at = base.get(qn("w:val")) if base is not None else None
    name = next((n.get(qn("w:val"), "") for n in [chain[0].find(qn("w:name"))] if n is not None), key)
    out = WordStyle(name)
    for one in reversed(chain):
        properties = one.find(qn("w:pPr"))
        left, hanging = indents(properties)
        if left is not None or hanging:
            out = replace(out, left=left if left is not None else out.left, hanging=hanging)
        if properties is not None:
            outline = properties.find(qn("w:outlineLvl"))
            if outline is not None:
                level = int(outline.get(qn("w:val"), 9)) + 1
                out = replace(out, heading=level if level < 10 else 0)
            numbered = properties.find(qn("w:numPr"))
            if numbered is not None:
                num, lvl = numbered.find(qn("w:numId")), numbered.find(qn("w:ilvl"))
                number = num.get(qn("w:val"), "") if num is not None else out.number
                out = replace(out, number=number, depth=int(lvl.get(qn("w:val"), 0)) if lvl is not None else out.depth)
        bold = one.find(f"{qn('w:rPr')}/{qn('w:b')}")
        if bold is not None:
            out = replace(out, bold=bold.get(qn("w:val"), "1") not in ("0", "false"))
    if out.number and out.depth is None and (found := numbering.of_style(key)):
        out = replace(out, depth=found[1])
    match = _HEADING.match(name)
    return replace(out, heading=out.heading or (int(match[1]) if match else 1 if name.lower() == "title" else 0))
