"""What the lines say that resemble a question most."""

import numpy

from index.search.nearest_lines import LineVectors, NearestLines, nearest_table
from index.search.postings import Array

LAW, PART, OTHER = 0, 1, 2
# One line of a law and its part has features 0 and 1; five of another law have feature 0 and one of their own.
LINES = [((LAW, PART), (0, 1)), *(((OTHER,), (0, own)) for own in range(2, 7))]


def nearest(weight: float = 1.0) -> NearestLines:
    lines = numpy.repeat(numpy.arange(len(LINES)), 2)
    places = numpy.array([place for _, own in LINES for place in own])
    vectors = LineVectors.of(lines, len(LINES), places, numpy.ones(len(places)))
    return NearestLines(nearest_table(vectors, [about for about, _ in LINES], [weight, 1, 1, 1, 1, 1]), 3)


def of_all(lines: NearestLines, *features: int) -> Array:
    return lines.of_all(lines.likeness(numpy.array(features), numpy.ones(len(features))))


def of_laws(lines: NearestLines, *features: int) -> Array:
    return lines.of_laws(lines.likeness(numpy.array(features), numpy.ones(len(features))))


def test_a_question_that_repeats_a_line_is_about_its_law_whatever_many_other_lines_share_with_it() -> None:
    law, part, other = of_all(nearest(), 0, 1)
    assert law == part == 1.0
    assert 0 < other < 1


def test_a_line_that_counts_less_says_less() -> None:
    law, _, other = of_all(nearest(0.1), 0, 1)
    assert law < other == 1.0


def test_what_no_line_has_is_about_nothing() -> None:
    assert not numpy.any(of_all(nearest(), 9))
    assert not numpy.any(of_laws(nearest(), 9))


def test_a_law_with_four_lines_that_are_like_a_question_is_likelier_than_one_with_a_single_line() -> None:
    law, part, other = of_laws(nearest(), 0)
    assert law == 0.25 * other == 0.25
    assert part == 0.0


def test_a_part_is_as_like_a_question_as_its_likest_line_and_a_law_without_parts_tells_of_none() -> None:
    law, part, other = nearest().of_parts(nearest().likeness(numpy.array([0]), numpy.ones(1)))
    assert part > law == other == 0.0
