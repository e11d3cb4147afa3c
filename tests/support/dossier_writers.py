"""What processes of their own write into a dossier; a module without the tests, as each of them imports it anew."""

from __future__ import annotations

from pathlib import Path

from corpus.dossiers.dossier import Remark
from corpus.dossiers.folder import DossierFolder, OpenDossier


def change_field(path: Path, field: str) -> None:
    """Change one field of the case ``sag-1`` fifty times, as a window that opens it anew each time."""
    folder = DossierFolder(path)
    for n in range(50):
        saved = folder.change(folder.open("sag-1"), field, f"{field} {n}")
        assert "" == saved.conflict


def save_many(path: Path, name: str) -> None:
    """Save the case ``sag-1`` ten times with a remark more each time, as a window that keeps it open."""
    folder = DossierFolder(path)
    opened = folder.open("sag-1")
    for n in range(10):
        saved = folder.save(OpenDossier(opened.dossier.add(Remark(f"{name}{n}")), opened.revision))
        opened = OpenDossier(saved.dossier, saved.revision)
