"""A frozen quotation as HTML, with what has become of its source; and the steps of the procedure."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from markupsafe import Markup

from app.committee.document_blocks import DocumentText
from app.committee.document_html import to_html
from app.committee.procedure import ProcedurePhase
from app.committee.quotation_blocks import QuotationComposer, source_address
from app.i18n.words import UiLanguage, words
from app.reader.text.capitals import sentence_case
from app.reader.text.html import NOTHING, render, tag
from app.reader.text.unbroken import unbroken
from app.reader.text.word_diff import struck
from corpus.dossiers.dossier import Quotation
from corpus.dossiers.quotation import QuotationCheck
from corpus.library import Library


def quotation_html(quotation: Quotation, fate: QuotationCheck, composer: QuotationComposer) -> Markup:
    """The quotation as in the paper, folded; what is to be looked at is unfolded, and the difference to its source."""
    ui, language = composer.ui, composer.languages.get(quotation.expression, "")
    blocks = tuple(composer.blocks(quotation, fate))
    notices = [block for block in blocks if isinstance(block, DocumentText) and block.style == "notice"]
    rest = [block for block in blocks if block not in notices]
    heading = tag("summary", unbroken(composer.cited_today(quotation)))
    body = tag("details", heading, to_html(rest, ui), class_="quoted") + (to_html(notices, ui) if notices else NOTHING)
    changes = NOTHING
    if fate.fate == "changed":
        head = tag("b", words(ui)["desk_fate_changed"])
        difference = tag("p", struck(fate.changes), lang=language or None)
        changes = tag("div", head, difference, class_="changes", role="note")
    link = tag("a", quotation.title or quotation.cited, href=f"{source_address(quotation)}&ui={ui}")
    return body + changes + tag("p", link)


def procedure_html(phases: Sequence[ProcedurePhase], library: Library, ui: UiLanguage) -> Markup:
    """The checklist: a box to tick for each step, its paragraph, its words, the deadlines it sets."""
    names = words(ui)
    texts = [library.entry(key) for key in dict.fromkeys(step.expression for p in phases for step in p.steps)]
    return render(
        "procedure.html",
        notices=[f"{text.short}: {names[key]}" for text in texts if (key := f"desk_standing_{text.standing}") in names],
        phases=phases,
        entry=library.entry,
        address=lambda step: f"?law={quote(step.place)}&by={step.expression}&ui={ui}",
        words=names,
        sentence_case=sentence_case,
        unbroken=unbroken,
    )
