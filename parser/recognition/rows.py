"""The stream as rows: one labelled or plain paragraph, or one table, each with all that its label may be."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from parser.documents.stream import DocumentStream, StreamParagraph, StreamPlace, StreamTable
from parser.recognition.labels import KNOWN_WORDS, LabelCandidate, LabelWords, candidates
from parser.recognition.learnt_words import learnt_words

UNKNOWN_EDGE = -1.0  # the left edge of words in a column: it tells nothing about other paragraphs
_BREAK = re.compile(r"\n\s*")
_NOTE = re.compile(r"\[\^?\w+\]:")
_FINISHED = 60  # characters; a shorter line is not broken because it is full
_SHORT_LABEL = 14  # characters that a cell with nothing but a label may have


@dataclass(frozen=True)
class BookRow:
    """A paragraph or a table of the stream, in reading order."""

    block: StreamParagraph | StreamTable
    words: LabelWords = KNOWN_WORDS
    """What the book sets before its labels."""

    @property
    def place(self) -> StreamPlace:
        return self.block.place

    @property
    def paragraph(self) -> StreamParagraph | None:
        return self.block if isinstance(self.block, StreamParagraph) else None

    @property
    def text(self) -> str:
        """The words of a paragraph without its automatic label; of a table its cells, parted by tabs and line feeds."""
        if isinstance(self.block, StreamParagraph):
            return self.block.text
        return "\n".join("\t".join(cell.text for cell in row) for row in self.block.rows)

    @cached_property
    def labels(self) -> tuple[LabelCandidate, ...]:
        """What the beginning of the paragraph may be a label of."""
        one = self.paragraph
        if one is None or one.noise:
            return ()
        return candidates(one.label, one.text, self.words)

    def words_after(self, candidate: LabelCandidate) -> str:
        """The words behind a label."""
        return self.text[candidate.end :].strip()


def book_rows(stream: DocumentStream) -> tuple[BookRow, ...]:
    """The rows of a stream: tables that only set labels in a column are paragraphs, forced line breaks before a label
    part."""
    words = learnt_words(block for block in stream.blocks if isinstance(block, StreamParagraph))
    out = []
    for block in stream.blocks:
        if isinstance(block, StreamTable):
            pieces: Iterable[StreamParagraph | StreamTable] = _unrolled(block)
        else:
            pieces = _parted(block)
        out += [
            BookRow(piece, words)
            for piece in pieces
            if not isinstance(piece, StreamParagraph) or piece.text.strip() or piece.label
        ]
    return tuple(out)


def _unrolled(table: StreamTable) -> Iterator[StreamParagraph | StreamTable]:
    """The rows of a table as paragraphs where its first column holds labels and nothing else; else the table."""
    rows = [row for row in table.rows if any(cell.text.strip() or cell.label for cell in row)]
    if not rows or not all(_hangs(row) for row in rows):
        yield table
        return
    for row in rows:
        cells = [cell for cell in row if cell.text.strip() or cell.label]
        head, rest = cells[0], cells[1:]
        if not rest:
            yield head
            continue
        last = rest[-1]
        label = " ".join(filter(None, (" ".join(f"{c.label} {c.text}".split()) for c in (head, *rest[:-1])))).strip()
        label = f"{label} {last.label}".strip()
        depth = next((n for n, cell in enumerate(row) if cell is head), 0)
        yield replace(last, label=label, indent=UNKNOWN_EDGE, hang=20.0 * depth)


def _hangs(row: tuple[StreamParagraph, ...]) -> bool:
    cells = [cell for cell in row if cell.text.strip() or cell.label]
    head = " ".join(f"{cells[0].label} {cells[0].text}".split())
    if len(cells) == 1:
        # A label alone, or words below a label without one: both stand in a column of labels.
        return bool(head) and (
            (len(head) < _SHORT_LABEL and _is_label(head)) or (row[0].text.strip() == "" and len(row) > 1)
        )
    return all(
        len(text := " ".join(f"{cell.label} {cell.text}".split())) < _SHORT_LABEL and _is_label(text)
        for cell in cells[:-1]
    ) and not re.fullmatch(r"[\d\s.,–-]*", cells[-1].text)


def _is_label(text: str) -> bool:
    return any(not candidate.bare and candidate.end >= len(text) for candidate in candidates("", text))


def _parted(paragraph: StreamParagraph) -> Iterator[StreamParagraph]:
    """The paragraph, cut at forced line breaks behind which a label follows words that are finished."""
    text = paragraph.text
    cuts, line = [0], 0
    for match in _BREAK.finditer(text):
        before = text[line : match.start()].rstrip()
        line = match.start() + match.group().rindex("\n") + 1
        stop = text.find("\n", match.end())
        after = text[match.end() : stop if stop >= 0 else len(text)]
        finished = before[-1:] in ".:;,!?)" or len(before) < _FINISHED
        if before and finished and (any(not c.bare for c in candidates("", after)) or _NOTE.match(after)):
            cuts.append(match.end())
            line = match.end()
    if len(cuts) == 1:
        yield paragraph
        return
    for number, (start, stop) in enumerate(pairwise([*cuts, len(text)])):
        anchors = tuple(
            (at - start, key) for at, key in paragraph.anchors if start <= at < stop or at == stop == len(text)
        )
        bold = max(0, min(paragraph.bold, stop) - start)
        label = paragraph.label if number == 0 else ""
        yield replace(paragraph, text=text[start:stop].rstrip(), anchors=anchors, bold=bold, label=label)
