"""The page of one's own library: add a text, decide about its outline, review tables and differences.

The page is a component without a frame, which asks ``app.views.workshop_routes``: a decision is answered by the next
row at once and saved behind it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import streamlit as st

from app.i18n.words import LANGUAGE_NAMES, UiLanguage, words
from app.reader.address import ViewName
from app.views.component_data import component_data
from app.views.workshop_routes import PREFIX
from app.workshop.limits import MOST_BYTES, MOST_FILES
from app.workshop.texts import work_titles
from corpus import store
from corpus.library import Library
from parser.documents.files import DOCUMENT_EXTENSIONS, MAX_BYTES
from parser.lang.words import LANGUAGES as READ_LANGUAGES

_ASSETS = Path(__file__).resolve().parent / "assets"
_WORDS = ("own_", "rev_", "differs_", "judged_", "class_", "origin_")
_show = st.components.v2.component(
    "lovbro_workshop",
    js=(_ASSETS / "workshop.js").read_text(encoding="utf-8"),
    css=(_ASSETS / "workshop.css").read_text(encoding="utf-8"),
    isolate_styles=False,
)


def show(library: Library, ui: UiLanguage, view: ViewName, params: Mapping[str, str]) -> None:
    """The page of a view; ``params`` may name the text (``text``) or table (``table``) to open."""
    names = words(ui)
    registry = library.registry
    data = {
        "part": "workshop",
        "ui": ui,
        "view": view,
        "at": PREFIX,
        "words": {key: value for key, value in names.items() if key.startswith(_WORDS)},
        "common": {key: names[key] for key in ("close", "back", "desk_choose_files", "document_large")},
        "languages": {code: LANGUAGE_NAMES[code] for code in READ_LANGUAGES if code in LANGUAGE_NAMES},
        "works": work_titles(registry),
        "editions": list(store.load_tables().editions),
        "endings": sorted(DOCUMENT_EXTENSIONS),
        "limits": {"file": MAX_BYTES, "all": MOST_BYTES, "files": MOST_FILES},
        "opened": {name: params.get(name, "")[:60] for name in ("text", "table")},
    }
    _show(key="workshop", data=component_data(data))
