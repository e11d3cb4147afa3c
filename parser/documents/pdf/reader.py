"""The stream of a PDF: pages, their columns and notes, and from them paragraphs and tables in reading order."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from parser.documents.encodings import with_suits
from parser.documents.joining import word_counts
from parser.documents.pdf.cell_parts import CellParts, Parts
from parser.documents.pdf.cells import PrintedTable
from parser.documents.pdf.glyphs import PdfPage, read_pages
from parser.documents.pdf.layout import LaidColumn, columns, furniture, page_bands, page_cuts
from parser.documents.pdf.line_numbers import line_numbers
from parser.documents.pdf.lines import PrintedLine
from parser.documents.pdf.margin import raised_on, without_margin_notes
from parser.documents.pdf.measure import TextMeasure
from parser.documents.pdf.note_calls import NoteCalls
from parser.documents.pdf.notes import FootNote, collect, foot_start, has_ended, note_blocks, opens_text, raised_signs
from parser.documents.pdf.outer_margin import with_labels_before
from parser.documents.pdf.paragraphs import ParagraphMaker, PlacedLine, Spacing, cell_text, is_label
from parser.documents.pdf.side_headings import lines_with_headings
from parser.documents.pdf.tables import joined, with_tables
from parser.documents.stream import (
    DocumentStream,
    RefusedDocumentError,
    StreamBlock,
    StreamNote,
    StreamParagraph,
    StreamPlace,
    StreamTable,
)

_BACK = re.compile("[↩↑]\ufe0e?")  # a browser prints the link from a note back to its sign
_FEW = 8  # signs on a page that has no text layer worth reading


@dataclass(frozen=True)
class _Table:
    table: PrintedTable
    column: LaidColumn
    page: int
    number: int
    begins_column: bool
    lines: tuple[PlacedLine, ...] = ()
    """What is read where its one row is none: see ``PrintedTable.loose``."""


def read_pdf(file: str, content: bytes) -> DocumentStream:
    """The stream of a PDF. Raises RefusedDocumentError: encrypted, damaged, large, scanned, no-text."""
    pages = read_pages(file, content)
    pictures = [page for page in pages if page.pictured and len(page.glyphs) < _FEW]
    written = [page for page in pages if len(page.glyphs) >= _FEW]
    if not written or len(pictures) > len(written):
        raise RefusedDocumentError("scanned" if pictures else "no-text", file)
    return read_printed(file, pages)


def read_printed(file: str, pages: Sequence[PdfPage]) -> DocumentStream:
    """The stream of pages whose signs are known by their places, whatever file they are from."""
    return _PdfReader(file, pages).stream()


class _PdfReader:
    def __init__(self, file: str, pages: Sequence[PdfPage]) -> None:
        self._file = file
        self._pages = pages
        sizes = Counter(round(g.size, 1) for page in pages for g in page.glyphs if g.char != " ")
        self._body = max(sizes, key=lambda size: (sizes[size], size))
        self._numbers = line_numbers([page.glyphs for page in pages])
        bare = [[g for g in page.glyphs if g not in held] for page, held in zip(pages, self._numbers, strict=True)]
        placed = with_labels_before(bare, self._body)
        # A note beside the beginning of a paragraph may be called at its end, overleaf.
        called = [raised_on(placed[max(0, n - 1) : n + 2]) for n in range(len(placed))]
        both = [without_margin_notes(glyphs, self._body, calls) for glyphs, calls in zip(placed, called, strict=True)]
        self._lines = lines_with_headings([glyphs for glyphs, _ in both], self._body)
        self._margins = [lines for _, lines in both]
        # A label with a heading beside it is none, whatever stands at its height on other pages.
        found = furniture(self._lines)
        self._noise = {(n, at): why for (n, at), why in found.items() if not self._lines[n][at].heading} | {
            (n, at): "navigation"
            for n, lines in enumerate(self._lines)
            for at, line in enumerate(lines)
            if _BACK.fullmatch(line.text.strip())
        }
        self._known = word_counts(
            word
            for lines in self._lines
            for line in lines
            for word in re.findall(r"[\w-]+", line.text)[: -1 if line.text.rstrip().endswith("-") else None]
        )
        self._head: Counter[str] = Counter()
        """The words in the head of the last table."""
        self._notes: list[FootNote] = []
        self._calls = NoteCalls((), (), self._body)
        self._cells = CellParts(())
        self._open_size = 0.0
        """The size of the letters of the note with which the last column ended, 0 for none."""
        self._room = 0.0
        """The room behind the sentence with which the last column ended, 0 where it ended within one."""
        self._open: tuple[float, ...] = ()
        """Where the columns of the table begin with which the last column of a page ended, from the column's left."""

    def stream(self) -> DocumentStream:
        """The whole document."""
        flow = list(_settled(list(self._flow())))
        self._calls = NoteCalls(list(_read_lines(flow)), self._notes, self._body)
        lines = [one for one in flow if isinstance(one, PlacedLine)]
        self._cells = CellParts([one.table for one in flow if isinstance(one, _Table)])
        closed = sum(_is_closed(note.lines[0].line) for note in self._notes) > 0.5 * len(self._notes)
        maker = ParagraphMaker(self._file, Spacing.of(lines), self._body, self._known, self._note_of, closed)
        blocks = tuple(self._blocks(flow, maker))
        notes = tuple(self._stream_notes(maker))
        return DocumentStream(tuple(map(_suited, blocks)), notes)

    def _flow(self) -> Iterator[PlacedLine | _Table | StreamParagraph]:
        """Lines, tables and noise in reading order; notes at the foot go to ``_notes``."""
        kept = [
            [line for at, line in enumerate(lines) if (n, at) not in self._noise] for n, lines in enumerate(self._lines)
        ]
        width = _text_width(kept)
        cuts = page_cuts(kept, width)
        edges = _column_edges(kept, cuts, width)
        measure = TextMeasure(kept, cuts, self._body)
        for n, page in enumerate(self._pages):
            for at, line in enumerate(self._lines[n]):
                if why := self._noise.get((n, at)):
                    place = StreamPlace(self._file, at + 1, page.number)
                    yield StreamParagraph(line.text.replace("\t", " ").strip(), place, noise=why)
            if numbers := "".join(glyph.char for glyph in self._numbers[n]):
                yield StreamParagraph(numbers, StreamPlace(self._file, 1, page.number), noise="page-number")
            if page.turned:
                place = StreamPlace(self._file, 1, page.number)
                yield StreamParagraph(f"({page.turned})", place, noise="turned")
            if page.pictured and len(page.glyphs) < _FEW:
                yield StreamParagraph("(0)", StreamPlace(self._file, 1, page.number), noise="picture")
            for lines, own in page_bands(kept[n], cuts, n, page.rules, width):
                for column in columns(lines, own, width):
                    at = sum(cut <= column.left + 1 for cut in own)
                    left, right = edges.get((page.number % 2, len(own), at), (column.left, column.right))
                    # Few pages show no edge; a line across all columns reaches beyond that of its own.
                    right = right if len(own) and len(self._pages) > _FEW else column.right
                    right = max(right, max(line.right for line in column.lines))
                    ends = 0.0 if own else measure.right(page.number, column.lines)
                    yield from self._column(page, replace(column, left=left, right=right), ends)
            yield from self._beside(n, page.number)

    def _beside(self, n: int, page: int) -> Iterator[PlacedLine]:
        """Put the notes in the margin of a page to the others; returns lines that belong to none."""
        lines = self._margins[n]
        left, right = min((a.left for a in lines), default=0.0), max((a.right for a in lines), default=0.0)
        placed = [PlacedLine(line, page, len(self._lines[n]) + at, left, right) for at, line in enumerate(lines, 1)]
        near = [line for page_lines in self._lines[max(0, n - 1) : n + 2] for line in page_lines]
        yield from collect(placed, self._notes, raised_signs(near))

    def _column(self, page: PdfPage, column: LaidColumn, ends: float) -> Iterator[PlacedLine | _Table]:
        """The lines and tables of a column, the text of which reaches to ``ends``, 0 where that is not known."""
        lines = column.lines
        # A note may begin on the page after its sign.
        calls = raised_signs([line for near in self._lines[max(0, page.number - 2) : page.number] for line in near])
        if lines and opens_text(lines[0], self._room):
            self._open_size = 0.0
        start = foot_start(lines, page.rules, self._body, column.left, column.right, calls, self._open_size)
        right = min(column.right, max((line.right for line in lines), default=column.right) + 6 * self._body)

        def placed(line: PrintedLine, at: int, first: bool) -> PlacedLine:
            return PlacedLine(line, page.number, line.number or at + 1, column.left, ends or right, first)

        inside = note_blocks(lines[:start], self._body, calls, self._open_size)
        noteless = collect([placed(lines[at], at, not at) for at in inside], self._notes, calls)
        self._open_size = lines[-1].size if start < len(lines) or start - 1 in inside else 0.0
        self._room = column.right - lines[-1].right if lines and has_ended(lines[-1]) else 0.0
        foot = [placed(line, at, at == start) for at, line in enumerate(lines[start:], start)]
        noteless += collect(foot, self._notes, calls)
        first = True
        known, self._open = [column.left + edge for edge in self._open], ()
        text = [line for at, line in enumerate(lines[:start]) if at not in inside]
        items = with_tables(text, page.rules, column.left, right, is_label, known)
        for at, item in enumerate(items[self._repeated(items) :]):
            self._open = ()
            if isinstance(item, PrintedTable):
                if not (item.ruled or item.loose or item.numbers):
                    self._open = tuple(edge - column.left for edge in item.edges[:-1])
                if not item.numbers or not item.numbers[0]:
                    self._head = _head_words(item)
                loose = tuple(placed(line, at + n, first and not n) for n, line in enumerate(item.loose))
                yield _Table(item, column, page.number, at + 1, first, loose)
            else:
                yield placed(item, at, first)
            first = False
        yield from noteless

    def _repeated(self, items: Sequence[PrintedLine | PrintedTable]) -> int:
        """How many lines at the head of a column repeat the head of a table that goes on below them."""
        at = next((n for n, item in enumerate(items) if isinstance(item, PrintedTable)), 0)
        table = items[at] if items else None
        if not at or not isinstance(table, PrintedTable) or not table.numbers or not table.numbers[0]:
            return 0
        words = Counter(word for line in items[:at] if isinstance(line, PrintedLine) for word in line.text.split())
        return at if words == self._head else 0

    def _blocks(
        self, flow: Sequence[PlacedLine | _Table | StreamParagraph], maker: ParagraphMaker
    ) -> Iterator[StreamBlock]:
        waiting: list[StreamParagraph] = []
        table: _Table | None = None
        for item in flow:
            if isinstance(item, StreamParagraph):
                waiting.append(item)
                continue
            if isinstance(item, _Table):
                ended = list(maker.flush())
                yield from ended
                near = table is not None and item.begins_column and item.page - table.page in (0, 1)
                over = near and not ended
                whole = joined(table.table, item.table) if over and table is not None else None
                if whole is not None and table is not None:
                    table = replace(table, table=whole, page=item.page)
                    continue
                if table is not None:
                    yield self._table(table, maker)
                table = item
                continue
            if table is not None:
                yield self._table(table, maker)
                table = None
            for made in maker.add(item):
                yield made
                yield from waiting
                waiting.clear()
        yield from maker.flush()
        if table is not None:
            yield self._table(table, maker)
        yield from waiting

    def _table(self, one: _Table, maker: ParagraphMaker) -> StreamTable:
        place = StreamPlace(self._file, one.number, one.page)

        def cell(lines: Sequence[PrintedLine]) -> StreamParagraph:
            if not lines:
                return StreamParagraph("", place)
            marked = any(piece.raised for line in lines for piece in line.pieces)
            if marked:
                return maker.paragraph([PlacedLine(line, one.page, one.number, one.column.left, 0.0) for line in lines])
            text = cell_text(lines, self._known)
            bold = len(text) if all(line.all_bold for line in lines) else 0
            return StreamParagraph(text, place, bold=bold)

        parts = self._parts(one, maker)
        rows = tuple(tuple(cell(lines) for lines in row) for row in one.table.rows)
        bold = [all(c.all_bold for c in row if c.text) for row in rows]
        header = next((n for n, is_bold in enumerate(bold) if not is_bold), 0) if not all(bold) else 0
        header = one.table.heads or header
        return StreamTable(rows, place, header, max(0.0, one.table.edges[0] - one.column.left), parts)

    def _parts(self, one: _Table, maker: ParagraphMaker) -> Parts:
        """The paragraphs in the cells of a table, whose rows call the same notes once more."""
        with self._calls.uncounted():
            return self._cells.parts(one.table, one.page, one.number, maker)

    def _stream_notes(self, maker: ParagraphMaker) -> Iterator[StreamNote]:
        every = [line for note in self._notes for line in note.lines]
        for n, note in enumerate(self._notes):
            own = maker.another(every)
            lines = [replace(note.lines[0], line=_without_sign(note.lines[0].line, note.sign)), *note.lines[1:]]
            made = [p for line in lines if line.line.runs for p in own.add(line)] + list(own.flush())
            kept = tuple(_suited(replace(p, heading=0)) for p in made if p.text.strip())
            if kept:
                yield StreamNote(f"pdf:{n}", note.sign, kept)  # type: ignore[arg-type]

    def _note_of(self, page: int, sign: str) -> str:
        """The key of the note that a sign on a page calls, "" for none."""
        note = self._calls.note(page, sign)
        return "" if note is None else f"pdf:{note}"


def _read_lines(flow: Sequence[PlacedLine | _Table | StreamParagraph]) -> Iterator[PlacedLine]:
    """The lines of the text and of its tables."""
    for item in flow:
        if isinstance(item, PlacedLine):
            yield item
        elif isinstance(item, _Table):
            every = (line for row in item.table.rows for cell in row for line in cell)
            yield from (PlacedLine(line, item.page, item.number, item.column.left, 0.0) for line in every)


def _head_words(table: PrintedTable) -> Counter[str]:
    rows = table.rows[: max(1, table.heads)]
    return Counter(word for row in rows for cell in row for line in cell for word in line.text.split())


def _without_sign(line: PrintedLine, sign: str) -> PrintedLine:
    """The line of a note without the ``sign`` that it begins with."""
    if line.pieces and line.pieces[0].raised:
        first = next(n for n, run in enumerate(line.runs) if run.text.strip())
        rest = list(line.runs[first + 1 :])
        if rest and _is_closed(line):
            rest[0] = replace(rest[0], glyphs=rest[0].glyphs[rest[0].text.index(")") + 1 :])
        return PrintedLine(tuple(run for run in rest if run.glyphs))
    match = re.match(rf"\s*(?:\d{{1,3}}|[*†‡§]{{1,4}}|{re.escape(sign)}(?=[.)]?\s))[.)]?\s*", line.text)
    skip = sum(char != " " for char in (match[0] if match else "").replace("\t", " "))
    runs = []
    for run in line.runs:
        glyphs = list(run.glyphs)
        while glyphs and (skip or glyphs[0].char == " "):
            skip -= glyphs[0].char != " "
            glyphs.pop(0)
        if glyphs:
            runs.append(replace(run, glyphs=tuple(glyphs)))
    return PrintedLine(tuple(runs))


def _is_closed(line: PrintedLine) -> bool:
    """True for a note whose raised sign has a bracket behind it on the line."""
    raised = [piece.raised for piece in line.pieces[:2]]
    return raised == [True, False] and line.pieces[1].text.lstrip().startswith(")")


def _text_width(pages: Sequence[Sequence[PrintedLine]]) -> tuple[float, float]:
    """The left and right edge of the text on most pages."""
    lefts = sorted(min(line.left for line in lines) for lines in pages if lines)
    rights = sorted(max(line.right for line in lines) for lines in pages if lines)
    if not lefts:
        return 0.0, 0.0
    return lefts[len(lefts) // 10], rights[-1 - len(rights) // 10]


def _column_edges(
    pages: Sequence[Sequence[PrintedLine]], cuts: Sequence[tuple[float, ...]], width: tuple[float, float]
) -> dict[tuple[int, int, int], tuple[float, float]]:
    """The left and right edge of each column, by (odd page, number of cuts, column): margins of a book change sides.

    Where lines are of unlike length, the gap between two columns begins to the right of the longest of all pages only.
    A line across all columns is in none of them.
    """
    found: defaultdict[tuple[int, int, int], list[tuple[float, float]]] = defaultdict(list)
    for n, lines in enumerate(pages):
        by_column: defaultdict[int, list[PrintedLine]] = defaultdict(list)
        for column in columns(lines, cuts[n], width):
            if cuts[n] and (column.left, column.right) == width:
                continue
            by_column[sum(cut <= column.left + 1 for cut in cuts[n])] += column.lines
        for at, own in by_column.items():
            edges = min(line.left for line in own), max(line.right for line in own)
            found[((n + 1) % 2, len(cuts[n]), at)].append(edges)
    out = {}
    for key, edges_of in found.items():
        lefts, rights = map(sorted, zip(*edges_of, strict=True))
        out[key] = lefts[len(lefts) // 4], rights[-1 - len(rights) // 10]
    return out


def _settled(flow: Sequence[PlacedLine | _Table | StreamParagraph]) -> Iterator[PlacedLine | _Table | StreamParagraph]:
    """The flow with a row at the foot of a column as lines, unless a table of as many columns begins the next."""
    for at, item in enumerate(flow):
        if isinstance(item, _Table) and item.lines:
            behind = next((one for one in flow[at + 1 :] if not isinstance(one, StreamParagraph)), None)
            goes_on = isinstance(behind, _Table) and behind.begins_column and not behind.table.ruled
            if not goes_on or len(behind.table.rows[0]) != len(item.table.rows[0]):  # type: ignore[union-attr]
                yield from item.lines
                continue
        yield item


def _suited(block: StreamBlock) -> StreamBlock:
    if isinstance(block, StreamTable):
        return replace(block, rows=tuple(tuple(replace(c, text=with_suits(c.text)) for c in row) for row in block.rows))
    return replace(block, text=with_suits(block.text))
