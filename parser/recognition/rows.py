"""The stream as rows: one labelled or plain paragraph, or one table, each with all that its label may be."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from parser.documents.stream import DocumentStream, StreamParagraph, StreamPlace, StreamTable
from parser.recognition.labels import KNOWN_WORDS, LabelCandidate, LabelWords, candidates
from parser.recognition.layout_tables import unrolled
from parser.recognition.learnt_words import learnt_words

_BREAK = re.compile(r"\n\s*")
_NOTE = re.compile(r"\[\^?\w+\]:")
_RULE = re.compile(r"([_─═*~=-])(?:\s*\1){2,}")
_FINISHED = 60  # characters; a shorter line is not broken because it is full


@dataclass(frozen=True)
class BookRow:
    """A paragraph or a table of the stream, in reading order."""

    block: StreamParagraph | StreamTable
    words: LabelWords = KNOWN_WORDS
    """What the book sets before its labels."""

    @property
    def place(self) -> StreamPlace:
        """Where it stands in its file."""
        return self.block.place

    @property
    def paragraph(self) -> StreamParagraph | None:
        """The paragraph; None for a table."""
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
    for block in with_rules(stream.blocks):
        for one in unrolled(block) if isinstance(block, StreamTable) else (block,):
            pieces = _parted(one) if isinstance(one, StreamParagraph) else (one,)
            out += [BookRow(piece, words) for piece in pieces if isinstance(piece, StreamTable) or _has_words(piece)]
    return tuple(out)


def with_rules(blocks: Iterable[StreamParagraph | StreamTable]) -> Iterator[StreamParagraph | StreamTable]:
    """The blocks without paragraphs that are a typed line, each told to the paragraph below it."""
    ruled = False
    for block in blocks:
        if isinstance(block, StreamParagraph) and _RULE.fullmatch(block.text.strip()) and not block.label:
            ruled = True
            continue
        if isinstance(block, StreamParagraph) and _has_words(block):
            block, ruled = replace(block, ruled=block.ruled or ruled), False
        yield block


def _has_words(one: StreamParagraph) -> bool:
    return bool(one.text.strip() or one.label)


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
        labelled = finished and any(not c.bare for c in candidates("", after))
        if before and (labelled or _NOTE.match(after)):
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
