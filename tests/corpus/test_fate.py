"""What became of a number of an older edition: moved, dropped, or never there; never another rule in silence."""

from __future__ import annotations

import pytest

from corpus.alignment.concordance import Concordance
from corpus.alignment.fate import NumberFate, NumberFates
from corpus.alignment.rows import Alignment
from corpus.ids import ProvisionId, is_provision_id
from corpus.library import Library


@pytest.fixture(scope="module")
def fates(concordance: Concordance, library: Library) -> NumberFates:
    return NumberFates.of(concordance, library)


def fate(fates: NumberFates, edition: str, number: str, target: str = "2017") -> NumberFate:
    return fates.fate(edition, ProvisionId.of(number), target)


def numbers(found: NumberFate) -> tuple[str, ...]:
    return tuple(map(str, found.today))


@pytest.mark.parametrize("number", ["12C1e", "12C1ei", "26A", "16A3", "70D3", "12C1f", "13D2b"])
def test_a_number_that_was_dropped_leads_nowhere_today(fates: NumberFates, number: str) -> None:
    """Some of these numbers exist in 2017, where they are other rules."""
    found = fate(fates, "2007", number)
    assert ("dropped", ()) == (found.fate, found.today)
    assert (number in ("12C1e", "12C1ei", "26A")) == found.namesake


@pytest.mark.parametrize(
    ("number", "added"),
    [
        ("24D", "24D"),
        ("1B", "1B"),
        ("75D", "75D"),
        ("75D2", "75D"),
        ("32C", "32C"),
        ("36C", "36C"),
        ("43A3", "43A3"),
    ],
)
def test_a_number_that_the_table_calls_new_is_not_carried_along_with_what_contains_it(
    fates: NumberFates, number: str, added: str
) -> None:
    found = fate(fates, "2007", number)
    assert ("unknown", (), added) == (found.fate, found.today, found.added)


@pytest.mark.parametrize(
    ("edition", "number", "relation", "today", "changed"),
    [
        ("2007", "16C", "moved", ("16D",), True),
        ("2007", "16C1", "moved", ("16D1",), False),
        ("2007", "23", "moved", ("72C",), False),
        ("1997", "16B1", "moved", ("16D2a",), True),
        ("1997", "32A", "moved", ("32B",), True),
        ("2007", "3", "same", ("3",), False),
        ("2007", "12C1", "revised", ("12C1",), True),
        ("2007", "65B", "revised", ("65B",), True),
        ("2017", "16D", "same", ("16D",), False),
    ],
)
def test_what_became_of_a_number(
    fates: NumberFates, edition: str, number: str, relation: str, today: tuple[str, ...], changed: bool
) -> None:
    found = fate(fates, edition, number)
    assert (relation, today, changed) == (found.fate, numbers(found), found.changed)


def test_a_doubt_of_the_table_is_kept_and_a_part_without_a_row_is_one(fates: NumberFates) -> None:
    assert ("row", ("40B3a",)) == (fate(fates, "2007", "40B4").doubt, numbers(fate(fates, "2007", "40B4")))
    assert "ancestor" == fate(fates, "2007", "23A").doubt
    assert None is fate(fates, "2007", "16C1").doubt


def test_a_number_to_which_no_row_leads_is_no_note_in_english(fates: NumberFates) -> None:
    found = fate(fates, "2017", "47F", "1997")
    assert ("unreached", "47", ()) == (found.doubt, found.listed, found.notes)
    assert () == fate(fates, "2017", "80B", "1997").notes


def test_an_edition_that_no_table_names_knows_nothing(fates: NumberFates) -> None:
    assert "unknown" == fate(fates, "1987", "16C").fate


def test_a_number_without_edition_is_answered_for_the_newest_that_had_it(fates: NumberFates) -> None:
    found = fates.last(ProvisionId.of("70D3"), "2017")
    assert found
    assert ("2007", "dropped") == (found.edition, found.fate)
    assert None is fates.last(ProvisionId.of("16C"), "2017"), "today has it"
    assert None is fates.last(ProvisionId.of("16Z"), "2017"), "no edition had it"


def test_the_way_back_says_what_a_rule_of_today_was(fates: NumberFates) -> None:
    assert ("16C",) == numbers(fate(fates, "2017", "16D", "2007"))
    assert ("new", ()) == (fate(fates, "2017", "1B", "2007").fate, numbers(fate(fates, "2017", "1B", "2007")))


def test_every_row_of_every_table_is_answered_with_its_own_targets(
    fates: NumberFates, concordance: Concordance
) -> None:
    """And a number that is listed nowhere opens no rule that its edition did not have."""
    for table in concordance.tables:
        homes: dict[str, set[str]] = {}
        for row in table.rows:
            if row.old and not row.old.endswith("*"):
                homes.setdefault(row.old, set()).update({row.new} - {""})
        for number, expected in homes.items():
            found = fate(fates, table.old, number, table.new)
            assert expected == set(numbers(found)), (table.old, number, table.new)
            assert (found.fate == "dropped") == (not expected), (table.old, number, table.new)


def test_the_links_of_the_older_texts_lead_where_their_numbers_went(fates: NumberFates, library: Library) -> None:
    """A link may be to the rule around all that a number became: 16 of 1997 to 16, not to 16A1a and 16A2."""
    count = 0
    for expression in library.expressions:
        for reference in expression.references:
            old = [one for one in reference.targets if one.work == "laws" and one.edition != "2017"]
            if not old or not all(is_provision_id(one.id) for one in reference.targets):
                continue
            today = {n for one in old for n in fate(fates, one.edition, one.id).today}
            linked = [ProvisionId.of(place) for place in reference.current]
            assert all(any(home.contains(n) for home in linked) for n in today), reference
            assert all(any(home.contains(n) for n in today) for home in linked), reference
            count += 1
    assert count > 300


def test_rows_beside_each_other_are_where_the_numbers_went(fates: NumberFates, alignment: Alignment) -> None:
    for row in alignment.rows:
        for cell in row.cells:
            if cell.expression == "nb-1997" and is_provision_id(cell.id):
                today = numbers(fate(fates, "1997", cell.id))
                assert row.key in today if today else cell.relation == "only-in", cell


def test_a_whole_of_which_only_parts_were_in_another_edition_names_them(fates: NumberFates) -> None:
    """No row leads to 2017 16 as a whole, but 16A1a was a part of 1997 16, and 16A2 was 73F1 too."""
    found = fate(fates, "2017", "16", "1997")
    assert ("new", (), ["16", "73F1"]) == (found.fate, found.today, list(map(str, found.part_homes)))
    assert () == fate(fates, "2017", "1B", "2007").part_homes
