"""What people type as a citation: the places it names, and what exists instead of those that do not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.ids import ProvisionId
from parser.citations.query import read_query

INVENTORY = frozenset(
    """12 12C 12C1 12C1e 12C1ei 16 16A 16B 16C 16C1 16C2 16D 16D2 16D2a 26 26A 26A2 26A2.1 30 31 32 61 62 63 64
    X90 X90B X90B4 X90B4c""".split()  # noqa: SIM905
)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("§ 16 D 2 a", "16D2a"),
        ("Lag 16D2(a)", "16D2a"),
        ("paragraf 16d2a", "16D2a"),
        ("L16D2a", "16D2a"),
        ("lov 16", "16"),
        ("law 16", "16"),
        ("16", "16"),
        ("§§ 61-64", "61 62 63 64"),
        ("laws 61 to 64", "61 62 63 64"),
        ("§ 30, 31 og 32", "30 31 32"),
        ("Lagarna 30 och 32", "30 32"),
        ("16A, B og C", "16A 16B 16C"),
        ("16A-D", "16A 16B 16C 16D"),
        ("16C1-2", "16C1 16C2"),
        ("§ 12 C 1 (e) (i)", "12C1ei"),
        ("26A2.1", "26A2.1"),
        ("x90b4C", "X90B4c"),
        ("§ 16C2 (ubeføjede oplysninger)", "16C2"),
    ],
)
def test_what_people_type(typed: str, expected: str) -> None:
    read = read_query(typed, INVENTORY)
    assert read is not None
    assert (expected, ()) == (" ".join(map(str, read.ids)), read.missing)


@pytest.mark.parametrize(
    "typed",
    ["", "§", "lag", "laget", "3 kort", "50%", "1 NT", "2017", "4-4-4-1", "lov om bridge", "B2", "§ 64-61", "se"],
)
def test_words_are_no_citation(typed: str) -> None:
    assert read_query(typed, INVENTORY) is None


@pytest.mark.parametrize(
    ("typed", "known", "has"),
    [
        ("§ 16Z", "16", "A-D"),
        ("16C9", "16C", "1-2"),
        ("16A1", "16A", ""),
        ("lov 94", "None", "12-12 16-16 26-26 30-32 61-64"),
        ("X7", "None", "X90-X90"),
    ],
)
def test_an_impossible_number_is_answered_with_what_there_is(typed: str, known: str, has: str) -> None:
    read = read_query(typed, INVENTORY)
    assert read is not None
    (missing,) = read.missing
    assert ((), known) == (read.ids, str(missing.known))
    assert has == " ".join(f"{first}-{last}" for first, last in missing.runs())


def test_words_behind_a_citation_are_handed_back() -> None:
    read = read_query("16C2 ubeføjede oplysninger", INVENTORY)
    assert read is not None
    assert (["16C2"], "ubeføjede oplysninger") == ([str(place) for place in read.ids], read.rest)


@given(st.sampled_from(sorted(INVENTORY)), st.sampled_from(("da", "nb", "sv", "en")))
def test_every_printed_form_is_read_back(place: str, language: str) -> None:
    read = read_query(ProvisionId.of(place).printed(language), INVENTORY)
    assert read is not None
    assert [place] == [str(found) for found in read.ids]
