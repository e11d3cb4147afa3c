"""A text of the corpus cut into the pieces that a writer of books sets one by one, and what every writer needs.

The pieces know nothing of files; ``tests.support.written_books`` makes documents of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from corpus.ids import ROMANS, Level, ProvisionId
from corpus.model import Block, Expression, Note, Prose, Provision, Table
from tests.support.house_styles import SECTIONS, HouseStyle

STEP = 18  # points, or three blanks, a depth
SYMBOLS = ("*", "**", "***", "†", "††", "‡", "‡‡")


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
    if text.definitions and style.definitions == "glossary":
        entries = [piece for one in text.definitions for piece in _definition(one.headword.text, one, 0, style)]
        yield Piece("glossary", rows=tuple((piece.label, piece.text) for piece in entries))
    elif text.definitions:
        for definition in text.definitions:
            yield from _definition(definition.headword.text, definition, 0, style)
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


def _definition(head: str, definition: object, depth: int, style: HouseStyle) -> Iterator[Piece]:
    senses = " ".join((f"{s.number}. " if s.number else "") + s.prose.text for s in definition.senses)  # type: ignore[attr-defined]
    yield Piece("definition", senses, head.upper() if style.definitions == "capitals" else head, depth)
    for sub in definition.subs:  # type: ignore[attr-defined]
        yield from _definition(sub.headword.text, sub, depth + 1, style)


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
        decimal = ".".join(_ordinal(part, depth) for depth, part in enumerate(one.id.parts))
        return style.spelled.format(spaced=" ".join(one.id.parts), glued=glued, dotted=dotted, decimal=decimal)
    above = "".join(f"{part}." for part in one.id.parts[1:-1])
    return style.labels[int(one.id.level) - 2].format(v=one.id.parts[-1], law=one.id.law, path=above)


def _ordinal(part: str, depth: int) -> str:
    """A part of a number as the figure that a decimal house sets in its place."""
    if part.isdigit() or not depth:
        return part
    is_roman = depth == int(Level.ROMAN) - 1 and part in ROMANS
    return str(ROMANS.index(part) + 1 if is_roman else ord(part.upper()) - ord("A") + 1)


def note_signs(text: Expression, style: HouseStyle) -> list[str]:
    """The sign of each note, where a page or a Word file calls it."""
    if style.notes != "symbols":
        return [f"{n})" if style.notes == "raised" else f"{n}" for n in range(1, len(text.notes) + 1)]
    notes, found, count = note_pieces(text.notes), dict[int, str](), 0

    def call(note: int) -> None:
        nonlocal count
        if note not in found:
            found[note] = SYMBOLS[count]
            count += 1
            for further in [other for piece in notes[note] for _, other in piece.marks]:
                call(further)

    for piece in pieces(text, style):
        count = 0 if piece.kind == "law" else count
        for _, note in piece.marks:
            call(note)
    return [found.get(n, "*") for n in range(len(notes))]


def note_pieces(notes: tuple[Note, ...]) -> list[list[Piece]]:
    """The paragraphs of each note; a note may call another."""
    numbers = {note.key: n for n, note in enumerate(notes)}
    return [[Piece("note", block.text, marks=_marks(block, numbers)) for block in note.blocks] for note in notes]


def indent_depth(piece: Piece, style: HouseStyle) -> int:
    """How many steps a piece is set in."""
    return max(0, piece.depth - 1) if style.indented else 0


def with_signs(piece: Piece, sign: Callable[[int], str], quote: Callable[[str], str] = str) -> str:
    """The words with a sign at each call of a note."""
    out, at = "", 0
    for place, note in sorted(piece.marks):
        out += quote(piece.text[at:place]) + sign(note)
        at = place
    return out + quote(piece.text[at:])


def heading_of(piece: Piece) -> Piece:
    """What of a piece is a heading, run into its first paragraph or in a cell of its own."""
    return replace(
        piece, text=piece.text[: piece.run_in], marks=tuple(mark for mark in piece.marks if mark[0] <= piece.run_in)
    )


def without_heading(piece: Piece) -> Piece:
    """What stands behind that heading."""
    start = piece.run_in + 1
    marks = tuple((at - start, note) for at, note in piece.marks if at >= start)
    return replace(piece, text=piece.text[start:], marks=marks)
