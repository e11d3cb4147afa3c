"""A new edition beside the old one in the same language: where each rule went, and which say something else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from corpus.library import Library
from corpus.model import Prose, Provision
from parser.alignment.editions import EditionRow, compare_editions
from tests.accuracy.edition_drill import drill


def test_an_edition_made_by_a_script_is_read_as_the_script_says(library: Library) -> None:
    # Of this one two rules with the same words became one: nothing but their number tells them apart.
    found = drill(library, 202)
    assert found.good, found
    assert () == found.faults


def _rows(changed: dict[str, str], library: Library) -> dict[str, list[EditionRow]]:
    """The rows, by the older number, of da-2017 beside itself with other words for some rules (none: left out)."""
    old = library["da-2017"]
    laws = tuple(law for one in old.laws if int(one.id.law) < 21 for law in _with(one, changed))
    few = replace(old, laws=tuple(one for one in old.laws if int(one.id.law) < 21))
    found: dict[str, list[EditionRow]] = {}
    for row in compare_editions(few, replace(few, laws=laws)):
        found.setdefault(row.old, []).append(row)
    return found


def _with(one: Provision, changed: dict[str, str]) -> Iterator[Provision]:
    words = changed.get(str(one.id))
    if words != "":
        children = tuple(made for child in one.children for made in _with(child, changed))
        blocks = one.blocks if words is None else (Prose(words, one.source),)
        yield replace(one, children=children, blocks=blocks)


def test_a_rule_that_was_dropped_is_no_part_of_two_that_were_merged(library: Library) -> None:
    # 19A2, 19A3 and 19B2 say nearly the same; the merged rule is just the first two.
    words = {str(one.id): one.text for one in library["da-2017"].walk()}
    rows = _rows({"19A2": f"{words['19A2']} {words['19A3']}", "19A3": "", "19B2": ""}, library)
    assert [("19A2", "merged", False)] == [(row.new, row.place, row.revised) for row in rows["19A2"]]
    assert [("19A2", "merged", False)] == [(row.new, row.place, row.revised) for row in rows["19A3"]]
    assert [("", "dropped", True)] == [(row.new, row.place, row.doubtful) for row in rows["19B2"]]


def test_a_law_with_other_words_is_known_by_its_parts_and_in_doubt(library: Library) -> None:
    said = (
        "Turneringsarrangøren bestemmer, om der spilles med skærme, bakker, kameraer, meldebokse og elektroniske kort."
    )
    (row,) = _rows({"20": said}, library)["20"]
    assert ("20", "same", True, True) == (row.new, row.place, row.revised, row.doubtful)


def test_a_rule_whose_note_is_another_says_something_else(library: Library) -> None:
    old = library["da-2017"]
    first, *others = old.notes
    law = first.anchors[0]
    words = replace(first.blocks[0], text="Gælder kun, hvis turneringslederen har afgjort det.")
    notes = (replace(first, blocks=(words,)), *others)
    rows = {row.old: row for row in compare_editions(old, replace(old, notes=notes))}
    assert ["same"] == [row.place for row in rows.values() if row.old == law]
    assert [law] == [row.old for row in rows.values() if row.revised]
    assert not [row for row in compare_editions(old, replace(old, notes=())) if row.revised]
    apart = [replace(note, anchors=(one,)) for note in old.notes for one in note.anchors]
    assert len(old.notes) < len(apart)
    assert not [row for row in compare_editions(old, replace(old, notes=tuple(apart))) if row.revised]


def test_a_headword_in_other_letters_is_the_same_definition(library: Library) -> None:
    old = library["da-2017"]
    assert any(to.id.startswith("def:") and to.id != to.id.lower() for one in old.references for to in one.targets)
    references = tuple(
        replace(one, targets=tuple(replace(to, id=to.id.lower() if "def:" in to.id else to.id) for to in one.targets))
        for one in old.references
    )
    assert not [row for row in compare_editions(old, replace(old, references=references)) if row.revised]
