"""The register of decisions on the screen: by provision or by filter, one decision, and taking files in."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from pathlib import PurePath
from typing import get_args

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from app.committee.play_date import play_date
from app.committee.register import ImportResult, IncomingFile, Register, add, from_paths, open_register, samples
from app.export.tables import csv_file
from app.i18n.errors import fault_words, refusal_words
from app.i18n.words import UiLanguage, words
from app.reader.parts.decision_lists import FIELD_LABELS, IN_A_LIST, at_provision, decision_page, field_value, listed
from app.reader.parts.decision_statistics import STATISTICS, statistics_link, statistics_page, statistics_rows
from app.reader.text.html import style
from app.views.case_form import MESSAGE, correction_forms, settling_form
from app.views.collecting import add_to_case_form
from app.views.desk import Desk, own_desk
from app.views.markdown import escape_markdown
from app.views.publishing_form import publishing_form
from app.views.text_box import text_box
from corpus.dossiers.quotation import quote_case
from corpus.ids import BadIdError, ProvisionId
from corpus.library import Library
from corpus.precedents.corrections import FIELD_VALUES, Corrections, CorrectionsError
from corpus.precedents.decision import Decision, DecisionOutcome, Deposit
from corpus.precedents.folder import CaseFolder
from corpus.registry import LAWS
from corpus.schema import FileFault
from corpus.text import excerpt
from index.precedents.casebook import RegisterCoverage
from index.precedents.filters import TELLABLE, DecisionFilter, TellableField
from parser.citations.edition import read_edition

_EXAMPLE = "2009-03-01"
_SHOWN = "precedents_shown"
_ADDED = "precedents_added"
_UNTOLD = "?"  # chosen for the decisions that do not tell a field; no body has this name
_FILTERED: tuple[TellableField, ...] = ("instance", "outcome", "unanimous", "deposit")


def show(library: Library, ui: UiLanguage, params: Mapping[str, str], desk: Desk | None = None) -> None:
    """The view. ``params``: ``case`` opens a decision; ``law`` and ``by`` name a provision of an expression.

    ``desk`` is what this window may open, all of this machine's person without it.
    """
    desk = desk or own_desk()
    folder = desk.cases
    register = open_register(folder)
    names = words(ui)
    counted = params.get("kind") == STATISTICS and not register.casebook.reach.is_empty
    st.header(names["desk_statistics" if counted else "precedents"], anchor=False)
    with st.container():  # always there: a form below that moves down is folded again
        if message := st.session_state.pop(MESSAGE, ""):
            st.success(message)
    for one in register.damaged:
        st.error(names["desk_damaged"].format(reason=escape_markdown(fault_words(one.fault, ui))))
    asked = params.get("case", "")
    decision = register.casebook.by_key.get(asked)
    if asked and decision is None and not message:
        st.warning(names["desk_no_such_case"].format(key=escape_markdown(excerpt(asked))))
    if decision is not None:
        _decision(decision, desk, register, library, ui)
        return
    # An empty register is not asked: what it is for, and how cases come in, is all there is to say.
    empty = register.casebook.reach.is_empty
    if counted:
        _statistics(library, register, ui)
        return
    typed, place, work, edition = ("", "", "", "") if empty else _asked(library, ui, params)
    chosen = DecisionFilter() if empty else _filter(register, typed, ui)
    if place:
        found = register.casebook.at(work, edition, place, chosen)
        st.html(at_provision(found, register.casebook.reach, ui))
    else:
        _list(chosen, register, ui)
    if not empty:
        st.html(statistics_link(ui))
    if desk.registers:
        _import_form(folder, ui, empty)


def _statistics(library: Library, register: Register, ui: UiLanguage) -> None:
    """How decisions ended, by year and by law of today, and the same as a file."""
    st.html(statistics_page(register.casebook, library, ui))

    def table() -> bytes:
        return csv_file(statistics_rows(register.casebook, library.registry))

    st.download_button(words(ui)["chg_csv"], table, "lovbro-statistics.csv", "text/csv", on_click="ignore")


def _decision(decision: Decision, desk: Desk, register: Register, library: Library, ui: UiLanguage) -> None:
    names, folder = words(ui), desk.cases
    today = {work: library.registry.current_edition(work) for work in ("laws", "dbf")}
    try:
        corrections = folder.corrections(decision.key)
    except CorrectionsError as error:
        corrections = Corrections()
        st.error(names["desk_damaged"].format(reason=escape_markdown(fault_words(error.fault, ui))))
    st.html(decision_page(decision, register.casebook, today, ui, corrections, ["fields"]))
    if desk.registers:
        settling_form(decision, folder, ui)
    st.html(decision_page(decision, register.casebook, today, ui, corrections, ["text"]))
    if desk.registers:
        correction_forms(decision, folder, ui)
        publishing_form(decision, register.casebook, today, desk.holder, ui)
    original = folder.whole_original(decision)
    if isinstance(original, FileFault):
        st.error(names["desk_damaged"].format(reason=escape_markdown(fault_words(original, ui))))
    else:
        st.download_button(
            names["desk_original"],
            original.content,
            f"{decision.key}{original.ending}",
            "application/octet-stream",
        )
    if desk.writes:
        add_to_case_form(quote_case(decision), ui, desk.dossiers)


def _list(chosen: DecisionFilter, register: Register, ui: UiLanguage) -> None:
    """The newest decisions that a filter accepts, and a button for more of them."""
    casebook = register.casebook
    shown, count = st.session_state.get(_SHOWN, IN_A_LIST), casebook.count(chosen)
    st.html(listed(casebook.select(chosen, shown), casebook.reach, ui, count))
    if count > shown and st.button(words(ui)["more"].format(count=min(IN_A_LIST, count - shown))):
        st.session_state[_SHOWN] = shown + IN_A_LIST
        st.rerun()


def _filter(register: Register, typed: str, ui: UiLanguage) -> DecisionFilter:
    """What narrows the list, folded until somebody wants it; ``typed`` are words in the cases."""
    names = words(ui)
    with st.expander(names["filter"]):
        return _filter_fields(register, typed, ui)


def _filter_fields(register: Register, typed: str, ui: UiLanguage) -> DecisionFilter:
    names, reach = words(ui), register.casebook.reach

    def label(word: str, field: str) -> str:
        count = reach.untold[field]
        return names["desk_untold"].format(label=names[word], count=count) if count else names[word]

    chosen = {
        field: _choice(column, label(FIELD_LABELS[field], field), _filter_values(field, reach, ui), ui)
        for column, field in zip(st.columns(len(_FILTERED)), _FILTERED, strict=True)
    }
    four, five, six = st.columns(3, vertical_alignment="bottom")
    with four:
        since = _day(label("desk_since", "played"), ui)
    with five:
        until = _day(label("desk_until", "played"), ui)
    undated = bool(reach.undated) and six.checkbox(names["desk_no_year"])
    told = {field: "" if value == _UNTOLD else value for field, value in chosen.items()}
    return DecisionFilter(
        instance=told["instance"],
        outcome=next(o for o in get_args(DecisionOutcome) if o == told["outcome"]),
        deposit=next(d for d in get_args(Deposit) if d == told["deposit"]),
        unanimous={"yes": True, "no": False}.get(told["unanimous"]),
        since=since,
        until=until,
        words=typed,
        untold=tuple(field for field in TELLABLE if chosen.get(field) == _UNTOLD or (undated and field == "played")),
    )


def _filter_values(field: TellableField, reach: RegisterCoverage, ui: UiLanguage) -> Mapping[str, str]:
    """The values by which a field narrows the list, each with its name; ``_UNTOLD`` where a case does not tell it."""
    values = [name for name, _ in reach.instances] if field == "instance" else FIELD_VALUES[field]
    own = {value: field_value(field, value, ui) for value in values}
    return {**own, _UNTOLD: words(ui)["desk_not_told"]} if reach.untold[field] else own


def _choice(column: DeltaGenerator, label: str, names: Mapping[str, str], ui: UiLanguage) -> str:
    """A box in a column to choose one of the keys of ``names`` from, each under its name; "" is any of them."""
    shown, hint = {"": words(ui)["desk_any"], **names}, words(ui)["desk_choose"]
    return column.selectbox(label, list(shown), format_func=lambda key: shown[key], placeholder=hint) or ""


def _day(label: str, ui: UiLanguage) -> date | None:
    """A date as people write it; Streamlit's own date field is in English only. None when it is empty or wrong."""
    typed = (st.text_input(label, placeholder=_EXAMPLE, max_chars=40) or "").strip()
    day = play_date(typed, ui)
    if typed and day is None:
        st.warning(words(ui)["bad_date"].format(given=escape_markdown(excerpt(typed))))
    return day


def _asked(library: Library, ui: UiLanguage, params: Mapping[str, str]) -> tuple[str, str, str, str]:
    """The words that were typed; the provision, empty for none, with the work and edition whose number it is: those of
    the text, or the edition of the laws that is named beside the number ("12C1e 2007").
    """
    names = words(ui)
    left, middle, right = st.columns(3)
    sought = left.text_input(names["desk_search_words"], max_chars=200) or ""
    typed = middle.text_input(names["desk_citation"], params.get("law", ""), max_chars=120) or ""
    with right:
        expression = text_box(library, library.registry.keys, params.get("by", ""), ui)
    entry = library.entry(expression)
    meant = read_edition(typed, library.registry.editions_of(LAWS)) if entry.work == LAWS else None
    number, edition = (meant.rest, meant.edition) if meant and meant.edition else (typed, entry.edition)
    with st.container():  # always there: what is told in it would fold the filter below
        try:
            return sought, str(ProvisionId.parse(number)) if number.strip() else "", entry.work, edition
        except BadIdError:
            told = names["desk_nothing_there"]
            st.warning(told.format(given=escape_markdown(excerpt(typed)), expression=entry.short))
    return sought, "", "", ""


def _import_form(folder: CaseFolder, ui: UiLanguage, empty: bool) -> None:
    """The form that takes files in, open where there is nothing else to do, and what became of those sent last."""
    names, added = words(ui), tuple[ImportResult, ...](st.session_state.get(_ADDED, ()))
    with st.expander(names["desk_add_files"], expanded=empty or bool(added)):
        with st.form("precedents_add", clear_on_submit=True):
            # Streamlit's own words on the button are English; the style sheet puts these in their place.
            st.html(style(f":root {{ --upload: {json.dumps(names['desk_choose_files'], ensure_ascii=False)} }}"))
            files = st.file_uploader(names["desk_add_files"], accept_multiple_files=True, label_visibility="collapsed")
            played = _day(names["desk_played_if_missing"], ui)
            if st.form_submit_button(names["desk_add"]) and files:
                incoming = [IncomingFile(file.name, file.getvalue()) for file in files]
                _keep(add(incoming, folder, played), len(incoming), ui)
        if st.button(names["desk_add_samples"]):
            _keep(add(from_paths(samples()), folder), len(samples()), ui)
        if added:
            st.text("\n".join(_fate(one, ui) for one in added))  # names are shown as text, never as markup


def _keep(results: Iterable[ImportResult], total: int, ui: UiLanguage) -> None:
    """Keep what became of each of ``total`` files, and draw the page again: its list has them now."""
    bar = st.progress(0.0)
    st.session_state[_ADDED] = tuple(counted(results, total, ui, bar.progress))
    st.rerun()


def counted(
    results: Iterable[ImportResult], total: int, ui: UiLanguage, tell: Callable[[float, str], object]
) -> Iterator[ImportResult]:
    """The results one by one; ``tell`` gets what part of the files is read, before the first and after each."""
    said = words(ui)["desk_taking_in"]
    tell(0.0, said.format(number=0, total=total))
    for number, result in enumerate(results, 1):
        tell(min(number / total, 1.0), said.format(number=number, total=total))
        yield result


def _fate(result: ImportResult, ui: UiLanguage) -> str:
    """What became of a file, by its name."""
    reason = refusal_words(result.refusal, ui) if result.refusal else ""
    fate = words(ui)[f"desk_fate_{result.fate}"].format(other=result.other, reason=reason)
    return f"{PurePath(result.name).name}: {fate}"
