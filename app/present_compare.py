"""Languages and editions of one law compared: number by number, reference by reference, and what only one has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from app.present_base import Desk, Page
from app.present_differences import parity, wording
from app.present_frame import notice, problems
from app.present_prose import capitals
from app.present_read import Reader
from app.present_status import sheet
from corpus.concordance import Table
from corpus.ids import ProvisionId, is_provision_id
from corpus.model import Provision


def compare_page(desk: Desk) -> Page:
    """The open law in the chosen texts, then what the editions do not share in the whole book."""
    say = desk.say
    reader = Reader(desk)
    law = reader.law
    if law is None:
        return Page("Lovbro", f'<div class="plain">{problems(desk)}</div>')
    title = f"{say['compare']}: {desk.link.cite(reader.lead, str(law.id))}"
    heading = law.heading.text if law.heading else ""
    body = [
        f"<h1>{escape(say['compare'])}: {desk.link.anchor(reader.lead, str(law.id))} "
        f'<span class="path" lang="{desk.entry(reader.lead).language}">{capitals(heading, escape(heading))}'
        f"</span></h1>",
        _steps(desk, law),
        f"<h2>{escape(say['cmp_numbers'])}</h2>",
        _numbers(desk, reader),
        *_references(desk, reader),
        *parity(desk, reader),
        *wording(desk, reader),
        *_editions(desk, reader),
    ]
    return Page(f"{title} · Lovbro", f'<div class="plain status">{problems(desk)}{notice(desk)}{"".join(body)}</div>')


def _steps(desk: Desk, law: Provision) -> str:
    """Every law of the book in one line, the open one marked."""
    links = "".join(
        f'<a href="{desk.link.go(place=str(other.id))}"'
        f"{' aria-current=true' if other.id == law.id else ''}>{other.id}</a>"
        for other in desk.library[desk.state.by].laws
    )
    return f'<nav class="laws" aria-label="{escape(desk.say["contents"], quote=True)}">{links}</nav>'


def _numbers(desk: Desk, reader: Reader) -> str:
    """Which number each text gives each rule, and what became of it between the editions."""
    say = desk.say
    others = [key for key in reader.columns if key != reader.lead]
    heads = [desk.entry(reader.lead).short]
    for key in others:
        heads += [desk.entry(key).short, say["c_relation"]]
    rows = []
    for row in reader.rows:
        if row.closing:
            continue
        cells = [desk.link.anchor(reader.lead, row.place) if row.owner == reader.lead else "–"]
        for key in others:
            pieces = row.cells.get(key, ())
            cells.append(", ".join(desk.link.anchor(key, piece.place) for piece in pieces) or "–")
            cells.append(
                escape(
                    ", ".join(
                        _relation(desk, reader.lead, key, row.place, p.place, p.relation, p.unsure) for p in pieces
                    )
                )
            )
        rows.append(cells)
    return sheet(say["cmp_numbers"], heads, rows)


def _relation(desk: Desk, lead: str, key: str, row: str, place: str, relation: str, unsure: bool) -> str:
    if relation == "same" and row != place and desk.library.same_edition(lead, key):
        return desk.say["rel_renumbered"]
    words = (
        desk.say["only_in"].format(edition=desk.entry(key).edition)
        if relation == "only-in"
        else desk.say[f"rel_{relation}"]
    )
    return f"{words} ({desk.say['rel_unsure']})" if unsure else words


def _references(desk: Desk, reader: Reader) -> Iterator[str]:
    """For each other language of the lead's edition: references that only one of the two has."""
    for key in reader.columns:
        if key == reader.lead or not desk.library.same_edition(reader.lead, key):
            continue
        pair = f"{desk.entry(reader.lead).short} – {desk.entry(key).short}"
        yield f"<h2>{escape(desk.say['cmp_refs'])}: {escape(pair)}</h2>"
        rows = list(_differences(desk, reader, key))
        heads = [
            desk.say["c_place"],
            *(desk.say["cmp_only"].format(text=desk.entry(k).short) for k in (reader.lead, key)),
        ]
        yield sheet(pair, heads, rows) if rows else f'<p class="say">{escape(desk.say["cmp_no_diff"])}</p>'


def _differences(desk: Desk, reader: Reader, key: str) -> Iterator[list[str]]:
    for row in reader.rows:
        pieces = row.cells.get(key, ())
        if row.closing or row.owner != reader.lead or not pieces:
            continue
        mine = _targets(desk, reader.lead, [row.place])
        theirs = _targets(desk, key, [piece.place for piece in pieces])
        only = [{k: v for k, v in one.items() if k not in two} for one, two in ((mine, theirs), (theirs, mine))]
        if any(only):
            cells = [
                ", ".join(desk.link.anchor(text, place) for place in found.values()) or "–"
                for text, found in zip((reader.lead, key), only, strict=True)
            ]
            yield [desk.link.anchor(reader.lead, row.place), *cells]


def _targets(desk: Desk, key: str, places: Sequence[str]) -> dict[str, str]:
    """Targets of the references in some places: by the identity shared by the languages, with the place itself."""
    found: dict[str, str] = {}
    for place in places:
        for reference, _ in desk.room.graph.cites(key, place):
            for spot in desk.link.destinations(key, reference):
                if spot is not None and spot.key == key and is_provision_id(spot.place):
                    found.setdefault(desk.library.wid(key, spot.place), spot.place)
    return found


def _editions(desk: Desk, reader: Reader) -> Iterator[str]:
    """The whole book: rules that only one of two editions has, and rules that changed their number."""
    lead = desk.entry(reader.lead)
    for key in reader.columns:
        other = desk.entry(key)
        if other.work != lead.work or other.edition == lead.edition:
            continue
        old, new = sorted((lead, other), key=lambda entry: entry.edition)
        for table in desk.room.concordance.tables:
            if (table.old, table.new) != (old.edition, new.edition):
                continue
            added = [row.new for row in table.rows if row.relation == "new"]
            gone = [row.old.rstrip("*") for row in table.rows if row.relation == "dropped"]
            yield f"<h2>{escape(desk.say['cmp_editions'].format(old=old.edition, new=new.edition))}</h2>"
            yield _list(desk, desk.say["cmp_added"].format(old=old.edition, new=new.edition), new.key, added)
            yield _list(desk, desk.say["cmp_gone"].format(old=old.edition, new=new.edition), old.key, gone)
            for relation in ("moved", "split", "merged"):
                yield _moves(desk, table, relation, old.key, new.key)


def _moves(desk: Desk, table: Table, relation: str, old: str, new: str) -> str:
    """The rules with one relation, each with all the places it went to."""
    homes: dict[str, list[str]] = {}
    for row in table.rows:
        if row.relation == relation:
            homes.setdefault(row.old, []).append(row.new)
    items = " · ".join(
        f"{_place(desk, old, place)} → {', '.join(_place(desk, new, home) for home in targets)}"
        for place, targets in homes.items()
    )
    title = desk.say[f"rel_{relation}"]
    return f'<details><summary>{escape(title)} ({len(homes)})</summary><p class="places">{items}</p></details>'


def _place(desk: Desk, key: str, place: str) -> str:
    """A link to a place; a footnote (``31B*``) keeps its star."""
    bare = place.rstrip("*")
    star = place[len(bare) :]
    return desk.link.anchor(key, bare) + star if desk.library.exists(key, bare) else escape(place)


def _list(desk: Desk, title: str, key: str, places: Sequence[str]) -> str:
    known = sorted(dict.fromkeys(places), key=lambda place: ProvisionId.of(place).sort_key)
    links = " · ".join(
        desk.link.anchor(key, place) if desk.library.exists(key, place) else escape(desk.link.cite(key, place))
        for place in known
    )
    return f'<details><summary>{escape(title)} ({len(known)})</summary><p class="places">{links}</p></details>'
