"""The aligned rows: every provision once, beside what it corresponds to, and every empty cell with its reason."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from corpus import store
from corpus.alignment.concordance import Concordance, ConcordanceTable
from corpus.alignment.rows import Alignment, Gap, read, write
from corpus.alignment.table_row import ConcordanceRow
from corpus.ids import ProvisionId
from corpus.library import Library
from parser.alignment.known import align

PROVISIONS = {"da-2017": 827, "sv-2017": 828, "nb-1997": 607, "dbf-2008": 484}


@pytest.fixture(scope="module")
def alignment(library: Library) -> Alignment:
    concordance = store.load_tables()
    return align(library, concordance, store.load_terms())


def test_every_provision_and_definition_stands_in_one_row(library: Library, alignment: Alignment) -> None:
    held = [(e.key, str(p.id)) for e in library.expressions for p in e.walk()]
    held += [(e.key, address) for e in library.expressions for address, _ in e.all_definitions()]
    assert PROVISIONS == Counter(key for key, place in held if not place.startswith("def:"))
    assert Counter(held) == Counter((cell.expression, cell.id) for row in alignment.rows for cell in row.cells)


def test_the_stored_table_is_this_alignment(alignment: Alignment) -> None:
    assert read(store.read_product("aligned/laws.xml")) == alignment
    assert read(write(alignment)) == alignment


@pytest.mark.parametrize(
    ("row", "cells"),
    [
        ("73A2", {"da-2017": "73A1", "sv-2017": "73A2", "nb-1997": "73A2"}),
        ("16D2a", {"da-2017": "16D2a", "sv-2017": "16D2a", "nb-1997": "16B1"}),
        ("12C2b", {"da-2017": "12C2b", "sv-2017": "12C2b", "nb-1997": "86A"}),
        ("27B1a", {"da-2017": "27B1a", "sv-2017": "27B1a", "nb-1997": "27B1 27B1a"}),
        ("80B2k", {"da-2017": "80B2k", "sv-2017": "80B2k", "nb-1997": "80G"}),
        ("term:bid", {"da-2017": "def:BUD", "sv-2017": "def:Kontraktbud", "nb-1997": "def:Bud"}),
        ("term:call", {"da-2017": "def:MELDING", "sv-2017": "def:Bud", "nb-1997": "def:Melding"}),
        ("term:undertrick", {"da-2017": "def:UNDERTRÆK", "sv-2017": "def:Straff", "nb-1997": "def:Bet"}),
        ("dbf-2008:X90B4c", {"dbf-2008": "X90B4c"}),
    ],
)
def test_what_belongs_together_stands_together(alignment: Alignment, row: str, cells: dict[str, str]) -> None:
    found = alignment.row(row)
    assert found is not None
    assert cells == {cell.expression: " ".join(c.id for c in found.of(cell.expression)) for cell in found.cells}


@pytest.mark.parametrize(
    ("row", "gap"),
    [
        ("73A1", Gap("da-2017", "within", ("73A",))),
        ("1B", Gap("nb-1997", "new")),
        ("37B1", Gap("nb-1997", "elsewhere", ("37",))),
        ("term:revoke", Gap("sv-2017", "no-entry")),
    ],
)
def test_an_empty_cell_says_why(alignment: Alignment, row: str, gap: Gap) -> None:
    found = alignment.row(row)
    assert found is not None
    assert gap == found.gap(gap.expression)


def test_a_row_of_the_laws_has_a_cell_or_a_gap_for_every_text_of_the_laws(
    library: Library, alignment: Alignment
) -> None:
    laws = {e.key for e in library.expressions if e.work == "laws"}
    for row in alignment.rows:
        if row.kind == "provision" and ":" not in row.key:
            assert laws == {c.expression for c in row.cells} | {g.expression for g in row.gaps}, row.key
            assert not {c.expression for c in row.cells} & {g.expression for g in row.gaps}, row.key


def test_rows_stand_in_the_order_of_the_laws(alignment: Alignment) -> None:
    keys = [ProvisionId.of(row.key) for row in alignment.rows if row.kind == "provision" and ":" not in row.key]
    assert sorted(keys) == keys


def test_a_federations_supplements_follow_their_law_and_its_other_rules_the_laws(alignment: Alignment) -> None:
    assert "dbf-2008:X90" in {row.key for row in alignment.rows_of_law("90")}
    assert {"overlay"} == {c.relation for r in alignment.rows for c in r.of("dbf-2008") if c.id.startswith("X")}
    free = [row for row in alignment.rows if row.kind == "regulation" and not row.law]
    assert {cell.id[0] for row in free for cell in row.cells} == {"2"}


def test_dropped_rules_stand_alone_behind_their_neighbours(alignment: Alignment) -> None:
    alone = {
        row.cells[0].id: row.law for row in alignment.rows if row.key.startswith("nb-1997:") and row.kind == "provision"
    }
    assert {
        **dict.fromkeys(("11B", "11B1", "11B2"), "11"),
        **dict.fromkeys(("13A1", "13A2", "13A3"), "13"),
        **{"16B2": "16", "25B2b2": "25", "26A2.1": "26", "63B": "63"},
    } == alone


def test_a_split_rule_is_found_from_all_its_rows(alignment: Alignment) -> None:
    home = alignment.row_of("nb-1997", "15B")
    assert home is not None
    assert ["15B1", "15B3"] == [c.id for c in alignment.counterparts("nb-1997", "15B", "sv-2017")]
    assert ["15B"] == [c.id for c in alignment.counterparts("sv-2017", "15B3", "nb-1997")]


@pytest.mark.parametrize(("law", "row"), [("72", "72"), ("75", "75"), ("86", "86A"), ("35", "36A"), ("13", "13A")])
def test_a_split_law_stands_where_a_reader_looks_for_it(alignment: Alignment, law: str, row: str) -> None:
    """The table lists law 72's homes as 10A, 10C3 ... 72; its heading stands beside the heading of law 72."""
    found = alignment.row_of("nb-1997", law)
    assert found is not None
    assert row == found.key


def test_pairs_name_every_alignment_once(alignment: Alignment) -> None:
    pairs = [(a.expression, a.id, b.expression, b.id) for a, b in alignment.pairs()]
    assert len(pairs) == len(set(pairs))
    assert ("da-2017", "73A1", "sv-2017", "73A2") in pairs


def test_a_definition_with_other_words_in_another_edition_is_revised(library: Library) -> None:
    text = library["da-2017"]
    first, *others = text.definitions
    sense = replace(first.senses[0], prose=replace(first.senses[0].prose, text="noget andet"))
    newer = replace(text, key="da-2027", edition="2027", definitions=(replace(first, senses=(sense,)), *others))
    entry = replace(
        library.entry("da-2017"), key="da-2027", edition="2027", cites="2027", wid=None, standing="preliminary"
    )
    registry = replace(library.registry, expressions=(*library.registry.expressions, entry))
    both = Library(registry, (*library.expressions, newer))
    rows = ConcordanceTable("2017", "2027", tuple(ConcordanceRow(str(one.id), str(one.id), "same", False, "")
                                                  for one in text.laws))  # fmt: skip
    found = align(both, Concordance((*store.load_tables().tables, rows)), store.load_terms())
    cells = [cell for row in found.rows if row.kind == "definition" for cell in row.of("da-2027")]
    assert [first.address] == [cell.id for cell in cells if cell.changed]
    assert {"revised"} == {cell.relation for cell in cells if cell.changed}
