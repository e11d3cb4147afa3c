"""Ruling paths: those of ``data/paths`` are sound, and each fault that would lead a director astray is found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from app.i18n.words import UI_LANGUAGES
from corpus import path_store, store
from corpus.library import Library
from corpus.paths.faults import PathFault, cited_texts, path_faults, uncovered
from corpus.paths.ruling_path import (
    PathEnd,
    PathError,
    PathQuestion,
    QuotedWords,
    RulingPath,
    TableSituations,
    read_path,
    read_situations,
)

SITUATIONS = path_store.load_situations()
PATHS = tuple(path_store.load_path(situation.key) for situation in SITUATIONS.situations)
LEAD = PATHS[0]
REVOKE = {q.key: q for path in PATHS if path.key == "revoke" for q in path.questions}


def faults(library: Library, *paths: RulingPath, situations: TableSituations = SITUATIONS) -> list[PathFault]:
    """The faults of the real paths, some of them replaced."""
    own = {path.key: path for path in paths}
    tried = [own.get(path.key, path) for path in PATHS]
    return list(path_faults(situations, tried, library, cited_texts(situations, tried, library)))


def codes(found: Sequence[PathFault]) -> set[str]:
    return {fault.code for fault in found}


def with_question(path: RulingPath, number: int, question: PathQuestion) -> RulingPath:
    questions = (*path.questions[:number], question, *path.questions[number + 1 :])
    return RulingPath(path.key, questions, path.ends)


def test_the_paths_are_sound_and_read_against_the_texts_as_they_are(library: Library) -> None:
    assert [] == list(map(str, path_faults(SITUATIONS, PATHS, library, path_store.load_reviewed())))


def test_every_situation_has_a_path_and_every_path_a_situation() -> None:
    assert sorted(situation.key for situation in SITUATIONS.situations) == list(path_store.path_names())


def test_words_are_there_in_every_language_of_the_interface(library: Library) -> None:
    assert set(UI_LANGUAGES) == set(SITUATIONS.languages)
    first = LEAD.questions[0]
    bare = replace(first, words={"da": first.words["da"]})
    assert {"en", "nb", "sv"} == {fault.found for fault in faults(library, with_question(LEAD, 0, bare))}


def test_what_is_read_out_is_also_in_the_other_texts_in_force(library: Library) -> None:
    alignment, edition = store.load_alignment(), library.entry(SITUATIONS.text).edition
    others = [e.key for e in library.of_work("laws", edition) if e.key != SITUATIONS.text]
    places = {place for path in PATHS for end in path.ends for place in (*end.read, *end.cites)}
    missing = [(key, p) for key in others for p in places if not alignment.counterparts(SITUATIONS.text, p, key)]
    assert others
    assert [] == missing


def test_words_that_the_law_does_not_have_are_a_fault(library: Library) -> None:
    wrong = replace(LEAD.questions[0], basis=(QuotedWords("54D", "bliver et lille strafkort"),))
    (found,) = faults(library, with_question(LEAD, 0, wrong))
    assert ("quotation", "54D") == (found.code, found.place)


def test_a_text_that_changed_since_it_was_read_is_a_fault_at_each_step_that_names_it(library: Library) -> None:
    reviewed = path_store.load_reviewed() | {"da-2017/54D": "0" * 64}
    found = path_faults(SITUATIONS, PATHS, library, reviewed)
    assert {"changed"} == codes(found)
    assert {"54D"} == {fault.place for fault in found}


def test_a_text_that_nobody_has_recorded_is_a_fault(library: Library) -> None:
    reviewed = {place: sum_ for place, sum_ in path_store.load_reviewed().items() if place != "da-2017/54D"}
    assert {"unreviewed"} == codes(path_faults(SITUATIONS, PATHS, library, reviewed))


def test_answers_that_overlap_are_a_fault(library: Library) -> None:
    first = LEAD.questions[0]
    one, two = first.answers[0], first.answers[1]
    same_words = replace(first, answers=(one, replace(two, words=one.words)))
    assert "twice" in codes(faults(library, with_question(LEAD, 0, same_words)))
    same_goal = replace(first, answers=(one, two, replace(two, words={ui: f"x{ui}" for ui in UI_LANGUAGES})))
    assert "twice" in codes(faults(library, with_question(LEAD, 0, same_goal)))
    alone = replace(first, answers=(one,))
    assert {"few", "unreached", "uncovered"} <= codes(faults(library, with_question(LEAD, 0, alone)))


def test_a_circle_and_an_end_that_nothing_leads_to_are_faults(library: Library) -> None:
    last = len(LEAD.questions) - 1
    question = LEAD.questions[last]
    back = replace(question, answers=(question.answers[0], replace(question.answers[1], to=LEAD.questions[0].key)))
    found = faults(library, with_question(LEAD, last, back))
    assert {"circle", "unreached"} <= codes(found)


def test_a_question_that_rests_on_nothing_is_a_fault(library: Library) -> None:
    first = LEAD.questions[0]
    bare = replace(first, basis=(), answers=tuple(replace(answer, basis=()) for answer in first.answers))
    assert {"unfounded"} <= codes(faults(library, with_question(LEAD, 0, bare)))


def test_a_rule_that_is_only_cited_is_not_covered(library: Library) -> None:
    path = RulingPath("x", LEAD.questions, (PathEnd("end", ("54D",), ("54E",)),))
    path = RulingPath("x", (replace(LEAD.questions[0], basis=(), answers=()),), path.ends)
    assert "54D" in uncovered(SITUATIONS, [path], library, ["54"])
    reached = replace(path.questions[0], answers=(replace(LEAD.questions[0].answers[0], to="end", basis=()),))
    path = RulingPath("x", (reached,), path.ends)
    assert ["54A", "54B1", "54B2", "54C", "54E"] == list(uncovered(SITUATIONS, [path], library, ["54"]))


@pytest.mark.parametrize("law", SITUATIONS.covered)
def test_every_branch_of_the_laws_that_are_recorded_as_covered_is_reached(library: Library, law: str) -> None:
    assert [] == list(uncovered(SITUATIONS, PATHS, library, [law]))


def test_every_end_can_be_walked_to_by_its_answers() -> None:
    for path in PATHS:
        trails: dict[str, tuple[str, ...]] = {path.questions[0].key: ()}
        for _ in path.stations:  # a station may stand in the file before what leads to it
            for question in path.questions:
                if question.key in trails:
                    trails |= {a.to: (*trails[question.key], a.to) for a in question.answers if a.to not in trails}
        assert set(path.stations) == set(trails)
        for key, trail in trails.items():
            assert (key, "") == (path.walk(trail).at.key, path.walk(trail).lost)


def test_a_trail_that_breaks_off_stops_where_it_still_made_sense() -> None:
    found = LEAD.walk(["which", "nowhere", "face"])
    assert ("which", "nowhere", 1) == (found.at.key, found.lost, len(found.steps))


# Of § 64 B each answer about an established revoke must ask for the whole rule: what it leaves out reads out a transfer
# of tricks where there is none, or none where there is one.
ASKED = [
    ("both-established", {"da": "begge", "nb": "begge er etablert", "sv": "båda är etablerade", "en": "both revokes"}),
    ("repeated", {"da": "den første er etableret", "nb": "etablert", "sv": "etablerad", "en": "is established"}),
    ("faced-hand", {"da": "et strafkort", "nb": "et straffekort", "sv": "ett straffkort", "en": "a penalty card"}),
    ("faced-hand", {"da": "bordets kort", "nb": "blindemanns kort", "sv": "träkarlens kort", "en": "one of dummy"}),
]


@pytest.mark.parametrize(("end", "words"), ASKED)
def test_a_revoke_without_transfer_of_tricks_is_asked_for_by_the_whole_of_its_rule(
    end: str, words: dict[str, str]
) -> None:
    (answer,) = (a for a in REVOKE["which-revoke"].answers if a.to == end)
    assert {} == {ui: answer.words[ui] for ui in UI_LANGUAGES if words[ui] not in answer.words[ui]}


# What is true of the answer before as well, told in the answer itself: of two answers only one fits.
TOLD_APART = [
    ("what", "restriction", {"da": "brød ikke", "nb": "brøt ikke", "sv": "bröt inte", "en": "did not fail to follow"}),
    ("restriction", "trick-twelve", {"da": "et andet", "nb": "et annet", "sv": "ett annat", "en": "another"}),
    ("which-revoke", "repeated", {"da": "Ikke begge", "nb": "Ikke begge", "sv": "Inte båda", "en": "Not both"}),
    ("which-revoke", "faced-hand", {"da": "Ingen af", "nb": "Ingen av", "sv": "Inget av", "en": "Neither"}),
]


@pytest.mark.parametrize(("question", "end", "words"), TOLD_APART)
def test_of_a_revoke_only_one_answer_fits(question: str, end: str, words: dict[str, str]) -> None:
    (answer,) = (a for a in REVOKE[question].answers if a.to == end)
    assert {} == {ui: answer.words[ui] for ui in UI_LANGUAGES if words[ui] not in answer.words[ui]}


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"questions = []\nends = []", "empty"),
        (b'questions = [{key = "a", words = {}, answers = [{words = {}, to = "b"}]}]\nends = []', "choice"),
        (b'questions = [{key = "a", words = {}, answers = []}]\nends = [{key = "a", read = []}]', "twice"),
        (b"questions = 1", "kind"),
        (b"\xff", "encoding"),
    ],
)
def test_a_damaged_path_is_refused_with_its_place(content: bytes, code: str) -> None:
    with pytest.raises(PathError) as caught:
        read_path("x", content, "data/paths/x.toml")
    assert (code, "data/paths/x.toml") == (caught.value.fault.code, caught.value.fault.file)


def test_a_situation_that_stands_twice_is_refused() -> None:
    twice = b'situations = [{key = "a", words = {}}, {key = "a", words = {}}]'
    with pytest.raises(PathError, match="twice"):
        read_situations(twice, "data/paths/situations.toml")
