"""Who relies on a provision: the short list in the margin, and the same grouped for the page of references."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from app.reader.context import PageContext
from corpus.model import Reference
from index.references.graph import InboundReference

FIRST = 5


@dataclass(frozen=True)
class CitingPlace:
    """One place that cites, with the expressions of one edition that do so in the same place."""

    key: str
    place: str
    languages: tuple[str, ...]
    reference: Reference
    across: bool
    via: str

    @property
    def home(self) -> str:
        """The provision (or definition) to open: a note stands at its first anchor."""
        return self.place.split("#")[0]


def citers(desk: PageContext, citings: Sequence[InboundReference]) -> list[CitingPlace]:
    """Citing places, the languages of one edition together: once for Danish and Swedish 16D, once for DBf 214G."""
    found: dict[tuple[str, str, str], CitingPlace] = {}
    for citing in citings:
        key, place = citing.source
        entry = desk.entry(key)
        home = place.split("#")[0]
        identity = (entry.work, entry.edition, desk.room.shared_name(key, home))
        known = found.get(identity)
        languages = (*known.languages, entry.language) if known else (entry.language,)
        first = known or CitingPlace(key, place, (), citing.reference, citing.across, citing.via)
        found[identity] = CitingPlace(
            first.key, first.place, tuple(dict.fromkeys(languages)), first.reference, first.across, first.via
        )
    return list(found.values())


def margin(desk: PageContext, lead: str, place: str, below: str) -> str:
    """The margin of a row: five that cite its provision itself, how many more there are, then ``below`` (HTML)."""
    own = [citing for citing in desk.room.cited_by(lead, place) if citing.kind == "own"]
    own.sort(key=lambda citing: citing.source[0] != lead)
    links = [_link(desk, lead, citer) for citer in citers(desk, own)]
    if not links:
        return f'<div class="by">{below}</div>'
    more = ""
    if len(links) > FIRST:
        label = escape(desk.say["more"].format(count=len(links) - FIRST))
        more = f"<details><summary>{label}</summary>{''.join(links[FIRST:])}</details>"
    # On a phone one link to the page of references stands for the list.
    words = escape(f"{desk.say['cited_by']} {len(links)}")
    every = f'<a class="by-all" href="{desk.link.go(view="refs", place=place, by=lead)}">{words}</a>'
    return f'<div class="by" lang="{desk.state.ui}">{"".join(links[:FIRST])}{more}{every}{below}</div>'


def _link(desk: PageContext, lead: str, citer: CitingPlace) -> str:
    entry = desk.entry(citer.key)
    label = desk.link.cite(citer.key, citer.home)
    if desk.library.same_edition(lead, citer.key):
        held = {e.language for e in desk.library.of_work(entry.work, entry.edition)}
        if set(citer.languages) != held:
            label += f" ({', '.join(citer.languages)})"
    elif entry.work == desk.entry(lead).work:
        label = f"{entry.edition}: {label}"
    return desk.link.anchor(citer.key, citer.home, label)
