"""What references mean: targets, status, today's numbers, and doubt with its evidence."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from corpus import store
from corpus.alignment.concordance import Concordance
from corpus.evidence import Reason
from corpus.ids import ProvisionId
from corpus.library import Library
from corpus.model import Expression, Lines, Note, Prose, Provision, Reference
from corpus.registry import Registry, read_registry
from parser.citations.doubts import ReviewerOverrideError, reviewer_overrides
from parser.citations.resolve import resolve

SOURCE = Lines("page", 1, 1)


@pytest.fixture(scope="module")
def resolved(library: Library, concordance: Concordance) -> dict[str, Expression]:
    bare = [replace(expression, references=()) for expression in library.expressions]
    judgements = reviewer_overrides(store.load_patches("references"))
    return {e.key: e for e in resolve(bare, library.registry, concordance, judgements)}


def at(expression: Expression, place: str, printed: str) -> Reference:
    """The first reference printed so at a place."""
    return next(r for r in expression.references if r.anchor.place == place and r.printed == printed)


def targets(reference: Reference) -> str:
    return " ".join(target.id for target in reference.targets)


@pytest.mark.parametrize(
    ("key", "place", "printed", "expected"),
    [
        ("sv-2017", "12A2", "C2 nedan", "12C2"),
        ("sv-2017", "40C1", "B2(a)(v) ovan", "40B2av"),
        ("sv-2017", "16D3", "2(c) eller 2(d) ovan", "16D2c 16D2d"),
        ("sv-2017", "68D2bi", "(a) ovan", "68D2a"),
        ("sv-2017", "12C2b", "Lag 78D, 86B3, samt (d) nedan", "78D 86B3 12C2d"),
        ("sv-2017", "14B4", "avsnitt B i den här lagen", "14B"),
        ("sv-2017", "16A1c", "B1 och följande", "16B1"),
        ("sv-2017", "36B", "A", "36A"),
        ("nb-1997", "25C", "b1) og b2) ovenfor", "25B2b1 25B2b2"),
        ("nb-1997", "47F", "pkt. A-E ovenfor", "47A 47B 47C 47D 47E"),
        ("nb-1997", "27B1a", "pkt. b) nedenfor", "27B1b"),
        ("nb-1997", "def:Revoke", "§§61-64", "61 62 63 64"),
        ("nb-1997", "53A#fn1", "pkt. C nedenfor", "53C"),
        ("dbf-2008", "X93A1", "§§ 251-256", "251 252 253 254 255 256"),
        ("da-2017", "25A6", "denne paragraf", "25"),
        ("da-2017", "6D2", "Denne bestemmelse", "6D2"),
        ("da-2017", "40B2ci", "se definitionen af meldeforløb", "def:MELDEFORLØB"),
    ],
)
def test_targets(resolved: dict[str, Expression], key: str, place: str, printed: str, expected: str) -> None:
    assert expected == targets(at(resolved[key], place, printed))


STALE = """\
X12A1 12C1e
X90B4c 23 72C
201B1 12C1e
204A 12C1e
205A2 86D 86B
211B1d 86B 12C4
214C2a 86D 86B
214C2b 86D 86B
214C3 86C 86A
214D1a 16C2a 16D2a
214D1b 86D 86B
214D2 16C2a 16D2a
214G 16C1 16D1
214G1 16C 16D
"""


def test_the_numbers_that_mislead_are_these_and_no_others(resolved: dict[str, Expression]) -> None:
    """DBf cites the 2007 laws: fourteen of its 67 law references lead a reader of today astray."""
    laws = [r for r in resolved["dbf-2008"].references if any(t.work == "laws" for t in r.targets)]
    stale = [r for r in laws if r.current != tuple(t.id for t in r.targets)]
    assert 67 == len(laws)
    assert STALE.splitlines() == [" ".join((r.anchor.place, targets(r), *r.current)) for r in stale]
    assert {"moved", "dropped"} == {r.status for r in stale}


def test_the_texts_alone_prove_three_of_the_moved_numbers(resolved: dict[str, Expression]) -> None:
    """Today's Danish laws put DBf's own gloss of 2007's 23, 86C and 86D behind 72C, 86A and 86B."""
    proved = {
        (targets(r), *r.current)
        for r in resolved["dbf-2008"].references
        if "same-gloss" in {reason.code for reason in r.evidence}
    }
    assert {("23", "72C"), ("86C", "86A"), ("86D", "86B")} == proved


def test_the_statutes_are_not_the_laws(resolved: dict[str, Expression]) -> None:
    elsewhere = [r for r in resolved["dbf-2008"].references if r.status == "other-document"]
    assert [("X91", "§ 14, stk. 5.1", ()), ("255B", "§ 14", ())] == [
        (r.anchor.place, r.printed, r.targets) for r in elsewhere
    ]


def test_books_that_are_not_held(resolved: dict[str, Expression]) -> None:
    missing = [targets(r) for r in resolved["dbf-2008"].references if r.status == "not-held"]
    assert ["101B", "103", "103C2"] == missing


def test_doubt_falls_on_the_known_faults_alone(resolved: dict[str, Expression]) -> None:
    doubted = {
        (key, r.anchor.place, targets(r), r.status, *r.likely)
        for key, expression in resolved.items()
        for r in expression.references
        if r.status in ("suspect", "dangling")
    }
    assert doubted == {
        ("sv-2017", "63B", "62C3", "suspect", "62D"),
        ("nb-1997", "9A2b2", "41B2", "dangling", "42B2"),
        ("nb-1997", "62B2#fn1", "43B2c", "dangling", "43B2b"),
        ("dbf-2008", "251B3", "255", "suspect", "256"),
        ("dbf-2008", "253B1", "93C", "suspect", "92C"),
        ("dbf-2008", "255A2", "252A", "suspect", "X92A"),
        ("dbf-2008", "212A3b", "212A4a", "suspect", "212A3a"),
        ("dbf-2008", "212A4c", "212A3", "suspect", "212A2"),
        ("dbf-2008", "212A4c", "212A4", "suspect", "212A3"),
    }


def test_a_doubt_says_why(resolved: dict[str, Expression]) -> None:
    for expression in resolved.values():
        assert all(r.evidence for r in expression.references if r.status not in ("exact", "not-held"))


def test_a_number_that_exists_is_never_dangling(resolved: dict[str, Expression]) -> None:
    """30B1(b)(i) is deep but there."""
    reference = at(resolved["sv-2017"], "23C", "Lag 27B1(b), 30B1(b)(i), 31A2(a) och 32A2(a)")
    assert ("27B1b 30B1bi 31A2a 32A2a", "exact") == (targets(reference), reference.status)


def test_references_to_a_held_text_exist_in_it(resolved: dict[str, Expression]) -> None:
    held = {key: {str(p.id) for p in e.walk()} | {a for a, _ in e.all_definitions()} for key, e in resolved.items()}
    for key, expression in resolved.items():
        for reference in expression.references:
            if reference.status not in ("dangling", "not-held"):
                own = [t.id for t in reference.targets if (t.work, t.edition) == (expression.work, expression.edition)]
                assert set(own) <= held[key], reference


def test_an_older_law_as_a_whole_is_the_whole_law_today(resolved: dict[str, Expression]) -> None:
    """The words before 16A went to 16A1a, but "§16" means law 16."""
    assert ("16",) == at(resolved["nb-1997"], "19A3", "§16").current
    assert ("72C",) == at(resolved["nb-1997"], "24B", "§23").current


def test_counts_agree_with_the_reading_of_the_texts(resolved: dict[str, Expression]) -> None:
    links = {key: sum(len(r.targets) for r in e.references) for key, e in resolved.items()}
    assert (262, 281) == (len(resolved["nb-1997"].references), links["nb-1997"])
    assert (195, 198) == (len(resolved["dbf-2008"].references), links["dbf-2008"]), "200 with the two statutes"
    assert 486 == sum(r.printed.startswith("§") for r in resolved["da-2017"].references)
    assert 21 == sum(r.form == "external" for r in resolved["sv-2017"].references)
    assert {"sv-2017": 19, "nb-1997": 4} == {
        key: sum(r.negated for r in resolved[key].references) for key in ("sv-2017", "nb-1997")
    }


def test_most_references_are_to_these(resolved: dict[str, Expression]) -> None:
    cited = Counter(t.id for r in resolved["sv-2017"].references for t in r.targets)
    assert [("16C", 23), ("26B", 18), ("72C", 15), ("50", 12), ("77", 9)] == cited.most_common(5)


def test_anchors_print_what_stands_there(resolved: dict[str, Expression]) -> None:
    for expression in resolved.values():
        notes = {note.key: note for note in expression.notes}
        definitions = dict(expression.all_definitions())
        provisions = {str(p.id): p for p in expression.walk()}
        for r in expression.references:
            if r.anchor.where == "note":
                prose = notes[r.anchor.place].blocks[r.anchor.block]
            elif r.anchor.where == "definition":
                prose = definitions[r.anchor.place].senses[r.anchor.block].prose
            elif r.anchor.where == "heading":
                heading = provisions[r.anchor.place].heading
                assert heading is not None
                prose = heading
            else:
                block = provisions[r.anchor.place].own_blocks[r.anchor.block]
                assert isinstance(block, Prose)
                prose = block
            assert r.printed == prose.text[r.anchor.start : r.anchor.end]


def registry(cites: str = "2099") -> Registry:
    entry = {"language": "sv", "edition": "2099", "title": "", "short": "", "standing": "not-in-force", "witnesses": []}
    laws = {**entry, "key": "sv-2099", "work": "laws", "cites": cites}
    return read_registry({"edition": [{"work": "laws", "edition": "2099"}], "expression": [laws]})


def expression(**bodies: str) -> Expression:
    """An invented text: ``expression(_1A="se B")`` has a law 1 with a letter A of those words."""
    laws: dict[str, Provision] = {}
    for name, body in bodies.items():
        place = ProvisionId.of(name.strip("_"))
        part = Provision(place, "", SOURCE, blocks=(Prose(body, SOURCE),))
        if place.parent is None:
            laws[place.law] = part
        else:
            law = laws.setdefault(place.law, Provision(ProvisionId((place.law,)), "", SOURCE))
            laws[place.law] = replace(law, children=(*law.children, part))
    note = Note("1#fn1", "*", (Prose("se B", SOURCE),), ("1",), "original", SOURCE)
    return Expression("sv-2099", "sv", "laws", "2099", "", tuple(laws.values()), notes=(note,))


def test_an_edition_without_a_table_resolves_within_itself() -> None:
    (text,) = resolve([expression(_1A="(se B).", _1B="enligt Lag 1A och Lag 9")], registry(), Concordance(()))
    assert [("1B", "exact", ()), ("1A", "exact", ()), ("9", "dangling", ()), ("1B", "exact", ())] == [
        (targets(r), r.status, r.current) for r in text.references
    ]
    assert (Reason("no-place", "9", expression="sv-2099"),) == text.references[2].evidence


def test_a_number_in_a_law_without_letters_leads_nowhere_and_stops_nothing() -> None:
    """As in a book whose letters were not found: no provision can be called 1.3."""
    (text,) = resolve([expression(_1="enligt punkt 3 ovan och Lag 2", _2="x")], registry(), Concordance(()))
    assert [("", "dangling"), ("2", "exact")] == [(targets(r), r.status) for r in text.references if r.printed != "B"]


def test_a_judgement_that_fits_nothing_stops_the_build() -> None:
    table = {"judgement": [{"expression": "sv-2099", "place": "1A", "printed": "Lag 5", "reason": "wrong"}]}
    with pytest.raises(ReviewerOverrideError, match="sv-2099:1A does not print 'Lag 5'"):
        resolve([expression(_1A="se Lag 1")], registry(), Concordance(()), reviewer_overrides(table))


def test_a_malformed_judgement_is_named() -> None:
    with pytest.raises(ReviewerOverrideError, match=r"judgement\[1\]: absent: expression"):
        reviewer_overrides({"judgement": [{"place": "1A"}]})


def test_a_judgement_is_shown_with_its_reason() -> None:
    table = {
        "judgement": [{"expression": "sv-2099", "place": "1A", "printed": "Lag 1", "reason": "odd", "likely": ["2"]}]
    }
    (text,) = resolve([expression(_1A="se Lag 1")], registry(), Concordance(()), reviewer_overrides(table))
    assert ("suspect", ("2",), (Reason("remark", note="odd"),)) == (
        text.references[0].status,
        text.references[0].likely,
        text.references[0].evidence,
    )
