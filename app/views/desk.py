"""What a window may open and change: handed to the committee's pages, which reach no other folder.

On a person's own machine it is everything of that person. With sign-in it is made of a seat in a committee: another
committee's folder is not in it, and a folder that may only be read has no way to write.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NoReturn

from corpus.committees import CommitteeSeat, committee_dossiers
from corpus.dossiers.dossier import Dossier
from corpus.dossiers.folder import DossierError, DossierFolder, dossier_folder
from corpus.precedents.corrections import Corrections
from corpus.precedents.decision import Decision
from corpus.precedents.folder import CaseFolder, case_folder
from corpus.schema import FormatError, Loader


@dataclass(frozen=True)
class Desk:
    """``dossiers`` and ``cases`` are the folders, ``writes`` and ``registers`` whether there are forms for them;
    ``holder`` is who sits there, as sign-in knows the person, empty without sign-in; ``shelves`` are those of the
    database whose history a registrar reads: what all committees share, and the own dossiers.
    """

    dossiers: DossierFolder
    cases: CaseFolder
    writes: bool = True
    registers: bool = True
    holder: str = ""
    shelves: tuple[str, ...] = ()


def _only_read(key: str) -> FormatError:
    return Loader(key, DossierError).fault("system", cause="this committee's dossiers may only be read")


class ReadOnlyDossiers(DossierFolder):
    """A folder of dossiers that nothing is ever written to."""

    @contextmanager
    def changing(self, key: str) -> Iterator[str]:
        """Raises DossierError at once."""
        raise _only_read(key)
        yield key

    def write(self, dossier: Dossier) -> NoReturn:
        """Raises DossierError."""
        raise _only_read(dossier.key)


class ReadOnlyCases(CaseFolder):
    """A register that nothing is ever written to."""

    def add(self, decision: Decision, original: bytes, ending: str) -> NoReturn:
        """Raises PermissionError."""
        raise PermissionError(1, "only a registrar changes the register", decision.key)

    def rewrite(self, decision: Decision) -> NoReturn:
        """Raises PermissionError."""
        raise PermissionError(1, "only a registrar changes the register", decision.key)

    def correct(self, decision: Decision, corrections: Corrections) -> NoReturn:
        """Raises PermissionError."""
        raise PermissionError(1, "only a registrar changes the register", decision.key)

    def remove(self, key: str) -> NoReturn:
        """Raises PermissionError."""
        raise PermissionError(1, "only a registrar changes the register", key)


def own_desk() -> Desk:
    """All that the person of this machine has."""
    return Desk(dossier_folder(), case_folder())


def desk_of(seat: CommitteeSeat) -> Desk:
    """What a seat in a committee opens: its dossiers, and the register that all committees share."""
    dossiers, cases = committee_dossiers(seat.committee.key, seat.holder), case_folder(seat.holder).place
    writes, registers = seat.role != "reader", seat.role == "registrar"
    return Desk(
        DossierFolder(dossiers) if writes else ReadOnlyDossiers(dossiers),
        CaseFolder(cases) if registers else ReadOnlyCases(cases),
        writes,
        registers,
        seat.holder,
        ("", "precedents", "published", "tables", "parity", f"committees/{seat.committee.key}/dossiers")
        if registers
        else (),
    )
