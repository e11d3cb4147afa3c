"""The graph of references: who relies on what, within and across editions.

Nodes are addresses ``(expression, place)``: provisions and definitions of every expression. An edge is one reference
to one target; a target that no text holds (2007 laws, books not in the corpus) is a node of its own. What every page
asks for needs no more than dictionaries; the shortest chain and the saved graph are the business of
``index.references.paths``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Literal

from corpus.alignment.concordance import Concordance
from corpus.ids import BadIdError, ProvisionId
from corpus.library import Library
from corpus.model import Reference, Target

if TYPE_CHECKING:
    from index.references.paths import ReferencePaths

Address = tuple[str, str]
NodeAttributes = Mapping[str, str]
Edges = Mapping[Address, Mapping[Address, list[Reference]]]
InboundKind = Literal["own", "part", "ancestor"]
StepKind = Literal["cites", "cited", "part", "within"]
KINDS: tuple[InboundKind, ...] = ("own", "part", "ancestor")
CURRENT = "2017"
NEIGHBOURS = 39


@dataclass(frozen=True)
class InboundReference:
    """One place that relies on a provision.

    ``kind`` says what it cites: the provision itself (``own``), something under it (``part``) or something it stands
    under (``ancestor``). ``via`` is the number it cites, in its own edition; ``across`` is True when that is another
    edition's number for the same rule.
    """

    source: Address
    reference: Reference
    kind: InboundKind
    via: str
    across: bool


@dataclass(frozen=True)
class PathStep:
    """One step of a chain: ``start`` cites ``end``, is ``cited`` by it, has it as a ``part`` or stands ``within`` it.

    ``reference`` is what leads from one to the other, None between a rule and its parts.
    """

    start: Address
    end: Address
    how: StepKind
    reference: Reference | None = None


@dataclass(frozen=True)
class CitationCount:
    """A provision and how often it is cited."""

    address: Address
    number: int


class Graph:
    """All references of a library, in both directions. Built once; every answer is in a fixed order.

    ``nodes`` says of each place what it is; ``ties`` holds the references from each place to each.
    """

    def __init__(self, library: Library, concordance: Concordance) -> None:
        self._library = library
        self._concordance = concordance
        self.nodes, self.ties = _ties(library)
        self._in: defaultdict[Address, dict[Address, list[Reference]]] = defaultdict(dict)
        for one, ties in self.ties.items():
            for two, references in ties.items():
                self._in[two][one] = references

    @cached_property
    def network(self) -> ReferencePaths:
        """The same graph in networkx, which takes longer to import than the whole graph to make."""
        from index.references.paths import ReferencePaths

        return ReferencePaths(self, self._library)

    def cited_by(self, expression: str, place: str) -> tuple[InboundReference, ...]:
        """Every reference that relies on a provision, in any expression, whatever number it uses for it.

        Own citations come first, then those of its parts, then those of what it stands under.
        """
        found = {self._key(citing): citing for citing in self._same_edition(expression, place)}
        for citing in self._other_editions(expression, place):
            found.setdefault(self._key(citing), citing)
        return tuple(sorted(found.values(), key=self._order))

    def cites(self, expression: str, place: str) -> tuple[tuple[Reference, tuple[Address, ...]], ...]:
        """The references that stand in a place and in its notes, each with the addresses it leads to."""
        keys = [place, *(note.key for note in self._library.notes(expression, place))]
        references = [r for key in keys for r in self._library.references(expression, key)]
        return tuple((r, tuple(self._addresses(expression, t) for t in r.targets)) for r in references)

    def neighbours(self, expression: str, place: str, limit: int = NEIGHBOURS) -> tuple[Address, ...]:
        """The places tied to a provision or its parts by references, most closely tied first."""
        centre = (expression, place)
        family = self._family(centre)
        weight: defaultdict[Address, int] = defaultdict(int)
        for member in family:
            for two, references in self.ties.get(member, {}).items():
                weight[two] += 2 * len(references)
                weight[member] += len(references)
            for one, references in self._in.get(member, {}).items():
                weight[one] += 2 * len(references)
                weight[member] += len(references)
        weight.pop(centre, None)
        return tuple(sorted(weight, key=lambda node: (-weight[node], self.rank(node)))[:limit])

    def most_cited(self, expression: str, limit: int = 20) -> tuple[CitationCount, ...]:
        """The provisions of an expression that its own text cites most."""
        ranked = [CitationCount(node, self._count(node)) for node in self._nodes_of(expression)]
        cited = [row for row in ranked if row.number]
        return tuple(sorted(cited, key=lambda row: (-row.number, self.rank(row.address)))[:limit])

    def never_cited(self, expression: str, laws_only: bool = False) -> tuple[str, ...]:
        """Provisions that no reference of the expression names, nor anything under or above them."""
        out = []
        for provision in self._library[expression].walk():
            if laws_only and provision.id.parent is not None:
                continue
            line = [*_ancestors(provision.id), *(part.id for part in provision.walk())]
            if not any(self._count((expression, str(place))) for place in line):
                out.append(str(provision.id))
        return tuple(out)

    def _same_edition(self, expression: str, place: str) -> Iterable[InboundReference]:
        entry = self._library.entry(expression)
        for other in self._library.of_work(entry.work, entry.edition):
            here = self._translated(expression, place, other.key)
            yield from self._towards(other.key, here, Target(entry.work, entry.edition, here), across=False)
        for other in self._library.expressions:
            cited = self._library.entry(other.key).cites
            if entry.work == "laws" and other.work != "laws" and cited == entry.edition:
                yield from self._towards(other.key, place, Target("laws", cited, place), across=False)

    def _other_editions(self, expression: str, place: str) -> Iterable[InboundReference]:
        entry = self._library.entry(expression)
        if entry.work != "laws" or place.startswith("def:"):
            return
        for other in self._library.expressions:
            cited = self._library.entry(other.key).cites
            if cited == entry.edition or not self._concordance.joins(entry.edition, cited):
                continue
            passage = self._concordance.forward(entry.edition, place, cited)
            for number in () if passage.part else passage.ids:
                yield from self._towards(other.key, number, Target("laws", cited, number), across=True)
            yield from self._by_current(other.key, entry.edition, place)

    def _by_current(self, key: str, edition: str, place: str) -> Iterable[InboundReference]:
        """References whose number of today is the place asked for, or stands under or above it."""
        if edition != CURRENT:
            return
        for source, reference in self._references[key]:
            for target in reference.targets:
                if target.work != "laws" or target.edition == CURRENT or target.id.startswith("def:"):
                    continue
                for home in reference.current:
                    if kind := _kind(home, place):
                        yield InboundReference(source, reference, kind, target.id, across=True)

    def _towards(self, key: str, place: str, target: Target, across: bool) -> Iterable[InboundReference]:
        for source, reference in self._references[key]:
            for aimed in reference.targets:
                if (aimed.work, aimed.edition) == (target.work, target.edition):
                    kind = _kind(aimed.id, place)
                    if kind:
                        yield InboundReference(source, reference, kind, aimed.id, across)

    def _translated(self, expression: str, place: str, other: str) -> str:
        """The number that another language of the same edition prints for the same rule."""
        identity = self._library.wid(expression, place)
        if self._library.wid(other, identity) == identity and self._library.exists(other, identity):
            return identity
        wids = self._library.entry(other).wid or {}
        return next((number for number, wid in wids.items() if wid == identity), identity)

    def _addresses(self, expression: str, target: Target) -> Address:
        return address_of(self._library, expression, target)

    def _family(self, centre: Address) -> list[Address]:
        expression, place = centre
        provision = self._library.provision(expression, place)
        parts = [(expression, str(part.id)) for part in provision.walk()] if provision else [centre]
        return [node for node in parts if node in self.nodes]

    def _count(self, node: Address) -> int:
        """References to a node from its own expression."""
        return sum(len(references) for one, references in self._in.get(node, {}).items() if one[0] == node[0])

    def _nodes_of(self, expression: str) -> list[Address]:
        return [node for node in self.nodes if node[0] == expression]

    def _key(self, citing: InboundReference) -> tuple[object, ...]:
        return citing.source, citing.reference.anchor

    def _order(self, citing: InboundReference) -> tuple[object, ...]:
        return KINDS.index(citing.kind), self.rank(citing.source), citing.reference.anchor.start

    def rank(self, node: Address) -> tuple[int, int, str]:
        """The order of the places: by expression, in document order."""
        expression, place = node
        keys = self._library.registry.keys
        if expression not in keys:
            return len(keys), 0, f"{expression} {place}"
        return keys.index(expression), self._library.order(expression).get(place, -1), place

    @cached_property
    def _references(self) -> dict[str, tuple[tuple[Address, Reference], ...]]:
        return {
            e.key: tuple(((e.key, _source(self._library, e.key, r)), r) for r in e.references)
            for e in self._library.expressions
        }


def _ties(library: Library) -> tuple[Mapping[Address, NodeAttributes], Edges]:
    nodes: dict[Address, NodeAttributes] = {}
    for expression in library.expressions:
        for provision in expression.walk():
            heading = provision.heading.text if provision.heading else ""
            nodes[expression.key, str(provision.id)] = {"kind": "provision", "heading": heading}
        for entry, definition in expression.all_definitions():
            nodes[expression.key, entry] = {"kind": "definition", "heading": definition.headword.text}
    out: dict[Address, dict[Address, list[Reference]]] = {}
    for expression in library.expressions:
        for reference in expression.references:
            source = (expression.key, _source(library, expression.key, reference))
            for target in reference.targets:
                address = address_of(library, expression.key, target)
                nodes.setdefault(address, {"kind": "not-held", "heading": ""})
                out.setdefault(source, {}).setdefault(address, []).append(reference)
    return nodes, out


def _source(library: Library, key: str, reference: Reference) -> str:
    """The provision or definition a reference stands in; one in a note belongs to the note's first anchor."""
    if reference.anchor.where != "note":
        return reference.anchor.place
    note = library.note(key, reference.anchor.place)
    return note.anchors[0] if note else reference.anchor.place.split("#")[0]


def address_of(library: Library, expression: str, target: Target) -> Address:
    """A target in the citing text itself where it is the same work and edition, else in a text that holds it."""
    entry = library.entry(expression)
    if (entry.work, entry.edition) == (target.work, target.edition):
        return expression, target.id
    held = library.of_work(target.work, target.edition)
    same = [e.key for e in held if e.language == entry.language] or [e.key for e in held]
    return (same[0] if same else f"{target.work}-{target.edition}"), target.id


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
    """Every question about one provision compares it with all references: the same few thousand ids again and again."""
    return ProvisionId.of(place)


def _ancestors(place: ProvisionId) -> Iterable[ProvisionId]:
    return (ProvisionId(place.parts[:depth]) for depth in range(1, len(place.parts)))
