"""Pages of a PDF come into the stream as a reader reads them: columns, cut words, notes at their signs, tables."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence

import pypdf
import pytest
import typst
from PIL import Image

from app.i18n.errors import document_words
from parser.documents.files import read_document
from parser.documents.pdf.glyphs import Glyph
from parser.documents.pdf.lines import page_lines
from parser.documents.pdf.side_headings import lines_with_headings
from parser.documents.stream import DocumentStream, RefusedDocumentError, StreamParagraph, StreamTable
from tests.support.printed_books import untagged

_WORDS = "Når en spiller har set sin makkers kort, kan turneringslederen idømme en straf efter en samlet vurdering. "


def _pdf(markup: str, *, tagged: bool = False) -> bytes:
    made = typst.compile(markup.encode(), format="pdf", ignore_system_fonts=True, timestamp=0)
    assert isinstance(made, bytes)
    return made if tagged else untagged(made)


def _read(markup: str, *, tagged: bool = False) -> DocumentStream:
    return read_document("lov.pdf", _pdf(markup, tagged=tagged))


def _texts(stream: DocumentStream) -> list[str]:
    return [one.text for one in stream.blocks if isinstance(one, StreamParagraph) and not one.noise]


def test_the_left_column_is_read_before_the_right_and_a_paragraph_goes_on_over_them() -> None:
    paragraphs = [f"{n}. " + _WORDS * 3 for n in range(1, 21)]
    markup = (
        '#set page(columns: 2, width: 15cm, height: 12cm)\n#set text(size: 9pt, lang: "da")\n#set par(justify: true)\n'
    )
    found = _texts(_read(markup + "\n\n".join(p.replace(". ", "\\. ", 1) for p in paragraphs)))
    assert [p.strip() for p in paragraphs] == found


def test_a_word_cut_at_the_end_of_a_line_is_whole_and_a_hyphen_of_its_own_stays() -> None:
    markup = '#set page(width: 7cm, height: 20cm)\n#set text(lang: "da", hyphenate: true)\n#set par(justify: true)\n'
    words = "Den ikke-fejlende side og turneringslederen afgør uregelmæssigheder. " * 9
    assert [words.strip()] == _texts(_read(markup + words))


def test_heads_and_numbers_of_pages_are_noise_with_their_reason() -> None:
    foot = "context [– #counter(page).display() –]"
    markup = f"#set page(width: 10cm, height: 8cm, header: [Love for bridge], footer: {foot})\n"
    stream = _read(markup + _WORDS * 30)
    noise = {(one.noise, one.text) for one in stream.blocks if isinstance(one, StreamParagraph) and one.noise}
    assert {("running-head", "Love for bridge"), ("page-number", "– 1 –"), ("page-number", "– 2 –")} <= noise
    assert [(_WORDS * 30).strip()] == _texts(stream)


def test_a_note_at_the_foot_stands_where_its_sign_is() -> None:
    stream = _read("Et kort#footnote[Undtagen joker.] spilles efter tur#footnote[Se lov 44.].")
    assert ["Et kort spilles efter tur."] == _texts(stream)
    (one,) = (block for block in stream.blocks if isinstance(block, StreamParagraph))
    assert [(7, "1"), (25, "2")] == [(at, note.marker) for (at, _), note in zip(one.anchors, stream.notes, strict=True)]
    assert ["Undtagen joker.", "Se lov 44."] == [note.paragraphs[0].text for note in stream.notes]


def test_notes_under_letters_stand_where_their_raised_signs_are() -> None:
    entry = "#show footnote.entry: it => text(8pt)[#counter(footnote).display(at: it.note.location()) #it.note.body]\n"
    text = f"{_WORDS}Et kort#footnote[Undtagen joker.] spilles efter tur#footnote[Se lov 44.]."
    stream = _read('#set footnote(numbering: "a")\n#set super(typographic: false)\n' + entry + text)
    assert [re.sub(r"#footnote\[.*?\]", "", text)] == _texts(stream)
    assert [("a", "Undtagen joker."), ("b", "Se lov 44.")] == [
        (note.marker, note.paragraphs[0].text) for note in stream.notes
    ]


def test_a_bold_label_below_a_bold_heading_begins_a_paragraph() -> None:
    law = "*§ 1B Straffe for spil* \\\n*1B1* Turneringslederen kan idømme en straf for fejl."
    assert ["§ 1B Straffe for spil", "1B1 Turneringslederen kan idømme en straf for fejl."] == _texts(_read(law))


def test_a_note_at_the_foot_that_begins_left_of_the_text_is_whole() -> None:
    note = "Undtagen joker i spil, hvor begge sider har aftalt det før det første spil."
    stream = _read(f"#pad(left: 2cm)[{_WORDS}Et kort#footnote[{note}] spilles efter tur.]")
    assert [note] == [one.paragraphs[0].text for one in stream.notes]
    assert [f"{_WORDS}Et kort spilles efter tur."] == _texts(stream)


def test_notes_in_letters_as_large_as_the_text_stand_where_their_signs_are() -> None:
    entry = "#show footnote.entry: it => text(11pt)[#counter(footnote).display(at: it.note.location()) #it.note.body]\n"
    text = f"{_WORDS}Et kort#footnote[Undtagen 3 jokere.] spilles efter tur#footnote[Se lov 44.]."
    stream = _read(entry + text)
    assert [re.sub(r"#footnote\[.*?\]", "", text)] == _texts(stream)
    assert ["Undtagen 3 jokere.", "Se lov 44."] == [note.paragraphs[0].text for note in stream.notes]


def test_ruled_tables_that_touch_are_two_and_a_cell_over_two_columns_stands_in_the_first() -> None:
    one = "#table(columns: (3cm, 2cm, 2cm), [KORTGIVER], table.cell(colspan: 2)[MAPPE NR.], [Nord], [1], [5])"
    other = "#table(columns: (4cm, 2cm, 1cm), [I ZONEN], [MAPPE], [NR.], [Ingen], [1], [8])"
    tables = _cells(_read(f"#set block(spacing: 0pt)\n{one}\n{other}"))
    first, second = (
        [["KORTGIVER", "MAPPE NR.", ""], ["Nord", "1", "5"]],
        [["I ZONEN", "MAPPE", "NR."], ["Ingen", "1", "8"]],
    )
    assert [first, second] == tables


def test_headwords_with_a_tab_are_paragraphs_and_no_table_however_narrow_the_tab() -> None:
    words = ["BUD#h(1.5pt)melding med antal og farve.", "DOBLING#h(9pt)melding efter en modstanders bud."]
    words += ["HÅND#h(22pt)de kort, som en spiller har fået, eller hvad der er tilbage af dem, når der er spillet."]
    found = _texts(_read("#set page(width: 9cm)\n" + "\n\n".join(words)))
    assert [re.sub(r"#h\(.*?\)", "\t", one) for one in words] == found


def test_a_full_cell_ends_where_the_next_column_begins_and_a_range_goes_on_behind_its_dash() -> None:
    head = "[*Poäng-skillnad*], [*IMP*], [*Poäng-skillnad*], [*IMP*]"
    rows = "[0–10], [0], [1500–1740], [17], [20–40], [1], [1750–1990], [18], [50–80], [2], [2000–2240], [19]"
    table = f"#table(columns: (43pt, 26pt, 43pt, 26pt), inset: (x: 3pt), stroke: none, {head}, {rows})"
    ((_, *read),) = _cells(_read(f'#set text(10pt, lang: "sv")\n{_WORDS}\n{table}\n{_WORDS}'))
    assert [
        ["0–10", "0", "1500–1740", "17"],
        ["20–40", "1", "1750–1990", "18"],
        ["50–80", "2", "2000–2240", "19"],
    ] == read


@pytest.mark.parametrize("stroke", ["0.5pt", "none"])
def test_figures_too_wide_for_their_cells_stand_in_them_even_beyond_the_edge_of_the_table(stroke: str) -> None:
    rows = (
        "[25-3], [85-93], [94-102], [25-2], [94-102], [103-112], [25-1], [103-112], [113-123], [25-0], [113+], [124+]"
    )
    table = f"#table(columns: (27pt,) * 3, inset: (x: 6pt), stroke: {stroke}, [KP], [40], [48], {rows})"
    (found,) = _cells(_read(f"#set text(8pt)\n{_WORDS}\n{table}\n{_WORDS}"))
    assert [["25-2", "94-102", "103-112"], ["25-1", "103-112", "113-123"], ["25-0", "113+", "124+"]] == found[2:]


def test_words_far_apart_in_a_justified_line_are_no_cells() -> None:
    def word(text: str, left: float) -> list[Glyph]:
        return [Glyph(char, left + 6 * n, left + 6 * n + 6, 700, 9, False) for n, char in enumerate(text)]

    label, words = word("3)", 80), [*word("INDVENDINGER ", 108), *word("BLIVER ", 200), *word("HØRT", 256)]
    (line,) = page_lines([*label, *words])
    assert ["3)", "INDVENDINGER BLIVER HØRT"] == [one.text for one in line.segments]


def test_a_link_back_from_a_note_is_noise() -> None:
    stream = _read(f"{_WORDS}#footnote[Se lov 44.]\n\n↩\n\n{_WORDS}")
    assert [_WORDS.strip(), _WORDS.strip()] == _texts(stream)
    assert ["navigation"] == [one.noise for one in stream.blocks if isinstance(one, StreamParagraph) and one.noise]


def test_the_head_of_a_table_at_the_end_of_a_column_belongs_to_the_rows_in_the_next() -> None:
    cells = "[*Zone*], [*Imp*], [*Kamp*], [øst], [1], [20], [vest], [2], [40]"
    markup = (
        f"#set page(width: 12cm, height: 6cm)\n{_WORDS}#v(2.4cm)\n#table(columns: 3, stroke: none, {cells})\n{_WORDS}"
    )
    assert [[["Zone", "Imp", "Kamp"], ["øst", "1", "20"], ["vest", "2", "40"]]] == _cells(_read(markup))


def test_a_row_at_the_foot_of_a_page_is_one_of_the_table_on_the_next_and_words_where_there_is_none() -> None:
    above, row = f"#set page(width: 12cm, height: 6cm)\n{_WORDS}", "[Sanskontrakter], [udoblet], [D]"
    table = "#table(columns: 3, stroke: none, {})"
    both = table.format(f"{row}, [første træk], [40], [80], [hvert følgende træk], [30], [60]")
    whole = [["Sanskontrakter", "udoblet", "D"], ["første træk", "40", "80"], ["hvert følgende træk", "30", "60"]]
    assert [whole] == _cells(_read(f"{above}#v(2.6cm)\n{both}\n{_WORDS}"))
    alone = _read(f"{above}#v(2.6cm)\n{table.format(row)}\n#pagebreak()\n{_WORDS}")
    assert ([], "Sanskontrakter\tudoblet\tD") == (_cells(alone), _texts(alone)[1])


def test_the_heading_below_a_list_of_contents_is_no_part_of_its_last_line() -> None:
    lines = [f"LOV {n} – OM KORT #box(width: 1fr, repeat[.]) {n}" for n in (1, 2)]
    found = _texts(_read("#set par(spacing: 0.65em)\n" + "\n\n".join([*lines, "LOV 1 – OM KORT", _WORDS])))
    assert ["LOV 2 – OM KORT\t2", "LOV 1 – OM KORT"] == found[1:3]


@pytest.mark.parametrize("stroke", ["0.5pt", "none"])
def test_a_table_is_read_by_cell_with_lines_and_without(stroke: str) -> None:
    cells = "[*Zone*], [*Imp*], [*Kamp*], [øst], [1], [20], [vest], [2], [40]"
    stream = _read(f"{_WORDS}\n#table(columns: 3, stroke: {stroke}, {cells})\n{_WORDS}")
    (table,) = (block for block in stream.blocks if isinstance(block, StreamTable))
    wanted = [["Zone", "Imp", "Kamp"], ["øst", "1", "20"], ["vest", "2", "40"]]
    assert (wanted, 1) == ([[cell.text for cell in row] for row in table.rows], table.header)


def _cells(stream: DocumentStream) -> list[list[list[str]]]:
    tables = (block for block in stream.blocks if isinstance(block, StreamTable))
    return [[[cell.text for cell in row] for row in table.rows] for table in tables]


def test_a_table_without_lines_keeps_rows_of_one_cell_and_heads_of_two_lines() -> None:
    head = "[*Beter som spilleføreren mangler*], [*Utenfor faresonen*], [], [], [*UD*], [*D*]"
    first = "[*Antal stik*], [], [], [], [*Uden for zonen*], [*I zonen*], [For første bet], [], []"
    first += ", [Udoblet], [50], [100]"
    second = f"{head}, [Første bet], [50], [100], [Hver bet], […?], [200]"
    tables = [f"#table(columns: (3cm, auto, auto), stroke: none, {cells})" for cells in (first, second)]
    stream = _read(f"#set page(width: 12cm)\n{_WORDS}\n{tables[0]}\nI sans:\n{tables[1]}\n{_WORDS}")
    assert [
        [
            ["Antal stik", "", ""],
            ["", "Uden for zonen", "I zonen"],
            ["For første bet", "", ""],
            ["Udoblet", "50", "100"],
        ],
        [
            ["Beter som spilleføreren mangler", "Utenfor faresonen", ""],
            ["", "UD", "D"],
            ["Første bet", "50", "100"],
            ["Hver bet", "…?", "200"],
        ],
    ] == _cells(stream)
    assert [_WORDS.strip(), "I sans:", _WORDS.strip()] == _texts(stream)


def test_a_note_in_the_margin_stands_where_its_sign_is_and_not_in_the_text_beside_it() -> None:
    page = "#set page(width: 14cm, height: 10cm, margin: (right: 5cm, rest: 1cm))"
    note = "#place(dx: 8.6cm, block(width: 3.5cm, text(0.75em)[#super[1] Se lov 16 om dette og de andre oplysninger.]))"
    stream = _read(f"{page}\n{note}\nKortet#super[1] bliver liggende. {_WORDS}")
    (found,) = (one for one in stream.blocks if isinstance(one, StreamParagraph))
    assert (f"Kortet bliver liggende. {_WORDS}".strip(), (len("Kortet"),)) == (
        found.text,
        tuple(a for a, _ in found.anchors),
    )
    assert ["Se lov 16 om dette og de andre oplysninger."] == [p.text for n in stream.notes for p in n.paragraphs]


def _turned(n: int) -> str:
    """The words with another one first."""
    words = _WORDS.split()
    return " ".join([*words[n % len(words) :], *words[: n % len(words)]])


def _with_margin(items: Sequence[tuple[str, str, str]], heading: str = 'text(7pt, style: "italic")') -> str:
    """Pages of law parts, (heading, label, words) each, with the heading to the left of the label."""
    rows = "".join(f"[#{heading}[{side}]], [{label}], [{words}], " for side, label, words in items)
    grid = f"#grid(columns: (2.2cm, 1cm, 1fr), row-gutter: 9pt, {rows})"
    return f'#set page(width: 11cm, height: 12cm)\n#set text(9pt, lang: "da")\n#set par(leading: 0.5em)\n{grid}'


def test_a_heading_in_the_left_margin_stands_behind_the_label_it_is_beside() -> None:
    sides = ["VILKÅR", "NÅR EN SPILLER SVARER", "", "VALG"]
    items = [(sides[n % 4], f"{'ABCDE'[n % 5]}.", "" if n % 4 == 3 else _turned(n)) for n in range(40)]
    found = _texts(_read(_with_margin(items)))
    wanted = [
        one
        for side, label, words in items
        for one in ([f"{label}\t{side}", words] if side else [f"{label}\t{words}"])
        if one
    ]
    assert wanted == found


def test_two_headings_at_the_foot_of_a_page_whose_label_is_overleaf_are_both_kept() -> None:
    def words(text: str, left: float, base: float, size: float) -> list[Glyph]:
        places = ((char, left + 0.5 * size * n) for n, char in enumerate(text))
        return [Glyph(char, at, at + 0.5 * size, base, size, False) for char, at in places]

    def part(side: str, label: str, base: float) -> list[Glyph]:
        beside = [*words(side, 20, base, 7), *words("i spillet", 20, base - 8, 7)] if side else []
        return [*beside, *words(label, 100, base, 10), *words("spilles", 130, base, 10)]

    def page(first: str) -> list[Glyph]:
        return [*part(first, "A.", 700), *(one for n in range(1, 5) for one in part("Kort", "B.", 700 - 40 * n))]

    foot = [*words("Meldinger", 20, 480, 7), *words("Udspil", 20, 450, 7)]
    pages = lines_with_headings([page("Kort"), [*page("Kort"), *foot], page(""), page("Kort")], 10)
    assert ["Meldinger", "Udspil"] == [line.text for line in pages[2][0].heading]


def test_small_words_left_of_the_text_without_a_label_beside_them_are_no_headings() -> None:
    items = [("Se kommentaren", "" if n % 2 else f"{n}.", _turned(n)) for n in range(1, 41)]
    found = " ".join(_texts(_read(_with_margin(items))))
    assert (40, 0) == (found.count("Se kommentaren"), found.count("1.\tSe kommentaren"))


def test_two_notes_called_at_one_place_under_signs_with_brackets_stand_there() -> None:
    notes = '#set footnote(numbering: "1)")\n#set super(typographic: false)\n'
    stream = _read(f"{notes}{_WORDS}Et kort#footnote[Undtagen joker.]#footnote[Se lov 44.] spilles.")
    (one,) = (block for block in stream.blocks if isinstance(block, StreamParagraph))
    assert (f"{_WORDS}Et kort spilles.", 2) == (one.text, len({key for _, key in one.anchors}))


def test_signs_of_notes_that_begin_anew_in_each_law_call_those_of_their_law_however_often() -> None:
    def law(number: int) -> str:
        first, second = f"Note ét til lov {number}.", f"Note to til lov {number}."
        again = f"B. Spillet fortsætter#super[\\*] som før. {_turned(number)}"
        return (
            f"*§ {number} Om kort* #counter(footnote).update(0)\n\n"
            f"A. Et kort spilles#footnote[{first}] efter tur. {_turned(number)}\n\n{again}\n\n"
            f"C. {_turned(number + 5)} dømmer#footnote[{second}] straks.\n\n"
        )

    look = '#set page(width: 12cm, height: 19cm)\n#set footnote(numbering: n => "*" * n)\n'
    stream = _read(look + "#set super(typographic: false)\n" + "".join(map(law, range(1, 13))))
    words = {note.key: note.paragraphs[0].text for note in stream.notes}
    parts = [one for one in stream.blocks if isinstance(one, StreamParagraph) and re.match("[ABC]\\.", one.text)]
    called = [words.get(one.anchors[0][1]) if one.anchors else None for one in parts]
    assert [f"Note {n} til lov {law}." for law in range(1, 13) for n in ("ét", "ét", "to")] == called


def test_two_notes_under_figures_that_nothing_parts_are_called_both() -> None:
    notes = "".join(f"{_turned(n)}Et kort#footnote[Note {n}.] spilles. " for n in range(1, 9))
    stream = _read(f"#set super(typographic: false)\n{notes}Et spil#footnote[Note ni.]#footnote[Note ti.].")
    (one,) = (block for block in stream.blocks if isinstance(block, StreamParagraph) and not block.noise)
    assert [str(n) for n in range(1, 11)] == [note.marker for note in stream.notes]
    assert (10, "Et spil.") == (len(one.anchors), one.text[-8:])


@pytest.mark.parametrize(("sign", "read"), [("12", "¹²"), ("2)", "2)")])
def test_signs_of_notes_for_which_there_was_no_room_belong_to_the_words_above_them(sign: str, read: str) -> None:
    law = f"Et kort spilles efter tur.\\ #super(typographic: false)[{sign}]\n\nSpillet fortsætter som før."
    assert [f"Et kort spilles efter tur.{read}", "Spillet fortsætter som før."] == _texts(_read(law))


def test_the_same_note_at_the_foot_of_many_pages_is_no_foot_of_a_page() -> None:
    page = "Spillet fortsætter#super[\\*] som før. {}#place(bottom)[#text(8pt)[\\* Se lov 44.]]#pagebreak()\n"
    pages = "".join(page.format(_turned(n) * 3) for n in range(1, 8))
    stream = _read(f"#set page(width: 12cm, height: 8cm)\n#set super(typographic: false)\n{pages}{_WORDS}")
    assert [] == [one.text for one in stream.blocks if isinstance(one, StreamParagraph) and one.noise]
    assert ["Se lov 44."] * 7 == [note.paragraphs[0].text for note in stream.notes]


def test_a_running_head_is_one_also_above_a_heading_that_reaches_near_it() -> None:
    page = "#place(top + left, dy: {}pt)[#text(7pt)[Kapitel {}]]{}#pagebreak()\n"
    heads = [page.format(-20, word, _turned(n) * (3 + n % 3)) for n, word in enumerate(_WORDS.split()[:12])]
    heads[5] = page.format(-20, "om", f"#text(14pt)[*Om kort og spil*]\n\n{_WORDS * 4}")
    stream = _read("#set page(width: 12cm, height: 8cm)\n" + "".join(heads))
    assert [] == [text for text in _texts(stream) if "Kapitel" in text]


def test_the_lines_of_a_note_further_apart_than_those_of_the_text_are_one_paragraph() -> None:
    entry = "#show footnote.entry: it => par(leading: 0.9em, text(8pt)[#super[1] #it.note.body])\n"
    look = f"#set page(width: 9cm, height: 12cm)\n#set par(leading: 0.4em)\n#set super(typographic: false)\n{entry}"
    stream = _read(f"{look}{_WORDS}Et kort#footnote[{_WORDS}] spilles. {_WORDS}")
    assert [[_WORDS.strip()]] == [[one.text for one in note.paragraphs] for note in stream.notes]


def test_cells_that_the_file_names_are_read_as_it_says_over_the_end_of_a_page() -> None:
    rows = [["Zonen", "Stik", ""], ["Udoblet kontrakt", "50 eller mere", "1"], ["Redoblet", "", "2"], ["–", "8", "9"]]
    cells = ", ".join(f"[{cell}]" for row in rows for cell in row)
    table = f"#table(columns: 3, stroke: none, inset: 0pt, column-gutter: 3pt, {cells})"
    (found,) = _cells(_read(f"#set page(width: 12cm, height: 6cm)\n{_WORDS}#v(3cm)\n{table}\n{_WORDS}", tagged=True))
    assert rows == found


def test_a_table_whose_cells_are_no_further_apart_than_words_is_read_by_the_blanks_that_run_down_it() -> None:
    rows = [["KP", "8", "10", "12"], *([f"{n}-{30 - n}", f"{n}-{n + 2}", f"{n + 3}", f"{2 * n}+"] for n in range(5, 9))]
    table = "\n".join(
        f"#box(width: {40}pt)[{a}]#box(width: 26pt)[{b}]#box(width: 13pt)[{c}]{d}\\" for a, b, c, d in rows
    )
    (found,) = _cells(_read(f"#set text(10pt)\n{_WORDS}\n\n{table}\n\n{_WORDS * 3}"))
    assert rows == found
    twice = "halvdelen af kampene (holdturnering), hhv. halvdelen af spillene\\\n" * 3
    assert not _cells(_read(f"#set text(10pt)\n{_WORDS}\n\n{twice}\n{_WORDS}"))


def test_a_table_with_a_head_of_its_own_is_another_than_the_one_before_the_page() -> None:
    rows = "[Udoblet], [50], [100], [Doblet], [100], [200]"
    tables = [f"#table(columns: 3, stroke: none, [*{name}*], [*UD*], [*D*], {rows})" for name in ("Zonen", "Uden for")]
    found = _cells(_read(f"{tables[0]}\n#pagebreak()\n{tables[1]}"))
    assert [["Zonen", "Uden for"], [3, 3]] == [[table[0][0] for table in found], [len(table) for table in found]]


def test_larger_letters_are_a_heading_and_a_label_in_a_column_hangs() -> None:
    hanging = f"#grid(columns: (24pt, 1fr), [A.], [{_WORDS * 2}])"
    first, second = (
        one for one in _read(f"#text(18pt)[Kapitel 1]\n\n{hanging}").blocks if isinstance(one, StreamParagraph)
    )
    assert (True, False) == (first.heading > 0, second.heading > 0)
    assert ("A.\t", True) == (second.text[:3], second.indent > second.hang)


def _scanned() -> bytes:
    out = io.BytesIO()
    Image.new("L", (600, 800), 255).save(out, "PDF")
    return out.getvalue()


def _locked() -> bytes:
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(_pdf(_WORDS)))
    writer.encrypt("hemmelig", algorithm="RC4-128")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (_scanned(), "scanned"),
        (_locked(), "encrypted"),
        (_pdf(_WORDS)[:700], "damaged"),
        (b"%PDF-1.7 nothing", "damaged"),
        (b"words", "damaged"),
        (_pdf("#rect()"), "no-text"),
        (_pdf("\n".join(["#pagebreak()"] * 3_001)), "pages"),
    ],
)
def test_a_pdf_that_cannot_be_read_is_refused_in_a_sentence(content: bytes, reason: str) -> None:
    with pytest.raises(RefusedDocumentError) as caught:
        read_document("lov.pdf", content)
    assert reason == caught.value.reason
    assert document_words(caught.value, "en").startswith("lov.pdf: ")
