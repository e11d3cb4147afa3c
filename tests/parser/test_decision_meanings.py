"""An outcome by what sentences mean: told where words tell nothing, doubted where they tell it, never settled."""

from __future__ import annotations

import numpy as np
import pytest

from app.build.decision_lexicon import decision_lexicon, outcome_meanings
from app.committee.register import known_numbers
from corpus.precedents.corrections import Corrections, FieldCorrection, corrected
from corpus.precedents.decision import Decision, Section
from corpus.schema import FormatError
from corpus.store import load_registry
from index.search.sentence_model import SentenceModel
from parser.decisions.fields import read_case
from parser.decisions.meanings import COLUMNS, DIMENSIONS, MeaningReader, OutcomeMeanings, OutcomeWeights
from tests.accuracy.decisions import decision_of
from tests.support.decision_samples import samples

_UPHELD = "Udvalget er enigt med TL. Kendelsen stadfæstes."
_OBLIQUE = "Udvalget takker for en hyggelig aften og en god kop kaffe."
_CONTRADICTED = "Kendelsen stadfæstes. Kendelsen ændres."


def _meanings(outcome: str, score: float) -> OutcomeMeanings:
    """OutcomeMeanings that find every decision to have this outcome, by so much."""
    rows = np.zeros((DIMENSIONS + 1, len(COLUMNS)))
    rows[-1, COLUMNS.index(outcome)] = score
    weights = OutcomeWeights(rows)
    return OutcomeMeanings(lambda _: np.ones(DIMENSIONS, np.float32), weights)


def _read(text: str, meanings: OutcomeMeanings | None) -> Decision:
    content = f"Spilledato: 2019-01-02\n\nØst-Vest appellerede. {text}\n".encode()
    return read_case("x.txt", content, decision_lexicon(), load_registry(), known_numbers(), meanings=meanings).decision


@pytest.mark.parametrize(
    ("text", "meant", "score", "outcome"),
    [
        (_UPHELD, "changed", 9, ""),
        (_UPHELD, "changed", 0.5, "upheld"),
        (_UPHELD, "upheld", 9, "upheld"),
        (_OBLIQUE, "changed", 9, "changed"),
        (_OBLIQUE, "changed", 1, ""),
        (_OBLIQUE, "", 9, ""),
        (_CONTRADICTED, "changed", 9, ""),
        ("Appellen er trukket tilbage.", "upheld", 9, "withdrawn"),
    ],
)
def test_words_are_doubted_and_silence_is_filled_only_by_a_sure_meaning(
    text: str, meant: str, score: float, outcome: str
) -> None:
    assert outcome == _read(text, _meanings(meant, score)).outcome


def test_without_a_model_words_alone_tell() -> None:
    assert ["upheld", "", ""] == [_read(text, None).outcome for text in (_UPHELD, _OBLIQUE, _CONTRADICTED)]


def test_an_outcome_by_meaning_is_marked_until_a_person_has_confirmed_it() -> None:
    read = _read(_OBLIQUE, _meanings("changed", 9))
    assert "meant-outcome" in read.problems
    assert any(one.field == "outcome" and one.words for one in read.origins)
    assert "meant-outcome" not in _read(_UPHELD, _meanings("upheld", 9)).problems
    settled = corrected(read, Corrections(fields=(FieldCorrection("outcome", "changed", "changed"),)), load_registry())
    assert "meant-outcome" not in settled.problems


@pytest.fixture(scope="module")
def meanings(sentence_model: SentenceModel) -> OutcomeMeanings:
    found = outcome_meanings()
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("said", "denied"),
    [
        ("Vi ser sagen som turneringslederen.", "Vi ser ikke sagen som turneringslederen."),
        ("Kendelsen ændres.", "Kendelsen ændres ikke."),
        ("Juryn delar tävlingsledarens bedömning.", "Juryn delar inte tävlingsledarens bedömning."),
        ("Utvalget er enig med turneringslederen.", "Utvalget er ikke enig med turneringslederen."),
        ("The Committee would have ruled the same.", "The Committee would not have ruled the same."),
    ],
)
def test_what_is_denied_is_never_told_as_what_is_affirmed(meanings: OutcomeMeanings, said: str, denied: str) -> None:
    told = []
    for text in (said, denied):
        sections = [Section("introduction", "", (f"East-West appealed. {text}",))]
        found = MeaningReader(sections, (), decision_lexicon(), "Committee").meant(meanings).statement
        told.append(found.value if found else "")
    assert told[0] != told[1] or told == ["", ""]


@pytest.mark.parametrize(
    "text",
    [
        "Efter § 16C.",
        "Jf. § 27B1a. Enstemmigt.",
        "Møde i appeludvalget torsdag kl. 19. Sag 4 om spil 12 behandles først; TL's kendelse og "
        "parternes breve er sendt rundt.",
        "Appellen er modtaget den 3. marts og sendt til udvalget. Modparten har en uge til at svare. "
        "Depositum er betalt.",
        "Vi skriver for Nord-Syd. TL's kendelse kan ikke være rigtig, og vi beder udvalget om at give os "
        "4♠ vundet. Øst tøvede.",
        "Juryn sammanträder klockan 21 i rum 3. Båda lagen kallas. Bricka 14, paus före dubblingen, TL "
        "dömde 3NT en bet.",
        "Referat av sakene i høst: i den første ble TLs avgjørelse stående, i den andre ble scoren "
        "endret, den tredje ble trukket.",
        "The director writes: I gave 3NT minus one because the pause suggested bidding on. I have told "
        "both sides that they may appeal.",
        "Nord tøvede før sin pas. Øst kaldte turneringslederen. Spillet blev spillet færdigt. 3NT gik en ned.",
    ],
)
def test_a_file_that_tells_no_outcome_is_told_none(meanings: OutcomeMeanings, text: str) -> None:
    assert _read_alone(text, meanings).outcome == ""


def _read_alone(text: str, meanings: OutcomeMeanings) -> Decision:
    given = ("x.txt", f"{text}\n".encode(), decision_lexicon(), load_registry(), known_numbers())
    return read_case(*given, meanings=meanings).decision


def test_of_decisions_that_nobody_read_less_is_told_wrong_and_no_less_right(
    meanings: OutcomeMeanings,
) -> None:
    """75 decisions that nobody has read, by two writers; the weights learnt from other files of the first."""
    given = [sample for number in range(19, 27) for sample in samples("held_out", number)]
    counts = {}
    for name, used in (("words", None), ("meaning", meanings)):
        found = [decision_of(sample, used) for sample in given]
        right = sum(d.outcome == s.outcome != "" for d, s in zip(found, given, strict=True))
        counts[name] = (right, sum(d.outcome not in ("", s.outcome) for d, s in zip(found, given, strict=True)))
    assert counts["meaning"][0] >= counts["words"][0]
    assert counts["meaning"][1] < counts["words"][1]


@pytest.mark.parametrize("damaged", ["", "mean\t1", "other\t1\t2", "mean\tx"])
def test_weights_that_are_damaged_are_refused(damaged: str) -> None:
    with pytest.raises(FormatError, match="outcome-weights"):
        OutcomeWeights.read(damaged)


def test_weights_are_written_as_they_are_read() -> None:
    rows = np.round(np.random.default_rng(7).normal(size=(DIMENSIONS + 1, len(COLUMNS))), 2)
    assert (OutcomeWeights.read(OutcomeWeights(rows).written()).rows == rows).all()
