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
