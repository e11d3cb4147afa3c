"""The addresses that stay, ``da/2017/16C2a/``, as small files that lead to the pages of a static site.

They are in the interface language of the text. A definition has none: its name may be none that every disk can keep.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from posixpath import relpath

from app.i18n.words import UiLanguage
from app.publish.permalinks import edition_segment, permalink
from app.publish.site_paths import first_state, site_file
from app.reader.context import ReaderServices
from app.reader.text.html import render
from corpus.ids import ProvisionId
from corpus.registry import ExpressionEntry


def redirects(services: ReaderServices, ui: UiLanguage) -> Iterator[tuple[str, str]]:
    """The files of the texts in the language ``ui`` and their HTML, in document order."""
    for entry in texts_in(services, ui):
        yield _redirect(services, entry, ui, "")
        for place in services.library.order(entry.key):
            yield _redirect(services, entry, ui, place)


def redirected_folders(services: ReaderServices, ui: UiLanguage) -> Mapping[str, str]:
    """The folder of the addresses of each text in the language ``ui``, and the folder of its pages."""
    return {edition_segment(services.library.registry, entry): entry.key for entry in texts_in(services, ui)}


def texts_in(services: ReaderServices, ui: UiLanguage) -> list[ExpressionEntry]:
    """The texts whose addresses that stay are those of a language."""
    return [entry for entry in services.library.registry.expressions if entry.language == ui]


def _redirect(services: ReaderServices, entry: ExpressionEntry, ui: UiLanguage, place: str) -> tuple[str, str]:
    registry, library = services.library.registry, services.library
    folder = permalink(registry, entry.key, place).removeprefix("/")
    at = place or str(library[entry.key].laws[0].id)
    file, anchor = site_file(services, first_state(services, ui).to(by=entry.key, place=at))
    html = render(
        "site_redirect.html",
        language=entry.language,
        cite=ProvisionId.of(place).printed(entry.language) if place else entry.short,
        href=relpath(file, folder) + (f"#{anchor}" if anchor else ""),
    )
    return f"{folder}/index.html", html
