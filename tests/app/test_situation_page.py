"""The first page and the path of a situation, as a reader gets them."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace

import pytest

from app.reader import router
from app.reader.context import ReaderServices
from corpus.library import Library
from corpus.model import Prose
from corpus.text import sentences
from tests.support.pages import BAD, hrefs, html_of, state_of, words_of

REFUSED = "path=lead-out-of-turn&trail=which,face,dummy-seen,opening-choice,opening-refused"


def test_the_first_page_asks_what_happened_in_the_readers_language(services: ReaderServices) -> None:
    for ui, asked, lead in (
        ("da", "Hvad er der sket?", "Udspil uden for tur"),
        ("sv", "Vad har hänt?", "Utspel utom tur"),
    ):
        html = html_of(services, f"ui={ui}")
        assert asked in words_of(html)
        assert f">{lead}</a>" in html


def test_the_first_page_names_the_texts_in_force_and_where_newer_ones_are(services: ReaderServices) -> None:
    words = words_of(html_of(services, "ui=en"))
    assert "The laws of 2017 are in force: Dansk 2017, Svenska 2017 (preliminary)" in words
    assert "no longer in force are Norsk 1997, DBf 2008" in words
    about = words[words.index("Lovbro holds") : words.index("Contents")]
    assert 3 == len(sentences(about.replace("World Bridge Federation .", "World Bridge Federation.")))
    addresses = [one.address for one in services.library.registry.publishers]
    assert 4 == len(addresses)
    assert addresses == [href for href in hrefs(html_of(services, "ui=en")) if href in addresses]


def test_of_a_clubs_rules_nobody_is_told_that_they_are_no_longer_in_force_nor_that_they_are_laws(
    services: ReaderServices,
) -> None:
    registry = services.library.registry
    entries = tuple(
        replace(one, work="club", standing="preliminary") if one.key == "dbf-2008" else one
        for one in registry.expressions
    )
    library = Library(replace(registry, expressions=entries), services.library.expressions)
    with_club = replace(services, library=library)
    assert "no longer in force are Norsk 1997." in words_of(html_of(with_club, "ui=en"))
    status = words_of(html_of(with_club, "view=status&ui=en"))
    assert "Rules of 2008; whether they are in force is not stated" in status
    assert 1 == status.count("Preliminary text of the laws"), "the Swedish one"


def test_the_first_page_has_the_regulations_as_a_second_book(services: ReaderServices) -> None:
    html = html_of(services, "ui=da")
    assert html.index("Love for turneringsbridge 2017") < html.index("DBf&#39;s turneringsbestemmelser 2008")
    assert any("law=214&" in href and "by=dbf-2008" in href for href in hrefs(html))
    assert any("law=93&" in href for href in hrefs(html))


@pytest.mark.parametrize(("law", "book"), [("16", "law=X6&"), ("214", "law=1&")])
def test_the_contents_beside_a_law_lead_to_the_other_book(services: ReaderServices, law: str, book: str) -> None:
    html = html_of(services, f"law={law}&ui=da")
    other = html[html.index('class="other-book"') :]
    assert book in next(hrefs(other))


def test_a_question_stands_with_its_answers_and_the_words_of_the_law(services: ReaderServices) -> None:
    html = html_of(services, "path=lead-out-of-turn&trail=which&ui=nb")
    assert "Hvilket utspill var det?" in html
    assert "?path=lead-out-of-turn&trail=which,face&ui=nb" in list(hrefs(html))
    assert "Udspillet til næste stik sker fra den hånd" in words_of(html)


def test_a_swedish_reader_has_the_swedish_words_of_what_an_answer_rests_on(services: ReaderServices) -> None:
    html = html_of(services, "path=lead-out-of-turn&trail=which&ui=sv")
    quoted = re.findall(r'<q lang="(\w+)">([^<]+)</q>', html)
    assert {"sv"} == {language for language, _ in quoted}
    assert any("försöker spela ut" in words for _, words in quoted)


def test_no_line_of_the_words_that_a_question_rests_on_ends_within_a_number(services: ReaderServices) -> None:
    html = html_of(services, "?path=insufficient-bid&ui=nb")
    quoted = re.findall(r"<q[^>]*>([^<]*§[^<]*)</q>", html)
    assert len(quoted) >= 3
    assert [] == [words for words in quoted if "§ " in words]


def test_a_swedish_reader_is_led_to_the_swedish_rule_and_not_to_danish_words(services: ReaderServices) -> None:
    words = words_of(html_of(services, "path=lead-out-of-turn&trail=which&ui=sv"))
    assert "Första utspel av fel sida" in words[words.index("Lag 54E") :]
    assert "åbningsudspil" not in words


@pytest.mark.parametrize("query", ["", "path=lead-out-of-turn&trail=misinformed&"])
def test_who_changes_the_language_of_a_situation_is_read_to_in_its_text(services: ReaderServices, query: str) -> None:
    state = state_of(services, f"{query}ui=da")
    turned = next(href for href in hrefs(router.head(services, state)) if "ui=sv" in href)
    assert "in=" not in turned
    words = words_of(html_of(services, f"{turned}&path=lead-out-of-turn&trail=misinformed"))
    assert "Lag 47 E 1" in words or "Lag 47E1" in words
    back = next(href for href in hrefs(router.head(services, state_of(services, turned))) if "ui=da" in href)
    assert "in=" not in back
    # An open law stays as it is, and so do texts that the reader has chosen.
    for kept in ("law=16C", "path=revoke&in=nb-1997,da-2017"):
        found = next(h for h in hrefs(router.head(services, state_of(services, f"{kept}&ui=da"))) if "ui=sv" in h)
        assert "in=" in found, kept


def test_that_a_text_in_ones_language_is_missing_is_said_only_where_it_is(services: ReaderServices) -> None:
    end = "path=lead-out-of-turn&trail=misinformed&in=da-2017"
    for ui, said in (("sv", "finns inte här på ditt språk"), ("nb", "finnes ikke her på ditt språk")):
        assert (said in words_of(html_of(services, f"{end}&ui={ui}"))) == (ui == "nb")


def test_a_situation_begins_with_the_laws_on_it(services: ReaderServices) -> None:
    words = words_of(html_of(services, "path=revoke&ui=sv"))
    assert "Lag 64 Etablerad revoke" in words
    assert "Lag 64 Etablerad revoke" not in words_of(html_of(services, "path=revoke&trail=asked&ui=sv"))


def test_an_answer_can_be_changed_and_the_way_leads_back(services: ReaderServices) -> None:
    found = list(hrefs(html_of(services, f"{REFUSED}&ui=da")))
    for trail in ("trail=which&", "trail=which,face&", "trail=which,face,dummy-seen,opening-choice&"):
        assert any(trail in href for href in found)
    assert "?ui=da" in found


@pytest.mark.parametrize(("ui", "key"), [("da", "da-2017"), ("sv", "sv-2017"), ("nb", "da-2017")])
def test_the_end_reads_out_the_provisions_word_for_word(services: ReaderServices, ui: str, key: str) -> None:
    read = "".join(words_of(html_of(services, f"{REFUSED}&ui={ui}")).split())
    provisions = [services.library.provision(key, place) for place in ("54D", "50D", "50D1a", "50D1b")]
    printed = [block.text for one in provisions if one for block in one.own_blocks if isinstance(block, Prose)]
    assert 4 == len(printed)
    assert [] == [text for text in printed if "".join(text.split()) not in read]


def test_what_two_provisions_stand_under_is_read_out_once(services: ReaderServices) -> None:
    html = html_of(services, "path=penalty-card&trail=size,major,waits&ui=da")
    read = words_of(html[html.index('class="ruling"') : html.index("<details")])
    assert "§ 50 A" in read
    assert "§ 50 E 1" in read
    assert 1 == read.count("Et kort vist i utide af en modspiller")


def test_the_end_says_that_the_laws_are_not_held_in_the_readers_language(services: ReaderServices) -> None:
    assert "finnes ikke her på ditt språk" in words_of(html_of(services, f"{REFUSED}&ui=nb"))
    assert "findes her ikke på dit sprog" not in words_of(html_of(services, f"{REFUSED}&ui=da"))


def test_an_old_edition_is_never_read_out(services: ReaderServices) -> None:
    html = html_of(services, f"{REFUSED}&in=nb-1997&ui=nb")
    assert "§ 54 D" in words_of(html)
    assert "straffekort" not in words_of(html[html.index('class="ruling"') : html.index("<details")]).lower()


def test_the_federations_own_rule_stands_apart_with_its_standing(services: ReaderServices) -> None:
    html = words_of(
        html_of(services, "path=revoke&trail=trick-twelve,established,noticed,which-revoke,who-won,two-tricks")
    )
    assert "DBf's egne regler fra 2008, kun for DBf's turneringer DBf § X90 B 5 c afløst" in html
    assert "gælder" in html


def test_a_trail_that_leads_nowhere_is_told_and_goes_on_from_where_it_can(services: ReaderServices) -> None:
    html = html_of(services, "path=lead-out-of-turn&trail=which,nonsense&ui=da")
    assert "nonsense" in words_of(html)
    assert "Hvilket udspil var det?" in html


@pytest.mark.parametrize("address", [f"path={BAD}", f"path=revoke&trail={BAD}"])
def test_markup_in_the_address_of_a_path_reaches_no_page(services: ReaderServices, address: str) -> None:
    assert "<script" not in html_of(services, address.replace("&'", "%26'"))


def test_the_first_page_waits_for_neither_search_nor_graph() -> None:
    code = """
import sys
from app.reader import router
from app.reader.address import read_state
from app.publish.services import open_services
from corpus import store
library = store.load_library()
services = open_services(library, None)
state = read_state({"ui": "da"}, library.registry)
assert "Hvad er der sket?" in router.page(services, state).html + router.head(services, state)
made = [name for name in ("search", "graph", "paths", "layout", "cited_by") if name in vars(services)]
print([name for name in ("whoosh", "networkx", "index.search.engine") if name in sys.modules], made)
"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "[] []" == found.stdout.strip()


def test_the_standing_of_what_is_read_out_is_beside_its_own_name(services: ReaderServices) -> None:
    """It stood behind the last of the texts: "Svenska", which is preliminary, seemed to be in force."""
    html = html_of(services, "path=lead-out-of-turn&trail=misinformed&ui=da")
    texts = words_of(html.partition('<nav class="chips"')[2].partition("</nav>")[0])
    assert re.search(r"Dansk\s+gældende\s+Svenska", texts), texts


@pytest.mark.parametrize("situation", ["late", "slow-play"])
def test_a_reader_of_another_federation_is_told_whose_limits_these_are_and_has_the_laws_first(
    services: ReaderServices, situation: str
) -> None:
    for ui, whose in (("nb", "egne regler fra 2008; lovene selv har ingen. avløst"), ("sv", "bridgeförbundets")):
        html = html_of(services, f"path={situation}&ui={ui}")
        assert whose in words_of(html)
        answers = [href for href in hrefs(html) if f"path={situation}" in href and "trail=" in href]
        assert "trail=laws-alone" in answers[0]
        assert "DBf §" not in html_of(services, answers[0].partition("?")[2])
    danish = [href for href in hrefs(html_of(services, f"path={situation}&ui=da")) if "trail=" in href]
    assert "trail=team" in danish[0]
    team = "team-how-late,team-absent" if situation == "late" else "team-how-long,team-under-five"
    assert "2008, bare for DBfs turneringer" in words_of(html_of(services, f"path={situation}&trail={team}&ui=nb"))
