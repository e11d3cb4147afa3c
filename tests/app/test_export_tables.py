"""The translation memory and the tables of aligned rows, read by other programs."""

from __future__ import annotations

import io
from collections import Counter

import pytest
from lxml import etree
from translate.storage import tmx as second_tool

from app.export import tables as export_tables
from app.export.tmx import tmx
from corpus.alignment.rows import Alignment
from corpus.library import Library
from index.search.engine import load_settings

# The declarations of TMX 1.4b for what Lovbro writes; an element or attribute beyond them is an error.
DTD = """
<!ELEMENT tmx (header, body)>
<!ATTLIST tmx version CDATA #FIXED "1.4">
<!ELEMENT header (note|prop|ude)*>
<!ATTLIST header creationtool CDATA #REQUIRED creationtoolversion CDATA #REQUIRED
  segtype (block|paragraph|sentence|phrase) #REQUIRED o-tmf CDATA #REQUIRED adminlang CDATA #REQUIRED
  srclang CDATA #REQUIRED datatype CDATA #REQUIRED o-encoding CDATA #IMPLIED creationdate CDATA #IMPLIED
  creationid CDATA #IMPLIED changedate CDATA #IMPLIED changeid CDATA #IMPLIED>
<!ELEMENT body (tu*)>
<!ELEMENT note (#PCDATA)>
<!ELEMENT ude EMPTY>
<!ELEMENT prop (#PCDATA)>
<!ATTLIST prop type CDATA #REQUIRED xml:lang CDATA #IMPLIED o-encoding CDATA #IMPLIED>
<!ELEMENT tu ((note|prop)*, tuv+)>
<!ATTLIST tu tuid CDATA #IMPLIED datatype CDATA #IMPLIED segtype CDATA #IMPLIED srclang CDATA #IMPLIED>
<!ELEMENT tuv ((note|prop)*, seg)>
<!ATTLIST tuv xml:lang CDATA #REQUIRED datatype CDATA #IMPLIED>
<!ELEMENT seg (#PCDATA)>
"""
LANG = "{http://www.w3.org/XML/1998/namespace}lang"


@pytest.fixture(scope="module")
def memory(library: Library, alignment: Alignment) -> bytes:
    return tmx(library, alignment)


@pytest.fixture(scope="module")
def units(memory: bytes) -> list[etree._Element]:
    return etree.fromstring(memory).findall("body/tu")


def test_the_memory_is_valid(memory: bytes) -> None:
    dtd = etree.DTD(io.StringIO(DTD))
    assert dtd.validate(etree.fromstring(memory)), dtd.error_log


def test_a_second_tool_reads_the_same_units(memory: bytes, units: list[etree._Element]) -> None:
    read_back = second_tool.tmxfile.parsestring(memory)
    assert len(units) == len(read_back.units)


def test_one_unit_a_row_in_which_two_texts_have_words(
    library: Library, alignment: Alignment, units: list[etree._Element]
) -> None:
    expected = [
        row.key
        for row in alignment.rows
        if len({c.expression for c in row.cells if export_tables.words(library, c)}) > 1
    ]
    assert expected == [unit.get("tuid") for unit in units]
    assert {1} == set(Counter(expected).values())


def test_a_variant_says_its_language_edition_and_number(units: list[etree._Element]) -> None:
    unit = next(unit for unit in units if unit.get("tuid") == "16D2a")
    found = {
        (variant.get(LANG), *(variant.findtext(f"prop[@type='{name}']") for name in ("edition", "id", "relation")))
        for variant in unit.findall("tuv")
    }
    assert {("da", "2017", "16D2a", "same"), ("sv", "2017", "16D2a", "same"), ("nb", "1997", "16B1", "moved")} == found


def test_words_are_the_words_of_the_text(library: Library, units: list[etree._Element]) -> None:
    unit = next(unit for unit in units if unit.get("tuid") == "73A2")
    danish = unit.find("tuv/seg")
    provision = library.provision("da-2017", "73A1")
    assert danish is not None
    assert provision is not None
    assert provision.text == danish.text


def test_the_columns_of_the_concordance_that_others_read_keep_their_order() -> None:
    known = ["from_edition", "from", "to_edition", "to", "relation", "unsure", "note", "place", "content"]
    known += ["note_da", "note_nb", "note_sv"]
    row = next(iter(export_tables.concordance_rows(load_settings().concordance.tables[0])))
    assert known == list(row)[: len(known)]


def test_tables_hold_every_cell_once(library: Library, alignment: Alignment) -> None:
    tables = export_tables.tables(library, alignment, load_settings().concordance)
    rows = list(tables["rows"])
    assert [row.key for row in alignment.rows] == [row["key"] for row in rows]
    cells = [(cell["expression"], cell["id"]) for row in rows for cell in row["cells"]]
    assert [(c.expression, c.id) for row in alignment.rows for c in row.cells] == cells
    assert {"split", "merged", "moved", "new", "dropped"} < {row["relation"] for row in tables["concordance"]}
    assert {"direct", "both", "doubt"} == {row["holds"] for row in tables["contradictions"]}
    report = list(tables["parity"])
    assert {"open", "accepted", "wrong"} == {row["status"] for row in report}
    assert all(row["one_text"] and row["other_text"] for row in report if row["kind"] == "strength")
