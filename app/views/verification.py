"""Verify a document on the screen, and see what a new edition changed and whom it misleads.

The document is read, judged and forgotten: nothing of it is kept on disk.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

import streamlit as st

from app.committee import edition_report as report
from app.committee.document_blocks import DocumentBlock
from app.committee.document_html import to_report
from app.committee.verifying import verify_file
from app.export.tables import csv_file
from app.export.verification import Record
from app.i18n.errors import document_words
from app.i18n.words import UiLanguage, words
from app.reader.text.html import style
from app.reader.verification import verification_file, verification_html
from app.views.markdown import escape_markdown
from app.views.papers import commented_paper, docx_paper
from corpus import store
from corpus.library import Library
from corpus.registry import LAWS
from corpus.text import excerpt, slug
from index.comparison.edition_changes import NoTableError, definition_changes
from index.verification.document import Verification
from parser.documents.stream import RefusedDocumentError

_FOUND = "verified"
_TITLE = 60  # characters of a pasted text that name it
_LONGEST = 400_000  # characters of a pasted text
_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


def show(library: Library, ui: UiLanguage, params: Mapping[str, str]) -> None:
    """The form, the verdicts on what was sent last, and below them the two reports about editions.

    ``params`` may open a report (``report``: changes, misleads) for an edition (``to``).
    """
    names, opened, to = words(ui), params.get("report", ""), params.get("to", "")
    if opened:  # what somebody came for is on top
        _reports(library, ui, opened, to)
    st.header(names["verify"], anchor=False)
    st.text(names["ver_about"])
    _form(library, ui)
    if _FOUND in st.session_state:
        name, content, found = st.session_state[_FOUND]
        _verdicts(name, content, found, library, ui)
    if not opened:
        _reports(library, ui, opened, to)


def _reports(library: Library, ui: UiLanguage, opened: str, to: str) -> None:
    names = words(ui)
    # Not as expanders, which work out what they hide.
    if st.toggle(names["chg_open"], value=opened == "changes", key="chg_open"):
        _changes(library, ui, to)
    if st.toggle(names["mis_open"], value=opened == "misleads", key="mis_open"):
        _misleads(library, ui, to)


def _form(library: Library, ui: UiLanguage) -> None:
    names = words(ui)
    with st.form("verify"):
        # Streamlit's own words on the button are English; the style sheet puts these in their place.
        st.html(style(f":root {{ --upload: {json.dumps(names['desk_choose_files'], ensure_ascii=False)} }}"))
        file = st.file_uploader(names["ver_file"])
        pasted = st.text_area(names["ver_paste"], max_chars=_LONGEST, height=140)
        editions = ["", *reversed([one.edition for one in library.registry.editions_of(LAWS)])]
        edition = st.selectbox(names["ver_edition"], editions, format_func=lambda one: one or names["ver_edition_any"])
        sent = st.form_submit_button(names["ver_run"])
    if not sent:
        return
    if not (file or (pasted or "").strip()):
        st.caption(names["ver_nothing"])
        return
    name, content = (file.name, file.getvalue()) if file else (".txt", (pasted or "").encode())
    st.session_state.pop(_FOUND, None)
    try:
        found = verify_file(name, content, edition or "", library=library)
        if not file:
            # A text without a file is called by its first words.
            found = replace(found, document=excerpt((pasted or "").strip().splitlines()[0], _TITLE))
            name = f"{slug(found.document, 'lovbro')}.txt"
        st.session_state[_FOUND] = (name, content, found)
    except RefusedDocumentError as error:
        st.error(escape_markdown(document_words(error, ui)))


def _verdicts(name: str, content: bytes, found: Verification, library: Library, ui: UiLanguage) -> None:
    names, registry = words(ui), library.registry
    with st.container(key="verdicts"):
        st.html(verification_html(found, registry, ui))
    stem, _, ending = name.rpartition(".")
    page, copy = partial(verification_file, found, registry, ui), partial(commented_paper, content, found, registry, ui)
    st.download_button(names["ver_page_file"], page, f"{stem}-lovbro.html", "text/html", on_click="ignore")
    if ending.lower() == "docx":
        st.download_button(names["ver_copy"], copy, f"{stem}-lovbro.docx", _WORD, on_click="ignore")


def _changes(library: Library, ui: UiLanguage, to: str) -> None:
    names = words(ui)
    tables = store.load_tables().editions
    left, right = st.columns(2)
    newer = tables[1:]
    new = right.selectbox(names["chg_to"], newer, index=_place(newer, to), key="chg_to")
    older = tuple(one for one in tables if one < (new or ""))
    old = left.selectbox(names["chg_from"], older, index=len(older) - 1, key="chg_from")
    old, new = old or "", new or ""
    try:
        found, definitions = report.changes_of(library, old, new), definition_changes(library, old, new)
    except NoTableError:
        st.text(names["chg_no_table"].format(old=old, new=new))
        return
    paper = report.changes_with_titles(library, old, new, found, definitions, ui)
    _report(paper, list(report.change_rows(found, definitions)), f"lovbro-{old}-{new}", ui)


def _misleads(library: Library, ui: UiLanguage, to: str) -> None:
    newer = store.load_tables().editions[1:]
    asked = to if to in newer else library.registry.current_edition(LAWS)
    new = st.selectbox(words(ui)["mis_readers"], newer, index=_place(newer, asked), key="mis_readers")
    found = report.misleading_now(library, new or asked)
    _report(
        report.misleads_paper(new or asked, found, ui), list(report.mislead_rows(found)), f"lovbro-misleads-{new}", ui
    )


def _place(editions: Sequence[str], wanted: str) -> int:
    """Where an edition is in a list; the newest where it is not."""
    return editions.index(wanted) if wanted in editions else len(editions) - 1


def _report(paper: tuple[DocumentBlock, ...], rows: list[Record], name: str, ui: UiLanguage) -> None:
    names = words(ui)
    table, word = partial(csv_file, rows), partial(docx_paper, paper, ui)
    with st.container(horizontal=True):
        st.download_button(names["chg_csv"], table, f"{name}.csv", "text/csv", key=f"{name}.csv", on_click="ignore")
        st.download_button(names["chg_docx"], word, f"{name}.docx", _WORD, key=f"{name}.docx", on_click="ignore")
    st.html(to_report(paper, ui))
