"""Books as a typewriter, a scan or a converter left them."""

from __future__ import annotations

import pytest

from app.build.addition import read_text
from corpus.model import Expression
from corpus.registry import ExpressionEntry
from parser.documents.files import read_document

ENTRY = ExpressionEntry("x", "da", "laws", "2017", "Love", "", "2017", "in-force", ("x",))
WORDS = "Et kort, som en spiller har vist frem i utide, skal ligge på bordet, indtil det er spillet"


def _read(name: str, text: str) -> Expression:
    return read_text(read_document(name, text.encode()), ENTRY).expression


def _texts(text: Expression) -> dict[str, str]:
    return {str(one.id): one.text for one in text.walk()}


def _terms(text: Expression) -> list[tuple[str, str]]:
    return [(one.headword.text, one.text) for one in text.definitions]


def test_a_heading_with_a_blank_behind_each_letter_is_words_and_no_label() -> None:
    laws = "".join(f"LOV {n}. KORT\n\n(A) Et kort.\n\n(B) Et stik.\n\n" for n in (1, 2, 3))
    text = _read("lov.txt", f"{laws}D E F I N I T I O N E R\n\nALERT: signal.\n\nBUD: melding.\n")
    assert [("ALERT", "signal."), ("BUD", "melding.")] == _terms(text)
    assert ["3", "3A", "3B"] == [str(one.id) for one in text.laws[2].walk()]


def test_one_long_line_does_not_part_the_wrapped_lines_of_a_text() -> None:
    part = "{v}) " + WORDS + ",\n   og derefter tages det tilbage, som det er fastsat for kort af den slags.\n"
    laws = "".join(f"Lov {n}. Kort\n\n" + "".join(part.format(v=v) + "\n" for v in "ABCD") for n in range(1, 11))
    text = _texts(_read("lov.txt", laws + f"§ 11. Adresse\n\nhttps://forbund.example/{'lov' * 60}\n"))
    assert f"{WORDS}, og derefter tages det tilbage, som det er fastsat for kort af den slags." == text["2C"]


def test_the_head_of_a_page_with_its_number_between_dashes_is_no_text() -> None:
    law = "## LOV {n}. KORT\n\n(A) {v}, som en spiller af\n\n---\n\nRUNDSKRIV NR. 4 - {n} -\n\n{v} har vist.\n\n"
    text = _texts(_read("lov.md", "".join(law.format(n=n, v=v * 3) for n, v in enumerate("abcdefghijklm", 1))))
    assert "ccc, som en spiller af ccc har vist." == text["3A"]
    assert not any("RUNDSKRIV" in words for words in text.values())


@pytest.mark.parametrize("form", ["{}  \n{}\n\n", "{}\n\n:   {}\n\n"])
def test_a_headword_on_a_line_of_its_own_above_its_text_in_markdown(form: str) -> None:
    terms = "".join(form.format(head, words) for head, words in (("Alert", "et signal."), ("Bud", "en melding.")) * 3)
    laws = "".join(f"## § {n} Kort\n\nEt kort.\n\n" for n in (1, 2, 3))
    assert [("Alert", "et signal."), ("Bud", "en melding.")] * 3 == _terms(
        _read("lov.md", f"## Definitioner\n\n{terms}{laws}")
    )


def test_an_underlined_heading_near_the_foot_of_a_page_parts_no_notes_from_it() -> None:
    law = "LOV {n}.  KORT\n-----------\n\n(A)  Om {v}\n     ------\n     1)   Et kort, som en {v}\n"
    page = law + "\f{n}\n\n          {v} har, er sort.\n\n"
    text = _read("lov.txt", "".join(page.format(n=n, v=v * 3) for n, v in enumerate("abcdefgh", 1)))
    assert "Et kort, som en ccc ccc har, er sort." == _texts(text)["3A1"]
    assert ["Om aaa", "Om bbb"] == [one.heading.text for law in text.laws[:2] for one in law.children if one.heading]


def test_a_subject_index_behind_definitions_is_none_of_them() -> None:
    terms = "Alert\n     et signal.\n\nBud\n     en melding.\n\n"
    laws = "".join(f"LOV {n}. KORT\n\n(A) Et kort.\n\n(B) Et stik.\n\n" for n in (1, 2, 3))
    index = "".join(f"{v}kort ........ 1A\n\n" for v in "abcdefghi")
    text = _read("lov.txt", f"{laws}DEFINITIONER\n============\n\n{terms}STIKORDSREGISTER\n\n{index}")
    assert [("Alert", "et signal."), ("Bud", "en melding.")] == _terms(text)


def test_notes_directly_below_one_another_in_markdown_are_as_many() -> None:
    law = "## § {n} Kort\n\nEt kort[^{n}a-1] er et.[^{n}b-1]\n\n[^{n}a-1]: Den ene.\n[^{n}b-1]: Den anden.\n\n"
    text = _read("lov.md", "".join(law.format(n=n) for n in (1, 2, 3)))
    assert ["Den ene.", "Den anden."] * 3 == [note.text for note in text.notes]


def test_whole_numbers_in_a_column_of_wrapped_text_begin_paragraphs_whatever_stands_before_them() -> None:
    begun = "{n}A       Om kort\n{n}A1      Et kort er hvidt, eller\n{n}A2      "
    law = "§{n} Kort\n\n" + begun + f"{WORDS}\n         {WORDS}\n" * 2 + "{n}A2a     Det er sort.\n\n"
    text = _texts(_read("lov.txt", "".join(law.format(n=n) for n in range(1, 15))))
    assert ["2", "2A", "2A1", "2A2", "2A2a"] == [place for place in text if place.startswith("2")]
    assert "Et kort er hvidt, eller" == text["3A1"]


def test_names_of_groups_in_brackets_stand_above_laws() -> None:
    law = "§ {n} Kort\n==========\n\nA. Et kort har en rang.\n\n(Gruppe {v})\n\n"
    text = _read(
        "lov.txt", "".join(law.format(n=n, v=v * 3) for n, v in enumerate("abcdefgh", 1)) + law.format(n=9, v="i")
    )
    assert {"(Gruppe aaa)", "(Gruppe hhh)"} <= {part.title for part in text.parts}
    assert {"Et kort har en rang."} == {words for place, words in _texts(text).items() if place in ("1A", "8A")}


def test_heads_of_pages_of_which_the_half_changes_with_the_chapter_are_no_text() -> None:
    law = "§ {n}. Om {v}\n\nA.  Et {v} har en rang, og\n"
    page = law + "\f{c}                              Love for bridge 2017\n\ndet har en {v}.\n\n"
    names, chapters = "abcdefghij", ["Regler", "Spil", "Afslutning", "Score", "Klage", "Straf"]
    book = "".join(page.format(n=n, v=v * 3, c=chapters[n // 2]) for n, v in enumerate(names, 1))
    assert "Et ccc har en rang, og det har en ccc." == _texts(_read("lov.txt", book))["3A"]


def test_a_label_at_the_head_of_a_page_begins_its_paragraph() -> None:
    law = "§ {n}. Om {v}\n\nA.  Om {v}\n    1.  Et {v} er:\n        a.  hvidt som {v}, eller\n"
    page = law + "\f{n}\n\n        b.  sort som {v}.\n\n"
    text = _texts(_read("lov.txt", "".join(page.format(n=n, v=v * 3) for n, v in enumerate("abcdefgh", 1))))
    assert ("hvidt som ccc, eller", "sort som ccc.") == (text["3A1a"], text["3A1b"])


def test_a_second_sign_behind_headwords_parts_those_with_senses() -> None:
    terms = "Alert – et signal.\n\nBud – en melding.\n\nHold – fire spillere.\n\n" * 4
    senses = "Giv: 1. en fordeling.\n    2. en kortgivning.\n\nSpil: 1. et kort.\n    2. et stik.\n\n"
    laws = "".join(f"§ {n}. Kort\n\n(A) Et kort.\n\n(B) Et stik.\n\n" for n in (1, 2, 3))
    text = _read("lov.txt", f"DEFINITIONER\n\n{terms}{senses}{laws}")
    assert ["Alert", "Bud", "Hold"] * 4 + ["Giv", "Spil"] == [one.headword.text for one in text.definitions]
