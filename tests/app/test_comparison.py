"""The comparison page: a translator's three questions, what two languages say differently, words side by side."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.reader.context import ReaderServices
from app.reader.text.word_diff import marked, printed
from corpus.library import Library
from corpus.model import Emendation, Lines, Prose
from tests.support.pages import html_of as page

HERE = Lines("w", 1, 1)
LINK = r'<a href="([^"]*)"[^>]*>([^<]*)</a>'


def rows(html: str, title: str) -> Iterator[list[str]]:
    """The cells, as plain words, of the table under a heading that contains ``title``."""
    after = html[html.index(title) :]
    table = after[: after.index("</table>")]
    for row in re.findall(r"<tr[^>]*>(.*?)</tr>", table, re.DOTALL)[1:]:
        yield [unescape(re.sub(r"<[^>]+>", "", cell)) for cell in re.findall(r"<td[^>]*>(.*?)</td>", row)]


def section(html: str, title: str) -> str:
    """What stands under a heading that contains ``title``, up to the next heading."""
    after = html[html.index(title) :]
    return after[: after.index("<h2>")]


def folds(html: str) -> dict[str, str]:
    """What can be unfolded on a page, by its title without the count."""
    found = re.findall(r"<details[^>]*><summary>([^<]*) \((\d+)\)</summary>(.*?)</details>", html, re.DOTALL)
    return {unescape(title): inner for title, _, inner in found}


def test_what_the_norwegian_has_where_2017_has_27b1a(services: ReaderServices) -> None:
    """Compare (one click), law 27 (two): the row names 1997's numbers with what became of them."""
    html = page(services, "?view=compare&law=27&ui=da&in=da-2017,sv-2017,nb-1997")
    row = next(row for row in rows(html, "Nummer for nummer") if row[0] == "§ 27 B 1 a")
    assert "§ 27 B 1 flyttet · indhold ændret§ 27 B 1 a indhold ændret" == row[2]


def test_an_empty_cell_says_why(services: ReaderServices) -> None:
    listed = {
        row[0]: row for row in rows(page(services, "?view=compare&law=27&ui=da&in=da-2017,nb-1997"), "Nummer for")
    }
    assert "Kun dele af reglen har et modstykke" == listed["§ 27 A"][1]
    assert "Ny regel: findes ikke i udgaven fra 1997" == listed["§ 27 B 1 b"][1]
    dropped = list(rows(page(services, "?view=compare&law=11&ui=da&in=da-2017,nb-1997"), "Nummer for"))
    assert ["Udgået: findes ikke i udgaven fra 2017", "§ 11 B kun i 1997"] in dropped


def test_rows_that_tell_nothing_are_folded_under_their_number(services: ReaderServices) -> None:
    """Law 12 has 24 places with one number in both texts; law 73 has a number of its own in each."""
    twelve = page(services, "?view=compare&law=12&ui=da&in=da-2017,sv-2017")
    assert "§ 12 C 1 b" in folds(twelve)["Samme nummer i de valgte tekster"]
    assert "§ 12 C 1 b" not in section(twelve, "Nummer for nummer").split("<details")[0]
    listed = page(services, "?view=compare&law=73&ui=da&in=da-2017,sv-2017")
    assert "Lag 73A2" in section(listed, "Nummer for nummer").split("<details")[0]


def test_where_the_danish_refers_further_than_the_swedish(services: ReaderServices) -> None:
    """Compare, law 13: the Danish cites § 79 C and § 90 where the Swedish cites nothing. In law 12 nowhere."""
    twelve = page(services, "?view=compare&law=12&ui=da&in=da-2017,sv-2017")
    assert ">Ingen: de to tekster henviser til de samme steder i denne paragraf.<" in section(
        twelve, "Henvisninger, som kun den ene har"
    )
    thirteen = list(rows(page(services, "?view=compare&law=13&ui=da&in=da-2017,sv-2017"), "Henvisninger, som kun"))
    assert ["§ 13 C, Lag 13C", "§ 12 C", "–", "ikke vurderet"] in thirteen
    assert ["§ 13 B 1, § 13 D", "§ 12 C 1", "–", "ikke vurderet"] in thirteen
    assert ["§ 13 A 2, § 13 B 2, § 13 D", "§ 90", "–", "ikke vurderet"] in thirteen


def test_obligations_that_differ_stand_with_what_a_person_decided(services: ReaderServices) -> None:
    html = page(services, "?view=compare&law=12&ui=en&in=da-2017,sv-2017")
    found = list(rows(html, "Who, right, time and condition"))
    judged = (
        "a real difference the director's attempt to restore the result is a duty in Danish, a recommendation in "
        "Swedish; so in 27D and 50E4"
    )
    expected = ["§ 12 C 1 b, Lag 12C1(b)", "may/should/shall", "skal (duty)", "bör (recommendation)", judged]
    assert expected in found


def test_notes_of_a_federation_are_named_by_their_places_and_counted_beside_the_text_that_has_them(
    services: ReaderServices,
) -> None:
    found = rows(page(services, "view=compare&law=16&ui=da"), "Hvem, ret, tid og betingelse")
    assert ["Lag 16B2", "forbundets egne noter", "–", "1"] in [row[:4] for row in found]


def test_the_columns_of_the_report_do_not_turn_with_the_lead(services: ReaderServices) -> None:
    html = page(services, "?view=compare&law=12&ui=en&in=sv-2017,da-2017")
    assert "skal (duty)" in next(row[2] for row in rows(html, "Who, right") if row[1] == "may/should/shall")


def test_the_source_and_the_repaired_text_differ_word_by_word(services: ReaderServices) -> None:
    listed = folds(page(services, "?view=compare&law=93&ui=en&in=da-2017,sv-2017"))
    assert (
        "<del>fremgangsmaéde</del><ins>fremgangsmåde</ins>"
        in listed["The source da-2017-ocr → the text here (Dansk 2017)"]
    )
    assert not any("Svenska" in title for title in listed)


def test_one_witness_stands_beside_the_other_and_beside_the_text(services: ReaderServices) -> None:
    """The viewer copy split "turneringslederen" in two and lost every paragraph sign."""
    listed = folds(page(services, "?view=compare&law=15&ui=en&in=da-2017,sv-2017"))
    beside = listed["The source da-2017-ocr → the source da-2017-viewer"]
    assert "<del>kraeve</del>" in beside
    assert "<ins>turnerings </ins>" in listed["The text here (Dansk 2017) → the source da-2017-viewer"]


def test_a_witness_that_does_not_have_the_law_says_so(services: ReaderServices) -> None:
    html = page(services, "?view=compare&law=93&ui=en&in=da-2017")
    assert "The source da-2017-viewer does not have this law; it runs from § 1 to § 20 A." in html


def test_a_witness_listed_before_it_is_read_is_left_out(services: ReaderServices) -> None:
    """A second witness stands in editions.toml before any of its readings does."""
    registry = services.library.registry
    swedish = replace(registry["sv-2017"], witnesses=("sv-2017-preliminary", "sv-2017-print"))
    entries = tuple(swedish if entry.key == "sv-2017" else entry for entry in registry.expressions)
    library = Library(replace(registry, expressions=entries), services.library.expressions)
    listed = replace(services, library=library)
    html = page(listed, "?view=compare&law=93&ui=en&in=sv-2017,da-2017")
    assert "The source da-2017-viewer does not have this law" in html
    assert "sv-2017-print" not in html


def test_languages_that_divide_a_law_differently_are_named(services: ReaderServices) -> None:
    found = list(rows(page(services, "?view=compare&law=73&ui=en&in=da-2017,sv-2017"), "Structure"))
    assert ["Lag 73A1", "number of the rule", "Without a number here: part of § 73 A", "Lag 73A1"] in found
    assert ["§ 73 A 1", "number of the rule", "§ 73 A 1", "Lag 73A2"] in found
    twelve = section(page(services, "?view=compare&law=1&ui=en&in=da-2017,sv-2017"), "Structure")
    assert "The two texts are divided alike in this law." in twelve


def test_the_lists_of_the_whole_book_and_of_the_open_law_are_one_click_away(services: ReaderServices) -> None:
    """A translator's second question: Compare, then "added", whatever the open law and columns."""
    html = page(services, "?view=compare&law=16&ui=en&in=da-2017,sv-2017")
    leads = {unescape(re.sub(r"<[^>]+>", "", text)): unescape(href) for href, text in re.findall(LINK, html)}
    assert "§ 16 C 3" in page(services, leads["added (84)"])
    assert "§ 16 B 2" in page(services, leads["dropped (10)"])
    assert "§ 6 B" in page(services, leads["content changed (235)"])
    assert "Norsk 1997 § 16 is § 16 A 1 a, § 16 A 2 in 2017" in re.sub(
        r"<[^>]+>", "", page(services, leads["Concordance"])
    )


def test_a_text_alone_asks_for_another(services: ReaderServices) -> None:
    assert "Only this text is chosen." in page(services, "?view=compare&law=16&ui=en&in=da-2017")


def test_a_federations_rules_stand_alone_and_lead_to_the_law_they_extend(services: ReaderServices) -> None:
    html = page(services, "?view=compare&law=X90&by=dbf-2008&ui=en&in=da-2017,nb-1997,dbf-2008")
    assert "None of the other chosen texts has these rules." in html
    assert "§ 90</a> (Dansk 2017)" in html


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("samme ord", "samme ord", ""),
        ("et kort", "et stort kort", "et <ins>stort </ins>kort"),
        ("et stort kort", "et kort", "et <del>stort </del>kort"),
        ("a < b", "a > b", "a <del>&lt;</del><ins>&gt;</ins> b"),
        ("", "nyt", "<ins>nyt</ins>"),
    ],
)
def test_words_are_taken_out_and_put_in_whole(before: str, after: str, expected: str) -> None:
    assert expected == marked(before, after)


def test_unchanged_words_far_from_a_change_are_cut() -> None:
    assert " … " in marked("et " + "ord " * 40 + "før", "et " + "ord " * 40 + "efter")
    assert len(marked("ord " * 200 + "før", "ord " * 200 + "efter")) < 100


def test_the_source_is_the_text_with_its_corrections_taken_back() -> None:
    corrections = (
        Emendation(0, 2, "mé", "må", "confusion", "w", 1),
        Emendation(7, 7, "¢", "", "dash", "w", 1),
    )
    assert "mé ikke¢" == printed(Prose("må ikke", HERE, emendations=corrections))


@given(st.text(alphabet="abc <&æ .", max_size=30), st.text(alphabet="abc <&æ .", max_size=30))
def test_both_wordings_can_be_read_back(before: str, after: str) -> None:
    html = marked(before, after)
    if "…" not in html and html:
        new = unescape(re.sub(r"<del>.*?</del>|</?ins>", "", html))
        old = unescape(re.sub(r"<ins>.*?</ins>|</?del>", "", html))
        assert (before, after) == (old, new)
