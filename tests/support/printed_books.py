"""A book in a house style as pages: set by typst from ``book.typ``, with everything that printed law books have."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

import typst

from corpus.model import Expression
from tests.support.book_pieces import Piece, note_pieces, note_signs, pieces
from tests.support.house_styles import SECTIONS, HouseStyle

_TEMPLATE = Path(__file__).with_name("book.typ")


def printed(text: Expression, style: HouseStyle) -> bytes:
    """The PDF of a text in a style; the same bytes each time. Like most files it does not say what is a table."""
    called: set[int] = set()
    book = {
        "language": text.language,
        "style": asdict(style) | asdict(style.print),
        "pieces": [_piece(piece, called) for piece in pieces(text, style)],
        "notes": [[_segments(piece, set()) for piece in note] for note in note_pieces(text.notes)],
        "signs": note_signs(text, style),
        "notes-heading": SECTIONS[text.language]["notes"],
    }
    content = typst.compile(
        _TEMPLATE.read_bytes(),
        format="pdf",
        ignore_system_fonts=True,
        sys_inputs={"book": json.dumps(book, ensure_ascii=False, default=str)},
        timestamp=0,
    )
    assert isinstance(content, bytes)
    return untagged(content)


def untagged(content: bytes) -> bytes:
    """A PDF that says nothing about its structure; all its bytes stay where they are."""
    return content.replace(b"/StructTreeRoot", b"/StructTreeNone")


def _piece(piece: Piece, called: set[int]) -> Mapping[str, object]:
    width = max(map(len, piece.rows), default=0)
    return {
        "kind": piece.kind,
        "text": piece.text,
        "label": piece.label,
        "depth": piece.depth,
        "segments": _segments(piece, called),
        "run_in": piece.run_in,
        "rows": [[*row, *[""] * (width - len(row))] for row in piece.rows],
        "width": width,
        "header": piece.header,
    }


def _segments(piece: Piece, called: set[int]) -> Sequence[Mapping[str, object]]:
    """The words between the calls of notes, and the calls; ``again`` for a note that was called before."""
    out: list[Mapping[str, object]] = []
    at = 0
    ends = [(place, note) for place, note in sorted(piece.marks)]
    if piece.run_in:
        ends = sorted([*ends, (piece.run_in, -1)])
    for place, note in ends:
        head = bool(piece.run_in) and place <= piece.run_in
        out.append({"words": piece.text[at:place], "note": None, "again": False, "head": head})
        if note >= 0:
            out.append({"words": "", "note": note + 1, "again": note in called, "head": False})
            called.add(note)
        at = place
    return [*out, {"words": piece.text[at:], "note": None, "again": False, "head": False}]
