"""The page on the screen: two components without frames, a head that answers while one types and the page itself.

Links are ordinary links. ``page.js`` opens them without a reload: it puts the address into the browser's history and
lets Streamlit run again for it, exactly as for the back button, so that address and page can never differ. Meanwhile
it shows the page that ``app.views.early`` gives for the address; each page says for which address it was made, so that
one of an address already left is not shown.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from app.i18n.errors import fault_words
from app.i18n.words import UiLanguage, words
from app.publish.turns import TURNS
from app.reader import router
from app.reader.address import PageState, page_language, read_state
from app.reader.context import ReaderServices
from app.reader.parts.frame import COMMITTEE
from app.views import dossier, precedents, procedure, verification, workshop
from app.views.collecting import collected
from app.views.markdown import unmarked
from app.views.resources import reader_services
from corpus.own_texts import OwnTexts
from corpus.schema import FormatError
from corpus.text import without_surrogates

_ASSETS = Path(__file__).resolve().parent / "assets"
_CSS = (_ASSETS / "style.css").read_text(encoding="utf-8")
_JS = (_ASSETS / "page.js").read_text(encoding="utf-8")

# The views that name what is left out of the library; a law page stays as it is.
_NAMES_DAMAGED = ("home", "status")

# The style comes with the component: a script that runs before its style would scroll to places that then move.
_show = st.components.v2.component("lovbro_page", js=_JS, css=_CSS, isolate_styles=False)


def run() -> None:
    """Read the address, show its page; readers take turns, and the committee's forms wait for nobody."""
    # Without a title: the page's own stands while Streamlit runs, and until there is one that of ``front_page``.
    st.set_page_config(layout="wide", initial_sidebar_state="collapsed")
    # A damaged file takes down the pages that need it, and is named there; every other page opens.
    try:
        services = reader_services()
    except FormatError as error:
        _stop(error, page_language(dict(st.query_params), st.context.locale))
        return
    asked = dict(st.query_params)
    state = read_state(asked, services.library.registry, st.context.locale)
    try:
        with TURNS.turn(*_reader()):
            _head(services, state, asked)
            if state.view in _NAMES_DAMAGED:
                for fault in OwnTexts.open().damaged():
                    reason = unmarked(fault_words(fault, state.ui))
                    st.error(words(state.ui)["text_left_out"].format(reason=reason))
            page = router.page(services, state)
            _show(key="page", data={"part": "main", "asked": asked, "ui": state.ui, **vars(page)})
        if state.view in workshop.WORKSHOP:
            with st.container(key="own"):
                workshop.show(services.library, state.ui, state.view, dict(st.query_params))
        elif state.view in COMMITTEE:
            with st.container(key="committee"):
                _committee(services, state)
    except FormatError as error:
        _stop(error, state.ui)


def _stop(error: FormatError, ui: UiLanguage) -> None:
    st.error(words(ui)["page_stopped"].format(reason=unmarked(fault_words(error.fault, ui))))


def _committee(services: ReaderServices, state: PageState) -> None:
    """The committee's forms, in Streamlit's own widgets: they keep what is written while it is written."""
    params = dict(st.query_params)
    if state.view == "dossier":
        dossier.show(services.library, state.ui, params)
    elif state.view == "precedents":
        precedents.show(services.library, state.ui, params)
    elif state.view == "verify":
        verification.show(services.library, state.ui)
    else:
        procedure.show(services.library, state.ui)


@st.fragment
def _head(services: ReaderServices, state: PageState, asked: dict[str, str]) -> None:
    """The head; only this part runs again while a reader types. ``asked`` is the address the page is made for."""
    typed, peeked = _sent("typed"), _sent("peek")
    with TURNS.turn(*_reader()):
        data = {
            "part": "head",
            "asked": asked,
            "ui": state.ui,
            "html": router.head(services, state),
            "pop": router.jump(services, state, typed),
            "typed": typed,
            "peek": router.peek(services, peeked),
            "peeked": peeked,
            "case": dict(collected(services.library, state.ui, _sent("collect"))),
        }
    _show(
        key="head",
        data=data,
        on_collect_change=_nothing,
        on_typed_change=_nothing,
        on_peek_change=_nothing,
    )


def _reader() -> tuple[str, str]:
    """The reader whose turn is taken, a window of a browser, and the address of its machine."""
    context = get_script_run_ctx()
    return (context.session_id if context else ""), st.context.ip_address or "127.0.0.1"


def _sent(name: str) -> str:
    """What the head has sent: the words ``typed`` so far, or the address of the place to ``peek`` at."""
    value: Any = st.session_state.get("head")
    return without_surrogates(str((value or {}).get(name, ""))[:500])


def _nothing() -> None:
    """Streamlit wants a callback for a value that a component sends; the rerun alone is what is needed."""
