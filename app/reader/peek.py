"""A place whole, for the sheet that opens over the page a reader is on: its text with its parts, and nothing around."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import parse_qsl

from markupsafe import Markup

from app.reader.address import read_state
from app.reader.context import PageContext, ReaderServices
from app.reader.parts.prose import ProseRenderer, blocks_of
from app.reader.place import settle
from app.reader.text.capitals import capitals
from app.reader.text.html import NOTHING, join
from corpus.ids import Level, is_provision_id

PeekPart = tuple[int, str, Markup | str, Markup]
"""A part as the sheet shows it: level, number, heading, body."""


def peek(services: ReaderServices, href: str) -> Markup:
    """The text of the place that an address of the reading page opens; nothing for an address of another page."""
    state = read_state(dict(parse_qsl(href.lstrip("?"))), services.library.registry)
    page = PageContext(services, settle(services, state))
    if state.view != "read":
        return NOTHING
    parts = list(_parts(page))
    key, place = page.state.by, page.state.place
    return page.render(
        "peek.html",
        ui=state.ui,
        head=f"{page.link.cite(key, place)} · {page.entry(key).short}",
        standing=page.standing(key),
        language=page.entry(key).language,
        parts=parts,
    )


def _parts(page: PageContext) -> Iterator[PeekPart]:
    key, place = page.state.by, page.state.place
    prose = ProseRenderer(page)
    definition = page.library.definition(key, place)
    if definition is not None:
        yield int(Level.LAW), "", "", prose.definition(key, place, definition)
    provision = page.library.provision(key, place) if is_provision_id(place) else None
    for part in provision.walk() if provision else ():
        own = str(part.id)
        notes = [prose.note(key, note) for note in page.library.notes(key, own)]
        # What closes a provision stands after its parts in the book; in the sheet it follows what opens it.
        body = [prose.blocks(blocks_of(key, part, closing=closing)) for closing in (False, True)]
        heading = capitals(part.heading.text) if part.heading else ""
        number = page.link.cite(key, own) if own == place else part.id.parts[-1]
        yield int(part.id.level), number, heading, join([*body, *notes])
