"""Akoma Ntoso of other systems comes into the stream with its numbers, notes and tables, whatever its version."""

from __future__ import annotations

import pytest

from parser.documents.files import read_document
from parser.documents.stream import RefusedDocumentError, StreamParagraph, StreamTable

_ACT = """<?xml version="1.0"?>
<akomaNtoso xmlns="{namespace}"><act name="act"><meta><identification source="#x"/></meta><body>
<chapter eId="chp_1"><num>Chapter 1</num><heading>Play</heading>
 <section eId="sec_1"><num>1.</num><heading>The pack</heading>
  <subsection eId="sec_1__subsec_A"><num>A.</num><content><p>There are <b>52</b> cards<authorialNote marker="*"><p>No
   joker.</p></authorialNote> in a <ref href="#def">pack</ref>.</p></content></subsection>
  <subsection eId="sec_1__subsec_B"><num>B.</num><intro><p>The suits are:</p></intro>
   <paragraph><num>(1)</num><content><p>spades;</p></content></paragraph>
   <paragraph><num>(2)</num><content><p>hearts.</p></content></paragraph>
   <wrapUp><p>No others.</p></wrapUp></subsection>
 </section>
 <section eId="sec_2"><num>2.</num><content><blockList><listIntroduction>Boards:</listIntroduction>
   <item><num>(a)</num><p>one;</p></item></blockList>
   <table><tr><th>Board</th><th>Dealer</th></tr><tr><td>1</td><td>North</td></tr></table></content></section>
</chapter></body></act></akomaNtoso>"""


@pytest.mark.parametrize(
    "namespace",
    [
        "http://docs.oasis-open.org/legaldocml/ns/akn/3.0",
        "http://docs.oasis-open.org/legaldocml/ns/akn/3.0/CSD13",
        "http://www.akomantoso.org/2.0",
    ],
)
def test_numbers_headings_lists_notes_and_tables_are_kept_in_order(namespace: str) -> None:
    stream = read_document("act.xml", _ACT.format(namespace=namespace).encode())
    found = [(p.label, p.text) for p in stream.blocks if isinstance(p, StreamParagraph)]
    wanted = [
        ("", "Chapter 1 Play"),
        ("1.", "The pack"),
        ("A.", "There are 52 cards in a pack."),
        ("B.", "The suits are:"),
        ("(1)", "spades;"),
        ("(2)", "hearts."),
        ("", "No others."),
        ("2.", ""),
        ("", "Boards:"),
        ("(a)", "one;"),
    ]
    assert wanted == found
    (table,) = (b for b in stream.blocks if isinstance(b, StreamTable))
    assert ([["Board", "Dealer"], ["1", "North"]], 1) == ([[c.text for c in row] for row in table.rows], table.header)
    (note,) = stream.notes
    noted = next(p for p in stream.blocks if isinstance(p, StreamParagraph) and p.anchors)
    assert ("*", "No joker.", ((18, note.key),)) == (note.marker, note.paragraphs[0].text, noted.anchors)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b'<!DOCTYPE a [<!ENTITY b "c">]><akomaNtoso><act><p>&b;</p></act></akomaNtoso>', "entities"),
        (b"<akomaNtoso><act><body></act>", "damaged"),
        (b"<akomaNtoso><act><meta/><body/></act></akomaNtoso>", "no-text"),
        (b"<akomaNtoso>" + b"<body>" * 230 + b"<p>x</p>" + b"</body>" * 230 + b"</akomaNtoso>", "deep"),
        (b"<akomaNtoso>" + b"<body>" * 300 + b"<p>x</p>" + b"</body>" * 300 + b"</akomaNtoso>", "deep"),
        # libxml2 names the element, whose name is no depth.
        (b"<akomaNtoso><act><depth></act></akomaNtoso>", "damaged"),
        # The limit of one text has the code of the limit of depth.
        (b"<akomaNtoso><p>" + b"x" * 10_000_100 + b"</p></akomaNtoso>", "damaged"),
        (b"<html xmlns='urn:x'><p>x</p></html>" * 2, "damaged"),
    ],
)
def test_an_act_that_cannot_be_read_is_refused(content: bytes, reason: str) -> None:
    with pytest.raises(RefusedDocumentError) as caught:
        read_document("act.xml", content)
    assert reason == caught.value.reason
