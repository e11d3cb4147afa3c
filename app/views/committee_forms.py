"""The committee's pages, each with what a window may open: the one place from which their forms are drawn."""

from __future__ import annotations

from collections.abc import Mapping

from app.reader.address import PageState
from app.views.desk import Desk
from corpus.library import Library


def show_committee(library: Library, state: PageState, params: Mapping[str, str], desk: Desk) -> None:
    """The forms, in Streamlit's own widgets: they keep what is written while it is written."""
    # Loaded when first asked for: they read Word files and PDFs, which a reader of laws never needs.
    if state.view == "dossier":
        from app.views import dossier

        dossier.show(library, state.ui, params, desk)
    elif state.view == "precedents":
        from app.views import precedents

        precedents.show(library, state.ui, params, desk)
    elif state.view == "verify":
        from app.views import verification

        verification.show(library, state.ui, params)
    elif state.view == "journal":
        from app.views import journal

        journal.show(state.ui, desk)
    else:
        from app.views import procedure

        procedure.show(library, state.ui)
