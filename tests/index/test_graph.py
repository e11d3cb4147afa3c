"""Who cites whom, within and across editions, and the health report."""

from __future__ import annotations

import json
from dataclasses import replace

import networkx as nx
import pytest

from corpus import store
from corpus.alignment.concordance import Concordance
from corpus.library import Library
from index.references.graph import Graph
from index.references.health import health_findings, verdict_counts
from index.references.paths import ReferencePaths
from parser.citations.doubts import reviewer_overrides
from parser.citations.resolve import resolve


@pytest.fixture(scope="module")
def linked(library: Library, concordance: Concordance) -> Library:
    bare = [replace(expression, references=()) for expression in library.expressions]
    overrides = reviewer_overrides(store.load_patches("references"))
    return Library(library.registry, resolve(bare, library.registry, concordance, overrides))


@pytest.fixture(scope="module")
def graph(linked: Library, concordance: Concordance) -> Graph:
    return Graph(linked, concordance)


def chain(graph: Graph, start: tuple[str, str], end: tuple[str, str]) -> list[str]:
    """The steps of a chain in words."""
    return [
        f"{step.start[1]} {step.kind} {':'.join(step.end)}: {step.reference.printed if step.reference else ''}"
        for step in ReferencePaths(graph).chain(start, end)
    ]


def sources(graph: Graph, expression: str, place: str, kind: str | None = None) -> list[str]:
    return [":".join(c.source) for c in graph.cited_by(expression, place) if kind in (None, c.kind)]


@pytest.mark.parametrize("expression", ["da-2017", "sv-2017"])
def test_who_relies_on_16d_today(graph: Graph, expression: str) -> None:
    """DBf says 16C, 16C1 and 16C2a (2007), Norway law 16 (1997)."""
    found = {c.source: c for c in graph.cited_by(expression, "16D")}
    assert {("dbf-2008", "214G"), ("dbf-2008", "214G1"), ("dbf-2008", "214D1a"), ("dbf-2008", "214D2")} <= set(found)
    assert ("own", "16C", True) == (
        found["dbf-2008", "214G1"].kind,
        found["dbf-2008", "214G1"].via,
        found["dbf-2008", "214G1"].across,
    )
    assert ("part", "16C2a") == (found["dbf-2008", "214D2"].kind, found["dbf-2008", "214D2"].via)
    assert ("ancestor", "16", True) == (
        found["nb-1997", "20F1"].kind,
        found["nb-1997", "20F1"].via,
        found["nb-1997", "20F1"].across,
    )


def test_the_same_number_of_another_edition_does_not_count(graph: Graph) -> None:
    """2007's 16C is not today's 16C; 1997's is."""
    found = sources(graph, "sv-2017", "16C")
    assert "dbf-2008:214G1" not in found
    assert "nb-1997:26A1" in found


def test_who_relies_on_72c_today(graph: Graph) -> None:
    assert {"dbf-2008:X90B4c", "nb-1997:24B", "sv-2017:10C4", "da-2017:10C4"} <= set(sources(graph, "da-2017", "72C"))


def test_an_older_provision_is_relied_on_today(graph: Graph) -> None:
    """Norwegian 23 became 72C: those who cite 72C are listed beside those who cited 23."""
    found = {c.source: c for c in graph.cited_by("nb-1997", "23")}
    assert not found["nb-1997", "24B"].across
    assert found["sv-2017", "10C4"].across
    assert "dbf-2008:X90B4c" in sources(graph, "nb-1997", "23")


def test_languages_of_one_edition_count_together(graph: Graph) -> None:
    """Danish 73A1 is the rule that all others call 73A2."""
    assert "sv-2017:def:Stopp" in sources(graph, "da-2017", "73A1", "own")


def test_own_parts_and_ancestors_are_kept_apart(graph: Graph) -> None:
    kinds = [c.kind for c in graph.cited_by("sv-2017", "16C")]
    assert sorted(kinds, key=["own", "part", "ancestor"].index) == kinds
    assert "sv-2017:10C4" in sources(graph, "sv-2017", "16C", "part")
    assert "sv-2017:20F1" in sources(graph, "sv-2017", "16C", "ancestor")


def test_regulations_are_cited_within_themselves(graph: Graph) -> None:
    assert 18 == len(sources(graph, "dbf-2008", "211B", "own"))


def test_what_a_place_cites_includes_its_notes(graph: Graph) -> None:
    assert [("Lag 14", (("sv-2017", "14"),))] == [(r.printed, to) for r, to in graph.cites("sv-2017", "13")]
    ((reference, addresses),) = graph.cites("dbf-2008", "214G1")[:1]
    assert ("§ 16C", (("laws-2007", "16C"),)) == (reference.printed, addresses)


def test_the_neighbours_are_few_and_the_most_closely_tied(graph: Graph) -> None:
    near, far = graph.neighbours("sv-2017", "16C", limit=12), graph.neighbours("sv-2017", "16C")
    assert (12, near) == (len(near), far[:12])
    assert len(far) > 12
    assert ("sv-2017", "16C") not in far
    assert ("dbf-2008", "214G1") not in far, "DBf cites 16C of 2007, which is another rule"


def test_shortest_chain(graph: Graph) -> None:
    steps = chain(graph, ("sv-2017", "27C"), ("sv-2017", "72C"))
    assert ["27C cites sv-2017:27B3: B3 ovan", "27B3 cites sv-2017:72C: Lag 72C"] == steps
    assert [] == chain(graph, ("sv-2017", "27C"), ("sv-2017", "99"))
    assert [] == chain(graph, ("sv-2017", "27C"), ("sv-2017", "27C"))


def test_a_chain_goes_through_parts_and_ends_at_the_whole(graph: Graph) -> None:
    """Law 27 cites law 72 through parts of both."""
    steps = ReferencePaths(graph).chain(("sv-2017", "27"), ("sv-2017", "72"))
    assert ["part", "cites", "within"] == [step.kind for step in steps]


def test_a_chain_leads_from_an_older_number_to_the_rule_of_today(graph: Graph) -> None:
    """DBf 214G1 says § 16C of 2007: today's 16D in the Danish laws."""
    assert ["214G1 cites da-2017:16D: § 16C"] == chain(graph, ("dbf-2008", "214G1"), ("da-2017", "16D"))


def test_where_no_way_leads_forward_the_chain_goes_back(graph: Graph) -> None:
    back = ReferencePaths(graph).chain(("sv-2017", "72C"), ("sv-2017", "27C"))
    assert [("cited", ("sv-2017", "27B3")), ("cited", ("sv-2017", "27C"))] == [(s.kind, s.end) for s in back]


def test_most_and_never_cited(graph: Graph) -> None:
    first = [(cited.address[1], cited.number) for cited in graph.most_cited("sv-2017")[:3]]
    assert [("16C", 23), ("26B", 18), ("72C", 15)] == first
    never = "1 3 5 8 9 10 11 15 18 28 33 34 35 46 48 60 61 74 76 83 85 87 88 89"
    assert never.split() == list(graph.never_cited("sv-2017"))


def test_edges_carry_kind_signal_negation_and_status(graph: Graph) -> None:
    (edge,) = ReferencePaths(graph).network.get_edge_data("dbf-2008:214G1", "laws-2007:16C").values()
    assert ("single", "ifølge", False, "moved") == (edge["kind"], edge["signal"], edge["negated"], edge["status"])
    (edge,) = ReferencePaths(graph).network.get_edge_data("sv-2017:36B", "sv-2017:36A").values()
    assert ("relative", True) == (edge["kind"], edge["negated"])


def test_saved_graphs_are_whole_and_always_the_same(graph: Graph, linked: Library, concordance: Concordance) -> None:
    paths, again = ReferencePaths(graph), ReferencePaths(Graph(linked, concordance))
    assert paths.to_graphml() == again.to_graphml()
    assert paths.to_json() == again.to_json()
    read = nx.parse_graphml(paths.to_graphml().decode(), force_multigraph=True)
    plain = json.loads(paths.to_json())
    assert len(paths.network) == len(read) == len(plain["nodes"])
    assert paths.network.number_of_edges() == read.number_of_edges() == len(plain["edges"])


def test_report_names_the_known_faults(linked: Library, concordance: Concordance) -> None:
    findings = health_findings(linked, concordance)
    wrong = [f for f in findings if f.verdict in ("dangling", "suspect", "index")]
    faults = [(f.expression, f.place, f.printed, " ".join(f.proposed)) for f in wrong]
    assert faults == [
        ("sv-2017", "63B", "Lag 62C3", "62D"),
        ("sv-2017", "ANSPRÅK / Spelet upphör", "70D3", ""),
        ("sv-2017", "AVSTÅENDE / Spelet upphör", "70D3", ""),
        ("sv-2017", "BESTRAFFNING / Upprepade brott", "40B4(b)", "40B3b"),
        ("sv-2017", "OTILLÅTEN INFORMATION / Övrig information", "16A3", ""),
        ("nb-1997", "9A2b2", "§ 41 B2", "42B2"),
        ("nb-1997", "62B2#fn1", "§43B2c", "43B2b"),
        ("dbf-2008", "212A3b", "§ 212A4a", "212A3a"),
        ("dbf-2008", "212A3b", "§ 212A4a", "212A3a"),
        ("dbf-2008", "212A4c", "§ 212A3", "212A2"),
        ("dbf-2008", "212A4c", "§ 212A4", "212A3"),
        ("dbf-2008", "251B3", "§ 255", "256"),
        ("dbf-2008", "253B1", "§ 93C", "92C"),
        ("dbf-2008", "255A2", "§ 252A", "X92A"),
    ]
    assert all(f.evidence for f in findings)
    assert not any("30B1" in target for f in findings for target in f.targets)


def test_report_counts(linked: Library, concordance: Concordance) -> None:
    counts = verdict_counts(health_findings(linked, concordance))
    assert {"suspect": 7, "stale": 14, "not-held": 3, "other-document": 2} == counts["dbf-2008"]
    assert {"dangling": 2} == counts["nb-1997"]
    assert "da-2017" not in counts
