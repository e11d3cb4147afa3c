"""Depth from the look of labels, and footnotes tied to what calls them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.ids import Level
from parser.layout.events import FootnoteText, LawHeading, LayoutEvent, ListItem, Paragraph
from parser.layout.footnotes import FootnoteError, bind
from parser.layout.outline import OutlineError, outline
from parser.text.tracked import TrackedText

SIGN = re.compile(r"(?P<mark>\*+)")


def text(words: str) -> TrackedText:
    return TrackedText.of(words)


def item(value: str, words: str = "ord", level: Level | None = None) -> ListItem:
    return ListItem(value, text(f"{value}."), text=text(words), level=level)


def law(number: str, *items: LayoutEvent) -> list[LayoutEvent]:
    return [LawHeading(number, text(f"§ {number}"), text("Titel")), *items]


def ids(flow: list[LayoutEvent]) -> list[str]:
    def walk(nodes):  # type: ignore[no-untyped-def]
        for node in nodes:
            yield str(node.id)
            yield from walk(node.children)

    return list(walk(outline(flow).laws))


def test_a_roman_list_below_a_letter_and_the_letter_i_after_h() -> None:
    labels = ["A", "B", "1", "2", *"abcdefg", "i", "ii", "h", "i", "j"]
    expected = [
        "80", "80A", "80B", "80B1", "80B2", "80B2a", "80B2b", "80B2c", "80B2d", "80B2e", "80B2f", "80B2g",
        "80B2gi", "80B2gii", "80B2h", "80B2i", "80B2j",
    ]  # fmt: skip
    assert expected == ids(law("80", *map(item, labels)))


def test_numbers_below_a_letter_only_where_the_source_says_so() -> None:
    flow = law("26", item("A"), item("1"), item("2"), item("1", level=Level.LOWER), item("2", level=Level.LOWER))
    assert ["26", "26A", "26A1", "26A2", "26A2.1", "26A2.2"] == ids(flow)


@pytest.mark.parametrize(
    "labels", [["B"], ["A", "C"], ["A", "1", "3"], ["A", "1", "1"], ["A", "1", "b"], ["A", "a"], ["1"]]
)
def test_a_label_that_does_not_fit_stops_the_build(labels: list[str]) -> None:
    with pytest.raises(OutlineError, match="does not follow"):
        outline(law("9", *map(item, labels)))


def test_closing_text_belongs_to_the_parent_of_the_list() -> None:
    flow = law("69", item("A", "led"), item("1"), item("2"))
    tree = outline([*flow, Paragraph(text("slut"), Level.UPPER)])
    letter = tree.laws[0].children[0]
    assert ["slut"] == [block.text for block in letter.closing if isinstance(block, TrackedText)]
    assert [] == letter.children[-1].closing


def test_notes_bind_to_the_marks_before_their_block() -> None:
    flow = [
        *law("13", item("A", "et kort* og to**")),
        *law("14", item("A", "tre*")),
        FootnoteText("*", text("*"), text("første")),
        FootnoteText("**", text("**"), text("anden")),
        *law("15", item("A", "fire*")),
        FootnoteText("*", text("*"), text("ny blok")),
    ]
    tree = outline(flow)
    notes, marks = bind(tree, SIGN)
    assert [("første", ["13A", "14A"]), ("anden", ["13A"]), ("ny blok", ["15A"])] == [
        (note.blocks[0].text, [str(anchor) for anchor in note.anchors]) for note in notes
    ]
    assert {("13A", 7), ("13A", 13), ("14A", 3), ("15A", 4)} == {(mark.key[0], mark.at) for mark in marks}
    assert "et kort og to" == tree.laws[0].children[0].blocks[0].text  # type: ignore[union-attr]


def test_a_mark_without_a_note_and_a_note_without_a_mark_are_reported() -> None:
    with pytest.raises(FootnoteError):
        bind(outline(law("1", item("A", "ord*"))), SIGN)
    with pytest.raises(FootnoteError):
        bind(outline([*law("1", item("A", "ord")), FootnoteText("*", text("*"), text("note"))]), SIGN)


@given(st.lists(st.sampled_from(["A", "B", "C", "1", "2", "a", "b", "i", "ii", "x", "9"]), max_size=12))
def test_any_marker_soup_is_read_whole_or_refused(labels: list[str]) -> None:
    try:
        found = ids(law("1", *map(item, labels)))
    except OutlineError:
        return
    assert len(found) == len(labels) + 1 == len(set(found))
