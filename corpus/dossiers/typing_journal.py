"""What is typed into a dossier, kept at each letter until it is in the dossier's file.

The page saves a field when it runs again, which takes a moment; a browser that is killed meanwhile would take the words
with it. So each window has a file here, in ``.typed`` beside the dossiers, with the words that are not in the dossier
yet. What a window left behind is merged into the dossier when that is opened next, under the folder's lock, by the rule
of ``DossierFolder.change``: words that another window wrote meanwhile are never written over.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from typing import Annotated

from corpus.document_store import remove_if_there
from corpus.dossiers.dossier import Dossier, Remark
from corpus.dossiers.fields import NoSuchFieldError, value_at, with_value
from corpus.dossiers.folder import DossierError, DossierFolder
from corpus.schema import LARGEST, Between, FileFault, Loader

TYPED_FOLDER = ".typed"
DAMAGED = ".damaged"
"""Ends the name of a journal that cannot be read; it stays for a person to look at, and is no journal any more."""
_FORMAT = 1
_WINDOW = re.compile(r"[0-9a-f]{16}")
_ENDING = ".json"


@dataclass(frozen=True)
class TypedWords:
    """The words in a field of a dossier (``corpus.dossiers.fields``), and those that this window last knew to be in the
    file when it was typed into.
    """

    field: Annotated[str, Between(1, 200)]
    before: Annotated[str, Between(0, LARGEST)]
    words: Annotated[str, Between(0, LARGEST)]


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
            name = self._name(key, window)
            held = self._read(name)
            first = held[typed.field].before if typed.field in held else typed.before if written is None else written
            self._write(name, {**held, typed.field: replace(typed, before=first)})

    def settle(self, key: str, window: str, field: str, words: str) -> None:
        """Words are in the dossier's file: what was typed since is kept. Call it while ``changing`` is held."""
        name = self._name(key, window)
        held = self._read(name)
        if field in held:
            self._write(name, {**held, field: replace(held[field], before=words)})

    def drop(self, key: str, window: str, field: str) -> None:
        """What is kept of a field is older than what the file has. Call it while ``changing`` is held."""
        name = self._name(key, window)
        held = self._read(name)
        if held.pop(field, None):
            self._write(name, held)

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
            for name in self._journals(key):
                if alive(_window(name)):
                    continue
                try:
                    typed = self._read(name)
                except DossierError:
                    self.dossiers.documents.rename(name, name + DAMAGED)
                    continue
                there, new, copy = self._merge(key, typed)
                for one in (*there, *new):
                    taken(_window(name), one)
                fields += (one.field for one in new)
                copies += [copy] if copy else []
                remove_if_there(self.dossiers.documents, name)
            faults = tuple(FileFault("syntax", name) for name in self._damaged(key))
            return Recovery(tuple(fields), tuple(copies), faults)

    def faults(self) -> Iterator[FileFault]:
        """What is wrong with each journal that cannot be read, also of those that were put aside for it."""
        for name in self._names():
            try:
                self._read(name)
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

    def _names(self) -> list[str]:
        return [name for name in self.dossiers.documents.names(TYPED_FOLDER) if _ENDING in name]

    def _journals(self, key: str) -> list[str]:
        own = [name for name in self._names() if name.startswith(f"{TYPED_FOLDER}/{key}.") and name.endswith(_ENDING)]
        return [name for name in own if _WINDOW.fullmatch(_window(name))]

    def _damaged(self, key: str) -> list[str]:
        own = (name for name in self._names() if name.startswith(f"{TYPED_FOLDER}/{key}."))
        return [name for name in own if name.endswith(f"{_ENDING}{DAMAGED}")]

    def _name(self, key: str, window: str) -> str:
        if not _WINDOW.fullmatch(window):
            raise _loader(key).fault("name", found=window)
        return f"{TYPED_FOLDER}/{self.dossiers.named(key)}.{window}{_ENDING}"

    def _read(self, name: str) -> dict[str, TypedWords]:
        """What a journal holds, by field. Raises DossierError where it cannot be read."""
        documents = self.dossiers.documents
        if not documents.exists(name):
            return {}
        load = Loader(name, DossierError)
        table = load.convert(load.json(documents.read(name, load)), _JournalTable)
        if table.format != _FORMAT:
            raise load.fault("format", expected=str(_FORMAT), found=str(table.format))
        return {one.field: one for one in table.typed}

    def _write(self, name: str, held: dict[str, TypedWords]) -> None:
        """Write what is not in the dossier's file; no file where there is nothing. Raises DossierError."""
        rest = [one for one in held.values() if one.words != one.before]
        if not rest:
            remove_if_there(self.dossiers.documents, name)
            return
        table = json.dumps({"format": _FORMAT, "typed": [asdict(one) for one in rest]}, ensure_ascii=False)
        content = table.encode("utf-8", "replace")
        if len(content) > LARGEST:  # it could not be read again
            raise Loader(name, DossierError).fault("large", expected=str(LARGEST), found=str(len(content)))
        self.dossiers.documents.write(name, content)


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


def _window(name: str) -> str:
    return name.removesuffix(_ENDING).rpartition(".")[2]


def _loader(name: str) -> Loader:
    return Loader(f"{TYPED_FOLDER}/{name}", DossierError)
