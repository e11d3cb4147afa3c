"""The static site: each link leads somewhere, the words are those of the reading room, two exports are the same."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import zlib
from collections.abc import Mapping
from html import unescape
from itertools import islice
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import unquote

import pytest

from app.cli.main import main
from app.publish.record_forms import rights_sentence
from app.publish.site import language_files, site_pages
from app.publish.site_paths import site_columns
from app.reader import router
from app.reader.address import PageState
from app.reader.context import ReaderServices
from tests.support.pages import words_of

UI = "da"


@pytest.fixture(scope="module")
def files(services: ReaderServices) -> dict[str, bytes]:
    return language_files(services, UI, (UI,), public=False)


def pages(files: Mapping[str, bytes]) -> dict[str, str]:
    return {name: content.decode() for name, content in files.items() if name.endswith(".html")}


@pytest.mark.slow
def test_every_link_leads_to_a_file_and_to_a_place_in_it(files: dict[str, bytes]) -> None:
    anchors = {name: set(re.findall(r'\sid="([^"]+)"', page)) for name, page in pages(files).items()}
    lost, count = [], 0
    for name, page in pages(files).items():
        for link in re.findall(r'(?:href|src)="([^"]*)"', page):
            file, _, anchor = unquote(unescape(link)).partition("#")
            target = normpath(join(dirname(name), file)) if file else name
            count += 1
            if target not in files or (anchor and anchor not in anchors[target]):
                lost.append((name, link))
    assert [] == lost
    assert count > 40_000


@pytest.mark.slow
def test_every_law_definition_and_part_has_its_page(files: dict[str, bytes], services: ReaderServices) -> None:
    for expression in services.library.expressions:
        for law in expression.laws:
            assert f"{UI}/{expression.key}/{law.id}.html" in files
        if expression.definitions:
            assert f"{UI}/{expression.key}/definitions.html" in files
    for view in ("concordance", "terms", "index", "status"):
        assert f"{UI}/{view}.html" in files


@pytest.mark.slow
def test_a_law_has_the_words_that_the_reading_room_shows(files: dict[str, bytes], services: ReaderServices) -> None:
    columns = site_columns(services.library.registry, UI)
    for key, place in (("da-2017", "16"), ("da-2017", "78"), ("sv-2017", "27"), ("nb-1997", "68"), ("dbf-2008", "214")):
        state = PageState(place=place, by=key, on=columns[0], columns=columns, ui=UI)
        served, static = router.page(services, state).html, files[f"{UI}/{key}/{place}.html"].decode()
        for page in (served, static):
            assert '<div class="grid' in page
        assert grid(served) == grid(static)


def grid(page: str) -> str:
    return words_of(page[page.index('<div class="grid') : page.index("</article>")])


@pytest.mark.slow
def test_one_language_is_small_and_names_the_owners_on_every_page(
    files: dict[str, bytes], services: ReaderServices
) -> None:
    assert sum(len(zlib.compress(content, 9)) for content in files.values()) < 3_000_000
    sentences = [rights_sentence(entry, UI) for entry in services.library.registry.expressions]
    for name, page in pages(files).items():
        assert all(sentence in unescape(page) for sentence in sentences), name
        assert '<meta name="robots" content="noindex">' in page, name


@pytest.mark.slow
def test_the_worker_keeps_every_file_and_has_a_new_version_when_one_changes(files: dict[str, bytes]) -> None:
    worker = files[f"{UI}/worker.js"].decode()
    kept = json.loads(re.search(r"const FILES = (\[.*?\]);", worker)[1])  # type: ignore[index]
    assert sorted(name.removeprefix(f"{UI}/") for name in files if not name.endswith("worker.js")) == kept


@pytest.mark.slow
def test_another_export_has_the_same_bytes(services: ReaderServices) -> None:
    """In another process, whose sets have another order; of the first pages, to save time."""
    raw = dict(islice(site_pages(services, UI, (UI,), public=False), 40))
    script = (
        "from itertools import islice; from app.publish.services import published_services as opened;"
        "from app.publish.site import site_pages; import hashlib;"
        f"pages = islice(site_pages(opened(), {UI!r}, ({UI!r},), public=False), 40);"
        "print('\\n'.join(f'{hashlib.sha256(page.encode()).hexdigest()} {name}' for name, page in pages))"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=True)
    again = dict(reversed(line.split(" ", 1)) for line in run.stdout.splitlines())
    assert 40 == len(again)
    assert again == {name: hashlib.sha256(raw[name].encode()).hexdigest() for name in again}


def test_for_everybody_there_is_no_site_while_nobody_has_given_leave(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 2 == main(["export", "site", str(tmp_path / "site"), "--public"])
    assert "no text has a recorded consent" in capsys.readouterr().err
    assert not (tmp_path / "site").exists()
    assert 2 == main(["export", "csv", str(tmp_path / "csv"), "--public"])
