"""Tables that set a book with its numbers in the margin: label and heading in one cell, the text beside them, its notes
beside that; and the number of a law beside its heading, in a table of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from parser.documents.stream import StreamBlock, StreamParagraph, StreamTable
from parser.recognition.labels import candidates
from parser.recognition.layout_tables import UNKNOWN_EDGE
from parser.recognition.numbers_above import numbered_heading

_NUMBER = re.compile(r"(?:§\s*|[^\W\d_]{3,8}\s)?X?(\d{1,3})\.?")
_HEADING = 130  # characters of a heading in a margin
_LABEL = 20  # characters of a label
_HABIT = 8  # such tables, or rows in them, that are a habit of the book


def with_margins_read(blocks: Sequence[StreamBlock]) -> list[StreamBlock]:
    """The blocks with what stands in such tables in reading order; as they are where the book has no such habit.

    Evidence: whatever stands in the first column of a table begins with a line that is a label and nothing else, and
    headings follow in it at several places of the book; tables of a number and a heading count up through it.
    """
    tables = [block for block in blocks if isinstance(block, StreamTable)]
    headed = sum(bool(_margin(row[0])[1]) for table in tables if _is_margined(table) for row in _rows(table) if row[0])
    heads = [head for table in tables if (head := _law_head(table))]
    rising = sum(one[0] < other[0] for one, other in pairwise(heads))
    with_heads = len(heads) >= _HABIT and rising >= 0.9 * (len(heads) - 1)
    out: list[StreamBlock] = []
    for block in blocks:
        if isinstance(block, StreamTable) and with_heads and (head := _law_head(block)):
            out.append(head[1])
        elif isinstance(block, StreamTable) and headed >= _HABIT and (_is_margined(block) or _is_unlabelled(block)):
            out += (one for row in _rows(block) for one in _read(row))
        else:
            out.append(block)
    return out


def _rows(table: StreamTable) -> list[list[list[StreamBlock]]]:
    parts = table.parts or [[[cell] for cell in row] for row in table.rows]
    return [[_kept(cell) for cell in row] for row in parts]


def _kept(cell: Sequence[StreamBlock]) -> list[StreamBlock]:
    return [one for one in cell if isinstance(one, StreamTable) or one.text.strip() or one.label]


def _law_head(table: StreamTable) -> tuple[int, StreamParagraph] | None:
    """(number, heading) of a table that is the head of a law and nothing else."""
    cells = [cell for row in _rows(table) for cell in row if cell]
    if len(cells) != 2 or len(table.rows) != 1 or any(len(cell) != 1 for cell in cells):
        return None
    number, heading = cells[0][0], cells[1][0]
    if isinstance(number, StreamTable) or isinstance(heading, StreamTable) or len(heading.text) > _HEADING:
        return None
    match = _NUMBER.fullmatch(number.text.strip())
    if match is None or not any(map(str.isalpha, heading.text)):
        return None
    return int(match[1]), replace(numbered_heading(number, heading), indent=0.0)


def _is_margined(table: StreamTable) -> bool:
    """True where the first column holds labels, each on a line of its own, and text stands beside one at least."""
    rows = _rows(table)
    labelled = [row for row in rows if row and row[0]]
    if not labelled or not any(cell for row in labelled for cell in row[1:]):
        return False
    return all(_margin(row[0])[0] for row in labelled)


def _is_unlabelled(table: StreamTable) -> bool:
    """True for text in its column, and perhaps notes beside it, with nothing in the margin."""
    rows = _rows(table)
    return all(len(row) > 2 and not row[0] and row[1] for row in rows)


def _margin(cell: Sequence[StreamBlock]) -> tuple[str, str]:
    """(label, heading) in a cell of the margin; ("", "") where it does not begin with a label."""
    if not cell or any(isinstance(one, StreamTable) for one in cell):
        return "", ""
    text = "\n".join(f"{one.label} {one.text}".strip() for one in cell if isinstance(one, StreamParagraph))
    label, _, heading = (part.strip() for part in text.partition("\n"))
    whole = any(not one.bare and one.end >= len(label) for one in candidates("", label))
    if not whole or len(label) > _LABEL or len(heading) > _HEADING or not any(map(str.isalpha, label)):
        return "", ""
    return label, " ".join(heading.split())


def _read(row: Sequence[Sequence[StreamBlock]]) -> Iterator[StreamBlock]:
    """What stands in a row in reading order: label and heading, text, notes."""
    label, heading = _margin(row[0])
    if heading:
        first = row[0][0]
        assert isinstance(first, StreamParagraph)
        yield replace(first, text=heading, label=label, bold=len(heading), indent=UNKNOWN_EDGE, hang=0.0, lead=0)
        label = ""
    for one in (one for cell in (row[1:] if row[0] else row) for one in cell):
        if isinstance(one, StreamTable):
            if label:
                yield StreamParagraph("", one.place, label, indent=UNKNOWN_EDGE)
            yield one
        else:
            yield replace(one, label=f"{label} {one.label}".strip(), indent=UNKNOWN_EDGE) if label else one
        label = ""
    if label:
        first = row[0][0]
        assert isinstance(first, StreamParagraph)
        yield replace(first, text="", label=label, bold=0, anchors=(), indent=UNKNOWN_EDGE, hang=0.0, lead=0)
