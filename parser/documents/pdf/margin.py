"""Notes in the margin: small letters in a column of their own beside the text, each note behind its raised sign."""

from __future__ import annotations

from collections.abc import Sequence

from parser.documents.pdf.glyphs import Glyph
from parser.documents.pdf.lines import PrintedLine, page_lines
from parser.documents.pdf.notes import SMALL, note_sign

_GAP = 0.5  # of the size of the text: how far from it a margin begins at least


def without_margin_notes(glyphs: Sequence[Glyph], body: float) -> tuple[Sequence[Glyph], tuple[PrintedLine, ...]]:
    """(the signs of a page without those of notes in its margin, the lines of these notes).

    Evidence: no letter as large as those of the text, whose size is ``body``, stands beside the text there, and the
    first line begins with a raised sign. Where that is not so, nothing is parted.
    """
    text = [glyph for glyph in glyphs if glyph.char != " " and glyph.size > SMALL * body]
    if not text:
        return glyphs, ()
    left, right = min(g.left for g in text) - _GAP * body, max(g.right for g in text) + _GAP * body
    for beside in (
        [glyph for glyph in glyphs if glyph.size <= SMALL * body and glyph.left > right],
        [glyph for glyph in glyphs if glyph.size <= SMALL * body and glyph.right < left],
    ):
        if not beside or _touches(beside, glyphs, _GAP * body):
            continue
        lines = page_lines(beside)
        if lines and lines[0].pieces and lines[0].pieces[0].raised and note_sign(lines[0]) is not None:
            held = frozenset(beside)
            return [glyph for glyph in glyphs if glyph not in held], lines
    return glyphs, ()


def _touches(beside: Sequence[Glyph], glyphs: Sequence[Glyph], gap: float) -> bool:
    """True where letters go on from those beside the text: the words of a note at the foot, wider than the text."""
    held = frozenset(beside)
    left, right = min(g.left for g in beside) - gap, max(g.right for g in beside) + gap
    low, high = min(g.base for g in beside) - 1, max(g.base for g in beside) + 1
    others = (g for g in glyphs if g.char != " " and g not in held and low <= g.base <= high)
    return any(g.right > left and g.left < right for g in others)
