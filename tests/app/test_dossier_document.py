"""The paper of a dossier: every word in every form, the same bytes every time; and the procedure's checklist."""

from __future__ import annotations

import hashlib
import io
import re
import subprocess
import sys
import zipfile
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from docx import Document
from docx.oxml.ns import qn
from docx.shared import Pt, RGBColor
from pypdf import PdfReader
from pypdfium2 import PdfDocument
from pypdfium2.raw import FPDF_PAGEOBJ_PATH

from app.committee.column_widths import column_widths, text_width
from app.committee.document_blocks import DocumentBlock, DocumentTable, DocumentText, Redline
from app.committee.document_docx import to_docx
from app.committee.document_html import to_html, to_page, to_report
from app.committee.document_markdown import to_markdown
from app.committee.document_pdf import to_pdf
from app.committee.dossier_document import compose
from app.committee.procedure import procedure, read_order, time_limits
from app.committee.quotation_blocks import QuotationComposer, authorities, citation
from app.committee.scoring.tables import LEXICON, read_scoring_tables
from app.i18n.words import UI_LANGUAGES, WORDS, UiLanguage, words
from corpus.dossiers.dossier import Dossier, TypedAdjustment, TypedDeadlines
from corpus.dossiers.folder import dumps
from corpus.dossiers.quotation import QuotationCheck
from corpus.library import Library
from corpus.precedents.decision import OUTCOMES
from corpus.store import load_lexicon
from corpus.text import word_diff
from tests.support.long_dossier import long_dossier


@pytest.fixture(scope="module")
def dossier(library: Library) -> Dossier:
    return long_dossier(library)


@pytest.fixture(scope="module")
def blocks(dossier: Dossier) -> tuple[DocumentBlock, ...]:
    return compose(dossier, "da")


def test_quoted_words_are_spelt_in_their_own_language_in_every_form(dossier: Dossier) -> None:
    blocks = compose(dossier, "da", languages={"sv-2017": "sv"})
    with zipfile.ZipFile(io.BytesIO(to_docx(blocks, "da"))) as paper:
        text = paper.read("word/document.xml").decode()
    assert '<w:lang w:val="sv-SE"/>' in text
    assert '<w:lang w:val="nb-NO"/>' not in text
    assert 'lang="sv"' in to_html(blocks, "da")
    assert to_pdf(blocks, "da") != to_pdf(compose(dossier, "da"), "da")


def said(blocks: tuple[DocumentBlock, ...]) -> Counter[str]:
    texts = []
    for block in blocks:
        texts += [block.lead, block.words] if isinstance(block, DocumentText) else [block.caption, *sum(block.rows, ())]
    return signs(" ".join(texts))


def signs(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+|[^\w\s]", text))


def test_twenty_quotations_go_into_word_and_pdf(dossier: Dossier, blocks: tuple[DocumentBlock, ...]) -> None:
    assert 20 == len(dossier.quotations)
    assert to_docx(blocks, "da").startswith(b"PK")
    assert to_pdf(blocks, "da").startswith(b"%PDF")


def test_the_pdf_says_every_word(blocks: tuple[DocumentBlock, ...]) -> None:
    reader = PdfReader(io.BytesIO(to_pdf(blocks, "da")))
    text = " ".join(page.extract_text() for page in reader.pages)
    assert Counter() == said(blocks) - signs(text)
    hyphened = re.findall(r"\b[^\W\d]+-[^\W\d]+\b", " ".join(b.words for b in blocks if isinstance(b, DocumentText)))
    assert hyphened
    assert [] == [word for word in hyphened if word not in text], "a word broken at its hyphen"
    assert "♠♥♦♣" in text
    assert "Øst–Vest mod Nord–Syd" in text


def test_the_word_file_says_every_word_and_has_the_tables(blocks: tuple[DocumentBlock, ...]) -> None:
    paper = Document(io.BytesIO(to_docx(blocks, "da")))
    cells = [cell.text for table in paper.tables for row in table.rows for cell in row.cells]
    text = " ".join([*(paragraph.text for paragraph in paper.paragraphs), *cells])
    assert said(blocks) == signs(text)
    assert [len(block.rows) for block in blocks if isinstance(block, DocumentTable)] == [
        len(t.rows) for t in paper.tables
    ]


def test_the_word_file_is_a_sound_package(blocks: tuple[DocumentBlock, ...]) -> None:
    with zipfile.ZipFile(io.BytesIO(to_docx(blocks, "da"))) as package:
        assert package.testzip() is None
        assert "[Content_Types].xml" == package.namelist()[0]
        assert {(1980, 1, 1, 0, 0, 0)} == {entry.date_time for entry in package.infolist()}


def test_the_page_says_every_word_and_no_markup_is_alive(blocks: tuple[DocumentBlock, ...]) -> None:
    class Reader(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.words: list[str] = []
            self.tags: set[str] = set()

        def handle_data(self, data: str) -> None:
            self.words.append(data)

        def handle_starttag(self, tag: str, attrs: object) -> None:
            self.tags.add(tag)

    reader = Reader()
    reader.feed(to_html(blocks, "da"))
    assert said(blocks) == signs(" ".join(reader.words))
    assert reader.tags <= {
        "article",
        "h1",
        "h2",
        "h3",
        "p",
        "b",
        "table",
        "thead",
        "tbody",
        "tr",
        "td",
        "th",
        "caption",
    }


def test_the_page_for_printing_fetches_nothing(blocks: tuple[DocumentBlock, ...]) -> None:
    page = to_page(blocks, "da")
    assert to_html(blocks, "da") in page
    assert re.search(r"\b(?:src|href|url|@import)\b", page.split("<body>")[0]) is None


def test_markdown_says_every_word_and_no_markup_is_alive(blocks: tuple[DocumentBlock, ...]) -> None:
    text = to_markdown(blocks)
    assert Counter() == said(blocks) - signs(re.sub(r"\\(.)", r"\1", text))
    assert re.search(r"(?<!\\)<", text) is None
    assert "\\*a\\*" in text
    assert "\n1\\. Fordi" in text
    assert "\n\\- Scoren" in text


def test_the_same_dossier_gives_the_same_bytes_in_another_process(
    dossier: Dossier, blocks: tuple[DocumentBlock, ...]
) -> None:
    code = (
        "import sys, hashlib;"
        "from corpus.dossiers.folder import loads; from app.committee.dossier_document import compose;"
        "from app.committee.document_docx import to_docx; from app.committee.document_pdf import to_pdf;"
        "b = compose(loads(sys.stdin.buffer.read(), 'k'), 'da');"
        "print(*(hashlib.sha256(f(b, 'da')).hexdigest() for f in (to_docx, to_pdf)))"
    )
    other = subprocess.run([sys.executable, "-c", code], input=dumps(dossier), capture_output=True, check=True)
    own = [hashlib.sha256(form(blocks, "da")).hexdigest() for form in (to_docx, to_pdf)]
    assert own == other.stdout.decode().split()


def test_the_paper_cites_in_full(dossier: Dossier) -> None:
    full = citation(dossier.quotations[3], "da")
    for part in ("Love for turneringsbridge 2017", "§ 16 D", "gældende fra 1. september 2017", "?law=16D&in=da-2017"):
        assert part in full
    assert "udgave 2017" not in full, "the title has the year"


def test_no_line_ends_within_the_number_of_a_provision(dossier: Dossier) -> None:
    """On paper only: what is stored of a quotation keeps its own spaces."""
    own = replace(dossier, entries=dossier.entries[:1], reasoning="Se § 16 B 1 a og DBf § X92 B.", facts="")
    blocks = compose(own, "da")
    words_of = [paragraph.text for paragraph in Document(io.BytesIO(to_docx(blocks, "da"))).paragraphs]
    kept = "Se §_16_B_1_a og DBf_§_X92_B."
    assert kept in [text.replace("\N{NO-BREAK SPACE}", "_") for text in words_of]
    assert kept in to_html(blocks, "da").replace("\N{NO-BREAK SPACE}", "_")
    assert "Se § 16 B 1 a og DBf § X92 B." in [block.words for block in blocks if isinstance(block, DocumentText)]


def test_no_empty_paragraph_stands_between_a_table_and_the_page_of_the_annex() -> None:
    """Where the table fills its page, that paragraph would be a page of nothing."""
    blocks = (DocumentText("title", "Sag"), DocumentTable((("a", "b"),)), DocumentText("annex", "Bilag"))
    body = Document(io.BytesIO(to_docx(blocks, "da"))).element.body
    assert ["p", "tbl", "p", "sectPr"] == [part.tag.rpartition("}")[2] for part in body]


def test_word_heads_in_black_in_the_font_of_the_words(blocks: tuple[DocumentBlock, ...]) -> None:
    styles = Document(io.BytesIO(to_docx(blocks, "da"))).styles
    for name in ("Title", "Heading 1", "Heading 2"):
        assert (RGBColor(0, 0, 0), styles["Normal"].font.name) == (
            styles[name].font.color.rgb, styles[name].font.name)  # fmt: skip


def test_old_and_invented_sources_are_marked(dossier: Dossier, blocks: tuple[DocumentBlock, ...]) -> None:
    notices = Counter(block.words for block in blocks if isinstance(block, DocumentText) and block.style == "notice")
    say = words("da")
    assert 2 == notices[say["desk_standing_not-in-force"]]
    assert 5 == notices[say["desk_standing_superseded"]]
    assert 1 == notices[say["desk_standing_invented"]] == notices[say["desk_holds_invented"]]
    checks = [QuotationCheck("changed")] + [QuotationCheck("same")] * 19
    changed = compose(dossier, "da", checks)
    assert 1 == sum(isinstance(b, DocumentText) and b.words == say["desk_fate_changed"] for b in changed)


def test_the_table_of_authorities_is_sorted_and_numbered(dossier: Dossier) -> None:
    rows = authorities(dossier, QuotationComposer("da"))
    danish = [row[1:] for row in rows if row[0].startswith("Love for turneringsbridge 2017")]
    assert [("§ 9", "10"), ("§ 12 C", "1"), ("§ 16 B", "2")] == danish[:3]
    assert ("Tidligere sager", "09-OPD-1", "20") == rows[-1]
    assert 20 == len(rows)


def test_every_paper_word_is_there_in_every_language(dossier: Dossier) -> None:
    for ui in WORDS:
        assert compose(dossier, ui)
        assert all(WORDS[ui][f"desk_outcome_{outcome}"] for outcome in OUTCOMES)


@pytest.mark.parametrize("laws", ["da-2017", "sv-2017"])
def test_the_procedure_is_every_provision_once_and_word_for_word(library: Library, laws: str) -> None:
    order = read_order(load_lexicon("procedure.toml"))
    chosen = {"laws": laws, "dbf": "dbf-2008"}
    phases = procedure(library, order, chosen)
    steps = [step for phase in phases for step in phase.steps]
    wanted = {
        (key, str(one.id))
        for work, key in chosen.items()
        for law in order.whole[work]
        for one in (library.provision(key, law) or pytest.fail(law)).walk()
        if one.text
    }
    assert len(steps) == len(wanted)
    assert wanted == {(step.expression, step.place) for step in steps}
    for step in steps:
        provision = library.provision(step.expression, step.place)
        assert provision is not None
        assert provision.text == step.text
        assert all(time_.words in step.text for time_ in step.times)
    assert all(f"desk_phase_{phase.name}" in words("da") for phase in phases)


def test_the_deadlines_are_those_the_texts_set(library: Library) -> None:
    phases = procedure(library, read_order(load_lexicon("procedure.toml")), {"laws": "da-2017", "dbf": "dbf-2008"})
    found = {step.place: [(t.words, t.deadline) for t in step.times] for p in phases for step in p.steps if step.times}
    assert {
        "92B": [("30 minutter", True)],
        "X92A1": [("30 minutter", True)],
        "X92A2": [("mere end 30 minutter", False)],
        "X92A3": [("mindst 5 minutter", True)],
        "253D3": [("30 minutter", True)],
        "254B3": [("48 timer", True)],
        "255C2": [("48 timer", True)],
    } == found


def test_a_time_without_a_deadline_is_only_named() -> None:
    order = read_order(load_lexicon("procedure.toml"))
    found = time_limits("En pause på 15 minutter.", "da", order)
    assert [("15 minutter", False)] == [(one.words, one.deadline) for one in found]
    assert () == time_limits("Mindst 3 medlemmer og 30 %.", "da", order)


CASE = Dossier(
    "k", "Sag 24-7", "da", "24-7", "DM for hold", "9. november 2024", "Østkredsens appelkomite",
    question="Var 4♥ lovlig?", facts="Øst tænkte.", reasoning="§ 16 B 1.", decision="Scoren vægtes.",
    federation="Danmarks Bridgeforbund", board="12", ruling="4♥-1.", table_result="4♥ V =", appellant="Øst-Vest",
    consent="Begge spillere", deposit="200 kr.", vote="2-1", dissent="Et medlem ville opretholde.",
    deposit_outcome="returned", deadline="30 minutter", chair="Åse Holm", members="Ib Lund\nEva Krag",
    deal="N:AK32.Q54.K2.J876 Q87.J92.QT54.Q32 JT95.AK3.A3.AK54 64.T876.J9876.T9",
    auction="1♠ pas 2♠ pas (tænkte) pas 2♥ pas pas pas", score=TypedAdjustment(outcomes="4♠ S =", others="+50"),
    north_south="Sten Riis - Maja Lind (Aalkrog 2)", east_west="Bo Krarup - Lis Toft (Birkelse)", director="Tage Hede",
)  # fmt: skip


@pytest.mark.parametrize("ui", UI_LANGUAGES)
def test_every_field_of_the_case_is_on_the_paper_in_every_form(ui: UiLanguage, library: Library) -> None:
    tables = read_scoring_tables(library, load_lexicon(LEXICON))
    blocks = compose(CASE, ui, tables=tables)
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(to_pdf(blocks, ui))).pages]
    paper = Document(io.BytesIO(to_docx(blocks, ui)))
    cells = [cell.text for table in paper.tables for row in table.rows for cell in row.cells]
    forms = ["\n".join(pages), "\n".join([*(p.text for p in paper.paragraphs), *cells]), to_html(blocks, ui)]
    typed = (value for name in vars(CASE) if isinstance(value := getattr(CASE, name), str))
    skipped = {CASE.key, CASE.language, CASE.deal, CASE.auction, CASE.deposit_outcome, CASE.members}
    wanted = [*(value for value in typed if value and value not in skipped), "Ib Lund", "Eva Krag", "tænkte"]
    wanted += [words(ui)["paper_deposit_returned"], words(ui)["seat_W"], "2♥"]
    for form in forms:
        plain = " ".join(form.split())
        assert [] == [value for value in wanted if " ".join(value.split()) not in plain]
        assert "10 8 7 6" in plain
    first = " ".join(" ".join(pages[:2]).split())
    for value in (CASE.decision, "Åse Holm", "Eva Krag", words(ui)["desk_sign_day"]):
        assert value in first, "who signs sees the decision and the line on page one or two"


def test_who_signs_sees_who_played_and_who_ruled_before_the_decision() -> None:
    """The federation's form begins with both pairs and the director; the paper had the appellant alone."""
    page = PdfReader(io.BytesIO(to_pdf(compose(CASE, "da"), "da"))).pages[0].extract_text()
    assert page.index("Sten Riis") < page.index("Lis Toft") < page.index("Tage Hede") < page.index("Scoren vægtes.")


@pytest.mark.parametrize(("ui", "lines"), [("da", 2), ("sv", 0)])
def test_of_an_appeal_decided_in_writing_the_parties_sign_that_they_know_of_it(ui: UiLanguage, lines: int) -> None:
    """DBf 254B4."""
    case = replace(CASE, times=TypedDeadlines(submitted="9/11-2024 18:00"))
    (signed,) = (b for b in compose(case, ui) if isinstance(b, DocumentTable) and b.form == "signatures")
    assert lines == sum("254 B 4" in role for role, _ in signed.rows)
    (oral,) = (b for b in compose(CASE, ui) if isinstance(b, DocumentTable) and b.form == "signatures")
    assert 0 == sum("254 B 4" in role for role, _ in oral.rows)


def test_a_deal_is_drawn_once_with_north_on_top(library: Library) -> None:
    (table,) = (block for block in compose(CASE, "da") if isinstance(block, DocumentTable) and block.form == "deal")
    assert "Nord\n♠ E K 3 2\n♥ D 5 4\n♦ K 2\n♣ B 8 7 6" == table.rows[0][1]
    assert ["Vest", "", "Øst"] == [cell.partition("\n")[0] for cell in table.rows[1]]


def test_a_word_paper_has_its_pages_numbered_and_columns_as_wide_as_what_stands_in_them() -> None:
    rows = (("Kl", "Hvad der skete"), ("14:30", "Sagen blev forelagt tre spillere, som alle meldte det samme. " * 3))
    blocks = (
        DocumentText("title", "Sag"),
        DocumentText("heading", "Forløb"),
        DocumentTable(rows, form="grid", header=1),
    )
    paper = Document(io.BytesIO(to_docx(blocks, "da")))
    footer = paper.sections[0].footer._element.xml
    assert ["PAGE", "NUMPAGES"] == re.findall(r"<w:instrText[^>]*>(\w+)<", footer)
    narrow, wide = (column.width for column in paper.tables[0].columns)
    assert narrow * 4 < wide
    assert narrow + wide <= paper.sections[0].page_width - 2 * paper.sections[0].left_margin
    assert [True] == [p.paragraph_format.keep_with_next for p in paper.paragraphs if p.text == "Forløb"]


def test_a_short_column_of_a_word_table_stands_on_one_line_beside_a_long_one() -> None:
    """The dates of a case's course stood on two lines each, since a long step beside them took the room."""
    when, step = "28. november 2026 kl. 06:52", "Turneringslederen har afgjort og oplyst om retten til appel " * 2
    given = column_widths([("Hvornår", "Trin", "Bestemmelse"), (when, step, "§ 83")], 43.0, 1.3)
    assert text_width(when) + 1.3 <= given[0] + 1e-9
    assert sum(given) <= 43.01


def test_a_word_paper_sets_a_table_off_from_the_one_before_and_marks_a_notice() -> None:
    table = DocumentTable((("a", "b"),), caption="NS")
    notice = DocumentText("notice", "Disse bestemmelser er afløst.")
    paper = Document(io.BytesIO(to_docx((table, replace(table, caption="ØV"), notice), "da")))
    captions = [p for p in paper.paragraphs if p.text in ("NS", "ØV")]
    assert [True, True] == [bool(p.paragraph_format.space_before) for p in captions]
    (told,) = [p for p in paper.paragraphs if p.text == notice.words]
    properties = [part.tag.partition("}")[2] for part in told._p.pPr]
    order = ["pStyle", "keepNext", "keepLines", "widowControl", "pBdr", "spacing", "ind"]
    assert "pBdr" in properties
    assert sorted(properties, key=order.index) == properties, "the order of the schema"


def test_a_word_papers_page_numbers_are_of_one_size_in_every_program() -> None:
    """A field whose parts share a run is set by some programs as the text is, beside a smaller sign."""
    paper = Document(io.BytesIO(to_docx((DocumentText("text", "a"),), "da")))
    runs = paper.sections[0].footer.paragraphs[0].runs
    assert {Pt(8.5)} == {run.font.size for run in runs}
    assert all(len([part for part in run._r if not part.tag.endswith("rPr")]) == 1 for run in runs)


def test_hands_and_calls_stand_in_columns_of_one_width_in_word() -> None:
    deal = DocumentTable((("", "Nord", ""), ("Vest", "", "Øst")), form="deal")
    auction = DocumentTable((("Vest", "Nord", "Øst", "Syd"), ("", "", "", "1♠")), header=1, form="auction")
    tables = Document(io.BytesIO(to_docx((deal, auction), "da"))).tables
    assert 1 == len({column.width for table in tables for column in table.columns})


def test_bidding_that_a_decision_typed_in_columns_stands_in_columns() -> None:
    """In letters of different widths a call stood below another player than the one who made it."""
    bidding = ("West   North  East   South", "               1S     2D", "Dbl    3D     Pass*  Pass")
    quoted = [DocumentText("quote", line) for line in bidding]
    prose = DocumentText("quote", "He bid 4S.  She passed.  Nobody asked.")
    fonts = [p.runs[0].font.name for p in Document(io.BytesIO(to_docx((*quoted, prose), "en"))).paragraphs]
    assert ["Courier New"] * 3 + [None] == fonts
    assert 3 == to_html((*quoted, prose), "en").count("columns")
    page = PdfDocument(to_pdf((*quoted, prose), "en"))[0].get_textpage()
    left = {word: page.get_charbox(page.search(word).get_next()[0])[0] for word in ("East", "1S", "Pass*")}
    assert max(left.values()) - min(left.values()) < 8


def test_differing_wordings_are_struck_out_and_underlined_where_a_form_can() -> None:
    changes = word_diff("Alle kort må have samme bagside.", "Alle kort kan have samme bagside.")
    table = DocumentTable((("1997", "Ordlyd"), ("§ 1", Redline("kort [-må-]{+kan+} have", changes))), header=1)
    paper = (DocumentText("heading", "§ 1"), table)
    for page in (to_report(paper, "da"), to_page(paper, "da")):
        assert "kort <del>må</del><ins>kan</ins> have" in page
        assert "[-" not in page
    assert "kort [-må-]{+kan+} have" in to_markdown(paper).replace("\\", "")
    runs = Document(io.BytesIO(to_docx(paper, "da"))).tables[0].cell(1, 1).paragraphs[0].runs
    assert ["må"] == [run.text for run in runs if run.font.strike]
    assert ["kan"] == [run.text for run in runs if run.font.underline]
    assert "Alle kort måkan have samme bagside." == "".join(run.text for run in runs)


def test_a_report_of_many_tables_is_folded_and_says_how_many_rows_each_has() -> None:
    def report(laws: int) -> str:
        table = DocumentTable((("1997", "2017"), ("§ 1", "§ 2"), ("§ 3", "§ 4")), header=1)
        return to_report([one for law in range(laws) for one in (DocumentText("heading", f"§ {law}"), table)], "da")

    assert 40 == report(40).count("<details><summary><h2")
    assert "</h2> <small>2</small></summary>" in report(40)
    assert "<details" not in report(3)


def test_tables_of_a_paper_have_lines_below_rows_and_none_between_columns() -> None:
    rows = (("Kl", "Hvad der skete"), ("14:30", "Forelagt"), ("14:40", "Afgjort"))
    blocks = (DocumentText("title", "Sag"), DocumentTable(rows, form="grid", header=1))
    table = Document(io.BytesIO(to_docx(blocks, "da"))).tables[0]
    lines = {line.tag.rpartition("}")[2] for line in table._tbl.tblPr.find(qn("w:tblBorders"))}
    assert ({"bottom", "insideH"}, "Normal Table") == (lines, table.style and table.style.name)
    page = PdfDocument(to_pdf(blocks, "da"))[0]
    drawn = [one.get_bounds() for one in page.get_objects() if one.type == FPDF_PAGEOBJ_PATH]
    assert len(drawn) >= len(rows)
    assert [] == [(left, right) for left, bottom, right, top in drawn if top - bottom > right - left]


def test_parts_of_a_word_table_are_in_the_order_of_the_schema() -> None:
    blocks = (DocumentText("title", "Sag"), DocumentTable((("a", "b"), ("c", "d")), form="grid", header=1))
    parts = [part.tag.rpartition("}")[2] for part in Document(io.BytesIO(to_docx(blocks, "da"))).tables[0]._tbl.tblPr]
    order = ("tblStyle", "tblW", "jc", "tblInd", "tblBorders", "tblLayout", "tblLook")
    assert sorted(parts, key=order.index) == parts
