"""Any bytes give a value or the module's own error, for every kind of file that people keep."""

from __future__ import annotations

import io
import json
import os
import shutil
import zipfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from fnmatch import fnmatch
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import pytest

from app.committee.procedure import read_order
from app.committee.scoring.tables import read_scoring_tables
from app.i18n.errors import fault_words
from app.i18n.words import UI_LANGUAGES, read_words, words
from app.reader.text.defined_terms import read_term_forms
from app.reader.text.hyphens import read_hyphens
from corpus import akn, library_backup, own_texts
from corpus.alignment import readings, rows
from corpus.alignment.concordance_files import COLUMNS, read_table
from corpus.alignment.contradictions import read_settled
from corpus.alignment.review import read_review
from corpus.committees import read_committees
from corpus.dossiers.dossier import (
    DoneStep,
    Dossier,
    PartyView,
    PolledPlayer,
    Quotation,
    QuotedBlock,
    Remark,
    TypedAdjustment,
    TypedDeadlines,
    text_hash,
)
from corpus.dossiers.folder import DossierError, DossierFolder, dumps, loads
from corpus.dossiers.typing_journal import TypedWords, TypingJournal
from corpus.library import Library
from corpus.model import Lines, WitnessReading
from corpus.own_readings import KeptReading, OpenQuestion, ReadParagraph, dump_reading, load_reading
from corpus.own_texts import OwnTexts, ReadingDecision
from corpus.paths.faults import path_faults
from corpus.paths.ruling_path import RulingPath, read_path, read_situations
from corpus.precedents import judgment_xml
from corpus.precedents.corrections import (
    Corrections,
    CorrectionsError,
    FieldCorrection,
    read_corrections,
    write_corrections,
)
from corpus.precedents.decision import CaseCitation, Decision, Section
from corpus.precedents.folder import JUDGMENT, CaseFolder
from corpus.precedents.judgment_xml import JudgmentError
from corpus.registry import read_registry
from corpus.schema import Between, FaultCode, FileFault, FormatError, Loader, ValueKind
from corpus.store import source_files
from corpus.sums import read_sums
from corpus.terms import read_terms
from index.comparison.parity import read_parity_lexicon
from index.comparison.parity_judgements import read_judgements
from index.search import fulltext, generation
from index.search.phrasings_file import read_phrasings, read_scenarios
from index.search.search_words_file import read_search_words, read_spellings
from index.search.word_senses_file import read_word_senses
from parser.alignment.propose import Weights
from parser.citations.doubts import reviewer_overrides
from parser.decisions.lexicon import read_lexicon
from parser.decisions.meanings import DecisionWeights
from parser.sources.da_2017.subject_index import read_register_table
from parser.text.patches import read_patches
from parser.witnesses.spelling import SpellingTables
from tests.conftest import ROOT
from tests.support import invented_source
from tests.support.mutations import COUNT, damaged_text, damaged_xml, hostile_zip, seeded, shortened

PIECES = (QuotedBlock("§ 16 A", "Overskrift", "Melding."), QuotedBlock(rows=(("KP", "8"), ("15", "0")), header=1))
DOSSIER = Dossier(
    "sag-1", "Sag 1", "da", "09-OPD-1", "Cup", "2009-03-01", "AU", "Hvad?", "Linje et.\nLinje to.",
    (PartyView("Nord", "Ja"), PartyView("Syd", "Nej")), "Fordi.", "Nej.",
    (
        Quotation("provision", "da-2017", "16A", "2017", "2017-09-01", "Love", "§ 16 A", "in-force", Lines("w", 3, 4),
                  PIECES, text_hash(PIECES), "Ja."),
        Remark("Se her."),
    ),
    federation="DBf", board="7", dealer="N", deal="N:AK32.Q54.K2.J876", auction="1♠ pas", table_result="4♠ S =",
    score=TypedAdjustment("teams", "NS", "NS", "60 % 4♠ S =", "+420", "20", "12", ("knockout",)),
    poll=(PolledPlayer("ab", "mester", "", "AK32.Q54.K2.J876", "pas, 2♠", "2♠"),),
    times=TypedDeadlines("14:30", "20 minutter"), done=(DoneStep("published", "2026-03-07 14:30"),),
)  # fmt: skip
DECISION = Decision(
    "09-opd-1", "09-OPD-1", "a.txt", "00", "da", "OPD", date(2009, 3, 1), "Cup", "upheld", True, "returned",
    "2007", "2008", "date",
    sections=(Section("rubric", "Rubrik", ("§ 16A og §§ 61-62.", "To")), Section("decision", "Slut", ("Se § 12.",))),
    citations=(
        CaseCitation(0, 0, 0, 5, "§ 16A", "laws", ("16A",), "applied"),
        CaseCitation(0, 0, 9, 17, "§§ 61-62", "laws", ("61", "62"), "not-breached"),
        CaseCitation(1, 0, 3, 7, "§ 12", "spil", (), "applied"),
    ),
    problems=("no date",),
)  # fmt: skip


def test_a_damaged_dossier_is_read_or_refused_in_words() -> None:
    chance, fates = seeded(), Counter[str]()
    for content in damaged_text(dumps(DOSSIER), chance):
        try:
            fates["read"] += bool(dumps(loads(content, "sag-1")))
        except DossierError as error:
            fates[error.fault.code] += fault_words(error.fault, chance.choice(UI_LANGUAGES)).startswith("sag-1.toml")
    assert COUNT == fates.total()
    assert {"read", "kind", "syntax", "absent"} <= set(fates)


def test_a_damaged_judgment_is_read_or_refused_in_words() -> None:
    chance, fates = seeded(), Counter[str]()
    for content in damaged_xml(judgment_xml.decision_xml(DECISION), chance):
        try:
            fates["read"] += bool(judgment_xml.decision_xml(judgment_xml.read_decision(content)))
        except JudgmentError as error:
            fates[error.fault.code] += fault_words(error.fault, chance.choice(UI_LANGUAGES)).startswith("judgment.xml")
    assert COUNT == fates.total()
    assert {"read", "choice", "syntax", "absent"} <= set(fates)


@pytest.mark.parametrize(
    ("was", "becomes", "code", "place"),
    [
        (b'party = "Nord"', b"party = 5", "kind", "view[1].party"),
        (b"lines = [3, 4]", b"lines = [inf, 2]", "kind", "entry[1].lines[1]"),
        (b"lines = [3, 4]", b"lines = [3]", "range", "entry[1].lines"),
        (b"header = 1", b"header = inf", "kind", "entry[1].piece[2].header"),
        (b"header = 1", b"header = 99999999999", "range", "entry[1].piece[2].header"),
        (b'comment = "Ja."', b'piece = ["a"]', "syntax", ""),
        (b'kind = "remark"', b'kind = "banana"', "unknown", "entry[2]"),
        (b"format = 1", b"format = 2", "format", ""),
        (b'comment = "Ja."', b"", "absent", "entry[1]"),
        (b'question = "Hvad?"', b"question = " + b"[" * 2000 + b"]" * 2000, "deep", ""),
        (b'question = "Hvad?"', b"question = " + b"9" * 5000, "syntax", ""),
        (b'question = "Hvad?"', b"anything = 1", "unknown", ""),
    ],
)
def test_a_damaged_field_of_a_dossier_is_named(was: bytes, becomes: bytes, code: str, place: str) -> None:
    content = dumps(DOSSIER)
    assert was in content
    with pytest.raises(DossierError) as caught:
        loads(content.replace(was, becomes, 1), "sag-1")
    assert (code, place) == (caught.value.fault.code, caught.value.fault.place)


def test_a_text_in_the_place_of_a_table_is_named() -> None:
    head = b'format = 1\ntitle = ""\nlanguage = "da"\n'
    for rest, place in ((b"entry = [5]", "entry[1]"), (b"view = 5", "view"), (b"view = ['a']", "view[1]")):
        with pytest.raises(DossierError) as caught:
            loads(head + rest, "sag-1")
        assert ("kind", place) == (caught.value.fault.code, caught.value.fault.place)


@pytest.mark.parametrize(
    ("was", "becomes", "code", "place"),
    [
        (b'outcome="upheld"', b'outcome="banana"', "choice", "case.outcome"),
        (b'deposit="returned"', b'deposit="x"', "choice", "case.deposit"),
        (b'played="2009-03-01"', b'played="yesterday"', "kind", "case.played"),
        (b' class="applied"', b' class=""', "choice", "section[1].p[1]"),
        (b' class="applied"', b"", "choice", "section[1].p[1]"),
        (b' key="09-opd-1"', b"", "absent", "case"),
        (b'class="rubric"', b'class="verse"', "choice", "section[1]"),
        (b"~sec_16__subsec_A", b"~sec_16__subsec_", "value", "section[1].p[1]"),
    ],
)
def test_a_damaged_field_of_a_judgment_is_named(was: bytes, becomes: bytes, code: str, place: str) -> None:
    content = judgment_xml.decision_xml(DECISION)
    assert was in content
    with pytest.raises(JudgmentError) as caught:
        judgment_xml.read_decision(content.replace(was, becomes, 1))
    assert (code, place) == (caught.value.fault.code, caught.value.fault.place)


def test_what_is_no_ordinary_file_is_named(tmp_path: Path) -> None:
    cases, dossiers = CaseFolder(tmp_path / "cases"), DossierFolder(tmp_path / "dossiers")
    for key in ("09-opd-1", "09-opd-2"):
        (cases.place / key / JUDGMENT).mkdir(parents=True)
    (cases.place / "09-opd-2" / JUDGMENT).rmdir()
    (dossiers.place / "sag-1.toml").mkdir(parents=True)
    assert [("09-opd-1", "irregular"), ("09-opd-2", "missing")] == [
        (one.name, one.fault.code) for one in cases.load()[1]
    ]
    with pytest.raises(DossierError) as caught:
        dossiers.open("sag-1")
    assert "irregular" == caught.value.fault.code
    assert (("sag-1", ""),) == dossiers.titles()


def test_every_fault_has_words_in_every_language() -> None:
    keys = {key.removeprefix("fault_") for key in words("en") if key.startswith("fault_")}
    assert {*get_args(FaultCode), *(f"kind_{kind}" for kind in get_args(ValueKind))} == keys
    for code in get_args(FaultCode):
        fault = FileFault(code, "a.toml", "line 7", "list", "text", "cause")
        assert all(fault_words(fault, ui).startswith("a.toml, line 7: ") for ui in UI_LANGUAGES)


@dataclass(frozen=True)
class Shape:
    name: str
    class_: Literal["a", "b"] = "a"
    size: Annotated[float, Between(0, 1)] = 0.5
    when: date | None = None
    more: tuple[tuple[str, int], ...] = ()


def test_a_table_becomes_a_value_of_its_type() -> None:
    load = Loader("x.toml", FormatError)
    table = load.toml(b'name = "x"\nclass = "b"\nsize = 1\nwhen = 2009-03-01\nmore = [["a", 1]]')
    assert Shape("x", "b", 1.0, date(2009, 3, 1), (("a", 1),)) == load.convert(table, Shape)


@pytest.mark.parametrize("table", ["name = 1", "nam = 'x'", "size = 2", "size = nan", "when = 2009-03-01T00:00:00"])
def test_a_table_of_another_shape_does_not(table: str) -> None:
    load = Loader("x.toml", FormatError)
    with pytest.raises(FormatError):
        load.convert({"name": "x"} | load.toml(table.encode()), Shape)


def _toml_of(read: Callable[[dict[str, Any]], object], name: str) -> Callable[[bytes], object]:
    return lambda content: read(Loader(f"data/{name}", FormatError).toml(content))


def _text_of(read: Callable[[str], object]) -> Callable[[bytes], object]:
    return lambda content: read(Loader("x", FormatError).text(content))


LEXICONS = "data/lexicon"
PARITY_FILES = ("strength.toml", "numbers.toml", "word-classes.toml")
PARITY = {name: shortened((ROOT / LEXICONS / name).read_bytes()) for name in PARITY_FILES}


def _parity(name: str) -> Callable[[bytes], object]:
    def read(content: bytes) -> object:
        texts = {**PARITY, name: content}
        return read_parity_lexicon(*(Loader(one, FormatError).text(texts[one]) for one in PARITY))

    return read


def _spelling(number: int) -> Callable[[bytes], object]:
    def read(content: bytes) -> object:
        texts = ["ord", "gr\tgår", "a\tå\t200"]
        texts[number] = Loader("x", FormatError).text(content)
        return SpellingTables.read(*texts)

    return read


# Every list in data/ that people write, and what reads it.
LISTS: dict[str, Callable[[bytes], object]] = {
    "editions.toml": _toml_of(read_registry, "editions.toml"),
    "patches/da-2017-ocr.toml": _toml_of(lambda table: read_patches("da-2017-ocr", table), "patches"),
    "patches/references.toml": _toml_of(reviewer_overrides, "references.toml"),
    "parity/judgements.toml": _toml_of(read_judgements, "judgements.toml"),
    "concordance/settled.toml": _toml_of(read_settled, "settled.toml"),
    "concordance/1997-2017.csv": _text_of(lambda text: read_table("1997-2017", text)),
    "concordance/terms.csv": _text_of(read_terms),
    "lexicon/alignment-weights.tsv": _text_of(Weights.read),
    "lexicon/da-2017-words.txt": _spelling(0),
    "lexicon/da-2017-forms.tsv": _spelling(1),
    "lexicon/da-2017-confusions.tsv": _spelling(2),
    "lexicon/da-2017-register.tsv": _text_of(read_register_table),
    "lexicon/decisions.toml": _text_of(read_lexicon),
    "lexicon/defined-forms.tsv": _text_of(read_term_forms),
    "lexicon/hyphens.tsv": _text_of(read_hyphens),
    "lexicon/numbers.toml": _parity("numbers.toml"),
    "lexicon/phrasings.toml": _text_of(read_phrasings),
    "lexicon/outcome-weights.tsv": _text_of(DecisionWeights.read),
    "lexicon/procedure.toml": _text_of(read_order),
    "lexicon/remarks.tsv": _text_of(read_words),
    "lexicon/scenarios.toml": _text_of(read_scenarios),
    "lexicon/search-words.toml": _text_of(read_search_words),
    "lexicon/senses.toml": _text_of(read_word_senses),
    "lexicon/strength.toml": _parity("strength.toml"),
    "lexicon/sv-spelling.toml": _text_of(read_spellings),
    "lexicon/word-classes.toml": _parity("word-classes.toml"),
    "SHA256SUMS": lambda content: read_sums(content, "data/SHA256SUMS"),
    "raw/SHA256SUMS": lambda content: read_sums(content, "data/raw/SHA256SUMS"),
}
ROWS = 12
SCORING = "lexicon/scoring.toml"  # it names places in the texts
WHOLE = ("lexicon/alignment-weights.tsv", "lexicon/outcome-weights.tsv")  # refused where a line is lacking
# No texts: tests/index/test_line_meanings.py and test_sentence_layers.py damage them.
BINARY = ("lexicon/line-vectors.npz", "lexicon/outcome-layers.npz")


def test_every_list_that_people_write_is_tried() -> None:
    """Of texts of one kind (patches of a witness, number tables) one stands for all."""
    assert set(LISTS) <= {*source_files(), "parity/judgements.toml", "SHA256SUMS", "raw/SHA256SUMS"}
    others = {name for name in source_files() if name not in (*LISTS, SCORING, *BINARY) and not name.startswith("raw/")}
    assert [] == [n for n in others if not fnmatch(n, "patches/*") and not fnmatch(n, "concordance/[0-9]*-[0-9]*.csv")]


@pytest.mark.parametrize("name", LISTS)
def test_a_damaged_list_of_a_person_is_read_or_refused_in_words(name: str) -> None:
    chance, fates = seeded(), Counter[str]()
    content = (ROOT / "data" / name).read_bytes()
    if name.endswith(".toml"):
        content = shortened(content)
    elif name not in WHOLE:
        content = b"".join(content.splitlines(keepends=True)[:ROWS])
    LISTS[name](content)
    for damaged in damaged_text(content, chance):
        try:
            LISTS[name](damaged)
            fates["read"] += 1
        except FormatError as error:
            fates[error.fault.code] += bool(fault_words(error.fault, chance.choice(UI_LANGUAGES)))
    assert COUNT == fates.total()
    assert 2 <= len(fates)


READING = KeptReading(
    (ReadParagraph("lov.docx", 1, 3, "§ 1. Kortene", "heading", "label", "1"),),
    (OpenQuestion(0, "label", "heading", ("text",)),),
    (ReadingDecision("§ 1. Kortene", "heading", "trykfejl"),),
)
REVIEWED = """\
law_2017,law_2027,place,content,note,note_da,note_nb,note_sv,review
16,16,same,same,,,,,accepted
16A,16B,moved,revised,UNSURE. 0.55,,,,
16C,,dropped,,,,,,dropped
,16D,new,,,,,,new
"""
COMMITTEES = b"""\
[[committee]]
key = "appeal"
name = "Appelkomiteen"
member = [{ email = "rita@example.org", role = "registrar" }, { subject = "7", role = "reader" }]
"""
# What a library holds beside texts, dossiers and decisions, and what reads it.
HELD: dict[str, tuple[bytes, Callable[[bytes], object]]] = {
    "tables/2017-2027.csv": (REVIEWED.encode(), _text_of(lambda text: read_review("2017-2027", text).cases())),
    "texts/nb-2017/reading.json": (dump_reading(READING), partial(load_reading, "nb-2017")),
    "committees.toml": (COMMITTEES, read_committees),
}


@pytest.mark.parametrize("name", HELD)
def test_a_damaged_file_of_the_library_is_read_or_refused_in_words(name: str) -> None:
    chance, fates = seeded(), Counter[str]()
    content, read = HELD[name]
    read(content)
    for damaged in damaged_text(content, chance):
        try:
            read(damaged)
            fates["read"] += 1
        except FormatError as error:
            fates[error.fault.code] += bool(fault_words(error.fault, chance.choice(UI_LANGUAGES)))
    assert COUNT == fates.total()
    assert 2 <= len(fates)


def test_damaged_words_of_a_window_are_taken_in_or_put_aside_and_the_case_opens(tmp_path: Path) -> None:
    chance, folder = seeded(), DossierFolder(tmp_path)
    key = folder.create("Sag 1", "da").dossier.key
    journal = TypingJournal(folder)
    journal.keep(key, "0123456789abcdef", TypedWords("facts", "", "Nord tøvede"))
    (path,) = tmp_path.glob(".typed/*")
    case, content = next(tmp_path.glob("*.toml")), path.read_bytes()
    before = case.read_bytes()
    aside = 0
    for damaged in damaged_text(content, chance):
        case.write_bytes(before)
        path.write_bytes(damaged)
        found = journal.recover(key, lambda _: False)
        assert key == folder.open(key).dossier.key
        assert not path.exists()
        for left in tmp_path.glob(".typed/*"):
            assert damaged == left.read_bytes()
            assert list(journal.faults())
            left.unlink()
            aside += 1
        for copy in found.copies:
            (tmp_path / f"{copy}.toml").unlink()
    assert 0 < aside < COUNT


def test_a_damaged_list_of_scores_is_read_or_refused_in_words(library: Library) -> None:
    chance, fates = seeded(), Counter[str]()
    for damaged in damaged_text((ROOT / "data" / SCORING).read_bytes(), chance):
        try:
            read_scoring_tables(library, Loader("x", FormatError).text(damaged))
            fates["read"] += 1
        except FormatError as error:
            fates[error.fault.code] += bool(fault_words(error.fault, chance.choice(UI_LANGUAGES)))
    assert COUNT == fates.total()
    assert {"read", "absent", "kind"} <= set(fates)


def _backup(folder: Path) -> bytes:
    library = folder / "library"
    entry = invented_source.registry().expressions[0]
    with OwnTexts(library).saving(entry, None, [("lov.txt", b"LOV 1")], b"<x/>", ()):
        pass
    DossierFolder(library / "dossiers").create("Sag 1", "da")
    library_backup.backup(library, folder / "saved.zip")
    return (folder / "saved.zip").read_bytes()


def test_a_damaged_backup_is_put_back_whole_or_refused_and_nothing_is_put_back(tmp_path: Path) -> None:
    chance, fates = seeded(), Counter[str]()
    content = _backup(tmp_path)
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    for number in range(COUNT):
        damaged = hostile_zip(parts, chance) if number % 2 else next(damaged_text(content, chance, 1))
        (tmp_path / "damaged.zip").write_bytes(damaged)
        library = tmp_path / "restored" / "library"
        try:
            count = library_backup.restore(tmp_path / "damaged.zip", library)
        except library_backup.BackupError as error:
            fates["refused"] += bool(str(error))
            assert not library.exists()
        else:
            fates["read"] += 1
            found = {p.relative_to(library).as_posix(): p.read_bytes() for p in library.rglob("*") if p.is_file()}
            assert count == len(found)
            assert found.items() <= parts.items()
        assert [] == list(tmp_path.rglob("*evil*"))
        shutil.rmtree(tmp_path / "restored", ignore_errors=True)
    assert COUNT == fates.total()
    assert {"read", "refused"} == set(fates)


def test_a_backup_without_end_or_that_unpacks_without_end_is_refused_before_it_is_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.zip")
    bomb = tmp_path / "bomb.zip"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr(library_backup.MANIFEST, b" " * (library_backup.LARGEST_LIST + 1))
    content = bomb.read_bytes()
    for source in (tmp_path / "pipe.zip", Path("/dev/zero"), bomb):
        with pytest.raises(library_backup.BackupError, match=r"ordinary|more than"):
            library_backup.restore(source, tmp_path / "library")
    assert len(content) < 1_000_000
    assert not (tmp_path / "library").exists()


PATHS: dict[str, Callable[[bytes], object]] = {
    "paths/situations.toml": lambda content: read_situations(content, "data/paths/situations.toml"),
    "paths/revoke.toml": lambda content: read_path("revoke", content, "data/paths/revoke.toml"),
    "paths/reviewed.sha256": lambda content: read_sums(content, "data/paths/reviewed.sha256"),
}


@pytest.mark.parametrize("name", PATHS)
def test_a_damaged_path_is_read_or_refused_in_words_and_its_faults_are_told(name: str, library: Library) -> None:
    chance, fates = seeded(), Counter[str]()
    situations = read_situations((ROOT / "data/paths/situations.toml").read_bytes(), "x")
    for damaged in damaged_text((ROOT / "data" / name).read_bytes(), chance):
        try:
            found = PATHS[name](damaged)
            fates["read"] += 1
            if isinstance(found, RulingPath):
                assert all(str(fault) for fault in path_faults(situations, [found], library, {}))
                found.walk(("no", "such"))
        except FormatError as error:
            fates[error.fault.code] += bool(fault_words(error.fault, chance.choice(UI_LANGUAGES)))
    assert COUNT == fates.total()
    assert 2 <= len(fates)


def test_damaged_corrections_are_read_or_refused_in_words() -> None:
    chance, fates = seeded(), Counter[str]()
    content = write_corrections(
        Corrections(
            (FieldCorrection("played", "2009-03-01", ""), FieldCorrection("unanimous", "yes", "no")),
            (CaseCitation(0, 0, 0, 5, "§ 16A", "laws", ("16A",), "applied"),),
        )
    )
    for damaged in damaged_text(content, chance):
        try:
            read_corrections(damaged, "corrections.json")
            fates["read"] += 1
        except CorrectionsError as error:
            fates[error.fault.code] += fault_words(error.fault, chance.choice(UI_LANGUAGES)).startswith("corrections")
    assert COUNT == fates.total()
    assert {"read", "kind", "syntax"} <= set(fates)


# Products and caches: whatever is in them is a value or the error that makes them again.
ROW = rows.AlignedRow(
    "16A",
    "provision",
    "16",
    (
        rows.AlignedCell("da-2017", "16A", "same", "id", 1.0),
        rows.AlignedCell("nb-1997", "16B", "moved", "table", 0.5, ("16C",), "x"),
    ),
    (rows.Gap("dbf-2008", "within", ("16",)),),
)
READING = WitnessReading("da-2017", "w", "16A", "body", 0, "Ord.")
MADE: dict[str, tuple[bytes, Callable[[bytes], object]]] = {
    "akn/x-1.xml": (akn.write(invented_source.expression(), invented_source.registry()), akn.read),
    "aligned/laws.xml": (rows.write(rows.Alignment((ROW,))), rows.read),
    "aligned/witnesses.tsv": (readings.write([READING] * 3), readings.read),
}


@pytest.mark.parametrize("name", MADE)
def test_a_damaged_product_is_read_or_refused(name: str) -> None:
    content, read = MADE[name]
    chance, fates = seeded(), Counter[str]()
    for damaged in (damaged_xml if name.endswith(".xml") else damaged_text)(content, chance):
        try:
            read(damaged)
            fates["read"] += 1
        except (FormatError, akn.AknError):
            fates["refused"] += 1
    assert COUNT == fates.total()
    assert {"read", "refused"} == set(fates)


OWN_LISTS = (own_texts.ENTRY, own_texts.DECISIONS, own_texts.XML, own_texts.SUMS, "original/001-lov.txt")


@pytest.mark.parametrize("name", OWN_LISTS)
def test_a_damaged_file_of_ones_own_text_is_named_and_the_others_are_read(name: str, tmp_path: Path) -> None:
    chance, fates, refused = seeded(), Counter[str](), Counter[str]()
    own = OwnTexts(tmp_path)
    registry, xml = invented_source.registry(), akn.write(invented_source.expression(), invented_source.registry())
    decisions = (ReadingDecision("a. ruder", "1A", "trykfejl"), ReadingDecision("b.", "noise", "", 2))
    for key in ("da-2098", "da-2099"):
        entry = replace(registry.expressions[0], key=key)
        with own.saving(entry, {"work": "laws", "edition": "2099"}, [("lov.txt", b"LOV 1")], xml, decisions):
            pass
    path = tmp_path / "texts" / "da-2099" / name
    content = path.read_bytes()
    for damaged in (damaged_xml if name == own_texts.XML else damaged_text)(content, chance):
        path.write_bytes(damaged)
        told = [fault_words(fault, chance.choice(UI_LANGUAGES)) for fault in (*own.check(), *own.damaged())]
        assert all(words.startswith("texts/da-2099/") for words in told)
        assert bool(told) == (damaged != content) or name == own_texts.SUMS  # a comment in it may go
        assert "da-2098" in own.keys
        assert own.sum(own.keys)
        fates["shown" if "da-2099" in own.keys else "left out"] += 1
        for read in (own.block, own.xml, own.decisions, own.originals):
            try:
                read("da-2099")
            except FormatError as error:
                refused[error.fault.code] += bool(fault_words(error.fault, chance.choice(UI_LANGUAGES)))
    assert COUNT == fates.total()
    assert all(refused.values())


def test_a_damaged_alignment_of_ones_own_texts_is_made_again(tmp_path: Path) -> None:
    own = OwnTexts(tmp_path)
    own.save_alignment(MADE["aligned/laws.xml"][0], "made from")
    assert own.alignment("made from")
    content = (tmp_path / own_texts.ALIGNED).read_bytes()
    for damaged in damaged_text(content, seeded()):
        (tmp_path / own_texts.ALIGNED).write_bytes(damaged)
        assert (own.alignment("made from") is None) == (damaged != content)
    (tmp_path / own_texts.ALIGNED).write_bytes(content)
    assert own.alignment("made from another") is None


def test_a_damaged_manifest_means_that_the_index_is_made_again(tmp_path: Path) -> None:
    manifest = {"format": fulltext.FORMAT, "corpus": "x", "files": {"a.seg": "00"}}
    content = json.dumps(manifest, indent=1).encode()
    (tmp_path / "x").mkdir()
    for damaged in damaged_text(content, seeded()):
        (tmp_path / "x" / generation.MANIFEST).write_bytes(damaged)
        with pytest.raises(generation.IndexDamagedError):
            fulltext.FullText(tmp_path, "x")


def test_a_cell_of_a_megabyte_is_no_cell() -> None:
    heading = "law_1,law_2," + ",".join(COLUMNS)
    with pytest.raises(FormatError) as caught:
        read_table("1-2", f"{heading}\n16,17,moved,same,{'x' * 1_000_000},,,\n")
    assert ("syntax", "line 2") == (caught.value.fault.code, caught.value.fault.place)
