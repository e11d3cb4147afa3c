"""Who relies on a provision: the short list in the margin, and the same grouped for the page of references."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from app.reader.context import PageContext
from app.reader.text.html import tag
from corpus.model import Reference
from index.references.graph import InboundKind, InboundReference


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
        """The provision (or definition) to open: a note is at its first anchor."""
        return self.place.split("#")[0]


def citing_places(page: PageContext, references: Sequence[InboundReference]) -> list[CitingPlace]:
    """Citing places, the languages of one edition together: once for Danish and Swedish 16D, once for DBf 214G."""
    found: dict[tuple[str, str, str], CitingPlace] = {}
    for inbound in references:
        key, place = inbound.source
        entry = page.entry(key)
        home = place.split("#")[0]
        identity = (entry.work, entry.edition, page.services.shared_name(key, home))
        first = found.get(identity) or CitingPlace(key, place, (), inbound.reference, inbound.across, inbound.via)
        found[identity] = replace(first, languages=tuple(dict.fromkeys((*first.languages, entry.language))))
    return list(found.values())


def in_order(page: PageContext, lead: str, references: Sequence[InboundReference]) -> list[InboundReference]:
    """Those in the text ``lead`` first, all in the order of their books, whichever part of a law they cite."""
    rank = page.services.graph.rank
    return sorted(references, key=lambda one: (one.source[0] != lead, rank(one.source), one.reference.anchor.start))


def margin(page: PageContext, lead: str, place: str, below: Markup, kinds: Sequence[InboundKind]) -> Markup:
    """The margin of a row: how many cite its provision in these ways, unfolded who they are, then ``below``.

    They stand as ``in_order`` has them.
    """
    own = [inbound for inbound in page.services.cited_by(lead, place) if inbound.kind in kinds]
    links = [_link(page, lead, citing) for citing in citing_places(page, in_order(page, lead, own))]
    if not links:
        return tag("div", below, class_="by")
    words = f"{page.words['cited_by']} {len(links)}"
    number = tag("summary", f"◂ {len(links)}", title=words, aria_label=words)
    # On a phone one link to the page of references takes the place of the list.
    every = tag(
        "a",
        words,
        class_="by-all",
        data_name=page.words["refs"].lower(),
        href=page.link.go(view="refs", place=place, by=lead),
    )
    return tag(
        "div", tag("details", number, tag("div", *links, class_="who")), every, below, class_="by", lang=page.state.ui
    )


def _link(page: PageContext, lead: str, citing: CitingPlace) -> Markup:
    entry = page.entry(citing.key)
    label = page.link.plain_name(citing.key, citing.home)
    if page.library.same_edition(lead, citing.key):
        held = {e.language for e in page.library.of_work(entry.work, entry.edition)}
        if set(citing.languages) != held:
            label += f" ({', '.join(citing.languages)})"
    elif entry.work == page.entry(lead).work:
        label = f"{entry.edition}: {label}"
    return page.link.anchor(citing.key, citing.home, label)
