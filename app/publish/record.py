"""A provision or definition with all that is known of it, as values from which every form is written."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from app.i18n.words import UI_LANGUAGES
from app.reader.address import PageState, default_columns
from app.reader.context import ReaderServices
from app.reader.text.links import Linker
from corpus import uris
from corpus.alignment.fate import NumberFate
from corpus.alignment.rows import decisive_cell
from corpus.dossiers.dossier import QuotedBlock, plain_text
from corpus.dossiers.quotation import quote
from corpus.ids import ProvisionId
from corpus.library import Library
from corpus.model import Emendation, Lines, Note, Reference, Table
from corpus.registry import LAWS, Edition, ExpressionEntry, Registry
from index.references.graph import InboundReference


@dataclass(frozen=True)
class PublishedPlace:
    """A place of a text: its expression, id, headings, and how the text's own language cites it."""

    expression: str
    place: str
    citation: str
    heading: str = ""


@dataclass(frozen=True)
class Counterpart:
    """The same rule in another text. ``moved`` is what became of its place, ``content`` of what it orders.

    ``moved`` is ``same``, ``moved``, ``split``, ``merged``, ``overlay``; ``content`` is ``same`` or ``revised``.
    ``confidence`` runs from 0 to 1; ``unsure`` is True where a person should look.
    """

    of: PublishedPlace
    moved: str
    content: str
    confidence: float
    unsure: bool
    note: str = ""


@dataclass(frozen=True)
class OutboundReference:
    """A reference in a place, with where each of its targets is read today; None where it leads nowhere."""

    place: str
    reference: Reference
    read_at: tuple[PublishedPlace | None, ...]


@dataclass(frozen=True)
class Citing:
    """A reference to the provision, its parts or what contains it, from another place."""

    source: PublishedPlace
    inbound: InboundReference


@dataclass(frozen=True)
class ProvisionRecord:
    """Everything about one place. ``text`` are its own words, ``whole`` those of all under it with labels and notes.

    Sums are over the UTF-8 bytes of these two. ``citations`` are by language code, in the forms of da, nb, sv and en.
    """

    entry: ExpressionEntry
    edition: Edition | None
    place: str
    eid: str
    wid: str
    uri: str
    citations: Mapping[str, str]
    heading: str
    path: tuple[PublishedPlace, ...]
    text: str
    whole: str
    pieces: tuple[QuotedBlock, ...]
    tables: tuple[Table, ...]
    emendations: tuple[Emendation, ...]
    notes: tuple[Note, ...]
    source: Lines
    parts: tuple[PublishedPlace, ...] = ()
    before: PublishedPlace | None = None
    after: PublishedPlace | None = None
    counterparts: tuple[Counterpart, ...] = ()
    numbers: tuple[NumberFate, ...] = ()
    references: tuple[OutboundReference, ...] = ()
    cited_by: tuple[Citing, ...] = ()

    @property
    def citation(self) -> str:
        """As the text's own language cites it."""
        return self.citations.get(self.entry.language, self.place)

    @property
    def since(self) -> date | None:
        """The first day on which the text was in force, as far as it is recorded."""
        return self.entry.in_force_from or (self.edition.from_date if self.edition else None)

    @property
    def until(self) -> date | None:
        """The last day on which its edition was in force."""
        return self.edition.to_date if self.edition else None


def sha256(text: str) -> str:
    """The SHA-256 of a text's UTF-8 bytes, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def provision_record(services: ReaderServices, key: str, place: str) -> ProvisionRecord:
    """The record of a place that exists. Raises NoSuchPlaceError where the text has no such place."""
    library, quotation = services.library, quote(services.library, key, place)
    place, entry = quotation.place, library.entry(key)
    provision = library.provision(key, place)
    definition = None if provision else library.definition(key, place)
    shared = uris.wid(entry, provision.id) if provision else uris.eid(place)
    heading = (provision.heading.text if provision.heading else "") if provision else quotation.cited
    return ProvisionRecord(
        entry=entry,
        edition=edition_of(library.registry, entry),
        place=place,
        eid=uris.eid(place),
        wid=shared,
        uri=f"{uris.expression_uri(entry, library.registry)}/~{uris.eid(place)}",
        citations={ui: _cited(entry, place, ui) for ui in UI_LANGUAGES},
        heading=heading,
        path=_path(library, key, place),
        text=provision.text if provision else definition.text if definition else "",
        whole=plain_text(quotation.pieces),
        pieces=quotation.pieces,
        tables=tuple(b for b in provision.own_blocks if isinstance(b, Table)) if provision else (),
        emendations=(*provision.label_emendations, *provision.emendations) if provision else (),
        notes=library.notes(key, place) if provision else (),
        source=quotation.source,
        parts=tuple(published_place(library, key, str(one.id)) for one in provision.children) if provision else (),
        before=_beside(library, key, place, -1),
        after=_beside(library, key, place, 1),
        counterparts=tuple(_counterparts(services, key, place)),
        numbers=tuple(fates_in_other_editions(services, entry.edition, provision.id))
        if provision and entry.work == LAWS
        else (),
        references=tuple(_references(services, key, place)),
        cited_by=tuple(
            Citing(published_place(library, *found.source), found) for found in services.cited_by(key, place)
        ),
    )


def published_place(library: Library, key: str, place: str) -> PublishedPlace:
    """A place with its headings from the law down."""
    entry = library.entry(key)
    if library.definition(key, place):
        return PublishedPlace(key, place, place.removeprefix("def:"))
    provision = library.provision(key, place)
    heading = provision.heading.text if provision and provision.heading else ""
    return PublishedPlace(key, place, _cited(entry, place, entry.language), heading)


def edition_of(registry: Registry, entry: ExpressionEntry) -> Edition | None:
    """The edition that a text carries, with its days of force."""
    return next((e for e in registry.editions if (e.work, e.edition) == (entry.work, entry.edition)), None)


def fates_in_other_editions(services: ReaderServices, edition: str, number: ProvisionId) -> Iterator[NumberFate]:
    """What became of a number of the laws in every other edition, that in force first."""
    today = services.library.registry.current_edition(LAWS) or max(services.fates.editions)
    for other in sorted(services.fates.editions, key=lambda one: one != today):
        if other != edition:
            yield services.fates.fate(edition, number, other)


def _cited(entry: ExpressionEntry, place: str, language: str) -> str:
    if place.startswith("def:"):
        return place.removeprefix("def:")
    printed = ProvisionId.of(place.split("#")[0]).printed(language)
    return printed if entry.work == LAWS else f"{entry.short.removesuffix(entry.edition).strip()} {printed}"


def _path(library: Library, key: str, place: str) -> tuple[PublishedPlace, ...]:
    if place.startswith("def:"):
        return ()
    return tuple(published_place(library, key, step) for step, _ in library.heading_path(key, place))


def _beside(library: Library, key: str, place: str, step: int) -> PublishedPlace | None:
    """The place before or after it among those of its parent, or among the definitions."""
    if place.startswith("def:"):
        row = [address for address, _ in library[key].all_definitions()]
    else:
        above = ProvisionId.of(place).parent
        holder = library.provision(key, above) if above else None
        row = [str(one.id) for one in (holder.children if holder else library[key].laws)]
    at = row.index(place) + step if place in row else -1
    return published_place(library, key, row[at]) if 0 <= at < len(row) else None


def _counterparts(services: ReaderServices, key: str, place: str) -> Iterator[Counterpart]:
    alignment, library = services.alignment, services.library
    mine = alignment.cell(key, place)
    if mine is None:
        return
    for other in library.registry.keys:
        for cell in alignment.counterparts(key, place, other) if other != key else ():
            decisive = decisive_cell(mine, cell)
            moved = "same" if decisive.relation == "revised" else decisive.relation
            content = "revised" if decisive.changed else "same"
            unsure = mine.unsure or cell.unsure
            of = published_place(library, other, cell.id)
            yield Counterpart(of, moved, content, min(mine.confidence, cell.confidence), unsure, decisive.note)


def _references(services: ReaderServices, key: str, place: str) -> Iterator[OutboundReference]:
    """The references of a place and of everything under it, with where each leads today."""
    library = services.library
    columns = default_columns(library.registry, "en")
    link = Linker(library, PageState(columns=columns, by=key, on=columns[0]))
    for inside, reference, _ in services.graph.cites_below(key, place):
        goals = link.destinations(key, reference)
        homes = (published_place(library, goal.key, goal.place) if goal else None for goal in goals)
        yield OutboundReference(inside, reference, tuple(homes))
