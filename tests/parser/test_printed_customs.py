"""Books as a printer, a converter or a designer left them: pages of columns, notes at their feet, numbers in a margin,
notes in boxes."""

from __future__ import annotations

import io

import docx
from docx.shared import Pt

from app.build.addition import ReadText, read_text
from corpus.model import Expression
from corpus.registry import ExpressionEntry
from parser.documents.files import read_document
from parser.documents.marked_dialects import in_common_form
from parser.documents.stream import StreamParagraph, StreamTable

ENTRY = ExpressionEntry("x", "da", "laws", "2017", "Love", "", "2017", "in-force", ("x",))


def _read_all(name: str, content: str | bytes) -> ReadText:
    return read_text(read_document(name, content if isinstance(content, bytes) else content.encode()), ENTRY)


def _read(name: str, content: str | bytes) -> Expression:
    return _read_all(name, content).expression


def _texts(text: Expression) -> dict[str, str]:
    return {str(one.id): one.text for one in text.walk()}


def _headings(text: Expression) -> dict[str, str]:
    return {str(one.id): one.heading.text for one in text.walk() if one.heading is not None}


def _notes(text: Expression) -> dict[str, list[str]]:
    words = {note.key: note.text for note in text.notes}
    return {
        str(one.id): found
        for one in text.walk()
        if (found := [words[mark.note] for passage in one.passages() for mark in passage.prose.marks])
    }


LAW = """A. EN {w}, SOM ER TILKALDT AF EN LEDER OG
ENHVER SPILLER. — Et kort i {v} skal altid
vendes med bagsiden opad, når det er gjort
færdigt, så det ikke senere kan tages op af
spillerne og ses på igen i løbet af {v}.
B. ET STIK. — Et stik bliver liggende.

§ {n}
KORTENES PLADS PÅ BORDET UNDER SPILLET
Et kort, som en af spillerne har vist frem,
skal ligge på bordet, indtil det er spillet
eller taget op efter lederens anvisning. Det
gælder også for {v}{call}

"""
FOOT = """{n} Det gælder også for en spiller, som ikke er til
stede ved bord {v}.
"""
NOTED = list(enumerate("abcdefg", 1))
CONTENTS = "Indhold\n\n" + "".join(
    f"§ {n}  KORTENES PLADS PÅ BORDET UNDER SPILLET {'.' * 30} {n + 4}\n" for n in range(1, 4)
)


def _pocket_book() -> str:
    pages = [
        LAW.format(n=n, v=v * 3, w=v.upper() * 3, call=f".{n}" if n < 8 else ".")
        + (FOOT.format(n=n, v=v * 3) if n < 8 else "")
        for n, v in enumerate("abcdefghijkl", 1)
    ]
    heads = [f"\fLove for bridge    {n}\n\n" if n % 2 else f"\f{n}    Kortene\n\n" for n in range(5, 17)]
    return CONTENTS + "".join(head + page for head, page in zip(heads, pages, strict=True))


def test_notes_at_the_feet_of_pages_under_plain_figures_are_called_by_those_behind_words() -> None:
    called = {str(n): f"Det gælder også for en spiller, som ikke er til stede ved bord {v * 3}." for n, v in NOTED}
    assert called == {place: words for place, [words] in _notes(_read("lov.txt", _pocket_book())).items()}


def test_a_contents_wider_than_the_columns_of_the_text_does_not_part_its_lines() -> None:
    text = _read("lov.txt", _pocket_book())
    whole = "Et kort, som en af spillerne har vist frem, skal ligge på bordet, indtil det er spillet eller taget op"
    assert f"{whole} efter lederens anvisning. Det gælder også for ccc." == _texts(text)["3"]
    assert {"KORTENES PLADS PÅ BORDET UNDER SPILLET"} == {law.heading.text for law in text.laws if law.heading}
    assert "EN DDD, SOM ER TILKALDT AF EN LEDER OG ENHVER SPILLER" == _headings(text)["3A"]


def test_figures_behind_words_that_no_page_answers_stay_words() -> None:
    pages = [LAW.format(n=n, v=v * 3, w=v.upper() * 3, call=f".{n}") for n, v in enumerate("abcdefghijkl", 1)]
    text = _read("lov.txt", CONTENTS + "".join(f"\f{n}    Kortene\n\n{page}" for n, page in enumerate(pages, 5)))
    assert text.laws[2].text.endswith("ccc.3")


def test_a_heading_that_the_heads_of_pages_repeat_is_no_head_where_it_opens_its_chapter() -> None:
    terms = "Alert – et signal.\nBlinde – makkeren til den, som\n   spiller.\nBud – en melding.\n"
    first = f"\f4    Definitioner\n\nDefinitioner\n\n{terms}"
    book = _pocket_book().replace("    Kortene\n", "    Definitioner\n").replace("\f", f"{first}\n\f", 1)
    found = [(one.headword.text, one.text) for one in _read("lov.txt", book).definitions]
    assert [("Alert", "et signal."), ("Blinde", "makkeren til den, som spiller.")] == found[:2]


def _placed(lines: list[tuple[int, int, str]]) -> str:
    found = "".join(f'<p style="position:absolute;top:{t}px;left:{x}px" class="f1">{w}</p>\n' for t, x, w in lines)
    return f'<div style="position:relative;width:446px;height:629px">\n{found}</div>\n'


def test_a_page_of_placed_lines_is_read_column_by_column() -> None:
    words = ["Et kort, som en spiller har vist frem i uti-", "de, skal ligge paa bordet, indtil det bliver"]
    pages = []
    for n, v in enumerate("abcdef", 1):
        lines: list[tuple[int, int, str]] = [(24, 30, f"Love for bridge&#160;&#160;{n}")]
        for column, x in ((0, 30), (1, 232)):
            lines += [(48, x, f"Dette er en {v * (12 + column)}"), (60, x, f"i {v * (3 + column)}.")]
            lines += [(84, x, f"<b>§ {2 * n - 1 + column}</b>"), (96, x, "<b>KORTENE</b>")]
            for m in range(6):
                lines += [(116 + 48 * m, x, f"{'ABCDEF'[m]}. <b>Kort {m}</b>"), (128 + 48 * m, x, words[0])]
                lines += [(140 + 48 * m, x, words[1]), (152 + 48 * m, x, "spillet.")]
            lines += [(420, x, f"Det gælder {v * (15 + column)}"), (432, x, f"og {v * (5 + column)}.")]
        pages.append(_placed(lines))
    style = "<style>p{margin:0} .f1{font-size:10px}</style>"
    text = _read("lov.html", f"<html><head>{style}</head><body>{''.join(pages)}</body></html>")
    assert [str(n) for n in range(1, 13)] == [str(law.id) for law in text.laws]
    whole = "Et kort, som en spiller har vist frem i utide, skal ligge paa bordet, indtil det bliver spillet."
    assert {whole} == {part.text for law in text.laws for part in law.children[:-1]}
    assert "Kort 3" == _headings(text)["8D"]


def _designed(cells: list[tuple[str, str, str]], number: str, heading: str) -> bytes:
    document = docx.Document()
    for n in range(1, 11):
        head = document.add_table(1, 2)
        head.cell(0, 0).text, head.cell(0, 1).text = number.format(n=n), heading
        table = document.add_table(len(cells), 3)
        for at, row in enumerate(cells):
            for column, words in enumerate(row):
                table.cell(at, column).text = words.format(n=n)
        document.add_paragraph()
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def test_numbers_and_headings_in_a_margin_beside_their_text_and_its_notes() -> None:
    cells = [
        ("{n}.A\nKortenes rang", "Esset er det højeste kort i hver af farverne.¹", "¹ Undtagen jokeren."),
        ("{n}.B", "Et kort har en bagside, som er ens for alle.", ""),
        ("{n}.B.1", "Den kan have et mønster.", ""),
    ]
    text = _read("lov.docx", _designed(cells, "{n}", "Kortene"))
    assert ["3", "3A", "3B", "3B1"] == [str(one.id) for one in text.laws[2].walk()]
    assert ("Kortene", "Kortenes rang") == (_headings(text)["3"], _headings(text)["3A"])
    assert ["Undtagen jokeren."] == _notes(text)["3A"]
    assert "Esset er det højeste kort i hver af farverne." == _texts(text)["3A"]


def test_a_table_of_figures_beside_names_is_no_margin() -> None:
    document = docx.Document()
    for n in range(1, 11):
        document.add_paragraph(f"§ {n}. Kortene")
        document.add_paragraph("A. Et kort.")
        table = document.add_table(2, 3)
        for at, row in enumerate((("Nord", "1", "5"), ("Øst", "2", "6"))):
            for column, words in enumerate(row):
                table.cell(at, column).text = words
    out = io.BytesIO()
    document.save(out)
    blocks = read_document("lov.docx", out.getvalue()).blocks
    assert 10 == sum(isinstance(block, StreamTable) for block in blocks)
    assert ["3", "3A"] == [str(one.id) for one in _read("lov.docx", out.getvalue()).laws[2].walk()]


def test_the_number_of_a_law_in_a_paragraph_of_its_own_style_above_the_heading() -> None:
    head = '<div><p class="nummer">{n}</p><p class="titel">Kortene i {v}</p></div>'
    bare = head + '<p class="brod">Esset er højest i {v}.</p><p class="brod">Fire farver er i {v}.</p>'
    parted = head + '<p class="margin">{n}.A <span>Rang</span></p><p class="brod">Esset er højest i {v}.</p>'
    laws = ((parted if n % 3 == 1 else bare).format(n=n, v=v * 3) for n, v in enumerate("abcdefghijkl", 1))
    text = _read("lov.html", "".join(laws))
    assert [str(n) for n in range(1, 13)] == [str(law.id) for law in text.laws]
    assert ("Kortene i ggg", "Esset er højest i ggg.") == (_headings(text)["7"], _texts(text)["7A"])


BOXED = "<li>Kort {n} bliver liggende.<figure><div>💡</div><div><p>{words}</p></div></figure></li>"


def test_what_stands_in_a_box_with_a_picture_is_a_note_to_the_words_above_and_asked_about() -> None:
    laws = "".join(
        f'<h2>§ {n} Kortene</h2><ol type="A">' + BOXED.format(n=n, words=f"Det er kort {n}.") + "<li>Slut.</li></ol>"
        for n in range(1, 9)
    )
    read = _read_all("lov.html", laws)
    assert {f"{n}A": [f"Det er kort {n}."] for n in range(1, 9)} == _notes(read.expression)
    assert "Kort 3 bliver liggende." == _texts(read.expression)["3A"]
    [asked] = [one for one in read.recognition.questions if one.code == "note-apart"]
    assert 8 == 1 + len(asked.alike)


def test_words_with_a_style_of_their_own_in_markdown_are_a_face() -> None:
    law = "### {n} Kortene {{#lov-{n} .lov}}\n\n**{n}.A** [Rang]{{.margin}}\\\nEsset er det højeste kort.^{n}^\n\n"
    law += "**{n}.B** [Farver]{{.margin}}\\\nDer er fire farver.\n\n"
    notes = "".join(f"::: {{.fodnote}}\n^{n}^ Undtagen joker {n}.\n:::\n\n" for n in range(1, 9))
    text = _read("lov.md", "".join(law.format(n=n) for n in range(1, 9)) + notes)
    assert ("Rang", "Esset er det højeste kort.") == (_headings(text)["3A"], _texts(text)["3A"])
    assert ["Undtagen joker 3."] == _notes(text)["3A"]


def test_a_headword_in_a_face_of_its_own_opens_a_definition() -> None:
    terms = "[Alert]{.ord} Et signal.\n\n[Bud]{.ord} En melding.\n\n[Dobling]{.ord} En anden.\n\n"
    laws = "".join(f"## § {n} Kort\n\nEt kort.\n\n" for n in (1, 2, 3))
    found = _read("lov.md", f"## Definitioner\n\n{terms}{laws}").definitions
    assert [("Alert", "Et signal."), ("Bud", "En melding."), ("Dobling", "En anden.")] == [
        (one.headword.text, one.text) for one in found
    ]


def test_a_table_that_markdown_sets_by_blanks_is_one() -> None:
    lines = ["  --------  -----  -----", "  Nord gir  1 - I  5 - N", "  Syd gir   3 - Ø  7 - A"]
    text = "\n".join(["Ord", "", *lines, lines[0], "", "Ord"])
    [table] = [block for block in read_document("lov.md", text.encode()).blocks if isinstance(block, StreamTable)]
    assert [["Nord gir", "1 - I", "5 - N"], ["Syd gir", "3 - Ø", "7 - A"]] == [
        [cell.text for cell in row] for row in table.rows
    ]


def test_a_line_of_dashes_in_one_piece_stays_what_it_is() -> None:
    text = "Kort\n----\n\nEt kort.\n"
    assert text == in_common_form(text)


def test_a_word_cut_at_the_end_of_a_page_by_a_soft_hyphen_is_whole() -> None:
    document = docx.Document()
    pages = [f"{one}{other}" for one in "abcdefgh" for other in "xyz"]
    for n, v in enumerate(pages, 1):
        document.add_paragraph(f"§ {n}. Kortene")
        document.add_paragraph(f"A. Lederen skal i {v} altid kunne genska\N{SOFT HYPHEN}")
        document.add_paragraph(f"{n + 5}\tLove for bridge" if n % 2 else f"Om {'abc'[n % 3]}kort\t{n + 5}")
        document.add_paragraph(f"be stillingen i {v}.")
    out = io.BytesIO()
    document.save(out)
    text = _texts(_read("lov.docx", out.getvalue()))
    whole = [f"Lederen skal i {v} altid kunne genskabe stillingen i {v}." for v in pages]
    assert whole[:-1] == [text[f"{n}A"] for n in range(1, len(pages))]
    stream = read_document("lov.docx", out.getvalue())
    assert not any("\N{SOFT HYPHEN}" in one.text for one in stream.blocks if isinstance(one, StreamParagraph))


def test_headings_behind_a_contents_that_shows_nothing_are_no_lines_of_it() -> None:
    document = docx.Document()
    document.add_paragraph("Indhold")
    document.add_heading("Forord", 2)
    document.add_paragraph("(Udeladt.)")
    document.add_heading("Definitioner", 2)
    for head in ("Alert", "Bud", "Dobling"):
        document.add_paragraph(head)
        document.add_paragraph("et ord").paragraph_format.left_indent = Pt(24)
    for n in range(1, 4):
        document.add_heading(f"§ {n} Kort", 3)
        document.add_paragraph("Et kort.")
    out = io.BytesIO()
    document.save(out)
    assert ["Alert", "Bud", "Dobling"] == [one.headword.text for one in _read("lov.docx", out.getvalue()).definitions]
