"""The first page: what may have happened, what was read last, what this is, and the books. It needs no search."""

from __future__ import annotations

from typing import NamedTuple

from markupsafe import Markup

from app.reader.context import Page, PageContext
from app.reader.parts.frame import laws_of_book, own_href, problems
from app.reader.text.html import join, tag
from corpus.registry import LAWS


class Book(NamedTuple):
    """A book of the first page: title, standing, language, and its contents as links."""

    title: str
    standing: Markup
    language: str
    contents: Markup


def home_page(page: PageContext) -> Page:
    """Situations, books and three sentences; ``page.js`` adds what this browser read last."""
    state, words = page.state, page.words
    situations = page.services.at_the_table.situations
    html = page.render(
        "home.html",
        problems=problems(page),
        situations=[
            (page.link.go(view="path", path=one.key, place="1", query=""), one.words.get(state.ui, one.key))
            for one in situations
        ],
        force=_force(page),
        publishers=join(
            (tag("a", one.name, href=one.address, rel="external") for one in page.library.registry.publishers), ", "
        ),
        books=_books(page),
        own=own_href(page),
    )
    return Page(f"{words['home_question']} · Lovbro", html)


def _force(page: PageContext) -> str:
    """Which texts are in force and which are not, as one sentence."""
    current, entries = page.services.current, page.library.registry.expressions
    is_current = {entry.key: (entry.work, entry.edition) == (LAWS, current) for entry in entries}
    is_newer = {entry.key: entry.work == LAWS and entry.edition > current for entry in entries}
    # Of other rules than the laws, a club's, nobody has said whether they are in force.
    is_older = {
        entry.key: entry.standing in ("not-in-force", "superseded") or (entry.work == LAWS and entry.edition < current)
        for entry in entries
    }
    names = {
        entry.key: f"{entry.short} ({page.words['preliminary']})" if entry.standing == "preliminary" else entry.short
        for entry in entries
    }
    told = page.words["home_force"].format(
        edition=current,
        current=", ".join(name for key, name in names.items() if is_current[key]),
        older=", ".join(name for key, name in names.items() if is_older[key]),
    )
    newer = ", ".join(name for key, name in names.items() if is_newer[key])
    return f"{told} {page.words['home_coming'].format(newer=newer)}" if newer else told


def _books(page: PageContext) -> list[Book]:
    """One book a work: the first of its texts that the reader has chosen, else the first there is."""
    keys = dict.fromkeys((*page.state.columns, *page.library.registry.keys))
    works = {page.entry(key).work: key for key in reversed(list(keys))}
    ranked = sorted(works.values(), key=page.library.registry.keys.index)
    return [_book(page, key) for key in ranked]


def _book(page: PageContext, key: str) -> Book:
    state = page.state.to(view="read", by=key, on=key, columns=page.state.columns_with(key))
    own = PageContext(page.services, state, page.address_of)
    entry = page.entry(key)
    return Book(entry.title, page.standing(key), entry.language, laws_of_book(own))
