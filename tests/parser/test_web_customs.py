"""What programs that make pages and Markdown do, and houses that type what they saved, each as small as it can be."""

from __future__ import annotations

from app.build.addition import read_text
from corpus.model import Expression, Prose, Table
from corpus.registry import ExpressionEntry
from parser.documents.boxes import with_boxed_notes
from parser.documents.files import read_document
from parser.documents.raised_signs import RaisedSign
from parser.documents.stream import DocumentStream, StreamParagraph, StreamPlace

ENTRY = ExpressionEntry("x", "da", "laws", "2017", "Love", "", "2017", "in-force", ("x",))


def _read(name: str, text: str) -> Expression:
    return read_text(read_document(name, text.encode()), ENTRY).expression


def _page(body: str) -> Expression:
    return _read("lov.html", f"<html><body>{body}</body></html>")


def _places(text: Expression) -> list[str]:
    return [str(one.id) for one in text.walk()]


def _noted(text: Expression) -> list[tuple[list[str], str]]:
    return [
        (
            [
                str(one.id)
                for one in text.walk()
                if note.key in (mark.note for p in one.passages() for mark in p.prose.marks)
            ],
            note.text,
        )
        for note in text.notes
    ]


def test_a_link_of_a_sign_behind_a_term_is_no_part_of_the_term() -> None:
    terms = "".join(
        f'<dt id="t{n}">{word}<a href="#t{n}">¶</a></dt><dd><p>{said}</p></dd>'
        for n, (word, said) in enumerate(
            (
                ("Bud", "En melding."),
                ("Giv", "Et spil."),
                ("Pas", "Intet bud."),
                ("Slem", "Seks trick."),
                ("Trick", "Et stik."),
            )
        )
    )
    laws = "".join(f"<h2>§ {n} Kort</h2><p>Et kort har en rang.</p>" for n in (1, 2, 3))
    text = _page(f"<h1>Definitioner</h1><dl>{terms}</dl><h1>Love</h1>{laws}")
    assert ["Bud", "Giv", "Pas", "Slem", "Trick"] == [one.headword.text for one in text.definitions]


def test_lists_whose_class_names_their_letters_have_letters() -> None:
    letters = '<ol class="loweralpha"><li><p>Et es.</p></li><li><p>En konge.</p></li></ol>'
    numbers = f'<ol class="arabic"><li><p>Kort:</p>{letters}</li><li><p>Stik.</p></li></ol>'
    text = _page("".join(f"<h2>§ {n} Kort</h2><h3>A. Rang</h3>{numbers}" for n in (1, 2, 3)))
    assert ["1", "1A", "1A1", "1A1a", "1A1b", "1A2"] == [one for one in _places(text) if one.startswith("1")]


def test_a_list_of_links_to_the_laws_is_one_of_contents_whatever_it_is_called() -> None:
    numbers = range(1, 10)
    links = "".join(f'<li><a href="#p{n}">§ {n} Kort</a></li>' for n in numbers)
    laws = "".join(f'<h2 id="p{n}">§ {n} Kort</h2><p>Et kort har en rang.</p>' for n in numbers)
    text = _page(f"<ul>{links}</ul>{laws}")
    assert ["Et kort har en rang."] * 9 == [one.text for one in text.walk()]
    assert not any("Kort" in block.text for part in text.parts for block in part.blocks)


def test_signs_without_width_are_no_signs() -> None:
    laws = "".join(f"<h2>\u200b§ {n}  Kort\ufeff</h2><p>\u200bEt kort har en rang.</p>" for n in (1, 2, 3))
    text = _page(laws)
    assert [("Kort", "Et kort har en rang.")] * 3 == [
        (one.heading.text, one.text) for one in text.walk() if one.heading
    ]
    typed = _read("lov.txt", "\n\n".join(f"\u200b§ {n} Kort\n\n\u2060Et kort har en rang." for n in (1, 2, 3)))
    assert ["Et kort har en rang."] * 3 == [one.text for one in typed.walk()]


def test_signs_in_round_or_square_brackets_that_count_anew_in_each_law_call_its_notes() -> None:
    def law(n: int, call: str, notes: str) -> str:
        return f"§ {n} Kort\n\nA. Et kort har en rang.{call}\n\nB. Et stik har fire kort.\n\n{notes}"

    for call, signs in (("{}", ("(1)", "(1)")), (" {}", ("[a]", "[a]"))):
        typed = "\n\n".join(law(n, call.format(signs[0]), f"{signs[1]} Note om kort {n}.") for n in range(1, 7))
        assert [([f"{n}A"], f"Note om kort {n}.") for n in range(1, 7)] == _noted(_read("lov.txt", typed))


def test_contents_with_pages_end_before_a_title_with_a_year() -> None:
    terms = "".join(
        f"{word}\n\n{said}\n\n"
        for word, said in zip(
            ("Alertering", "Bud", "Farve", "Giv", "Honnør", "Kontrakt", "Makker", "Pas", "Slem", "Tur"),
            (
                "Et signal.",
                "En melding.",
                "En del.",
                "Et spil.",
                "Et es.",
                "Et bud.",
                "En spiller.",
                "Intet.",
                "Seks.",
                "En orden.",
            ),
            strict=True,
        )
    )
    contents = "\n".join(f"§ {n} KORT\t{n + 4}" for n in range(1, 8))
    laws = "\n\n".join(f"§ {n} KORT\n\nEt kort har en rang." for n in range(1, 8))
    head = f"Love for bridge\n\nIndhold\n\n{contents}\n\nFORORD TIL LOVE FOR BRIDGE 2017\n\n(Ikke gengivet.)"
    text = _read("lov.txt", f"{head}\n\nDefinitioner\n\n{terms}{laws}")
    assert "Kontrakt" in [one.headword.text for one in text.definitions]
    assert ["FORORD TIL LOVE FOR BRIDGE 2017"] == [part.title for part in text.parts if part.level == "foreword"]


def test_spans_beside_the_text_are_notes_of_what_stands_before_them() -> None:
    laws = "\n\n".join(
        f"## Lov {n}. KORT {{#l{n}}}\n\n[Om kort {n}.]{{.aside}}\n\n### [{n} A]{{.nr}} Rang\n\n"
        f"Et kort har en rang. [Se [§ 2](#l2) om bord {n}.]{{.aside}} Det er alt."
        for n in (1, 2, 3)
    )
    expected = [
        ([f"{n}{part}"], said)
        for n in (1, 2, 3)
        for part, said in (("", f"Om kort {n}."), ("A", f"Se § 2 om bord {n}."))
    ]
    assert sorted(expected) == sorted(_noted(_read("lov.md", laws)))


def test_notes_on_lines_of_one_paragraph_are_notes_each() -> None:
    laws = "".join(
        f"<h2>§ {n} Kort</h2><p>A. Et kort.<sup>1</sup></p><p>B. Et stik.<sup>2</sup></p>"
        f"<p><sup>1</sup> Om kort {n}.<br><sup>2</sup> Om stik {n}.</p>"
        for n in (1, 2, 3)
    )
    expected = [([f"{n}{part}"], f"Om {said} {n}.") for n in (1, 2, 3) for part, said in (("A", "kort"), ("B", "stik"))]
    assert expected == _noted(_page(laws))


def test_a_sign_alone_where_a_headword_would_be_is_no_headword_and_refuses_nothing() -> None:
    terms = "".join(
        f"<p><b>{word}</b> {said}</p>"
        for word, said in (("Bud", "En melding."), ("–", "eller pas."), ("Giv", "Et spil."))
    )
    laws = "".join(f"<h2>§ {n} Kort</h2><p>Et kort har en rang.</p>" for n in (1, 2, 3))
    text = _page(f"<h1>Definitioner</h1>{terms}<h1>Love</h1>{laws}")
    assert ["Bud", "Giv"] == [one.headword.text for one in text.definitions]


def test_the_words_of_a_note_in_the_title_of_its_box_are_kept() -> None:
    def law(n: int) -> str:
        one, two = f"> [!note] Note 1: Se lov {n} C2.", f"> [!note]- Note 2 – Se\n> lov {n} D."
        boxes = f"{one}\n\n{two}\n\n> [!note] Note 3 til lov {n}\n> Se E.\n\n"
        parts = "A. Et kort.<sup>1</sup>\n\nB. Et stik.<sup>2</sup>\n\nC. Et bud.<sup>3</sup>"
        return f"## § {n} Kort\n\n{parts}\n\n{boxes}"

    expected = [
        ([f"{n}{part}"], said)
        for n in range(1, 5)
        for part, said in (("A", f"Se lov {n} C2."), ("B", f"Se lov {n} D."), ("C", "Se E."))
    ]
    text = _read("lov.md", "".join(map(law, range(1, 5))))
    assert expected == [(places, " ".join(said.split())) for places, said in _noted(text)]


def test_a_heading_right_below_a_short_form_is_one() -> None:
    laws = "".join(f"## § {n} Kort\n\nA. Et KP er et point.\n\n*[KP]: Kamppoint\n" for n in range(1, 13))
    text = _read("lov.md", laws)
    assert [place for n in range(1, 13) for place in (str(n), f"{n}A")] == _places(text)
    assert {"", "Et KP er et point."} == {one.text for one in text.walk()}


def test_a_single_box_of_mkdocs_has_no_words_but_its_own() -> None:
    box = '!!! warning "Vigtigt"\n    Husk fristen.\n\n'
    text = _read(
        "lov.md",
        "".join(f"## § {n} Kort\n\nA. Et kort.\n\n{box if n == 3 else ''}B. Et stik.\n\n" for n in range(1, 9)),
    )
    said = " ".join(" ".join(one.text.split()) for one in text.walk())
    assert "Vigtigt Husk fristen." in said
    assert "[!note]" not in said


def test_a_span_within_one_beside_the_text_is_of_its_words() -> None:
    laws = "".join(f"## § {n} Kort\n\nA. Et kort.\n\n[Se [§ {n}]{{.note}} her.]{{.aside}}\n\n" for n in range(1, 7))
    assert [([f"{n}A"], f"Se § {n} her.") for n in range(1, 7)] == _noted(_read("lov.md", laws))


def test_a_note_beside_an_underlined_heading_is_of_the_heading_and_one_below_a_table_no_cell() -> None:
    def law(n: int) -> str:
        table = f"| Kort | Point |\n|---|---|\n| es | {n} |\n\n[Om tal {n}.]{{.aside}}"
        return f"§ {n} Kort\n---\n\n[Om kort {n}.]{{.aside}}\n\nA. Et kort.\n\nB. Et stik:\n\n{table}\n\n"

    text = _read("lov.md", "".join(map(law, range(1, 7))))
    assert [([str(n)], f"Om kort {n}.") for n in range(1, 7)] == _noted(text)
    assert ["Kort"] * 6 == [one.heading.text for one in text.walk() if one.heading]
    tables = [block for one in text.walk() for block in one.blocks if isinstance(block, Table)]
    said = " ".join(block.text for one in text.walk() for block in one.closing if isinstance(block, Prose))
    assert all(f"Om tal {n}." in said for n in range(1, 7))
    assert [("es", str(n)) for n in range(1, 7)] == [table.rows[-1] for table in tables]


def test_a_number_that_ends_a_sentence_on_a_line_of_its_own_is_no_paragraph() -> None:
    rule = (
        "A. En spiller skal følge farve, hvis det er muligt, og det gælder også for\n"
        "den, der har meldt noget andet end det, som han har på hånden til sidst.\n\n"
    )
    score = (
        "B. Turneringslederen kan efter at have hørt begge parter beslutte, at der\n"
        "skal tildeles en justeret score i overensstemmelse med lov 12 C, afsnit\n2.\n\n"
    )
    text = _read("lov.txt", "".join(f"§ {n} Kort\n\n{rule}{score}" for n in range(1, 7)))
    assert [place for n in range(1, 7) for place in (str(n), f"{n}A", f"{n}B")] == _places(text)
    assert all(one.text.endswith("lov 12 C, afsnit 2.") for one in text.walk() if str(one.id).endswith("B"))


def test_only_the_first_line_of_notes_in_one_paragraph_has_its_label_and_heading() -> None:
    anchors = ((0, RaisedSign("1")), (5, RaisedSign("2")))
    place, breaks = StreamPlace("lov.txt", 1), ((0, 1), (5, 2), (10, 3))
    whole = StreamParagraph("1 et\n2 to\ntre", place, label="3.", heading=2, anchors=anchors, breaks=breaks)
    first, second = with_boxed_notes(DocumentStream((whole,))).blocks
    assert isinstance(first, StreamParagraph)
    assert isinstance(second, StreamParagraph)
    assert ("3.", 2, ((0, 1),)) == (first.label, first.heading, first.breaks)
    assert ("", 0, ((0, 2), (5, 3))) == (second.label, second.heading, second.breaks)


def test_a_law_that_a_note_names_stays_in_its_words_though_it_leads_back() -> None:
    laws = "".join(
        f'<h2>§ {n} Kort</h2><p>A. Et kort.<sup id="r{n}"><a href="#f{n}">{n}</a></sup></p>' for n in range(1, 5)
    )
    notes = "".join(f'<p id="f{n}">{n} Kun for <a href="#r{n}">§ {n} A</a>.</p>' for n in range(1, 5))
    assert [([f"{n}A"], f"Kun for § {n} A.") for n in range(1, 5)] == _noted(_page(laws + notes))


def test_what_closes_the_sign_of_a_note_that_is_a_link_back_is_no_word_of_the_note() -> None:
    laws = "".join(
        f'<h2>§ {n} Kort</h2><p>A. Et kort.<sup id="r{n}"><a href="#f{n}">{n}</a></sup></p>' for n in range(1, 5)
    )
    for before, behind in (("", ". "), ("", ") "), ("[", "] ")):
        notes = "".join(f'<p id="f{n}">{before}<a href="#r{n}">{n}</a>{behind}Om kort {n}.</p>' for n in range(1, 5))
        assert [([f"{n}A"], f"Om kort {n}.") for n in range(1, 5)] == _noted(_page(laws + notes))
