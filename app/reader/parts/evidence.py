"""Why a reference is judged as it is, in the reader's language."""

from __future__ import annotations

from html import escape

from app.i18n.notes import note_html
from app.i18n.reasons import sentence, values
from app.reader.context import PageContext
from corpus.evidence import Evidence, Reason


def evidence_html(desk: PageContext, evidence: Evidence) -> str:
    """The reasons of a reference as HTML; a number in them belongs to the edition that the sentence names."""
    return "; ".join(_reason(desk, reason) for reason in evidence)


def _reason(desk: PageContext, reason: Reason) -> str:
    shown = {name: escape(value) for name, value in values(reason).items()}
    if reason.expression:
        shown["expression"] = escape(desk.entry(reason.expression).short)
    if reason.note:
        shown["note"] = note_html(reason.note, desk.state.ui)
    template = "" if reason.code == "remark" else escape(desk.say[f"because_{reason.code}"], quote=False)
    return sentence(template, shown)
