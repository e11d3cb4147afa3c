"""What an assistant is answered over the Model Context Protocol, asked by the protocol's own client library."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from mcp import Client, StdioServerParameters, stdio_client
from mcp_types import CallToolResult

from app.cli.assistant.assistant_answers import MOST_REFERENCES, AssistantAnswers
from app.cli.assistant.protocol import assistant_server
from app.cli.main import main
from app.publish.consent import with_consent
from app.publish.permalinks import permalink
from app.publish.record import provision_record
from app.reader.context import ReaderServices
from corpus.library import Library
from corpus.registry import Consent, Registry
from tests.support.coroutines import finished
from tests.support.hostile import HOSTILE

Ask = Callable[..., CallToolResult]


@pytest.fixture(scope="module")
def ask(services: ReaderServices) -> Ask:
    """Asks one tool and holds the answer against the schema that the tool announces."""
    server = assistant_server(AssistantAnswers(services))

    async def asked(tool: str, arguments: dict[str, Any]) -> CallToolResult:
        async with Client(server) as client:
            schemas = {one.name: one.output_schema for one in (await client.list_tools()).tools}
            result = await client.call_tool(tool, arguments)
            if not result.is_error:
                Draft202012Validator(schemas[tool] or {}).validate(result.structured_content)
            return result

    return lambda tool, **arguments: finished(asked(tool, arguments))


def answered(result: CallToolResult) -> dict[str, Any]:
    """The structured answer of a tool that did not refuse."""
    assert not result.is_error, result.content
    assert isinstance(result.structured_content, dict)
    return result.structured_content


def refused(result: CallToolResult) -> str:
    """The sentence of a tool that refused."""
    assert result.is_error
    return "".join(getattr(one, "text", "") for one in result.content)


@pytest.mark.parametrize(
    ("asked", "outcome", "place"),
    [
        ({"citation": "§ 12 C 1 b"}, "found", "da-2017:12C1b"),
        ({"citation": "Lag 12C1(b)"}, "found", "sv-2017:12C1b"),
        ({"citation": "16C2a"}, "old-number", "da-2017:16D2a"),
        ({"citation": "16C", "edition": "2017"}, "found", "da-2017:16C"),
        ({"citation": "16C", "edition": "2007"}, "old-number", "da-2017:16D"),
        ({"citation": "16C i 2007"}, "old-number", "da-2017:16D"),
        ({"citation": "16C", "date": "2009-03-01"}, "old-number", "da-2017:16D"),
        ({"citation": "16B1", "text": "nb-1997"}, "old-number", "nb-1997:16B1"),
        ({"citation": "16B1", "date": "1999-05-01"}, "old-number", "nb-1997:16B1"),
        ({"citation": "214C", "date": "2008-05-01"}, "found", "dbf-2008:214C"),
        ({"citation": "def:stik"}, "found", "da-2017:def:STIK"),
        ({"citation": "12C1e", "edition": "2007"}, "no-counterpart", ""),
        ({"citation": "214C", "edition": "2007"}, "not-found", ""),
        ({"citation": "sv-2007:16B1"}, "not-found", ""),
        ({"citation": "16Z"}, "not-found", ""),
        ({"citation": "999"}, "not-found", ""),
        ({"citation": "214C", "date": "2016-05-01"}, "not-found", ""),
        ({"citation": "kulørsvigt"}, "not-found", ""),
    ],
)
def test_a_citation_is_answered_with_what_it_is(ask: Ask, asked: dict[str, str], outcome: str, place: str) -> None:
    found = answered(ask("resolve_citation", **asked))
    assert outcome == found["outcome"]
    assert place == "".join(f"{one['expression']}:{one['id']}" for one in found["places"])
    assert found["message"] or outcome == "found"


def test_a_number_of_an_older_edition_says_what_became_of_it(ask: Ask) -> None:
    found = answered(ask("resolve_citation", citation="16C", edition="2007"))
    (number,) = found["numbers"]
    assert ("16C", "2007", ["16D"], True) == (
        number["number"], number["edition"], number["today"], number["another_rule"]
    )  # fmt: skip
    assert "§ 16 C (2007) is today § 16 D" in found["message"]
    assert ["§ 16C is not the same rule in 2007 and 2017: name the edition."] == found["cautions"]


def test_a_number_that_meant_another_rule_is_answered_with_both(ask: Ask) -> None:
    """Nobody said which edition: today's rule is shown, and what the number was in 1997."""
    found = answered(ask("resolve_citation", citation="16B1"))
    assert "16B1" == found["places"][0]["id"]
    assert [("1997", ["16D2a"])] == [(one["edition"], one["today"]) for one in found["same_number_elsewhere"]]
    assert found["cautions"]


def test_a_number_that_is_not_there_gives_no_words(ask: Ask) -> None:
    found = answered(ask("get_provision", citation="16Z"))
    assert [] == found["provisions"]
    assert "§ 16Z: law 16 has A-D" == found["citation"]["message"]


def test_every_place_has_edition_standing_sums_and_address(ask: Ask, services: ReaderServices) -> None:
    found = answered(ask("get_provision", citation="16B1", text="nb-1997"))
    (provision,) = found["provisions"]
    record = provision_record(services, "nb-1997", "16B1")
    place = provision["place"]
    assert (record.text, record.whole) == (provision["text"], provision["whole"])
    assert hashlib.sha256(record.whole.encode()).hexdigest() == place["whole_sha256"]
    assert hashlib.sha256(record.text.encode()).hexdigest() == place["sha256"]
    assert ("1997", "not-in-force") == (place["edition"], place["standing"])
    assert permalink(services.library.registry, "nb-1997", "16B1") == place["address"]
    assert ["nb-1997: The laws of 1997: no longer in force. Many numbers mean another rule today."] == [
        caution for caution in found["citation"]["cautions"] if caution.startswith("nb-1997")
    ]


@pytest.mark.parametrize("tool", ["resolve_citation", "get_provision", "compare_texts", "who_cites", "search"])
def test_every_answer_says_whose_each_text_in_it_is(ask: Ask, tool: str, services: ReaderServices) -> None:
    found = answered(ask(tool, **({"query": "kulørsvigt"} if tool == "search" else {"citation": "16C2"})))
    owners = {one["expression"]: one["owner"] for one in found["texts"]}
    assert set(_expressions(found)) <= owners.keys()
    assert {key: services.library.entry(key).rights.owner for key in owners} == owners
    assert not any(one["may_be_passed_on"] for one in found["texts"])


def test_a_rule_is_compared_in_every_text(ask: Ask) -> None:
    found = answered(ask("compare_texts", citation="16D2a"))
    (row,) = found["rows"]
    cells = {cell["place"]["expression"]: cell for cell in row["cells"]}
    assert ("16B1", "moved", "revised") == (
        cells["nb-1997"]["place"]["id"], cells["nb-1997"]["relation"], cells["nb-1997"]["content"]
    )  # fmt: skip
    assert cells["sv-2017"]["whole"] != cells["da-2017"]["whole"] != ""


def test_who_refers_to_a_rule_is_told_with_the_number_that_is_printed(ask: Ask, services: ReaderServices) -> None:
    found = answered(ask("who_cites", citation="16D"))
    assert len(services.cited_by("da-2017", "16D")) == found["total"] >= len(found["cited_by"]) > 0
    assert any("dbf-2008" == one["source"]["expression"] and one["other_edition"] for one in found["cited_by"])
    many = answered(ask("who_cites", citation="12"))
    assert min(many["total"], MOST_REFERENCES) == len(many["cited_by"])


def test_a_quotation_is_right_only_word_for_word_and_where_it_is_said_to_be(ask: Ask, services: ReaderServices) -> None:
    words = services.library.provision("da-2017", "16B1")
    swedish = services.library.provision("sv-2017", "16B1")
    assert words
    assert swedish
    exact = answered(ask("verify_quotation", quotation=words.text, citation="16B1", language="da"))
    assert ("exact", True, "16B1") == (exact["verdict"], exact["right"], exact["source"]["id"])
    for asked, verdict in (
        ({"quotation": words.text.replace("skal", "kan").replace("er ubeføjede", "er beføjede")}, "differs"),
        ({"quotation": words.text, "citation": "72B1"}, "elsewhere"),
        ({"quotation": swedish.text, "language": "da"}, "elsewhere"),
        ({"quotation": words.text, "edition": "1997"}, "elsewhere"),
        ({"quotation": "Den som spiller for langsomt, betaler kaffen til hele rækken."}, "not-found"),
        ({"quotation": words.text, "citation": "16Z"}, "unchecked"),
        ({"quotation": words.text, "edition": "2007"}, "unchecked"),
        ({"quotation": words.text, "citation": "16B1", "edition": "2007"}, "unchecked"),
    ):
        found = answered(ask("verify_quotation", **asked))
        assert (verdict, False) == (found["verdict"], found["right"]), asked
        assert found["unchecked"] or verdict != "unchecked"
        assert found["source"] or verdict in ("not-found", "unchecked")


def test_a_changed_word_of_a_quotation_is_shown(ask: Ask, services: ReaderServices) -> None:
    provision = services.library.provision("da-2017", "16B1")
    assert provision
    found = answered(ask("verify_quotation", quotation=provision.text.replace("ubeføjede", "beføjede")))
    assert ["ubeføjede", "beføjede"] == [one["text"] for one in found["difference"] if one["kind"] != "equal"]
    assert provision.text.startswith(found["source_words"][:40])


def test_a_search_finds_the_law_of_a_situation(ask: Ask) -> None:
    found = answered(ask("search", query="udspil uden for tur", limit=3))
    assert "53" in [one["place"]["id"] for one in found["hits"]]
    assert [] == found["numbers"]
    assert 3 == len(found["hits"])
    old = answered(ask("search", query="16C 2007"))
    assert [["16D"]] == [one["today"] for one in old["numbers"]]


@pytest.mark.parametrize(
    ("asked", "right"),
    [
        ({"citation": "16C", "edition": "2007", "date": "2009-01-01"}, "not both"),
        ({"citation": "16C", "edition": "1066"}, "there are 1997, 2007, 2008, 2017"),
        ({"citation": "16C", "edition": "2007; 20A"}, "no edition"),
        ({"citation": "16C", "date": "1.3.2009"}, "2009-03-01"),
        ({"citation": "16C", "date": "1850-01-01"}, "no edition of the laws"),
        ({"citation": "16C", "text": "fi-2017"}, "there are da-2017"),
        ({"citation": "16C 2007", "edition": "1997"}, "leave out"),
        ({"citation": "nb-1997:16C", "text": "da-2017"}, "leave out"),
        ({"citation": "16C", "text": "da-2017", "edition": "1997"}, "leave out"),
        ({"citation": "  "}, "empty"),
        ({"citation": "1" * 501}, "at most 500"),
    ],
)
def test_a_question_asked_wrongly_is_refused_with_what_would_be_right(
    ask: Ask, asked: dict[str, str], right: str
) -> None:
    assert right in refused(ask("resolve_citation", **asked))


@pytest.mark.parametrize("typed", [*HOSTILE, "\ud800", "16C\0", "../../etc/passwd", "<script>", "16C" * 100])
def test_hostile_strings_lead_nowhere_or_are_refused(ask: Ask, typed: str) -> None:
    """No traceback and no rule that the string does not name; the answer still fits its schema."""
    found = ask("get_provision", citation=typed)
    if not found.is_error:
        assert "not-found" == answered(found)["citation"]["outcome"] or any(char.isdigit() for char in typed)
    ask("search", query=typed)
    quoted = ask("verify_quotation", quotation=typed, citation=typed)
    assert quoted.is_error or not answered(quoted)["right"]


def test_only_texts_with_leave_are_answered_from_when_all_may_ask(services: ReaderServices) -> None:
    def consented(key: str, entry: Any) -> Any:
        leave = Consent("DBf", date(2026, 1, 1), "all") if key == "da-2017" else None
        return replace(entry, rights=replace(entry.rights, consent=leave))

    registry = services.library.registry
    entries = tuple(consented(entry.key, entry) for entry in registry.expressions)
    library = Library(Registry(entries, registry.editions), services.library.expressions)
    answers = AssistantAnswers(with_consent(replace(services, library=library)))
    assert ["da-2017"] == [one.expression for one in answers.texts().texts]
    assert "not-found" == answers.citation("nb-1997:16B1").outcome
    assert {"da-2017"} == {hit.place.expression for hit in answers.search("revoke").hits}


def test_the_command_answers_over_standard_input_and_output(built: None) -> None:
    """As an assistant starts it: the process speaks nothing but the protocol."""

    async def asked() -> tuple[list[str], Any]:
        command = StdioServerParameters(
            command=sys.executable, args=["-m", "app", "mcp", "--at", "http://127.0.0.1:8501"]
        )
        async with Client(stdio_client(command)) as client:
            names = [one.name for one in (await client.list_tools()).tools]
            return names, (await client.call_tool("resolve_citation", {"citation": "16C2"})).structured_content

    names, found = finished(asked())
    assert {"resolve_citation", "get_provision", "compare_texts", "who_cites", "search", "verify_quotation"} < set(
        names
    )
    assert "http://127.0.0.1:8501/da/2017/16C2" == found["places"][0]["address"]


def test_without_the_extra_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("app.cli.main.find_spec", lambda name: None)
    assert 2 == main(["mcp"])
    assert "lovbro: lovbro mcp needs the extra mcp: pip install 'lovbro[mcp]'\n" == capsys.readouterr().err


def _expressions(found: Any) -> list[str]:
    """The texts of all places anywhere in an answer."""
    if isinstance(found, dict):
        own = [found["expression"]] if "whole_sha256" in found else []
        return own + [key for value in found.values() for key in _expressions(value)]
    return [key for one in found for key in _expressions(one)] if isinstance(found, list) else []
