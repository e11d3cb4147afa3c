"""What is typed into a dossier, kept at each letter until it is in the dossier's file.

The page saves a field when it runs again, which takes a moment; a browser that is killed meanwhile would take the words
with it. So each window has a file here, in ``.typed`` beside the dossiers, with the words that are not in the dossier
yet. What a window left behind is merged into the dossier when that is opened next, under the folder's lock, by the rule
of ``DossierFolder.change``: words that another window wrote meanwhile are never written over.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated

from corpus.dossiers.dossier import Dossier, Remark
from corpus.dossiers.fields import NoSuchFieldError, value_at, with_value
from corpus.dossiers.folder import DossierError, DossierFolder
from corpus.files import read_whole, sync_folder, write_atomic
from corpus.schema import Between, FileFault, Loader

FOLDER = ".typed"
DAMAGED = ".damaged"
"""Ends the name of a journal that cannot be read; it stays for a person to look at, and is no journal any more."""
LONGEST = 1_000_000  # signs of one field
_FORMAT = 1
_WINDOW = re.compile(r"[0-9a-f]{16}")
_ENDING = ".json"


@dataclass(frozen=True)
class TypedWords:
    """The words in a field of a dossier (``corpus.dossiers.fields``), and those that this window last knew to be in the
    file when it was typed into.
    """

    field: Annotated[str, Between(1, 200)]
    before: Annotated[str, Between(0, LONGEST)]
    words: Annotated[str, Between(0, LONGEST)]


@dataclass(frozen=True)
class Recovery:
    """What was taken in from windows that are gone: the ``fields`` that have new words now, the dossiers made for words
    of fields that another window had changed, and the journals that cannot be read.
    """

    fields: tuple[str, ...] = ()
    copies: tuple[str, ...] = ()
    faults: tuple[FileFault, ...] = ()


@dataclass(frozen=True)
class _JournalTable:
    format: int
    typed: tuple[TypedWords, ...]


@dataclass(frozen=True)
class TypingJournal:
    """The journals of the windows that type into the dossiers of a folder."""

    dossiers: DossierFolder

    def keep(self, key: str, window: str, typed: TypedWords, written: str | None = None) -> None:
        """Keep what a window typed. ``written`` is what it has put into the field of the file, where it has.

        Raises DossierError when it cannot be kept, and for a dossier or a window that has no such name.
        """
        with self.dossiers.changing(key):
            path = self._path(key, window)
            held = self._read(path)
            first = held[typed.field].before if typed.field in held else typed.before if written is None else written
            self._write(path, {**held, typed.field: replace(typed, before=first)})

    def settle(self, key: str, window: str, field: str, words: str) -> None:
        """Words are in the dossier's file: what was typed since is kept. Call it while ``changing`` is held."""
        path = self._path(key, window)
        held = self._read(path)
        if field in held:
            self._write(path, {**held, field: replace(held[field], before=words)})

    def drop(self, key: str, window: str, field: str) -> None:
        """What is kept of a field is older than what the file has. Call it while ``changing`` is held."""
        path = self._path(key, window)
        held = self._read(path)
        if held.pop(field, None):
            self._write(path, held)

    def recover(
        self, key: str, alive: Callable[[str], bool], taken: Callable[[str, TypedWords], None] = lambda *_: None
    ) -> Recovery:
        """Merge into a dossier what windows that are not ``alive`` typed last, and take their journals away.

        ``taken`` is called with a window and its words for each field that has them now. Raises DossierError when the
        dossier cannot be read or saved; the journals are then as they were.
        """
        if not self._journals(key) and not self._damaged(key):
            return Recovery()
        fields, copies = list[str](), list[str]()
        with self.dossiers.changing(key):
            for path in self._journals(key):
                if alive(_window(path)):
                    continue
                try:
                    typed = self._read(path)
                except DossierError:
                    os.replace(path, path.with_name(path.name + DAMAGED))
                    continue
                there, new, copy = self._merge(key, typed)
                for one in (*there, *new):
                    taken(_window(path), one)
                fields += (one.field for one in new)
                copies += [copy] if copy else []
                _remove(path)
            faults = tuple(FileFault("syntax", f"{FOLDER}/{path.name}") for path in self._damaged(key))
            return Recovery(tuple(fields), tuple(copies), faults)

    def faults(self) -> Iterator[FileFault]:
        """What is wrong with each journal that cannot be read, also of those that were put aside for it."""
        for path in sorted((self.dossiers.path / FOLDER).glob(f"*{_ENDING}*")):
            try:
                self._read(path)
            except DossierError as error:
                yield error.fault

    def _merge(self, key: str, typed: dict[str, TypedWords]) -> tuple[list[TypedWords], list[TypedWords], str]:
        """What the file had already, what it has now, and the key of the copy for words that clash with another's."""
        dossier = self.dossiers.open(key).dossier
        found: dict[str, list[TypedWords]] = {"there": [], "new": [], "clash": []}
        for one in typed.values():
            found[_standing(dossier, one)].append(one)
        ours = dossier
        for one in found["new"]:
            ours = with_value(ours, one.field, one.words)
        if ours != dossier:
            self.dossiers.write(ours)
        copy = self.dossiers.write_copy(_with_all(ours, found["clash"])).dossier.key if found["clash"] else ""
        return found["there"], found["new"], copy

    def _journals(self, key: str) -> list[Path]:
        found = (self.dossiers.path / FOLDER).glob(f"{key}.*{_ENDING}")
        return sorted(path for path in found if _WINDOW.fullmatch(_window(path)) and path.name.startswith(f"{key}."))

    def _damaged(self, key: str) -> list[Path]:
        return sorted((self.dossiers.path / FOLDER).glob(f"{key}.*{_ENDING}{DAMAGED}"))

    def _path(self, key: str, window: str) -> Path:
        if not _WINDOW.fullmatch(window):
            raise _loader(key).fault("name", found=window)
        return self.dossiers.path / FOLDER / f"{self.dossiers.named(key)}.{window}{_ENDING}"

    def _read(self, path: Path) -> dict[str, TypedWords]:
        """What a journal holds, by field. Raises DossierError where it cannot be read."""
        if not path.exists():
            return {}
        load = _loader(path.name)
        table = load.convert(load.json(read_whole(path, load)), _JournalTable)
        if table.format != _FORMAT:
            raise load.fault("format", expected=str(_FORMAT), found=str(table.format))
        return {one.field: one for one in table.typed}

    def _write(self, path: Path, held: dict[str, TypedWords]) -> None:
        """Write what is not in the dossier's file; no file where there is nothing."""
        rest = [one for one in held.values() if one.words != one.before]
        if not rest:
            _remove(path)
            return
        content = json.dumps({"format": _FORMAT, "typed": [asdict(one) for one in rest]}, ensure_ascii=False)
        write_atomic(path, content.encode("utf-8", "replace"))


def _standing(dossier: Dossier, typed: TypedWords) -> str:
    """``there`` where the words are in the file, ``new`` where they may take the place of what is, else ``clash``."""
    try:
        now = value_at(dossier, typed.field)
    except NoSuchFieldError:
        return "clash"
    if not isinstance(now, str) or typed.words in (now, typed.before):
        return "clash" if not isinstance(now, str) else "there"
    # A save that came after the last letter but one, in a process that was killed before it could say so.
    return "new" if now == typed.before or (now and now in typed.words) else "clash"


def _with_all(dossier: Dossier, clash: list[TypedWords]) -> Dossier:
    """The words of fields that were changed meanwhile; those of a row that may be another one by now as a remark."""
    for one in clash:
        if "-" not in one.field and isinstance(getattr(dossier, one.field, None), str):
            dossier = with_value(dossier, one.field, one.words)
        else:
            dossier = dossier.add(Remark(one.words))
    return dossier


def _window(path: Path) -> str:
    return path.name.removesuffix(_ENDING).rpartition(".")[2]


def _remove(path: Path) -> None:
    with suppress(FileNotFoundError):
        path.unlink()
        sync_folder(path.parent)


def _loader(name: str) -> Loader:
    return Loader(f"{FOLDER}/{name}", DossierError)
