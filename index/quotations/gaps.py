"""Where a quotation shows that words are left out, or puts words of its own in brackets."""

from __future__ import annotations

import re

_OMITTED = r"\[\s*(?:\.\.\.+|…)\s*\]|\(\s*(?:\.\.\.+|…)\s*\)|\.\.\.+|…|(?:[-–—]\s+){2,}[-–—](?!\S)"
# "[TL] må ikke", "[sic]": a word of its own in brackets; "[t]urneringslederen" is an initial.
_INSERTED = r"(?<!\w)\[[^\[\]\n]{0,60}[^\W\d_][^\[\]\n]{0,60}\](?!\w)"
GAP = re.compile(rf"\s*(?:{_OMITTED}|(?P<inserted>{_INSERTED}))\s*")
BRACKETED_INITIAL = re.compile(r"\[(\w)\](?=\w)")


def shows_omission(text: str) -> bool:
    """True for dots or strokes that show words to be left out; an editor's word in brackets shows none."""
    return any(not gap["inserted"] for gap in GAP.finditer(BRACKETED_INITIAL.sub(r"\1", text)))


def parted(text: str) -> tuple[tuple[str, ...], frozenset[int]]:
    """The quoted words between gaps, and before which of them (0 for the first) whoever quotes has put words.

    >>> parted("[TL] må ikke ... justere [sic] scoren")
    (('må ikke', 'justere', 'scoren'), frozenset({0, 2}))
    """
    pieces, inserted, at = list[str](), set[int](), 0
    for gap in (*GAP.finditer(text), None):
        piece = text[at : gap.start() if gap else len(text)]
        pieces += [piece] if re.search(r"\w", piece) else []
        if gap:
            at = gap.end()
            inserted |= {len(pieces)} if gap["inserted"] else set()
    return tuple(pieces), frozenset(inserted)


def ends_with_gap(text: str) -> bool:
    found = list(GAP.finditer(text))
    return bool(found) and not re.search(r"\w", text[found[-1].end() :])
