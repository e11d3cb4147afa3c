"""What each format holds comes into the stream: numbers that no text has, notes at their anchors, tables by cell."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from itertools import chain
from typing import Any

import docx
import pytest
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import nsdecls, qn

from parser.documents.files import read_document
from parser.documents.numbering import Numbering, indents
from parser.documents.stream import DocumentStream, RefusedDocumentError, StreamParagraph, StreamTable


def _paragraphs(stream: DocumentStream) -> list[StreamParagraph]:
    return [block for block in stream.blocks if isinstance(block, StreamParagraph)]


def _numbering(*levels: tuple[str, str], extra: str = "", nums: str = "") -> Numbering:
    made = "".join(
        f'<w:lvl w:ilvl="{n}"><w:start w:val="1"/><w:numFmt w:val="{form}"/><w:lvlText w:val="{text}"/>{extra}</w:lvl>'
        for n, (form, text) in enumerate(levels)
    )
    nums = nums or '<w:num w:numId="1"><w:abstractNumId w:val="9"/></w:num>'
    return Numbering(
        parse_xml(
            f'<w:numbering {nsdecls("w")}><w:abstractNum w:abstractNumId="9">{made}</w:abstractNum>{nums}</w:numbering>'
        )
    )


def test_a_deeper_level_begins_anew_below_each_number_above_it() -> None:
    numbering = _numbering(("upperLetter", "%1."), ("decimal", "%2)"))
    labels = [numbering.next_label("1", depth) for depth in (0, 1, 1, 0, 1)]
    assert ["A.", "1)", "2)", "B.", "1)"] == labels


def test_a_label_may_hold_the_numbers_above_it() -> None:
    numbering = _numbering(("decimal", "§ %1"), ("upperLetter", "%1%2"), ("lowerRoman", "%1%2(%3)"))
    assert ["§ 1", "1A", "1A(i)", "1A(ii)", "§ 2", "2A"] == [numbering.next_label("1", n) for n in (0, 1, 2, 2, 0, 1)]


def test_lists_of_one_kind_go_on_counting_unless_one_begins_anew() -> None:
    nums = "".join(
        f'<w:num w:numId="{n}"><w:abstractNumId w:val="9"/>{extra}</w:num>'
        for n, extra in (
            (1, ""),
            (2, ""),
            (3, '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>'),
        )
    )
    numbering = _numbering(("decimal", "%1."), nums=nums)
    assert ["1.", "2.", "3.", "1.", "2."] == [numbering.next_label(n, 0) for n in ("1", "1", "2", "3", "3")]


def test_a_level_that_must_not_begin_anew_goes_on() -> None:
    numbering = _numbering(("upperLetter", "%1."), ("decimal", "%2."), extra='<w:lvlRestart w:val="0"/>')
    assert ["A.", "1.", "B.", "2."] == [numbering.next_label("1", n) for n in (0, 1, 0, 1)]


def test_a_list_of_a_page_has_the_numbers_that_a_browser_draws() -> None:
    page = (
        b'<ol type="A"><li>Udspil<ol type="i" start="3"><li>tre<li value="7">syv</ol><p>Slut</p><li>B</ol>'
        b"<style>ol.x { list-style-type: lower-latin }</style><ol class=x><li><p>a</p></ol>"
    )
    found = [(p.label, p.text) for p in _paragraphs(read_document("side.html", page))]
    assert [("A.", "Udspil"), ("iii.", "tre"), ("vii.", "syv"), ("", "Slut"), ("B.", "B"), ("a.", "a")] == found


def test_a_note_of_a_page_stands_where_its_sign_is() -> None:
    page = (
        '<p>Et kort<sup><a href="#n1" id="r1">1</a></sup> spilles.</p><p>Se <a href="#lov2">lov 2</a>.</p>'
        '<h2 id="lov2">Lov 2</h2><ol><li id="n1">Undtagen joker. <a href="#r1">↩</a></li></ol>'
    ).encode()
    stream = read_document("side.html", page)
    assert ["Et kort spilles.", "Se lov 2.", "Lov 2"] == [p.text for p in _paragraphs(stream)]
    assert ((7, stream.notes[0].key),) == _paragraphs(stream)[0].anchors
    assert ("1", "Undtagen joker.") == (stream.notes[0].marker, stream.notes[0].paragraphs[0].text)


_BOXED = (
    "<p>Et kort<sup>1</sup> er spillet<sup>2</sup>.</p><aside><sup>1</sup> Se § 46.</aside><p>Igen<sup>1</sup>, i "
    "10<sup>3</sup> spil.</p><table><tr><td>Et stik<sup>*</sup></td></tr></table>"
    "<aside><p><sup>2</sup> Spillet er<sup>*</sup></p><p>forbi.</p><p>* Vundet.</p></aside>"
    "<aside><sup>4</sup> Ord</aside>"
)


def _raised(words: str) -> str:
    """Words of a page as runs of Word, with what is raised in them."""
    parts = re.split(r"<sup>(.*?)</sup>", words)
    high = '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>'
    return "".join(
        f'<w:r>{high if n % 2 else ""}<w:t xml:space="preserve">{one}</w:t></w:r>' for n, one in enumerate(parts) if one
    )


def _word_boxes(page: str) -> bytes:
    """The paragraphs, tables and asides of a page as a Word file, each aside a text box of what stands before it."""
    document = docx.Document()
    at: Any = None
    for tag, words in re.findall(r"<(p|table|aside)>(.*?)</\1>", page):
        inner = re.findall(r"<(?:p|td)>(.*?)</(?:p|td)>", words) or [words]
        if tag == "table":
            document.add_table(1, 1)
            at = document.tables[-1].rows[0].cells[0].paragraphs[0]._p
        elif tag == "p":
            at = document.add_paragraph()._p
        else:
            box = "".join(f"<w:p>{_raised(one)}</w:p>" for one in inner)
            form = f"<w:r {nsdecls('w')}><w:pict><w:txbxContent>{box}</w:txbxContent></w:pict></w:r>"
            at.append(parse_xml(form))
            continue
        for run in list(parse_xml(f"<w:p {nsdecls('w')}>{_raised(inner[0])}</w:p>")):
            at.append(run)
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


@pytest.mark.parametrize(("name", "content"), [("a.html", _BOXED.encode()), ("a.docx", _word_boxes(_BOXED))])
def test_a_note_in_a_box_stands_at_the_sign_that_calls_it_and_what_calls_nothing_is_text(
    name: str, content: bytes
) -> None:
    stream = read_document(name, content)
    notes = {one.key: (one.marker, [p.text for p in one.paragraphs]) for one in stream.notes}
    assert [("1", ["Se § 46."]), ("2", ["Spillet er", "forbi."]), ("*", ["Vundet."])] == list(notes.values())
    first, again, _ = _paragraphs(stream)
    calls = [(at, notes[key][0]) for at, key in first.anchors]
    assert ("Et kort er spillet.", [(7, "1"), (18, "2")]) == (first.text, calls)
    assert ("Igen, i 10³ spil.", [(4, "1")]) == (again.text, [(at, notes[k][0]) for at, k in again.anchors])
    (cell,) = (cell for one in stream.blocks if isinstance(one, StreamTable) for row in one.rows for cell in row)
    assert ("Et stik", [(7, "*")]) == (cell.text, [(at, notes[k][0]) for at, k in cell.anchors])
    assert [(10, "*")] == [(at, notes[k][0]) for one in stream.notes for p in one.paragraphs for at, k in p.anchors]
    assert ["⁴ Ord"] == [one.text for one in _paragraphs(stream)[2:]]


def test_cells_that_span_leave_the_cells_they_cover_empty() -> None:
    page = b"<table><tr><th colspan=2>Zone</th></tr><tr><td rowspan=2>a</td><td>1</td></tr><tr><td>2</td></tr></table>"
    table = read_document("side.html", page).blocks[0]
    assert isinstance(table, StreamTable)
    assert [["Zone", ""], ["a", "1"], ["", "2"]] == [[cell.text for cell in row] for row in table.rows]
    assert table.header == 1


def test_wrapped_lines_are_one_paragraph_and_a_cut_word_is_whole() -> None:
    text = (
        "A. Når en spiller i løbet af et spil har set sin makkers kort, kan turne-\n"
        "ringslederen idømme en straf, hvis han finder, at modparten har lidt skade\n"
        "ved det, og derfor efter en samlet vurdering må give både et ud- eller\n"
        "tilspil tilbage.\nB. Ellers ikke.\n"
    )
    first, second = _paragraphs(read_document("lov.txt", text.encode()))
    assert "kan turneringslederen idømme" in first.text
    assert first.text.endswith("et ud- eller tilspil tilbage.")
    assert second.text == "B. Ellers ikke."


def test_heads_and_numbers_of_pages_are_noise() -> None:
    words = ("et", "to", "tre", "fire", "fem")
    pages = (f"Love for bridge\n\nSide {word}.\n\n{word} kort.\n\n{n}\n" for n, word in enumerate(words, 1))
    text = "\f".join(pages)
    found = [(p.noise, p.text) for p in _paragraphs(read_document("lov.txt", text.encode()))]
    assert [("running-head", "Love for bridge")] * 5 == [one for one in found if one[0] == "running-head"]
    assert ["1", "2", "3", "4", "5"] == [text for why, text in found if why == "page-number"]


def _word(change: Callable[[bytes], bytes] = bytes, extra: dict[str, bytes] | None = None) -> bytes:
    out = io.BytesIO()
    document = docx.Document()
    document.add_paragraph("§ 1. Kortene")
    document.save(out)
    made = io.BytesIO()
    with zipfile.ZipFile(out) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = old.read(name)
            new.writestr(name, change(content) if name == "word/document.xml" else content)
        for name, content in (extra or {}).items():
            new.writestr(name, content)
    return made.getvalue()


_TRACKED = b'<w:ins w:id="1" w:author="Kari" w:date="2026-01-01T00:00:00Z"><w:r><w:t>nyt</w:t></w:r></w:ins></w:p>'


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("lov.docx", _word(lambda xml: xml.replace(b"</w:p>", _TRACKED, 1)), "tracked"),
        ("lov.docx", _word(extra={"word/vbaProject.bin": b"x"}), "macros"),
        ("lov.docx", _word(lambda xml: xml.replace(b"<w:document", b"<!DOCTYPE x><w:document", 1)), "entities"),
        ("lov.docx", _word()[:900], "damaged"),
        ("lov.docx", b"PK\x03\x04 nothing", "damaged"),
        ("lov.docx", b"words", "damaged"),
        ("lov.doc", b"\xd0\xcf\x11\xe0" + b"\0" * 600, "old-word"),
        ("lov.docx", b"\xd0\xcf\x11\xe0" + "EncryptedPackage".encode("utf-16-le"), "encrypted"),
        ("lov.txt", b"a\0b\0\0c" * 50, "binary"),
        ("lov.txt", b" \n\n", "empty"),
        ("lov.odt", b"words", "ending"),
        ("lov.html", b'<!DOCTYPE x [<!ENTITY a "b">]><p>&a;</p>', "entities"),
        ("lov.html", b"<div>" * 5000 + b"x", "deep"),
        # libxml2 would compare each attribute with all before it, for minutes.
        ("lov.html", b"<html><p " + b"".join(b"a%d=1 " % n for n in range(100_000)) + b">x", "damaged"),
        ("lov.html", b"<html><p title='<'" + b"".join(b"a%d='1'" % n for n in range(100_000)) + b">x", "damaged"),
        ("lov.html", b"<html><body></body></html>", "no-text"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_its_reason(name: str, content: bytes, reason: str) -> None:
    with pytest.raises(RefusedDocumentError) as caught:
        read_document(name, content)
    assert reason == caught.value.reason


def test_words_behind_a_large_picture_that_is_saved_within_a_page_are_read() -> None:
    picture = b"<img src='data:image/png;base64," + b"A" * 10_000_100 + b"'>"
    stream = read_document("lov.html", b"<html><body><p>16A" + picture + b"<p>16B</body></html>")
    assert ["16A", "16B"] == [one.text for one in stream.blocks if isinstance(one, StreamParagraph)]


def test_a_packed_file_is_never_unpacked_without_bound() -> None:
    bomb = _word(extra={"word/media/a.bin": b"\0" * 210_000_000})
    assert len(bomb) < 1_000_000
    with pytest.raises(RefusedDocumentError) as caught:
        read_document("lov.docx", bomb)
    assert caught.value.reason == "bomb"


def test_tracked_changes_are_named_with_their_author() -> None:
    with pytest.raises(RefusedDocumentError) as caught:
        read_document("lov.docx", _word(lambda xml: xml.replace(b"</w:p>", _TRACKED, 1)))
    assert ("Kari", 1) == (caught.value.cause, caught.value.count)


@pytest.mark.parametrize(
    ("measure", "points"),
    [
        ("720", 36.0),
        ("1.27cm", 36.0),
        ("-360", -18.0),
        *((one, None) for one in ("", "1e999", "nan", "9" * 400, "wide")),
    ],
)
def test_an_edge_of_word_that_is_no_measure_is_left_out(measure: str, points: float | None) -> None:
    properties = OxmlElement("w:pPr")
    properties.append(OxmlElement("w:ind", {qn("w:left"): measure, qn("w:hanging"): measure}))
    assert (points, points or 0.0) == indents(properties)


def test_what_a_style_sheet_draws_before_words_is_their_label() -> None:
    page = (
        "<style>h3 { counter-increment: lov; counter-reset: led } h3::before { content: '§ ' counter(lov) '. ' }"
        ".led { counter-increment: led; margin-left: 2em } .led::before { content: counter(led, upper-alpha) ') ' }"
        ".navn { font-weight: 700 } .nr { display: inline-block; width: 2em }</style>"
        "<h3>Kortene</h3><p class=led><span class=navn>Rang</span> Spar</p><p class=led>Klør</p><h3>Mapper</h3>"
        "<p class=led>En</p><p><span class=nr>B)</span>To</p>"
    )
    found = _paragraphs(read_document("side.html", page.encode()))
    assert ["§ 1.", "A)", "B)", "§ 2.", "A)", ""] == [p.label for p in found]
    assert [4, 24.0, "B) To"] == [found[1].bold, found[1].indent, found[-1].text]


def test_raised_signs_that_somebody_typed_call_the_paragraphs_below_that_begin_with_them() -> None:
    page = (
        "<h3>§ 1</h3><p>Kort<sup>1</sup> og stik<sup>2</sup>.</p><p><sup>1</sup> Et.<sup>2</sup></p>"
        "<p><sup>2</sup>To.</p><h3>§ 2</h3><p>Kort<sup>1</sup>, 10<sup>3</sup>.</p><p><sup>1</sup> Et igen.</p>"
    )
    stream = read_document("side.html", page.encode())
    assert ["§ 1", "Kort og stik.", "§ 2", "Kort, 10³."] == [p.text for p in _paragraphs(stream)]
    assert ["Et.", "To.", "Et igen."] == [note.paragraphs[0].text for note in stream.notes]
    assert [1, 1] == [len(stream.notes[0].paragraphs[0].anchors), len(_paragraphs(stream)[3].anchors)]


def test_markdown_of_converters_is_read_without_their_marks() -> None:
    text = (
        "---\ntitle: Love\n---\n\n## § 1 Kort {#lov-1}\n\n<a id='a'></a>A. Et <navn> og<br>to.[^1]\n\n"
        "<!-- gemt -->\n\n[^1]: Se B.\n\n    Og C.\n"
    )
    found = _paragraphs(read_document("lov.md", text.encode()))
    assert ["navigation", "", "", "", ""] == [p.noise for p in found]
    assert ["§ 1 Kort", "A. Et <navn> og\nto.[^1]", "[^1]: Se B.", "Og C."] == [p.text for p in found[1:]]
    assert found[4].indent > found[3].indent


def test_typed_lines_of_a_page_are_read_as_plain_text() -> None:
    lines = ["§ 1 Kort", "========", "", "A.  Spar", "", "B.  Klør", *["", "C.  Ja"] * 5]
    found = _paragraphs(read_document("side.html", f"<h1>Love</h1><pre>{chr(10).join(lines)}</pre>".encode()))
    assert ["Love", "§ 1 Kort", "A.  Spar", "B.  Klør"] == [p.text for p in found[:4]]
    assert found[1].heading


def test_a_paragraph_goes_on_over_the_foot_and_the_head_of_a_printed_page() -> None:
    line = "et stik¹ består af fire kort, ét fra hver hånd, og vindes af det højeste kort,"
    head = "Love for bridge                 Side {}\n\n"
    note = "_____\n¹ Se B, hvor det samme står om den, der spiller ud, og om hans makker,\n  og C.\n"
    pages = [f"A. Når {line}\n{line}\nspil-\n\n{note}", f"leren {line}\n{line} {line[:8]}", f"\nB. Når {line}\n{line}"]
    text = "\f".join(head.format(n) + page for n, page in enumerate(pages, 9))
    found = [p.text for p in _paragraphs(read_document("lov.txt", text.encode())) if not p.noise]
    assert ["A. Når", "¹ Se B", "B. Når"] == [words[:6] for words in found]
    assert " spilleren et stik¹ " in found[0]
    assert found[1].endswith("makker, og C.")


FARVER = ("spar", "hjerter", "ruder", "klør", "es", "konge", "dame", "knægt")


def test_notes_of_a_law_in_the_middle_of_a_page_are_no_foot_of_it() -> None:
    law = "LOV {n}.  OM {word}\n\n(A)  En {word} har en rang. *)\n\n_______________\n*)   Som {word}.\n"
    cut = "\n\nLOV 8{n}.  MERE OM {word}\n\n(A)  En {word} spilles af hver\n\f{word} og hver hånd.\n\n\n"
    pages = ((law + cut).format(n=n, word=word) for n, word in enumerate(FARVER))
    found = [p.text for p in _paragraphs(read_document("lov.txt", "".join(pages).encode()))]
    for n, word in enumerate(FARVER):
        first = found.index(f"(A)  En {word} har en rang. *)")
        after = [
            f"*)   Som {word}.",
            f"LOV 8{n}.  MERE OM {word}",
            f"(A)  En {word} spilles af hver {word} og hver hånd.",
        ]
        assert after == found[first + 1 : first + 4]


def test_a_note_goes_on_at_the_head_of_the_next_page() -> None:
    page = "(A)  En {0} har en rang. *)\n\n_______________\n*)   Det gælder for {0}\n\fog {0} alene.\n\n"
    text = "".join(page.format(word) for word in FARVER)
    found = [p.text for p in _paragraphs(read_document("lov.txt", text.encode()))]
    whole = ((f"(A)  En {one} har en rang. *)", f"*)   Det gælder for {one} og {one} alene.") for one in FARVER)
    assert [*chain.from_iterable(whole)] == found


def test_rows_that_somebody_set_with_tabs_are_a_table_and_labels_before_tabs_are_none() -> None:
    book = docx.Document()
    for words in ("A\tSe nedenfor.", "KP\t8\t10", "15-15\t0-1\t0-2", "16-14\t2-5\t2-6", "B\tOg videre."):
        book.add_paragraph(words)
    file = io.BytesIO()
    book.save(file)
    first, table, last = read_document("lov.docx", file.getvalue()).blocks
    assert isinstance(table, StreamTable)
    assert ["A\tSe nedenfor.", "B\tOg videre."] == [
        one.text for one in (first, last) if isinstance(one, StreamParagraph)
    ]
    assert [["KP", "8", "10"], ["15-15", "0-1", "0-2"], ["16-14", "2-5", "2-6"]] == [
        [cell.text for cell in row] for row in table.rows
    ]


def test_a_typed_raised_number_calls_the_note_of_the_format_once_more() -> None:
    page = (
        '<p>Et<sup><a href="#n1" id="r1">1</a></sup> og to<sup>1</sup>, men 10<sup>3</sup>.</p>'
        '<ol><li id="n1">Se B.</li></ol>'
    )
    (first,) = _paragraphs(read_document("side.html", page.encode()))
    assert ("Et og to, men 10³.", [2, 8]) == (first.text, [at for at, _ in first.anchors])


def test_soft_hyphens_before_the_sign_of_a_note_do_not_move_it() -> None:
    page = '<p>Turne\N{SOFT HYPHEN}ringsbridge<a href="#n">1</a> spilles.</p><div id="n"><p>1 Også hjemme.</p></div>'
    found = read_document("lov.html", page.encode())
    assert isinstance(found.blocks[0], StreamParagraph)
    assert [len("Turneringsbridge")] == [at for at, _ in found.blocks[0].anchors]


def test_links_to_edit_are_no_words_of_headings() -> None:
    body = "".join(f"<h2>§ {n}. Kort<span>[<a href='/e'>redigér</a>]</span></h2><p>Ord.</p>" for n in range(1, 6))
    found = read_document("lov.html", f"<body>{body}</body>".encode())
    heads = [one.text for one in found.blocks if isinstance(one, StreamParagraph) and one.heading]
    assert [f"§ {n}. Kort" for n in range(1, 6)] == heads


def test_below_a_heading_behind_a_label_its_text_begins_anew() -> None:
    text = (
        """\
A.  Kortenes rang
    Kortene i hver farve rangerer i nedadgående
    orden fra esset til toeren, som er lavest.
B.  Fire spillere spiller ved hvert bord, og to
    af dem er makkere i hele den samme runde:
    1.  de sidder over for hinanden og holder
        deres kort for sig selv under spillet.
"""
        * 8
    )
    found = [one.text for one in read_document("lov.txt", text.encode()).blocks if isinstance(one, StreamParagraph)]
    assert ["A.  Kortenes rang", "Kortene i", "B.  Fire spillere", "1.  de sidder"] == [
        next(
            start
            for start in ("A.  Kortenes rang", "Kortene i", "B.  Fire spillere", "1.  de sidder")
            if one.startswith(start)
        )
        for one in found[:4]
    ]


def test_the_source_of_a_wiki_is_read_as_its_page() -> None:
    heads = "".join(f"== {n}. Kort ==\n\n" for n in range(1, 11))
    source = (
        heads
        + ":1. Et sorteret<ref name=n>Ikke ''blandet''.</ref> spil [[Lov|kort]]\n::a) gives om.\n:2. Se '''her'''.\n"
    )
    found = read_document("lov.txt", f"{source}\n{{|\n! Nord !! Syd\n|-\n| 1 || 2\n|}}\n".encode())
    assert [f"{n}. Kort" for n in range(1, 11)] == [p.text for p in _paragraphs(found) if p.heading]
    first, second, third = [p for p in _paragraphs(found) if not p.heading]
    assert ["1. Et sorteret spil kort", "a) gives om.", "2. Se her."] == [first.text, second.text, third.text]
    assert first.hang == third.hang < second.hang
    assert [(at, note.paragraphs[0].text) for (at, _), note in zip(first.anchors, found.notes, strict=True)] == [
        (len("1. Et sorteret"), "Ikke blandet.")
    ]
    table = found.blocks[-1]
    assert isinstance(table, StreamTable)
    assert [["Nord", "Syd"], ["1", "2"]] == [[cell.text for cell in row] for row in table.rows]


def test_a_labelled_heading_below_a_table_is_no_row_of_it() -> None:
    table_ = "IMP\tKP\tIMP\n0\t15\t4\n1\t16\t5\n"
    text = f"A.\tSkala\n\tOmregnes sådan.\n{table_}B.\tAndre antal\n\t1.\tGælder ikke for andre antal.\n"
    blocks = read_document("lov.txt", text.encode()).blocks
    (table,) = [one for one in blocks if isinstance(one, StreamTable)]
    assert len(table.rows) == 3
    assert ["B.\tAndre antal", "1.\tGælder ikke for andre antal."] == [
        p.text for p in _paragraphs(read_document("lov.txt", text.encode()))
    ][-2:]


def test_a_heading_that_fills_its_line_ends_where_a_sentence_begins() -> None:
    line = "og en spiller, som handler på grundlag af sin egen misforståelse, har ikke ret til\nnogen berigtigelse."
    text = (
        f"A. Melding eller spil, som er baseret på en misforståelse, der er spillerens egen\nEn spiller, {line}\n" * 3
    )
    found = [p.text for p in _paragraphs(read_document("lov.txt", text.encode()))]
    assert ["A. Melding eller", "En spiller, og e"] * 3 == [words[:16] for words in found]


def test_blanks_that_set_a_text_to_both_edges_part_no_cells() -> None:
    label, *lines = (
        "A.  EDB-GIVNING.  –  Når  der  benyttes  EDB-givne\n",
        "    kort,  skal  kortgivningen foretages med et af\n",
        "    forbundet,  som  har  godkendt programmet, der\n",
        "    gav dem.\n\n",
    )
    table = "Stik     Imps     Score\n7            12       1400\n8            10       1100\n"
    blocks = read_document("lov.txt", ((label + "".join(lines)) * 10 + table).encode()).blocks
    assert [p.text for p in blocks[:-1] if isinstance(p, StreamParagraph)] == [
        "A.  EDB-GIVNING. – Når der benyttes EDB-givne kort, skal kortgivningen foretages med et af forbundet, som har"
        " godkendt programmet, der gav dem."
    ] * 10
    assert isinstance(blocks[-1], StreamTable)
    assert [cell.text for cell in blocks[-1].rows[1]] == ["7", "12", "1400"]


def test_letters_that_lead_back_from_a_note_are_no_words_of_it() -> None:
    page = (
        '<p>Et kort<sup id="r0"><a href="#n">[1]</a></sup> og to<sup id="r1"><a href="#n">[1]</a></sup>.</p><ol>'
        '<li id="n"><span>↑ <sup><a href="#r0">a</a></sup> <sup><a href="#r1">b</a></sup></span> '
        "<span>Se B.</span></li></ol>"
    )
    assert ["Se B."] == [p.text.strip() for p in read_document("lov.html", page.encode()).notes[0].paragraphs]


def test_labels_that_a_page_sets_apart_are_labels_without_a_sign_behind_them() -> None:
    page = "<h3><span>A</span> Kortenes rang</h3><p><b>1</b> Es er højest.</p><p><i>Kort</i> og stik.</p>"
    texts = [p.text for p in _paragraphs(read_document("lov.html", page.encode()))]
    assert ["A\tKortenes rang", "1\tEs er højest.", "Kort og stik."] == texts


def test_a_text_with_headings_of_markdown_is_markdown_whatever_its_name_is() -> None:
    text = "".join(f"## § {n} Kort\n\n1. Es er *højest*.\n\n" for n in range(1, 12))
    texts = [[(p.label, p.text) for p in _paragraphs(read_document(name, text.encode()))] for name in ("a.txt", "a.md")]
    assert texts[0] == texts[1]
    assert ("1.", "Es er højest.") == texts[0][1]
