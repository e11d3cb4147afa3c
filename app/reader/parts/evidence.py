"""Why a reference is judged as it is, and what editors noted, in the reader's language."""

from __future__ import annotations

from markupsafe import Markup, escape

from app.i18n.notes import translated_notes
from app.i18n.reasons import values
from app.i18n.words import UiLanguage, words
from app.reader.context import PageContext
from app.reader.text.html import NOTHING, join, tag
from app.reader.text.unbroken import unbroken
from corpus.evidence import Evidence, Reason


def evidence_html(page: PageContext, evidence: Evidence) -> Markup:
    """The reasons of a reference as HTML; a number in them belongs to the edition that the sentence names."""
    return join((_reason(page, reason) for reason in evidence), "; ")


def note_html(text: str, ui: UiLanguage) -> Markup:
    """An editor's note in the reader's language; one that has no translation is shown in English, and marked so.

    >>> note_html("seen once", "da")
    Markup('<span lang="en">seen once</span> (redaktionens note, på engelsk)')
    """
    if known := translated_notes()[ui].get(text):
        return escape(unbroken(known))
    mark = f" ({words(ui)['in_english']})" if ui != "en" else ""
    return tag("span", unbroken(text), lang="en") + mark


def _reason(page: PageContext, reason: Reason) -> Markup:
    note = note_html(reason.note, page.state.ui) if reason.note else NOTHING
    if reason.code == "remark":
        return note
    shown = values(reason)
    if reason.expression:
        shown["expression"] = page.entry(reason.expression).short
    words_ = escape(page.words[f"because_{reason.code}"]).format(**shown)
    return words_ + " (" + note + ")" if note else words_
