"""One look on every machine: the letters, the headings, the tools, paper, the home screen."""

from __future__ import annotations

import json

import pytest

from tests.browser.conftest import Reader

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_text_and_apparatus_are_set_in_the_letters_that_are_shipped(reader: Reader) -> None:
    page = reader.open("?law=16&ui=da")
    page.wait_for_function(
        "() => document.fonts.check('17px \"Lovbro Serif\"') && document.fonts.check('13px \"Lovbro Sans\"')"
    )
    used = page.evaluate(
        "['.cell p:not(.bio)', '.tools'].map(s => getComputedStyle(document.querySelector(s)).fontFamily)"
    )
    assert ["Lovbro Serif", "Lovbro Sans"] == [family.split(",")[0].strip('"') for family in used]


def test_headings_do_not_shout_and_are_copied_as_printed(reader: Reader) -> None:
    page = reader.open("?law=16&by=nb-1997&in=nb-1997&ui=nb")
    heading = page.locator("h1").first
    assert heading.text_content() == (heading.text_content() or "").upper()
    assert heading.inner_text() == (shown := heading.inner_text())[0] + shown[1:].lower()
    assert not page.title().split(" · ")[1].isupper()


def test_the_link_alone_is_copied(reader: Reader) -> None:
    page = reader.open("?law=16C&ui=da")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.click("[data-copy=link]")
    page.wait_for_selector("#said:not(:empty)", state="attached")
    assert page.url == page.evaluate("navigator.clipboard.readText()")


def test_the_page_bears_its_own_name_from_the_first_moment(reader: Reader) -> None:
    first = reader.page.request.get(reader.server).text()
    assert "<title>Lovbro</title>" in first
    assert "<title>Streamlit" not in first


def test_a_phone_can_put_it_on_its_home_screen(reader: Reader) -> None:
    server = reader.server.rstrip("/")
    found = json.loads(reader.page.request.get(f"{server}/manifest.webmanifest").text())
    assert ("Lovbro", "standalone") == (found["short_name"], found["display"])
    for icon in found["icons"]:
        answer = reader.page.request.get(server + icon["src"])
        assert ("image/png", b"\x89PNG") == (answer.headers["content-type"], answer.body()[:4])


def test_a_third_column_of_1997_is_shown_only_when_asked_for(reader: Reader) -> None:
    page = reader.open("?law=16&ui=da")
    assert ["da-2017", "sv-2017"] == page.locator(".row.head .cell").evaluate_all(
        "cells => cells.map(c => c.dataset.key)"
    )


def test_the_sign_of_a_note_stands_within_its_line_and_close_to_what_follows(reader: Reader) -> None:
    page = reader.open("?law=40B2a&by=sv-2017&in=sv-2017&ui=sv")
    above, gap = page.locator(".cell .nm").first.evaluate(
        """(sign) => {
          const range = document.createRange();
          const box = (node) => { range.selectNodeContents(node); return [...range.getClientRects()].at(-1); };
          return [box(sign.previousSibling).top - box(sign).top, box(sign.nextSibling).left - box(sign).right];
        }"""
    )
    assert abs(above) <= 1
    assert gap < 1
