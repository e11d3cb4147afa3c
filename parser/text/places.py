"""Every running text of an expression with its place: where citations stand and where evidence is read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from corpus.ids import ProvisionId
from corpus.model import Expression, Prose, Where


@dataclass(frozen=True)
class TextPassage:
    """One paragraph, heading, sense or note paragraph.

    ``place``, ``where`` and ``block`` as in Anchor; ``here`` is the provision it belongs to, for a note its first
    anchor, for a definition none.
    """

    place: str
    where: Where
    block: int
    prose: Prose
    here: ProvisionId | None


def texts(expression: Expression) -> Iterator[TextPassage]:
    """Definitions, then provisions (heading first), then notes, each in document order."""
    for address, definition in expression.all_definitions():
        for block, sense in enumerate(definition.senses):
            yield TextPassage(address, "definition", block, sense.prose, None)
    for provision in expression.walk():
        if provision.heading:
            yield TextPassage(str(provision.id), "heading", 0, provision.heading, provision.id)
        for block, own in enumerate(provision.own_blocks):
            if isinstance(own, Prose):
                yield TextPassage(str(provision.id), "body", block, own, provision.id)
    for note in expression.notes:
        for block, prose in enumerate(note.blocks):
            yield TextPassage(note.key, "note", block, prose, ProvisionId.of(note.anchors[0]))
