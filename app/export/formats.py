"""``lovbro export``: the corpus as JSON lines, CSV or XML, in document order, for other programs.

``rows`` gives every table as plain dictionaries; the formats only differ in how they are written down.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any

from app.export import tables
from app.export.tables import ExportRows
from app.i18n.reasons import english
from corpus import store, uris
from corpus.alignment.rows import AlignedCell, decisive_cell
from corpus.files import write_atomic
from corpus.library import Library
from corpus.model import Block, Definition, Expression, Note, Prose, Provision, Reference, Table
from index.references import health
from index.references.graph import Graph, InboundReference, source_place
from index.references.health import HealthFinding

ExportRow = dict[str, Any]
_SENTENCE_END = re.compile(r"[.!?](\s|$)")

# Names, and what makes each content when its turn comes.
ExportFiles = Sequence[tuple[str, Callable[[], bytes]]]
ExportProgress = Callable[[int], AbstractContextManager[Callable[[str], object]]]


def export(
    form: str, folder: Path, library: Library, progress: ExportProgress = lambda length: nullcontext(lambda name: None)
) -> tuple[Path, ...]:
    """Write the corpus into ``folder`` (made if need be) and return the files. ``form`` is a key of ``FORMATS``.

    ``progress`` gets the number of files and gives what is called with the name of each before it is written.
    """
    files = FORMATS[form](library)
    with progress(len(files)) as begin:
        for name, content in files:
            begin(name)
            write_atomic(folder / name, content())
    return tuple(folder / name for name, _ in files)


def rows(library: Library) -> dict[str, ExportRows]:
    """Every table by name, each row a dictionary of strings, numbers, lists and objects, ready for JSON."""
    alignment, concordance = store.load_alignment().only(library.registry.keys), store.load_tables()
    texts = library.expressions
    return {
        "provisions": (_provision(library, e, provision) for e in texts for provision in e.walk()),
        "parts": (
            {"expression": e.key, "title": part.title, "level": part.level, "laws": list(part.laws)}
            for e in texts
            for part in e.parts
        ),
        "tables": (row for e in texts for row in _tables(e)),
        "references": (_reference(library, e.key, reference) for e in texts for reference in e.references),
        "notes": (_note(e.key, note) for e in texts for note in e.notes),
        "definitions": (_definition(e.key, definition) for e in texts for definition in e.definitions),
        "index_terms": (
            {"expression": e.key, "entry": entry.entry, "sub": entry.sub, "targets": list(entry.targets)}
            for e in texts
            for entry in e.index
        ),
        "alignments": (_alignment(one, other) for one, other in alignment.pairs()),
        "health": health_rows(health.health_findings(library, concordance)),
        "coverage": ({"witness": c.witness, "line": c.line, "used_as": c.used_as} for c in store.load_coverage()),
        **tables.tables(library, alignment, concordance),
    }


def _provision(library: Library, expression: Expression, provision: Provision) -> ExportRow:
    return {
        "expression": expression.key,
        "id": str(provision.id),
        "level": provision.id.level.name,
        "printed": provision.label_as_printed,
        "heading": provision.heading.text if provision.heading else None,
        "text": provision.text,
        "parent": str(provision.id.parent) if provision.id.parent else None,
        "eId": provision.id.eid,
        "wId": uris.wid(library.entry(expression.key), provision.id),
        "source": {"witness": provision.source.witness, "lines": [provision.source.first, provision.source.last]},
        "emendations": emendation_records(provision),
    }


def emendation_records(provision: Provision) -> list[ExportRow]:
    """The corrections in a provision's own label, heading and blocks."""
    found = (*provision.label_emendations, *provision.emendations)
    return [{"printed": e.printed, "corrected": e.corrected, "rule": e.rule} for e in found]


def _tables(expression: Expression) -> ExportRows:
    places = [(f"part:{part.key}", part.blocks) for part in expression.parts]
    places += [(str(provision.id), provision.own_blocks) for provision in expression.walk()]
    for place, blocks in places:
        for table, caption in captions(blocks):
            cells = [list(row) for row in table.rows]
            yield {"expression": expression.key, "in": place, "caption": caption, "rows": cells}


def captions(blocks: Iterable[Block]) -> Iterator[tuple[Table, str]]:
    """The tables of a text in their order, each with its caption.

    A table that has neither caption nor column headings is named by the lines directly above it, unless they are
    sentences: "I sang:" and "För det första bjudna och hemspelade tricket" (sv-2017, law 77). A line with a colon above
    another is for the next such table too.
    """
    above: list[str] = []
    group = ""
    for block in blocks:
        if isinstance(block, Prose):
            above = [] if _SENTENCE_END.search(block.text) else [*above, block.text]
            continue
        unnamed = not block.caption and not block.header
        if unnamed and len(above) > 1 and above[-2].endswith(":"):
            group, above = above[-2], above[-1:]
        elif not unnamed or len(above) != 1:
            group = ""
        yield block, " ".join(filter(None, (group, *above[-1:]))) if unnamed else block.caption
        above = []


def _reference(library: Library, key: str, reference: Reference) -> ExportRow:
    return {"expression": key, "in": source_place(library, key, reference)} | reference_record(reference)


def reference_record(reference: Reference) -> ExportRow:
    """The fields of a reference for JSON, without its place; the evidence in English."""
    return {
        "where": reference.anchor.where,
        "printed": reference.printed,
        "gloss": reference.gloss,
        "targets": [{"id": t.id} if t.id.startswith("def:") else {**vars(t)} for t in reference.targets],
        "form": reference.form,
        "negated": reference.negated,
        "signal": reference.signal,
        "status": reference.status,
        "current": list(reference.current),
        "likely": list(reference.likely),
        "evidence": english(reference.evidence),
    }


def inbound_record(found: InboundReference) -> ExportRow:
    """The fields of an inbound reference for JSON, without the place that it leads to."""
    reference = found.reference
    return {
        "printed": reference.printed,
        "where": reference.anchor.where,
        "kind": found.kind,
        "via": found.via,
        "other_edition": found.across,
        "negated": reference.negated,
        "status": reference.status,
    }


def health_rows(findings: Iterable[HealthFinding]) -> ExportRows:
    """The findings of the health report as rows of strings, lists with blanks between, the evidence in English."""
    for finding in findings:
        lists = {"targets": " ".join(finding.targets), "proposed": " ".join(finding.proposed)}
        yield vars(finding) | lists | {"evidence": english(finding.evidence)}


def _note(key: str, note: Note) -> ExportRow:
    anchors = list(note.anchors)
    return {"expression": key, "anchors": anchors, "marker": note.marker, "text": note.text, "origin": note.origin}


def _definition(key: str, definition: Definition) -> ExportRow:
    senses = [sense.prose.text for sense in definition.senses]
    return {"expression": key, "headword": definition.headword.text, "senses": senses, "text": definition.text}


def _alignment(one: AlignedCell, other: AlignedCell) -> ExportRow:
    source = decisive_cell(one, other)
    target = one if source is other else other
    return {
        "from": {"expression": source.expression, "id": source.id},
        "to": {"expression": target.expression, "id": target.id},
        "relation": source.relation,
        "method": source.method,
        "confidence": min(source.confidence, target.confidence),
        "place": source.place,
        "content": source.content,
    }


def _table_files(ending: str, write: Callable[[ExportRows], bytes], library: Library) -> ExportFiles:
    return [(f"{name}.{ending}", partial(write, table)) for name, table in rows(library).items()]


def _json_lines(table: ExportRows) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in table).encode()


def _akn_files(library: Library) -> ExportFiles:
    """The products as they are."""
    texts = [(f"{key}.xml", partial(store.expression_xml, key)) for key in library.registry.keys]
    return [*texts, ("laws.xml", partial(store.read_product, store.ALIGNED))]


def _graph_files(library: Library) -> ExportFiles:
    # Networkx, which no other format needs.
    from index.references.paths import ReferencePaths

    paths = ReferencePaths(Graph(library, store.load_tables()))
    return [("references.graphml", paths.to_graphml), ("references.json", paths.to_json)]


def _tmx_files(library: Library) -> ExportFiles:
    from app.export.tmx import tmx  # its XML writer takes as long to import as `lovbro show` to look a law up

    return [("laws.tmx", lambda: tmx(library, store.load_alignment().only(library.registry.keys)))]


FORMATS: Mapping[str, Callable[[Library], ExportFiles]] = {
    "akn": _akn_files,
    "csv": partial(_table_files, "csv", tables.csv_file),
    "graph": _graph_files,
    "jsonl": partial(_table_files, "jsonl", _json_lines),
    "tmx": _tmx_files,
}
