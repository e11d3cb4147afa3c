"""Tables that only set a book: labels in one column and words in another, headings in a margin beside them, laws one
below the other, whole pages in frames. What stands in them is taken out in reading order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from parser.documents.stream import StreamBlock, StreamParagraph, StreamTable
from parser.recognition.labels import LabelCandidate, candidates
from parser.recognition.words import CONTINUED

UNKNOWN_EDGE = -1.0  # the left edge of words in a column: it tells nothing about other paragraphs
_SHORT_LABEL = 20  # characters that a cell with nothing but a label may have
_NAME = 30  # characters of the name of a column
_HEADING = 130  # characters of a heading in a margin
_SENTENCE = 3  # words
_LABELLED = 3  # labelled paragraphs in one cell that are a text, not a cell of a table
_NEARLY = 0.75  # of the headings in a margin, those beside a label
_ENTRIES, _LISTS = 20, 0.2  # rows of a list of words, and the share of them that may hold lists
_STEP = 20.0  # points that a column is worth


def unrolled(table: StreamTable) -> Iterator[StreamBlock]:
    """The paragraphs and tables in a table that only sets them; else the table itself.

    Evidence: headings in a margin, each beside the label that it is of, or between it and its text; tables, headings
    or labelled paragraphs in one cell; or rows of labels and words, between which only one cell has any, as the head
    of a law has.
    """
    placed = [[(n, found) for n, cell in enumerate(row) if (found := _kept(cell))] for row in _parts(table)]
    placed = [row for row in placed if row]
    if _has_margin(placed):
        for row in placed:
            yield from _beside_margin(row)
        return
    rows = [[cell for _, cell in row] for row in placed]
    triples = [_is_headed_label(row) for row in rows]
    if any(triples) and all(is_one or _hangs(row) for is_one, row in zip(triples, rows, strict=True)):
        for is_one, row in zip(triples, placed, strict=True):
            yield from _row([row[0], (row[1][0], _bold(row[1][1]))]) if is_one else _row(row)
            yield from _row(row[2:]) if is_one else ()
        return
    beside = sum(len(row) == 1 and row[0][0] > 0 for row in placed)
    frames = any(_is_frame(cell) for row in rows for cell in row) and not _is_word_list(placed)
    is_layout = frames or _is_column(placed) or _has_labels(rows, beside) or _is_headed_text(placed) or _is_box(rows)
    headed = not is_layout and _is_headed(rows)
    if not (is_layout or headed):
        yield table
        return
    if headed:
        words = (one for cell in rows[0] for one in cell if isinstance(one, StreamParagraph))
        yield from (replace(one, noise="running-head") for one in words)
    for row in placed[headed:]:
        yield from _row(row)


def _is_box(rows: Sequence[Sequence[Sequence[StreamBlock]]]) -> bool:
    """True for several paragraphs in the one cell of a table."""
    return len(rows) == 1 and len(rows[0]) == 1 and len(rows[0][0]) > 1


def _is_headed_text(rows: Sequence[Sequence[tuple[int, Sequence[StreamBlock]]]]) -> bool:
    """True for a law's heading beside its words, all others of which are in their column too."""
    if not rows or not _heads_law(rows[0]) or len(rows[0]) + len(rows) < 3:
        return False
    is_text = len(rows) > 1 or _words(rows[0][1][1]).endswith((".", ":"))
    return is_text and len(rows[0]) < 3 and _is_column(rows[1:])


def _is_headed_label(row: Sequence[Sequence[StreamBlock]]) -> bool:
    """True for a label, its heading and its text in a cell each; figures beside names have no sentence behind them."""
    if len(row) != 3 or not _is_label(row[0]) or not any(map(str.isalpha, _words(row[0]))):
        return False
    return _is_heading(row[1]) and len(re.findall(r"[^\W\d_]+", _words(row[2]))) >= 2 * _SENTENCE


def _bold(cell: Sequence[StreamBlock]) -> list[StreamBlock]:
    return [replace(one, bold=len(one.text)) if isinstance(one, StreamParagraph) else one for one in cell]


def _parts(table: StreamTable) -> Sequence[Sequence[Sequence[StreamBlock]]]:
    return table.parts or [[[cell] for cell in row] for row in table.rows]


def _kept(cell: Sequence[StreamBlock]) -> list[StreamBlock]:
    return [one for one in cell if isinstance(one, StreamTable) or one.text.strip() or one.label]


def _row(cells: Sequence[tuple[int, Sequence[StreamBlock]]]) -> Iterator[StreamBlock]:
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


def _has_margin(rows: Sequence[Sequence[tuple[int, Sequence[StreamBlock]]]]) -> bool:
    """True where what has words in the first column is a heading, nearly each beside the label of its provision; the
    first may be that of the law, beside words of its own."""
    headed = [row for n, row in enumerate(rows) if row[0][0] == 0 and not (n == 0 and _heads_law(row))]
    if not headed or not all(len(row) > 1 and _is_heading(row[0][1]) for row in headed):
        return False
    labels = [_words(row[1][1])[: _label_end(row[1][1])] for row in headed]
    # "1° La den": a label of a kind that no other has. Numbers alone are those of senses beside a headword.
    told = any(sign.isalpha() for one in labels for sign in one) or _are_decimal(labels)
    return sum(map(bool, labels)) >= _NEARLY * len(headed) and told


def _heads_law(row: Sequence[tuple[int, Sequence[StreamBlock]]]) -> bool:
    """True for a bold heading, alone or beside sentences without a label."""
    first = row[0][1][0]
    is_bold = isinstance(first, StreamParagraph) and first.all_bold and _is_heading(row[0][1])
    return row[0][0] == 0 and is_bold and (len(row) == 1 or not _label_end(row[1][1]))


def _decimal(words: str) -> list[LabelCandidate]:
    """The readings of words as a whole number in figures that is longer than that of a law; "6-10" is a range."""
    return [one for one in candidates("", words, decimal=True) if len(one.atoms) > 1 and "-" not in words[: one.end]]


def _are_decimal(labels: Sequence[str]) -> bool:
    """True for whole numbers in figures of which each is of the law of the one before, or among a law's first; fees
    and days ("2.5 kr.", "12.9.") are not."""
    paths = [one.atoms for label in labels if label for one in _decimal(label)]
    laws = ["", *(path[0] for path in paths)]
    follow = all(path[0] == law or path[1] == "A" for law, path in zip(laws, paths, strict=False))
    return follow and len(paths) == sum(map(bool, labels))


def _is_heading(cell: Sequence[StreamBlock]) -> bool:
    words = _words(cell)
    is_short = len(cell) == 1 and len(words) < _HEADING and sum(sign.isalpha() for sign in words) >= _SENTENCE
    return is_short and not any(not one.bare for one in candidates("", words))


def _label_end(cell: Sequence[StreamBlock]) -> int:
    """Where the label ends that the first paragraph of a cell begins with, 0 for none."""
    first = cell[0]
    if isinstance(first, StreamTable) or first.label or _labels(cell) > 1:
        return 0  # "1. ... 2. ...": a list, not the label of what is beside it
    ends = [one.end for one in candidates("", first.text) if len(one.atoms) == 1 and not one.bare]
    end = min(ends or [one.end for one in _decimal(first.text)], default=0)
    # A number alone is a figure of a table.
    return end if any(sign.isalpha() or sign in ".)" for sign in first.text[:end]) else 0


def _beside_margin(row: Sequence[tuple[int, Sequence[StreamBlock]]]) -> Iterator[StreamBlock]:
    """What stands in a row beside a margin: a label with its heading from there, then the words."""
    if row[0][0] > 0 or len(row) < 2 or not _label_end(row[1][1]):
        yield from _row(row)
        return
    heading, labelled = row[0][1][0], row[1][1][0]
    assert isinstance(heading, StreamParagraph)
    assert isinstance(labelled, StreamParagraph)
    end = _label_end(row[1][1])
    label = labelled.text[:end].strip()
    yield replace(heading, label=label, bold=len(heading.text), indent=UNKNOWN_EDGE, hang=0.0)
    anchors = tuple((at - end, key) for at, key in labelled.anchors if at >= end)
    rest = replace(labelled, text=labelled.text[end:], bold=0, anchors=anchors, indent=UNKNOWN_EDGE)
    cells = [(row[1][0], _kept([rest, *row[1][1][1:]])), *row[2:]]
    if any(cell for _, cell in cells):
        yield from _row([(n, cell) for n, cell in cells if cell])


def _is_frame(cell: Sequence[StreamBlock]) -> bool:
    """True for a cell that holds a table, a heading or a list."""
    return any(isinstance(one, StreamTable) or one.heading for one in cell) or _labels(cell) >= _LABELLED


def _labels(cell: Sequence[StreamBlock]) -> int:
    """How many paragraphs of a cell begin with a label."""
    words = (one for one in cell if isinstance(one, StreamParagraph))
    return sum(any(not candidate.bare for candidate in candidates(one.label, one.text)) for one in words)


def _is_word_list(rows: Sequence[Sequence[tuple[int, Sequence[StreamBlock]]]]) -> bool:
    """True for headwords beside what they mean, of which a few are lists of senses; bold ones are told by that."""
    pairs = [row for row in rows if [n for n, _ in row] == [0, 1]]
    heads = sum(_is_plain_head(row[0][1]) for row in pairs)
    lists = sum(_is_frame(cell) for row in rows for _, cell in row)
    return heads >= max(_ENTRIES, 0.9 * len(rows)) and lists <= _LISTS * len(rows)


def _is_plain_head(cell: Sequence[StreamBlock]) -> bool:
    first = cell[0]
    is_plain = isinstance(first, StreamParagraph) and not (first.all_bold or first.label)
    return len(cell) == 1 and is_plain and not _is_label(cell)


def _is_column(rows: Sequence[Sequence[tuple[int, Sequence[StreamBlock]]]]) -> bool:
    """True for rows of nothing but words in the column that is theirs, beside an empty one of labels."""
    return all(len(row) == 1 and row[0][0] > 0 for row in rows)


def _has_labels(rows: Sequence[Sequence[Sequence[StreamBlock]]], beside: int = 0) -> bool:
    """True where every row is labels and words, or one cell alone, and labels or the head of a law tell that it is no
    table of figures; ``beside`` are words alone in the column of words."""
    several = [row for row in rows if len(row) > 1]
    if not all(_hangs(row) for row in several):
        return False
    alone = [_words(row[0]) for row in rows if len(row) == 1]
    heads = any(candidate.signed for row in rows for candidate in candidates("", _words(row[0])))
    labels = sum(_is_label([StreamParagraph(words, rows[0][0][0].place)]) for words in alone)
    told = len(several) + labels
    return heads or (told > 0 and 2 * told >= len(rows) - beside)


def _is_headed(rows: Sequence[Sequence[Sequence[StreamBlock]]]) -> bool:
    """True for rows of labels and words below names of the columns: "Nr.", "Bestemmelse"."""
    if len(rows) < 2 or _hangs(rows[0]) or len(rows[0]) < 2 or any(len(_words(cell)) > _NAME for cell in rows[0]):
        return False
    below = [row for row in rows[1:] if len(row) > 1]
    return _has_labels(rows[1:]) and any(_is_words(row[-1]) for row in below)


def _is_words(cell: Sequence[StreamBlock]) -> bool:
    return len(re.findall(r"[^\W\d_]+", _words(cell))) >= _SENTENCE


def _hangs(row: Sequence[Sequence[StreamBlock]]) -> bool:
    labels = all(_is_label(cell) or _is_continued(cell) for cell in row[:-1])
    return labels and any(sign.isalpha() for sign in _words(row[-1]))


def _is_continued(cell: Sequence[StreamBlock]) -> bool:
    """True for the label of a provision that goes on behind the list in it."""
    words = _words(cell)
    label = CONTINUED.sub("", words)
    return label != words and len(cell) == 1 and any(one.end >= len(label) for one in candidates("", label))


def _is_label(cell: Sequence[StreamBlock]) -> bool:
    words = _words(cell)
    if len(cell) != 1 or not 0 < len(words) < _SHORT_LABEL:
        return False
    found = (*candidates("", words), *_decimal(words))
    return any(not candidate.bare and candidate.end >= len(words) for candidate in found)


def _words(cell: Sequence[StreamBlock]) -> str:
    return " ".join(
        " ".join(f"{one.label} {one.text}".split()) for one in cell if isinstance(one, StreamParagraph)
    ).strip()
