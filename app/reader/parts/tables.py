"""Tables and choices that several pages show. A cell is text or markup; text is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup

from app.reader.text.html import render


def sheet(label: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Markup:
    """A table in a frame of its own that scrolls; ``label`` names it for screen readers."""
    return render("sheet.html", label=label, heads=heads, rows=rows)


def stacked(label: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Markup:
    """A table whose rows become cards on a phone; a column without content is left out."""
    kept = [n for n in range(len(heads)) if any(row[n] for row in rows)]
    cells = [[(heads[n], row[n]) for n in kept] for row in rows]
    return render("stacked.html", label=label, heads=[heads[n] for n in kept], rows=cells)


def chips(label: str, choices: Iterable[tuple[str, str, bool]]) -> Markup:
    """Choices as links, the one that is made marked. A choice is its address, its name and whether it is made."""
    return render("chips.html", label=label, choices=choices)
