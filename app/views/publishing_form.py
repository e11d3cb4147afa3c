"""A decision of the register published by a registrar: a copy without names, read as everybody will read it first."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime

import streamlit as st

from app.committee.public_copy import read_replacements
from app.committee.publishing import BrokenCitationError, NamesLeftError, published_copy
from app.i18n.errors import fault_words
from app.i18n.words import UiLanguage, words
from app.reader.parts.decision_lists import decision_page
from app.views.case_form import attempt, done
from app.views.markdown import escape_markdown
from corpus.precedents.decision import DamagedCase, Decision
from corpus.precedents.publication import publish, withdraw
from corpus.precedents.published import PublishedCases, published_cases
from index.precedents.casebook import Casebook


def publishing_form(
    decision: Decision, casebook: Casebook, today: Mapping[str, str], holder: str, ui: UiLanguage
) -> None:
    """Draw the form. ``holder`` is who publishes, as sign-in knows the person; without one the person writes it.

    What it does, it does in the run in which a button was pressed: whoever is no registrar any more has none.
    """
    names, published = words(ui), published_cases(holder)
    with st.expander(names["publish_title"]):
        typed = st.text_area(names["desk_replacements"], key=f"publish-{decision.key}-names")
        kept = st.text_area(names["publish_no_names"], key=f"publish-{decision.key}-kept")
        who = holder or st.text_input(names["publish_by"], key="publish-by", max_chars=200) or ""
        try:
            pairs = read_replacements(typed or "")
            copy = published_copy(decision, pairs, frozenset(line.strip() for line in (kept or "").splitlines()))
        except NamesLeftError as error:
            st.warning(escape_markdown(names["publish_names_left"].format(names=", ".join(error.names))))
            copy = None
        except BrokenCitationError as error:
            st.warning(escape_markdown(names["publish_broken"].format(printed=error.printed)))
            copy = None
        known = published.keys()
        out = next((key for key in (copy.key if copy else "", decision.key) if key in known), "")
        if out:
            if isinstance(damaged := published.read(out), DamagedCase):
                fault = replace(damaged.fault, file=f"published/{damaged.fault.file}")
                st.error(names["desk_damaged"].format(reason=escape_markdown(fault_words(fault, ui))))
            st.caption(escape_markdown(names["publish_is_out"].format(key=out)))
            if st.button(names["publish_withdraw"], disabled=not who.strip()) and attempt(
                lambda: _withdraw(published, out, who.strip()), ui
            ):
                done(escape_markdown(names["publish_withdrawn"].format(number=out)))
        # Nobody publishes what he has not had before his eyes.
        if copy is None or not st.checkbox(names["publish_preview"], key=f"publish-{decision.key}-read"):
            return
        if st.button(names["publish_do"], disabled=not who.strip()) and attempt(
            lambda: publish(published, copy, who.strip(), datetime.now()), ui
        ):
            done(escape_markdown(names["publish_done"].format(number=copy.number)))
        st.html(decision_page(copy, casebook, today, ui))


def _withdraw(published: PublishedCases, key: str, who: str) -> None:
    with suppress(KeyError):  # somebody else has withdrawn it meanwhile
        withdraw(published, key, who, datetime.now())
