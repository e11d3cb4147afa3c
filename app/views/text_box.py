"""A box on the committee's pages to choose a text from."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from app.i18n.words import UiLanguage, words
from app.reader.address import default_columns
from corpus.library import Library


def text_box(library: Library, keys: Sequence[str], first: str, ui: UiLanguage) -> str:
    """A box to choose a text from; its key is, until one is chosen, ``first``, else one in the reader's language."""
    first = first if first in keys else default_columns(library.registry, ui)[0]
    return st.selectbox(
        words(ui)["c_text"],
        keys,
        index=keys.index(first) if first in keys else 0,
        format_func=lambda key: library.entry(key).short,
        placeholder=words(ui)["desk_choose"],
    )
