"""Lists that run on within a paragraph."""

from __future__ import annotations

from app.build.addition import read_text
from corpus.model import Expression
from corpus.registry import ExpressionEntry
from parser.documents.files import read_document

ENTRY = ExpressionEntry("x", "da", "laws", "2017", "Love", "", "2017", "in-force", ("x",))
LIST = "(a) det er hvidt, eller (b) det er sort: (i) som spar (ii) Som klør. (c) Det er nyt.[^{n}]"


def _read(text: str) -> Expression:
    return read_text(read_document("lov.md", text.encode()), ENTRY).expression


def _texts(text: Expression) -> dict[str, tuple[str, str]]:
    return {str(one.id): (one.heading.text if one.heading else "", one.text) for one in text.walk()}


def test_a_book_that_runs_on_its_lists_has_their_members_as_provisions() -> None:
    part = "**{n} A.** *Kortenes rang.* 1. Et kort har en rang, hvis: " + LIST + "\n\n2\\. Et stik er {v}.\n\n"
    law = "## Lov {n}. Kort\n\n" + part + "**{n} B.** *Om {v}.* Et kort har to.\n\n[^{n}]: En note.\n\n"
    text = _read("".join(law.format(n=n, v=v * 3) for n, v in enumerate("abcdefghklmn", 1)))
    assert {
        "3": ("Kort", ""),
        "3A": ("Kortenes rang", ""),
        "3A1": ("", "Et kort har en rang, hvis:"),
        "3A1a": ("", "det er hvidt, eller"),
        "3A1b": ("", "det er sort:"),
        "3A1bi": ("", "som spar"),
        "3A1bii": ("", "Som klør."),
        "3A1c": ("", "Det er nyt."),
        "3A2": ("", "Et stik er ccc."),
        "3B": ("Om ccc", "Et kort har to."),
    } == {place: found for place, found in _texts(text).items() if place.startswith("3")}
    assert ("3A1c",) == text.notes[2].anchors


def test_where_lists_begin_paragraphs_small_letters_in_a_sentence_are_words() -> None:
    lists = "1. Et kort er:\n\n(a) Hvidt, (b) sort.\n\n(b) Nyt: (a) stort, (b) lille.\n\n"
    law = "## Lov {n}. Kort\n\nA. Om kort\n\n" + lists
    text = _texts(_read("".join(law.format(n=n) for n in range(1, 13))))
    assert ["3", "3A", "3A1", "3A1a", "3A1b"] == [place for place in text if place.startswith("3")]
    assert ("", "Hvidt, (b) sort.") == text["3A1a"]
