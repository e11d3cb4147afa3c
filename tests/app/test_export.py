"""The exports: every row of every table, in document order, with exactly the fields that others build on."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from app.cli import main
from app.export.formats import FORMATS, export
from corpus import store
from corpus.ids import ProvisionId
from corpus.library import Library

FIELDS = {
    "provisions": "expression id level printed heading text parent eId wId source emendations",
    "parts": "expression title level laws",
    "tables": "expression in caption rows",
    "references": "expression in where printed gloss targets form negated signal status current likely evidence",
    "notes": "expression anchors marker text origin",
    "definitions": "expression headword senses text",
    "index_terms": "expression entry sub targets",
    "alignments": "from to relation method confidence place content",
    "health": "expression place where printed targets verdict evidence proposed",
    "coverage": "witness line used_as",
    "rows": "key kind law cells gaps",
    "concordance": "from_edition from to_edition to relation unsure note place content note_da note_nb note_sv",
    "contradictions": "from_edition from to_edition direct chained holds reason reason_da reason_nb reason_sv",
    "parity": "row kind one other one_has other_has status reason one_text other_text",
}
Table = list[dict[str, Any]]


def test_the_command_takes_every_form_that_there_is() -> None:
    assert set(FORMATS) == set(main.FORMATS)


@pytest.fixture(scope="module")
def written(built: None, library: Library, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ...]:
    """The files of a whole export."""
    return tuple(export("jsonl", tmp_path_factory.mktemp("export"), library))


@pytest.fixture(scope="module")
def tables(written: tuple[Path, ...]) -> dict[str, Table]:
    return {path.stem: [json.loads(line) for line in path.read_text("utf-8").splitlines()] for path in written}


@pytest.mark.parametrize("name", FIELDS)
def test_rows_have_the_fields_that_are_promised(name: str, tables: dict[str, Table]) -> None:
    assert {tuple(FIELDS[name].split())} == {tuple(row) for row in tables[name]}


def test_provisions_are_all_there_in_document_order(tables: dict[str, Table], library: Library) -> None:
    assert [(e.key, str(p.id)) for e in library.expressions for p in e.walk()] == [
        (row["expression"], row["id"]) for row in tables["provisions"]
    ]
    assert {"da-2017": 827, "sv-2017": 828, "nb-1997": 607, "dbf-2008": 484} == Counter(
        row["expression"] for row in tables["provisions"]
    )


def test_every_provision_has_its_parent_before_it(tables: dict[str, Table]) -> None:
    seen: set[tuple[str, str]] = set()
    for row in tables["provisions"]:
        assert row["parent"] is None or (row["expression"], row["parent"]) in seen
        assert ProvisionId.of(row["id"]).eid == row["eId"]
        seen.add((row["expression"], row["id"]))


def test_the_last_line_without_a_line_end_is_there(tables: dict[str, Table]) -> None:
    last = tables["provisions"][-1]
    assert ("dbf-2008", "262C2", [1271, 1271]) == (last["expression"], last["id"], last["source"]["lines"])


def test_a_reference_in_a_note_stands_under_its_first_anchor(tables: dict[str, Table], library: Library) -> None:
    in_notes = [row for row in tables["references"] if row["where"] == "note"]
    anchors = {(e.key, note.anchors[0]) for e in library.expressions for note in e.notes}
    assert in_notes
    assert {(row["expression"], row["in"]) for row in in_notes} <= anchors


def test_a_target_says_its_work_and_edition(tables: dict[str, Table]) -> None:
    targets = [target for row in tables["references"] for target in row["targets"]]
    plain = [target for target in targets if not target["id"].startswith("def:")]
    assert {("id",)} == {tuple(target) for target in targets if target["id"].startswith("def:")}
    assert {("laws", "1997"), ("laws", "2007"), ("laws", "2017"), ("dbf", "2008")} == {
        (target["work"], target["edition"]) for target in plain
    }


def test_every_line_with_words_on_it_is_accounted_for(tables: dict[str, Table]) -> None:
    covered = {(row["witness"], row["line"]) for row in tables["coverage"]}
    for entry in store.load_registry().expressions:
        for siglum in entry.witnesses:
            lines = store.read_raw(siglum).split("\n")
            assert set() == {(siglum, n) for n, line in enumerate(lines, 1) if line.strip()} - covered


def test_alignments_join_provisions_that_exist(tables: dict[str, Table], library: Library) -> None:
    ends = {(row[end]["expression"], row[end]["id"]) for row in tables["alignments"] for end in ("from", "to")}
    assert {end for end in ends if not library.exists(*end)} == set()
    pair = {"expression": "sv-2017", "id": "73A2"}, {"expression": "da-2017", "id": "73A1"}
    assert any(row["from"] in pair and row["to"] in pair for row in tables["alignments"])


def test_a_table_without_headings_is_named_by_the_lines_above_it(tables: dict[str, Table]) -> None:
    captions = {tuple(row["rows"][0]): row["caption"] for row in tables["tables"] if row["expression"] == "sv-2017"}
    assert captions["Odubblat", "40"] == "I sang: För det första bjudna och hemspelade tricket"
    assert captions["Odubblat", "30"] == "I sang: För alla följande bjudna och hemspelade trick"
    assert captions["För utgång i zonen", "500"] == "Bonus för utgång och delkontrakt i ett hemspelat kontrakt"
    assert captions["Om trumfen är:", "♣", "♦", "♥", "♠"] == ""
    assert captions["Nord giv", "Bricka", "1", "5", "9", "13"] == "", "a sentence is no caption"


def test_csv_holds_the_same_rows(tables: dict[str, Table], library: Library, tmp_path: Path) -> None:
    for path in export("csv", tmp_path, library):
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        assert len(tables[path.stem]) == len(rows)
        assert FIELDS[path.stem].split() == list(rows[0])


def test_akn_is_the_products_themselves(library: Library, tmp_path: Path) -> None:
    written = export("akn", tmp_path, library)
    assert {*(f"{key}.xml" for key in library.registry.keys), "laws.xml"} == {path.name for path in written}
    assert store.read_product("akn/sv-2017.xml") == (tmp_path / "sv-2017.xml").read_bytes()


def test_the_graph_is_written_whole(library: Library, tmp_path: Path) -> None:
    graphml, plain = export("graph", tmp_path, library)
    edges = json.loads(plain.read_text(encoding="utf-8"))["edges"]
    plain_references = [r for e in library.expressions for r in e.references if r.status == "exact"]
    assert graphml.read_bytes().count(b"<edge ") == len(edges) >= len(plain_references)


def test_exports_are_the_same_every_time(written: tuple[Path, ...], tmp_path: Path) -> None:
    again = export("jsonl", tmp_path, store.load_library())
    assert {path.name: path.read_bytes() for path in written} == {path.name: path.read_bytes() for path in again}
