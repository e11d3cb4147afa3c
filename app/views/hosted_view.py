"""The page of a server with sign-in: for everybody what everybody may read, for a committee its dossiers too.

Who somebody is comes from the provider alone, which committee from the list; both are looked at anew at every run, so
that who leaves a committee is out of it at the next click. A window works for one committee until it is closed: what is
in its fields can then never be saved in another's dossier.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import streamlit as st

from app.i18n.words import UiLanguage, words
from app.publish.turns import TURNS
from app.reader.address import PUBLIC_VIEWS, ViewName, page_language, read_state
from app.reader.parts.frame import COMMITTEE
from app.views.collecting import asks_for_case, collected
from app.views.committee_forms import show_committee
from app.views.desk import desk_of
from app.views.listening import is_public
from app.views.markdown import escape_markdown
from app.views.public_view import show_for_everybody
from app.views.reading import reader_of_turn, show_head, show_page, show_stopped
from app.views.resources import reader_services
from corpus.committees import CommitteeSeat, SignedInPerson, load_committees, person_of
from corpus.document_store import DATABASE, database_url
from corpus.schema import FormatError, Loader

_CHOSEN = "committee_key"
# A library of one's own, and the review of tables, belong to a person at a machine, not to a committee.
COMMITTEE_VIEWS: tuple[ViewName, ...] = (*PUBLIC_VIEWS, "dossier", "procedure", "verify")


def run() -> None:
    """Show what the person may see; readers take turns."""
    st.set_page_config(layout="wide", initial_sidebar_state="collapsed")
    ui = page_language(dict(st.query_params), st.context.locale)
    try:
        person = _person()
        seats = load_committees().seats_of(person) if person else ()
        seat = _chosen(seats)
        if seat:
            _room(seat)
            _account(person, seat.committee.name, ui)
        elif seats:
            _choose(seats, ui)
        else:
            _door(person, ui)
    except FormatError as error:
        show_stopped(error, ui)
    except OSError as error:  # of the database; what was typed is still in the window
        show_stopped(Loader(DATABASE, FormatError).fault("system", cause=error.strerror or str(error)), ui)


def _person() -> SignedInPerson | None:
    return person_of(st.user.to_dict(), time.time())


def _chosen(seats: tuple[CommitteeSeat, ...]) -> CommitteeSeat | None:
    """The seat that this window works for: the only one, or the one that was chosen first."""
    if len(seats) == 1:
        st.session_state.setdefault(_CHOSEN, seats[0].committee.key)
    return next((seat for seat in seats if seat.committee.key == st.session_state.get(_CHOSEN)), None)


def _room(seat: CommitteeSeat) -> None:
    """The texts, and the committee's own pages."""
    services, params = reader_services(), dict(st.query_params)
    services = replace(services, views=views_of(seat))
    state = read_state(params, services.library.registry, st.context.locale, services.views)

    def drawer(sent: str) -> Mapping[str, Any]:
        # The head runs again by itself: whether the person still has the seat is asked anew.
        person = _person()
        now = _chosen(load_committees().seats_of(person)) if person else None
        if now is None or now.role == "reader":
            return {}
        return collected(services.library, state.ui, sent, desk_of(now), asking=asks_for_case(state))

    with TURNS.turn(*reader_of_turn(), working=True):
        show_head(services, state, params, drawer)
        show_page(services, state, params)
    if state.view in COMMITTEE:
        with st.container(key="committee"):
            show_committee(services.library, state, params, desk_of(seat))


def views_of(seat: CommitteeSeat) -> tuple[ViewName, ...]:
    """The views of a seat: a registrar has the journal too, where a database keeps one."""
    return (*COMMITTEE_VIEWS, "journal") if seat.role == "registrar" and database_url() else COMMITTEE_VIEWS


def _choose(seats: tuple[CommitteeSeat, ...], ui: UiLanguage) -> None:
    st.header(words(ui)["committee_choose"], anchor=False)
    for seat in seats:
        key = seat.committee.key
        st.button(escape_markdown(seat.committee.name), key=f"choose-{key}", on_click=_choose_once, args=(key,))


def _choose_once(key: str) -> None:
    st.session_state.setdefault(_CHOSEN, key)


def _door(person: SignedInPerson | None, ui: UiLanguage) -> None:
    """For who has no seat: what everybody may read, if this server shows it, and the way to sign in or out."""
    names = words(ui)
    if is_public():
        show_for_everybody()
    else:
        st.header("Lovbro", anchor=False)
        st.text(names["sign_in_why"])
    if person:
        st.warning(escape_markdown(names["sign_in_nowhere"].format(name=person.email or person.name or person.subject)))
        if not person.email:
            st.warning(names["sign_in_unverified"])
    _account(person, "", ui)


def _account(person: SignedInPerson | None, committee: str, ui: UiLanguage) -> None:
    names = words(ui)
    with st.container(key="account"):
        if person:
            who = person.name or person.email or person.subject
            st.caption(escape_markdown(" · ".join(filter(None, (who, committee)))))
            st.button(names["sign_out"], key="sign-out", on_click=st.logout)
        else:
            st.button(names["sign_in"], key="sign-in", on_click=st.login)
