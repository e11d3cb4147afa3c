"""The page that everybody reads, on the screen: the head, which alone runs again while one types, and the page itself.

Nothing here writes, and nothing that writes is imported here: the server for everybody runs this and no more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from app.i18n.errors import fault_words
from app.i18n.words import UiLanguage, words
from app.publish.turns import TURNS
from app.reader import router
from app.reader.address import PageState
from app.reader.context import ReaderServices
from app.views.component_data import component_data
from app.views.housekeeping import page_sent
from app.views.markdown import escape_markdown
from corpus.schema import FormatError
from corpus.text import without_surrogates

_ASSETS = Path(__file__).resolve().parent / "assets"
_CSS = (_ASSETS / "style.css").read_text(encoding="utf-8")
_JS = (_ASSETS / "page.js").read_text(encoding="utf-8")

DrawerOf = Callable[[str], Mapping[str, Any]]
"""What the head shows of the open case, after doing what was clicked."""

# The style comes with the component: a script that runs before its style would scroll to places that then move.
_show = st.components.v2.component("lovbro_page", js=_JS, css=_CSS, isolate_styles=False)


def show_page(services: ReaderServices, state: PageState, asked: Mapping[str, str]) -> None:
    """The page of the address ``asked``."""
    page = router.page(services, state)
    data = {"part": "main", "asked": dict(asked), "ui": state.ui, **vars(page)}
    _show(key="page", data=component_data(data))
    page_sent()


def show_stopped(error: FormatError, ui: UiLanguage) -> None:
    """Why a page cannot be shown, in the reader's language."""
    st.error(words(ui)["page_stopped"].format(reason=escape_markdown(fault_words(error.fault, ui))))


def reader_of_turn() -> tuple[str, str]:
    """The reader whose turn is taken, a window of a browser, and the address of its machine."""
    context = get_script_run_ctx()
    return (context.session_id if context else ""), st.context.ip_address or "127.0.0.1"


@st.fragment
def show_head(
    services: ReaderServices, state: PageState, asked: Mapping[str, str], drawer_of: DrawerOf | None = None
) -> None:
    """The head of the page; only this part runs again while a reader types.

    ``asked`` is the address that it is made for. Without ``drawer_of`` there is no case to put anything into.
    """
    typed, peeked = _sent("typed"), _sent("peek")
    with TURNS.turn(*reader_of_turn()):
        data = {
            "part": "head",
            "asked": dict(asked),
            "ui": state.ui,
            "html": router.head(services, state),
            "pop": router.jump(services, state, typed),
            "typed": typed,
            "peek": router.peek(services, peeked),
            "peeked": peeked,
            "case": dict(drawer_of(_sent("collect"))) if drawer_of else {},
        }
    _show(
        key="head",
        data=component_data(data),
        on_collect_change=_nothing,
        on_typed_change=_nothing,
        on_peek_change=_nothing,
    )


def _sent(name: str) -> str:
    """What the head has sent: the words ``typed`` so far, or the address of the place to ``peek`` at."""
    value: Any = st.session_state.get("head")
    return without_surrogates(str((value or {}).get(name, ""))[:500])


def _nothing() -> None:
    """Streamlit wants a callback for a value that a component sends; the rerun alone is what is needed."""
