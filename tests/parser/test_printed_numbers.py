"""The numbers that a brought file prints are its own: none is counted anew, left out or joined in silence."""

from __future__ import annotations

from app.build.addition import ReadText, read_text
from corpus.registry import ExpressionEntry
from parser.documents.files import read_document
from parser.documents.stream import StreamParagraph

ENTRY = ExpressionEntry("x", "da", "laws", "2017", "Love", "", "2017", "in-force", ("x",))


def _read(name: str, text: str) -> ReadText:
    return read_text(read_document(name, text.encode()), ENTRY)


def _places(read: ReadText) -> dict[str, str]:
    return {str(one.id): one.text for one in read.expression.walk()}


def _asked(read: ReadText) -> set[tuple[str, str]]:
    return {(one.code, one.likely) for one in read.recognition.questions}


def _listed(*items: str) -> ReadText:
    return _read("lov.md", "## § 1 Kort\n\n### A. Rang\n\n{}\n\n## § 2 Stik\n\nEt stik.\n".format("\n".join(items)))


def test_a_number_left_out_of_a_list_of_markdown_is_asked_about() -> None:
    read = _listed("1. Es.", "2. Konge.", "4. Dame (se § 1A4).", "5. Knægt.")
    assert {"1A1": "Es.", "1A2": "Konge.", "1A4": "Dame (se § 1A4).", "1A5": "Knægt."}.items() <= _places(read).items()
    assert ("gap", "1A4") in _asked(read)
    assert "1A3" not in _places(read)


def test_a_number_that_a_list_of_markdown_has_twice_stays_and_is_asked_about() -> None:
    read = _listed("1. Es.", "2. Konge.", "3. Dame.", "3. Knægt.", "5. Ti.")
    assert "Ti." == _places(read)["1A5"]
    assert "1A4" not in _places(read)
    assert "Dame.\n3. Knægt." == _places(read)["1A3"]
    assert ("sequence", "text") in _asked(read)


def test_a_list_of_markdown_with_one_number_at_all_items_is_counted() -> None:
    read = _listed("1. Es.", "1. Konge.", "1. Dame.")
    assert {"1A1": "Es.", "1A2": "Konge.", "1A3": "Dame."}.items() <= _places(read).items()
    assert not {code for code, _ in _asked(read)} & {"gap", "sequence"}


def test_lists_of_markdown_within_lists_keep_their_own_numbers() -> None:
    nested = ["1. Es:", "   1. spar", "   1. ruder", "3. Konge:", "   1. klør", "   3. hjerter"]
    stream = read_document("lov.md", "\n".join(nested).encode())
    labels = [block.label for block in stream.blocks if isinstance(block, StreamParagraph)]
    assert ["1.", "1.", "2.", "3.", "1.", "3."] == labels
