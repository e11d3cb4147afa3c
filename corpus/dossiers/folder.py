"""Dossiers as kept: one TOML document each, that a person can read and compare line by line.

A document is written whole or not at all, and read, merged and written under one lock. Two windows that save the same
dossier lose nothing: whoever changes what another has changed meanwhile gets a copy of its own beside it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import MISSING, dataclass, fields, make_dataclass, replace
from typing import Annotated, Any, Literal, cast

from corpus.document_store import LibraryShelf, shared_place
from corpus.dossiers.dossier import (
    NO_ADJUSTMENT,
    NO_DEADLINES,
    DoneStep,
    Dossier,
    DossierEntry,
    PartyView,
    PolledPlayer,
    Quotation,
    QuotedBlock,
    QuoteKind,
    Remark,
    TypedAdjustment,
    TypedDeadlines,
)
from corpus.dossiers.fields import NoSuchFieldError, value_at, with_value
from corpus.model import Lines
from corpus.schema import LARGEST, Between, FormatError, Loader
from corpus.text import slug

FORMAT = 1
ENDING = ".toml"
CONFLICT = "--copy"
_KEY = re.compile(r"[a-z0-9][a-z0-9-]*")
_HEAD = "# A dossier of Lovbro. Quotations carry a sum over their words: edit your own texts, not theirs.\n"
_SOURCE = ("expression", "place", "edition", "dated", "title", "cited", "standing")
# The committee's own words, in the order of the file. A name that came after ``decision`` is written only where it is
# filled, so that a file that lacks it stays as it is, byte for byte.
_WORDS = tuple(field.name for field in fields(Dossier) if field.type == "str" and field.name != "key")
_ALWAYS = _WORDS[: _WORDS.index("decision") + 1]


class DossierError(FormatError):
    """A dossier that cannot be named, read or saved; the file is then as it was."""


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
class DossierFolder(LibraryShelf):
    """The folder of dossiers: a folder, or a shelf of a database. Nothing outside ``place`` is ever written."""

    def keys(self) -> tuple[str, ...]:
        """The keys of the dossiers, sorted."""
        stems = (name.removesuffix(ENDING) for name in self.documents.names() if name.endswith(ENDING))
        return tuple(sorted(stem for stem in stems if _KEY.fullmatch(stem)))

    def titles(self) -> tuple[tuple[str, str], ...]:
        """Every key with the title of its dossier; the title is empty where the file cannot be read."""
        return tuple((key, self._title(key)) for key in self.keys())

    def create(self, title: str, language: str) -> OpenDossier:
        """A new, empty dossier under a key made from its title. Raises DossierError when it cannot be saved."""
        with self.changing(slug(title, "dossier")) as base:
            key = self._free(base)
            dossier = Dossier(key, title, language)
            return OpenDossier(dossier, self.write(dossier))

    def open(self, key: str) -> OpenDossier:
        """Raises DossierError when there is no such dossier or its file cannot be read."""
        content = self.documents.read(self._name(key), _loader(key))
        return OpenDossier(loads(content, key), _revision(content))

    def save(self, opened: OpenDossier) -> SaveResult:
        """Write the dossier if its file is still the one that was opened, else write a copy beside it.

        Raises DossierError when it cannot be saved.
        """
        dossier = opened.dossier
        with self.changing(dossier.key):
            if self._on_disk(dossier.key) in ("", opened.revision, _revision(dumps(dossier))):
                return SaveResult(dossier, self.write(dossier))
            return self.write_copy(dossier)

    def change(
        self, opened: OpenDossier, field: str, value: Any, own: Any = None, saved: Callable[[], None] = lambda: None
    ) -> SaveResult:
        """Save one field. A file that another window changed elsewhere takes it too; one changed here gives a copy.

        ``field`` is a name of ``corpus.dossiers.fields``. ``own`` is what this window put into it last: it is no other
        window's change. ``saved`` is called when it is in the file, while the folder is still held.

        Raises DossierError when it cannot be saved.
        """
        with self.changing(opened.dossier.key):
            result = self._changed(opened, field, value, own)
            saved()
            return result

    def _changed(self, opened: OpenDossier, field: str, value: Any, own: Any) -> SaveResult:
        try:
            ours = with_value(opened.dossier, field, value)
        except NoSuchFieldError:  # another window took the row away: what was typed into it is kept beside the file
            return self.write_copy(opened.dossier.add(Remark(str(value))))
        if self._on_disk(ours.key) in ("", opened.revision):
            return SaveResult(ours, self.write(ours))
        try:
            latest = self.open(ours.key).dossier
            now = value_at(latest, field)
        except (DossierError, NoSuchFieldError):  # damaged meanwhile, or a row is gone: our words are kept beside it
            return self.write_copy(ours)
        if now not in (value_at(opened.dossier, field), value, own):
            return self.write_copy(ours)
        merged = with_value(latest, field, value)
        return SaveResult(merged, self.write(merged))

    def edit(self, key: str, edited: Callable[[Dossier], Dossier]) -> SaveResult:
        """Change a dossier as it is on disk now: ``edit(key, lambda dossier: dossier.add(quotation))``.

        Raises DossierError when it cannot be read or saved.
        """
        with self.changing(key):
            dossier = edited(self.open(key).dossier)
            return SaveResult(dossier, self.write(dossier))

    @contextmanager
    def changing(self, key: str) -> Iterator[str]:
        """Hold the folder's lock; what the operating system refuses meanwhile is a DossierError of this dossier.

        It is no lock that can be taken twice: nothing that takes it is called meanwhile.
        """
        try:
            with self.documents.locked():
                yield key
        except OSError as error:
            raise _loader(key).fault("system", cause=error.strerror or str(error)) from error

    def _on_disk(self, key: str) -> str:
        """The revision of a dossier's file, empty when there is none."""
        name = self._name(key)
        return _revision(self.documents.read(name, _loader(key))) if self.documents.exists(name) else ""

    def write_copy(self, dossier: Dossier) -> SaveResult:
        """Write a dossier beside its file, under a new key. Call it while ``changing`` is held."""
        base = dossier.key.split(CONFLICT)[0]
        copy = replace(dossier, key=self._free(f"{base}{CONFLICT}"))
        return SaveResult(copy, self.write(copy), conflict=dossier.key)

    def _title(self, key: str) -> str:
        try:
            return self.open(key).dossier.title
        except DossierError:
            return ""

    def named(self, key: str) -> str:
        """The key. Raises DossierError where no dossier can have it, so that no other file is ever opened."""
        if not _KEY.fullmatch(key):
            raise _loader(key).fault("name", found=key)
        return key

    def _name(self, key: str) -> str:
        return f"{self.named(key)}{ENDING}"

    def _free(self, key: str) -> str:
        number, name = 1, key
        while self.documents.exists(self._name(name)):
            number += 1
            name = f"{key}-{number}"
        return name

    def write(self, dossier: Dossier) -> str:
        """Write a dossier as it is; its file's revision then. Call it while ``changing`` is held.

        Raises DossierError for one too large to be opened again.
        """
        content = dumps(dossier)
        if len(content) > LARGEST:
            raise _loader(dossier.key).fault("large", expected=str(LARGEST), found=str(len(content)))
        self.documents.write(self._name(dossier.key), content)
        return _revision(content)


def dossier_folder() -> DossierFolder:
    """The folder: ``LOVBRO_DOSSIERS``, else ``dossiers/`` in the person's library; or the database's."""
    return DossierFolder(shared_place("dossiers"))


def dumps(dossier: Dossier) -> bytes:
    """The file's content; ``loads`` gives the dossier back."""
    lines = [_HEAD.rstrip(), f"format = {FORMAT}"]
    words = {name: getattr(dossier, name) for name in _WORDS}
    lines += [_line(name, value) for name, value in words.items() if value or name in _ALWAYS]
    if dossier.score != NO_ADJUSTMENT:
        lines += ["", "[score]", *_score(dossier.score)]
    if dossier.times != NO_DEADLINES:
        lines += ["", "[times]", *(_line(name, value) for name, value in vars(dossier.times).items())]
    for name, rows in (("polled", dossier.poll), ("done", dossier.done)):
        for row in rows:
            lines += ["", f"[[{name}]]", *(_line(key, value) for key, value in vars(row).items())]
    for view in dossier.views:
        lines += ["", "[[view]]", _line("party", view.party), _line("text", view.text)]
    for entry in dossier.entries:
        lines += ["", "[[entry]]", *_entry(entry)]
    return ("\n".join(lines) + "\n").encode()


def loads(content: bytes, key: str) -> Dossier:
    """The dossier in a file, whatever the bytes. Raises DossierError naming what is wrong."""
    load = _loader(key)
    table = load.toml(content)
    if table.get("format") != FORMAT:
        raise load.fault("format", expected=str(FORMAT), found=str(table.get("format", "")))
    found = load.convert(table, _DossierTable)
    entries = tuple(_read_entry(load, row, f"entry[{number}]") for number, row in enumerate(found.entry, 1))
    words = {name: getattr(found, name) for name in _WORDS}
    return Dossier(
        key=key,
        **words,
        views=found.view,
        entries=entries,
        score=found.score,
        poll=found.polled,
        times=found.times,
        done=found.done,
    )


@dataclass(frozen=True, kw_only=True)
class _DossierTables:
    """What the file of a dossier has beside words, as TOML has it."""

    format: int
    score: TypedAdjustment = NO_ADJUSTMENT
    times: TypedDeadlines = NO_DEADLINES
    polled: tuple[PolledPlayer, ...] = ()
    done: tuple[DoneStep, ...] = ()
    view: tuple[PartyView, ...] = ()
    entry: tuple[object, ...] = ()


def _word_fields() -> Iterator[tuple[str, type] | tuple[str, type, str]]:
    """The fields of ``_WORDS`` with their types and defaults, as ``Dossier`` has them."""
    for one in fields(Dossier):
        if one.name in _WORDS:
            yield (one.name, str) if one.default is MISSING else (one.name, str, cast(str, one.default))


_DossierTable = cast(
    type[_DossierTables],
    make_dataclass("_DossierTable", _word_fields(), bases=(_DossierTables,), frozen=True, kw_only=True),
)


@dataclass(frozen=True)
class _QuotationTable:
    kind: QuoteKind
    expression: str
    place: str
    edition: str
    dated: str
    title: str
    cited: str
    standing: str
    witness: str
    lines: tuple[Annotated[int, Between(0, 10_000_000)], Annotated[int, Between(0, 10_000_000)]]
    sha256: str
    comment: str
    piece: tuple[_PieceTable, ...] = ()


@dataclass(frozen=True)
class _PieceTable:
    label: str = ""
    heading: str = ""
    text: str = ""
    mark: str = ""
    rows: tuple[tuple[str, ...], ...] = ()
    header: Annotated[int, Between(0, 10_000)] = 0


@dataclass(frozen=True)
class _RemarkTable:
    kind: Literal["remark"]
    text: str


def _loader(key: str) -> Loader:
    return Loader(f"{key}{ENDING}", DossierError)


def _score(score: TypedAdjustment) -> Iterator[str]:
    for name, value in vars(score).items():
        if isinstance(value, str):
            yield _line(name, value)
        else:
            yield f"{name} = [{', '.join(_string(rule, several_lines=False) for rule in value)}]"


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


def _read_entry(load: Loader, row: object, place: str) -> DossierEntry:
    if isinstance(row, dict) and row.get("kind") == "remark":
        return Remark(load.convert(row, _RemarkTable, place).text)
    found = load.convert(row, _QuotationTable, place)
    return Quotation(
        kind=found.kind,
        **{name: getattr(found, name) for name in _SOURCE},
        source=Lines(found.witness, *found.lines),
        pieces=tuple(QuotedBlock(**vars(piece)) for piece in found.piece),
        sha256=found.sha256,
        comment=found.comment,
    )


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
