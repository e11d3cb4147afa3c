"""Tables that only set a book: labels in one column and words in another, laws one below the other, whole pages in
frames. What stands in them is taken out in reading order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from parser.documents.stream import StreamParagraph, StreamTable
from parser.recognition.labels import candidates
from parser.recognition.words import CONTINUED

UNKNOWN_EDGE = -1.0  # the left edge of words in a column: it tells nothing about other paragraphs
_SHORT_LABEL = 20  # characters that a cell with nothing but a label may have
_NAME = 30  # characters of the name of a column
_SENTENCE = 3  # words
_LABELLED = 3  # labelled paragraphs in one cell that are a text, not a cell of a table
_STEP = 20.0  # points that a column is worth

_Block = StreamParagraph | StreamTable


def unrolled(table: StreamTable) -> Iterator[_Block]:
    """The paragraphs and tables in a table that only sets them; else the table itself.

    Evidence: tables, headings or labelled paragraphs in one cell; or rows of labels and words, between which only one
    cell has any, as the head of a law has.
    """
    placed = [[(n, found) for n, cell in enumerate(row) if (found := _kept(cell))] for row in _parts(table)]
    placed = [row for row in placed if row]
    rows = [[cell for _, cell in row] for row in placed]
    is_layout = any(_is_frame(cell) for row in rows for cell in row) or _is_column(placed) or _has_labels(rows)
    headed = not is_layout and _is_headed(rows)
    if not (is_layout or headed):
        yield table
        return
    if headed:
        words = (one for cell in rows[0] for one in cell if isinstance(one, StreamParagraph))
        yield from (replace(one, noise="running-head") for one in words)
    for row in placed[headed:]:
        yield from _row(row)


def _parts(table: StreamTable) -> Sequence[Sequence[Sequence[_Block]]]:
    return table.parts or [[[cell] for cell in row] for row in table.rows]


def _kept(cell: Sequence[_Block]) -> list[_Block]:
    return [one for one in cell if isinstance(one, StreamTable) or one.text.strip() or one.label]


def _row(cells: Sequence[tuple[int, Sequence[_Block]]]) -> Iterator[_Block]:
    """What stands in a row; the labels in its first cells are those of the first words behind them."""
    if len(cells) > 1 and _is_continued(cells[0][1]):  # "69B (forts.)": what follows has no label of its own
        yield from (replace(one, noise="running-head") for one in cells[0][1] if isinstance(one, StreamParagraph))
        cells = cells[1:]
    first = next((n for n, (_, cell) in enumerate(cells) if not _is_label(cell)), len(cells))
    first = min(first, len(cells) - 1)
    label = " ".join(" ".join(_words(cell) for _, cell in cells[:first]).split())
    in_column = bool(label) or (len(cells) == 1 and cells[0][0] > 0)
    for _, cell in cells[first:]:
        for one in cell:
            if isinstance(one, StreamTable):
                if label:
                    yield StreamParagraph("", one.place, label, indent=UNKNOWN_EDGE, hang=_STEP * cells[0][0])
                yield from unrolled(one)
            elif label:
                joined = f"{label} {one.label}".strip()
                yield replace(one, label=joined, indent=UNKNOWN_EDGE, hang=_STEP * cells[0][0])
            else:
                yield replace(one, indent=UNKNOWN_EDGE) if in_column else one
            label = ""


def _is_frame(cell: Sequence[_Block]) -> bool:
    """True for a cell that holds a table, a heading or a list."""
    labelled = 0
    for one in cell:
        if isinstance(one, StreamTable) or one.heading:
            return True
        labelled += any(not candidate.bare for candidate in candidates(one.label, one.text))
    return labelled >= _LABELLED


def _is_column(rows: Sequence[Sequence[tuple[int, Sequence[_Block]]]]) -> bool:
    """True for rows of nothing but words in the column that is theirs, beside an empty one of labels."""
    return all(len(row) == 1 and row[0][0] > 0 for row in rows)


def _has_labels(rows: Sequence[Sequence[Sequence[_Block]]]) -> bool:
    """True where every row is labels and words, or one cell alone, and labels or the head of a law tell that it is no
    table of figures."""
    several = [row for row in rows if len(row) > 1]
    if not all(_hangs(row) for row in several):
        return False
    alone = [_words(row[0]) for row in rows if len(row) == 1]
    heads = any(candidate.signed for row in rows for candidate in candidates("", _words(row[0])))
    labels = sum(_is_label([StreamParagraph(words, rows[0][0][0].place)]) for words in alone)
    told = len(several) + labels
    return heads or (told > 0 and 2 * told >= len(rows))


def _is_headed(rows: Sequence[Sequence[Sequence[_Block]]]) -> bool:
    """True for rows of labels and words below names of the columns: "Nr.", "Bestemmelse"."""
    if len(rows) < 2 or _hangs(rows[0]) or len(rows[0]) < 2 or any(len(_words(cell)) > _NAME for cell in rows[0]):
        return False
    below = [row for row in rows[1:] if len(row) > 1]
    return _has_labels(rows[1:]) and any(_is_words(row[-1]) for row in below)


def _is_words(cell: Sequence[_Block]) -> bool:
    return len(re.findall(r"[^\W\d_]+", _words(cell))) >= _SENTENCE


def _hangs(row: Sequence[Sequence[_Block]]) -> bool:
    labels = all(_is_label(cell) or _is_continued(cell) for cell in row[:-1])
    return labels and any(sign.isalpha() for sign in _words(row[-1]))


def _is_continued(cell: Sequence[_Block]) -> bool:
    """True for the label of a provision that goes on behind the list in it."""
    words = _words(cell)
    label = CONTINUED.sub("", words)
    return label != words and len(cell) == 1 and any(one.end >= len(label) for one in candidates("", label))


def _is_label(cell: Sequence[_Block]) -> bool:
    words = _words(cell)
    if len(cell) != 1 or not 0 < len(words) < _SHORT_LABEL:
        return False
    return any(not candidate.bare and candidate.end >= len(words) for candidate in candidates("", words))


def _words(cell: Sequence[_Block]) -> str:
    return " ".join(
        " ".join(f"{one.label} {one.text}".split()) for one in cell if isinstance(one, StreamParagraph)
    ).strip()
