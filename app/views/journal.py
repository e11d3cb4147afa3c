"""Who changed what, when, on the screen: for a registrar, of what all committees share and of the own dossiers."""

from __future__ import annotations

import streamlit as st

from app.committee.journal import ON_A_PAGE, journal_html
from app.i18n.words import UiLanguage, words
from app.views.desk import Desk
from corpus.document_store import database_url

_SHOWN = "journal_shown"


def show(ui: UiLanguage, desk: Desk) -> None:
    """The newest changes, those of one document where its name is typed, and a button for more. Raises OSError."""
    from corpus.database.whole import history  # where a database is named, and only there

    names = words(ui)
    st.header(names["journal"], anchor=False)
    typed = (st.text_input(names["journal_find"], max_chars=200) or "").strip()
    shown = st.session_state.get(_SHOWN, ON_A_PAGE)
    found = history(database_url(), part=typed, limit=shown + 1, shelves=desk.shelves)
    st.html(journal_html(found[:shown], ui))
    if len(found) > shown and st.button(names["journal_more"]):
        st.session_state[_SHOWN] = shown + ON_A_PAGE
        st.rerun()
