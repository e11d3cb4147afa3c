"""What a new edition changed, and whom it misleads."""

from __future__ import annotations

from dataclasses import replace

import pytest

from corpus.alignment.concordance import Concordance, ConcordanceTable
from corpus.alignment.fate import NumberFates
from corpus.alignment.table_row import ConcordanceRow
from corpus.ids import ProvisionId
from corpus.library import Library
from corpus.model import Definition, Expression, Prose, Provision, Sense, Table
from index.comparison.edition_changes import EditionChange, NoTableError, definition_changes, edition_changes
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


def newer(
    library: Library, text: Expression, concordance: Concordance, *rows: ConcordanceRow
) -> tuple[Library, Concordance]:
    """``text`` as an edition of 2027 beside da-2017, and the tables; each law without a row kept its number."""
    entry = replace(library.entry("da-2017"), key="da-2027", edition="2027", cites="2027", wid=None)
    registry = replace(library.registry, expressions=(*library.registry.expressions, entry))
    targets = (
        replace(one, targets=tuple(replace(to, edition="2027") if to.work == "laws" else to for to in one.targets))
        for one in text.references
    )
    text = replace(text, key="da-2027", edition="2027", references=tuple(targets))
    told = {row.old for row in rows}
    kept = (ConcordanceRow(str(n), str(n), "same", False, "") for n in range(1, 94) if str(n) not in told)
    tables = Concordance((*concordance.tables, ConcordanceTable("2017", "2027", (*rows, *kept))))
    return Library(registry, (library["da-2017"], text)), tables


def _edited(text: Expression, place: str, **fields: object) -> Expression:
    def edit(one: Provision) -> Provision:
        made = replace(one, **fields) if str(one.id) == place else one  # type: ignore[arg-type]
        return replace(made, children=tuple(map(edit, made.children)))

    return replace(text, laws=tuple(map(edit, text.laws)))


def _told(change: EditionChange) -> list[tuple[str, str, str, str]]:
    return [(one.part, one.kind, one.old, one.new) for one in change.rewordings]


def test_a_note_that_was_reworded_added_or_dropped_is_a_change_of_its_rule(
    library: Library, concordance: Concordance
) -> None:
    text = library["da-2017"]
    first, second, *others = text.notes
    place = str(text.laws[1].id)
    words = replace(second.blocks[0], text=f"{second.blocks[0].text} Kun i finalen.")
    added = replace(first, key="n-added", anchors=(place,), blocks=(replace(first.blocks[0], text="Et nyt påbud."),))
    notes = (replace(second, blocks=(words, *second.blocks[1:])), *others, added)
    found = changes(*newer(library, replace(text, notes=notes), concordance), "2017", "2027")
    assert {first.anchors[0], second.anchors[0], place} == found.keys()
    assert [("note", "dropped", first.text, "")] == _told(found[first.anchors[0]])
    reworded = (second.text, second.text.replace(second.blocks[0].text, words.text))
    assert [("note", "reworded", *reworded)] == _told(found[second.anchors[0]])
    assert [("note", "added", "", "Et nyt påbud.")] == _told(found[place])
    assert {("reworded",)} == {one.kinds for one in found.values()}
    # One that is called at several rules and was read at the first of them alone is no other note.
    shared = next(one for one in text.notes if len(one.anchors) > 1)
    lost = tuple(replace(one, anchors=one.anchors[:1]) if one is shared else one for one in text.notes)
    assert {} == changes(*newer(library, replace(text, notes=lost), concordance), "2017", "2027")
    away = tuple(replace(one, anchors=(place,)) if one is shared else one for one in text.notes)
    assert {*shared.anchors, place} == changes(
        *newer(library, replace(text, notes=away), concordance), "2017", "2027"
    ).keys()
    # A text without a single note may be one in which nobody looked for them.
    assert {} == changes(*newer(library, replace(text, notes=()), concordance), "2017", "2027")


def test_a_heading_and_a_table_are_told_with_their_words(library: Library, concordance: Concordance) -> None:
    text = library["da-2017"]
    law = next(one for one in text.walk() if str(one.id) == "44")
    tabled = next(one for one in text.walk() if any(isinstance(block, Table) for block in one.own_blocks))
    table = next(block for block in tabled.own_blocks if isinstance(block, Table))
    assert law.heading is not None
    rows = (*table.rows[:-1], ("25", *table.rows[-1][1:]))
    blocks = tuple(replace(table, rows=rows) if block is table else block for block in tabled.blocks)
    closing = tuple(replace(table, rows=rows) if block is table else block for block in tabled.closing)
    made = _edited(text, "44", heading=replace(law.heading, text="Stikkets gang"))
    made = _edited(made, str(tabled.id), blocks=blocks, closing=closing)
    found = changes(*newer(library, made, concordance), "2017", "2027")
    assert [("heading", "reworded", law.heading.text, "Stikkets gang")] == _told(found["44"])
    ((part, kind, old, new),) = _told(found[str(tabled.id)])
    assert ("table", "reworded", " | ".join(rows[-1])) == (part, kind, new.split("\n")[-1])
    assert " | ".join(table.rows[-1]) == old.split("\n")[-1]


def test_a_definition_that_was_reworded_added_or_dropped_is_told(library: Library, concordance: Concordance) -> None:
    text = library["da-2017"]
    one, two, three, *others = text.definitions
    sense = replace(one.senses[0], prose=replace(one.senses[0].prose, text="signal i skærmspil"))
    capitals = replace(two, headword=replace(two.headword, text=two.headword.text.swapcase()))
    new = Definition(replace(one.headword, text="Åbent rum"), (Sense(None, replace(sense.prose, text="et rum")),))
    made = replace(text, definitions=(replace(one, senses=(sense,)), capitals, *others, new))
    both, _ = newer(library, made, concordance)
    found = {change.old or change.new: change for change in definition_changes(both, "2017", "2027")}
    assert {one.headword.text: "reworded", three.headword.text: "dropped", "Åbent rum": "added"} == {
        name: change.kind for name, change in found.items()
    }
    (wording,) = found[one.headword.text].rewordings
    assert wording.new.endswith("signal i skærmspil")
    assert ("", "et rum") == (found["Åbent rum"].rewordings[0].old, found["Åbent rum"].rewordings[0].new)
    bare, _ = newer(library, replace(text, definitions=()), concordance)
    assert () == definition_changes(bare, "2017", "2027")


def test_what_was_dropped_and_added_is_told_with_its_parts_and_words_and_counted_alike(
    library: Library, concordance: Concordance
) -> None:
    text = library["da-2017"]
    law = next(one for one in text.laws if str(one.id) == "73")
    gone = law.children[-1]
    assert gone.children
    doubt = "UNSURE."
    dropped = [ConcordanceRow(str(one.id), "", "dropped", False, doubt) for one in gone.walk()]
    kept = [ConcordanceRow("73", "73", "same", False, "")]
    number = ProvisionId.of("94")
    part = replace(gone.children[0], id=ProvisionId.of("94A"), printed="A.", children=())
    heading = Prose("Fjernspil", law.source)
    added = Provision(number, "94", law.source, heading, (), (part,))
    new = [ConcordanceRow("", "94", "new", False, "indsat i 2027"), ConcordanceRow("", "94A", "new", False, "")]
    made = _edited(text, "73", children=law.children[:-1])
    made = replace(made, laws=(*made.laws, added))
    found = changes(*newer(library, made, concordance, *dropped, *kept, *new), "2017", "2027")
    assert {str(gone.id), "94"} == found.keys()
    lost, come = found[str(gone.id)], found["94"]
    assert (("dropped",), "row") == (lost.kinds, lost.doubt)
    assert [one.id for one in gone.walk()][1:] == list(lost.along)
    assert ("dropped", gone.heading.text if gone.heading else gone.text) == (
        lost.rewordings[0].kind,
        lost.rewordings[0].old.split("\n")[0],
    )
    assert gone.children[0].text in lost.rewordings[0].old
    assert (("added",), ("indsat i 2027",), ["94A"]) == (come.kinds, come.notes, list(map(str, come.along)))
    assert f"Fjernspil\nA. {part.text}" == come.rewordings[0].new.replace(
        part.heading.text + "\n" if part.heading else "", ""
    )


def test_a_reference_printed_as_before_that_leads_elsewhere_is_told_with_both_rules(
    library: Library, concordance: Concordance
) -> None:
    """Rule 6D1 says "§ 24", which the new edition made § 25."""
    rows = (
        ConcordanceRow("24", "25", "moved", False, ""),
        ConcordanceRow("25", "24", "moved", False, ""),
        ConcordanceRow("6D1", "6D1", "same", True, ""),
    )
    found = changes(*newer(library, library["da-2017"], concordance, *rows), "2017", "2027")
    (leading,) = found["6D1"].leading
    assert (("changed",), ()) == (found["6D1"].kinds, found["6D1"].rewordings)
    assert (["24"], ["25"], ["24"]) == tuple([*map(str, one)] for one in (leading.was, leading.today, leading.leads))
    assert "24" in leading.printed


@pytest.mark.parametrize(("leads", "told"), [("25B", ["§ 25B"]), ("26B", [])])
def test_this_law_goes_with_the_rule_that_says_it_and_a_number_printed_as_before_does_not(
    library: Library, concordance: Concordance, leads: str, told: list[str]
) -> None:
    text = library["da-2017"]
    own = [one for one in text.references if one.anchor.place == "25B3" and one.targets[0].id == "25B"]
    others = (one for one in text.references if one.anchor.place != "26B")
    moved = (
        replace(one, anchor=replace(one.anchor, place="26B"), targets=(replace(one.targets[0], id=leads),))
        for one in own
    )
    rows = [ConcordanceRow(*pair, "moved", True, "") for pair in (("25", "26"), ("26", "25"), ("25B3", "26B"))]
    made = replace(text, references=(*others, *moved))
    found = changes(*newer(library, made, concordance, *rows), "2017", "2027")
    assert told == [one.printed for one in found["25B3"].leading]


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
