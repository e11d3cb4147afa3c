"""One law at the table: one text in large letters, and nothing beside it but what is needed to go on reading."""

from __future__ import annotations

from html import escape

from app.reader.address import SIZES
from app.reader.context import PageContext
from corpus.model import Provision


def bar(desk: PageContext, law: Provision) -> str:
    """In place of contents and tools: the laws before and after, the way back."""
    say, link = desk.say, desk.link
    laws = desk.library[desk.state.by].laws
    at = next(n for n, other in enumerate(laws) if other.id == law.id)
    steps = [
        f'<a rel="{rel}" href="{link.go(place=str(laws[n].id))}">'
        f"{escape(mark.format(link.cite(desk.state.by, str(laws[n].id))))}</a>"
        for n, rel, mark in ((at - 1, "prev", "← {}"), (at + 1, "next", "{} →"))
        if 0 <= n < len(laws)
    ]
    return (
        f'<div class="bar"><span class="steps">{"".join(steps)}</span>'
        f'<a class="leave" href="{link.go(table=0)}">{escape(say["whole_page"])}</a></div>'
    )


def hand(desk: PageContext, switch: str) -> str:
    """What stays at hand while one reads: the switch of the texts, and the size of the letters."""
    say, size = desk.say, SIZES.index(desk.state.table)
    sizes = "".join(
        _size(desk, n, say[word], sign) for n, word, sign in ((size - 1, "smaller", "A−"), (size + 1, "larger", "A+"))
    )
    label = escape(f"{say['letters']}: {SIZES[size]} %", quote=True)
    return f'<div class="hand">{switch}<span class="sizes" role="group" aria-label="{label}">{sizes}</span></div>'


def _size(desk: PageContext, n: int, word: str, sign: str) -> str:
    """Both signs keep their places; the one that leads no further has no address, but the focus may stay on it."""
    href = (
        f' href="{desk.link.go(table=SIZES[n])}"'
        if 0 <= n < len(SIZES)
        else ' role="link" tabindex="0" aria-disabled="true"'
    )
    return f'<a{href} aria-label="{escape(word, quote=True)}">{sign}</a>'
