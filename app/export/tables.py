"""The tables that are compared and worked out: aligned rows, concordance, its contradictions, the parity report."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator
from typing import Any

from corpus import store
from corpus.alignment.concordance import Concordance, ConcordanceTable
from corpus.alignment.contradictions import Settlement, settled_contradictions
from corpus.alignment.rows import AlignedCell, AlignedRow, Alignment
from corpus.alignment.table_row import TRANSLATED
from corpus.library import Library

ExportRows = Iterator[dict[str, Any]]


def tables(library: Library, alignment: Alignment, concordance: Concordance) -> dict[str, ExportRows]:
    """Further tables by name: the rows with their texts, the concordance, its contradictions, the parity report."""
    return {
        "rows": (_row(library, row) for row in alignment.rows),
        "concordance": (row for table in concordance.tables for row in concordance_rows(table)),
        "contradictions": contradiction_rows(
            settled_contradictions(concordance.contradictions(), store.load_settled())
        ),
        "parity": parity_rows(library, alignment),
    }


def parity_rows(library: Library, alignment: Alignment) -> ExportRows:
    """The parity report with both texts and what people decided."""
    from index.comparison.parity_judgements import load_report  # it compares texts, which no other table needs

    for finding, status, reason in load_report(library, alignment):
        yield {
            "row": finding.row,
            "kind": finding.kind,
            "one": finding.one,
            "other": finding.other,
            "one_has": "; ".join(finding.one_has),
            "other_has": "; ".join(finding.other_has),
            "status": status,
            "reason": reason,
            "one_text": _text(library, finding.one, finding.places[0]),
            "other_text": _text(library, finding.other, finding.places[1]),
        }


def concordance_rows(table: ConcordanceTable) -> ExportRows:
    """The rows of a concordance table; ``note`` is English, the notes in other languages follow."""
    for row in table.rows:
        yield {
            "from_edition": table.old,
            "from": row.old,
            "to_edition": table.new,
            "to": row.new,
            "relation": row.relation,
            "unsure": row.unsure,
            "note": row.note,
            "place": row.place,
            "content": row.content,
            **{f"note_{language}": row.translations.get(language, "") for language in TRANSLATED},
        }


def contradiction_rows(settled: Iterable[Settlement]) -> ExportRows:
    """Where the tables contradict each other, which of them holds, and why."""
    for found in settled:
        yield {
            "from_edition": found.contradiction.old,
            "from": found.contradiction.id,
            "to_edition": found.contradiction.new,
            "direct": list(found.contradiction.direct),
            "chained": list(found.contradiction.chained),
            "holds": found.holds,
            "reason": found.reason,
            **{f"reason_{language}": found.translations[language] for language in TRANSLATED},
        }


def csv_file(table: Iterable[dict[str, Any]]) -> bytes:
    """A table as CSV under the names of its fields; lists and objects are JSON inside their cell."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for number, row in enumerate(table):
        if not number:
            writer.writerow(row)
        writer.writerow([_cell(value) for value in row.values()])
    return out.getvalue().encode()


def words(library: Library, cell: AlignedCell) -> str:
    """Heading and own words of the place in a cell."""
    definition = library.definition(cell.expression, cell.id)
    if definition is not None:
        return f"{definition.headword.text}\n{definition.text}".strip()
    provision = library.provision(cell.expression, cell.id)
    if provision is None:
        return ""
    heading = provision.heading.text if provision.heading else ""
    return "\n".join(part for part in (heading, provision.text) if part)


def _row(library: Library, row: AlignedRow) -> dict[str, Any]:
    cells = [
        {
            "expression": cell.expression,
            "id": cell.id,
            "relation": cell.relation,
            "method": cell.method,
            "confidence": cell.confidence,
            "also": list(cell.also),
            "text": words(library, cell),
            "place": cell.place,
            "content": cell.content,
        }
        for cell in row.cells
    ]
    return {"key": row.key, "kind": row.kind, "law": row.law, "cells": cells, "gaps": gap_records(row)}


def gap_records(row: AlignedRow) -> list[dict[str, Any]]:
    """Which texts a row has nothing of, and why."""
    return [{"expression": gap.expression, "reason": gap.reason, "ids": list(gap.ids)} for gap in row.gaps]


def _text(library: Library, key: str, place: str) -> str:
    provision = library.provision(key, place)
    return provision.text if provision else ""


def _cell(value: object) -> object:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (list, dict, bool)) else value
