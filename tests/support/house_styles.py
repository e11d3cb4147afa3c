"""House styles: how federations might set their law books, from labels to notes and pages.

``tests.support.book_pieces`` cuts a text into pieces in a style, ``tests.support.written_books`` makes documents of
them.
"""

from __future__ import annotations

from dataclasses import dataclass

SECTIONS = {
    "da": {"contents": "Indhold", "definitions": "Definitioner", "index": "Stikordsregister", "notes": "Noter"},
    "nb": {"contents": "Innhold", "definitions": "Definisjoner", "index": "Stikkordregister", "notes": "Noter"},
    "sv": {"contents": "Innehåll", "definitions": "Definitioner", "index": "Register", "notes": "Noter"},
}


@dataclass(frozen=True)
class PrintStyle:
    """How a style looks on pages: ``size`` in points, ``running`` what stands above each page ("{chapter}": the name of
    the chapter), ``number`` where its number is ("foot", "top"), ``gutter`` the width in points of a column of labels,
    ``paper`` the width and height of a page in centimetres where they are not the usual ones, ``outer`` the
    right margin."""

    columns: int = 1
    size: float = 10
    running: str = ""
    number: str = "foot"
    hyphenated: bool = False
    loose: bool = True
    ruled: bool = True
    gutter: float = 24
    paper: tuple[float, float] | None = None
    small_capitals: bool = False
    outer: float = 1.9


@dataclass(frozen=True)
class HouseStyle:
    """How one house sets its law books. ``labels`` are those of letters, numbers, small letters and romans: {v} alone,
    or with {law} and {path}, the number of the law and what is between it and {v}, parted by points.

    ``law`` has {n} and {h}, with a line feed where the heading is on a line of its own; ``spelled`` is empty or the
    form of a whole number on each line ("§ {spaced}", "{glued}", "{dotted}", "{decimal}"). ``column``: labels stand in
    a column of their own, set by a tab or a table. ``combined``: a number without words stands on the line of the
    small letter below it. ``notes``: their signs are "numbers", "raised" ("1)"), "symbols" (begun anew in each law) or
    "words" ("note 1", in plain text). ``dense``: no empty line parts the paragraphs of a plain text, whose first lines
    are set in. ``tabbed``: tabs set lines in there. ``centred``: headings of laws stand in the middle. ``law_row``:
    number and heading of a law are two cells of a table. ``run_in``: a heading of a part is bold words at the
    beginning of its first paragraph. ``margin``: notes are boxes in the margin, beside their paragraph.
    """

    name: str
    law: str = "§ {n}. {h}"
    labels: tuple[str, str, str, str] = ("{v}.", "{v}.", "{v}.", "{v}.")
    spelled: str = ""
    automatic: bool = False
    column: str = ""
    capitals: bool = False
    indented: bool = True
    endnotes: bool = False
    combined: bool = False
    law_row: bool = False
    run_in: bool = False
    margin: bool = False
    notes: str = "numbers"
    dense: bool = False
    tabbed: bool = False
    centred: bool = False
    definitions: str = "tab"
    headings: bool = True
    bold: bool = False
    contents: bool = False
    pages: bool = False
    wrapped: int = 0
    print: PrintStyle = PrintStyle()


STYLES = (
    HouseStyle("plain", print=PrintStyle(running="Love for bridge", hyphenated=True)),
    HouseStyle(
        "swedish",
        "LAG {n} – {h}",
        ("{v}.", "{v}.", "({v})", "({v})"),
        capitals=True,
        indented=False,
        headings=False,
        combined=True,
        contents=True,
        print=PrintStyle(columns=2, size=9, running="Lagarna", number="top", hyphenated=True),
    ),
    HouseStyle(
        "automatic",
        "§ {n}. {h}",
        ("{v}.", "{v}.", "{v})", "{v}."),
        automatic=True,
        definitions="bold",
        bold=True,
        print=PrintStyle(size=11, loose=False, hyphenated=True),
    ),
    HouseStyle(
        "column",
        "Lov {n} {h}",
        ("{v}", "{v}", "{v}", "{v}"),
        column="tab",
        definitions="table",
        bold=True,
        wrapped=86,
        print=PrintStyle(running="Lovene", number="top", hyphenated=True, gutter=28),
    ),
    HouseStyle(
        "spelled",
        "§ {n} {h}",
        spelled="§ {spaced}",
        indented=False,
        headings=False,
        definitions="colon",
        capitals=True,
        print=PrintStyle(columns=2, size=8.5, loose=False, hyphenated=True, ruled=False),
    ),
    HouseStyle(
        "endnotes",
        "LOV {n}\n{h}",
        ("{v})", "{v})", "{v})", "{v})"),
        endnotes=True,
        definitions="dash",
        bold=True,
        contents=True,
        wrapped=72,
        print=PrintStyle(ruled=False, hyphenated=True),
    ),
    HouseStyle(
        "table",
        "Paragraf {n}. {h}",
        ("{v}.", "({v})", "({v})", "({v})"),
        column="table",
        definitions="heading",
        print=PrintStyle(size=9.5, running="Regler", loose=False),
    ),
    HouseStyle(
        "decimal",
        "{n}. {h}",
        spelled="{decimal}",
        indented=False,
        definitions="bold",
        bold=True,
        endnotes=True,
        contents=True,
        wrapped=78,
        print=PrintStyle(columns=2, size=9),
    ),
)
# How a text is read was never changed because of what these showed.
HELD_OUT = (
    HouseStyle(
        "mixed",
        "§{n} {h}",
        ("{v})", "{v}.", "({v})", "{v})"),
        column="tab",
        definitions="colon",
        endnotes=True,
        capitals=True,
        contents=True,
        wrapped=100,
        print=PrintStyle(columns=2, size=9.5, running="Lovbok", hyphenated=True, gutter=30),
    ),
    HouseStyle(
        "glued",
        "Law {n}: {h}",
        spelled="{glued}",
        definitions="dash",
        headings=True,
        indented=True,
        capitals=True,
        print=PrintStyle(size=10.5, running="The Laws", number="top", hyphenated=True, loose=False, ruled=False),
    ),
    HouseStyle(
        "pocket",
        "§ {n} – {h}",
        ("{v}", "{v})", "{v}.", "({v})"),
        column="tab",
        definitions="colon",
        print=PrintStyle(
            size=8.5, running="{chapter}", hyphenated=True, gutter=18, paper=(11.5, 18), small_capitals=True
        ),
    ),
    HouseStyle(
        "gazette",
        "Lov {n}\n{h}",
        ("{v}.", "({v})", "{v})", "({v})"),
        definitions="dash",
        bold=True,
        print=PrintStyle(
            columns=3,
            size=8,
            running="{chapter}",
            number="top",
            hyphenated=True,
            loose=False,
            ruled=False,
            paper=(27, 38),
        ),
    ),
)

# Written before their writer had seen how anything is recognised; measured at first sight (DECISIONS 92), then read.
HELD_OUT_2 = (
    HouseStyle(
        "rows",
        "§ {n}\t{h}",
        spelled="{dotted}",
        law_row=True,
        definitions="list",
        headings=False,
        print=PrintStyle(running="Bridgelove", hyphenated=True),
    ),
    HouseStyle(
        "litra",
        "Regel {n} – {h}",
        ("Litra {v}", "Nr. {v}", "bogstav {v}", "({v})"),
        run_in=True,
        bold=True,
        definitions="bold",
        indented=False,
        print=PrintStyle(columns=2, size=9, running="{chapter}", number="top"),
    ),
    HouseStyle(
        "margin",
        "{n} – {h}",
        ("{v} –", "{v} –", "{v} –", "{v} –"),
        margin=True,
        capitals=True,
        definitions="list",
        contents=True,
        print=PrintStyle(size=9.5, hyphenated=True, loose=False, paper=(19, 25), outer=6.4),
    ),
)

# Written after law books of other games and statutes: R&A ("16A", signs of notes), Danish and Swedish statutes ("16 §",
# "Stk. B.", words explained in a table), FIDE ("16.A.1", "Artikel"); measured at first sight (DECISIONS 104), then
# read.
HELD_OUT_3 = (
    HouseStyle(
        "golf",
        "Regel {n} – {h}",
        ("{law}{v}", "{v}.", "({v})", "({v})"),
        notes="symbols",
        bold=True,
        indented=False,
        definitions="capitals",
        print=PrintStyle(columns=2, size=9.5, running="{chapter}", hyphenated=True),
    ),
    HouseStyle(
        "statute",
        "{n} § {h}",
        ("Stk. {v}.", "{v})", "{v})", "{v})"),
        notes="raised",
        tabbed=True,
        contents=True,
        definitions="glossary",
        print=PrintStyle(size=11, number="top", running="Lovtidende", loose=False, paper=(21, 29.7)),
    ),
    HouseStyle(
        "union",
        "Artikel {n}: {h}",
        ("{law}.{path}{v}", "{law}.{path}{v}", "({v})", "({v})"),
        notes="words",
        endnotes=True,
        dense=True,
        centred=True,
        indented=False,
        wrapped=80,
        definitions="dash",
        print=PrintStyle(size=10, hyphenated=True, loose=False, ruled=False),
    ),
)
