"""What books print in capitals stands in sentence case on every page; the letters themselves stay those of the book."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from lxml.html import HtmlElement, document_fromstring

from app.publish.failures import NoSuchAddressError
from app.publish.places import place_in
from app.publish.record import provision_record
from app.publish.record_page import failure_page, record_page
from app.reader.context import ReaderServices
from index.search.subject_index import letters
from tests.support.pages import html_of

_SHOUTED = re.compile(r"(?<!\w)[A-ZÆØÅÄÖÜÉ]{4,}(?!\w)")


def shouted(html: str, within: str) -> Iterator[str]:
    """Words in capitals in the elements of a class or name, and in nothing that is shown in small letters."""
    for part in parts(html, within):
        yield from (word for text in _shown(part) for word in _SHOUTED.findall(text))


def parts(html: str, within: str) -> list[HtmlElement]:
    page = document_fromstring(html)
    return page.find_class(within) or list(page.iter(within))


def _shown(part: HtmlElement) -> Iterator[str]:
    if part.get("class") != "low":
        yield part.text or ""
        for inner in part:
            yield from _shown(inner)
            yield inner.tail or ""


@pytest.mark.parametrize("ui", ["da", "sv"])
def test_the_subject_index_shouts_nowhere(services: ReaderServices, ui: str) -> None:
    """Danish definitions and Swedish headwords are printed in capitals, and each is an entry or the place of one."""
    heads = [head for head in services.situations if head.language == ui]
    pages = [html_of(services, f"?view=index&letter={letter[:1]}&ui={ui}") for letter in letters(heads)]
    assert [] == [word for html in pages for word in shouted(html, "register")]


@pytest.mark.parametrize(
    ("address", "within"),
    [
        ("?view=search&q=MTV&ui=da", "hits"),
        ("?view=search&q=strafkort&ui=sv", "hits"),
        ("?view=refs&law=def:ALERT&by=da-2017&ui=da", "plain"),
        ("?view=status&ui=sv", "stacked"),
        ("?law=part:foreword&by=nb-1997&in=nb-1997&ui=nb", "h1"),
        ("?law=def:BLINDE, den&by=da-2017&in=da-2017&ui=da", "h2"),
    ],
)
def test_no_name_of_a_place_is_shouted(services: ReaderServices, address: str, within: str) -> None:
    html = html_of(services, address)
    assert parts(html, within)
    assert not set(shouted(html, within)) - {"INTE"}  # an editor's emphasis


@pytest.mark.parametrize("address", ["sv-2017/16C", "nb-1997/16C", "da-2017/def:BLINDE, den"])
def test_the_address_that_stays_shouts_no_heading(services: ReaderServices, address: str) -> None:
    key, _, place = address.partition("/")
    html = record_page(services, provision_record(services, key, place), "sv")
    assert [] == [word for within in ("h1", "crumbs", "places") for word in shouted(html, within)]
    assert [] == _SHOUTED.findall(document_fromstring(html).findtext(".//title"))


def test_an_address_of_no_definition_lists_those_that_there_are_in_small_letters(services: ReaderServices) -> None:
    with pytest.raises(NoSuchAddressError) as told:
        place_in(services, services.library.entry("da-2017"), "def:nothing")
    html = failure_page(told.value.failure, "da")
    assert [] == list(shouted(html, "places"))
    assert "def:" not in "".join(parts(html, "places")[0].itertext())


def test_what_is_copied_of_a_definition_has_the_letters_of_the_book(services: ReaderServices) -> None:
    html = html_of(services, "?view=search&q=MTV&ui=da")
    assert 'data-cite="MODSTANDER"' in html
    assert "MODSTANDER" in "".join(parts(html, "hits")[0].itertext())


def test_the_step_to_the_next_law_names_it_in_sentence_case(services: ReaderServices) -> None:
    html = html_of(services, "?law=15&by=sv-2017&ui=sv")
    titles = [link.get("title") for link in document_fromstring(html).iter("a") if link.get("rel") == "next"]
    assert ["Nästa: Lag 16 Tillåten och otillåten information"] == [" ".join(str(one).split()) for one in titles]
