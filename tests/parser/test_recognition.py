"""What a paragraph is, from the paragraphs around it; and the four texts there and back in a sample of house styles."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from corpus.ids import ProvisionId
from parser.documents.files import read_document
from parser.documents.stream import RefusedDocumentError, StreamParagraph
from parser.layout import events
from parser.recognition.account import Recognition
from parser.recognition.book import recognise
from parser.recognition.labels import candidates
from parser.recognition.sequence import next_paths
from parser.recognition.transcript import NOTE_SIGN
from tests.accuracy.there_and_back import compared
from tests.support.house_styles import HELD_OUT, HELD_OUT_2, HELD_OUT_3, STYLES
from tests.support.texts import all_texts


def _read(text: str, decided: dict[int, str] | None = None) -> Recognition:
    return recognise(read_document("lov.txt", text.encode()), "x", decided)


def _ids(found: Recognition) -> list[str]:
    return [use.id for use in found.uses if use.reason in ("law", "item")]


@pytest.mark.parametrize(
    ("path", "label", "expected"),
    [
        (("16",), "A. ", [("16", "A")]),
        (("16", "A", "2", "h"), "(i) ", [("16", "A", "2", "i"), ("16", "A", "2", "h", "i")]),
        (("16", "A", "2", "a"), "(i) ", [("16", "A", "2", "a", "i")]),
        (("16", "A", "2", "a", "iii"), "B. ", [("16", "B")]),
        (("16", "A", "1"), "2. (a) ", [("16", "A", "2"), ("16", "A", "2", "a")]),
        (("16", "A"), "§ 16 B 1 a ", [("16", "B"), ("16", "B", "1"), ("16", "B", "1", "a")]),
        (("16", "A", "2"), "C2a. ", []),
        (("16", "C", "1"), "C2a. ", [("16", "C", "2", "a")]),
        (("16", "A", "3"), "3. ", []),
        (("16", "A"), "§ 17 A ", []),
    ],
)
def test_a_label_may_stand_where_it_follows(path: tuple[str, ...], label: str, expected: list[tuple[str, ...]]) -> None:
    found = [made for one in candidates("", f"{label}Ord") for made, cost in next_paths(path, one) if cost < 1]
    assert sorted(expected) == sorted(set(found))


BOOK = """\
Love for bridge

Indhold
§ 1. Kortene ..... 3
§ 2. Makkere ..... 4
§ 3. Stik ..... 5

§ 1. Kortene

A. Farverne

Der er fire farver:

1. spar og hjerter, nemlig

a. spar;

b. hjerter;

2. ruder og klør.

§ 2. Makkere

Makkere sidder over for hinanden.

§ 3. Stik

A. Udspil

§ 2 gælder ikke her.
"""


def test_a_list_of_contents_is_no_law() -> None:
    found = _read(BOOK)
    assert ["1", "1A", "1A1", "1A1a", "1A1b", "1A2", "2", "3", "3A"] == _ids(found)
    assert ["contents"] * 3 == [use.kind for use in found.uses if use.reason == "contents"]
    assert () == found.questions


def test_every_row_has_a_use() -> None:
    found = _read(BOOK)
    assert list(range(len(found.uses))) == [use.row for use in found.uses]


def test_a_missing_label_is_asked_about_and_nothing_is_lost() -> None:
    found = _read(BOOK.replace("b. hjerter", "c. hjerter"))
    assert "1A1c" in _ids(found)
    (question,) = found.questions
    assert ("gap", "1A1c") == (question.code, question.likely)
    assert "text" in question.others
    assert question.words.startswith("c. hjerter")


def test_numbers_below_numbers_below_numbers_are_asked_about_since_no_id_has_them() -> None:
    found = _read(BOOK.replace("a. spar;", "1. spar;\n\n1. stor;\n\n2. lille;").replace("b. hj", "2. hj"))
    assert all(str(ProvisionId.of(one)) == one for one in _ids(found))
    assert "1. stor;" in [question.words for question in found.questions]


def test_a_decision_is_followed() -> None:
    mended = BOOK.replace("b. hjerter", "c. hjerter")
    row = _read(mended).questions[0].row
    assert "1A1b" in _ids(_read(mended, {row: "1A1b"}))
    assert () == _read(mended, {row: "1A1b"}).questions
    assert "1A1c" not in _ids(_read(mended, {row: "text"}))


@pytest.mark.parametrize(("reading", "ids"), [("1", ["1", "1A"]), ("text", ["2", "3"]), ("4", ["4", "4A"])])
def test_the_first_law_is_what_a_person_decided(reading: str, ids: list[str]) -> None:
    book = BOOK[BOOK.index("\n\n§ 1. Kort") + 2 :]
    assert ids == _ids(_read(book, {0: reading}))[:2]


def test_words_behind_a_list_are_asked_about_where_no_edge_tells() -> None:
    text = BOOK.replace("2. ruder og klør.\n", "2. ruder og klør.\n\nFarverne står i orden.\n")
    (question,) = _read(text).questions
    assert ("owner", "of 1A2", ("of 1", "of 1A")) == (question.code, question.likely, question.others) or (
        "owner",
        "of 1A",
    ) == (question.code, question.likely)


def test_words_below_a_label_that_stands_alone_are_its_own() -> None:
    found = _read(BOOK.replace("2. ruder", "2.\n\nruder").replace("a. spar", "a.\n\nspar"))
    assert () == found.questions
    assert ["1A1a", "1A2"] == [use.id for use in found.uses if use.reason == "paragraph" and len(use.id) > 2]
    assert _ids(_read(BOOK)) == _ids(found)


def test_notes_behind_the_book_keep_their_further_paragraphs() -> None:
    book = BOOK.replace("sidder", "sidder¹").replace("ikke her", "ikke² her")
    found = _read(f"{book}\n¹ Undtagen ved tre borde.\n\nEksempel: et hold.\n\n² Men i § 1.\n\nEksempel: udspil.\n")
    assert ["note"] * 4 == [use.kind for use in found.uses[-4:]]


def test_the_number_of_a_page_stands_between_a_chapter_and_its_law() -> None:
    stream = read_document("lov.md", BOOK.replace("§ 2. Makkere\n\nM", "Logistik\n\n--\n\n§ 2. Makkere\n\nM").encode())
    blocks = [replace(one, noise="page-number") if one.text == "--" else one for one in stream.blocks]  # type: ignore[arg-type, union-attr]
    found = recognise(replace(stream, blocks=tuple(blocks)), "x")
    chapters = {use.place for use in found.uses if use.reason == "chapter"}
    assert ["Logistik"] == [one.text for one in blocks if one.place in chapters]  # type: ignore[union-attr]


def test_words_without_laws_are_refused() -> None:
    with pytest.raises(RefusedDocumentError) as caught:
        _read("Kære alle\n\nHermed et brev uden paragraffer.\n")
    assert caught.value.reason == "no-laws"


def test_laws_that_look_as_the_numbers_below_them_are_told_by_capitals_or_the_left_edge() -> None:
    law = [
        "{} – KORT",
        "   A – Der er:",
        "      1 – spar",
        "      2 – hjerter",
        "      3 – ruder.",
        "   B – Ikke flere.",
    ]
    text = "\n\n".join(line.format(n) for n in range(1, 5) for line in law)
    wanted = [f"{n}{part}" for n in range(1, 5) for part in ("", "A", "A1", "A2", "A3", "B")]
    assert wanted == _ids(_read(text)) == _ids(_read(text.replace("KORT", "Kort")))
    assert wanted == _ids(_read(re.sub(r"(?m)^ +", "", text)))


def test_words_before_letters_and_numbers_are_labels_and_a_sentence_that_begins_so_is_none() -> None:
    parts = ["Regel 1 – Kort", "Litra A Der er 52 kort.", "Nr. 1 Spar er høj.", "Nr. 2 Klør er lav:", "bogstav a sort;"]
    parts += ["bogstav b trefarvet.", "Litra B Nr. 4 i rækken er bordets kort.", "Punkt 7 i reglerne er udgået."]
    parts += ["Regel 2 – Makkere", "Litra A De sidder over for hinanden.", "Nr. 1 Nord og syd.", "Nr. 2 Øst og vest."]
    assert ["1", "1A", "1A1", "1A2", "1A2a", "1A2b", "1B", "2", "2A", "2A1", "2A2"] == _ids(_read("\n\n".join(parts)))


def test_headings_without_numbers_get_them_from_the_texts_below_that_have_whole_ones() -> None:
    law = ["Chapter {}", "Law of {}", "First part of {}", "Its number", "{}.A.1 One.", "{}.A.2 Two.[{}]", "[{}] See B."]
    law += ["Second part of {}", "{}.B Text of B.", "It goes on.", "{}.B.1.a Small.", "{}.B.1.b Other."]
    text = "\n\n".join(line.replace("{}", str(n)) for n in range(1, 9) for line in law)
    levels = {"C": "# ", "L": "## ", "F": "### ", "S": "### ", "I": "#### "}
    marked = re.sub(r"(?m)^(?=(Chapter|Law|First|Second|Its number))", lambda m: levels[m[1][0]], text)
    found = recognise(read_document("lov.md", marked.encode()), "x")
    parts = ["", "A", "A1", "A2", "B", "B1a", "B1b"]
    assert [f"{n}{part}" for n in range(1, 9) for part in parts] == _ids(found)
    heads = [one.heading.text for one in found.layout.flow if isinstance(one, events.LawHeading)]
    assert [f"Law of {n}" for n in range(1, 9)] == heads
    assert ["Its number"] * 8 == [
        one.heading.text
        for one in found.layout.flow
        if isinstance(one, events.ListItem) and one.heading and one.level == 3
    ]


def test_a_bold_heading_behind_a_plain_label_loses_the_stop_that_parts_it_from_its_text() -> None:
    laws = [f"## § {n} Kort\n\nA. **Farver og rang.** Der er fire.\n\nB. **Hvor mange?** Fire." for n in range(1, 10)]
    found = recognise(read_document("lov.md", "\n\n".join(laws).encode()), "x")
    heads = [one.heading.text for one in found.layout.flow if isinstance(one, events.ListItem) and one.heading]
    assert ["Farver og rang", "Hvor mange?"] * 9 == heads


def test_capitals_with_numbers_alone_below_them_are_a_heading_where_headings_are_in_capitals() -> None:
    law = "§ {n}. Kort\n\nA. RANG. Es er højest, toeren er lavest i en farve.\n\nB. FARVER.\n\n(1) Spar.\n\n(2) Klør."
    found = _read("\n\n".join(law.format(n=n) for n in range(1, 5)))
    items = [one for one in found.layout.flow if isinstance(one, events.ListItem) and one.level == 2]
    assert [("RANG", "Es er"), ("FARVER", "")] * 4 == [
        (one.heading.text.rstrip(".") if one.heading else "", one.text.text[:5] if one.text else "") for one in items
    ]


def test_headings_that_end_in_a_stop_are_told_by_how_short_all_of_them_are() -> None:
    part = "{} Kortenes {}. Der er fire farver, som alle rangerer fra es til toer.\n"
    laws = [f"§ {n} Kort\n\n" + "\n".join(part.format(f"{letter}.", "rang") for letter in "ABC") for n in range(1, 10)]
    found = _read("\n".join(laws))
    heads = [one.heading.text for one in found.layout.flow if isinstance(one, events.ListItem) and one.heading]
    assert ["Kortenes rang"] * 27 == heads


def test_numbers_in_round_brackets_call_notes_only_where_they_count_up_to_them() -> None:
    laws = "".join(f"§ {n} Kort\n\nDet gælder ({n}), at (1) es og (2) toer er kort.\n\n" for n in range(1, 4))
    found = _read(f"{laws}Noter\n\n(1) Først.\n\n(2) Dernæst.\n\n(3) Til sidst.\n")
    assert 3 == sum(isinstance(one, events.FootnoteText) for one in found.layout.flow)
    assert not any(isinstance(one, events.FootnoteText) for one in _read(laws).layout.flow)


SAMPLE = [
    ("automatic", "docx", "nb-1997"),
    ("table", "docx", "dbf-2008"),
    ("automatic", "html", "dbf-2008"),
    ("spelled", "md", "dbf-2008"),
    ("swedish", "md", "dbf-2008"),
    ("endnotes", "txt", "sv-2017"),
    ("column", "txt", "dbf-2008"),
    ("column", "md", "nb-1997"),
    ("column", "docx", "da-2017"),
    ("decimal", "html", "dbf-2008"),
    ("litra", "md", "dbf-2008"),
    ("litra", "txt", "nb-1997"),
    ("rows", "docx", "sv-2017"),
    ("golf", "docx", "dbf-2008"),
    ("statute", "txt", "dbf-2008"),
    ("union", "txt", "sv-2017"),
]


@pytest.mark.parametrize(("style", "form", "key"), SAMPLE)
def test_a_text_in_a_house_style_is_read_as_it_was_written(style: str, form: str, key: str) -> None:
    library = all_texts()
    styles = {one.name: one for one in (*STYLES, *HELD_OUT, *HELD_OUT_2, *HELD_OUT_3)}
    found = compared(library[key], library.entry(key), styles[style], form)
    assert (1.0, 1.0) == (found.precision, found.recall), found.losses
    assert found.word_errors <= 0.001, found.losses
    assert found.notes_right == found.notes, found.losses
    assert found.cells_right == found.cells, found.losses


TABLES = {
    "a head over both columns": "<tr><td colspan=2><b>§ {n}. {h}</b></td></tr>{rows}",
    "the law's number in the column of labels": "<tr><td>§ {n}</td><td><b>{h}</b></td></tr>{rows}",
    "the law's number and heading in the margin": "<tr><td><p>§ {n}</p><p><b>{h}</b></p></td>"
    "<td>{paragraphs}</td></tr>",
    "a table of its own for the numbers": "<tr><td colspan=2><b>§ {n}. {h}</b></td></tr><tr><td></td>"
    "<td><table>{rows}</table></td></tr>",
}


@pytest.mark.parametrize("look", TABLES)
@pytest.mark.parametrize("one_table", [True, False])
def test_tables_that_only_set_a_book_are_read_and_tables_in_them_stay_tables(look: str, one_table: bool) -> None:
    laws = []
    for number, heading in enumerate(("Kortene", "Makkere", "Stik"), 1):
        words = ["Kortene ligger.", "De tælles.", f"De har nummer {number} og mere.", "Enden kommer."]
        labelled = list(zip("ABCD", words, strict=True))
        rows = "".join(f"<tr><td>{label}.</td><td>{text}</td></tr>" for label, text in labelled)
        figures = "<table><tr><td>Nord</td><td>10</td></tr><tr><td>Syd</td><td>20</td></tr></table>"
        below = f"<tr><td></td><td>{figures}</td></tr>"
        paragraphs = "".join(f"<p>{label}. {text}</p>" for label, text in labelled) + figures
        law = TABLES[look].format(n=number, h=heading, rows=rows + below, paragraphs=paragraphs)
        laws.append(law if one_table else f"<table>{law}</table>")
    body = f"<table>{''.join(laws)}</table>" if one_table else "".join(laws)
    found = recognise(read_document("lov.html", f"<body><h1>Love</h1>{body}</body>".encode()), "x")
    assert [f"{law}{letter}" for law in "123" for letter in ("", *"ABCD")] == list(dict.fromkeys(_ids(found)))
    tables = [one for one in found.layout.flow if isinstance(one, events.TableBlock)]
    assert [[["Nord", "10"], ["Syd", "20"]]] * 3 == [
        [[cell.text for cell in row] for row in one.rows] for one in tables
    ]


NAMES = ("Kort", "Mapper", "Borde", "Makkere", "Pladser", "Giv", "Runder", "Stik", "Bud", "Pas", "Spil", "Hånd")


def test_heads_and_numbers_of_pages_in_a_file_without_pages_are_noise_and_torn_sentences_whole() -> None:
    pages = []
    for page, name in enumerate(NAMES, 1):
        head = "Love for bridge" if page % 2 else f"§ {page}"
        pages += [f"§ {page}. {name}", f"A. {name} er et.", f"B. {name} må gå", str(page), head, "videre."]
    found = recognise(read_document("lov.md", "\n\n".join(pages).encode()), "x")
    texts = [one.text.text for one in found.layout.flow if isinstance(one, events.ListItem) and one.text]
    assert [words for name in NAMES for words in (f"{name} er et.", f"{name} må gå videre.")] == texts
    assert 2 * len(NAMES) == sum(use.reason in ("page-number", "running-head") for use in found.uses)


def test_heads_with_a_number_part_the_pages_of_a_plain_text_without_form_feeds() -> None:
    lines: list[str] = []
    for page, name in enumerate(NAMES, 1):
        head = f"{page}    Love for bridge" if page % 2 else f"§ {page}    {page}"
        lines += [head, "", f"stikket før {name.lower()} er færdigt."] if lines else []
        more = [f"{letter}. {name} er her, og de bliver liggende på bordet." for letter in "ABCDE"]
        lines += ["", f"§ {page}. {name.upper()}", ""] + [line for one in more for line in (one, "")]
        lines += [f"F. {name}*) skal ligge åbent, indtil alle har set dem, og indtil", "", f"*) Note om {name}."]
    found = recognise(read_document("lov.txt", "\n".join(lines).encode()), "x")
    assert [f"{n}{part}" for n in range(1, 13) for part in ("", *"ABCDEF")] == _ids(found)
    texts = [one.text.text for one in found.layout.flow if isinstance(one, events.ListItem) and one.text]
    whole = "{}⟦{}⟧ skal ligge åbent, indtil alle har set dem, og indtil stikket før {} er færdigt."
    expected = [whole.format(name, n, NAMES[n].lower()) for n, name in enumerate(NAMES[:-1], 1)]
    assert expected == [one for one in texts if "stikket" in one]
    assert [f"Note om {name}." for name in NAMES] == [
        one.text.text for one in found.layout.flow if isinstance(one, events.FootnoteText)
    ]


@pytest.mark.parametrize(("step", "head"), [(1, "{} Love for bridge"), (2, "{} Love for bridge"), (3, "{}")])
def test_numbers_that_no_law_has_are_those_of_pages_though_they_tear_nothing(step: int, head: str) -> None:
    laws = [f"§ {n}. {name}\n\nA. {name} er et.\n\n{head.format(9 + n * step)}" for n, name in enumerate(NAMES, 1)]
    found = recognise(read_document("lov.md", "\n\n".join(laws).encode()), "x")
    assert len(NAMES) == sum(use.reason == "page-number" for use in found.uses)
    assert not found.questions


def test_laws_whose_numbers_stand_alone_are_no_numbers_of_pages() -> None:
    book = "\n\n".join(f"{n}\n\n{name}\n\nA. {name} er et.\n\nB. {name} er to." for n, name in enumerate(NAMES, 1))
    blocks = read_document("lov.md", book.encode()).blocks
    assert not [one for one in blocks if isinstance(one, StreamParagraph) and one.noise]


def test_numbers_with_a_bracket_are_notes_below_a_line_and_labels_elsewhere() -> None:
    first = "§ 1. Kortene\nA. Kort^1) er 52.\nB. De ligger:\n1) først\n2) så.\n_____\n1) Hele kort."
    found = _read(f"{first}\n§ 2. Makkere\nTo.\n§ 3. Stik\nFire.".replace("\n", "\n\n"))
    assert ["1", "1A", "1B", "1B1", "1B2", "2", "3"] == _ids(found)
    assert ["Hele kort."] == [one.text.text for one in found.layout.flow if isinstance(one, events.FootnoteText)]


def test_the_call_of_a_note_behind_a_bold_heading_is_the_headings() -> None:
    book = "## § 1. Kortene\n\n**A. Kortenes rang**[^1]\n\nDe tælles.\n\n## § 2. Stik\n\nFire.\n\n[^1]: Hele kort."
    found = recognise(read_document("lov.md", book.encode()), "x")
    item = next(one for one in found.layout.flow if isinstance(one, events.ListItem))
    assert ("Kortenes rang⟦1⟧", None) == (item.heading and item.heading.text, item.text)


def _law_in_a_table(number: int) -> str:
    rows = f"<tr><td>{number}A</td><td>Kort<sup>1)</sup> er <b>her</b><sup>2)3)</sup>.</td></tr>"
    rows += f"<tr><td>{number}A1</td><td>Det ene.</td></tr><tr><td>{number}A2</td><td>Det andet.</td></tr>"
    rows += f"<tr><td>{number}A (forts.)</td><td>Enden på {number}.</td></tr>"
    notes = "".join(f"<p>{sign}) Note {number}.{sign}</p>" for sign in (1, 2, 3))
    return f"<table><tr><td>LOV {number}</td><td><b>STIK</b></td></tr>{rows}</table>{notes}"


def test_raised_signs_in_tables_that_set_a_book_call_the_plain_numbers_below_the_law() -> None:
    book = "".join(map(_law_in_a_table, (1, 2, 3)))
    found = recognise(read_document("lov.html", f"<body>{book}</body>".encode()), "x")
    assert [f"{law}{part}" for law in "123" for part in ("", "A", "A1", "A2")] == _ids(found)
    texts = [one.text.text for one in found.layout.flow if isinstance(one, events.ListItem) and one.text]
    assert ["Kort⟦1⟧ er her⟦2⟧⟦3⟧.", "Det ene.", "Det andet."] == texts[:3]
    assert [f"Note {law}.{sign}" for law in "123" for sign in "123"] == [
        one.text.text for one in found.layout.flow if isinstance(one, events.FootnoteText)
    ]
    closing = [use.id for use in found.uses if use.reason == "closing"]
    assert ["1A", "2A", "3A"] == closing


def test_a_number_below_a_number_and_a_roman_below_a_letter_may_be_written_together() -> None:
    lists = "\n\n".join(f"{label}. Ord." for label in ("A1", "A2", "A21", "A22", "A3", "A3a", "A3ai", "A3aii"))
    found = _read(f"§ 1. Kort\n\nA. Rang\n\n{lists}\n\n§ 2. Stik\n\nTretten.\n")
    assert ["1", "1A", "1A1", "1A2", "1A2.1", "1A2.2", "1A3", "1A3a", "1A3ai", "1A3aii", "2"] == _ids(found)


def test_what_stands_behind_every_heading_for_those_who_write_is_no_word_of_it() -> None:
    laws = "".join(f"Lov {n}: Kort nr. {n} [rediger]\n\nHver har {n}.\n\n" for n in range(1, 20))
    found = _read(laws)
    assert ["Kort nr. 1", "Kort nr. 2"] == [
        one.heading.text for one in found.layout.flow if isinstance(one, events.LawHeading)
    ][:2]


def test_raised_figures_in_brackets_call_the_notes_below_the_law() -> None:
    laws = (
        "§ 1. Kort\n\nHver har tretten (¹) kort (²).\n\n-----\n(¹) Undtagen én.\n(²) Af 52.\n\n§ 2. Stik\n\nTretten.\n"
    )
    found = _read(laws)
    assert ["text", "note", "note", "heading", "text"] == [use.kind for use in found.uses][1:]
    (first, *_) = [one.text.text for one in found.layout.flow if isinstance(one, events.Paragraph)]
    assert "Hver har tretten kort." == NOTE_SIGN.sub("", first)


def test_the_dash_before_a_headword_is_no_headword() -> None:
    words = "".join(f"–\t»Kort {n}«: et af {n}.\n\n" for n in range(1, 9))
    found = _read(f"Definitioner\n\n{words}§ 1. Kort\n\nHver har tretten.\n\n§ 2. Stik\n\nTretten.\n")
    assert ["»Kort 1«", "»Kort 2«"] == [one.headword.text for one in found.layout.definitions][:2]


def test_a_heading_below_its_number_is_told_by_how_its_brothers_look() -> None:
    heads = ["KORTENE", "STIK", "MAKKERE", "KORTGIVNING O.L.", "MELDINGER", "UDSPIL"]
    found = _read("".join(f"LOV {n}\n\n{head}\n\nHver har {n}.\n\n" for n, head in enumerate(heads, 1)))
    assert heads == [one.heading.text for one in found.layout.flow if isinstance(one, events.LawHeading)]


def test_a_law_in_a_table_below_the_names_of_its_columns_is_read() -> None:
    rows = "| A | **Rang** |\n| A1 | Es er det højeste kort. |\n| A1a | Konge kommer lige efter. |\n| B | Farve |\n"
    laws = "".join(f"## Lov {n}. Kort\n\n| Nr. | Bestemmelse |\n|---|---|\n{rows}\n" for n in range(1, 4))
    figures = "| Stik | Point for hvert stik |\n|---|---|\n| 1 | 20 |\n| 2 | 30 |\n"
    found = recognise(read_document("lov.md", f"{laws}{figures}".encode()), "x")
    assert [f"{n}{part}" for n in range(1, 4) for part in ("", "A", "A1", "A1a", "B")] == _ids(found)
    assert ["table"] == [use.kind for use in found.uses][-1:]
