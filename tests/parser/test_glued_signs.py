"""Signs of notes that nothing sets off, and those of notes under letters."""

from __future__ import annotations

import io
from string import ascii_lowercase

import docx
import pytest
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls, qn

from app.build.addition import read_text
from corpus.model import Expression
from corpus.registry import ExpressionEntry
from parser.documents.files import read_document
from parser.documents.numbering import roman

ENTRY = ExpressionEntry("x", "da", "laws", "2017", "Love", "", "2017", "in-force", ("x",))
FIGURES = [str(n) for n in range(1, 7)]
ROMANS = [roman(n).lower() for n in range(1, 7)]
LETTERS = list(ascii_lowercase[:6])


def _read(name: str, text: str) -> Expression:
    return read_text(read_document(name, text.replace("\n", "\n\n").encode()), ENTRY).expression


def _law(n: int, sign: str, below: str = "") -> str:
    return f"§ {n}. Kort\nA. Et kort er et.\n1. Det har en forside.{sign}\n2. Det har to sider.\n{below}"


def _notes(text: Expression) -> list[tuple[tuple[str, ...], str]]:
    return [(note.anchors, note.text) for note in text.notes]


@pytest.mark.parametrize("signs", [FIGURES, ROMANS, LETTERS])
@pytest.mark.parametrize("stop", ["", ".", ")"])
def test_signs_that_count_as_the_notes_at_the_end_do_call_them(signs: list[str], stop: str) -> None:
    laws = "".join(_law(n, sign) for n, sign in enumerate(signs, 1))
    text = _read("lov.txt", laws + "".join(f"{sign}{stop} Den note er {sign * 3}.\n" for sign in signs))
    assert [((f"{n}A1",), f"Den note er {sign * 3}.") for n, sign in enumerate(signs, 1)] == _notes(text)
    assert "Det har en forside." == next(one.text for one in text.walk() if str(one.id) == "6A1")


def test_figures_that_begin_anew_in_each_law_call_the_notes_below_it() -> None:
    text = _read("lov.txt", "".join(_law(n, "1", f"1 Den note er den {n}.\n") for n in range(1, 8)))
    assert [((f"{n}A1",), f"Den note er den {n}.") for n in range(1, 8)] == _notes(text)


def test_two_figures_side_by_side_call_two_notes_and_one_again_the_first() -> None:
    ends = ["1", "23", "4", "5", "6", "2"]
    laws = "".join(_law(n, sign) for n, sign in enumerate(ends, 1))
    text = _read("lov.txt", laws + "".join(f"{n} Den note er den {n}.\n" for n in range(1, 7)))
    assert [("1A1",), ("2A1", "6A1"), ("2A1",), ("3A1",), ("4A1",), ("5A1",)] == [note.anchors for note in text.notes]


def test_figures_that_no_notes_answer_are_words() -> None:
    text = _read("lov.txt", "".join(_law(n, str(n)) for n in range(1, 8)))
    assert () == text.notes
    assert "Det har en forside.3" == next(one.text for one in text.walk() if str(one.id) == "3A1")


def test_the_last_figure_of_a_number_on_a_line_of_its_own_calls_no_note() -> None:
    law = "## {n} Kort\n\n{n}.A Om kort\n\n{n}.A.1\n\n{n}.A.1.a Et kort er et.[^{n}]\n\n{n}.A.1.b Et er to.\n\n"
    law += "[^{n}]: En note.\n\n"
    text = read_text(read_document("lov.md", "".join(law.format(n=n) for n in range(1, 9)).encode()), ENTRY).expression
    assert [(f"{n}A1a",) for n in range(1, 9)] == [note.anchors for note in text.notes]


def test_styles_of_kramdown_are_no_words() -> None:
    law = "## § {n} Kort\n\nA. Et kort er et.\n{{:.ledd}}\n\nB. Et er to.\n{{:.ledd #b{n}}}\n\n"
    text = read_text(read_document("lov.md", "".join(law.format(n=n) for n in range(1, 9)).encode()), ENTRY).expression
    assert {"A": "Et kort er et.", "B": "Et er to."} == {
        one.id.parts[1]: one.text for one in text.walk() if len(one.id.parts) == 2
    }


def test_labels_of_a_definition_list_in_markdown_have_what_is_described_behind_them() -> None:
    law = "## § {n} Kort\n\nA.\n\n:   **RANG**\n\n    1\\.\n\n    :   *FARVE*\n\n        a)\n\n        :   *RØD*\n\n"
    law += "            Et kort er rødt.\n\n"
    text = read_text(read_document("lov.md", "".join(law.format(n=n) for n in range(1, 9)).encode()), ENTRY).expression
    assert {"3": "Kort", "3A": "RANG", "3A1": "FARVE", "3A1a": "RØD"} == {
        str(one.id): one.heading.text for one in text.walk() if one.id.parts[0] == "3" and one.heading
    }


def _word(body: str, notes: str) -> bytes:
    document, out = docx.Document(), io.BytesIO()
    form = parse_xml(f'<w:footnotePr {nsdecls("w")}><w:numFmt w:val="lowerLetter"/></w:footnotePr>')
    document.element.body.find(qn("w:sectPr")).insert(0, form)
    for line in body.split("\n"):
        document.element.body.insert(-1, parse_xml(f"<w:p {nsdecls('w')}>{line}</w:p>"))
    blob = f"<w:footnotes {nsdecls('w')}>{notes}</w:footnotes>".encode()
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"
    part = Part(PackURI("/word/footnotes.xml"), kind, blob, document.part.package)
    document.part.relate_to(part, RELATIONSHIP_TYPE.FOOTNOTES)
    document.save(out)
    return out.getvalue()


def test_a_note_of_word_under_letters_is_called_again_by_its_letter() -> None:
    run, raised = (
        "<w:r><w:t>{}</w:t></w:r>",
        '<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>{}</w:t></w:r>',
    )
    call = '<w:r><w:footnoteReference w:id="{}"/></w:r>'
    note = '<w:footnote w:id="{}"><w:p><w:r><w:footnoteRef/></w:r><w:r><w:t>{}</w:t></w:r></w:p></w:footnote>'
    body = "\n".join(
        (
            run.format("§ 1 Kort"),
            run.format("A. Et kort er et.") + call.format(1),
            run.format("B. Et kort er to.") + call.format(2),
            run.format("§ 2 Stik"),
            run.format("A. Et stik er et.") + raised.format("b"),
        )
    )
    text = read_text(read_document("lov.docx", _word(body, note.format(1, "a kort.") + note.format(2, "Stik."))), ENTRY)
    assert [(("1A",), "a kort."), (("1B", "2A"), "Stik.")] == _notes(text.expression)
    assert "Et stik er et." == next(one.text for one in text.expression.walk() if str(one.id) == "2A")


def test_paragraphs_below_a_definition_that_opens_a_list_are_asked_about() -> None:
    words = "".join(f"{word}: Det er noget.\n" for word in ("Bud", "Farve", "Kort", "Rang"))
    opened = (
        "Straf: Der er to:\nDisciplinær den, der gælder orden, og\nProcedur- den, der gælder gang.\nUdspil: Et kort."
    )
    laws = "Definitioner\n" + words + opened + "\n" + "".join(_law(n, "") for n in range(1, 5))
    read = read_text(read_document("lov.txt", laws.replace("\n", "\n\n").encode()), ENTRY)
    asked = [one for one in read.recognition.questions if one.code == "headword"]
    assert [["Disciplinær den, der gælder orden, og", "Procedur- den, der gælder gang."]] == [
        [read.rows[row].text for row in (one.row, *one.alike)] for one in asked
    ]


def test_stars_and_the_word_for_a_note_in_brackets_are_signs_side_by_side_in_one_book() -> None:
    signs = [" (*)", " (**)", " (note 3)", " (note 4)"]
    laws = "".join(_law(n, sign) for n, sign in enumerate(signs, 1))
    text = _read(
        "lov.txt", laws + "Noter\n" + "".join(f"{sign.strip()} Den note er {n}.\n" for n, sign in enumerate(signs, 1))
    )
    assert [((f"{n}A1",), f"Den note er {n}.") for n in range(1, 5)] == _notes(text)
    assert ["Det har en forside."] * 4 == [one.text for one in text.walk() if str(one.id).endswith("A1")]
