"""What the command line prints of a search: the JSON form, and the sentences for what is missing or not found."""

from __future__ import annotations

import json

import pytest

from app.cli.messages import result_message
from app.cli.search_answers import result_answer
from index.search.engine import SearchEngine


def test_the_json_form_is_exactly_as_designed(search: SearchEngine) -> None:
    table = json.loads(json.dumps(result_answer(search.search("kulørsvigt"))))
    assert list(table) == ["query", "citation", "message", "terms", "suggestions", "hits"]
    assert list(table["hits"][0]) == ["expression", "id", "heading_path", "snippet", "score", "via"]
    assert result_answer(search.search("16C, 27"))["citation"] == "16C, 27"


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("§ 16Z", "§ 16Z: law 16 has A-D"),
        ("16C9", "§ 16C9: § 16C has 1-3"),
        ("lov 94", "§ 94: there is no law 94; there are 1-93"),
        ("2A", "§ 2A: law 2 has no parts"),
        ("16A4", "§ 16 A 4 (2007) was dropped and has no counterpart today. (adjustment now in 16B3 and 16C3)"),
        ("16Z, 94", "§ 16Z: law 16 has A-D; § 94: there is no law 94; there are 1-93"),
        (
            "§ 16C (2007)",
            "§ 16 C (2007) is today § 16 D. Its content has changed. "
            "Today § 16 C is another rule. (from other sources)",
        ),
        ("16C2", ""),
        ("kulørsvigt", ""),
        ("zzzqqq", "Nothing found for 'zzzqqq'."),
        ("((", "Type a law (16C2), a word (kulørsvigt) or a situation (bud uden for tur)."),
    ],
)
def test_what_was_not_found_is_explained_in_one_sentence_a_number(
    search: SearchEngine, typed: str, message: str
) -> None:
    assert message == result_message(search.search(typed))
