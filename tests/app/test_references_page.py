"""The page of references: who relies on a provision and by which number, why, and the way to another place."""

from __future__ import annotations

import re

import pytest

from app.i18n.words import UI_LANGUAGES
from app.reader import router
from app.reader.address import read_state
from app.reader.context import ReaderServices
from tests.support.pages import html_of, state_of, words_of


def section(html: str, start: str, end: str) -> str:
    return words_of(html)[words_of(html).index(start) :].partition(end)[0]


def test_those_who_cite_by_an_older_number_stand_apart_and_say_the_way(services: ReaderServices) -> None:
    """DBf says 16C (2007) and means today's 16D."""
    html = html_of(services, "?view=refs&law=16D&ui=da")
    across = section(html, "Under et nummer fra en anden udgave", "Henvisninger i § 16 D")
    assert "DBf § 214 G 1" in across
    assert "16C fra 2007 er i dag 16D (fra andre kilder)" in across
    assert "DBf" not in section(html, "Til bestemmelsen selv", "Under et nummer fra en anden udgave")


def test_every_text_in_which_a_place_cites_is_named_and_one_not_in_force_with_its_standing(
    services: ReaderServices,
) -> None:
    found = section(html_of(services, "?view=refs&law=16D&ui=da"), "Til bestemmelsen selv", "Til dele")
    assert "Dansk 2017 Svenska 2017 foreløbig" in found
    assert "gældende" not in found


@pytest.mark.parametrize(("ui", "by", "word"), [("da", "da-2017", "foreløbig"), ("sv", "sv-2017", "preliminär")])
def test_that_a_text_is_preliminary_is_said_once_and_that_one_is_no_longer_in_force_each_time(
    services: ReaderServices, ui: str, by: str, word: str
) -> None:
    found = words_of(html_of(services, f"?view=refs&law=16C2&by={by}&ui={ui}"))
    assert 1 == found.count(word)
    assert 5 < len(re.findall(r"Norsk 1997 (?:ikke gældende|inte gällande)", found))


def test_who_cites_is_shown_in_the_text_at_hand_where_that_cites_too(services: ReaderServices) -> None:
    html = html_of(services, "?view=refs&law=16C2&by=sv-2017&ui=sv")
    itself = html[html.index("Till bestämmelsen själv") :].partition("<h3")[0]
    rows = re.findall(r'data-key="([^"]+)" data-cite="[^"]+" data-place="(\d+)[^"]*"><a ', itself)
    own = [int(law) for key, law in rows if key == "sv-2017"]
    assert 10 in own
    assert sorted(own) == own
    assert ["sv-2017"] * len(own) == [key for key, _ in rows[: len(own)]]


def test_what_cites_and_what_is_cited_can_be_put_into_a_case(services: ReaderServices) -> None:
    html = html_of(services, "?view=refs&law=16C2&ui=da")
    places = re.findall(r'data-key="([^"]+)" data-cite="([^"]+)" data-place="([^"]+)"><a [^>]*>([^<]+)</a>', html)
    assert ("da-2017", "§ 16 C 3", "16C3", "§ 16 C 3") in places
    assert all(cite == shown for _, cite, _, shown in places)


def test_the_references_of_a_definition_name_it_once(services: ReaderServices) -> None:
    html = html_of(services, "?view=refs&law=def:ALERT&by=da-2017&ui=da")
    title = html[html.index("<h1>") : html.index("</h1>")]
    assert 1 == words_of(title).lower().replace(" ", "").count("alert")


def test_a_doubtful_reference_says_why(services: ReaderServices) -> None:
    html = words_of(html_of(services, "?view=refs&law=63B&by=sv-2017&in=sv-2017&ui=nb"))
    assert "«om revoke i tolfte stick» er overskriften til 62D, og 62C3 handler ikke om det" in html


@pytest.mark.parametrize("ui", UI_LANGUAGES)
@pytest.mark.parametrize("goal", ["72C", "hello", "16D", "§ 93", "16Z", "def:Alert"])
def test_a_typed_goal_is_always_answered(services: ReaderServices, ui: str, goal: str) -> None:
    html = html_of(services, f"?view=refs&law=16D&to={goal}&ui={ui}")
    assert words_of(html[html.index('<section class="chain"') :].partition("</section>")[0])


def test_a_chain_is_a_list_of_links_with_the_words_that_lead_on(services: ReaderServices) -> None:
    html = html_of(services, "?view=refs&law=27C&by=sv-2017&in=sv-2017&to=72C&ui=sv")
    steps = re.findall(r"<li>.*?</li>", html[html.index('<ol class="steps">') :].partition("</ol>")[0])
    assert ["Lag 27C", "hänvisar till Lag 27B3", "hänvisar till Lag 72C"] == [
        re.match(r"(?:hänvisar till )?Lag \w+", words_of(step))[0]  # type: ignore[index]
        for step in steps
    ]
    assert all("<a " in step for step in steps)
    assert '<q lang="sv">och se Lag 72C</q>' in steps[-1].replace("\N{NO-BREAK SPACE}", " ")


def test_a_chain_from_a_federations_rule_says_that_the_number_has_moved(services: ReaderServices) -> None:
    html = words_of(html_of(services, "?view=refs&law=214G1&by=dbf-2008&in=dbf-2008,da-2017&to=16D&ui=en"))
    assert "Shortest way from DBf § 214 G 1 to § 16 D: 1 step" in html
    assert "→ today § 16 D" in html


def test_the_goal_belongs_to_one_place(services: ReaderServices) -> None:
    state = read_state({"view": "refs", "law": "16D", "to": "72C"}, services.library.registry)
    assert "72C" == state.to(ui="sv").goal
    assert ["", ""] == [state.to(place="17").goal, state.to(view="read").goal]


def test_markup_in_a_goal_is_escaped(services: ReaderServices) -> None:
    state = read_state({"view": "refs", "law": "16D", "to": "<script>x"}, services.library.registry)
    assert "<script" not in router.page(services, state).html


def test_what_is_meant_leads_to_the_text_that_is_at_fault(services: ReaderServices) -> None:
    """Norwegian 41B2 means Norwegian 42B2, not today's; DBf's 86D of 2007 leads to today's 86B."""
    page = router.page(services, state_of(services, "?view=status&ui=da&in=da-2017,nb-1997"))
    html = page.html
    row = html[html.index("§ 41 B2".replace(" ", "\N{NO-BREAK SPACE}")) :].partition("</tr>")[0]
    assert re.search(r'href="[^"]*law=42B2[^"]*by=nb-1997', row)
    found = re.findall(r'<td[^>]*><a href="\?law=86B&amp;[^"]*"[^>]*data-preview="(\d+)"', html)
    assert any(page.previews[int(number)][1].startswith("§ 86 B · Dansk 2017") for number in found)


def test_the_name_of_a_source_is_not_broken(services: ReaderServices) -> None:
    html = router.page(services, state_of(services, "?view=status&ui=da")).html
    assert '<span class="nb">da-2017-ocr</span><br><span class="nb">da-2017-viewer</span>' in html


def test_what_has_nothing_below_it_does_not_unfold(services: ReaderServices) -> None:
    html = router.page(services, state_of(services, "?view=status&ui=da")).html
    assert '<p class="ui">Dansk 2017: ingen</p>' in html
    assert '<p class="ui">DBf 2008: ingen</p>' in html
    assert html.count("<details>") == html.count("</summary><div")


@pytest.mark.parametrize(
    ("ui", "words"),
    [
        ("da", ["accept", "zonestilling", "ændring af melding", "åbningsudspil"]),
        ("sv", ["anspråk", "ändring av bud", "övertrick"]),
    ],
)
def test_the_glossary_follows_the_alphabet_of_its_language_and_its_letters_lead_to_their_first_words(
    services: ReaderServices, ui: str, words: list[str]
) -> None:
    html = html_of(services, f"?view=terms&ui={ui}")
    own = [words_of(cell) for cell in re.findall(rf'<tr[^>]*><td lang="{ui}"[^>]*>(.*?)(?:<span|</td>)', html)]
    assert [word for word in own if word in words] == words
    letters = re.findall(r'<a href="#(t-[^"]+)">([^<]+)</a>', html)
    assert [letter for _, letter in letters][-3:] == list({"da": "ZÆÅ", "sv": "ÅÄÖ"}[ui])
    for key, letter in letters:
        row = html[html.index(f'id="{key}"') :]
        assert letter == words_of(row[row.index(">") + 1 :].partition("</td>")[0])[0].upper()
    assert "#t-" not in html_of(services, f"?view=terms&q=bud&kind=false&ui={ui}")
