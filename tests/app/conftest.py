"""Fixtures that several tests of the application share."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from corpus.own_texts import OwnTexts
from tests.conftest import ROOT


@pytest.fixture
def own(built: None, data_copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> OwnTexts:
    """An empty library; what is built with its texts is built beside the cache that other tests read."""
    shutil.copytree(ROOT / "data" / "build", data_copy / "build")
    monkeypatch.setenv("LOVBRO_LIBRARY", str(tmp_path / "library"))
    return OwnTexts.open()
