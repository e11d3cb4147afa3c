"""Headings in paragraphs of their own, above or below the labels that they belong to, in any form."""

from __future__ import annotations

import pytest

from app.build.addition import read_text
from corpus.model import Expression
from corpus.own_texts import ReadingDecision
from corpus.registry import ExpressionEntry
from parser.documents.files import read_document

ENTRY = ExpressionEntry("x", "da", "laws", "2017", "Love", "", "2017", "in-force", ("x",))
LETTERS = "ABCD"


def _read(name: str, text: str) -> Expression:
    return read_text(read_document(name, text.encode()), ENTRY).expression


def _headed(text: Expression) -> dict[str, tuple[str, str]]:
    return {str(one.id): (one.heading.text if one.heading else "", one.text) for one in text.walk()}


def _laws(law: str, part: str, laws: int = 3) -> str:
    parts = [law.format(n=n) + "".join(part.format(v=v) for v in LETTERS) for n in range(1, laws + 1)]
    return "".join(parts)


@pytest.mark.parametrize("heading", ["**Kortenes rang**", "Kortenes rang"])
def test_a_label_a_heading_and_a_text_below_one_another_are_one_provision(heading: str) -> None:
    part = f"{{v}}\n\n{heading}\n\nEt kort har en rang.\n\n1\n\nHvidt, eller\n\n2\n\nSort.\n\n"
    text = _headed(_read("lov.md", _laws("## § {n} Kort\n\n", part)))
    assert ("Kortenes rang", "Et kort har en rang.") == text["2C"]
    assert [("", "Hvidt, eller"), ("", "Sort.")] == [text["2C1"], text["2C2"]]


@pytest.mark.parametrize("heading", ["**Kortenes rang**", "Kortenes rang"])
def test_a_heading_above_the_label_of_its_text_is_its_heading(heading: str) -> None:
    part = f"{heading}\n\n{{v}}) Et kort har en rang.\n\n1) Hvidt, eller\n\n2) Sort.\n\n"
    text = _headed(_read("lov.md", _laws("## § {n} Kort\n\n", part)))
    assert ("Kortenes rang", "Et kort har en rang.") == text["2A"] == text["2D"]
    assert [("", "Hvidt, eller"), ("", "Sort.")] == [text["2C1"], text["2C2"]]


def test_a_heading_in_italics_below_a_whole_number_alone_is_the_rules() -> None:
    part = (
        "<div>§ {{n}} {v}</div><p><i>Kortenes rang</i></p><p>Et kort har en rang.</p>"
        "<div>§ {{n}} {v} 1</div><p>Hvidt, eller</p><div>§ {{n}} {v} 2</div><p>Sort.</p>"
    )
    law = "<h2>§ {n} Kort</h2>" + "".join(part.format(v=v) for v in LETTERS)
    book = "".join(law.format(n=n) for n in range(1, 4))
    text = _headed(_read("lov.html", f"<html><body>{book}</body></html>"))
    assert ("Kortenes rang", "Et kort har en rang.") == text["2C"]
    assert [("", "Hvidt, eller"), ("", "Sort.")] == [text["2C1"], text["2C2"]]


def test_letters_of_an_index_are_no_labels_with_headings_below() -> None:
    laws = _laws("<h2>§ {n} Kort</h2>", "<p>{v}. Et kort har en rang.</p>")
    index = "".join(f"<p>{v}</p><p>{v}flægge</p><p>{v}lert</p>" for v in "ABCDEFGHIK")
    text = _read("lov.html", f"<html><body>{laws}<h2>Stikordsregister</h2>{index}</body></html>")
    assert {"1", "1A", "1B", "1C", "1D"} == {place for place in _headed(text) if place.startswith("1")}
    assert ("", "Et kort har en rang.") == _headed(text)["3D"]


def test_links_of_notes_that_lost_their_places_call_the_notes_below_the_law() -> None:
    """As a program leaves them that makes Markdown of a page; labels of parts stand alone there too."""
    law = (
        "### § {n} Kort\n\nA\n\nEt kort.[1](#fn-{n}-1)[2](#fn-{n}-2)\n\nB\n\nEt stik.[3](#fn-{n}-3)\n\n"
        "1. Den ene.\n2. Den anden.\n3. Den tredje.\n\n"
    )
    text = _read("lov.md", "".join(law.format(n=n) for n in range(1, 6)))
    assert ["1", "1A", "1B"] == [str(one.id) for one in text.laws[0].walk()]
    assert [(("1A",), "Den ene."), (("1A",), "Den anden."), (("1B",), "Den tredje.")] == [
        (note.anchors, note.text) for note in text.notes[:3]
    ]
    assert "Et kort." == _headed(text)["5A"][1]


def test_contents_that_a_page_marks_end_with_the_mark() -> None:
    contents = "".join(f"<li>§ {n} Kort</li>" for n in (1, 2, 3))
    terms = "<dt>ALERT</dt><dd>signal til modstanderne.</dd><dt>BUD</dt><dd>melding.</dd>"
    laws = _laws("<h2>§ {n} Kort</h2>", "<p>{v}. Et kort har en rang.</p>")
    for mark in ('<div class="toc"><b>Indhold</b><ul>{}</ul></div>', '<nav id="indhold"><ul>{}</ul></nav>'):
        page = f"<html><body>{mark.format(contents)}<h2>Definitioner</h2><dl>{terms}</dl>{laws}</body></html>"
        text = _read("lov.html", page)
        assert ["ALERT", "BUD"] == [one.headword.text for one in text.definitions]


def test_a_part_that_holds_the_whole_page_is_not_its_contents() -> None:
    laws = _laws("<h2>§ {n} Kort</h2>", "<p>{v}. Et kort har en rang.</p>")
    terms = "<dt>ALERT</dt><dd>signal.</dd>"
    text = _read("lov.html", f'<body><main id="indhold"><h2>Definitioner</h2><dl>{terms}</dl>{laws}</main></body>')
    assert ["ALERT"] == [one.headword.text for one in text.definitions]


def test_a_decision_reaches_its_paragraph_behind_a_law_that_has_no_heading() -> None:
    lines = [f"16.{v}.{n} Et kort har nummer {n}." for v in "AB" for n in range(1, 9)]
    stream = read_document("lov.txt", "\n\n".join(["15.A.1 Et kort.", *lines, "Det sidste ord."]).encode())
    decided = (ReadingDecision("Det sidste ord.", "noise", "en hilsen"),)
    assert "Det sidste ord." in " ".join(one.text for one in read_text(stream, ENTRY).expression.walk())
    assert "Det sidste ord." not in " ".join(one.text for one in read_text(stream, ENTRY, decided).expression.walk())


@pytest.mark.parametrize("form", ["{v} (§ {n})", "{v} – lov {n}", "{v} [Lov {n}]"])
def test_the_number_of_a_law_may_stand_behind_its_heading(form: str) -> None:
    names = [v * 4 for v in "ABCDEFGHIK"]
    laws = "".join(
        f"## {form.format(v=v, n=n)}\n\nA. Et {v} er rødt.\n\nB. Se § {n}.\n\n" for n, v in enumerate(names, 1)
    )
    text = _headed(_read("lov.md", laws))
    assert [("AAAA", ""), ("KKKK", "")] == [text["1"], text["10"]]
    assert ("", "Se § 3.") == text["3B"]


def test_a_numbered_heading_of_a_higher_level_than_the_laws_is_that_of_a_chapter() -> None:
    law = "## {c}. Kapitlet {v}\n\n### Lov {n}. Kort\n\nA. Et kort:\n\n1. Hvidt.\n\n2. Sort.\n\n"
    text = _read("lov.md", "".join(law.format(n=n, c=n, v=v * 3) for n, v in enumerate("abcdef", 1)))
    assert [f"{n}. Kapitlet {v * 3}" for n, v in enumerate("abcdef", 1)] == [part.title for part in text.parts]
    assert ["2", "2A", "2A1", "2A2"] == [str(one.id) for one in text.laws[1].walk()]
