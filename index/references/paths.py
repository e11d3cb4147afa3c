"""The graph of references in networkx: the shortest chain between two places, and the graph for other programs.

Networkx takes longer to import than the graph to make, so callers import this module when they need it.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise, starmap

import networkx as nx

from corpus.model import Reference, Target
from corpus.registry import LAWS
from index.references.graph import Address, Graph, PathStep, address_of


class ReferencePaths:
    """Answers that need the whole graph, each in a fixed order."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._library = graph.library

    @cached_property
    def network(self) -> nx.MultiDiGraph:
        """Names ``expression:place`` as nodes; edges carry kind, signal, negated, status, printed and where."""
        network = nx.MultiDiGraph()
        for node in sorted(self._graph.nodes, key=self._graph.rank):
            network.add_node(_name(node), **self._graph.nodes[node])
        for start, end, attributes in self._edges():
            network.add_edge(_name(start), _name(end), **attributes)
        return network

    def to_graphml(self) -> bytes:
        """The whole graph as GraphML, the same bytes for the same library."""
        out = io.BytesIO()
        nx.write_graphml_xml(self.network, out, encoding="utf-8", prettyprint=True, infer_numeric_types=False)
        return out.getvalue()

    def to_json(self) -> bytes:
        """The whole graph as JSON: ``{"nodes": [...], "edges": [...]}``."""
        order = sorted(self._graph.nodes, key=self._graph.rank)
        nodes = [{"id": _name(node), **self._graph.nodes[node]} for node in order]
        edges = [{"from": _name(start), "to": _name(end), **attributes} for start, end, attributes in self._edges()]
        return (json.dumps({"nodes": nodes, "edges": edges}, ensure_ascii=False, indent=1) + "\n").encode()

    def chain(self, start: Address, end: Address) -> tuple[PathStep, ...]:
        """The shortest path from one place to another, or to a part of it, as steps; () if there is none.

        Steps are references and a rule's parts; where no such path leads forward, steps back count too.
        """
        if start == end or start not in self._graph.nodes or end not in self._graph.nodes:
            return ()
        forward = self._walkable.copy()
        forward.add_edges_from((part, whole) for whole, part in self._parts(*end))
        for network in (forward, self._undirected):
            if nx.has_path(network, start, end):
                return tuple(starmap(self._step, pairwise(nx.shortest_path(network, start, end))))
        return ()

    @cached_property
    def _undirected(self) -> nx.Graph:
        """The same without directions; networkx's own view of that visits neighbours in the order of a set."""
        out = nx.Graph()
        out.add_nodes_from(self._walkable)
        out.add_edges_from(self._walkable.edges)
        return out

    def _step(self, start: Address, end: Address) -> PathStep:
        forward = self._walkable.has_edge(start, end)
        reference = self._walkable.edges[(start, end) if forward else (end, start)]["reference"]
        if forward:
            return PathStep(start, end, "cites" if reference else "part", reference)
        return PathStep(start, end, "cited" if reference else "within", reference)

    @cached_property
    def _walkable(self) -> nx.DiGraph:
        """References, those to an older number leading to the rule of today, and from each provision to its parts."""
        out = nx.DiGraph()
        out.add_nodes_from(self._graph.nodes)
        for source, edges in self._graph.edges.items():
            for target, references in edges.items():
                if self._graph.nodes[target]["kind"] != "not-held":
                    out.add_edge(source, target, reference=references[0])
                for home in self._current_homes(source[0], references):
                    if not out.has_edge(source, home):
                        out.add_edge(source, home, reference=references[0])
        for expression in self._library.expressions:
            for law in expression.laws:
                for whole, part in self._parts(expression.key, str(law.id)):
                    if not out.has_edge(whole, part):
                        out.add_edge(whole, part, reference=None)
        return out

    def _current_homes(self, key: str, references: list[Reference]) -> Iterator[Address]:
        """Today's addresses of the rules that a text cites by the numbers of laws which no text holds."""
        current = self._graph.library.registry.current_edition(LAWS)
        for reference in references:
            if any(t.work == LAWS and not self._library.of_work(LAWS, t.edition) for t in reference.targets):
                for home in reference.current:
                    yield address_of(self._library, key, Target(LAWS, current, home))

    def _parts(self, expression: str, place: str) -> Iterator[tuple[Address, Address]]:
        """Each provision with each part of it at any depth, from a provision down."""
        provision = self._library.provision(expression, place)
        for whole in provision.walk() if provision else ():
            for part in whole.walk():
                if part is not whole:
                    yield (expression, str(whole.id)), (expression, str(part.id))

    def _edges(self) -> list[tuple[Address, Address, dict[str, object]]]:
        edges = [
            (source, target, _attributes(reference))
            for source, targets in self._graph.edges.items()
            for target, references in targets.items()
            for reference in references
        ]
        rank = self._graph.rank
        return sorted(edges, key=lambda edge: (rank(edge[0]), rank(edge[1]), sorted(map(str, edge[2].items()))))


def _attributes(reference: Reference) -> dict[str, object]:
    """The attributes of an edge in a saved graph."""
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
