"""Decisions beside the law: under the provision being read, among its references and its picture, among search hits.

The lists themselves are made in ``decision_lists``; here it is decided which of them a page shows, and where.
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from markupsafe import Markup

from app.i18n.words import words
from app.reader.context import PageContext
from app.reader.parts.decision_lists import LISTS, at_provision, case_address, coverage, listed
from app.reader.text.html import NOTHING, tag
from app.reader.text.picture import PictureEdge, PictureNode
from corpus.ids import ProvisionId, is_provision_id
from corpus.precedents.decision import DecisionHead
from index.precedents.casebook import CaseLine, DecisionsAt
from index.precedents.filters import DecisionFilter
from index.search.results import Result

AT_ONCE = 10  # lines of a list on a page that is about something else
IN_ALL = 100  # lines of such a list with what is folded away
LABEL = 30  # characters of a case number that fit into the picture


def decisions_at(page: PageContext, place: str) -> DecisionsAt:
    """The decisions on a provision of the text that leads, whatever number it had when they were made."""
    entry = page.entry(page.state.by)
    return page.services.open_cases().at(entry.work, entry.edition, place) if is_provision_id(place) else DecisionsAt()


def under_the_law(page: PageContext, place: str) -> Markup:
    """For the reading page: the decisions on the provision of the address, or nothing at all."""
    found = decisions_at(page, place)
    return _head(page, place) + _newest(page, found) if found or _waiting(page) else NOTHING


def margin_link(page: PageContext, place: str) -> Markup:
    """Beside the provision of the address: how many decisions there are, since their list is below the law."""
    count, ui, waiting = len(decisions_at(page, place).about), page.state.ui, _waiting(page)
    # No number is better than one that is too small.
    label = words(ui)["precedents"] if waiting else f"{words(ui)['precedents']}: {count}"
    return tag("a", label, class_="by-cases", lang=ui, href=_list_href(page, place)) if count or waiting else NOTHING


def among_references(page: PageContext, place: str) -> Markup:
    """For the page of references: the lists, or what the register covers when it has none; one line when empty."""
    casebook, head = page.services.open_cases(), _head(page, place)
    if casebook.reach.is_empty and "dossier" not in page.services.views:
        return NOTHING  # how a register is filled is nobody's concern who only reads
    if casebook.reach.is_empty:
        return head + tag("p", coverage(casebook.reach, page.state.ui), class_="say")
    return head + _newest(page, decisions_at(page, place))


def among_hits(page: PageContext, result: Result) -> Markup:
    """For the page of results: decisions that hold the words asked for or cite the place asked for, as their own group.

    Nothing when there are none, or when only one kind of text is asked for. The newest ``IN_ALL`` of them are listed.
    """
    count, found = (0, ()) if page.state.kind else _matching(page, result)
    if not found and (page.state.kind or not _waiting(page)):
        return NOTHING
    ui, reach = page.state.ui, page.services.open_cases().reach
    title = tag("h2", words(ui)["precedents"] if reach.waiting else f"{words(ui)['precedents']} ({count})")
    first, rest = listed(found[:AT_ONCE], reach, ui), found[AT_ONCE:]
    more = tag("summary", page.words["more"].format(count=len(rest)))
    folded = tag("details", more, listed(rest, reach, ui)) if rest else NOTHING
    return tag("section", title, first, folded, class_="decisions", lang=ui)


def drawn(
    page: PageContext, lines: Sequence[CaseLine], family: Sequence[str]
) -> tuple[list[PictureNode], list[PictureEdge]]:
    """Decisions for the left side of a picture, each joined to the part of the provision that it is about."""
    nodes, joins = [], []
    for line in lines:
        key = f"left case {line.decision.key}"
        label, href = _label(line.decision, page), case_address(line.decision, page.state.ui)
        nodes.append(PictureNode(key, "left", label, _title(line, page), href, False))
        aim = next((place for place in line.ids if place in family), family[0])
        joins.append(PictureEdge(key, f"middle {page.state.by} {aim}", line.bucket == "not-breached"))
    return nodes, joins


def left_out(page: PageContext) -> Markup:
    """A line for a picture that has no room for the decisions."""
    return tag("p", words(page.state.ui)["desk_not_drawn"], class_="ui undrawn")


def on_the_provision(found: DecisionsAt) -> tuple[CaseLine, ...]:
    """The decisions that belong into its picture: those about it, newest first, each once."""
    lines = {line.decision.key: line for line in (*found.not_breached, *found.applied)}
    return tuple(sorted(lines.values(), key=lambda line: line.decision.newest_first))


def _matching(page: PageContext, result: Result) -> tuple[int, tuple[DecisionHead, ...]]:
    """How many decisions match, and the newest of them."""
    casebook = page.services.open_cases()
    if casebook.reach.is_empty or not any(c.isalnum() for c in result.query):
        return 0, ()
    asked = DecisionFilter(words=result.query)
    found = {head.key: head for head in casebook.select(asked, IN_ALL)}
    places = {(hit.expression, hit.id) for hit in result.hits if hit.via == "citation" and is_provision_id(hit.id)}
    citing: set[int] = set()
    for expression, place in places:
        entry = page.entry(expression)
        at = casebook.at(entry.work, entry.edition, place)
        citing |= at.cases
        found |= {line.decision.key: line.decision for name in LISTS for line in getattr(at, name)[:IN_ALL]}
    count = casebook.count(asked) + len(citing) - (casebook.count(asked, citing) if citing else 0)
    return count, tuple(sorted(found.values(), key=lambda head: head.newest_first)[:IN_ALL])


def _waiting(page: PageContext) -> int:
    """How many decisions the index has not taken in: what is not found may be among them."""
    return page.services.open_cases().reach.waiting


def _newest(page: PageContext, found: DecisionsAt) -> Markup:
    """The newest of every list; the head's link leads to all."""
    return at_provision(found, page.services.open_cases().reach, page.state.ui, AT_ONCE)


def _head(page: PageContext, place: str) -> Markup:
    """A heading that leads to all decisions on a provision."""
    ui = page.state.ui
    title = f"{words(ui)['precedents']}: {page.link.plain_name(page.state.by, place)}"
    link = tag("a", title, href=_list_href(page, place))
    return tag("h2", link, class_="decisions", id="decisions", lang=ui)


def _list_href(page: PageContext, place: str) -> str:
    """The address of the page with all decisions on a provision."""
    return f"?view=precedents&law={quote(place)}&by={quote(page.state.by)}&ui={page.state.ui}"


def _label(decision: DecisionHead, page: PageContext) -> str:
    number = decision.number if len(decision.number) <= LABEL else decision.number[: LABEL - 1] + "…"
    return f"{words(page.state.ui)['desk_invented_short']}: {number}" if decision.invented else number


def _title(line: CaseLine, page: PageContext) -> str:
    finding = words(page.state.ui)["desk_not_breached" if line.bucket == "not-breached" else "desk_applied"]
    numbers = ", ".join(ProvisionId.of(place).printed(line.decision.language) for place in line.ids)
    return f"{finding}: {numbers} · {line.decision.summary}"
