"""Which edition a person names beside a number, in any of the usual ways."""

from __future__ import annotations

from datetime import date

import pytest

from corpus.registry import Registry
from parser.citations.edition import read_edition


@pytest.mark.parametrize(
    ("typed", "edition", "rest"),
    [
        ("16C 2007", "2007", "16C"),
        ("2007 26A", "2007", "26A"),
        ("§ 12 C 1 e (2007)", "2007", "§ 12 C 1 e"),
        ("12C1e fra 2007", "2007", "12C1e"),
        ("12C1e i lovene fra 2007", "2007", "12C1e"),
        ("§ 16 B (1997)", "1997", "§ 16 B"),
        ("2007-lovens § 16C", "2007", "§ 16C"),
        ("Lag 16C i 2007 års lagar", "2007", "Lag 16C"),
        ("lag 16C, 2007", "2007", "lag 16C"),
        ("Law 12C1e of the 2007 laws", "2007", "Law 12C1e"),
        ("2007: 40B4", "2007", "40B4"),
        ("16C/2007", "2007", "16C"),
        ("40B2(a)(iii) 2007", "2007", "40B2(a)(iii)"),
        ("16C 2009", "2007", "16C"),
        ("16C 1987", "", "16C"),
        ("§ 80 B 2 i (2007)", "2007", "§ 80 B 2 i"),
        ("§ 80 B 2 i i lovene fra 2007", "2007", "§ 80 B 2 i"),
        ("80B2 i 2007", "2007", "80B2"),
        ("law 80 B 2 i of the 2007 laws", "2007", "law 80 B 2 i"),
        ("§ 80 B 2 i fra 2007", "2007", "§ 80 B 2 i"),
        ("lag 80 B 2 i enligt 2007 års lagar", "2007", "lag 80 B 2 i"),
    ],
)
def test_an_edition_is_read_off_its_number(typed: str, edition: str, rest: str, registry: Registry) -> None:
    found = read_edition(typed, registry.editions_of("laws"))
    assert found
    assert (edition, rest) == (found.edition, found.rest)


@pytest.mark.parametrize(
    ("typed", "edition", "day"),
    [
        ("16C 12.3.2009", "2007", date(2009, 3, 12)),
        ("16C, 1/9-2017", "2017", date(2017, 9, 1)),
        ("2007-12-31 § 16C", "1997", date(2007, 12, 31)),
        ("§ 16C den 31.8.2017", "2007", date(2017, 8, 31)),
    ],
)
def test_a_day_means_the_edition_in_force_then(typed: str, edition: str, day: date, registry: Registry) -> None:
    found = read_edition(typed, registry.editions_of("laws"))
    assert found
    assert (edition, day) == (found.edition, found.day)


@pytest.mark.parametrize("typed", ["16C", "§§ 61-64", "udspil 2007", "2007", "1997", "16C2a", "kort 20", "X12A1"])
def test_what_names_no_edition_beside_a_number_is_left_alone(typed: str, registry: Registry) -> None:
    assert None is read_edition(typed, registry.editions_of("laws"))
