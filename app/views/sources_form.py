"""What a case is decided by: provisions quoted and remarks, in the order that the committee gives them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import streamlit as st

from app.committee.dossier_html import quotation_html
from app.committee.quoting import quotations_of
from app.i18n.words import UiLanguage, words
from app.views.case_saving import CaseSaver
from app.views.dossier_paper import DossierPaper
from app.views.kept_fields import KeptFields
from app.views.markdown import escape_markdown
from app.views.resources import reader_services
from app.views.text_box import text_box
from corpus.dossiers.dossier import Dossier, DossierEntry, Quotation, Remark
from corpus.dossiers.fields import entry_row, value_at
from corpus.dossiers.quotation import QuotationCheck
from corpus.library import Library
from corpus.text import excerpt
from index.search.citation_lookup import CitationLookup
from index.search.rules import rule_index


class SourcesForm:
    """The entries of one case; ``paper`` knows the language it is written in and how quotations are set."""

    def __init__(
        self, saver: CaseSaver, library: Library, ui: UiLanguage, fields: KeptFields, paper: DossierPaper
    ) -> None:
        self._saver = saver
        self._library = library
        self._ui = ui
        self._names = words(ui)
        self._fields = fields
        self._paper = paper

    def draw(self, checks: Sequence[QuotationCheck], params: Mapping[str, str]) -> None:
        """The entries, each quotation with its check, and the forms for a further one; ``params`` may fill them."""
        fates = iter(checks)
        for number, entry in enumerate(self._saver.dossier.entries):
            self._entry(number, entry, next(fates) if isinstance(entry, Quotation) else None)
        self._add_entry(params)

    def _change_entries(self, changed: Callable[[], Dossier]) -> None:
        self._saver.save("entries", changed().entries)

    def _entry(self, number: int, entry: DossierEntry, fate: QuotationCheck | None) -> None:
        dossier = self._saver.dossier
        with st.container(border=True):
            if isinstance(entry, Quotation):
                st.html(quotation_html(entry, fate or QuotationCheck("same"), self._paper.composer))
            row = entry_row(dossier.entries, number)
            label, column = ("comment", "comment") if isinstance(entry, Quotation) else ("remark", "text")
            field = f"entries-{row}-{column}"
            value, save = value_at(dossier, field), partial(self._saver.save, field)
            self._fields.text(field, self._names[f"desk_{label}"], value, save)
            tag = f"{dossier.key}:{number}"
            with st.container(horizontal=True):
                for name, at_end, changed in (
                    ("up", number == 0, partial(dossier.move, number, -1)),
                    ("down", number == len(dossier.entries) - 1, partial(dossier.move, number, 1)),
                    ("remove", False, partial(dossier.remove, number)),
                ):
                    label, change = self._names[f"desk_{name}"], partial(self._change_entries, changed)
                    st.button(label, key=f"{tag}:{name}", disabled=at_end, on_click=change)

    def _add_entry(self, params: Mapping[str, str]) -> None:
        with st.form(f"{self._saver.dossier.key}:quote"):
            typed = st.text_input(self._names["desk_citation"], params.get("law", ""), max_chars=120)
            expression = text_box(self._library, self._library.registry.keys, params.get("by", ""), self._ui)
            if st.form_submit_button(self._names["desk_add_quotation"]) and (typed or "").strip():
                self._quote((typed or "").strip(), expression)
        st.button(self._names["desk_add_remark"], on_click=self._add_remark)

    def _quote(self, typed: str, expression: str) -> None:
        # The comment stands on the paper, so it is in the dossier's language.
        services = reader_services()  # an alignment that is being made anew is not waited for
        rules = rule_index(self._library, services.concordance, services.alignment)
        citations = CitationLookup(self._library, rules)
        found = quotations_of(typed, expression, self._library, citations, self._paper.language)
        if not found.quotations:
            short = self._library.entry(expression).short
            absent = self._names["desk_nothing_there"].format(given=escape_markdown(excerpt(typed)), expression=short)
            st.warning(f"{found.remark} {absent if found.absent else ''}".strip())
        elif self._saver.add(*found.quotations):
            st.rerun()
        elif found.remark:
            st.caption(found.remark)

    def _add_remark(self) -> None:
        self._saver.add(Remark(""))
