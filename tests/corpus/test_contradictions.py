"""What is settled between the concordance tables rests on words that stand in the texts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from corpus import store
from corpus.alignment.contradictions import QUOTATION, Settlement, settled_contradictions
from corpus.ids import ProvisionId
from corpus.library import Library

TEXTS = {"nb": "nb-1997", "da": "da-2017", "sv": "sv-2017", "dbf": "dbf-2008"}


def settlements() -> tuple[Settlement, ...]:
    tables = store.load_tables()
    return settled_contradictions(tables.contradictions(), store.load_settled())


SETTLED = settlements()
IDS = [found.contradiction.id for found in SETTLED]


def quotations(found: Settlement) -> list[tuple[str, ProvisionId, str]]:
    return [(TEXTS[text], ProvisionId.of(place), words) for text, place, words in QUOTATION.findall(found.reason)]


def said(library: Library, key: str, place: ProvisionId) -> str:
    """Heading, text and footnotes of one provision, with single spaces."""
    provision = library.provision(key, place)
    assert provision is not None, f"{key} has no {place}"
    notes = (note.text for note in library.notes(key, place))
    heading = provision.heading.text if provision.heading else ""
    return " ".join(" ".join((heading, provision.text, *notes)).split())


@pytest.mark.parametrize("found", SETTLED, ids=IDS)
def test_every_quotation_stands_in_the_text_it_names(found: Settlement, library: Library) -> None:
    assert found.reason.count("«") == len(quotations(found)), "a quotation names its text and its provision"
    for key, place, words in quotations(found):
        assert words in said(library, key, place), f"{key} {place}"


@pytest.mark.parametrize("found", SETTLED, ids=IDS)
def test_a_reason_quotes_1997_and_what_2017_has_or_lacks(found: Settlement) -> None:
    """The contested provision, or a part of it or what it is a part of, is quoted; so is a text of 2017."""
    contested = ProvisionId.of(found.contradiction.id)
    old = [place for key, place, _ in quotations(found) if key == "nb-1997"]
    assert any(contested.contains(place) or place.contains(contested) for place in old)
    assert any(key.endswith("-2017") for key, _, _ in quotations(found))


@pytest.mark.parametrize("found", SETTLED, ids=IDS)
def test_each_place_the_direct_table_names_is_quoted(found: Settlement) -> None:
    quoted = [place for key, place, _ in quotations(found) if key.endswith("-2017")]
    for home in map(ProvisionId.of, found.contradiction.direct):
        assert any(home.contains(place) or place.contains(home) for place in quoted), f"{home} is not quoted"


def test_doubt_says_what_the_held_texts_leave_open() -> None:
    """No text of 2007 is held: a settlement that would need it stays in doubt and says so."""
    doubts = [found for found in SETTLED if found.holds == "doubt"]
    assert ["25B2a", "26A1", "40B"] == [found.contradiction.id for found in doubts]
    assert all("2007" in found.reason and "not held" in found.reason for found in doubts)


def outside(found: Settlement) -> Iterator[str]:
    """Places of the chain that no place of the direct table contains or stands under."""
    direct = [ProvisionId.of(place) for place in found.contradiction.direct]
    for via in map(ProvisionId.of, found.contradiction.chained):
        if not any(via.contains(home) or home.contains(via) for home in direct):
            yield str(via)


def test_both_hold_only_where_the_chain_says_nothing_else() -> None:
    """Where both tables hold, the chain is a part of the direct answer and not another one."""
    both = {found.contradiction.id: list(outside(found)) for found in SETTLED if found.holds == "both"}
    assert [] == [name for name, others in both.items() if others]
    assert all(found.contradiction.chained for found in SETTLED if found.holds == "both")
