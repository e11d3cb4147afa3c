"""The books' own subject indexes as one way in: entries from A to Z, each leading to what it means today."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from app.present_base import Desk, Page
from app.present_frame import problems
from app.strings import LANGUAGES
from corpus.model import Expression, IndexEntry


def index_page(desk: Desk) -> Page:
    """One letter of one text's index; the letter and the text are in the address."""
    say, state = desk.say, desk.state
    with_index = [e for e in _ordered(desk) if e.index]
    chosen = next((e for e in with_index if e.key in state.only), with_index[0] if with_index else None)
    if chosen is None:
        return Page(
            f"{say['index']} · Lovbro", f'<div class="plain"><p class="say">{escape(say["none_yet"])}</p></div>'
        )
    letters = list(dict.fromkeys(_letter(row) for row in chosen.index))
    letter = state.letter if state.letter in letters else letters[0]
    texts = "".join(
        f'<a href="{desk.link.go(only=(e.key,), letter="")}"{" aria-current=true" if e is chosen else ""}>'
        f"{escape(LANGUAGES[e.language])}</a>"
        for e in with_index
    )
    alphabet = "".join(
        f'<a href="{desk.link.go(letter=one)}"{" aria-current=true" if one == letter else ""}>{escape(one)}</a>'
        for one in letters
    )
    rows = [row for row in chosen.index if _letter(row) == letter]
    html = (
        f'<div class="plain">{problems(desk)}<h1>{escape(say["index"])}</h1><nav class="chips" '
        f'aria-label="{escape(say["filter"], quote=True)}"><span>{texts}</span></nav>'
        f'<nav class="laws" aria-label="A–Å">{alphabet}</nav><div'
        f' lang="{chosen.language}">{_entries(desk, chosen, rows)}</div></div>'
    )
    return Page(f"{say['index']} {letter} · Lovbro", html)


def _ordered(desk: Desk) -> list[Expression]:
    """The texts with the reader's language first, then as the reader has arranged them."""
    order = [*desk.state.columns, *desk.library.registry.keys]
    return sorted(desk.library.expressions, key=lambda e: (e.language != desk.state.ui, order.index(e.key)))


def _letter(row: IndexEntry) -> str:
    return next((c for c in row.entry.upper() if c.isalnum()), "#")


def _entries(desk: Desk, expression: Expression, rows: Sequence[IndexEntry]) -> str:
    """Entries with their sub-entries, in the book's order."""
    out: list[str] = []
    last = ""
    for row in rows:
        if row.entry != last:
            out.append(("</dd>" if last else "") + f"<dt>{escape(row.entry)}</dt><dd>")
            last = row.entry
        sub = f"{escape(row.sub)} " if row.sub else ""
        links = ", ".join(_target(desk, expression, target) for target in row.targets)
        see = "; ".join(f'<a href="{desk.link.go(view="search", query=word)}">{escape(word)}</a>' for word in row.see)
        also = f" → {see}" if see else ""
        out.append(f'<p>{sub}<span class="places">{links or escape(", ".join(row.locators))}</span>{also}</p>')
    return f'<dl class="register">{"".join(out)}{"</dd>" if last else ""}</dl>'


def _target(desk: Desk, expression: Expression, target: str) -> str:
    place = target.removeprefix("note:").split("#")[0]
    if desk.library.exists(expression.key, place):
        return desk.link.anchor(expression.key, place)
    if place.startswith("part:"):
        return f'<a href="{desk.link.place_href(expression.key, place)}">{escape(place[5:])}</a>'
    return f'<span class="ref bad">{escape(place)}<span class="said"> {escape(desk.say["ref_dangling"])}</span></span>'
