"""What an entry of the results says of its law: nothing twice, and all that its sentences were chosen for."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from urllib.parse import quote

import pytest

from app.reader.context import ReaderServices
from app.reader.parts.excerpts import without_repeats
from corpus.library import Library
from corpus.text import CLAUSE_ENDS, sentences
from index.search.engine import SearchEngine
from index.search.excerpts import Excerpt
from index.search.results import Hit, by_law
from tests.support.pages import html_of, words_of

LONG = 25  # letters; "Se § 16." may well stand in two rules
ASKED = (
    *("stort strafkort", "insufficient bid", "melding uden for tur", "udspil uden for tur", "kulørsvigt", "claim"),
    *("bud utom tur", "feil antall kort", "hvornår må jeg alerte", "appel", "stop", "turneringslederens pligter"),
)


def entries(services: ReaderServices, asked: str) -> Iterator[str]:
    """The HTML of each law that is found, without its marks."""
    page = re.sub(r"</?mark>", "", html_of(services, f"q={quote(asked)}"))
    found = re.split(r"<li>\s*<h2>", page)[1:]
    assert found
    yield from found


@pytest.mark.parametrize("asked", ASKED)
def test_no_sentence_is_said_twice_of_one_law(services: ReaderServices, asked: str) -> None:
    for entry in entries(services, asked):
        shown = re.findall(r'<p lang="(\w+)">(.*?)</p>', entry)
        said = Counter(
            sentence
            for code, text in shown
            for sentence in sentences(words_of(text), ends=CLAUSE_ENDS, abbreviations=("jf", "fx"))
            if len(sentence) > LONG and code
        )
        assert [] == [sentence for sentence, times in said.items() if times > 1]


def test_two_sentences_that_follow_each_other_in_one_rule_are_shown_as_they_stand(services: ReaderServices) -> None:
    entry = next(entry for entry in entries(services, "stort strafkort") if "§ 56" in words_of(entry))
    assert 1 == words_of(entry).count("Det tilbagetagne kort bliver et stort strafkort, og § 50D anvendes.")
    assert "tager sit udspil tilbage. Det tilbagetagne kort bliver" in words_of(entry)


def test_what_parts_of_a_law_go_on_from_is_said_with_the_first_and_a_sign_stands_for_it_then(
    services: ReaderServices,
) -> None:
    entry = words_of(next(entries(services, "insufficient bid")))
    assert 1 == entry.count("ikke accepteres (se § 27A), skal det rettes til en lovlig melding (men se § 27B3).")
    assert "§ 27 B 4 … Hvis den fejlende forsøger at rette sit" in entry


@pytest.mark.parametrize("asked", ASKED)
def test_each_sentence_that_was_chosen_is_shown_and_a_mark_is_on_the_words_it_was_on(
    search: SearchEngine, library: Library, asked: str
) -> None:
    result = search.search(asked, of_law=3)
    for law in by_law(result, library, search.rules):
        shown = without_repeats(law.hits[:3], library)
        said = " ".join(one.text for _, one in shown)
        for hit in law.hits[:3]:
            assert hit.excerpts[0].sentence.rstrip("… ") in said or hit.excerpts[0].sentence not in hit.snippet
        for hit, one in shown:
            marked = {hit.snippet[start:end] for start, end in hit.marks}
            assert all(any(one.text[a:b] in words for words in marked) for a, b in one.marks)
            assert all(one.text[a:b].strip() for a, b in one.marks)


def test_an_entry_whose_words_have_all_been_said_is_shown_whole_not_empty(library: Library) -> None:
    said, sentence = "… den del af sætningen, der er plads til …", "Her begynder en lang sætning"
    excerpts = [(Excerpt(place, "", sentence, said, ()),) for place in ("16A", "16B")]
    hits = [
        Hit("da-2017", o[0].place, "provision", "laws:16", (), said, ((6, 9),), 1.0, "text", "", o) for o in excerpts
    ]
    assert [(said, ((6, 9),))] * 2 == [shown for _, shown in without_repeats(hits, library)]


def test_a_headword_that_is_proposed_does_not_shout(services: ReaderServices) -> None:
    html = html_of(services, "q=oeniga&only=dbf-2008&kind=definition&ui=sv")
    proposed = html[html.index("Uppslagsord att pröva") :].partition("</p>")[0]
    assert "OENIGA" in words_of(proposed).replace(" ", "")
    assert not re.search(r">[A-ZÅÄÖ ]{9,}<", proposed)
