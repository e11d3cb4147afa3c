"""The book as EPUB and PDF: every word of the text, links that lead somewhere, what assistive technology needs."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote, urljoin

import pytest
from lxml import etree
from pypdf import PdfReader

from app.cli.main import main
from app.publish.consent import with_consent
from app.publish.volume.composition import VolumeChoiceError, chosen_texts, compose_volume
from app.publish.volume.volume import Volume, VolumeParagraph
from app.publish.volume.volume_epub import to_epub
from app.publish.volume.volume_pdf import PAGE_FORMATS, to_pdf
from app.reader.context import ReaderServices
from corpus.library import Library
from corpus.model import Prose, Table
from corpus.registry import Consent, Registry

HTML = "{http://www.w3.org/1999/xhtml}"
EPUB_TYPE = "{http://www.idpf.org/2007/ops}type"
Pages = Mapping[str, etree._Element]


@pytest.fixture(scope="module")
def volume(services: ReaderServices) -> Volume:
    """The Danish and the Swedish laws beside each other."""
    return compose_volume(services, chosen_texts(services, ("da", "sv"), ""), public=False)


@pytest.fixture(scope="module")
def epub(volume: Volume) -> bytes:
    return to_epub(volume)


@pytest.fixture(scope="module")
def pages(epub: bytes) -> Pages:
    """The pages of the EPUB by name, in the order of its archive."""
    with zipfile.ZipFile(io.BytesIO(epub)) as archive:
        names = [name for name in archive.namelist() if name.endswith(".xhtml")]
        return {name: etree.fromstring(archive.read(name)) for name in names}


@pytest.fixture(scope="module")
def pocket(services: ReaderServices) -> tuple[Volume, PdfReader]:
    """The Danish laws for the pocket."""
    book = compose_volume(services, chosen_texts(services, ("da",), ""), public=False)
    return book, PdfReader(io.BytesIO(to_pdf(book, PAGE_FORMATS["pocket"])))


@pytest.fixture(scope="module")
def printed(pocket: tuple[Volume, PdfReader]) -> list[str]:
    """The words of each page of the PDF, as a reader copies them."""
    return [page.extract_text() for page in pocket[1].pages]


def words_of(element: etree._Element) -> str:
    """The words of a paragraph without its label and the calls of notes."""
    left_out = {"label", "about"}
    parts = [element.text or ""]
    for child in element:
        call = child.tag == f"{HTML}sup" or child.get("role") == "doc-backlink"
        if not call and child.get("class") not in left_out:
            parts.append(words_of(child))
        parts.append(child.tail or "")
    return "".join(parts)


def test_every_paragraph_of_both_texts_is_in_the_epub_letter_by_letter(pages: Pages, services: ReaderServices) -> None:
    places = {element.get("id"): element for page in pages.values() for element in page.iter(f"{HTML}div")}
    closing = [p for page in pages.values() for p in page.iterfind(f".//{HTML}div") if p.get("id") is None]
    free = {words_of(p).strip() for element in closing for p in element.iterfind(f"{HTML}p")}
    for key in ("da-2017", "sv-2017"):
        for provision in services.library[key].walk():
            cell = places[f"{key}.{provision.id}"]
            found = [words_of(p).strip() for p in cell.iterfind(f"{HTML}p") if "text" == p.get("class")]
            assert [block.text for block in provision.blocks if isinstance(block, Prose)] == found
            tables = [tuple(tuple(etree.tostring(c, method="text", encoding="unicode").strip() for c in row)
                            for row in table.iterfind(f".//{HTML}tbody/{HTML}tr"))
                      for table in cell.iterfind(f"{HTML}table")]  # fmt: skip
            wanted = [block.rows[block.header :] for block in provision.blocks if isinstance(block, Table)]
            assert [[tuple(c.replace("\n", "") for c in row) for row in rows] for rows in wanted] == [
                [tuple(c.replace("\n", "") for c in row) for row in rows] for rows in tables
            ]
            assert {block.text for block in provision.closing if isinstance(block, Prose)} <= free


def test_definitions_notes_and_forewords_are_in_the_epub(pages: Pages, services: ReaderServices) -> None:
    texts = {words_of(p).strip() for page in pages.values() for p in page.iter(f"{HTML}p") if p.get("class") == "text"}
    plain = {re.sub(r"^\d+\. ", "", text) for text in texts} | texts
    for key in ("da-2017", "sv-2017"):
        expression = services.library[key]
        senses = {sense.prose.text for _, found in expression.all_definitions() for sense in found.senses}
        noted = {block.text for note in expression.notes for block in note.blocks}
        printed = {block.text for part in expression.parts for block in part.blocks if isinstance(block, Prose)}
        assert set() == {text.strip() for text in senses | noted | printed} - plain


def test_every_link_of_the_epub_leads_to_a_place_in_it(pages: Pages) -> None:
    ids = {name: [element.get("id") for element in page.iter() if element.get("id")] for name, page in pages.items()}
    assert [] == [name for name, own in ids.items() if len(own) != len(set(own))]
    links = [(name, urljoin(name, a.get("href") or "")) for name, page in pages.items() for a in page.iter(f"{HTML}a")]
    assert len(links) > 2500
    for name, link in links:
        file, _, anchor = link.partition("#")
        assert not anchor or unquote(anchor) in ids[file], (name, link)


def test_a_reference_leads_to_its_rule_in_its_own_language(pages: Pages) -> None:
    law = next(page for page in pages.values() if page.find(".//*[@id='da-2017.16A1b']") is not None)
    (link,) = law.iterfind(".//*[@id='da-2017.16A1b']//{*}a")
    assert ("§ 16C", "#da-2017.16C") == (link.text, link.get("href"))
    swedish = {a.get("href", "").rpartition("#")[2] for a in law.iterfind(".//*[@id='sv-2017.16A1b']//{*}a")}
    assert {"sv-2017.16C"} == swedish


def test_a_note_is_a_footnote_from_which_every_call_is_reached(pages: Pages, services: ReaderServices) -> None:
    notes = {a.get("id"): a for page in pages.values() for a in page.iter(f"{HTML}aside")}
    calls = [a for page in pages.values() for a in page.iter(f"{HTML}a") if a.get(EPUB_TYPE) == "noteref"]
    assert sum(len(services.library[key].notes) for key in ("da-2017", "sv-2017")) == len(notes)
    back = {a.get("href", "").rpartition("#")[2] for note in notes.values() for a in note.iter(f"{HTML}a")
            if a.get("role") == "doc-backlink"}  # fmt: skip
    assert {call.get("id") for call in calls} == back
    assert {call.get("href", "").rpartition("#")[2] for call in calls} == set(notes)


def test_every_page_names_edition_and_standing_and_that_it_is_for_own_use(pages: Pages, volume: Volume) -> None:
    for name, page in pages.items():
        text = etree.tostring(page, method="text", encoding="unicode")
        if re.search(r"/p\d+", name):
            assert all(one.running in text for one in volume.texts)
            assert volume.own_use in text
        assert page.get("lang") in ("da", "sv")
    rights = etree.tostring(pages["book/rights.xhtml"], method="text", encoding="unicode")
    assert all(one.rights in rights and one.standing in rights for one in volume.texts)


def test_contents_landmarks_index_and_metadata_are_there(epub: bytes, pages: Pages, services: ReaderServices) -> None:
    navs = {nav.get(EPUB_TYPE): nav for nav in pages["book/contents.xhtml"].iter(f"{HTML}nav")}
    laws = [a for a in navs["toc"].iter(f"{HTML}a") if (a.get("href") or "").endswith(".law")]
    assert 93 == len(laws)
    assert {"titlepage", "copyright-page", "toc", "bodymatter", "index"} == {
        a.get(EPUB_TYPE) for a in navs["landmarks"].iter(f"{HTML}a")
    }
    index = [page for page in pages.values() if page.find(".//*[@role='doc-index']") is not None]
    for key, page in zip(("da-2017", "sv-2017"), index, strict=True):
        linked = [a for li in page.iter(f"{HTML}li") for a in li.iterfind(f"{HTML}a")]
        assert len(linked) >= sum(len(row.locators) for row in services.library[key].index)
    with zipfile.ZipFile(io.BytesIO(epub)) as archive:
        assert "mimetype" == archive.namelist()[0]
        package = archive.read("book/package.opf").decode()
    for wanted in ("<dc:language>sv<", "schema:accessMode", "schema:accessibilityFeature", "accessibilitySummary"):
        assert wanted in package


def test_no_entry_of_the_index_nor_number_of_a_law_is_shouted(volume: Volume) -> None:
    index = [line.words for section in volume.sections for line in section.lines]
    assert "Alertering" in index
    assert not [words for words in index if words.isupper() and len(words) > 4]
    assert "Lag 16" in {cell.label for s in volume.sections for row in s.rows for cell in row.cells if cell}


def test_the_same_texts_make_the_same_bytes(volume: Volume, epub: bytes, services: ReaderServices) -> None:
    assert to_epub(volume) == epub
    rules = compose_volume(services, chosen_texts(services, ("da",), "dbf-2008"), public=False)
    assert to_pdf(rules, PAGE_FORMATS["a4"]) == to_pdf(rules, PAGE_FORMATS["a4"])


def test_a_number_that_misleads_today_is_listed_with_what_is_known(services: ReaderServices) -> None:
    """The regulations of 2008 cite the laws of 2007; their words stay, and nothing leads to another rule."""
    book = compose_volume(services, chosen_texts(services, ("da",), "dbf-2008"), public=False)
    (section,) = [one for one in book.sections if one.kind == "doubts"]
    assert any("§ 16 D" in one.words for one in section.doubts)
    anchors = {cell.anchor for cell in book.cells()}
    links = {run.link for section in book.sections for run in section.runs() if run.link}
    assert links <= anchors


@pytest.mark.slow
def test_the_epub_has_no_fault(epub: bytes, tmp_path: Path) -> None:
    """By EPUBCheck, where it is installed; CI installs it."""
    checker, java = shutil.which("epubcheck"), shutil.which("java")
    if not checker or not java:
        if os.environ.get("CI"):
            pytest.fail("no epubcheck in CI")
        pytest.skip("epubcheck is not installed")
    (tmp_path / "book.epub").write_bytes(epub)
    command = [java, "-jar", checker, "--failonwarnings", str(tmp_path / "book.epub")]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert 0 == found.returncode, found.stdout + found.stderr


def test_every_paragraph_is_in_the_pdf_letter_by_letter(pocket: tuple[Volume, PdfReader], printed: list[str]) -> None:
    volume, _ = pocket
    texts = [re.sub(r"\s", "", text) for text in printed]
    paragraphs = [block for cell in volume.cells() for block in cell.blocks if isinstance(block, VolumeParagraph)]
    assert len(paragraphs) > 700
    for paragraph in paragraphs:
        words = re.sub(r"\s", "", "".join(run.words for run in paragraph.runs))
        assert any(words in text for text in texts) or _is_over_two_pages(words, texts, volume), paragraph.text


def test_no_page_of_the_pdf_ends_with_a_heading(pocket: tuple[Volume, PdfReader], printed: list[str]) -> None:
    volume, _ = pocket
    headings = {
        re.sub(r"\s", "", cell.label + "".join(run.words for run in cell.heading if not run.note))
        for cell in volume.cells()
        if cell.heading and cell.label
    }
    assert len(headings) > 200
    own_use = re.sub(r"\s", "", volume.own_use)
    texts = [re.sub(r"\s", "", text) for text in printed[2:]]
    ends = [re.sub(rf"{re.escape(own_use)}\d*$", "", text) for text in texts]
    assert all(end != text for end, text in zip(ends, texts, strict=True)), "the foot of each page is taken away"
    assert [] == [heading for end in ends for heading in headings if end.endswith(heading)]


def test_the_pdf_is_tagged_named_and_for_the_archive(pocket: tuple[Volume, PdfReader], printed: list[str]) -> None:
    volume, pdf = pocket
    assert {round(float(side) / 72 * 25.4) for side in pdf.pages[0].mediabox[2:]} == {105, 148}
    assert pdf.root_object["/MarkInfo"]["/Marked"]
    assert "da" == str(pdf.root_object["/Lang"])[:2]
    described = pdf.root_object["/Metadata"].get_data().decode()
    assert "pdfuaid:part>1<" in described
    assert "pdfaid:part>2<" in described
    kinds = set(_kinds(pdf.root_object["/StructTreeRoot"]["/K"]))
    assert {"/H1", "/H2", "/P", "/Table", "/TH", "/TD", "/Link", "/Note"} <= kinds
    for text in printed[2:]:
        assert volume.texts[0].running in text
        assert volume.own_use in re.sub(r"\s+", " ", text)


def test_bookmarks_links_and_the_page_numbers_of_the_index_lead_to_the_rule(
    pocket: tuple[Volume, PdfReader], printed: list[str]
) -> None:
    _, pdf = pocket
    names = [re.sub(r"\s+", " ", str(one["/Title"])) for one in _flat(pdf.outline)]
    assert 93 == sum(bool(re.match(r"§ \d+\. ", name)) for name in names)
    starts = {name.split(".")[0]: pdf.get_destination_page_number(one) + 1
              for name, one in zip(names, _flat(pdf.outline), strict=True) if name.startswith("§ ")}  # fmt: skip
    at = next(number for number, text in enumerate(printed) if "\nStikord\n" in text)
    index = "".join(printed[at:])
    told = {law: int(page) for law, page in re.findall(r"(§\s\d+)\s\((\d+)\)", index)}
    assert len(told) > 30
    assert {law: starts[law.replace("\n", " ")] for law in told} == told
    links = [a.get_object() for page in pdf.pages for a in page.get("/Annots", ())]
    assert len(links) > 1000
    named = pdf.named_destinations
    assert all("/Dest" in a or a["/A"]["/S"] == "/GoTo" for a in links)
    assert all(str(a["/Dest"]) in named for a in links if isinstance(a.get("/Dest"), str))


def test_only_texts_with_leave_are_in_a_book_for_everybody(services: ReaderServices) -> None:
    def with_leave(*keys: str) -> ReaderServices:
        leave = Consent("DBf", date(2026, 1, 1), "all")
        registry = services.library.registry
        entries = tuple(
            replace(e, rights=replace(e.rights, consent=leave)) if e.key in keys else e for e in registry.expressions
        )
        library = Library(Registry(entries, registry.editions), services.library.expressions)
        return with_consent(replace(services, library=library))

    shown = with_leave("da-2017")
    book = compose_volume(shown, chosen_texts(shown, (), ""), public=True)
    assert "" == book.own_use
    assert ["da-2017"] == [text.key for text in book.texts]
    with pytest.raises(VolumeChoiceError, match="no text in 'sv'"):
        chosen_texts(shown, ("sv",), "")
    assert not shown.at_the_table.situations, "they quote DBf's rules as well"
    assert with_leave("da-2017", "dbf-2008").at_the_table.situations


@pytest.mark.parametrize(
    ("languages", "edition", "right"),
    [
        (("fi",), "", "no text in 'fi'; there are da, sv, nb"),
        (("da", "nb"), "", "no text in 'nb' of the edition 2017; there is 1997"),
        (("da",), "2007", "no text in 'da' of the edition 2007; there is 2017, dbf-2008"),
        (("da", "sv", "nb"), "", "not 3"),
    ],
)
def test_a_book_that_cannot_be_made_says_what_there_is(
    services: ReaderServices, languages: tuple[str, ...], edition: str, right: str
) -> None:
    with pytest.raises(VolumeChoiceError, match=re.escape(right)):
        chosen_texts(services, languages, edition)


@pytest.mark.usefixtures("built")
def test_the_command_writes_the_book_or_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == main(["export", "epub", str(tmp_path / "b.epub"), "--edition", "dbf-2008", "--language", "da"])
    assert zipfile.is_zipfile(tmp_path / "b.epub")
    for wrong, right in (
        (["export", "epub", str(tmp_path), "--public"], "no text has a recorded consent"),
        (["export", "csv", str(tmp_path), "--size", "a4"], "are for lovbro export epub and pdf"),
        (["export", "pdf", str(tmp_path), "--size", "b5"], "take a4, a5, pocket"),
        (["export", "pdf", str(tmp_path), "--language", "xx"], "no text in 'xx'"),
    ):
        assert 2 == main(wrong)
        assert right in capsys.readouterr().err


def _is_over_two_pages(words: str, texts: list[str], volume: Volume) -> bool:
    """True where a paragraph begins at the foot of a page, above its notes, and ends at the head of the next."""
    head = len(re.sub(r"\s", "", volume.texts[0].running)) + len("§100–§101")
    return any(
        words[:cut] in above and words[cut:] in below[: head + len(words) - cut]
        for above, below in pairwise(texts)
        for cut in range(1, len(words))
        if words[:cut] in above
    )


def _kinds(tags: object) -> Iterator[str]:
    """The kinds of all elements of a tree of tags."""
    waiting = [tags]
    while waiting:
        one = waiting.pop()
        one = one.get_object() if hasattr(one, "get_object") else one
        if isinstance(one, list):
            waiting += one
        elif isinstance(one, dict):
            yield str(one.get("/S", ""))
            waiting.append(one.get("/K", ()))


def _flat(outline: list[object]) -> Iterator[object]:
    for one in outline:
        yield from _flat(one) if isinstance(one, list) else (one,)
