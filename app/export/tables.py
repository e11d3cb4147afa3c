"""The aligned rows for other programs: TMX for translators' tools, tables for everybody else.

TMX 1.4b: one unit a row in which at least two texts have words, ``tuid`` the row's key. Languages are tagged; edition,
expression and number of each variant are properties, since an old edition must not pass for a translation.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from corpus import store
from corpus.alignment.concordance import Concordance, ConcordanceTable
from corpus.alignment.contradictions import Settlement, settle
from corpus.alignment.rows import AlignedCell, AlignedRow, Alignment
from corpus.library import Library
from index.comparison import parity, parity_judgements

ExportRows = Iterator[dict[str, Any]]


def tmx(library: Library, alignment: Alignment) -> bytes:
    """The translation memory of all rows."""
    head = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE tmx SYSTEM "tmx14.dtd">\n<tmx version="1.4">\n'
        f'<header creationtool="lovbro" creationtoolversion={quoteattr(version("lovbro"))} segtype="block" '
        'o-tmf="lovbro" adminlang="en" srclang="*all*" datatype="plaintext"/>\n<body>\n'
    )
    units = (unit for row in alignment.rows if (unit := _unit(library, row)))
    return (head + "".join(units) + "</body>\n</tmx>\n").encode()


def tables(library: Library, alignment: Alignment, concordance: Concordance) -> dict[str, ExportRows]:
    """Further tables by name: the rows with their texts, the concordance, its contradictions, the parity report."""
    return {
        "rows": (_row(library, row) for row in alignment.rows),
        "concordance": (row for table in concordance.tables for row in numbers(table)),
        "contradictions": contradictions(settle(concordance.contradictions(), store.load_settled())),
        "parity": parity_rows(library, alignment),
    }


def parity_rows(library: Library, alignment: Alignment) -> ExportRows:
    """The parity report with both texts and what people decided."""
    findings, _ = parity_judgements.judged(parity.load(library, alignment), parity_judgements.load_judgements())
    for finding, status, reason in findings:
        yield {
            "row": finding.row,
            "kind": finding.kind,
            "one": finding.one,
            "other": finding.other,
            "one_has": "; ".join(finding.one_has),
            "other_has": "; ".join(finding.other_has),
            "status": status,
            "reason": reason,
            "one_text": _said(library, finding.one, finding.places[0]),
            "other_text": _said(library, finding.other, finding.places[1]),
        }


def numbers(table: ConcordanceTable) -> ExportRows:
    """The rows of a concordance table."""
    for row in table.rows:
        yield {
            "from_edition": table.old,
            "from": row.old,
            "to_edition": table.new,
            "to": row.new,
            "relation": row.relation,
            "unsure": row.unsure,
            "note": row.note,
        }


def contradictions(settled: Iterable[Settlement]) -> ExportRows:
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
    """Heading and own words of what stands in a cell."""
    definition = library.definition(cell.expression, cell.id)
    if definition is not None:
        return f"{definition.headword.text}\n{definition.text}".strip()
    provision = library.provision(cell.expression, cell.id)
    if provision is None:
        return ""
    heading = provision.heading.text if provision.heading else ""
    return "\n".join(part for part in (heading, provision.text) if part)


def _unit(library: Library, row: AlignedRow) -> str:
    variants = [_variant(library, cell, text) for cell in row.cells if (text := words(library, cell))]
    if len({cell.expression for cell in row.cells if words(library, cell)}) < 2:
        return ""
    return f"<tu tuid={quoteattr(row.key)}>\n{_prop('kind', row.kind)}{''.join(variants)}</tu>\n"


def _variant(library: Library, cell: AlignedCell, text: str) -> str:
    entry = library.entry(cell.expression)
    properties = (
        ("expression", cell.expression),
        ("edition", entry.edition),
        ("id", cell.id),
        ("relation", cell.relation),
        ("confidence", f"{cell.confidence:.2f}"),
    )
    props = "".join(_prop(name, value) for name, value in properties)
    return f"<tuv xml:lang={quoteattr(entry.language)}>\n{props}<seg>{escape(text)}</seg></tuv>\n"


def _prop(name: str, value: str) -> str:
    return f"<prop type={quoteattr(name)}>{escape(value)}</prop>\n"


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
        }
        for cell in row.cells
    ]
    gaps = [{"expression": gap.expression, "reason": gap.reason, "ids": list(gap.ids)} for gap in row.gaps]
    return {"key": row.key, "kind": row.kind, "law": row.law, "cells": cells, "gaps": gaps}


def _said(library: Library, key: str, place: str) -> str:
    provision = library.provision(key, place)
    return provision.text if provision else ""


def _cell(value: object) -> object:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (list, dict, bool)) else value
