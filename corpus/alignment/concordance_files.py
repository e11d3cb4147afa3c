"""The number tables as files: ``data/concordance/1997-2007.csv`` to values; comment lines begin with #."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from typing import get_args

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

COLUMNS = ("place", "content", "note", *(f"note_{language}" for language in TRANSLATED))
CONTENTS = ("same", "revised")


def read_table(name: str, text: str) -> ConcordanceTable:
    """A table from the text of ``1997-2007.csv``. Raises ConcordanceError naming the line."""
    old, _, new = name.partition("-")
    columns = (f"law_{old}", f"law_{new}", *COLUMNS)
    lines = [(n, line) for n, line in enumerate(text.splitlines(), 1) if line and not line.startswith("#")]
    rows = []
    for (number, _), cells in zip(lines[1:], csv.reader(line for _, line in lines[1:]), strict=True):
        row = dict(zip(columns, cells, strict=False))
        place = next((place for place in get_args(Place) if place == row.get("place")), None)
        if len(cells) != len(columns) or place is None or (row["content"] in CONTENTS) == (place in ENDS):
            raise ConcordanceError(f"data/concordance/{name}.csv: line {number}: expected {','.join(columns)}")
        source, target = (_checked(name, number, cell) for cell in cells[:2])
        notes = {language: row[f"note_{language}"] for language in TRANSLATED} if row["note"] else {}
        rows.append(ConcordanceRow(source, target, place, row["content"] == "revised", row["note"], notes))
    return ConcordanceTable(old, new, tuple(rows))


def read_concordance(files: Mapping[str, str]) -> Concordance:
    """All tables from their texts by name (``{"1997-2007": ...}``)."""
    return Concordance(tuple(read_table(name, files[name]) for name in sorted(files)))


def _checked(name: str, number: int, cell: str) -> str:
    if cell:
        try:
            ProvisionId.of(cell.removesuffix(NOTE))
        except BadIdError as error:
            raise ConcordanceError(f"data/concordance/{name}.csv: line {number}: {error}") from error
    return cell
