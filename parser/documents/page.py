"""Saved HTML pages as a stream: lists with the numbers that a browser would draw, notes at their links, tables by cell.

No link is followed and no entity of a page's own is resolved.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

from lxml import etree

from corpus.text import RAISED
from parser.documents.boxes import raised_anchor, with_boxed_notes
from parser.documents.crowding import MOST_ATTRIBUTES, has_crowded_element
from parser.documents.encodings import with_suits
from parser.documents.nesting import is_cut_by_depth, page_tree
from parser.documents.page_blocks import (
    BLOCKS,
    HEADINGS,
    back_links,
    contents_parts,
    face_of,
    further_paragraphs,
    in_blockquote,
    is_box,
    is_typed,
    link_words,
    lost_calls,
    note_targets,
    repeated_calls,
)
from parser.documents.page_line import PageLine, boxed, cell_of, unsigned
from parser.documents.page_lists import list_kind, list_label
from parser.documents.page_styles import PageStyles
from parser.documents.pdf.reader import read_printed
from parser.documents.placed_page import printed_pages
from parser.documents.plain import read_plain
from parser.documents.stream import (
    DocumentStream,
    RefusedDocumentError,
    StreamBlock,
    StreamNote,
    StreamParagraph,
    StreamPlace,
    StreamTable,
)

_SKIPPED = frozenset(
    ("script", "style", "head", "noscript", "template", "iframe", "object", "svg", "select", "textarea", "button")
)
_APART = BLOCKS | {"table", "ol", "ul"}
_FRAMES = frozenset(("nav", "footer"))
_SET_IN = frozenset(("ol", "ul", "li", "dd", "blockquote"))
_BARE_LABEL = re.compile(r"[A-Z]|[a-z]|[ivx]{2,4}|\d{1,2}|[A-Z]?\d{1,2}[a-z]?[ivx]{0,4}")
_BOLD = frozenset(("b", "strong", "th", "dt"))
_REPEATED = 4  # times that a link of the same words stands on a page
_STEP = 20.0  # points that a level of a list or quotation is set in


def read_page(file: str, text: str) -> DocumentStream:
    """The stream of one page. Raises RefusedDocumentError."""
    if re.search(r"<!ENTITY", text[:20_000], re.IGNORECASE):
        raise RefusedDocumentError("entities", file)
    if has_crowded_element(text):
        raise RefusedDocumentError("damaged", file, cause=f"an element with more than {MOST_ATTRIBUTES} attributes")
    try:
        root, log = page_tree(text)
    except (etree.ParserError, etree.XMLSyntaxError) as error:
        raise RefusedDocumentError("damaged", file, cause=str(error)) from error
    if is_cut_by_depth(root, log):
        raise RefusedDocumentError("deep", file)
    reader = _PageReader(file, root)
    body = root.find("body")
    if pages := printed_pages(root if body is None else body, reader.styles):
        return read_printed(file, pages)
    try:
        blocks = tuple(reader.blocks(root if body is None else body, 0.0))
        notes = tuple(reader.notes())
    except RecursionError as error:
        raise RefusedDocumentError("deep", file) from error
    if not blocks:
        raise RefusedDocumentError("no-text", file)
    return with_boxed_notes(DocumentStream(blocks, notes))


class _PageReader:
    def __init__(self, file: str, root: Any) -> None:
        self._file = file
        self.styles = PageStyles(root)
        self._targets = note_targets(root)
        """Where a link leads -> (key, the block that holds the note)."""
        self._notes = {block: key for key, block in self._targets.values()}
        self._further = further_paragraphs(self._notes)
        self._back = back_links(root, self._targets)
        self._repeated = repeated_calls(root, self._targets)
        self._links = Counter(link_words(block) for block in root.iter(*BLOCKS))
        self._contents = contents_parts(root)
        self._lost = lost_calls(root)
        self._signs: dict[str, str] = {}
        self._boxes = 0
        self._ruled = False
        """A line was drawn since the last paragraph."""
        self._heads = Counter(
            "".join(one.itertext()).strip() for head in root.iter(*HEADINGS, "dt") for one in head.iterchildren()
        )

    def blocks(self, element: Any, indent: float, label: str = "") -> Iterator[StreamBlock]:
        """The paragraphs and tables in a block element; ``label`` is drawn before the first of them."""
        heading = int(element.tag[1]) if re.fullmatch(r"h[1-6]", str(element.tag)) else 0
        style = str(element.get("class") or "") or ("blockquote" if in_blockquote(element) else "")
        # A browser sets lists and quotations in by itself, whatever else the sheet says of them.
        indent += self.styles.own_edge(element) if element.tag in _SET_IN else self.styles.edge(element)
        hang = self.styles.first_edge(element)
        drawn = self.styles.before(element)
        if re.search(r"\w", drawn):
            hang += _STEP if not label else 0.0  # it stands in the line, not out of it as the number of a list does
            label, drawn = label or drawn.strip(), ""
        return _Block(self, element, label, style, heading, (indent, hang)).read(drawn)

    def is_left_out(self, element: Any, heading: int) -> bool:
        """True for what is not read here: scripts, notes (they come later), ways back, links to edit."""
        return (
            not isinstance(element.tag, str)
            or (element.tag in _SKIPPED and not (element.tag == "button" and heading))  # what unfolds below a heading
            or element in self._notes
            or element in self._further
            or element in self._back
            or self._is_edit_link(element, heading)
        )

    def rule(self) -> None:
        """A line is drawn before the next paragraph."""
        self._ruled = True

    def next_box(self) -> int:
        """The number of a further box beside the text, from 1 on."""
        self._boxes += 1
        return self._boxes

    def _is_edit_link(self, element: Any, heading: int) -> bool:
        """True for a link that is repeated in the headings, for those who edit the page: "[edit]"."""
        words = "".join(element.itertext()).strip()
        linked = element.tag in ("a", "button") or next(element.iter("a"), None) is not None
        behind = element.getprevious() is not None or bool((element.getparent().text or "").strip())
        # In a list of terms a link of a sign only leads to the term ("¶"); one of words is a part of it.
        titled = heading > 0 or (element.getparent().tag == "dt" and not re.search(r"\w", words))
        return titled and linked and behind and self._heads[words] >= _REPEATED

    def typed(self, element: Any) -> Iterator[StreamBlock]:
        """The paragraphs and tables of an element whose lines are kept as typed, read as plain text is."""
        first = int(element.sourceline or 1)
        for block in read_plain(self._file, "".join(element.itertext())).blocks:
            yield replace(block, place=replace(block.place, line=first + block.place.line - 1))

    def is_bold(self, block: Any) -> bool:
        for one in (block, *block.iterancestors()):
            said = self.styles.is_bold(one)
            if said is not None or one.tag in _BOLD:
                return said is not False
        return False

    def notes(self) -> Iterator[StreamNote]:
        """The notes in the order of the first link to each; paragraphs of a note without its sign and way back."""
        keys = dict(self._targets.values())
        for key in (*self._signs, *(key for key in keys if key not in self._signs)):
            self._notes.pop(keys[key], None)
            sign = self._signs.get(key, "")
            parts = [keys[key], *(one for one, of in self._further.items() if of == key)]
            read = chain.from_iterable(self.blocks(part, 0.0) for part in parts)
            found = [b for b in read if isinstance(b, StreamParagraph) and b.text.strip()]
            kept = [unsigned(b, sign if n == 0 else "") for n, b in enumerate(found)]
            yield StreamNote(key, sign.strip("[]()"), tuple(p for p in kept if p.text.strip()))

    def lost_sign(self, element: Any) -> str:
        """The sign of a note that a link calls which leads nowhere, raised; "" for anything else."""
        sign = "".join(element.itertext()).strip().translate(RAISED) if element in self._lost else ""
        # Of two side by side the first ends in a bracket, or they would be one number.
        return f"{sign})" if sign and element.getnext() in self._lost and not (element.tail or "").strip() else sign

    def items(self, parent: Any, indent: float) -> Iterator[StreamBlock]:
        number = int(parent.get("start") or 1) if re.fullmatch(r"-?\d{1,4}", parent.get("start") or "1") else 1
        kind = list_kind(parent, self.styles.list_kind(parent))
        delim = parent.get("data-delim") or "."
        for item in parent:
            if item.tag in ("ol", "ul"):
                yield from self.items(item, indent + _STEP)
            if item.tag != "li" or item in self._notes:
                continue
            if re.fullmatch(r"\d{1,4}", item.get("value") or ""):
                number = int(item.get("value"))
            label = list_label(kind, number) if parent.tag == "ol" else ""
            number += 1
            drawn = self.styles.before(item).strip()
            yield from self.blocks(item, indent + _STEP, drawn or (f"{label}{delim}" if label else ""))

    def called_note(self, element: Any) -> str:
        """The key of the note that a link, a raised sign with one or a sign again calls; empty for anything else."""
        if element in self._repeated:
            return self._repeated[element]
        link = element if element.tag == "a" else element.find(".//a") if element.tag == "sup" else None
        if link is None or "".join(element.itertext()).strip() != "".join(link.itertext()).strip():
            return ""
        target = (link.get("href") or "").rpartition("#")[2]
        found = self._targets.get(target)
        if found is None or any(found[1] is above for above in link.iterancestors()):
            return ""
        self._signs.setdefault(found[0], "".join(link.itertext()).strip())
        return found[0]

    def table(self, element: Any, indent: float) -> Iterator[StreamTable | StreamParagraph]:
        """The table, then the text of boxes in its cells."""
        rows: list[tuple[StreamParagraph, ...]] = []
        inside: list[tuple[tuple[StreamBlock, ...], ...]] = []
        header = 0
        held: dict[int, int] = {}
        beside: list[StreamParagraph] = []
        for row in element.iter("tr"):
            if row in self._notes or next(row.iterancestors("table")) is not element:
                continue
            cells: list[StreamParagraph] = []
            whole: dict[int, tuple[StreamBlock, ...]] = {}
            for cell in row.iterchildren("td", "th"):
                while held.get(len(cells), 0):
                    held[len(cells)] -= 1
                    cells.append(StreamParagraph("", self.place(row)))
                found = list(self.blocks(cell, 0.0))
                beside += [b for b in found if isinstance(b, StreamParagraph) and b.box]
                whole[len(cells)] = tuple(b for b in found if isinstance(b, StreamTable) or not b.box)
                parts = [b for b in whole[len(cells)] if isinstance(b, StreamParagraph)]
                width, height = (
                    int(v) if re.fullmatch(r"\d{1,2}", v := cell.get(name) or "1") else 1
                    for name in ("colspan", "rowspan")
                )
                for n in range(max(1, width)):
                    if height > 1:
                        held[len(cells)] = height - 1
                    cells.append(cell_of(parts, self.place(cell)) if n == 0 else StreamParagraph("", self.place(row)))
            marked = all(cell.tag == "th" for cell in row.iterchildren("td", "th")) or row.getparent().tag == "thead"
            if not any(one.text.strip() for one in cells) and not any(whole.values()):
                continue  # Markdown has no table without heads; TeX draws a line by a row
            if marked and cells and header == len(rows):
                header += 1
            rows.append(tuple(cells))
            inside.append(tuple(whole.get(n, ()) for n in range(len(cells))))
        if rows or not self._notes:
            yield StreamTable(tuple(rows), self.place(element), header, indent, tuple(inside))
        yield from beside

    def paragraph(
        self, line: PageLine, element: Any, label: str, style: str, heading: int, edges: tuple[float, float]
    ) -> StreamParagraph | None:
        raw = "".join(line.text)
        text = with_suits(raw.replace("\N{NO-BREAK SPACE}", " "))
        if not text.strip():
            return None
        cut = len(text) - len(text.lstrip())
        kept = text.strip()
        anchors = tuple((min(max(0, at - cut), len(kept)), key) for at, key in line.anchors)
        contents = any(one in self._contents for one in (element, *element.iterancestors()))
        indent, first = edges
        hang = indent + first - (_STEP if label else 0.0)
        place = self.place(element)
        bold = max(0, min(line.bold - cut, len(kept)))
        lead, face = line.faces.lead
        lead = max(0, min(lead - cut, len(kept)))
        # A link that stands below each law leads through the page.
        link = link_words(element)
        noise = "navigation" if link == kept and self._links[link] >= _REPEATED else ""
        ruled, self._ruled = self._ruled, False
        return StreamParagraph(
            kept, place, label, style, heading, indent, hang, bold, anchors, noise, contents, ruled, lead, face
        )

    def place(self, element: Any) -> StreamPlace:
        line = element.get("data-line")
        return StreamPlace(self._file, int(line) if line else int(element.sourceline or 1))


@dataclass
class _Block:
    """A block element while it is read: the paragraph that is put together, and what waits for its end."""

    page: _PageReader
    element: Any
    label: str  # drawn before the next paragraph
    style: str
    heading: int
    edges: tuple[float, float]  # points: how far it is set in, and its first line further
    line: PageLine = field(default_factory=PageLine)
    beside: list[StreamBlock] = field(default_factory=list)
    """Boxes within the paragraph, which they do not part."""

    def read(self, drawn: str) -> Iterator[StreamBlock]:
        """What is in the element, behind words that its style draws."""
        bold = self.page.is_bold(self.element)
        self.line.add(drawn, bold)
        yield from self._walk(self.element, bold)
        yield from self._flush()
        yield from self._bare_label()

    def _flush(self) -> Iterator[StreamBlock]:
        made = self.page.paragraph(self.line, self.element, self.label, self.style, self.heading, self.edges)
        if made is not None:
            self.label = ""
            yield made
        self.line = PageLine()
        yield from self.beside
        self.beside.clear()

    def _bare_label(self) -> Iterator[StreamParagraph]:
        """The label that no words followed."""
        if self.label:
            indent = self.edges[0]
            place = self.page.place(self.element)
            yield StreamParagraph("", place, self.label, self.style, self.heading, indent, indent - _STEP)
        self.label = ""

    def _walk(self, parent: Any, bold: bool) -> Iterator[StreamBlock]:
        self.line.add(parent.text or "", bold)
        for child in parent:
            if not self.page.is_left_out(child, self.heading):
                yield from self._child(child, bold)
            self.line.add(child.tail or "", bold)

    def _child(self, child: Any, bold: bool) -> Iterator[StreamBlock]:
        if child.tag == "br":
            self.line.break_line()
        elif child.tag == "hr":
            yield from self._flush()
            self.page.rule()
        elif key := self.page.called_note(child):
            self.line.anchors.append((self.line.length, key))
        elif lost := self.page.lost_sign(child):
            self.line.add(lost, self.line.all_bold)
        elif child.tag == "sup" and (sign := raised_anchor(0, "".join(child.itertext()).strip())):
            # The sign of a note behind a bold heading often is not bold.
            self.line.anchors += ((self.line.length + at, key) for at, key in sign)
            self.line.add("".join(child.itertext()).strip(), self.line.all_bold)
        elif is_box(child):
            yield from self._box(child)
        elif child.tag in _APART:
            yield from self._flush()
            yield from self._inner(child)
        else:
            yield from self._words(child, bold)

    def _box(self, child: Any) -> Iterator[StreamBlock]:
        if not self.line.has_words:
            yield from self._flush()
        number = self.page.next_box()
        self.beside.extend(boxed(block, number) for block in self.page.blocks(child, self.edges[0]))
        if not self.line.has_words:
            yield from self._flush()

    def _inner(self, child: Any) -> Iterator[StreamBlock]:
        """A block within this one."""
        indent = self.edges[0]
        if child.tag == "table":
            yield from self.page.table(child, indent)
        elif child.tag == "pre" and is_typed(child):
            yield from self.page.typed(child)
        elif child.tag in ("ol", "ul"):
            yield from self._bare_label()  # a number whose words are those of the list below it
            yield from self.page.items(child, indent)
        else:
            indent += _STEP if child.tag in ("blockquote", "dd") else 0.0
            for block in self.page.blocks(child, indent, self.label):
                self.label = ""
                framed = child.tag in _FRAMES and isinstance(block, StreamParagraph)
                yield replace(block, noise="navigation") if framed else block  # type: ignore[arg-type]

    def _words(self, child: Any, bold: bool) -> Iterator[StreamBlock]:
        """Words in the line, with what their style draws around them."""
        styles = self.page.styles
        said = styles.is_bold(child)
        inner = bold or child.tag in _BOLD if said is None else said
        outer, self.line.face = self.line.face, face_of(child) or self.line.face
        self.line.add(styles.before(child), inner)
        first = not self.line.length
        yield from self._walk(child, inner)
        if first and _BARE_LABEL.fullmatch("".join(self.line.text)):
            self.line.part()
        self.line.add(styles.after(child) + " " * styles.is_apart(child), inner)
        self.line.face = outer
