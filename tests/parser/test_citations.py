"""Citations as they are found in the texts."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.library import Library
from parser.citations.find import Citation, find
from parser.lang.words import LANGUAGES, words_of

HEADWORDS = {"straff": "def:Straff", "korrigering": "def:Korrigering", "taget tilbage": "def:TAGET TILBAGE"}


def ids(citation: Citation) -> str:
    """The members as text: relative ones begin with their level, inherited ones with "+", ranges have a dash."""
    out = []
    for member in citation.members:
        first = member.first
        mark = "" if first.absolute else f"{'+' if first.inherits else '~'}"
        out.append(
            mark
            + (str(first.id) if first.absolute else "".join(first.parts))
            + (f"-{''.join(member.last.parts)}" if member.last else "")
        )
    return " ".join(out)


def found(text: str, language: str) -> list[tuple[str, str]]:
    return [(citation.printed, ids(citation)) for citation in find(text, language)]


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("da", "(se § 12C2 nedenfor).", [("§ 12C2 nedenfor", "12C2")]),
        ("da", "se §77 og §20F1", [("§77", "77"), ("§20F1", "20F1")]),
        ("da", "(se § 30B1bi), § 40B2civ", [("§ 30B1bi", "30B1bi"), ("§ 40B2civ", "40B2civ")]),
        ("da", "jf. §§ 251-256.", [("§§ 251-256", "251-256")]),
        ("da", "§ X90B4c", [("§ X90B4c", "X90B4c")]),
        ("da", "({§ 78C), er vinder", [("§ 78C", "78C")]),
        ("nb", "§§30, 31 eller 32.", [("§§30, 31 eller 32", "30 31 32")]),
        ("nb", "(se §§47E og 41)", [("§§47E og 41", "47E 41")]),
        ("nb", "definert i § 78 B.", [("§ 78 B", "78B")]),
        ("nb", "(§ 41 B2).", [("§ 41 B2", "41B2")]),
        ("nb", "ifølge §45C4b). Neste", [("§45C4b)", "45C4b")]),
        ("nb", "(men se §43B2b). Motspillerne", [("§43B2b", "43B2b")]),
        ("nb", "Se også 57A (spill i utide).", [("57A", "57A")]),
        ("nb", "se §26A2.1.", [("§26A2.1", "26A2.1")]),
        (
            "sv",
            "[se Lag 27B1(b), 30B1(b)(i), 31A2(a) och 32A2(a)]",
            [("Lag 27B1(b), 30B1(b)(i), 31A2(a) och 32A2(a)", "27B1b 30B1bi 31A2a 32A2a")],
        ),
        ("sv", "Lag 78D, 86B3, samt (d) nedan", [("Lag 78D, 86B3, samt (d) nedan", "78D 86B3 ~d")]),
        ("sv", "Lag 21 respektive 47E", [("Lag 21 respektive 47E", "21 47E")]),
        ("sv", "Lag 19A1 eller Lag 19B1", [("Lag 19A1", "19A1"), ("Lag 19B1", "19B1")]),
        ("sv", "eller lag 58B (samtidiga kort)", [("lag 58B", "58B")]),
        ("sv", "Lag 12C2(a) och (b)", [("Lag 12C2(a) och (b)", "12C2a +b")]),
        ("en", "see Law 16C1 or 2, and Laws 61-64", [("Law 16C1 or 2", "16C1 +2"), ("Laws 61-64", "61-64")]),
    ],
)
def test_absolute(language: str, text: str, expected: list[tuple[str, str]]) -> None:
    assert expected == found(text, language)


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("sv", "(se C2 nedan).", [("C2 nedan", "~C2")]),
        ("sv", "i A och B ovan.", [("A och B ovan", "~A ~B")]),
        ("sv", "än (a) och (b) ovan", [("(a) och (b) ovan", "~a ~b")]),
        ("sv", "som i 2(c) eller 2(d) ovan.", [("2(c) eller 2(d) ovan", "~2c ~2d")]),
        ("sv", "[men se B2(a)(v) ovan]", [("B2(a)(v) ovan", "~B2av")]),
        ("sv", "[se även C1(d)]", [("C1(d)", "~C1d")]),
        ("sv", "(men se B1 och följande)", [("B1 och följande", "~B1")]),
        ("sv", "enligt avsnitt B i den här lagen, anses", [("avsnitt B i den här lagen", "~B")]),
        ("sv", "När A inte gäller:", [("A", "~A")]),
        ("sv", "tillåtet enligt A.", [("A", "~A")]),
        ("sv", "begränsningarna i A2:", [("A2", "~A2")]),
        ("nb", "(se 3. nedenfor)", [("3. nedenfor", "~3")]),
        ("nb", "i tilfelle b1) og b2) ovenfor,", [("b1) og b2) ovenfor", "~b1 ~b2")]),
        ("nb", "gitt i pkt. A-E ovenfor,", [("pkt. A-E ovenfor", "~A-E")]),
        ("nb", "enten pkt. a) eller pkt. b) ovenfor", [("pkt. a) eller pkt. b) ovenfor", "~a ~b")]),
        ("nb", "(men i så fall kommer pkt. B1a) ovenfor til anvendelse)", [("pkt. B1a) ovenfor", "~B1a")]),
        ("nb", "(noe, men se pkt. b) nedenfor).", [("pkt. b) nedenfor", "~b")]),
        ("nb", "seksjon B av denne paragraf,", [("seksjon B av denne paragraf", "~B")]),
    ],
)
def test_relative(language: str, text: str, expected: list[tuple[str, str]]) -> None:
    assert expected == found(text, language)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("nb", "kløver ( § ). Kortene i hver farge"),
        ("nb", "ruter ( ¨ ), kløver (§) Følge farge"),
        ("nb", "Nord gir 1 - I 5 - NS 9 - ØV 13 - A Øst"),
        ("nb", "på dette punkt"),
        ("sv", "Ett lag 4 mot lag 2 i 16 brickor"),
        ("sv", "benämningar och andra bud"),
        ("sv", "så att partner kunde se framsidan"),
        ("sv", "A. Byte av bricka"),
        ("sv", "2. (a) Om spelarens partner"),
        ("sv", "I sang: 40"),
        ("sv", "enligt denna lag"),
        ("da", "I så fald er den første"),
        ("da", "de(n) rettelsesperiode(r)"),
    ],
)
def test_false_friends(language: str, text: str) -> None:
    assert [] == found(text, language)


def test_a_sense_number_does_not_join_a_list() -> None:
    """The Swedish definition of Bricka: "enligt Lag 2. 2. De fyra händerna"."""
    assert [("Lag 2", "2")] == found("En duplikatsbricka enligt Lag 2. 2. De fyra händerna", "sv")


def test_a_number_before_a_unit_does_not_join_a_list() -> None:
    assert [("§ 12C2", "12C2")] == found("jf. § 12C2, 3 stik", "da")


@pytest.mark.parametrize(
    ("language", "text", "signal", "negated", "gloss"),
    [
        ("da", "men se også § 214C3.", "men se også", False, ""),
        ("da", "ifølge § 13 (forkert antal kort)", "ifølge", False, "forkert antal kort"),
        (
            "da",
            "(men se § 86D (resultat foreligger (ved det andet bord)))",
            "men se",
            False,
            "resultat foreligger (ved det andet bord)",
        ),
        ("da", "Dog anvendes § 86D (resultat) ikke.", "anvendes", True, "resultat"),
        ("da", "(og ikke § 214C2).", "", True, ""),
        ("da", "i stedet for § 231B.", "i stedet for", True, ""),
        ("da", "jf. § 202C2 ikke er heltalligt", "jf.", False, ""),
        ("nb", "§12C2 kommer ikke til anvendelse", "", True, ""),
        ("nb", "se §23 om pass som skader den ikke-feilende side.", "se", False, None),
        ("sv", "Lag 16C2 gäller inte, men", "", True, ""),
        ("sv", "När A inte gäller:", "", True, ""),
        ("sv", "möjligheten i Lag 29A inte har utnyttjats", "i", False, ""),
        ("sv", "gäller Lag 31, inte Lag 30.", None, None, None),
    ],
)
def test_signal_negation_and_gloss(
    language: str, text: str, signal: str | None, negated: bool | None, gloss: str | None
) -> None:
    citation = find(text, language)[0]
    assert signal is None or signal == citation.signal
    assert negated is None or negated == citation.negated
    assert gloss is None or gloss == citation.gloss


def test_a_negation_holds_for_the_one_it_stands_before() -> None:
    assert [False, True] == [c.negated for c in find("gäller Lag 31, men inte Lag 30.", "sv")]


def test_a_negation_behind_a_list_holds_for_all_of_it() -> None:
    assert [True, True] == [c.negated for c in find("(dvs. § 205A1 og § 205A3 er ikke i kraft)", "da")]


@pytest.mark.parametrize(
    ("language", "text", "where", "expected"),
    [
        ("sv", "Se straff.", "definition", "def:Straff"),
        ("sv", '(se även "korrigering") – det finns', "definition", "def:Korrigering"),
        ("da", "se taget tilbage.", "definition", "def:TAGET TILBAGE"),
        ("da", "(se definitionen af straff).", "body", "def:Straff"),
        ("sv", "Se straff.", "body", ""),
        ("sv", "se framsidan av kortet", "definition", ""),
    ],
)
def test_headwords(language: str, text: str, where: str, expected: str) -> None:
    citations = find(text, language, where=where, headwords=HEADWORDS)  # type: ignore[arg-type]
    assert expected == (citations[0].headword if citations else "")


def test_a_section_of_another_document_is_no_law() -> None:
    """DBf X91: "§ 14" is the statutes' and not the law about missing cards."""
    for text in ("Jf. DBF's vedtægter, § 14, stk. 5.1, skal", "jf. DBF's vedtægters § 14, af"):
        (citation,) = find(text, "da", work="dbf")
        assert ("external", ()) == (citation.form, citation.members)


def test_a_whole_book_is_external() -> None:
    (citation,) = find("Se Generellt regelverk.", "sv")
    assert ("Generellt regelverk", "external", "se") == (citation.printed, citation.form, citation.signal)


def test_this_law_counts_only_where_the_language_says_so() -> None:
    assert ["denne paragraf"] == [c.printed for c in find("efter denne paragraf", "da")]
    assert [] == list(find("efter denne paragraf", "da", work="dbf"))
    assert [] == list(find("enligt denna lag", "sv"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "piece",
    ["§", "(", "§ 16C2(", "a ", "Lag 1, ", "se ", " ", "A", "§1,", "16C2(a)(i)", "1", "(a)", "§ 12 og ", "ikke "],
)
def test_hostile_input_is_read_in_one_pass(language: str, piece: str) -> None:
    """Ten times the text takes about ten times the steps; a pattern that looks back would take hours here."""
    for citation in find(piece * (20_000 // len(piece)), language):
        assert citation.start < citation.end


@given(st.text(alphabet="§LagSee 16C2abiv().,-–ognch3\u00a0", max_size=80), st.sampled_from(LANGUAGES))
def test_citations_never_overlap_and_print_what_stands_there(text: str, language: str) -> None:
    citations = find(text, language)
    assert all(citation.printed == text[citation.start : citation.end] for citation in citations)
    assert all(one.end <= two.start for one, two in pairwise(citations))


def test_every_language_has_the_same_words() -> None:
    assert all(words_of(language).signs and words_of(language).ands for language in LANGUAGES)


def test_every_paragraph_sign_of_the_laws_is_in_a_citation(library: Library) -> None:
    """The two Norwegian signs that were suits are read as suits; no sign is left over in any text."""
    for expression in library.expressions:
        language, work = expression.language, expression.work
        for passage in expression.passages():
            cited = sum(c.printed.count("§") for c in find(passage.prose.text, language, work=work))
            assert cited == passage.prose.text.count("§"), passage
