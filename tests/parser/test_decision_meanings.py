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
from corpus.vectors import DIMENSIONS
from index.search.sentence_model import SentenceModel
from parser.decisions.fields import case_parts, read_case
from parser.decisions.meanings import TASKS, DecisionMeanings, DecisionWeights, MeaningReader
from tests.accuracy.decisions import decision_of
from tests.support.decision_samples import samples

_UPHELD = "Udvalget er enigt med TL. Kendelsen stadfæstes."
_OBLIQUE = "Udvalget takker for en hyggelig aften og en god kop kaffe."
_CONTRADICTED = "Kendelsen stadfæstes. Kendelsen ændres."


def _meanings(answer: str, score: float, task: str = "outcome") -> DecisionMeanings:
    """DecisionMeanings that find this answer to a task of every text, by so much."""
    rows = np.zeros((DIMENSIONS + 1, sum(map(len, TASKS.values()))))
    rows[-1, _column(task, answer)] = score
    weights = DecisionWeights(rows)
    return DecisionMeanings(lambda _: np.ones(DIMENSIONS, np.float32), weights)


def _column(task: str, answer: str) -> int:
    before = [*TASKS][: [*TASKS].index(task)]
    return sum(len(TASKS[name]) for name in before) + TASKS[task].index(answer)


def _of_texts(*found: tuple[str, str, str]) -> DecisionMeanings:
    """DecisionMeanings that are sure of an answer to a task of each text with these words in it."""
    rows = np.zeros((DIMENSIONS + 1, sum(map(len, TASKS.values()))))
    for number, (_, task, answer) in enumerate(found):
        rows[number, _column(task, answer)] = 9
    signs = np.eye(DIMENSIONS, dtype=np.float32)

    def vector(text: str) -> np.ndarray:
        own = [signs[number] for number, (words, _, _) in enumerate(found) if words in text]
        return np.sum([np.zeros(DIMENSIONS, np.float32), *own], axis=0)

    return DecisionMeanings(vector, DecisionWeights(rows))


def _read(text: str, meanings: DecisionMeanings | None) -> Decision:
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


@pytest.mark.parametrize(
    ("field", "text", "meant", "score", "value"),
    [
        ("deposit", "Depositum returneres.", "forfeited", 9, ""),
        ("deposit", "Depositum returneres.", "forfeited", 0.5, "returned"),
        ("deposit", "De tre hundredelapper ligger i baren.", "returned", 9, "returned"),
        ("deposit", "De tre hundredelapper ligger i baren.", "returned", 1, ""),
        ("deposit", "De tre hundredelapper ligger i baren.", "", 9, ""),
        ("unanimous", "Udvalget var enstemmigt.", "no", 9, None),
        ("unanimous", "Vi kom alle tre til det samme.", "yes", 9, True),
        ("unanimous", "Vi talte længe.", "no", 1, None),
    ],
)
def test_so_are_the_deposit_and_whether_all_were_of_one_mind(
    field: str, text: str, meant: str, score: float, value: object
) -> None:
    assert value == getattr(_read(text, _meanings(meant, score, field)), field)


_TWO_DAYS = (
    "Sag 4\n\nSlagelse, 12. marts 2019\n\nDe fleste husker den 2. marts 2019, da taget lettede. Kendelsen stadfæstes."
)


def test_the_day_of_play_is_told_by_the_words_round_each_date_where_they_are_sure() -> None:
    sure = _of_texts(("Slagelse, [dag]", "day", "no"), ("husker den [dag]", "day", "yes"))
    assert [None, "2019-03-02"] == [
        played and str(played) for played in (_of(_TWO_DAYS, used).played for used in (None, sure))
    ]
    found = _of(_TWO_DAYS, sure)
    assert "meant-played" in found.problems
    assert "2. marts 2019" in {one.words for one in found.origins if one.field == "played"}
    assert "2017" == found.laws_edition
    both = _of_texts(("[dag]", "day", "yes"))
    assert _of(_TWO_DAYS, both).played is None, "two that are sure settle nothing"


def test_a_day_that_the_words_round_it_make_improbable_is_taken_back() -> None:
    text = "Sag 4\n\nSpillet den 2. marts 2019. Kendelsen stadfæstes."
    assert "2019-03-02" == str(_of(text, None).played)
    assert _of(text, _of_texts(("[dag]", "day", "no"))).played is None


def test_a_letter_of_one_side_has_no_body_that_decided() -> None:
    text = "Vedr. Appelkomiteen\n\nVi appellerer spil 4. Appelkomiteen bør ændre kendelsen."
    assert "Appelkomiteen" == _of(text, None).instance
    assert "" == _of(text.replace("Vedr.", "Til"), None).instance
    for doubt in (("klager", "decided", "no"), ("##", "decided", "no"), ("[Appelkomiteen]", "body", "no")):
        told = _of(text, _of_texts(doubt)).instance
        assert told == "" or doubt[0] == "klager"


@pytest.mark.parametrize("head", ["Sag: 09-AU-1", "Sag 4\n\nInstans: AU"])
def test_a_body_that_a_label_or_the_number_names_is_not_doubted(head: str) -> None:
    text = f"{head}\n\nVi appellerer spil 4. Appelkomiteen bør ændre kendelsen."
    assert "AU" == _of(text, None).instance == _of(text, _of_texts(("##", "decided", "no"))).instance


def test_of_two_bodies_the_one_that_the_words_round_it_make_sure_decided() -> None:
    text = "Påsketurneringen\n\nNr. 3\n\nMAK: 6R=\n\nAppeludvalget: 6R-1\n\nMAK. Enig med TL."
    sure = _of_texts(("##", "decided", "yes"), ("[MAK]", "body", "no"), ("[Appeludvalget]", "body", "yes"))
    assert "" == _of(text, None).instance
    assert "meant-instance" in _of(text, sure).problems
    assert "Appeludvalget" == _of(text, sure).instance


def test_other_dates_are_marked_as_before_or_after_the_one_that_is_asked_about() -> None:
    parts = case_parts("x.txt", _TWO_DAYS.encode(), decision_lexicon(), known_numbers())
    windows = [one.window for one in parts.days]
    assert ["1 af 2", "2 af 2"] == [window.split("? ")[1].split(":")[0] for window in windows]
    assert "husker den [dag]" in windows[0]
    assert "Slagelse, [dag]" in windows[1]


def _of(text: str, meanings: DecisionMeanings | None) -> Decision:
    return read_case(
        "x.txt", text.encode(), decision_lexicon(), load_registry(), known_numbers(), meanings=meanings
    ).decision


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
def meanings(sentence_model: SentenceModel) -> DecisionMeanings:
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
def test_what_is_denied_is_never_told_as_what_is_affirmed(meanings: DecisionMeanings, said: str, denied: str) -> None:
    told = []
    for text in (said, denied):
        sections = [Section("introduction", "", (f"East-West appealed. {text}",))]
        found = MeaningReader(sections, (), decision_lexicon(), "Committee").meant("outcome", meanings).statement
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
def test_a_file_that_tells_no_outcome_is_told_none(meanings: DecisionMeanings, text: str) -> None:
    assert _read_alone(text, meanings).outcome == ""


def _read_alone(text: str, meanings: DecisionMeanings) -> Decision:
    given = ("x.txt", f"{text}\n".encode(), decision_lexicon(), load_registry(), known_numbers())
    return read_case(*given, meanings=meanings).decision


def test_of_decisions_that_nobody_read_less_is_told_wrong_and_no_less_right(
    meanings: DecisionMeanings,
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
        DecisionWeights.read(damaged)


def test_weights_are_written_as_they_are_read() -> None:
    rows = np.round(np.random.default_rng(7).normal(size=(DIMENSIONS + 1, sum(map(len, TASKS.values())))), 2)
    assert (DecisionWeights.read(DecisionWeights(rows).written()).rows == rows).all()
