"""The static site: each link leads somewhere, the words are those of the reading room, two exports are the same."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import zlib
from collections import defaultdict
from collections.abc import Mapping
from contextlib import nullcontext
from html import unescape
from itertools import islice
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import quote, unquote

import pytest
from lxml.html import document_fromstring, tostring

from app.cli.main import main
from app.publish.permalinks import permalink
from app.publish.record_forms import rights_sentence
from app.publish.site import FolderInUseError, export_site, shared_parts, site_pages, sitemap
from app.publish.site_paths import site_columns
from app.publish.site_stations import trails
from app.reader import router
from app.reader.address import PageState
from app.reader.context import ReaderServices
from corpus.registry import Registry
from tests.app.test_addresses import plain
from tests.support.browser_modules import run_module
from tests.support.pages import words_of

UI = "da"


@pytest.fixture(scope="module")
def files(danish_site: Path) -> dict[str, bytes]:
    folder = danish_site / UI
    names = sorted(f"{UI}/{file.relative_to(folder).as_posix()}" for file in folder.rglob("*") if file.is_file())
    return {name: (danish_site / name).read_bytes() for name in names}


def pages(files: Mapping[str, bytes]) -> dict[str, str]:
    return {name: content.decode() for name, content in files.items() if name.endswith(".html")}


@pytest.mark.slow
def test_every_link_leads_to_a_file_and_to_a_place_in_it(files: dict[str, bytes], registry: Registry) -> None:
    """But for those of the first page to the publishers of newer texts, the only ones that leave the site."""
    outside = {one.address for one in registry.publishers}
    anchors = {name: set(re.findall(r'\sid="([^"]+)"', page)) for name, page in pages(files).items()}
    lost, count = [], 0
    for name, page in pages(files).items():
        for link in re.findall(r'(?:href|src)="([^"]*)"', page):
            if unescape(link) in outside:
                continue
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
    for name in ("index", "concordance", "terms", "subjects", "status"):
        assert f"{UI}/{name}.html" in files


@pytest.mark.slow
def test_a_law_has_the_words_that_the_reading_room_shows(files: dict[str, bytes], services: ReaderServices) -> None:
    columns = site_columns(services.library.registry, UI)
    for key, place in (("da-2017", "16"), ("da-2017", "78"), ("sv-2017", "27"), ("nb-1997", "68"), ("dbf-2008", "214")):
        state = PageState(place=place, by=key, on=columns[0], columns=columns, ui=UI)
        served, static = router.page(services, state).html, files[f"{UI}/{key}/{place}.html"].decode()
        for page in (served, static):
            assert '<div class="grid' in page
        assert grid(served) == grid(static)


@pytest.mark.slow
def test_a_step_of_every_path_has_the_words_that_the_reading_room_shows(
    files: dict[str, bytes], services: ReaderServices
) -> None:
    columns = site_columns(services.library.registry, UI)
    for situation in services.at_the_table.situations:
        path = services.ruling_path(situation.key)
        assert path is not None
        ways = trails(path)
        page = files[f"{UI}/path-{path.key}.html"].decode()
        steps = page[page.index('<div class="stations">') : page.index("</main>")].split('<section id="')[1:]
        steps = [step for step in steps if step.startswith(path.key)]
        shown = {step[: step.index('"')]: step[step.index(">") + 1 :] for step in steps}
        assert len(ways) == len(shown)
        assert {ways[0], *ways} == {tuple(name.split(".")[1:]) for name in shown}
        assert set(path.stations) == {way[-1] if way else path.questions[0].key for way in ways}
        for way in (ways[0], ways[len(ways) // 2], ways[-1]):
            state = PageState(view="path", path=path.key, trail=way, by=columns[0], columns=columns, ui=UI)
            served = router.page(services, state).html
            assert words_of(served) == words_of(shown[".".join((path.key, *way))])


@pytest.mark.slow
def test_a_piece_of_text_is_cited_by_the_number_that_stands_beside_it(services: ReaderServices, tmp_path: Path) -> None:
    """The pages of a site leave the citation out; the script makes it of the number and the title of the text."""
    columns = site_columns(services.library.registry, UI)
    cited = set[tuple[str, str, str]]()
    for key, place in (("da-2017", "12"), ("da-2017", "26"), ("sv-2017", "73"), ("nb-1997", "82"), ("dbf-2008", "214")):
        state = PageState(place=place, by=key, on=columns[0], columns=columns, ui=UI)
        for cell in str(router.page(services, state).html).split('<div class="cell')[1:]:
            name = re.match(r'[^>]*data-key="([^"]*)"', cell)
            found = re.findall(r'data-cite="([^"]*)" data-place="([^"]*)"', cell)
            cited |= {(name[1], place, unescape(cite)) for cite, place in found} if name else set()
    assert len(cited) > 100
    script = """
        const { citeOf } = await import("./preview.js");
        return values.map(([key, place]) => citeOf({ dataset: { place }, closest: () => ({ dataset: { key } }) }));
    """
    (tmp_path / "frame.js").write_bytes(shared_parts(services, UI, (UI,)))
    ordered = sorted(cited)
    made = run_module(tmp_path, script, [one[:2] for one in ordered])
    assert [cite for _, _, cite in ordered] == made


def grid(page: str) -> str:
    """The words of the rows, without the buttons and links that only a server or a script answers."""
    rows = page[page.index('<div class="grid') : page.index("</article>")]
    return words_of(re.sub(r'<button.*?</button>|<a class="by-all".*?</a>', "", rows))


@pytest.mark.slow
def test_every_provision_stands_whole_on_its_page(files: dict[str, bytes], services: ReaderServices) -> None:
    """As on its served page, which is held to the same words (test_addresses.py)."""
    lost, count = [], 0
    for expression in services.library.expressions:
        for law in expression.laws:
            page = document_fromstring(files[f"{UI}/{expression.key}/{law.id}.html"].decode())
            own = f'.//div[@data-key="{expression.key}"]/div[contains(@class, "piece")]'
            shown = defaultdict[str, str](str)
            for piece in page.xpath(own):
                shown[piece.get("data-place", "")] += plain(tostring(piece, encoding="unicode"))
            for provision in law.walk():
                count += 1
                here = shown[str(provision.id)]
                lost += [
                    str(provision.id) for words in provision.text.split("\n") if plain(words) not in here + shown[""]
                ]
    assert [] == lost
    assert count > 2_400


@pytest.mark.slow
def test_what_a_device_keeps_and_all_that_a_host_has_for_one_language_are_small(files: dict[str, bytes]) -> None:
    """The Danish folder is the largest: it has the addresses that stay of two texts."""
    kept = [f"{UI}/worker.js", *(f"{UI}/{name}" for name in kept_files(files))]
    sizes = {name: len(zlib.compress(content, 9)) for name, content in files.items()}
    assert sum(sizes[name] for name in kept) < 2_750_000
    # Well below three million bytes, also as `gzip -9` counts, which adds each name.
    assert sum(sizes.values()) < 2_850_000


@pytest.mark.slow
def test_every_letter_of_the_index_has_its_page_and_no_page_offers_what_only_a_server_does(
    files: dict[str, bytes],
) -> None:
    letters = re.findall(r'<nav class="laws" aria-label="A–Å">(.*?)</nav>', files[f"{UI}/subjects.html"].decode())[0]
    found = re.findall(r'<a href="(subjects-[^"]+)"', letters)
    assert len(found) > 15
    assert "unlinked" not in letters
    assert "<dt" in files[f"{UI}/{found[-1]}"].decode()
    assert [] == [name for name, html in pages(files).items() if "Tilføj en tekst" in html]


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
    return b"http-equiv=refresh" in content


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
