"""The graph of references in networkx: the shortest chain between two places, and the graph for other programs."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise

import networkx as nx

from corpus.library import Library
from corpus.model import Reference, Target
from index.references.graph import CURRENT, Address, Graph, PathStep, address_of


class ReferencePaths:
    """What only the whole graph can answer. Every answer is in a fixed order."""

    def __init__(self, graph: Graph, library: Library) -> None:
        self._graph = graph
        self._library = library

    @cached_property
    def net(self) -> nx.MultiDiGraph:
        """Names ``expression:place`` as nodes; edges carry kind, signal, negated, status, printed and where."""
        net = nx.MultiDiGraph()
        for node in sorted(self._graph.nodes, key=self._graph.rank):
            net.add_node(_name(node), **self._graph.nodes[node])
        for one, two, known in self._edges():
            net.add_edge(_name(one), _name(two), **known)
        return net

    def to_graphml(self) -> bytes:
        """The whole graph as GraphML, the same bytes for the same library."""
        out = io.BytesIO()
        nx.write_graphml_xml(self.net, out, encoding="utf-8", prettyprint=True, infer_numeric_types=False)
        return out.getvalue()

    def to_json(self) -> bytes:
        """The whole graph as JSON: ``{"nodes": [...], "edges": [...]}``."""
        order = sorted(self._graph.nodes, key=self._graph.rank)
        nodes = [{"id": _name(node), **self._graph.nodes[node]} for node in order]
        edges = [{"from": _name(one), "to": _name(two), **known} for one, two, known in self._edges()]
        return (json.dumps({"nodes": nodes, "edges": edges}, ensure_ascii=False, indent=1) + "\n").encode()

    def chain(self, start: Address, end: Address) -> tuple[PathStep, ...]:
        """The shortest way from one place to another, or to a part of it; () if none.

        Steps are references and a rule's parts; where no such way leads forward, steps back count too.
        """
        if start == end or start not in self._graph.nodes or end not in self._graph.nodes:
            return ()
        forward = self._walkable.copy()
        forward.add_edges_from((part, whole) for whole, part in self._parts(*end))
        for net in (forward, self._both_ways):
            if nx.has_path(net, start, end):
                return tuple(self._step(one, two) for one, two in pairwise(nx.shortest_path(net, start, end)))
        return ()

    @cached_property
    def _both_ways(self) -> nx.Graph:
        """The same without directions. Networkx's own view of that goes through neighbours in the order of a set."""
        out = nx.Graph()
        out.add_nodes_from(self._walkable)
        out.add_edges_from(self._walkable.edges)
        return out

    def _step(self, one: Address, two: Address) -> PathStep:
        forward = self._walkable.has_edge(one, two)
        reference = self._walkable.edges[(one, two) if forward else (two, one)]["reference"]
        if forward:
            return PathStep(one, two, "cites" if reference else "part", reference)
        return PathStep(one, two, "cited" if reference else "within", reference)

    @cached_property
    def _walkable(self) -> nx.DiGraph:
        """References, those to an older number leading to the rule of today, and from each provision to its parts."""
        out = nx.DiGraph()
        out.add_nodes_from(self._graph.nodes)
        for one, ties in self._graph.ties.items():
            for two, references in ties.items():
                if self._graph.nodes[two]["kind"] != "not-held":
                    out.add_edge(one, two, reference=references[0])
                for home in self._today(one[0], references):
                    if not out.has_edge(one, home):
                        out.add_edge(one, home, reference=references[0])
        for expression in self._library.expressions:
            for law in expression.laws:
                for one, two in self._parts(expression.key, str(law.id)):
                    if not out.has_edge(one, two):
                        out.add_edge(one, two, reference=None)
        return out

    def _today(self, key: str, references: list[Reference]) -> Iterator[Address]:
        """Where the rules are read today that a text cites by the numbers of laws which nobody holds."""
        for reference in references:
            if any(t.work == "laws" and not self._library.of_work("laws", t.edition) for t in reference.targets):
                for home in reference.current:
                    yield address_of(self._library, key, Target("laws", CURRENT, home))

    def _parts(self, expression: str, place: str) -> Iterator[tuple[Address, Address]]:
        """Each provision with each part of it at any depth, from a provision down."""
        provision = self._library.provision(expression, place)
        for whole in provision.walk() if provision else ():
            for part in whole.walk():
                if part is not whole:
                    yield (expression, str(whole.id)), (expression, str(part.id))

    def _edges(self) -> list[tuple[Address, Address, dict[str, object]]]:
        edges = [
            (one, two, _known(reference))
            for one, ties in self._graph.ties.items()
            for two, references in ties.items()
            for reference in references
        ]
        rank = self._graph.rank
        return sorted(edges, key=lambda edge: (rank(edge[0]), rank(edge[1]), sorted(map(str, edge[2].items()))))


def _known(reference: Reference) -> dict[str, object]:
    """What a saved graph says of an edge."""
    return {
        "kind": reference.form,
        "where": reference.anchor.where,
        "printed": reference.printed,
        "signal": reference.signal,
        "negated": reference.negated,
        "status": reference.status,
    }


def _name(node: Address) -> str:
    return f"{node[0]}:{node[1]}"
