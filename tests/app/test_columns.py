"""The rows of a page: what stands beside what is the stored alignment, nothing is lost, every empty cell says why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from app.reader.text.columns import ColumnLayout, EmptyReason, PageRow
from corpus import store
from corpus.library import Library

EXPRESSIONS = ("da-2017", "sv-2017", "nb-1997", "dbf-2008")
LAWS = EXPRESSIONS[:3]


@pytest.fixture(scope="module")
def layout(library: Library) -> ColumnLayout:
    return ColumnLayout(library, store.load_alignment())


def rows(layout: ColumnLayout, lead: str, columns: tuple[str, ...]) -> Iterator[PageRow]:
    """All rows of all laws that do not close a provision."""
    for law in layout.library[lead].laws:
        yield from (row for row in layout.rows(lead, str(law.id), columns) if not row.closing)


@pytest.mark.parametrize("lead", EXPRESSIONS)
def test_the_counterparts_on_a_page_are_those_of_the_stored_alignment(layout: ColumnLayout, lead: str) -> None:
    """Every provision of every expression, beside every other of its work: no page shows another alignment."""
    columns = (lead,) if lead not in LAWS else LAWS
    shown = {row.place: row.cells for row in rows(layout, lead, columns) if row.owner == lead}
    assert {str(p.id) for p in layout.library[lead].walk()} == shown.keys()
    for place, cells in shown.items():
        for key in columns:
            stored = {cell.id for cell in layout.alignment.counterparts(lead, place, key)} if key != lead else {place}
            assert stored == {piece.place for piece in cells[key] if not piece.beside}, (place, key)


@pytest.mark.parametrize("lead", LAWS)
def test_what_a_row_has_beside_its_counterparts_is_what_the_stored_gap_names(layout: ColumnLayout, lead: str) -> None:
    for row in rows(layout, lead, LAWS):
        for key, pieces in row.cells.items():
            for piece in (piece for piece in pieces if piece.beside):
                stored = layout.alignment.row_of(key, piece.place)
                gap = stored.gap(lead) if stored else None
                assert gap is not None
                assert ("elsewhere", row.place) == (gap.reason, gap.ids[0])


@pytest.mark.parametrize("lead", LAWS)
def test_every_text_stands_once_beside_every_lead(layout: ColumnLayout, lead: str) -> None:
    found = Counter(
        (key, piece.place)
        for row in rows(layout, lead, LAWS)
        for key, pieces in row.cells.items()
        for piece in pieces
        if not piece.elsewhere
    )
    texts = {(key, str(p.id)) for key in LAWS for p in layout.library[key].walk() if p.heading or p.own_blocks}
    assert set() == texts - found.keys()
    assert {1} == set(found.values())


@pytest.mark.parametrize("lead", LAWS)
def test_a_cell_has_a_provision_or_a_reason(layout: ColumnLayout, lead: str) -> None:
    for row in rows(layout, lead, LAWS):
        assert {key for key, pieces in row.cells.items() if not pieces} == row.empty.keys(), row.key
        for why in row.empty.values():
            assert bool(why.places) == (why.reason in ("within", "above", "elsewhere")), row.key


@pytest.mark.parametrize(
    ("lead", "row", "column", "why"),
    [
        ("da-2017", "16C3", "nb-1997", EmptyReason("new")),
        ("da-2017", "12C1ei", "nb-1997", EmptyReason("new", again=True)),
        ("da-2017", "12B", "nb-1997", EmptyReason("below")),
        ("da-2017", "12C1a", "nb-1997", EmptyReason("above", ("12C2",))),
        ("da-2017", "nb-1997:11B", "da-2017", EmptyReason("dropped")),
        ("da-2017", "sv-2017:73A1", "da-2017", EmptyReason("within", ("73A",), ("73A",))),
        ("nb-1997", "73A1", "da-2017", EmptyReason("within", ("73A",), ("73A",))),
        ("nb-1997", "16B2", "sv-2017", EmptyReason("dropped")),
        ("nb-1997", "da-2017:16C3", "nb-1997", EmptyReason("new")),
        ("nb-1997", "da-2017:73C", "nb-1997", EmptyReason("below")),
        ("da-2017", "21B1b", "nb-1997", EmptyReason("elsewhere", ("75D2",), ("20F5a",))),
    ],
)
def test_an_empty_cell_says_why(layout: ColumnLayout, lead: str, row: str, column: str, why: EmptyReason) -> None:
    found = {one.key: one for one in rows(layout, lead, LAWS)}[row]
    assert why == found.empty[column]


def test_1997_16b1_and_2017_16d2a_are_one_row_for_either_lead(layout: ColumnLayout) -> None:
    for lead, row, column, place in (("da-2017", "16D2a", "nb-1997", "16B1"), ("nb-1997", "16B1", "da-2017", "16D2a")):
        found = {one.key: one for one in layout.rows(lead, "16", LAWS)}[row]
        assert [place] == [piece.place for piece in found.cells[column]]


def test_rules_that_the_lead_has_not_stand_in_one_row_for_all_languages(layout: ColumnLayout) -> None:
    found = {one.key: one for one in layout.rows("nb-1997", "16", LAWS)}["da-2017:16C3"]
    assert [("16C3",), ("16C3",)] == [tuple(p.place for p in found.cells[key]) for key in ("da-2017", "sv-2017")]
