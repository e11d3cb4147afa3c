"""Books whose lists are all of figures, nested in one another, as a converter or a page without its style sheet writes
lists of letters: "1." below a law, "1." below that.

What their letters were is told by the nesting alone: a figure cannot stand directly below a law, nor two lists of
figures within one another where the book has small letters nowhere. The first list of a law is of capitals, or of
figures where the capitals are there; each list within another is one step further down. What the file prints stays as
its label.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from corpus.ids import Level
from parser.recognition.labels import LabelCandidate
from parser.recognition.laws import law_starts
from parser.recognition.rows import BookRow
from parser.recognition.sections import law_section

_LISTS = 8  # lists of figures within others that are no chance
_HARDLY = 0.05  # of the lists of figures, those of letters where letters are lost
_RUN_ON = re.compile(r"\s\(?a\)\s")  # a list of small letters within a paragraph
_APART = 2.0  # points between the edges of two lists


def with_nested_figures(rows: Sequence[BookRow]) -> tuple[BookRow, ...]:
    """The rows, in such a book with the step of the ladder that each figure stands on."""
    starts = law_starts(rows)
    if not starts:
        return tuple(rows)
    laws = law_section(rows, starts)
    heads = {start.row for start in starts}
    own = [(at, None if at in heads else rows[at]) for at in range(laws.first, laws.stop)]
    first = _first_step([row for _, row in own if row is not None])
    depths = _depths(own, first) if first is not None else {}
    nested = [at for at, depth in depths.items() if depth and _figure(rows[at]) == "1"]
    if first is None or len(nested) < _LISTS:
        return tuple(rows)
    return tuple(
        replace(row, step=Level(first + depth)) if (depth := depths.get(at)) is not None else row
        for at, row in enumerate(rows)
    )


def _first_step(rows: Sequence[BookRow]) -> Level | None:
    """Where the first list of a law stands; None for a book with letters."""
    ones = sum(_figure(row) == "1" for row in rows)
    capitals = sum(_begins(row, "A") for row in rows)
    small = sum(_begins(row, "a") or _RUN_ON.search(row.text) is not None for row in rows)
    if not ones or small > _HARDLY * ones:
        return None
    return Level.UPPER if capitals <= _HARDLY * ones else Level.DIGIT


def _begins(row: BookRow, letter: str) -> bool:
    return any(letter in label.atoms for label in row.labels)


def _figure(row: BookRow) -> str:
    """The figure that a row is labelled with; "" for any other row."""
    return next((label.atoms[0] for label in row.labels if _is_figure(label)), "")


def _is_figure(label: LabelCandidate) -> bool:
    return not (label.bare or label.kind or label.signed) and label.atoms[0].isdigit()


def _depths(rows: Sequence[tuple[int, BookRow | None]], first: Level) -> Mapping[int, int]:
    return dict(_each_depth(rows, first))


def _each_depth(rows: Sequence[tuple[int, BookRow | None]], first: Level) -> Iterator[tuple[int, int]]:
    """How many lists of figures are around each figure; None in place of a row begins a law."""
    edges: list[float] = []
    for at, row in rows:
        one = row.paragraph if row is not None else None
        if row is None or _is_capital(row):
            edges.clear()
        elif one is not None and not one.noise and _figure(row):
            while edges and edges[-1] > one.hang + _APART:
                edges.pop()
            if not edges or one.hang > edges[-1] + _APART:
                edges.append(one.hang)
            if first + len(edges) - 1 <= Level.ROMAN:
                yield at, len(edges) - 1


def _is_capital(row: BookRow) -> bool:
    return any(label.atoms[0].isupper() and label.atoms[0].isalpha() and not label.bare for label in row.labels)
