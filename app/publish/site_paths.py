"""Which states of the reading room are pages of a static site, and their files: ``da/da-2017/16.html#p-16C2``.

A law has one page with all texts beside each other, whichever of them a link chose; a situation has one page with all
its questions and ends. What only a server can do has no file: a search, a comparison, corrections, a dossier.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, MutableMapping
from dataclasses import replace
from posixpath import dirname, relpath

from app.i18n.words import UiLanguage
from app.reader.address import LETTER_SIZES, MAX_COLUMNS, AddressOf, PageState, default_columns
from app.reader.context import ReaderServices
from app.reader.law import element_id
from app.reader.place import existing_state
from app.reader.situation import text_read_out
from corpus.ids import ProvisionId, is_provision_id
from corpus.registry import Registry
from corpus.text import slug

NO_PAGE = "none:"
"""The address of a state that is no page of a site; ``app.publish.site`` makes plain words of such a link."""
LISTS = ("concordance", "terms", "index", "status")
# The first page of a folder is the file that a web host shows for it.
HOME = "index"
_NAMES = {"index": "subjects"}


def site_columns(registry: Registry, ui: UiLanguage) -> tuple[str, ...]:
    """The texts beside each other on every page of a site: those to begin with, then old editions."""
    return tuple(dict.fromkeys((*default_columns(registry, ui), *registry.keys)))[:MAX_COLUMNS]


def first_state(services: ReaderServices, ui: UiLanguage) -> PageState:
    """The first law with the texts that a site shows beside each other."""
    columns = site_columns(services.library.registry, ui)
    return PageState(place="1", by=columns[0], on=columns[0], columns=columns, ui=ui)


def home_state(services: ReaderServices, ui: UiLanguage) -> PageState:
    """The first page, with the texts that a site shows beside each other."""
    return first_state(services, ui).to(view="home")


def contents_file(ui: UiLanguage, key: str) -> str:
    """The file with the contents of a book."""
    return f"{ui}/{key}/contents.html"


def alternate_files(services: ReaderServices, state: PageState, uis: Collection[UiLanguage]) -> Mapping[str, str]:
    """The file of the same page in each interface language that has it: lists are cut where a language cuts them."""
    if state.letter or state.number > 1:
        return {}
    first = (text_read_out(services, state.columns),) if state.view == "path" else ()
    columns = {ui: tuple(dict.fromkeys((*first, *site_columns(services.library.registry, ui)))) for ui in uis}
    states = (state.to(ui=ui, columns=columns[ui]) for ui in uis)
    return {one.ui: file for one in states if (file := site_file(services, one)[0])}


def site_file(services: ReaderServices, state: PageState) -> tuple[str, str]:
    """The file of a state and the id to scroll to, empty for the top; ``("", "")`` where a site has no such page.

    >>> from app.reader.address import PageState
    >>> site_file(None, PageState(view="search", query="16C"))
    ('', '')
    """
    if state.view == "read" and not (
        state.query or state.played or state.corrections or state.letters != LETTER_SIZES[0]
    ):
        columns = site_columns(services.library.registry, state.ui)
        if not set(state.columns) <= set(columns):
            return "", ""
        return _read_file(services, existing_state(services, replace(state, columns=columns)))
    if state.view == "home":
        return f"{state.ui}/{HOME}.html", ""
    if state.view == "path":
        return _path_file(services, state), station_id(state) if state.trail else ""
    if state.view in LISTS and not (state.query or state.only or state.kind or state.part):
        options = (state.pair, state.letter, str(state.number) if state.number > 1 else "")
        name = _NAMES.get(state.view, state.view)
        return f"{state.ui}/{'-'.join((name, *(slug(option, 'x') for option in options if option)))}.html", ""
    return "", ""


def page_state(services: ReaderServices, state: PageState) -> PageState:
    """The state of which a file is made: what a link adds to it, such as a provision of the law, does not count."""
    columns = site_columns(services.library.registry, state.ui)
    if state.view == "path":
        columns = tuple(dict.fromkeys((text_read_out(services, state.columns), *columns)))
        return PageState(view="path", path=state.path, by=columns[0], on=columns[0], columns=columns, ui=state.ui)
    if state.view != "read":
        fixed = {"place": "1", "by": columns[0], "on": columns[0], "columns": columns, "problems": (), "goal": ""}
        return PageState(**{**vars(state), **fixed})
    settled = existing_state(services, replace(state, columns=columns))
    place = settled.place
    top = "def" if place.startswith("def") else ProvisionId.of(place).law if is_provision_id(place) else place
    on = settled.by if settled.by in columns else columns[0]
    return PageState(place=top, by=settled.by, on=on, columns=columns, ui=state.ui)


def site_address(
    services: ReaderServices, at: str, uis: Collection[str], wanted: MutableMapping[str, PageState]
) -> AddressOf:
    """What turns a state into the link from the file ``at`` to its file.

    A site has pages in the languages ``uis``; the files of the language of ``at`` that are linked go to ``wanted``.
    """
    own = at.split("/")[0]

    def link(state: PageState, registry: Registry) -> str:
        file, anchor = site_file(services, state) if state.ui in uis else ("", "")
        if not file:
            return NO_PAGE
        if state.ui == own and file not in wanted:
            wanted[file] = page_state(services, state)
        return relpath(file, dirname(at)) + (f"#{anchor}" if anchor else "")

    return link


def station_id(state: PageState) -> str:
    """The id of a question or an end on the page of its situation: the answers that led there.

    >>> station_id(PageState(view="path", path="revoke", trail=("which", "face")))
    'revoke.which.face'
    """
    return ".".join((state.path, *state.trail))


def _path_file(services: ReaderServices, state: PageState) -> str:
    """The page of a situation; the text that is read out is named where it is not the one that the site begins with."""
    text = text_read_out(services, state.columns)
    own = text_read_out(services, site_columns(services.library.registry, state.ui))
    return f"{state.ui}/path-{state.path}{'' if text == own else f'-{text}'}.html"


def _read_file(services: ReaderServices, state: PageState) -> tuple[str, str]:
    """A law, the definitions or a part of the book, at the row of the place."""
    folder = f"{state.ui}/{state.by}"
    if state.place == "def":
        return f"{folder}/definitions.html", ""
    if state.place.startswith("def:"):
        return f"{folder}/definitions.html", element_id(_definition_row(services, state))
    if state.place.startswith("part:"):
        return f"{folder}/part-{slug(state.place[5:], 'part')}.html", ""
    number = ProvisionId.of(state.place)
    return f"{folder}/{number.law}.html", element_id(state.place) if number.parent else ""


def _definition_row(services: ReaderServices, state: PageState) -> str:
    """The place that names the row in which a definition is: that of the first column that has its concept."""
    head = state.place.split("/")[0]
    # A glossary writes headwords small; the row is named as the book prints them.
    definition = services.library.definition(state.by, head)
    head = definition.address if definition else head
    row = services.alignment.row_of(state.by, head)
    held = [cell.id for key in state.columns for cell in row.of(key)] if row else []
    return held[0] if held else head
