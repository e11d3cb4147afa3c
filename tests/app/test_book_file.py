"""The book in one file: it needs nothing beside itself, and each of its links leads to a place in it."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest

from app.cli.main import main
from app.publish.book import book_html
from app.publish.record_forms import rights_sentence
from app.publish.site_stations import trails
from app.reader.context import ReaderServices
from corpus.registry import Registry

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", params=["da", "en"])
def book(request: pytest.FixtureRequest, services: ReaderServices) -> str:
    return str(book_html(services, request.param, public=False))


def test_every_link_leads_to_a_place_in_the_file(book: str, registry: Registry) -> None:
    ids = Counter(re.findall(r'\sid="([^"]+)"', book))
    assert [] == [name for name, count in ids.items() if count > 1]
    links = [unquote(unescape(link)) for link in re.findall(r'href="([^"]*)"', book)]
    outside = {one.address for one in registry.publishers}
    inside = [link for link in links if link not in outside]
    assert [] == [link for link in inside if not link.startswith("#") or link[1:] not in ids]
    assert len(links) > 5000


def test_it_needs_no_other_file(book: str) -> None:
    assert [] == re.findall(r'\ssrc="[^"]*"|url\([^)]*\)|<link[^>]*>', book)
    assert len(zlib.compress(book.encode(), 9)) < 1_000_000


def test_it_has_every_law_in_every_language_and_names_the_owners(book: str, services: ReaderServices) -> None:
    for law in services.library["da-2017"].laws:
        assert f'id="p-{law.id}"' in book
    for expression in services.library.expressions:
        entry = services.library.entry(expression.key)
        heading = next(law.heading.text for law in expression.laws if law.heading)
        assert f'data-key="{entry.key}"' in book, entry.key
        assert heading.casefold() in unescape(re.sub("<[^>]+>", "", book)).casefold(), entry.key
        assert any(rights_sentence(entry, ui) in unescape(book) for ui in ("da", "en")), entry.key


def test_it_has_every_situation_with_all_its_questions_and_ends(book: str, services: ReaderServices) -> None:
    for situation in services.at_the_table.situations:
        path = services.ruling_path(situation.key)
        assert path is not None
        for trail in trails(path):
            assert f'<section id="{".".join((path.key, *trail))}">' in book


def test_for_everybody_there_is_no_book_while_nobody_has_given_leave(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 2 == main(["export", "html", str(tmp_path / "book"), "--public"])
    assert "no text has a recorded consent" in capsys.readouterr().err
    assert not (tmp_path / "book").exists()
