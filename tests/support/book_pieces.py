"""What every writer of a book needs: the signs of notes within words, and the heading that a paragraph begins with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tests.support.house_styles import HouseStyle, Piece

STEP = 18  # points, or three blanks, a depth


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
