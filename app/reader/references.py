"""References of one provision: a picture that can be walked by clicking, and the same as tables.

From the provision to another place a reader is shown the shortest chain of references, a step a line.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup, escape

from app.reader.context import Page, PageContext
from app.reader.parts.cited_by import CitingPlace, citing_places, in_order
from app.reader.parts.decisions import among_references, decisions_at, drawn, left_out, on_the_provision
from app.reader.parts.evidence import evidence_html
from app.reader.parts.frame import day_notice, problems
from app.reader.parts.prose import cited_words, link_with_heading, quotable
from app.reader.parts.tables import stacked
from app.reader.text.capitals import capitals
from app.reader.text.html import NOTHING, join, tag
from app.reader.text.picture import Picture, PictureEdge, PictureNode, draw
from app.reader.text.unbroken import unbroken
from corpus.evidence import Reason
from corpus.ids import is_provision_id
from corpus.model import Reference
from index.references.graph import INBOUND_KINDS, Address, InboundKind, InboundReference, PathStep

SIDE = 16  # names in an outer column of the picture
MIDDLE = 8


def refs_page(page: PageContext) -> Page:
    """Who relies on a place, and what it relies on."""
    state = page.state
    place = state.place if page.library.exists(state.by, state.place) else str(page.library[state.by].laws[0].id)
    head, _ = page.link.preview(state.by, place)
    cited = in_order(page, state.by, page.services.cited_by(state.by, place))
    told = {state.by}  # whose standing the head says
    going = _going(page, place)
    cite = page.link.plain_name(state.by, place)
    html = page.render(
        "references.html",
        problems=problems(page),
        notice=day_notice(page),
        place=place,
        cite=cite,
        heading=NOTHING if place.startswith("def:") else capitals(head),  # named by its headword already
        chain=_chain(page, place) if state.goal else "",
        picture=_picture(page, place, cited, going),
        incoming=[_incoming(page, kind, [c for c in cited if not c.across], told) for kind in INBOUND_KINDS],
        across=_across(page, [c for c in cited if c.across], told),
        cited=bool(cited),
        outgoing=_outgoing(page, going),
        decisions=among_references(page, place),
        ranked=page.services.graph.most_cited(state.by),
        never_cited=page.services.graph.never_cited(state.by),
    )
    return Page(f"{page.words['refs']}: {cite} · Lovbro", html)


def _chain(page: PageContext, place: str) -> Markup:
    """The way to the place that was typed, or that there is none."""
    words, start = page.words, (page.state.by, place)
    end = _goal(page)
    if end is None:
        return tag("p", words["chain_unknown"].format(given=page.state.goal), class_="say")
    names = {"start": page.link.plain_name(*start), "end": page.link.plain_name(*end)}
    steps = page.services.paths.chain(start, end)
    if not steps:
        return tag("p", words["chain_same" if start == end else "chain_none"].format(**names), class_="say")
    head = words["chain_one"] if len(steps) == 1 else words["chain_length"]
    items = (_step(page, step) for step in steps)
    return tag("h2", head.format(count=len(steps), **names)) + tag(
        "ol", tag("li", link_with_heading(page, *start)), *items, class_="steps"
    )


def _goal(page: PageContext) -> Address | None:
    """The place that was typed: in the text at hand, else in the others shown, else in any."""
    citations = page.services.search.citations
    for keys in ([page.state.by], page.state.columns, page.library.registry.keys):
        answer = citations.look_up(page.state.goal, keys)
        if answer is not None and answer.cited:
            return answer.places[0]
    return None


def _step(page: PageContext, step: PathStep) -> Markup:
    """How one gets on, the cited words, and where one then is."""
    verb, reference = tag("span", page.words[f"step_{step.kind}"], class_="how"), step.reference
    if reference is None:
        # The heading is left out when the step before has it already.
        same = page.link.preview(*step.end)[0] == page.link.preview(*step.start)[0]
        return tag("li", verb, " ", page.link.anchor(*step.end) if same else link_with_heading(page, *step.end))
    citing = step.start[0] if step.kind == "cites" else step.end[0]
    negated = page.words["says_not"] if reference.negated else ""
    verdict = " ".join(filter(None, (negated, page.link.status_words(citing, reference))))
    quoted = tag("q", unbroken(cited_words(reference)), lang=page.entry(citing).language)
    after = tag("span", verdict, class_="why") if verdict else ""
    return tag("li", join(filter(None, (verb, link_with_heading(page, *step.end), quoted, after)), " "))


def _going(page: PageContext, place: str) -> list[tuple[str, Reference]]:
    """The references in a place, its parts and their notes, each with the place it is in."""
    key = page.state.by
    provision = page.library.provision(key, place)
    places = [str(part.id) for part in provision.walk()] if provision else [place]
    return [(own, reference) for own in places for reference, _ in page.services.graph.cites(key, own)]


def _incoming(page: PageContext, kind: InboundKind, cited: Sequence[InboundReference], told: set[str]) -> Markup:
    """A table of those that cite a place, or a part or the whole of it, as ``kind`` is."""
    found = citing_places(page, [inbound for inbound in cited if inbound.kind == kind])
    if not found:
        return NOTHING
    rows = [[*_citing(page, c, told), _verdict(page, c.key, c.reference)] for c in found]
    heads = [page.words[key] for key in ("c_place", "c_text", "c_printed", "c_verdict")]
    title = page.words["kind_" + kind]
    return tag("h3", f"{title} ({len(found)})") + stacked(title, heads, rows)


def _across(page: PageContext, cited: Sequence[InboundReference], told: set[str]) -> Markup:
    """Those that cite the rule by the number it has in another edition, each with the way from there to here."""
    words = page.words
    rows = [
        [*_citing(page, c, told), _route(page, c), words["kind_" + kind]]
        for kind in INBOUND_KINDS
        for c in citing_places(page, [inbound for inbound in cited if inbound.kind == kind])
    ]
    if not rows:
        return NOTHING
    heads = [words[key] for key in ("c_place", "c_text", "c_printed", "c_way", "c_cites")]
    title, intro = tag("h3", f"{words['across']} ({len(rows)})"), tag("p", words["across_told"], class_="ui")
    return title + intro + stacked(words["across"], heads, rows)


def _citing(page: PageContext, citing: CitingPlace, told: set[str]) -> list[Markup]:
    """Where it is, in which text, with its standing unless it is in force, and the words as printed.

    That a text is preliminary is said once: its key is in ``told`` then.
    """
    entry = page.entry(citing.key)
    texts = [e.key for e in page.library.of_work(entry.work, entry.edition) if e.language in citing.languages]
    caveats = [NOTHING if key in told else page.caveat(key) for key in texts]
    told |= {key for key in texts if page.entry(key).standing == "preliminary"}
    names = (
        tag("span", page.entry(key).short, caveat, class_="text") for key, caveat in zip(texts, caveats, strict=True)
    )
    printed = tag("span", unbroken(cited_words(citing.reference)), lang=entry.language)
    place = quotable(page, citing.key, citing.home, link_with_heading(page, citing.key, citing.home))
    return [place, join(names, " "), printed]


def _route(page: PageContext, citing: CitingPlace) -> Markup:
    """From the number that is cited to the rule at hand."""
    reference, edition = citing.reference, page.entry(citing.key).cites
    negated = f" ({page.words['says_not']})" if reference.negated else ""
    evidence = reference.evidence
    if not evidence and reference.current and citing.via not in reference.current:
        evidence = (Reason("moved", citing.via, reference.current, edition),)
    if evidence:
        return evidence_html(page, evidence) + negated
    return escape(page.words["number_of"].format(place=citing.via, edition=edition)) + negated


def _verdict(page: PageContext, key: str, reference: Reference) -> Markup:
    """What a reader must know of a reference, and why; nothing when it is what it seems."""
    words = page.link.status_words(key, reference)
    negated = page.words["says_not"] if reference.negated else ""
    verdict = join(filter(None, (negated, words)), ", ")
    if words and reference.evidence:
        return verdict + " " + tag("span", evidence_html(page, reference.evidence), class_="why")
    return verdict


def _outgoing(page: PageContext, going: Sequence[tuple[str, Reference]]) -> Markup:
    """A table of what a place cites; nothing when it cites nothing."""
    words, key, link = page.words, page.state.by, page.link
    rows = []
    for place, reference in going:
        goals = (to for to in link.destinations(key, reference) if to)
        links = join((quotable(page, to.key, to.place, link.anchor(to.key, to.place)) for to in goals), ", ")
        printed = tag("span", unbroken(cited_words(reference, gloss=False)), lang=page.entry(key).language)
        rows.append([link.anchor(key, place), printed, links or "–", _verdict(page, key, reference)])
    heads = [words[name] for name in ("c_place", "c_printed", "c_leads", "c_verdict")]
    return stacked(words["refs_out"], heads, rows) if rows else NOTHING


def _picture(
    page: PageContext, place: str, cited: Sequence[InboundReference], going: Sequence[tuple[str, Reference]]
) -> Markup:
    """Citing places on the left, the provision and its parts in the middle, cited places on the right."""
    key = page.state.by
    left = citing_places(page, [inbound for inbound in cited if inbound.kind != "ancestor"])
    parts = _parts(page, place)
    aims = {(c.key, c.home): _aim(c, parts) for c in left}
    found = decisions_at(page, place)
    # Decisions join the picture only when all of them fit beside the texts; the list below has them in any case.
    cases = on_the_provision(found) if len(left) + len(found.about) < SIDE else ()
    used = {*aims.values(), *(own for own, _ in going), *(i for case in cases for i in case.ids)}
    family = [place, *(part for part in parts if part in used)][:MIDDLE]
    goals: dict[tuple[str, str], str] = {}
    for own, reference in going:
        for goal in page.link.destinations(key, reference):
            if goal and goal.place not in family:
                goals.setdefault((goal.key, goal.place), own if own in family else place)
    if not (left or goals or cases):
        return NOTHING
    nodes = [_node(page, citing.key, citing.home, "left") for citing in left[:SIDE]]
    extra, joins = drawn(page, cases, family)
    nodes += extra
    nodes += [_node(page, key, part, "middle") for part in family]
    nodes += [_node(page, *goal, "right") for goal in list(goals)[:SIDE]]
    lines = []
    for c in left[:SIDE]:
        aim = aims[c.key, c.home] if aims[c.key, c.home] in family else place
        doubtful = bool(page.link.status_words(c.key, c.reference))
        lines.append(PictureEdge(f"left {c.key} {c.home}", f"middle {key} {aim}", doubtful))
    lines += [PictureEdge(f"middle {key} {own}", f"right {k} {p}", False) for (k, p), own in list(goals.items())[:SIDE]]
    lines += joins
    heads = (page.words["cited_by"], page.link.plain_name(key, place), page.words["cites"])
    more = [page.words["more"].format(count=n) if n > 0 else "" for n in (len(left) - SIDE, len(goals) - SIDE)]
    picture = Picture(tuple(nodes), tuple(dict.fromkeys(lines)), heads, (more[0], more[1]))
    return draw(picture, page.words["picture"]) + (left_out(page) if found.about and not cases else NOTHING)


def _aim(citing: CitingPlace, parts: Sequence[str]) -> str:
    """The part that is cited: by its number, or by today's number when an older edition's was printed."""
    numbers = citing.reference.current if citing.across else (citing.via,)
    return next((number for number in numbers if number in parts), "")


def _parts(page: PageContext, place: str) -> list[str]:
    provision = page.library.provision(page.state.by, place) if is_provision_id(place) else None
    return [str(part.id) for part in provision.walk() if str(part.id) != place] if provision else []


def _node(page: PageContext, key: str, place: str, side: str) -> PictureNode:
    entry = page.entry(key)
    label = page.link.plain_name(key, place)
    if entry.standing == "not-in-force":
        label = f"{entry.edition}: {label}"
    head, _ = page.link.preview(key, place)
    href = page.link.go(view="refs", place=place, by=key)
    old = entry.standing in ("not-in-force", "superseded")
    return PictureNode(f"{side} {key} {place}", side, label, head, href, old, entry.language)
