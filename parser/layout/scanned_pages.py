"""Scanned pages to paragraphs: page breaks, list labels, headings, footnotes and paragraphs cut in two.

Works on the lines of a scanned book in which labels are at the line start, footnotes at the page end, and blank
lines are unreliable. It knows nothing about letters (``parser.witnesses.spelling``) or depth
(``parser.layout.outline``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from parser.text.tracked import TrackedText, join

ChunkKind = Literal["head", "item", "text", "foot", "page", "caption", "table"]

_LABEL = re.compile(r"(?P<value>\d{1,2}|[A-H]|[a-l]|i{1,3}|iv|v)\.(?=\s|$|[A-ZÆØÅ@§])")
_HEAD = re.compile(r"(?P<label>§ ?(?P<value>\d+)\.)(?= |$|[A-Z])")
_FOOT = re.compile(r"(?P<label>\*{1,2}\)) ")
_CLOSED = re.compile(r"[.:;?!][)»«]*(?:\*{1,2}\))?[)»«.]*$")
_KEEP_HYPHEN = re.compile(r"(?:og|eller) ")


@dataclass(frozen=True)
class ScannedLine:
    """A printed line; ``blank`` is True after blank lines, ``page`` is the number of a page it begins."""

    text: TrackedText
    blank: bool = False
    page: str = ""


@dataclass(frozen=True)
class Chunk:
    """A run of lines that belong together: a heading, a labelled item, a paragraph, a note, a table."""

    kind: ChunkKind
    value: str = ""
    label: TrackedText | None = None
    lines: tuple[TrackedText, ...] = ()
    heading: TrackedText | None = None

    @property
    def text(self) -> TrackedText:
        """The lines as one paragraph."""
        return join_lines(self.lines)

    @property
    def closed(self) -> bool:
        """True when the text ends as a sentence or an announcement ends."""
        return bool(self.lines) and bool(_CLOSED.search(self.lines[-1].text))


def join_lines(lines: Iterable[TrackedText]) -> TrackedText:
    """One paragraph from its lines: 'turne-' + 'ringsbridge' is one word, 'melde-' + 'og spille' two."""
    out = TrackedText("", ())
    for line in lines:
        if not re.search(r"[^\W\d_]-$", out.text) or _KEEP_HYPHEN.match(line.text):
            out = join((out, line))
        elif line.text[:1].islower():
            # The line feeds go with the hyphen, so that the printed form of the word is what the witness has there.
            feeds = range(out.origins[-1] + 1, line.origins[0])
            end = len(out) - 1
            out = (out + TrackedText("\n" * len(feeds), tuple(feeds))).reshape(end, len(out) + len(feeds), "") + line
        else:
            out = out + line
    return out


@dataclass(frozen=True)
class TableLooks:
    """How a book's tables and captions look: first lines, further lines of a table, lines that head one."""

    tables: Sequence[re.Pattern[str]]
    row: re.Pattern[str]
    caption: re.Pattern[str]


def chunks(lines: Iterable[ScannedLine], looks: TableLooks) -> tuple[Chunk, ...]:
    """Headings, items, paragraphs, notes, tables and page breaks of the laws in reading order."""
    return tuple(_reassembled(list(_cut(list(lines), looks))))


def _cut(lines: list[ScannedLine], looks: TableLooks) -> Iterator[Chunk]:
    opened: Chunk | None = None
    law, at = 1, 0
    while at < len(lines):
        line = lines[at]
        stop = _table_end(lines, at, looks)
        new = Chunk("table", lines=tuple(row.text for row in lines[at:stop])) if stop else _opening(line, law, looks)
        at = stop or at + 1
        if line.page or new or line.blank or not opened or not _takes(opened, line):
            if opened:
                yield opened
            if line.page:
                yield Chunk("page", line.page)
            opened = new or Chunk("text", lines=(line.text,))
            law += opened.kind == "head"
        else:
            opened = replace(opened, lines=(*opened.lines, line.text))
    if opened:
        yield opened


def _takes(opened: Chunk, line: ScannedLine) -> bool:
    """True when an unlabelled line without a blank before it goes on with ``opened``."""
    return opened.kind != "table" and (opened.kind != "caption" or line.text.text[:1].islower())


def _table_end(lines: list[ScannedLine], at: int, looks: TableLooks) -> int:
    if not any(pattern.match(lines[at].text.text) for pattern in looks.tables):
        return 0
    stop = at + 1
    while (
        stop < len(lines)
        and looks.row.match(lines[stop].text.text)
        and not any(pattern.match(lines[stop].text.text) for pattern in looks.tables)
    ):
        stop += 1
    return stop


def _opening(line: ScannedLine, law: int, looks: TableLooks) -> Chunk | None:
    text = line.text
    if (match := _HEAD.match(text.text)) and int(match["value"]) == law:
        return Chunk("head", match["value"], text[: match.end()], (text[match.end() :].strip(),))
    if match := _FOOT.match(text.text):
        return Chunk("foot", match["label"], text[: match.end("label")], (text[match.end() :],))
    if match := _LABEL.match(text.text):
        rest = text[match.end() :].strip()
        return Chunk("item", match["value"], text[: match.end()], (rest,) if rest else ())
    if looks.caption.match(text.text):
        return Chunk("caption", lines=(text,))
    return None


def _reassembled(pieces: list[Chunk]) -> Iterator[Chunk]:
    """Split headings from text, put cut paragraphs together, give notes their place after a paragraph they cut."""
    pieces = [part for piece in _with_lone_labels(pieces) for part in _split(piece)]
    at = 0
    while at < len(pieces):
        piece = pieces[at]
        at += 1
        if piece.kind not in ("head", "item", "text"):
            yield piece
        elif piece.heading is None and _is_title(piece, pieces[at : at + 1]):
            yield replace(piece, heading=piece.text, lines=())
        else:
            piece, between, at = _with_continuation(piece, pieces, at)
            yield from _split_labels(piece)
            yield from between


def _with_lone_labels(pieces: list[Chunk]) -> Iterator[Chunk]:
    """A label alone on its line takes the paragraph that follows."""
    at = 0
    while at < len(pieces):
        piece = pieces[at]
        at += 1
        if piece.kind == "item" and not piece.lines and at < len(pieces) and pieces[at].kind == "text":
            piece = replace(piece, lines=pieces[at].lines)
            at += 1
        yield piece


def _is_title(piece: Chunk, follower: list[Chunk]) -> bool:
    """A numbered line that ends no sentence and is followed by a paragraph: the headings of 86B1 and 86B2."""
    numbered = piece.kind == "item" and piece.value.isdigit() and not piece.closed and len(piece.lines) == 1
    return numbered and bool(follower) and follower[0].kind == "text" and follower[0].lines[0].text[:1].isupper()


def _with_continuation(piece: Chunk, pieces: list[Chunk], at: int) -> tuple[Chunk, list[Chunk], int]:
    between: list[Chunk] = []
    while True:
        after = at
        while after < len(pieces) and pieces[after].kind in ("page", "foot"):
            after += 1
        if after >= len(pieces) or pieces[after].kind != "text" or not _continues(piece, pieces[after]):
            return piece, between, at
        between += pieces[at:after]
        more = pieces[after].lines
        if piece.heading is None:
            piece = replace(piece, lines=(*piece.lines, *more))
        else:
            piece = replace(piece, heading=join_lines((piece.heading, *more)))
        at = after + 1


def _continues(piece: Chunk, follower: Chunk) -> bool:
    if piece.heading is not None:
        # A heading cut by a blank line: "C.Oplysninger fra tilbagetagne meldinger," / "ud- eller tilspil".
        return follower.lines[0].text[:1].islower()
    return not piece.closed


def _heading_lines(piece: Chunk) -> int:
    """How many of the lines are heading: the first and those that begin in lower case; 0 when they end a sentence."""
    count = 1
    while count < len(piece.lines):
        so_far = " ".join(line.text for line in piece.lines[:count])
        open_bracket = so_far.count("(") > so_far.count(")")
        if not (piece.lines[count].text[:1].islower() or open_bracket):
            break
        count += 1
    return 0 if piece.lines and re.search(r"[.:]\)?$", piece.lines[count - 1].text) else count


def _split(piece: Chunk) -> Iterator[Chunk]:
    """A heading and the text printed directly below it."""
    headed = piece.lines and (piece.kind == "head" or (piece.kind == "item" and piece.value.isupper()))
    count = _heading_lines(piece) if headed else 0
    if not count:
        yield piece
        return
    yield replace(piece, heading=join_lines(piece.lines[:count]), lines=())
    if piece.lines[count:]:
        yield Chunk("text", lines=piece.lines[count:])


def _split_labels(piece: Chunk) -> Iterator[Chunk]:
    """'2. a. Hvis': an item without text and its first child."""
    inner = _LABEL.match(piece.lines[0].text) if piece.lines and piece.kind == "item" else None
    if inner and inner["value"] in ("a", "i") and piece.value != inner["value"]:
        yield replace(piece, lines=())
        rest = piece.lines[0][inner.end() :].strip()
        yield Chunk(
            "item", inner["value"], piece.lines[0][: inner.end()], (rest, *piece.lines[1:]) if rest else piece.lines[1:]
        )
    else:
        yield piece
