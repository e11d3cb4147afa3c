"""What each part of a law is worth to a sentence of it."""

import pytest

from corpus.library import Library
from index.search.engine import SearchEngine
from index.search.law_parts import CITED_ONLY, LawParts, PartWorths

FOUND = {"laws:27": 1.0}


@pytest.fixture(scope="module")
def parts(search: SearchEngine, library: Library) -> LawParts:
    return LawParts(library, search.rules, ())


def worth(parts: LawParts, worths: PartWorths) -> dict[str, float]:
    return {text.place: text.worth for text in parts.texts("da-2017", "27", worths)}


@pytest.mark.parametrize(
    "worths",
    [
        PartWorths(FOUND, likest={("laws", "27A1"): 0.2, ("laws", "27B1a"): 0.1}),
        PartWorths(FOUND, likely={("laws", "27A1"): 1e-9, ("laws", "27B1a"): 5e-10}),
    ],
)
def test_a_part_is_worth_what_its_own_lines_say_of_it_beside_the_best_part_of_its_law(
    parts: LawParts, worths: PartWorths
) -> None:
    found = worth(parts, worths)
    assert found["27A1"] == pytest.approx(2 * found["27B1a"]) == max(found.values())
    assert 0.0 == found["27B2"]


def test_what_is_said_of_the_law_as_a_whole_tells_nothing_of_its_parts(parts: LawParts) -> None:
    law = {("laws", "27"): 1.0}
    assert {0.0} == set(worth(parts, PartWorths(FOUND, law, law, law)).values())


def test_a_part_that_fits_lends_it_to_those_below_but_its_own_lines_are_its_own(parts: LawParts) -> None:
    part = {("laws", "27B1"): 1.0}
    fits, likest = worth(parts, PartWorths(FOUND, fits=part)), worth(parts, PartWorths(FOUND, likest=part))
    assert fits["27B1a"] > 0.0
    assert 0.0 == likest["27B1a"]


def test_of_an_older_law_only_the_parts_are_taken_that_are_about_the_law_asked_for(
    search: SearchEngine, parts: LawParts
) -> None:
    places = [text.place for text in parts.texts("nb-1997", "35", CITED_ONLY, "laws:37")]
    assert places
    assert len(places) < len(parts.texts("nb-1997", "35", CITED_ONLY))
    assert all("laws:37" in map(search.rules.law, search.rules.rules_of("nb-1997", place)) for place in places)
