"""The differences of one law that the comparison page lists: numbers, obligations, notes, and words of one language."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from app.present_base import Desk
from app.present_read import Reader
from app.present_status import sheet
from app.present_wording import marked, printed
from app.remarks import remark
from corpus.model import Prose, Provision

_OWN_TABLE = ("reference",)
"""Kinds of finding that the page shows in another place."""


def parity(desk: Desk, reader: Reader) -> Iterator[str]:
    """For each other language of the lead's edition: what the two say differently, besides their references."""
    law = reader.law
    if law is None:
        return
    for key in reader.columns:
        if key == reader.lead or not desk.library.same_edition(reader.lead, key):
            continue
        pair = f"{desk.entry(reader.lead).short} – {desk.entry(key).short}"
        found = [j for j in desk.room.parity.of_law(reader.lead, key, law.id.law) if j[0].kind not in _OWN_TABLE]
        yield f"<h2>{escape(desk.say['cmp_parity'])}: {escape(pair)}</h2>"
        if not found:
            yield f'<p class="say">{escape(desk.say["cmp_no_diff"])}</p>'
            continue
        one, other = found[0][0].one, found[0][0].other
        heads = [desk.say["c_place"], desk.say["cmp_kind"], desk.entry(one).short, desk.entry(other).short]
        rows = [
            [
                ", ".join(
                    desk.link.anchor(text, place)
                    for text, place in zip((one, other), finding.places, strict=True)
                    if place
                ),
                escape(desk.say[f"differs_{finding.kind}"]),
                escape(", ".join(finding.one_has)) or "–",
                escape(", ".join(finding.other_has)) or "–",
                _judged(desk, status, reason),
            ]
            for finding, status, reason in found
        ]
        yield sheet(pair, [*heads, desk.say["cmp_status"]], rows)


def _judged(desk: Desk, status: str, reason: str) -> str:
    """What a person decided, and why."""
    said = escape(desk.say[f"judged_{status}"])
    return f'{said} <span class="why">{remark(reason, desk.state.ui)}</span>' if reason else said


def wording(desk: Desk, reader: Reader) -> Iterator[str]:
    """Word by word: each text beside its source, and texts of one language beside each other."""
    law = reader.law
    if law is None:
        return
    for key in reader.columns:
        rows = [row for place in _places(reader, key) for row in _mended(desk, key, place)]
        if rows:
            yield _folded(desk, desk.say["cmp_source"].format(text=desk.entry(key).short), rows)
    for key in reader.columns:
        if key != reader.lead and desk.entry(key).language == desk.entry(reader.lead).language:
            title = f"{desk.entry(reader.lead).short} → {desk.entry(key).short}"
            rows = list(_between(desk, reader, key))
            yield _folded(desk, f"{desk.say['cmp_words']}: {title}", rows)


def _folded(desk: Desk, title: str, rows: list[list[str]]) -> str:
    table = sheet(title, [desk.say["c_place"], desk.say["cmp_words"]], rows) if rows else ""
    return f'<details class="words"><summary>{escape(title)} ({len(rows)})</summary>{table}</details>'


def _places(reader: Reader, key: str) -> list[str]:
    """The provisions of a text that stand in the rows of the open law, each once."""
    pieces = (p for row in reader.rows if not row.closing for p in row.cells.get(key, ()) if not p.elsewhere)
    return list(dict.fromkeys(piece.place for piece in pieces))


def _mended(desk: Desk, key: str, place: str) -> Iterator[list[str]]:
    """A row for every paragraph in which the source was corrected."""
    provision = desk.library.provision(key, place)
    for prose in _proses(provision) if provision else ():
        found = marked(printed(prose), prose.text)
        if found:
            yield [desk.link.anchor(key, place), f'<span lang="{desk.entry(key).language}">{found}</span>']


def _between(desk: Desk, reader: Reader, key: str) -> Iterator[list[str]]:
    for row in reader.rows:
        mine = desk.library.provision(reader.lead, row.place) if row.owner == reader.lead else None
        for piece in row.cells.get(key, ()) if mine and not row.closing else ():
            theirs = desk.library.provision(key, piece.place)
            found = marked(mine.text, theirs.text) if mine and theirs else ""
            if found:
                places = f"{desk.link.anchor(reader.lead, row.place)} → {desk.link.anchor(key, piece.place)}"
                yield [places, f'<span lang="{desk.entry(key).language}">{found}</span>']


def _proses(provision: Provision) -> Iterator[Prose]:
    if provision.heading:
        yield provision.heading
    yield from (block for block in provision.own_blocks if isinstance(block, Prose))
