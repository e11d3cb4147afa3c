"""What tells a broken reading from a sound one though no row looks wrong; one question for one cause."""

from __future__ import annotations

from dataclasses import replace

from app.build.addition import asked_beside, kept_reading, read_text
from corpus import store
from corpus.registry import ExpressionEntry
from parser.citations.resolve import resolve
from parser.documents.files import read_document
from parser.recognition.account import Recognition
from parser.recognition.book import recognise

NAMES = ("Kort", "Mapper", "Borde", "Makkere", "Pladser", "Giv", "Runder", "Stik")


def _read(text: str) -> Recognition:
    return recognise(read_document("lov.txt", text.replace("\n", "\n\n").encode()), "x")


def _book(law: str) -> str:
    return "\n".join(law.format(n=n, name=name) for n, name in enumerate(NAMES, 1))


def _asked(found: Recognition) -> list[tuple[str, int]]:
    return [(one.code, 1 + len(one.alike)) for one in found.questions]


def test_a_line_of_the_page_that_was_read_as_text_is_one_question_for_all_its_places() -> None:
    found = _read(_book("§ {n}. {name}\nA. {name} er et.\nB. {name} er to.\nTil toppen af siden"))
    assert ("repeated", len(NAMES)) in _asked(found)


def test_a_sound_book_is_not_asked_about() -> None:
    assert not _asked(_read(_book("§ {n}. {name}\nA. {name} er et.\nB. {name} er to.")))


def test_the_same_question_about_many_rows_is_one() -> None:
    found = _read(_book("§ {n}. {name}\nA. {name} er et.\nC. {name} er to."))
    assert [("gap", len(NAMES))] == _asked(found)


def test_the_only_member_of_a_list_is_asked_about() -> None:
    law = "§ 2. Mapper\nA. Mapper er et.\n1. Mapper er to.\nB. Mapper er tre."
    assert ("alone", 1) in _asked(
        _read(f"§ 1. Kort\nA. Kort er et.\nB. Kort er to.\n{law}\n§ 3. Stik\nEt stik er fire.")
    )


def test_a_number_beside_one_that_stands_before_its_first_letter_is_not_alone() -> None:
    law = "§ 2. Mapper\nA. Mapper er et.\n(1) (a) Mapper er to.\n(b) Mapper er tre.\n(2) Mapper er fire."
    assert "alone" not in dict(_asked(_read(f"§ 1. Kort\nA. Kort er et.\nB. Kort er to.\n{law}\n§ 3. Stik\nEt stik.")))


def test_notes_whose_numbers_are_left_out_are_asked_about() -> None:
    book = "§ 1. Kort\nKort[1] er et[2] og to[4].\n[1] Hele.\n[2] Halve.\n[4] Andre.\n§ 2. Stik\nStik.\n§ 3. Pas\nPas."
    assert ("note-gap", 1) in _asked(_read(book))


def test_words_that_swallowed_a_part_of_the_book_are_asked_about() -> None:
    book = _book("§ {n}. {name}\nA. {name} er et.\nB. {name} er to.")
    assert ("long", 1) in _asked(_read(book.replace("Giv er to.", "Giv er to. " * 60)))
    preface = f"Forord\nA. {'Lovene er gamle. ' * 20}\n{book}"
    assert ("outside", 1) in _asked(_read(preface))


def test_a_table_of_sentences_is_asked_about_and_one_of_figures_is_not() -> None:
    words = "Spilleren til venstre skal altid spille ud først her."
    law = "<p>§ {n}. {name}</p><p>A. {name} er et.</p><p>B. {name} er to.</p>"
    book = "".join(law.format(n=n, name=name) for n, name in enumerate(NAMES, 1))
    rows = [f"<table><tr><td>{one}</td><td>{two}</td></tr></table>" for one, two in ((words, words), ("Nord", "20"))]
    asked = [_asked(recognise(read_document("lov.html", f"{book}{table}".encode()), "x")) for table in rows]
    assert [[("table-words", 1)], []] == asked


def test_signs_of_which_the_book_has_no_note_are_one_question_that_names_every_place() -> None:
    assert [("note-lost", len(NAMES))] == _asked(_read(_book("§ {n}. {name}\nA. {name} er et[1].\nB. De er to.")))


def test_numbers_that_a_book_cites_and_has_not_are_asked_about_where_they_should_be() -> None:
    library = store.load_library()
    entry = ExpressionEntry("x", "da", "laws", "2017", "Love", "", "2017", "in-force", ("x",))
    book = _book("§ {n}. {name}\nA. {name} er et.\nB. {name} er to, se § 3C2 og § 3A.")
    read = read_text(read_document("lov.txt", book.replace("\n", "\n\n").encode()), entry)
    registry = replace(library.registry, expressions=(*library.registry.expressions, entry))
    text = next(
        one
        for one in resolve([*library.expressions, read.expression], registry, store.load_tables(), {})
        if one.key == "x"
    )
    asked = asked_beside(read, text, (), (), registry, store.load_tables()).recognition.questions
    assert [("cited", "3", ("3C2",))] == [(one.code, one.likely, one.others) for one in asked]
    (one,) = asked
    decision = kept_reading(read).decision(one.row, one.likely, "set")
    again = read_text(read_document("lov.txt", book.replace("\n", "\n\n").encode()), entry, [decision])
    assert [p.id for p in read.expression.walk()] == [p.id for p in again.expression.walk()], "as it was read"
