"""The register of decisions on the screen: by provision or by filter, one decision, and taking files in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from typing import get_args

import streamlit as st

from app.committee.register import ImportResult, Incoming, Register, add, from_paths, open_register, samples
from app.i18n.errors import refusal
from app.i18n.words import words as page_words
from app.i18n.words_desk import words
from app.reader.address import UiLanguage
from app.reader.parts.decision_lists import at_provision, decision_page, listed
from app.reader.text.html import style
from app.views.dossier import put_into_dossier
from app.views.markdown import unmarked
from corpus.dossiers.quotation import quote_case
from corpus.ids import BadIdError, ProvisionId
from corpus.library import Library
from corpus.precedents.decision import OUTCOMES, Decision, Outcome, latest_edition
from corpus.precedents.folder import CaseFolder, case_folder
from index.precedents import DecisionFilter

_EXAMPLE = "2009-03-01"


def show(library: Library, ui: UiLanguage, params: Mapping[str, str]) -> None:
    """The view. ``params``: ``case`` opens a decision; ``law`` and ``by`` name a provision of an expression."""
    folder = case_folder()
    register = open_register(folder)
    say = words(ui)
    st.header(say["precedents"], anchor=False)
    for one in register.damaged:
        st.error(say["damaged"].format(name=unmarked(one.name), reason=unmarked(refusal(one.reason, ui))))
    decision = register.casebook.by_key.get(params.get("case", ""))
    if decision is not None:
        _decision(decision, folder, register, library, ui)
        return
    chosen = _filter(register, ui)
    place, expression = _provision(library, ui, params)
    if place:
        entry = library.entry(expression)
        found = register.casebook.at(entry.work, entry.edition, place, chosen)
        st.html(at_provision(found, register.casebook.reach, ui))
    else:
        st.html(listed(register.casebook.select(chosen), register.casebook.reach, ui))
    _take_in(folder, ui)


def _decision(decision: Decision, folder: CaseFolder, register: Register, library: Library, ui: UiLanguage) -> None:
    say = words(ui)
    today = {"laws": latest_edition(library.registry, "laws"), "dbf": latest_edition(library.registry, "dbf")}
    st.html(decision_page(decision, register.casebook, today, ui))
    original = folder.original(decision.key)
    if original is not None:
        st.download_button(
            say["original"], original.read_bytes(), f"{decision.key}{original.suffix}", "application/octet-stream"
        )
    put_into_dossier(quote_case(decision), ui)


def _filter(register: Register, ui: UiLanguage) -> DecisionFilter:
    say = words(ui)
    instances = ["", *(name for name, _ in register.casebook.reach.instances)]
    one, two, three = st.columns(3)
    instance = one.selectbox(
        say["instance"], instances, format_func=lambda name: name or say["any"], placeholder=say["choose"]
    )
    outcomes: list[Outcome] = ["", *(outcome for outcome in OUTCOMES if outcome)]
    outcome = two.selectbox(
        say["outcome"],
        outcomes,
        format_func=lambda name: say[f"outcome_{name}"] if name else say["any"],
        placeholder=say["choose"],
    )
    unanimous = three.selectbox(
        say["unanimity"],
        ["", "yes", "no"],
        format_func=lambda name: say[f"unanimous_{name}"] if name else say["any"],
        placeholder=say["choose"],
    )
    four, five, six = st.columns(3)
    with four:
        since = _day(say["since"], ui)
    with five:
        until = _day(say["until"], ui)
    asked = six.text_input(say["search_words"], max_chars=200)
    return DecisionFilter(
        instance=instance or "",
        outcome=next(o for o in get_args(Outcome) if o == (outcome or "")),
        unanimous={"yes": True, "no": False}.get(unanimous or ""),
        since=since,
        until=until,
        words=asked or "",
    )


def _day(label: str, ui: UiLanguage) -> date | None:
    """A date as it stands in addresses; Streamlit's own date field speaks English only."""
    typed = (st.text_input(label, placeholder=_EXAMPLE, max_chars=len(_EXAMPLE)) or "").strip()
    try:
        return date.fromisoformat(typed) if typed else None
    except ValueError:
        st.warning(page_words(ui)["bad_date"].format(given=unmarked(typed)))
        return None


def _provision(library: Library, ui: UiLanguage, params: Mapping[str, str]) -> tuple[str, str]:
    say = words(ui)
    keys = library.registry.keys
    left, right = st.columns(2)
    by = params.get("by", "")
    typed = left.text_input(say["citation"], params.get("law", ""), max_chars=120)
    expression = right.selectbox(
        say["text_edition"],
        keys,
        index=keys.index(by) if by in keys else 0,
        format_func=lambda key: library.entry(key).short,
        placeholder=say["choose"],
    )
    if not (typed or "").strip():
        return "", expression
    try:
        return str(ProvisionId.parse(typed or "")), expression
    except BadIdError:
        st.warning(say["nothing_there"].format(given=unmarked(typed or ""), expression=library.entry(expression).short))
        return "", expression


def _take_in(folder: CaseFolder, ui: UiLanguage) -> None:
    say = words(ui)
    with st.expander(say["add_files"]):
        with st.form("precedents_add", clear_on_submit=True):
            # Streamlit's own words on the button are English; the style sheet puts these in their place.
            st.html(style(f":root {{ --upload: {json.dumps(say['choose_files'], ensure_ascii=False)} }}"))
            files = st.file_uploader(say["add_files"], accept_multiple_files=True, label_visibility="collapsed")
            played = _day(say["played_if_missing"], ui)
            if st.form_submit_button(say["add"]) and files:
                incoming = [Incoming(file.name, file.getvalue()) for file in files]
                _tell(list(add(incoming, folder, played)), ui)
        if st.button(say["add_samples"]):
            _tell(list(add(from_paths(samples()), folder)), ui)


def _tell(results: list[ImportResult], ui: UiLanguage) -> None:
    """What became of each file, by name; the names are shown as text, never as markup."""
    say = words(ui)
    lines = [f"{r.name}: {say[f'fate_{r.fate}'].format(other=r.other, reason=refusal(r.reason, ui))}" for r in results]
    st.text("\n".join(lines))
