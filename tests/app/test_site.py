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
from contextlib import nullcontext
from html import unescape
from itertools import islice
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import quote, unquote

import pytest

from app.cli.main import main
from app.publish.permalinks import permalink
from app.publish.record_forms import rights_sentence
from app.publish.site import FolderInUseError, export_site, language_files, site_pages, sitemap
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
    assert count > 25_000
    css = files[f"{UI}/assets/style.css"].decode()
    assert all(f"{UI}/assets/{link}" in files for link in re.findall(r'url\("([^"]*)"\)', css))


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
def test_what_a_device_keeps_is_small(files: dict[str, bytes]) -> None:
    kept = [f"{UI}/worker.js", *(f"{UI}/{name}" for name in kept_files(files))]
    assert sum(len(zlib.compress(files[name], 9)) for name in kept) < 3_000_000


@pytest.mark.slow
def test_every_page_names_the_owners_of_the_texts(files: dict[str, bytes], services: ReaderServices) -> None:
    sentences = [rights_sentence(entry, UI) for entry in services.library.registry.expressions]
    for name in (name for name in kept_files(files) if name.endswith(".html")):
        page = files[f"{UI}/{name}"].decode()
        assert all(sentence in unescape(page) for sentence in sentences), name
        assert '<meta name="robots" content="noindex">' in page, name


@pytest.mark.slow
def test_the_worker_keeps_every_file_and_has_a_new_version_when_one_changes(files: dict[str, bytes]) -> None:
    for_others = {name for name in files if is_redirect(files[name]) or "/texts/" in name}
    pages_and_more = {name.removeprefix(f"{UI}/") for name in files.keys() - for_others}
    assert sorted(pages_and_more - {"worker.js"}) == kept_files(files)
    for name in ("da-2017/16.html", "assets/site.js", "assets/look/inter-roman.woff2", "manifest.webmanifest"):
        assert name in pages_and_more


def kept_files(files: Mapping[str, bytes]) -> list[str]:
    """What the worker keeps, by names in the folder of the language."""
    found = re.search(r"const FILES = (\[.*?\]);", files[f"{UI}/worker.js"].decode())
    assert found
    names: list[str] = json.loads(found[1])
    return names


def is_redirect(content: bytes) -> bool:
    return b'http-equiv="refresh"' in content


@pytest.mark.slow
def test_every_address_that_stays_leads_to_the_row_of_its_provision(
    files: dict[str, bytes], services: ReaderServices
) -> None:
    registry, library = services.library.registry, services.library
    of_language = [entry.key for entry in registry.expressions if entry.language == UI]
    places = {permalink(registry, key, place): key for key in of_language for place in ("", *library.order(key))}
    assert {f"{address[1:]}/index.html" for address in places} == {n for n in files if is_redirect(files[n])}
    assert b'url=../../da-2017/16.html#p-16D2a"' in files["da/2017/16D2a/index.html"]
    assert b'url=../214.html#p-214C"' in files["da/dbf-2008/214C/index.html"]
    assert re.search(r'id="p-16D2a"', files["da/da-2017/16.html"].decode())


@pytest.mark.slow
def test_the_sitemap_has_every_page_once_under_its_whole_address(files: dict[str, bytes]) -> None:
    found = re.findall(r"<loc>([^<]*)</loc>", sitemap(files, "https://example.org/laws/"))
    names = {name for name in files if name.endswith(".html") and not is_redirect(files[name])}
    assert sorted(f"https://example.org/laws/{quote(name)}" for name in names) == sorted(found)


@pytest.mark.slow
def test_the_contents_are_one_file_for_all_pages_of_a_book(files: dict[str, bytes], services: ReaderServices) -> None:
    for expression in services.library.expressions:
        contents = files[f"{UI}/{expression.key}/contents.html"].decode()
        for law in expression.laws:
            assert f'href="{law.id}.html"' in contents
            assert 'data-contents="contents.html"' in files[f"{UI}/{expression.key}/{law.id}.html"].decode()


def test_an_older_site_is_not_mixed_with_this_one(tmp_path: Path, services: ReaderServices) -> None:
    """It may hold texts that the new one may not."""
    older = tmp_path / "da" / "other-2001" / "1.html"
    older.parent.mkdir(parents=True)
    older.write_text("older")
    with pytest.raises(FolderInUseError, match="other-2001"):
        export_site(tmp_path, services, lambda _: nullcontext(str), public=False, uis=())
    assert [older] == [file for file in tmp_path.rglob("*") if file.is_file()]


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
    assert 2 == main(["export", "csv", str(tmp_path / "csv"), "--at", "https://example.org"])
    assert 2 == main(["export", "site", str(tmp_path / "site"), "--at", "example"])
