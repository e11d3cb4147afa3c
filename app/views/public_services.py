"""What everybody may read, loaded once for all readers."""

from __future__ import annotations

from functools import cache, lru_cache

from app.publish.services import public_services
from app.reader.context import ReaderServices
from app.views.housekeeping import keep_house
from corpus.alignment.fate import NumberFates
from corpus.precedents.published import PublishedCases, published_cases
from corpus.store import load_library, load_tables
from index.precedents.casebook import Casebook
from index.precedents.decision_index import DecisionIndex


@cache
def everybodys_services() -> ReaderServices:
    """The texts with a recorded consent and the published decisions. Raises NothingToPublishError and StoreError.

    Kept by Python, not by Streamlit, whose caches any reader's browser may ask to empty.
    """
    services = public_services(_published)
    keep_house(services)
    return services


def _published() -> Casebook:
    casebook = _opened(published_cases())
    casebook.refresh()
    return casebook


@lru_cache(maxsize=2)
def _opened(folder: PublishedCases) -> Casebook:
    """The published decisions, with an index in memory: a server for everybody writes nothing."""
    return Casebook(DecisionIndex(folder), _fates())


@cache
def _fates() -> NumberFates:
    return NumberFates.of(load_tables(), load_library())
