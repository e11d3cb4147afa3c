"""The page on the screen: two components without frames, a head that answers while one types and the page itself.

Links are ordinary links. ``page.js`` opens them without a reload: it puts the address into the browser's history and
lets Streamlit run again for it, exactly as for the back button, so that address and page can never differ. Meanwhile
it shows the page that ``app.views.early`` gives for the address; each page says for which address it was made, so that
one of an address already left is not shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from app.i18n.errors import fault_words
from app.i18n.words import words
from app.publish.turns import TURNS
from app.reader.address import PageState, page_language, read_state
from app.reader.context import ReaderServices
from app.reader.parts.frame import COMMITTEE, WORKSHOP
from app.views.collecting import asks_for_case, collected
from app.views.committee_forms import show_committee
from app.views.desk import own_desk
from app.views.kept_fields import save_status
from app.views.markdown import escape_markdown
from app.views.reading import reader_of_turn, show_head, show_page, show_stopped
from app.views.resources import reader_services
from corpus import own_library
from corpus.homes import unmoved
from corpus.schema import FormatError

# The views that name what is left out of the library; a law page stays as it is.
_NAMES_DAMAGED = ("home", "status")


def run() -> None:
    """Read the address, show its page; readers take turns, and the committee's forms wait for nobody."""
    # Without a title: the page's own stands while Streamlit runs, and until there is one that of ``front_page``.
    st.set_page_config(layout="wide", initial_sidebar_state="collapsed")
    # A damaged file takes down the pages that need it, and is named there; every other page opens.
    try:
        services = reader_services()
    except FormatError as error:
        show_stopped(error, page_language(dict(st.query_params), st.context.locale))
        return
    asked = dict(st.query_params)
    state = read_state(asked, services.library.registry, st.context.locale)
    try:
        with TURNS.turn(*reader_of_turn()):
            show_head(services, state, asked, lambda sent: _case(services, state, sent))
            if state.view in _NAMES_DAMAGED:
                for fault in own_library.left_out():
                    reason = escape_markdown(fault_words(fault, state.ui))
                    st.error(words(state.ui)["text_left_out"].format(reason=reason))
            show_page(services, state, asked)
        if state.view in WORKSHOP:
            from app.views import workshop

            with st.container(key="own"):
                workshop.show(services.library, state.ui, state.view, asked)
        elif state.view in COMMITTEE:
            with st.container(key="committee"):
                desk = own_desk()
                for fault in unmoved():
                    reason = escape_markdown(fault_words(fault, state.ui))
                    st.error(words(state.ui)["not_moved"].format(reason=reason))
                show_committee(services.library, state, asked, desk)
    except FormatError as error:
        show_stopped(error, state.ui)


def _case(services: ReaderServices, state: PageState, sent: str) -> Mapping[str, Any]:
    """The open case for ``page.js``, and by which name the journal knows this window."""
    away = words(state.ui)["desk_away"]
    journal = {"window": save_status().window, "journal": state.view == "dossier", "away": away}
    return {**collected(services.library, state.ui, sent, asking=asks_for_case(state)), **journal}
