"""The copy of a case for publication: the names to replace, approved by a person, and the papers without them."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from app.committee.document_blocks import DocumentBlock
from app.committee.public_copy import (
    names_in_quotations,
    names_left,
    proposed_replacements,
    public_copy,
    public_name,
)
from app.i18n.words import UiLanguage, words
from app.views.kept_fields import KeptFields
from app.views.markdown import escape_markdown
from app.views.papers import docx_paper, pdf_paper
from corpus.dossiers.dossier import Dossier

Composer = Callable[[Dossier], tuple[DocumentBlock, ...]]

_NONE_FOUND = "public_copy_none_found"


def draw_public_copy(
    dossier: Dossier,
    ui: UiLanguage,
    language: UiLanguage,
    kept: KeptFields,
    save: Callable[[str], bool],
    composed: Composer,
) -> None:
    """Draw the field of replacements, what is still named, and the papers; ``composed`` makes the blocks of a case."""
    names, copy = words(ui), public_copy(dossier)

    def propose() -> None:
        proposed = proposed_replacements(dossier)
        st.session_state[_NONE_FOUND] = proposed == dossier.replacements
        kept.put("replacements", proposed, save)

    with st.expander(names["desk_public_copy"]):
        kept.text("replacements", names["desk_replacements"], dossier.replacements, save)
        st.button(names["desk_propose_names"], on_click=propose)
        if st.session_state.pop(_NONE_FOUND, False):
            st.caption(names["desk_no_names_found"])
        if left := names_left(copy):
            st.warning(escape_markdown(names["desk_names_left"].format(names=", ".join(left))))
        for cited, quoted in names_in_quotations(copy):
            st.warning(escape_markdown(names["desk_names_quoted"].format(cited=cited, names=", ".join(quoted))))
        key = public_name(copy)
        with st.container(horizontal=True):
            st.download_button(
                names["desk_make_public_docx"],
                lambda: docx_paper(composed(copy), language),
                f"{key}.docx",
                on_click="ignore",
            )
            st.download_button(
                names["desk_make_public_pdf"],
                lambda: pdf_paper(composed(copy), language),
                f"{key}.pdf",
                on_click="ignore",
            )
