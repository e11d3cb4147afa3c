"""The folder of decisions: ``<key>/original.<ending>`` untouched and ``<key>/judgment.xml`` beside it.

A case is written into a hidden folder and renamed as a whole, so a reader, a crash or a kill never sees half of one.
The folder is ``precedents/`` in the person's library, or ``LOVBRO_PRECEDENTS``.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from corpus.files import left_behind, locked, read_whole, sync_folder, write_atomic
from corpus.homes import home_of
from corpus.precedents.corrections import (
    CORRECTIONS,
    Corrections,
    CorrectionsError,
    read_corrections,
    write_corrections,
)
from corpus.precedents.decision import Decision
from corpus.precedents.judgment_xml import LARGEST_JUDGMENT, JudgmentError, read, write
from corpus.schema import FileFault, Loader

JUDGMENT = "judgment.xml"
ENDINGS = (".txt", ".md", ".html", ".docx", ".pdf")
_INCOMING = ".incoming-"


@dataclass(frozen=True)
class DamagedCase:
    """A folder of the register that cannot be read, and why. Nothing is done to it."""

    name: str
    fault: FileFault


@dataclass(frozen=True)
class CaseFolder:
    """The register on disk. Nothing outside ``path`` is ever written."""

    path: Path

    def keys(self) -> tuple[str, ...]:
        """The keys of the finished cases, sorted."""
        if not self.path.is_dir():
            return ()
        return tuple(sorted(p.name for p in self.path.iterdir() if p.is_dir() and not p.name.startswith(".")))

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
            load = Loader(name, JudgmentError)
            found = read(read_whole(self.path / key / JUDGMENT, load, LARGEST_JUDGMENT), name)
        except JudgmentError as error:
            return DamagedCase(key, error.fault)
        # The folder names the case: a renamed folder must stay reachable by what the reader sees.
        return found if found.key == key else replace(found, key=key)

    def signature(self) -> tuple[tuple[str, int, int], ...]:
        """Changes whenever a case is added, changed or taken away: for caches."""
        out = []
        for key in self.keys():
            try:
                stat = (self.path / key / JUDGMENT).stat()
            except OSError:
                out.append((key, 0, 0))
            else:
                out.append((key, stat.st_mtime_ns, stat.st_size))
        return tuple(out)

    def add(self, decision: Decision, original: bytes, ending: str) -> Decision:
        """Keep a new case and its original; returns the Decision as kept, with ``--2`` after a key that is taken.

        ``ending`` is one of ``ENDINGS``. Raises OSError when the folder cannot be written.
        """
        if ending not in ENDINGS:
            raise ValueError(f"an original ends in one of {', '.join(ENDINGS)}, not {ending!r}")
        self.path.mkdir(parents=True, exist_ok=True)
        self._sweep()
        number = 1
        while True:
            key = decision.key if number == 1 else f"{decision.key}--{number}"
            kept = replace(decision, key=key)
            if not (self.path / key).exists() and self._settle(kept, original, ending):
                return kept
            number += 1

    def rewrite(self, decision: Decision) -> None:
        """Replace the judgment of a case that is there (its original stays)."""
        if decision.key not in self.keys():
            raise KeyError(decision.key)
        write_atomic(self.path / decision.key / JUDGMENT, write(decision))

    def corrections(self, key: str) -> Corrections:
        """What a person corrected in a case. Raises CorrectionsError."""
        path, name = self.path / key / CORRECTIONS, f"{key}/{CORRECTIONS}"
        if key not in self.keys() or not path.exists():
            return Corrections()
        return read_corrections(read_whole(path, Loader(name, CorrectionsError)), name)

    def correct(self, decision: Decision, corrections: Corrections) -> None:
        """Keep corrections and the case as corrected; the original stays. Raises KeyError, OSError, CorrectionsError.

        Where the case cannot be written its corrections are what they were: none may take effect at a later reading.
        """
        path, before = self.path / decision.key / CORRECTIONS, self.corrections(decision.key)
        try:
            write_atomic(path, write_corrections(corrections))
            self.rewrite(decision)
        except BaseException:
            with suppress(OSError):
                self._take_back(decision, before)
            raise

    def _take_back(self, decision: Decision, corrections: Corrections) -> None:
        """Put corrections back as they were, unless the case as corrected is already there."""
        if (self.path / decision.key / JUDGMENT).read_bytes() == write(decision):
            return
        path = self.path / decision.key / CORRECTIONS
        if corrections == Corrections():
            path.unlink(missing_ok=True)
        else:
            write_atomic(path, write_corrections(corrections))

    def remove(self, key: str) -> None:
        """Take a case out, with its original. Raises KeyError and OSError."""
        if key not in self.keys():
            raise KeyError(key)
        aside = Path(tempfile.mkdtemp(prefix=_INCOMING, dir=self.path))
        # Renamed first: a reader sees the whole case or none.
        os.rename(self.path / key, aside / key)
        shutil.rmtree(aside)

    def original(self, key: str) -> Path | None:
        """The untouched file of a case."""
        found = (self.path / key / f"original{ending}" for ending in ENDINGS)
        return next((path for path in found if key in self.keys() and path.is_file()), None)

    def _settle(self, decision: Decision, original: bytes, ending: str) -> bool:
        """Write the case aside and rename it into place; False when another process took the key meanwhile."""
        aside = Path(tempfile.mkdtemp(prefix=_INCOMING, dir=self.path))
        try:
            _write_through(aside / f"original{ending}", original)
            _write_through(aside / JUDGMENT, write(decision))
            aside.chmod(0o755)
            os.rename(aside, self.path / decision.key)
        except FileExistsError:
            shutil.rmtree(aside)
            return False
        except OSError:
            shutil.rmtree(aside, ignore_errors=True)
            if (self.path / decision.key).exists():
                return False
            raise
        sync_folder(self.path)
        return True

    def _sweep(self) -> None:
        """Clear what a killed import left; a folder still being written is younger than that."""
        for path in left_behind(self.path, f"{_INCOMING}*"):
            shutil.rmtree(path, ignore_errors=True)


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
        with locked(self._folder.path):
            self._look()
            if kept := self.by_sum.get(decision.sha256):
                return kept, False
            kept = self._folder.add(decision, original, ending)
            self._note(kept)
            return kept, True

    def rewrite(self, decision: Decision) -> None:
        """Replace the judgment of a case that is there. Raises OSError; KeyError when it is gone."""
        with locked(self._folder.path):
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


def case_folder() -> CaseFolder:
    """The register's folder: ``LOVBRO_PRECEDENTS``, else ``precedents/`` in the person's library."""
    named = os.environ.get("LOVBRO_PRECEDENTS")
    return CaseFolder(Path(named) if named else home_of("precedents"))


def _write_through(path: Path, content: bytes) -> None:
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
