"""``lovbro export html``: the book of one interface language as one file, to be mailed and opened from a stick.

It has the situations of the first page with their paths, the laws in the first text of that language with the others
beside them, and the regulations. What is in no such row, an older edition's own page or what a server must answer, is
plain words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from markupsafe import Markup

from app.export.formats import ExportProgress
from app.i18n.words import UI_LANGUAGES, UiLanguage, words
from app.publish.consent import shown_services
from app.publish.record_forms import rights_sentence
from app.publish.site import ASSETS
from app.publish.site_paths import NO_PAGE, first_state, home_state, site_file, station_id
from app.publish.site_stations import stations_page
from app.reader import router
from app.reader.address import AddressOf, PageState
from app.reader.context import PageContext, ReaderServices
from app.reader.parts.frame import book_contents
from app.reader.situation import text_read_out
from app.reader.text.html import renamed_ids, render, script, style, without_forms, without_links, without_previews
from corpus.files import write_atomic
from corpus.ids import is_provision_id
from corpus.registry import LAWS, Registry

_START = "start"
_FONT = re.compile(r"@font-face \{[^}]*\}\n?")


def export_books(folder: Path, services: ReaderServices, progress: ExportProgress, *, public: bool) -> list[Path]:
    """Write ``lovbro-da.html`` and so on into ``folder`` and return the files. Raises NothingToPublishError.

    With ``public`` only texts with a recorded consent; without, each file says that it is for own use.
    """
    shown = shown_services(services, public=public)
    files = {}
    with progress(len(UI_LANGUAGES)) as begin:
        for ui in UI_LANGUAGES:
            begin(ui)
            files[folder / f"lovbro-{ui}.html"] = book_html(shown, ui, public=public).encode()
    for file, content in files.items():
        write_atomic(file, content)
    return list(files)


def book_html(services: ReaderServices, ui: UiLanguage, *, public: bool) -> Markup:
    """The whole file of one interface language."""
    states, paths = _states(services, ui), _paths(services, ui)
    link = _links(services, states)
    sections = [_section(services, name, state, link) for name, state in states.items()]
    books = dict.fromkeys(state.by for state in states.values())
    contents = []
    for key in books:
        context = PageContext(
            services, first_state(services, ui).to(by=key, place=str(services.library[key].laws[0].id)), link
        )
        contents.append((context.entry(key).short, book_contents(context, alone=True)))
    css = _FONT.sub("", (ASSETS / "style.css").read_text("utf-8"))
    return render(
        "book_file.html",
        ui=ui,
        public=public,
        words=words(ui),
        style=style(css),
        script=script((ASSETS / "book.js").read_text("utf-8")),
        start=_START,
        situations=[(link(state, services.library.registry), name) for name, state in paths.items()],
        paths=[
            without_links(without_previews(stations_page(services, state, link).html), NO_PAGE)
            for state in paths.values()
        ],
        contents=[(short, without_links(html, NO_PAGE)) for short, html in contents],
        sections=sections,
        rights=[rights_sentence(entry, ui) for entry in services.library.registry.expressions],
    )


def _states(services: ReaderServices, ui: UiLanguage) -> Mapping[str, PageState]:
    """The pages that the file has, by the names of their files on a site, in the order of the books."""
    first = first_state(services, ui)
    others = [key for key in first.columns if services.library.entry(key).work != LAWS]
    states = (
        first.to(by=key, on=key, place=place)
        for key in dict.fromkeys((first.by, *others))
        for place in _places(services, key)
    )
    return {site_file(services, state)[0]: state for state in states}


def _paths(services: ReaderServices, ui: UiLanguage) -> dict[str, PageState]:
    """The page of each situation, by what it is called; the text in force of the reader's language is read out."""
    home = home_state(services, ui)
    situations = services.at_the_table.situations
    return {one.words.get(ui, one.key): home.to(view="path", path=one.key) for one in situations}


def _places(services: ReaderServices, key: str) -> Iterator[str]:
    expression = services.library[key]
    yield from (f"part:{part.key}" for part in expression.parts if part.blocks and part.level != "title")
    if expression.definitions:
        yield "def"
    yield from (str(law.id) for law in expression.laws)


def _links(services: ReaderServices, states: Mapping[str, PageState]) -> AddressOf:
    """What turns a state into a link to its row: in its own text, or in the row of the first text that has it."""
    lead = next(iter(states.values())).by
    library = services.library
    own = {library.wid(lead, place): place for place in library.order(lead)}

    def link(state: PageState, registry: Registry) -> str:
        if state.view == "home":
            return f"#{_START}"
        if state.view == "path":
            first = text_read_out(services, home_state(services, state.ui).columns)
            return f"#{station_id(state)}" if text_read_out(services, state.columns) == first else NO_PAGE
        if state.view != "read":
            return NO_PAGE
        if state.by != lead and is_provision_id(state.place) and library.same_edition(state.by, lead):
            place = own.get(library.wid(state.by, state.place), "")
            state = state.to(by=lead, place=place) if place else state
        file, anchor = site_file(services, state)
        return f"#{anchor or _section_id(file)}" if file in states else NO_PAGE

    return link


def _section(services: ReaderServices, name: str, state: PageState, link: AddressOf) -> tuple[str, Markup]:
    """The id and the HTML of a page; the ids that all pages have are made its own."""
    page = router.page(services, state, link, "#contents")
    html = without_links(without_previews(without_forms(page.html)), NO_PAGE)
    return _section_id(name), renamed_ids(html, {"law-title": f"title-{_section_id(name)}"})


def _section_id(file: str) -> str:
    return "s-" + re.sub(r"[^\w-]+", "-", file.removesuffix(".html").partition("/")[2])
