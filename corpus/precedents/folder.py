"""The folder of decisions: ``<key>/original.<ending>`` untouched and ``<key>/judgment.xml`` beside it.

A case is written into a hidden folder and renamed as a whole, so a reader, a crash or a kill never sees half of one.
The folder is ``precedents/`` in the person's library, or ``LOVBRO_PRECEDENTS``; or the database's.
"""

from __future__ import annotations

import errno
import hashlib
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from corpus.document_store import LibraryShelf, remove_if_there, shared_place
from corpus.precedents.corrections import (
    CORRECTIONS,
    Corrections,
    CorrectionsError,
    read_corrections,
    write_corrections,
)
from corpus.precedents.decision import DamagedCase, Decision
from corpus.precedents.judgment_xml import LARGEST_JUDGMENT, JudgmentError, decision_xml, read_decision
from corpus.schema import FileFault, Loader

JUDGMENT = "judgment.xml"
ORIGINAL_EXTENSIONS = (".txt", ".md", ".html", ".docx", ".pdf")
_LONGEST = 255  # bytes of a name that a disk can have


@dataclass(frozen=True)
class OriginalFile:
    """The untouched file of a case: its ``name`` in the register (``09-au-7/original.txt``) and its bytes."""

    name: str
    content: bytes

    @property
    def ending(self) -> str:
        """One of ``ORIGINAL_EXTENSIONS``."""
        return Path(self.name).suffix


@dataclass(frozen=True)
class CaseFolder(LibraryShelf):
    """The register: a folder, or a shelf of a database. Nothing outside ``place`` is ever written."""

    def keys(self) -> tuple[str, ...]:
        """The keys of the finished cases, sorted."""
        return self.documents.folders()

    def has(self, key: str) -> bool:
        """True for the key of a case, whatever was typed."""
        if not key or key.startswith(".") or set(key) & set("/\\\0") or len(key.encode("utf-8", "replace")) > _LONGEST:
            return False
        return self.documents.exists(f"{key}/{JUDGMENT}") or key in self.keys()

    def load(self) -> tuple[tuple[Decision, ...], tuple[DamagedCase, ...]]:
        """Every decision, newest first, and what could not be read."""
        found = [self.read(key) for key in self.keys()]
        decisions = [one for one in found if isinstance(one, Decision)]
        damaged = tuple(one for one in found if isinstance(one, DamagedCase))
        return tuple(sorted(decisions, key=lambda d: d.newest_first)), damaged

    def read(self, key: str) -> Decision | DamagedCase:
        """One case of the folder."""
        name = f"{key}/{JUDGMENT}"
        try:
            content = self.documents.read(name, Loader(name, JudgmentError), LARGEST_JUDGMENT)
        except JudgmentError as error:
            return DamagedCase(key, error.fault)
        return self.parsed(key, content)

    def parsed(self, key: str, content: bytes) -> Decision | DamagedCase:
        """A case whose judgment has this content."""
        name = f"{key}/{JUDGMENT}"
        try:
            found = read_decision(content, name)
        except JudgmentError as error:
            return DamagedCase(key, error.fault)
        # The folder names the case: a renamed folder must stay reachable by what the reader sees.
        return found if found.key == key else replace(found, key=key)

    def stamps(self, keys: Collection[str]) -> Mapping[str, str]:
        """For each key a word that changes whenever the case is written, by Lovbro or by anybody else."""
        found = self.documents.versions([f"{key}/{JUDGMENT}" for key in keys])
        return {name.partition("/")[0]: f"{one}-{other}" for name, one, other in found}

    def state(self) -> str:
        """As ``DocumentStore.state``."""
        return self.documents.state()

    def add(self, decision: Decision, original: bytes, ending: str) -> Decision:
        """Keep a new case and its original; returns the Decision as kept, with ``--2`` after a key that is taken.

        ``ending`` is one of ``ORIGINAL_EXTENSIONS``. Raises OSError when the folder cannot be written.
        """
        if ending not in ORIGINAL_EXTENSIONS:
            raise ValueError(f"an original ends in one of {', '.join(ORIGINAL_EXTENSIONS)}, not {ending!r}")
        number = 1
        while True:
            key = decision.key if number == 1 else f"{decision.key}--{number}"
            kept = replace(decision, key=key)
            # A key that is taken is passed over before the judgment is written: hundreds of files may have one number.
            if not self.documents.exists(f"{key}/{JUDGMENT}") and self.documents.create(
                key, {f"original{ending}": original, JUDGMENT: decision_xml(kept)}
            ):
                return kept
            number += 1

    def rewrite(self, decision: Decision) -> None:
        """Replace the judgment of a case (its original stays). Raises KeyError where there is none, OSError."""
        if not self.has(decision.key):
            raise KeyError(decision.key)
        self.documents.write(f"{decision.key}/{JUDGMENT}", decision_xml(decision))

    def corrections(self, key: str) -> Corrections:
        """What a person corrected in a case. Raises CorrectionsError."""
        name = f"{key}/{CORRECTIONS}"
        if not self.has(key) or not self.documents.exists(name):
            return Corrections()
        return read_corrections(self.documents.read(name, Loader(name, CorrectionsError)), name)

    def correct(self, decision: Decision, corrections: Corrections) -> None:
        """Keep corrections and the case as corrected; the original stays. Raises KeyError, OSError, CorrectionsError.

        Where the case cannot be written its corrections are what they were: none may take effect at a later reading.
        """
        if not self.has(decision.key):  # taken out meanwhile: nothing of it may come back
            raise KeyError(decision.key)
        before = self.corrections(decision.key)
        try:
            self.documents.write(f"{decision.key}/{CORRECTIONS}", write_corrections(corrections))
            self.rewrite(decision)
        except BaseException:
            with suppress(OSError, JudgmentError):
                self._take_back(decision, before)
            raise

    def _take_back(self, decision: Decision, corrections: Corrections) -> None:
        """Put corrections back as they were, unless the case as corrected is already there."""
        judgment = f"{decision.key}/{JUDGMENT}"
        if self.documents.read(judgment, Loader(judgment, JudgmentError), LARGEST_JUDGMENT) == decision_xml(decision):
            return
        name = f"{decision.key}/{CORRECTIONS}"
        if corrections == Corrections():
            remove_if_there(self.documents, name)
        else:
            self.documents.write(name, write_corrections(corrections))

    def remove(self, key: str) -> None:
        """Take a case out, with its original. Raises KeyError and OSError."""
        if not self.has(key):
            raise KeyError(key)
        self.documents.remove_folder(key)

    def original(self, key: str) -> OriginalFile | None:
        """The untouched file of a case; None where there is none. Raises OSError where it cannot be read."""
        names = (f"{key}/original{ending}" for ending in ORIGINAL_EXTENSIONS)
        name = next((name for name in names if self.has(key) and self.documents.exists(name)), None)
        if name is None:
            return None
        try:
            return OriginalFile(name, self.documents.read(name, Loader(name, JudgmentError)))
        except JudgmentError as error:
            if error.fault.code in ("missing", "irregular"):
                return None
            raise OSError(errno.EIO, error.fault.cause or error.fault.code, name) from error

    def whole_original(self, decision: Decision) -> OriginalFile | FileFault:
        """The file that a case was read from, byte for byte, or why it is not there."""
        load = Loader(f"{decision.key}/original", JudgmentError)
        try:
            found = self.original(decision.key)
        except OSError as error:
            return load.fault("system", cause=error.strerror or str(error)).fault
        if found is None:
            return load.fault("missing").fault
        if hashlib.sha256(found.content).hexdigest() != decision.sha256:
            load = Loader(found.name, JudgmentError)
            return load.fault("changed", expected="lovbro precedents add").fault
        return found


class CaseIntake:
    """Adds cases to a folder while other processes do the same: what is there is seen under the folder's lock.

    ``by_sum`` are the cases by the sum of their original, ``by_number`` the first key of each number.
    """

    def __init__(self, folder: CaseFolder) -> None:
        self._folder = folder
        self._seen: set[str] = set()
        self.by_sum: dict[str, Decision] = {}
        self.by_number: dict[str, str] = {}
        self._look()

    def add(self, decision: Decision, original: bytes, ending: str) -> tuple[Decision, bool]:
        """The case as kept, and True; when the folder has its original already, the case that is there, and False.

        Raises OSError when the folder cannot be written.
        """
        with self._folder.documents.locked():
            self._look()
            if kept := self.by_sum.get(decision.sha256):
                return kept, False
            kept = self._folder.add(decision, original, ending)
            self._note(kept)
            return kept, True

    def rewrite(self, decision: Decision) -> None:
        """Replace the judgment of a case that is there. Raises OSError; KeyError when it is gone."""
        with self._folder.documents.locked():
            self._folder.rewrite(decision)
            self._note(decision)

    def _look(self) -> None:
        """Read the cases that have come since the last look."""
        keys = self._folder.keys()
        for key in keys:
            if key not in self._seen:
                self._seen.add(key)
                found = self._folder.read(key)
                if isinstance(found, Decision):
                    self._note(found)

    def _note(self, decision: Decision) -> None:
        self._seen.add(decision.key)
        self.by_sum[decision.sha256] = decision
        self.by_number.setdefault(decision.number, decision.key)


def case_folder(author: str = "") -> CaseFolder:
    """The register's folder: ``LOVBRO_PRECEDENTS``, else ``precedents/`` in the person's library; or the database's,
    which keeps ``author`` as who writes.
    """
    return CaseFolder(shared_place("precedents", author))
