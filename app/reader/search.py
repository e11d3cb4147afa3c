"""Search: what shows under the box while one types, and the page of results. A blank answer does not exist."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from app.i18n.fates import fate_sentences
from app.i18n.words import LANGUAGES, count
from app.reader.context import Page, PageContext
from app.reader.filters import KINDS, filters
from app.reader.parts.decisions import among_hits
from app.reader.text.capitals import capitals
from app.reader.text.html import NOTHING, join, tag
from app.reader.text.markup import apply_spans, element_span
from corpus.alignment.fate import WORK
from corpus.ids import ProvisionId, is_provision_id
from corpus.library import MissingProvision
from index.search.results import Hit, Result, RuleHits, UsedWord, group

IN_BOX = 5
LONGEST_QUERY = 60  # characters of a question that a message repeats
ON_PAGE = 40
ALL = 1000  # more than the engine ranks: all hits are counted, and shown a page at a time


def pinned(page: PageContext) -> tuple[str, str] | None:
    """The one place that the query cites, if it cites one: Enter then opens it and no list is shown."""
    result = _results(page, page.state.query, IN_BOX)
    # A number of an edition that is not held is carried to today's; what became of it must be seen.
    carried = any(page.entry(hit.expression).edition != fate.edition for hit in result.hits for fate in result.fates)
    whole = result.cited and not result.missing and not carried and len({hit.rule for hit in result.hits}) == 1
    return (result.hits[0].expression, result.hits[0].id) if whole else None


def jump(page: PageContext, typed: str) -> Markup:
    """Under the search box: the text of a cited provision, or the first results, before Enter."""
    if not typed.strip():
        return NOTHING
    result = _results(page, typed, IN_BOX * 2)
    groups = group(result, page.library, page.services.rows)[:IN_BOX]
    cited = bool(result.cited)
    message = _message(page, result)
    options = join(_option(page, found, cited=cited) for found in groups)
    options += _announcement(page, message, found=len(groups), cited=cited)
    if message:
        return tag("p", message, class_="say") + _suggestions(page, result) + options
    if not groups:
        return _suggestions(page, result) + options
    return options + tag(
        "a", page.words["all_results"], class_="all", href=page.link.go(view="search", query=typed.strip())
    )


def search_page(page: PageContext) -> Page:
    """Results by rule, its languages together; filters; what was understood; what else might have been meant."""
    state, words = page.state, page.words
    result = _results(page, state.query, ALL)
    groups = group(result, page.library, page.services.rows)
    shown = groups[: ON_PAGE * state.number]
    rest = len(groups) - len(shown)
    html = page.render(
        "search.html",
        title=words["results_for"].format(query=state.query) if state.query else words["search"],
        message=_message(page, result),
        suggestions=_suggestions(page, result),
        counted=_counted(page, len(groups), len(shown)),
        filters=filters(page),
        used=_used(result.terms),
        hits=[_result(page, found) for found in shown],
        more=words["show_more"].format(count=min(rest, ON_PAGE)) if rest > 0 else "",
        decisions=among_hits(page, result),
    )
    return Page(f"{state.query or words['search']} · Lovbro", html)


def _counted(page: PageContext, found: int, shown: int) -> str:
    """How many rules there are, and how many of them are on the page."""
    words, ui = page.words, page.state.ui
    if not page.state.query:
        return ""
    hits = words["hits_one"] if found == 1 else words["hits"].format(count=count(found, ui))
    return hits if shown == found else f"{hits} · {words['hits_shown'].format(count=count(shown, ui))}"


def _results(page: PageContext, typed: str, limit: int) -> Result:
    state = page.state
    kinds = KINDS.get(state.kind)
    part = state.part if any(p.key == state.part for e in page.library.expressions for p in e.parts) else None
    return page.services.search.search(typed, expressions=state.only or None, limit=limit, kinds=kinds, part=part)


def _message(page: PageContext, result: Result) -> str:
    """What a reader must know before the hits: which cited numbers do not exist, or that nothing was found."""
    if result.missing or result.hits or result.fates:
        key = result.hits[0].expression if result.hits else page.state.by
        fates = (fate_sentences(fate, page.words, lambda n: page.link.cite(key, str(n))) for fate in result.fates)
        held = all(page.library.of_work(WORK, fate.edition) for fate in result.fates)
        missing = (_missing(page, key, one) for one in result.missing)
        return " ".join((*fates, *(() if held else (page.words["date_not_held"],)), *missing))
    if not any(c.isalnum() for c in result.query):
        return page.words["nothing_typed"]
    return page.words["no_hits"].format(query=result.query[:LONGEST_QUERY])


def _missing(page: PageContext, key: str, missing: MissingProvision) -> str:
    """What exists instead of a number, in the reader's language, with places as the text ``key`` cites them."""
    number = page.link.cite(key, str(missing.number))
    parts = ", ".join(first if first == last else f"{first}–{last}" for first, last in missing.runs())
    if missing.known is None:
        return page.words["miss_law"].format(asked=number, parts=parts)
    near = page.link.cite(key, str(missing.known))
    return page.words["miss_part" if parts else "miss_parts"].format(asked=number, near=near, parts=parts)


def _announcement(page: PageContext, message: str, *, found: int, cited: bool) -> Markup:
    """For screen readers when results come (page.js reads it out); none where the cited text itself is read."""
    words = message or ("" if cited else page.words["suggested"].format(count=found))
    return page.render("announcement.html", announcement=words)


def _option(page: PageContext, found: RuleHits, *, cited: bool) -> Markup:
    hit = found.best
    return page.render(
        "search_option.html",
        hit=hit,
        entry=page.entry(hit.expression),
        cited=cited,
        path=_path(page, hit),
        # Of a cited provision its first words; those of its first part when it has none of its own.
        text=page.link.preview(hit.expression, hit.id)[1] if cited else _marked(hit),
        also=_also(page, hit) if cited else "",
    )


def _also(page: PageContext, hit: Hit) -> str:
    """The numbers the same rule had in other editions: ``1997: § 16 C 2 · 2007: § 16 D 2``."""
    entry = page.entry(hit.expression)
    if hit.id.startswith("def:"):
        return ""
    numbers = []
    shared = ProvisionId.of(page.library.wid(hit.expression, hit.id))
    for edition in page.services.fates.editions if entry.work == WORK else ():
        fate = page.services.fates.fate(entry.edition, shared, edition)
        if edition != entry.edition and fate.fate != "unknown":
            places = ", ".join(
                page.link.cite(hit.expression, str(home)) for home in (fate.today or fate.part_homes)[:3]
            )
            numbers.append(f"{edition}: {places or page.words['none']}")
    return " · ".join(numbers)


def _result(page: PageContext, found: RuleHits) -> Markup:
    """One rule: its name and path, a snippet for each language that was hit, the other texts that have it."""
    link, best = page.link, found.best
    path = tag("span", _path(page, best), class_="path", lang=page.entry(best.expression).language)
    times = page.words["cited_once" if found.cited_by == 1 else "cited_times"].format(count=found.cited_by)
    cited = tag("span", f" · {times}", class_="ui") if found.cited_by else NOTHING
    shown = {(hit.expression, hit.id) for hit in found.hits}
    others = [place for place in found.places if place not in shown][:8]
    links = join((link.anchor(key, place) + f" {page.entry(key).short}" for key, place in others), " · ")
    also = tag("p", f"{page.words['also_in']}: ", links, class_="ui also") if links else NOTHING
    name = tag("h2", link.anchor(best.expression, best.id), " ", path)
    return tag("li", name, cited, *(_snippet(page, hit) for hit in found.hits), also)


def _snippet(page: PageContext, hit: Hit) -> Markup:
    """The words that were hit, the text they are in, and how they were found when not as typed."""
    entry = page.entry(hit.expression)
    via = "" if hit.via == "text" else page.words[f"via_{hit.via.replace('-', '_')}"]
    reason = (" ", tag("span", via, class_="tag")) if via else ()
    name = page.link.anchor(hit.expression, hit.id, f"{entry.short}: {page.link.cite(hit.expression, hit.id)}")
    source = tag("p", name, page.standing(hit.expression), *reason, class_="ui")
    return tag("div", tag("p", _marked(hit), lang=entry.language), source, class_="hit")


def _path(page: PageContext, hit: Hit) -> Markup:
    """The headings from the law down to the place."""
    if not is_provision_id(hit.id):
        return join([page.words["definitions"]])
    headings = [heading for _, heading in page.library.heading_path(hit.expression, hit.id) if heading]
    return join((capitals(heading) for heading in headings), " · ")


def _marked(hit: Hit) -> Markup:
    return apply_spans(hit.snippet, [element_span(start, end, 1, "mark") for start, end in hit.marks])


def _suggestions(page: PageContext, result: Result) -> Markup:
    """Other words to search for: the nearest entries when nothing was found, else what might have been meant."""
    if not result.suggestions:
        return NOTHING
    go = page.link.go
    links = join((tag("a", word, href=go(view="search", query=word)) for word in result.suggestions), ", ")
    if not result.hits:
        return tag("p", f"{page.words['nearest_entries']}: ", links, class_="say")
    return tag("p", f"{page.words['did_you_mean']} ", links, "?", class_="say")


def _used(used: Sequence[UsedWord]) -> str:
    """The words that were looked for beside those typed."""
    other = [u for u in used if u.used.casefold() != u.typed.casefold()]
    return ", ".join(
        dict.fromkeys(
            f"{u.used} ({LANGUAGES[u.language].lower()})" if u.language in LANGUAGES else u.used for u in other
        )
    )
