"""The committee's pages, each with what a window may open: the one place from which their forms are drawn."""

from __future__ import annotations

import json
from collections.abc import Mapping

import streamlit as st

from app.i18n.words import words
from app.reader.address import PageState
from app.reader.text.html import style
from app.views.desk import Desk
from corpus.library import Library


def show_committee(library: Library, state: PageState, params: Mapping[str, str], desk: Desk) -> None:
    """The forms, in Streamlit's own widgets: they keep what is written while it is written."""
    # Streamlit's own word on the button of a box is English; ``page.js`` puts this in its place for a screen reader.
    st.html(style(f":root {{ --open-box: {json.dumps(words(state.ui)['desk_open_box'], ensure_ascii=False)} }}"))
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
