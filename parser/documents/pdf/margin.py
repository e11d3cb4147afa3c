"""Notes in the margin: small letters in a column of their own beside the text, each note behind its raised sign."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from parser.documents.pdf.glyphs import Glyph
from parser.documents.pdf.lines import PrintedLine, page_lines
from parser.documents.pdf.notes import SMALL, note_sign, raised_signs

_GAP = 0.5  # of the size of the text: how far from it a margin begins at least

_FURTHER = 2.0  # of the size of the text: how far above or below it a note in the margin may stand


def without_margin_notes(
    glyphs: Sequence[Glyph], body: float, called: Callable[[], Collection[str]] = frozenset
) -> tuple[Sequence[Glyph], tuple[PrintedLine, ...]]:
    """(the signs of a page without those of notes in its margin, the lines of these notes).

    Evidence: no letter as large as those of the text, whose size is ``body``, stands beside the text there, and the
    first line begins with a raised sign, or with one that is raised in the text, as ``called`` tells. Where that is
    not so, nothing is parted. What stands higher or lower than the text is the head or the foot of the page.
    """
    text = [glyph for glyph in glyphs if glyph.char != " " and glyph.size > SMALL * body]
    if not text:
        return glyphs, ()
    left, right = min(g.left for g in text) - _GAP * body, max(g.right for g in text) + _GAP * body
    low, high = min(g.base for g in text) - _FURTHER * body, max(g.base for g in text) + _FURTHER * body
    small = [glyph for glyph in glyphs if glyph.size <= SMALL * body and low < glyph.base < high]
    for beside in ([g for g in small if g.left > right], [g for g in small if g.right < left]):
        if not beside or _touches(beside, glyphs, _GAP * body):
            continue
        lines = page_lines(beside)
        held = frozenset(beside)
        others = [glyph for glyph in glyphs if glyph not in held]
        if not lines or not lines[0].pieces:
            continue
        raised = lines[0].pieces[0].raised
        calls = frozenset() if raised else called()
        sign = note_sign(lines[0], calls)
        if sign is not None and (raised or sign in calls):
            return others, lines
    return glyphs, ()


def raised_on(pages: Sequence[Sequence[Glyph]]) -> Callable[[], Collection[str]]:
    """What tells the signs that are raised on some pages, worked out when it is asked."""
    return lambda: frozenset().union(*(raised_signs(page_lines(glyphs)) for glyphs in pages))


def _touches(beside: Sequence[Glyph], glyphs: Sequence[Glyph], gap: float) -> bool:
    """True where letters go on from those beside the text: the words of a note at the foot, wider than the text."""
    held = frozenset(beside)
    left, right = min(g.left for g in beside) - gap, max(g.right for g in beside) + gap
    low, high = min(g.base for g in beside) - 1, max(g.base for g in beside) + 1
    others = (g for g in glyphs if g.char != " " and g not in held and low <= g.base <= high)
    return any(g.right > left and g.left < right for g in others)
