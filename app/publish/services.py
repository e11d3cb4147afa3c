"""What pages are made from, read from the store."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from app.build.search_index import open_public_search, open_search
from app.build.shareable import load_shareable_library
from app.publish.consent import NothingToPublishError, with_consent
from app.reader.address import PUBLIC_VIEWS
from app.reader.context import ReaderServices
from app.reader.text.defined_terms import read_term_forms
from corpus.alignment.contradictions import settled_contradictions
from corpus.library import Library
from corpus.path_store import load_path, load_situations
from corpus.store import (
    load_alignment,
    load_lexicon,
    load_library,
    load_readings,
    load_settled,
    load_tables,
    load_terms,
)
from index.comparison.parity_judgements import ParityByLaw
from index.precedents.casebook import Casebook

if TYPE_CHECKING:
    from index.search.engine import SearchEngine


def open_services(
    library: Library, open_search: Callable[[], SearchEngine], open_cases: Callable[[], Casebook] | None = None
) -> ReaderServices:
    """The services of a library, the rest from the store. Raises StoreError when the products are missing.

    Without ``open_cases`` the register of decisions is empty.
    """
    tables, alignment = load_tables(), load_alignment()
    services = ReaderServices(
        library,
        tables,
        alignment,
        open_search,
        open_terms=load_terms,
        open_term_forms=lambda: read_term_forms(load_lexicon("defined-forms.tsv")),
        open_parity=lambda: ParityByLaw.open(library, alignment),
        open_readings=load_readings,
        open_settlements=lambda: settled_contradictions(tables.contradictions(), load_settled()),
        open_situations=load_situations,
        open_path=load_path,
    )
    return replace(services, open_cases=open_cases) if open_cases else services


def stored_services() -> ReaderServices:
    """The services for the person of this machine, without the register of decisions."""
    library = load_library()
    return open_services(library, lambda: open_search(library))


def public_services(open_cases: Callable[[], Casebook]) -> ReaderServices:
    """The services for everybody: the texts with a recorded consent, an index of them alone, and no page that writes.

    ``open_cases`` gives the published decisions. Raises NothingToPublishError.
    """
    full = published_services()
    shown = with_consent(full)
    if not shown.library.expressions:
        raise NothingToPublishError(
            "no text has a recorded consent, so nothing may be shown to everybody: write the owner's leave under "
            "[expression.rights.consent] in data/editions.toml and run lovbro build --accept, or serve without --public"
        )
    return replace(
        shown, open_search=lambda: open_public_search(shown.library), open_cases=open_cases, views=PUBLIC_VIEWS
    )


def published_services() -> ReaderServices:
    """The services for what leaves this machine: without the register of decisions, which is the person's own."""
    library = load_shareable_library()
    services = open_services(library, lambda: open_search(library))
    return replace(services, alignment=services.alignment.only(library.registry.keys))
