"""What breaks the rule that the rest of a book keeps, whatever house set it."""

from __future__ import annotations

import pytest

from app.build.addition import read_text
from corpus.registry import ExpressionEntry
from parser.documents.files import read_document

ENTRY = ExpressionEntry("x", "da", "laws", "2017", "Love", "", "2017", "in-force", ("x",))
LAW = "§ {n}. Kort {word}\nA. Om kort {word}\nEt kort er {word}.\n1. Kort er et.\n2. Kort er to."


def _asked(*changes: tuple[int, str, str]) -> dict[str, int]:
    """How many rows are asked about under each code: thirty laws, with a change in each from ``n`` on."""
    laws = []
    for n in range(1, 31):
        law = LAW.format(n=n, word="".join("abcdefghij"[int(figure)] for figure in str(n)))
        for first, old, new in changes:
            law = law.replace(old, new) if n >= first else law
        laws.append(law)
    read = read_text(read_document("lov.txt", "\n\n".join("\n".join(laws).split("\n")).encode()), ENTRY)
    return {one.code: 1 + len(one.alike) for one in read.recognition.questions if one.code not in ("unnoted",)}


def test_a_sound_book_is_asked_nothing() -> None:
    assert {} == _asked()


@pytest.mark.parametrize("first", [1, 29])
def test_letters_without_heading_are_one_question_be_they_all_or_a_few(first: int) -> None:
    asked = _asked((first, "A. Om kort", "A. Et kort er nu"), (first, "\nEt kort er", " og et kort er"))
    assert {31 - first} == {count for code, count in asked.items() if code in ("uneven", "unheaded")}


def test_headings_that_a_sign_sets_off_from_their_text_are_asked_about() -> None:
    assert 30 == _asked((1, "A. Om kort", "A. Om kort og spil"), (1, "\nEt kort er", ": et kort er"))["set-off"]


def test_lines_that_stand_above_labels_as_headings_do_are_asked_about() -> None:
    assert 10 == _asked((21, "\n2. ", "\nOm to\n2. "))["above"]


def test_a_list_that_ends_in_or_is_asked_about() -> None:
    assert 1 == _asked((30, "Kort er to.", "kort er to, eller"))["list-open"]


def test_rows_of_a_table_that_are_left_as_lines_are_asked_about() -> None:
    assert "columns" in _asked((28, "2. Kort er to.", "2. Kort er to:\n\nNord | 1 | 5 | 9\nSyd | 2 | 6 | 10"))


def test_a_number_with_nothing_behind_it_is_asked_about() -> None:
    assert 1 == _asked((30, "2. Kort er to.", "2."))["empty"]


def test_laws_whose_letters_were_read_as_text_are_one_question() -> None:
    assert 25 == _asked((6, "A. Om", "Om"), (6, "\n1. ", "\n"), (6, "\n2. ", "\n"))["partless"]
