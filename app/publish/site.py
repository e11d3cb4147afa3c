"""``lovbro export site``: the reading room as files for any web host, which work with the network off after one visit.

Each interface language is a folder that needs nothing outside itself. Pages are those of the reading room; a link to
what only a server can do (a search, a comparison, a dossier) becomes plain words, so that every link leads somewhere.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import unescape
from pathlib import Path
from posixpath import basename, dirname, join, normpath, relpath
from urllib.parse import quote, unquote

from markupsafe import Markup

from app.export.formats import ExportProgress
from app.i18n.words import LANGUAGE_NAMES, UI_LANGUAGES, UiLanguage, words
from app.publish.consent import shown_services
from app.publish.number_tables import number_tables
from app.publish.record_forms import rights_sentence
from app.publish.site_links import link_texts
from app.publish.site_paths import (
    HOME,
    LISTS,
    NO_PAGE,
    alternate_files,
    contents_file,
    first_state,
    home_state,
    site_address,
)
from app.publish.site_redirects import redirected_folders, redirects
from app.publish.site_stations import stations_page
from app.publish.word_tables import word_tables
from app.reader import router
from app.reader.address import AddressOf, PageState, ViewName
from app.reader.context import PageContext, ReaderServices
from app.reader.parts.frame import book_contents, shown_under
from app.reader.parts.prose import copy_button
from app.reader.text.html import render, without_forms, without_links, without_previews
from corpus.files import is_unfinished, write_atomic
from corpus.ids import ProvisionId
from corpus.languages import language
from corpus.registry import Registry

ASSETS = Path(__file__).resolve().parent.parent / "views" / "assets"
COPIED = ("find.js", "icon.svg", "ids.js", "numbers.js", "page.js", "preview.js", "site.js", "words.js")
VENDORED = "vendor"
LINKS = "links.js"
LOOK = "look"
START = f"{HOME}.html"
"""The page to begin with, in the folder of a language."""
# A remark to those who change a script or the style, on lines of its own or, in the style, after a rule;
# and the committee's rules, whose pages a site has not.
_REMARK = {
    ".js": re.compile(rb"^\s*//.*\n", re.MULTILINE),
    ".css": re.compile(rb"/\*[\s\S]*?\*/\n?|^\.st-key[^{}\n]*\{[^{}\n]*\}\n", re.MULTILINE),
}
_TABLE = re.compile(r'href="data:text/csv;charset=utf-8,([^"]*)"')
# Follows from the number that stands beside it (preview.js).
_CITE = re.compile(r' data-cite="[^"]*"(?= data-place=)')
# A link of the class says nothing but that there is a page, which a site has not.
_ONLY_LINK = "by-all"
_ALTERNATE = re.compile(r'rel="alternate" hreflang="([^"]*)" href="([^"]*)"')


class FolderInUseError(ValueError):
    """A folder that has files which are no part of the site."""


def export_site(
    folder: Path,
    services: ReaderServices,
    progress: ExportProgress,
    *,
    public: bool,
    at: str = "",
    uis: Sequence[UiLanguage] = UI_LANGUAGES,
) -> list[Path]:
    """Write the site into ``folder`` and return its files. Raises NothingToPublishError and FolderInUseError.

    With ``public`` it holds only texts with a recorded consent; without, every page says that it is for own use.
    ``at`` is the address at which it will be; a sitemap, which needs whole addresses, is made only with it.
    """
    shown = shown_services(services, public=public)
    start = render("site_start.html", languages=[(ui, LANGUAGE_NAMES[ui]) for ui in uis], start=START)
    files = {"index.html": start.encode(), LINKS: (ASSETS / LINKS).read_bytes()}
    with progress(len(uis)) as begin:
        for ui in uis:
            begin(ui)
            files |= language_files(shown, ui, uis, public=public)
    if at:
        files["sitemap.xml"] = sitemap(files, at).encode()
    there = {file for file in folder.rglob("*") if file.is_file() and not is_unfinished(file)}
    others = there - {folder / name for name in files}
    if others:
        # An older site may hold texts that this one may not.
        raise FolderInUseError(f"{min(others)} is no part of this site: empty {folder} first, or name another folder")
    for name, content in files.items():
        write_atomic(folder / name, content)
    return [folder / name for name in files]


def language_files(
    services: ReaderServices, ui: UiLanguage, uis: Sequence[UiLanguage], *, public: bool
) -> dict[str, bytes]:
    """All files of one interface language by name, the same bytes for the same texts."""
    files: dict[str, bytes] = {}
    for name, page in site_pages(services, ui, uis, public=public):
        files[name] = _CITE.sub("", _with_files(name, page, files)).encode()
    files[f"{ui}/assets/frame.js"] = shared_parts(services, ui, uis)
    files |= {f"{ui}/assets/{name}": _without_remarks(name) for name in COPIED}
    # On the server the letters are at the root; here beside the style sheet.
    css = _without_remarks("style.css").replace(f'url("/{LOOK}/'.encode(), f'url("{LOOK}/'.encode())
    files[f"{ui}/assets/style.css"] = css
    for file in sorted((*(ASSETS / LOOK).iterdir(), *(ASSETS / VENDORED).iterdir())):
        files[f"{ui}/assets/{file.relative_to(ASSETS).as_posix()}"] = file.read_bytes()
    for table, values in (("numbers", number_tables(services, ui)), ("words", word_tables(services, ui))):
        files[f"{ui}/assets/{table}.json"] = json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode()
    files[f"{ui}/manifest.webmanifest"] = _manifest(ui)
    files[f"{ui}/worker.js"] = _worker(ui, files, redirected_folders(services, ui))
    files |= {name: html.encode() for name, html in redirects(services, ui)}
    files |= {name: content.encode() for name, content in link_texts(services, ui)}
    return dict(sorted(files.items()))


def site_pages(
    services: ReaderServices, ui: UiLanguage, uis: Sequence[UiLanguage], *, public: bool
) -> Iterator[tuple[str, str]]:
    """The pages that can be reached from the first page and the first law, each once."""
    registry = services.library.registry
    first, wanted = first_state(services, ui), dict[str, PageState]()
    for state in (home_state(services, ui), first, *(first.to(view=view) for view in LISTS)):
        site_address(services, f"{ui}/", uis, wanted)(state, registry)
    for key in first.columns:
        law = str(services.library[key].laws[0].id)
        site_address(services, f"{ui}/", uis, wanted)(first.to(by=key, place=law), registry)
    frame = _Frame(services, ui, uis, public)
    for key in first.columns:
        name, state = contents_file(ui, key), wanted[f"{ui}/{key}/{services.library[key].laws[0].id}.html"]
        address = site_address(services, name, uis, wanted)
        context = PageContext(services, state, address)
        html = context.render("site_contents.html", contents=book_contents(context, alone=True))
        title = f"{context.words['contents']} · {context.entry(key).short} · Lovbro"
        alternates: dict[str, str] = {one: contents_file(one, key) for one in uis}
        yield name, frame.page(name, "read", title, frame.head(name, state, address), html, alternates)
    done: set[str] = set()
    while waiting := [name for name in wanted if name not in done]:
        for name in waiting:
            done.add(name)
            state, address = wanted[name], site_address(services, name, uis, wanted)
            shared = relpath(contents_file(ui, state.by), dirname(name)) if state.view == "read" else ""
            is_path = state.view == "path"
            page = stations_page(services, state, address) if is_path else router.page(services, state, address, shared)
            head = frame.head(name, state, address)
            alternates = dict(alternate_files(services, state, uis))
            yield name, frame.page(name, state.view, page.title, head, page.html, alternates)


@dataclass(frozen=True)
class _Frame:
    """What is around every page of one interface language."""

    services: ReaderServices
    ui: UiLanguage
    uis: Sequence[UiLanguage]
    public: bool

    @cached_property
    def _rights(self) -> list[str]:
        return [rights_sentence(entry, self.ui) for entry in self.services.library.registry.expressions]

    def head(self, name: str, state: PageState, address: AddressOf) -> Markup:
        """The head of a page: on the first page whole, on the others its name and the way to the first page."""
        if state.view == "home":
            return router.head(self.services, state, _head_address(address))
        home = relpath(f"{self.ui}/{HOME}.html", dirname(name))
        return render("site_head.html", words=words(self.ui), home=home)

    def page(
        self, name: str, view: ViewName, title: str, head: Markup, html: Markup, alternates: Mapping[str, str]
    ) -> str:
        """The file ``name``; ``alternates`` are the files of the same page in other languages."""
        return render(
            "site_page.html",
            ui=self.ui,
            root=relpath(self.ui, dirname(name)) + "/",
            view=shown_under(view),
            title=title,
            head=without_links(head, NO_PAGE),
            # The script takes a preview from the page to which the link leads; here they were a quarter of all bytes.
            html=without_links(without_previews(without_forms(html)), NO_PAGE, _ONLY_LINK),
            rights=self._rights,
            public=self.public,
            alternates=[(one, relpath(file, dirname(name))) for one, file in alternates.items()],
        )


def sitemap(files: Mapping[str, bytes], at: str) -> str:
    """The sitemap of the pages among ``files`` at the address ``at``, each with its pages in other languages."""

    def whole(name: str, href: str) -> str:
        return f"{at.rstrip('/')}/{quote(normpath(join(dirname(name), unescape(href))))}"

    pages = {name: content.decode() for name, content in files.items() if name.endswith(".html")}
    entries = [
        (whole(name, basename(name)), [(language, whole(name, href)) for language, href in _ALTERNATE.findall(page)])
        for name, page in sorted(pages.items())
        if "http-equiv=refresh" not in page
    ]
    return render("sitemap.xml", entries=entries)


def _without_remarks(name: str) -> bytes:
    """A file of ``ASSETS`` as a device keeps it: a seventh of the style and of the scripts is said to programmers."""
    file = ASSETS / name
    remark = _REMARK.get(file.suffix)
    return remark.sub(b"", file.read_bytes()) if remark else file.read_bytes()


def _with_files(name: str, page: str, files: dict[str, bytes]) -> str:
    """The page with each table that a link carries in itself put into a file, one for all pages that have it."""

    def link(found: re.Match[str]) -> str:
        content = unquote(unescape(found[1])).encode()
        content = _own_notes(content.decode(), name.split("/")[0]).encode()
        file = f"{name.split('/')[0]}/tables/{hashlib.sha256(content).hexdigest()[:12]}.csv"
        files[file] = content
        return f'href="{relpath(file, dirname(name))}"'

    return _TABLE.sub(link, page)


def _own_notes(table: str, ui: str) -> str:
    """A table with its notes in one language, as on the page around it; ``lovbro export csv`` has them in all.

    >>> print(_own_notes("to,note,note_da,note_sv\\n1A,whole,hele,hela\\n", "da"), end="")
    to,note
    1A,hele
    """
    rows = list(csv.DictReader(io.StringIO(table)))
    names = [name for name in next(iter(rows), {}) if not name.startswith("note_")]
    if not rows or len(names) == len(rows[0]):
        return table
    written = io.StringIO()
    writer = csv.DictWriter(written, names, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(row | {"note": row.get(f"note_{ui}") or row["note"]} for row in rows)
    return written.getvalue()


def _head_address(address_of: AddressOf) -> AddressOf:
    """Where the links of the head lead: of all comparisons a site has that of the editions' numbers."""

    def link(state: PageState, registry: Registry) -> str:
        return address_of(state.to(view="concordance") if state.view == "compare" else state, registry)

    return link


def shared_parts(services: ReaderServices, ui: UiLanguage, uis: Sequence[UiLanguage]) -> bytes:
    """What all pages have, as a module: their head, the tools of a law, the button beside each piece of it.

    ``texts`` has what a piece is cited by: the title of each text, and its language's word for a law.
    """
    state = home_state(services, ui)
    address = site_address(services, f"{ui}/{HOME}.html", uis, {})
    context = PageContext(services, state, address)
    parts = {
        "head": without_links(router.head(services, state, _head_address(address)), NO_PAGE),
        "tools": context.render("site_tools.html"),
        "copy": copy_button(context),
        "texts": {
            entry.key: {
                "title": entry.title,
                "law": language(entry.language).law_word,
                "before": context.link.cite(entry.key, "1").removesuffix(ProvisionId.of("1").printed(entry.language)),
            }
            for entry in services.library.registry.expressions
        },
    }
    return "".join(
        f"export const {name} = {json.dumps(part, ensure_ascii=False)};\n" for name, part in parts.items()
    ).encode()


def _manifest(ui: UiLanguage) -> bytes:
    manifest = {
        "name": "Lovbro",
        "short_name": "Lovbro",
        "description": words(ui)["tagline"],
        "lang": ui,
        "start_url": START,
        "scope": "./",
        "display": "standalone",
        "background_color": "#fbfaf6",
        "theme_color": "#fbfaf6",
        "icons": [
            {"src": "assets/icon.svg", "sizes": "any", "type": "image/svg+xml"},
            *({"src": f"assets/{LOOK}/icon-{n}.png", "sizes": f"{n}x{n}", "type": "image/png"} for n in (192, 512)),
        ],
    }
    return (json.dumps(manifest, ensure_ascii=False, indent=1) + "\n").encode()


def _worker(ui: UiLanguage, files: Mapping[str, bytes], folders: Mapping[str, str]) -> bytes:
    """The service worker with the files that it keeps; any change of any file is a new version.

    It opens the addresses that stay by ``folders`` and does not keep their files.
    """
    total = hashlib.sha256()
    for name in sorted(files):
        total.update(name.encode() + b"\0" + hashlib.sha256(files[name]).digest())
    family, kept = f"lovbro-{ui}-", sorted(name.removeprefix(f"{ui}/") for name in files)
    head = (
        f"const FAMILY = {json.dumps(family)};\nconst VERSION = {json.dumps(family + total.hexdigest()[:16])};\n"
        f"const FILES = {json.dumps(kept, ensure_ascii=False)};\nconst FOLDERS = {json.dumps(folders)};\n"
    )
    return head.encode() + (ASSETS / "worker.js").read_bytes()
