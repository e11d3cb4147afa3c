"""Why a reference is judged as it is, in the reader's language."""

from __future__ import annotations

from html import escape

from app.i18n.notes import remark
from app.reader.context import PageContext
from corpus.evidence import REMARK, Reason, read


def why(desk: PageContext, evidence: str) -> str:
    """The reasons of an evidence as HTML; the numbers in it are those of the edition that the words name."""
    return "; ".join(_reason(desk, reason) for reason in read(evidence))


def _reason(desk: PageContext, reason: Reason) -> str:
    if reason.code == REMARK:
        return remark(reason.values["text"], desk.state.ui)
    values = {name: escape(value) for name, value in reason.values.items()}
    if key := reason.values.get("expression"):
        values["expression"] = escape(desk.entry(key).short)
    if note := reason.values.get("note"):
        values["note"] = remark(note, desk.state.ui)
    return escape(desk.say[f"because_{reason.code}"], quote=False).format(**values)
