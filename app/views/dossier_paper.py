"""The paper of a dossier on the screen: as it is now, as files, and beside it what is cited and not quoted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from functools import cached_property, partial

import streamlit as st

from app.committee.cross_check import CitedRule, cross_check
from app.committee.deadlines import deadlines
from app.committee.document_blocks import DocumentBlock
from app.committee.document_html import to_html, to_page
from app.committee.document_markdown import to_markdown
from app.committee.dossier_document import CaseCourse, compose
from app.committee.edition_guard import EditionGuard
from app.committee.play_date import play_date
from app.committee.quotation_blocks import QuotationComposer
from app.committee.register import open_register
from app.committee.score_document import basis_words
from app.committee.scoring.arithmetic import Provenance
from app.i18n.words import UI_LANGUAGES, UiLanguage, words
from app.reader.text.html import tag
from app.reader.text.unbroken import whole
from app.views.course_form import procedure_order
from app.views.desk import Desk
from app.views.kept_fields import KeptFields
from app.views.markdown import escape_markdown
from app.views.papers import docx_paper, pdf_paper, unprinted_in_pdf
from app.views.public_form import draw_public_copy
from app.views.score_form import scoring_tables
from corpus.alignment.fate import NumberFates
from corpus.dossiers.dossier import Dossier
from corpus.dossiers.quotation import QuotationCheck, check
from corpus.library import Library
from corpus.own_texts import OwnTexts
from corpus.precedents.decision import Decision
from corpus.store import load_tables


def number_fates(library: Library) -> NumberFates:
    """What became of the numbers of every edition of the laws, worked out once for the texts and tables as they are."""
    return _number_fates(OwnTexts.open().stamp(), library)


@st.cache_resource(max_entries=2)
def _number_fates(stamp: str, _library: Library) -> NumberFates:
    return NumberFates.of(load_tables(), _library)


class DossierPaper:
    """The paper of one dossier, for who may change it and for who may only read it."""

    def __init__(self, desk: Desk, dossier: Dossier, library: Library, ui: UiLanguage) -> None:
        self._desk = desk
        self._dossier = dossier
        self._library = library
        self._languages = {entry.key: entry.language for entry in library.registry.expressions}
        self._ui = ui
        self._names = words(ui)

    @property
    def language(self) -> UiLanguage:
        """The dossier's, whoever reads the page: its paper must come out the same twice."""
        return next((ui for ui in UI_LANGUAGES if ui == self._dossier.language), self._ui)

    @cached_property
    def played(self) -> date | None:
        """The day of play, None where it is not given or cannot be read."""
        return play_date(self._dossier.played, self._dossier.language)

    @cached_property
    def composer(self) -> QuotationComposer:
        """What sets a quotation, with warnings of its edition."""
        return QuotationComposer(self._ui, self._languages, self._guard, self.played)

    @cached_property
    def checks(self) -> list[QuotationCheck]:
        """Whether each quotation still is what the text has."""
        return [check(quotation, self._library, self._decisions) for quotation in self._dossier.quotations]

    def compose(self, dossier: Dossier, *, signed: bool = True) -> tuple[DocumentBlock, ...]:
        """The blocks of the paper of this dossier; of its copy for publication without lines to sign on."""
        order = procedure_order()
        course = CaseCourse(deadlines(dossier, self._library, order), order)
        tables = scoring_tables(self._library)
        return compose(dossier, self.language, self.checks, self._languages, tables, self._guard, course, signed=signed)

    def draw(self, dossier: Dossier, fields: KeptFields, save: Callable[[str], bool]) -> None:
        """The files, the copy for publication, what to look at, and the paper of the dossier as it is by now."""
        blocks = self.compose(dossier)
        self._draw_files(blocks)
        unsigned = partial(self.compose, signed=False)
        draw_public_copy(dossier, self._ui, self.language, fields, save, unsigned)
        self._draw_cross_check(dossier)
        st.html(to_html(blocks, self.language))

    def draw_read_only(self) -> None:
        """The paper and its files, for who may not change it."""
        st.caption(self._names["desk_read_only"])
        with st.container(key="paper"):
            blocks = self.compose(self._dossier)
            self._draw_files(blocks)
            st.html(to_html(blocks, self.language))

    @cached_property
    def _decisions(self) -> Mapping[str, Decision]:
        return open_register(self._desk.cases).casebook.by_key

    @cached_property
    def _guard(self) -> EditionGuard:
        return EditionGuard(self._library, number_fates(self._library), self._decisions)

    def _draw_files(self, blocks: tuple[DocumentBlock, ...]) -> None:
        language, key = self.language, self._dossier.key
        with st.container(horizontal=True):
            st.download_button(
                self._names["desk_make_docx"], lambda: docx_paper(blocks, language), f"{key}.docx", on_click="ignore"
            )
            st.download_button(
                self._names["desk_make_pdf"], lambda: pdf_paper(blocks, language), f"{key}.pdf", on_click="ignore"
            )
            st.download_button(
                self._names["desk_make_page"], to_page(blocks, language), f"{key}.html", on_click="ignore"
            )
            st.download_button(self._names["desk_make_markdown"], to_markdown(blocks), f"{key}.md", on_click="ignore")
        with st.container():
            if signs := unprinted_in_pdf(blocks):
                st.warning(escape_markdown(self._names["desk_pdf_unprinted"].format(signs=" ".join(signs))))

    def _draw_cross_check(self, dossier: Dossier) -> None:
        """What is cited but not quoted, quoted but not mentioned, and what was never a number."""
        found = cross_check(dossier, self._library, self._guard.fates)
        absent = [f"{self._printed(rule)} ({rule.edition})" for rule in found.absent]
        for key, places in (
            ("desk_cited_unquoted", [self._cited(rule) for rule in found.unquoted]),
            ("desk_quoted_unused", [one.cited for one in found.unused]),
            ("desk_cited_absent", absent),
            ("desk_cited_unknown", found.unknown),
        ):
            if places:
                named = whole(self._names[key].format(places=", ".join(places)))
                st.html(tag("p", named, class_="cross-check", lang=self._ui))

    def _cited(self, rule: CitedRule) -> str:
        """A number as it is cited, with what one of an older edition is today."""
        gloss = self._guard.gloss(0, rule.edition, (rule.number,))
        return f"{self._printed(rule)} {self.composer.gloss_words(gloss)}" if gloss else self._printed(rule)

    def _printed(self, rule: CitedRule) -> str:
        return basis_words(Provenance(rule.work, str(rule.number)), self._ui)
