"""Languages, editions and witnesses of one law compared, and the way to the lists of the whole book."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from markupsafe import Markup

from app.reader.comparison.differences import reference_differences, structure_differences, wording_differences
from app.reader.comparison.witnesses import witness_differences
from app.reader.concordance.page import whole_book
from app.reader.context import Page, PageContext
from app.reader.law import LawPage
from app.reader.parts.frame import choose_columns, day_notice, problems, steps
from app.reader.parts.tables import sheet
from app.reader.text.capitals import capitals
from app.reader.text.columns import CellText, PageRow
from app.reader.text.html import BREAK, NOTHING, join, tag
from corpus.registry import LAWS


def compare_page(page: PageContext) -> Page:
    """The open law in the chosen texts, then the way to the lists of the whole book."""
    reader = LawPage(page)
    law = reader.law
    if law is None:
        return Page("Lovbro", tag("div", problems(page), class_="plain"))
    heading = law.heading.text if law.heading else ""
    html = page.render(
        "comparison.html",
        problems=problems(page),
        notice=day_notice(page),
        reader=reader,
        law=law,
        heading=capitals(heading),
        steps=steps(page, law),
        columns=choose_columns(page),
        # Only the laws have a concordance; from a federation's rules the way leads to all of it.
        number=law.id.law if page.entry(page.state.by).work == LAWS else "",
        sections=[
            _numbers(page, reader),
            _overlays(page, reader),
            *reference_differences(page, reader),
            *wording_differences(page, reader),
            *structure_differences(page, reader),
            *witness_differences(page, reader),
            whole_book(page),
        ],
    )
    return Page(f"{page.words['compare']}: {page.link.cite(reader.lead, str(law.id))} · Lovbro", html)


def _numbers(page: PageContext, reader: LawPage) -> Markup:
    """Which number each text gives each rule, what became of it between the editions, and why a cell is empty."""
    columns = [reader.lead, *(key for key in reader.columns if key != reader.lead)]
    if len(columns) == 1:
        return _alone(page, reader)
    heads = [page.entry(key).short for key in columns]
    told: list[list[Markup]] = []
    folded: list[list[Markup]] = []
    for row in reader.rows:
        if not row.closing:
            alike = _is_alike(page, reader, row, columns)
            (folded if alike else told).append([_number(page, reader, row, key) for key in columns])
    title = page.words["cmp_same_numbers"]
    shown = sheet(page.words["cmp_numbers"], heads, told) if told else NOTHING
    count = tag("summary", f"{title} ({len(folded)})")
    rest = tag("details", count, sheet(title, heads, folded)) if folded else NOTHING
    return tag("div", shown, rest, class_="numbers")


def _is_alike(page: PageContext, reader: LawPage, row: PageRow, columns: Sequence[str]) -> bool:
    """True where all texts have the rule under one number, and nothing became of it: a row without a difference."""
    if row.empty.keys() & set(columns):
        return False
    cells = [(key, piece) for key in columns for piece in row.cells[key]]
    if len(cells) != len(columns) or len({piece.place for _, piece in cells}) != 1:
        return False
    return all(
        not _is_renumbered(row, key, piece) if page.library.same_edition(reader.lead, key) else piece.is_same
        for key, piece in cells
    )


def _alone(page: PageContext, reader: LawPage) -> Markup:
    """For a page without a second column: to choose another text, or that no other can have these rules."""
    words = tag("p", page.words["cmp_other_work" if len(page.state.columns) > 1 else "cmp_alone"], class_="say")
    law = (reader.lead, reader.place.law)
    homes = [home for home, rules in page.services.overlays.items() if law in rules]
    extended = [
        page.link.anchor(key, number) + f" ({page.entry(key).short})"
        for edition, number in homes
        for key in page.state.columns
        if page.entry(key).work != page.entry(reader.lead).work and page.entry(key).edition == edition
    ]
    return words + (_overlay(page.words["overlay"], extended) if extended else NOTHING)


def _overlay(title: str, links: list[Markup]) -> Markup:
    return tag("p", f"{title}: ", join(links, ", "), class_="say")


def _number(page: PageContext, reader: LawPage, row: PageRow, key: str) -> Markup:
    if key in row.empty:
        return tag("span", reader.reason(replace(row.empty[key], again=False), key), class_="none")
    pieces = row.cells[key]
    return join((page.link.anchor(key, p.place) + _relation(page, reader, row, key, p) for p in pieces), BREAK)


def _relation(page: PageContext, reader: LawPage, row: PageRow, key: str, piece: CellText) -> Markup:
    """What became of a rule; within one edition only a number of its own is worth a word."""
    if page.library.same_edition(reader.lead, key):
        words = page.words["rel_renumbered"] if _is_renumbered(row, key, piece) else ""
    else:
        words = reader.relation(key, piece) or (page.words["rel_same"] if row.owner == reader.lead else "")
    return join([" ", tag("span", words, class_="rel")]) if words else NOTHING


def _is_renumbered(row: PageRow, key: str, piece: CellText) -> bool:
    """True where a text of one edition has the rule under a number of its own."""
    return key != row.owner and piece.place != row.place


def _overlays(page: PageContext, reader: LawPage) -> Markup:
    """The federations' own rules on the law, where their text is among the chosen ones."""
    links = [join([page.link.anchor(key, str(law.id)), page.standing(key)], " ") for key, law in reader.extensions]
    lead = page.link.cite(reader.lead, reader.place.law)
    return _overlay(f"{page.words['overlay']} {lead}", links) if links else NOTHING
