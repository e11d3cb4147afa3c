"""A place whole, for the sheet that opens over the page a reader is on: its text with its parts, and nothing around."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import parse_qsl

from markupsafe import Markup

from app.reader.address import read_state
from app.reader.context import PageContext, ReaderServices
from app.reader.parts.prose import ProseRenderer
from app.reader.parts.provision_text import TextPart, text_parts
from app.reader.place import existing_state
from app.reader.text.html import NOTHING
from corpus.ids import Level, is_provision_id


def peek(services: ReaderServices, href: str) -> Markup:
    """The text of the place that an address of the reading page opens; nothing for an address of another page."""
    state = read_state(dict(parse_qsl(href.lstrip("?"))), services.library.registry)
    page = PageContext(services, existing_state(services, state))
    if state.view != "read":
        return NOTHING
    parts = list(_parts(page))
    key, place = page.state.by, page.state.place
    return page.render(
        "peek.html",
        ui=state.ui,
        head=f"{page.link.plain_name(key, place)} · {page.entry(key).short}",
        standing=page.standing(key),
        language=page.entry(key).language,
        parts=parts,
    )


def _parts(page: PageContext) -> Iterator[TextPart]:
    key, place = page.state.by, page.state.place
    definition = page.library.definition(key, place)
    if definition is not None:
        yield TextPart(int(Level.LAW), "", "", ProseRenderer(page).definition(key, place, definition))
    provision = page.library.provision(key, place) if is_provision_id(place) else None
    if provision is not None:
        yield from text_parts(page, key, provision)
