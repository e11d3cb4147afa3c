"""The committee's dossier on the screen: every change is saved at once, to the file and nowhere else."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from datetime import date, datetime
from fractions import Fraction
from functools import cached_property, partial

import streamlit as st

from app.committee.board_document import compose_auction, compose_deal
from app.committee.document_blocks import DocumentText
from app.committee.dossier_html import quotation_html
from app.committee.procedure import divided_vote
from app.committee.quoting import quotations_of
from app.committee.score_document import number as number_words
from app.committee.scoring.tables import ScoringTables
from app.committee.scoring.typed import dealer
from app.i18n.errors import fault_words
from app.i18n.words import UiLanguage, day, words
from app.reader.text.html import tag
from app.views.case_parts import PAPER, case_part, draw_contents
from app.views.collecting import OPEN_CASE, case_titles
from app.views.course_form import CourseForm, procedure_order
from app.views.desk import Desk, own_desk
from app.views.dossier_paper import DossierPaper
from app.views.kept_fields import KeptFields, save_status
from app.views.markdown import unmarked
from app.views.score_form import ScoreForm, scoring_tables
from app.views.typed import settle, take_in
from corpus.board.contract import SEATS
from corpus.dossiers.dossier import Dossier, DossierEntry, PartyView, Quotation, Remark
from corpus.dossiers.fields import entry_row, value_at
from corpus.dossiers.folder import DossierError, DossierFolder, OpenDossier, SaveResult
from corpus.dossiers.quotation import QuotationCheck
from corpus.library import Library
from corpus.precedents.decision import edition_on
from corpus.store import load_alignment, load_tables
from corpus.text import excerpt
from index.search.citation_lookup import CitationLookup
from index.search.rules import rule_index

_ADDRESS = "dossier_address"
"""Where the session keeps the case that the address named last."""
_EVENT = ("title", "federation", "case", "event", "played")
_PLAY = ("facts", "ruling", "table_result")
_APPEAL = ("appellant", "consent", "deposit")
_LONG = ("deal", "auction", "facts", "ruling", "question", "reasoning", "dissent", "decision", "members")
_LABELS = {"deposit": "desk_deposit_paid", "deadline": "desk_deadline_further"}
FEDERATION = "LOVBRO_FEDERATION"
"""The setting with the federation's name, for the cases that are begun here."""


def show(library: Library, ui: UiLanguage, params: Mapping[str, str], desk: Desk | None = None) -> None:
    """The view. ``params``: ``dossier`` names the one to open; ``law`` and ``by`` fill the form for a quotation.

    ``desk`` is what this window may open, all of this machine's person without it.
    """
    desk = desk or own_desk()
    folder, names = desk.dossiers, words(ui)
    st.header(names["desk_dossiers"], anchor=False)
    if desk.writes:
        _create(folder, ui, first=not folder.keys())
    asked, keys = params.get("dossier", ""), folder.keys()
    with st.container():
        if asked and asked not in keys and _is_new(asked):
            st.warning(names["desk_no_such"].format(key=unmarked(excerpt(asked))))
    key = _choose(folder, ui, params)
    if not key:
        if not keys:
            st.caption(names["desk_no_dossier"])
        return
    st.session_state[OPEN_CASE] = key
    st.html(tag("span", class_="open-case", data_case=key))
    try:
        if desk.writes:
            # In a box that is always there: a message more above the form draws it anew and takes the cursor.
            with st.container():
                take_in(folder, key, ui)
        opened = folder.open(key)
    except DossierError as error:
        st.error(names["desk_damaged"].format(reason=unmarked(fault_words(error.fault, ui))))
        return
    # What went wrong is told where the eye is, in a field far below: ``style.css`` keeps this box in sight.
    with st.container(key="told"):
        if notice := save_status().told():
            st.warning(notice)
    if desk.writes:
        _Form(desk, opened, library, ui).draw(params)
    else:
        DossierPaper(desk, opened.dossier, library, ui).draw_read_only()


def text_box(library: Library, keys: Sequence[str], first: str, ui: UiLanguage) -> str:
    """A box to choose a text from; returns its key, which is ``first`` until another is chosen."""
    return st.selectbox(
        words(ui)["c_text"],
        keys,
        index=keys.index(first) if first in keys else 0,
        format_func=lambda key: library.entry(key).short,
        placeholder=words(ui)["desk_choose"],
    )


@contextmanager
def _failures_in_words(ui: UiLanguage) -> Iterator[None]:
    """What cannot be saved is shown with its reason; the rest of the block is then not done."""
    try:
        yield
    except DossierError as error:
        st.error(words(ui)["desk_not_saved"].format(reason=unmarked(fault_words(error.fault, ui))))


def _create(folder: DossierFolder, ui: UiLanguage, *, first: bool) -> None:
    """The form for a new dossier, open where there is none yet.

    It is another form after each dossier, and is not emptied when it is sent: of a double click Streamlit makes one run
    with the words of the second, which would be none, or on a busy machine two, the second while the first is going.
    """
    names, status = words(ui), save_status()
    turn = status.begun
    with st.expander(names["desk_new_dossier"], expanded=first), st.form(f"dossier_new_{turn}"):
        title = (st.text_input(names["desk_title"], max_chars=200, key=f"dossier_title_{turn}") or "").strip()
        if not st.form_submit_button(names["desk_create"]):
            return
        if not title:
            st.caption(names["desk_title_missing"])
            return
        with _failures_in_words(ui):
            with status.turn:
                if status.begun == turn:
                    status.chosen = key = folder.create(title, ui).dossier.key
                    status.begun += 1
                    if federation := os.environ.get(FEDERATION, ""):
                        folder.edit(key, lambda dossier: replace(dossier, federation=federation))
            st.rerun()


def _choose(folder: DossierFolder, ui: UiLanguage, params: Mapping[str, str]) -> str:
    keys = folder.keys()
    if not keys:
        return ""
    address = params.get("dossier", "")
    with save_status().opening() as latest:
        if latest in keys:
            st.session_state["dossier_key"] = latest
        elif address in keys and ("dossier_key" not in st.session_state or _is_new(address)):
            st.session_state["dossier_key"] = address
        elif "dossier_key" not in st.session_state and (opened := st.session_state.get(OPEN_CASE)) in keys:
            st.session_state["dossier_key"] = opened
        elif st.session_state.get("dossier_key") not in keys:
            st.session_state.pop("dossier_key", None)
        st.session_state[_ADDRESS] = address
        titles, label = case_titles(folder), words(ui)["desk_choose"]
        # Who followed a link to a case that is not here is shown no other: he would write in the wrong one.
        none = bool(address) and address not in keys and st.session_state.get(OPEN_CASE) not in keys
        chosen = st.selectbox(
            label,
            keys,
            index=None if none else 0,
            key="dossier_key",
            format_func=lambda key: titles[key],
            placeholder=label,
        )
    return chosen or ""


def _is_new(address: str) -> bool:
    """Whether a link was followed to a case: ``page.js`` writes the case that is open into the address afterwards."""
    return address not in (st.session_state.get(_ADDRESS), st.session_state.get(OPEN_CASE))


class _Form:
    """One dossier's fields. Widgets are keyed by the value they show, so that another window's change appears."""

    def __init__(self, desk: Desk, opened: OpenDossier, library: Library, ui: UiLanguage) -> None:
        self._desk = desk
        self._folder = desk.dossiers
        self._opened = opened
        self._library = library
        self._ui = ui
        self._names = words(ui)
        self._status = save_status()
        self._kept = KeptFields(opened.dossier.key, self._not_saved, self._names["desk_save_again"])

    @property
    def _dossier(self) -> Dossier:
        return self._opened.dossier

    @cached_property
    def _paper(self) -> DossierPaper:
        return DossierPaper(self._desk, self._dossier, self._library, self._ui)

    def draw(self, params: Mapping[str, str]) -> None:
        """The form in the order of the federation's, and beside it the paper as it is now."""
        # What is told now and then has a box that is always there: Streamlit draws by place, and a field that moves
        # down is away until its new place is drawn, with the cursor and the newest letters.
        tables, checks = scoring_tables(self._library), self._paper.checks
        draw_contents(self._dossier.key, self._ui)
        form, paper = st.columns([11, 10], gap="large")
        with form, st.container(key="form"):
            with st.container():
                if saved := self._status.saved:
                    st.caption(self._names["desk_saved_at"].format(time=saved))
            with self._part("event"):
                self._fields(_EVENT)
                self._draw_edition()
                self._fields(("committee",))
            with self._part("board"):
                self._draw_board(tables)
            course = CourseForm(self._dossier, self._ui, self._kept, self._save, procedure_order())
            with self._part("poll"):
                course.draw_poll()
            with self._part("appeal"):
                self._fields(_APPEAL)
                self._views()
                self._fields(("question",))
            with self._part("sources"):
                fates = iter(checks)
                for number, entry in enumerate(self._dossier.entries):
                    self._entry(number, entry, next(fates) if isinstance(entry, Quotation) else None)
                self._add_entry(params)
            with self._part("deciding"):
                self._fields(("reasoning", "vote", "dissent", "decision"))
                self._choice(
                    "deposit_outcome", ("", "returned", "forfeited"), lambda fate: self._names[f"desk_deposit_{fate}"]
                )
                self._hints()
            with self._part("score"):
                ScoreForm(self._dossier, self._ui, self._kept, self._save).draw(tables)
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
            self._paper.draw(self._dossier, self._kept, partial(self._save, "replacements"))

    def _part(self, name: str) -> AbstractContextManager[None]:
        return case_part(name, self._dossier, self._ui)

    def _fields(self, names: Sequence[str]) -> None:
        for name in names:
            self._text(name, long=name in _LONG)

    def _choice(self, name: str, options: Sequence[str], shown_as: Callable[[str], str]) -> None:
        value = getattr(self._dossier, name)
        self._kept.choice(name, self._names[f"desk_{name}"], value, options, shown_as, partial(self._save, name))

    def _hints(self) -> None:
        """What the regulations say of a vote like this, with its numbers; the committee decides."""
        votes = divided_vote(self._dossier.vote)
        if votes is None or not min(votes):
            return
        percent = number_words(Fraction(100 * min(votes), sum(votes)), self._ui)
        st.caption(self._names["desk_minority"].format(count=min(votes), total=sum(votes), percent=percent))
        if self._dossier.deposit_outcome == "forfeited":
            st.warning(self._names["desk_forfeit_split"].format(vote=unmarked(self._dossier.vote)))

    def _draw_edition(self) -> None:
        """Which laws were in force on the day of play, or that the day cannot be read."""
        typed = self._dossier.played.strip()
        if self._paper.played:
            edition = edition_on(self._library.registry, "laws", self._paper.played)
            named = self._names["desk_edition_of_day"].format(edition=edition)
            shown = f"{unmarked(day(self._paper.played, self._ui))}. {named}"
            if self._paper.played > date.today():
                st.warning(f"{shown} {self._names['desk_future_played']}")
            else:
                st.caption(shown)
        elif typed:
            st.warning(self._names["desk_bad_played"].format(given=unmarked(excerpt(typed))))
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
            if told := "  \n".join(map(unmarked, filter(None, sentences))):
                st.warning(told)

    def _text(self, field: str, label: str = "", long: bool = True) -> None:
        """Draw a field of ``corpus.dossiers.fields``; ``label`` where its own name has no words."""
        shown = self._names[_LABELS.get(label or field, f"desk_{label or field}")]
        self._kept.text(field, shown, value_at(self._dossier, field), partial(self._save, field), long)

    def _not_saved(self) -> str:
        return self._names["desk_not_saved"].format(reason=self._status.refused or self._dossier.key)

    def _save(self, field: str, value: object) -> bool:
        """Save one field; False, with the reason, when it is not in the file. Asks no session state: SaveStatus."""
        try:
            own = self._status.written.get((self._dossier.key, field))
            saved: SaveResult = self._folder.change(
                self._opened, field, value, own, partial(self._settle, field, value)
            )
        except DossierError as error:
            reason = unmarked(fault_words(error.fault, self._ui))
            self._status.refused = reason
            self._status.tell(self._names["desk_not_saved"].format(reason=reason))
            return False
        # The next words may come before the page is drawn again: they are compared with what is in the file now, or our
        # own would count as another window's and be put into a copy, and the copy would get copies.
        self._opened = OpenDossier(saved.dossier, saved.revision)
        self._status.written[saved.dossier.key, field] = value
        self._status.saved = f"{datetime.now():%H:%M:%S}"
        if saved.conflict:
            self._status.chosen = saved.dossier.key
            title = unmarked(case_titles(self._folder)[saved.dossier.key])
            self._status.tell(self._names["desk_conflict"].format(copy=title))
        return True

    def _settle(self, field: str, value: object) -> None:
        if isinstance(value, str):
            settle(self._folder, self._dossier.key, field, value, self._status)

    def _change_entries(self, changed: Callable[[], Dossier]) -> None:
        self._save("entries", changed().entries)

    def _views(self) -> None:
        for number in range(len(self._dossier.views)):
            self._text(f"views-{number}-party", "party", long=False)
            self._text(f"views-{number}-text", "view")
        st.button(self._names["desk_add_view"], on_click=self._add_view)

    def _add_view(self) -> None:
        self._save("views", (*self._dossier.views, PartyView("", "")))

    def _entry(self, number: int, entry: DossierEntry, fate: QuotationCheck | None) -> None:
        dossier = self._dossier
        with st.container(border=True):
            if isinstance(entry, Quotation):
                st.html(quotation_html(entry, fate or QuotationCheck("same"), self._paper.composer))
            row = entry_row(dossier.entries, number)
            label, field = ("comment", "comment") if isinstance(entry, Quotation) else ("remark", "text")
            self._text(f"entries-{row}-{field}", label)
            tag = f"{dossier.key}:{number}"
            with st.container(horizontal=True):
                for name, at_end, changed in (
                    ("up", number == 0, partial(dossier.move, number, -1)),
                    ("down", number == len(dossier.entries) - 1, partial(dossier.move, number, 1)),
                    ("remove", False, partial(dossier.remove, number)),
                ):
                    label, change = self._names[f"desk_{name}"], partial(self._change_entries, changed)
                    st.button(label, key=f"{tag}:{name}", disabled=at_end, on_click=change)

    def _add_entry(self, params: Mapping[str, str]) -> None:
        with st.form(f"{self._dossier.key}:quote"):
            typed = st.text_input(self._names["desk_citation"], params.get("law", ""), max_chars=120)
            expression = text_box(self._library, self._library.registry.keys, params.get("by", ""), self._ui)
            if st.form_submit_button(self._names["desk_add_quotation"]) and (typed or "").strip():
                self._quote((typed or "").strip(), expression)
        st.button(self._names["desk_add_remark"], on_click=self._add_remark)

    def _quote(self, typed: str, expression: str) -> None:
        # The comment stands on the paper, so it is in the dossier's language.
        rules = rule_index(self._library, load_tables(), load_alignment())
        citations = CitationLookup(self._library, rules)
        found = quotations_of(typed, expression, self._library, citations, self._paper.language)
        if not found.quotations:
            short = self._library.entry(expression).short
            absent = self._names["desk_nothing_there"].format(given=unmarked(excerpt(typed)), expression=short)
            st.warning(f"{found.remark} {absent if found.absent else ''}".strip())
        elif all(self._add(quotation) for quotation in found.quotations):
            st.rerun()

    def _add_remark(self) -> None:
        self._add(Remark(""))

    def _add(self, entry: DossierEntry) -> bool:
        """Add to what the file has now; False, with the reason on the page, when it cannot be saved."""
        with _failures_in_words(self._ui):
            self._folder.edit(self._dossier.key, lambda dossier: dossier.add(entry))
            return True
        return False
