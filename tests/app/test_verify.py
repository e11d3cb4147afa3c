"""``lovbro verify``: a verdict for each citation and quotation, and nothing unchecked passes for right."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import docx
import pytest
import typst

from app.cli.main import main
from app.committee.verified_copy import commented_copy
from app.committee.verifying import verify_file
from app.i18n.words import UI_LANGUAGES, WORDS
from app.reader.text.unbroken import unbroken
from app.reader.verification import verification_html
from corpus.alignment.concordance import Concordance
from corpus.alignment.fate import NumberFates
from corpus.library import Library
from corpus.registry import Registry
from index.quotations.finder import QUOTATION_VERDICTS
from index.verification.document import Verification
from index.verification.editions import editions_named
from index.verification.judging import CITATION_VERDICTS
from index.verification.printed import UNCHECKED_REASONS
from tests.accuracy.verification import measured
from tests.index.test_quotations import ALTERNATIVE
from tests.support.texts import all_texts


def verified(text: str, edition: str = "", name: str = "note.md") -> Verification:
    return verify_file(name, text.encode(), edition, library=all_texts())


def verdicts(text: str, edition: str = "") -> list[tuple[str, str]]:
    return [(one.printed, one.verdict) for one in verified(text, edition).citations]


@pytest.mark.parametrize(
    ("text", "edition", "expected"),
    [
        ("Se § 16 B 1 a.", "2017", [("§ 16 B 1 a", "right")]),
        ("Se § 16 C 2.", "2007", [("§ 16 C 2", "other-rule")]),
        ("Se § 16 C 2 (2007).", "2017", [("§ 16 C 2", "other-rule")]),
        ("I lovene fra 2007 § 16 C 2.", "2017", [("§ 16 C 2", "other-rule")]),
        ("Se § 73 F 2.", "2007", [("§ 73 F 2", "moved")]),
        ("Se § 98 og § 16 Z.", "2017", [("§ 98", "never-existed"), ("§ 16 Z", "never-existed")]),
        ("Se § 16 B 1 z, § 16 B 12.", "2017", [("§ 16 B 1 z", "never-existed"), ("§ 16 B 12", "never-existed")]),
        ("Se § 16 C 2.", "", [("§ 16 C 2", "unclear")]),
        ("Se § 16 B 1 a.", "", [("§ 16 B 1 a", "right")]),
        ("Se § 61 (kulørsvigt).", "2017", [("§ 61", "right")]),
        ("Se § 64 (udspil uden for tur).", "2017", [("§ 64", "contradicted")]),
        ("Se Lag 16B1(a) och Law 27B1.", "2017", [("Lag 16B1(a)", "right"), ("Law 27B1", "right")]),
        ("Syd meldte 4H efter § 21B3, 4H.", "2017", [("§ 21B3", "right")]),
        ("Se § 16.B.1.a og § 16.F.1.a.", "2017", [("§ 16.B.1.a", "right"), ("§ 16.F.1.a", "never-existed")]),
        ("Se §§ 12 C 1 e og 64 F.", "2017", [("§§ 12 C 1 e og 64 F", "never-existed")]),
        ("Se § 16 B 1, 2 og 7.", "2017", [("§ 16 B 1, 2 og 7", "never-existed")]),
        ("Se § 12 C 1 (c) og (h).", "2017", [("§ 12 C 1 (c) og (h)", "never-existed")]),
        ("Se § 12 C 1 d og e.", "2017", [("§ 12 C 1 d og e", "right")]),
        ("Se § 16, litra B, nr. 1, litra a.", "2017", [("§ 16, litra B, nr. 1, litra a", "right")]),
        ("Se § 16, litra B, nr. 9.", "2017", [("§ 16, litra B, nr. 9", "never-existed")]),
    ],
)
def test_each_number_has_the_verdict_of_its_edition(text: str, edition: str, expected: list[tuple[str, str]]) -> None:
    assert expected == verdicts(text, edition)


def test_a_moved_number_says_where_its_rule_is_today() -> None:
    found = verified("Se § 16 C 2 (2007).", "2017").citations[0]
    assert ["16D2"] == [str(place) for place in found.today]


_PASTED = """Turneringslederen blev tilkaldt af Øst, der sagde at Vest havde tænkt
længe inden sin melding, og han dømte efter _reglen_ i § 16 B 1 a. Nord/Syd
appellerede og henviste til § 64 F, som ingen ved bordet kendte, og til at
"en spiller må ikke vælge en melding eller et spil, som påviseligt
er antydet". Appeludvalget fastholdt dommen med hjemmel i § 12 C 1 e og
tilføjede, at turneringslederen burde have læst § 85 A 1 op for spillerne."""


def test_a_citation_in_a_pasted_text_without_blank_lines_has_the_line_that_it_is_on() -> None:
    found = verified(_PASTED, "2017", name="pasted.txt")
    lines = _PASTED.split("\n")
    assert ["§ 16 B 1 a", "§ 64 F", "§ 12 C 1 e", "§ 85 A 1"] == [one.printed for one in found.citations]
    assert [2, 3, 5, 6] == [one.place.line for one in found.citations]
    assert all(one.printed in lines[one.place.line - 1] for one in found.citations)
    assert {4} == {one.place.line for one in (*found.quotations, *found.unchecked) if one.place}


def test_the_page_and_the_command_name_the_line_of_a_citation(
    tmp_path: Path, registry: Registry, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pasted.txt").write_text(_PASTED, encoding="utf-8")
    main(["verify", str(tmp_path / "pasted.txt"), "--edition", "2017"])
    assert "line 5: § 12 C 1 e" in capsys.readouterr().out
    page = verification_html(verified(_PASTED, "2017", name="pasted.txt"), registry, "da")
    assert ["linje 2", "linje 3", "linje 5", "linje 6"] == re.findall(r"linje \d", page)[:4]


def test_the_edition_that_a_document_names_is_that_of_its_numbers() -> None:
    found = verified("# Love for turneringsbridge 2007\n\nSe § 16 C 2.")
    assert ("2007", "document") == (found.meant.edition, found.meant.basis)
    assert "other-rule" == found.citations[0].verdict


def test_the_sections_of_a_translation_of_the_laws_are_the_laws() -> None:
    book = "\n\n".join(f"§ {number} Overskrift {number}" for number in range(1, 94))
    found = verified(f"{book}\n\nSe § 61 og § 95.", "2017")
    assert [("§ 61", "right"), ("§ 95", "never-existed")] == [(c.printed, c.verdict) for c in found.citations[-2:]]
    assert () == found.unchecked


@pytest.mark.parametrize("named", ["2007-utgåvan av lagarna gäller.", "Lovboken 2007 gjelder."])
def test_a_book_is_known_by_the_name_of_an_edition_in_each_language(named: str, registry: Registry) -> None:
    assert {"2007"} == editions_named([named], registry.editions)


@pytest.mark.parametrize(
    "sentence",
    [
        "I 1997 års lagar fanns Lag 12C3.",
        "Enligt 1997 års lagar, Lag 16A2 och 12C3, var det så.",
        "Efter 1997-lovene gav § 12C3 en anden ret.",
        "I lovene fra 1997 fantes § 12 C 3.",
        "In the 1997 Laws, Law 12C3 said so.",
        "Enligt 1997 års lag 12C3 var det så.",
        "Så var det i Lag 12C3 av år 1997.",
    ],
)
def test_the_laws_named_at_the_head_of_a_sentence_are_those_of_its_numbers(sentence: str) -> None:
    found = verified(f"Idag är det Lag 12C1. {sentence}", "2017")
    assert ["2017", "1997"] == [one.meant.edition for one in (found.citations[0], found.citations[-1])]
    assert "other-rule" == found.citations[-1].verdict


@pytest.mark.parametrize(
    "said",
    [
        "Tidligere § 16 C 2.", "Se § 16 C 2 (gammel nummerering).", "Den gamle § 16 C 2 gjaldt.",
        "Se Lag 16C2 i de gamla lagarna.", "See Law 16C2 of the previous edition.",
    ],
)  # fmt: skip
def test_a_number_that_is_called_an_old_one_is_never_right_as_one_of_today(said: str) -> None:
    assert ["unclear"] == [one.verdict for one in verified(said, "2017").citations]


def test_a_section_of_a_federation_is_no_law_and_one_that_is_held_is_still_read() -> None:
    found = verified("Efter DBf's § 12, TB § 90 B 5 og DBf § X12 skal det ske. Etter NBFs § 16 og.", "2017")
    assert ["§ X12"] == [one.printed for one in found.citations]
    assert ["foreign"] * 3 == [part.reason for part in found.unchecked]


def test_laws_named_with_a_number_are_not_those_of_the_document() -> None:
    found = verified("Om lagarna 2017\n\nI 1997 års lagar fanns Lag 12C3. Se Lag 12C3.")
    assert ["1997", "2017"] == [one.meant.edition for one in found.citations]


def test_a_note_is_of_every_rule_that_calls_it_and_a_sentence_begins_behind_a_label() -> None:
    found = verified(
        "Lag 64A2: ”För denna lag är ett stick vunnet av träkarlen inte vunnet av spelföraren.” Lag 25B2: ”Det"
        " ursprungliga budet gäller och budgivningen fortsätter (Lag 26 kan gälla).”",
        "2017",
    )
    assert {"exact"} == {one.checked.verdict for one in found.quotations}
    assert {"right"} == {one.verdict for one in found.citations}


def test_several_labels_in_one_pair_of_brackets_are_all_judged() -> None:
    found = verified("Se § 64 B (1, 2 og 9), § 12 C 1 (a-c) og § 16, B-F. §§ 16 B 1 a og 2.", "2017")
    assert [["64B1", "64B2", "64B9"], ["12C1a", "12C1b", "12C1c"]] == [
        [str(one.number) for one in citation.numbers] for citation in found.citations
    ]
    assert ["never-existed", "right"] == [one.verdict for one in found.citations]
    assert ["unread", "unread"] == [part.reason for part in found.unchecked]


def test_a_row_of_a_table_and_a_member_of_a_list_are_quoted_whole_and_a_few_figures_are_no_quotation() -> None:
    found = verified(
        "Lag 2: ”Nord giv Bricka 1 5 9 13”. Lag 77: ”100”. Han kan ”Begära att partner spelar sitt lägsta kort i den"
        " spelade färgen” (57A2) eller ”förbjuda partner att spela ett kort i samma färg” (57A4).",
        "2017",
    )
    assert ["exact", "exact", "differs"] == [one.checked.verdict for one in found.quotations]
    assert {"right"} == {one.verdict for one in found.citations}
    assert ["short"] == [part.reason for part in found.unchecked]


def test_two_editions_in_one_document_leave_its_numbers_unclear() -> None:
    found = verified("Love for turneringsbridge 2007 og lovene fra 2017.\n\nSe § 16 C 2.")
    assert "unclear" == found.citations[0].verdict


@pytest.mark.parametrize(
    "said",
    [
        "I dette cirkulære er alle numre fra Love for turneringsbridge 2017. Tidligere gjaldt lovene fra 2007.",
        "Alla hänvisningar gäller lagarna från 2017. Förut gällde lagarna från 2007.",
        "All references are to the Laws of Duplicate Bridge 2017. Earlier the Laws of 2007 applied.",
    ],
)
def test_of_two_editions_the_one_that_a_document_says_its_numbers_are_of_is_meant(said: str) -> None:
    found = verified(f"{said}\n\nScoren justeres efter § 12C1b.")
    assert ("2017", "document") == (found.meant.edition, found.meant.basis)


def test_editions_that_a_document_names_are_told_by_name(registry: Registry) -> None:
    found = verified("Love for turneringsbridge 2017. Tidligere gjaldt lovene fra 2007.\n\nSe § 16 C 2.")
    assert ("2007", "2017") == found.meant.named
    html = verification_html(found, registry, "da")
    assert "Dokumentet nævner lovene fra 2007, 2017" in html
    assert "ingen udgave" not in html


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("§ 27 (kulørsvigt)", "contradicted"),
        ("§ 27 (strafkort)", "contradicted"),
        ("§ 27 (etableret kulørsvigt)", "contradicted"),
        ("§ 45 (appel)", "contradicted"),
        ("§ 64 (etableret kulørsvigt)", "right"),
        ("§ 25 (rettelse af melding)", "right"),
        ("§ 50 (strafkort)", "right"),
        ("§ 92 (appel)", "right"),
    ],
)
def test_words_of_the_heading_of_other_laws_alone_contradict_a_number(text: str, verdict: str) -> None:
    assert [verdict] == [one.verdict for one in verified(f"Spilleren har set {text} i bogen.", "2017").citations]


def test_a_year_behind_one_number_is_not_the_edition_of_the_others() -> None:
    found = verified("TL fulgte § 27 B 1. Efter lovenes § 12 C 1 (e) (2007) gives det gunstigste resultat.")
    assert ["", "2007"] == [one.meant.edition for one in found.citations]


@pytest.mark.parametrize("text", ["Turneringsreglementets § 12 gælder.", "Se § 12 i DBf's turneringsreglement."])
def test_a_rule_of_another_body_is_never_judged_as_a_law(text: str) -> None:
    found = verified(text, "2017")
    assert ((), ["foreign"]) == (found.citations, [part.reason for part in found.unchecked])


@pytest.mark.parametrize(
    "text",
    [
        "Det står i turneringsbestemmelsernes § 206.",
        "Det står i § 206 i turneringsbestemmelserne.",
        "Det står i DBf´s turneringsbestemmelser § 206.",
        "DBf § 206 gælder.",
    ],
)
def test_a_rule_of_the_regulations_held_is_judged_by_their_name_too(text: str) -> None:
    assert [("§ 206", "right")] == verdicts(text, "2017")
    assert [] == [one for one in verdicts(text.replace("206", "299"), "2017") if one[1] == "right"]
    foreign = verified(text.replace("206", "16"), "2017").unchecked
    assert ("DBf" in text and "best" not in text) or ["foreign"] == [part.reason for part in foreign]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Efter § 16 C, stk. 2, er det afgjort.", [("§ 16 C, stk. 2", "right")]),
        ("Efter § 12 C stk. 1 er det afgjort.", [("§ 12 C stk. 1", "right")]),
        ("Efter § 12C, stk. 1, litra e, er det afgjort.", [("§ 12C, stk. 1, litra e", "right")]),
        ("Efter § 12C, stk. 9, er det afgjort.", [("§ 12C, stk. 9", "never-existed")]),
        ("Efter selskabslovens § 5, stk. 2, og § 12 c, stk. 7, er det afgjort.", []),
    ],
)
def test_a_law_with_stk_is_one_of_the_laws_where_it_has_their_letter(
    text: str, expected: list[tuple[str, str]]
) -> None:
    assert expected == verdicts(text, "2017")


def test_a_quotation_in_the_marks_of_each_language_is_found(tmp_path: Path) -> None:
    text = "\n\n".join(
        f"I § 16 B 1 b (2017) står: {before}{ALTERNATIVE}{after}" for before, after in ("»«", "«»", "””", "“”", '""')
    )
    found = verified(text)
    assert ["exact"] * 5 == [one.checked.verdict for one in found.quotations]
    assert ["right"] * 5 == [one.verdict for one in found.citations]


def test_a_block_of_quoted_words_is_a_quotation() -> None:
    found = verified(f"I § 16 B 1 b (2017) står:\n\n> {ALTERNATIVE}\n\nSlut.")
    assert ["exact"] == [one.checked.verdict for one in found.quotations]
    assert ["16B1b"] == [str(one.number) for one in found.quotations[0].cited]


@pytest.mark.parametrize(
    ("before", "after"), [("'", "'"), ("‘", "’"), ("’", "’"), ("›", "‹"), ("‹", "›"), ("``", "''")]
)
@pytest.mark.parametrize("end", ["", "."])
def test_changed_words_between_single_marks_are_told(before: str, after: str, end: str) -> None:
    changed = ALTERNATIVE.rstrip(".").replace("nogle", "alle") + end
    (found,) = verified(f"I § 16 B 1 b står: {before}{changed}{after}, og det er DBf's regel.", "2017").quotations
    assert (changed, "differs") == (found.checked.text, found.checked.verdict)


@pytest.mark.parametrize(
    "text", ["Players' cards and the others' bids.", "It's DBf's rule, and 'tis law.", "Årene '90 og '95."]
)
def test_an_apostrophe_is_no_quotation(text: str) -> None:
    found = verified(text, "2017")
    assert ((), ()) == (found.quotations, found.unchecked)


def test_a_word_put_in_brackets_beside_all_the_others_leaves_none_out() -> None:
    words = ALTERNATIVE.split()
    (found,) = verified(f"I § 16 B 1 b står: »{' '.join([*words[:3], '[altid]', *words[3:]])}«", "2017").quotations
    assert {"inserted"} == {"omission", "inserted"} & set(found.checked.notes)
    assert found.checked.difference


@pytest.mark.parametrize(
    ("quoted", "expected"),
    [
        ("[TL] må ikke justere scoren med den begrundelse, at den berigtigelse, som disse love foreskriver, er enten "
         "urimeligt [sic] hård eller fordelagtig for nogen af siderne.", "exact"),
        ("[TL] må ikke justere scoren med den begrundelse, at den berigtigelse, som disse love foreskriver, er enten "
         "urimeligt [sic] mild eller fordelagtig for nogen af siderne.", "differs"),
        ("Turneringslederen må ikke justere scoren – – – eller fordelagtig for nogen af siderne.", "exact"),
        ("[Når lovene er for hårde] er enten urimeligt hård eller fordelagtig for nogen af siderne.", "exact"),
    ],
)  # fmt: skip
def test_words_in_brackets_are_of_who_quotes_and_all_others_are_compared(quoted: str, expected: str) -> None:
    (found,) = verified(f"I § 12 B 2 står: »{quoted}«", "2017").quotations
    assert expected == found.checked.verdict
    assert (expected == "exact") == bool({"inserted", "omission"} & set(found.checked.notes))


def test_brackets_of_the_text_itself_are_compared_word_for_word() -> None:
    (found,) = verified(
        "I Lag 61B2(a) står: ”Träkarlen får fråga spelföraren [men se färgen. Lag 43B2(b)].”"
    ).quotations
    assert ("differs", True) == (found.checked.verdict, bool(found.checked.difference))


def test_words_in_a_table_belong_to_the_number_in_their_row() -> None:
    rule, other = (
        "Turneringslederen bør straks tilkaldes, når der bliver gjort opmærksom på en uregelmæssighed.",
        ALTERNATIVE,
    )
    table = f"| Regel | Ord |\n|---|---|\n| § 9 B 1 a | »{rule}« |\n| § 16 B 1 b | »{other}« |"
    right = verified(table, "2017")
    assert right.is_right
    exchanged = verified(table.replace("9 B 1 a", "x").replace("16 B 1 b", "9 B 1 a").replace("x", "16 B 1 b"), "2017")
    assert ["elsewhere", "elsewhere"] == [one.checked.verdict for one in exchanged.quotations]


def test_words_merely_like_some_of_another_language_do_not_speak_against_a_number() -> None:
    found = verified("Efter § 16 C 2: »En spiller må ikke vælge en melding«.\n\nDet er afgjort af TL.", "2017")
    assert "right" == found.citations[0].verdict
    assert ["differs"] == [one.checked.verdict for one in found.quotations]
    assert not found.is_right


def test_a_number_beside_the_words_of_another_rule_is_contradicted() -> None:
    found = verified(f"Efter § 16 C 1 (2017) gælder: »{ALTERNATIVE}«")
    assert ("contradicted", "quoted-elsewhere") == (found.citations[0].verdict, found.citations[0].gravest.reason)
    assert ["16B1b"] == [str(place) for place in found.citations[0].gravest.likely]
    assert "elsewhere" == found.quotations[0].checked.verdict


def test_what_nobody_can_judge_is_listed_with_its_reason() -> None:
    found = verified(
        "![diagram](d.png)\n\nSe vedtægternes § 5, stk. 2. Nævnte paragraf gælder."
        " Han sagde »dobler jeg«. Og »et åbent anførselstegn.\n\n"
        "Der står »The player shall withdraw the card that was led out of turn at once«."
    )
    assert {"image", "foreign", "relative", "short", "lone-mark", "language"} == {
        part.reason for part in found.unchecked
    }
    assert not found.is_right


def test_sections_of_the_document_itself_are_not_taken_for_laws() -> None:
    found = verified("§ 1 Formål\n\n§ 2 Medlemmer\n\n§ 3 Kontingent\n\nSe § 2 og § 16 B 1 (2017).")
    assert ["§ 16 B 1"] == [one.printed for one in found.citations if one.verdict == "right"]
    assert "own-section" in {part.reason for part in found.unchecked}


def test_a_page_of_a_pdf_is_judged_by_its_citations_and_quotations_over_lines_and_pages() -> None:
    """The quotation goes over the end of a page, its words are cut at the ends of lines."""
    changed = ALTERNATIVE.replace("nogle", "alle")
    page = (
        '#set page(width: 8cm, height: 5cm)\n#set text(lang: "da", hyphenate: true)\n#set par(justify: true)\n'
        f"Udvalget har set på § 16 B 1 a og på § 98. I § 16 B 1 b står: »{ALTERNATIVE}«\n\n"
        f"Holdet skrev i sin klage over § 16 B 1 b: »{changed}«"
    )
    content = typst.compile(page.encode(), format="pdf", ignore_system_fonts=True, timestamp=0)
    assert isinstance(content, bytes)
    found = verify_file("klage.pdf", content, "2017", library=all_texts())
    assert [
        ("§ 16 B 1 a", "right"), ("§ 98", "never-existed"), ("§ 16 B 1 b", "right"), ("§ 16 B 1 b", "right")
    ] == [(one.printed, one.verdict) for one in found.citations]  # fmt: skip
    assert ["exact", "differs"] == [one.checked.verdict for one in found.quotations]
    assert {1, 2} == {one.place.page for one in found.citations}


@pytest.mark.parametrize("held_out", [False, True])
def test_of_documents_with_known_answers_none_passes_wrongly_and_none_is_blamed(
    held_out: bool, library: Library, concordance: Concordance
) -> None:
    """A sample; ``python -m tests.accuracy.verification`` measures two thousand."""
    score = measured(held_out, 50, NumberFates.of(concordance, library), library)
    assert (0, 0) == (score.false_right, score.false_alarms)
    assert min(score.faulty, score.sound) > 10


def word_file() -> bytes:
    paper = docx.Document()
    paper.add_paragraph("Efter Love for turneringsbridge 2017 og § 16 C (2007) samt § 16 B 1 a.")
    second = paper.add_paragraph("I § 16 B 1 b står: ")
    second.add_run(f"»{ALTERNATIVE.replace('ikke', 'altid').replace('nogle', 'alle')}«").italic = True
    paper.add_table(1, 1).cell(0, 0).text = "Se § 16 Z."
    out = io.BytesIO()
    paper.save(out)
    return out.getvalue()


def test_a_word_file_gets_a_copy_with_comments_and_keeps_its_words_and_looks(registry: Registry) -> None:
    content = word_file()
    found = verify_file("a.docx", content)
    copy = docx.Document(io.BytesIO(commented_copy(content, found, registry, "da")))
    original = docx.Document(io.BytesIO(content))
    comments = [comment.text for comment in copy.comments]
    assert 4 == len(comments)
    assert any("§ 16 D" in text for text in comments)
    assert any("[-nogle-]{+alle+}" in text for text in comments)
    assert [p.text for p in original.paragraphs] == [p.text for p in copy.paragraphs]
    looks = [[(r.text, r.italic, r.bold) for r in p.runs] for p in original.paragraphs]
    assert [[look[1:] for look in line if look[0]] for line in looks] == [
        list(dict.fromkeys((r.italic, r.bold) for r in p.runs if r.text)) for p in copy.paragraphs
    ]


def test_the_command_prints_one_object_and_says_by_its_exit_code_whether_all_is_right(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = tmp_path / "good.md", tmp_path / "bad.md"
    good.write_text(f"I § 16 B 1 b (2017) står: »{ALTERNATIVE}«", encoding="utf-8")
    bad.write_text("Se § 16 C 2.", encoding="utf-8")
    assert 0 == main(["verify", str(good), "--json"])
    answer = json.loads(capsys.readouterr().out)
    assert {"document", "checked", "unchecked", "citations", "quotations"} <= answer.keys()
    assert {"where", "printed", "edition", "targets", "verdict", "today", "message"} <= answer["citations"][0].keys()
    assert {"where", "text", "verdict", "source", "difference"} <= answer["quotations"][0].keys()
    assert 1 == main(["verify", str(bad), "--date", "2010-01-01", "--out", str(tmp_path / "bad.html")])
    assert "§ 16 D 2" in capsys.readouterr().out
    assert unbroken("§ 16 D 2") in (tmp_path / "bad.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["missing.md"], "no such file"),
        (["a.md", "--edition", "2011"], "there are 1997, 2007, 2017"),
        (["a.md", "--out", "a.docx"], ".html"),
        (["a.rtf"], "rtf"),
    ],
)
def test_bad_input_gets_one_line(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a.md", "a.rtf"):
        Path(name).write_text("Se § 16.", encoding="utf-8")
    assert 2 == main(["verify", *arguments])
    told = capsys.readouterr().err
    assert message in told
    assert 1 == told.count("\n")


@pytest.mark.parametrize("ui", UI_LANGUAGES)
def test_every_verdict_and_reason_has_words(ui: str, registry: Registry) -> None:
    keys = [f"ver_{name}" for name in (*CITATION_VERDICTS, *QUOTATION_VERDICTS)]
    keys += [f"ver_un_{reason}" for reason in UNCHECKED_REASONS]
    assert not [key for key in keys if not WORDS[ui].get(key)]  # type: ignore[index]
    text = f"§ 16 C 2, § 98, § 64 (udspil uden for tur), § 16 C 1: »{ALTERNATIVE.replace('nogle', 'alle')}« ![d](d.png)"
    html = verification_html(verified(text, "2007"), registry, ui)  # type: ignore[arg-type]
    assert "<ins>alle</ins>" in html
    assert WORDS[ui]["ver_never-existed"] in html  # type: ignore[index]
    assert not re.search(r"(§|Lag|Law) \d|§\N{NO-BREAK SPACE}16 C", html), "no line ends within a number"


def test_a_sign_tells_right_from_wrong_and_from_what_must_be_looked_at(registry: Registry) -> None:
    text = "Se § 16 B 1 a, § 98 og § 16 C 2. »Et logisk alternativ er noget, som alle ville vælge.«"
    html = verification_html(verified(text), registry, "da")
    rows = re.findall(r'<tr role="row" class="(\w+)">.*?aria-hidden="true">(.)</span> ([^<]+)', html, re.DOTALL)
    assert [
        ("right", "✓", "rigtig"),
        ("wrong", "✕", "har aldrig eksisteret"),
        ("doubt", "!", "uafklaret"),
        ("wrong", "✕", "ikke fundet"),
    ] == rows
