"""Marks inside notes, and marks that call a note printed above them."""

from __future__ import annotations

import re

import pytest

from parser.layout.events import FootnoteText, LawHeading, LayoutEvent, ListItem
from parser.layout.footnotes import BoundNote, FootnoteError, FoundMark, bind
from parser.layout.outline import outline
from parser.text.tracked import TrackedText

SIGN = re.compile(r"(?P<mark>\*\*?)(?P<above>\^)?")


def law(number: str, words: str) -> list[LayoutEvent]:
    text = TrackedText.of(words)
    return [
        LawHeading(number, TrackedText.of(f"§ {number}"), TrackedText.of("Titel")),
        ListItem("A", TrackedText.of("A."), text=text),
    ]


def foot(marker: str, words: str, more: bool = False) -> FootnoteText:
    return FootnoteText(marker, TrackedText.of(marker), TrackedText.of(words), more)


def bound(*flow: LayoutEvent) -> tuple[tuple[BoundNote, ...], tuple[FoundMark, ...]]:
    return bind(outline(flow), SIGN)


def anchors(note: BoundNote) -> list[str]:
    return [str(anchor) for anchor in note.anchors]


def test_a_mark_inside_a_note_calls_the_next_note_of_its_block() -> None:
    notes, marks = bound(*law("50", "forlange* og forby*"), foot("*", "se §59**."), foot("**", "§59: ord"))
    assert ["se §59.", "§59: ord"] == [note.blocks[0].text for note in notes]
    assert (((0, 6, 1),), ()) == (notes[0].inner, notes[1].inner)
    assert [["50A"], ["50A"]] == [anchors(note) for note in notes]
    assert [0, 0] == [mark.note for mark in marks]


def test_a_mark_inside_a_note_may_wait_for_a_later_block() -> None:
    flow = [*law("68", "spill*"), foot("*", "ord"), foot("*", "se 57A** her", more=True)]
    notes, _ = bound(*flow, *law("69", "uten merke"), foot("**", "§57"))
    assert ((1, 6, 1),) == notes[0].inner
    assert [["68A"], ["68A"]] == [anchors(note) for note in notes]


def test_a_note_that_a_note_before_its_own_mark_calls_is_of_the_same_rule() -> None:
    notes, _ = bound(*law("50", "ord**"), foot("*", "ord"), foot("**", "se §59*"))
    assert [["50A"], ["50A"]] == [anchors(note) for note in notes]


def test_a_note_that_only_itself_calls_is_reported() -> None:
    with pytest.raises(FootnoteError, match="called in no rule"):
        bound(*law("50", "ord"), foot("*", "ord og*"))


def test_a_mark_may_call_the_note_above_it() -> None:
    notes, marks = bound(*law("92", "leder**"), foot("**", "en"), *law("93", "leder**^ og NBF**"), foot("**", "to"))
    assert [["92A", "93A"], ["93A"]] == [anchors(note) for note in notes]
    assert [(0, 5), (0, 5), (1, 12)] == [(mark.note, mark.at) for mark in marks]


@pytest.mark.parametrize(
    "flow",
    [
        [*law("1", "ord**^")],
        [*law("1", "ord*"), foot("*", "se **")],
        [*law("1", "ord* og**"), foot("*", "note")],
        [*law("1", "ord"), foot("**", "")],
    ],
    ids=["nothing above", "inner mark without a note", "sign missing in the block", "a note without words"],
)
def test_a_mark_that_calls_nothing_is_reported(flow: list[LayoutEvent]) -> None:
    with pytest.raises(FootnoteError, match=r"1A|\*\*"):
        bound(*flow)
