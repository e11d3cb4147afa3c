"""The number tables as files: ``data/concordance/1997-2007.csv`` to values; comment lines begin with #."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal, get_args

from corpus.alignment.concordance import JOINED, Concordance, ConcordanceError, ConcordanceTable
from corpus.alignment.table_row import (
    ENDS,
    NOTE,
    PROPOSED_DOUBT,
    TAKEN,
    TRANSLATED,
    UNSURE,
    ConcordanceRow,
    Place,
    RowDoubt,
)
from corpus.ids import BadIdError, ProvisionId
from corpus.schema import Between, FormatError, Loader

COLUMNS = ("place", "content", "note", *(f"note_{language}" for language in TRANSLATED))
DOUBT_COLUMNS = ("confidence", "grounds", "nearest")
"""The last columns of a table that was proposed; older ones have none of them."""
Content = Literal["same", "revised"]
# Until the columns of a doubt there was a sentence in the note of a row.
_NOTED_TAKEN = f"{UNSURE}. Its counterpart was taken away in review."
_NOTED_DOUBT = re.compile(
    rf"{UNSURE}\. (?:(?P<confidence>[01]\.\d\d)(?:: (?P<grounds>[^;]*))?|found nowhere)(?:; nearest (?P<nearest>.*))?"
)


class ConcordanceFileError(ConcordanceError, FormatError):
    """A number table that cannot be read: ``fault`` names the line."""


def read_table(name: str, text: str) -> ConcordanceTable:
    """A table from the text of ``1997-2007.csv``. Raises ConcordanceFileError naming the line."""
    load = Loader(f"data/concordance/{name}.csv", ConcordanceFileError)
    old, _, new = name.partition("-")
    columns = (f"law_{old}", f"law_{new}", *COLUMNS)
    return ConcordanceTable(
        old, new, tuple(read_row(row, columns, load, f"line {n}") for n, row in load.records(text, ",", columns))
    )


def read_concordance(files: Mapping[str, str]) -> Concordance:
    """All tables from their texts by name (``{"1997-2007": ...}``)."""
    return Concordance(tuple(read_table(name, files[name]) for name in sorted(files)))


def doubt_cells(doubt: RowDoubt) -> tuple[str, str, str]:
    """The cells of ``DOUBT_COLUMNS``.

    >>> doubt_cells(RowDoubt(0.55, ("words",), (("20F", 0.57), ("20", 0.5))))
    ('0.55', 'words', '20F 0.57; 20 0.50')
    """
    confidence = "" if doubt.confidence is None else f"{doubt.confidence:.2f}"
    nearest = JOINED.join(f"{place} {likely:.2f}" for place, likely in doubt.nearest)
    return confidence, JOINED.join(doubt.grounds), nearest


def _doubt(cells: Sequence[str], load: Loader, line: str) -> RowDoubt:
    """The doubt in cells of ``DOUBT_COLUMNS``. Raises the loader's error."""
    confidence, grounds, nearest = cells
    pairs = [one.rpartition(" ") for one in nearest.split(JOINED) if one]
    share = Between(0, 1)
    return RowDoubt(
        load.number(confidence, line, share) if confidence else None,
        tuple(filter(None, grounds.split(JOINED))),
        tuple((_checked(place, load, line), load.number(likely, line, share)) for place, _, likely in pairs),
    )


def read_row(row: Mapping[str, str], columns: Sequence[str], load: Loader, line: str) -> ConcordanceRow:
    """A row from its cells by column; the first two ``columns`` have the numbers. Raises the loader's error."""
    source, target = (_checked(row[column], load, line) for column in columns[:2])
    place: Place = load.convert(row["place"], Place, line)  # type: ignore[arg-type]
    allowed = ("",) if place in ENDS else get_args(Content)
    if row["content"] not in allowed:
        raise load.fault("choice", line, expected=", ".join(allowed) or '""', found=row["content"])
    if (bool(source), bool(target)) != (place != "new", place != "dropped"):
        raise load.fault("value", line, found=f"{row[columns[0]]}, {row[columns[1]]}", cause=place)
    note, cells = row["note"], [row.get(column, "") for column in DOUBT_COLUMNS]
    if noted := _NOTED_DOUBT.fullmatch(note):
        note, cells = PROPOSED_DOUBT, [(noted[column] or "").replace(", ", JOINED) for column in DOUBT_COLUMNS]
    if note == _NOTED_TAKEN:
        note, cells = PROPOSED_DOUBT, ["", TAKEN, ""]
    notes = {language: row[f"note_{language}"] for language in TRANSLATED} if note else {}
    doubt = _doubt(cells, load, line)
    return ConcordanceRow(source, target, place, row["content"] == "revised", note, notes, doubt)


def _checked(cell: str, load: Loader, line: str) -> str:
    if cell:
        try:
            ProvisionId.of(cell.removesuffix(NOTE))
        except BadIdError as error:
            raise load.fault("value", line, found=cell, cause=str(error)) from error
    return cell
