"""The book as EPUB 3.3: a file a law, with contents, landmarks, footnotes, index and what assistive technology needs.

The same book gives the same bytes: nothing in it is of today, and the archive's times are those of its format's zero.
"""

from __future__ import annotations

import io
import uuid
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from app.i18n.words import words
from app.publish.volume.volume import Volume, VolumeSection
from app.reader.text.html import render
from corpus.files import ZIP_TIME
from corpus.model import LOST

STYLE = Path(__file__).with_name("volume.css")
_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'


@dataclass(frozen=True)
class EpubFile:
    """One page of the book: its name, and the sections in it."""

    name: str
    sections: tuple[VolumeSection, ...]


@dataclass(frozen=True)
class VolumeContentsEntry:
    """An entry of the contents: its section, where it leads, and the entries below it."""

    section: VolumeSection
    href: str
    below: tuple[VolumeContentsEntry, ...] = ()


def to_epub(volume: Volume) -> bytes:
    """The book as the bytes of an ``.epub`` file."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        # The format asks for this file first, and as it is.
        archive.writestr(_entry("mimetype", zipfile.ZIP_STORED), "application/epub+zip")
        for name, written in epub_files(volume).items():
            archive.writestr(_entry(name, zipfile.ZIP_DEFLATED), written)
    return content.getvalue()


def epub_files(volume: Volume) -> Mapping[str, str]:
    """The files of the archive by name, ``mimetype`` left aside."""
    pages = tuple(_pages(volume))
    homes = {anchor: page.name for page in pages for anchor in _anchors(page)}
    named = {"words": words(volume.language), "volume": volume, "lost": LOST}
    files = {"META-INF/container.xml": _written("epub_container.xml"), "book/volume.css": STYLE.read_text("utf-8")}
    for page in pages:

        def link(anchor: str, here: str = page.name) -> str:
            return f"{'' if homes[anchor] == here else homes[anchor]}#{quote(anchor)}"

        files[f"book/{page.name}"] = _written("epub_page.xhtml", page=page, link=link, **named)
    contents = _contents(volume, homes)
    start = next(page.name for page in pages for section in page.sections if section.kind == "law")
    index = next((page.name for page in pages for section in page.sections if section.kind == "index"), "")
    for name in ("title.xhtml", "rights.xhtml", "contents.xhtml"):
        template = f"epub_{name}"
        files[f"book/{name}"] = _written(template, contents=contents, start=start, index=index, **named)
    identifier = uuid.uuid5(uuid.NAMESPACE_URL, f"urn:lovbro:volume:{volume.name}").urn
    files["book/package.opf"] = _written(
        "epub_package.opf", identifier=identifier, pages=[page.name for page in pages], **named
    )
    return files


def _pages(volume: Volume) -> Iterator[EpubFile]:
    """The sections by file: the headings of chapters are in the file of the law that follows them."""
    waiting: list[VolumeSection] = []
    number = 0
    for section in volume.sections:
        waiting.append(section)
        if section.kind != "chapter":
            number += 1
            yield EpubFile(f"p{number:03}.xhtml", tuple(waiting))
            waiting = []


def _anchors(page: EpubFile) -> Iterator[str]:
    for section in page.sections:
        yield section.anchor
        yield from (cell.anchor for row in section.rows for cell in row.cells if cell is not None)
        yield from (note.anchor for note in section.notes)
        # A note may be called from another page than its own.
        yield from (run.call for run in section.runs() if run.call)
        yield from (line.anchor for line in section.lines)


def _contents(volume: Volume, homes: Mapping[str, str]) -> Sequence[VolumeContentsEntry]:
    """The sections nested by their depth."""

    def nested(rest: list[VolumeSection], depth: int) -> tuple[VolumeContentsEntry, ...]:
        found = []
        while rest and rest[0].depth >= depth:
            section = rest.pop(0)
            below = nested(rest, section.depth + 1)
            href = f"{homes[section.anchor]}#{quote(section.anchor)}"
            found.append(VolumeContentsEntry(section, href, below))
        return tuple(found)

    return nested(list(volume.sections), 1)


def _written(template: str, **values: object) -> str:
    """An XML file from its template."""
    return "".join([_DECLARATION, render(template, **values)])


def _entry(name: str, method: int) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, ZIP_TIME)
    info.compress_type, info.create_system = method, 3
    return info
