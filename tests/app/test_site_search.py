"""Search on the static site: a number is understood exactly as everywhere in Lovbro, words nearly as well."""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from app.i18n.fates import fate_sentences
from app.i18n.words import UiLanguage, words
from app.publish.number_tables import number_tables
from app.publish.site import ASSETS, VENDORED
from app.publish.word_tables import word_tables
from app.reader.context import ReaderServices
from corpus.ids import ProvisionId, is_provision_id
from corpus.library import Library
from index.search.citation_lookup import CitationAnswer
from index.search.engine import SearchEngine
from index.search.results import Result
from tests.accuracy.measure import Question
from tests.app.test_numbers import forms, numbers
from tests.support.browser_modules import run_module

TYPED = Path(__file__).parent.parent / "data" / "citations_typed.tsv"
UI = "da"
BOUND = 0.93
# Nobody looked at the questions of these rounds when words.js was written; they were measured once.
FROZEN = range(8, 16)
# What is no citation, what does not exist, and what stands beside a citation.
ODD = (
    "",
    "§",
    "lag",
    "3 kort",
    "50%",
    "60/40",
    "45 % / 55 %",
    "60/41",
    "lov 60/40",
    "1 NT",
    "2017",
    "4-4-4-1",
    "B2",
    "§ 64-61",
    "constructor",
    "§ constructor",
    "lag __proto__",
    "16Z",
    "16Z 2007",
    "16C 1987",
    "95A 1997",
    "16C99z",
    "2007 16D7",
    "26A2.1",
    "x90b4C",
    "X 7",
    "16A, B og C",
    "16A-D",
    "§§ 61-64",
    "86, B, 1",
    "16C, 27",
    "lag sexton c",
    "paragraf seksten c",
    "hvad betyder § 16C her",
    "hvad er 12c1e",
    "gælder 27b1 her",
    "syd meldte 3c uden for tur",
    "dbf 202",
    "lov nr. 16C",
    "Lag nr 16C",
    "DBf § 12",
    "dbf 12C1e",
    "dbf 999",
    "200A",
    "law 99",
    "16C2 ubeføjede oplysninger",
    "§ 16C i 2007 om tankepauser",
    "16C 12.3.2009",
    "16C 31.2.2009",
    "2009-03-01 16C",
    "80 B 2 i i lovene fra 2007",
    "2008 § 214 G",
    "norsk § 23",
    "nb-1997:27E",
    "NB-1997 16B1",
    "sv-2017/73A1",
    "(16C)",
    "12C1ei",
    "12 C 1 (e) (i)",
    "§ 0",
    "016C",
    "16C" * 40,
)


def value(answer: CitationAnswer | None) -> dict[str, Any] | None:
    """An answer as numbers.js gives it."""
    if answer is None:
        return None
    return {
        "cited": list(answer.cited),
        "expression": answer.expression,
        "places": [list(place) for place in answer.places],
        "missing": [str(one.number) for one in answer.missing],
        "suggestions": list(answer.suggestions),
        "rest": answer.rest,
        "fates": [
            {
                "number": str(fate.number),
                "edition": fate.edition,
                "fate": fate.fate,
                "today": list(map(str, fate.today)),
                "doubt": fate.doubt,
                "sentence": fate_sentences(fate, words(UI), lambda number: number.printed(UI)),
            }
            for fate in answer.fates
        ],
    }


@pytest.fixture(scope="module")
def tables(services: ReaderServices) -> dict[str, object]:
    return number_tables(services, UI)


def in_browser(
    folder: Path, tables: dict[str, object], typed: Iterable[str], method: str = "lookUp"
) -> list[dict[str, Any] | None]:
    script = """
        const { NumberReader } = await import("./numbers.js");
        const reader = new NumberReader(values.tables);
        return values.typed.map((typed) => {
          const answer = reader[values.method](typed);
          if (answer) delete answer.lacks;
          return answer;
        });
    """
    found: list[dict[str, Any] | None] = run_module(
        folder, script, {"tables": tables, "typed": list(typed), "method": method}
    )
    return found


def test_every_form_of_the_shared_cases_opens_the_same_place(tmp_path: Path, tables: dict[str, object]) -> None:
    """The cases that tests/index/test_search.py runs with the search of the server."""
    with TYPED.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    answers = in_browser(tmp_path, tables, (row["typed"] for row in rows), "answer")
    found = [":".join(answer["places"][0]) if answer and answer["places"] else "" for answer in answers]
    assert [(row["typed"], row["address"]) for row in rows] == [
        (row["typed"], place) for row, place in zip(rows, found, strict=True)
    ]


@pytest.mark.parametrize("reader", ["da", "nb", "sv", "en"])
def test_a_number_opens_the_text_that_the_page_of_a_server_opens_for_a_reader(
    tmp_path: Path, tables: dict[str, object], services: ReaderServices, search: SearchEngine, reader: str
) -> None:
    with TYPED.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        typed = list(
            dict.fromkeys((*ODD, "27 b 1 a", "16C 2007", *(row["typed"] for row in rows if "in:" not in row["typed"])))
        )
    keys = services.library.registry.keys
    found = in_browser(tmp_path, tables | {"reader": reader}, typed, "answer")
    assert [value(search.citations.look_up(one, keys, reader)) for one in typed] == found


@pytest.mark.parametrize(
    ("ui", "typed", "first"),
    [
        ("sv", "27 b 1 a", ["sv-2017/27.html#p-27B1a", "Lag 27B1(a) · Svenska 2017"]),
        ("sv", "16C 2007", ["sv-2017/16.html#p-16D", "Lag 16D · Svenska 2017"]),
        ("sv", "§ 27 z", ["sv-2017/27.html", "Lag 27Z finns inte i Svenska 2017. Lag 27 har A–D."]),
        ("nb", "norsk 16B1", ["nb-1997/16.html#p-16B1", "§ 16 B 1 · Norsk 1997"]),
        ("nb", "27 b 1 a", ["da-2017/27.html#p-27B1a", "§ 27 B 1 a · Dansk 2017"]),
        ("da", "lag 16", ["sv-2017/16.html", "Lag 16 · Svenska 2017 foreløbig"]),
        ("da", "16B1", ["da-2017/16.html#p-16B1", "§ 16 B 1 · Dansk 2017"]),
        ("da", "94", ["da-2017/93.html", "§ 93 · Dansk 2017"]),
        ("da", "270", ["dbf-2008/262.html", "§ 262 · DBf 2008"]),
    ],
)
def test_the_list_under_the_box_begins_with_the_readers_own_text(
    tmp_path: Path, services: ReaderServices, ui: UiLanguage, typed: str, first: list[str]
) -> None:
    """No Norwegian text is in force: who reads Norwegian gets the Danish one, as on the pages of a server."""
    script = """
        const made = (name) => ({ name, children: [], append(...all) { this.children.push(...all); },
          get innerHTML() { return this.children.map((one) => one.innerHTML ?? one).join(""); },
          set textContent(text) { this.children = [text]; } });
        globalThis.fetch = async () => ({ json: async () => values.tables });
        globalThis.location = { href: "http://site/" };
        const links = [];
        globalThis.document = { createElement: (name) => links[links.push(made(name)) - 1] };
        const { open } = await import("./find.js");
        const { answer } = await open(new URL("http://site/"));
        await answer(values.typed).next();
        return [links.find((one) => one.href).href.slice(1), links[0].innerHTML];
    """
    (tmp_path / "frame.js").write_text("export const texts = {};")  # an exported site has its own
    href, shown = run_module(tmp_path, script, {"tables": number_tables(services, ui), "typed": typed})
    assert first[0] == href
    assert first[1] in shown
    assert not shown.endswith(f"Dansk 2017 {words(ui)['in-force']} ")


@pytest.mark.slow
def test_numbers_of_every_edition_in_many_forms_have_the_same_answer(
    tmp_path: Path, tables: dict[str, object], services: ReaderServices, search: SearchEngine
) -> None:
    old = (form for edition, number in numbers(services.concordance)[::5] for form in forms(number, edition))
    typed = list(dict.fromkeys((*ODD, *old, *_printed(services.library))))
    assert len(typed) > 6000
    keys = services.library.registry.keys
    differing = [
        (one, server, browser)
        for one, browser in zip(typed, in_browser(tmp_path, tables, typed), strict=True)
        if (server := value(search.citations.look_up(one, keys))) != browser
    ]
    assert [] == differing


def _printed(library: Library) -> Iterator[str]:
    """Every number as its text prints it, half of them beside something else or with a part that they do not have."""
    for expression in library.expressions:
        for at, place in enumerate(library.order(expression.key)):
            printed = ProvisionId.of(place).printed(expression.language)
            yield printed
            yield (f"{place}z", f"{place} 9", f"{expression.key}:{place}", f"{printed} om kort", place.lower())[at % 5]


@pytest.mark.slow
@pytest.mark.xdist_group("judged questions")
def test_words_find_nearly_all_that_the_full_search_finds_among_the_first_three_laws(
    tmp_path: Path, services: ReaderServices, search: SearchEngine, judged: Mapping[Question, Result]
) -> None:
    questions = [question for question in judged if question.round in FROZEN and not question.expressions]
    script = """
        const { WordFinder } = await import("./words.js");
        const finder = new WordFinder(values.tables);
        return values.typed.map((typed) => finder.find(typed).slice(0, 3).map((law) => law.rule));
    """
    values = {"tables": word_tables(services, UI), "typed": [question.text for question in questions]}
    browser = run_module(tmp_path, script, values)
    full = both = 0
    for question, laws in zip(questions, browser, strict=True):
        answers = {_law(answer) for answer in question.answers}
        if answers & set(_first_laws(search, judged[question])):
            full += 1
            both += bool(answers & set(laws))
    assert full > 450
    assert both / full >= BOUND


def _law(answer: str) -> str:
    expression, _, place = answer.rpartition(":")
    return f"{expression.partition('-')[0] or 'laws'}:{ProvisionId.of(place).law}"


def _first_laws(search: SearchEngine, result: Result) -> list[str]:
    hits = (hit for hit in result.hits if is_provision_id(hit.id))
    laws = (search.rules.law(rule) for hit in hits for rule in search.rules.rules_of(hit.expression, hit.id)[:1])
    return list(dict.fromkeys(laws))[:3]


def test_the_engine_of_others_is_the_one_that_was_looked_at() -> None:
    """MiniSearch 7.2.0 (MIT), dist/es/index.js of its package, unchanged."""
    sums = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in (ASSETS / VENDORED).iterdir()}
    assert {
        "minisearch.js": "0393b3ba253b809d5e55707c7b0875ef9b518a296a006c6739b28876e154edb3",
        "minisearch-LICENSE.txt": "70d37354d6395629fb99edb28cb37a5d356ffa24a48cd02a5def5b83a300a899",
    } == sums
