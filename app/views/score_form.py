"""The score calculator of a case: what is typed is saved at once, and the sum stands below it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import streamlit as st

from app.committee.document_html import to_html
from app.committee.score_document import compose_score
from app.committee.scoring.choices import FORMS_OF_SCORING, OFFENDING_SIDES, VULNERABILITIES, offered_rules
from app.committee.scoring.tables import LEXICON, ScoringTables, read_scoring_tables
from app.i18n.words import UiLanguage, words
from app.views.kept_fields import KeptFields
from corpus.dossiers.dossier import Dossier
from corpus.library import Library
from corpus.store import load_lexicon


@st.cache_resource
def scoring_tables(_library: Library) -> ScoringTables:
    """The scales of the texts, read once. Raises ScoringTablesError."""
    return read_scoring_tables(_library, load_lexicon(LEXICON))


class ScoreForm:
    """The fields of one case's adjusted score; ``fields`` keep the words, ``save`` takes a field's name and value."""

    def __init__(self, dossier: Dossier, ui: UiLanguage, fields: KeptFields, save: Callable[[str, Any], bool]) -> None:
        self._dossier = dossier
        self._ui = ui
        self._names = words(ui)
        self._fields = fields
        self._save = save

    def draw(self, tables: ScoringTables) -> None:
        """The fields, and below them the sum in the language of the page."""
        first, second, third = st.columns(3)
        with first:
            self._choice("form", FORMS_OF_SCORING)
        with second:
            self._choice("vulnerable", VULNERABILITIES)
        with third:
            self._choice("offending", OFFENDING_SIDES)
        self._field("outcomes", several_lines=True)
        self._field("others")
        if self._dossier.score.form in ("", "teams"):
            left, right = st.columns(2)
            with left:
                self._field("boards")
            with right:
                self._field("rest")
        self._rules()
        case = self._dossier
        st.html(to_html(compose_score(case.score, case.board, tables, self._ui, case.language), self._ui))

    def _field(self, name: str, several_lines: bool = False) -> None:
        value = str(getattr(self._dossier.score, name))
        label = self._names[f"score_{name}"]
        self._fields.text(f"score-{name}", label, value, partial(self._keep, name), several_lines)

    def _keep(self, name: str, value: Any) -> bool:
        return self._save(f"score-{name}", value)

    def _choice(self, name: str, options: Sequence[str]) -> None:
        value = str(getattr(self._dossier.score, name))
        shown_as, save = partial(self._option, name), partial(self._keep, name)
        self._fields.choice(f"score_{name}", self._names[f"score_{name}"], value, options, shown_as, save)

    def _option(self, name: str, option: str) -> str:
        side = f"score_side_{option}"
        return self._names[side] if side in self._names else self._names[f"score_{name}_{option}"]

    def _rules(self) -> None:
        key = f"{self._dossier.key}:score:rules:{','.join(self._dossier.score.rules)}"
        offered = offered_rules(self._dossier.language)

        def keep() -> None:
            self._keep("rules", tuple(st.session_state[key]))

        st.multiselect(
            self._names["score_rules"],
            offered,
            default=[rule for rule in offered if rule in self._dossier.score.rules],
            format_func=lambda rule: self._names[f"score_rule_{rule}"],
            placeholder=self._names["desk_choose"],
            key=key,
            on_change=keep,
        )
