"""Where two languages of one edition say a law differently: references, numbers, obligations, notes, structure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import escape

from app.i18n.notes import note_html
from app.reader.context import PageContext
from app.reader.law import LawPage
from app.reader.status import sheet
from corpus.ids import is_provision_id
from corpus.model import Prose, Provision, Table
from index.comparison.parity_judgements import JudgedFinding, JudgementStatus

_REFERENCES = ("reference", "reference-detail")
_KIND = re.compile(r"\(([\w-]+)\)$")
"""What a word of a finding is, behind it: ``skal (shall)``."""


def references(desk: PageContext, reader: LawPage) -> Iterator[str]:
    """References that only one of two languages has, by row, with what a person decided about it."""
    for key, found in _pairs(desk, reader):
        one, other = _in_order(desk, reader, key)
        rows: dict[str, list[JudgedFinding]] = {}
        for judged in found:
            if judged[0].kind in _REFERENCES:
                rows.setdefault(judged[0].row, []).append(judged)
        only = (desk.say["cmp_only"].format(text=desk.entry(k).short) for k in (one, other))
        cells = [
            [
                _places(desk, one, other, row[0][0].places),
                _targets(desk, one, [target for finding, *_ in row for target in finding.one_has]),
                _targets(desk, other, [target for finding, *_ in row for target in finding.other_has]),
                _decided(desk, row),
            ]
            for row in rows.values()
        ]
        heads = [desk.say["c_place"], *only, desk.say["cmp_status"]]
        yield _section(_title(desk, "cmp_refs", one, other), heads, cells, desk.say["cmp_same_refs"], " refs")


def parity(desk: PageContext, reader: LawPage) -> Iterator[str]:
    """What two languages say differently besides their references."""
    for key, found in _pairs(desk, reader):
        one, other = _in_order(desk, reader, key)
        heads = [desk.say["c_place"], desk.say["cmp_kind"], desk.entry(one).short, desk.entry(other).short]
        cells = [
            [
                _places(desk, one, other, finding.places),
                escape(desk.say[f"differs_{finding.kind}"]),
                escape(_said(desk, finding.one_has)) or "–",
                escape(_said(desk, finding.other_has)) or "–",
                _decided(desk, [(finding, status, reason)]),
            ]
            for finding, status, reason in found
            if finding.kind not in _REFERENCES
        ]
        heads.append(desk.say["cmp_status"])
        yield _section(_title(desk, "cmp_parity", one, other), heads, cells, desk.say["cmp_no_diff"])


def structure(desk: PageContext, reader: LawPage) -> Iterator[str]:
    """Where two languages divide a law differently: numbers, headings, paragraphs, tables."""
    for key in _languages(desk, reader):
        one, other = _in_order(desk, reader, key)
        heads = [desk.say["c_place"], desk.say["cmp_kind"], desk.entry(one).short, desk.entry(other).short]
        rows = list(_divided(desk, reader, one, other))
        yield _section(_title(desk, "cmp_structure", one, other), heads, rows, desk.say["cmp_same_structure"])


def _divided(desk: PageContext, reader: LawPage, one: str, other: str) -> Iterator[list[str]]:
    for row in reader.rows:
        pair = [desk.library.provision(k, row.cells[k][0].place) if row.cells.get(k) else None for k in (one, other)]
        mine, theirs = pair
        if row.closing or not any(pair):
            continue
        if mine is None or theirs is None:
            cells = [
                f'<span class="none">{reader.reason(row.empty[k], k)}</span>' if k in row.empty else _link(desk, k, p)
                for k, p in zip((one, other), pair, strict=True)
            ]
            yield [desk.link.anchor(row.owner, row.place), escape(desk.say["differs_number_of"]), *cells]
            continue
        if mine.id != theirs.id:
            cells = [_link(desk, one, mine), _link(desk, other, theirs)]
            yield [desk.link.anchor(row.owner, row.place), escape(desk.say["differs_number_of"]), *cells]
        for kind, counted in _PARTS.items():
            if counted(mine) != counted(theirs):
                place = _places(desk, one, other, (str(mine.id), str(theirs.id)))
                yield [place, escape(desk.say[f"differs_{kind}"]), str(counted(mine)), str(counted(theirs))]


def _link(desk: PageContext, key: str, provision: Provision | None) -> str:
    return desk.link.anchor(key, str(provision.id)) if provision else "–"


_PARTS: dict[str, Callable[[Provision], int]] = {
    "headings": lambda provision: int(provision.heading is not None),
    "paragraphs": lambda provision: sum(isinstance(block, Prose) for block in provision.own_blocks),
    "tables": lambda provision: sum(isinstance(block, Table) for block in provision.own_blocks),
}


def _languages(desk: PageContext, reader: LawPage) -> list[str]:
    """The other languages of the lead's edition among the columns."""
    return [key for key in reader.columns if key != reader.lead and desk.library.same_edition(reader.lead, key)]


def _pairs(desk: PageContext, reader: LawPage) -> Iterator[tuple[str, tuple[JudgedFinding, ...]]]:
    if reader.law is not None:
        for key in _languages(desk, reader):
            yield key, desk.room.parity.of_law(reader.lead, key, reader.law.id.law)


def _in_order(desk: PageContext, reader: LawPage, key: str) -> tuple[str, str]:
    """The lead and another text in the order of the corpus, in which the report compares them."""
    one, other = sorted((reader.lead, key), key=desk.library.registry.keys.index)
    return one, other


def _title(desk: PageContext, title: str, one: str, other: str) -> str:
    return f"{desk.say[title]}: {desk.entry(one).short} – {desk.entry(other).short}"


def _section(title: str, heads: list[str], rows: list[list[str]], empty: str, kind: str = "") -> str:
    """A heading with its table, which becomes cards on a phone; with a sentence where there is nothing to show."""
    table = f'<div class="cards{kind}">{sheet(title, heads, rows)}</div>'
    return f"<h2>{escape(title)}</h2>" + (table if rows else f'<p class="say">{escape(empty)}</p>')


def _places(desk: PageContext, one: str, other: str, places: tuple[str, str]) -> str:
    pairs = zip((one, other), places, strict=True)
    return ", ".join(desk.link.anchor(key, place) for key, place in pairs if place)


def _targets(desk: PageContext, key: str, names: list[str]) -> str:
    """Links to what the shared names of targets are in one text."""
    links = []
    for name in names:
        row = desk.room.alignment.row(name)
        held = row.of(key) if row else ()
        place = held[0].id if held else name
        known = held or is_provision_id(name)
        links.append(desk.link.anchor(key, place) if known else escape(place.removeprefix("def:")))
    return ", ".join(links) or "–"


def _said(desk: PageContext, words: tuple[str, ...]) -> str:
    """What a text has; the kind of an obligation and the origin of a note in the reader's language."""
    return ", ".join(_KIND.sub(lambda match: f"({_kind(desk, match[1])})", word) for word in words)


def _kind(desk: PageContext, name: str) -> str:
    return desk.say.get(f"class_{name}") or desk.say.get(f"origin_{name}") or name


def _decided(desk: PageContext, found: list[JudgedFinding]) -> str:
    """What people decided, each verdict once, and why."""
    verdicts: dict[JudgementStatus, str] = {}
    for _, status, reason in found:
        verdicts[status] = reason or verdicts.get(status, "")
    return ", ".join(_verdict(desk, status, reason) for status, reason in verdicts.items())


def _verdict(desk: PageContext, status: JudgementStatus, reason: str) -> str:
    said = escape(desk.say[f"judged_{status}"])
    return f'{said} <span class="why">{note_html(reason, desk.state.ui)}</span>' if reason else said
