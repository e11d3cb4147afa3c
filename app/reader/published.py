"""The published decisions, on a server for everybody: all, those on a provision, or one whole. It only reads."""

from __future__ import annotations

from markupsafe import Markup

from app.reader.context import Page, PageContext
from app.reader.parts.decision_lists import at_provision, decision_page, listed
from app.reader.parts.decision_statistics import STATISTICS, statistics_link, statistics_page
from app.reader.parts.decisions import decisions_at
from app.reader.parts.frame import problems
from app.reader.parts.tables import chips
from app.reader.text.html import NOTHING, tag
from corpus.ids import is_provision_id
from index.precedents.filters import DecisionFilter

AT_ONCE = 50
"""Decisions on a page."""


def decisions_page(page: PageContext) -> Page:
    """The decision that the address names, else those on its provision, else all, a page of ``AT_ONCE`` at a time."""
    names, casebook = page.words, page.services.open_cases()
    decision = casebook.by_key.get(page.state.case)
    if decision is not None:
        registry = page.library.registry
        today = {work: registry.current_edition(work) for work in sorted({one.work for one in registry.expressions})}
        body = decision_page(decision, casebook, today, page.state.ui)
        title = decision.number
    else:
        body, title = _list(page), names["precedents"]
    html = page.render(
        "published.html",
        problems=problems(page),
        lost=names["published_gone"].format(given=page.state.case) if page.state.case and decision is None else "",
        body=body,
        alone=decision is None,
    )
    return Page(f"{title} · Lovbro", html)


def _list(page: PageContext) -> Markup:
    casebook, place, ui = page.services.open_cases(), page.state.place, page.state.ui
    if place != "1" and is_provision_id(place):
        heading = tag("h2", page.link.anchor(page.state.by, place, page.link.cite(page.state.by, place)))
        return heading + at_provision(decisions_at(page, place), casebook.reach, ui)
    count = casebook.reach.count
    if not count:
        return tag("p", page.words["published_none"])
    if page.state.kind == STATISTICS:
        return statistics_page(casebook, page.library, ui)
    start = (page.state.number - 1) * AT_ONCE
    shown = casebook.select(DecisionFilter(), AT_ONCE, start)
    pages = (count + AT_ONCE - 1) // AT_ONCE
    choices = ((page.link.go(number=n), str(n), n == page.state.number) for n in range(1, pages + 1))
    more = chips(page.words["views"], choices) if pages > 1 else NOTHING
    return listed(shown, casebook.reach, ui) + statistics_link(ui) + more
