"""The committee's cases on the screen: a new one, the one that is open, and its form (``app.views.dossier_form``)."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from app.i18n.errors import fault_words
from app.i18n.words import UiLanguage, words
from app.reader.text.html import tag
from app.views.case_saving import failures_in_words
from app.views.collecting import OPEN_CASE, begin_case, case_titles
from app.views.desk import Desk, own_desk
from app.views.dossier_form import DossierForm
from app.views.dossier_paper import DossierPaper
from app.views.kept_fields import save_status
from app.views.markdown import escape_markdown
from app.views.typed import take_in
from corpus.dossiers.folder import DossierError, DossierFolder
from corpus.library import Library
from corpus.text import excerpt

_ADDRESS = "dossier_address"
"""Where the session keeps the case that the address named last."""


def show(library: Library, ui: UiLanguage, params: Mapping[str, str], desk: Desk | None = None) -> None:
    """The view. ``params``: ``dossier`` names the one to open; ``law`` and ``by`` fill the form for a quotation.

    ``desk`` is what this window may open, all of this machine's person without it.
    """
    desk = desk or own_desk()
    folder, names = desk.dossiers, words(ui)
    st.header(names["desk_dossiers"], anchor=False)
    if desk.writes:
        _create(folder, ui, first=not folder.keys())
    asked, keys = params.get("dossier", ""), folder.keys()
    with st.container():
        if asked and asked not in keys and _is_new(asked):
            st.warning(names["desk_no_such"].format(key=escape_markdown(excerpt(asked))))
    # Whoever clicks twice begins a run that ends this one anywhere below, with the choice that he had before.
    with save_status().opening() as latest:
        _show_chosen(desk, library, ui, params, latest)


def _show_chosen(desk: Desk, library: Library, ui: UiLanguage, params: Mapping[str, str], latest: str) -> None:
    """The choice of a case, and the one that is chosen; ``latest`` is the one to open next."""
    folder, names = desk.dossiers, words(ui)
    key = _choose(folder, ui, params, latest)
    if not key:
        if not folder.keys():
            st.caption(names["desk_no_dossier"])
        return
    st.session_state[OPEN_CASE] = key
    st.html(tag("span", class_="open-case", data_case=key))
    try:
        if desk.writes:
            # In a box that is always there: a message more above the form draws it anew and takes the cursor.
            with st.container():
                take_in(folder, key, ui)
        opened = folder.open(key)
    except DossierError as error:
        st.error(names["desk_damaged"].format(reason=escape_markdown(fault_words(error.fault, ui))))
        return
    # What went wrong is told where the eye is, in a field far below: ``style.css`` keeps this box in sight.
    with st.container(key="told"):
        if notice := save_status().told():
            st.warning(notice)
    if desk.writes:
        DossierForm(desk, opened, library, ui).draw(params)
    else:
        DossierPaper(desk, opened.dossier, library, ui).draw_read_only()


def _create(folder: DossierFolder, ui: UiLanguage, *, first: bool) -> None:
    """The form for a new dossier, open where there is none yet.

    It is another form after each dossier, and is not emptied when it is sent: of a double click Streamlit makes one run
    with the words of the second, which would be none, or on a busy machine two, the second while the first is going.
    """
    names, status = words(ui), save_status()
    turn = status.begun
    with st.expander(names["desk_new_dossier"], expanded=first), st.form(f"dossier_new_{turn}"):
        title = (st.text_input(names["desk_title"], max_chars=200, key=f"dossier_title_{turn}") or "").strip()
        if not st.form_submit_button(names["desk_create"]):
            return
        if not title:
            st.caption(names["desk_title_missing"])
            return
        with failures_in_words(ui):
            with status.turn:
                if status.begun == turn:
                    status.chosen = begin_case(folder, title, ui)
                    status.begun += 1
            st.rerun()


def _choose(folder: DossierFolder, ui: UiLanguage, params: Mapping[str, str], latest: str) -> str:
    keys = folder.keys()
    if not keys:
        return ""
    address = params.get("dossier", "")
    if latest in keys:
        st.session_state["dossier_key"] = latest
    elif address in keys and ("dossier_key" not in st.session_state or _is_new(address)):
        st.session_state["dossier_key"] = address
    elif "dossier_key" not in st.session_state and (opened := st.session_state.get(OPEN_CASE)) in keys:
        st.session_state["dossier_key"] = opened
    elif st.session_state.get("dossier_key") not in keys:
        st.session_state.pop("dossier_key", None)
    st.session_state[_ADDRESS] = address
    titles, label = case_titles(folder), words(ui)["desk_choose"]
    # Who followed a link to a case that is not here is shown no other: he would write in the wrong one.
    none = bool(address) and address not in keys and st.session_state.get(OPEN_CASE) not in keys
    chosen = st.selectbox(
        label,
        keys,
        index=None if none else 0,
        key="dossier_key",
        format_func=lambda key: titles[key],
        placeholder=label,
    )
    return chosen or ""


def _is_new(address: str) -> bool:
    """Whether a link was followed to a case: ``page.js`` writes the case that is open into the address afterwards."""
    return address not in (st.session_state.get(_ADDRESS), st.session_state.get(OPEN_CASE))
