"""The manifest of a release: every file and every provision with its SHA-256, and whose each text is."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import PurePosixPath

from app.i18n.words import UiLanguage
from app.publish.record_forms import rights_sentence
from corpus.library import Library
from corpus.schema import FormatError, Loader

FORMAT = "lovbro-release/1"
MANIFEST = "manifest.json"
BLOCK = 4096
"""Bytes of a file that have a sum of their own, so that a difference can be placed without the original."""
_BLOCK_DIGITS = 16  # of the sum of a block; the whole file has its whole sum
_RIGHTS: UiLanguage = "en"


class ManifestError(FormatError):
    """A manifest that is not what ``lovbro release`` writes."""


@dataclass(frozen=True)
class ReleasedFile:
    """A file: its path in the release, its size in bytes, its SHA-256 and the beginnings of those of its blocks."""

    path: str
    size: int
    sha256: str
    blocks: tuple[str, ...]

    @staticmethod
    def of(path: str, content: bytes) -> ReleasedFile:
        """The entry of a file.

        >>> entry = ReleasedFile.of("a.txt", b"laws")
        >>> entry.size, entry.sha256[:8], entry.blocks[0][:8]
        (4, '8954b4ce', '8954b4ce')
        """
        return ReleasedFile(path, len(content), hashlib.sha256(content).hexdigest(), block_sums(content))


@dataclass(frozen=True)
class ReleasedPlace:
    """A provision, definition or note: SHA-256 of the UTF-8 bytes of its own words (as at its address), its heading."""

    expression: str
    id: str
    sha256: str
    heading: str = ""


@dataclass(frozen=True)
class ReleasedText:
    """A text: its key, title, edition and standing, and whose it is."""

    expression: str
    title: str
    edition: str
    standing: str
    rights: str


@dataclass(frozen=True)
class ReleaseManifest:
    """What a release has: ``version`` is Lovbro's, ``previous`` the SHA-256 of the manifest of the one before it."""

    format: str
    version: str
    previous: str
    texts: tuple[ReleasedText, ...]
    files: tuple[ReleasedFile, ...]
    provisions: tuple[ReleasedPlace, ...]

    @property
    def places(self) -> Mapping[tuple[str, str], ReleasedPlace]:
        """The provisions by text and id."""
        return {(place.expression, place.id): place for place in self.provisions}

    def content(self) -> bytes:
        """The manifest as a file."""
        return (json.dumps(asdict(self), ensure_ascii=False, indent=1) + "\n").encode()


def read_manifest(content: bytes, file: str) -> ReleaseManifest:
    """The manifest from the bytes of its file. Raises ManifestError; a path may not leave the folder of the release."""
    load = Loader(file, ManifestError)
    found = load.json(content)
    if found.get("format") != FORMAT:
        raise load.fault("format", expected=FORMAT, found=str(found.get("format")))
    manifest = load.convert(found, ReleaseManifest)
    for number, entry in enumerate(manifest.files, 1):
        path = PurePosixPath(entry.path)
        if path.is_absolute() or ".." in path.parts or entry.path in ("", ".", MANIFEST):
            raise load.fault("name", f"files[{number}].path", found=entry.path)
    if twice := _first_twice(entry.path for entry in manifest.files):
        raise load.fault("twice", "files", found=twice)
    return manifest


def block_sums(content: bytes) -> tuple[str, ...]:
    """The beginnings of the sums of the blocks of a file, in their order."""
    blocks = (content[start : start + BLOCK] for start in range(0, len(content), BLOCK))
    return tuple(hashlib.sha256(block).hexdigest()[:_BLOCK_DIGITS] for block in blocks)


def released_texts(library: Library) -> tuple[ReleasedText, ...]:
    """The texts of a library as a manifest names them."""
    return tuple(
        ReleasedText(entry.key, entry.title, entry.edition, entry.standing, rights_sentence(entry, _RIGHTS))
        for entry in library.registry.expressions
    )


def released_places(library: Library) -> Iterator[ReleasedPlace]:
    """All provisions, definitions and notes, in the order of the books."""
    for expression in library.expressions:
        for provision in expression.walk():
            heading = provision.heading.text if provision.heading else ""
            yield _place(expression.key, str(provision.id), provision.text, heading)
        for address, definition in expression.all_definitions():
            yield _place(expression.key, address, definition.text, definition.headword.text)
        for note in expression.notes:
            yield _place(expression.key, note.key, note.text, "")


def _place(expression: str, place: str, words: str, heading: str) -> ReleasedPlace:
    return ReleasedPlace(expression, place, hashlib.sha256(words.encode()).hexdigest(), heading)


def _first_twice(names: Iterator[str]) -> str:
    counts = Counter(names)
    return next((name for name, count in counts.items() if count > 1), "")
