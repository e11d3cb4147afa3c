"""The page of a server for everybody: texts, search, references and published decisions, and nothing to write with.

What could read or write a dossier, the register or an own text is neither here nor imported from here; a contract in
``pyproject.toml`` says so. No widget exists but the head and the page, so there is nothing that a message could set.
"""

from __future__ import annotations

import streamlit as st

from app.publish.turns import TURNS
from app.reader.address import page_language, read_state
from app.views.public_services import everybodys_services
from app.views.reading import reader_of_turn, show_head, show_page, show_stopped
from corpus.schema import FormatError


def run() -> None:
    """Read the address and show its page; readers take turns."""
    st.set_page_config(layout="wide", initial_sidebar_state="collapsed")
    try:
        show_for_everybody()
    except FormatError as error:
        show_stopped(error, page_language(dict(st.query_params), st.context.locale))


def show_for_everybody() -> None:
    """The page of the address as everybody may see it. Raises FormatError for a file that it needs and cannot read."""
    services, asked = everybodys_services(), dict(st.query_params)
    state = read_state(asked, services.library.registry, st.context.locale, services.views)
    with TURNS.turn(*reader_of_turn()):
        show_head(services, state, asked)
        show_page(services, state, asked)
