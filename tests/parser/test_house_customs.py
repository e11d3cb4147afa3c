"""What houses do that no other did before them, each as small as it can be."""

from __future__ import annotations

import io
from dataclasses import replace

import docx

from app.build.addition import read_text
from corpus.model import Expression, Table
from corpus.registry import ExpressionEntry
from parser.documents.files import read_document
from parser.documents.stream import DocumentStream, StreamParagraph, StreamPlace
from parser.recognition.inline_notes import with_inline_notes

ENTRY = ExpressionEntry("x", "da", "laws", "2017", "Love", "", "2017", "in-force", ("x",))


def _page(body: str) -> Expression:
    return read_text(read_document("lov.html", f"<html><body>{body}</body></html>".encode()), ENTRY).expression


def _plain(text: str) -> Expression:
    return read_text(read_document("lov.txt", text.replace("\n", "\n\n").encode()), ENTRY).expression


def _word(lines: list[str]) -> Expression:
    document, out = docx.Document(), io.BytesIO()
    for line in lines:
        document.add_paragraph(line)
    document.save(out)
    return read_text(read_document("lov.docx", out.getvalue()), ENTRY).expression


def _headed(text: Expression) -> dict[str, tuple[str, str]]:
    return {str(one.id): (one.heading.text if one.heading else "", one.text) for one in text.walk()}


def _notes(text: Expression) -> list[tuple[tuple[str, ...], str]]:
    return [(note.anchors, note.text) for note in text.notes]


def test_headings_in_a_margin_are_those_of_the_labels_beside_them() -> None:
    rows = (
        "<tr><td>Kortenes rang</td><td><b>A</b></td><td>Et kort har en rang.</td></tr>"
        "<tr><td>Kortenes sider</td><td><b>B</b></td><td></td></tr>"
        "<tr><td></td><td></td><td>1. Et kort har en forside.</td></tr>"
        "<tr><td></td><td></td><td>2. Et kort har en bagside.</td></tr>"
    )
    text = _page("".join(f"<h2>§ {n} Kort</h2><table>{rows}</table>" for n in (1, 2, 3)))
    assert {
        "1": ("Kort", ""),
        "1A": ("Kortenes rang", "Et kort har en rang."),
        "1B": ("Kortenes sider", ""),
        "1B1": ("", "Et kort har en forside."),
        "1B2": ("", "Et kort har en bagside."),
    } == {place: found for place, found in _headed(text).items() if place.startswith("1")}


def test_a_table_of_figures_beside_names_has_no_headings_in_a_margin() -> None:
    table = "<table><tr><td>Nord</td><td>1</td><td>5</td></tr><tr><td>Syd</td><td>2</td><td>6</td></tr></table>"
    text = _page("".join(f"<h2>§ {n} Mapper</h2><p>Mapper har numre:</p>{table}" for n in (1, 2, 3)))
    assert ["1", "2", "3"] == [str(one.id) for one in text.walk()]


def test_two_notes_that_are_called_side_by_side_leave_no_comma() -> None:
    notes = "<p><sup>1</sup> Den ene note.</p><p><sup>2</sup> Den anden note.</p>"
    text = _page(f"<h2>§ 1 Kort</h2><p>A. Et kort er et.<sup>1, 2</sup></p>{notes}<h2>§ 2 Stik</h2><p>Et stik.</p>")
    assert "Et kort er et." == _headed(text)["1A"][1]
    assert [(("1A",), "Den ene note."), (("1A",), "Den anden note.")] == _notes(text)


def test_a_star_in_a_bracket_behind_a_blank_calls_a_note() -> None:
    text = _plain("§ 1. Kort *)\nA. Et kort er et. **)\n*) Den ene note.\n**) Den anden note.\n§ 2. Stik\nEt stik.")
    assert ("Kort", "Et kort er et.") == (_headed(text)["1"][0], _headed(text)["1A"][1])
    assert [(("1",), "Den ene note."), (("1A",), "Den anden note.")] == _notes(text)


def test_romans_in_capitals_and_brackets_are_romans() -> None:
    law = "§ 1. Kort\nA. Om kort\n1. Et kort:\na. Det er\n(I) rødt, eller\n(II) sort.\nb. (I) Stort.\n(II) Nyt."
    text = _plain(f"{law}\n§ 2. Stik\nEt stik.")
    assert ["1A1ai", "1A1aii", "1A1bi", "1A1bii"] == [str(one.id) for one in text.walk() if len(one.id.parts) == 5]


def test_headwords_in_capitals_need_no_sign_behind_them() -> None:
    words = (
        "BUD en melding.\nLØBENDE STIK det stik, som spilles.\nTURNERING en konkurrence.\nTRÆK hvert stik over seks."
    )
    text = _plain(f"Definitioner\n{words}\n§ 1. Kort\nEt kort.\n§ 2. Stik\nEt stik.\n§ 3. Bud\nEt bud.")
    assert ["BUD", "LØBENDE STIK", "TURNERING", "TRÆK"] == [one.headword.text for one in text.definitions]
    assert "det stik, som spilles." == text.definitions[1].text


def test_notes_in_brackets_where_others_call_them_are_notes() -> None:
    laws = (
        "§ 1. Kort\nA. Et kort [Note: Et spil [52] kort.] er et.\nB. To kort.\n[Note: Højst to.]\n§ 2. Stik\nEt stik."
    )
    text = _plain(laws)
    assert ("Et kort er et.", "To kort.") == (_headed(text)["1A"][1], _headed(text)["1B"][1])
    assert [(("1A",), "Et spil [52] kort."), (("1B",), "Højst to.")] == _notes(text)
    numbered = (f"§ {n}. Kort\nA. Et kort.\n[Note 1: Om {n}.]\nB. To kort [1]." for n in (1, 2, 3))
    assert [((f"{n}A", f"{n}B"), f"Om {n}.") for n in (1, 2, 3)] == _notes(_plain("\n".join(numbered)))


def test_a_note_in_brackets_with_a_call_in_it_stands_at_the_words_above_and_brackets_may_be_deep() -> None:
    place = StreamPlace("lov.docx", 1)
    texts = ("Et kort.", "[Note: Et spil.]", "Et stik " + "[Note: " * 1000 + "]" * 1000)
    first, note, deep = (StreamParagraph(text, place) for text in texts)
    made = with_inline_notes(DocumentStream((first, replace(note, anchors=((14, "fn1"),)), deep)))
    assert [("Et kort.", ("inline:0",)), ("Et stik", ("inline:1",))] == [
        (one.text, tuple(key for _, key in one.anchors)) for one in made.blocks if isinstance(one, StreamParagraph)
    ]


def test_numbers_of_links_in_a_dump_of_pages_are_no_signs() -> None:
    links = "\n".join(f"   {n}. https://forbund.example/{n}" for n in range(1, 7))
    laws = "[1]§ 1. Kort\nA. Se [2]§ 2.\n§ 2. Stik\nEt stik.\n§ 3. Bud\nEt bud.\nReferences"
    text = _plain(f"{laws}\n{links}")
    assert "Se § 2." == _headed(text)["1A"][1]
    assert "Et bud." == _headed(text)["3"][1]


def test_the_heading_of_notes_below_a_law_is_no_text_and_no_chapter() -> None:
    law = "<h2>§ {n} Kort</h2><p>A. Et kort<sup>1</sup> er et.</p><p>Noter</p><p><sup>1</sup> Den er note {n}.</p>"
    text = _page("".join(law.format(n=n) for n in range(1, 9)))
    assert ["Et kort er et."] * 8 == [one.text for one in text.walk() if one.id.parent]
    assert not [part for part in text.parts if part.title == "Noter"]
    assert 8 == len(text.notes)


def test_a_link_to_the_top_of_a_saved_page_is_no_text() -> None:
    law = (
        '<h2>§ {n} Kort</h2><p>Et kort er {n}.</p><p><a href="https://forbund.example/lov.html#top">Til toppen</a></p>'
    )
    text = _page("".join(law.format(n=n) for n in range(1, 9)))
    assert [f"Et kort er {n}." for n in range(1, 9)] == [one.text for one in text.walk()]


def test_tabs_typed_before_a_label_set_it_in_and_lose_no_number() -> None:
    parts = ["A.\tKORTENE", "\t1.\tFORSIDE", "Et kort har en forside.", "\t2.\tBAGSIDE", "Det har en bagside."]
    text = _word([line for n in (1, 2, 3) for line in (f"§ {n}. Kort", *parts)])
    assert {
        "1": ("Kort", ""),
        "1A": ("KORTENE", ""),
        "1A1": ("FORSIDE", "Et kort har en forside."),
        "1A2": ("BAGSIDE", "Det har en bagside."),
    } == {place: found for place, found in _headed(text).items() if place.startswith("1")}


def test_numbers_as_lawyers_write_them_out_are_read_whole() -> None:
    lines = (
        "§ {}. Kort",
        "§ {}, litra A. Et kort.",
        "§ {}, litra A, nr. 1. En forside.",
        "§ {}, litra A, nr. 1, litra a. Hvid.",
    )
    text = _plain("\n".join(line.format(n) for n in (1, 2, 3) for line in lines))
    assert ["2", "2A", "2A1", "2A1a"] == [str(one.id) for one in text.laws[1].walk()]
    assert "Hvid." == _headed(text)["3A1a"][1]
    swedish = "\n".join(
        line.format(n)
        for n in (1, 2, 3)
        for line in ("Lag {} Kort", "Lag {}, A. Ett kort.", "Lag {}, A, punkt 1. Vitt.")
    )
    assert ["2", "2A", "2A1"] == [str(one.id) for one in _plain(swedish).laws[1].walk()]


def test_a_heading_that_unfolds_what_is_below_it_is_a_heading_and_its_other_buttons_are_none() -> None:
    """As the W3C's accordion pattern has it: the number and the title are in a button within the heading."""
    law = (
        "<h3><button><span>§ {}</span> <span>Kort</span></button><button>Kopiér</button></h3>"
        "<div><p>A. Et kort har en rang.</p><p>B. Et kort har en farve.</p></div>"
    )
    text = _page("".join(law.format(n) for n in range(1, 6)))
    assert ["1", "1A", "1B"] == [str(one.id) for one in text.laws[0].walk()]
    assert {("Kort", "")} == {_headed(text)[str(n)] for n in range(1, 6)}


def test_what_is_asked_of_a_book_with_whole_numbers_is_asked_of_the_lines_that_are_shown() -> None:
    """Such a book is read by lines that the file has not: a number given to the heading above it."""
    laws = "".join(
        f"<p>{n}</p><p>Kort nummer {n}</p><p>{n}.A Kortenes rang</p><p>Et kort har rang {n}.</p>"
        f"<p>{n}.A.1</p><p>Et kort har en forside {n}.</p><p>{n}.A.2</p><p>Et kort har en bagside i § {n}.</p>"
        for n in range(1, 16)
    )
    definitions = "<h1>Definitioner</h1><p>Alert: et ord.</p><p>Kort: en ting.</p><p>Stik: fire kort.</p>"
    page = f"<html><body><h1>Love</h1>{definitions}<h1>Love</h1>{laws}</body></html>"
    read = read_text(read_document("lov.html", page.encode()), ENTRY)
    questions = read.recognition.questions
    assert questions
    for one in questions:
        row = read.rows[one.row]
        assert one.words in f"{row.block.label} {row.text}"
    assert {one.row for one in read.recognition.uses} <= set(range(len(read.rows)))


def test_links_of_a_collection_of_notes_are_their_words_and_notes_within_the_words_are_notes() -> None:
    """As Obsidian and pandoc write them; "[[4]](#fn4)" is a link of Markdown."""
    law = (
        "## § {n} Kort\n\n### A Bagside\n\n"
        "Se [[#§ 2 Stik|§ 2]](a), [[§ 3]] og [[4]](#fn4).^[Et [lille] kort, se [[§ 1|§ 1 A]].] ^kort{n}\n\n"
        "### B Forside\n\nKort {n} har en forside, ^[uden ende.\n\n"
    )
    laws = "".join(law.replace("{n}", str(n)) for n in range(1, 13))
    text = read_text(read_document("lov.md", laws.encode()), ENTRY).expression
    found = _headed(text)
    assert ("Bagside", "Se § 2(a), § 3 og [4].") == found["12A"]
    assert ("Forside", "Kort 12 har en forside, ^[uden ende.") == found["12B"]
    assert [((f"{n}A",), "Et [lille] kort, se § 1 A.") for n in range(1, 13)] == _notes(text)


def test_notes_in_rows_of_a_table_below_each_law_are_those_that_their_signs_call() -> None:
    law = (
        "<article id='p{n}'><h4>§ {n} Kort</h4><p>Et kort har en bagside.<sup><a href='#n{n}-1'>1</a></sup></p>"
        "<p>A. Et kort har en forside.<sup><a href='#n{n}-2'>2</a></sup></p><p>B. Et kort har kanter.</p>"
        "<table><tr id='n{n}-1'><td>1</td><td>Også et gammelt.</td></tr>"
        "<tr><td id='n{n}-2'>2.</td><td>Også et nyt.</td></tr></table></article>"
    )
    text = _page("".join(law.replace("{n}", str(n)) for n in range(1, 5)))
    assert ("Kort", "Et kort har en bagside.") == _headed(text)["4"]
    assert ("", "Et kort har kanter.") == _headed(text)["4B"]
    called = [note for n in range(1, 5) for note in (((f"{n}",), "Også et gammelt."), ((f"{n}A",), "Også et nyt."))]
    assert called == _notes(text)


def test_headwords_alone_on_their_lines_are_told_by_the_alphabet() -> None:
    words = ("Alert", "Blinde, den", "Bud", "Dobling", "Farve", "Kort", "Kortspil", "Makker", "Stik", "Trumf")
    entries = "".join(
        f"{word}\n{'De 52 kort' if word == 'Kortspil' else f'det, som kaldes {n}.'}\n" for n, word in enumerate(words)
    )
    laws = "".join(f"§ {n} Kort\nA. Et kort har en forside.\nB. Et kort har en bagside.\n" for n in range(1, 4))
    text = _plain(f"Definitioner\n{entries}Love\n{laws}")
    assert words == tuple(one.headword.text for one in text.definitions)
    assert "De 52 kort" == text.definitions[6].senses[0].prose.text


def test_short_lines_that_go_by_no_alphabet_are_no_headwords() -> None:
    words = ("Turnering", "Alert", "Stik", "Bud", "Makker", "Dobling", "Trumf", "Blinde", "Kort", "Farve")
    entries = "".join(f"Ord nummer {n}: det, som kaldes {word}.\n{word}\n" for n, word in enumerate(words))
    laws = "".join(f"§ {n} Kort\nA. Et kort har en forside.\nB. Et kort har en bagside.\n" for n in range(1, 4))
    text = _plain(f"Definitioner\n{entries}Love\n{laws}")
    assert "Turnering" not in [one.headword.text for one in text.definitions]


def test_a_label_its_heading_and_its_text_may_be_three_cells() -> None:
    row = "<tr><td>{n}{v}</td><td><i>Kortenes rang</i></td><td>Et kort har en rang, som følger af farven.</td></tr>"
    sub = "<tr><td>{n}{v}1</td><td></td><td>Et kort er rødt.</td></tr>"
    tables = "<h2>§ {n} Kort</h2>" + "".join(
        f"<table>{row}</table><table>{sub}</table>".replace("{v}", v) for v in "AB"
    )
    text = _headed(_page("".join(tables.format(n=n) for n in (1, 2, 3))))
    assert ("Kortenes rang", "Et kort har en rang, som følger af farven.") == text["2B"]
    assert ("", "Et kort er rødt.") == text["3A1"]


def test_notes_below_a_heading_of_their_own_end_where_the_next_law_begins() -> None:
    law = "Lov {n} Kort\nA. Et kort.[1]\n1. Det er hvidt.\n2. Det er sort.\n3. Det er rødt.\nNoter\n1. Noten til {n}."
    text = _plain("\n".join(law.format(n=n) for n in range(1, 6)))
    assert ["2", "2A", "2A1", "2A2", "2A3"] == [str(one.id) for one in text.laws[1].walk()]
    assert [f"Noten til {n}." for n in range(1, 6)] == [note.text for note in text.notes]


def test_a_row_of_figures_that_a_link_leads_to_is_no_note() -> None:
    table = (
        "<table><tr><td>Nord</td><td id='r{n}'>5</td></tr><tr><td>Syd</td><td>6</td></tr></table>"
        "<p>B. Et kort har en bagside.</p>"
    )
    law = "<h4>§ {n} Kort</h4><p>A. Se <a href='#r{n}'>1</a> her:</p>" + table
    text = _page("".join(law.replace("{n}", str(n)) for n in range(1, 5)))
    assert [] == _notes(text)
    tables = [block for one in text.walk() for block in one.blocks if isinstance(block, Table)]
    assert [(("Nord", "5"), ("Syd", "6"))] * 4 == [table.rows for table in tables]


def test_endnotes_of_word_have_roman_signs_and_a_note_that_is_called_again_has_no_link() -> None:
    def sign(name: str, word: str, target: str = "") -> str:
        inner = f'<span class="MsoEndnoteReference"><span lang="DA">{word}</span></span>'
        return f'<a href="#{target}" name="{name}" title="">{inner}</a>' if target else inner

    bodies = (
        f"A. Et kort er et.{sign('_ednref1', '[i]', '_edn1')}",
        f"A. Et stik er fire.{sign('_ednref2', '[ii]', '_edn2')}",
        f"A. Vi melder.{sign('', '[i]')}",
    )
    notes = "".join(
        f'<div id="edn{n}"><p class="MsoEndnoteText">{sign(f"_edn{n}", f"[{sign_}]", f"_ednref{n}")} {words}</p></div>'
        for n, sign_, words in ((1, "i", "Den ene note."), (2, "ii", "Den anden note."))
    )
    text = _page("".join(f"<h2>§ {n} Kort</h2><p>{body}</p>" for n, body in enumerate(bodies, 1)) + notes)
    assert [(("1A", "3A"), "Den ene note."), (("2A",), "Den anden note.")] == _notes(text)
    assert ["Et kort er et.", "Et stik er fire.", "Vi melder."] == [_headed(text)[f"{n}A"][1] for n in (1, 2, 3)]


def test_a_link_that_is_a_word_calls_no_note() -> None:
    text = _page('<h2>§ 1 Kort</h2><p>A. Her er <a href="#x">vi</a>.</p><p id="x">B. Et kort er et.</p>')
    assert ("Her er vi.", "Et kort er et.") == tuple(_headed(text)[place][1] for place in ("1A", "1B"))


def test_roman_signs_that_count_up_call_the_notes_at_the_end() -> None:
    laws = "".join(
        f"§ {n} Kort\nA. Et kort er et.[{sign}]\n" for n, sign in enumerate(("i", "ii", "iii", "iv"), start=1)
    )
    text = _plain(f"{laws}[i] Note et.\n[ii] Note to.\n[iii] Note tre.\n[iv] Note fire.\n")
    assert [(("1A",), "Note et."), (("2A",), "Note to."), (("3A",), "Note tre."), (("4A",), "Note fire.")] == _notes(
        text
    )
    once = _plain("§ 1 Kort\nA. Et kort [c] er et.\n§ 2 Stik\nA. Et stik er fire.\n[c] Et bogstav.\n")
    assert [] == _notes(once)
    assert "Et kort [c] er et." == _headed(once)["1A"][1]


def test_a_line_between_rows_of_a_table_is_no_row() -> None:
    rows = ("<td>Nord</td><td>1</td>", "<td></td><td></td>", "<td>Syd</td><td>3</td>")
    text = _page(f"<h2>§ 1 Mapper</h2><p>Kort:</p><table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>")
    (table,) = (block for one in text.walk() for block in one.own_blocks if isinstance(block, Table))
    assert [["Nord", "1"], ["Syd", "3"]] == [list(row) for row in table.rows]


def test_typed_figures_with_a_bracket_call_the_notes_below_their_law() -> None:
    law = "§ {n} Kort\nA. Et kort er et (se § 12C1).1)2)\nB. Et stik er fire kort,3) og et kort er et.\n"
    notes = "1)\tNote et.\n2)\tNote to.\n3)\tNote tre.\n"
    text = _plain("".join(f"{law.format(n=n)}{notes}" for n in range(1, 5)))
    assert [(("1A",), "Note et."), (("1A",), "Note to."), (("1B",), "Note tre.")] == _notes(text)[:3]
    assert 12 == len(_notes(text))
    assert "Et kort er et (se § 12C1)." == _headed(text)["1A"][1]
    assert "Et stik er fire kort, og et kort er et." == _headed(text)["1B"][1]


def test_a_number_in_a_reference_calls_no_note() -> None:
    law = "A. Et kort er et (se § 12.C.1) og et stik fire.\n1)\tEt kort har en farve.\n2)\tEt kort har en rang.\n"
    text = _plain("".join(f"§ {n} Kort\n{law}" for n in range(1, 5)))
    assert [] == _notes(text)
    scores = _plain(
        "§ 1 Kort\nA. Et kort er et.[1]\n§ 2 Score\nA. Det giver 60 % (6,1) eller (7,2).\n[1] Som her (6,1).\n"
    )
    assert [(("1A",), "Som her (6,1).")] == _notes(scores)
    assert "Det giver 60 % (6,1) eller (7,2)." == "".join(_headed(scores)["2A"])
    assert ("Et kort er et (se § 12.C.1) og et stik fire.", "Et kort har en farve.") == tuple(
        _headed(text)[place][1] for place in ("1A", "1A1")
    )


def test_a_note_may_have_several_paragraphs() -> None:
    call = '<a href="#{0}{1}" id="{0}ref{1}"><sup>{1}</sup></a>'
    laws = "".join(f"<h2>§ {n} Kort</h2><p>A. Et kort er et.{{}}</p>" for n in range(1, 13))
    back = '<a href="#{0}ref{1}" {2}="{0}{1}"><sup>{1}</sup></a> Note {1}.'
    whole = ["<p>Eksempel:</p><p>Nord melder.</p>" if n == 3 else "" for n in range(1, 13)]
    beside = "".join(f"<p>{back.format('fn', n, 'id')}</p>{whole[n - 1]}" for n in range(1, 13))
    inside = "".join(
        f'<div id="edn{n}"><p>{back.format("_edn", n, "name")}</p>{whole[n - 1]}</div>' for n in range(1, 13)
    )
    for name, notes in (("fn", f"<div>{beside}</div>"), ("_edn", inside)):
        text = _page(laws.format(*(call.format(name, n) for n in range(1, 13))) + notes)
        assert ["Note 1.", "Note 2.", "Note 3.\nEksempel:\nNord melder.", "Note 4."] == [w for _, w in _notes(text)][:4]
        assert 12 == len(_notes(text))
        assert ["Et kort er et."] * 12 == [_headed(text)[f"{n}A"][1] for n in range(1, 13)]


def test_text_between_the_notes_of_two_laws_is_no_note() -> None:
    law = (
        '<h2>§ {0} Kort</h2><p>A. Et kort er et.<a href="#fn{0}"><sup>{0}</sup></a></p><p id="fn{0}">{0} Note {0}.</p>'
    )
    text = _page("".join(f"{law.format(n)}<p>B. Et stik er fire.</p>" for n in range(1, 7)))
    assert ["Et stik er fire."] * 6 == [_headed(text)[f"{n}B"][1] for n in range(1, 7)]


def test_a_raised_or_bare_figure_calls_a_note_in_brackets_once_more() -> None:
    ends = ("[1]", "[2]", "¹", "2", "[3]", "4")
    laws = "".join(f"§ {n} Kort\nA. Et kort er et.{end}\n" for n, end in enumerate(ends, start=1))
    text = _plain(f"{laws}[1] Note et.\n[2] Note to.\n[3] Note tre.\n")
    assert [(("1A", "3A"), "Note et."), (("2A", "4A"), "Note to."), (("5A",), "Note tre.")] == _notes(text)
    words = ["".join(_headed(text)[f"{n}A"]) for n in range(1, 7)]
    assert [*["Et kort er et."] * 5, "Et kort er et.4"] == words, "there is no fourth note"


def test_numbered_parts_of_a_law_do_not_answer_raised_figures() -> None:
    laws = "".join(
        f"<h2>§ {n} Kort</h2><p>A. Et kort er et.<sup>{n}</sup></p><p>B. Et stik har:</p>"
        + "".join(f"<p>{m}. Led {m}.</p>" for m in range(1, n + 1))
        + "<p>C. Et kort har en rang.</p>"
        for n in range(1, 7)
    )
    headed = _headed(_page(laws))
    assert [f"Led {m}." for m in range(1, 7)] == [headed[f"6B{m}"][1] for m in range(1, 7)]


def test_a_line_set_apart_above_a_table_is_its_name_and_one_that_is_not_is_text() -> None:
    table = "<table><tr><td>Nord</td><td>1</td></tr><tr><td>Syd</td><td>2</td></tr></table>"
    named, plain = f"<p><b>Mappernes numre</b></p>{table}", f"<p>Slem</p>{table}"
    text = _page(f"<h2>§ 1 Mapper</h2><p>Mapper har numre.</p>{named}{plain}<h2>§ 2 Kort</h2><p>Et kort.</p>")
    law = next(one for one in text.walk() if str(one.id) == "1")
    assert ["Mappernes numre", ""] == [one.caption for one in law.own_blocks if isinstance(one, Table)]
    assert "Mapper har numre.\nSlem" == law.text


def test_notes_under_doubled_letters_and_romans_are_called_by_their_links() -> None:
    for signs in (("z", "aa", "bb"), ("i", "ii", "iii")):
        laws = "".join(
            f'<h2>§ {n} Kort</h2><p>A. Et kort er et.<sup><a href="#n{n}">[{sign}]</a></sup></p>'
            for n, sign in enumerate(signs, 1)
        )
        notes = "".join(f'<p><a id="n{n}" href="#r{n}">[{sign}]</a> Note {n}.</p>' for n, sign in enumerate(signs, 1))
        assert [((f"{n}A",), f"Note {n}.") for n in (1, 2, 3)] == _notes(_page(laws + notes))


def test_a_face_that_all_text_has_makes_no_headings() -> None:
    words = "Et kort er et kort, og det er et. " * 5
    law = (
        '<h2><span class="c5">§ {n} Kort</span></h2><p><b class="c1">A. Rang</b></p><p><span class="c5">{w}</span></p>'
        '<p><span class="c5">1. Et kort er et.</span></p><p><span class="c5">2. Et kort er to.</span></p>'
    )
    found = _headed(_page("".join(law.format(n=n, w=words) for n in range(1, 13))))
    assert ("", "Et kort er et.") == found["3A1"]
