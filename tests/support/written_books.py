"""A book in a house style as a file: Word, a page, Markdown or plain text, with everything that such files really
hold."""

from __future__ import annotations

import html
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from corpus.model import Expression
from tests.support.book_pieces import (
    STEP,
    SYMBOLS,
    Piece,
    heading_of,
    indent_depth,
    note_pieces,
    note_signs,
    pieces,
    with_signs,
    without_heading,
)
from tests.support.house_styles import SECTIONS, HouseStyle
from tests.support.printed_books import printed
from tests.support.word_books import word_file


def written(text: Expression, style: HouseStyle, form: str) -> tuple[str, bytes]:
    """(name, content) of the file that holds a text in a style; ``form`` is one of ``WRITERS``."""
    return f"bog.{form}", WRITERS[form](text, style)


# Plain text and Markdown.


def _plain(text: Expression, style: HouseStyle) -> bytes:
    out: list[str] = []
    waiting: list[int] = []
    notes = note_pieces(text.notes)

    def sign(note: int) -> str:
        if note not in waiting:
            waiting.append(note)
        return _plain_sign(waiting.index(note) if style.notes == "symbols" else note, style)

    def put(lines: list[str], parted: bool = False) -> None:
        if style.dense and not parted:
            out.extend([f"    {lines[0]}" if lines else "", *lines[1:]])
        else:
            out.extend([*([""] if style.dense else []), *lines, ""])

    def flush() -> None:
        # A note may call a further one, which is then printed behind it.
        printed: list[int] = []
        while rest := sorted(note for note in waiting if note not in printed):
            printed.append(rest[0])
            words = " ".join(with_signs(piece, sign) for piece in notes[rest[0]])
            at = waiting.index(rest[0]) if style.notes == "symbols" else rest[0]
            mark = f"Note {at + 1}:" if style.notes == "words" else _plain_sign(at, style)
            put(_wrap(f"{mark} ", words, 40 if style.margin else 0, style))
        waiting.clear()

    for piece in pieces(text, style):
        if piece.kind in ("law", "section", "chapter", "group") and not style.endnotes:
            flush()
        put(_plain_lines(piece, style, sign), piece.kind in ("title", "section", "chapter", "group", "law", "table"))
        if style.margin:
            flush()
    if style.endnotes:
        out += [SECTIONS[text.language]["notes"], ""]
    flush()
    return ("\n".join(out).rstrip("\n") + "\n").encode()


def _plain_sign(note: int, style: HouseStyle) -> str:
    raised = str(note + 1).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return {
        "raised": f"{raised})",
        "words": f" (note {note + 1})",
        "symbols": SYMBOLS[note] if note < len(SYMBOLS) else "",
    }.get(style.notes, f"[{note + 1}]")


def _plain_lines(piece: Piece, style: HouseStyle, sign: Callable[[int], str]) -> list[str]:
    indent = 3 * indent_depth(piece, style)
    words = with_signs(piece, sign)
    if piece.kind in ("table", "glossary"):
        return [" " * indent + "\t".join(row) for row in piece.rows]
    if piece.kind == "definition":
        if style.definitions == "list":
            return ["   " * piece.depth + piece.label, "   " * (piece.depth + 2) + words]
        parted = {"colon": ": ", "capitals": ": ", "dash": " – ", "bold": " – "}.get(style.definitions, "\t")
        parted = parted if not style.wrapped else parted.replace("\t", " – ")  # wrapped lines hold no tabs
        return _wrap("   " * piece.depth + f"{piece.label}{parted}", words, 0, style)
    if piece.kind == "index":
        return ["   " * piece.depth + words]
    if piece.kind in ("item", "headed"):
        gap = (
            "\t"
            if style.column and not style.wrapped
            else " " * (6 - min(5, len(piece.label)))
            if style.column
            else " "
        )
        return _wrap(f"{piece.label}{gap}", words, indent, style)
    if piece.kind == "law":
        return [line.center(style.wrapped).rstrip() if style.centred else line for line in words.split("\n")]
    return _wrap("", words, indent, style)


def _wrap(head: str, words: str, indent: int, style: HouseStyle) -> list[str]:
    if not style.wrapped:
        return [(("\t" * (indent // 3) if style.tabbed else " " * indent) + head + words).rstrip()]
    hanging = len(head) if style.column else 0
    lines = textwrap.wrap(
        head.rstrip() + (" " * (len(head) - len(head.rstrip())) if words else "") + words,
        style.wrapped - indent - (4 if style.dense else 0),
        subsequent_indent=" " * hanging,
        break_on_hyphens=False,
        break_long_words=False,
        drop_whitespace=True,
        replace_whitespace=False,
        expand_tabs=False,
    )
    return [" " * indent + line for line in lines]


def _markdown(text: Expression, style: HouseStyle) -> bytes:
    out: list[str] = []
    notes = note_pieces(text.notes)
    for piece in pieces(text, style):
        words = with_signs(piece, lambda note: f"[^{note + 1}]", _escaped)
        heading = {"title": "#", "section": "#", "chapter": "#", "group": "##", "law": "###"}.get(piece.kind, "")
        if piece.run_in:
            head = f"**{piece.label} {with_signs(heading_of(piece), lambda note: f'[^{note + 1}]', _escaped)}** "
            out.append(head + with_signs(without_heading(piece), lambda note: f"[^{note + 1}]", _escaped))
            continue
        if piece.kind == "law" and style.law_row:
            number, _, behind = words.partition("\t")
            out.append(f"| {number} | {behind} |\n| --- | --- |")
            continue
        if heading and style.headings:
            out.append(f"{heading} " + words.replace("\n", " "))
        elif piece.kind in ("table", "glossary"):
            width = max(map(len, piece.rows))
            cells = [[*map(_escaped, row), *[""] * (width - len(row))] for row in piece.rows]
            out.append("\n".join(f"| {' | '.join(row)} |" for row in [cells[0], ["---"] * width, *cells[1:]]))
        elif piece.kind == "definition":
            parted = {
                "bold": f"**{_escaped(piece.label)}** ",
                "colon": f"{_escaped(piece.label)}: ",
                "capitals": f"{_escaped(piece.label)}: ",
                "list": f"{_escaped(piece.label)}\n: ",
            }
            dash = "\u2003" * 2 * piece.depth + f"{_escaped(piece.label)} – "
            out.append(parted.get(style.definitions, dash) + words)
        elif piece.kind == "headed" and style.bold:
            out.append(f"**{piece.label} {words}**")
        elif piece.kind in ("item", "headed"):
            out.append(f"{piece.label} {words}".rstrip())
        elif piece.kind == "index":
            out.append(("– " if piece.depth else "") + words.replace("\t", ", "))
        else:
            out.append(words.replace("\n", "  \n"))
    for n, note in enumerate(notes, 1):
        out.append(f"[^{n}]: " + " ".join(with_signs(piece, lambda one: f"[^{one + 1}]", _escaped) for piece in note))
    return ("\n\n".join(out) + "\n").encode()


def _escaped(words: str) -> str:
    return "".join("\\" + sign if sign in "*_`[]<>|#\\" else sign for sign in words)


# Pages.

_LISTS = {2: "A", 3: "1", 4: "a", 5: "i"}


def _page(text: Expression, style: HouseStyle) -> bytes:
    """Nested lists where the style numbers automatically; else paragraphs, or a table with a column of labels."""
    boxes = _margin_boxes(text) if style.margin else {}
    signs = note_signs(text, style)

    def call(note: int) -> str:
        sign = _sign(note) if style.margin else f'<a id="ref{note + 1}" href="#fn{note + 1}">{signs[note]}</a>'
        return sign if style.margin else f"<sup>{sign}</sup>"

    body = "".join(
        _nested(list(pieces(text, style)), style, call)
        if style.automatic
        else (_html(p, style, call) + "".join(boxes.pop(note, "") for _, note in p.marks) for p in pieces(text, style))
    )
    notes = "".join(
        f'<div id="fn{n}" class="note">'
        + "".join(
            f"<p>{f'<sup>{signs[n - 1]}</sup> ' if first == 0 else ''}{with_signs(piece, call, html.escape)}</p>"
            for first, piece in enumerate(note)
        )
        + f'<a href="#ref{n}">↩</a></div>'
        for n, note in enumerate(note_pieces(text.notes), 1)
        if not style.margin
    )
    head = '<!DOCTYPE html><html><head><meta charset="utf-8"><title>Bog</title></head>'
    return f"{head}<body><nav><a href='/'>Forside</a></nav>{body}<hr>{notes}</body></html>".encode()


def _margin_boxes(text: Expression) -> dict[int, str]:
    """Each note as a box beside the text, with the notes that it calls behind it."""
    notes = note_pieces(text.notes)

    def box(note: int) -> str:
        words = "<br>".join(with_signs(piece, _sign, html.escape) for piece in notes[note])
        further = "".join(box(other) for piece in notes[note] for _, other in piece.marks)
        return f'<aside class="margin"><small><sup>{note + 1}</sup> {words}</small></aside>{further}'

    return {note: box(note) for note in range(len(notes))}


def _sign(note: int) -> str:
    return f"<sup>{note + 1}</sup>"


def _html(piece: Piece, style: HouseStyle, call: Callable[[int], str]) -> str:
    words = with_signs(piece, call, html.escape).replace("\n", "<br>")
    edge = f' style="margin-left:{STEP * indent_depth(piece, style)}pt"' if indent_depth(piece, style) else ""
    edge = ' style="text-align:center"' if piece.kind == "law" and style.centred else edge
    tag = {"title": "h1", "section": "h1", "chapter": "h1", "group": "h2", "law": "h3"}.get(piece.kind, "p")
    tag = tag if style.headings else "p"
    if piece.run_in:
        head = with_signs(heading_of(piece), call, html.escape)
        words = f"<b>{html.escape(piece.label)} {head}</b> {with_signs(without_heading(piece), call, html.escape)}"
        return f"<p{edge}>{words}</p>"
    if piece.kind == "law" and style.law_row:
        return f"<table><tr><td>{words.replace(chr(9), '</td><td>')}</td></tr></table>"
    if piece.kind in ("table", "glossary"):
        rows = "".join(
            "<tr>" + "".join(f"<{t}>{html.escape(cell)}</{t}>" for cell in row) + "</tr>"
            for n, row in enumerate(piece.rows)
            for t in ["th" if n < piece.header else "td"]
        )
        return f"<table>{rows}</table>"
    if piece.kind == "definition":
        return _html_definition(piece, words, style)
    if piece.kind in ("item", "headed"):
        label = html.escape(piece.label)
        words = f"<b>{words}</b>" if piece.kind == "headed" and style.bold else words
        if style.column == "table":
            return f"<table><tr>{'<td></td>' * indent_depth(piece, style)}<td>{label}</td><td>{words}</td></tr></table>"
        return f"<p{edge}>{label}{'&nbsp;&nbsp; ' if style.column else ' '}{words}</p>"
    if piece.kind == "index":
        return f'<p style="margin-left:{STEP * piece.depth}pt">{words.replace(chr(9), ", ")}</p>'
    return f"<{tag}{edge}>{words}</{tag}>"


def _html_definition(piece: Piece, words: str, style: HouseStyle) -> str:
    head = html.escape(piece.label)
    edge = f' style="margin-left:{STEP * piece.depth}pt"' if piece.depth else ""
    forms = {
        "bold": f"<p{edge}><b>{head}</b> {words}</p>",
        "colon": f"<p{edge}>{head}: {words}</p>",
        "capitals": f"<p{edge}>{head}: {words}</p>",
        "heading": f"<h4{edge}>{head}</h4><p{edge}>{words}</p>",
        "table": f"<table{edge}><tr><td>{head}</td><td>{words}</td></tr></table>",
        "list": f"<dl{edge}><dt>{head}</dt><dd>{words}</dd></dl>",
    }
    return forms.get(style.definitions, f"<p{edge}>{head} – {words}</p>")


def _nested(book: Sequence[Piece], style: HouseStyle, call: Callable[[int], str]) -> Iterator[str]:
    """Pieces with a place as lists within lists; a list's labels are in no text."""
    open_lists: list[int] = []
    for piece in book:
        wanted = piece.depth if piece.place is not None and piece.kind != "law" else 1
        labelled = piece.kind in ("item", "headed")
        while open_lists and (open_lists[-1] > wanted or (piece.place is None or piece.kind == "law")):
            yield "</li></ol>"
            open_lists.pop()
        if not labelled:
            yield _html(piece, replace(style, indented=False), call)
            continue
        assert piece.place is not None
        if open_lists and open_lists[-1] == wanted:
            yield "</li>"
        else:
            form = "1" if piece.place.parts[-1].isdigit() else _LISTS[wanted]
            yield f'<ol type="{form}">'
            open_lists.append(wanted)
        words = with_signs(piece, call, html.escape)
        yield f"<li>{f'<b>{words}</b>' if piece.kind == 'headed' else f'<p>{words}</p>' if words else ''}"
    yield "</li></ol>" * len(open_lists)


WRITERS: Mapping[str, Callable[[Expression, HouseStyle], bytes]] = {
    "docx": word_file,
    "html": _page,
    "md": _markdown,
    "txt": _plain,
    "pdf": printed,
}
