"""A page from an address: pure, without Streamlit. Each view has its own module in this package."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pkgutil import resolve_name

from markupsafe import Markup

from app.reader.address import AddressOf, PageState, ViewName, address
from app.reader.book import definitions_page, part_page
from app.reader.context import Page, PageContext, ReaderServices
from app.reader.law import law_page
from app.reader.parts.frame import COMMITTEE, header, problems
from app.reader.place import existing_state
from app.reader.search import jump as typed_so_far
from app.reader.search import pinned, search_page
from app.reader.text.html import NOTHING, previews_apart


def read(context: PageContext) -> Page:
    """A law, the definitions or a part of the book, as the place says."""
    place = context.state.place
    if place == "def" or place.startswith("def:"):
        return definitions_page(context)
    return part_page(context) if place.startswith("part:") else law_page(context)


def search(context: PageContext) -> Page:
    """A cited place is opened; anything else gives a list."""
    state = opened(context.services, context.state)
    if state == context.state:
        return search_page(context)
    return replace(page(context.services, state), address=address(state, context.library.registry))


def opened(services: ReaderServices, state: PageState) -> PageState:
    """The state whose page is shown: that of the one place which a query cites, else the state itself."""
    found = pinned(PageContext(services, state)) if state.view == "search" else None
    if found is None:
        return state
    key, place = found
    # On a narrow screen, which shows one text, it is the one whose words were shown under the box.
    return state.to(view="read", query="", place=place, by=key, on=key, columns=state.columns_with(key))


def committee(context: PageContext) -> Page:
    """The head of a committee's page; its forms are Streamlit's own and are below it."""
    views = [view for view in COMMITTEE if view in context.services.views]
    html = context.render("committee.html", problems=problems(context), views=views)
    return Page(f"{context.words[context.state.view]} · Lovbro", html)


# A page named by its module is imported when it is first opened: the first law need not wait for it.
PAGES: Mapping[ViewName, Callable[[PageContext], Page] | str] = {
    "home": "app.reader.home:home_page",
    "read": read,
    "search": search,
    "path": "app.reader.situation:situation_page",
    "refs": "app.reader.references:refs_page",
    "compare": "app.reader.comparison.page:compare_page",
    "concordance": "app.reader.concordance.page:concordance_page",
    "terms": "app.reader.glossary:terms_page",
    "index": "app.reader.subject_index:index_page",
    "status": "app.reader.status:status_page",
    **dict.fromkeys(COMMITTEE, committee),
}


def page(services: ReaderServices, state: PageState, address_of: AddressOf = address, contents_at: str = "") -> Page:
    """The finished page of a state, at the place that exists; ``address_of`` is where its links lead.

    ``contents_at`` is the address of a page of contents that all pages of a book share.
    """
    if state.view not in services.views:
        state = state.to(view="home")
    settled = _settled(services, state)
    found = PAGES[state.view]
    if found is committee and "dossier" not in services.views:  # a server for everybody
        found = "app.reader.published:decisions_page"
    make: Callable[[PageContext], Page] = resolve_name(found) if isinstance(found, str) else found
    made = make(PageContext(services, settled, address_of, contents_at))
    html, previews = previews_apart(made.html)
    # A query that cites one place gives the page of that place, which is finished.
    return replace(made, html=html, previews=previews) if previews else made


def head(services: ReaderServices, state: PageState, address_of: AddressOf = address) -> Markup:
    """The head of every page: name, search box, pages, language."""
    # Its links start from the place that is shown, and it names that one: after a typed citation, or where another text
    # than the leading one has the number (DBf's own rules), "references" are those of that place.
    return header(PageContext(services, _settled(services, opened(services, state)), address_of))


def _settled(services: ReaderServices, state: PageState) -> PageState:
    """The state at a place that exists, where its view is about a place."""
    return existing_state(services, state) if state.view in ("read", "refs", "compare") else state


def peek(services: ReaderServices, href: str) -> Markup:
    """What the sheet over the page shows: the text of the place an address opens."""
    from app.reader.peek import peek as text_of

    return text_of(services, href) if href else NOTHING


def jump(services: ReaderServices, state: PageState, typed: str) -> Markup:
    """What the search box shows under what has been typed so far."""
    return typed_so_far(PageContext(services, state), typed)
