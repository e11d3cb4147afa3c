"""Fixtures shared by the tests; Hypothesis draws the same examples in every run."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from corpus import store
from corpus.library import Library

settings.register_profile(
    "lovbro", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("lovbro")

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def library() -> Library:
    """All expressions, read from the XML in ``data/akn``."""
    return store.load_library()


@pytest.fixture
def data_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of ``data/`` that a test may damage; Lovbro reads and writes there."""
    folder = tmp_path / "data"
    shutil.copytree(ROOT / "data", folder, ignore=shutil.ignore_patterns("build", "precedents", "dossiers"))
    monkeypatch.setenv("LOVBRO_DATA", str(folder))
    return folder
