"""The build: what is stored is what the sources give; damage is one clear line and leaves all as it was."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.build import freshness, products
from app.build.invariants import InvariantError, demand_all_rows
from app.cli.answers import CommandAnswers
from app.cli.main import main
from app.publish.services import open_services
from app.reader.address import read_state
from app.reader.router import page
from corpus import akn, path_store, store
from corpus.alignment import rows
from corpus.files import write_atomic
from corpus.ids import Level
from corpus.library import Library
from corpus.model import Table
from corpus.schema import FaultCode, FormatError
from corpus.sums import SumError
from index.search import training
from index.search.engine import SearchEngine
from parser import lang
from parser.citations.grammar import grammar_of
from parser.lang.words import words_of
from parser.sources import SOURCES
from tests.conftest import ROOT, Made
from tests.support import invented_source

pytestmark = pytest.mark.xdist_group("sources")

FINNISH = ROOT / "tests" / "support" / "finnish"
EXPECTED = {"da-2017": (93, 827), "sv-2017": (93, 828), "nb-1997": (93, 607), "dbf-2008": (38, 484)}


def quiet(message: str) -> None:
    """Progress that nobody reads."""


@pytest.fixture
def made_once(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sources are read and the products made once for all tests that change only what is stored."""
    monkeypatch.setattr(products, "make_library", lambda _: made.library)
    monkeypatch.setattr(products, "make_products", lambda *_: dict(made.products))


@pytest.fixture
def no_index(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search index is left alone: it takes longer to make than all else here."""
    monkeypatch.setattr(freshness, "is_index_fresh", lambda: True)


def product_files(folder: Path) -> dict[str, bytes]:
    """Every product of a data folder by name."""
    files = [*(folder / "akn").glob("*"), *(folder / "aligned").glob("*")]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.mark.usefixtures("made_once")
def test_stored_products_are_what_the_sources_give() -> None:
    """Byte for byte, and with the counts that the books have."""
    counts, difference = products.check(quiet)
    assert None is difference
    assert {key: (row["laws"], row["ids"]) for key, row in counts.items()} == EXPECTED


@pytest.mark.usefixtures("made_once")
def test_check_names_the_first_difference(data_copy: Path) -> None:
    product = data_copy / "akn" / "dbf-2008.xml"
    product.write_bytes(product.read_bytes().replace(b"EDB-givning", b"EDB-givninp", 1))
    _, difference = products.check(quiet)
    assert difference is not None
    assert ("akn/dbf-2008.xml", True, True) == (
        difference.name,
        "EDB-givninp" in difference.stored,
        "EDB-givning" in difference.built,
    )


@pytest.mark.usefixtures("made_once")
def test_check_names_a_missing_product(data_copy: Path) -> None:
    (data_copy / "aligned" / "laws.xml").unlink()
    _, difference = products.check(quiet)
    assert "data/aligned/laws.xml is missing" == str(difference)


@pytest.mark.usefixtures("made_once", "no_index")
def test_a_second_build_has_nothing_to_do(data_copy: Path) -> None:
    """Staleness goes by content: a touched file is fresh; a changed source or product and a lost cache are not."""
    assert not products.build(quiet).fresh
    os.utime(data_copy / "raw" / "dbf-2008-web.txt", (1, 1))
    assert products.build(quiet).fresh
    for name in ("akn/dbf-2008.xml", "raw/dbf-2008-web.txt", "concordance/terms.csv", freshness.COVERAGE):
        path = data_copy / name
        good = path.read_bytes()
        path.write_bytes(good + b" ") if name != freshness.COVERAGE else path.unlink()
        assert not freshness.is_fresh(), name
        path.write_bytes(good)
        assert freshness.is_fresh(), name


def test_products_are_stale_when_a_library_has_another_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    versions = tmp_path / "locks" / "run.txt"
    (tmp_path / "app" / "build").mkdir(parents=True)
    versions.parent.mkdir()
    for name in ("app/build/products.py", "app/build/freshness.py", "locks/run.txt"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    monkeypatch.setattr(freshness, "_ROOT", tmp_path)
    before = (freshness.inputs(), freshness.index_inputs())
    versions.write_text(versions.read_text("utf-8").replace("lxml==", "lxml==9."), "utf-8")
    assert before[0] != freshness.inputs()
    assert before[1] != freshness.index_inputs()


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1000])


def recode(path: Path) -> None:
    path.write_bytes(path.read_text("utf-8").encode("cp1252", errors="replace"))


def swap_letters(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"turnering", b"turmering", 1))


DAMAGES: dict[str, tuple[Callable[[Path], object], FaultCode]] = {
    "missing": (Path.unlink, "lost"),
    "empty": (lambda path: path.write_bytes(b""), "empty"),
    "blank": (lambda path: path.write_bytes(b"\n \n"), "empty"),
    "wrongly encoded": (recode, "encoding"),
    "truncated": (cut, "truncated"),
    "changed": (swap_letters, "edited"),
}


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("siglum", ["da-2017-ocr", "dbf-2008-web"])
def test_a_damaged_raw_text_stops_the_build_and_changes_nothing(siglum: str, damage: str, data_copy: Path) -> None:
    spoil, code = DAMAGES[damage]
    before = product_files(data_copy)
    spoil(data_copy / "raw" / f"{siglum}.txt")
    with pytest.raises(store.RawTextError) as caught:
        products.build(quiet)
    assert (f"data/raw/{siglum}.txt", code) == (caught.value.fault.file, caught.value.fault.code)
    assert before == product_files(data_copy)


def record(path: Path) -> None:
    """Enter a raw text into the list of sums, as a person does who means it."""
    sums = path.with_name("SHA256SUMS")
    content = path.read_bytes()
    text = re.sub(
        rf"# size \d+\n[0-9a-f]+(  {path.name})",
        rf"# size {len(content)}\n{hashlib.sha256(content).hexdigest()}\1",
        sums.read_text("utf-8"),
    )
    sums.write_text(text, "utf-8")


def with_nul(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"turnering", b"turne\0ring", 1))
    record(path)


def pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


@pytest.mark.parametrize(("spoil", "code"), [(with_nul, "value"), (pipe, "irregular")])
def test_a_raw_text_with_a_nul_or_a_pipe_in_its_place_stops_the_build(
    spoil: Callable[[Path], object], code: FaultCode, data_copy: Path
) -> None:
    before = product_files(data_copy)
    spoil(data_copy / "raw" / "dbf-2008-web.txt")
    with pytest.raises(FormatError) as caught:
        products.build(quiet, accept=True)
    assert ("data/raw/dbf-2008-web.txt", code) == (caught.value.fault.file, caught.value.fault.code)
    assert before == product_files(data_copy)


@pytest.mark.usefixtures("built")
def test_xml_that_cannot_be_read_is_named_with_its_file(data_copy: Path) -> None:
    (data_copy / "akn" / "nb-1997.xml").write_bytes(b"<akomaNtoso><act>")
    with pytest.raises(FormatError) as caught:
        store.load_library()
    assert ("akn/nb-1997.xml", "syntax") == (caught.value.fault.file, caught.value.fault.code)
    assert caught.value.fault.cause.startswith("not well-formed XML")


def test_a_crash_while_writing_leaves_the_old_file(data_copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = data_copy / "akn" / "dbf-2008.xml"
    before = path.read_bytes()

    def crash(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "replace", crash)
    with pytest.raises(OSError, match="disk full"):
        write_atomic(path, b"new")
    assert before == path.read_bytes()
    assert [] == list(path.parent.glob(".*"))


def cut_in_lines(path: Path) -> None:
    path.write_text("".join(path.read_text("utf-8").splitlines(keepends=True)[:129]), "utf-8")


@pytest.mark.usefixtures("made_once")
@pytest.mark.parametrize(
    ("name", "spoil"),
    [
        ("concordance/1997-2017.csv", cut_in_lines),
        ("concordance/2007-2017.csv", lambda path: path.write_bytes(b"")),
        ("concordance/terms.csv", cut),
        ("patches/references.toml", cut),
        ("parity/judgements.toml", Path.unlink),
        ("lexicon/phrasings.toml", lambda path: path.write_bytes(path.read_bytes() + b"\n")),
        ("patches/new.toml", lambda path: path.write_bytes(b"")),
        ("SHA256SUMS", lambda path: path.write_bytes(b"sha1 a b c\n")),
        ("SHA256SUMS", lambda path: path.write_bytes(b"")),
    ],
)
def test_a_changed_file_of_a_person_stops_the_build_until_it_is_recorded(
    name: str, spoil: Callable[[Path], object], data_copy: Path
) -> None:
    before = product_files(data_copy)
    spoil(data_copy / name)
    for run in (products.build, products.check):
        with pytest.raises(SumError) as caught:
            run(quiet)
        assert name == "SHA256SUMS" or f"data/{name}" == caught.value.fault.file
        assert before == product_files(data_copy)
    store.accept_sources()
    store.check_sources()
    assert () == store.accept_sources()


def test_sums_are_one_line_a_file_sorted() -> None:
    lines = (ROOT / "data" / store.SUMS).read_text("utf-8").splitlines()[1:]
    names = [line.split("  ")[1] for line in lines]
    assert sorted(names) == names
    assert {"editions.toml", "concordance/1997-2017.csv", "parity/judgements.toml"} <= set(names)
    assert [] == [name for name in names if name.startswith(("raw/", "akn/", "build/"))]


@pytest.mark.parametrize("table", ["1997-2017", "2007-2017", "1997-2007"])
def test_a_concordance_that_was_cut_off_is_noticed_even_when_it_was_recorded(
    table: str, library: Library, data_copy: Path
) -> None:
    demand_all_rows(library, store.load_tables())
    cut_in_lines(data_copy / "concordance" / f"{table}.csv")
    with pytest.raises(InvariantError, match=r"is it cut off\?"):
        demand_all_rows(library, store.load_tables())


@pytest.mark.usefixtures("made_once", "no_index")
def test_rows_are_not_lost_unless_it_is_wanted(made: Made, data_copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fewer = dict(made.products)
    alignment = rows.read(fewer[store.ALIGNED])
    fewer[store.ALIGNED] = rows.write(rows.Alignment(alignment.rows[5:]))
    monkeypatch.setattr(products, "make_products", lambda *_: fewer)
    before = product_files(data_copy)
    with pytest.raises(products.BuildError, match=r"provisions would lose their row .*--lose-rows"):
        products.build(quiet, accept=True)
    assert before == product_files(data_copy)
    products.build(quiet, lose_rows=True)
    assert fewer[store.ALIGNED] == store.read_product(store.ALIGNED)


@pytest.mark.usefixtures("made_once", "no_index")
def test_a_letter_changed_in_a_product_is_never_read(data_copy: Path) -> None:
    """One "ikke" less in 35A reverses the rule: reading refuses it, and a command makes the product again."""
    products.build(quiet)
    path = data_copy / "akn" / "da-2017.xml"
    good = path.read_bytes()
    path.write_bytes(good.replace(b" ikke ", b" ", 1))
    with pytest.raises(store.NotBuiltError, match=r"data/akn/da-2017\.xml: stale"):
        store.load_library()
    assert not freshness.is_intact()
    assert 0 == main(["show", "35A", "--json"])
    assert good == path.read_bytes()


@pytest.mark.usefixtures("made_once", "no_index")
def test_products_that_no_build_here_left_are_made_before_they_are_read(data_copy: Path) -> None:
    """A fresh checkout has no sums of its products: a letter changed in one since is found all the same."""
    path = data_copy / "akn" / "da-2017.xml"
    good = path.read_bytes()
    path.write_bytes(good.replace(b" ikke ", b" ", 1))
    assert not freshness.is_recorded()
    assert 0 == main(["show", "35A", "--json"])
    assert good == path.read_bytes()


@pytest.mark.parametrize("name", ["build/state.json", "build/counts.json", "build/coverage.jsonl"])
@pytest.mark.parametrize("content", [b"", b"\xff", b"[[[[", b"[]", b'{"inputs": 5}', b"[" * 100_000])
@pytest.mark.usefixtures("made_once", "no_index")
def test_a_damaged_cache_is_made_again(name: str, content: bytes, data_copy: Path) -> None:
    counts = products.build(quiet).counts
    (data_copy / name).write_bytes(content)
    assert counts == products.build(quiet).counts
    assert products.build(quiet).fresh


def add_invented(
    folder: Path,
    key: str = invented_source.KEY,
    text: str = invented_source.TEXT,
    block: str = invented_source.EXPRESSION_BLOCK,
) -> None:
    """All that a text of a new edition brings: raw text with sum, block in editions.toml, concordance."""
    content = text.encode()
    name = f"{key}-page.txt"
    (folder / "raw" / name).write_bytes(content)
    with (folder / store.RAW_SUMS).open("a") as sums:
        sums.write(f"# size {len(content)}\n{hashlib.sha256(content).hexdigest()}  {name}\n")
    with (folder / "editions.toml").open("a", encoding="utf-8") as editions:
        editions.write(block)
    (folder / "concordance" / "2017-2099.csv").write_text(invented_source.CONCORDANCE, "utf-8")


@pytest.mark.slow
@pytest.mark.usefixtures("no_index")  # the Finnish text below goes into the index as well
def test_a_fifth_text_goes_through_everything(data_copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three invented laws in a layout of their own: parsed, resolved, written, aligned, read back, untouched core."""
    add_invented(data_copy)
    monkeypatch.setattr(products, "SOURCES", (*SOURCES, invented_source.SOURCE))
    counts = products.build(quiet, accept=True).counts
    assert {**EXPECTED, invented_source.KEY: (3, 9)} == {key: (row["laws"], row["ids"]) for key, row in counts.items()}
    library = store.load_library()
    found = library[invented_source.KEY]
    assert ["1", "1A", "1A1", "1A2", "1A2a", "1A2b", "2", "3", "3A"] == [str(p.id) for p in found.walk()]
    assert [("Om kortene", ("1", "2")), ("Om spillet", ("3",))] == [(part.title, part.laws) for part in found.parts]
    assert [("1", "*", "Kun i holdturnering, jf. lov 2.", "federation")] == [
        (note.anchors[0], note.marker, note.text, note.origin) for note in found.notes
    ]
    assert ["Der bruges 52 kort, se lov 3A."] == invented_source.prose_of(found.laws[0].blocks)
    assert Level.LOWER == found.laws[0].children[0].children[1].children[0].id.level
    (grid,) = [b for p in found.walk() for b in p.own_blocks if isinstance(b, Table)]
    assert (("stik", "point"), ("7", "10"), ("8", "20")) == grid.rows
    assert {("1", "3A"), ("1#fn1", "2"), ("2", "1A2"), ("1A2", "1A1")} == {
        (r.anchor.place, t.id) for r in found.references for t in r.targets
    }
    assert {"exact"} == {reference.status for reference in found.references}
    akn.validate(store.read_product(f"akn/{invented_source.KEY}.xml"))


@pytest.fixture
def finnish(data_copy: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The invented text in Finnish, its words beside those of ``parser/lang``; no module of ours is touched."""
    key = invented_source.FINNISH_KEY
    add_invented(data_copy, key, invented_source.FINNISH_TEXT, invented_source.FINNISH_BLOCK)
    monkeypatch.setattr(products, "SOURCES", (*SOURCES, invented_source.FINNISH_SOURCE))
    monkeypatch.setattr(lang, "__path__", [*lang.__path__, str(FINNISH)])
    yield
    sys.modules.pop("parser.lang.fi", None)
    words_of.cache_clear()
    grammar_of.cache_clear()


@pytest.mark.slow
@pytest.mark.usefixtures("finnish")
def test_a_fifth_language_goes_through_everything(index_folder: Path) -> None:
    own_index = store.build_dir() / freshness.INDEX
    own_index.mkdir(parents=True)
    shutil.copy(index_folder / training.NAME, own_index)  # the lines that search learns from are the same
    products.build(quiet, accept=True)
    library, key = store.load_library(), invented_source.FINNISH_KEY
    assert {("1", "3A"), ("1#fn1", "2"), ("2", "1A2"), ("1A2", "1A1")} == {
        (r.anchor.place, t.id) for r in library[key].references for t in r.targets
    }
    assert {"ks.", "vrt."} == {reference.signal for reference in library[key].references}
    assert b'language="fin"' in store.read_product(f"akn/{key}.xml")
    engine = SearchEngine(library, own_index)
    found = engine.search("pelaaja istuu", expressions=[key])
    assert (key, "2") == (found.hits[0].expression, found.hits[0].id)
    (shown,) = CommandAnswers.open().show(f"{key}:1A2", None)["provisions"]
    assert "Ruder og klør, ks. A1 yllä:" == shown["text"]
    services = open_services(library, lambda: engine)
    law = page(services, read_state({"law": "1", "by": key, "in": key, "ui": "da"}, library.registry))
    assert any(head.startswith("Laki 3A") for _, head, _ in law.previews)
    assert 'lang="fi"' in law.html


def _printed_with_finnish(*lines: str) -> str:
    """What a program prints that knows the words of Finnish from its start."""
    code = "\n".join((f"import parser.lang; parser.lang.__path__.append({str(FINNISH)!r})", *lines))
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def test_a_fifth_language_is_understood_where_citations_are_typed() -> None:
    assert "16C 16C\n" == _printed_with_finnish(
        "from parser.citations.query import read_query",
        "from parser.citations.query_forms import normalise_query",
        "print(*(str(read_query(normalise_query(typed)).ids[0]) for typed in ('laki 16 C', 'pykälä kuusitoista c')))",
    )


def test_the_parts_of_a_book_in_a_fifth_language_are_known_by_its_own_words() -> None:
    assert "foreword index True turnaus- ja\n" == _printed_with_finnish(
        "from parser.documents.joining import joined_words",
        "from parser.recognition.words import CHAPTER, section_kind",
        "print(section_kind('ESIPUHE'), section_kind('Hakemisto'), CHAPTER.match('Luku 2') is not None, end=' ')",
        "print(joined_words('turnaus-', 'ja', {}) + 'ja')",
    )


def test_citations_are_typed_and_documents_laid_out_in_a_fifth_language_by_its_own_words() -> None:
    assert "§ 16C2 True True True\n" == _printed_with_finnish(
        "from parser.citations.query_forms import normalise_query",
        "from parser.documents.label_words import CALLS_NUMBER",
        "from parser.documents.typed_habits import LABEL",
        "print(normalise_query('artikla 16 C momentti 2'), CALLS_NUMBER.search('kortit, vrt.') is not None, end=' ')",
        "from index.verification.attaching import laid_out",
        "from index.verification.paragraphs import DocumentParagraph, DocumentPlace",
        "quoted = DocumentParagraph('Kortti on pelattu.', DocumentPlace(0, 1), style='Lainaus')",
        "print(LABEL.match('pykälä 16') is not None, [one.certain for one in laid_out([quoted], [], [])] == [True])",
    )


def test_a_sentence_of_a_document_goes_on_behind_an_abbreviation_of_a_fifth_language() -> None:
    assert "1\n" == _printed_with_finnish(
        "from types import SimpleNamespace as Printed",
        "from index.quotations.marks import quoted_spans",
        "from index.verification.attaching import FoundCitation, cited_beside",
        "from index.verification.paragraphs import DocumentParagraph, DocumentPlace",
        "text = 'Laki 16C sanoo esim. Kortin kohdalla \"aina yksi kortti\".'",
        "spans, _ = quoted_spans([text])",
        "found = [FoundCitation(0, Printed(start=5, end=8, checked=True))]",
        "print(len(cited_beside(spans[0], found, spans, [DocumentParagraph(text, DocumentPlace(0, 1))])))",
    )


def test_a_concept_is_known_in_a_fifth_language_without_the_words_that_mean_nothing() -> None:
    assert "1\n" == _printed_with_finnish(
        "from corpus.languages import CODES",
        "from corpus.terms import Term",
        "from index.search.concepts import read_concepts",
        "term = Term('dummy', {'fi': ('se lepääjä',)}, dict.fromkeys(CODES, ()), (), '', {})",
        "print(len(read_concepts([term], []).main_name('dummy', 'fi').words))",
    )


def test_the_edition_that_a_document_in_a_fifth_language_names_is_known_by_its_own_words() -> None:
    assert "2017 beside 2007\n" == _printed_with_finnish(
        "from corpus.registry import Edition",
        "from index.verification.editions import edition_beside, editions_named",
        "known = [Edition('laws', year, None, None) for year in ('2007', '2017')]",
        "print(*editions_named(['Bridgen lait vuodelta 2017.'], known), end=' ')",
        "beside = edition_beside('2007 lakien 16 C', 12, 16, known)",
        "print(beside.basis, beside.edition)",
    )


def test_a_text_that_changed_under_a_path_is_never_accepted_unread(data_copy: Path) -> None:
    recorded = path_store.load_reviewed()
    path_store.write_reviewed({**recorded, "da-2017/54D": "0" * 64})
    with pytest.raises(InvariantError, match=r"lead-out-of-turn.toml: opening-choice: changed: 54D"):
        products.accept_paths()
    path_store.write_reviewed({place: sum_ for place, sum_ in recorded.items() if place != "da-2017/54D"})
    products.accept_paths()
    assert recorded == path_store.load_reviewed()


def test_a_path_that_quotes_what_the_law_does_not_have_is_not_accepted(data_copy: Path) -> None:
    path = data_copy / "paths" / "revoke.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("Ved tilspil skal alle", "Ved udspil skal alle"), "utf-8")
    with pytest.raises(InvariantError, match=r"revoke.toml: what: quotation: 44C: Ved udspil skal alle"):
        products.accept_paths()
