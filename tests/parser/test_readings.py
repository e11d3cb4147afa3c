"""Witness beside witness: what the viewer copy of the Danish laws reads where the scan has a paragraph."""

from __future__ import annotations

import pytest

from corpus import store
from corpus.alignment.readings import Readings, read, write
from corpus.ids import ProvisionId
from corpus.library import Library
from corpus.model import Expression, Lines, PassageKey, Prose, Provision
from parser.text.tracked import TrackedText
from parser.witnesses.readings import WitnessError, readings
from tests.conftest import Made

HERE = Lines("one", 1, 1)


@pytest.fixture(scope="module")
def held() -> Readings:
    return store.load_readings()


def key_of(place: str) -> PassageKey:
    return place, "body", 0


def laid(texts: dict[str, tuple[str, int]], second: list[str]) -> dict[str, str]:
    """The readings by provision, for texts that begin at an offset of the base witness."""
    proses = {place: Prose(text, HERE) for place, (text, _) in texts.items()}
    laws = tuple(Provision(ProvisionId.of(place), place, HERE, blocks=(prose,)) for place, prose in proses.items())
    expression = Expression("xx", "da", "laws", "2017", "X", laws)
    mapped = [(TrackedText.of(text, start), key_of(place)) for place, (text, start) in texts.items()]
    return {found.place: found.text for found in readings(expression, mapped, "two", second)}


def test_labels_between_paragraphs_belong_to_none() -> None:
    texts = {
        "1": ("en spiller skal melde i tur nu", 0),
        "2": ("alle andre spillere skal vente til det er deres tur", 100),
    }
    second = ["1. en spiller skal melde i tur nu. 2. alle andre spillere skal vente til det er deres tur"]
    assert {"1": "en spiller skal melde i tur nu", "2": "alle andre spillere skal vente til det er deres tur"} == laid(
        texts, second
    )


def test_a_note_in_the_middle_of_a_paragraph_does_not_part_it() -> None:
    first = "makker melder uden for tur og spillet går videre derefter til slut uden at scoren bliver justeret"
    mapped = TrackedText.of(first)
    gap = first.index("spillet")
    split = TrackedText(first, (*range(gap), *range(gap + 50, 50 + len(first))), ())
    law = Provision(ProvisionId.of("1"), "1", HERE, blocks=(Prose(mapped.text, HERE),))
    expression = Expression("xx", "da", "laws", "2017", "X", (law,))
    texts = [(split, key_of("1")), (TrackedText.of("se forbundets regler", gap + 5), None)]
    pages = [
        "makker melder uden for tur og se forbundets regler",
        "spillet går helt videre derefter til slut uden at scoren bliver justeret",
    ]
    (found,) = readings(expression, texts, "two", pages)
    assert (
        "makker melder uden for tur og spillet går helt videre derefter til slut uden at scoren bliver justeret"
        == found.text
    )


def test_a_second_witness_that_ends_elsewhere_is_named() -> None:
    with pytest.raises(WitnessError, match="two: its last words"):
        laid({"1": ("en spiller skal melde i tur", 0)}, ["noget helt andet end det der står i den første bog"])


def test_the_viewer_reaches_from_law_1_to_20a(held: Readings) -> None:
    reach = held.reach("da-2017", "da-2017-viewer")
    assert ("1", "20A") == (reach[0], [place for place in reach if "#" not in place][-1])
    assert () == held.at("da-2017", "20B")


def test_no_label_is_taken_for_words(held: Readings) -> None:
    """The "5." of 9A5 stands behind 9A4, and "c. 16C" where the scan has "§ 16C"."""
    assert held.at("da-2017", "9A4")[-1].text.endswith("forklaring).")
    assert held.at("da-2017", "15A2c")[-1].text.startswith("16C (")


def test_every_paragraph_of_laws_1_to_19_has_its_reading(library: Library, held: Readings) -> None:
    for law in library["da-2017"].laws[:19]:
        for provision in law.walk():
            proses = sum(isinstance(b, Prose) for b in provision.own_blocks) + bool(provision.heading)
            assert proses == len(held.at("da-2017", str(provision.id))), provision.id


def test_the_viewer_lost_the_number_of_law_77_and_split_a_word(held: Readings) -> None:
    assert held.at("da-2017", "19D")[-1].text.endswith("forhøjes scoreværdien som angivet i")
    assert "skal turnerings lederen kræve" in held.at("da-2017", "15B2")[-1].text


@pytest.mark.xdist_group("sources")
def test_the_stored_readings_are_those_of_the_sources(made: Made) -> None:
    found = [reading for expression in made.library.expressions for reading in expression.readings]
    assert store.read_product(store.WITNESSES) == write(found)
    assert Readings.of(found) == read(write(found))
