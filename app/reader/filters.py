"""What narrows a search: texts, kinds and parts of the book, as links. Each choice is a page with its own address."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from app.reader.context import PageContext
from corpus.model import Part
from index.search.documents import DocumentKind

# What a reader tells apart, and what the index calls it.
KINDS: Mapping[str, tuple[DocumentKind, ...]] = {
    "provision": ("provision", "rule"),
    "definition": ("definition",),
    "note": ("note",),
}


def filters(desk: PageContext) -> str:
    """Texts and kinds side by side, the parts of the book in a list that opens."""
    state, say = desk.state, desk.say
    texts = [chip(desk.link.go(only=()), say["all_texts"], not state.only)]
    for key in desk.library.registry.keys:
        only = tuple(k for k in state.only if k != key) if key in state.only else (*state.only, key)
        texts.append(chip(desk.link.go(only=only), desk.entry(key).short, key in state.only))
    kinds = [chip(desk.link.go(kind=""), say["all_kinds"], not state.kind)]
    kinds += [chip(desk.link.go(kind=kind), say[f"kind_{kind}"], kind == state.kind) for kind in KINDS]
    return (
        f'<nav class="chips" aria-label="{escape(say["filter"], quote=True)}"><span>{"".join(texts)}</span>'
        f"<span>{''.join(kinds)}</span>{_parts(desk)}</nav>"
    )


def _parts(desk: PageContext) -> str:
    """Chapters and the groups in them, from the first text that has them, the reader's language first."""
    texts = sorted(desk.library.expressions, key=lambda e: desk.entry(e.key).language != desk.state.ui)
    book = next((e for e in texts if any(part.laws for part in e.parts)), None)
    if book is None:
        return ""
    parts = [part for part in book.parts if part.laws]
    chosen = next((part for part in parts if part.key == desk.state.part), None)
    items = "".join(_part(desk, part, chosen) for part in parts)
    label = chosen.title if chosen else desk.say["all_parts"]
    every = chip(desk.link.go(part=""), desk.say["all_parts"], chosen is None)
    on = " on" if chosen else ""
    own = desk.entry(book.key).language
    return (
        f'<details class="menu parts{on}"><summary lang="{own if chosen else desk.state.ui}">'
        f'{escape(label)}</summary><div><ul><li>{every}</li></ul><ul lang="{own}">{items}</ul>'
        f"</div></details>"
    )


def _part(desk: PageContext, part: Part, chosen: Part | None) -> str:
    laws = f"{part.laws[0]}–{part.laws[-1]}" if len(part.laws) > 1 else part.laws[0]
    current = " aria-current=true" if part is chosen else ""
    return (
        f'<li class="{escape(part.level)}"><a href="{desk.link.go(part=part.key)}"{current}>{escape(part.title)}'
        f" <small>§ {escape(laws)}</small></a></li>"
    )


def chip(href: str, label: str, on: bool) -> str:
    """A choice as a link, marked where it is made."""
    return f'<a href="{href}"{" aria-current=true" if on else ""}>{escape(label)}</a>'
