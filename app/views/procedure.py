"""The checklist of an oral appeal on the screen."""

from __future__ import annotations

import streamlit as st

from app.committee.dossier_html import procedure_html
from app.committee.procedure import procedure, read_order
from app.i18n.words import UiLanguage, words
from app.views.text_box import text_box
from corpus.library import Library
from corpus.registry import LAWS
from corpus.store import load_lexicon


def show(library: Library, ui: UiLanguage) -> None:
    """The provisions of the laws in force in the chosen language, and of the regulations held."""
    names = words(ui)
    registry = library.registry
    current = registry.current_edition(LAWS)
    laws = [entry.key for entry in registry.expressions if (entry.work, entry.edition) == (LAWS, current)]
    own = next((key for key in laws if library.entry(key).language == ui), "")
    st.header(names["desk_procedure"], anchor=False)
    with st.columns((1, 2))[0]:
        chosen = text_box(library, laws, own, ui)
    regulations = {entry.work: entry.key for entry in registry.expressions if entry.work != "laws"}
    phases = procedure(library, read_order(load_lexicon("procedure.toml")), {"laws": chosen, **regulations})
    st.html(procedure_html(phases, library, ui))
