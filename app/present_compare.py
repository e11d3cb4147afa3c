"""Languages, editions and witnesses of one law compared, and what the editions do not share in the whole book."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from html import escape

from app.present_base import Desk, Page
from app.present_differences import parity, references, structure
from app.present_frame import choose_columns, notice, problems, steps
from app.present_prose import capitals
from app.present_read import Reader
from app.present_rows import Piece, Row
from app.present_status import sheet
from app.present_witnesses import wording
from corpus.aligned import Relation
from corpus.ids import ProvisionId
from corpus.model import Provision

_MOVES: tuple[Relation, ...] = ("moved", "split", "merged")


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
        _tools(desk, law),
        _laws(desk, law),
        f"<h2>{escape(say['cmp_numbers'])}</h2>",
        _numbers(desk, reader),
        _overlays(desk, reader),
        *references(desk, reader),
        *parity(desk, reader),
        *structure(desk, reader),
        *wording(desk, reader),
        *_editions(desk, reader.lead),
    ]
    inner = f"{problems(desk)}{notice(desk)}{''.join(body)}"
    return Page(f"{title} · Lovbro", f'<div class="plain status compare">{inner}</div>')


def _tools(desk: Desk, law: Provision) -> str:
    """The laws beside, the texts to compare, and the way to the texts themselves."""
    text = f'<a href="{desk.link.go(view="read")}">{escape(desk.say["cmp_read"])}</a>'
    return f'<div class="tools">{steps(desk, law)}{choose_columns(desk)}{text}</div>'


def _laws(desk: Desk, law: Provision) -> str:
    """Every law of the book in one line, the open one marked."""
    links = "".join(
        f'<a href="{desk.link.go(place=str(other.id))}"'
        f"{' aria-current=true' if other.id == law.id else ''}>{other.id}</a>"
        for other in desk.library[desk.state.by].laws
    )
    return f'<nav class="laws" aria-label="{escape(desk.say["contents"], quote=True)}">{links}</nav>'


def _numbers(desk: Desk, reader: Reader) -> str:
    """Which number each text gives each rule, what became of it between the editions, and why a cell is empty."""
    columns = [reader.lead, *(key for key in reader.columns if key != reader.lead)]
    heads = [desk.entry(key).short for key in columns]
    rows = [[_number(desk, reader, row, key) for key in columns] for row in reader.rows if not row.closing]
    if len(columns) == 1:
        return _alone(desk, reader)
    return f'<div class="numbers">{sheet(desk.say["cmp_numbers"], heads, rows)}</div>'


def _alone(desk: Desk, reader: Reader) -> str:
    """What a page without a second column says: choose another text, or that no other can have these rules."""
    words = f'<p class="say">{escape(desk.say["cmp_other_work" if len(desk.state.columns) > 1 else "cmp_alone"])}</p>'
    law = (reader.lead, reader.place.law)
    homes = [home for home, rules in desk.room.overlays.items() if law in rules]
    extended = [
        f"{desk.link.anchor(key, number)} ({escape(desk.entry(key).short)})"
        for edition, number in homes
        for key in desk.state.columns
        if desk.entry(key).work != desk.entry(reader.lead).work and desk.entry(key).edition == edition
    ]
    return words + (f'<p class="say">{escape(desk.say["overlay"])}: {", ".join(extended)}</p>' if extended else "")


def _number(desk: Desk, reader: Reader, row: Row, key: str) -> str:
    if key in row.empty:
        return f'<span class="none">{reader.reason(replace(row.empty[key], again=False), key)}</span>'
    return "<br>".join(
        f"{desk.link.anchor(key, piece.place)}{_relation(desk, reader, row, key, piece)}" for piece in row.cells[key]
    )


def _relation(desk: Desk, reader: Reader, row: Row, key: str, piece: Piece) -> str:
    """What became of a rule; within one edition only a number of its own is worth a word."""
    if desk.library.same_edition(reader.lead, key):
        words = desk.say["rel_renumbered"] if key != row.owner and piece.place != row.place else ""
    else:
        words = reader.came(key, piece) or (desk.say["rel_same"] if row.owner == reader.lead else "")
    return f' <span class="rel">{escape(words)}</span>' if words else ""


def _overlays(desk: Desk, reader: Reader) -> str:
    """The federations' own rules on the law, where their text is among the chosen ones."""
    rules = desk.room.overlays.get((desk.entry(reader.lead).edition, reader.place.law), ())
    shown = [(key, law) for key, law in rules if key in desk.state.columns]
    if not shown or desk.entry(reader.lead).work == desk.entry(shown[0][0]).work:
        return ""
    lead = desk.link.cite(reader.lead, reader.place.law)
    links = ", ".join(f"{desk.link.anchor(key, law)} {desk.standing(key)}" for key, law in shown)
    return f'<p class="say">{escape(desk.say["overlay"])} {escape(lead)}: {links}</p>'


def _editions(desk: Desk, lead: str) -> Iterator[str]:
    """The whole book beside every other edition of it: rules that only one has, and rules that changed their number."""
    say, entry = desk.say, desk.entry(lead)
    others = {e.edition: e.key for e in reversed(desk.library.registry.expressions) if e.work == entry.work}
    for edition in sorted(others.keys() - {entry.edition}):
        old, new = sorted((lead, others[edition]), key=lambda key: desk.entry(key).edition)
        names = {"old": desk.entry(old).edition, "new": desk.entry(new).edition}
        yield f"<h2>{escape(say['cmp_editions'].format(**names))}</h2>"
        yield _list(desk, say["cmp_added"].format(**names), new, _without(desk, new, old))
        yield _list(desk, say["cmp_gone"].format(**names), old, _without(desk, old, new))
        for relation in _MOVES:
            yield _moves(desk, relation, old, new)


def _without(desk: Desk, key: str, other: str) -> list[Provision]:
    """The rules of a text for which the other edition has nothing, neither for them nor for any part of them.

    Only the whole is named where none of its parts has a counterpart either.
    """
    stored = desk.room.alignment
    out: list[Provision] = []

    def look(provision: Provision) -> None:
        row = stored.row_of(key, str(provision.id))
        gap = row.gap(other) if row else None
        lacking = row is not None and not stored.held(row, other) and (gap is None or gap.reason == "new")
        if lacking and not any(stored.counterparts(key, str(part.id), other) for part in provision.walk()):
            out.append(provision)
            return
        for child in provision.children:
            look(child)

    for law in desk.library[key].laws:
        look(law)
    return out


def _list(desk: Desk, title: str, key: str, rules: Sequence[Provision]) -> str:
    """Rules under the headings of their laws."""
    by_law: dict[str, list[str]] = {}
    for rule in rules:
        by_law.setdefault(rule.id.law, []).append(str(rule.id))
    items = []
    for number, places in by_law.items():
        law = desk.library.provision(key, number)
        head = law.heading.text if law and law.heading else ""
        links = " · ".join(desk.link.anchor(key, place) for place in places)
        items.append(f'<li>{links} <span lang="{desk.entry(key).language}">{capitals(head, escape(head))}</span></li>')
    return _folded(title, len(rules), f'<ul class="places">{"".join(items)}</ul>')


def _moves(desk: Desk, relation: Relation, old: str, new: str) -> str:
    """The rules of the old edition with one relation, each with all the places it went to."""
    stored = desk.room.alignment
    items = []
    for provision in desk.library[old].walk():
        place = str(provision.id)
        row = stored.row_of(old, place)
        if row and any(cell.relation == relation for cell in row.of(old) if cell.id == place):
            homes = _sorted(cell.id for cell in stored.counterparts(old, place, new))
            links = ", ".join(desk.link.anchor(new, home) for home in homes)
            items.append(f"<li>{desk.link.anchor(old, place)} → {links}</li>")
    return _folded(desk.say[f"rel_{relation}"], len(items), f'<ul class="places cols">{"".join(items)}</ul>')


def _sorted(places: Iterable[str]) -> list[str]:
    return sorted(places, key=lambda place: ProvisionId.of(place).sort_key)


def _folded(title: str, number: int, inner: str) -> str:
    return f"<details><summary>{escape(title)} ({number})</summary>{inner}</details>"
