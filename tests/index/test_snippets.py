"""Which sentences of a law are shown together, and how: invented parts, no index."""

import pytest

from index.search.excerpts import LONGEST_JOINED, WITH_REST, joined
from index.search.snippets import SnippetText, excerpts_of
from index.search.wanted import Wanted

WANTED = Wanted({"kort": 1.0, "bord": 1.0})


def shown(*parts: SnippetText, at: str = "") -> str:
    return joined(excerpts_of(parts, "da", WANTED), "da", WANTED, at)[0]


def test_the_second_sentence_is_of_another_part_though_the_next_of_the_same_is_worth_more() -> None:
    rule = SnippetText(f"Et kort på et bord vises. {'x' * 300}. Et kort på et bord ligger.", 3.0, place="9A")
    other = SnippetText("Spillet fortsætter.", 3.0, place="9B")
    assert ["9A", "9B", "9A"] == [one.place for one in excerpts_of([rule, other], "da", WANTED)]


def test_up_to_three_sentences_are_shown_and_two_more_as_far_as_there_is_room() -> None:
    parts = [SnippetText(f"Kort {number}.", 2.0, place=f"9{number}") for number in "ABCDEF"]
    assert "Kort A. … Kort B. … Kort C. … Kort D. … Kort E." == shown(*parts)
    assert shown(*(part._replace(text=f"{part.text[:-1]} {'x' * 200}.") for part in parts)).count(" … ") == 2
    long = SnippetText(f"Kort {'b' * LONGEST_JOINED}.", 2.0, place="9B")
    assert "Kort A. … Kort C." == shown(parts[0], long, parts[2])


def test_three_long_sentences_are_all_shown() -> None:
    parts = [SnippetText(f"Kort {letter * 300}.", 2.0, place=f"9{letter}") for letter in "ABC"]
    assert shown(*parts) == " … ".join(part.text for part in parts)


def test_what_follows_a_sentence_is_shown_beside_another_one_where_there_is_room() -> None:
    rule = SnippetText("Et kort ligger på et bord. Det spilles.", 3.0, place="9A")
    assert "Et kort ligger på et bord. Det spilles. … Undtaget er es." == shown(
        rule, SnippetText("Undtaget er es.", 3.0, place="9B")
    )
    long = SnippetText(f"Undtaget er {'e' * (WITH_REST - 45)}.", 3.0, place="9B")
    assert shown(rule, long).startswith("Et kort ligger på et bord. … Undtaget")


def test_what_stands_below_the_best_sentence_follows_it_and_where_little_is_shown_what_stands_behind_it() -> None:
    rule = SnippetText("Et kort på et bord annulleres.", 3.0, place="9B")
    below, behind = SnippetText("Spillet fortsætter.", place="9B1"), SnippetText("Ingen melder.", place="9C")
    before = SnippetText("Alle tæller.", place="9A")
    assert "Et kort på et bord annulleres. … Spillet fortsætter. … Ingen melder." == shown(before, rule, below, behind)
    long = rule._replace(text=f"Et kort på et bord {'x' * 380}.")
    assert shown(before, long, below, behind) == f"{long.text} … Spillet fortsætter."


def test_what_has_been_said_is_not_said_again_as_what_a_list_goes_on_from() -> None:
    rule = SnippetText("Et kort på et bord rettes. Der gælder så følgende:", 3.0, place="9B")
    item = SnippetText("Spilleren melder.", 2.0, lead=rule.text, place="9B1")
    assert "Et kort på et bord rettes. … Der gælder så følgende: Spilleren melder." == shown(rule, item)


def test_a_choice_of_a_list_is_not_shown_twice_as_what_follows_the_one_before() -> None:
    first = SnippetText("vise kortet, eller", 3.0, lead="Han kan:", rest="lægge kortet.", place="9A1")
    second = SnippetText("lægge kortet.", lead="Han kan:", place="9A2")
    assert "Han kan: vise kortet, eller … lægge kortet." == shown(first, second._replace(worth=4.0))
    assert "Han kan: vise kortet, eller lægge kortet." == shown(first, second._replace(worth=2.5))


def test_what_only_leads_to_a_list_is_not_shown_and_nothing_ends_before_an_item() -> None:
    lead = SnippetText("Kommer et kort på et bord, bestemmer turneringslederen, om", 3.0, place="9A")
    item = SnippetText("kortet bliver på bordet, eller", place="9A1")
    assert "kortet bliver på bordet …" == shown(lead, item)
    assert lead.text == shown(lead)
    listed = item._replace(lead="Spilfører bestemmer, om", rest="kortet tages op.")
    assert "Spilfører bestemmer, om kortet bliver på bordet, eller kortet tages op." == shown(listed)


@pytest.mark.parametrize(("at", "text"), [("9", "Et kort. … Et bord."), ("9A", "Et kort. … § 9 B: Et bord.")])
def test_a_sentence_that_stands_elsewhere_than_the_place_of_its_hit_has_its_number(at: str, text: str) -> None:
    parts = SnippetText("Et kort.", 3.0, place="9A"), SnippetText("Et bord.", 2.5, place="9B")
    assert text == shown(*parts, at=at)


def test_marks_are_of_the_words_also_behind_a_number() -> None:
    text, marks = joined(excerpts_of([SnippetText("Et kort.", place="9B")], "da", WANTED), "da", WANTED, "9A")
    assert "§ 9 B: Et kort." == text
    assert ["kort"] == [text[start:end] for start, end in marks]
