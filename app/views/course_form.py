"""The poll of players, the time limits and the steps of a case: fields saved at once, what follows below them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any

import streamlit as st

from app.committee.course_document import (
    CALL_COLUMNS,
    PLAYER_COLUMNS,
    compose_count,
    deadline_faults,
    deadline_reason,
    is_step_time,
    moment_words,
    organiser_differs,
    stated_differs,
    step_basis,
    step_words,
)
from app.committee.deadlines import Deadline, deadlines
from app.committee.document_html import to_html
from app.committee.procedure import ProcedureOrder, read_order
from app.i18n.words import UiLanguage, words
from app.reader.text.unbroken import unbroken
from app.views.kept_fields import KeptFields
from app.views.markdown import escape_markdown
from corpus.dossiers.dossier import STEP_TIME, DoneStep, Dossier, PolledPlayer
from corpus.dossiers.fields import value_at
from corpus.library import Library
from corpus.store import load_lexicon
from corpus.text import excerpt

# Each row of fields: what a limit is counted from, and the organiser's own.
_LIMITS = (
    ("published", "request", "next_start"),
    ("notified", "further"),
    ("submitted", "comments"),
    ("received", "written"),
)


@st.cache_resource
def procedure_order() -> ProcedureOrder:
    """The order of steps and the rules of time limits, read once. Raises ProcedureOrderError."""
    return read_order(load_lexicon("procedure.toml"))


class CourseForm:
    """The fields of one case; ``save`` takes the name of a field of the case and its value."""

    def __init__(
        self,
        dossier: Dossier,
        ui: UiLanguage,
        fields: KeptFields,
        save: Callable[[str, Any], bool],
        order: ProcedureOrder,
    ) -> None:
        self._dossier = dossier
        self._ui = ui
        self._names = words(ui)
        self._fields = fields
        self._save = save
        self._order = order

    def draw_poll(self) -> None:
        """The players asked, and the calls counted."""
        poll = self._dossier.poll
        for number in range(len(poll)):
            with st.container(border=True):
                self._player(number, poll[number])
        st.button(self._names["poll_add"], key=f"{self._dossier.key}:poll:add", on_click=self._add_player)
        if poll:
            st.html(to_html(compose_count(poll, self._ui), self._ui))

    def draw_deadlines(self, library: Library) -> None:
        """What limits are counted from, and when they end."""
        st.caption(self._names["deadline_help"])
        for row in _LIMITS:
            for column, name in zip(st.columns(len(row)), row, strict=True):
                with column:
                    self._field(f"times-{name}", f"times_{name}")
        limits = self._limits(library)
        for text in dict.fromkeys(limit.superseded for limit in limits if limit.superseded):
            st.caption(escape_markdown(self._names["deadline_superseded"].format(text=text)))
        for limit in limits:
            due = moment_words(limit.due, self._ui) or self._names["deadline_open"]
            shown = (self._names[f"deadline_{limit.name}"], due, unbroken(deadline_reason(limit, self._ui)))
            st.markdown("**{}**: {}  \n{}".format(*map(escape_markdown, shown)))
            for fault in deadline_faults(limit, self._ui):
                st.warning(escape_markdown(fault))
            if differs := organiser_differs(limit, self._ui):
                st.warning(escape_markdown(differs))

    def draw_stated(self, library: Library) -> None:
        """Whether the time limit that the decision names is the one worked out."""
        if differs := stated_differs(self._dossier, self._limits(library), self._ui):
            st.warning(escape_markdown(differs))

    def _limits(self, library: Library) -> tuple[Deadline, ...]:
        return deadlines(self._dossier, library, self._order)

    def draw_steps(self) -> None:
        """The steps, each with a tick and its time."""
        done = {one.step: one for one in self._dossier.done}
        for step in self._order.steps:
            self._step(step, done.get(step))

    def _player(self, number: int, player: PolledPlayer) -> None:
        for names in (PLAYER_COLUMNS, CALL_COLUMNS):
            for column, name in zip(st.columns(len(names)), names, strict=True):
                with column:
                    self._player_field(number, name)
        self._player_field(number, "hand")
        st.button(
            self._names["desk_remove"],
            key=f"{self._dossier.key}:poll:{number}:{len(self._dossier.poll)}:out",
            on_click=partial(self._remove_player, number),
        )

    def _player_field(self, number: int, name: str) -> None:
        self._field(f"poll-{number}-{name}", f"poll_{name}")

    def _field(self, field: str, label: str) -> None:
        value = value_at(self._dossier, field)
        self._fields.text(field, self._names[label], value, partial(self._save, field), several_lines=False)

    def _add_player(self) -> None:
        """A row more; all are mostly shown the same hand."""
        poll = self._dossier.poll
        self._save("poll", (*poll, PolledPlayer(hand=poll[-1].hand if poll else "")))

    def _remove_player(self, number: int) -> None:
        poll = self._dossier.poll
        self._save("poll", (*poll[:number], *poll[number + 1 :]))

    def _step(self, step: str, done: DoneStep | None) -> None:
        tick, at = st.columns([3, 2])
        basis = step_basis(step, self._order, self._ui)
        key = f"{self._dossier.key}:step:{step}:{done is not None}"
        with tick:
            # Our own words have no markup: signs in front of the brackets would be read aloud.
            named = step_words(step, self._names)
            label = f"{named} ({unbroken(basis)})" if basis else named
            st.checkbox(label, value=done is not None, key=key, on_change=partial(self._tick, step))
        if done is not None:
            with at:
                self._field(f"done-{step}-at", "history_when")
                if done.at.strip() and not is_step_time(done.at):
                    st.warning(self._names["history_bad_when"].format(given=escape_markdown(excerpt(done.at.strip()))))

    def _tick(self, step: str) -> None:
        """Take a step, now, or take it back."""
        others = tuple(one for one in self._dossier.done if one.step != step)
        taken = len(others) < len(self._dossier.done)
        self._save("done", others if taken else (*others, DoneStep(step, datetime.now().strftime(STEP_TIME))))
