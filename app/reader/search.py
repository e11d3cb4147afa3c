"""Search: what shows under the box while one types, and the page of results. A blank answer does not exist."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from app.i18n.words import LANGUAGES, count
from app.reader.context import Page, PageContext
from app.reader.filters import KINDS, filters
from app.reader.parts.decisions import among_hits
from app.reader.parts.prose import capitals
from app.reader.text.markup import MarkupSpan, apply_spans
from corpus.ids import is_provision_id
from index.search.citation_lookup import EditionNotHeld, MissingNumber
from index.search.results import Hit, Result, RuleHits, UsedWord, group

IN_BOX = 5
LONGEST_QUERY = 60  # characters of a question that a message repeats
ON_PAGE = 40
ALL = 1000  # more than the engine ranks: all hits are counted, and shown a page at a time


def pinned(desk: PageContext) -> tuple[str, str] | None:
    """The one place that the query cites, if it cites one: Enter then opens it and no list is shown."""
    result = _ask(desk, desk.state.query, IN_BOX)
    whole = result.cited and not result.missing and len({hit.rule for hit in result.hits}) == 1
    return (result.hits[0].expression, result.hits[0].id) if whole else None


def jump(desk: PageContext, typed: str) -> str:
    """Under the search box: the text of a cited provision, or the first results, before Enter."""
    if not typed.strip():
        return ""
    result = _ask(desk, typed, IN_BOX * 2)
    groups = group(result, desk.library, desk.room.rows)[:IN_BOX]
    options = "".join(_option(desk, found, cited=bool(result.cited)) for found in groups)
    message = _message(desk, result)
    told = f'<p class="say">{escape(message)}</p>' if message else ""
    options += _heard(desk, message, found=len(groups), pinned=bool(result.cited))
    if not groups or told:
        return told + _suggestions(desk, result) + options
    href = desk.link.go(view="search", query=typed.strip())
    return f'{options}<a class="all" href="{href}">{escape(desk.say["all_results"])}</a>'


def search_page(desk: PageContext) -> Page:
    """Results by rule, its languages together; filters; what was understood; what else might have been meant."""
    state, say = desk.state, desk.say
    result = _ask(desk, state.query, ALL)
    groups = group(result, desk.library, desk.room.rows)
    shown = groups[: ON_PAGE * state.number]
    found = f'<ol class="hits">{"".join(_result(desk, item) for item in shown)}</ol>' if shown else ""
    told = f'<p class="say" role="status">{escape(message)}</p>' if (message := _message(desk, result)) else ""
    title = say["results_for"].format(query=state.query) if state.query else say["search"]
    html = (
        f'<div class="plain results"><h1>{escape(title)}</h1>{told}{_suggestions(desk, result)}'
        f'<p class="ui">{escape(_counted(desk, len(groups), len(shown)))}</p>{filters(desk)}'
        f"{_used(desk, result.terms)}"
        f"{found}{_more(desk, len(groups) - len(shown))}{among_hits(desk, result)}</div>"
    )
    return Page(f"{state.query or say['search']} · Lovbro", html)


def _counted(desk: PageContext, found: int, shown: int) -> str:
    """How many rules there are, and how many of them are on the page."""
    say, ui = desk.say, desk.state.ui
    if not desk.state.query:
        return ""
    words = say["hits_one"] if found == 1 else say["hits"].format(count=count(found, ui))
    return words if shown == found else f"{words} · {say['hits_shown'].format(count=count(shown, ui))}"


def _more(desk: PageContext, rest: int) -> str:
    if rest <= 0:
        return ""
    label = desk.say["show_more"].format(count=min(rest, ON_PAGE))
    return f'<p class="more"><a href="{desk.link.go(number=desk.state.number + 1)}">{escape(label)}</a></p>'


def _ask(desk: PageContext, typed: str, limit: int) -> Result:
    state = desk.state
    kinds = KINDS.get(state.kind)
    part = state.part if any(p.key == state.part for e in desk.library.expressions for p in e.parts) else None
    return desk.room.search.search(typed, expressions=state.only or None, limit=limit, kinds=kinds, part=part)


def _message(desk: PageContext, result: Result) -> str:
    """What a reader must know before the hits: which cited numbers do not exist, or that nothing was found."""
    if result.missing or result.hits:
        key = result.hits[0].expression if result.hits else desk.state.by
        return " ".join(_missing(desk, key, missing) for missing in result.missing)
    if not any(c.isalnum() for c in result.query):
        return desk.say["nothing_typed"]
    return desk.say["no_hits"].format(query=result.query[:LONGEST_QUERY])


def _missing(desk: PageContext, key: str, missing: MissingNumber) -> str:
    """What exists instead of a number, in the reader's language, with places as the text ``key`` cites them."""
    if isinstance(missing, EditionNotHeld):
        asked, today = (
            ", ".join(desk.link.cite(key, str(place)) for place in ids) for ids in (missing.asked, missing.today)
        )
        return desk.say["miss_edition"].format(asked=asked, edition=missing.edition, today=today)
    asked = desk.link.cite(key, str(missing.asked))
    parts = ", ".join(first if first == last else f"{first}–{last}" for first, last in missing.runs())
    if missing.known is None:
        return desk.say["miss_law"].format(asked=asked, parts=parts)
    near = desk.link.cite(key, str(missing.known))
    return desk.say["miss_part" if parts else "miss_parts"].format(asked=asked, near=near, parts=parts)


def _heard(desk: PageContext, message: str, *, found: int, pinned: bool) -> str:
    """What a screen reader is told when results come: page.js says it; none where the cited text itself is read."""
    words = message or ("" if pinned else desk.say["suggested"].format(count=found))
    return f'<p class="heard" hidden>{escape(words)}</p>' if words else ""


def _option(desk: PageContext, found: RuleHits, *, cited: bool) -> str:
    hit = found.best
    entry = desk.entry(hit.expression)
    head = escape(desk.link.cite(hit.expression, hit.id))
    text = plain_snippet(desk, hit) if cited else apply_spans(hit.snippet, _marks(hit))
    path = _path(desk, hit)
    also = _also(desk, hit) if cited else ""
    pin = ' class="pin"' if cited else ""
    return (
        f'<a{pin} href="{desk.link.place_href(hit.expression, hit.id)}"><strong'
        f' lang="{entry.language}">{head}</strong> '
        f'· {escape(entry.short)}{desk.standing(hit.expression)} <span lang="{entry.language}">{path}</span>'
        f'<span class="t" lang="{entry.language}">{text}</span>{also}</a>'
    )


def plain_snippet(desk: PageContext, hit: Hit) -> str:
    """The first words of a cited provision; those of its first part when it has none of its own."""
    return escape(desk.link.preview(hit.expression, hit.id)[1])


def _also(desk: PageContext, hit: Hit) -> str:
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


def _result(desk: PageContext, found: RuleHits) -> str:
    """One rule: its name and path, a snippet for each language that was hit, the other texts that have it."""
    hits = "".join(_snippet(desk, hit) for hit in found.hits)
    shown = {(hit.expression, hit.id) for hit in found.hits}
    others = [place for place in found.places if place not in shown]
    links = " · ".join(f"{desk.link.anchor(key, place)} {escape(desk.entry(key).short)}" for key, place in others[:8])
    also = f'<p class="ui also">{escape(desk.say["also_in"])}: {links}</p>' if links else ""
    times = desk.say["cited_once" if found.cited_by == 1 else "cited_times"].format(count=found.cited_by)
    cited = f'<span class="ui"> · {escape(times)}</span>' if found.cited_by else ""
    path = _path(desk, found.best)
    name = desk.link.anchor(found.best.expression, found.best.id)
    lang = desk.entry(found.best.expression).language
    return f'<li><h2>{name} <span class="path" lang="{lang}">{path}</span></h2>{cited}{hits}{also}</li>'


def _path(desk: PageContext, hit: Hit) -> str:
    """The headings from the law down to the place."""
    if not is_provision_id(hit.id):
        return escape(desk.say["definitions"])
    headings = [heading for _, heading in desk.library.heading_path(hit.expression, hit.id) if heading]
    return " · ".join(capitals(heading, escape(heading)) for heading in headings)


def _snippet(desk: PageContext, hit: Hit) -> str:
    entry = desk.entry(hit.expression)
    via = "" if hit.via == "text" else desk.say[f"via_{hit.via.replace('-', '_')}"]
    why = f' <span class="tag">{escape(via)}</span>' if via else ""
    name = desk.link.anchor(hit.expression, hit.id, f"{entry.short}: {desk.link.cite(hit.expression, hit.id)}")
    head = f"{name}{desk.standing(hit.expression)}{why}"
    return (
        f'<div class="hit"><p lang="{entry.language}">{apply_spans(hit.snippet, _marks(hit))}</p><p'
        f' class="ui">{head}</p></div>'
    )


def _marks(hit: Hit) -> list[MarkupSpan]:
    return [MarkupSpan(start, end, "<mark>", "</mark>", 1) for start, end in hit.marks]


def _suggestions(desk: PageContext, result: Result) -> str:
    if not result.suggestions:
        return ""
    links = ", ".join(
        f'<a href="{desk.link.go(view="search", query=word)}">{escape(word)}</a>' for word in result.suggestions
    )
    if not result.hits:
        return f'<p class="say">{escape(desk.say["nearest_entries"])}: {links}</p>'
    return f'<p class="say">{escape(desk.say["did_you_mean"])} {links}?</p>'


def _used(desk: PageContext, used: Sequence[UsedWord]) -> str:
    """The words that were looked for beside those typed."""
    other = [u for u in used if u.used.casefold() != u.typed.casefold()]
    if not other:
        return ""
    words = ", ".join(
        dict.fromkeys(
            f"{u.used} ({LANGUAGES[u.language].lower()})" if u.language in LANGUAGES else u.used for u in other
        )
    )
    return f'<p class="ui used">{escape(desk.say["also_searched"])}: {escape(words)}</p>'
