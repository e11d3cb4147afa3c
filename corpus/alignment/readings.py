"""What a second witness reads, paragraph by paragraph: the table ``data/aligned/witnesses.tsv``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import astuple, dataclass, fields

from corpus.model import Where, WitnessReading
from corpus.schema import Between, FormatError, Loader

HEAD = tuple(field.name for field in fields(WitnessReading))


class ReadingsError(FormatError):
    """A table of readings that cannot be read."""


@dataclass(frozen=True)
class Readings:
    """The readings of all second witnesses, by their place."""

    by_place: Mapping[tuple[str, str], tuple[WitnessReading, ...]]

    @classmethod
    def of(cls, readings: Iterable[WitnessReading]) -> Readings:
        """Readings in their order, found by expression and place."""
        found: defaultdict[tuple[str, str], list[WitnessReading]] = defaultdict(list)
        for reading in readings:
            found[reading.expression, reading.place].append(reading)
        return cls({key: tuple(value) for key, value in found.items()})

    def only(self, keys: Collection[str]) -> Readings:
        """The readings of some expressions."""
        return Readings({place: found for place, found in self.by_place.items() if place[0] in keys})

    def at(self, expression: str, place: str) -> tuple[WitnessReading, ...]:
        """What second witnesses read in a place; nothing where none reaches."""
        return self.by_place.get((expression, place), ())

    def reach(self, expression: str, witness: str) -> tuple[str, ...]:
        """The places that a second witness has, in the order of the book."""
        return tuple(
            p for (key, p), found in self.by_place.items() if key == expression and found[0].witness == witness
        )


def write(readings: Iterable[WitnessReading]) -> bytes:
    """One line a reading, fields parted by tabs; the texts have neither tabs nor line ends in them."""
    rows = [HEAD, *(tuple(map(str, astuple(reading))) for reading in readings)]
    return "".join("\t".join(row) + "\n" for row in rows).encode()


def read(content: bytes) -> Readings:
    """The readings of ``data/aligned/witnesses.tsv``, whatever the bytes. Raises ReadingsError."""
    load = Loader("data/aligned/witnesses.tsv", ReadingsError)
    # Printed lines may begin with #, and may hold any other sign than tab and line feed.
    heading, *rows = load.text(content).removesuffix("\n").split("\n")
    if tuple(heading.split("\t")) != HEAD:
        raise load.fault("columns", "line 1", expected=", ".join(HEAD))
    return Readings.of(_reading(row.split("\t"), load, f"line {number}") for number, row in enumerate(rows, 2))


def _reading(cells: list[str], load: Loader, line: str) -> WitnessReading:
    if len(cells) != len(HEAD):
        raise load.fault("columns", line, expected=", ".join(HEAD))
    key, witness, place, where, block, text = cells
    number = int(load.number(block, line, Between(0, 100_000)))
    return WitnessReading(key, witness, place, load.convert(where, Where, line), number, text)  # type: ignore[arg-type]
