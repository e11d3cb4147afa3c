"""Addresses: read into states and written again; nothing typed into one can break a page."""

from __future__ import annotations

import string
from datetime import date
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.i18n.words import UI_LANGUAGES, WORDS, WordsError, count, day, read_words
from app.reader.address import (
    LETTER_SIZES,
    MAX_GOAL,
    MAX_PLACE,
    MAX_QUERY,
    VIEWS,
    PageState,
    address,
    browser_ui,
    default_columns,
    read_state,
)
from corpus import store

REGISTRY = store.load_registry()


def read(query: str, locale: str | None = "da-DK") -> PageState:
    return read_state(dict(parse_qsl(query.lstrip("?"))), REGISTRY, locale)


def test_an_empty_address_is_the_first_page_with_the_texts_in_force_first() -> None:
    state = read("")
    assert ("home", "da-2017", "da") == (state.view, state.by, state.ui)
    assert ("da-2017", "sv-2017", "dbf-2008") == state.columns


@pytest.mark.parametrize(("locale", "lead"), [("sv-SE", "sv-2017"), ("nb-NO", "da-2017"), ("fr", "da-2017")])
def test_a_reader_meets_a_text_in_force_first_and_in_his_language_if_there_is_one(locale: str, lead: str) -> None:
    assert lead == default_columns(REGISTRY, browser_ui(locale))[0]


@pytest.mark.parametrize(
    ("locale", "ui"), [("nn-NO", "nb"), ("no", "nb"), ("sv_FI", "sv"), ("de", "en"), (None, "en"), ("", "en")]
)
def test_the_browser_chooses_the_language_of_the_page(locale: str | None, ui: str) -> None:
    assert ui == browser_ui(locale)


@pytest.mark.parametrize("typed", ["16C2", "§ 16 C 2", "lov 16c2", "Lag 16C2", "16 c (2)"])
def test_a_law_is_read_in_every_form_that_people_write(typed: str) -> None:
    assert "16C2" == read_state({"law": typed}, REGISTRY).place


@pytest.mark.parametrize("query", ["ui=sv", "law=1", "path=revoke", "path=revoke&trail=trick-twelve,established"])
def test_an_address_names_no_more_than_it_must(query: str) -> None:
    assert f"?{query}" == address(read(query), REGISTRY).removesuffix("" if "ui=" in query else "&ui=da")


@pytest.mark.parametrize(("page", "number"), [("3", 3), ("0", 1), ("1" * 5000, 1), ("٣", 1), ("-2", 1), ("", 1)])
def test_a_page_that_cannot_be_is_the_first(page: str, number: int) -> None:
    assert number == read_state({"view": "decisions", "page": page}, REGISTRY).number


def test_the_address_of_the_design_page_is_written_as_it_is_read() -> None:
    assert "?law=16C2&in=da-2017,sv-2017&ui=da" == address(read("?law=16C2&in=da-2017,sv-2017"), REGISTRY)


@pytest.mark.parametrize(
    ("query", "key"),
    [("in=xx-1900", "bad_column"), ("date=yesterday", "bad_date"), ("view=x", "bad_view")],
)
def test_what_is_not_understood_is_said_and_the_rest_still_opens(query: str, key: str) -> None:
    state = read(query)
    assert [key] == [problem.key for problem in state.problems]
    assert "read" == state.view


def test_a_query_without_a_view_is_a_search() -> None:
    assert ("search", "DBf253") == (read("law=DBf253").view, read("law=DBf253").query), "no number of a provision"
    assert "search" == read("q=revoke").view
    assert "terms" == read("q=revoke&view=terms").view


STATES = st.builds(
    PageState,
    view=st.sampled_from(VIEWS),
    place=st.sampled_from(["1", "16C2a", "X90B4c", "def:Alert", "def:BLINDE, den", "part:foreword", "def"]),
    by=st.sampled_from(REGISTRY.keys),
    columns=st.lists(st.sampled_from(REGISTRY.keys), min_size=1, max_size=4, unique=True).map(tuple),
    query=st.text(max_size=20).map(str.strip),
    goal=st.text(max_size=20).map(str.strip),
    ui=st.sampled_from(UI_LANGUAGES),
    played=st.none() | st.dates(date(1990, 1, 1), date(2030, 1, 1)),
    corrections=st.booleans(),
    only=st.lists(st.sampled_from(REGISTRY.keys), max_size=2, unique=True).map(tuple),
    kind=st.sampled_from(["", "note"]),
    part=st.sampled_from(["", "chapter-3"]),
    pair=st.sampled_from(["", "1997-2007"]),
    letters=st.sampled_from(LETTER_SIZES),
    letter=st.sampled_from(["", "Å"]),
    number=st.integers(1, 99),
    path=st.sampled_from(["", "revoke"]),
    trail=st.lists(st.sampled_from(["which", "two-tricks"]), max_size=3).map(tuple),
)


@pytest.mark.parametrize(("name", "limit"), [("q", MAX_QUERY), ("to", MAX_GOAL), ("law", MAX_PLACE)])
def test_what_is_too_long_is_cut_so_that_its_address_leads_to_the_same(name: str, limit: int) -> None:
    state = read_state({"q": "x", name: "def:" + "x" * (limit - 5) + " and more"}, REGISTRY)
    assert state == read(address(state, REGISTRY))


@given(STATES)
def test_every_state_has_an_address_that_leads_back_to_it(state: PageState) -> None:
    state = state.to(on=state.columns[-1], number=state.number)
    if not state.query and state.view == "search":
        state = state.to(view="read")
    if state.view in ("home", "path", "search", "status", "index", "terms", "concordance"):
        state = state.to(place="1")
    again = read_state(dict(parse_qsl(address(state, REGISTRY)[1:], keep_blank_values=True)), REGISTRY)
    assert state == again


@given(
    st.dictionaries(
        st.sampled_from(
            ["law", "in", "q", "date", "page", "by", "on", "ui", "view", "only", "to", "pair", "path", "trail"]
        ),
        st.text(st.characters(exclude_categories=())),  # halves of characters too
    )
)
def test_no_address_whatever_is_an_error(params: dict[str, str]) -> None:
    state = read_state(params, REGISTRY, params.get("ui"))
    assert state.columns
    assert address(state, REGISTRY).startswith("?")
    assert str(vars(state)).encode()


def test_every_word_of_the_interface_stands_in_all_four_languages() -> None:
    keys = [set(WORDS[ui]) for ui in UI_LANGUAGES]
    assert all(found == keys[0] for found in keys)
    assert all(words[key].strip() for words in WORDS.values() for key in words)


def test_the_same_blanks_are_filled_in_every_language() -> None:
    for key in WORDS["en"]:
        fields = [{name for _, name, _, _ in string.Formatter().parse(WORDS[ui][key]) if name} for ui in UI_LANGUAGES]
        assert all(found == fields[0] for found in fields), key


def test_a_missing_word_stops_the_program_by_name() -> None:
    with pytest.raises(WordsError, match="line 2: absent: sv"):
        read_words("key\tda\tnb\tsv\ten\nread\tLæs\tLes\t\tRead\n")


def test_dates_and_numbers_have_the_form_of_the_language() -> None:
    assert ["1. marts 2009", "1. mars 2009", "1 mars 2009", "1 March 2009"] == [
        day(date(2009, 3, 1), ui) for ui in UI_LANGUAGES
    ]
    assert ["1.234", "1\u00a0234", "1\u00a0234", "1,234"] == [count(1234, ui) for ui in UI_LANGUAGES]
