"""One law at the table: one text in large letters, and nothing beside it but what is needed to go on reading."""

from __future__ import annotations

from html import escape

from app.present_base import Desk
from app.state import SIZES
from corpus.model import Provision


def bar(desk: Desk, law: Provision) -> str:
    """In place of contents and tools: the laws before and after, the size of the letters, the way back."""
    say, link, size = desk.say, desk.link, SIZES.index(desk.state.table)
    laws = desk.library[desk.state.by].laws
    at = next(n for n, other in enumerate(laws) if other.id == law.id)
    steps = [
        f'<a rel="{rel}" href="{link.go(place=str(laws[n].id))}">'
        f"{escape(mark.format(link.cite(desk.state.by, str(laws[n].id))))}</a>"
        for n, rel, mark in ((at - 1, "prev", "← {}"), (at + 1, "next", "{} →"))
        if 0 <= n < len(laws)
    ]
    sizes = "".join(
        f'<a href="{link.go(table=SIZES[n])}" aria-label="{escape(say[word], quote=True)}">{sign}</a>'
        for n, word, sign in ((size - 1, "smaller", "A−"), (size + 1, "larger", "A+"))
        if 0 <= n < len(SIZES)
    )
    label = escape(f"{say['letters']}: {SIZES[size]} %", quote=True)
    return (
        f'<div class="bar"><span class="steps">{"".join(steps)}</span><span class="sizes" role="group"'
        f' aria-label="{label}">{sizes}</span>'
        f'<a class="leave" href="{link.go(table=0)}">{escape(say["whole_page"])}</a></div>'
    )
