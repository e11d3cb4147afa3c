"""The concordance as a page: one number looked up, the lists, the contradictions with their reasons, and the files."""

from __future__ import annotations

import csv
import io
import re
from html import unescape
from urllib.parse import unquote

import pytest

from app.export import tables as export_tables
from app.publish.services import open_services
from app.reader import router
from app.reader.address import read_state
from app.reader.concordance.answer import number_question
from app.reader.context import ReaderServices
from app.reader.place import existing_state
from corpus.alignment.concordance_files import read_concordance
from corpus.ids import BadIdError, ProvisionId
from corpus.library import Library
from index.comparison.concordance_entries import entries
from tests.support import pages
from tests.support.pages import state_of

BAD = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'&{}"
HEAD = "law_1,law_2,place,content,note,note_da,note_nb,note_sv\n"


def refused() -> None:
    raise AssertionError("the concordance page must not open the search index")


@pytest.fixture(scope="module")
def services(library: Library) -> ReaderServices:
    return open_services(library, refused)  # type: ignore[arg-type]


def html_of(services: ReaderServices, query: str) -> str:
    return pages.html_of(services, f"view=concordance&{query}")


def words_of(html: str) -> str:
    return pages.words_of(html).replace(" ,", ",")


def rows_of(html: str) -> list[list[str]]:
    """The cells of the rules' rows as plain words, the headings of laws left out."""
    rows = re.findall(r'<tr role="row">(.*?)</tr>', html[html.find("</thead>") :], re.DOTALL)
    return [[words_of(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)] for row in rows]


def row_of(html: str, number: str, column: int = 0) -> list[str]:
    return next(row for row in rows_of(html) if row[column] == number)


def answers(html: str) -> list[str]:
    return [words_of(found) for found in re.findall(r'<section class="answer"><h2>(.*?)</h2>', html)]


def file_of(html: str) -> tuple[str, list[dict[str, str]]]:
    """Name and rows of the file that a page offers."""
    found = re.search(r'<a download="([^"]+)" href="data:text/csv;charset=utf-8,([^"]*)"', html)
    assert found
    return found[1], list(csv.DictReader(io.StringIO(unquote(found[2]))))


# One number


@pytest.mark.parametrize(
    ("ui", "answer"),
    [
        ("da", "Norsk 1997 § 16 B 1 er § 16 D 2 a i 2017"),
        ("nb", "Norsk 1997 § 16 B 1 er § 16 D 2 a i 2017"),
        ("sv", "Norsk 1997 § 16 B 1 är Lag 16D2(a) i 2017 års lagar"),
        ("en", "Norsk 1997 § 16 B 1 is § 16 D 2 a in 2017"),
    ],
)
def test_1997_16b1_is_16d2a_in_the_readers_language(services: ReaderServices, ui: str, answer: str) -> None:
    assert [answer] == answers(html_of(services, f"q=1997 16B1&ui={ui}"))


def test_a_number_without_an_edition_is_answered_for_both(services: ReaderServices) -> None:
    assert ["Norsk 1997 § 16 B 1 er § 16 D 2 a i 2017", "Dansk 2017 § 16 B 1 var § 16 A i 1997"] == answers(
        html_of(services, "q=16B1&ui=da")
    )


def test_the_answer_shows_the_way_over_2007_and_both_texts_side_by_side(services: ReaderServices) -> None:
    html = html_of(services, "q=1997 16B1&ui=en")
    assert "Via 2007: § 16 B 1 (1997) → § 16 C 2 a (2007) → § 16 D 2 a (2017). The same answer" in words_of(html)
    link = re.search(r'<a href="([^"]+)">Read both side by side', html)
    assert link
    state = state_of(services, unescape(link[1]))
    assert ("read", "16D2a", "da-2017", ("da-2017", "nb-1997")) == (state.view, state.place, state.by, state.columns)


def test_danish_73a1_is_asked_for_and_answered_by_its_own_number(services: ReaderServices) -> None:
    """The languages share the number 73A2, which the Danish book prints as 73A1."""
    assert ["Dansk 2017 § 73 A 1 var § 73 A 2 i 1997"] == answers(html_of(services, "q=2017 73A1&ui=da"))
    assert ["Svenska 2017 Lag 73A2 var § 73 A 2 i 1997 års lagar"] == answers(html_of(services, "q=2017 73A2&ui=sv"))


def test_a_number_is_that_of_the_open_text_whatever_stands_first(services: ReaderServices) -> None:
    """Swedish 73A1 is another rule than the Danish 73A1 that is open."""
    found = answers(html_of(services, "q=2017 73A1&pair=2007-2017&in=sv-2017,da-2017&by=da-2017&ui=da"))
    assert ["Dansk 2017 § 73 A 1 var § 73 A 2 i 2007"] == found


def test_what_was_dropped_or_added_is_answered_as_such(services: ReaderServices) -> None:
    assert ["Norsk 1997 § 16 B 2 has no counterpart in 2017"] == answers(html_of(services, "q=1997 16B2&ui=en"))
    assert ["Dansk 2017 § 16 C 3 is new: 1997 has no such rule"] == answers(html_of(services, "q=2017 16C3&ui=en"))
    assert ["Dansk 2017 § 31 B 1 is new: 1997 has no such rule"] == answers(html_of(services, "q=2017 31B1&ui=en"))


def test_a_law_of_which_only_parts_have_counterparts_is_not_called_new(services: ReaderServices) -> None:
    """No row leads to 2017 16 as a whole; its parts were 1997 16 and 73F1."""
    html = html_of(services, "q=2017 16&ui=en")
    assert ["Only parts of Dansk 2017 § 16 have a counterpart in 1997: § 16, § 73 F 1"] == answers(html)
    assert "Another answer" not in html


def test_nothing_is_called_new_or_dropped_whose_parts_are_known(services: ReaderServices) -> None:
    """Whatever is asked, "new" and "dropped" are the rules that the lists call so, and their parts."""
    for edition, key, other in (("1997", "nb-1997", "2017"), ("2017", "sv-2017", "1997")):
        table = next(table for table in services.concordance.tables if (table.old, table.new) == ("1997", "2017"))
        alone = [ProvisionId.of(e.place) for e in entries(table) if e.relation in ("new", "dropped")]
        for provision in services.library[key].walk():
            place = str(provision.id)
            found = services.fates.fate(edition, provision.id, other)
            if not found.today and not found.part_homes:
                assert any(one.contains(provision.id) or provision.id.contains(one) for one in alone), place


def test_a_number_of_2007_is_answered_in_both_directions(services: ReaderServices) -> None:
    found = answers(html_of(services, "q=2007 16C2a&ui=en"))
    assert ["2007 § 16 C 2 a was § 16 B 1 in 1997", "2007 § 16 C 2 a is § 16 D 2 a in 2017"] == found


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("16F", "§ 16 F findes ikke i Dansk 2017. § 16 har A–D."),
        ("1997 16F", "§ 16 F findes ikke i Norsk 1997. § 16 har A–C."),
        ("2007 16Z", "§ 16 Z findes ikke i 2007. § 16 har A–D."),
        ("1997 9A2b7", "§ 9 A 2 b har 1–2."),
        ("999", "Dansk 2017 har 1–93."),
        ("1987 16", "Der er ingen tabel for 1987; her er 1997, 2007, 2017."),
        ("hello", "”hello” er ikke en paragraf."),
        ("1997", "”1997” er ikke en paragraf."),
    ],
)
def test_a_number_that_does_not_exist_says_what_does(services: ReaderServices, typed: str, said: str) -> None:
    html = html_of(services, f"q={typed}&ui=da")
    assert said in words_of(html)
    assert [] == answers(html)


@pytest.mark.parametrize(
    ("typed", "place", "edition"),
    [
        ("16B1", "16B1", ""),
        ("§ 16 B 1", "16B1", ""),
        ("1997 16B1", "16B1", "1997"),
        ("Norsk 1997 § 16 B 1", "16B1", "1997"),
        ("nb-1997:16B1", "16B1", "1997"),
        ("Lag 16D2(a) 2017", "16D2a", "2017"),
        ("16B1 i 1997", "16B1", "1997"),
        ("§ 12 C 1 e (2007)", "12C1e", "2007"),
        ("12C1e fra 2007", "12C1e", "2007"),
        ("16C i lovene fra 2007", "16C", "2007"),
        ("16C 12.3.2009", "16C", "2007"),
    ],
)
def test_a_question_is_read_in_every_form_that_people_write(
    services: ReaderServices, typed: str, place: str, edition: str
) -> None:
    found = number_question(typed, services.library.registry.editions_of("laws"))
    assert (place, edition) == (str(found.place), found.edition)


@pytest.mark.parametrize("typed", ["", "1997", "1997 1997", "i 1997", "<b>"])
def test_what_is_no_number_is_refused(services: ReaderServices, typed: str) -> None:
    with pytest.raises(BadIdError):
        number_question(typed, services.library.registry.editions_of("laws"))


def test_every_number_of_a_text_is_answered_with_places_that_exist(services: ReaderServices) -> None:
    """No answer names a place that the other text does not have."""
    for edition, key, other in (("1997", "nb-1997", "sv-2017"), ("2017", "sv-2017", "nb-1997")):
        for provision in services.library[key].walk():
            ids = services.concordance.forward(edition, str(provision.id), services.library.entry(other).edition).ids
            assert [] == [place for place in ids if not services.library.exists(other, place)], provision.id


# The lists


def test_the_lists_say_what_the_stored_rows_say(services: ReaderServices) -> None:
    """What was moved, split or merged here is so in the comparison; what was added has no counterpart there."""
    stored = services.alignment
    old, new = "nb-1997", "sv-2017"
    for entry in entries(
        next(table for table in services.concordance.tables if (table.old, table.new) == ("1997", "2017"))
    ):
        if entry.relation == "new":
            assert () == stored.counterparts(new, entry.place, old), entry.place
        elif not entry.footnote:
            row = stored.row_of(old, entry.place)
            assert row
            said = {cell.relation for cell in row.of(old) if cell.id == entry.place}
            assert {"only-in" if entry.relation == "dropped" else entry.relation} == said, entry.place


def test_what_the_stored_rows_have_in_2017_alone_is_listed_as_added(services: ReaderServices) -> None:
    table = next(table for table in services.concordance.tables if (table.old, table.new) == ("1997", "2017"))
    added = [ProvisionId.of(entry.place) for entry in entries(table) if entry.relation == "new"]
    for provision in services.library["sv-2017"].walk():
        row = services.alignment.row_of("sv-2017", str(provision.id))
        gap = row.gap("nb-1997") if row else None
        parts = provision.walk()
        if (
            gap
            and gap.reason == "new"
            and not any(services.alignment.counterparts("sv-2017", str(part.id), "nb-1997") for part in parts)
        ):
            assert any(one.contains(provision.id) or provision.id.contains(one) for one in added), provision.id


def test_revised_rules_are_a_list_of_their_own_with_notes(services: ReaderServices) -> None:
    html = html_of(services, "kind=revised&page=9&ui=en")
    rows = rows_of(html)
    assert all("content changed" in row[1] for row in rows)
    assert "moved, content changed" == row_of(html, "§ 30 B 2 a")[1]
    assert "same number, content changed" == row_of(html, "§ 51 B 1 b")[1]
    assert "but two cards in succession may not go to one hand" in row_of(html, "§ 6 B")[4]
    assert f"content changed ({len(rows)})" in words_of(html)


def test_each_rule_stands_once_with_all_its_targets_and_one_relation(services: ReaderServices) -> None:
    html = html_of(services, "kind=split&ui=en")
    assert ["§ 7 B", "split, same content changed below: § 7 B 2", "§ 7 B, § 7 B 1"] == row_of(html, "§ 7 B")[:3]
    numbers = [row[0] for row in rows_of(html)]
    assert sorted(set(numbers)) == sorted(numbers)


def test_merged_rules_say_with_what(services: ReaderServices) -> None:
    row = row_of(html_of(services, "kind=merged&ui=en"), "§ 23")
    assert ["merged, content changed with § 72 B 1", "§ 72 C"] == row[1:3]


def test_a_rule_that_is_the_same_itself_names_its_parts_that_are_not(services: ReaderServices) -> None:
    assert "same rule changed below: § 41 B, § 41 C, § 41 D" == row_of(html_of(services, "kind=same&ui=en"), "§ 41")[1]
    answer = words_of(html_of(services, "q=1997 41&ui=en"))
    assert "same rule; changed below: § 41 B, § 41 C, § 41 D" in answer
    assert "added below in 2017: § 32 C" in words_of(html_of(services, "q=1997 32&ui=en"))
    assert "dropped below since 1997: § 11 B" in words_of(html_of(services, "q=2017 11&ui=en"))


def test_every_change_of_content_is_in_its_list_wherever_the_rule_went(services: ReaderServices) -> None:
    for table in services.concordance.tables:
        html = html_of(services, f"pair={table.old}-{table.new}&kind=revised&page=9&ui=en")
        changed = {row.old for row in table.rows if row.revised}
        assert len(changed) == len(rows_of(html))


def test_no_rule_has_an_empty_relation_or_number(services: ReaderServices) -> None:
    """What one edition has not is said in words: 1997 § 25 B 2 b 2 was dropped, 2017 § 16 C 3 was added."""
    dropped = row_of(html_of(services, "kind=dropped&ui=en"), "§ 25 B 2 b 2")
    assert ["dropped", "not in 2017", "not in 2007"] == dropped[1:4]
    added = row_of(html_of(services, "kind=new&ui=en"), "§ 16 C 3", 2)
    assert ["not in 1997", "added"] == added[:2]
    for pair in ("1997-2017", "1997-2007", "2007-2017"):
        assert all(all(row[:3]) for row in rows_of(html_of(services, f"pair={pair}&page=9&ui=en")))


def test_rules_stand_in_the_order_of_the_book() -> None:
    rows = ("81C1,81C1,same,same,,,,", "81C11,,dropped,,,,,", "81C2,81C3,moved,same,,,,", ",81C2,new,,,,,")
    table = read_concordance({"1-2": HEAD + "\n".join(rows)}).tables[0]
    assert ["81C1", "81C2", "81C11", "81C2"] == [entry.place for entry in entries(table)]


def test_81c2_stands_before_81c10(services: ReaderServices) -> None:
    numbers = [row[0] for row in rows_of(html_of(services, "q=1997 81C&ui=en"))]
    assert numbers.index("§ 81 C 2") < numbers.index("§ 81 C 10")


@pytest.mark.parametrize(
    ("ui", "words"),
    [
        ("da", "Konkordansen har ingen række for netop denne del."),
        ("nb", "Konkordansen har ingen rad for akkurat denne delen."),
        ("sv", "Konkordansen har ingen rad för just den här delen."),
        ("en", "The concordance has no row for this very part."),
    ],
)
def test_a_number_to_which_no_row_leads_is_explained_in_the_readers_language(
    services: ReaderServices, ui: str, words: str
) -> None:
    assert words in html_of(services, f"q=2017 47F&pair=1997-2017&ui={ui}")


def test_doubt_is_said_in_words_at_the_row_and_is_a_list(services: ReaderServices) -> None:
    html = html_of(services, "kind=unsure&ui=en")
    assert "split, content changed placing in doubt" == row_of(html, "§ 30 A")[1]
    assert "§ 40 B" in [row[0] for row in rows_of(html)]
    assert all("UNSURE" not in cell for row in rows_of(html) for cell in row)


def test_2007_is_seen_on_the_way_and_as_tables_of_its_own(services: ReaderServices) -> None:
    assert "§ 16 C 2 a" == row_of(html_of(services, "kind=moved&ui=en"), "§ 16 B 1")[3]
    older = html_of(services, "pair=1997-2007&kind=moved&ui=en")
    assert ["§ 16 B 1", "moved, content changed", "§ 16 C 2 a"] == row_of(older, "§ 16 B 1")[:3]
    newer = html_of(services, "pair=2007-2017&kind=moved&ui=en")
    assert "§ 16 D 2 a" == row_of(newer, "§ 16 C 2 a")[2]
    assert "The text of 2007 is not held here" in words_of(newer)


def test_a_number_opens_both_texts_and_one_of_2007_is_no_link(services: ReaderServices) -> None:
    html = html_of(services, "kind=moved&ui=en")
    row = next(row for row in html.split("<tr ") if ">§ 16 B 1</a></th>" in row)
    links = [state_of(services, unescape(href)) for href in re.findall(r'href="([^"]+)"', row)]
    assert [("nb-1997", "da-2017"), ("da-2017", "nb-1997")] == [state.columns for state in links]
    assert '<span class="nb">§ 16 C 2 a</span>' in row


def test_every_link_of_every_list_leads_to_a_place_that_exists(services: ReaderServices) -> None:
    seen: set[str] = set()
    for pair in ("1997-2017", "1997-2007", "2007-2017"):
        for kind in ("", "clash"):
            seen |= set(re.findall(r'<a [^>]*href="(\?[^"]*)"', html_of(services, f"pair={pair}&kind={kind}&page=9")))
    for href in sorted(seen):
        assert () == existing_state(services, state_of(services, unescape(href))).problems, href


def test_a_long_list_goes_on(services: ReaderServices) -> None:
    """To its end: on a site page after page would be as many files, each with all before it."""
    first, second = html_of(services, "ui=en"), html_of(services, "page=2&ui=en")
    further = len(rows_of(second)) - len(rows_of(first))
    assert (150, further > 500) == (len(rows_of(first)), True)
    assert f"Show {further} more" in first
    assert 'class="more"' not in second


def test_a_pair_that_no_table_joins_is_said(services: ReaderServices) -> None:
    assert "There is no table for 1987-2017; there are 1997–2017, 1997–2007, 2007–2017." in words_of(
        html_of(services, "pair=1987-2017&ui=en")
    )


# Contradictions


def test_every_contradiction_has_both_answers_the_settlement_and_its_reason(services: ReaderServices) -> None:
    html = html_of(services, "kind=clash&ui=en")
    items = re.findall(r"<li><h3>(.*?)</h3>(.*?)</li>", html, re.DOTALL)
    assert [ProvisionId.of(place).printed("nb") for place in services.settled] == [
        words_of(title).removeprefix("Norsk 1997 ") for title, _ in items
    ]
    verdicts = {"direct": "The table holds", "both": "Both hold", "doubt": "Not decided placing in doubt"}
    for (_, body), settlement in zip(items, services.settled.values(), strict=True):
        said = words_of(body)
        assert said.startswith("1997–2017 ")
        assert "Via 2007" in said
        assert verdicts[settlement.holds] in said


def test_a_reason_quotes_both_texts_in_their_languages_with_links(services: ReaderServices) -> None:
    html = html_of(services, "kind=clash&q=1997 9A2b1&ui=en")
    assert '<q lang="nb">Blindemann kan ikke påtale en uregelmessighet</q>' in html
    assert '<q lang="sv">Träkarlen får inte dra uppmärksamheten till ett fel</q>' in html
    assert ">Svenska 2017 Lag 9A4</a>" in html
    assert 1 == html.count("<li><h3>")


def test_a_row_says_that_its_way_is_contradicted_and_leads_to_the_reason(services: ReaderServices) -> None:
    html = html_of(services, "q=1997 9A2b1&ui=en")
    assert "contradiction: the table holds" in row_of(html, "§ 9 A 2 b 1")[3]
    link = re.search(r'<a class="why" href="([^"]+)"', html)
    assert link
    assert "9A3 is about preventing one" in html_of(services, unescape(link[1]).lstrip("?"))
    assert "Another answer than the table's. The table holds" in words_of(html)


@pytest.mark.parametrize(
    ("ui", "words"),
    [
        ("da", "men to kort i træk må ikke gives til samme hånd"),
        ("nb", "men to kort på rad skal ikke gis til samme hånd"),
        ("sv", "men två kort i följd får inte ges till samma hand"),
        ("en", "but two cards in succession may not go to one hand"),
    ],
)
def test_notes_are_in_the_readers_language(services: ReaderServices, ui: str, words: str) -> None:
    assert words in row_of(html_of(services, f"kind=revised&ui={ui}"), "§ 6 B")[4]


# Files


@pytest.mark.parametrize("pair", ["1997-2017", "1997-2007", "2007-2017"])
def test_the_file_of_a_whole_list_is_its_part_of_the_export(services: ReaderServices, pair: str) -> None:
    name, rows = file_of(html_of(services, f"pair={pair}&ui=da"))
    old, _, new = pair.partition("-")
    tables = export_tables.tables(services.library, services.alignment, services.concordance)
    exported = list(csv.DictReader(io.StringIO(export_tables.csv_file(tables["concordance"]).decode())))
    assert [row for row in exported if (row["from_edition"], row["to_edition"]) == (old, new)] == rows
    assert f"lovbro-{pair}.csv" == name


def test_the_file_of_the_contradictions_is_that_of_the_export(services: ReaderServices) -> None:
    name, rows = file_of(html_of(services, "kind=clash"))
    tables = export_tables.tables(services.library, services.alignment, services.concordance)
    assert list(csv.DictReader(io.StringIO(export_tables.csv_file(tables["contradictions"]).decode()))) == rows
    assert "lovbro-1997-2017-clash.csv" == name


def test_a_narrowed_list_gives_just_what_it_shows(services: ReaderServices) -> None:
    name, rows = file_of(html_of(services, "kind=moved&q=1997 16B&ui=en"))
    assert [("16B1", "16D2a"), ("16B3", "16D2d")] == [(row["from"], row["to"]) for row in rows]
    assert {"moved"} == {row["relation"] for row in rows}
    assert "lovbro-1997-2017-moved-16B.csv" == name


# Structure


def test_the_table_has_a_caption_and_scopes(services: ReaderServices) -> None:
    html = html_of(services, "kind=new&ui=en")
    assert '<caption class="sr">added, 1997–2017</caption>' in html
    assert 5 == html.count('scope="col"')
    assert len(rows_of(html)) == html.count('scope="row"')
    assert html.count("<tbody") == html.count('scope="rowgroup"')


def test_the_page_stands_under_the_comparison_in_the_head(services: ReaderServices) -> None:
    head = router.head(services, state_of(services, "view=concordance&ui=en"))
    assert re.search(r'<a [^>]*href="[^"]*view=compare[^"]*" aria-current=page>Compare</a>', head)


@pytest.mark.parametrize("key", ["q", "kind", "pair", "law"])
def test_markup_in_the_address_is_escaped(services: ReaderServices, key: str) -> None:
    html = router.page(services, read_state({"view": "concordance", key: BAD}, services.library.registry, "da")).html
    assert "<script" not in html
    assert "<img" not in html
