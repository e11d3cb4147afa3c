"""Comparing a folder with its manifest: what is missing, what is more, and the first byte of a file that differs."""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from rapidfuzz.distance import Prefix

from app.publish.release.making import NotAReleaseError
from app.publish.release.manifest import BLOCK, MANIFEST, ReleasedFile, ReleaseManifest, block_sums, read_manifest
from app.publish.release.signature import SIGNATURE, SignatureVerdict, verdict

PROVISIONS = "tables/provisions.csv"


@dataclass(frozen=True)
class FileDifference:
    """A file that is not as released.

    ``first`` is the first byte that differs, counted from 0, and ``last`` is as far as it may be: both are the same
    where the original was at hand, else they are a block of the manifest. ``line`` is that of ``first``, from 1.
    ``here`` and ``released`` are the two bytes, None where a file ends before, or where the original was not at hand.
    """

    path: str
    kind: Literal["differs", "missing", "extra"]
    first: int | None = None
    last: int | None = None
    line: int | None = None
    here: int | None = None
    released: int | None = None


@dataclass(frozen=True)
class ReleaseCheck:
    """What was found: the manifest, every file that differs, the provisions whose words differ, the signature."""

    folder: Path
    manifest: ReleaseManifest
    differences: tuple[FileDifference, ...]
    provisions: tuple[tuple[str, str], ...]
    signature: SignatureVerdict
    asked_for_signer: bool

    @property
    def sound(self) -> bool:
        """Every file is as the manifest has it; a signature, where there is one, is right, and good if one asked."""
        wanted = ("good",) if self.asked_for_signer else ("good", "none", "unvouched")
        return not self.differences and not self.provisions and self.signature.state in wanted


def check_release(
    folder: Path, originals: Callable[[], Mapping[str, bytes]], *, signers: Path | None = None
) -> ReleaseCheck:
    """Compare a folder with its manifest.

    ``originals`` makes the files of a release anew; it is called where a file differs, and what it gives is used where
    it has the sum of the manifest. Raises NotAReleaseError, ManifestError, SignatureError.
    """
    file = folder / MANIFEST
    if not file.is_file():
        raise NotAReleaseError(f"{folder} is no release: it has no {MANIFEST}")
    manifest = read_manifest(file.read_bytes(), str(file))
    signature = verdict(file, signers)
    changed = [entry for entry in manifest.files if not _is_as_released(folder, entry)]
    made = originals() if any((folder / entry.path).is_file() for entry in changed) else {}
    known = {MANIFEST, SIGNATURE, *(entry.path for entry in manifest.files)}
    found = sorted(one.relative_to(folder).as_posix() for one in folder.rglob("*") if not one.is_dir())
    differences = [_difference(folder, entry, made.get(entry.path)) for entry in changed]
    differences += [FileDifference(path, "extra") for path in found if path not in known]
    return ReleaseCheck(
        folder, manifest, tuple(differences), _changed_provisions(folder, manifest), signature, signers is not None
    )


def first_difference(here: bytes, released: bytes) -> int:
    """The first byte at which two contents differ, counted from 0; the end of the shorter where it begins the other.

    >>> first_difference(b"law 16", b"law 17"), first_difference(b"law", b"law 16")
    (5, 3)
    """
    return Prefix.similarity(here, released)


def _is_as_released(folder: Path, entry: ReleasedFile) -> bool:
    file = folder / entry.path
    return file.is_file() and hashlib.sha256(file.read_bytes()).hexdigest() == entry.sha256


def _difference(folder: Path, entry: ReleasedFile, original: bytes | None) -> FileDifference:
    file = folder / entry.path
    if not file.is_file():
        return FileDifference(entry.path, "missing")
    here = file.read_bytes()
    if original is None or hashlib.sha256(original).hexdigest() != entry.sha256:
        sums = block_sums(here)
        block = next((n for n, (a, b) in enumerate(zip(sums, entry.blocks, strict=False)) if a != b), None)
        shorter = min(len(here), entry.size)
        first = shorter if block is None else block * BLOCK
        last = shorter if block is None else min(first + BLOCK, max(len(here), entry.size)) - 1
        return FileDifference(entry.path, "differs", first, last, _line(here, first))
    at = first_difference(here, original)
    ends = [content[at] if at < len(content) else None for content in (here, original)]
    return FileDifference(entry.path, "differs", at, at, _line(here, at), *ends)


def _line(content: bytes, at: int) -> int:
    return content.count(b"\n", 0, at) + 1


def _changed_provisions(folder: Path, manifest: ReleaseManifest) -> tuple[tuple[str, str], ...]:
    """The provisions whose words in the table are not those of the manifest, as far as the table can be read."""
    try:
        text = (folder / PROVISIONS).read_bytes().decode("utf-8", "replace")
        rows = list(csv.DictReader(io.StringIO(text), strict=False))
    except (OSError, csv.Error):
        return ()
    known = manifest.places
    return tuple(
        (place.expression, place.id)
        for row in rows
        if (place := known.get((row.get("expression") or "", row.get("id") or "")))
        and hashlib.sha256((row.get("text") or "").encode()).hexdigest() != place.sha256
    )
