"""The concordance in a real browser: a number typed, a list saved, and the contradictions on a phone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.conftest import Reader, everywhere, serious_faults, sideways

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ADDRESSES = ["?view=concordance&kind=clash&ui=da", "?view=concordance&q=25B2a&ui=sv", "?view=concordance&page=9&ui=en"]


def test_a_typed_number_is_answered_and_opened_with_both_texts(reader: Reader) -> None:
    page = reader.open("?view=concordance&kind=dropped&ui=da")
    page.fill(".concord form input", "1997 16B1")
    page.press(".concord form input", "Enter")
    page.wait_for_selector(".answer h2:has-text('Norsk 1997 § 16 B 1 er § 16 D 2 a i 2017')")
    page.click(".answer a:has-text('Læs begge')")
    page.wait_for_selector("#p-16D2a.here .cell[data-key=nb-1997]")


def test_a_list_is_saved_as_the_page_shows_it(reader: Reader) -> None:
    page = reader.open("?view=concordance&kind=merged&ui=da")
    with page.expect_download() as saved:
        page.click("a[download]")
    content = Path(saved.value.path()).read_text(encoding="utf-8").splitlines()
    assert "lovbro-1997-2017-merged.csv" == saved.value.suggested_filename
    assert "from_edition,from,to_edition,to,relation,unsure,note,place,content,note_da,note_nb,note_sv" == content[0]
    assert page.locator(".concord tbody tr:not(.law)").count() == len(content) - 1
    assert "view=concordance" in page.url


@pytest.mark.parametrize("address", ADDRESSES)
def test_lists_answers_and_contradictions_fit_and_are_read_aloud(reader: Reader, address: str) -> None:
    page = reader.open(address)
    for setting in everywhere(page):
        assert [] == sideways(page, ".concord .sheet"), setting
        assert [] == serious_faults(page), setting
