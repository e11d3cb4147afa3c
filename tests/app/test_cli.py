"""The ``lovbro`` command: exit codes, one-line errors, JSON that is one object and nothing else."""

from __future__ import annotations

import io
import json
import os
import shutil
import socket
import subprocess
import sys
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from app.cli.edition_commands import REPORT_LANGUAGES
from app.cli.main import FORMATS, main
from app.cli.output import progress
from app.cli.precedents_commands import OUTCOMES
from app.committee.scoring.adjusted import Adjustment
from app.committee.scoring.choices import SCORING_RULES
from app.export.formats import FORMATS as EXPORTS
from app.i18n.words import UI_LANGUAGES
from corpus import store
from corpus.library import Library
from corpus.precedents.decision import OUTCOMES as DECISION_OUTCOMES
from tests.conftest import ROOT

Captured = pytest.CaptureFixture[str]
pytestmark = pytest.mark.usefixtures("built")


@pytest.fixture(autouse=True)
def read_once(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """The texts are read once for all commands, but for those about another data folder."""
    read = store.load_library
    monkeypatch.setattr(store, "load_library", lambda: library if store.data_dir() == ROOT / "data" else read())


def answer(capsys: Captured, *arguments: str) -> dict[str, Any]:
    """What a command prints with --json: one object on one stream."""
    assert 0 == main([*arguments, "--json"])
    printed = capsys.readouterr()
    assert "" == printed.err
    found: dict[str, Any] = json.loads(printed.out)
    return found


def complaint(capsys: Captured, *arguments: str) -> str:
    """The one line that a command answers to bad input."""
    try:
        code = main(arguments)
    except SystemExit as stop:
        code = stop.code if isinstance(stop.code, int) else -1
    printed = capsys.readouterr()
    assert (2, "") == (code, printed.out)
    (line,) = printed.err.splitlines()
    assert line.startswith("lovbro: ")
    return line


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["show", "§ 16Z"], "§ 16Z: law 16 has A-D"),
        (["show", "99"], "there is no law 99; there are 1-93"),
        (["show", "makker"], "'makker' is no citation"),
        (["show", ""], "is no citation"),
        (["show", "sv-2007:16B1"], "no expression 'sv-2007'; there are da-2017, sv-2017, nb-1997, dbf-2008"),
        (["show", "16", "--in", "fi-2017"], "no expression 'fi-2017'; there are da-2017, sv-2017, nb-1997, dbf-2008"),
        (["show", "def:Banan"], "no definition 'Banan'"),
        (["refs", "202Z", "--in", "dbf-2008"], "law 202 has A-C"),
        (["refs", "16C", "--to", "16Z"], "§ 16Z: law 16 has A-D"),
        (["refs", "16C", "--to", "makker"], "'makker' is no citation"),
        (["compare", "0"], "0"),
        (["search", "kort", "--in", "xx"], "no expression 'xx'"),
        (["search", "kort", "--limit", "0"], "take 1 or more"),
        (["search", "kort", "--limit", "²"], "take 1 or more"),
        (["serve", "--port", "²"], "is no port"),
        (["serve", "--port", "http"], "take a number from 1 to 65535"),
        (["export", "docx2", "out"], "invalid choice"),
        (["fly"], "invalid choice"),
        (["biuld"], "did you mean build?"),
        (["precedents"], "a command is required: add, edit, index, list, publish, published, read-again"),
        (["precedents", "ad"], "did you mean add?"),
        (["precedents", "list", "--outcome", "won"], "take upheld, changed"),
        (["precedents", "add", "a.txt", "--played", "1.3.2009"], "is no date such as 2009-03-01"),
        (["show"], "usage: lovbro show [OPTIONS] CITATION"),
        (["show", "16", "17"], "usage: lovbro show [OPTIONS] CITATION"),
        (["show", "16", "--jsn"], "did you mean --json?"),
        (["search", "kort", "--limit"], "requires an argument"),
        ([], "required"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_bad_input_gets_one_line(arguments: list[str], words: str, capsys: Captured) -> None:
    assert words in complaint(capsys, *arguments)


def test_an_unwritable_path_gets_one_line(capsys: Captured, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert "file" in complaint(capsys, "export", "akn", str(tmp_path / "file"))


def test_a_port_in_use_gets_one_line(capsys: Captured) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"port {port} is in use: try lovbro serve --port {port + 1}" in complaint(
            capsys, "serve", "--port", str(port)
        )


@pytest.mark.parametrize("name", ["da-2017-ocr", "da-2017-viewer"])
@pytest.mark.usefixtures("built")
def test_a_damaged_raw_text_gets_one_line(name: str, capsys: Captured, data_copy: Path) -> None:
    shutil.copytree(ROOT / "data" / "build", data_copy / "build")
    (data_copy / "raw" / f"{name}.txt").write_bytes(b"")
    assert f"data/raw/{name}.txt: the file is empty" in complaint(capsys, "build")
    assert "16C2" == answer(capsys, "show", "16C2")["provisions"][0]["id"], "the last good build still answers"


@pytest.mark.parametrize("command", [("precedents", "show"), ("show",), ("refs",), ("review",), ("library", "remove")])
def test_a_byte_that_is_no_text_gets_one_line(command: tuple[str, ...], capsys: Captured) -> None:
    assert complaint(capsys, *command, os.fsdecode(b"\xff"))


def test_a_missing_product_is_made_again(capsys: Captured, data_copy: Path) -> None:
    product = data_copy / "akn" / "sv-2017.xml"
    whole = product.read_bytes()
    product.unlink()
    assert ["16"] == [one["id"] for one in answer(capsys, "show", "sv-2017:16")["provisions"]]
    assert whole == product.read_bytes()


def test_no_data_folder_gets_one_line(capsys: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LOVBRO_DATA", str(tmp_path / "nowhere"))
    assert "set LOVBRO_DATA" in complaint(capsys, "show", "16")


def test_a_fault_of_the_program_keeps_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only our own errors become one line: a bug must not look like bad input."""

    def broken() -> None:
        raise ValueError("a bug")

    monkeypatch.setattr("corpus.store.load_library", broken)
    with pytest.raises(ValueError, match="a bug"):
        main(["show", "16"])


@pytest.mark.parametrize("typed", ["16C2", "§ 16 C 2", "lov 16c2", "da-2017:16C2", "L16C2"])
def test_show_reads_what_people_write(typed: str, capsys: Captured) -> None:
    (found,) = answer(capsys, "show", typed)["provisions"]
    assert ("da-2017", "16C2") == (found["expression"], found["id"])
    assert {"expression": "sv-2017", "id": "16C2", "relation": "same", "confidence": 1.0} in found["aligned"]


def test_refs_to_another_place_is_a_chain_of_steps(capsys: Captured) -> None:
    found = answer(capsys, "refs", "27C", "--to", "72C", "--in", "sv-2017")
    assert [("27B3", "cites", "B3 ovan"), ("72C", "cites", "Lag 72C")] == [
        (step["id"], step["how"], step["printed"]) for step in found["steps"]
    ]
    assert ({"expression": "sv-2017", "id": "72C"}, "72C") == (found["to_place"], found["to"])


def test_a_chain_in_words_and_none(capsys: Captured) -> None:
    assert 0 == main(["refs", "dbf-2008:214G1", "--to", "16D"])
    assert "dbf-2008:214G1\n  cites da-2017:16D (ifølge § 16C) [moved]\n" == capsys.readouterr().out
    assert 0 == main(["refs", "1", "--to", "93"])
    assert "no chain of references leads from da-2017:1 to da-2017:93\n" == capsys.readouterr().out


def test_a_chain_is_the_same_at_every_start() -> None:
    """§ 4 reaches § 16D only by steps back too, by several ways of one length."""
    command = [sys.executable, "-m", "app", "refs", "4", "--to", "16D", "--in", "da-2017"]
    seeds = ({**os.environ, "PYTHONHASHSEED": seed} for seed in ("1", "2", "3"))
    said = {subprocess.run(command, cwd=ROOT, capture_output=True, check=True, env=seed).stdout for seed in seeds}
    assert 1 == len(said)


@pytest.mark.parametrize(
    ("typed", "elsewhere"),
    [
        ("nb-1997:16B1", "da-2017:16D2a (moved), sv-2017:16D2a (moved)"),
        ("da-2017:16D2a", "sv-2017:16D2a (same), nb-1997:16B1 (moved)"),
        ("sv-2017:73A2", "da-2017:73A1 (moved), nb-1997:73A2 (revised)"),
        ("nb-1997:15C", "da-2017:15B (moved, in doubt), sv-2017:15B (moved, in doubt)"),
    ],
)
def test_what_became_of_a_rule_is_said_from_either_side(typed: str, elsewhere: str, capsys: Captured) -> None:
    """The relation between two places, not that of the other place to its own row."""
    assert 0 == main(["show", typed])
    assert f"Elsewhere: {elsewhere}" == capsys.readouterr().out.splitlines()[-1]


def test_show_prints_texts_and_tables_in_the_order_of_the_book(capsys: Captured) -> None:
    assert main(["show", "77", "--in", "sv-2017"]) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    first = lines.index("För det första bjudna och hemspelade tricket")
    assert lines[first - 1 : first + 2] == ["I sang:", lines[first], "Odubblat | 40"]
    following = lines.index("För alla följande bjudna och hemspelade trick")
    assert lines[following + 1] == "Odubblat | 30"
    assert (
        lines.index("Slam")
        < lines.index("Lillslam (6 trick) bjuden och hemspelad | 500 | 750")
        < lines.index("Övertrick")
    )


@pytest.mark.parametrize("typed", ["27E 1997", "nb-1997:27E", "§ 27 E (1997)"])
def test_a_number_that_a_text_prints_by_mistake_is_found_in_that_text(typed: str, capsys: Captured) -> None:
    (found,) = answer(capsys, "show", typed)["provisions"]
    assert ("nb-1997", "27C", "27E") == (found["expression"], found["id"], found["misprinted"])


def test_a_misprint_of_one_text_is_no_number_of_the_others(capsys: Captured) -> None:
    assert "27E" not in {found["misprinted"] for found in answer(capsys, "show", "27C")["provisions"]}
    assert complaint(capsys, "show", "27E") == "lovbro: § 27E: law 27 has A-D"
    assert complaint(capsys, "show", "27F 1997") == "lovbro: § 27F: law 27 has A-C"


def test_a_note_whose_mark_is_a_guess_says_so(capsys: Captured) -> None:
    (found,) = answer(capsys, "show", "nb-1997:40D")["provisions"]
    assert [False, True] == [note["doubtful"] for note in found["notes"]]
    assert main(["show", "nb-1997:40D"]) == 0
    assert "** (the place of its mark is a guess) I Norge fastsettes" in capsys.readouterr().out


def test_show_stays_in_the_expression_asked_for(capsys: Captured) -> None:
    (found,) = answer(capsys, "show", "16B1", "--in", "nb-1997")["provisions"]
    assert ("nb-1997", "not-in-force") == (found["expression"], found["standing"])
    assert {"16D2a"} <= {row["id"] for row in found["aligned"]}


def test_show_lists_and_definitions(capsys: Captured) -> None:
    assert ["30", "31", "32"] == [one["id"] for one in answer(capsys, "show", "§ 30, 31 og 32")["provisions"]]
    (found,) = answer(capsys, "show", "da-2017:def:makker")["provisions"]
    assert "def:MAKKER" == found["id"]


def test_refs_leads_from_the_old_number_to_the_rule_of_today(capsys: Captured) -> None:
    """DBf X90B4c cites law 23 of 2007; that rule is 72C today."""
    (found,) = answer(capsys, "refs", "X90B4c", "--in", "dbf-2008")["provisions"]
    assert [("moved", ["72C"])] == [
        (row["status"], row["current"]) for row in found["references"] if row["targets"][0]["id"] == "23"
    ]
    (today,) = answer(capsys, "refs", "72C")["provisions"]
    assert ("dbf-2008", "X90B4c") in {(row["expression"], row["id"]) for row in today["cited_by"]}


def test_compare_pairs_by_rule_not_by_number(capsys: Captured) -> None:
    (row,) = answer(capsys, "compare", "nb-1997:16B1")["rows"]
    assert "16D2a" == row["key"]
    assert {("da-2017", "16D2a"), ("nb-1997", "16B1")} <= {(cell["expression"], cell["id"]) for cell in row["cells"]}


def test_search_pins_a_citation_and_finds_words(capsys: Captured) -> None:
    cited = answer(capsys, "search", "16C2")
    assert ("16C2", "16C2", "citation") == (cited["citation"], cited["hits"][0]["id"], cited["hits"][0]["via"])
    worded = answer(capsys, "search", "ubeføjede oplysninger", "--in", "da-2017", "--limit", "3")
    assert {"da-2017"} == {hit["expression"] for hit in worded["hits"]}
    assert 3 == len(worded["hits"])


def test_check_reports_the_known_faults_of_the_books(capsys: Captured) -> None:
    report = answer(capsys, "check")
    assert report["sound"]
    assert {("253B1", "92C"), ("251B3", "256")} <= {(row["place"], row["proposed"]) for row in report["findings"]}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["show", "16C2"], "Dansk 2017 16C2"),
        (["refs", "16C2"], "Cited by:"),
        (["compare", "73A2"], "Svenska 2017 73A2"),
        (["search", "16C2"], "da-2017:16C2"),
        (["check"], "every source line was read"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else None,
)
def test_text_for_people(arguments: list[str], words: str, capsys: Captured) -> None:
    assert 0 == main(arguments)
    assert words in capsys.readouterr().out


def test_python_dash_m_app_and_a_closed_pipe() -> None:
    """``python -m app`` is the command; ``| head`` ends it without a traceback."""
    command = f"{sys.executable} -m app show 12 | head -1"
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, check=True)
    assert ("", True) == (done.stderr, done.stdout.startswith("Dansk 2017 12"))


def test_closed_standard_output_has_a_word_and_no_traceback() -> None:
    command = f"{sys.executable} -m app show 12 >&-"
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (2, "lovbro: standard output is closed\n") == (done.returncode, done.stderr)


def test_a_number_that_is_no_text_gets_one_line(tmp_path: Path) -> None:
    command, named = [sys.executable, "-m", "app", "precedents", "show", b"\xff"], {"LOVBRO_PRECEDENTS": str(tmp_path)}
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False, env={**os.environ, **named})
    assert (2, 1) == (done.returncode, done.stderr.count(b"\n"))
    assert b"no case" in done.stderr


def test_the_command_line_starts_without_the_heavy_libraries() -> None:
    code = (
        "import sys, app.cli.main; print([m for m in ('streamlit', 'whoosh', 'lxml', 'networkx') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "[]" == done.stdout.strip()


@pytest.mark.parametrize("command", [[], ["precedents"], ["precedents", "add"], ["search"]], ids=" ".join)
def test_every_command_explains_itself(command: list[str], capsys: Captured) -> None:
    assert 0 == main([*command, "--help"])
    assert f"Usage: {' '.join(['lovbro', *command])} [OPTIONS]" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("typed", "offered"),
    [("lovbro pro", ["propose"]), ("lovbro show 16 --in nb", ["nb-1997"]), ("lovbro export ", ["akn", "csv", "graph"])],
)
def test_a_shell_completes_commands_formats_and_names_of_texts(
    typed: str, offered: list[str], capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("_LOVBRO_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", typed)
    monkeypatch.setenv("COMP_CWORD", str(len(typed.split(" ")) - 1))
    assert 0 == main([])
    assert offered == [line.partition(",")[2] for line in capsys.readouterr().out.splitlines()][: len(offered)]


def test_the_options_offer_what_the_program_knows() -> None:
    assert set(EXPORTS) == set(FORMATS)
    assert DECISION_OUTCOMES == OUTCOMES
    assert UI_LANGUAGES == REPORT_LANGUAGES
    turned_on_or_off = {field.name for field in fields(Adjustment) if field.type == "bool"}
    assert turned_on_or_off == {rule.removeprefix("un") for rule in SCORING_RULES}


def test_questions_from_standard_input_are_answered_in_order(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("16C2\n\nubeføjede oplysninger\n"))
    assert 0 == main(["search", "-", "--limit", "1", "--json"])
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert ["16C2", "", "ubeføjede oplysninger"] == [one["query"] for one in answers]
    assert ["16C2", None, None] == [one["citation"] for one in answers]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_long_work_shows_its_progress_at_a_terminal_and_nowhere_else(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LOVBRO_PRECEDENTS", str(tmp_path / "register"))
    add = ["precedents", "add", str(ROOT / "data" / "samples" / "precedents"), "--json"]
    assert 0 == main(add)
    assert "" == capsys.readouterr().err
    monkeypatch.setattr("sys.stderr", terminal := Terminal())
    assert 0 == main(add)
    assert {"files"} == json.loads(capsys.readouterr().out).keys()
    assert "opdigtet-09.md" in terminal.getvalue()
    assert "100%" in terminal.getvalue()
    assert 0 == main(["export", "akn", str(tmp_path)])
    assert "laws.xml" in terminal.getvalue()


def test_work_that_fails_leaves_the_terminal_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """click hides the cursor while a bar is drawn."""
    monkeypatch.setattr("sys.stderr", terminal := Terminal())
    with suppress(RuntimeError), progress(2) as begin:
        begin("one")
        raise RuntimeError
    assert terminal.getvalue().endswith("\033[?25h\n")


def test_output_is_utf_8_whatever_the_locale() -> None:
    command = [sys.executable, "-m", "app", "show", "16C2"]
    odd = {**os.environ, "LC_ALL": "C", "PYTHONIOENCODING": "ascii"}
    assert "Beføjede" in subprocess.run(command, cwd=ROOT, capture_output=True, check=True, env=odd).stdout.decode()
