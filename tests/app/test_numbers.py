"""No number misleads: a number of any edition, in any form, is never another rule without a word."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from urllib.parse import quote

import pytest

from app.cli.answers import Answer, CommandAnswers, LookupFailedError
from app.cli.search_answers import result_answer
from app.i18n.fates import fate_sentences
from app.i18n.words import words
from app.reader.context import ReaderServices
from app.reader.place import existing_state
from corpus.alignment.concordance import Concordance
from corpus.alignment.fate import NumberFate, NumberFates
from corpus.alignment.table_row import NOTE
from corpus.ids import ProvisionId
from corpus.library import Library
from index.search.engine import SearchEngine
from tests.support.pages import html_of, state_of, words_of

TODAY = "2017"
Places = set[tuple[str, str]]


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
        f"{edition}-lovens {danish}",
        f"law  {' '.join(place.parts)}  of the {edition} laws",
        f"lov {'.'.join(place.parts)}. ({edition})",
    )


def numbers(concordance: Concordance) -> tuple[tuple[str, str], ...]:
    """Every number of every row with each edition of its table, each once: also numbers that the edition never had."""
    found = dict.fromkeys(
        (edition, place)
        for table in concordance.tables
        for row in table.rows
        for edition, place in ((table.old, row.old), (table.new, row.new), (table.old, row.new), (table.new, row.old))
        if place and not place.endswith(NOTE)
    )
    return tuple(found)


@dataclass(frozen=True)
class Ways:
    """The four commands and the page's address: each from a typed number to its answer and the places it opens."""

    commands: CommandAnswers
    search: SearchEngine
    services: ReaderServices

    def __iter__(self) -> Iterator[Callable[[str], tuple[Answer, Places]]]:
        yield lambda typed: self._opened(self.commands.show(typed, None), "provisions")
        yield lambda typed: self._opened(result_answer(self.search.search(typed)), "hits")
        yield lambda typed: self._opened(self.commands.refs(typed, None), "provisions")
        yield self._compared
        yield self._page

    def _opened(self, answer: Answer, name: str) -> tuple[Answer, Places]:
        return answer, {(one["expression"], one["id"]) for one in answer[name]}

    def _compared(self, typed: str) -> tuple[Answer, Places]:
        """The rows are those of the places that were looked up; a row shows its other texts beside them."""
        answer = self.commands.compare(typed)
        places, _ = self.commands.look_up(typed, None)
        keys = {row.key for place in places if (row := self.services.alignment.row_of(*place))}
        assert keys == {row["key"] for row in answer["rows"]}
        return answer, set(places)

    def _page(self, typed: str) -> tuple[Answer, Places]:
        """Of the page's address: what its notice says, and the place it opens, if not the law around an absent one."""
        state = existing_state(self.services, state_of(self.services, f"law={quote(typed)}&ui=en"))
        told = " ".join(problem.near for problem in state.problems)
        return {"message": told, "problems": state.problems}, {(state.by, state.place)}


@pytest.fixture(scope="module")
def fates(search: SearchEngine) -> NumberFates:
    return search.rules.fates


@pytest.fixture(scope="module")
def commands(services: ReaderServices, search: SearchEngine) -> CommandAnswers:
    return CommandAnswers(services.library, services.concordance, services.alignment, search.citations)


def places_of(fate: NumberFate, library: Library, search: SearchEngine) -> tuple[Places, Places]:
    """Where a number may lead: its rule today in any text, and itself, with its counterparts, in its edition."""
    rules = search.rules.rules_now(fate.today)
    today = {(key, one) for rule in rules for key, own in search.rules.expressions_of(rule).items() for one in own}
    texts = library.of_work("laws", fate.edition)
    itself = {(e.key, str(fate.number)) for e in texts if library.exists(e.key, str(fate.number))}
    if fate.fate == "unknown":
        return set(), set()
    return today, itself | {(e.key, place) for e in texts for key, place in today if key == e.key}


def misled(fate: NumberFate, answer: Answer, opened: Places, library: Library, search: SearchEngine) -> str:
    """What a reader would take away wrongly from an answer about a number; empty when nothing."""
    today, itself = places_of(fate, library, search)
    if "problems" in answer:
        if opened <= itself:
            return ""
        law = {(key, fate.number.law) for key, _ in opened}
        if not opened <= (today if fate.today else law):
            return f"opens {opened}"
        language = next(library.entry(key).language for key, _ in opened)
        expected = fate_sentences(fate, words("en"), lambda one: one.printed(language))
        return "" if answer["message"] == expected else "a silent page"
    if {"number": str(fate.number), "edition": fate.edition} != answer.get("asked"):
        return f"asked {answer.get('asked')}"
    if (fate.fate, list(map(str, fate.today)), fate.changed) != (answer["fate"], answer["today"], answer["changed"]):
        return f"answered {answer['fate']} {answer['today']}"
    if not answer["message"] or (fate.doubt is None) != (answer["doubt"] is None):
        return "without its doubt"
    if not opened <= today | itself:
        return f"opens {opened - today - itself}"
    return "" if opened or not (today | itself) else "opens nothing"


def test_no_number_of_any_table_opens_another_rule_in_silence(
    concordance: Concordance,
    library: Library,
    search: SearchEngine,
    services: ReaderServices,
    commands: CommandAnswers,
    fates: NumberFates,
) -> None:
    """Every number of every row of an older edition in all ten forms, each form by one of the five ways in turn.

    So each number goes every way twice, and each form goes every way with a fifth of the numbers.
    """
    ways = tuple(Ways(commands, search, services))
    wrong, count = [], 0
    for n, (edition, number) in enumerate(one for one in numbers(concordance) if one[0] != TODAY):
        fate = fates.fate(edition, ProvisionId.of(number), TODAY)
        for f, typed in enumerate(forms(number, edition)):
            answer, opened = ways[(n + f) % len(ways)](typed)
            count += 1
            if fault := misled(fate, answer, opened, library, search):
                wrong.append((typed, (n + f) % len(ways), fault))
    assert count > 14_000
    assert [] == wrong


def test_a_number_of_today_with_its_edition_is_itself_and_one_that_went_is_told(
    concordance: Concordance,
    library: Library,
    search: SearchEngine,
    services: ReaderServices,
    commands: CommandAnswers,
    fates: NumberFates,
) -> None:
    """The numbers of the edition in force, and older ones named as if they were its own, in two forms and two ways."""
    ways = tuple(Ways(commands, search, services))
    wrong = []
    for n, (edition, number) in enumerate(one for one in numbers(concordance) if one[0] == TODAY):
        fate = fates.fate(edition, ProvisionId.of(number), TODAY)
        for f in (n % 10, (n + 3) % 10):
            answer, opened = ways[f % len(ways)](forms(number, edition)[f])
            if fault := misled(fate, answer, opened, library, search):
                wrong.append((forms(number, edition)[f], f % len(ways), fault))
    assert [] == wrong


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
