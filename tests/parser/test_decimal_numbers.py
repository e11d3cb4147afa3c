"""Books that write whole numbers as figures, and what else stands beside such numbers."""

from __future__ import annotations

import pytest

from app.build.addition import ReadText, read_text
from corpus.model import Expression
from corpus.registry import ExpressionEntry
from parser.citations.resolve import citations_of
from parser.documents.files import read_document
from parser.documents.stream import StreamParagraph, StreamPlace, StreamTable
from parser.documents.tabbed import with_tabbed_tables
from parser.recognition.layout_tables import unrolled

ENTRY = ExpressionEntry("x", "da", "laws", "2017", "Love", "", "2017", "in-force", ("x",))
LAW = """{n} Kort og stik

{n}.1 Kortenes rang

{n}.1.1 Et kort har en rang:

{n}.1.1.1 Den er høj, jf. {n}.2.

{n}.1.1.1.1 Es er højest (se § {n}.1.2).

{n}.1.2 To kort har to.

{n}.2 Kortenes sider

Et kort har 13.5 cm (se 12.5.2020).

"""
ALONE = "{n} Mapper\n\nEn mappe er en mappe.\n\n"
PLACE = StreamPlace("lov.docx", 1)
PLACES = ["3", "3A", "3A1", "3A1a", "3A1ai", "3A2", "3B"]
MARGIN = """§ {n}

Kort og
stik                    Et kort er et kort, og et stik er et stik,
                        som alle kan se.

Kortenes rang           {n}.1  Et kort har en rang, som alle kan se på
                        dets forside.

Kortenes sider          {n}.2  Et kort har to sider.

+---------------------------+
| Noter til § {n}           |
| [{n}] Først.              |
+---------------------------+

"""
COUNTED = (
    "<style>ol.l>li::marker{content:'§ ' counter(lov) '. '}</style><ol class=l>",
    '<li style="counter-set:lov {n}"><b>Kort</b><ol type="A"><li>Et kort.</li><li>To kort.</li></ol></li>',
)


def _read(name: str, book: str) -> ReadText:
    return read_text(read_document(name, book.encode()), ENTRY)


def _places(text: Expression, law: str = "3") -> list[str]:
    return [str(one.id) for one in text.walk() if one.id.law == law]


@pytest.mark.parametrize(("sign", "stop"), [("", ""), ("§ ", ""), ("", ".")])
def test_figures_are_the_letters_of_their_levels(sign: str, stop: str) -> None:
    laws = [LAW.format(n=f"{sign}{n}") if n != 4 else ALONE.format(n=f"{sign}{n}") for n in range(1, 9)]
    book = "".join(laws).replace(f"jf. {sign}", "jf. ").replace(f"§ {sign}", "§ ")
    lines = (line.replace(" ", f"{stop} ", 1) if line[:1].isdigit() else line for line in book.split("\n"))
    read = _read("lov.txt", "\n".join(lines))
    assert (PLACES, ["4"]) == (_places(read.expression), _places(read.expression, "4"))
    asked = [one for one in read.recognition.questions if one.code == "decimal"]
    assert [("1A", ())] == [(one.likely, one.alike) for one in asked]
    cited = {one.anchor.place: str(one.citation.members[0].first.id) for one in citations_of(read.expression)}
    assert ("3B", "3A2", None) == (cited["3A1a"], cited["3A1ai"], cited.get("3B"))


def test_a_few_such_numbers_are_words_of_the_text() -> None:
    laws = (f"§ {n} Kort\n\nA. Et kort.\n\n{n}.1 Cirka.\n\nB. To kort.\n\n" for n in range(1, 9))
    read = _read("lov.txt", "".join(laws))
    assert ["3", "3A", "3B"] == _places(read.expression)


def test_headings_in_the_margin_of_a_plain_text_and_notes_in_a_frame() -> None:
    book = "".join(MARGIN.format(n=n).replace("forside.", f"forside.[{n}]") for n in range(1, 10))
    text = _read("lov.txt", book).expression
    headings = {str(one.id): one.heading.text for one in text.walk() if one.heading and one.id.law == "3"}
    assert {"3": "Kort og stik", "3A": "Kortenes rang", "3B": "Kortenes sider"} == headings
    assert ["Først."] * 9 == [note.text for note in text.notes]
    assert "Et kort har to sider." == next(one.text for one in text.walk() if str(one.id) == "3B")


def test_counters_that_an_attribute_sets_are_followed() -> None:
    laws = "".join(COUNTED[1].format(n=n) for n in (201, 202, 203, 211))
    found = [str(one.id) for one in _read("lov.html", f"{COUNTED[0]}{laws}</ol>").expression.laws]
    assert ["201", "202", "203", "211"] == found


@pytest.mark.parametrize(
    "rows",
    [
        (("1-5", "Ingen straf"), ("6-10", "En IMP"), ("11-15", "To IMP")),
        (("Gebyr for par", "2.5 kr. pr. spil"), ("Gebyr for hold", "3.5 kr. pr. spil")),
        (("Runde 1 spilles", "12.9 i Aarhus"), ("Runde 2 spilles", "19.9 i Odense")),
    ],
)
def test_ranges_fees_and_days_are_no_numbers_of_provisions(rows: tuple[tuple[str, str], ...]) -> None:
    table = StreamTable(tuple(tuple(StreamParagraph(words, PLACE) for words in row) for row in rows), PLACE)
    assert [table] == list(unrolled(table))


def test_sentences_that_two_blanks_part_are_no_table() -> None:
    lines = ("A.  Kort.  Et kort er et kort.", "B.  Stik.  Et stik er et stik.")
    assert lines == tuple(one.text for one in with_tabbed_tables(StreamParagraph(line, PLACE) for line in lines))
