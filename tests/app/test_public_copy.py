"""A copy for publication names nobody unasked: what is proposed, what is replaced, and what is listed as left."""

from __future__ import annotations

import io
import re
from dataclasses import replace

import pytest
from pypdf import PdfReader
from streamlit.testing.v1 import AppTest

from app.committee.document_markdown import to_markdown
from app.committee.document_pdf import to_pdf
from app.committee.dossier_document import compose
from app.committee.edition_guard import EditionGuard
from app.committee.public_copy import (
    names_in_quotations,
    names_left,
    proposed_replacements,
    public_copy,
    public_name,
    read_replacements,
)
from app.committee.register import reader
from app.i18n.words import UI_LANGUAGES, UiLanguage, words
from app.views.markdown import escape_markdown
from corpus.alignment.fate import NumberFates
from corpus.dossiers.dossier import Dossier, PolledPlayer, TypedAdjustment
from corpus.dossiers.quotation import QuotationCheck, quote_case
from corpus.library import Library
from corpus.store import load_tables

CASE = Dossier(
    "lund-mod-nielsen", "Lund mod Nielsen", "da", north_south="IB LUND - PER NIELSEN",
    east_west="Karl Vest - Anna Øst", committee="Jens Holm, Ulla Krog og Eva Dam", director="TL Hansen",
    facts="Eva Dam spurgte P. Nielsen om passen. Karl Vest doblede. Lund nægtede. IB LUND var sikker.",
    chair="Jens Holm", auction="Nord Øst Syd Vest\n1S pas pas D",
)  # fmt: skip
PEOPLE = {"IB LUND", "PER NIELSEN", "Karl Vest", "Anna Øst", "Jens Holm", "Ulla Krog", "Eva Dam", "Hansen"}


def approved(case: Dossier) -> Dossier:
    return public_copy(replace(case, replacements=proposed_replacements(case)))


def proposed(case: Dossier) -> dict[str, str]:
    return read_replacements(proposed_replacements(case))


def test_everybody_in_the_fields_of_people_is_proposed_and_no_page_names_one() -> None:
    named = proposed(CASE)
    assert PEOPLE <= set(named)
    assert named["PER NIELSEN"] == named["P. Nielsen"] == named["Nielsen"]
    copy = approved(CASE)
    pdf = PdfReader(io.BytesIO(to_pdf(compose(copy, "da", signed=False), "da")))
    printed = "\n".join(page.extract_text() for page in pdf.pages) + str(pdf.metadata)
    told = {word.casefold() for word in re.findall(r"\w+", printed)}
    assert not told & {"ib", "lund", "per", "nielsen", "karl", "anna", "jens", "holm", "ulla", "krog", "eva", "dam"}
    assert f"{named['Lund']} mod {named['Nielsen']}" == copy.title
    assert CASE.auction == copy.auction, "a seat is no name"
    assert () == names_left(replace(copy, auction=""))


def test_a_surname_that_is_a_seat_is_replaced_where_it_is_sure_and_listed_elsewhere() -> None:
    case = replace(CASE, facts="Karl Vest tøvede. Vest spillede ud. Herefter sagde hr. Vest, at Øst pas var for sent.")
    copy = approved(case)
    letters = proposed(case)["Karl Vest"]
    assert f"{letters} tøvede. Vest spillede ud. Herefter sagde {letters}, at Øst pas var for sent." == copy.facts
    assert {"Vest", "Øst"} == set(names_left(copy))
    kept = replace(case, replacements=proposed_replacements(case) + "\nVest = Vest\nØst = Øst")
    assert () == names_left(public_copy(kept)), "a name that stands for itself may stay"
    nobody = replace(CASE, east_west="Ole Riis - Bo Berg")
    assert "Vest" not in " ".join((*proposed(nobody), *names_left(approved(nobody))))


@pytest.mark.parametrize(
    ("pair", "facts", "expected"),
    [
        ("I. Lund - P. Nielsen", "Hr. Nielsen nægtede, og P. Nielsen gik.", "Hr. {1} nægtede, og {1} gik."),
        ("lund - nielsen", "lund tøvede. Nielsen doblede.", "{0} tøvede. {1} doblede."),
        ("Łukasz Śliwa - Željko Đurić", "Śliwa tøvede, og Đurić passede.", "{0} tøvede, og {1} passede."),
        ("Sean O'Brien - Ann McDonald", "O’BRIEN? O'Brien's kort. MCDONALD pas.", "{0}? {0}'s kort. {1} pas."),
        ("Åse Krag - Bo Berg", "A\u030ase Krag og Åse.", "{0} og {0}."),
        ("Per Lund - Bo Berg", "Per Lunds hånd. PER LUND fik 60 per spil.", "{0}s hånd. {0} fik 60 per spil."),
        ("Jan van der Berg - Ruben de Boer", "Van der Berg og DE BOER.", "{0} og {1}."),
    ],
)
def test_a_name_is_the_same_in_whatever_letters(pair: str, facts: str, expected: str) -> None:
    case = Dossier("k", "Sag", "da", north_south=pair, facts=facts)
    given = list(dict.fromkeys(proposed(case).values()))
    assert expected.format(*given) == approved(case).facts


def test_names_of_a_text_have_letters_of_any_alphabet() -> None:
    case = Dossier("k", "Sag", "da", facts="Śliwa tøvede. O'Brien og van der Berg. Tävlingsledaren Nils Nord kom.")
    assert {"O'Brien", "van der Berg", "Nils Nord"} <= set(proposed(case))
    assert {"Smith", "Kim", "Bob"} <= set(proposed(replace(case, facts="Mr Smith (Kim) came. Director: Bob.")))


def test_a_name_is_found_beside_offices_sides_and_marks() -> None:
    case = Dossier("k", "Sag", "sv", committee="Juryn: Åsa Öberg (ordf.), Nils-Erik Ek", appellant="Nord-Syd v/ Lund")
    named = proposed(replace(case, facts="Nils-Erik tänkte. Öbergs beslut."))
    assert {"Åsa Öberg", "Nils-Erik Ek", "Nils-Erik", "Öberg", "Lund"} == set(named)
    assert named["Nils-Erik"] == named["Nils-Erik Ek"]


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ("committee", "Dansk Bridgeforbunds Appelkomite"),
        ("committee", "Appeludvalget ved DM i Vejle"),
        ("director", "Turneringslederen"),
        ("north_south", "Nord - Syd"),
        ("appellant", "Øst-Vest"),
        ("appellant", "NS"),
        ("members", "DBf"),
        ("facts", "Efter § 16 B. Herefter passede Vest. Da Øst doblede, gik NS EW ned."),
    ],
)
def test_a_body_an_office_and_a_seat_are_no_people(field: str, words: str) -> None:
    assert "" == proposed_replacements(replace(Dossier("k", "Sag", "da", event="DM i Vejle"), **{field: words}))


@pytest.mark.parametrize(
    ("language", "typed"), [("da", "Formanden Falk"), ("nb", "Lagkapteinen Falk"), ("sv", "Ledamoten Falk")]
)
def test_an_office_in_its_definite_form_is_no_part_of_a_name(language: str, typed: str) -> None:
    """Who sat in the jury and dissented got letters of two people."""
    case = Dossier("k", "t", language, members="Göran Falk", dissent=f"{typed} anser.")
    assert {"AA"} == {line.split(" = ")[1] for line in proposed_replacements(case).splitlines()}
    public = public_copy(replace(case, replacements=proposed_replacements(case)))
    assert f"{typed.split()[0]} AA anser." == public.dissent


def test_what_is_left_of_a_known_name_is_listed_in_whatever_letters_and_wherever_it_is_printed() -> None:
    case = replace(
        CASE, replacements="IB LUND = AA", facts="lund passede.", committee="", east_west="", director="", chair="",
        score=TypedAdjustment(outcomes="60 % Lund 4S ="), poll=(PolledPlayer(level="Nielsens makker"),),
    )  # fmt: skip
    left = names_left(public_copy(case))
    assert {"lund", "Lund", "PER NIELSEN", "Nielsen"} <= set(left)


def test_the_name_of_the_copy_s_file_names_nobody() -> None:
    assert "anonym" == public_name(CASE)
    assert "anonym" == public_name(public_copy(replace(CASE, replacements="IB LUND = AA")))
    assert re.fullmatch("[a-z]{2}-mod-[a-z]{2}-anonym", public_name(approved(CASE)))
    assert "sag-24-7-anonym" == public_name(Dossier("lund", "Sag 24-7", "da"))


TEXT = """Sag nr. 5/2012
Appelkomiteen ved DM i Vejle
Spillet den 4. maj 2010

Kendsgerninger
Peter Mogensen tøvede længe, jf. § 16C, og Anna Sommer doblede.

Afgørelse
Peter Mogensens påstand tages ikke til følge. § 16C.
"""


def test_names_in_a_decision_that_is_quoted_are_replaced_in_brackets_or_named(library: Library) -> None:
    decision = reader()("peter-mogensen.txt", TEXT.encode()).decision
    case = Dossier("k", "Sag", "da").add(quote_case(decision))
    bare = public_copy(case)
    ((cited, left),) = names_in_quotations(bare)
    assert (decision.number, ("Peter Mogensen", "Anna Sommer")) == (cited, left[:2])
    copy = approved(case)
    assert () == names_in_quotations(copy)
    assert case.quotations[0].pieces == copy.quotations[0].pieces, "what was taken stays"
    guard = EditionGuard(library, NumberFates.of(load_tables(), library), {decision.key: decision})
    blocks = compose(copy, "da", [QuotationCheck("same")], guard=guard, signed=False)
    text = to_markdown(blocks)
    letters = proposed(case)
    assert "Peter Mogensens" not in letters, "a genitive is the person's"
    assert "Mogensen" not in text
    assert "Sommer" not in text
    assert "mogensen" not in text, "nor does the name of its file"
    quoted = next(block for block in blocks if getattr(block, "words", "").startswith("["))
    first, second = letters["Peter Mogensen"], letters["Anna Sommer"]
    assert f"[{first}] tøvede længe, jf. § 16C (2007; i dag § 16 D, ændret), og [{second}] doblede." == quoted.words
    assert [f"[{first}]", " (2007; i dag § 16 D, ændret)", f"[{second}]"] == [
        part for part, added in quoted.segments if added
    ]
    assert words("da")["mask_note"] in [getattr(block, "words", "") for block in blocks]
    signed = to_markdown(compose(replace(case, replacements=copy.replacements), "da", guard=guard))
    assert "Peter Mogensen tøvede" in signed, "the committee's own paper has the words as they were taken"


@pytest.mark.parametrize("ui", UI_LANGUAGES)
def test_the_page_tells_who_is_still_named(ui: UiLanguage) -> None:
    source = f"""
from app.views.public_form import draw_public_copy
from app.views.kept_fields import KeptFields
from corpus.dossiers.dossier import Dossier
case = Dossier("k", "Sag", "da", facts="Ib Lund tøvede.", chair="Eva Krag", replacements="Eva Krag = AA")
fields = KeptFields("k", lambda *_: None, "")
draw_public_copy(case, "{ui}", "da", fields, lambda _: True, lambda _: ())
"""
    page = AppTest.from_string(source, default_timeout=120).run()
    assert not page.exception
    told = escape_markdown(words(ui)["desk_names_left"].format(names="Ib Lund"))
    assert [told] == [one.value for one in page.warning]
