"""A provision with all its parts as it is read aloud: number, heading, text and notes of each, in the book's order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from markupsafe import Markup

from app.reader.context import PageContext
from app.reader.parts.prose import ProseRenderer, blocks_of
from app.reader.text.capitals import capitals
from app.reader.text.html import join
from corpus.ids import ProvisionId
from corpus.model import Provision


class TextPart(NamedTuple):
    """A part of a text as a sheet or a ruling shows it; ``around`` is True for what it is only a part of."""

    level: int
    number: str
    heading: Markup | str
    body: Markup
    around: bool = False


def text_parts(page: PageContext, key: str, provision: Provision) -> Iterator[TextPart]:
    """A provision and its parts."""
    own = str(provision.id)
    for part in provision.walk():
        number = page.link.cite(key, own) if str(part.id) == own else part.id.parts[-1]
        # What closes a provision stands after its parts in the book; here it follows what opens it.
        yield _part(page, key, part, number, (False, True))


def text_in_place(page: PageContext, key: str, provision: Provision) -> Iterator[TextPart]:
    """A provision and its parts between what opens and what closes the provisions it is a part of.

    Its own number and heading are left to what stands above the text.
    """
    parts = provision.id.parts
    found = (page.library.provision(key, ProvisionId(parts[:depth])) for depth in range(1, len(parts)))
    above = [one for one in found if one is not None]
    for one in above:
        part = _part(page, key, one, page.link.cite(key, str(one.id)), (False,))
        if part.heading or part.body:
            yield part._replace(around=True)
    own, *parts_of_it = text_parts(page, key, provision)
    if own.body:
        yield own._replace(number="", heading="")
    yield from parts_of_it
    for one in reversed(above):
        if one.closing:
            yield _part(page, key, one, "", (True,))._replace(around=True, heading="")


def _part(page: PageContext, key: str, provision: Provision, number: str, closings: tuple[bool, ...]) -> TextPart:
    prose = ProseRenderer(page)
    notes = (prose.note(key, note) for note in page.library.notes(key, str(provision.id)))
    body = [prose.blocks(blocks_of(key, provision, closing=closing)) for closing in closings]
    heading = capitals(provision.heading.text) if provision.heading else ""
    return TextPart(int(provision.id.level), number, heading, join([*body, *notes] if False in closings else body))
