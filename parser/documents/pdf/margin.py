"""Notes in the margin: small letters in a column of their own beside the text, each note behind its raised sign."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from parser.documents.pdf.glyphs import Glyph
from parser.documents.pdf.lines import PrintedLine, page_lines
from parser.documents.pdf.notes import SMALL, note_sign, raised_signs

_GAP = 0.5  # of the size of the text: how far from it a margin begins at least
_FURTHER = 2.0  # of the size of the text: how far above or below it a note in the margin may begin
_NEXT = 1.7  # of the size of its letters: how far below a line of a note its next one stands at most


def without_margin_notes(
    glyphs: Sequence[Glyph], body: float, called: Callable[[], Collection[str]] = frozenset
) -> tuple[Sequence[Glyph], tuple[PrintedLine, ...]]:
    """(the signs of a page without those of notes in its margin, the lines of these notes).

    Evidence: no letter as large as those of the text, whose size is ``body``, stands beside the text there, and the
    first line begins with a raised sign, or with one that is raised in the text, as ``called`` tells. Where that is
    not so, nothing is parted. What stands higher or lower than the text is the head or the foot of the page, unless
    the last note goes on there.
    """
    text = [glyph for glyph in glyphs if glyph.char != " " and glyph.size > SMALL * body]
    if not text:
        return glyphs, ()
    left, right = min(g.left for g in text) - _GAP * body, max(g.right for g in text) + _GAP * body
    low, high = min(g.base for g in text) - _FURTHER * body, max(g.base for g in text) + _FURTHER * body
    small = [glyph for glyph in glyphs if glyph.size <= SMALL * body and glyph.base < high]
    for side in ([g for g in small if g.left > right], [g for g in small if g.right < left]):
        beside = [glyph for glyph in side if glyph.base > low]
        if not beside or _touches(beside, glyphs, _GAP * body):
            continue
        lines = page_lines(beside)
        if not lines or not lines[0].pieces:
            continue
        raised = lines[0].pieces[0].raised
        calls = frozenset() if raised else called()
        sign = note_sign(lines[0], calls)
        if sign is not None and (raised or sign in calls):
            lines = _with_the_rest(lines, [glyph for glyph in side if glyph.base <= low], glyphs, _GAP * body)
            held = {glyph for line in lines for glyph in line.glyphs}.union(beside)
            return [glyph for glyph in glyphs if glyph not in held], lines
    return glyphs, ()


def _with_the_rest(
    lines: tuple[PrintedLine, ...], below: Sequence[Glyph], glyphs: Sequence[Glyph], gap: float
) -> tuple[PrintedLine, ...]:
    """The lines of notes and those ``below`` the text of their page with which the last of them goes on."""
    for line in page_lines(below):
        is_next = lines[-1].base - line.base <= _NEXT * line.size
        if not is_next or _touches(line.glyphs, glyphs, gap):
            break
        lines = (*lines, line)
    return lines


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
