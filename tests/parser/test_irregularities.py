"""A book whose labels are in order and whose words are not: each fault is a question where it stands."""

from __future__ import annotations

import pytest

from parser.documents.files import read_document
from parser.recognition.account import Recognition
from parser.recognition.book import recognise

BOOK = """\
§ 1. Kortene

A. Farverne

Der bruges 52 kort (se § 3A), hvoraf fire er esser[1].

1. Spar og hjerter er høje farver, og de kaldes majorfarver i alle bøger, eller

2. ruder og klør er lave farver i alle bøger, som »minor« også er et navn for.

3. Trumf er den farve, der er meldt sidst.

B. Rækkefølgen

Både efter b1) og b2) er es højest (se § 2), og derefter kommer konge, dame og knægt i den nævnte orden:

1. uden trumf;

2. med trumf.

§ 2. Makkere

Makkere sidder over for hinanden, og deres modstandere sidder ved siden af dem.

§ 3. Stik

A. Udspil

Der spilles med uret fra den, der spillede ud til stikket.

[1] Kun i holdturnering.
"""

# (what stands in the book, what it becomes, the question, its row, how it is read, what it may be)
FAULTS = [
    ("2. ruder og", "Ruder og", "unlabelled", "Ruder og klør", "of 1A1", ("1A2",)),
    ("(se § 3A)", "(se § 3A", "bracket", "Der bruges", "of 1A", ()),
    ("hinanden, og", "hinanden), og", "bracket", "Makkere sidder", "of 2", ()),
    ("»minor« også", "»minor også", "bracket", "2. ruder", "1A2", ()),
    ("og deres modstandere", "og\n\nderes modstandere", "within", "deres modstandere", "of 2", ("noise",)),
    ("er et navn for.", "er et navn", "cut-off", "2. ruder", "1A2", ()),
    ("navn for.\n\n3. Trumf", "navn for. 3. Trumf", "joined", "2. ruder", "1A2", ()),
    ("sidder ved siden af dem.", "sidder ved siden af dem[7].", "note-lost", "Makkere sidder", "of 2", ()),
    ("meldt sidst.", "meldt sidst3.", "note-lost", "3. Trumf", "1A3", ()),
    ("§ 3. Stik", "[2] Kun i par.\n\n§ 3. Stik", "note-like", "[2] Kun i par.", "of 2", ("noise",)),
    ("§ 2. Makkere", "Makkere", "unlabelled", "Makkere", "of 1B", ("2",)),
]


def _read(text: str, decided: dict[int, str] | None = None) -> Recognition:
    return recognise(read_document("lov.txt", text.encode()), "x", decided)


def test_a_sound_book_is_asked_nothing() -> None:
    assert () == _read(BOOK).questions


@pytest.mark.parametrize(("was", "becomes", "code", "words", "likely", "others"), FAULTS)
def test_a_fault_that_leaves_the_labels_in_order_is_asked_about_where_it_stands(
    was: str, becomes: str, code: str, words: str, likely: str, others: tuple[str, ...]
) -> None:
    """The question has the reading that was taken and what else it may be; once decided it is asked no more."""
    assert was in BOOK
    found = _read(BOOK.replace(was, becomes))
    asked = [one for one in found.questions if one.code == code]
    assert [(likely, others)] == [(one.likely, one.others) for one in asked]
    assert asked[0].words.startswith(words)
    left = _read(BOOK.replace(was, becomes), {asked[0].row: likely}).questions
    assert (code, asked[0].row) not in [(one.code, one.row) for one in left]


def test_a_bracket_closed_a_paragraph_further_down_is_no_fault() -> None:
    assert (
        ()
        == _read(BOOK.replace("hinanden, og deres", "hinanden (og\n\nDeres").replace("af dem.", "af dem).")).questions
    )


def test_a_label_alone_and_a_heading_in_capitals_stand_above_small_letters() -> None:
    book = BOOK.replace("B. Rækkefølgen", "B. RÆKKEFØLGEN").replace("Både efter", "både efter")
    assert () == _read(book.replace("2. ruder", "2.\n\nruder")).questions


def test_a_heading_of_a_law_that_has_nothing_below_it_is_no_chapter_of_the_next_law() -> None:
    book = (
        BOOK.replace("§ 1. Kortene", "§ 1 Kortene").replace("§ 3. Stik", "§ 3 Stik").replace("2. Makkere", "2 Makkere")
    )
    found = _read(book[: book.index("Makkere sidder")] + book[book.index("§ 3 Stik") :])
    assert ["1", "2", "3"] == [use.id for use in found.uses if use.reason == "law"]
