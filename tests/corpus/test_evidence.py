"""Evidence is written as English sentences and read back as codes with values."""

from __future__ import annotations

import pytest

from corpus.evidence import BETWEEN, REMARK, TEMPLATES, Reason, read, said

VALUES = {
    "place": "16C2a",
    "near": "41B",
    "other": "X92A",
    "expression": "sv-2017",
    "edition": "2007",
    "work": "dbf",
    "today": "16D1, 16D2",
    "others": "86A, 86B",
    "alike": "60",
    "own": "3",
    "note": "what is meant; UNSURE (seen once)",
    "book": "vedtægter",
    "quoted": "om revoke i tolfte stick",
}


@pytest.mark.parametrize("code", TEMPLATES)
def test_every_sentence_is_read_back(code: str) -> None:
    (found,) = read(said(code, **VALUES))
    assert code == found.code
    assert found.values == {name: VALUES[name] for name in found.values}


@pytest.mark.parametrize("first", TEMPLATES)
def test_a_second_reason_is_kept_apart(first: str) -> None:
    """Notes hold semicolons and brackets of their own."""
    both = said(first, **VALUES) + BETWEEN + said("same-gloss", others="72C")
    assert [first, "same-gloss"] == [reason.code for reason in read(both)]


def test_a_long_remark_is_read_at_once() -> None:
    """Each sign that parts sentences is looked at once, not every way to part the rest."""
    words = "; ".join(f"point {number}" for number in range(60))
    assert (Reason(REMARK, {"text": words}),) == read(words)


def test_what_a_person_wrote_is_a_remark() -> None:
    words = "212A4 is force majeure; the penalties are in 212A2"
    assert (Reason(REMARK, {"text": words}),) == read(words)
    known = said("no-place", expression="sv-2017", place="9")
    assert ["no-place", REMARK] == [reason.code for reason in read(known + BETWEEN + words)]
    assert [REMARK, "no-place"] == [reason.code for reason in read(words + BETWEEN + known)]
    assert () == read("")
