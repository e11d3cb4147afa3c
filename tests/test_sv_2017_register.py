"""The register of the Swedish laws and the table of its misspellings for search."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable

import pytest

from corpus.store import load_lexicon
from tests import swedish


def test_the_register_row_by_row() -> None:
    rows = swedish.expression().index
    assert 607 == sum(1 for row in rows if row.sub)
    assert 24 == sum(1 for row in rows if row.see)
    assert 176 == sum(1 for row in rows if not row.sub and not row.see)
    assert 940 == sum(len(row.locators) for row in rows)
    by_line = {row.line: row for row in rows}
    assert ("POÄNG", "IMP (International Match Point)") == (by_line[2704].entry, by_line[2704].sub)
    assert ("ÖVERKLAGA", ("92", "93")) == (by_line[3021].entry, by_line[3021].locators)
    assert ("FAKTA", "Eniga") == (by_line[2387].entry, by_line[2387].sub)
    assert ("61-64",) == by_line[2589].locators
    assert ("61", "62", "63", "64") == by_line[2589].targets


@pytest.mark.parametrize(
    ("line", "target"),
    [
        (2219, "40B2aiii"),
        (2232, "note:70#1"),
        (2357, "part:introduction"),
        (2431, "note:20#2"),
        (2507, "def:Kontraktbud"),
        (2606, "def:Synligt kort"),
        (2652, "def:Omgång"),
        (2768, "def:Rond"),
        (2904, "note:80#3"),
        (3026, "note:93#2"),
        (3052, "def:Övrig information"),
    ],
)
def test_locators_that_are_no_plain_numbers(line: int, target: str) -> None:
    (row,) = (row for row in swedish.expression().index if row.line == line)
    assert target in row.targets


def test_the_register_leads_nowhere_only_where_the_book_errs() -> None:
    expression = swedish.expression()
    provisions = {str(provision.id) for provision in expression.walk()}
    definitions = dict(expression.all_definitions())
    parts = {f"part:{part.key}" for part in expression.parts}
    notes = {f"note:{n}" for n in ("6#1", "20#2", "53#1", "70#1", "71#1", "76#1", "80#3", "93#2")}
    known = {*provisions, *definitions, *parts, *notes}
    lost = [(row.line, target) for row in expression.index for target in row.targets if target not in known]
    assert [(2234, "70D3"), (2262, "70D3"), (2280, "40B4b"), (2679, "16A3")] == lost
    assert [] == [row.line for row in swedish.expression().index if len(row.targets) < len(row.locators)]


def spelling() -> dict[str, str]:
    words: dict[str, str] = tomllib.loads(load_lexicon("sv-spelling.toml"))["words"]
    return words


def normalised(words: Iterable[str]) -> str:
    table = spelling()
    return " ".join(table.get(word.casefold(), word.casefold()) for word in words)


def test_every_see_row_leads_to_a_heading() -> None:
    heads = {normalised(row.entry.split()) for row in swedish.expression().index}
    sees = {normalised(see.split()) for row in swedish.expression().index for see in row.see}
    assert {"återtagen"} == {see for see in sees if not any(head.startswith(see) for head in heads)}


def test_each_recorded_misspelling_stands_in_the_text() -> None:
    printed = set(re.findall(r"[^\W\d_]+", swedish.witness().text.casefold()))
    assert set() == set(spelling()) - printed
    assert set() == {word for word, normal in spelling().items() if normal in spelling()}


def test_each_misspelled_place_is_where_the_table_says() -> None:
    source_lines = swedish.source_lines()
    provisions = {str(provision.id): provision for provision in swedish.expression().walk()}
    for place in tomllib.loads(load_lexicon("sv-spelling.toml"))["place"]:
        assert place["printed"] in source_lines[place["line"]]
        assert not place["in"] or place["printed"] in provisions[place["in"]].text
