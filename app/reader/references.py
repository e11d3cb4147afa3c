"""References of one provision: a picture that can be walked by clicking, and the same as tables."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from app.reader.chain import chain
from app.reader.context import Page, PageContext
from app.reader.parts.cited_by import CitingPlace, citers
from app.reader.parts.decisions import among_references, decisions_at, drawn, left_out, on_the_provision
from app.reader.parts.evidence import evidence_html
from app.reader.parts.frame import notice, problems
from app.reader.parts.prose import capitals, cited_words, named
from app.reader.status import stacked
from app.reader.text.picture import Picture, PictureEdge, PictureNode, draw
from corpus.evidence import Reason
from corpus.ids import is_provision_id
from corpus.model import Reference
from index.references.graph import InboundKind, InboundReference

SIDE = 16
MIDDLE = 8
KINDS: tuple[InboundKind, ...] = ("own", "part", "ancestor")


def refs_page(desk: PageContext) -> Page:
    """Who relies on a place, and what it relies on."""
    state, say = desk.state, desk.say
    place = state.place if desk.library.exists(state.by, state.place) else str(desk.library[state.by].laws[0].id)
    cite = desk.link.cite(state.by, place)
    head, _ = desk.link.preview(state.by, place)
    cited = desk.room.cited_by(state.by, place)
    going = _going(desk, place)
    body = [
        f"<h1>{escape(say['refs'])}: {desk.link.anchor(state.by, place)} "
        f'<span class="path" lang="{desk.entry(state.by).language}">{capitals(head, escape(head))}</span></h1>',
        f'<p class="ui">{escape(desk.entry(state.by).short)}{desk.standing(state.by)}</p>',
        chain(desk, place),
        _picture(desk, place, cited, going),
        f"<h2>{escape(say['refs_in'])} {escape(cite)}</h2>",
        *(_incoming(desk, kind, [citing for citing in cited if not citing.across]) for kind in KINDS),
        _across(desk, [citing for citing in cited if citing.across]),
        "" if cited else f'<p class="say">{escape(say["refs_none_in"])}</p>',
        f"<h2>{escape(say['refs_out'])} {escape(cite)}</h2>",
        _outgoing(desk, going) or f'<p class="say">{escape(say["refs_none_out"])}</p>',
        among_references(desk, place),
        _most_cited(desk),
    ]
    html = f'<div class="plain status ties">{problems(desk)}{notice(desk)}{"".join(body)}</div>'
    return Page(f"{say['refs']}: {cite} · Lovbro", html)


def _going(desk: PageContext, place: str) -> list[tuple[str, Reference]]:
    """The references that stand in a place, its parts and their notes."""
    key = desk.state.by
    provision = desk.library.provision(key, place)
    places = [str(part.id) for part in provision.walk()] if provision else [place]
    return [(here, reference) for here in places for reference, _ in desk.room.graph.cites(key, here)]


def _incoming(desk: PageContext, kind: InboundKind, cited: Sequence[InboundReference]) -> str:
    found = citers(desk, [citing for citing in cited if citing.kind == kind])
    if not found:
        return ""
    say = desk.say
    rows = [_incoming_row(desk, citer) for citer in found]
    heads = [say[key] for key in ("c_place", "c_text", "c_printed", "c_verdict")]
    return f"<h3>{escape(say['kind_' + kind])} ({len(found)})</h3>" + stacked(say["kind_" + kind], heads, rows)


def _incoming_row(desk: PageContext, citer: CitingPlace) -> list[str]:
    return [*_citing(desk, citer), _verdict(desk, citer.key, citer.reference)]


def _across(desk: PageContext, cited: Sequence[InboundReference]) -> str:
    """Those that cite the rule by the number it has in another edition, each with the way from there to here."""
    say = desk.say
    rows = [
        [*_citing(desk, citer), _way(desk, citer), escape(say["kind_" + kind])]
        for kind in KINDS
        for citer in citers(desk, [citing for citing in cited if citing.kind == kind])
    ]
    if not rows:
        return ""
    heads = [say[key] for key in ("c_place", "c_text", "c_printed", "c_way", "c_cites")]
    return f'<h3>{escape(say["across"])} ({len(rows)})</h3><p class="ui">{escape(say["across_told"])}</p>' + stacked(
        say["across"], heads, rows
    )


def _citing(desk: PageContext, citer: CitingPlace) -> list[str]:
    """Where it stands, in which text, and the words as printed."""
    entry, reference = desk.entry(citer.key), citer.reference
    texts = [e.key for e in desk.library.of_work(entry.work, entry.edition) if e.language in citer.languages]
    return [
        named(desk, citer.key, citer.home),
        " ".join(f'<span class="text">{escape(desk.entry(key).short)}{desk.standing(key)}</span>' for key in texts),
        f'<span lang="{entry.language}">{escape(cited_words(reference))}</span>',
    ]


def _way(desk: PageContext, citer: CitingPlace) -> str:
    """From the number that is cited to the rule at hand."""
    reference, edition = citer.reference, desk.entry(citer.key).cites
    told = f" ({escape(desk.say['says_not'])})" if reference.negated else ""
    if reference.evidence:
        return evidence_html(desk, reference.evidence) + told
    if reference.current and citer.via not in reference.current:
        return evidence_html(desk, (Reason("moved", citer.via, reference.current, edition),)) + told
    return escape(desk.say["number_of"].format(place=citer.via, edition=edition)) + told


def _verdict(desk: PageContext, key: str, reference: Reference) -> str:
    """What a reader must know of a reference, and why; nothing when it is what it seems."""
    words = desk.link.status_words(key, reference)
    parts = [escape(desk.say["says_not"]) if reference.negated else "", escape(words)]
    reasons = evidence_html(desk, reference.evidence) if words else ""
    return ", ".join(part for part in parts if part) + (f' <span class="why">{reasons}</span>' if reasons else "")


def _outgoing(desk: PageContext, going: Sequence[tuple[str, Reference]]) -> str:
    say, key = desk.say, desk.state.by
    rows = []
    for place, reference in going:
        spots = [spot for spot in desk.link.destinations(key, reference) if spot]
        links = ", ".join(desk.link.anchor(spot.key, spot.place) for spot in spots)
        printed = f'<span lang="{desk.entry(key).language}">{escape(cited_words(reference, gloss=False))}</span>'
        rows.append([desk.link.anchor(key, place), printed, links or "–", _verdict(desk, key, reference)])
    heads = [say[name] for name in ("c_place", "c_printed", "c_leads", "c_verdict")]
    return stacked(say["refs_out"], heads, rows) if rows else ""


def _picture(
    desk: PageContext, place: str, cited: Sequence[InboundReference], going: Sequence[tuple[str, Reference]]
) -> str:
    """Citing places on the left, the provision and its parts in the middle, cited places on the right."""
    key = desk.state.by
    near = [citing for citing in cited if citing.kind != "ancestor"]
    left = citers(desk, near)
    aims = {(c.key, c.home): _aim(c, _parts(desk, place)) for c in left}
    about = on_the_provision(decisions_at(desk, place))
    # Decisions join the picture only when all of them fit beside the texts; the list below has them in any case.
    cases = about if len(left) + len(about) < SIDE else ()
    used = {*aims.values(), *(here for here, _ in going), *(i for case in cases for i in case.ids)}
    family = [place, *(part for part in _parts(desk, place) if part in used)][:MIDDLE]
    spots: dict[tuple[str, str], str] = {}
    for here, reference in going:
        for spot in desk.link.destinations(key, reference):
            if spot and spot.place not in family:
                spots.setdefault((spot.key, spot.place), here if here in family else place)
    if not (left or spots or cases):
        return ""
    nodes = [_node(desk, citer.key, citer.home, "left") for citer in left[:SIDE]]
    extra, joins = drawn(desk, cases, family)
    nodes += extra
    nodes += [_node(desk, key, part, "middle") for part in family]
    nodes += [_node(desk, *spot, "right") for spot in list(spots)[:SIDE]]
    lines = [
        PictureEdge(
            f"left {c.key} {c.home}",
            f"middle {key} {_within(aims[c.key, c.home], family)}",
            bool(desk.link.status_words(c.key, c.reference)),
        )
        for c in left[:SIDE]
    ]
    lines += [
        PictureEdge(f"middle {key} {here}", f"right {k} {p}", False) for (k, p), here in list(spots.items())[:SIDE]
    ]
    lines += joins
    heads = (desk.say["cited_by"], desk.link.cite(key, place), desk.say["cites"])
    out = (max(0, len(left) - SIDE), max(0, len(spots) - SIDE))
    more = tuple(desk.say["more"].format(count=n) if n else "" for n in out)
    picture = Picture(tuple(nodes), tuple(dict.fromkeys(lines)), heads, (more[0], more[1]))
    return draw(picture, desk.say["picture"]) + (left_out(desk) if about and not cases else "")


def _aim(citer: CitingPlace, parts: Sequence[str]) -> str:
    """The part that is cited: by its number, or by today's number when an older edition's was printed."""
    numbers = citer.reference.current if citer.across else (citer.via,)
    return next((number for number in numbers if number in parts), "")


def _within(aim: str, family: Sequence[str]) -> str:
    return aim if aim in family else family[0]


def _parts(desk: PageContext, place: str) -> list[str]:
    provision = desk.library.provision(desk.state.by, place) if is_provision_id(place) else None
    return [str(part.id) for part in provision.walk() if str(part.id) != place] if provision else []


def _node(desk: PageContext, key: str, place: str, side: str) -> PictureNode:
    entry = desk.entry(key)
    label = desk.link.cite(key, place)
    if entry.standing == "not-in-force":
        label = f"{entry.edition}: {label}"
    head, _ = desk.link.preview(key, place)
    href = desk.link.go(view="refs", place=place, by=key)
    old = entry.standing in ("not-in-force", "superseded")
    return PictureNode(f"{side} {key} {place}", side, label, head, href, old, entry.language)


def _most_cited(desk: PageContext) -> str:
    """The provisions that a text cites most, and the laws that nothing cites."""
    key, say = desk.state.by, desk.say
    ranked = desk.room.graph.most_cited(key)
    items = "".join(f"<li>{desk.link.anchor(*row.address)} · {row.number}</li>" for row in ranked)
    alone = ", ".join(desk.link.anchor(key, law) for law in desk.room.graph.never_cited(key, laws_only=True))
    short = escape(desk.entry(key).short)
    return (
        f'<details><summary>{escape(say["most_cited"])} ({short})</summary><ol class="cols">{items}</ol></details>'
        f"<details><summary>{escape(say['never_cited'])} ({short})</summary><p>{alone or '–'}</p></details>"
    )
