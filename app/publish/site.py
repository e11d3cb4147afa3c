"""``lovbro export site``: the reading room as files for any web host, which work with the network off after one visit.

Each interface language is a folder that needs nothing outside itself. Pages are those of the reading room; a link to
what only a server can do (a search, a comparison, a dossier) becomes plain words, so that every link leads somewhere.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from html import unescape
from pathlib import Path
from posixpath import dirname, relpath
from urllib.parse import unquote

from app.i18n.words import LANGUAGES, UI_LANGUAGES, UiLanguage, words
from app.publish.consent import with_consent
from app.publish.record_forms import rights_sentence
from app.publish.site_paths import LISTS, NO_PAGE, site_address, site_columns
from app.reader import router
from app.reader.address import PageState
from app.reader.context import ReaderServices
from app.reader.text.html import render, without_forms, without_links
from corpus.files import write_atomic

ASSETS = Path(__file__).resolve().parent.parent / "views" / "assets"
COPIED = ("icon.svg", "page.js", "site.js", "style.css")
_TABLE = re.compile(r'href="data:text/csv;charset=utf-8,([^"]*)"')
_PREVIEW = re.compile(r' data-lang="([^"]*)" data-head="([^"]*)" data-tip="([^"]*)"')
SiteProgress = Callable[[int], AbstractContextManager[Callable[[str], object]]]


class NothingToPublishError(ValueError):
    """A site for everybody, and no text that may be shown to everybody."""


def export_site(
    folder: Path,
    services: ReaderServices,
    progress: SiteProgress,
    *,
    public: bool,
    uis: Sequence[UiLanguage] = UI_LANGUAGES,
) -> list[Path]:
    """Write the site into ``folder`` and return its files. Raises NothingToPublishError.

    With ``public`` it holds only texts with a recorded consent; without, every page says that it is for own use.
    """
    shown = with_consent(services) if public else services
    if not shown.library.expressions:
        raise NothingToPublishError(
            "no text has a recorded consent in data/editions.toml; without --public the site is for your own use"
        )
    written = []
    with progress(len(uis)) as begin:
        for ui in uis:
            begin(ui)
            for name, content in language_files(shown, ui, uis, public=public).items():
                write_atomic(folder / name, content)
                written.append(folder / name)
    start = render("site_start.html", languages=[(ui, LANGUAGES[ui]) for ui in uis], start=_start(shown))
    write_atomic(folder / "index.html", start.encode())
    return [folder / "index.html", *written]


def language_files(
    services: ReaderServices, ui: UiLanguage, uis: Sequence[UiLanguage], *, public: bool
) -> dict[str, bytes]:
    """All files of one interface language by name, the same bytes for the same texts."""
    files: dict[str, bytes] = {}
    previews: dict[tuple[str, ...], int] = {}
    for name, page in site_pages(services, ui, uis, public=public):
        files[name] = _with_previews(_with_files(name, page, files), previews).encode()
    files[f"{ui}/assets/previews.json"] = json.dumps(list(previews), ensure_ascii=False).encode()
    files |= {f"{ui}/assets/{name}": (ASSETS / name).read_bytes() for name in COPIED}
    files[f"{ui}/manifest.webmanifest"] = _manifest(ui, _start(services))
    files[f"{ui}/worker.js"] = _worker(ui, files)
    return dict(sorted(files.items()))


def site_pages(
    services: ReaderServices, ui: UiLanguage, uis: Sequence[UiLanguage], *, public: bool
) -> Iterator[tuple[str, str]]:
    """The pages that can be reached from the first law, each once."""
    registry = services.library.registry
    columns = site_columns(registry, ui)
    first = PageState(place="1", by=columns[0], on=columns[0], columns=columns, ui=ui)
    wanted: dict[str, PageState] = {}
    for state in (first, *(first.to(view=view) for view in LISTS)):
        site_address(services, f"{ui}/", uis, wanted)(state, registry)
    for key in columns:
        law = str(services.library[key].laws[0].id)
        site_address(services, f"{ui}/", uis, wanted)(first.to(by=key, place=law), registry)
    rights = [rights_sentence(entry, ui) for entry in registry.expressions]
    done: set[str] = set()
    while waiting := [name for name in wanted if name not in done]:
        for name in waiting:
            done.add(name)
            address = site_address(services, name, uis, wanted)
            page, head = router.page(services, wanted[name], address), router.head(services, wanted[name], address)
            yield (
                name,
                render(
                    "site_page.html",
                    ui=ui,
                    root=relpath(ui, dirname(name)) + "/",
                    title=page.title,
                    head=without_links(head, NO_PAGE),
                    html=without_links(without_forms(page.html), NO_PAGE),
                    rights=rights,
                    public=public,
                    alternates=[(one, relpath(name.replace(ui, one, 1), dirname(name))) for one in uis],
                ),
            )


def _with_files(name: str, page: str, files: dict[str, bytes]) -> str:
    """The page with each table that a link carries in itself put into a file, one for all pages that have it."""

    def link(found: re.Match[str]) -> str:
        content = unquote(unescape(found[1])).encode()
        file = f"{name.split('/')[0]}/tables/{hashlib.sha256(content).hexdigest()[:12]}.csv"
        files[file] = content
        return f'href="{relpath(file, dirname(name))}"'

    return _TABLE.sub(link, page)


def _with_previews(page: str, previews: dict[tuple[str, ...], int]) -> str:
    """The page with the preview of each link as its number among ``previews``; they were a quarter of all bytes."""

    def number(found: re.Match[str]) -> str:
        preview = tuple(unescape(part) for part in found.groups())
        return f' data-of="{previews.setdefault(preview, len(previews))}"'

    return _PREVIEW.sub(number, page)


def _start(services: ReaderServices) -> str:
    """The page to begin with, under the folder of its language."""
    entry = services.library.registry.expressions[0]
    return f"{entry.key}/{services.library[entry.key].laws[0].id}.html"


def _manifest(ui: UiLanguage, start: str) -> bytes:
    manifest = {
        "name": "Lovbro",
        "short_name": "Lovbro",
        "description": words(ui)["tagline"],
        "lang": ui,
        "start_url": start,
        "scope": "./",
        "display": "standalone",
        "background_color": "#fbfaf6",
        "theme_color": "#fbfaf6",
        "icons": [{"src": "assets/icon.svg", "sizes": "any", "type": "image/svg+xml"}],
    }
    return (json.dumps(manifest, ensure_ascii=False, indent=1) + "\n").encode()


def _worker(ui: UiLanguage, files: dict[str, bytes]) -> bytes:
    """The service worker with the files that it keeps; any change of any file is a new version."""
    total = hashlib.sha256()
    for name in sorted(files):
        total.update(name.encode() + b"\0" + hashlib.sha256(files[name]).digest())
    family, kept = f"lovbro-{ui}-", sorted(name.removeprefix(f"{ui}/") for name in files)
    head = (
        f"const FAMILY = {json.dumps(family)};\nconst VERSION = {json.dumps(family + total.hexdigest()[:16])};\n"
        f"const FILES = {json.dumps(kept, ensure_ascii=False)};\n"
    )
    return head.encode() + (ASSETS / "worker.js").read_bytes()
