"""Books with boxes of notes below their laws, labels in their outer margin, letters over their lists, and endnotes that
are called more than once."""

from __future__ import annotations

import io
from dataclasses import replace

import docx
import pytest
import typst
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from app.build.addition import ReadText, read_text
from corpus.model import Expression
from corpus.registry import ExpressionEntry
from parser.documents.boxes import with_boxed_notes
from parser.documents.files import read_document
from parser.documents.raised_signs import RaisedSign
from parser.documents.stream import DocumentStream, StreamNote, StreamParagraph, StreamPlace
from parser.layout.source import Source
from parser.pipeline import SourceTexts, parse
from parser.recognition.account import with_unread
from parser.recognition.book import laid_out_rows, recognise
from parser.recognition.transcript import NOTE_SIGN
from parser.text.coverage import UnreadError
from tests.support.printed_books import untagged

ENTRY = ExpressionEntry("x", "da", "laws", "2017", "Love", "", "2017", "in-force", ("x",))
WORDS = ("spilleren", "makkeren", "modparten", "lederen", "spilføreren", "dommeren", "kredsen", "nævnet", "blinde")


def _read(name: str, content: str | bytes) -> ReadText:
    return read_text(read_document(name, content if isinstance(content, bytes) else content.encode()), ENTRY)


def _print(markup: str) -> Expression:
    made = typst.compile(markup.encode(), format="pdf", ignore_system_fonts=True, timestamp=0)
    assert isinstance(made, bytes)
    return _read("lov.pdf", untagged(made)).expression


def _texts(text: Expression) -> dict[str, str]:
    return {str(one.id): " ".join(one.text.split()) for one in text.walk()}


def _notes(text: Expression) -> dict[str, list[str]]:
    words = {note.key: " ".join(note.text.split()) for note in text.notes}
    return {
        str(one.id): found
        for one in text.walk()
        if (found := [words[mark.note] for passage in one.passages() for mark in passage.prose.marks])
    }


def _sentences(law: int, count: int) -> str:
    """A sentence that no other law has word for word."""
    parts = (f"{WORDS[(law + n) % 9]} viser kort {law} til {WORDS[(law * 2 + n) % 9]}" for n in range(count))
    return f"Hvis {', og '.join(parts)}, fortsætter spillet."


@pytest.mark.parametrize(
    ("first", "second", "sign"), [("a", "b", "#super[{}]"), ("1", "2", "{})"), ("1", "2", "#super[{}]")]
)
def test_notes_in_a_box_below_each_law_are_those_that_its_signs_call(first: str, second: str, sign: str) -> None:
    def law(n: int) -> str:
        one, two = (sign.format(each) for each in (first, second))
        words = f"{one} Første note til lov {n}. {_sentences(n, 2)}\n\n{two} Anden note til lov {n}."
        box = f"#block(stroke: .5pt, inset: 3pt, width: 100%, text(7pt)[{words}])\n\n"
        parts = f"A. {_sentences(n, 3)}#super[{first}]\n\nB. {_sentences(n + 1, 4)}#super[{second}]\n\n"
        return f"#text(13pt)[*§ {n} Om kort*]\n\n{parts}{box}"

    contents = "".join(f"#text(8pt)[{n} Om kort]\\\n" for n in range(1, 31))
    look = "#set page(width: 15cm, height: 19cm, columns: 2)\n#set super(typographic: false)\n#set par(justify: true)\n"
    text = _print(f"{look}#text(13pt)[*Indhold*]\n\n{contents}\n#pagebreak()\n" + "".join(map(law, range(1, 31))))
    wanted = {
        f"{n}{letter}": [words]
        for n in range(1, 31)
        for letter, words in (
            ("A", f"Første note til lov {n}. {_sentences(n, 2)}"),
            ("B", f"Anden note til lov {n}."),
        )
    }
    assert wanted == _notes(text)
    assert [_sentences(n + 1, 4) for n in range(1, 31)] == [_texts(text)[f"{n}B"] for n in range(1, 31)]


def test_labels_in_the_outer_margin_belong_to_the_text_beside_them_on_both_sides() -> None:
    def part(label: str, words: str) -> str:
        return f"#side([{label}], [{words}])\n"

    side = (
        "#let side(label, body) = block(breakable: false, context if calc.odd(here().page()) {\n"
        "  grid(columns: (1fr, 2cm), column-gutter: 4mm, body, label)\n"
        "} else { grid(columns: (2cm, 1fr), column-gutter: 4mm, align(right, label), body) })\n"
    )
    laws = "".join(
        part(f"*§ {n}*", f"*Om {WORDS[n % 9]}*")
        + "".join(part(letter, _sentences(n + at, 2 + n % 3)) for at, letter in enumerate("ABC"))
        + part("C.1", _sentences(n, 4))
        for n in range(1, 25)
    )
    text = _print(f"#set page(width: 13cm, height: 14cm)\n#set par(justify: true)\n{side}{laws}")
    assert {f"{n}{part}" for n in range(1, 25) for part in ("", "A", "B", "C", "C1")} == set(_texts(text))
    assert [_sentences(n, 4) for n in range(1, 25)] == [_texts(text)[f"{n}C1"] for n in range(1, 25)]


def test_a_call_before_the_first_word_of_a_paragraph_is_read() -> None:
    place = StreamPlace("lov.pdf", 1)
    blocks = [
        StreamParagraph("§ 1 Kort", place, heading=1),
        StreamParagraph("Spilleren viser sit kort, så alle kan se det.", place),
        StreamParagraph("Et kort er et.", place, anchors=((0, "n1"),)),
    ]
    note = StreamNote("n1", "a", (StreamParagraph("Undtagen joker.", place),))
    text = read_text(DocumentStream(tuple(blocks), (note,)), ENTRY).expression
    assert {"1": ["Undtagen joker."]} == _notes(text)


def test_words_that_nothing_read_are_asked_about_and_refuse_no_book() -> None:
    place = StreamPlace("lov.txt", 1)
    words = ("Forord", "Lovene er nye.", "§ 1 Kort", "A. Et kort er et.")
    rows = laid_out_rows(DocumentStream(tuple(StreamParagraph(one, place, heading=int(len(one) < 9)) for one in words)))
    whole = recognise(DocumentStream(()), "x", {}, rows)
    found = replace(whole, layout=replace(whole.layout, parts=()))  # as if no part of the reader had kept the preface
    texts = SourceTexts({"x": found.witness}, {}, {})
    with pytest.raises(UnreadError) as error:
        parse(Source("x", lambda *_: found.layout, NOTE_SIGN), ENTRY, texts)
    asked = with_unread(found, rows, error.value.spans)
    text = parse(Source("x", lambda *_: asked.layout, NOTE_SIGN), ENTRY, texts)
    assert "Et kort er et." == _texts(text)["1A"]
    assert ["Forord", "Lovene er nye."] == [one.words for one in asked.questions if one.code == "loose"]
    # A row that somebody has decided is asked about no more.
    first = min(one.row for one in asked.questions if one.code == "loose")
    again = with_unread(found, rows, error.value.spans, {first})
    assert ["Lovene er nye."] == [one.words for one in again.questions if one.code == "loose"]


def test_to_say_yes_to_words_that_nothing_read_loses_no_other_word_of_their_row() -> None:
    place = StreamPlace("lov.txt", 1)
    rows = laid_out_rows(
        DocumentStream(
            (
                StreamParagraph("§ 1 Kort", place, heading=1),
                StreamParagraph("A. Et kort er et. Et stik er fire.", place),
            )
        )
    )
    found = recognise(DocumentStream(()), "x", {}, rows)
    start = found.witness.text.index("Et stik")
    (question,) = with_unread(found, rows, ((start, start + len("Et stik")),)).questions[len(found.questions) :]
    assert ("loose", "Et stik", "text") == (question.code, question.words, question.likely)


def test_the_signs_that_lead_back_from_a_note_called_twice_are_no_words() -> None:
    def call(n: int) -> str:
        return f'<sup id="cite_ref-{n}"><a href="#cite_note-1">[1]</a></sup>'

    laws = "".join(f"<h2>§ {n} Kort</h2><p>A. Et kort er et.{call(n)}</p>" for n in (1, 2))
    back = "".join(f' <sup><a href="#cite_ref-{n}">1.{n - 1}</a></sup>' for n in (1, 2))
    note = f'<ol><li id="cite_note-1"><span>↑{back}</span> <span>Se <a href="#lov">lov 2</a>.</span></li></ol>'
    assert {"1A": ["Se lov 2."], "2A": ["Se lov 2."]} == _notes(
        _read("lov.html", f"<html><body>{laws}{note}").expression
    )


def test_a_law_that_a_note_names_by_a_link_to_where_it_is_called_stays_in_the_note() -> None:
    laws = (
        "<h2>§ 1 Kort</h2><p>A. Et kort er et.<a id='r1' href='#n1'>1</a></p><h2>§ 2 Stik</h2><p>Et stik er fire.</p>"
    )
    note = '<p id="n1">1 Gælder kun for <a href="#r1">§ 1 A</a>. <a href="#r1">1.1</a></p>'
    text = _read("lov.html", f"<html><body>{laws}{note}").expression
    assert {"1A": ["Gælder kun for § 1 A."]} == _notes(text)


def test_a_raised_figure_behind_a_unit_calls_no_note_under_a_roman() -> None:
    place = StreamPlace("lov.docx", 1)
    blocks = [
        StreamParagraph("§ 1 Kort", place, heading=1),
        StreamParagraph("A. Et kort er et.", place, anchors=((17, "n1"),)),
        StreamParagraph("B. Et stik er fire.", place, anchors=((19, "n2"),)),
        StreamParagraph("§ 2 Spil", place, heading=1),
        StreamParagraph("A. Lokalet er mindst 100 m2 stort.", place, anchors=((26, RaisedSign("2")),)),
    ]
    notes = [
        StreamNote(key, sign, (StreamParagraph(words, place),))
        for key, sign, words in (("n1", "i", "Undtagen joker."), ("n2", "ii", "Se lov 44."))
    ]
    text = read_text(with_boxed_notes(DocumentStream(tuple(blocks), tuple(notes))), ENTRY).expression
    assert {"1A": ["Undtagen joker."], "1B": ["Se lov 44."]} == _notes(text)
    assert "Lokalet er mindst 100 m² stort." == _texts(text)["2A"]


def test_letters_over_the_parts_of_a_list_of_definitions_are_no_words_of_it() -> None:
    parts = {"A": ("Alarm", "Anmodning"), "B": ("Bord",), "F": ("Farve",), "K": ("Kort", "Kontrakt"), "S": ("Stik",)}
    lists = "".join(
        f"<p>{letter}</p>" + "".join(f"<p><b>{word}</b>: det, som {word.lower()} er.</p>" for word in words)
        for letter, words in parts.items()
    )
    text = _read(
        "lov.html", f"<html><body><h2>Definitioner</h2>{lists}<h2>§ 1 Kort</h2><p>A. Et kort er et.</p>"
    ).expression
    assert [(word, f"det, som {word.lower()} er.") for words in parts.values() for word in words] == [
        (one.headword.text, one.text) for _, one in text.all_definitions()
    ]


def _with_endnotes(lines: list[str], notes: list[str]) -> bytes:
    """A Word file whose lines call endnotes at "{n}", and by a raised sign alone at "^sign^"."""
    document, out = docx.Document(), io.BytesIO()
    for line in lines:
        words, _, call = line.partition("|")
        paragraph = document.add_paragraph(words)
        if call.isdigit():
            paragraph._p.append(parse_xml(f'<w:r {nsdecls("w")}><w:endnoteReference w:id="{call}"/></w:r>'))
        elif call:
            paragraph.add_run(call).font.superscript = True
    rows = "".join(
        f'<w:endnote w:id="{n}"><w:p><w:r><w:endnoteRef/></w:r>'
        f'<w:r><w:t xml:space="preserve"> {words}</w:t></w:r></w:p></w:endnote>'
        for n, words in enumerate(notes, 1)
    )
    xml = f"<w:endnotes {nsdecls('w')}>{rows}</w:endnotes>".encode()
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.endnotes+xml"
    part = Part(PackURI("/word/endnotes.xml"), kind, xml, document.part.package)
    document.part.relate_to(part, RELATIONSHIP_TYPE.ENDNOTES)
    document.save(out)
    return out.getvalue()


def test_endnotes_of_word_count_in_romans_where_the_file_says_nothing_and_a_raised_roman_calls_one_again() -> None:
    lines = [
        "§ 1 Kort",
        "A. Et kort er et.|1",
        "B. Et stik er fire.|2",
        "§ 2 Spil",
        "A. Et spil er langt.|ii",
        "B. Slut.|1",
    ]
    text = _read("lov.docx", _with_endnotes(lines, ["Undtagen joker.", "Se lov 44."])).expression
    assert ["i", "ii"] == [note.marker for note in text.notes]
    assert {"1A": ["Undtagen joker."], "1B": ["Se lov 44."], "2A": ["Se lov 44."], "2B": ["Undtagen joker."]} == _notes(
        text
    )
    assert "Et spil er langt." == _texts(text)["2A"]


def test_notes_listed_under_letters_below_their_law_are_no_parts_of_it() -> None:
    def law(n: int) -> str:
        parts = "<p>A. Et kort er et.<sup>(a)</sup></p><p>B. Et stik er fire.<sup>(b)</sup></p>"
        return f"<h2>§ {n} Kort</h2>{parts}<p>Noter</p><p>(a) Undtagen joker {n}.</p><p>(b) Se lov {n + 1}.</p>"

    text = _read("lov.html", f"<html><body>{''.join(map(law, range(1, 5)))}").expression
    wanted = {f"{n}A": [f"Undtagen joker {n}."] for n in range(1, 5)} | {
        f"{n}B": [f"Se lov {n + 1}."] for n in range(1, 5)
    }
    assert wanted == _notes(text)


def test_a_list_under_letters_that_are_raised_above_it_stays_a_list_where_no_law_ends() -> None:
    parts = "<p>A. Et kort<sup>a</sup> er et<sup>b</sup>:</p><p>1. øst</p><p>a) nord</p><p>b) syd</p><p>B. Et stik.</p>"
    law = f"<h2>§ {{n}} Kort</h2>{parts}"
    text = _read("lov.html", f"<html><body>{''.join(law.replace('{n}', str(n)) for n in range(1, 5))}").expression
    assert {} == _notes(text)
    assert {"nord", "syd", "Et stik."} <= set(_texts(text).values())


def test_notes_in_boxes_of_markdown_are_those_that_raised_figures_above_them_call() -> None:
    def law(n: int) -> str:
        box = f"> [!note]- Note 1 til § {n}\n> Undtagen joker {n}.\n>\n> Også i hold.\n"
        return f"## § {n} Kort\n\n#lov{n}\n\n**A.** Et kort er et.<sup>1</sup>\n\n**B.** Et stik er fire.\n\n{box}\n"

    text = _read("lov.md", "".join(map(law, range(1, 13)))).expression
    assert {f"{n}A": [f"Undtagen joker {n}. Også i hold."] for n in range(1, 13)} == _notes(text)
    assert {"", "Et kort er et.", "Et stik er fire."} == set(_texts(text).values())


def test_notes_in_boxes_of_mkdocs_are_notes_as_well() -> None:
    def law(n: int) -> str:
        box = f'!!! note "Note 1 til § {n}"\n    Undtagen joker {n}.\n\n    Også i hold.\n'
        return f"## § {n} Kort\n\n**A.** Et kort er et.<sup>1</sup>\n\n**B.** Et stik er fire.\n\n{box}\n"

    text = _read("lov.md", "".join(map(law, range(1, 13)))).expression
    assert {f"{n}A": [f"Undtagen joker {n}. Også i hold."] for n in range(1, 13)} == _notes(text)


def test_a_note_without_words_is_asked_about_and_refuses_no_book() -> None:
    laws = "".join(f"## § {n} Kort\n\nA. Et kort er et.[^{n}]\n\n" for n in range(1, 13))
    notes = "".join(f"[^{n}]: Se lov {n}.\n\n" for n in range(1, 12))
    read = _read("lov.md", f"{laws}{notes}[^12]:\n")
    assert ["Se lov 11."] == _notes(read.expression)["11A"]
    assert "[^12]:" in [one.words for one in read.recognition.questions if one.code == "note-lost"]


def test_what_a_browser_shows_over_a_short_form_is_no_text() -> None:
    laws = "".join(f"## § {n} Kort\n\nA. Et kort er et KP.[^k{n}]\n\n" for n in range(1, 13))
    notes = "".join(f"[^k{n}]: Se lov {n}.\n\n" for n in range(1, 13))
    text = _read("lov.md", f"{laws}{notes}*[KP]: Kamppoint\n*[DBf]: Danmarks Bridgeforbund\n").expression
    assert ["Se lov 12."] == _notes(text)["12A"]


def test_a_roman_behind_a_stop_calls_a_note_once_more() -> None:
    bodies = [
        "Et kort er et.[i]",
        "Et stik er fire.[ii]",
        "Et spil er langt.[iii]",
        "Vi melder efter tur, så længe nogen vil.ii",
    ]
    laws = "\n\n".join(f"§ {n} Kort\n\nA. {body}" for n, body in enumerate(bodies, 1))
    text = _read("lov.txt", f"{laws}\n\n[i] Note et.\n\n[ii] Note to.\n\n[iii] Note tre.\n").expression
    assert ["Note to."] == _notes(text)["4A"]
    assert "Vi melder efter tur, så længe nogen vil." == _texts(text)["4A"]


def test_the_last_sentence_before_a_law_is_no_chapter_where_it_calls_a_note() -> None:
    bodies = ["Et kort er et", "Et stik er fire.[1]", "Et spil er langt.[2]", "Vi melder.[3]"]
    laws = "\n\n".join(f"LOV {n}\n\nKORT\n\n{body}" for n, body in enumerate(bodies, 1))
    text = _read("lov.txt", f"{laws}\n\n[1] Note et.\n\n[2] Note to.\n\n[3] Note tre.\n").expression
    assert ["Et stik er fire.", "Et spil er langt."] == [_texts(text)[n] for n in "23"]


def test_headings_before_a_full_stop_are_headings_where_all_letters_have_one() -> None:
    alone = "A. Kortenes rang\n\n1. Et es er højest.\n\n"
    laws = "".join(
        f"§ {n} Kort\n\n{alone}B. Udspil uden for tur. Hvis spiller {n} spiller ud for en anden, gælder:\n\n"
        f"C. Straf for gentagelse. Den, som gør det {n} gange, taber stikket.\n\n"
        for n in range(1, 8)
    )
    text = _read("lov.txt", laws).expression
    headings = {str(one.id): one.heading.text for one in text.walk() if one.heading is not None}
    assert ["Kortenes rang", "Udspil uden for tur", "Straf for gentagelse"] == [headings[f"3{part}"] for part in "ABC"]
    assert "Den, som gør det 3 gange, taber stikket." == _texts(text)["3C"]


def test_sentences_behind_letters_are_no_headings_where_some_are_long() -> None:
    laws = "".join(
        f"§ {n} Kort\n\nA. Et kort er et. Det har en forside.\n\nB. Et stik er fire kort, som de fire spillere lægger "
        f"efter tur, begyndende med den, som vandt stikket før, eller som har udspillet. Det er nummer {n}.\n\n"
        for n in range(1, 13)
    )
    text = _read("lov.txt", laws).expression
    assert not [one for one in text.walk() if one.heading is not None and len(str(one.id)) > 2]


def test_a_chapter_in_plain_words_of_its_own_style_ends_the_definitions_above_the_first_law() -> None:
    names = ("Kortene", "Meldingerne", "Spillet", "Stikkene", "Pointene", "Lederen", "Appellen")
    chapters = {2 * n + 1: name for n, name in enumerate(names)}
    laws = "".join(
        (f'<p class="Kapitel">{chapters[n]}</p>' if n in chapters else "")
        + f"<p><b>§ {n} Kort</b></p><p>A. Et kort er et.</p>"
        for n in range(1, 15)
    )
    words = "".join(f"<p><b>{word}</b>: det, som {word.lower()} er.</p>" for word in ("Alarm", "Bord", "Kort", "Stik"))
    text = _read("lov.html", f'<html><body><p class="Kapitel">Definitioner</p>{words}{laws}').expression
    assert list(chapters.values()) == [part.title for part in text.parts if part.level == "chapter"]
    assert "det, som stik er." == [one.text for _, one in text.all_definitions()][-1]


def test_headwords_before_a_tab_begin_their_lines_in_a_text_that_is_wrapped() -> None:
    words = ("Alarm", "Bord", "Dobling", "Farve", "Hold", "Kort", "Makker", "Melding", "Pas", "Stik")
    terms = "".join(
        f"{word.upper()}\tdet, som en spiller ved et af bordene mener, når der er tale om {word.lower()}\n"
        f"under spillet eller efter det.\n"
        for word in words
    )
    senses = (
        "TUR\t1. den orden, som spillerne melder og spiller i;\n2. en periode.\nUDSPIL\tdet første kort i et stik.\n"
    )
    laws = "".join(
        f"§ {n}.   Kort\nA.      Et kort er et, og det har en forside og en bagside, som ingen spiller må\nse på.\n"
        f"B.\n1.      Et stik er fire kort, som de fire spillere lægger på bordet efter tur, {n}\ngange.\n"
        for n in range(1, 13)
    )
    text = _read("lov.txt", f"Definitioner\n{terms}{senses}{laws}").expression
    assert [*(word.upper() for word in words), "TUR", "UDSPIL"] == [
        one.headword.text for _, one in text.all_definitions()
    ]
    assert {f"{n}B1" for n in range(1, 13)} <= set(_texts(text))


def test_notes_collected_at_the_end_of_a_chapter_are_those_that_its_laws_call_pages_before() -> None:
    def noted(law: int, at: int) -> str:
        return f"Det gælder også {WORDS[law % 9]} og {WORDS[(law // 9 + 4 * at) % 9]} i lov {law}."

    def chapter(first: int) -> str:
        laws = "".join(
            f"#text(13pt)[*§ {n} Om {WORDS[n % 9]}*]\n\nA. {_sentences(n, 7)}#super[{2 * (n - first) + 1}]\n\n"
            f"B. {_sentences(n + 1, 7)}#super[{2 * (n - first) + 2}]\n\n"
            for n in range(first, first + 4)
        )
        notes = "".join(
            f"#text(8pt)[{2 * (n - first) + at}\\. {noted(n, at)}]\n\n"
            for n in range(first, first + 4)
            for at in (1, 2)
        )
        return f"{laws}#align(center)[Noter til kapitlet]\n\n{notes}#pagebreak()\n"

    look = "#set page(width: 11cm, height: 12cm)\n#set super(typographic: false)\n#set par(justify: true)\n"
    text = _print(look + "".join(map(chapter, range(1, 25, 4))))
    wanted = {f"{n}{part}": [f"{noted(n, at)}"] for n in range(1, 25) for part, at in (("A", 1), ("B", 2))}
    assert wanted == _notes(text)


@pytest.mark.parametrize("size", [11, 13])
def test_the_headings_of_laws_that_open_pages_are_no_running_heads(size: int) -> None:
    laws = "".join(
        f"#text({size}pt)[*§ {n} Om kort*]\n\nA. {_sentences(n, 7)}\n\nB. {_sentences(n + 1, 7)}\n\n#pagebreak()\n"
        for n in range(1, 13)
    )
    text = _print(f"#set page(width: 11cm, height: 12cm)\n{laws}")
    assert {f"{n}{part}" for n in range(1, 13) for part in ("", "A", "B")} == set(_texts(text))
