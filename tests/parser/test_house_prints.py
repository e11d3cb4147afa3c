"""Prints of houses that set a book as no other did: drafts with numbered lines, notes in a wide margin, frames."""

from __future__ import annotations

from typing import Any

import pytest
import typst

from parser.documents.files import read_document
from parser.documents.pdf import glyphs
from parser.documents.pdf.glyphs import Glyph, RuledLine
from parser.documents.pdf.layout import page_bands
from parser.documents.pdf.lines import page_lines
from parser.documents.pdf.outer_margin import with_labels_before
from parser.documents.stream import DocumentStream, StreamParagraph
from parser.recognition.book import laid_out_rows
from tests.support.printed_books import untagged

_WORDS = "Når en spiller har set sin makkers kort, kan turneringslederen idømme en straf efter en samlet vurdering. "
_LAW = "Et kort, som en af spillerne har vist frem, skal ligge på bordet, indtil det er spillet eller taget op. "


def _read(markup: str) -> DocumentStream:
    made = typst.compile(markup.encode(), format="pdf", ignore_system_fonts=True, timestamp=0)
    assert isinstance(made, bytes)
    return read_document("lov.pdf", untagged(made))


def _texts(stream: DocumentStream) -> list[str]:
    return [one.text for one in stream.blocks if isinstance(one, StreamParagraph) and not one.noise]


def test_numbers_of_lines_in_a_margin_are_no_words() -> None:
    numbered = '#set par.line(numbering: n => if calc.rem(n, 5) == 0 [#n], numbering-scope: "page")\n'
    markup = f'#set page(width: 12cm, height: 12cm)\n#set text(size: 10pt, lang: "da")\n{numbered}' + _WORDS * 50
    stream = _read(markup)
    assert [(_WORDS * 50).strip()] == _texts(stream)
    assert any(
        one.noise == "page-number" and "510" in one.text for one in stream.blocks if isinstance(one, StreamParagraph)
    )


def test_a_column_of_figures_beside_words_has_no_numbers_of_lines() -> None:
    rows = "".join(f"[{n}], [{_LAW.strip()}]," for n in (1, 2, 5, 7, 8, 11, 12, 20))
    stream = _read(f"#set page(width: 12cm, height: 30cm)\n{_WORDS}\n#table(columns: 2, {rows})\n{_WORDS}")
    assert not any(one.noise for one in stream.blocks if isinstance(one, StreamParagraph))


def _words() -> list[str]:
    """Words that are alike in nothing: a line of them stands on one page only."""
    return [a * 3 + b * 2 + "en" for a in "abdefghk" for b in "lmnoprstuvw"] * 2


def _told(n: int) -> str:
    """A paragraph that no other is like."""
    return "".join(
        f"En spiller ved {word} har vist {word[:2]} kort frem for de andre. " for word in _words()[4 * n :][:4]
    )


def _beside(n: int) -> str:
    note = f"#place(right, dx: 4.2cm, box(width: 3.6cm, text(size: 7pt)[{n}#h(6pt)Se også laget om bord {n}.]))"
    return f"{note}\n{_told(n)}Sådan er det.#super[{n}]\n\n{_told(n + 20)}\n\n"


def _with_margin(laws: str) -> DocumentStream:
    page = "#set page(width: 16cm, height: 14cm, margin: (left: 2cm, right: 6cm))\n"
    dots = "#box(width: 1fr, repeat[.])"
    contents = "".join(f"#box(width: 12cm)[Kort og stik om bordet {n} {dots} {n}]\n\n" for n in range(9))
    return _read(f'{page}#set text(size: 10pt, lang: "da")\n{contents}#pagebreak()\n{laws}')


def test_notes_beside_the_text_need_no_raised_sign_and_may_be_called_overleaf() -> None:
    stream = _with_margin("".join(map(_beside, range(1, 19))))
    assert [f"Se også laget om bord {n}." for n in range(1, 19)] == [note.paragraphs[0].text for note in stream.notes]


def test_notes_beside_the_text_and_wide_contents_do_not_widen_it() -> None:
    stream = _with_margin("#pagebreak()\n".join(map(_beside, range(1, 19))))
    found = _texts(stream)
    # Below a line that is full to the edge a paragraph may go on overleaf.
    assert 17 <= sum(f"{_told(n)}Sådan er det." in found for n in range(1, 19))


def test_an_underlined_heading_opens_no_notes() -> None:
    law = f"#underline[Kortene på bordet]\n\n1. {_LAW}Det er så.#super[1]\n\n"
    stream = _read(
        f'#set page(width: 12cm, height: 25cm)\n#set text(size: 10pt, lang: "da")\n{_WORDS}#super[1]\n\n{law}'
    )
    assert not stream.notes
    assert any(_LAW.strip() in text for text in _texts(stream))


def test_headings_and_lists_in_the_cells_of_a_frame_are_paragraphs_of_their_own() -> None:
    def law(n: int) -> str:
        heading = f"*Om kortene på bord {n}* #parbreak() {_LAW * 2}"
        items = f"I alle andre tilfælde: #parbreak() a) {_LAW} #parbreak() b) {_LAW}"
        return f"[*§ {n}*], [*Kortene*], [], [{_LAW}], [*§ {n} A*], [{heading}], [§ {n} A 1], [{items}], "

    table = f"#table(columns: (2cm, 1fr), {''.join(map(law, range(1, 4)))})"
    markup = (
        f'#set page(width: 14cm, height: 25cm)\n#set text(size: 10pt, lang: "da")\n#set par(justify: true)\n{table}'
    )
    rows = [row.paragraph for row in laid_out_rows(_read(markup))]
    found = [(one.label, one.text, one.all_bold) for one in rows if one is not None and not one.noise]
    assert [
        ("§ 2", "Kortene", True),
        ("", _LAW.strip(), False),
        ("§ 2 A", "Om kortene på bord 2", True),
        ("", (_LAW * 2).strip(), False),
        ("§ 2 A 1", "I alle andre tilfælde:", False),
        ("", f"a) {_LAW.strip()}", False),
        ("", f"b) {_LAW.strip()}", False),
    ] == found[7:14]


def test_a_short_page_ends_its_paragraph_where_other_pages_show_how_far_lines_reach() -> None:
    markup = '#set page(width: 12cm, height: 9cm)\n#set text(size: 10pt, lang: "da")\n'
    short = "#pagebreak()\n(Ikke gengivet.)\n#pagebreak()\nDEFINITIONER PÅ FÆLLES SPROG\n#pagebreak()\n"
    many = "".join(f"En spiller ved {word} har vist {word[:2]} kort frem for de andre. " for word in _words())
    found = _texts(_read(markup + many + short + many))
    assert ["(Ikke gengivet.)", "DEFINITIONER PÅ FÆLLES SPROG"] == [text for text in found if text in short]


def test_letters_set_apart_one_by_one_are_words_and_no_columns() -> None:
    words = "JUSTERET SCORE"
    signs = [Glyph(sign, 50 + 9 * n, 55 + 9 * n, 700, 9, False) for n, sign in enumerate(words) if sign != " "]
    line = page_lines(signs)[0]
    assert "JUSTERET SCORE" == line.text
    assert not line.tabs


def test_the_figure_of_a_page_right_below_its_notes_is_none_of_them() -> None:
    page = f"{_WORDS * 4}#footnote[Se laget om bordet og kortene.]\n#pagebreak()\n"
    plain = f"{_WORDS * 4}\n#pagebreak()\n"
    foot = "footer-descent: 2pt, footer: context align(right, counter(page).display())"
    markup = f'#set page(width: 12cm, height: 12cm, {foot})\n#set text(size: 10pt, lang: "da")\n'
    stream = _read(markup + (plain * 3 + page) * 3)
    assert ["Se laget om bordet og kortene."] * 3 == [note.paragraphs[0].text for note in stream.notes]
    assert not any(text.isdigit() for text in _texts(stream))


def test_a_heading_on_two_lines_in_the_middle_of_its_column_is_one() -> None:
    heading = '#align(center, text(weight: "bold")[ÅBNINGSUDSPIL MED BILLEDSIDEN OPAD \\ UDEN FOR TUR])\n\n'
    law = f"#align(center)[*§ 7*]\n\n{heading}{_LAW}"
    found = _texts(_read(f'#set page(width: 12cm, height: 9cm)\n#set text(size: 10pt, lang: "da")\n{_WORDS}\n\n{law}'))
    assert ["§ 7", "ÅBNINGSUDSPIL MED BILLEDSIDEN OPAD UDEN FOR TUR"] == [" ".join(one.split()) for one in found[1:3]]


def test_a_paragraph_that_hangs_out_of_its_other_lines_is_one() -> None:
    terms = "".join(f"*{word}* – {_told(n)}\n\n" for n, word in enumerate(("Bud", "Giv", "Pas", "Slem"), 1))
    hanging = "#set par(hanging-indent: 8pt, justify: true, spacing: 0.65em)\n"
    found = _texts(_read(f'#set page(width: 9cm, height: 25cm)\n#set text(size: 10pt, lang: "da")\n{hanging}{terms}'))
    assert [f"{word} – {_told(n).strip()}" for n, word in enumerate(("Bud", "Giv", "Pas", "Slem"), 1)] == found


def _row(base: float, *columns: tuple[float, float]) -> list[Glyph]:
    """Words from one place to another on one line, in points."""
    places = (left + 5 * n for left, right in columns for n in range(int((right - left) / 5)))
    return [Glyph("a", left, left + 5, base, 9, False) for left in places]


def test_columns_below_a_line_across_the_page_are_those_of_the_other_pages() -> None:
    contents = [glyph for n in range(12) for glyph in _row(700 - 12 * n, (50, 190), (220, 370), (400, 540))]
    text = [glyph for n in range(12) for glyph in _row(500 - 12 * n, (50, 290), (310, 540))]
    lines = page_lines([*contents, *text])
    thirds, halves = (205.0, 385.0), (300.0,)
    cuts = [thirds, halves, halves, halves]
    across = RuledLine(150, 530, 450, 530)
    found = page_bands(lines, cuts, 0, [across], (50, 545))
    assert [(12, 2), (12, 1)] == [(len(held), len(own)) for held, own in found]
    assert halves == found[1][1]
    assert [(lines, thirds)] == page_bands(lines, cuts, 0, [], (50, 545))


def test_a_hyphen_that_is_not_where_its_text_object_begins_is_moved_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def matrix(words: object, at: int, found: Any) -> None:
        found.a, found.d, found.e, found.f = 1.0, 1.0, 486.0, 327.0

    monkeypatch.setattr(glyphs.raw, "FPDFText_GetMatrix", matrix)
    assert (420.0, 0.0) == glyphs._moved(None, 0, 66.0, 327.0, 9.6)
    assert (0.0, 0.0) == glyphs._moved(None, 0, 485.0, 327.0, 9.6)


def test_small_print_that_opens_a_page_is_no_word_of_a_note_that_ended_on_the_page_before() -> None:
    def law(n: int) -> str:
        return f"{_told(n)}#footnote[Se laget om bord {n}.]\n#pagebreak()\n#text(8.5pt)[Citat {n}: {_told(n + 20)}]\n\n"

    laws = "".join(law(n) + f"{_told(n + 10)}\n#pagebreak()\n" for n in range(1, 9))
    stream = _read(f'#set page(width: 12cm, height: 12cm)\n#set text(size: 10pt, lang: "da")\n{laws}')
    assert [[f"Se laget om bord {n}."] for n in range(1, 9)] == [
        [p.text for p in note.paragraphs] for note in stream.notes
    ]
    assert all(any(f"Citat {n}: {_told(n + 20)}".strip() in text for text in _texts(stream)) for n in range(1, 9))


def test_a_note_called_in_a_cell_of_a_frame_is_the_one_printed_for_it() -> None:
    def law(n: int) -> str:
        cells = f"[*§ {n} A*], [{_told(n)} #parbreak() {_told(n + 9)}Så.#super[1]], "
        cells += f"[*§ {n} B*], [{_told(n + 18)} #parbreak() {_told(n + 27)}Nu.#super[1]], "
        notes = "".join(f"#text(8pt)[#super[1] Se lov {n}{part} om kort.]\n\n" for part in "AB")
        frame = f"#table(columns: (2cm, 1fr), [*§ {n}*], [*Kort*], {cells})\n{_told(n + 3)}"
        return f"{frame}\n\n#v(1fr)\n#line(length: 3cm)\n{notes}\n#pagebreak()\n"

    laws = "".join(map(law, range(1, 6)))
    stream = _read(f'#set page(width: 14cm, height: 20cm)\n#set text(size: 10pt, lang: "da")\n{laws}')
    words = {note.key: note.paragraphs[0].text for note in stream.notes}
    rows = [row.paragraph for row in laid_out_rows(stream)]
    found = [words[key] for one in rows if one is not None for _, key in one.anchors]
    assert [f"Se lov {n}{part} om kort." for n in range(1, 6) for part in "AB"] == found


@pytest.mark.parametrize("step", [1, 5])
def test_the_figures_of_rules_in_a_column_of_their_own_are_no_numbers_of_lines(step: int) -> None:
    rules = [f"Om {word}: ingen må vise sit kort frem." for word in sorted(set(_words()))[:60]]
    pages = [
        f"#grid(columns: (1.2cm, 1fr), row-gutter: 10pt, {cells})\n#pagebreak()\n"
        for first in range(0, 60, 15)
        for cells in ["".join(f"[{step * (n + 1)}], [{rules[n]}], " for n in range(first, first + 15))]
    ]
    stream = _read(f'#set page(width: 21cm, height: 15cm)\n#set text(size: 10pt, lang: "da")\n{"".join(pages)}')
    noise = " ".join(one.text for one in stream.blocks if isinstance(one, StreamParagraph) and one.noise)
    assert not noise


def test_a_note_beside_the_text_that_reaches_below_it_is_whole() -> None:
    page = "#set page(width: 14cm, height: 10cm, margin: (right: 5cm, rest: 1cm))"
    words = f"Se lov 16 om dette. {_told(1)}{_told(2)}".strip()
    note = f"#place(dx: 8.6cm, block(width: 3.5cm, text(0.7em)[#super[1] {words}]))"
    stream = _read(f"{page}\n{_told(3) * 2}\n#pagebreak()\n{note}\nKortet#super[1] bliver liggende.")
    assert [words] == [one.text for note in stream.notes for one in note.paragraphs]
    assert "Kortet bliver liggende." == _texts(stream)[-1]


def test_letters_in_the_last_column_of_tables_are_no_labels_of_an_outer_margin() -> None:
    text = [glyph for n in range(12) for glyph in _row(700 - 14 * n, (60, 330))]
    rows = [
        glyph
        for n, letter in enumerate("ABCDEF")
        for glyph in (*_row(400 - 14 * n, (60, 120)), Glyph(letter, 430, 435, 400 - 14 * n, 9, False))
    ]
    pages = [[*text, *rows]] * 8
    assert pages == with_labels_before(pages, 9)
    odd_only = [[*text, *rows], text] * 4
    assert odd_only != with_labels_before(odd_only, 9)
