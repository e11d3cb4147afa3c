"""Dossiers on disk: one TOML file each, that a person can read and compare line by line.

A file is written whole or not at all. Two windows that save the same dossier lose nothing: whoever saves over a
file that is no longer the one that was opened gets a copy of its own beside it.
"""

from __future__ import annotations

import hashlib
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from corpus.dossiers.dossier import Dossier, DossierEntry, PartyView, Quotation, QuotedBlock, QuoteKind, Remark
from corpus.files import data_dir, locked, write_atomic
from corpus.model import Lines
from corpus.text import slug

FORMAT = 1
ENDING = ".toml"
CONFLICT = "--copy"
_KEY = re.compile(r"[a-z0-9][a-z0-9-]*")
_HEAD = "# A dossier of Lovbro. Quotations carry a sum over their words: edit your own texts, not theirs.\n"
_PLAIN = ("title", "language", "case", "event", "played", "committee")
_SOURCE = ("expression", "place", "edition", "dated", "title", "cited", "standing")
_LONG = ("question", "facts", "reasoning", "decision")


class DossierError(ValueError):
    """A dossier that cannot be read or named; the message is one line."""


@dataclass(frozen=True)
class OpenDossier:
    """A dossier and the state of its file when it was read: give it back when saving."""

    dossier: Dossier
    revision: str


@dataclass(frozen=True)
class SaveResult:
    """What a save made. ``conflict`` names the dossier that another had changed meanwhile; ours then has a new key."""

    dossier: Dossier
    revision: str
    conflict: str = ""


@dataclass(frozen=True)
class DossierFolder:
    """The folder of dossiers. Nothing outside ``path`` is ever written."""

    path: Path

    def keys(self) -> tuple[str, ...]:
        """The keys of the dossiers, sorted."""
        return tuple(sorted(p.stem for p in self.path.glob(f"*{ENDING}") if _KEY.fullmatch(p.stem)))

    def titles(self) -> tuple[tuple[str, str], ...]:
        """Every key with the title of its dossier; the title is empty where the file cannot be read."""
        return tuple((key, self._title(key)) for key in self.keys())

    def create(self, title: str, language: str) -> OpenDossier:
        """A new, empty dossier under a key made from its title."""
        with locked(self.path):
            key = self._free(slug(title, "dossier"))
            dossier = Dossier(key, title, language)
            return OpenDossier(dossier, self._write(dossier))

    def open(self, key: str) -> OpenDossier:
        """Raises DossierError when there is no such dossier or its file cannot be read."""
        path = self._path(key)
        try:
            content = path.read_bytes()
        except OSError as error:
            raise DossierError(f"no dossier {key}: {error.strerror}") from error
        return OpenDossier(loads(content, key), _revision(content))

    def save(self, opened: OpenDossier) -> SaveResult:
        """Write the dossier if its file is still the one that was opened, else write a copy beside it."""
        dossier = opened.dossier
        with locked(self.path):
            path = self._path(dossier.key)
            on_disk = _revision(path.read_bytes()) if path.is_file() else ""
            if on_disk in ("", opened.revision, _revision(dumps(dossier))):
                return SaveResult(dossier, self._write(dossier))
            base = dossier.key.split(CONFLICT)[0]
            copy = replace(dossier, key=self._free(f"{base}{CONFLICT}"))
            return SaveResult(copy, self._write(copy), conflict=dossier.key)

    def change(self, opened: OpenDossier, field: str, value: Any) -> SaveResult:
        """Save one field. A file that another window changed elsewhere takes it too; one changed here gives a copy."""
        latest = self.open(opened.dossier.key) if self._path(opened.dossier.key).is_file() else opened
        if getattr(latest.dossier, field) != getattr(opened.dossier, field):
            latest = opened
        return self.save(replace(latest, dossier=replace(latest.dossier, **{field: value})))

    def remove(self, key: str) -> Path:
        """Put a dossier's file aside in ``removed/``; it is never deleted."""
        with locked(self.path):
            aside = self.path / "removed"
            aside.mkdir(exist_ok=True)
            number = 1
            while (goal := aside / f"{key}--{number}{ENDING}").exists():
                number += 1
            os.rename(self._path(key), goal)
            return goal

    def _title(self, key: str) -> str:
        try:
            return self.open(key).dossier.title
        except DossierError:
            return ""

    def _path(self, key: str) -> Path:
        if not _KEY.fullmatch(key):
            raise DossierError(f"{key[:60]!r} is no name of a dossier: small letters, digits and hyphens")
        return self.path / f"{key}{ENDING}"

    def _free(self, key: str) -> str:
        number, name = 1, key
        while self._path(name).exists():
            number += 1
            name = f"{key}-{number}"
        return name

    def _write(self, dossier: Dossier) -> str:
        content = dumps(dossier)
        write_atomic(self._path(dossier.key), content)
        return _revision(content)


def dossier_folder() -> DossierFolder:
    """The folder: ``LOVBRO_DOSSIERS``, else ``dossiers/`` in the data folder."""
    named = os.environ.get("LOVBRO_DOSSIERS")
    return DossierFolder(Path(named) if named else data_dir() / "dossiers")


def dumps(dossier: Dossier) -> bytes:
    """The file's content; ``loads`` gives the dossier back."""
    lines = [_HEAD.rstrip(), f"format = {FORMAT}"]
    lines += [_line(name, getattr(dossier, name)) for name in (*_PLAIN, *_LONG)]
    for view in dossier.views:
        lines += ["", "[[view]]", _line("party", view.party), _line("text", view.text)]
    for entry in dossier.entries:
        lines += ["", "[[entry]]", *_entry(entry)]
    return ("\n".join(lines) + "\n").encode()


def loads(content: bytes, key: str) -> Dossier:
    """Raises DossierError naming what is wrong."""
    try:
        table = tomllib.loads(content.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DossierError(f"dossier {key} cannot be read: {error}") from error
    if table.get("format") != FORMAT:
        raise DossierError(f"dossier {key} has format {table.get('format')!r}; this Lovbro reads format {FORMAT}")
    try:
        return Dossier(
            key=key,
            **{name: str(table[name]) for name in (*_PLAIN, *_LONG) if name in table},
            views=tuple(PartyView(row["party"], row["text"]) for row in table.get("view", ())),
            entries=tuple(_read_entry(row) for row in table.get("entry", ())),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise DossierError(f"dossier {key}: missing or wrong field: {error}") from error


def _entry(entry: DossierEntry) -> Iterator[str]:
    if isinstance(entry, Remark):
        yield _line("kind", "remark")
        yield _line("text", entry.text)
        return
    for name in ("kind", *_SOURCE):
        yield _line(name, getattr(entry, name))
    yield _line("witness", entry.source.witness)
    yield f"lines = [{entry.source.first}, {entry.source.last}]"
    yield _line("sha256", entry.sha256)
    yield _line("comment", entry.comment)
    for piece in entry.pieces:
        yield "[[entry.piece]]"
        for name in ("label", "heading", "mark", "text"):
            if value := getattr(piece, name):
                yield _line(name, value)
        if piece.rows:
            yield f"header = {piece.header}"
            yield "rows = ["
            yield from (f"  [{', '.join(_string(cell, several_lines=False) for cell in row)}]," for row in piece.rows)
            yield "]"


def _read_entry(row: Mapping[str, Any]) -> DossierEntry:
    if row["kind"] == "remark":
        return Remark(str(row["text"]))
    first, last = row["lines"]
    return Quotation(
        kind=cast(QuoteKind, row["kind"]),
        **{name: str(row[name]) for name in _SOURCE},
        source=Lines(row["witness"], int(first), int(last)),
        pieces=tuple(_read_piece(piece) for piece in row.get("piece", ())),
        sha256=row["sha256"],
        comment=row["comment"],
    )


def _read_piece(row: Mapping[str, Any]) -> QuotedBlock:
    words = {name: str(row.get(name, "")) for name in ("label", "heading", "text", "mark")}
    rows = tuple(tuple(str(cell) for cell in cells) for cells in row.get("rows", ()))
    return QuotedBlock(**words, rows=rows, header=int(row.get("header", 0)))


def _line(name: str, value: str) -> str:
    return f"{name} = {_string(value, several_lines=chr(10) in value)}"


def _string(text: str, *, several_lines: bool) -> str:
    """A TOML basic string; with line feeds kept as such where that reads better."""
    out: list[str] = []
    for place, sign in enumerate(text):
        lone_quote = sign == '"' and place + 1 < len(text) and out[-1:] != ['"']
        if several_lines and (sign == "\n" or lone_quote):
            out.append(sign)
        elif sign in '"\\':
            out.append("\\" + sign)
        elif (sign < " " and sign != "\t") or "\x7f" <= sign <= "\x9f":
            out.append(f"\\u{ord(sign):04x}")
        elif "\ud800" <= sign <= "\udfff":
            out.append("\N{REPLACEMENT CHARACTER}")
        else:
            out.append(sign)
    return f'"""\n{"".join(out)}"""' if several_lines else f'"{"".join(out)}"'


def _revision(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
