"""Search: what shows under the box while one types, and the page of results. A blank answer does not exist."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from markupsafe import Markup

from app.i18n.fates import DOUBT_SIGNS, fate_outcome, fate_sentences
from app.i18n.words import LONGEST_REPEATED, count, language_name
from app.reader.context import Page, PageContext
from app.reader.filters import RESULT_KINDS, filters
from app.reader.parts.decisions import among_hits
from app.reader.parts.excerpts import Shown, without_repeats
from app.reader.parts.frame import home_href, table_link
from app.reader.text.capitals import capitals
from app.reader.text.html import NOTHING, join, tag
from app.reader.text.markup import apply_spans, element_span
from app.reader.text.unbroken import unbroken
from corpus.ids import ProvisionId, is_provision_id
from corpus.library import MissingProvision
from corpus.registry import LAWS
from index.search.book_parts import BookPart
from index.search.results import Hit, LawHits, Result, UsedWord, by_law
from index.search.snippets import MOST
from index.search.wanted import WordSpan

IN_BOX = 5
ON_PAGE = 20  # laws
OF_LAW = 3  # sentences under a law; under the first one, which is mostly the one looked for, all that search has
MOST_USED = 5


def pinned(page: PageContext) -> tuple[str, str] | None:
    """The one place that the query cites, if it cites one: Enter then opens it and no list is shown."""
    result = _on_page(page)
    hits = result.hits[:IN_BOX]
    # A number of an edition that is not held is carried to today's; what became of it must be seen.
    carried = any(page.entry(hit.expression).edition != fate.edition for hit in hits for fate in result.fates)
    whole = result.cited and not result.missing and not carried and len({hit.rule for hit in hits}) == 1
    return (hits[0].expression, hits[0].id) if whole else None


def jump(page: PageContext, typed: str) -> Markup:
    """Under the search box: the text of a cited provision, or the first results, before Enter."""
    if not typed.strip():
        return NOTHING
    result = _results(page, typed, IN_BOX * 2, 1)
    groups = by_law(result, page.library, page.services.rows)[:IN_BOX]
    cited = bool(result.cited)
    message = _message(page, result)
    standings = _standings(page, groups)
    found_in = _in_own_text(page)
    options = join(_option(found_in, found, at, cited=cited) for found, at in zip(groups, standings, strict=True))
    options += _announcement(page, message, found=len(groups), cited=cited)
    if message:
        return tag("p", message, class_="say") + _suggestions(page, result) + options + _numbers_then(page, result)
    if parts := _parts(page, result.parts):
        options = tag("p", f"{page.words['contents']}: ", parts, class_="say") + options
    if not groups:
        return _suggestions(page, result) + options
    return options + tag(
        "a", page.words["all_results"], class_="all", href=page.link.go(view="search", query=typed.strip())
    )


def search_page(page: PageContext) -> Page:
    """Results by law, its best provisions under it; filters; what was understood; what else might have been meant."""
    state, words = page.state, page.words
    result = _on_page(page)
    groups = by_law(result, page.library, page.services.rows)
    shown = groups[: ON_PAGE * state.number]
    found = max(result.laws, len(groups))
    rest = found - len(shown)
    found_in = _in_own_text(page)
    html = page.render(
        "search.html",
        title=words["results_for"].format(query=state.query) if state.query else words["search"],
        message=_message(page, result),
        then=_numbers_then(page, result),
        suggestions=_suggestions(page, result),
        counted=_counted(page, found, len(shown)),
        # Where nothing was found there is nothing to narrow, but a choice that was made can be taken back.
        filters=filters(page) if found or state.only or state.kind or state.part else NOTHING,
        parts=_parts(page, result.parts),
        used=_used(page, result.terms),
        hits=[
            _result(found_in, law, at, MOST if law is shown[0] else OF_LAW)
            for law, at in zip(shown, _standings(page, shown), strict=True)
        ],
        more=words["show_more"].format(count=min(rest, ON_PAGE)) if rest > 0 else "",
        decisions=among_hits(page, result),
    )
    return Page(f"{state.query or words['search']} · Lovbro", html)


def _in_own_text(page: PageContext) -> PageContext:
    """The page whose links to places open the text that a hit shows, whichever a narrow screen showed before."""
    return replace(page, state=page.state.to(on=""))


def _counted(page: PageContext, found: int, shown: int) -> str:
    """How many laws there are, and how many of them are on the page."""
    words, ui = page.words, page.state.ui
    if not page.state.query or not found:
        return ""
    hits = words["hits_one"] if found == 1 else words["hits"].format(count=count(found, ui))
    return hits if shown == found else f"{hits} · {words['hits_shown'].format(count=count(shown, ui))}"


def _on_page(page: PageContext) -> Result:
    """What the page of results shows of; a law shows no more than its first sentences."""
    return _results(page, page.state.query, ON_PAGE * page.state.number * OF_LAW, OF_LAW)


def _results(page: PageContext, typed: str, limit: int, of_law: int) -> Result:
    state = page.state
    kinds = RESULT_KINDS.get(state.kind)
    part = state.part if any(p.key == state.part for e in page.library.expressions for p in e.parts) else None
    return page.services.search.search(
        typed, expressions=state.only or None, limit=limit, kinds=kinds, part=part, reader=state.ui, of_law=of_law
    )


def _message(page: PageContext, result: Result) -> str:
    """What a reader must know before the hits: which cited numbers do not exist, or that nothing was found."""
    if result.missing or result.hits or result.fates or result.parts:
        key = result.hits[0].expression if result.hits else page.state.by
        fates = (fate_sentences(fate, page.words, lambda n: page.link.cite(key, str(n))) for fate in result.fates)
        held = all(page.library.of_work(LAWS, fate.edition) for fate in result.fates)
        missing = (_missing(page, key, one) for one in result.missing)
        return " ".join((*fates, *(() if held else (page.words["date_not_held"],)), *missing))
    if not any(c.isalnum() for c in result.query):
        return page.words["nothing_typed"]
    return page.words["no_hits"].format(query=result.query[:LONGEST_REPEATED])


def _numbers_then(page: PageContext, result: Result) -> Markup:
    """Where numbers of an edition that is not held are told in full: the tables, and both texts where they are held."""
    found = []
    for fate in result.fates:
        older, newer = sorted((fate.edition, fate.target))
        if older != newer and page.services.concordance.joins(older, newer):
            found.append(table_link(page, str(fate.number), f"{fate.edition} {fate.number}", older, newer))
    return join(found)


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


def _standings(page: PageContext, laws: Sequence[LawHits]) -> list[Markup]:
    """What each law of a list says of its text: one that is not in force always, one that is preliminary once."""
    texts = [law.best.expression for law in laws]
    told = [page.entry(key).standing == "preliminary" and key in texts[:n] for n, key in enumerate(texts)]
    return [NOTHING if known else page.caveat(key) for key, known in zip(texts, told, strict=True)]


def _option(page: PageContext, found: LawHits, standing: Markup, *, cited: bool) -> Markup:
    hit = found.best
    return page.render(
        "search_option.html",
        hit=hit,
        entry=page.entry(hit.expression),
        standing=standing,
        cited=cited,
        path=_path(page, hit),
        # Of a cited provision its first words; those of its first part when it has none of its own.
        text=page.link.preview(hit.expression, hit.id)[1] if cited else _marked(hit.snippet, hit.marks),
        also=_also(page, hit) if cited else "",
    )


def _also(page: PageContext, hit: Hit) -> str:
    """The numbers the same rule had in other editions: ``1997: § 16 C 2 · 2007: § 16 D 2``."""
    entry = page.entry(hit.expression)
    if hit.id.startswith("def:"):
        return ""
    numbers = []
    shared = ProvisionId.of(page.library.wid(hit.expression, hit.id))
    for edition in page.services.fates.editions if entry.work == LAWS else ():
        fate = page.services.fates.fate(entry.edition, shared, edition)
        if edition != entry.edition and fate.fate != "unknown":
            places = ", ".join(
                page.link.cite(hit.expression, str(home)) for home in (fate.today or fate.part_homes)[:3]
            )
            numbers.append(f"{edition}: {places or page.words['none']}")
    return " · ".join(numbers)


def _result(page: PageContext, found: LawHits, standing: Markup, most: int) -> Markup:
    """One law: its name and heading, ``most`` of its sentences, the other texts that have the best."""
    link, best = page.link, found.best
    law = ProvisionId.of(best.id).law if is_provision_id(best.id) else best.id
    cited = best.via == "citation"
    place = best.id if cited else law
    heading = _path(page, best) if cited or law == best.id else _path(page, replace(best, id=law))
    shown = {(hit.expression, hit.id) for hit in found.hits}
    others = [place for place in found.places if place not in shown and place[0] != best.expression][:8]
    provisions = without_repeats(found.hits[:most], page.library)
    ways = {_via(page, hit) for hit, _ in provisions}
    shared = next(iter(ways)) if len(ways) == 1 else ""
    return page.render(
        "search_result.html",
        name=link.anchor(best.expression, place),
        language=page.entry(best.expression).language,
        heading=heading,
        text=page.entry(best.expression).short,
        standing=standing,
        in_force=page.words["laws_in_force"].format(edition=page.services.current) if _is_older(page, best) else "",
        via=shared,
        hits=_provisions(page, provisions, best, shared=bool(shared)),
        others=[(link.anchor(key, place), page.entry(key).short) for key, place in others],
    )


def _provisions(
    page: PageContext, hits: Sequence[tuple[Hit, Shown]], best: Hit, *, shared: bool
) -> list[dict[str, object]]:
    """The places of hits, the best first, each once, with what it says and, unless that is ``shared``, its way."""
    told: dict[tuple[str, str], list[tuple[Hit, Shown]]] = {}
    for hit, shown in hits:
        told.setdefault((hit.expression, hit.id), []).append((hit, shown))
    return [
        _provision(page, own[0][0], best, "" if shared else next(filter(None, (_via(page, hit) for hit, _ in own)), ""))
        | {"sentences": [_marked(shown.text, shown.marks) for _, shown in own]}
        for own in told.values()
    ]


def _provision(page: PageContext, hit: Hit, best: Hit, via: str) -> dict[str, object]:
    """The place of a hit and ``via``, how it was found; the text where it is another one."""
    entry = page.entry(hit.expression)
    own = page.library.heading_path(hit.expression, hit.id)[-1][1] if len(hit.heading_path) > 1 else ""
    return {
        "key": hit.expression,
        "place": hit.id,
        "cite": page.link.cite(hit.expression, hit.id),
        "language": entry.language,
        "name": page.link.anchor(hit.expression, hit.id),
        "heading": capitals(own),
        "text": entry.short if hit.expression != best.expression else "",
        "today": _today(page, hit),
        "via": via,
    }


def _is_older(page: PageContext, hit: Hit) -> bool:
    entry = page.entry(hit.expression)
    return entry.work == LAWS and entry.edition < page.services.current


def _today(page: PageContext, hit: Hit) -> str:
    """What a provision of older laws is today, by the number tables, as a link to it in a text in force."""
    if not (_is_older(page, hit) and is_provision_id(hit.id)):
        return ""
    shared = ProvisionId.of(page.library.wid(hit.expression, hit.id))
    fate = page.services.fates.fate(page.entry(hit.expression).edition, shared, page.services.current)
    told = fate_outcome(fate, page.words, lambda place: page.link.cite(hit.expression, str(place)))
    told = unbroken(told) + (DOUBT_SIGNS[fate.doubt] if fate.doubt else "")
    return page.link.current(str(fate.today[0]), told) if fate.today else told


def _via(page: PageContext, hit: Hit) -> str:
    """Through which language or list a hit was found; nothing where its marked words say it."""
    if hit.via not in ("translation", "index-term"):
        return ""
    told = page.words[f"via_{hit.via.replace('-', '_')}"]
    return told.format(language=language_name(hit.through, page.state.ui)) if hit.through else told


def _path(page: PageContext, hit: Hit) -> Markup:
    """The headings from the law down to the place."""
    if not is_provision_id(hit.id):
        return join([page.words["definitions"]])
    headings = [heading for _, heading in page.library.heading_path(hit.expression, hit.id) if heading]
    return join((capitals(heading) for heading in headings), " · ")


def _marked(text: str, marks: Sequence[WordSpan]) -> Markup:
    return apply_spans(unbroken(text), [element_span(start, end, 1, "mark") for start, end in marks])


def _suggestions(page: PageContext, result: Result) -> Markup:
    """Other words to search for: the nearest entries when nothing was found, else what might have been meant.

    Of a law that there is not, the nearest one there is, and the contents.
    """
    if absent := [one for one in result.missing if one.known is None and one.has]:
        return _nearest_laws(page, absent)
    if not result.suggestions:
        return NOTHING
    go = page.link.go
    links = join((tag("a", capitals(word), href=go(view="search", query=word)) for word in result.suggestions), ", ")
    if not result.hits:
        return tag("p", f"{page.words['nearest_entries']}: ", links, class_="say")
    return tag("p", f"{page.words['did_you_mean']} ", links, "?", class_="say")


def _parts(page: PageContext, parts: Sequence[BookPart]) -> Markup:
    """Chapters and forewords that are called as typed: a text of its own, or the first law of several."""
    return join((_part(page, part) for part in parts), " · ")


def _part(page: PageContext, called: BookPart) -> Markup:
    key, entry = called.expression, page.entry(called.expression)
    laws = next((part.laws for part in page.library[key].parts if called.place == f"part:{part.key}"), ())
    ends = dict.fromkeys(page.link.cite(key, law) for law in (*laws[:1], *laws[-1:]))
    told = unbroken(f" {'–'.join(ends)} ({entry.short})" if ends else f" ({entry.short})")
    title = tag("span", capitals(called.title), lang=entry.language)
    return tag("a", title, told, href=page.link.place_href(key, laws[0] if laws else called.place))


def _nearest_laws(page: PageContext, absent: Sequence[MissingProvision]) -> Markup:
    """For numbers that no law has the nearest ones there are, in the reader's text where it has them, and all."""
    near = dict.fromkeys(one.nearest for one in absent)
    keys = (page.state.by, *page.library.registry.keys)
    laws = [(next(key for key in keys if page.library.exists(key, str(law))), str(law)) for law in near]
    links = (*(page.link.anchor(key, law) for key, law in laws), tag("a", page.words["contents"], href=home_href(page)))
    return tag("p", f"{page.words['nearest_law']} ", join(links, " · "), class_="say")


def _used(page: PageContext, used: Sequence[UsedWord]) -> str:
    """At most five words that were looked for beside those typed, those of the reader's language before others, whose
    language is named: corrected ones and synonyms, then translations.
    """
    ui = page.state.ui
    other = [u for u in used if u.used.casefold() != u.typed.casefold() and u.used.casefold() not in u.typed.casefold()]
    other.sort(key=lambda one: (one.language != ui, one.via == "translation"))
    named = (u.used if u.language == ui else f"{u.used} ({language_name(u.language, ui)})" for u in other)
    return ", ".join(list(dict.fromkeys(named))[:MOST_USED])
