"""The form of one case, in the order of the federation's, and beside it the paper as it is now."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import date
from fractions import Fraction
from functools import cached_property, partial

import streamlit as st

from app.committee.board_document import compose_auction, compose_deal
from app.committee.document_blocks import DocumentText
from app.committee.procedure import divided_vote
from app.committee.score_document import number as number_words
from app.committee.scoring.choices import REGULATIONS_LANGUAGE
from app.committee.scoring.tables import ScoringTables
from app.committee.scoring.typed import dealer
from app.committee.vote import is_unanimous
from app.i18n.words import UiLanguage, day, words
from app.views.case_parts import PAPER, case_part, draw_contents
from app.views.case_saving import CaseSaver
from app.views.course_form import CourseForm, procedure_order
from app.views.desk import Desk
from app.views.dossier_paper import DossierPaper
from app.views.kept_fields import KeptFields, save_status
from app.views.markdown import escape_markdown
from app.views.score_form import ScoreForm, scoring_tables
from app.views.sources_form import SourcesForm
from corpus.board.contract import SEATS
from corpus.dossiers.dossier import Dossier, PartyView
from corpus.dossiers.fields import value_at
from corpus.dossiers.folder import OpenDossier
from corpus.library import Library
from corpus.precedents.decision import edition_on
from corpus.text import excerpt

_EVENT = ("title", "federation", "case", "event", "played")
_PEOPLE = ("north_south", "east_west", "director", "committee")
_PLAY = ("facts", "ruling", "table_result")
_APPEAL = ("appellant", "consent", "deposit")
_LONG = ("deal", "auction", "facts", "ruling", "question", "reasoning", "dissent", "decision", "members")
_LABELS = {
    "played": "desk_day_of_play",
    "ruling": "desk_ruling_why",
    "deposit": "desk_deposit_paid",
    "deadline": "desk_deadline_further",
}


class DossierForm:
    """One dossier's fields. Widgets are keyed by the value they show, so that another window's change appears."""

    def __init__(self, desk: Desk, opened: OpenDossier, library: Library, ui: UiLanguage) -> None:
        self._desk = desk
        self._saver = CaseSaver(desk.dossiers, opened, ui)
        self._library = library
        self._ui = ui
        self._names = words(ui)
        self._kept = KeptFields(opened.dossier.key, self._saver.not_saved, self._names["desk_save_again"])

    @property
    def _dossier(self) -> Dossier:
        return self._saver.dossier

    @cached_property
    def _paper(self) -> DossierPaper:
        return DossierPaper(self._desk, self._dossier, self._library, self._ui)

    def draw(self, params: Mapping[str, str]) -> None:
        """The form in the order of the federation's, and beside it the paper as it is now.

        What is told now and then has a box that is always there: Streamlit draws by place, and a field that moves down
        is away until its new place is drawn, with the cursor and the newest letters.
        """
        tables, checks = scoring_tables(self._library), self._paper.checks
        draw_contents(self._dossier.key, self._ui)
        form, paper = st.columns([11, 10], gap="large")
        with form, st.container(key="form"):
            with st.container():
                if saved := save_status().saved:
                    st.caption(self._names["desk_saved_at"].format(time=saved))
            with self._part("event"):
                self._fields(_EVENT)
                self._draw_edition()
                self._fields(_PEOPLE)
            with self._part("board"):
                self._draw_board(tables)
            course = CourseForm(self._dossier, self._ui, self._kept, self._saver.save, procedure_order())
            with self._part("poll"):
                course.draw_poll()
            with self._part("appeal"):
                self._fields(_APPEAL)
                self._views()
                self._fields(("question",))
            with self._part("sources"):
                SourcesForm(self._saver, self._library, self._ui, self._kept, self._paper).draw(checks, params)
            with self._part("deciding"):
                self._fields(("reasoning", "vote", "dissent", "decision"))
                self._choice(
                    "deposit_outcome", ("", "returned", "forfeited"), lambda fate: self._names[f"desk_deposit_{fate}"]
                )
                self._hints()
            with self._part("score"):
                ScoreForm(self._dossier, self._ui, self._kept, self._saver.save).draw(tables)
            with self._part("deadlines"):
                course.draw_deadlines(self._library)
            with self._part("history"):
                course.draw_steps()
            with self._part("signing"):
                self._fields(("deadline",))
                with st.container():
                    course.draw_stated(self._library)
                self._fields(("chair", "members"))
        with paper, st.container(key=PAPER):
            self._paper.draw(self._dossier, self._kept, partial(self._saver.save, "replacements"))

    def _part(self, name: str) -> AbstractContextManager[None]:
        return case_part(name, self._dossier, self._ui)

    def _fields(self, names: Sequence[str]) -> None:
        for name in names:
            self._text(name, long=name in _LONG)

    def _choice(self, name: str, options: Sequence[str], shown_as: Callable[[str], str]) -> None:
        value = getattr(self._dossier, name)
        self._kept.choice(name, self._names[f"desk_{name}"], value, options, shown_as, partial(self._saver.save, name))

    def _hints(self) -> None:
        """What the regulations say of a vote like this, where they hold, and what contradicts it."""
        dossier, names = self._dossier, self._names
        vote, holds = escape_markdown(dossier.vote), dossier.language == REGULATIONS_LANGUAGE
        votes = divided_vote(dossier.vote) if holds else None
        if votes and min(votes):
            percent = number_words(Fraction(100 * min(votes), sum(votes)), self._ui)
            st.caption(names["desk_minority"].format(count=min(votes), total=sum(votes), percent=percent))
        unanimous = is_unanimous(dossier.vote)
        if unanimous and dossier.dissent.strip():
            st.warning(names["desk_dissent_unanimous"].format(vote=vote))
        if holds and unanimous is False and dossier.deposit_outcome == "forfeited":
            st.warning(names["desk_forfeit_split"].format(vote=vote))

    def _draw_edition(self) -> None:
        """Which laws were in force on the day of play, or that the day cannot be read."""
        typed = self._dossier.played.strip()
        if self._paper.played:
            edition = edition_on(self._library.registry, "laws", self._paper.played)
            named = self._names["desk_edition_of_day" if edition else "desk_no_edition_of_day"].format(edition=edition)
            shown = f"{escape_markdown(day(self._paper.played, self._ui))}. {named}"
            if self._paper.played > date.today():
                st.warning(f"{shown} {self._names['desk_future_played']}")
            else:
                st.caption(shown)
        elif typed:
            st.warning(self._names["desk_bad_played"].format(given=escape_markdown(excerpt(typed))))
        else:
            st.caption(self._names["desk_no_played"])

    def _draw_board(self, tables: ScoringTables) -> None:
        """The board and what was played, and at once below a field what cannot be as it was typed."""
        dossier, names = self._dossier, self._names
        self._fields(("board",))
        board = dossier.board.strip()
        bad = names["desk_bad_board"].format(given=excerpt(board))
        self._warn(bad if board and dealer("", board, tables) is None else "")
        self._choice("dealer", ("", *SEATS), lambda seat: names["desk_dealer_" if not seat else f"seat_{seat}"])
        seat = dealer(dossier.dealer, dossier.board, tables)
        for field, blocks in (
            ("deal", compose_deal(dossier.deal, self._ui)),
            ("auction", compose_auction(dossier.auction, seat, self._ui)),
        ):
            self._fields((field,))
            self._warn(*(one.words for one in blocks if isinstance(one, DocumentText) and one.style == "notice"))
        self._fields(_PLAY)

    def _warn(self, *sentences: str) -> None:
        """What was typed wrong, in one box."""
        with st.container():
            if told := "  \n".join(map(escape_markdown, filter(None, sentences))):
                st.warning(told)

    def _text(self, field: str, label: str = "", long: bool = True) -> None:
        """Draw a field of ``corpus.dossiers.fields``; ``label`` where its own name has no words."""
        shown = self._names[_LABELS.get(label or field, f"desk_{label or field}")]
        self._kept.text(field, shown, value_at(self._dossier, field), partial(self._saver.save, field), long)

    def _views(self) -> None:
        for number in range(len(self._dossier.views)):
            self._text(f"views-{number}-party", "party", long=False)
            self._text(f"views-{number}-text", "view")
        st.button(self._names["desk_add_view"], on_click=self._add_view)

    def _add_view(self) -> None:
        self._saver.save("views", (*self._dossier.views, PartyView("", "")))
