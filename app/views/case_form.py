"""The forms below a decision: correct a field or a citation, read the original again, take the case out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, get_args

import streamlit as st

from app.committee.case_editing import edit, fields_to_settle, judge_citation, place_of, read_again, remove
from app.committee.play_date import play_date
from app.i18n.errors import fault_words, refusal_words
from app.i18n.words import UiLanguage, words
from app.reader.parts.decision_lists import FIELD_LABELS, field_value
from app.views.markdown import escape_markdown
from corpus.precedents.corrections import (
    CORRECTABLE,
    FIELD_VALUES,
    BadCorrectionError,
    CorrectableField,
    CorrectionsError,
    field_text,
)
from corpus.precedents.decision import CaseCitation, CitationFinding, Decision
from corpus.precedents.folder import CaseFolder
from corpus.text import excerpt

if TYPE_CHECKING:  # what reads files is imported where one is read
    from parser.decisions.open_fields import OpenField

_FINDINGS: tuple[CitationFinding, ...] = get_args(CitationFinding)
_FINDING_WORDS = {"applied": "desk_applied", "not-breached": "desk_not_breached", "mentioned": "desk_mentioned"}
MESSAGE = "case_message"
"""Where the session keeps what was done, until the page has said it."""
_LONGEST = 200


def settling_form(decision: Decision, folder: CaseFolder, ui: UiLanguage) -> None:
    """Draw what the file offers for each field that is unknown, to choose from; nothing where it offers nothing."""
    names, asked = words(ui), fields_to_settle(folder, decision)
    if not asked:
        return
    with st.form(f"settle_{decision.key}"):
        st.subheader(names["desk_settle"], anchor=False)
        st.caption(names["desk_settle_how"])
        chosen = {one.field: _offered(one, decision, ui) for one in asked}
        changes: dict[str, str] = {field: value for field, value in chosen.items() if value}
        if st.form_submit_button(names["desk_save_corrections"]):
            _save(decision, folder, changes, ui)


def _save(decision: Decision, folder: CaseFolder, changes: Mapping[str, str], ui: UiLanguage) -> None:
    if changes and attempt(lambda: edit(folder, decision, changes), ui):
        done(words(ui)["desk_saved"])


def _offered(asked: OpenField, decision: Decision, ui: UiLanguage) -> str:
    """The value that was chosen, "" while the field stays unknown."""
    values = ["", *(one.value for one in asked.choices)]

    def name(value: str) -> str:
        return escape_markdown(field_value(asked.field, value, ui) or words(ui)["desk_unknown"])

    label, key = words(ui)[FIELD_LABELS[asked.field]], f"settle_{decision.key}_{asked.field}"
    captions = ["", *(escape_markdown(one.words) for one in asked.choices)]
    return st.radio(label, values, format_func=name, captions=captions, key=key) or ""


def correction_forms(decision: Decision, folder: CaseFolder, ui: UiLanguage) -> None:
    """Draw the forms; what is saved is shown at once, with a message under ``MESSAGE`` for the page."""
    names = words(ui)
    with st.expander(names["desk_correct"]):
        _fields_form(decision, folder, ui)
        _citation_form(decision, folder, ui)
        if st.button(names["desk_read_again"]):
            _read_again(decision, folder, ui)
        sure = st.checkbox(names["desk_remove_sure"])
        pressed = st.button(names["desk_remove_case"], disabled=not sure)
        if pressed and attempt(lambda: remove(folder, decision.key), ui):
            done(names["desk_removed"].format(number=escape_markdown(decision.number)))


def _fields_form(decision: Decision, folder: CaseFolder, ui: UiLanguage) -> None:
    names = words(ui)
    with st.form(f"correct_{decision.key}"):
        values: dict[str, str] = {}
        # A row for each two: on a phone, and by keyboard, they come in the order of the table above.
        for first in range(0, len(CORRECTABLE), 2):
            for column, field in zip(st.columns(2), CORRECTABLE[first : first + 2], strict=False):
                with column:
                    values[field] = _box(decision, field, ui)
        if st.form_submit_button(names["desk_save_corrections"]):
            changes: dict[str, str] = {}
            changes |= {field: values[field] for field in CORRECTABLE if values[field] != field_text(decision, field)}
            if day := play_date(changes.get("played", ""), ui):
                changes["played"] = day.isoformat()
            _save(decision, folder, changes, ui)


def _box(decision: Decision, field: CorrectableField, ui: UiLanguage) -> str:
    label, value = words(ui)[FIELD_LABELS[field]], field_text(decision, field)
    if field not in FIELD_VALUES:
        return st.text_input(label, value, max_chars=_LONGEST) or ""
    choices = ("", *FIELD_VALUES[field])
    return _select(label, choices, value, lambda one: field_value(field, one, ui) or words(ui)["desk_unknown"], ui)


def _citation_form(decision: Decision, folder: CaseFolder, ui: UiLanguage) -> None:
    names = words(ui)
    places = range(len(decision.citations) + 1)  # the last stands for words that were not read as a citation
    chosen = st.selectbox(
        names["desk_citations"], places, format_func=lambda n: _citation_name(decision, n, ui), key=f"c_{decision.key}"
    )
    citation = decision.citations[chosen] if chosen is not None and chosen < len(decision.citations) else None
    with st.form(f"citation_{decision.key}_{chosen}"):
        printed = "" if citation else st.text_input(names["desk_citation_words"], max_chars=_LONGEST) or ""
        number = st.text_input(names["desk_citation_number"], ", ".join(citation.ids) if citation else "", max_chars=80)
        standing = citation.finding if citation else "applied"
        finding = _select(names["desk_finding"], _FINDINGS, standing, lambda one: names[_FINDING_WORDS[one]], ui)
        if st.form_submit_button(names["desk_save_corrections"]):
            place = citation or place_of(decision, printed)
            if place is None:
                st.warning(names["desk_citation_absent"])
            elif attempt(lambda: _judge(folder, decision, place, number or "", finding), ui):
                done(names["desk_saved"])


def _judge(folder: CaseFolder, decision: Decision, place: CaseCitation, number: str, finding: str) -> None:
    judge_citation(folder, decision, place, number, next(one for one in _FINDINGS if one == finding))


def _citation_name(decision: Decision, number: int, ui: UiLanguage) -> str:
    if number == len(decision.citations):
        return words(ui)["desk_citation_other"]
    citation = decision.citations[number]
    return f"{number + 1}. {citation.printed} · {words(ui)[_FINDING_WORDS[citation.finding]]}"


def _read_again(decision: Decision, folder: CaseFolder, ui: UiLanguage) -> None:
    names = words(ui)
    for result in read_again(folder, [decision]):
        if result.refusal:
            st.error(names["desk_not_read_again"].format(reason=escape_markdown(refusal_words(result.refusal, ui))))
        elif result.fault:
            st.error(names["desk_not_read_again"].format(reason=escape_markdown(fault_words(result.fault, ui))))
        elif result.changed:
            labels = _labels("citations", "desk_citations")
            fields = ", ".join(names[label].lower() for field, label in labels.items() if field in result.changed)
            done(names["desk_read_changed"].format(fields=fields))
        else:
            st.info(names["desk_read_as_before"])


def attempt(change: Callable[[], object], ui: UiLanguage) -> bool:
    """True when a change was made; what cannot be kept is told, and nothing is changed then."""
    names = words(ui)
    try:
        change()
    except BadCorrectionError as error:
        labels = _labels("citation", "desk_provision")
        label = names[labels.get(error.field, "desk_field")]
        told = names["desk_bad_played" if error.field == "played" else "desk_bad_value"]
        st.warning(told.format(label=label, given=escape_markdown(excerpt(error.value))))
    except CorrectionsError as error:
        st.error(escape_markdown(fault_words(error.fault, ui)))
    except OSError as error:
        st.error(names["desk_unreadable_folder"].format(cause=error.strerror or error))
    else:
        return True
    return False


def _labels(name: str, label: str) -> dict[str, str]:
    """The words of the fields, and of one more thing that can be corrected."""
    labels: dict[str, str] = {name: label}
    labels |= {field: FIELD_LABELS[field] for field in CORRECTABLE}
    return labels


def done(message: str) -> None:
    """Draw the page again, with a message above it."""
    st.session_state[MESSAGE] = message
    st.rerun()


def _select(label: str, choices: Sequence[str], value: str, name: Callable[[str], str], ui: UiLanguage) -> str:
    at = list(choices).index(value)
    return st.selectbox(label, list(choices), at, format_func=name, placeholder=words(ui)["desk_choose"]) or ""
