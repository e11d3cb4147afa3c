"""Headings that run into their text, set off by a sign or by their face."""

from __future__ import annotations

import io

import docx
import pytest

from app.build.addition import read_text
from corpus.model import Expression
from corpus.registry import ExpressionEntry
from parser.documents.files import read_document

ENTRY = ExpressionEntry("x", "da", "laws", "2017", "Love", "", "2017", "in-force", ("x",))


def _read(name: str, text: str) -> Expression:
    return read_text(read_document(name, text.encode()), ENTRY).expression


def _headed(text: Expression) -> dict[str, tuple[str, str]]:
    return {str(one.id): (one.heading.text if one.heading else "", one.text) for one in text.walk()}


def _book(head: str, part: str, sub: str) -> str:
    law = "".join(part.format(v=v) for v in "ABC") + sub
    return "".join(head.format(n=n) + law for n in (1, 2, 3))


@pytest.mark.parametrize("sign", [" – ", " — ", " - ", ": ", " | "])
def test_one_sign_behind_the_headings_of_the_letters_parts_them_from_their_texts(sign: str) -> None:
    part = f"{{v}}) Kortenes rang pga. farven{sign}Et kort har en rang.\n\n"
    sub = f"1) Forside{sign}§ 2 gælder.\n\n2) Kortet er rødt{sign.rstrip()} eller sort.\n\n"
    text = _headed(_read("lov.txt", _book("§ {n}. Kort\n\n", part, sub)))
    assert ("Kortenes rang pga. farven", "Et kort har en rang.") == text["1A"] == text["3C"]
    assert ("Forside", "§ 2 gælder.") == text["2C1"]
    assert "" == text["2C2"][0]


def test_a_sign_in_a_few_letters_tells_no_heading() -> None:
    part = "{v}) Et kort har en rang, som følger af farven og af tallet på det.\n\n"
    text = _read("lov.txt", _book("§ {n}. Kort\n\n", part, "D) Esset – Det højeste kort.\n\n"))
    assert ("", "Esset – Det højeste kort.") == _headed(text)["2D"]


@pytest.mark.parametrize(
    "face", ["<i>{}</i>", "<u>{}</u>", '<span class="t">{}</span>', '<span style="font-variant:small-caps">{}</span>']
)
def test_headings_of_a_face_of_their_own_end_with_it(face: str) -> None:
    head = face.format("Anvendelse af § 2")
    part = f"<p>{{v}}. {head} § 2 gælder for Nord og Syd.</p>"
    side, trick = face.format("Forside"), face.format("Stik")
    sub = f"<p>1. {side} Den er <i>hvid</i>.</p><p>2. Bagsiden er sort.</p><p>D. {trick}</p>"
    text = _headed(_read("lov.html", f"<body>{_book('<h2>§ {n} Kort</h2>', part, sub)}</body>"))
    assert ("Anvendelse af § 2", "§ 2 gælder for Nord og Syd.") == text["1A"] == text["3C"]
    assert [("Forside", "Den er hvid."), ("", "Bagsiden er sort."), ("Stik", "")] == [
        text[place] for place in ("2C1", "2C2", "2D")
    ]


@pytest.mark.parametrize("face", ["italic", "Strong"])
def test_in_a_word_file_too(face: str) -> None:
    document, out = docx.Document(), io.BytesIO()
    for n in (1, 2, 3):
        document.add_paragraph(f"§ {n}. Kort")
        for v in "ABC":
            one = document.add_paragraph(f"{v}. ")
            run = one.add_run("Anvendelse af § 2", style=face if face == "Strong" else None)
            run.italic = face == "italic" or None
            one.add_run(" – § 2 gælder for Nord og Syd.")
    document.save(out)
    text = _headed(read_text(read_document("lov.docx", out.getvalue()), ENTRY).expression)
    assert ("Anvendelse af § 2", "§ 2 gælder for Nord og Syd.") == text["1A"] == text["3C"]


def test_a_law_with_its_sign_behind_the_number_is_no_note_below_notes() -> None:
    law = "<h3>{n} §</h3><h4>Kort</h4><p>A. Et kort.<sup>{n})</sup></p><p>{n}) Noten {n}.</p>"
    text = _read("lov.html", f"<body>{''.join(law.format(n=n) for n in range(1, 12))}</body>")
    assert [str(n) for n in range(1, 12)] == [str(one.id) for one in text.laws]
    assert 11 == len(text.notes)


def test_an_item_that_follows_nothing_and_calls_a_note_at_its_end_is_read_and_not_refused() -> None:
    items = '<ol type="a"><li>Hvidt.</li></ol><ol type="a"><li>Sort.<sup><a href="#n1">1</a></sup></li></ol>'
    page = f'<h2>§ 1 Kort</h2><p>A. Et kort:</p>{items}<h2>§ 2 Stik</h2><p>Et stik.</p><p id="n1">1 Noten.</p>'
    text = _read("lov.html", f"<body>{page}</body>")
    assert "Sort." in " ".join(one.text for one in text.walk())
    assert ["Noten."] == [note.text for note in text.notes]


def test_a_note_that_is_called_between_a_heading_and_the_sign_behind_it_is_one_of_the_heading() -> None:
    part = "{v}) Kortenes rang[^{v}]: Et kort har en rang.\n\n"
    notes = "".join(f"[^{v}]: Note {v}.\n\n" for v in "ABC")
    text = _read("lov.md", _book("## § {n}. Kort\n\n", part, "") + notes)
    assert ("Kortenes rang", "Et kort har en rang.") == _headed(text)["2B"]
    assert "Note B." in [note.text for note in text.notes if "2B" in note.anchors]
