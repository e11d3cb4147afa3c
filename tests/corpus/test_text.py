"""Where sentences end, what differs between two wordings, and names that are safe."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus import store
from corpus.languages import language
from corpus.text import CLAUSE_ENDS, sentences, word_diff

WORDINGS = st.text(alphabet="abc _.\n", max_size=30)


def test_comparing_is_by_whole_words_and_loses_none() -> None:
    old, new = "Første linje.\nEn spiller må ikke melde.\n", "Første linje.\nEn spiller må altid melde.\n"
    changes = word_diff(old, new)
    assert [("old", "ikke"), ("new", "altid")] == [(c.kind, c.text) for c in changes if c.kind != "equal"]
    assert old == "".join(c.text for c in changes if c.kind != "new")
    assert new == "".join(c.text for c in changes if c.kind != "old")


@given(WORDINGS, WORDINGS)
def test_both_wordings_can_be_read_back_from_their_differences(old: str, new: str) -> None:
    changes = word_diff(old, new)
    assert old == "".join(c.text for c in changes if c.kind != "new")
    assert new == "".join(c.text for c in changes if c.kind != "old")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("En. To! Tre?", ("En.", "To!", "Tre?")),
        ("Efter pkt. 3 og jf. § 5.", ("Efter pkt. 3 og jf. § 5.",)),
        ("Første linje\nAnden linje\n\n", ("Første linje", "Anden linje")),
        ("Ét. (To) Ærø. Åen", ("Ét.", "(To) Ærø.", "Åen")),
        ("", ()),
    ],
)
def test_a_sentence_ends_before_a_capital_or_a_line_end(text: str, expected: tuple[str, ...]) -> None:
    assert expected == sentences(text)


def test_no_word_of_the_books_is_lost_between_sentences() -> None:
    for expression in store.load_library().expressions:
        short = language(expression.language).abbreviations
        for provision in expression.walk():
            found = sentences(provision.text, ends=CLAUSE_ENDS, abbreviations=short)
            assert re.findall(r"\S+", provision.text) == re.findall(r"\S+", " ".join(found))
            assert not any(one.endswith((" jf.", " fx", " t.ex.")) for one in found)
