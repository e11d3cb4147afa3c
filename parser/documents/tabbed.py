"""Tables that somebody set with tabs or blanks alone: paragraphs below one another with cells parted by them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from parser.documents.label_words import is_typed_label
from parser.documents.stream import StreamBlock, StreamParagraph, StreamTable

_GAP = re.compile(r"\t| {3,}|(?<![.:;?!\s]) {2}")  # two blanks behind a stop part sentences
_WIDEST = 60  # characters of a cell
_FIGURES = re.compile(r"[\d\s.,+/–-]{1,9}|\d{1,3}\s?%")
_LONGEST = 20  # rows of two columns: more are an index


def with_tabbed_tables(blocks: Iterable[StreamBlock]) -> Iterator[StreamBlock]:
    """The blocks, with rows of cells between tabs or blanks as tables.

    Words behind a label or a headword stand behind a tab too: three columns tell, or two of which one is figures.
    """
    for tabbed, group in groupby(blocks, key=_is_row):
        found = list(group)
        rows = [block for block in found if isinstance(block, StreamParagraph)] if tabbed else []
        yield from [_table(rows)] if _is_table(rows) else found


def _is_row(block: StreamBlock) -> bool:
    if not isinstance(block, StreamParagraph) or not _GAP.search(block.text.strip("\t ")) or "\n" in block.text:
        return False
    cells = _GAP.split(block.text)
    if block.label or block.heading or block.contents or block.noise or block.box or max(map(len, cells)) > _WIDEST:
        return False
    return not (len(cells) == 2 and is_typed_label(cells[0]) and not _FIGURES.fullmatch(cells[1].strip()))


def _is_table(rows: Sequence[StreamParagraph]) -> bool:
    cells = [_GAP.split(row.text) for row in rows]
    if len(rows) < 2:
        return False
    if max(map(len, cells)) > 2:
        return sum(len(row) > 2 for row in cells) > 0.5 * len(rows)
    figures = sum(_FIGURES.fullmatch(row[-1].strip()) is not None for row in cells)
    return len(rows) <= _LONGEST and figures >= len(rows) - 1


def _table(rows: Sequence[StreamParagraph]) -> StreamTable:
    lead = min(len(row.text) - len(row.text.lstrip("\t")) for row in rows)
    made = tuple(tuple(_cells(row, lead)) for row in rows)
    header = next((n for n, row in enumerate(rows) if not row.all_bold), 0)
    return StreamTable(made, rows[0].place, header, rows[0].indent)


def _cells(row: StreamParagraph, lead: int) -> Iterator[StreamParagraph]:
    gaps = [match.span() for match in _GAP.finditer(row.text, lead)]
    for start, stop in zip([lead, *(end for _, end in gaps)], [*(at for at, _ in gaps), len(row.text)], strict=True):
        anchors = tuple((at - start, key) for at, key in row.anchors if start <= at <= stop)
        yield replace(row, text=row.text[start:stop], anchors=anchors, bold=max(0, min(row.bold, stop) - start))
