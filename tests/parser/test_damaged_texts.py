"""Whatever bytes stand in a file that is brought or in a raw text, they are read or refused; words with citations too.

``make fuzz`` runs this with other damage each time. A whole raw text takes up to a second to read, so every fiftieth is
tried, and of a few laws of it all.
"""

from __future__ import annotations

import io
import random
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.build.addition import read_text
from app.build.products import BuildError, read_sources, verify_xml
from app.committee.register import IncomingFile, add
from corpus import akn, store
from corpus.library import Library
from corpus.precedents.folder import CaseFolder
from corpus.registry import ExpressionEntry
from parser.citations.find import find
from parser.citations.query import read_query
from parser.documents.files import read_document
from parser.documents.stream import RefusedDocumentError
from parser.layout.source import Source
from parser.pipeline import ParseError, SourceTexts, parse
from parser.sources import SOURCES, nb_1997
from parser.text.coverage import UnreadError
from parser.text.patches import PatchError
from parser.text.tracked import Witness
from tests.support import invented_source
from tests.support.decision_samples import samples
from tests.support.excerpts import EXCERPT_SLIDES, excerpt, kinds
from tests.support.house_styles import STYLES
from tests.support.mutations import COUNT, damaged_text, damaged_xml, seeded
from tests.support.printed_books import printed
from tests.support.written_books import written

REFUSED = (BuildError, ParseError, PatchError, UnreadError)
FEW = max(1, COUNT // 50)
SENTENCES = {
    "da": "Se § 12C1(b), jf. §§ 16-17 og § 64 A 2 ovenfor; § X92B (§ 70 D3 i lovene fra 2007).",
    "nb": "Se §12C1(b) og §§16-17, jf. punkt A2 over, unntatt §64 B 3 fra 1997.",
    "sv": "Se Lag 12C1(b), Lag 16-17 och C2 nedan; lag 64 A 2 utom mom. 3.",
}


def _packed(content: bytes, chance: random.Random, count: int) -> Iterator[bytes]:
    """A packed file: one of its parts damaged, left out or twice, or the whole of it damaged."""
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    for _ in range(count):
        if chance.random() < 0.2:
            yield next(damaged_text(content, chance, 1))
            continue
        name = chance.choice([*parts, "word/document.xml", "word/document.xml"])
        xml = name.endswith((".xml", ".rels"))
        spoilt = next((damaged_xml if xml else damaged_text)(parts[name], chance, 1))
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as made:
            for one, inside in parts.items():
                if one != name or spoilt:
                    made.writestr(one, spoilt if one == name else inside)
        yield out.getvalue()


def _book(form: str) -> tuple[str, bytes]:
    """The invented text as a file of a format; as Akoma Ntoso it is that of another system."""
    text = invented_source.expression()
    if form == "xml":
        return "lov.xml", akn.write(text, invented_source.registry()).replace(b"urn:lovbro:akn", b"urn:another")
    if form == "pdf":
        return "lov.pdf", printed(text, STYLES[0])
    return written(text, STYLES[0], form)


@pytest.mark.parametrize("form", ["txt", "md", "html", "docx", "pdf", "xml"])
def test_a_damaged_book_that_is_brought_is_read_or_refused(form: str) -> None:
    chance, fates = seeded(), Counter[str]()
    name, content = _book(form)
    entry = invented_source.registry().expressions[0]
    made = {"docx": _packed, "xml": damaged_xml}.get(form, damaged_text)
    for damaged in made(content, chance, COUNT):
        try:
            expression = read_text(read_document(name, damaged), entry).expression
            if chance.random() < 0.2:  # what is read can be kept
                verify_xml(expression, akn.write(expression, invented_source.registry()))
            fates["read"] += 1
        except RefusedDocumentError as error:
            fates["refused"] += bool(error.reason)
        except REFUSED as error:
            fates["unread"] += bool(str(error))
    assert COUNT == fates.total()
    assert fates["read"]
    assert 2 <= len(fates)


@pytest.mark.parametrize("form", ["utf-8", "docx", "pdf"])
def test_a_damaged_decision_that_is_brought_is_taken_in_or_refused(form: str, tmp_path: Path) -> None:
    chance, fates = seeded(), Counter[str]()
    sample = next(one for one in samples("tuned") if one.form == form)
    files = _packed(sample.content, chance, COUNT) if form == "docx" else damaged_text(sample.content, chance)
    folder = CaseFolder(tmp_path / "register")
    for result in add((IncomingFile(sample.name, damaged) for damaged in files), folder):
        fates[result.fate] += bool(result.decision or result.refusal or result.other)
    assert COUNT == fates.total()
    assert () == folder.load()[1]


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.key)
def test_a_damaged_raw_text_is_read_or_named_with_its_line(source: Source) -> None:
    entry = store.shipped_registry()[source.key]
    assert FEW == _fates(source, entry, read_sources(entry, source), FEW).total()


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.key)
def test_a_few_laws_of_a_raw_text_damaged_in_every_way_are_read_or_named(
    source: Source, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry, whole = store.shipped_registry()[source.key], library[source.key]
    few = excerpt(source, whole, read_sources(entry, source))
    monkeypatch.setattr(nb_1997, "_SLIDES", EXCERPT_SLIDES)
    read = parse(source, entry, few)
    assert kinds(whole) == kinds(read)  # so that damage meets all of the reader
    assert bool(source.second) == bool(read.readings)
    fates = _fates(source, entry, few, COUNT)
    assert COUNT == fates.total()
    assert {"read", "refused"} == set(fates)


def _fates(source: Source, entry: ExpressionEntry, texts: SourceTexts, count: int) -> Counter[str]:
    """How often a text was read and refused, with one of its witnesses damaged each time, mostly the first."""
    chance, fates = seeded(), Counter[str]()
    for _ in range(count):
        siglum = chance.choice((entry.witnesses[0],) * 4 + tuple(entry.witnesses))
        damaged = next(damaged_text(texts.witnesses[siglum].text.encode(), chance, 1))
        witness = Witness(siglum, damaged.decode("utf-8", "replace"))
        try:
            spoilt = SourceTexts({**texts.witnesses, siglum: witness}, texts.patches, texts.lexicons)
            fates["read"] += bool(parse(source, entry, spoilt).key)
        except REFUSED as error:
            fates["refused"] += bool(str(error))
    return fates


def test_a_damaged_raw_text_of_three_laws_is_read_or_named_with_its_line() -> None:
    chance, fates = seeded(), Counter[str]()
    entry = invented_source.registry().expressions[0]
    for damaged in damaged_text(invented_source.TEXT.encode(), chance):
        witness = Witness(entry.witnesses[0], damaged.decode("utf-8", "replace"))
        try:
            fates["read"] += bool(
                parse(invented_source.SOURCE, entry, SourceTexts({witness.siglum: witness}, {}, {})).key
            )
        except REFUSED as error:
            fates["refused"] += bool(str(error))
    assert COUNT == fates.total()
    assert {"read", "refused"} == set(fates)


@pytest.mark.parametrize("language", SENTENCES)
def test_damaged_words_with_citations_are_searched_for_them(language: str, library: Library) -> None:
    chance = seeded()
    inventory = {str(provision.id) for provision in library["da-2017"].walk()}
    for damaged in damaged_text(SENTENCES[language].encode(), chance, COUNT * 5):
        text = damaged.decode("utf-8", "replace")[:5000]
        for citation in find(text, language):
            assert citation.printed in text
        for asked in (text, text[: chance.randrange(40)]):
            query = read_query(asked, inventory)
            assert query is None or all(str(one) for one in query.ids)
