"""What a new edition changed, and whom it misleads."""

from __future__ import annotations

from dataclasses import replace

import pytest

from corpus.alignment.concordance import Concordance, ConcordanceTable
from corpus.alignment.fate import NumberFates
from corpus.alignment.table_row import ConcordanceRow
from corpus.ids import ProvisionId
from corpus.library import Library
from corpus.model import Prose, Provision
from index.comparison.edition_changes import EditionChange, NoTableError, edition_changes
from index.verification.misleading import EditionCitation, misleading, regulation_citations


def changes(library: Library, concordance: Concordance, old: str, new: str) -> dict[str, EditionChange]:
    fates = NumberFates.of(concordance, library)
    return {
        str(one.place): one for law in edition_changes(library, concordance, fates, old, new) for one in law.changes
    }


def test_every_rule_that_went_elsewhere_is_listed_with_its_new_number(
    library: Library, concordance: Concordance
) -> None:
    found = changes(library, concordance, "2007", "2017")
    assert (("moved",), ["16D1"]) == (found["16C1"].kinds, list(map(str, found["16C1"].homes)))
    assert "dropped" in found["12C1e"].kinds
    assert "16B1" not in found


def test_a_number_of_both_editions_can_be_old_and_new_at_once(library: Library, concordance: Concordance) -> None:
    fates = NumberFates.of(concordance, library)
    law = next(law for law in edition_changes(library, concordance, fates, "2007", "2017") if law.law == "16")
    assert [("16C3", ("moved",)), ("16C3", ("added",))] == [
        (str(one.place), one.kinds) for one in law.changes if str(one.place) == "16C3"
    ]


def test_a_new_wording_in_one_language_is_shown_beside_the_old(library: Library, concordance: Concordance) -> None:
    old = replace(library["da-2017"], key="da-2007", edition="2007")
    old = replace(old, laws=tuple(_reworded(law) for law in old.laws))
    entry = replace(library.entry("da-2017"), key="da-2007", edition="2007", cites="2007", wid=None)
    registry = replace(library.registry, expressions=(*library.registry.expressions, entry))
    both = Library(registry, (library["da-2017"], old))
    found = changes(both, concordance, "2007", "2017")
    (wording,) = found["61A"].rewordings
    assert ("da-2007", "da-2017") == (wording.old_expression, wording.new_expression)
    assert wording.old == f"Tidligere. {wording.new}"
    assert "reworded" in found["61A"].kinds


def _reworded(law: Provision) -> Provision:
    if str(law.id) != "61":
        return law
    first, *others = law.children
    block = first.blocks[0]
    assert isinstance(block, Prose)
    blocks = (replace(block, text=f"Tidligere. {block.text}"), *first.blocks[1:])
    return replace(law, children=(replace(first, blocks=blocks), *others))


def test_editions_that_no_table_joins_are_refused_with_those_that_are(
    library: Library, concordance: Concordance
) -> None:
    with pytest.raises(NoTableError, match="2007 2017"):
        edition_changes(library, concordance, NumberFates.of(concordance, library), "2017", "2027")


def test_dbf_misleads_a_reader_of_2017_where_its_numbers_are_other_rules_now(
    library: Library, concordance: Concordance
) -> None:
    fates = NumberFates.of(concordance, library)
    found = {one.citation.place: one for one in misleading(regulation_citations(library), fates, "2017")}
    assert ("other-rule", ["72C"]) == (found["X90B4c"].kind, list(map(str, found["X90B4c"].today)))
    assert ("moved", ["86B"]) == (found["205A2"].kind, list(map(str, found["205A2"].today)))
    assert () == misleading(regulation_citations(library), fates, "2007")


def test_a_number_that_the_edition_never_had_is_unclear_and_never_led_on(
    library: Library, concordance: Concordance
) -> None:
    cited = EditionCitation("dossier", "k", "t", "facts", "§ 16F", "2007", ProvisionId.of("16F"))
    (found,) = misleading([cited], NumberFates.of(concordance, library), "2017")
    assert ("unclear", ()) == (found.kind, found.today)


def test_what_cites_2007_is_followed_over_2017_into_a_new_edition(library: Library, concordance: Concordance) -> None:
    # Of 2027 there is a table from 2017 alone, as it is proposed when the text is added.
    rows = (
        ConcordanceRow("72C", "71B", "moved", False, ""),
        ConcordanceRow("86B", "86C", "same", True, "UNSURE."),
        ConcordanceRow("16D", "16C", "moved", False, ""),
        ConcordanceRow("90", "", "dropped", False, ""),
        *(ConcordanceRow(place, place, "same", False, "") for place in ("23", "12", "93", "16", "16C")),
    )
    tables = Concordance((*concordance.tables, ConcordanceTable("2017", "2027", rows)))
    fates = NumberFates.of(tables, library)
    found = {one.citation.place: one for one in misleading(regulation_citations(library), fates, "2027")}
    assert ("other-rule", ["71B"]) == (found["X90B4c"].kind, list(map(str, found["X90B4c"].today)))
    assert ("moved", ["86C"], "row", "2017") == (
        *(found["205A2"].kind, list(map(str, found["205A2"].today))),
        *(found["205A2"].fate.doubt, found["205A2"].fate.over),
    )
    assert ("dropped", ()) == (found["205A3"].kind, found["205A3"].today)
    # 2007 16C went to 16D and came back; 12C1e was dropped before.
    assert "214G1" not in found
    assert ("dropped", ()) == (found["X12A1"].fate.fate, found["X12A1"].today)
    back = fates.fate("2027", ProvisionId.of("71B"), "2007")
    assert ("moved", ["23"]) == (back.fate, list(map(str, back.today)))
    assert not fates.fate("2007", ProvisionId.of("16C"), "2037").joined
