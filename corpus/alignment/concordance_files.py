"""The number tables as files: ``data/concordance/1997-2007.csv`` to values; comment lines begin with #."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from corpus.alignment.concordance import (
    ENDS,
    NOTE,
    TRANSLATED,
    Concordance,
    ConcordanceError,
    ConcordanceRow,
    ConcordanceTable,
    Place,
)
from corpus.ids import BadIdError, ProvisionId
from corpus.schema import FormatError, Loader

COLUMNS = ("place", "content", "note", *(f"note_{language}" for language in TRANSLATED))
Content = Literal["same", "revised"]


class ConcordanceFileError(ConcordanceError, FormatError):
    """A number table that cannot be read: ``fault`` names the line."""


def read_table(name: str, text: str) -> ConcordanceTable:
    """A table from the text of ``1997-2007.csv``. Raises ConcordanceFileError naming the line."""
    load = Loader(f"data/concordance/{name}.csv", ConcordanceFileError)
    old, _, new = name.partition("-")
    columns = (f"law_{old}", f"law_{new}", *COLUMNS)
    return ConcordanceTable(
        old, new, tuple(_row(row, columns, load, f"line {n}") for n, row in load.records(text, ",", columns))
    )


def read_concordance(files: Mapping[str, str]) -> Concordance:
    """All tables from their texts by name (``{"1997-2007": ...}``)."""
    return Concordance(tuple(read_table(name, files[name]) for name in sorted(files)))


def _row(row: Mapping[str, str], columns: tuple[str, ...], load: Loader, line: str) -> ConcordanceRow:
    source, target = (_checked(row[column], load, line) for column in columns[:2])
    place: Place = load.convert(row["place"], Place, line)  # type: ignore[arg-type]
    allowed = ("",) if place in ENDS else get_args(Content)
    if row["content"] not in allowed:
        raise load.fault("choice", line, expected=", ".join(allowed) or '""', found=row["content"])
    if (bool(source), bool(target)) != (place != "new", place != "dropped"):
        raise load.fault("value", line, found=f"{row[columns[0]]}, {row[columns[1]]}", cause=place)
    notes = {language: row[f"note_{language}"] for language in TRANSLATED} if row["note"] else {}
    return ConcordanceRow(source, target, place, row["content"] == "revised", row["note"], notes)


def _checked(cell: str, load: Loader, line: str) -> str:
    if cell:
        try:
            ProvisionId.of(cell.removesuffix(NOTE))
        except BadIdError as error:
            raise load.fault("value", line, found=cell, cause=str(error)) from error
    return cell
