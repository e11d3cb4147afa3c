"""A text of the corpus written as a federation might have written it: house styles, and the pieces of a book in them.

The pieces know nothing of files; ``tests.support.written_books`` makes documents of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from corpus.ids import Level, ProvisionId
from corpus.model import Block, Expression, Note, Prose, Provision, Table

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
    """How one house sets its law books. ``labels`` are those of letters, numbers, small letters and romans.

    ``law`` has {n} and {h}, with a line feed where the heading is on a line of its own; ``spelled`` is empty or the
    form of a whole number on each line ("§ {spaced}", "{glued}", "{dotted}"). ``column``: labels stand in a column of
    their own, set by a tab or a table. ``combined``: a number without words stands on the line of the small letter
    below it. ``law_row``: number and heading of a law are two cells of a table. ``run_in``: a heading of a part is bold
    words at the beginning of its first paragraph. ``margin``: notes are boxes in the margin, beside their paragraph.
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
        "brackets",
        "{n}. {h}",
        ("({v})", "({v})", "({v})", "({v})"),
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


@dataclass(frozen=True)
class Piece:
    """One thing on paper. ``marks`` are (offset, place of the note in the book's list); ``depth`` counts from the law
    (1); ``run_in`` is how many characters at the beginning are a heading."""

    kind: str
    text: str = ""
    label: str = ""
    depth: int = 0
    marks: tuple[tuple[int, int], ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    header: int = 0
    place: ProvisionId | None = None
    more: bool = False
    run_in: int = 0


def pieces(text: Expression, style: HouseStyle) -> Iterator[Piece]:
    """The book in reading order, without its notes."""
    words = SECTIONS[text.language]
    numbers = {note.key: n for n, note in enumerate(text.notes)}
    front = [part for part in text.parts if part.level not in ("chapter", "group")]
    above = [part for part in text.parts if part.level in ("chapter", "group")]
    for part in front:
        yield Piece("title" if part.level == "title" else "section", _headed(part.title, style))
        yield from (Piece("para", block.text) for block in part.blocks if isinstance(block, Prose))
    if style.contents:
        yield Piece("section", _headed(words["contents"], style))
        for page, law in enumerate(text.laws, 5):
            heading = law.heading.text if law.heading else ""
            yield Piece("contents", f"{_law(law, heading, style)}\t{page}".replace("\n", " "))
    if text.definitions:
        yield Piece("section", _headed(words["definitions"], style))
        for definition in text.definitions:
            yield from _definition(definition.headword.text, definition, 0)
    for law in text.laws:
        for part in above:
            if part.laws[:1] == (law.id.law,):
                yield Piece(part.level, _headed(part.title, style))
        yield from _provision(law, style, numbers, "")
    if text.index:
        yield Piece("section", _headed(words["index"], style))
        before = ""
        for row in text.index:
            if row.sub and row.entry != before:
                yield Piece("index", row.entry)
            before = row.entry
            yield Piece(
                "index", f"{row.sub or row.entry}\t{', '.join(row.locators)}".strip(), depth=1 if row.sub else 0
            )


def _definition(head: str, definition: object, depth: int) -> Iterator[Piece]:
    senses = " ".join((f"{s.number}. " if s.number else "") + s.prose.text for s in definition.senses)  # type: ignore[attr-defined]
    yield Piece("definition", senses, head, depth)
    for sub in definition.subs:  # type: ignore[attr-defined]
        yield from _definition(sub.headword.text, sub, depth + 1)


def _headed(words: str, style: HouseStyle) -> str:
    return words.upper() if style.capitals else words


def _law(law: Provision, heading: str, style: HouseStyle) -> str:
    return (
        style.law.format(n=law.id.law, h=_headed(heading, style)).rstrip(" –:.\n")
        if not heading
        else style.law.format(n=law.id.law, h=_headed(heading, style))
    )


def _provision(one: Provision, style: HouseStyle, numbers: dict[str, int], above: str) -> Iterator[Piece]:
    level = one.id.level
    marks = _marks(one.heading, numbers)
    combined = ""
    if level is Level.LAW:
        heading = one.heading.text if one.heading else ""
        whole = _law(one, heading, style)
        shift = len(whole) - len(heading) if heading else 0
        yield Piece("law", whole, depth=1, marks=tuple((at + shift, note) for at, note in marks), place=one.id)
    else:
        label = _label(one, style)
        if above and not style.spelled:
            label = f"{above} {label}"
        blocks = list(one.blocks)
        if one.heading and style.run_in and blocks and isinstance(blocks[0], Prose):
            first = blocks.pop(0)
            assert isinstance(first, Prose)
            head = f"{one.heading.text} "
            behind = tuple((at + len(head), note) for at, note in _marks(first, numbers))
            words = head + first.text
            yield Piece("item", words, label, int(level), marks + behind, place=one.id, run_in=len(head) - 1)
        elif one.heading:
            yield Piece("headed", _headed(one.heading.text, style), label, int(level), marks, place=one.id)
        elif blocks and isinstance(blocks[0], Prose):
            first = blocks.pop(0)
            assert isinstance(first, Prose)
            yield Piece("item", first.text, label, int(level), _marks(first, numbers), place=one.id)
        elif style.combined and not blocks:
            combined = label
        elif not (style.spelled and one.children):
            yield Piece("item", "", label, int(level), place=one.id)
        yield from (_block(block, int(level), numbers, one.id) for block in blocks)
    if level is Level.LAW:
        yield from (_block(block, 1, numbers, one.id) for block in one.blocks)
    for place, child in enumerate(one.children):
        yield from _provision(child, style, numbers, combined if place == 0 else "")
    yield from (_block(block, int(level), numbers, one.id) for block in one.closing)


def _block(block: Block, depth: int, numbers: dict[str, int], place: ProvisionId) -> Piece:
    if isinstance(block, Table):
        return Piece("table", depth=depth, rows=block.rows, header=block.header, place=place)
    return Piece("para", block.text, depth=depth, marks=_marks(block, numbers), place=place)


def _marks(prose: Prose | None, numbers: dict[str, int]) -> tuple[tuple[int, int], ...]:
    return tuple((mark.at, numbers[mark.note]) for mark in prose.marks) if prose else ()


def _label(one: Provision, style: HouseStyle) -> str:
    if style.spelled:
        glued = "".join(one.id.parts[:3]) + "".join(f"({part})" for part in one.id.parts[3:])
        dotted = ".".join([*one.id.parts[:3], *(f"({part})" for part in one.id.parts[3:])])
        return style.spelled.format(spaced=" ".join(one.id.parts), glued=glued, dotted=dotted)
    return style.labels[int(one.id.level) - 2].format(v=one.id.parts[-1])


def note_pieces(notes: tuple[Note, ...]) -> list[list[Piece]]:
    """The paragraphs of each note; a note may call another."""
    numbers = {note.key: n for n, note in enumerate(notes)}
    return [[Piece("note", block.text, marks=_marks(block, numbers)) for block in note.blocks] for note in notes]
