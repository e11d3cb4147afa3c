"""The numbers of the scoring tables, read from the texts at the places that ``data/lexicon/scoring.toml`` names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal, get_args

from corpus.board.contract import SEATS, Seat, Vulnerability
from corpus.library import Library
from corpus.model import Provision, Table
from corpus.registry import LAWS
from corpus.schema import FormatError, Loader

LEXICON = "scoring.toml"
_RANGE = re.compile(r"(\d+)(?:[-–](\d+)|\+)?")
CellKey = tuple[str, str, str]
ArtificialKind = Literal["average-plus", "average", "average-minus"]
_NAMED: tuple[Vulnerability, ...] = ("none", "NS", "EW", "all")  # those that a board can have


class ScoringTablesError(FormatError):
    """A number that a text does not have at its place in ``scoring.toml``."""


@dataclass(frozen=True)
class ScaleRow:
    """What a difference from ``low`` to ``high`` gives; ``high`` is None for the open end."""

    low: int
    high: int | None
    gives: tuple[int, ...]

    def holds(self, difference: int) -> bool:
        """True when the difference is in the row."""
        return self.low <= difference and (self.high is None or difference <= self.high)


@dataclass(frozen=True)
class ScoringTables:
    """The numbers. ``points`` are those of law 77 by (table, row, column), ``imps`` the scale of 78B.

    ``match_points`` are the scales of DBf 202A by the number of boards; ``vulnerability`` and ``dealers`` are those of
    boards 1 to 16 by law 2; ``numbers`` are those of sentences, by the lexicon's names; ``texts`` are the expressions
    read, by work, and ``titles`` what a reader knows them by; ``artificial`` is what is meant by typed words in small
    letters ("middel plus"); ``superseded`` are the short names of texts that later ones have superseded, by work.
    """

    points: Mapping[CellKey, int]
    imps: tuple[ScaleRow, ...]
    match_points: Mapping[int, tuple[ScaleRow, ...]]
    vulnerability: Mapping[int, Vulnerability]
    dealers: Mapping[int, Seat]
    numbers: Mapping[str, int]
    texts: Mapping[str, str]
    titles: tuple[str, ...]
    artificial: Mapping[str, ArtificialKind]
    superseded: Mapping[str, str]


@dataclass(frozen=True)
class _Table:
    name: str
    place: str
    corner: str
    rows: Mapping[str, str]
    columns: Mapping[str, str]


@dataclass(frozen=True)
class _Place:
    work: str
    place: str


@dataclass(frozen=True)
class _Number:
    work: str
    place: str
    pattern: str


@dataclass(frozen=True)
class _Boards:
    place: str
    dealer: Mapping[str, str]
    vulnerable: Mapping[str, str]


@dataclass(frozen=True)
class _Lexicon:
    texts: Mapping[str, str]
    table: tuple[_Table, ...]
    scale: Mapping[str, _Place]
    boards: _Boards
    number: Mapping[str, _Number]
    words: Mapping[str, int]
    artificial: Mapping[str, tuple[str, ...]]


class _Reader:
    """Reads what the lexicon names out of one library."""

    def __init__(self, library: Library, content: str) -> None:
        self._library = library
        self._load = Loader(LEXICON, ScoringTablesError)
        self.places = self._load.convert(self._load.toml(content.encode()), _Lexicon)
        self._load.demand(("imps", "match-points"), self.places.scale, "scale")
        self._load.demand(_NAMED, self.places.boards.vulnerable, "boards.vulnerable")
        self._load.demand(SEATS, self.places.boards.dealer, "boards.dealer")
        self._load.demand(get_args(ArtificialKind), self.places.artificial, "artificial")
        self._patterns = {name: self._pattern(one.pattern, name) for name, one in self.places.number.items()}

    def points(self) -> Iterator[tuple[CellKey, int]]:
        for table in self.places.table:
            cells = self._cells(table.place)
            for (row, label), (column, head) in product(table.rows.items(), table.columns.items()):
                yield (table.name, row, column), self._whole(cells.get((table.corner, label, head), ""), table.name)

    def imps(self) -> tuple[ScaleRow, ...]:
        place = self.places.scale["imps"]
        table, *others = self._tables(place.work, place.place)
        if others:
            raise self._load.fault("range", "scale.imps", expected="1", found=str(1 + len(others)))
        rows = (row[at : at + 2] for row in table.rows[table.header :] for at in range(0, len(row), 2))
        return self._scale(((span, (self._whole(gives, "imps"),)) for span, gives in rows if span), "imps")

    def match_points(self) -> Iterator[tuple[int, tuple[ScaleRow, ...]]]:
        place = self.places.scale["match-points"]
        for table in self._tables(place.work, place.place):
            for at, boards in enumerate(table.rows[0][1:], 1):
                shares = ((row[at], self._shares(row[0])) for row in table.rows[table.header :])
                yield self._whole(boards, "match-points"), self._scale(shares, "match-points")

    def _boards(self, name: str) -> tuple[str, ...]:
        """The numbers in the row of that name of the table of boards."""
        tables = self._tables(LAWS, self.places.boards.place)
        return {row[0]: row[1:] for table in tables for row in table.rows}.get(name, ("",))

    def dealers(self) -> Iterator[tuple[int, Seat]]:
        for seat in SEATS:
            for board in self._boards(self.places.boards.dealer[seat]):
                yield self._whole(board, "boards"), seat

    def vulnerability(self) -> Iterator[tuple[int, Vulnerability]]:
        for name in _NAMED:
            for board in self._boards(self.places.boards.vulnerable[name]):
                yield self._whole(board, "boards"), name

    def artificial(self) -> Iterator[tuple[str, ArtificialKind]]:
        kinds: tuple[ArtificialKind, ...] = get_args(ArtificialKind)
        return ((word, kind) for kind in kinds for word in self.places.artificial[kind])

    def numbers(self) -> Iterator[tuple[str, int]]:
        for name, place in self.places.number.items():
            match = self._patterns[name].search(self._text(place.work, place.place))
            word = match[1] if match else ""
            yield name, self.places.words.get(word) or self._whole(word, name)

    def _text(self, work: str, place: str) -> str:
        provision = self._provision(work, place)
        return " ".join(block.text for block in provision.blocks if not isinstance(block, Table))

    def _tables(self, work: str, place: str) -> tuple[Table, ...]:
        found = tuple(block for block in self._provision(work, place).blocks if isinstance(block, Table))
        if not found:
            raise self._load.fault("kind", place, expected="table", found="text")
        return found

    def _cells(self, place: str) -> Mapping[CellKey, str]:
        try:
            return _cells(self._tables(LAWS, place))
        except ValueError as error:
            raise self._load.fault("value", found=place, cause="a table of another shape") from error

    def _pattern(self, rule: str, name: str) -> re.Pattern[str]:
        pattern = self._load.pattern(rule, f"number.{name}")
        if pattern.groups != 1:
            raise self._load.fault("range", f"number.{name}", expected="1", found=str(pattern.groups))
        return pattern

    def _provision(self, work: str, place: str) -> Provision:
        self._load.demand((work,), self.places.texts, "texts")
        text = self.places.texts[work]
        if text not in self._library.registry.keys:
            raise self._load.fault("choice", "texts", expected=", ".join(self._library.registry.keys), found=text)
        found = self._library.provision(text, place)
        if found is None:
            raise self._load.fault("absent", text, expected=place)
        return found

    def _whole(self, printed: str, place: str) -> int:
        if not printed.isdecimal():
            raise self._load.fault("kind", place, expected="whole-number", found="text" if printed else "nothing")
        return int(printed)

    def _shares(self, printed: str) -> tuple[int, ...]:
        return tuple(self._whole(share, "match-points") for share in printed.split("-"))

    def _scale(self, rows: Iterator[tuple[str, tuple[int, ...]]], place: str) -> tuple[ScaleRow, ...]:
        """The rows in order; a scale begins at 0 and counts upwards to an open end."""
        scale = []
        for printed, gives in rows:
            match = _RANGE.fullmatch(printed)
            if match is None:
                raise self._load.fault("value", place, found=printed)
            high = None if printed.endswith("+") else int(match[2] or match[1])
            scale.append(ScaleRow(int(match[1]), high, gives))
        scale.sort(key=lambda row: row.low)
        ends = [row.high for row in scale]
        in_order = all(high is not None and high < row.low for high, row in zip(ends, scale[1:], strict=False))
        if not scale or scale[0].low or ends[-1] is not None or not in_order:
            raise self._load.fault("value", place, cause="a scale that does not count upwards from 0")
        return tuple(scale)


def read_scoring_tables(library: Library, lexicon: str) -> ScoringTables:
    """The numbers that ``lexicon``, the text of ``scoring.toml``, finds in a library. Raises ScoringTablesError."""
    reader = _Reader(library, lexicon)
    return ScoringTables(
        points=dict(reader.points()),
        imps=reader.imps(),
        match_points=dict(reader.match_points()),
        vulnerability=dict(reader.vulnerability()),
        dealers=dict(reader.dealers()),
        numbers=dict(reader.numbers()),
        texts=reader.places.texts,
        titles=tuple(library.entry(text).title for text in reader.places.texts.values()),
        artificial=dict(reader.artificial()),
        superseded={
            work: library.entry(text).short
            for work, text in reader.places.texts.items()
            if library.entry(text).standing == "superseded"
        },
    )


def _cells(tables: Sequence[Table]) -> Mapping[CellKey, str]:
    """The cells of tables by (corner, row, column); a row with the columns of the heading begins a part of its own."""
    cells: dict[CellKey, str] = {}
    for table in tables:
        corner, *heads = table.rows[0] if table.header else ("",) * len(table.rows[0])
        for label, *values in table.rows[table.header :]:
            if values == heads:
                corner = label
                continue
            cells |= {(corner, label, head): value for head, value in zip(heads, values, strict=True)}
    return cells
