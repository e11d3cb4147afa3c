"""The verdicts on a document as tables of a page, and as one HTML file to be passed on. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from app.i18n.verdicts import (
    basis_message,
    citation_message,
    place_words,
    quotation_message,
    summary_message,
    unchecked_message,
)
from app.i18n.words import UiLanguage, words
from app.reader.text.html import BREAK, NOTHING, join, render, style, tag
from app.reader.text.unbroken import unbroken
from app.reader.text.word_diff import marked
from corpus.ids import ProvisionId
from corpus.registry import Registry
from index.verification.document import PlacedQuotation, Verification

_SIGNS = {"right": "✓", "doubt": "!", "wrong": "✕"}
_SHOWN = 280  # characters of a quotation
_LOOK = """
body { font: 16px/1.45 system-ui, sans-serif; margin: 0 auto; max-width: 62rem; padding: 1rem; color: #1b1b1b }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; vertical-align: top; padding: .4rem .6rem }
tr { border-top: 1px solid #ccc } del { color: #9b1c1c } ins { color: #14532d }
del + ins, ins + del { margin-left: .25em } .tag { font-weight: 600 }
.sr { position: absolute; left: -999em }
.wrong .tag { background: #9b1c1c; color: #fff; padding: 0 .4em } .wrong { box-shadow: inset 5px 0 0 #9b1c1c }
.doubt { box-shadow: inset 2px 0 0 #7d5100 }
@media (max-width: 40rem) { thead { display: none } tr, td { display: block }
 td::before { content: attr(data-label) ": "; color: #666 } }
@media (prefers-color-scheme: dark) { body { background: #16171a; color: #e8e6e1 } del { color: #f2a0a0 }
 ins { color: #9adbb0 } tr { border-color: #444 } .wrong .tag { background: #f2a6a6; color: #16171a }
 .wrong { box-shadow: inset 5px 0 0 #f2a6a6 } .doubt { box-shadow: inset 2px 0 0 #e9be6a } }
"""
_RIGHT = ("right", "exact")
_GRAVE = ("other-rule", "never-existed", "contradicted", "differs", "elsewhere", "dropped", "not-found")


class VerdictRow(NamedTuple):
    """A row of verdicts: how it is to be taken, ``right``, ``doubt`` or ``wrong``, "" without a verdict; its cells."""

    grade: str
    cells: Sequence[Markup | str]


class VerdictTable(NamedTuple):
    """A table of verdicts: its title, the heads of its columns, its rows."""

    title: str
    heads: Sequence[str]
    rows: Sequence[VerdictRow]


def verification_html(found: Verification, registry: Registry, ui: UiLanguage) -> Markup:
    """What was found, what was not checked, and where, as the part of a page."""
    names = words(ui)
    return render(
        "verification.html",
        ui=ui,
        document=found.document,
        basis=basis_message(found, names),
        summary=summary_message(found, names),
        parts=[table for table in _tables(found, registry, names, ui) if table.rows],
    )


def verification_file(found: Verification, registry: Registry, ui: UiLanguage) -> bytes:
    """The verdicts as one HTML file that needs no other."""
    body = verification_html(found, registry, ui)
    page = render("verification_file.html", ui=ui, title=found.document, look=style(_LOOK), body=body)
    return page.encode()


def _tables(
    found: Verification, registry: Registry, names: Mapping[str, str], ui: UiLanguage
) -> Sequence[VerdictTable]:
    is_word = found.document.lower().endswith(".docx")

    def cite(number: ProvisionId) -> str:
        return number.printed(ui)

    def where(place: Any) -> str:
        return place_words(place, names, word_file=is_word)

    heads = [names["ver_where"], names["ver_printed"], names["ver_verdict"], names["ver_what"]]
    citations = [
        _row(
            one.verdict,
            where(one.place),
            _printed(one.printed, one.gloss),
            unbroken(citation_message(one, names, cite, registry)),
            names,
        )
        for one in found.citations
    ]
    quotations = [
        _row(
            one.checked.verdict,
            where(one.place),
            _short(one.checked.text),
            _with_difference(one, unbroken(quotation_message(one, names, cite, registry))),
            names,
        )
        for one in found.quotations
    ]
    unchecked = [
        VerdictRow("", [where(one.place), _short(one.words), unchecked_message(one, names)]) for one in found.unchecked
    ]
    return (
        VerdictTable(names["ver_citations"], heads, citations),
        VerdictTable(names["ver_quotations"], heads, quotations),
        VerdictTable(names["ver_unchecked"].capitalize(), [*heads[:2], names["ver_why"]], unchecked),
    )


def _printed(printed: str, gloss: str) -> str:
    return unbroken(f"{printed} ({gloss})" if gloss else printed)


def _row(verdict: str, where: str, printed: str, what: Markup | str, names: Mapping[str, str]) -> VerdictRow:
    """A row whose verdict has a sign before its word, so that a glance tells right from wrong without colour."""
    grade = "right" if verdict in _RIGHT else "wrong" if verdict in _GRAVE else "doubt"
    sign = tag("span", _SIGNS[grade], aria_hidden="true")
    return VerdictRow(grade, [where, printed, tag("span", sign, " ", names[f"ver_{verdict}"], class_="tag"), what])


def _with_difference(one: PlacedQuotation, message: str) -> Markup:
    checked = one.checked
    if checked.source is None or not checked.difference:
        return join([message])
    redline = marked(" ".join(checked.source.text.split()), " ".join(checked.text.split()))
    return join([message, BREAK, tag("q", redline, lang=checked.source.language)] if redline else [message, NOTHING])


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN].rsplit(' ', 1)[0]} …"
