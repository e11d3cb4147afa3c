"""The page as Streamlit runs it: every view opens from its address, finds 16C, and keeps its address."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import pytest
from streamlit import config
from streamlit.components.v2.bidi_component import serialization
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.forward_msg_cache import populate_hash_if_needed
from streamlit.testing.v1 import AppTest

from app.reader import router
from app.reader.address import VIEWS
from app.reader.parts.frame import COMMITTEE
from corpus.schema import FileFault, FormatError

MAIN = str(Path(__file__).resolve().parents[2] / "app" / "main.py")


def opened(**params: str) -> tuple[AppTest, dict[str, Any]]:
    app = AppTest.from_file(MAIN, default_timeout=180)
    for key, value in params.items():
        app.query_params[key] = value
    app.run()
    assert not app.exception
    return app, shown(app)


def shown(app: AppTest) -> dict[str, Any]:
    """What the components were given, by part of the page."""
    parts = [json.loads(element.proto.json) for element in app.get("bidi_component")]
    return {part["part"]: part for (part,) in parts}


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_opens_and_keeps_its_address(view: str) -> None:
    app, parts = opened(view=view, law="16C", q="16C" if view == "search" else "", ui="da")
    assert view in COMMITTEE or "16" in parts["main"]["html"]
    assert parts["main"]["title"].endswith("Lovbro")
    assert view == app.query_params["view"]


def test_a_law_is_found_and_marked() -> None:
    _, parts = opened(law="16C2", ui="sv")
    assert "p-16C2" == parts["main"]["focus"]
    assert 'role="search"' in parts["head"]["html"]
    assert "sv" == parts["main"]["ui"]


def test_markup_in_the_address_reaches_no_page() -> None:
    _, parts = opened(q="<script>alert(1)</script>", law="<img src=x>", view="<b>")
    assert all("<script" not in part["html"] and "<img" not in part["html"] for part in parts.values())


def test_a_damaged_file_is_named_on_the_page_that_needs_it_and_the_others_open(monkeypatch: pytest.MonkeyPatch) -> None:
    fault = FileFault("kind", "data/parity/judgements.toml", "judgement[1].row", "text", "whole-number")

    def damaged(*_: object) -> None:
        raise FormatError(fault)

    monkeypatch.setitem(cast(dict[str, Any], router.PAGES), "terms", damaged)
    app = AppTest.from_file(MAIN, default_timeout=180)
    app.query_params["view"] = "terms"
    app.query_params["ui"] = "nb"
    app.run()
    assert not app.exception
    assert "judgements" in app.error[0].value
    assert "her skal det stå tekst" in app.error[0].value
    other, _ = opened(law="16")
    assert [] == list(other.error)


def test_in_no_page_streamlit_looks_for_tables_of_pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would import pandas to know one, before the first page is sent."""
    looked: list[object] = []
    monkeypatch.setattr(serialization, "is_dataframe_like", lambda value: looked.append(value))
    opened(law="16", ui="da")
    assert [] == looked


def test_no_page_waits_for_a_search_for_garbage_in_all_texts() -> None:
    assert config.get_option("runner.postScriptGC") is False


def test_no_browser_is_sent_a_reminder_of_a_page_that_it_may_have_forgotten() -> None:
    page = ForwardMsg()
    page.delta.new_element.html.body = "x" * 5_000_000
    populate_hash_if_needed(page)
    assert not page.metadata.cacheable
