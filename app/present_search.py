"""Search: what shows under the box while one types, and the page of results. A blank answer does not exist."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from app.present_base import Desk, Page
from app.present_cases import among_hits
from app.present_prose import capitals
from app.present_text import Ink, weave
from app.strings import LANGUAGES
from corpus.ids import is_provision_id
from index.results import Group, Hit, Result, Used, group

IN_BOX = 5
ON_PAGE = 40


def pinned(desk: Desk) -> tuple[str, str] | None:
    """The one place that the query cites, if it cites one: Enter then opens it and no list is shown."""
    result = _ask(desk, desk.state.query, IN_BOX)
    rows = {hit.row for hit in result.hits}
    return (result.hits[0].expression, result.hits[0].id) if result.citation and len(rows) == 1 else None


def jump(desk: Desk, typed: str) -> str:
    """Under the search box: the text of a cited provision, or the first results, before Enter."""
    if not typed.strip():
        return ""
    result = _ask(desk, typed, IN_BOX * 2)
    groups = group(result, desk.library, desk.room.rows)[:IN_BOX]
    options = "".join(_option(desk, found, cited=result.citation is not None) for found in groups)
    if not groups:
        return f'<p class="say">{escape(_message(desk, result))}</p>{_suggestions(desk, result)}'
    href = desk.link.go(view="search", query=typed.strip())
    return f'{options}<a class="all" href="{href}">{escape(desk.say["all_results"])}</a>'


def search_page(desk: Desk) -> Page:
    """Results by rule, its languages together; filters; what was understood; what else might have been meant."""
    state, say = desk.state, desk.say
    result = _ask(desk, state.query, ON_PAGE)
    groups = group(result, desk.library, desk.room.rows)
    if groups:
        found = f'<ol class="hits">{"".join(_result(desk, item) for item in groups)}</ol>'
    else:
        found = f'<p class="say">{escape(_message(desk, result))}</p>'
    count = say["hits_one"] if len(groups) == 1 else say["hits"].format(count=len(groups))
    html = (
        f'<div class="plain"><h1>{escape(say["results_for"].format(query=state.query))}</h1>'
        f'<p class="ui">{escape(count)}</p>{_filters(desk)}{_suggestions(desk, result)}'
        f"{_used(desk, result.terms)}{found}{among_hits(desk, result)}</div>"
    )
    return Page(f"{state.query} · Lovbro", html)


def _ask(desk: Desk, typed: str, limit: int) -> Result:
    state = desk.state
    kinds = [state.kind] if state.kind in KINDS else None
    return desk.room.search.search(typed, expressions=state.only or None, limit=limit, kinds=kinds)  # type: ignore[arg-type]


KINDS = ("provision", "definition", "note")


def _message(desk: Desk, result: Result) -> str:
    return desk.say["no_hits"].format(query=result.query)


def _option(desk: Desk, found: Group, *, cited: bool) -> str:
    hit = found.best
    entry = desk.entry(hit.expression)
    head = escape(desk.link.cite(hit.expression, hit.id))
    text = plain_snippet(desk, hit) if cited else weave(hit.snippet, _marks(hit))
    path = _path(desk, hit)
    also = _also(desk, hit) if cited else ""
    pin = ' class="pin"' if cited else ""
    return (
        f'<a{pin} href="{desk.link.place_href(hit.expression, hit.id)}"><strong'
        f' lang="{entry.language}">{head}</strong> '
        f'· {escape(entry.short)} <span lang="{entry.language}">{path}</span>'
        f'<span class="t" lang="{entry.language}">{text}</span>{also}</a>'
    )


def plain_snippet(desk: Desk, hit: Hit) -> str:
    """The first words of a cited provision; those of its first part when it has none of its own."""
    return escape(desk.link.preview(hit.expression, hit.id)[1])


def _also(desk: Desk, hit: Hit) -> str:
    """The numbers the same rule had in other editions: ``1997: § 16 C 2 · 2007: § 16 D 2``."""
    entry = desk.entry(hit.expression)
    if hit.id.startswith("def:"):
        return ""
    said = []
    editions = {e.edition for e in desk.library.registry.editions if e.work == entry.work} - {entry.edition}
    for edition in sorted(editions):
        if desk.room.concordance.joins(entry.edition, edition):
            homes = desk.room.concordance.forward(entry.edition, hit.id, edition).ids
            places = ", ".join(desk.link.cite(hit.expression, home) for home in homes[:3])
            said.append(f"{edition}: {places or desk.say['none']}")
    return f'<span class="t ui">{escape(" · ".join(said))}</span>' if said else ""


def _result(desk: Desk, found: Group) -> str:
    """One rule: its name and path, a snippet for each language that was hit, the other texts that have it."""
    hits = "".join(_snippet(desk, hit) for hit in found.hits)
    shown = {(hit.expression, hit.id) for hit in found.hits}
    others = [place for place in found.places if place not in shown]
    links = " · ".join(f"{desk.link.anchor(key, place)} {escape(desk.entry(key).short)}" for key, place in others[:8])
    also = f'<p class="ui also">{escape(desk.say["also_in"])}: {links}</p>' if links else ""
    cited = (
        f'<span class="ui"> · {escape(desk.say["cited_times"].format(count=found.cited_by))}</span>'
        if found.cited_by
        else ""
    )
    path = _path(desk, found.best)
    name = desk.link.anchor(found.best.expression, found.best.id)
    lang = desk.entry(found.best.expression).language
    return f'<li><h2>{name} <span class="path" lang="{lang}">{path}</span></h2>{cited}{hits}{also}</li>'


def _path(desk: Desk, hit: Hit) -> str:
    """The headings from the law down to the place."""
    if not is_provision_id(hit.id):
        return escape(desk.say["definitions"])
    headings = [heading for _, heading in desk.library.heading_path(hit.expression, hit.id) if heading]
    return " · ".join(capitals(heading, escape(heading)) for heading in headings)


def _snippet(desk: Desk, hit: Hit) -> str:
    entry = desk.entry(hit.expression)
    via = "" if hit.via == "text" else desk.say[f"via_{hit.via.replace('-', '_')}"]
    why = f' <span class="tag">{escape(via)}</span>' if via else ""
    name = desk.link.anchor(hit.expression, hit.id, f"{entry.short}: {desk.link.cite(hit.expression, hit.id)}")
    head = f"{name}{desk.standing(hit.expression)}{why}"
    return (
        f'<div class="hit"><p lang="{entry.language}">{weave(hit.snippet, _marks(hit))}</p><p'
        f' class="ui">{head}</p></div>'
    )


def _marks(hit: Hit) -> list[Ink]:
    return [Ink(start, end, "<mark>", "</mark>", 1) for start, end in hit.marks]


def _filters(desk: Desk) -> str:
    """Texts and kinds, as links: each is a page of its own."""
    state, say = desk.state, desk.say
    texts = [_chip(desk.link.go(only=()), say["all_texts"], not state.only)]
    for key in desk.library.registry.keys:
        only = tuple(k for k in state.only if k != key) if key in state.only else (*state.only, key)
        texts.append(_chip(desk.link.go(only=only), desk.entry(key).short, key in state.only))
    kinds = [_chip(desk.link.go(kind=""), say["all_kinds"], not state.kind)]
    kinds += [_chip(desk.link.go(kind=kind), say[f"kind_{kind}"], kind == state.kind) for kind in KINDS]
    return (
        f'<nav class="chips" aria-label="{escape(say["filter"], quote=True)}"><span>{"".join(texts)}</span>'
        f"<span>{''.join(kinds)}</span></nav>"
    )


def _chip(href: str, label: str, on: bool) -> str:
    return f'<a href="{href}"{" aria-current=true" if on else ""}>{escape(label)}</a>'


def _suggestions(desk: Desk, result: Result) -> str:
    if not result.suggestions:
        return ""
    links = ", ".join(
        f'<a href="{desk.link.go(view="search", query=word)}">{escape(word)}</a>' for word in result.suggestions
    )
    return f'<p class="say">{escape(desk.say["did_you_mean"])} {links}?</p>'


def _used(desk: Desk, used: Sequence[Used]) -> str:
    """The words that were looked for beside those typed."""
    other = [u for u in used if u.used.casefold() != u.typed.casefold()]
    if not other:
        return ""
    words = ", ".join(
        dict.fromkeys(
            f"{u.used} ({LANGUAGES[u.language].lower()})" if u.language in LANGUAGES else u.used for u in other
        )
    )
    return f'<p class="ui">{escape(desk.say["also_searched"])}: {escape(words)}</p>'
