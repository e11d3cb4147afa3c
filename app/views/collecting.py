"""Collecting from the text: a provision is put into the open case at once, and the reader stays where he is.

``page.js`` puts a sign at every provision while a case is open, and sends what is clicked with the head of the page,
which alone runs again. What was done last can be taken back.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import quote as url_quote

import streamlit as st
from markupsafe import Markup

from app.i18n.errors import fault_words
from app.i18n.words import UiLanguage, words
from app.reader.address import PageState
from app.reader.text.html import NOTHING, tag
from app.views.desk import Desk, own_desk
from app.views.kept_fields import save_status
from app.views.markdown import escape_markdown
from corpus.dossiers.dossier import Dossier, DossierEntry, Quotation
from corpus.dossiers.folder import DossierError, DossierFolder
from corpus.dossiers.quotation import NoSuchPlaceError, quote
from corpus.library import Library

OPEN_CASE = "open_case"
"""Where the session keeps the key of the case that was opened last."""
_HANDLED = "collect_handled"
_MESSAGE = "collect_message"
_BEFORE = "collect_before"
_WAITING = "collect_waiting"
FEDERATION = "LOVBRO_FEDERATION"
"""The setting with the federation's name, for the cases that are begun here."""


def asks_for_case(state: PageState) -> bool:
    """Whether a page has a box to choose a case from: that of one decision."""
    return state.view == "precedents" and bool(state.case)


def collected(
    library: Library, ui: UiLanguage, sent: str, desk: Desk | None = None, *, asking: bool = False
) -> Mapping[str, Any]:
    """Do what was clicked, once, and return what the page shows: the drawer of the open case and the sign's label.

    ``sent`` is a JSON object with ``do`` (``add``, ``put`` or ``undo``), ``key`` and ``place`` of a provision, and
    ``turn``, by which two clicks differ; or ``do`` is ``open`` and ``key`` the case that another page of the browser
    had open, or ``into`` and ``key`` the case for what was to be ``put`` while none of several was open. Where there is
    no case ``put`` begins one. Without an open case there is only that choice to show. ``asking`` is true for a page
    that ``asks_for_case``.
    """
    folder = (desk or own_desk()).dossiers
    wanted, known = _wanted(sent), open_case(folder)
    key = open_case(folder, str(wanted.get("key", "")) if wanted.get("do") in ("open", "into") else "")
    if key != known and asking:
        st.rerun()  # the box below was made without the case that the browser now tells of
    if not key and wanted.get("do") == "put" and sent != st.session_state.get(_HANDLED):
        if folder.keys():
            st.session_state[_WAITING] = wanted
            return {"html": _choice(folder, ui), "puts": True}
        key = _first_case(folder, library, ui, wanted)
    if not key:
        return {"puts": True}
    if sent and sent != st.session_state.get(_HANDLED):
        st.session_state[_HANDLED] = sent
        st.session_state[_MESSAGE] = _act(folder, key, library, ui, wanted)
    try:
        dossier = folder.open(key).dossier
    except DossierError:
        return {"puts": True}
    message = st.session_state.get(_MESSAGE, "")
    return {"html": _drawer(dossier, ui, message), "label": words(ui)["collect_add"], "puts": True}


def begin_case(folder: DossierFolder, title: str, ui: UiLanguage) -> str:
    """The key of a new case, which has the federation of the setting. Raises DossierError when it cannot be saved."""
    key = folder.create(title, ui).dossier.key
    if federation := os.environ.get(FEDERATION, ""):
        folder.edit(key, lambda dossier: replace(dossier, federation=federation))
    return key


def add_to_case_form(quotation: Quotation, ui: UiLanguage, folder: DossierFolder) -> None:
    """A small form that puts a quotation into a case: the open one, or of several others the one that is chosen."""
    names, keys = words(ui), folder.keys()
    if not keys:
        st.caption(names["desk_no_dossier"])
        return
    with st.form(f"put-{quotation.kind}-{quotation.place}"):
        opened, titles = open_case(folder), case_titles(folder)
        at = keys.index(opened) if opened else None
        key = st.selectbox(names["desk_dossier"], keys, at, lambda key: titles[key], placeholder=names["desk_choose"])
        if not st.form_submit_button(names["desk_to_dossier"]):
            return
        if not key:
            st.caption(names["desk_choose_case"])
            return
        try:
            folder.edit(key, lambda dossier: dossier.add(quotation))
            st.success(names["desk_saved"])
        except DossierError as error:
            st.error(names["desk_not_saved"].format(reason=escape_markdown(fault_words(error.fault, ui))))


def case_titles(folder: DossierFolder) -> Mapping[str, str]:
    """What a box to choose a case from calls each: its title, beside another of that title with its key."""
    titles = dict(folder.titles())
    shared = {title for title, count in Counter(titles.values()).items() if title and count > 1}
    return {key: f"{title} ({key})" if title in shared else title or key for key, title in titles.items()}


def open_case(folder: DossierFolder, remembered: str = "") -> str:
    """The case opened last in this session, else the one that the browser ``remembered``, else the only one there is.

    Of several none is chosen for the reader.
    """
    keys = folder.keys()
    chosen = str(st.session_state.get(OPEN_CASE, ""))
    if chosen not in keys and remembered in keys:
        chosen = st.session_state[OPEN_CASE] = remembered
    return chosen if chosen in keys else keys[0] if len(keys) == 1 else ""


def _first_case(folder: DossierFolder, library: Library, ui: UiLanguage, wanted: Mapping[str, Any]) -> str:
    """The only case, which is begun unless another run of this window has begun it meanwhile; "" where it cannot be, or
    where there is no such place to put into it.
    """
    try:
        quote(library, str(wanted["key"]), str(wanted["place"]))
        with save_status().turn:
            return next(iter(folder.keys()), "") or begin_case(folder, words(ui)["desk_new_dossier"], ui)
    except (DossierError, NoSuchPlaceError, ValueError, KeyError):
        return ""


def _wanted(sent: str) -> Mapping[str, Any]:
    """What the page sent, or nothing where that is no object."""
    try:
        wanted = json.loads(sent or "{}")
    except ValueError:
        return {}
    return wanted if isinstance(wanted, dict) else {}


def _act(folder: DossierFolder, key: str, library: Library, ui: UiLanguage, wanted: Mapping[str, Any]) -> str:
    names = words(ui)
    try:
        if wanted.get("do") == "undo":
            return _undo(folder, key, ui)
        if wanted.get("do") == "open":
            return ""
        if wanted.get("do") == "into":
            wanted = st.session_state.pop(_WAITING, {})
        quotation = quote(library, str(wanted["key"]), str(wanted["place"]))
        before = folder.open(key).dossier.entries
        after = folder.edit(key, lambda dossier: dossier.add(quotation)).dossier.entries
    except DossierError as error:
        return names["collect_refused"].format(reason=fault_words(error.fault, ui))
    except (NoSuchPlaceError, ValueError, KeyError):
        return ""
    if before == after:
        st.session_state.pop(_BEFORE, None)  # or what stood beside these words would take another quotation back
        return names["collect_there"].format(cited=quotation.cited)
    st.session_state[_BEFORE] = (key, before, after)
    return names["collect_added"].format(cited=quotation.cited)


def _undo(folder: DossierFolder, key: str, ui: UiLanguage) -> str:
    """Take the last quotation back, if nobody has changed the entries since."""
    found: tuple[str, tuple[DossierEntry, ...], tuple[DossierEntry, ...]] | None = st.session_state.pop(_BEFORE, None)
    if found is None or found[0] != key:
        return ""
    _, before, after = found

    def put_back(dossier: Dossier) -> Dossier:
        return replace(dossier, entries=before) if dossier.entries == after else dossier

    done = folder.edit(key, put_back).dossier.entries == before
    return words(ui)["collect_undone" if done else "collect_changed"]


def _told(message: str, ui: UiLanguage, *buttons: Markup) -> Markup:
    return tag("p", message, " ", *buttons, role="status", lang=ui)


def _choice(folder: DossierFolder, ui: UiLanguage) -> Markup:
    """The cases there are, one of which takes what is to be put in, and the way out of that."""
    names = words(ui)
    cases = (
        tag("button", title, type="button", data_collect="into", data_case=key)
        for key, title in case_titles(folder).items()
    )
    undo = tag("button", names["collect_undo"], type="button", data_collect="undo")
    return _told(names["desk_choose_case"], ui, *cases, undo)


def _drawer(dossier: Dossier, ui: UiLanguage, message: str) -> Markup:
    names = words(ui)
    count = len(dossier.quotations)
    undo = NOTHING
    if st.session_state.get(_BEFORE):
        undo = tag("button", names["collect_undo"], type="button", data_collect="undo")
    rows = (tag("li", f"{one.cited} ({one.title})" if one.title else one.cited) for one in dossier.quotations)
    opening = tag("a", names["collect_open"], href=f"?view=dossier&dossier={url_quote(dossier.key)}&ui={ui}")
    # What was done is told also where the case stays folded.
    told = _told(message, ui, undo) if message else NOTHING
    title = tag("summary", f"{dossier.title} ({count})")
    return told + tag("details", title, tag("ol", *rows), tag("p", opening), lang=ui)
