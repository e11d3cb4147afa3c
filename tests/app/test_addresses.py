"""Addresses for ever: a provision in every form, what held on a day, a citation, a search; why there is nothing."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from html import unescape

import pytest
from jsonschema import Draft202012Validator
from lxml import etree

from app.cli.answers import CommandAnswers
from app.publish.permalinks import FORMS, permalink
from app.publish.record_forms import rights_sentence
from app.publish.record_page import interface_language
from app.reader.context import ReaderServices
from corpus import akn
from corpus.library import Library
from corpus.registry import Consent, Registry, RegistryError, read_registry
from tests.support.web import WebClient

EVERY = 23  # one place of so many is asked for in every form, the same ones each time


@pytest.fixture(scope="session")
def web(services: ReaderServices) -> WebClient:
    return WebClient(services)


@pytest.fixture(scope="session")
def schemas(web: WebClient) -> dict[str, Draft202012Validator]:
    """What the OpenAPI document says of each kind of answer."""
    document = web.get("/openapi.json").json
    return {
        name: Draft202012Validator({"$ref": f"#/components/schemas/{name}", **document})
        for name in document["components"]["schemas"]
    }


def places(library: Library) -> Iterator[tuple[str, str]]:
    for expression in library.expressions:
        yield from ((expression.key, str(provision.id)) for provision in expression.walk())
        yield from ((expression.key, address) for address, _ in expression.all_definitions())


def plain(html: str) -> str:
    """The words of a page without blanks, marks of notes, and what a reference means today in brackets behind it."""
    return re.sub(r"\s+", "", unescape(re.sub(r'<sup.*?</sup>|<span class="said">.*?</span>|<[^>]+>', "", html)))


def test_a_sample_of_all_places_is_the_same_text_in_every_form(
    web: WebClient, library: Library, schemas: dict[str, Draft202012Validator]
) -> None:
    registry = library.registry
    sample = list(places(library))[::EVERY]
    assert len(sample) > 100
    for key, place in sample:
        answers = {form: web.get(permalink(registry, key, place, form)) for form in FORMS}
        assert {200} == {answer.status for answer in answers.values()}, (key, place)
        found = answers["json"].json
        schemas["Provision"].validate(found)
        assert (key, place) == (found["expression"], found["id"])
        for text in (found, found["whole"]):
            assert hashlib.sha256(text["text"].encode()).hexdigest() == text["sha256"]
        assert found["whole"]["text"] in answers["txt"].text
        assert found["whole"]["text"] == answers["jsonld"].json["text"]
        akn.validate(answers["xml"].body)
        page = plain(answers["html"].text)
        for paragraph in found["text"].split("\n"):
            assert plain(paragraph) in page, (key, place)
        for form in ("txt", "html"):
            assert plain(rights_sentence(library.entry(key), interface_language(library.entry(key)))) in plain(
                answers[form].text
            )


def test_the_portion_has_the_words_of_the_product_and_names_the_whole(web: WebClient) -> None:
    root = etree.fromstring(web.get("/da/2017/16C2.xml").body)
    assert "portion" == etree.QName(root[0]).localname
    assert "/akn/xx/act/2017/laws/dan@2017-09-01" == root[0].get("includedIn")
    assert "Når ubeføjede oplysninger påviseligt antyder" in "".join(root.itertext())
    links = [found.get("href") for found in root.iter("{*}ref")]
    assert all(not link.startswith("#") or link[1:] in {e.get("eId") for e in root.iter()} for link in links)


def test_a_reference_is_read_where_it_leads_and_never_at_the_same_number_of_another_edition(web: WebClient) -> None:
    references = web.get("/da/dbf-2008/214G.json").json["references"]
    of_2007 = [one for one in references if {"work": "laws", "edition": "2007", "id": "16C1"} in one["targets"]]
    assert [["/da/2017/16D1"]] == [[place["address"] for place in one["read_at"]] for one in of_2007]


def test_a_record_names_counterparts_with_place_and_content_and_the_numbers_in_other_editions(web: WebClient) -> None:
    found = web.get("/nb/1997/16B1.json").json
    assert ["/da/2017/16D2a", "/sv/2017/16D2a"] == [one["address"] for one in found["counterparts"]]
    by_edition = {number["edition"]: number for number in found["numbers"]}
    assert {"2007", "2017"} == set(by_edition)
    assert {"moved"} == {one["place"] for one in found["counterparts"]}
    assert "not-in-force" == found["standing"]


def test_an_entity_tag_spares_what_has_not_changed_and_every_origin_may_read(web: WebClient) -> None:
    first = web.get("/sv/2017/27.json")
    assert "*" == first.headers["access-control-allow-origin"]
    assert (304, b"") == (
        (again := web.get("/sv/2017/27.json", If_None_Match=f'"x", W/{first.headers["etag"]}')).status,
        again.body,
    )
    assert 200 == web.get("/sv/2017/28.json", If_None_Match=first.headers["etag"]).status
    assert (200, first.headers["etag"]) == (
        (head := web.get("/sv/2017/27.json", "HEAD")).status,
        head.headers["etag"],
    )
    preflight = web.get("/sv/2017/27.json", "OPTIONS", Origin="https://club.example")
    assert (204, "GET, HEAD, OPTIONS") == (preflight.status, preflight.headers["access-control-allow-methods"])
    assert 405 == web.get("/sv/2017/27.json", "POST").status


@pytest.mark.parametrize(
    ("typed", "right"),
    [
        ("/da/2017/16c2", "/da/2017/16C2"),
        ("/sv/2017/§ 16 c (2).json", "/sv/2017/16C2.json"),
        ("/da/dbf-2008/x90b4.txt", "/da/dbf-2008/X90B4.txt"),
        ("/da/da-2017/16C2", "/da/2017/16C2"),
        ("/da/2017/def:alert", "/da/2017/def:ALERT"),
        ("/da/2017/", "/da/2017"),
    ],
)
def test_a_number_typed_in_another_way_leads_to_its_address(web: WebClient, typed: str, right: str) -> None:
    answer = web.get(typed)
    assert (308, right) == (answer.status, answer.headers["location"])


@pytest.mark.parametrize(
    ("address", "code", "sentence"),
    [
        ("/fi/2017/16.json", "no-language", "There is no text in Suomi here. There are /da/2017"),
        ("/zzz/2017/16.json", "no-language", "There is no text in zzz here. There are /da/2017"),
        ("/da/2007/16.json", "no-edition", "The edition 2007 is not here (Dansk). There are 2017, dbf-2008."),
        ("/da/2017/16Z.json", "no-provision", "16Z is not in Dansk 2017. § 16 has A–D."),
        ("/da/2017/16C2a.json", "no-parts", "16C2a is not in Dansk 2017. § 16 C 2 has no parts."),
        ("/da/2017/hello.json", "bad-number", "“hello” is not a law."),
        ("/da/2017/def:nothing.json", "no-definition", "Dansk 2017 does not define “nothing”."),
        ("/at/2009-13-01/16.json", "bad-date", "“2009-13-01” is not a date."),
        ("/at/1950-01-01/16.json", "no-edition-then", "No edition of the laws is known for 1950-01-01."),
        ("/at/2009-03-01/94.json", "never-existed", "The laws of 2007 had no 94."),
        ("/at/2009-03-01/16C.txt", "no-form", "This answer is not available as txt."),
        ("/cite.json?q=hello", "no-citation", "“hello” is not a citation"),
        ("/cite.json?q=16Z", "no-citation", "law 16 has A-D"),
        ("/da/2017.txt", "no-form", "This answer is not available as txt."),
    ],
)
def test_an_address_that_shows_nothing_tells_why_and_what_there_is(
    web: WebClient, schemas: dict[str, Draft202012Validator], address: str, code: str, sentence: str
) -> None:
    answer = web.get(address)
    assert 404 == answer.status
    if address.partition("?")[0].endswith(".json"):
        assert "application/problem+json" == answer.headers["content-type"]
        schemas["Problem"].validate(answer.json)
        assert code == answer.json["code"]
        assert sentence in answer.json["detail"]
        for known in filter(None, (answer.json["near"], *answer.json["has"][:3])):
            assert 200 == web.get(known).status
        page = web.get(address.replace(".json", ""), Accept_Language="en")
        assert (404, "text/html; charset=utf-8") == (page.status, page.headers["content-type"])
        assert sentence in unescape(page.text)
    else:
        assert sentence in answer.text


def test_the_day_of_a_version_is_eli_s_and_its_year_is_schema_org_s_alone(web: WebClient) -> None:
    """eli:version is a concept of a table, so a year is a mistake there (tests/accuracy/shapes.py)."""
    found = web.get("/da/2017/16C.jsonld").json
    assert ("2017", "2017-09-01", "2017-09-01") == (
        found["version"],
        found["legislationDateVersion"],
        found["eli:version_date"],
    )
    assert "eli:version" not in found


def test_a_line_end_in_an_address_is_answered_as_any_other_number(web: WebClient) -> None:
    assert ("/da/2017/16C.json", 308) == ((found := web.get("/da/2017/16%0AC.json")).headers["location"], found.status)
    assert "application/problem+json" == web.get("/da/2017/%0A16%0A%0Ahello.json").headers["content-type"]


def test_what_is_no_address_is_left_to_the_page(web: WebClient) -> None:
    for address in ("/static/index.js", "/component/2017x/frame.html", "/"):
        assert 404 == web.get(address).status
        assert "problem" not in web.get(address).headers.get("content-type", "")


def test_what_held_on_a_day_is_the_edition_of_that_day(
    web: WebClient, schemas: dict[str, Draft202012Validator]
) -> None:
    older = web.get("/at/2005-06-01/16B1.json").json
    between = web.get("/at/2009-03-01/16C.json").json
    today = web.get("/at/2020-01-01/16C.json").json
    rule = web.get("/at/2008-05-01/214C.json").json
    for found in (older, between, today, rule):
        schemas["Dated"].validate(found)
    assert [("1997", ["/nb/1997/16B1"])] == [(older["edition"], [one["address"] for one in older["provisions"]])]
    assert ("2007", False, []) == (between["edition"], between["held"], between["provisions"])
    assert {"2017": ["16D"], "1997": ["16B"]} == {one["edition"]: one["ids"] for one in between["numbers"]}
    assert ["/da/2017/16C", "/sv/2017/16C"] == [one["address"] for one in today["provisions"]]
    assert ("dbf", ["/da/dbf-2008/214C"]) == (rule["work"], [one["address"] for one in rule["provisions"]])
    page = web.get("/at/2009-03-01/16C", Accept_Language="da").text
    assert "Den 1. marts 2009 gjaldt lovene fra 2007." in page
    assert '<a href="/da/2017/16D"' in page
    assert '<a href="/da/2017/16C"' not in page


@pytest.mark.parametrize("typed", ["§ 16 C 2", "Lag 27B1(a)", "16C 2007", "61-64", "nb-1997:16B1", "def:ALERT"])
def test_a_citation_has_the_answer_of_the_command(web: WebClient, services: ReaderServices, typed: str) -> None:
    command = CommandAnswers.of(services.library, services.concordance, services.alignment)
    assert json.loads(json.dumps(command.show(typed, None))) == web.get(f"/cite.json?q={typed}").json


def test_an_edition_beside_the_citation_counts_as_if_it_was_typed(web: WebClient) -> None:
    typed, apart = web.get("/cite.json?q=16C 2007").json, web.get("/cite.json?q=16C&edition=2007").json
    assert typed["provisions"] == apart["provisions"]
    assert "16C" not in {one["id"] for one in apart["provisions"]}
    assert ["nb-1997"] == [one["expression"] for one in web.get("/cite.json?q=16C&in=nb-1997").json["provisions"]]


def test_a_search_as_json_has_the_answer_of_the_command(
    web: WebClient, schemas: dict[str, Draft202012Validator]
) -> None:
    found = web.get("/search.json?q=udspil uden for tur&limit=3&in=da-2017").json
    schemas["Found"].validate(found)
    assert 3 == len(found["hits"])
    assert {"da-2017"} == {hit["expression"] for hit in found["hits"]}


def test_what_is_typed_is_shown_as_text_and_never_as_markup(web: WebClient) -> None:
    bad = "<script>alert(1)</script>"
    for address in (f"/cite?q={bad}", f"/da/2017/{bad}", f"/da/2017/def:{bad}", f"/at/{bad}/16".replace("</", "<")):
        page = web.get(address).text
        assert "<script" not in page, address


def test_a_page_needs_no_script_and_its_links_lead_somewhere(web: WebClient) -> None:
    page = web.get("/da/2017/27").text
    assert "<script" not in page
    assert "onclick" not in page
    hrefs = sorted({unescape(href) for href in re.findall(r'href="(/[^"?]+)"', page)})
    assert len(hrefs) > 30
    assert [] == [href for href in hrefs if web.get(href).status != 200]


def given_leave(services: ReaderServices, key: str) -> ReaderServices:
    library = services.library
    consent = Consent("Svenska Bridgeförbundet", date(2026, 1, 31), "May be shown.")
    entries = tuple(
        replace(entry, rights=replace(entry.rights, consent=consent)) if entry.key == key else entry
        for entry in library.registry.expressions
    )
    registry = Registry(entries, library.registry.editions)
    return replace(services, library=Library(registry, library.expressions))


def test_for_everybody_a_text_needs_a_recorded_consent(services: ReaderServices) -> None:
    nothing = WebClient(services, public=True)
    for address in ("/da/2017/16.json", "/sv/2017.json", "/nb/1997/1.txt", "/da/2017/def:ALERT"):
        assert 403 == nothing.get(address).status, address
    assert [] == nothing.get("/search.json?q=udspil").json["hits"]
    assert [] == nothing.get("/at/2020-01-01/16.json").json["provisions"]
    assert 404 == nothing.get("/cite.json?q=16C").status
    swedish = WebClient(given_leave(services, "sv-2017"), public=True)
    assert 200 == swedish.get("/sv/2017/16.json").status
    assert 403 == swedish.get("/da/2017/16.json").status
    assert ["sv-2017"] == [one["expression"] for one in swedish.get("/at/2020-01-01/16.json").json["provisions"]]
    page = unescape(swedish.get("/sv/2017/16").text)
    assert "Återgiven med tillstånd av Svenska Bridgeförbundet, 31 januari 2026." in page
    assert "Endast för eget bruk" not in page


def test_nothing_of_a_text_without_consent_is_on_a_page_for_everybody(services: ReaderServices) -> None:
    page = WebClient(given_leave(services, "sv-2017"), public=True)
    found = page.get("/sv/2017/16D.json").json
    assert ([], {"sv-2017"}) == (found["counterparts"], {one["expression"] for one in found["cited_by"]})
    assert {"sv-2017"} == {one["expression"] for one in page.get("/cite.json?q=16D").json["provisions"]}
    hits = page.get("/search.json?q=obehörig information").json["hits"]
    assert {"sv-2017"} == {hit["expression"] for hit in hits}


def test_every_text_names_its_owner_and_none_has_a_consent_that_nobody_gave(registry: Registry) -> None:
    for entry in registry.expressions:
        assert entry.rights.owner, entry.key
        assert entry.rights.consent is None, "a consent is a letter of the owner: keep it with the reason in RIGHTS.md"


def test_rights_of_a_text_are_read_and_a_wrong_field_is_named() -> None:
    block = """
        [[expression]]
        key = "x-1"
        language = "sv"
        work = "laws"
        edition = "2017"
        title = "T"
        short = "S"
        cites = "2017"
        standing = "in-force"
        witnesses = []
        rights.owner = "O"
        rights.consent = { by = "B", on = 2026-01-31, words = "W" }
        [[edition]]
        work = "laws"
        edition = "2017"
    """
    assert Consent("B", date(2026, 1, 31), "W") == read_registry(tomllib.loads(block))["x-1"].rights.consent
    with pytest.raises(RegistryError, match="licence"):
        read_registry(tomllib.loads(block.replace("rights.owner", "rights.licence")))
