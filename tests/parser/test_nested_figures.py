"""Lists whose letters a converter made figures."""

from __future__ import annotations

import pytest

from app.build.addition import ReadText, read_text
from corpus.model import Expression
from corpus.registry import ExpressionEntry
from parser.documents.files import read_document

ENTRY = ExpressionEntry("x", "da", "laws", "2017", "Love", "", "2017", "in-force", ("x",))
PAGE = (
    "<h2>§ {n} Kort</h2><ol><li>Kortenes rang<ol><li>Et kort har en rang:<ol><li>Den er høj.<ol><li>Es.</li></ol></li>"
    "<li>Den er lav.</li></ol></li><li>To kort har to.</li></ol></li><li>Kortenes sider<br>Et kort har to.</li></ol>"
)
MARKED = (
    "## § {n} Kort\n\n1.  Kortenes rang\n\n    1.  Et kort har en rang:\n\n        1.  Den er høj.\n\n"
    "            1.  Es.\n\n        2.  Den er lav.\n\n    2.  To kort har to.\n\n2.  Kortenes sider\\\n"
    "    Et kort har to.\n\n"
)
PLACES = {
    "3": "",
    "3A": "",
    "3A1": "Et kort har en rang:",
    "3A1a": "Den er høj.",
    "3A1ai": "Es.",
    "3A1b": "Den er lav.",
    "3A2": "To kort har to.",
    "3B": "Et kort har to.",
}


def _read(name: str, law: str, laws: int = 12) -> ReadText:
    return read_text(read_document(name, "".join(law.format(n=n) for n in range(1, laws + 1)).encode()), ENTRY)


def _law(text: Expression, number: str) -> dict[str, str]:
    return {str(one.id): one.text for one in text.walk() if one.id.parts[0] == number}


@pytest.mark.parametrize(("name", "law"), [("lov.html", PAGE), ("lov.md", MARKED)])
def test_the_nesting_of_figures_tells_which_letters_they_were(name: str, law: str) -> None:
    assert PLACES == _law(_read(name, law).expression, "3")


def test_all_of_them_are_one_question() -> None:
    asked = [one for one in _read("lov.html", PAGE).recognition.questions if one.code == "figures"]
    assert [("1A", 12 * 5)] == [(one.likely, 1 + len(one.alike)) for one in asked]


def test_figures_below_letters_are_letters_only_where_the_book_has_no_small_ones() -> None:
    inner = "<ol><li>Et kort har en rang:{}</li><li>To har to.</li></ol>"
    lost, kept = "<ol><li>Høj.</li><li>Lav.</li></ol>", '<ol type="a"><li>Høj.</li><li>Lav.</li></ol>'
    for lists, places in ((lost, ["3A1a", "3A1b"]), (kept, ["3A1a", "3A1b"])):
        found = _law(
            _read("lov.html", "<h2>§ {n} Kort</h2><h3>A. Rang</h3>" + inner.replace("{}", lists)).expression, "3"
        )
        assert ["3", "3A", "3A1", *places, "3A2"] == list(found)


def test_a_book_of_figures_that_are_not_nested_keeps_them_as_they_are() -> None:
    rules = _read("lov.html", "<h2>§ {n} Kort</h2><ol><li>Et kort er et.</li><li>To er to.</li></ol>").expression
    assert ["3"] == list(_law(rules, "3"))


def test_lists_of_small_letters_that_run_on_show_that_no_letters_were_lost() -> None:
    law = PAGE.replace("Kortenes rang<", "Kortenes rang: (a) høj, og (b) lav.<").replace(
        "To kort", "Ét: (a) Es, (b) to. Kort"
    )
    assert ["3"] == list(_law(_read("lov.html", law).expression, "3"))
