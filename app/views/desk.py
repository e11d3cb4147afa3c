"""The committee's desk: the three pages that take input, by the name they have in an address."""

from __future__ import annotations

from collections.abc import Mapping

from app.state import Ui
from app.views import dossier, precedents, procedure
from corpus.library import Library

PAGES = ("precedents", "dossier", "procedure")


def show(page: str, library: Library, ui: Ui, params: Mapping[str, str]) -> None:
    """Draw one of ``PAGES``; ``params`` is the address: ``law``, ``by``, ``case``, ``dossier``."""
    if page == "precedents":
        precedents.show(library, ui, params)
    elif page == "dossier":
        dossier.show(library, ui, params)
    else:
        procedure.show(library, ui)
