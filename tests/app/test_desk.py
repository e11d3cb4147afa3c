"""What a seat in a committee opens: a folder that may only be read refuses every change and stays as it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from app.views.desk import ReadOnlyDossiers
from corpus.dossiers.folder import DossierError, DossierFolder

CHANGES: dict[str, Callable[[DossierFolder, str], object]] = {
    "create": lambda folder, _: folder.create("En anden sag", "da"),
    "save": lambda folder, key: folder.save(folder.open(key)),
    "change": lambda folder, key: folder.change(folder.open(key), "title", "Ændret"),
    "write": lambda folder, key: folder.write(folder.open(key).dossier),
    "edit": lambda folder, key: folder.edit(key, lambda dossier: replace(dossier, title="Ændret")),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_folder_that_may_only_be_read_refuses_every_change(change: str, tmp_path: Path) -> None:
    key = DossierFolder(tmp_path).create("Sag 4", "da").dossier.key
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    only_read = ReadOnlyDossiers(tmp_path)
    with pytest.raises(DossierError):
        CHANGES[change](only_read, key)
    assert "Sag 4" == only_read.open(key).dossier.title
    assert before == {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
