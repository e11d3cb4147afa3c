"""Why a reference is judged as it is, and what editors noted, in the reader's language."""

from __future__ import annotations

from markupsafe import Markup, escape

from app.i18n.notes import remarks
from app.i18n.words import words
from app.reader.address import UiLanguage
from app.reader.context import PageContext
from app.reader.text.html import join, tag
from corpus.evidence import REMARK, Reason, read


def why(page: PageContext, evidence: str) -> Markup:
    """The reasons of an evidence; the numbers in it are those of the edition that the words name."""
    return join((_reason(page, reason) for reason in read(evidence)), "; ")


def remark(text: str, ui: UiLanguage, *, mark_english: bool = True) -> Markup:
    """An editor's note in the reader's language. One that has no translation is shown in English.

    ``mark_english`` adds a word that it is English; a page that says so once for all its notes leaves it out.
    """
    if known := remarks()[ui].get(text):
        return escape(known)
    mark = f" ({words(ui)['in_english']})" if mark_english and ui != "en" else ""
    return tag("span", text, lang="en") + mark


def _reason(page: PageContext, reason: Reason) -> Markup:
    if reason.code == REMARK:
        return remark(reason.values["text"], page.state.ui)
    values = dict(reason.values)
    if key := reason.values.get("expression"):
        values["expression"] = page.entry(key).short
    if note := reason.values.get("note"):
        values["note"] = remark(note, page.state.ui)
    return escape(page.words[f"because_{reason.code}"]).format(**values)
