"""Licences: what each library says of itself, against what a person has read and accepted in ``docs/licences.toml``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

from corpus.schema import FormatError, Loader
from tests.audit.locks import ROOT, Pin

RECORD = ROOT / "docs" / "licences.toml"


@dataclass(frozen=True)
class LibraryLicence:
    """A library: its licence as SPDX writes it, the words of its own metadata that were read, why it is accepted."""

    name: str
    licence: str
    declares: str
    reason: str = ""


@dataclass(frozen=True)
class PartLicence:
    """What comes within a library or within Lovbro under a licence of its own: language data, fonts, scripts."""

    name: str
    within: str
    licence: str
    reason: str
    source: str = ""


@dataclass(frozen=True)
class LicenceRecord:
    """``free`` are the licences that ask for nothing but a notice; all others need a reason."""

    free: tuple[str, ...]
    library: tuple[LibraryLicence, ...]
    part: tuple[PartLicence, ...]


@dataclass(frozen=True)
class LicenceFinding:
    """A library whose licence nobody has looked at, or that declares another one than was read."""

    name: str
    problem: str


def read_record(path: Path = RECORD) -> LicenceRecord:
    """The record of licences. Raises FormatError with the place of what is wrong."""
    load = Loader(path.name, FormatError)
    return load.convert(load.toml(path.read_bytes()), LicenceRecord)


def declared(name: str) -> str | None:
    """The licence that an installed library declares, None where it is not installed.

    >>> declared("lxml"), declared("no-such-library")
    ('BSD-3-Clause', None)
    """
    try:
        about = metadata(name)
    except PackageNotFoundError:
        return None
    words = [about.get("License-Expression", ""), *(about.get("License") or "").strip().splitlines()[:1]]
    classes = [one.split(" :: ")[-1] for one in about.get_all("Classifier") or [] if one.startswith("License ::")]
    return next((word.strip() for word in words if word and word.strip()), "; ".join(classes))


def findings(record: LicenceRecord, pins: Iterable[Pin]) -> Iterator[LicenceFinding]:
    """Everything about licences that a person has to look at, library by library."""
    recorded = {one.name: one for one in record.library}
    names = {pin.name for pin in pins}
    for name in sorted(names | set(recorded)):
        if name not in recorded:
            yield LicenceFinding(name, f"nobody has recorded its licence; it declares {declared(name) or 'nothing'!r}")
        elif name not in names:
            yield LicenceFinding(name, "is recorded and no longer locked")
        elif (now := declared(name)) is not None and now != recorded[name].declares:
            yield LicenceFinding(name, f"declares {now!r}, where {recorded[name].declares!r} was read")
        elif not recorded[name].reason and not _is_free(recorded[name].licence, record.free):
            yield LicenceFinding(name, f"{recorded[name].licence} needs a reason")


def _is_free(licence: str, free: Iterable[str]) -> bool:
    """'MIT AND PSF-2.0' is free when both are, 'Apache-2.0 OR BSD-2-Clause' when one is."""
    return any(all(one.strip() in free for one in choice.split(" AND ")) for choice in licence.split(" OR "))
