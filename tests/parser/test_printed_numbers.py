"""The numbers that a brought file prints are its own: none is counted anew, left out or joined in silence."""

from __future__ import annotations

from app.build.addition import ReadText, read_text
from corpus.own_texts import ReadingDecision
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


_BOOK = "".join(f"## § {n} Kort\n\nA. Et kort er nummer {n}.\n\nB. Et stik er fire.\n\n" for n in range(1, 5))
_OTHER = _BOOK.replace("fire", "fire kort")


def _decided(text: str, words: str, reading: str) -> ReadText:
    """The text read with a decision about the last row that has ``words``."""
    stream = read_document("lov.md", text.encode())
    nth = sum(isinstance(one, StreamParagraph) and one.text == words for one in stream.blocks)
    return read_text(stream, ENTRY, [ReadingDecision(words, reading, "set", nth)])


def test_a_second_book_in_the_file_is_left_out_and_asked_about_once() -> None:
    read = _read("lov.md", f"# Love 2017\n\n{_BOOK}# Love 2007\n\n{_OTHER}")
    assert _places(_read("lov.md", _BOOK)) == _places(read)
    [asked] = [one for one in read.recognition.questions if one.code == "again"]
    assert ("§ 1 Kort", "noise", ("1", "text")) == (asked.words, asked.likely, asked.others)
    assert 29 == asked.place.line
    left_out = [one.row for one in read.recognition.uses if one.reason == "again"]
    assert ["Love 2007", "§ 1 Kort"] == [read.rows[at].text for at in left_out[:2]]
    assert len(read.rows) == left_out[-1] + 1


def test_a_person_may_say_that_the_second_book_is_the_one() -> None:
    read = _decided(f"# Love 2017\n\n{_BOOK}# Love 2007\n\n{_OTHER}", "§ 1 Kort", "1")
    assert _places(_read("lov.md", _OTHER)) == _places(read)
    assert not [one for one in read.recognition.questions if one.code == "again"]


def test_a_person_may_keep_a_second_book_as_text_without_numbers() -> None:
    read = _decided(f"{_BOOK}{_OTHER}", "§ 1 Kort", "text")
    assert list(_places(_read("lov.md", _BOOK))) == list(_places(read))
    assert "Et stik er fire kort." in "".join(_places(read).values())


def test_the_notes_of_a_second_book_go_with_it() -> None:
    noted = _BOOK.replace("er fire.", "er fire.[^1]", 1)
    other = _OTHER.replace("er fire kort.", "er fire kort.[^2]", 1)
    read = _read("lov.md", f"{noted}{other}[^1]: Og fire kort.\n\n[^2]: Fire kort i alt.\n")
    assert ["Og fire kort."] == [note.text for note in read.expression.notes]


def test_a_number_of_a_law_used_twice_is_asked_about_with_the_one_that_may_be_meant() -> None:
    text = f"{_BOOK}## § 4 Pladser\n\nEn plads er en stol.\n\n## § 6 Stole\n\nEn stol er en plads.\n"
    read = _read("lov.md", text)
    [asked] = [one for one in read.recognition.questions if one.code == "again"]
    assert "§ 4 Pladser" == asked.words
    assert ("4", "5", "noise") == asked.others
    mended = _decided(text, "§ 4 Pladser", "5")
    assert {"5": "En plads er en stol.", "6": "En stol er en plads."}.items() <= _places(mended).items()


def test_a_list_of_contents_behind_the_laws_is_no_second_book() -> None:
    contents = "".join(f"## § {n} Kort\n\n" for n in range(1, 5))
    assert "again" not in {code for code, _ in _asked(_read("lov.md", f"{_BOOK}{contents}"))}


def test_a_citation_at_the_beginning_of_a_paragraph_begins_no_second_book() -> None:
    laws = "".join(f"§ {n} Kort\n\nA. Et kort er nummer {n}.\n\n§ 1 gælder også her\n\n" for n in range(1, 9))
    assert "again" not in {code for code, _ in _asked(_read("lov.txt", laws))}


def test_headings_above_lines_of_one_length_are_headings_however_long() -> None:
    names = {78: "KORT", 80: "STIK", 87: "MAPPER MED FORKERT KORTFORDELING", 90: "BUD", 92: "PAS", 94: "SLEM"}
    laws = (f"§ X{n}   {name}\n{'=' * 38}\n\n  A)  Et kort.\n\n  B)  Et stik.\n\n" for n, name in names.items())
    read = _read("regler.txt", "".join(laws))
    assert [f"X{n}" for n in names] == [str(law.id) for law in read.expression.laws]


def test_a_line_of_one_length_above_notes_underlines_no_sentence() -> None:
    laws = (f"§ {n} KORT\n\nA. Et kort.*\n\nB. Et stik.\n{'_' * 20}\n* Note {n}.\n\n" for n in range(1, 9))
    read = _read("lov.txt", "".join(laws))
    assert {f"Note {n}." for n in range(1, 9)} == {note.text for note in read.expression.notes}
