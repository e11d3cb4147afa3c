"""A new edition beside the old one in the same language: where each rule went, and which say something else."""

from __future__ import annotations

from corpus.library import Library
from tests.accuracy.edition_drill import drill


def test_an_edition_made_by_a_script_is_read_as_the_script_says(library: Library) -> None:
    # Of this one two rules with the same words became one: nothing but their number tells them apart.
    found = drill(library, 202)
    assert found.good, found
    assert () == found.faults
