"""Any bytes give a value or the module's own error, for every kind of file that people keep."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import pytest

from app.i18n.errors import fault_words
from app.i18n.words import UI_LANGUAGES, words
from corpus.dossiers.dossier import Dossier, PartyView, Quotation, QuotedBlock, Remark, text_hash
from corpus.dossiers.folder import DossierError, DossierFolder, dumps, loads
from corpus.model import Lines
from corpus.precedents import judgment_xml
from corpus.precedents.decision import CaseCitation, Decision, Section
from corpus.precedents.folder import JUDGMENT, CaseFolder
from corpus.precedents.judgment_xml import JudgmentError
from corpus.schema import Between, FaultCode, FileFault, FormatError, Loader, ValueKind
from corpus.sums import read_sums
from index.comparison.parity_judgements import read_judgements
from index.search.phrasings import read_phrasings
from index.search.search_words import read_search_words
from parser.citations.doubts import reviewer_overrides
from parser.text.patches import read_patches
from tests.conftest import ROOT
from tests.support.mutations import COUNT, damaged_text, damaged_xml, seeded

PIECES = (QuotedBlock("§ 16 A", "Overskrift", "Melding."), QuotedBlock(rows=(("KP", "8"), ("15", "0")), header=1))
DOSSIER = Dossier(
    "sag-1", "Sag 1", "da", "09-OPD-1", "Cup", "2009-03-01", "AU", "Hvad?", "Linje et.\nLinje to.",
    (PartyView("Nord", "Ja"), PartyView("Syd", "Nej")), "Fordi.", "Nej.",
    (
        Quotation("provision", "da-2017", "16A", "2017", "2017-09-01", "Love", "§ 16 A", "in-force", Lines("w", 3, 4),
                  PIECES, text_hash(PIECES), "Ja."),
        Remark("Se her."),
    ),
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
    for content in damaged_xml(judgment_xml.write(DECISION), chance):
        try:
            fates["read"] += bool(judgment_xml.write(judgment_xml.read(content)))
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
    content = judgment_xml.write(DECISION)
    assert was in content
    with pytest.raises(JudgmentError) as caught:
        judgment_xml.read(content.replace(was, becomes, 1))
    assert (code, place) == (caught.value.fault.code, caught.value.fault.place)


def test_what_is_no_ordinary_file_is_named(tmp_path: Path) -> None:
    cases, dossiers = CaseFolder(tmp_path / "cases"), DossierFolder(tmp_path / "dossiers")
    for key in ("09-opd-1", "09-opd-2"):
        (cases.path / key / JUDGMENT).mkdir(parents=True)
    (cases.path / "09-opd-2" / JUDGMENT).rmdir()
    (dossiers.path / "sag-1.toml").mkdir(parents=True)
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


LISTS: dict[str, Callable[[bytes], object]] = {
    "patches/da-2017-ocr.toml": _toml_of(lambda table: read_patches("da-2017-ocr", table), "patches"),
    "patches/references.toml": _toml_of(reviewer_overrides, "references.toml"),
    "parity/judgements.toml": _toml_of(read_judgements, "judgements.toml"),
    "lexicon/phrasings.toml": lambda content: read_phrasings(Loader("p", FormatError).text(content)),
    "lexicon/search-words.toml": lambda content: read_search_words(Loader("s", FormatError).text(content)),
    "SHA256SUMS": lambda content: read_sums(content, "data/SHA256SUMS"),
    "raw/SHA256SUMS": lambda content: read_sums(content, "data/raw/SHA256SUMS"),
}


@pytest.mark.parametrize("name", LISTS)
def test_a_damaged_list_of_a_person_is_read_or_refused_in_words(name: str) -> None:
    chance, fates = seeded(), Counter[str]()
    content = (ROOT / "data" / name).read_bytes()
    # The first lines are as good as all: a damage hits one of them.
    content = b"\n".join(content.split(b"\n")[:120]) if name.startswith("lexicon/phrasings") else content
    for damaged in damaged_text(content, chance, COUNT):
        try:
            LISTS[name](damaged)
            fates["read"] += 1
        except FormatError as error:
            fates[error.fault.code] += bool(fault_words(error.fault, chance.choice(UI_LANGUAGES)))
    assert COUNT == fates.total()
    assert 2 <= len(fates)
