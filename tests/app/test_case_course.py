"""The poll, the time limits and the steps of a case: counted, worked out from the texts, and on every form of paper."""

from __future__ import annotations

import io
from dataclasses import replace
from datetime import datetime

import pytest
from docx import Document
from pypdf import PdfReader

from app.committee.course_document import (
    compose_deadlines,
    compose_history,
    compose_poll,
    deadline_faults,
    deadline_reason,
    organiser_differs,
    stated_differs,
)
from app.committee.deadlines import Deadline, deadlines, read_length
from app.committee.document_blocks import DocumentBlock, DocumentTable
from app.committee.document_docx import to_docx
from app.committee.document_markdown import to_markdown
from app.committee.document_pdf import to_pdf
from app.committee.dossier_document import CaseCourse, compose
from app.committee.poll import CallCount, count_poll
from app.committee.procedure import ProcedureOrder, read_order
from app.committee.public_copy import public_copy
from app.i18n.words import UI_LANGUAGES, UiLanguage, words
from corpus import akn
from corpus.dossiers.dossier import DoneStep, Dossier, PolledPlayer, TypedDeadlines
from corpus.dossiers.folder import dumps, loads
from corpus.library import Library
from corpus.store import expression_xml, load_lexicon

POLL = (
    PolledPlayer("AB", "elite", "2/1", "♠E9 ♥K32", "4s, pas", "4♠"),
    PolledPlayer("CD", "division", "naturligt", "♠E9 ♥K32", "", "Pas"),
    PolledPlayer("EF", "division", "kløver", "♠E9 ♥K32", "dobler", "4s"),
    PolledPlayer("GH", hand="♠E9 ♥K32"),
)
CASE = Dossier("sag", "Sag", "da", played="7. marts 2026", poll=POLL)


@pytest.fixture(scope="module")
def order() -> ProcedureOrder:
    return read_order(load_lexicon("procedure.toml"))


def test_a_poll_is_counted_by_call_however_it_was_written() -> None:
    count = count_poll(POLL)
    assert (4, 3) == (count.asked, count.answered)
    assert (CallCount("4♠", 2, 2), CallCount("Pas", 2, 1), CallCount("dobler", 1, 0)) == count.calls


def test_words_that_are_no_call_are_counted_as_they_stand() -> None:
    count = count_poll([PolledPlayer(chosen="♠K ud"), PolledPlayer(chosen="♠k  ud")])
    assert (CallCount("♠k ud", 2, 2),) == count.calls


def test_suits_in_words_and_remarks_in_brackets_are_counted_with_the_call_they_are() -> None:
    count = count_poll(
        [
            PolledPlayer(chosen="4 spar"),
            PolledPlayer(chosen="4♠ (ville overveje D, men kun kort (2 sek.))"),
            PolledPlayer(chosen="4 spades", considered="pas (tænkte), 2gr; 2 NT"),
            PolledPlayer(chosen="pass (lang tænkepause)"),
        ]
    )
    assert (CallCount("4♠", 3, 3), CallCount("pass", 2, 1), CallCount("2NT", 1, 0)) == count.calls


def test_a_card_is_one_however_its_suit_is_written() -> None:
    count = count_poll([PolledPlayer(chosen=one) for one in ("ruder 5", "♦5", "ruter 5", "♠D", "spar d", "5♦")])
    assert (CallCount("♦5", 3, 3), CallCount("♠D", 2, 2), CallCount("5♦", 1, 1)) == count.calls


@pytest.mark.parametrize("words", ["ved ikke", "Vet inte.", "vet ikke", "don't know", "?"])
def test_who_does_not_know_has_not_answered(words: str) -> None:
    count = count_poll([PolledPlayer("AB", chosen=words), PolledPlayer("CD", chosen="pas", considered=words)])
    assert (2, 1) == (count.asked, count.answered)
    assert (CallCount("pas", 1, 1),) == count.calls


@pytest.mark.parametrize("ui", UI_LANGUAGES)
def test_the_hand_that_all_were_shown_stands_once_and_no_verdict_is_given(ui: UiLanguage) -> None:
    text = to_markdown(compose_poll(POLL, ui))
    assert 1 == text.count("♥K32")
    assert "%" not in text
    other = (*POLL[:1], replace(POLL[1], hand="♠2"))
    assert "♠2" in to_markdown(compose_poll(other, ui))
    assert () == compose_poll((), ui) == compose_poll((PolledPlayer(),), ui)
    bare = compose_poll((PolledPlayer("AB", chosen="4♠"),), ui)
    assert words(ui)["poll_level"] not in to_markdown(bare), "a column that nobody filled is not printed"


def _limits(library: Library, order: ProcedureOrder, language: str = "da", **typed: str) -> dict[str, Deadline]:
    case = replace(CASE, language=language, times=TypedDeadlines(**typed))
    return {limit.name: limit for limit in deadlines(case, library, order)}


def _at(hour: int, minute: int, day: int = 7) -> datetime:
    return datetime(2026, 3, day, hour, minute)


def test_every_limit_is_as_long_as_its_provision_says(library: Library, order: ProcedureOrder) -> None:
    times = {"published": "14.30", "notified": "15:00", "submitted": "15:10", "received": "9. marts 2026 kl. 12:00"}
    found = _limits(library, order, **times)
    assert {
        "request": (_at(15, 0), "dbf", "X92A1"),
        "further": (_at(15, 30), "dbf", "253D3"),
        "comments": (_at(15, 10, day=9), "dbf", "254B3"),
        "written": (_at(12, 0, day=11), "dbf", "255C2"),
    } == {name: (limit.due, limit.work, limit.place) for name, limit in found.items()}


def test_where_no_regulation_is_held_in_the_language_the_laws_alone_set_limits(
    library: Library, order: ProcedureOrder
) -> None:
    for language in ("sv", "nb", "en"):
        found = _limits(library, order, language, published="2026-03-07 14:30")
        assert [("request", _at(15, 0), "92B")] == [(one.name, one.due, one.place) for one in found.values()]


@pytest.mark.parametrize("ui", ["nb", "sv", "en"])
def test_the_organisers_limit_counts_where_no_regulation_sets_one(
    library: Library, order: ProcedureOrder, ui: UiLanguage
) -> None:
    """What was typed was shown nowhere, nor that an oral decision was before the day of play."""
    own = _limits(library, order, ui, notified="15:00", further="20 min")["further"]
    assert (_at(15, 20), "", 0) == (own.due, own.place, own.beyond)
    length = words(ui)["length_minutes"].format(count=20)
    told = words(ui)["deadline_reason_organiser"]
    assert told.format(length=length, start=words(ui)["times_notified"].casefold()) == deadline_reason(own, ui)
    early = _limits(library, order, ui, notified="2026-03-06 15:00")["further"]
    assert None is early.due
    assert [words(ui)["deadline_before_play"].format(field=words(ui)["times_notified"])] == list(
        deadline_faults(early, ui)
    )


def test_a_limit_is_read_from_the_laws_in_force_and_not_from_those_that_are_to_come(
    library: Library, order: ProcedureOrder
) -> None:
    """A coming edition that doubles the time is not the one by which today's case is late."""
    entry = replace(library.registry["sv-2017"], key="sv-2027", edition="2027", standing="preliminary")
    words_of_2027 = expression_xml("sv-2017").replace(b"30 minuter", b"60 minuter")
    coming = replace(akn.read(words_of_2027), key="sv-2027")
    registry = replace(library.registry, expressions=(*library.registry.expressions, entry))
    both = Library(registry, [*library.expressions, coming])
    there = both.provision("sv-2027", "92B")
    assert there is not None
    assert "60 minuter" in there.text
    assert library.registry["sv-2017"].standing != "in-force", "or it would be no question"
    for language in ("sv", "nb", "en"):
        found = _limits(both, order, language, published="2026-03-07 14:30")
        assert [(30, _at(15, 0), "2017")] == [
            (one.minutes, one.due, both.registry.current_edition(one.work)) for one in found.values()
        ]
    alone = replace(registry, expressions=tuple(one for one in registry.expressions if one.edition != "2017"))
    (limit,) = _limits(Library(alone, [e for e in both.expressions if e.key in alone.keys]), order, "sv").values()
    assert 60 == limit.minutes, "where it is in force, its words count"


def test_the_organisers_limit_goes_before_the_provisions(library: Library, order: ProcedureOrder) -> None:
    longer = _limits(library, order, published="14:30", request="1 time")["request"]
    assert (_at(15, 30), "organiser", 0) == (longer.due, longer.source, longer.shortest)
    moment = _limits(library, order, published="14:30", request="18:00")["request"]
    assert _at(18, 0) == moment.due
    assert "§ X92 A 1" in deadline_reason(moment, "da")
    short = _limits(library, order, published="14:30", request="3 minutter", next_start="20:00")["request"]
    assert (_at(14, 33), 5) == (short.due, short.shortest), "X92A3; the organiser's own is not lengthened"
    assert "5 minutter" in " ".join(deadline_faults(short, "da"))


@pytest.mark.parametrize(
    ("typed", "beyond", "told"),
    [
        ({"request": "1 time"}, 30, "længere end bestemmelsens: 7. marts 2026 kl. 15:00, 30 minutter fra"),
        ({"request": "20"}, -10, "kortere"),
        ({"request": "15:00"}, 0, ""),
        (
            {"request": "15:10", "next_start": "16:00"},
            -50,
            "7. marts 2026 kl. 16:00, udvidet til næste start (DBf § X92 A 2)",
        ),
        ({"request": "45 minutter", "published": ""}, 15, "længere end bestemmelsens: 30 minutter fra"),
        ({"request": "15:45", "published": ""}, 0, ""),  # a moment beside a length without its start
    ],
)
def test_an_organisers_limit_is_compared_with_the_provisions(
    library: Library, order: ProcedureOrder, typed: dict[str, str], beyond: int, told: str
) -> None:
    limit = _limits(library, order, **{"published": "14:30", **typed})["request"]
    assert beyond == limit.beyond
    said = organiser_differs(limit, "da")
    assert told in said
    assert bool(told) == bool(said)


@pytest.mark.parametrize(
    ("stated", "told"),
    [
        ("7/3-2026 kl. 15:30", ""),
        ("kl. 16", "senere end den udregnede: 7. marts 2026 kl. 15:30, 30 minutter fra"),
        ("7. marts 2026 kl. 15", "DBf § 253 D 3"),
        ("snarest", "ikke sammenlignet"),
        ("", ""),
    ],
)
def test_the_limit_that_the_decision_names_is_compared_with_the_one_worked_out(
    library: Library, order: ProcedureOrder, stated: str, told: str
) -> None:
    case = replace(CASE, deadline=stated, times=TypedDeadlines(notified="15:00"))
    said = stated_differs(case, deadlines(case, library, order), "da")
    assert told in said
    assert bool(told) == bool(said)
    bare = replace(case, times=TypedDeadlines())
    assert "" == stated_differs(bare, deadlines(bare, library, order), "da"), "nothing to compare with"


def test_between_an_oral_and_a_written_decisions_limits_no_moment_is_blamed(
    library: Library, order: ProcedureOrder
) -> None:
    case = replace(CASE, times=TypedDeadlines(notified="15:00", received="8/3-2026 12:00"))
    limits = deadlines(case, library, order)
    told = [stated_differs(replace(case, deadline=moment), limits, "en") for moment in ("15:29", "20:00", "kl. 23")]
    assert ["earlier" in told[0], told[1:]] == [True, ["", ""]]
    assert "later" in stated_differs(replace(case, deadline="10/3-2026 12:01"), limits, "en")


@pytest.mark.parametrize(
    ("next_start", "due", "place"),
    [
        ("15:00", _at(15, 0), "X92A1"),  # a break of thirty minutes is not more than thirty
        ("15:01", _at(15, 1), "X92A2"),
        ("8/3-2026 10:00", _at(10, 0, day=8), "X92A2"),
        ("9/3-2026 10:00", _at(15, 0), "X92A1"),  # neither the same day nor the next
        ("14:00", _at(15, 0), "X92A1"),
    ],
)
def test_a_long_break_before_the_next_match_lengthens_the_limit(
    library: Library, order: ProcedureOrder, next_start: str, due: datetime, place: str
) -> None:
    found = _limits(library, order, published="14:30", next_start=next_start)["request"]
    assert (due, place) == (found.due, found.place)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"published": "23:50", "request": "23:40"}, ["”Arrangørens appelfrist” er ikke efter ”Resultatet lagt frem”"]),
        ({"published": "14:30", "request": "14:30"}, ["”Arrangørens appelfrist” er ikke efter ”Resultatet lagt frem”"]),
        (
            {"published": "23:50", "next_start": "10:00"},
            ["”Næste kamp eller sektion begynder” er ikke efter ”Resultatet lagt frem”"],
        ),
        (
            {"published": "23:50", "notified": "00:20"},
            ["”Den mundtlige afgørelse meddelt” er ikke efter ”Resultatet lagt frem”"],
        ),
        (
            {"submitted": "8/3-2026 10:00", "received": "8/3-2026 9:00"},
            ["”Den skriftlige afgørelse modtaget” er ikke efter ”Appellen indgivet til skriftlig behandling”"],
        ),
        ({"published": "6/3-2026 14:30"}, ["”Resultatet lagt frem” er før spilledagen"]),
        (
            {"published": "14:30", "next_start": "6/3-2026 10:00"},
            ["”Næste kamp eller sektion begynder” er før spilledagen"],
        ),
        ({"published": "23:50", "notified": "8/3-2026 00:20", "request": "8/3-2026 00:10"}, []),
        ({"published": "14:30", "notified": "14:30", "next_start": "16:00", "request": "15:30"}, []),
    ],
)
def test_a_moment_that_is_not_after_what_it_follows_is_told(
    library: Library, order: ProcedureOrder, typed: dict[str, str], told: list[str]
) -> None:
    """A limit ran out before the result, and an oral decision came a day too early, without a word."""
    limits = _limits(library, order, **typed).values()
    said = [fault for limit in limits for fault in deadline_faults(limit, "da")]
    assert told == [one.split(":")[0].rstrip(".") for one in said]
    printed = to_markdown(compose_deadlines(list(limits), "da"))
    assert all(one in printed for one in told), "the paper tells it too"


@pytest.mark.parametrize(("moment", "least"), [("14:33", 5), ("14:34", 5), ("14:35", 0), ("15:00", 0)])
def test_an_organisers_moment_is_measured_as_a_length_is(
    library: Library, order: ProcedureOrder, moment: str, least: int
) -> None:
    """DBf X92A3: "mindst 5 minutter"; "4 min" was told and 14:33 for 14:30 was not."""
    assert least == _limits(library, order, published="14:30", request=moment)["request"].shortest


def test_limits_of_regulations_that_are_superseded_say_so(library: Library, order: ProcedureOrder) -> None:
    found = deadlines(replace(CASE, times=TypedDeadlines(notified="15:00")), library, order)
    text = to_markdown(compose_deadlines(found, "da"))
    assert "afløst" in text
    laws = deadlines(replace(CASE, language="sv", times=TypedDeadlines(published="15:00")), library, order)
    assert "" == laws[0].superseded
    assert "ersatt" not in to_markdown(compose_deadlines(laws, "sv"))


@pytest.mark.parametrize("typed", ["24-11-2026", "24. november 2026", "2026-11-24"])
def test_a_day_without_a_time_is_told_what_it_lacks(library: Library, order: ProcedureOrder, typed: str) -> None:
    """It "could not be read", which a reader of the date in the box did not believe."""
    limit = _limits(library, order, published=typed)["request"]
    assert (None, ("published",)) == (limit.due, limit.unread)
    assert ["”Resultatet lagt frem” mangler et klokkeslæt: 8/3-2026 14:30."] == list(deadline_faults(limit, "da"))
    whole = _limits(library, order, published=f"{typed} 14:30")["request"]
    assert [] == list(deadline_faults(whole, "da"))


@pytest.mark.parametrize("played", ["", "31 februari 2019", "13. marts"])
def test_a_time_of_day_without_the_day_of_play_is_told_what_it_lacks(
    library: Library, order: ProcedureOrder, played: str
) -> None:
    """14:30 "could not be read as a time"."""
    case = replace(CASE, played=played, times=TypedDeadlines(published="14:30", request="18:00", next_start="halv tre"))
    for ui in UI_LANGUAGES:
        (limit, *_) = deadlines(case, library, order)
        names = words(ui)
        lacks = [names["deadline_undated"].format(field=names[f"times_{name}"]) for name in ("request", "published")]
        unread = names["deadline_unread"].format(field=names["times_next_start"])
        assert [*lacks, unread] == list(deadline_faults(limit, ui))
    dated = replace(case, deadline="18:00", times=TypedDeadlines(notified="8/3-2026 14:30"))
    said = stated_differs(dated, deadlines(dated, library, order), "da")
    assert "mangler en dag" in said


def test_a_limit_without_a_start_has_no_moment_and_words_that_are_no_time_are_named(
    library: Library, order: ProcedureOrder
) -> None:
    assert {None} == {limit.due for limit in _limits(library, order).values()}
    unread = _limits(library, order, published="efter kaffen", request="snart")["request"]
    assert (None, {"published", "request"}) == (unread.due, set(unread.unread))
    assert 2 == len(list(deadline_faults(unread, "sv")))
    moment = _limits(library, order, published="14:30", request="18:00", next_start="31/2 10:00")["request"]
    assert ("next_start",) == moment.unread, "named also where the organiser's own moment needs no other"
    dayless = replace(CASE, played="", times=TypedDeadlines(published="14:30"))
    assert None is deadlines(dayless, library, order)[0].due


def test_lengths_are_read_in_four_languages_and_other_words_are_not(order: ProcedureOrder) -> None:
    assert [20, 20, 90, 120, 120, 48 * 60, 24 * 60, 1440] == [
        read_length(words, order)
        for words in ("20", "20 minuter", "90 min.", "2 timer", "2 timmar", "48 hours", "1 døgn", "1 dag")
    ]
    assert [None] * 4 == [read_length(words, order) for words in ("", "0", "20 stik", "en time")]


def test_at_most_about_twenty_steps_each_with_a_provision_that_is_held(library: Library, order: ProcedureOrder) -> None:
    assert 15 <= len(order.steps) <= 20
    texts = {"laws": "da-2017", "dbf": "dbf-2008"}
    for places in (*order.steps.values(), *(limit.provisions for limit in order.limits)):
        for work, place in places:
            assert library.provision(texts[work], place), place


def test_the_history_is_in_the_order_of_its_times(order: ProcedureOrder) -> None:
    done = (
        DoneStep("decided", "2026-03-07 16:05"),
        DoneStep("appealed", "2026-03-07 14:40"),
        DoneStep("deposit", ""),
        DoneStep("chair", "2026-03-07 15:30"),
        DoneStep("no such step", "2026-03-07 10:00"),
    )
    (table,) = compose_history(done, order, "da")
    assert isinstance(table, DocumentTable)
    assert ["7. marts 2026 kl. 14:40", "", "7. marts 2026 kl. 15:30", "7. marts 2026 kl. 16:05"] == [
        row[0] for row in table.rows[1:]
    ]
    assert "DBf § 253 A" == table.rows[3][2]
    (norwegian,) = compose_history(done, order, "nb")
    assert isinstance(norwegian, DocumentTable)
    assert not any("DBf" in cell for row in norwegian.rows for cell in row), "another federation's rules"
    assert () == compose_history((), order, "en")


@pytest.fixture(scope="module")
def whole(library: Library, order: ProcedureOrder) -> tuple[DocumentBlock, ...]:
    case = replace(CASE, times=TypedDeadlines(published="14:30"), done=(DoneStep("appealed", "2026-03-07 14:40"),))
    return compose(case, "da", course=CaseCourse(deadlines(case, library, order), order))


def test_poll_limits_and_history_stand_in_every_form_of_the_paper(whole: tuple[DocumentBlock, ...]) -> None:
    pdf = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(to_pdf(whole, "da"))).pages)
    word = Document(io.BytesIO(to_docx(whole, "da")))
    cells = " ".join(cell.text for table in word.tables for row in table.rows for cell in row.cells)
    for text in (pdf, cells, to_markdown(whole)):
        for wanted in ("AB", "elite", "7. marts 2026 kl. 15:00", "7. marts 2026 kl. 14:40", "X92 A 1"):
            assert wanted in " ".join(text.replace("\\", "").split()), wanted


def test_a_case_with_a_course_is_saved_whole_and_one_without_is_the_same_bytes() -> None:
    case = replace(CASE, times=TypedDeadlines(published="14:30"), done=(DoneStep("appealed", "14:40"),))
    assert case == loads(dumps(case), "sag")
    plain = dumps(Dossier("sag", "Sag", "da")).decode()
    assert [] == [name for name in ("[times]", "[[polled]]", "[[done]]") if name in plain]


def test_names_in_a_poll_are_replaced_in_the_copy_for_publication() -> None:
    case = replace(CASE, poll=(PolledPlayer("Ib Lund", chosen="pas"),), replacements="Ib Lund = A")
    assert "A" == public_copy(case).poll[0].initials
