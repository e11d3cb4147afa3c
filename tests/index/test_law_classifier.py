"""What is learnt from lines that are about a law, on a few lines of our own."""

from pathlib import Path

import pytest

from corpus.library import Library
from index.search import training
from index.search.law_classifier import LabelledLine, LawClassifier, train
from index.search.law_lines import law_lines
from index.search.phrasings import Phrasing
from index.search.word_senses import WordSense, WordSenses

SENSES = WordSenses(
    (
        WordSense("drop", "tabt* tabte mistede ramlade", "dropped"),
        WordSense("low-bid", "lavt lågt", "low"),
        WordSense("bid", "bud melding bjöd", "bid"),
        WordSense("card", "kort", "card"),
    )
)
REVOKE, EXPOSED, LOW = ("laws", "61"), ("laws", "49"), ("laws", "27")
LINES = (
    LabelledLine("da", "han bekendte ikke i hjerter", (REVOKE,)),
    LabelledLine("da", "hun tabte et kort på gulvet", (EXPOSED,)),
    LabelledLine("da", "buddet var for lavt", (LOW,)),
    LabelledLine("da", "et lavt bud", (LOW,)),
)


@pytest.fixture(scope="module")
def classifier() -> LawClassifier:
    return LawClassifier(train(LINES, SENSES), SENSES)


def best(classifier: LawClassifier, text: str, language: str) -> tuple[str, str]:
    scores = classifier.scores(text, (language,)).fits
    return max(scores, key=lambda law: scores[law])


@pytest.mark.parametrize(
    ("text", "language", "law"),
    [
        ("bekendt", "da", REVOKE),  # by pieces of the word
        ("bekente ikke", "da", REVOKE),
        ("he dropped a card", "en", EXPOSED),  # by what it means, in a language that no line is in
        ("kortet ramlade", "sv", EXPOSED),
        ("the bid was low", "en", LOW),
    ],
)
def test_a_question_fits_the_law_whose_lines_say_the_same_in_other_words(
    classifier: LawClassifier, text: str, language: str, law: tuple[str, str]
) -> None:
    assert law == best(classifier, text, language)


def test_words_that_no_line_has_fit_no_law(classifier: LawClassifier) -> None:
    assert ({}, {}, {}) == classifier.scores("zzzz", ("da",), likest=True)


def test_which_lines_are_likest_is_told_where_it_is_asked_for(classifier: LawClassifier) -> None:
    assert {} == classifier.scores("hun tabte et kort", ("da",)).likest
    assert 1.0 == classifier.scores("hun tabte et kort", ("da",), likest=True).likest[EXPOSED]


def test_the_same_lines_teach_the_same() -> None:
    assert train(LINES, SENSES) == train(LINES, SENSES)


def test_what_was_learnt_is_kept_for_the_same_lines_and_learnt_again_for_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    learnt: list[int] = []

    def counted(lines: tuple[LabelledLine, ...], senses: WordSenses) -> object:
        learnt.append(len(lines))
        return train(lines, senses)

    monkeypatch.setattr(training, "train", counted)
    first = training.trained(training.Lesson(LINES, SENSES), tmp_path)
    assert first == training.trained(training.Lesson(LINES, SENSES), tmp_path)
    assert [4] == learnt
    training.trained(training.Lesson(LINES[:3], SENSES), tmp_path)
    assert [4, 3] == learnt


def test_another_process_learns_what_this_one_would_have_learnt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lesson, expected = training.Lesson(LINES, SENSES), train(LINES, SENSES)
    monkeypatch.setattr(training, "_cores", lambda: 2)
    monkeypatch.delattr(training, "train")
    with training.learning(lesson, tmp_path) as learnt:
        assert expected == learnt()


def test_what_no_other_process_learns_is_learnt_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "_cores", lambda: 2)
    for number, program in enumerate(("/no/such/program", "false")):
        monkeypatch.setattr("sys.executable", program)
        with training.learning(training.Lesson(LINES, SENSES), tmp_path / str(number)) as learnt:
            assert train(LINES, SENSES) == learnt()


def test_nothing_is_learnt_from_a_text_that_was_not_chosen(library: Library) -> None:
    rules = {text.key: {str(p.id): (f"laws:{p.id}",) for p in text.walk()} for text in library.expressions}
    told = [Phrasing("da", "svigt", (REVOKE,), ())]
    assert {"da", "sv"} == {line.language for line in law_lines(told, library, rules, {"sv-2017"})}
