"""No number misleads: a number of any edition, in any form, is never another rule without a word."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.cli.answers import CommandAnswers, LookupFailedError
from app.cli.search_answers import result_answer
from app.reader.context import ReaderServices
from corpus.alignment.concordance import NOTE, Concordance
from corpus.alignment.fate import NumberFate, NumberFates
from corpus.ids import ProvisionId
from corpus.library import Library
from index.search.citation_lookup import CitationLookup
from index.search.engine import SearchEngine
from tests.support.pages import html_of, words_of

TODAY = "2017"


def forms(number: str, edition: str) -> tuple[str, ...]:
    """Ten ways in which a person types a number of an edition."""
    place = ProvisionId.of(number)
    danish, swedish = place.printed("da"), place.printed("sv")
    return (
        f"{number} {edition}",
        f"{edition} {number}",
        f"{danish} ({edition})",
        f"{number} fra {edition}",
        f"{danish} i lovene fra {edition}",
        f"{swedish} i {edition} års lagar",
        f"{number.lower()}, {edition}",
        f"{edition}: {number}",
        f"{edition}-lovens {danish}",
        f"Law {number} of the {edition} laws",
    )


def numbers(concordance: Concordance) -> tuple[tuple[str, str], ...]:
    """Every number of every row with its edition, each once; those of today are their own."""
    found = dict.fromkeys(
        (edition, place)
        for table in concordance.tables
        for row in table.rows
        for edition, place in ((table.old, row.old), (table.new, row.new), (table.old, row.new))
        if place and not place.endswith(NOTE)
    )
    return tuple(one for one in found if one[0] != TODAY)


@pytest.fixture(scope="module")
def fates(search: SearchEngine) -> NumberFates:
    return search.rules.fates


def places_of(fate: NumberFate, library: Library, search: SearchEngine) -> set[tuple[str, str]]:
    """The places where a number may lead: its rule today, and itself in a text of its own edition."""
    rules = search.rules.rules_now(fate.today)
    today = {(key, one) for rule in rules for key, own in search.rules.expressions_of(rule).items() for one in own}
    texts = library.of_work("laws", fate.edition)
    itself = {(e.key, str(fate.number)) for e in texts if library.exists(e.key, str(fate.number))}
    if fate.fate == "unknown":
        return set()
    counterparts = {(e.key, place) for e in texts for key, place in today if key == e.key}
    return today | itself | counterparts


def test_every_number_of_every_table_in_ten_forms_leads_to_its_own_rule_or_nowhere(
    concordance: Concordance, library: Library, search: SearchEngine, fates: NumberFates
) -> None:
    lookup: CitationLookup = search.citations
    asked = numbers(concordance)
    assert len(asked) > 1200
    wrong = []
    for edition, number in asked:
        expected = fates.fate(edition, ProvisionId.of(number), TODAY)
        allowed = places_of(expected, library, search)
        for form in forms(number, edition):
            answer = lookup.look_up(form, library.registry.keys)
            if (
                answer is None
                or (expected,) != answer.fates
                or not set(answer.places) <= allowed
                or (expected.today and not answer.places)
            ):
                wrong.append((form, answer))
    assert [] == wrong


def sample(concordance: Concordance) -> Iterator[tuple[str, str]]:
    """Every twenty-third number, and those that readers found misleading."""
    yield from numbers(concordance)[::23]
    misleading = "12C1e 12C1ei 26A 16A3 70D3 12C1f 13D2b 24D 1B 75D 32C 36C 43A3 16C 40B4"
    yield from (("2007", number) for number in misleading.split())


@pytest.fixture(scope="module")
def commands(services: ReaderServices, search: SearchEngine) -> CommandAnswers:
    return CommandAnswers(services.library, services.concordance, services.alignment, search.citations)


def test_all_four_commands_give_the_same_answer(
    concordance: Concordance, commands: CommandAnswers, search: SearchEngine, fates: NumberFates
) -> None:
    for n, (edition, number) in enumerate(sample(concordance)):
        expected = fates.fate(edition, ProvisionId.of(number), TODAY)
        form = forms(number, edition)[n % 10]
        answers = [commands.show(form, None), commands.refs(form, None), commands.compare(form)]
        answers.append(result_answer(search.search(form)))
        for answer in answers:
            assert {"number": number, "edition": edition} == answer["asked"], form
            assert (expected.fate, list(map(str, expected.today))) == (answer["fate"], answer["today"]), form
            assert answer["message"]
            assert (expected.doubt is None) == (answer["doubt"] is None), form
            if not expected.today and expected.fate in ("dropped", "unknown") and edition == "2007":
                assert [] == (answer.get("provisions") or answer.get("rows") or answer.get("hits") or []), form


@pytest.mark.parametrize("number", ["16C", "12C1e", "40B4", "24D"])
def test_the_page_of_a_number_of_another_edition_says_what_became_of_it(
    services: ReaderServices, fates: NumberFates, number: str
) -> None:
    fate = fates.fate("2007", ProvisionId.of(number), TODAY)
    html = html_of(services, f"law={number}%202007&ui=en")
    expected = "not known" if fate.fate == "unknown" else "dropped" if fate.fate == "dropped" else "is today"
    assert expected in words_of(html)


def test_a_number_that_no_edition_had_is_bad_input(commands: CommandAnswers) -> None:
    for form in ("16Z", "16Z 2007", "16C 1987", "95A 1997"):
        with pytest.raises(LookupFailedError):
            commands.show(form, None)


def test_doubt_and_change_are_kept(commands: CommandAnswers) -> None:
    assert "in doubt" in commands.show("40B4 2007", None)["doubt"]
    assert commands.compare("1997 32A")["changed"]
    assert "§ 16 C (2007) is today § 16 D." in commands.show("16C 2007", None)["message"]


def test_a_number_of_today_is_answered_as_ever(commands: CommandAnswers) -> None:
    assert "asked" not in commands.show("16C", None)
