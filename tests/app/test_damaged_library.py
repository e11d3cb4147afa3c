"""A damaged file of a library is named on the page that needs it, and the page of the file beside it opens."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.build import products
from corpus import homes
from corpus.dossiers.folder import DossierFolder
from tests.load.damaged import Damaged, fates, library, whole_page
from tests.support.mutations import COUNT, seeded

FEW = max(1, COUNT // 25)  # each opens some pages; ``python -m tests.load.damaged`` tries a thousand
WHOLE_PAGES = ("texts", "tables")  # their second page is one of the reader's, with all texts


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Damaged]]:
    with pytest.MonkeyPatch.context() as patch:
        home = tmp_path_factory.mktemp("home") / "library"
        patch.setenv("LOVBRO_LIBRARY", str(home))
        patch.setattr(products, "refresh_own_alignment", lambda: None)  # made behind the pages, for seconds
        yield library(home)


@pytest.mark.parametrize(
    "folder",
    ["dossiers", "typed words", "decisions", "published", "texts", "tables", "judgements", "index of decisions"],
)
def test_a_damaged_file_is_named_or_read_and_every_other_page_opens(folder: str, folders: dict[str, Damaged]) -> None:
    found = fates(folders[folder], seeded(), FEW, 1 if folder in WHOLE_PAGES else 2)
    assert FEW == found.total()
    # What is made again is not spoken of.
    assert ({"read"} if folder == "index of decisions" else {"named", "a value named", "read"}) >= set(found)


def test_cases_that_the_library_cannot_take_are_named_and_every_page_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A library on a disk that may only be read took every page down, the laws among them."""
    monkeypatch.setenv("LOVBRO_LIBRARY", str(tmp_path / "library"))
    monkeypatch.setattr(homes, "data_dir", lambda: tmp_path)
    DossierFolder(tmp_path / "dossiers").create("Sag 1", "da")
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / "dossiers").write_text("in the place of a folder", "utf-8")
    assert not whole_page("shell", {"law": "16"})()
    assert str(tmp_path / "dossiers") in whole_page("shell", {"view": "dossier"})()
