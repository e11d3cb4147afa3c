"""A damaged file of a library is named on the page that needs it, and the page of the file beside it opens."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.load.damaged import fates, library
from tests.support.mutations import COUNT, seeded

FEW = max(1, COUNT // 40)  # each opens two pages; ``python -m tests.load.damaged`` tries a thousand


@pytest.mark.parametrize("folder", ["dossiers", "typed words", "decisions"])
def test_a_damaged_file_is_named_or_read_and_every_other_page_opens(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOVBRO_LIBRARY", str(tmp_path / "library"))
    found = fates(library(tmp_path / "library")[folder], seeded(), FEW)
    assert FEW == found.total()
    assert {"named", "read"} >= set(found)
