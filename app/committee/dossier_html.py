"""A frozen quotation as HTML, with what has become of its source; and the steps of the procedure. Pure and escaped."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from urllib.parse import quote

from app.committee.dossier_document import address, compose_quotation, to_html
from app.committee.procedure import ProcedurePhase, ProcedureStep
from app.i18n.words import UiLanguage, words
from corpus.dossiers.dossier import Quotation
from corpus.dossiers.quotation import QuotationCheck
from corpus.library import Library

_CHANGES = {"equal": "{}", "old": "<del>{}</del>", "new": "<ins>{}</ins>"}


def quotation_html(quotation: Quotation, fate: QuotationCheck, ui: UiLanguage, language: str = "") -> str:
    """The quotation as in the paper, its text in ``language``; where the source has changed, the difference below."""
    say = words(ui)
    body = to_html(compose_quotation(quotation, ui, fate, language), ui)
    if fate.fate == "changed":
        changes = "".join(_CHANGES[c.kind].format(escape(c.text).replace("\n", "<br>")) for c in fate.changes)
        spoken = f' lang="{escape(language)}"' if language else ""
        body += (
            f'<div class="changes" role="note"><b>{escape(say["desk_fate_changed"])}</b><p{spoken}>{changes}</p></div>'
        )
    link = escape(f"{address(quotation)}&ui={ui}", quote=True)
    return f'{body}<p><a href="{link}">{escape(quotation.title or quotation.cited)}</a></p>'


def procedure_html(phases: Sequence[ProcedurePhase], library: Library, ui: UiLanguage) -> str:
    """The checklist: a box to tick for each step, its paragraph, its words, the deadlines it sets."""
    say = words(ui)
    body = "".join(
        f"<section><h3>{escape(say[f'desk_phase_{phase.name}'])}</h3><ol>"
        f"{''.join(_step(step, library, ui) for step in phase.steps)}</ol></section>"
        for phase in phases
    )
    standings = dict.fromkeys(library.entry(step.expression).standing for p in phases for step in p.steps)
    notices = "".join(f"<p>{escape(say[f'desk_standing_{s}'])}</p>" for s in standings if f"desk_standing_{s}" in say)
    notice = f'<div class="notice">{notices}</div>' if notices else ""
    return f'<article class="procedure"><p>{escape(say["desk_procedure_note"])}</p>{notice}{body}</article>'


def _step(step: ProcedureStep, library: Library, ui: UiLanguage) -> str:
    say = words(ui)
    entry = library.entry(step.expression)
    times = "".join(
        f"<strong>{escape(say[key])}: {escape(time.words)}</strong> "
        for time in step.times
        for key in ("desk_deadline" if time.deadline else "desk_time_named",)
    )
    text = escape(step.text).replace("\n", "<br>")
    name = escape(f"{step.cited} · {entry.short}", quote=True)
    return (
        f'<li><input type="checkbox" aria-label="{name}"> '
        f'<a href="?law={quote(step.place)}&amp;by={step.expression}&amp;ui={ui}">{escape(step.cited)}</a> '
        f'<small>{escape(entry.short)} · <span lang="{entry.language}">{escape(" · ".join(step.headings))}</span>'
        f"</small> {times}"
        f'<p lang="{entry.language}">{text}</p></li>'
    )
