"""The box to choose one of the library's texts from."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from app.i18n.words import UiLanguage, words
from corpus.library import Library


def text_box(library: Library, keys: Sequence[str], first: str, ui: UiLanguage) -> str:
    """A box to choose a text from; returns its key, which is ``first`` until another is chosen."""
    return st.selectbox(
        words(ui)["c_text"],
        keys,
        index=keys.index(first) if first in keys else 0,
        format_func=lambda key: library.entry(key).short,
        placeholder=words(ui)["desk_choose"],
    )
