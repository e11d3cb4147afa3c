"""The parity report: what the languages of one edition say differently, and what people decided about it."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import pytest

from corpus import store
from corpus.alignment.concordance import Contradiction
from corpus.alignment.contradictions import SettledError, settled_contradictions
from corpus.alignment.rows import Alignment
from corpus.ids import ProvisionId
from corpus.library import Library
from index.comparison import parity
from index.comparison.parity import ParityFinding, ParityLexicon
from index.comparison.parity_judgements import (
    ParityByLaw,
    ParityError,
    judged,
    load_judgements,
    load_report,
    read_judgements,
)
from index.comparison.parity_lists import citing_habits, condensed
from index.comparison.wording import ComparedText, WordClassError, differing_classes, read_word_classes

SAMPLE = Path(__file__).parent.parent / "accuracy" / "parity_sample.toml"
HELD_OUT = SAMPLE.with_name("parity_held_out.toml")


@pytest.fixture(scope="module")
def findings(library: Library, alignment: Alignment) -> tuple[ParityFinding, ...]:
    return tuple(finding for finding, _, _ in load_report(library, alignment))


@pytest.fixture(scope="module")
def observed(library: Library, alignment: Alignment) -> tuple[ParityFinding, ...]:
    """All that was seen, before what recurs is put into one line."""
    return parity.load_findings(library, alignment)


@pytest.fixture(scope="module")
def lexicon() -> ParityLexicon:
    return parity.load_parity_lexicon()


@pytest.mark.parametrize(
    ("language", "text", "classes"),
    [
        ("da", "Spilfører må se kortet.", ("may",)),
        ("da", "Spilfører må ikke se kortet.", ("forbidden",)),
        ("da", "Ingen spiller må foretage sig videre.", ("forbidden",)),
        ("da", "Spilføreren må se, men ikke vise kortet.", ("may",)),
        ("da", "betydningen ikke må afhænge af det", ("forbidden",)),
        ("da", "bør antallet af træk eller benævnelsen ikke angives", ("not-should",)),
        ("da", "spilleren har ikke pligt til at sige det", ("need-not",)),
        ("sv", "får inte rättas, men bör noteras", ("forbidden", "should")),
        ("sv", "Det är förbjudet att visa kortet", ("forbidden",)),
        ("sv", "kan ändras om det inte spelats", ("may",)),
        ("sv", "måste rättas och ska stå", ("shall", "shall")),
        ("sv", "får endast dras av motståndarna", ("may",)),
        ("sv", "får endast dras in", ("forbidden",)),
        ("da", "må kun besvares af en modstander", ("may",)),
        ("nb", "Deretter må spilleren vurdere kortene", ("shall",)),
        ("fi", "pelaaja saa", ()),
    ],
)
def test_words_of_obligation_have_a_class(
    lexicon: ParityLexicon, language: str, text: str, classes: tuple[str, ...]
) -> None:
    assert classes == tuple(word.kind for word in lexicon.strengths(language, text))


@pytest.mark.parametrize(
    ("language", "text", "values"),
    [
        ("da", "de 13 kort, 40 % og 60%", {"13", "40%", "60%"}),
        ("sv", "tretton kort och 40 procent i tolfte sticket", {"13", "40%", "12"}),
        ("da", "nul point", {"0"}),
        ("da", "bordet¹ er 3 m² stort, se ²", {"3"}),
    ],
)
def test_numbers_are_compared_in_figures(lexicon: ParityLexicon, language: str, text: str, values: set[str]) -> None:
    assert values == lexicon.values(language, text)


@pytest.mark.parametrize(
    ("row", "kind", "one_has", "other_has"),
    [
        ("12C1b", "strength", ("skal (shall)",), ("bör (should)",)),
        ("26B", "reference", ("23A",), ()),
        ("84D", "reference-detail", ("12C1",), ("12",)),
        ("20C1", "person", (), ("ska göra det första utspelet",)),
        ("20C1", "right", (), ("upprepning",)),
        ("63A3", "right", (), ("godkänner",)),
        ("67B1", "time", ("straks",), ()),
        ("69A", "condition", ("normalt",), ()),
        ("40B2ci", "reference", ("term:auction",), ()),
    ],
)
def test_known_differences_are_found(
    findings: tuple[ParityFinding, ...], row: str, kind: str, one_has: tuple[str, ...], other_has: tuple[str, ...]
) -> None:
    found = [(f.one_has, f.other_has) for f in findings if (f.row, f.kind) == (row, kind)]
    assert [(one_has, other_has)] == found


def test_a_rule_that_only_lets_the_same_persons_do_it_is_no_difference(findings: tuple[ParityFinding, ...]) -> None:
    """73D1: "får endast dras av motståndarna" is what Danish says of the opponents without an "only"."""
    assert [] == [f for f in findings if (f.row, f.kind) == ("73D1", "strength")]


def test_a_clause_in_the_next_sentence_or_in_other_words_is_not_missing(lexicon: ParityLexicon) -> None:
    danish = ("En spiller må ikke se kortet.", "Dette skal rettes straks.", "Turneringslederen tilkaldes.")
    later = (
        "En spelare får inte se kortet, som är synligt.",
        "Det ska rättas till.",
        "Omedelbart tillkallas tävlingsledaren.",
    )
    other_words = (*later[:2], "Direkt tillkallas tävlingsledaren.")
    never = (*later[:2], "Tävlingsledaren tillkallas.")
    found = [
        [
            (named.name, named.printed)
            for named in differing_classes(lexicon.classes, ComparedText("da", danish), text)[0]
        ]
        for text in (ComparedText("sv", later), ComparedText("sv", other_words), ComparedText("sv", never))
    ]
    assert [[], [], [("at-once", "straks")]] == found


def test_a_language_without_word_classes_is_not_compared(lexicon: ParityLexicon) -> None:
    danish, finnish = ComparedText("da", ("Straks.",)), ComparedText("fi", ("Heti.",))
    assert ((), ()) == differing_classes(lexicon.classes, danish, finnish)


def test_a_class_without_words_and_an_unknown_kind_are_refused() -> None:
    with pytest.raises(WordClassError, match=r"person\.dummy: empty"):
        read_word_classes("[person.dummy]")
    with pytest.raises(WordClassError, match=r"person\.dummy\.da: range: 0"):
        read_word_classes("[person.dummy]\nda = []")
    with pytest.raises(WordClassError, match="unknown: place: person, right"):
        read_word_classes('[place.table]\nda = ["bord"]')


def test_what_a_text_leaves_out_everywhere_is_one_line(
    findings: tuple[ParityFinding, ...], observed: tuple[ParityFinding, ...]
) -> None:
    lines = {f.row: f for f in findings if f.kind in ("reference-habit", "federation-note")}
    assert {"cites:12C1", "cites:90", "notes:federation"} == lines.keys()
    cited = tuple(f.row for f in observed if f.kind == "reference" and "12C1" in f.one_has)
    assert cited == lines["cites:12C1"].one_has
    assert () == lines["cites:12C1"].other_has
    assert not any("12C1" in f.one_has for f in findings if f.kind == "reference")
    assert ("64A", "64B") == next(f.one_has for f in findings if (f.row, f.kind) == ("64C1", "reference"))
    assert {f.row for f in observed if f.kind == "note"} == {
        *(f.row for f in findings if f.kind == "note"),
        *lines["notes:federation"].other_has,
    }


def test_what_a_person_judged_is_never_put_into_a_line(observed: tuple[ParityFinding, ...]) -> None:
    habits = citing_habits(observed)
    quiet = [f for f in observed if f.key not in {g.key for g in condensed(observed, habits)}]
    assert {"number", "reference", "note"} <= {f.kind for f in quiet}
    assert {f.key for f in quiet} <= {f.key for f in condensed(observed, habits, {f.key for f in quiet})}


def test_the_number_that_differs_between_the_languages_is_no_difference(findings: tuple[ParityFinding, ...]) -> None:
    """Danish 73A1 is Swedish 73A2: a reference to either is the same reference."""
    assert [] == [f for f in findings if f.kind == "reference" and {"73A1"} & {*f.one_has, *f.other_has}]


def test_every_finding_names_what_one_has_and_is_named_once(findings: tuple[ParityFinding, ...]) -> None:
    assert all(f.one_has or f.other_has for f in findings)
    assert {1} == set(Counter(f.key for f in findings).values())
    assert {*parity.PARITY_KINDS} - {"number"} == {f.kind for f in findings}


def test_precision_on_the_sample_that_a_person_checked(findings: tuple[ParityFinding, ...]) -> None:
    """60 provisions drawn by seed: each finding there was judged, and each difference not found was listed."""
    sample = tomllib.loads(SAMPLE.read_text("utf-8"))
    rows = {entry["row"] for entry in sample["provision"]}
    assert 60 == len(rows)
    verdicts = {
        (entry["row"], finding["kind"]): finding["right"]
        for entry in sample["provision"]
        for finding in entry["finding"]
    }
    found = {(f.row, f.kind) for f in findings if f.row in rows}
    lines = [f for f in findings if f.kind in ("reference-habit", "federation-note")]
    in_lines = {
        (row, "reference" if f.kind == "reference-habit" else "note")
        for f in lines
        for row in (*f.one_has, *f.other_has)
    }
    assert found <= verdicts.keys()
    right = sum(verdicts[key] for key in found)
    seen = found | {key for key in verdicts if key in in_lines}
    missed = sum(len(entry["missed"]) for entry in sample["provision"])
    missed += sum(right and key not in seen for key, right in verdicts.items())
    assert right / len(found) >= 0.85
    right = sum(verdicts[key] for key in seen)
    assert right / (right + missed) >= 0.85


def test_precision_on_findings_drawn_by_lot_after_the_rules_were_written(findings: tuple[ParityFinding, ...]) -> None:
    """40 findings on other rows, each read with both texts; what the report no longer says counts as wrong."""
    found = {(f.row, f.kind, f.one_has, f.other_has) for f in findings if (f.one, f.other) == ("da-2017", "sv-2017")}
    drawn = tomllib.loads(HELD_OUT.read_text("utf-8"))["finding"]
    assert 40 == len(drawn)
    kept = [d for d in drawn if (d["row"], d["kind"], tuple(d["one_has"]), tuple(d["other_has"])) in found]
    assert sum(d["right"] for d in kept) / len(drawn) >= 0.8


def test_a_law_that_names_itself_is_no_difference(findings: tuple[ParityFinding, ...], library: Library) -> None:
    """ "Denne paragraf" is a reference in the Danish laws alone (DECISIONS 9); the report does not ask about it."""
    itself = [r for r in library["da-2017"].references if r.printed in ("denne paragraf", "efter dette punkt")]
    rows = {r.anchor.place for r in itself}
    assert {"11B", "25A6", "47F2", "65D", "70E2", "91A"} == rows
    lacking = [f for f in findings if f.kind in ("reference", "reference-detail", "reference-habit")]
    own = {(row, ProvisionId.of(row).law) for row in rows} | {("91A", "91A")}
    assert [] == [f for f in lacking for row, law in own if row == f.row and law in (*f.one_has, *f.other_has)]


def test_a_judgement_sets_the_status_and_one_that_fits_nothing_is_named(
    findings: tuple[ParityFinding, ...],
) -> None:
    rows, unused = judged(findings, load_judgements())
    assert () == unused
    status = {finding.key: status for finding, status, _ in rows}
    assert "wrong" == status["92D", "strength", "da-2017", "sv-2017", "kan (may)", "ska (forbidden)"]
    assert "open" == status["26B", "reference", "da-2017", "sv-2017", "23A", ""]
    _, unused = judged((), load_judgements())
    assert len(load_judgements()) == len(unused)


def test_one_law_shows_what_the_whole_report_says_of_it(
    library: Library, alignment: Alignment, findings: tuple[ParityFinding, ...]
) -> None:
    desk = ParityByLaw.open(library, alignment)
    one_law = [found for found, _, _ in desk.of_law("sv-2017", "da-2017", "64")]
    assert [f for f in findings if f.row.startswith("64")] == [f for f in one_law if f.kind != "reference-habit"]
    assert [("cites:12C1", ("64C1", "64C2a", "64C2b"))] == [
        (f.row, f.one_has) for f in one_law if f.kind == "reference-habit"
    ]


def test_a_bad_judgement_is_named() -> None:
    good = dict.fromkeys(("row", "one", "other", "one_has", "other_has", "reason"), "x") | {"kind": "term"}
    with pytest.raises(ParityError, match=r"judgement\[1\].status: choice: perhaps"):
        read_judgements({"judgement": [good | {"status": "perhaps"}]})
    with pytest.raises(ParityError, match=r"judgement\[2\]: absent: kind"):
        read_judgements({"judgement": [good | {"status": "open"}, {"row": "1"}]})


def test_every_contradiction_of_the_tables_is_settled() -> None:
    tables = store.load_tables()
    settled = settled_contradictions(tables.contradictions(), store.load_settled())
    assert [c.id for c in tables.contradictions()] == [s.contradiction.id for s in settled]
    assert all(len(s.reason) > 5 for s in settled)


def test_a_list_out_of_step_with_the_tables_is_refused() -> None:
    entry = dict.fromkeys(("reason", "reason_da", "reason_nb", "reason_sv"), "as printed")
    entry |= {"id": "9A", "holds": "direct"}
    with pytest.raises(SettledError, match=r"unsettled: 16C \(1997-2017\)"):
        settled_contradictions([Contradiction("16C", ("16D",), ("16E",), "1997", "2017")], {})
    with pytest.raises(SettledError, match="settled: 9A"):
        settled_contradictions([], {"settled": [entry]})
    with pytest.raises(SettledError, match=r"settled\[1\]\.holds: choice: neither"):
        settled_contradictions([], {"settled": [entry | {"holds": "neither"}]})
