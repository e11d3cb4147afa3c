"""Recorded corrections: what they change, what they leave alone, and when they stop the build."""

from __future__ import annotations

import pytest

from parser.text.patches import Patch, PatchError, apply_patches, read_patches
from parser.text.tracked import LineIndex, TrackedText, Witness

WITNESS = Witness("x", "første linje\ntabell: a b c slutt\nASTRAFFE med\nhale")


def applied(*patches: Patch) -> TrackedText:
    return apply_patches(WITNESS, TrackedText.of(WITNESS.text), patches)


def test_a_text_correction_is_one_emendation() -> None:
    text = applied(Patch(1, "første linje", "Første linie", "why"))
    assert text.text.startswith("Første linie\n")
    assert [("første linje", "Første linie", "patch:text", 1)] == [
        (e.printed, e.corrected, e.rule, e.line) for e in LineIndex(WITNESS).emendations(text)
    ]


def test_a_label_correction_changes_only_what_differs() -> None:
    text = applied(
        Patch(3, "ASTRAFFE", "A STRAFFE", "why", kind="label"), Patch(1, "første", "1. første", "why", kind="label")
    )
    assert text.text.startswith("1. første linje")
    assert "\nA STRAFFE med" in text.text
    assert [("", "1. "), ("", " ")] == [(e.printed, e.corrected) for e in LineIndex(WITNESS).emendations(text)]
    assert WITNESS.text == text.printed()


def test_a_layout_correction_is_no_emendation_and_keeps_every_word_in_its_place() -> None:
    text = applied(Patch(2, "tabell: a b c slutt", "tabell:\n| a | b\n| c | …?\n\nslutt", "why", kind="layout"))
    assert "tabell:\n| a | b\n| c | …?\n\nslutt" in text.text
    assert () == LineIndex(WITNESS).emendations(text)
    assert WITNESS.text == text.printed()
    for word in ("tabell", "slutt", "c"):
        assert WITNESS.text.index(word) == text.origins[text.text.index(word)]


def test_a_correction_may_reach_over_the_line_end() -> None:
    assert "med Lag hale" in applied(Patch(3, "med\nhale", "med Lag hale", "why", kind="layout")).text


@pytest.mark.parametrize(
    "patch", [Patch(1, "tabell", "x", "why"), Patch(2, "a", "x", "why", nth=9), Patch(99, "a", "x", "why")]
)
def test_a_correction_that_does_not_fit_stops_the_build(patch: Patch) -> None:
    with pytest.raises(PatchError, match=r"^x: line"):
        applied(patch)


def test_a_malformed_table_names_the_entry() -> None:
    with pytest.raises(PatchError, match=r"patch\[2\]: unknown: linje"):
        read_patches("x", {"patch": [{"line": 1, "printed": "a", "corrected": "b", "reason": "c"}, {"linje": 1}]})
