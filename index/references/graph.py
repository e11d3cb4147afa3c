"""The graph of references: who relies on what, within and across editions.

Nodes are addresses ``(expression, place)``: provisions and definitions of every expression. An edge is one reference
to one target; a target that no text holds (2007 laws, books not in the corpus) is a node of its own. Dictionaries are
enough for what every page needs; chains and the saved graph are in ``index.references.paths``.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Literal, get_args

from corpus.alignment.concordance import Concordance
from corpus.alignment.fate import NumberFates
from corpus.ids import BadIdError, ProvisionId
from corpus.library import Library
from corpus.model import Reference, Target
from corpus.registry import LAWS

Address = tuple[str, str]
NodeAttributes = Mapping[str, str]
Edges = Mapping[Address, Mapping[Address, list[Reference]]]
InboundKind = Literal["own", "part", "ancestor"]
StepKind = Literal["cites", "cited", "part", "within"]
INBOUND_KINDS: tuple[InboundKind, ...] = get_args(InboundKind)
NEIGHBOURS = 39
MOST_CITED = 20
_NUMBER = re.compile(r"[Xx]?\d+")


@dataclass(frozen=True)
class InboundReference:
    """One reference to a provision; ``source`` is the address of the citing place.

    ``kind`` is what it cites: the provision itself (``own``), something under it (``part``) or above it
    (``ancestor``). ``via`` is the number it cites, in its own edition; ``across`` is True when that is another
    edition's number for the same rule.
    """

    source: Address
    reference: Reference
    kind: InboundKind
    via: str
    across: bool


@dataclass(frozen=True)
class PathStep:
    """One step of a chain: ``start`` cites ``end``, is ``cited`` by it, has it as a ``part`` or is ``within`` it.

    ``reference`` is the edge between the two, None between a rule and its parts.
    """

    start: Address
    end: Address
    kind: StepKind
    reference: Reference | None = None


@dataclass(frozen=True)
class CitationCount:
    """A provision and how often it is cited."""

    address: Address
    number: int


class Graph:
    """All references of a library, in both directions; every answer is in a fixed order.

    ``nodes`` holds the kind and heading of each place, ``edges`` the references from each place to each.
    """

    def __init__(self, library: Library, concordance: Concordance) -> None:
        self.library = library
        self._concordance = concordance
        self._current = library.registry.current_edition(LAWS)
        self.nodes = _nodes(library)
        edges: dict[Address, dict[Address, list[Reference]]] = {}
        inbound: dict[Address, dict[Address, list[Reference]]] = {}
        for source, reference in (pair for pairs in self._references.values() for pair in pairs):
            for target in reference.targets:
                address = address_of(library, source[0], target)
                self.nodes.setdefault(address, {"kind": "not-held", "heading": ""})
                edges.setdefault(source, {}).setdefault(address, []).append(reference)
                inbound.setdefault(address, {}).setdefault(source, []).append(reference)
        self.edges: Edges = edges
        self._inbound: Edges = inbound

    def cited_by(self, expression: str, place: str) -> tuple[InboundReference, ...]:
        """Every reference that relies on a provision, in any expression, whatever number it uses for it.

        References to the provision itself come first, then to its parts, then to its ancestors.
        """
        found = {(one.source, one.reference.anchor): one for one in self._same_edition(expression, place)}
        for one in self._other_editions(expression, place):
            found.setdefault((one.source, one.reference.anchor), one)
        return tuple(sorted(found.values(), key=self._order))

    def cites(self, expression: str, place: str) -> tuple[tuple[Reference, tuple[Address, ...]], ...]:
        """The references in a place and in its notes, each with the addresses of its targets."""
        keys = [place, *(note.key for note in self.library.notes(expression, place))]
        references = [r for key in keys for r in self.library.references(expression, key)]
        return tuple((r, tuple(address_of(self.library, expression, t) for t in r.targets)) for r in references)

    def cites_below(self, expression: str, place: str) -> Iterator[tuple[str, Reference, tuple[Address, ...]]]:
        """The references in a place and in everything under it: the place each is in, it, and its targets' addresses.

        A note with several anchors is met at each of them; its references count once.
        """
        provision = self.library.provision(expression, place)
        seen: set[tuple[str, Reference]] = set()
        for inside in [place] if provision is None else [str(one.id) for one in provision.walk()]:
            for reference, leads_to in self.cites(expression, inside):
                if (known := (reference.anchor.place, reference)) not in seen:
                    seen.add(known)
                    yield inside, reference, leads_to

    def neighbours(self, expression: str, place: str, limit: int = NEIGHBOURS) -> tuple[Address, ...]:
        """At most ``limit`` places that share references with a provision or its parts, most references first."""
        centre = (expression, place)
        weight: defaultdict[Address, int] = defaultdict(int)
        for member in self._family(centre):
            for joined in (self.edges.get(member, {}), self._inbound.get(member, {})):
                for other, references in joined.items():
                    weight[other] += 2 * len(references)
                    weight[member] += len(references)
        weight.pop(centre, None)
        return tuple(sorted(weight, key=lambda node: (-weight[node], self.rank(node)))[:limit])

    def most_cited(self, expression: str) -> tuple[CitationCount, ...]:
        """The provisions of an expression that its own text cites most, at most ``MOST_CITED`` of them."""
        counts = [CitationCount(node, self._count(node)) for node in self.nodes if node[0] == expression]
        cited = [row for row in counts if row.number]
        return tuple(sorted(cited, key=lambda row: (-row.number, self.rank(row.address)))[:MOST_CITED])

    def never_cited(self, expression: str) -> tuple[str, ...]:
        """Laws that no reference of the expression names, nor anything in them."""
        return tuple(
            str(law.id)
            for law in self.library[expression].laws
            if not any(self._count((expression, str(part.id))) for part in law.walk())
        )

    @cached_property
    def _fates(self) -> NumberFates:
        return NumberFates.of(self._concordance, self.library)

    def _same_edition(self, expression: str, place: str) -> Iterable[InboundReference]:
        entry = self.library.entry(expression)
        for other in self.library.of_work(entry.work, entry.edition):
            number = self._number_in(other.key, expression, place)
            yield from self._towards(other.key, number, entry.work, entry.edition, across=False)
        for other in self.library.expressions:
            cited = self.library.entry(other.key).cites
            if entry.work == LAWS and other.work != LAWS and cited == entry.edition:
                yield from self._towards(other.key, place, "laws", cited, across=False)

    def _other_editions(self, expression: str, place: str) -> Iterable[InboundReference]:
        entry = self.library.entry(expression)
        if entry.work != LAWS or place.startswith("def:"):
            return
        for other in self.library.expressions:
            cited = self.library.entry(other.key).cites
            if cited == entry.edition:
                continue
            fate = self._fates.fate(entry.edition, ProvisionId.of(self.library.wid(expression, place)), cited)
            for number in () if fate.doubt == "ancestor" else fate.today:
                yield from self._towards(other.key, str(number), "laws", cited, across=True)
            yield from self._by_current(other.key, entry.edition, place)

    def _by_current(self, key: str, edition: str, place: str) -> Iterable[InboundReference]:
        """References whose number of today is the place, or is below or above it."""
        if edition != self._current:
            return
        for source, reference, target, home in self._by_home.get((key, _law(place)), ()):
            if kind := _kind(home, place):
                yield InboundReference(source, reference, kind, target.id, across=True)

    def _towards(self, key: str, place: str, work: str, edition: str, across: bool) -> Iterable[InboundReference]:
        """The references of one text to ``place`` in the numbering of an edition, or to a place below or above it."""
        for source, reference, target in self._by_target.get((key, _law(place)), ()):
            if (target.work, target.edition) == (work, edition) and (kind := _kind(target.id, place)):
                yield InboundReference(source, reference, kind, target.id, across)

    def _number_in(self, other: str, expression: str, place: str) -> str:
        """The number that another language of the same edition prints for the same rule."""
        identity = self.library.wid(expression, place)
        if self.library.wid(other, identity) == identity and self.library.exists(other, identity):
            return identity
        wids = self.library.entry(other).wid or {}
        return next((number for number, wid in wids.items() if wid == identity), identity)

    def _family(self, centre: Address) -> list[Address]:
        expression, place = centre
        provision = self.library.provision(expression, place)
        parts = [(expression, str(part.id)) for part in provision.walk()] if provision else [centre]
        return [node for node in parts if node in self.nodes]

    def _count(self, node: Address) -> int:
        """References to a node from its own expression."""
        inbound = self._inbound.get(node, {})
        return sum(len(references) for source, references in inbound.items() if source[0] == node[0])

    def _order(self, citing: InboundReference) -> tuple[object, ...]:
        return INBOUND_KINDS.index(citing.kind), self.rank(citing.source), citing.reference.anchor.start

    def rank(self, node: Address) -> tuple[int, int, str]:
        """A sort key for nodes: by expression as registered, then in document order."""
        expression, place = node
        keys = self.library.registry.keys
        if expression not in keys:
            return len(keys), 0, f"{expression} {place}"
        return keys.index(expression), self.library.order(expression).get(place, -1), place

    @cached_property
    def _references(self) -> dict[str, tuple[tuple[Address, Reference], ...]]:
        return {
            e.key: tuple(((e.key, source_place(self.library, e.key, r)), r) for r in e.references)
            for e in self.library.expressions
        }

    @cached_property
    def _by_target(self) -> dict[tuple[str, str], list[tuple[Address, Reference, Target]]]:
        """The references of each text with those of their targets that are in a law, by its number."""
        found: defaultdict[tuple[str, str], list[tuple[Address, Reference, Target]]] = defaultdict(list)
        for key, pairs in self._references.items():
            for source, reference in pairs:
                for target in reference.targets:
                    found[key, _law(target.id)].append((source, reference, target))
        return dict(found)

    @cached_property
    def _by_home(self) -> dict[tuple[str, str], list[tuple[Address, Reference, Target, str]]]:
        """The references of each text to other editions of the laws with those numbers of today that are in a law."""
        found: defaultdict[tuple[str, str], list[tuple[Address, Reference, Target, str]]] = defaultdict(list)
        for key, pairs in self._references.items():
            for source, reference in pairs:
                for target in reference.targets:
                    if target.work == LAWS and target.edition != self._current and not target.id.startswith("def:"):
                        for home in reference.current:
                            found[key, _law(home)].append((source, reference, target, home))
        return dict(found)


def _nodes(library: Library) -> dict[Address, NodeAttributes]:
    nodes: dict[Address, NodeAttributes] = {}
    for expression in library.expressions:
        for provision in expression.walk():
            heading = provision.heading.text if provision.heading else ""
            nodes[expression.key, str(provision.id)] = {"kind": "provision", "heading": heading}
        for entry, definition in expression.all_definitions():
            nodes[expression.key, entry] = {"kind": "definition", "heading": definition.headword.text}
    return nodes


def source_place(library: Library, expression: str, reference: Reference) -> str:
    """The provision or definition that holds a reference; one in a note belongs to the note's first anchor."""
    note = library.note(expression, reference.anchor.place) if reference.anchor.where == "note" else None
    return note.anchors[0] if note else reference.anchor.place


def address_of(library: Library, expression: str, target: Target) -> Address:
    """The node of a target: in the citing text if that is of the target's work and edition, else in one that is, of the
    same language if possible; ``("laws-2007", "16C")`` where no text is.
    """
    entry = library.entry(expression)
    if (entry.work, entry.edition) == (target.work, target.edition):
        return expression, target.id
    held = library.of_work(target.work, target.edition)
    same = [e.key for e in held if e.language == entry.language] or [e.key for e in held]
    return (same[0] if same else f"{target.work}-{target.edition}"), target.id


def _law(place: str) -> str:
    """What places of which one is, or is in, the other have in common: the number of the law, else all of a name."""
    number = _NUMBER.match(place)
    return number[0].casefold() if number else place.casefold()


def _kind(cited: str, place: str) -> InboundKind | None:
    if cited == place or cited.casefold() == place.casefold():
        return "own"
    try:
        one, two = _id(cited), _id(place)
    except BadIdError:
        return None
    if two.contains(one):
        return "part"
    return "ancestor" if one.contains(two) else None


@cache
def _id(place: str) -> ProvisionId:
    """Cached: look-ups compare the same few thousand ids each time."""
    return ProvisionId.of(place)
