"""The rows of tables that answer a question, each as a line of its own with the labels it stands under."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from corpus.library import Library
from corpus.model import LOST, Block, Prose, Table
from index.search.asked_scores import AskedRows, Facets
from index.search.rules import RuleIndex
from index.search.search_words import ScoreWords

_RANGE = re.compile(r"(\d+)(?:[-–](\d+)|(\+))?")
_SPACE = re.compile(r"(?<=\d) (?=\d)")

TableLine = tuple[str, str]
"""A row of a table: its place, and its labels with what stands there."""


class AnswerRows:
    """The rows of a library's tables."""

    def __init__(self, library: Library, rules: RuleIndex, words: ScoreWords) -> None:
        self._library = library
        self._rules = rules
        self._words = words

    def lines(self, key: str, asked: AskedRows) -> tuple[TableLine, ...]:
        """What an expression has of the rows that are asked for.

        Nothing where a cell is lost: half an answer is none.
        """
        found: list[TableLine] = []
        for place in self._rules.expressions_of(asked.rule).get(key, ()):
            provision = self._library.provision(key, place)
            tables = _with_prose(provision.blocks if provision else ())
            own = self._about(tables, asked.facets) if asked.facets else _beside([t for _, t in tables], asked.numbers)
            found += [(place, line) for line in own]
        return () if any(LOST in line for _, line in found) else tuple(found)

    def _about(self, tables: Sequence[tuple[Sequence[str], Table]], asked: Facets) -> Iterator[str]:
        """The rows whose cells are about what is asked, each with the labels of these cells."""
        for before, table in tables:
            titles = [text for text in before if not text.endswith((".", ":"))]
            title = table.caption or (titles[-1] if titles else "")
            heads, over = (table.rows[table.header - 1], table.rows[0][0]) if table.header else ((), "")
            for row in table.rows[table.header :]:
                # "I farezonen" begins a part with the same columns, "För första straffen" stands over the rows below.
                if row[1:] == heads[1:] or not any(row[1:]):
                    over = row[0]
                    continue
                labels = heads[1:] or ("",) * (len(row) - 1)
                cells = [
                    f"{label} {cell}".strip()
                    for label, cell in zip(labels, row[1:], strict=True)
                    if cell and self._is_about((f"{row[0]} {label}", over), (title, " ".join(before)), asked)
                ]
                if cells:
                    names = dict.fromkeys(filter(None, (title, over.rstrip(":"), row[0].rstrip(":"))))
                    yield f"{', '.join(names)}: {', '.join(cells)}"

    def _is_about(self, labels: Sequence[str], around: Sequence[str], asked: Facets) -> bool:
        """True for a cell about nothing else than what is asked: by what its labels name first, or where they do not
        say by what is around, if that names one thing alone.
        """
        named = [self._words.named(text) for text in (*labels, *around)]
        for kind, wanted in asked.items():
            first = (one[kind][:1] for one in named[: len(labels)])
            alone = (one[kind] for one in named[len(labels) :] if len(one[kind]) == 1)
            if not wanted.issuperset(next(filter(None, (*first, *alone)), ())):
                return False
        return True


def _with_prose(blocks: Sequence[Block]) -> list[tuple[list[str], Table]]:
    """The tables among blocks, each with the prose before it."""
    found, before = [], list[str]()
    for block in blocks:
        if isinstance(block, Prose):
            before.append(block.text)
        else:
            found.append((before, block))
            before = []
    return found


def _beside(tables: Sequence[Table], numbers: Sequence[int]) -> Iterator[str]:
    """The cells beside numbers: two of a match, or a difference of scores, or a board."""
    if len(numbers) > 1:
        yield from _of_match(tables, *numbers)
        return
    for table in tables:
        heads = table.rows[0] if table.header else ()
        is_scale = len(heads) > 2 and heads[0] == heads[2]
        for row in table.rows[table.header :]:
            yield from _of_scale(heads, row, numbers[0]) if is_scale else _of_board(heads, row, numbers[0])


def _of_scale(heads: Sequence[str], row: Sequence[str], number: int) -> Iterator[str]:
    """Pairs of columns, a range and what it gives."""
    for at in range(0, len(row) - 1, 2):
        if _holds(row[at], number):
            yield f"{heads[at]} {row[at]}: {heads[at + 1]} {row[at + 1]}"


def _of_board(heads: Sequence[str], row: Sequence[str], number: int) -> Iterator[str]:
    """Boards behind what they have in common: "Øst: 2, 6, 10, 14"."""
    for cell in row[1:]:
        if (match := _RANGE.match(cell)) and int(match[1]) == number:
            kind, unit = (f"{heads[0]}, ", heads[1]) if heads else ("", "" if row[1][:1].isdecimal() else row[1])
            yield f"{kind}{unit} {cell}: {row[0]}".lstrip()


def _of_match(tables: Sequence[Table], boards: int, imps: int) -> Iterator[str]:
    """The column for a number of boards, or for the next higher one there is, and the row that has the difference."""
    columns = [(int(head), table, at) for table in tables for at, head in enumerate(table.rows[0]) if head.isdecimal()]
    fitting = [column for column in columns if column[0] >= boards]
    if fitting:
        number, table, at = min(fitting, key=lambda column: column[0])
        for row in table.rows[1:]:
            if _holds(row[at], imps):
                yield f"{table.caption} {number}, {row[at]}: {table.rows[0][0]} {row[0]}"


def _holds(cell: str, number: int) -> bool:
    """True for a range that holds a number: "430-490", "4000+"."""
    match = _RANGE.fullmatch(_SPACE.sub("", cell))
    if match is None:
        return False
    return int(match[1]) <= number and (bool(match[3]) or number <= int(match[2] or match[1]))
