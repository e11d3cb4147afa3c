"""The numbers of a rule in every edition, and what else its number meant."""

from __future__ import annotations

import pytest

from app.reader.context import ReaderServices
from corpus.ids import ProvisionId
from index.comparison.biography import numbers_before
from tests.support.pages import html_of, row_of, words_of


@pytest.mark.parametrize(
    ("number", "before", "others"),
    [
        ("16D", [("1997", ["16B"]), ("2007", ["16C"])], [("2007", ["16C"])]),
        ("3", [("1997", ["3"]), ("2007", ["3"])], []),
        ("12C1e", [("1997", []), ("2007", ["12C1b"])], [("2007", [])]),
        ("1B", [("1997", []), ("2007", [])], []),
        ("16", [("1997", ["16", "73F1"]), ("2007", ["16"])], [("1997", ["16A1a", "16A2"])]),
    ],
)
def test_a_rule_has_its_numbers_in_every_edition_and_what_else_its_number_meant(
    services: ReaderServices, number: str, before: list[tuple[str, list[str]]], others: list[tuple[str, list[str]]]
) -> None:
    found = services.biography(ProvisionId.of(number))
    assert before == [(fate.target, list(map(str, numbers_before(fate)))) for fate in found.before]
    assert others == [(fate.edition, list(map(str, fate.today))) for fate in found.others]


@pytest.mark.parametrize(
    ("number", "before", "others"),
    [
        ("3A", 0, 0),
        ("16D1", 0, 0),  # 16C1 of 2007 went with 16C, and 1997 had both as 16B
        ("16D2a", 2, 1),  # 16B1 of 1997, which 16B of the rule around it does not give
        ("24D", 0, 0),  # new
        ("12C1e", 2, 1),
    ],
)
def test_a_part_has_a_line_only_where_that_of_the_rule_around_it_does_not_lead_to_it(
    services: ReaderServices, number: str, before: int, others: int
) -> None:
    place = ProvisionId.of(number)
    assert place.parent
    found = services.biography(place).beyond(services.biography(place.parent))
    assert (before, others) == (len(found.before), len(found.others))


@pytest.mark.parametrize(
    ("ui", "warning"),
    [
        ("da", "§ 16 D i 2007 er § 16 C i dag"),
        ("nb", "§ 16 D i 2007 er § 16 C i dag"),
        ("sv", "§ 16 D i 2007 års lagar är § 16 C i dag"),
        ("en", "§ 16 D of 2007 is § 16 C today"),
    ],
)
def test_the_page_shows_the_line_and_warns_where_the_number_meant_another_rule(
    services: ReaderServices, ui: str, warning: str
) -> None:
    html = html_of(services, f"law=16&by=da-2017&in=da-2017,nb-1997&ui={ui}")
    words = words_of(row_of(html, "16D")).replace("\u00a0", " ")
    assert "1997 § 16 B · 2007 § 16 C · 2017 § 16 D" in words
    assert warning in words
    assert f"law=16C&amp;in=da-2017,nb-1997&amp;ui={ui}" in row_of(html, "16D"), "the warning leads to that rule"


def test_a_law_that_kept_its_number_says_so_and_its_parts_say_nothing(services: ReaderServices) -> None:
    html = html_of(services, "law=77&in=sv-2017&ui=sv")
    assert 1 == html.count('class="bio"')
    assert "1997 Lag 77 · 2007 Lag 77 · 2017 Lag 77" in words_of(html).replace("\u00a0", " ")


def test_a_number_in_doubt_is_marked(services: ReaderServices) -> None:
    words = words_of(row_of(html_of(services, "law=40&in=da-2017&ui=da"), "40B4")).replace("\u00a0", " ")
    assert "2007 § 40 B 5 (usikker placering)" in words
    assert "§ 40 B 4 i 2007 er § 40 B 3 a i dag (usikker placering)" in words


def test_an_old_text_has_no_biography(services: ReaderServices) -> None:
    assert 'class="bio"' not in html_of(services, "law=16&by=nb-1997&in=nb-1997&ui=da")
