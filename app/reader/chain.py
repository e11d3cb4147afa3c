"""From here to another place: the shortest chain of references, a step a line."""

from __future__ import annotations

from html import escape

from app.reader.context import PageContext
from app.reader.parts.prose import cited_words, named
from index.references.graph import Address, PathStep


def chain(desk: PageContext, place: str) -> str:
    """A box for the goal and, when one was typed, the way there or that there is none."""
    say, goal = desk.say, desk.state.goal
    label = f"{say['chain_to']} "
    form = (
        f'<form class="narrow" data-base="{desk.link.go(goal="")}" action="" method="get"><label>{escape(label)}'
        f'<input type="search" name="to" value="{escape(goal, quote=True)}" placeholder="16D" maxlength="120"></label>'
        f'<button type="submit">{escape(say["show"])}</button></form>'
    )
    return form + (f'<section class="chain" role="status">{_answer(desk, place)}</section>' if goal else "")


def _answer(desk: PageContext, place: str) -> str:
    say, start = desk.say, (desk.state.by, place)
    end = _goal(desk)
    if end is None:
        return f'<p class="say">{escape(say["chain_unknown"].format(given=desk.state.goal))}</p>'
    names = {"start": desk.link.cite(*start), "end": desk.link.cite(*end)}
    steps = desk.room.paths.chain(start, end)
    if not steps:
        return f'<p class="say">{escape(say["chain_same" if start == end else "chain_none"].format(**names))}</p>'
    head = say["chain_one"] if len(steps) == 1 else say["chain_length"]
    items = "".join(_step(desk, step) for step in steps)
    return (
        f"<h2>{escape(head.format(count=len(steps), **names))}</h2>"
        f'<ol class="steps"><li>{_named(desk, start)}</li>{items}</ol>'
    )


def _goal(desk: PageContext) -> Address | None:
    """The place that was typed: in the text one stands in, else in the others shown, else in any."""
    citations = desk.room.search.citations
    for keys in ([desk.state.by], desk.state.columns, desk.library.registry.keys):
        answer = citations.look_up(desk.state.goal, keys)
        if answer is not None and answer.cited:
            return answer.places[0]
    return None


def _step(desk: PageContext, step: PathStep) -> str:
    """How one gets on, the words that say so, and where one then is."""
    verb, reference = escape(desk.say[f"step_{step.kind}"]), step.reference
    if reference is None:
        return f'<li><span class="how">{verb}</span> {_named(desk, step.end, above=step.start)}</li>'
    citing = step.start[0] if step.kind == "cites" else step.end[0]
    told = " ".join(
        filter(None, (desk.say["says_not"] if reference.negated else "", desk.link.status_words(citing, reference)))
    )
    quoted = f'<q lang="{desk.entry(citing).language}">{escape(cited_words(reference))}</q>'
    verdict = f' <span class="why">{escape(told)}</span>' if told else ""
    return f'<li><span class="how">{verb}</span> {_named(desk, step.end)} {quoted}{verdict}</li>'


def _named(desk: PageContext, place: Address, above: Address | None = None) -> str:
    """A link to a place with its heading, unless that was said of the place ``above`` already."""
    same = above is not None and desk.link.preview(*place)[0] == desk.link.preview(*above)[0]
    return desk.link.anchor(*place) if same else named(desk, *place)
