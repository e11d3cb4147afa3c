"""What the other texts of an edition, or of another through the number tables, tell against a reading."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from app.build.content_check import beside_edition
from app.build.skeletons import Difference, beside_skeletons
from corpus import store
from corpus.model import Expression, Prose, Provision, Table

Change = Callable[[Provision], Provision]


def _found(key: str, change: Change) -> list[Difference]:
    library = store.load_library()
    text = library[key]
    changed = replace(text, laws=tuple(_all(law, change) for law in text.laws))
    others = [one for one in library.expressions if one.key != key]
    return list(beside_skeletons(changed, others, library.registry, store.load_tables()))


def _all(one: Provision, change: Change) -> Provision:
    return replace(change(one), children=tuple(_all(child, change) for child in one.children))


def _codes(found: list[Difference]) -> dict[str, int]:
    return {one.code: len(one.places) for one in found}


def _unheaded(depth: int) -> Change:
    return lambda one: replace(one, heading=None) if len(one.id.parts) == depth else one


def _unnoted(one: Provision) -> Provision:
    def plain(prose: Prose) -> Prose:
        return replace(prose, marks=())

    blocks = tuple(plain(block) if isinstance(block, Prose) else block for block in one.blocks)
    return replace(one, blocks=blocks, heading=plain(one.heading) if one.heading else None)


def _halved(one: Provision) -> Provision:
    blocks = (replace(b, rows=b.rows[: len(b.rows) // 3]) if isinstance(b, Table) else b for b in one.blocks)
    return replace(one, blocks=tuple(blocks))


@pytest.mark.parametrize(("key", "most"), [("da-2017", 2), ("sv-2017", 2), ("nb-1997", 1)])
def test_texts_that_are_held_differ_from_one_another_in_hardly_anything(key: str, most: int) -> None:
    assert len(_found(key, lambda one: one)) <= most


@pytest.mark.parametrize("key", ["da-2017", "sv-2017", "nb-1997"])
def test_headings_that_only_the_others_have_are_one_difference_with_both_counts(key: str) -> None:
    (laws,) = (one for one in _found(key, _unheaded(1)) if one.code == "heading-lost" and "9" in one.places)
    assert (0, len(laws.places)) == (laws.here, laws.there)
    assert len(laws.places) > 70


def test_a_heading_that_no_other_text_has_and_one_that_took_in_its_text_are_told() -> None:
    words = Prose("Spilleren til venstre skal " * 5, store.load_library()["da-2017"].laws[0].source)

    def change(one: Provision) -> Provision:
        return replace(one, heading=words) if str(one.id) in ("16B1", "16B") else one

    found = _found("da-2017", change)
    assert {"16B1", "86B1", "86B2"} == {place for one in found if one.code == "heading-extra" for place in one.places}
    assert [("16B",)] == [one.places for one in found if one.code == "heading-long"]


def test_notes_that_are_lost_all_over_the_book_are_told_with_how_many_the_others_have() -> None:
    (notes,) = (one for one in _found("sv-2017", _unnoted) if one.code == "notes-few")
    assert (0, True) == (notes.here, notes.there > 30)
    assert "notes-few" not in _codes(_found("sv-2017", lambda one: one))


def test_a_table_that_was_cut_is_told_by_its_cells() -> None:
    assert {"2", "77", "78"} == {
        place for one in _found("da-2017", _halved) if one.code == "cells" for place in one.places
    }


def test_words_that_another_number_took_are_told_by_how_long_the_language_is() -> None:
    def change(one: Provision) -> Provision:
        return replace(one, blocks=()) if str(one.id) == "16A1a" else one

    assert "16A1a" in {place for one in _found("da-2017", change) if one.code == "size" for place in one.places}


def test_definitions_that_were_read_as_one_are_told() -> None:
    library = store.load_library()
    text = library["sv-2017"]
    others = [one for one in library.expressions if one is not text]

    def counted(changed: Expression) -> list[Difference]:
        found = beside_skeletons(changed, others, library.registry, store.load_tables())
        return [one for one in found if one.code == "definitions"]

    assert not counted(text)
    assert [(42, 71)] == [(one.here, one.there) for one in counted(replace(text, definitions=text.definitions[:40]))]


def test_a_text_of_which_no_edition_is_held_is_compared_with_nothing() -> None:
    library = store.load_library()
    others = [one for one in library.expressions if one.work == "laws"]
    assert () == beside_skeletons(library["dbf-2008"], others, library.registry, store.load_tables())


def test_numbers_that_a_number_table_names_are_missing_where_no_text_of_the_edition_is_held() -> None:
    library, tables = store.load_library(), store.shipped_tables()
    text = library["nb-1997"]
    others = [library["da-2017"], library["sv-2017"]]
    assert ((), ()) == beside_edition(text, others, tables)
    without = replace(text, laws=tuple(law for law in text.laws if law.id.law != "9"))
    missing, extra = beside_edition(without, others, tables)
    assert ({"9", "9A", "9A1"} <= {*missing}, ()) == (True, extra)
    assert ((), ()) == beside_edition(replace(text, edition="2027"), others, tables)
