"""``lovbro export``: the corpus as JSON lines, CSV or XML, in document order, for other programs.

``rows`` gives every table as plain dictionaries; the formats only differ in how they are written down.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from app.build.products import load_coverage
from app.export import tables
from app.export.tables import ExportRows
from app.i18n.reasons import english
from corpus import store, uris
from corpus.alignment.rows import AlignedCell, Alignment, telling
from corpus.files import write_atomic
from corpus.library import Library
from corpus.model import Emendation, Expression, Provision, Reference, Table, Target
from index.references import health
from index.references.graph import Graph
from index.references.health import HealthFinding


def export(form: str, folder: Path, library: Library) -> tuple[Path, ...]:
    """Write the corpus into ``folder`` (made if need be) and return the files. ``form`` is a key of ``FORMATS``."""
    written = []
    for name, content in FORMATS[form](library):
        write_atomic(folder / name, content)
        written.append(folder / name)
    return tuple(written)


def rows(library: Library) -> dict[str, ExportRows]:
    """Every table by name, each row a dictionary with the fields that DESIGN section 5 lists."""
    alignment = store.load_alignment()
    return {
        "provisions": (row for e in library.expressions for row in _provisions(library, e)),
        "parts": (_part(e, n) for e in library.expressions for n in range(len(e.parts))),
        "tables": (row for e in library.expressions for row in _tables(e)),
        "references": (_reference(library, e, one) for e in library.expressions for one in e.references),
        "notes": (row for e in library.expressions for row in _notes(e)),
        "definitions": (row for e in library.expressions for row in _definitions(e)),
        "index_terms": (row for e in library.expressions for row in _index_terms(e)),
        "alignments": _alignments(alignment),
        "health": health_rows(health.report(library, store.load_tables())),
        "coverage": ({"witness": c.witness, "line": c.line, "used_as": c.used_as} for c in load_coverage()),
        **tables.tables(library, alignment, store.load_tables()),
    }


def _provisions(library: Library, expression: Expression) -> ExportRows:
    entry = library.entry(expression.key)
    for provision in expression.walk():
        yield {
            "expression": expression.key,
            "id": str(provision.id),
            "level": provision.id.level.name,
            "printed": printed_label(provision),
            "heading": provision.heading.text if provision.heading else None,
            "text": provision.text,
            "parent": str(provision.id.parent) if provision.id.parent else None,
            "eId": provision.id.eid,
            "wId": uris.wid(entry, provision.id),
            "source": {
                "witness": provision.source.witness,
                "lines": [provision.source.first, provision.source.last],
            },
            "emendations": [
                {"printed": e.printed, "corrected": e.corrected, "rule": e.rule} for e in emendations(provision)
            ],
        }


def printed_label(provision: Provision) -> str:
    """The label as the witness prints it: "E" for 27C of nb-1997, nothing where the page lost it."""
    label = provision.printed
    for change in reversed(provision.label_emendations):
        label = label[: change.start] + change.printed + label[change.end :]
    return label


def emendations(provision: Provision) -> Iterator[Emendation]:
    """All corrections in a provision's own label, heading and blocks."""
    yield from provision.label_emendations
    if provision.heading is not None:
        yield from provision.heading.emendations
    for block in provision.own_blocks:
        yield from block.emendations


def _part(expression: Expression, number: int) -> dict[str, Any]:
    part = expression.parts[number]
    return {"expression": expression.key, "title": part.title, "level": part.level, "laws": list(part.laws)}


def _tables(expression: Expression) -> ExportRows:
    places = [(f"part:{part.key}", part.blocks) for part in expression.parts]
    places += [(str(provision.id), provision.own_blocks) for provision in expression.walk()]
    for place, blocks in places:
        for block in blocks:
            if isinstance(block, Table):
                yield {
                    "expression": expression.key,
                    "in": place,
                    "caption": block.caption,
                    "rows": [list(row) for row in block.rows],
                }


def reference_place(library: Library, expression: str, reference: Reference) -> str:
    """Where a reference stands; one in a note stands under the note's first anchor."""
    note = library.note(expression, reference.anchor.place)
    return note.anchors[0] if note is not None else reference.anchor.place


def _reference(library: Library, expression: Expression, reference: Reference) -> dict[str, Any]:
    place = {"expression": expression.key, "in": reference_place(library, expression.key, reference)}
    return place | reference_record(reference)


def reference_record(reference: Reference) -> dict[str, Any]:
    """The fields of a reference for JSON, without its place; the evidence in English."""
    return {
        "where": reference.anchor.where,
        "printed": reference.printed,
        "gloss": reference.gloss,
        "targets": [_target(target) for target in reference.targets],
        "form": reference.form,
        "negated": reference.negated,
        "signal": reference.signal,
        "status": reference.status,
        "current": list(reference.current),
        "likely": list(reference.likely),
        "evidence": english(reference.evidence),
    }


def health_rows(findings: Iterable[HealthFinding]) -> ExportRows:
    """The findings of the health report as rows of strings, lists with blanks between, the evidence in English."""
    for finding in findings:
        lists = {"targets": " ".join(finding.targets), "proposed": " ".join(finding.proposed)}
        yield vars(finding) | lists | {"evidence": english(finding.evidence)}


def _target(target: Target) -> dict[str, str]:
    if target.id.startswith("def:"):
        return {"id": target.id}
    return {"work": target.work, "edition": target.edition, "id": target.id}


def _notes(expression: Expression) -> ExportRows:
    for note in expression.notes:
        yield {
            "expression": expression.key,
            "anchors": list(note.anchors),
            "marker": note.marker,
            "text": note.text,
            "origin": note.origin,
        }


def _definitions(expression: Expression) -> ExportRows:
    for definition in expression.definitions:
        yield {
            "expression": expression.key,
            "headword": definition.headword.text,
            "senses": [sense.prose.text for sense in definition.senses],
            "text": definition.text,
        }


def _index_terms(expression: Expression) -> ExportRows:
    for entry in expression.index:
        yield {
            "expression": expression.key,
            "entry": entry.entry,
            "sub": entry.sub,
            "targets": list(entry.targets),
        }


def _alignments(alignment: Alignment) -> ExportRows:
    for one, other in alignment.pairs():
        source = telling(one, other)
        target = one if source is other else other
        yield {
            "from": _end(source),
            "to": _end(target),
            "relation": source.relation,
            "method": source.method,
            "confidence": min(source.confidence, target.confidence),
        }


def _end(cell: AlignedCell) -> dict[str, str]:
    return {"expression": cell.expression, "id": cell.id}


def _as_jsonl(library: Library) -> Iterator[tuple[str, bytes]]:
    for name, table in rows(library).items():
        yield f"{name}.jsonl", "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in table).encode()


def _as_csv(library: Library) -> Iterator[tuple[str, bytes]]:
    """One file a table; lists and objects are JSON inside their cell."""
    for name, table in rows(library).items():
        yield f"{name}.csv", tables.csv_file(table)


def _as_akn(library: Library) -> Iterator[tuple[str, bytes]]:
    """The products as they are."""
    for key in library.registry.keys:
        yield f"{key}.xml", store.read_product(f"akn/{key}.xml")
    yield "laws.xml", store.read_product(store.ALIGNED)


def _as_graph(library: Library) -> Iterator[tuple[str, bytes]]:
    from index.references.paths import ReferencePaths

    paths = ReferencePaths(Graph(library, store.load_tables()))
    yield "references.graphml", paths.to_graphml()
    yield "references.json", paths.to_json()


def _as_tmx(library: Library) -> Iterator[tuple[str, bytes]]:
    yield "laws.tmx", tables.tmx(library, store.load_alignment())


FORMATS: Mapping[str, Callable[[Library], Iterable[tuple[str, bytes]]]] = {
    "akn": _as_akn,
    "csv": _as_csv,
    "graph": _as_graph,
    "jsonl": _as_jsonl,
    "tmx": _as_tmx,
}
