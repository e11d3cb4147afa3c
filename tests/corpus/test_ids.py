"""Provision ids: what people type, what we print, and the order of a book."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.ids import ROMANS, BadIdError, Level, ProvisionId

LAWS = st.one_of(st.integers(1, 93).map(str), st.integers(1, 93).map("X{}".format), st.integers(201, 262).map(str))
TAILS = st.tuples(
    st.sampled_from("ABCDEFG"),
    st.integers(1, 12).map(str),
    st.sampled_from("abcdefghijkl"),
    st.sampled_from(ROMANS[:6]),
)


@st.composite
def provision_ids(draw: st.DrawFn) -> ProvisionId:
    """Any id a text could hold, at any depth."""
    depth = draw(st.integers(0, 4))
    return ProvisionId((draw(LAWS), *draw(TAILS)[:depth]))


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("16", "16"),
        ("16c", "16C"),
        ("§ 16 C 2 a", "16C2a"),
        ("Lag 16C2(a)", "16C2a"),
        ("paragraf 16c2a", "16C2a"),
        ("lov 16", "16"),
        ("law 16", "16"),
        ("Law 12C1(e)(i)", "12C1ei"),
        ("L16C2a", "16C2a"),
        ("§16C2.", "16C2"),
        ("X90b4C", "X90B4c"),
        ("§ X90 B 4 c", "X90B4c"),
        ("26a2(1)", "26A2.1"),
        ("26A2.1", "26A2.1"),
        ("9A2b1", "9A2b1"),
        ("40b2(c)(iv)", "40B2civ"),
    ],
)
def test_reads_what_a_person_writes(typed: str, expected: str) -> None:
    assert expected == str(ProvisionId.parse(typed))


@pytest.mark.parametrize("typed", ["", "C2", "16Cx2", "§", "16 17", "16C2a2b", "kulørsvigt", "16C2axi9", "16C2 207"])
def test_refuses_what_is_no_id(typed: str) -> None:
    with pytest.raises(BadIdError):
        ProvisionId.parse(typed)


@pytest.mark.parametrize(
    ("language", "expected"),
    [("da", "§ 12 C 1 e i"), ("nb", "§ 12 C 1 e i"), ("sv", "Lag 12C1(e)(i)"), ("en", "Law 12C1(e)(i)")],
)
def test_prints_in_the_form_of_each_language(language: str, expected: str) -> None:
    assert expected == ProvisionId.of("12C1ei").printed(language)


@given(provision_ids(), st.sampled_from(["da", "nb", "sv", "en"]))
def test_every_printed_form_reads_back(place: ProvisionId, language: str) -> None:
    assert place == ProvisionId.of(str(place))
    assert place == ProvisionId.parse(place.printed(language))
    assert place == ProvisionId.parse(str(place).lower())


def test_sorts_as_a_book_does() -> None:
    book = [
        "X6",
        "X90B1",
        "9",
        "9A2b",
        "9A2b1",
        "16",
        "16A1",
        "16A2",
        "16A10",
        "16B",
        "80B2g",
        "80B2gi",
        "80B2h",
        "80B2i",
        "201",
    ]
    assert book == [str(place) for place in sorted(ProvisionId.of(text) for text in reversed(book))]


def test_level_and_eid_follow_the_depth() -> None:
    place = ProvisionId.of("16B2a")
    assert Level.LOWER == place.level
    assert "sec_16__subsec_B__para_2__point_a" == place.eid
    assert "16B" == str(place.up_to(Level.UPPER))
