"""A page from an address: pure, without Streamlit. Each view has its own module in this package."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from html import escape

from app.reader.address import PageState, ViewName, address
from app.reader.book import definitions_page, part_page
from app.reader.context import Page, PageContext, ReaderServices
from app.reader.law import read_page
from app.reader.parts.frame import COMMITTEE, header, problems
from app.reader.place import settle
from app.reader.search import jump as typed_so_far
from app.reader.search import pinned, search_page


def read(desk: PageContext) -> Page:
    """A law, the definitions or a part of the book, as the place says."""
    place = desk.state.place
    if place == "def" or place.startswith("def:"):
        return definitions_page(desk)
    return part_page(desk) if place.startswith("part:") else read_page(desk)


def search(desk: PageContext) -> Page:
    """A cited place is opened; anything else gives a list."""
    state = opened(desk.room, desk.state)
    if state == desk.state:
        return search_page(desk)
    return replace(page(desk.room, state), address=address(state, desk.library.registry))


def opened(room: ReaderServices, state: PageState) -> PageState:
    """The state whose page is shown: that of the one place which a query cites, else the state itself."""
    found = pinned(PageContext(room, state)) if state.view == "search" else None
    if found is None:
        return state
    key, place = found
    columns = state.columns if key in state.columns else (key, *state.columns[:3])
    return state.to(view="read", query="", place=place, by=key, columns=columns)


def committee(desk: PageContext) -> Page:
    """The head of a committee's page; its forms are Streamlit's own and stand below."""
    links = "".join(
        f'<a href="{desk.link.go(view=view)}"{" aria-current=page" if view == desk.state.view else ""}>'
        f"{escape(desk.say[view])}</a>"
        for view in COMMITTEE
    )
    label = escape(desk.say["dossier"], quote=True)
    title = f'<h1 class="sr">{escape(desk.say[desk.state.view])}</h1>'
    nav = f'<nav class="chips" aria-label="{label}"><span>{links}</span></nav>'
    return Page(
        f"{desk.say[desk.state.view]} · Lovbro", f'<div class="plain committee">{problems(desk)}{nav}{title}</div>'
    )


# These pages are imported when one is asked for: the first law need not wait for them.


def references(desk: PageContext) -> Page:
    from app.reader.references import refs_page

    return refs_page(desk)


def compare(desk: PageContext) -> Page:
    from app.reader.comparison.page import compare_page

    return compare_page(desk)


def concordance(desk: PageContext) -> Page:
    from app.reader.concordance.page import concordance_page

    return concordance_page(desk)


def glossary(desk: PageContext) -> Page:
    from app.reader.glossary import terms_page

    return terms_page(desk)


def subject_index(desk: PageContext) -> Page:
    from app.reader.subject_index import index_page

    return index_page(desk)


def status(desk: PageContext) -> Page:
    from app.reader.status import status_page

    return status_page(desk)


PAGES: Mapping[ViewName, Callable[[PageContext], Page]] = {
    "read": read,
    "search": search,
    "refs": references,
    "compare": compare,
    "concordance": concordance,
    "terms": glossary,
    "index": subject_index,
    "status": status,
    **dict.fromkeys(COMMITTEE, committee),
}


def page(room: ReaderServices, state: PageState) -> Page:
    """The finished page of a state, at the place that exists."""
    settled = settle(room, state) if state.view in ("read", "refs", "compare") else state
    return PAGES[state.view](PageContext(room, settled))


def head(room: ReaderServices, state: PageState) -> str:
    """The head of every page: name, search box, pages, language."""
    # Its links start from the place that is shown: after a typed citation, "references" are those of that place.
    return header(PageContext(room, opened(room, state)))


def jump(room: ReaderServices, state: PageState, typed: str) -> str:
    """What the search box shows under what has been typed so far."""
    return typed_so_far(PageContext(room, state), typed)
