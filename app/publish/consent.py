"""What may be shown to everybody: the texts for which the owner's leave is recorded, and nothing of any other."""

from __future__ import annotations

from dataclasses import replace

from app.reader.context import ReaderServices
from app.reader.parts.frame import WORKSHOP
from corpus.library import Library
from corpus.paths.ruling_path import TableSituations


class NothingToPublishError(ValueError):
    """Something for everybody, and no text that may be shown to everybody."""


def shown_services(services: ReaderServices, *, public: bool) -> ReaderServices:
    """The services of which an export is made, for everybody or for one's own use. Raises NothingToPublishError."""
    shown = with_consent(services) if public else services
    if not shown.library.expressions:
        raise NothingToPublishError(
            "no text has a recorded consent in data/editions.toml; without --public the export is for your own use"
        )
    # What a person adds and reviews is added and reviewed where Lovbro runs.
    return replace(shown, views=tuple(view for view in shown.views if view not in WORKSHOP))


def with_consent(services: ReaderServices) -> ReaderServices:
    """The services without the texts that nobody has given leave to show: no page made of them has their words.

    Searches must be limited to the texts of its library: the index still has all.
    """
    library = services.library
    kept = tuple(entry for entry in library.registry.expressions if entry.rights.consent is not None)
    keys = frozenset(entry.key for entry in kept)
    expressions = tuple(expression for expression in library.expressions if expression.key in keys)
    shown, alignment = Library(replace(library.registry, expressions=kept), expressions), services.alignment.only(keys)
    table = services.at_the_table
    # Its paths quote the words of both texts.
    quotable = {table.text, table.dbf} <= keys
    return replace(
        services,
        library=shown,
        alignment=alignment,
        open_fates=lambda: services.fates,
        open_situations=services.open_situations if quotable else TableSituations,
        open_parity=lambda: replace(services.open_parity(), library=shown, alignment=alignment),
        open_readings=lambda: services.open_readings().only(keys),
    )
