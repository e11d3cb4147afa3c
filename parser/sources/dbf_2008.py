"""DBf's regulations of 2008 (dbf-2008-web): a clean web page, one paragraph a line, blank lines between.

Indentation lies (roman items are as far out as numbers), so only the labels count; a line without label
belongs to the letter or section now open. Footnotes close a section. Tables are lines of cells parted by
single blanks below a heading that was flattened to two lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from corpus.ids import Level
from parser.layout.events import (
    FootnoteText,
    LawHeading,
    LayoutError,
    LayoutEvent,
    ListItem,
    Paragraph,
    ParsedLayout,
    TableBlock,
)
from parser.layout.source import Source
from parser.text.tracked import TrackedText, Witness, collapse

_HEAD = re.compile(r"(§ (X?\d+)\.) ")
_LETTER = re.compile(r"([A-Z])\. ")
_ITEM = re.compile(r"(\d+|[a-z]|[ivx]+)\. ")
_FOOT = re.compile(r"(\*+\)) ")
_CAPTION = re.compile(r"KP Antal spil i kampen")
_ROW = re.compile(r"\d+-\d+ |\d+ \d+ ")


def read(text: TrackedText, witnesses: Mapping[str, Witness], lexicons: Mapping[str, str]) -> ParsedLayout:
    """Every line of the page as flow; nothing on it is noise."""
    return ParsedLayout(flow=tuple(_flow([line for line in map(collapse, text.split("\n")) if line])))


def _flow(rows: list[TrackedText]) -> Iterator[LayoutEvent]:
    at, lettered = 0, False
    while at < len(rows):
        row = rows[at]
        at += 1
        if match := _HEAD.match(row.text):
            lettered = False
            yield LawHeading(match[2], row[: match.end(1)], row[match.end() :])
        elif match := _LETTER.match(row.text):
            lettered = True
            yield ListItem(match[1], row[: match.end() - 1], heading=row[match.end() :])
        elif match := _ITEM.match(row.text):
            yield ListItem(match[1], row[: match.end() - 1], text=row[match.end() :])
        elif match := _FOOT.match(row.text):
            yield FootnoteText(match[1], row[: match.end(1)], row[match.end() :])
        elif _CAPTION.fullmatch(row.text):
            stop = at
            while stop < len(rows) and _ROW.match(rows[stop].text):
                stop += 1
            yield _table(row, rows[at:stop])
            at = stop
        else:
            yield Paragraph(row, Level.UPPER if lettered else Level.LAW)


def _table(head: TrackedText, rows: list[TrackedText]) -> TableBlock:
    first, caption = head[:2], head[3:]
    if not rows:
        raise LayoutError("a table without rows", head.origins[0])
    cells = [_cells(row) for row in rows]
    return TableBlock(((first, *cells[0]), *cells[1:]), caption, header=1, of=Level.UPPER)


def _cells(row: TrackedText) -> tuple[TrackedText, ...]:
    return tuple(row[match.start() : match.end()] for match in re.finditer(r"\S+", row.text))


SOURCE = Source(
    key="dbf-2008", layout=read, note_sign=re.compile(r"(?<=[^\s(])(?P<mark>\*+\))"), default_origin="federation"
)
