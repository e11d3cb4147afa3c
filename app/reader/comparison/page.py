"""Languages, editions and witnesses of one law compared, and the way to the lists of the whole book."""

from __future__ import annotations

from dataclasses import replace
from html import escape

from app.reader.comparison.differences import parity, references, structure
from app.reader.comparison.witnesses import wording
from app.reader.concordance.numbers import WORK
from app.reader.concordance.page import whole_book
from app.reader.context import Page, PageContext
from app.reader.law import LawPage
from app.reader.parts.frame import choose_columns, notice, problems, steps
from app.reader.parts.prose import capitals
from app.reader.status import sheet
from app.reader.text.columns import CellText, PageRow
from corpus.model import Provision


def compare_page(desk: PageContext) -> Page:
    """The open law in the chosen texts, then the way to the lists of the whole book."""
    say = desk.say
    reader = LawPage(desk)
    law = reader.law
    if law is None:
        return Page("Lovbro", f'<div class="plain">{problems(desk)}</div>')
    title = f"{say['compare']}: {desk.link.cite(reader.lead, str(law.id))}"
    heading = law.heading.text if law.heading else ""
    body = [
        f"<h1>{escape(say['compare'])}: {desk.link.anchor(reader.lead, str(law.id))} "
        f'<span class="path" lang="{desk.entry(reader.lead).language}">{capitals(heading, escape(heading))}'
        f"</span></h1>",
        _tools(desk, law),
        _laws(desk, law),
        f"<h2>{escape(say['cmp_numbers'])}</h2>",
        _numbers(desk, reader),
        _overlays(desk, reader),
        *references(desk, reader),
        *parity(desk, reader),
        *structure(desk, reader),
        *wording(desk, reader),
        whole_book(desk),
    ]
    inner = f"{problems(desk)}{notice(desk)}{''.join(body)}"
    return Page(f"{title} · Lovbro", f'<div class="plain status compare">{inner}</div>')


def _tools(desk: PageContext, law: Provision) -> str:
    """The laws beside, the texts to compare, and the ways to the texts themselves and to the law's concordance."""
    text = f'<a href="{desk.link.go(view="read")}">{escape(desk.say["cmp_read"])}</a>'
    held = desk.entry(desk.state.by).work == WORK
    book = desk.link.go(view="concordance", query=law.id.law if held else "", kind="")
    numbers = f'<a href="{book}">{escape(desk.say["concordance"])}</a>'
    return f'<div class="tools">{steps(desk, law)}{choose_columns(desk)}{text}{numbers}</div>'


def _laws(desk: PageContext, law: Provision) -> str:
    """Every law of the book in one line, the open one marked."""
    links = "".join(
        f'<a href="{desk.link.go(place=str(other.id))}"'
        f"{' aria-current=true' if other.id == law.id else ''}>{other.id}</a>"
        for other in desk.library[desk.state.by].laws
    )
    return f'<nav class="laws" aria-label="{escape(desk.say["contents"], quote=True)}">{links}</nav>'


def _numbers(desk: PageContext, reader: LawPage) -> str:
    """Which number each text gives each rule, what became of it between the editions, and why a cell is empty."""
    columns = [reader.lead, *(key for key in reader.columns if key != reader.lead)]
    heads = [desk.entry(key).short for key in columns]
    rows = [[_number(desk, reader, row, key) for key in columns] for row in reader.rows if not row.closing]
    if len(columns) == 1:
        return _alone(desk, reader)
    return f'<div class="numbers">{sheet(desk.say["cmp_numbers"], heads, rows)}</div>'


def _alone(desk: PageContext, reader: LawPage) -> str:
    """What a page without a second column says: choose another text, or that no other can have these rules."""
    words = f'<p class="say">{escape(desk.say["cmp_other_work" if len(desk.state.columns) > 1 else "cmp_alone"])}</p>'
    law = (reader.lead, reader.place.law)
    homes = [home for home, rules in desk.room.overlays.items() if law in rules]
    extended = [
        f"{desk.link.anchor(key, number)} ({escape(desk.entry(key).short)})"
        for edition, number in homes
        for key in desk.state.columns
        if desk.entry(key).work != desk.entry(reader.lead).work and desk.entry(key).edition == edition
    ]
    return words + (f'<p class="say">{escape(desk.say["overlay"])}: {", ".join(extended)}</p>' if extended else "")


def _number(desk: PageContext, reader: LawPage, row: PageRow, key: str) -> str:
    if key in row.empty:
        return f'<span class="none">{reader.reason(replace(row.empty[key], again=False), key)}</span>'
    return "<br>".join(
        f"{desk.link.anchor(key, piece.place)}{_relation(desk, reader, row, key, piece)}" for piece in row.cells[key]
    )


def _relation(desk: PageContext, reader: LawPage, row: PageRow, key: str, piece: CellText) -> str:
    """What became of a rule; within one edition only a number of its own is worth a word."""
    if desk.library.same_edition(reader.lead, key):
        words = desk.say["rel_renumbered"] if key != row.owner and piece.place != row.place else ""
    else:
        words = reader.came(key, piece) or (desk.say["rel_same"] if row.owner == reader.lead else "")
    return f' <span class="rel">{escape(words)}</span>' if words else ""


def _overlays(desk: PageContext, reader: LawPage) -> str:
    """The federations' own rules on the law, where their text is among the chosen ones."""
    rules = desk.room.overlays.get((desk.entry(reader.lead).edition, reader.place.law), ())
    shown = [(key, law) for key, law in rules if key in desk.state.columns]
    if not shown or desk.entry(reader.lead).work == desk.entry(shown[0][0]).work:
        return ""
    lead = desk.link.cite(reader.lead, reader.place.law)
    links = ", ".join(f"{desk.link.anchor(key, law)} {desk.standing(key)}" for key, law in shown)
    return f'<p class="say">{escape(desk.say["overlay"])} {escape(lead)}: {links}</p>'
