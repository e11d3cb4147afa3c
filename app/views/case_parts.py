"""The parts of a case's form. Each folds away and then says what it holds; one line leads to each and to the paper.

Which parts are folded is the browser's matter (``case_parts.js``): on a phone all that have something, at a desk those
that a case may do without and has not. The server sends all fields, so that nothing typed depends on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import streamlit as st

from app.i18n.words import UiLanguage, words
from app.reader.text.html import tag
from app.reader.text.unbroken import unbroken
from app.views.component_data import component_data
from corpus.dossiers.dossier import Dossier
from corpus.text import excerpt

PAPER = "paper"
_OPTIONAL = frozenset({"poll", "score", "deadlines", "history"})
_HEADINGS = {
    "poll": "poll_heading",
    "sources": "desk_sources",
    "score": "desk_score",
    "deadlines": "deadline_heading",
    "history": "history_heading",
}
_HOLDS: Mapping[str, Callable[[Dossier], tuple[str, ...]]] = {
    "event": lambda case: (case.event or case.title, case.played),
    "board": lambda case: (case.board, case.table_result),
    "poll": lambda case: (_count(len(case.poll)),),
    "appeal": lambda case: (case.appellant, case.question),
    "sources": lambda case: tuple(dict.fromkeys(quotation.cited for quotation in case.quotations)),
    "deciding": lambda case: (case.decision, case.vote),
    "score": lambda case: (case.score.outcomes,),
    "deadlines": lambda case: tuple(vars(case.times).values()),
    "history": lambda case: (_count(len(case.done)),),
    "signing": lambda case: (case.deadline, case.chair, case.members),
}
_show = st.components.v2.component(
    "lovbro_case_parts",
    js=(Path(__file__).resolve().parent / "assets" / "case_parts.js").read_text(encoding="utf-8"),
    isolate_styles=False,
)


def draw_contents(key: str, ui: UiLanguage) -> None:
    """The line that stays in sight: the parts of the form of the case ``key`` in order, and the paper."""
    names = words(ui)
    parts = [(name, names[f"desk_part_{name}"]) for name in (*_HOLDS, PAPER)]
    with st.container(key="parts"):
        _show(key="case_parts", data=component_data({"case": key, "label": names["desk_parts"], "parts": parts}))


@contextmanager
def case_part(name: str, dossier: Dossier, ui: UiLanguage) -> Iterator[None]:
    """What is drawn within stands in this part; above it a heading that folds it, with what ``dossier`` has in it."""
    holds = excerpt(" · ".join(" ".join(one.split()) for one in _HOLDS[name](dossier) if one.strip()))
    with st.container(key=f"part_{name}"):
        button = tag(
            "button",
            unbroken(words(ui)[_HEADINGS.get(name, f"desk_part_{name}")]),
            tag("span", holds, class_="holds"),
            type="button",
            data_part=name,
            data_optional="" if name in _OPTIONAL else None,
        )
        st.html(tag("h3", button, class_="part"))
        yield


def _count(number: int) -> str:
    return str(number) if number else ""
