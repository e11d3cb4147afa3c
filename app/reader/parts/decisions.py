"""Decisions beside the law: under the provision being read, among its references and its picture, among search hits.

The lists themselves are made in ``decision_lists``; here it is settled which decisions a page shows, and where.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from html import escape
from urllib.parse import quote

from app.i18n.words import words
from app.reader.context import PageContext
from app.reader.parts.decision_lists import at_provision, case_address, coverage, listed
from app.reader.text.picture import PictureEdge, PictureNode
from corpus.ids import ProvisionId, is_provision_id
from corpus.precedents.decision import Decision
from index.precedents import CaseLine, DecisionFilter, DecisionsAt
from index.search.results import Result

AT_ONCE = 10  # lines of a list on a page that is about something else
LABEL = 30  # characters of a case number that fit into the picture
_LISTS = ("applied", "not_breached", "mentioned", "wider", "unchecked")


def decisions_at(desk: PageContext, place: str) -> DecisionsAt:
    """The decisions on a provision of the text that leads, whatever number it had when they were made."""
    entry = desk.entry(desk.state.by)
    return desk.room.open_cases().at(entry.work, entry.edition, place) if is_provision_id(place) else DecisionsAt()


def under_the_law(desk: PageContext, place: str) -> str:
    """For the reading page: the decisions on the provision of the address, or nothing at all."""
    found = decisions_at(desk, place)
    if not found:
        return ""
    return f"{_head(desk, place)}{_newest(desk, found)}"


def margin_link(desk: PageContext, place: str) -> str:
    """Beside the provision of the address: how many decisions there are, since their list stands below the law."""
    count = len(on_the_provision(decisions_at(desk, place)))
    label = escape(f"{words(desk.state.ui)['precedents']}: {count}")
    return f'<a class="by-cases" lang="{desk.state.ui}" href="{_list_href(desk, place)}">{label}</a>' if count else ""


def among_references(desk: PageContext, place: str) -> str:
    """For the page of references: the lists, or what the register covers when it has none; one line when empty."""
    casebook, ui = desk.room.open_cases(), desk.state.ui
    if not casebook.decisions:
        return f'{_head(desk, place)}<p class="say">{escape(coverage(casebook.reach, ui))}</p>'
    return f"{_head(desk, place)}{_newest(desk, decisions_at(desk, place))}"


def among_hits(desk: PageContext, result: Result) -> str:
    """For the page of results: decisions that hold the words asked for or cite the place asked for, as their own group.

    Nothing when there are none, or when only one kind of text is asked for.
    """
    found = () if desk.state.kind else _matching(desk, result)
    if not found:
        return ""
    ui, reach = desk.state.ui, desk.room.open_cases().reach
    title = f"{words(ui)['precedents']} ({len(found)})"
    first, rest = listed(found[:AT_ONCE], reach, ui), found[AT_ONCE:]
    more = desk.say["more"].format(count=len(rest))
    folded = f"<details><summary>{escape(more)}</summary>{listed(rest, reach, ui)}</details>" if rest else ""
    return f'<section class="decisions" lang="{ui}"><h2>{escape(title)}</h2>{first}{folded}</section>'


def drawn(
    desk: PageContext, lines: Sequence[CaseLine], family: Sequence[str]
) -> tuple[list[PictureNode], list[PictureEdge]]:
    """Decisions for the left side of a picture, each joined to the part of the provision that it is about."""
    nodes, joins = [], []
    for line in lines:
        key = f"left case {line.decision.key}"
        nodes.append(
            PictureNode(key, "left", _label(line.decision, desk), _title(line, desk), _address(line, desk), False)
        )
        aim = next((place for place in line.ids if place in family), family[0])
        joins.append(PictureEdge(key, f"middle {desk.state.by} {aim}", line.bucket == "not-breached"))
    return nodes, joins


def left_out(desk: PageContext) -> str:
    """Says that a picture has no room for the decisions."""
    return f'<p class="ui">{escape(words(desk.state.ui)["desk_not_drawn"])}</p>'


def on_the_provision(found: DecisionsAt) -> tuple[CaseLine, ...]:
    """The decisions that belong into its picture: those about it, newest first, each once."""
    lines = {line.decision.key: line for line in (*found.not_breached, *found.applied)}
    return tuple(sorted(lines.values(), key=lambda line: line.decision.newest_first))


def _matching(desk: PageContext, result: Result) -> tuple[Decision, ...]:
    casebook = desk.room.open_cases()
    if not casebook.decisions or not any(c.isalnum() for c in result.query):
        return ()
    keys = {decision.key for decision in casebook.select(DecisionFilter(words=result.query))}
    places = {(hit.expression, hit.id) for hit in result.hits if hit.via == "citation" and is_provision_id(hit.id)}
    for expression, place in places:
        entry = desk.entry(expression)
        found = casebook.at(entry.work, entry.edition, place)
        keys |= {line.decision.key for name in _LISTS for line in getattr(found, name)}
    return tuple(decision for decision in casebook.decisions if decision.key in keys)


def _newest(desk: PageContext, found: DecisionsAt) -> str:
    """The newest of every list; the head's link leads to all."""
    cut = {name: getattr(found, name)[:AT_ONCE] for name in _LISTS}
    return at_provision(replace(found, **cut), desk.room.open_cases().reach, desk.state.ui)


def _head(desk: PageContext, place: str) -> str:
    ui, by = desk.state.ui, desk.state.by
    title = f"{words(ui)['precedents']}: {desk.link.cite(by, place)}"
    return (
        f'<h2 class="decisions" id="decisions" lang="{ui}"><a href="{_list_href(desk, place)}">{escape(title)}</a></h2>'
    )


def _list_href(desk: PageContext, place: str) -> str:
    """The page with all decisions on a provision."""
    return escape(f"?view=precedents&law={quote(place)}&by={quote(desk.state.by)}&ui={desk.state.ui}", quote=True)


def _label(decision: Decision, desk: PageContext) -> str:
    number = decision.number if len(decision.number) <= LABEL else decision.number[: LABEL - 1] + "…"
    return f"{words(desk.state.ui)['desk_invented_short']}: {number}" if decision.invented else number


def _title(line: CaseLine, desk: PageContext) -> str:
    finding = words(desk.state.ui)["desk_not_breached" if line.bucket == "not-breached" else "desk_applied"]
    numbers = ", ".join(ProvisionId.of(place).printed(line.decision.language) for place in line.ids)
    return f"{finding}: {numbers} · {line.decision.summary}"


def _address(line: CaseLine, desk: PageContext) -> str:
    return case_address(line.decision, desk.state.ui)
