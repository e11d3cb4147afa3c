"""The page that one request gives is the page that Streamlit shows, and forms have none."""

from __future__ import annotations

import pytest

from app.reader import router
from app.reader.address import VIEWS, read_state
from app.reader.context import ReaderServices
from app.views.early import ALONE, early_page


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_has_its_own_page_early_or_none(services: ReaderServices, view: str) -> None:
    params = {"view": view, "law": "16C2", "q": "kort" if view == "search" else ""}
    found = early_page(services, params, "sv-SE")
    state = read_state(params, services.library.registry, "sv-SE")
    if state.view in ALONE:
        assert found is None
        return
    assert found is not None
    page = router.page(services, state)
    assert (page.title, page.html, page.focus, page.address) == (
        found["title"], found["html"], found["focus"], found["address"],
    )  # fmt: skip
    assert router.head(services, state) == found["head"]
    assert "sv" == found["ui"]
