"""Text that keeps its origins: whatever is done to it, every character can be traced and printed back."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.store import load_registry, read_raw
from parser.pipeline import ParseError, SourceTexts, parse
from parser.sources import SOURCES
from parser.text.tracked import LineIndex, TrackedText, Witness, collapse, join

TEXTS = st.text("abcæø 1.§\n-", min_size=1, max_size=40)


def test_an_emendation_keeps_the_printed_form_and_its_line() -> None:
    witness = Witness("w", "forste linje\nnar spilferer melder")
    text = TrackedText.of(witness.text)[13:].emend(4, 13, "spilfører", "confusion")
    (change,) = LineIndex(witness).emendations(text)
    assert ("spilferer", "spilfører", "confusion", 2) == (change.printed, change.corrected, change.rule, change.line)
    assert "nar spilfører melder" == text.text
    assert "nar spilferer melder" == text.printed()


def test_an_emendation_over_an_earlier_one_still_knows_the_witness() -> None:
    text = TrackedText.of("SOE1").emend(0, 1, "5", "digit").emend(1, 2, "0", "digit").emend(0, 4, "50E1", "reference")
    assert "SOE1" == text.printed()


def test_a_reshape_is_no_emendation() -> None:
    witness = Witness("w", "turne-\nringsbridge")
    text = TrackedText.of(witness.text).reshape(5, 7, "")
    assert "turneringsbridge" == text.text
    assert () == LineIndex(witness).emendations(text)
    assert witness.text == text.printed()


@given(TEXTS, st.lists(st.tuples(st.integers(0, 39), st.integers(0, 5), st.text("xyz", max_size=3)), max_size=5))
def test_what_the_witness_prints_is_never_lost(raw: str, edits: list[tuple[int, int, str]]) -> None:
    text = TrackedText.of(raw)
    for start, length, new in edits:
        begin = min(start, len(text))
        text = text.emend(begin, min(begin + length, len(text)), new, "rule")
    assert raw == text.printed()
    assert len(text.text) == len(text.origins)


@settings(max_examples=500)
@given(
    TEXTS,
    st.lists(st.tuples(st.integers(0, 39), st.integers(0, 3), st.text("xyz", max_size=2)), max_size=6),
    st.lists(st.sampled_from([r"[abc]", r"b?", r"[xyz]+", r"(?<=a)", r" *\b", r"$", r"\s+"]), min_size=1, max_size=3),
    st.sampled_from(["", "-", "ab"]),
    st.sampled_from(["", "rule"]),
)
def test_all_edits_at_once_are_what_they_are_one_by_one(
    raw: str, edits: list[tuple[int, int, str]], patterns: list[str], new: str, rule: str
) -> None:
    text = TrackedText.of(raw, 7)
    for start, length, put in edits:
        begin = min(start, len(text))
        text = text.emend(begin, min(begin + length, len(text)), put, "first")
    for pattern in patterns:
        one_by_one = text
        for match in reversed(list(re.finditer(pattern, text.text))):
            if match.group() != new:
                change = (match.start(), match.end(), new)
                one_by_one = one_by_one.emend(*change, rule) if rule else one_by_one.reshape(*change)
        text = text.sub(pattern, new, rule)
        assert one_by_one == text


def test_a_text_of_blanks_and_one_of_sixty_thousand_edits_are_read() -> None:
    assert "" == collapse(TrackedText.of(" " * 200_000)).text
    crowded = TrackedText.of("a\r" * 20_000)
    once = crowded.sub(r"a", "å", "rule").sub(r"\r", "\n").sub(r"å", "ä", "rule")
    assert ("ä\n" * 20_000, "a\r" * 20_000) == (once.text, once.printed())


@given(TEXTS)
def test_collapsing_blanks_loses_nothing_but_blanks(raw: str) -> None:
    out = collapse(TrackedText.of(raw))
    assert raw.split() == out.text.split()
    assert all(raw[origin] == char or char == " " for char, origin in zip(out.text, out.origins, strict=True))


@given(st.lists(TEXTS, min_size=1, max_size=4))
def test_joined_pieces_keep_their_origins(raws: list[str]) -> None:
    pieces, at = [], 0
    for raw in raws:
        pieces.append(TrackedText.of(raw, at))
        at += len(raw)
    whole = "".join(raws)
    joined = join(pieces, " ")
    assert " ".join(raws) == joined.text
    assert [i for i, c in enumerate(whole) if c != " "] == [
        o for o, c in zip(joined.origins, joined.text, strict=True) if c != " "
    ]


@pytest.mark.parametrize(
    "damage", [lambda raw: "\n".join(reversed(raw.split("\n"))), lambda raw: raw.replace("\n", "\r")]
)
def test_regulations_of_reversed_lines_or_of_one_line_stop_the_reading_in_words(damage: Callable[[str], str]) -> None:
    source = next(source for source in SOURCES if source.key == "dbf-2008")
    witness = Witness("dbf-2008-web", damage(read_raw("dbf-2008-web")))
    with pytest.raises(ParseError, match="dbf-2008-web: line "):
        parse(source, load_registry()[source.key], SourceTexts({witness.siglum: witness}, {}, {}))
