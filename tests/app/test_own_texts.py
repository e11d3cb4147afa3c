"""A person's own texts: taken in, read, aligned, left out of exports; nothing of what is shipped changes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import docx
import pytest

from app.build import products
from app.build.addition import add_text, kept_reading, read_files, read_text
from app.build.content_check import beside_edition, rules_elsewhere, unlabelled_rules, work_doubt
from app.build.description import TextDescription, entry_of
from app.build.new_edition import table_folder
from app.build.products import BuildError
from app.build.shareable import load_shareable_library
from app.cli.main import main
from app.committee.register import IncomingFile
from app.committee.register import add as add_cases
from app.i18n.errors import addition_words, fault_words
from app.i18n.words import UiLanguage
from app.workshop.requests import WorkshopRequest, answered
from app.workshop.texts import likely_language
from corpus import own_library, own_texts, store
from corpus.alignment.review import ReviewDecision
from corpus.dossiers.folder import dossier_folder
from corpus.dossiers.quotation import quote
from corpus.dossiers.typing_journal import TypedWords, TypingJournal
from corpus.ids import ProvisionId
from corpus.library import Library
from corpus.model import Provision
from corpus.own_judgements import save_judgement
from corpus.own_readings import KeptReading, ReadParagraph, dump_reading, load_reading
from corpus.own_texts import AdditionError, OwnTexts, ReadingDecision
from corpus.precedents.folder import case_folder
from corpus.registry import Consent, ExpressionEntry, Rights
from parser.documents.files import read_documents

BOOK = """\
§ 1. Kortene

A. Farverne

Der bruges 52 kort, se § 3A[1].

1. Spar og hjerter er høje.

2. Ruder og klør er lave:

a. ruder;

c. klør.

§ 2. Makkere

Makkere sidder over for hinanden.

§ 3. Stik

A. Udspil

Der spilles med uret.

[1] Kun i holdturnering.
"""


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], built: None) -> Callable[..., tuple[int, str, str]]:
    """A command: exit code, standard output, standard error."""

    def run_command(*words: str) -> tuple[int, str, str]:
        code = main(list(words))
        found = capsys.readouterr()
        return code, found.out, found.err

    return run_command


def _file(folder: Path, text: str = BOOK, name: str = "lov.txt") -> str:
    (folder / name).write_text(text, "utf-8")
    return str(folder / name)


OPTIONS = ("--work", "laws", "--edition", "2017", "--language", "nb", "--title", "Lover 2017")


def test_a_question_about_a_word_file_names_its_paragraph(
    run: Callable[..., tuple[int, str, str]], own: OwnTexts, tmp_path: Path
) -> None:
    """Word shows no numbers of lines, and where its lines end depends on the paper."""
    document = docx.Document()
    for words in filter(None, BOOK.splitlines()):
        document.add_paragraph(words)
    document.save(str(tmp_path / "lov.docx"))
    code, out, _ = run("add", str(tmp_path / "lov.docx"), *OPTIONS)
    assert 1 == code
    assert ": lov.docx, paragraph 7: gap" in out
    code, out, _ = run("library", "check")
    assert (0, True) == (code, "texts: 1, dossiers: 0" in out)


def test_an_option_that_is_not_given_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == main(["add", "lov.docx"])
    assert "Missing option '--work': laws, or the short name of a federation's rules (dbf)" in capsys.readouterr().err


def test_an_added_text_is_read_and_aligned_beside_the_shipped_ones(
    run: Callable[..., tuple[int, str, str]], own: OwnTexts, tmp_path: Path
) -> None:
    code, out, _ = run("add", _file(tmp_path), *OPTIONS, "--owner", "NBF", "--json")
    answer: dict[str, Any] = json.loads(out)
    assert (1, "nb-2017", False) == (code, answer["expression"], answer["settled"])
    (question,) = answer["questions"]
    assert ("gap", "1A2c", "lov.txt") == (question["code"], question["likely"], question["file"])
    assert "93C3b" in answer["missing"]
    code, out, _ = run("show", "1A2", "--in", "nb-2017", "--json")
    assert (0, "Ruder og klør er lave:") == (code, json.loads(out)["provisions"][0]["text"])
    row = store.load_alignment().row_of("nb-2017", "3")
    assert row is not None
    assert {"da-2017", "sv-2017", "nb-2017"} <= {cell.expression for cell in row.cells}
    assert [("3A", "exact")] == [(r.targets[0].id, r.status) for r in store.load_library()["nb-2017"].references]
    assert ["Kun i holdturnering."] == [note.text for note in store.load_library()["nb-2017"].notes]


def test_a_decision_is_kept_and_replayed_when_a_mended_file_is_added(
    run: Callable[..., tuple[int, str, str]], own: OwnTexts, tmp_path: Path
) -> None:
    _, out, _ = run("add", _file(tmp_path), *OPTIONS, "--json")
    row = str(json.loads(out)["questions"][0]["row"])
    _, out, _ = run("library", "decide", "nb-2017", row, "1A2b", "--reason", "trykfejl i filen", "--json")
    assert [] == json.loads(out)["questions"]
    mended = "Forord\n\n" + BOOK.replace("Makkere sidder", "De fire makkere sidder")
    _, out, _ = run("add", _file(tmp_path, mended), *OPTIONS, "--json")
    assert ([], []) == (json.loads(out)["questions"], json.loads(out)["unused_decisions"])
    assert {"1A2a", "1A2b"} <= {str(p.id) for p in store.load_library()["nb-2017"].walk()}
    assert "trykfejl i filen" == own.decisions("nb-2017")[0].reason


def test_a_decision_whose_words_are_gone_is_named(own: OwnTexts, built: None) -> None:
    entry = _entry()
    lost = ReadingDecision("z. joker", "1A2b", "var der engang")
    assert (lost,) == add_text([("lov.txt", BOOK.encode())], entry, [lost]).unused


def test_a_refused_file_adds_nothing(run: Callable[..., tuple[int, str, str]], own: OwnTexts, tmp_path: Path) -> None:
    (tmp_path / "lov.docx").write_bytes(b"PK\x03\x04 broken")
    code, out, err = run("add", str(tmp_path / "lov.docx"), *OPTIONS)
    assert (2, "", 1) == (code, out, err.count("\n"))
    assert "lov.docx: it is damaged" in err
    assert not own.path.exists()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--language", "xx"), "there are da"),
        (("--edition", "ny"), "not a year"),
        (("--key", "da-2017"), "comes with Lovbro"),
        (("--key", "da-2017"), "to give it a short name: --key"),
        (("--key", "../x"), "small letters"),
        (("--consent-by", "NBF"), "--consent-on"),
    ],
)
def test_what_cannot_be_added_is_named(
    run: Callable[..., tuple[int, str, str]], own: OwnTexts, tmp_path: Path, words: tuple[str, ...], complaint: str
) -> None:
    code, _, err = run("add", _file(tmp_path), *OPTIONS, *words)
    assert (2, True) == (code, complaint in err), err
    assert not own.path.exists()


@pytest.mark.parametrize(
    ("ui", "work", "told"),
    [
        ("da", "", "teksten mangler et kortnavn: brug små bogstaver a-z, tal og bindestreg, fx dbf"),
        ("sv", "Min Klubb", "Kortnamn ”Min Klubb”: använd små bokstäver a-z, siffror och bindestreck"),
    ],
)
def test_a_short_name_that_is_missing_or_has_other_signs_is_told_in_the_words_of_the_form(
    ui: UiLanguage, work: str, told: str
) -> None:
    """The page named the field by its code: work ””."""
    with pytest.raises(AdditionError) as refused:
        entry_of(TextDescription(work, "2024", "da", "Klubbens regler"))
    assert told == addition_words(refused.value, ui)


def test_exports_leave_out_what_may_not_be_passed_on(
    own: OwnTexts, tmp_path: Path, built: None, capsys: pytest.CaptureFixture[str]
) -> None:
    add_text([("lov.txt", BOOK.encode())], _entry())
    assert "nb-2017" in store.load_library().registry.keys
    assert store.shipped_registry().keys == load_shareable_library().registry.keys
    assert 0 == main(["export", "jsonl", str(tmp_path / "out")])
    assert all("nb-2017" not in path.read_text("utf-8") for path in (tmp_path / "out").iterdir())
    assert 2 == main(["export", "epub", str(tmp_path), "--language", "nb", "--edition", "2017"])
    assert "nb-2017 may not be passed on: add it again with --consent-by" in capsys.readouterr().err


def test_the_health_report_is_given_whatever_texts_the_library_holds(
    run: Callable[..., tuple[int, str, str]], own: OwnTexts
) -> None:
    add_text([("lov.txt", BOOK.replace("med uret", "med uret¹ på 1 m², se § 99").encode())], _entry())
    code, out, err = run("check", "--json")
    assert (0, "") == (code, err)
    assert json.loads(out)["sound"]
    assert "nb-2017" in json.loads(out)["summary"]


def test_a_text_with_a_recorded_consent_is_exported(own: OwnTexts, built: None) -> None:
    consent = Consent("NBF", date(2026, 1, 31), "fritt")
    add_text([("lov.txt", BOOK.encode())], _entry(Rights("NBF", consent=consent)))
    assert "nb-2017" in load_shareable_library().registry.keys
    assert consent == store.load_registry()["nb-2017"].rights.consent


def test_rules_that_cite_an_edition_whose_numbers_lead_nowhere_are_refused(own: OwnTexts, built: None) -> None:
    with pytest.raises(AdditionError, match=r"no-table .*2027"):
        add_text([("lov.txt", BOOK.encode())], replace(_entry(edition="2027", standing="preliminary"), cites="1987"))
    club = replace(_entry(edition="2024", standing="preliminary"), work="klub", cites="1987")
    with pytest.raises(AdditionError, match=r"no-table .*1987"):
        add_text([("lov.txt", BOOK.encode())], club)
    assert not own.path.exists()


@pytest.mark.parametrize(("language", "edition"), [("da", "2003"), ("nb", "1987")])
def test_an_edition_older_than_todays_gets_a_proposed_table_to_it(
    run: Callable[..., tuple[int, str, str]], own: OwnTexts, tmp_path: Path, language: str, edition: str
) -> None:
    options = ("--work", "laws", "--edition", edition, "--language", language, "--title", "Love")
    code, out, err = run("add", _file(tmp_path), *options, "--json")
    table = json.loads(out)["table"]
    assert (1, "", f"{edition}-2017", True) == (code, err, table["name"], table["proposed"])
    rows = [row.row for row in table_folder().open(table["name"]).rows]
    numbers = {str(one.id) for one in store.load_library()[f"{language}-{edition}"].walk()}
    assert numbers == {row.old for row in rows if row.old}
    assert "93B" in {row.new for row in rows}
    step = answered("outline", WorkshopRequest("da", {"key": f"{language}-{edition}"}))[1]["next"]
    assert (f"{edition}-2017", False) == (step["table"], step["newer"])
    before = Path(table["file"]).read_text("utf-8")
    assert 200 == answered("table-propose", WorkshopRequest("da", {"name": table["name"]}))[0]
    assert before == Path(table["file"]).read_text("utf-8")
    run("library", "remove", f"{language}-{edition}")
    assert edition not in store.load_tables().editions


def test_a_damaged_library_is_noticed_and_named(
    run: Callable[..., tuple[int, str, str]], own: OwnTexts, tmp_path: Path
) -> None:
    run("add", _file(tmp_path), *OPTIONS)
    assert 0 == run("library", "check")[0]
    file = own.path / "texts" / "nb-2017" / "akn.xml"
    file.write_bytes(file.read_bytes().replace(b"52 kort", b"53 kort"))
    code, out, _ = run("library", "check")
    assert (1, True) == (code, "texts/nb-2017/akn.xml" in out)
    code, _, err = run("show", "1", "--in", "nb-2017")
    left_out, no_text = err.splitlines()
    assert (2, True, True) == (code, "akn.xml" in left_out, "nb-2017" in no_text)


def test_every_damaged_file_of_the_library_is_named_whatever_it_holds(
    run: Callable[..., tuple[int, str, str]], own: OwnTexts, library: Library
) -> None:
    dossiers, cases = dossier_folder(), case_folder()
    for title in ("Sag 1", "Sag 2"):
        opened = dossiers.create(title, "da")
        dossiers.edit(opened.dossier.key, lambda dossier: dossier.add(quote(library, "da-2017", "16C")))
    list(add_cases([IncomingFile(f"{n}.txt", f"Sag: {n}-AU-1\n\n§ 16B".encode()) for n in (1, 2, 3)], cases))
    own.save_table("2017-2027", "law_2017,law_2027,place,content,note\n")
    own.save_alignment(b"<a/>", "x")
    tables = own.path / "tables" / "2017-2027.csv"
    tables.write_text(
        (store.data_dir() / "concordance" / "2007-2017.csv")
        .read_text("utf-8")
        .replace("2017", "2027")
        .replace("2007", "2017"),
        "utf-8",
    )
    save_judgement({"row": "16", "kind": "reference", "one": "da-2017", "other": "sv-2017"}, "open", "læses igen")
    TypingJournal(dossiers).keep(opened.dossier.key, "abcdef0123456789", TypedWords("facts", "", "Nord tøvede"))
    (journal,) = dossiers.place.glob(".typed/*")
    assert (0, "") == (run("library", "check")[0], run("library", "check")[2])
    journal.write_bytes(journal.read_bytes()[:20])
    (own.path / "parity" / "judgements.toml").write_bytes(b"judgement = 5")
    first, second = sorted(dossiers.place.glob("*.toml"))
    first.write_bytes(first.read_bytes().replace(b"16C", b"16D").replace(b"ikke", b"altid"))
    second.write_bytes(second.read_bytes()[:90])
    keys = cases.keys()
    one, two, three = (cases.place / key for key in keys)
    (one / "judgment.xml").write_bytes(b"<judgment>")
    (two / "original.txt").write_bytes(b"Sag 9")
    (three / "original.txt").unlink()
    tables.write_bytes(b"law_2017,nothing\n")
    (own.path / "aligned.xml").write_bytes(b"<b/>")
    (own.path / "published").mkdir()
    (own.path / "published" / "09-au-7.xml").write_bytes(b"<judgment>")
    code, out, _ = run("library", "check", "--json")
    found = json.loads(out)
    named = {fault.partition(",")[0].partition(": ")[0] for fault in found["faults"]}
    inside = {f"precedents/{one.name}/judgment.xml", f"precedents/{two.name}/original.txt"}
    inside |= {f"precedents/{three.name}/original", f"dossiers/{first.name}", f"dossiers/{second.name}"}
    inside |= {f"dossiers/.typed/{journal.name}", "parity/judgements.toml"}
    assert inside | {"tables/2017-2027.csv", "aligned.xml", "published/09-au-7.xml"} == named
    assert (1, False) == (code, found["whole"])


def test_a_text_taken_out_leaves_the_shipped_ones(
    run: Callable[..., tuple[int, str, str]], own: OwnTexts, tmp_path: Path
) -> None:
    run("add", _file(tmp_path), *OPTIONS)
    assert 0 == run("library", "remove", "nb-2017")[0]
    assert store.shipped_registry() == store.load_registry()
    assert 0 == run("show", "16C2", "--json")[0]


def _entry(rights: Rights | None = None, edition: str = "2017", standing: Any = "in-force") -> ExpressionEntry:
    key, title = f"nb-{edition}", f"Lover {edition}"
    return ExpressionEntry(
        *(key, "nb", "laws", edition, title, title, edition, standing, ("x-added",)), rights=rights or Rights()
    )


def test_a_shipped_text_is_never_replaced(own: OwnTexts, built: None) -> None:
    with pytest.raises(AdditionError):
        add_text([("lov.txt", BOOK.encode())], replace(_entry(), key="da-2017"))


def test_a_damaged_text_is_named_and_everything_else_goes_on(
    run: Callable[..., tuple[int, str, str]], own: OwnTexts
) -> None:
    add_text([("lov.txt", BOOK.encode())], _entry())
    file = own.path / "texts" / "nb-2017" / "akn.xml"
    file.write_bytes(file.read_bytes().replace(b"med", b"mot"))
    code, printed, err = run("show", "16C2")
    assert (0, True) == (code, printed.startswith("Dansk 2017 16C2"))
    assert "left out: texts/nb-2017/akn.xml" in err
    assert "left out: texts/nb-2017/akn.xml" in run("library")[1]
    assert 1 == run("library", "check")[0]
    assert 0 == run("library", "remove", "nb-2017")[0]
    assert () == own.damaged()


def _record_anew(own: OwnTexts, key: str, name: str, content: bytes) -> None:
    """Another content of a file of a text, with its sum as if Lovbro had written it."""
    folder = own.path / "texts" / key
    old = (folder / name).read_bytes()
    sums = (folder / own_texts.SUMS).read_text("utf-8")
    (folder / name).write_bytes(content)
    was, becomes = (hashlib.sha256(one).hexdigest() for one in (old, content))
    (folder / own_texts.SUMS).write_text(sums.replace(was, becomes), "utf-8")


# What another Lovbro may have written: (file, what stands there, what it becomes, the fault).
OTHERS_FILES = [
    ("text.toml", b'language = "nb"', b'language = "xx"', "xx"),
    ("text.toml", b'key = "nb-2017"', b'key = "da-2017"', "nb-2017"),
    ("text.toml", b"[[expression]]", b"[expression]", "a table belongs here"),
    ("akn.xml", b"</akomaNtoso>", b"", "cannot be read: not well-formed XML"),
    ("akn.xml", b"akn/3.0", b"akn/4.0", "cannot be read: no <act> in the XML"),
]


def test_a_text_that_another_lovbro_wrote_is_named_and_everything_else_goes_on(
    run: Callable[..., tuple[int, str, str]], own: OwnTexts
) -> None:
    add_text([("lov.txt", BOOK.encode())], _entry())
    for name, was, becomes, words in OTHERS_FILES:
        content = (own.path / "texts" / "nb-2017" / name).read_bytes()
        assert was in content
        _record_anew(own, "nb-2017", name, content.replace(was, becomes, 1))
        (fault,) = own_library.left_out()
        told = fault_words(fault, "en")
        assert (True, True) == (told.startswith(f"texts/nb-2017/{name}"), words in told), told
        assert store.shipped_registry() == store.load_registry()
        assert "nb-2017" not in store.load_library().registry.keys
        _record_anew(own, "nb-2017", name, content)
        assert () == own_library.left_out()
    _record_anew(own, "nb-2017", name, becomes)
    code, printed, err = run("show", "16C2")
    assert (0, True) == (code, printed.startswith("Dansk 2017 16C2"))
    assert "left out: texts/nb-2017/akn.xml" in err
    assert 0 == run("library", "remove", "nb-2017")[0]
    assert () == own_library.left_out()


def test_a_text_that_cannot_be_aligned_is_not_added_and_the_old_one_stays(
    run: Callable[..., tuple[int, str, str]], own: OwnTexts
) -> None:
    entry = replace(_entry(), key="da-2027", language="da", edition="2027", cites="2027", standing="preliminary")

    def fail(*_: object) -> None:
        assert own.holds("da-2027")
        raise BuildError("no row")

    for text in (NEWER, NEWER.replace("fire", "fem")):
        before = {path: path.read_bytes() for path in own.path.rglob("*") if path.is_file()}
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(products, "align", fail)
            with pytest.raises(BuildError):
                add_text([("lov.txt", text.encode())], entry)
        assert before == {path: path.read_bytes() for path in own.path.rglob("*") if path.is_file()}
        assert bool(before) == ("2027" in store.load_tables().editions)
        add_text([("lov.txt", NEWER.encode())], entry)
    # A damaged table takes its text with it, and nothing else.
    table = own.path / "tables" / "2017-2027.csv"
    table.write_text(table.read_text("utf-8").replace(",same,", ",banana,", 1), "utf-8")
    (fault,) = own_library.left_out()
    assert "tables/2017-2027.csv, line" in fault_words(fault, "en")
    assert () == own_library.own_keys()
    assert "2027" not in store.load_tables().editions
    assert 0 == run("show", "16C2")[0]


@pytest.mark.parametrize("key", ["da-2017", "nb-1997", "dbf-2008"])
def test_what_lovbro_exported_is_taken_in_exactly_and_from_another_system_place_by_place(built: None, key: str) -> None:
    library = store.load_library()
    entry = replace(library.entry(key), key=f"own-{key}", wid=None)
    content = store.read_product(f"akn/{key}.xml")
    exact = read_files([("lov.xml", content)], entry).expression
    assert library[key] == replace(exact, key=key)
    other = content.replace(b"urn:lovbro:akn", b"urn:another")
    found = read_text(read_documents([("lov.xml", other)]), replace(entry, witnesses=("own",))).expression
    wanted, got = ({str(p.id): p.text for p in one.walk()} for one in (library[key], found))
    assert wanted.keys() == got.keys()
    assert [] == [place for place in wanted if wanted[place].split() != got[place].split()]


def test_an_export_of_another_text_is_not_taken_for_the_one_asked_for(built: None) -> None:
    entry = store.load_library().entry("sv-2017")
    with pytest.raises(AdditionError, match="laws 2017 da"):
        read_files([("lov.xml", store.read_product("akn/da-2017.xml"))], entry)


NEWER = """\
§ 1. Kortene

A. Farverne

Den ansvarlige arrangør kan kræve, at skærme benyttes.

§ 2. Mapper

Hver mappe har fire lommer.
"""


def test_a_new_edition_gets_a_proposed_table_which_is_kept_and_comes_back_with_a_backup(
    run: Callable[..., tuple[int, str, str]], own: OwnTexts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = ("--work", "laws", "--edition", "2027", "--language", "da", "--title", "Love 2027")
    code, out, _ = run("add", _file(tmp_path, NEWER), *options, "--json")
    table = json.loads(out)["table"]
    assert (1, "2017-2027", True, False) == (code, table["name"], table["proposed"], json.loads(out)["settled"])
    assert "2027" in store.load_tables().editions
    assert "2027" not in store.shipped_tables().editions
    # What comes next is on the page of the text, and a doubt is told in the reader's own words.
    step = answered("outline", WorkshopRequest("da", {"key": "da-2027"}))[1]["next"]
    assert ("2017-2027", True, len(table["doubtful"])) == (step["table"], step["newer"], step["doubts"])
    notes = {one["note"] for one in answered("table", WorkshopRequest("da", {"name": "2017-2027"}))[1]["cases"]}
    assert any(note.startswith("Ligner mest ") for note in notes)
    assert not any("UNSURE" in note for note in notes)
    # Too few words to tell a language by; those of the whole book would have been.
    assert "" == json.loads(out)["likely_language"]
    held = tuple(ReadParagraph("x", 0, 0, one.text, "text", "", "") for one in store.load_library()["sv-2017"].walk())
    assert "sv" == likely_language(KeptReading(held, (), ()))
    reviewed = "# Read by a person.\n" + Path(table["file"]).read_text("utf-8")
    Path(table["file"]).write_text(reviewed, "utf-8")
    code, out, _ = run("add", _file(tmp_path, NEWER.replace("fire", "fem")), *options, "--json")
    assert (None, True) == (json.loads(out)["table"], Path(table["file"]).read_text("utf-8").startswith("# Read by"))
    # A mended file: what was reviewed stays, its other numbers are proposed anew, and what leads nowhere is told.
    table_folder().decide("2017-2027", "2", ReviewDecision("moved", ("2",), note="læst"))
    mended = NEWER.replace("§ 2. Mapper\n\nHver", "§ 3. Mapper\n\nHver")
    code, out, _ = run("add", _file(tmp_path, mended), *options, "--json")
    renewed = json.loads(out)["renewed_table"]
    assert (1, "2017-2027", 1, ["2"]) == (code, renewed["name"], renewed["reviewed"], renewed["unfit"])
    assert "+3" in renewed["renewed"] or "3" in renewed["renewed"]
    assert ["2"] == answered("outline", WorkshopRequest("da", {"key": "da-2027"}))[1]["unfit"]
    kept = {row.row.old: row for row in table_folder().open("2017-2027").rows}
    assert ("2", "moved", "læst") == (kept["2"].row.new, kept["2"].review, kept["2"].row.note)
    # Taken out, the text leaves no edition behind that nobody has; added again, it has what was done about it.
    run("library", "decide", "da-2027", "0", "1", "--reason", "set på papiret")
    code, printed, _ = run("library", "remove", "da-2027")
    assert "set aside until it is added again: 1 decisions, the table 2017-2027 with 1 reviewed" in printed
    assert "2027" not in store.load_tables().editions
    assert (0, True) == (run("library", "check")[0], store.shipped_registry() == store.load_registry())
    code, out, _ = run("add", _file(tmp_path, NEWER.replace("fire", "fem")), *options, "--json")
    answer = json.loads(out)
    assert ({"decisions": 1, "table": "2017-2027"}, []) == (answer["brought_back"], answer["renewed_table"]["unfit"])
    assert ["set på papiret"] == [one.reason for one in own.decisions("da-2027")]
    assert "læst" == {one.row.old: one.row.note for one in table_folder().open("2017-2027").rows}["2"]
    assert [] == [path.name for path in (own.path / "aside").iterdir()]
    code, out, _ = run("show", "2 2027", "--json")
    assert (0, "Hver mappe har fem lommer.") == (code, json.loads(out)["provisions"][0]["text"])
    assert 0 == run("library", "backup", str(tmp_path / "saved.zip"))[0]
    monkeypatch.setenv("LOVBRO_LIBRARY", str(tmp_path / "another"))
    assert 0 == run("library", "restore", str(tmp_path / "saved.zip"))[0]
    assert 0 == run("library", "check")[0]
    assert ("da-2027",) == OwnTexts.open().keys
    code, _, err = run("library", "restore", str(tmp_path / "saved.zip"))
    assert (2, True) == (code, "is not empty" in err)


def test_words_at_another_number_than_in_the_held_edition_are_told_with_the_likely_one(library: Library) -> None:
    held = library["dbf-2008"]
    first, second, *others = (law := next(one for one in held.laws if str(one.id) == "241")).children
    swapped = (_at(second, first.id), _at(first, second.id), *others)
    laws = tuple(replace(one, children=swapped) if one is law else one for one in held.laws)
    found = rules_elsewhere(replace(held, key="x", laws=laws), [held], library.registry)
    assert {("241A", "241B"), ("241B", "241A")} == {(row.old, row.new) for row in found if len(row.new) == 4}
    assert {"241"} == {ProvisionId.of(row.new).law for row in found}
    assert () == rules_elsewhere(replace(held, key="x"), [held], library.registry)
    assert () == rules_elsewhere(replace(held, key="x"), [], library.registry)


def test_a_rule_at_another_number_than_in_another_language_is_told_with_that_number(library: Library) -> None:
    # Danish 73A1 is Swedish 73A2, which editions.toml knows: without that it is told. 87B is left out, so that 87C has
    # its number, and what 70C3 says stands at 17C too: of 87A, which did not move, and of the copy nothing is told.
    laws = {str(one.id): one for one in library["da-2017"].laws}
    a, _, c = laws["87"].children
    copied = _at(next(one for one in library["da-2017"].walk() if str(one.id) == "70C3"), ProvisionId.of("17C"))
    first, second, *further = laws["17"].children
    behind = (_at(one, ProvisionId.of(f"17{letter}")) for one, letter in zip(further, "DEF", strict=False))
    laws["87"] = replace(laws["87"], children=(a, _at(c, ProvisionId.of("87B"))))
    laws["17"] = replace(laws["17"], children=(first, second, copied, *behind))
    danish = replace(library["da-2017"], key="x", laws=tuple(laws.values()))
    entry = replace(library.entry("da-2017"), key="x", wid=None)
    registry = replace(library.registry, expressions=(*library.registry.expressions, entry))
    told = {row.new: row.old for row in rules_elsewhere(danish, [library["sv-2017"]], registry)}
    assert {"17D": "17C", "17E": "17D", "73A1": "73A2", "87B": "87C"} == told
    assert () == rules_elsewhere(library["da-2017"], [library["sv-2017"]], library.registry)


def _at(provision: Provision, place: ProvisionId) -> Provision:
    """A provision with all its parts under another number."""
    parts = tuple(_at(one, place.child(one.id.parts[-1])) for one in provision.children)
    return replace(provision, id=place, children=parts)


def test_a_paragraph_without_label_is_asked_about_where_the_edition_has_a_number_that_the_text_lacks(
    library: Library,
) -> None:
    """The last label of a list leaves no gap; another language of the edition has the number."""
    held = library["sv-2017"]
    book = BOOK.replace("c. klør.", "b. klør.\n\n3. Trumf er højest.\n\nKortene er blandede.")
    read = read_files([("lov.txt", book.encode())], _entry())
    missing, _ = beside_edition(read.expression, [held], store.shipped_tables())
    assert {"1A", "1B"} & set(missing) == {"1B"}
    (asked,) = unlabelled_rules(read.rows, read.recognition, missing)
    assert ("unlabelled", "Kortene er blandede.", "1B") == (asked.code, asked.words, asked.others[0])
    decided = [ReadingDecision("Kortene er blandede.", "1B", "som i den svenske")]
    mended = read_files([("lov.txt", book.encode())], _entry(), decided)
    assert "Kortene er blandede." == next(one.text for one in mended.expression.walk() if str(one.id) == "1B")
    assert () == unlabelled_rules(mended.rows, mended.recognition, missing, mended.decided)


def test_a_note_where_none_can_be_is_asked_about_at_its_sign_and_what_was_read_can_be_opened() -> None:
    """Its paragraph is not to go with it: the likely answer keeps that as it was read."""
    page = """<h1>Definitioner</h1><p><b>Es</b>: højest<sup><a href="#n1">1</a></sup></p><p><b>To</b>: lavest</p>
    <h1>§ 1. Kort</h1><p>A. Farver</p><p>Der er fire.</p><h1>§ 2. Stik</h1><p>A. Udspil</p><p>Med uret.</p>
    <hr><div id="n1"><p><sup>1</sup> Uden trumf.</p></div>"""
    reading = kept_reading(read_files([("lov.html", page.encode())], _entry()))
    (question,) = load_reading("nb-2017", dump_reading(reading)).questions
    assert ("note-place", "text") == (question.code, question.likely)
    assert reading.paragraphs[question.row].words.startswith("Es: højest")


def test_a_law_book_added_as_regulations_is_told_by_its_numbers_and_taken_when_a_person_insists(
    run: Callable[..., tuple[int, str, str]], own: OwnTexts, tmp_path: Path
) -> None:
    library = store.load_library()
    for work, key, reason in (("dbf", "nb-1997", "is-laws"), ("laws", "dbf-2008", "no-laws")):
        assert reason == work_doubt(replace(library[key], work=work), library.expressions)
        assert "" == work_doubt(library[key], [one for one in library.expressions if one.key != key or work == "laws"])
    part = replace(library["da-2017"], laws=library["da-2017"].laws[:20])
    assert "" == work_doubt(part, [library["nb-1997"], library["dbf-2008"]])
    parts = ("A. Hold\n\n" + "".join(f"{n}. Regel {n} gælder.\n\n" for n in range(1, 30)) for _ in range(3))
    file = _file(
        tmp_path, "\n\n".join(f"§ {n}. Turnering\n\n{part}" for n, part in zip((301, 302, 303), parts, strict=True))
    )
    code, _, err = run("add", file, *OPTIONS)
    assert (2, True, True) == (code, "federation's own rules" in err, "--anyway" in err)
    assert () == own.all_keys()
    run("add", file, *OPTIONS, "--anyway")
    assert ("nb-2017",) == own.keys
    assert 2 != run("add", file, *OPTIONS)[0]


def test_files_in_the_order_of_a_shell_are_read_by_their_numbers(
    run: Callable[..., tuple[int, str, str]], own: OwnTexts, tmp_path: Path
) -> None:
    files = [_file(tmp_path, f"§ {n}. Kort {n}\n\nDer er et kort.\n", f"lag{n}.txt") for n in range(1, 13)]
    code, out, _ = run("add", *sorted(files), *OPTIONS, "--json")
    assert (code, 12) == (1, json.loads(out)["counts"]["laws"])
    assert [f"lag{n}.txt" for n in range(1, 13)] == [name for name, _ in own.originals("nb-2017")]
    chosen = [files[-1], *files[:-1]]
    run("add", *chosen, *OPTIONS, "--json", "--anyway")
    assert [Path(file).name for file in chosen] == [name for name, _ in own.originals("nb-2017")]


def test_a_text_of_ones_own_is_in_force_on_the_days_that_are_told(
    run: Callable[..., tuple[int, str, str]], own: OwnTexts, tmp_path: Path
) -> None:
    options = ("--work", "klub", "--edition", "2024", "--language", "da", "--title", "Klubbens regler", "--key", "klub")
    days = ("--in-force-from", "2024-08-01", "--in-force-to", "2999-07-31")
    assert 2 != run("add", _file(tmp_path), *options, *days, "--json")[0]
    entry = store.load_registry()["klub"]
    assert ("in-force", date(2024, 8, 1), date(2999, 7, 31)) == (
        entry.standing,
        entry.in_force_from,
        entry.in_force_to,
    )
    [edition] = store.load_registry().editions_of("klub")
    assert (date(2024, 8, 1), date(2999, 7, 31)) == (edition.from_date, edition.to_date)
    assert 2 != run("add", _file(tmp_path), *options, "--json")[0]
    assert entry == store.load_registry()["klub"]  # a mended file keeps the days
    options = (
        "--work",
        "kreds",
        "--edition",
        "2024",
        "--language",
        "da",
        "--title",
        "Kredsens regler",
        "--key",
        "kreds",
    )
    code, _, err = run("add", _file(tmp_path), *options, "--in-force-to", "2025-07-31")
    assert (2, "lovbro: the last day in force needs a first one that is not later") == (code, err.strip())
    assert 2 != run("add", _file(tmp_path), *options, "--json")[0]
    assert "preliminary" == store.load_registry()["kreds"].standing


def test_an_edition_of_ones_own_is_the_one_of_a_day_from_its_first_on(
    run: Callable[..., tuple[int, str, str]], own: OwnTexts, tmp_path: Path
) -> None:
    options = ("--work", "laws", "--edition", "2027", "--language", "da", "--title", "Love 2027")
    assert 1 == run("add", _file(tmp_path, NEWER), *options, "--in-force-from", "2999-09-01", "--json")[0]
    registry = store.load_registry()
    assert ("preliminary", "2017") == (registry["da-2027"].standing, registry.current_edition("laws"))
    judged = tmp_path / "brev.md"
    judged.write_text("Se § 1.\n", "utf-8")
    editions = {
        day: {one["edition"] for one in json.loads(run("verify", str(judged), "--date", day, "--json")[1])["citations"]}
        for day in ("2999-08-31", "2999-09-01")
    }
    assert {"2999-08-31": {"2017"}, "2999-09-01": {"2027"}} == editions
    told = entry_of(TextDescription("laws", "2027", "sv", "Lagar 2027"))
    assert (date(2999, 9, 1), "preliminary") == (told.in_force_from, told.standing)


def test_a_text_that_is_held_word_for_word_under_another_year_is_told(
    run: Callable[..., tuple[int, str, str]], own: OwnTexts, tmp_path: Path
) -> None:
    laws = "".join(f"§ {n}. Kort {n}\n\nA. Kort {n} er højt.\n\nB. Stik {n} er fire.\n\n" for n in range(1, 41))
    options = ("--work", "laws", "--language", "da", "--title", "Love", "--edition")
    first = json.loads(run("add", _file(tmp_path, laws), *options, "2027", "--json")[1])
    assert ("2027", "") == (first["edition"], first["likely_edition"])
    out = run("add", _file(tmp_path, laws), *options, "2031")[1]
    assert "it is nearly word for word the edition 2027, not 2031" in out
    assert "2027" == answered("outline", WorkshopRequest("da", {"key": "da-2031"}))[1]["likely_edition"]
    changed = laws.replace("er højt", "er lavt")
    assert "word for word" not in run("add", _file(tmp_path, changed), *options, "2031")[1]
