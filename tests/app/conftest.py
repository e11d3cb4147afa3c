"""Fixtures that several tests of the application share."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.components.v2 import manifest_scanner

from corpus.own_texts import OwnTexts
from tests.conftest import ROOT


@pytest.fixture(scope="session", autouse=True)
def no_components_of_packages() -> Iterator[None]:
    """No package here has components, and looking through all of them takes a page without a browser a second."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", list)
        yield


@pytest.fixture
def own(built: None, data_copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> OwnTexts:
    """An empty library; what is built with its texts is built beside the cache that other tests read."""
    shutil.copytree(ROOT / "data" / "build", data_copy / "build")
    monkeypatch.setenv("LOVBRO_LIBRARY", str(tmp_path / "library"))
    return OwnTexts.open()
