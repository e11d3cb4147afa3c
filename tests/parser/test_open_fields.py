"""What a person has to settle of a decision: choices with the words that speak for them."""

from __future__ import annotations

import numpy as np

from app.build.decision_lexicon import decision_lexicon
from app.committee.register import known_numbers
from corpus.store import load_registry
from parser.decisions.fields import case_parts, read_case
from parser.decisions.meanings import TASKS, DecisionMeanings, DecisionWeights
from parser.decisions.open_fields import MOST, OpenField, open_fields

TEXT = """Referat fra kredsmesterskabet

Vi talte med begge par den 3. marts 2019 i en pause. Mødet var den 9. marts 2019.

Alle fire var tilfredse med det. Øst fik sine points igen, og vi gav ham ret i det hele.

Med venlig hilsen
Anders"""


def _offered(text: str, told: dict[str, str]) -> dict[str, OpenField]:
    """What is offered of a text by a model that finds the answers ``told`` probable: by task, "" is none."""
    columns = [(task, answer) for task, answers in TASKS.items() for answer in answers]
    rows = np.zeros((385, len(columns)))
    rows[-1] = [2.0 if told.get(task) == answer else 0.0 for task, answer in columns]
    meanings = DecisionMeanings(lambda _: np.zeros(384, np.float32), DecisionWeights(rows))
    lexicon, numbers = decision_lexicon(), known_numbers()
    decision = read_case("a.txt", text.encode(), lexicon, load_registry(), numbers).decision
    found = open_fields(case_parts("a.txt", text.encode(), lexicon, numbers), decision, lexicon, meanings)
    return {str(one.field): one for one in found}


def test_the_likeliest_value_comes_first_with_words_of_the_file() -> None:
    found = _offered(TEXT, {"outcome": "changed", "deposit": ""})["outcome"]
    assert "changed" == found.choices[0].value
    assert len(found.choices) <= MOST
    assert sorted((one.chance for one in found.choices), reverse=True) == [one.chance for one in found.choices]
    assert all(one.words in " ".join(TEXT.split()) for one in found.choices)
    assert not [one for one in found.choices if one.words == "Anders"]


def test_what_the_file_probably_does_not_tell_is_not_asked() -> None:
    found = _offered(TEXT, {"outcome": "changed", "deposit": "", "unanimous": ""})
    assert "outcome" in found
    assert not {"deposit", "unanimous"} & found.keys()


def test_days_are_offered_with_the_words_round_them() -> None:
    long = "Nogle havde talt om det hele hos formanden, hvor de sad til klokken elve om aftenen, den"
    text = TEXT.replace("Vi talte med begge par den", "Vi var samlet den").replace("Mødet var den", long)
    found = _offered(text, {"day": "yes"})["played"]
    assert {"2019-03-03", "2019-03-09"} == {one.value for one in found.choices}
    second = next(one.words for one in found.choices if one.value == "2019-03-09")
    assert second.startswith("…")
    assert "den 9. marts 2019" in second


def test_a_field_that_was_read_is_not_open() -> None:
    told = TEXT.replace("Med venlig hilsen", "Turneringslederens kendelse stadfæstes. Depositum fortabes.\n")
    assert not {"outcome", "deposit"} & _offered(told, {"outcome": "changed", "deposit": "returned"}).keys()


def test_bodies_are_offered_by_their_whole_names_with_a_capital() -> None:
    text = (
        "Årsmøtet, vedlegg 3\n\nMoen har skrevet til juryen om en mandag i høst. Saken er ikke avgjort. "
        "Papirene er sendt til kretsens ankeutvalg, som ikke har svart.\n"
    )
    names = [one.value for one in _offered(text, {"body": "yes"})["instance"].choices]
    assert "Kretsens ankeutvalg" in names
    assert all(name[0].isupper() for name in names)
