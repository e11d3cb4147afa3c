"""The Swedish laws of 2017, read whole from the raw text. Expected values were counted and read by eye."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator

import pytest

from corpus.ids import Level
from corpus.model import Definition, Expression, Prose, Provision, Table
from corpus.store import load_lexicon
from parser.layout.events import FootnoteText, LawHeading, ListItem, PageBreak, Paragraph, ParsedLayout, TableBlock
from parser.pipeline import ParseError
from parser.text.tracked import TrackedText, Witness
from tests.support import sv_2017
from tests.support.witnesses import running_text

NOTES = {
    333: "1B", 372: "6D2", 495: "12C2b 12C2d", 531: "13", 565: "15A3", 567: "15B", 595: "16B2", 597: "16B3",
    677: "18F", 712: "20C2", 714: "20F1", 716: "20F1", 744: "20G3 21B1a", 781: "23A2", 934: "31A2",
    1050: "40A1b 40B1b 40B1c 40B2a", 1070: "40B2b 40B2c 40B2d", 1105: "41A", 1107: "41B", 1109: "41B 41C",
    1186: "45A", 1317: "50D2a 51B1a 51B1b 51B2a", 1345: "51B2b", 1347: "51B2c", 1349: "53A", 1429: "57C1",
    1544: "64A1 64A2", 1611: "67B2a", 1680: "70C3 70D1", 1714: "70D2 70E1 71B", 1716: "70E2", 1745: "73A2",
    1786: "74C5", 1815: "76A1", 1817: "76A2", 1833: "76C1", 1835: "76C2", 1975: "78D", 1977: "79C1",
    1979: "80A1c", 2002: "80B1", 2004: "80B2gi 80B2j", 2125: "86B2", 2127: "86B3 87B", 2206: "93C1 93C2", 2211: "93C3b",
}  # fmt: skip
LABELS = {
    430: "9B2", 1032: "40A1", 1034: "40A2", 1035: "40A3", 1036: "40A4", 1040: "40B1", 1043: "40B2", 1044: "40B2ai",
    1045: "40B2aii", 1046: "40B2aiii", 1047: "40B2aiv", 1048: "40B2av", 1994: "80B2gi", 1995: "80B2gii",
}  # fmt: skip


@pytest.fixture(name="witness")
def _witness() -> Witness:
    return sv_2017.witness()


@pytest.fixture(name="source_lines")
def _source_lines() -> list[str]:
    return sv_2017.source_lines()


@pytest.fixture(name="reading")
def _reading() -> ParsedLayout:
    return sv_2017.reading()


@pytest.fixture(name="expression")
def _expression() -> Expression:
    return sv_2017.expression()


@pytest.fixture(name="provisions")
def _provisions(expression: Expression) -> dict[str, Provision]:
    return {str(provision.id): provision for provision in expression.walk()}


@pytest.fixture(name="definitions")
def _definitions(expression: Expression) -> dict[str, Definition]:
    return dict(expression.all_definitions())


def texts(reading: ParsedLayout) -> Iterator[TrackedText | None]:
    """Everything that the layout kept."""
    for piece in reading.flow:
        match piece:
            case LawHeading():
                yield from (piece.label, piece.heading)
            case ListItem():
                yield from (piece.label, piece.heading, piece.text)
            case Paragraph():
                yield piece.text
            case FootnoteText():
                yield from (piece.label, piece.text)
            case TableBlock():
                yield from (cell for row in piece.rows for cell in row)
            case PageBreak():
                raise AssertionError("the Swedish text prints no page numbers between its laws")
    for definition in reading.definitions:
        for draft in (definition, *definition.subs):
            yield from (draft.headword, *(sense.text for sense in draft.senses))
    for part in reading.parts:
        yield from (part.title, *part.blocks)
    yield from (row.row for row in reading.index)
    yield from reading.contents


def used_offsets(text: TrackedText) -> Iterator[int]:
    """Offsets of the witness that ``text`` stands for: its own letters, and what its changes replaced."""
    changed = {n for change in text.changes for n in range(change.start, change.end)}
    yield from (o for n, o in enumerate(text.origins) if n not in changed and not text.text[n].isspace())
    for change in text.changes:
        yield from (change.origin + n for n, char in enumerate(change.printed) if not char.isspace())


def test_every_character_is_kept_or_named_noise_exactly_once(witness: Witness, reading: ParsedLayout) -> None:
    used = Counter(offset for text in texts(reading) if text is not None for offset in used_offsets(text))
    for noise in reading.noise:
        used.update(o for o in range(noise.start, noise.end) if not witness.text[o].isspace())
    expected = Counter(offset for offset, char in enumerate(witness.text) if not char.isspace())
    assert Counter() == expected - used, "lost"
    assert Counter() == used - expected, "used twice"


def test_noise_is_only_what_the_paper_needed(reading: ParsedLayout, witness: Witness) -> None:
    shown = {(n.why, re.sub(r"[\d, -]+", "#", witness.text[n.start : n.end])) for n in reading.noise}
    assert shown == {
        ("heading", "DEFINITIONER"),
        ("heading", "–"),
        ("list-bullet", "#"),
        ("markup", "<i>"),
        ("markup", "</i>"),
        ("page-number", "#"),
        ("column-titles", "Sökord\tLag\tSida"),
        ("table-rule", "#\t#\t#"),
        ("text", "#."),
    }


def test_every_line_of_the_laws_is_used(expression: Expression, source_lines: list[str]) -> None:
    used = {row.line for row in expression.coverage if not row.used_as.startswith("noise:")}
    assert {1880} == {n for n in range(294, 2212) if source_lines[n].strip()} - used


@pytest.mark.parametrize("last", [3, 250, 900, 2213])
def test_a_truncated_text_is_refused_with_one_line(last: int, source_lines: list[str]) -> None:
    cut = Witness(sv_2017.SIGLUM, "\n".join(source_lines[1 : last + 1]))
    with pytest.raises(ParseError, match=r"^sv-2017-preliminary: line \d+: (the text ends before|the register has no)"):
        sv_2017.parsed(cut, corrected=False)


@pytest.mark.parametrize(
    ("line", "damaged", "complaint"),
    [
        (215, "Benämning\tFärg eller sang", "line 215: no row of the definitions"),
        (434, "3. Om en spelare", "line 434: label '3' does not follow 9C"),
        (302, "Den ansvarige organisationen kan kräva.", "line 333"),
    ],
)
def test_a_damaged_line_is_named(line: int, damaged: str, complaint: str, source_lines: list[str]) -> None:
    lines = [*source_lines[1:line], damaged, *source_lines[line + 1 :]]
    with pytest.raises(ParseError, match=complaint):
        sv_2017.parsed(Witness(sv_2017.SIGLUM, "\n".join(lines)))


def test_the_counts_of_the_book(expression: Expression, provisions: dict[str, Provision]) -> None:
    expected = {Level.LAW: 93, Level.UPPER: 271, Level.DIGIT: 331, Level.LOWER: 114, Level.ROMAN: 19}
    assert expected == Counter(provision.id.level for provision in expression.walk())
    assert 828 == len(provisions)
    assert 93 + 261 == sum(1 for provision in expression.walk() if provision.heading)
    assert sorted(expression.walk(), key=lambda p: p.id) == list(expression.walk())


def test_letters_without_heading_are_list_items(expression: Expression) -> None:
    bare = [str(p.id) for p in expression.walk() if p.id.level is Level.UPPER and p.heading is None]
    assert ["22A", "22B", "35A", "35B", "35C", "35D", "56A", "56B", "71A", "71B"] == bare


def test_laws_without_letters_and_laws_with_words_before_the_letters(expression: Expression) -> None:
    assert [2, 3, 4, 33, 34, 49, 59, 77, 83, 88, 89] == [int(law.id.law) for law in expression.laws if not law.children]
    preambles = [int(law.id.law) for law in expression.laws if law.children and law.blocks]
    assert [22, 24, 30, 31, 32, 35, 43, 50, 54, 56, 68, 71, 75, 84, 85] == preambles


def test_only_provisions_with_children_have_no_text(expression: Expression) -> None:
    assert [] == [str(p.id) for p in expression.walk() if not p.own_blocks and not p.children]


@pytest.mark.parametrize(("line", "identity"), LABELS.items())
def test_lost_numbers_are_restored_as_recorded_corrections(
    line: int, identity: str, provisions: dict[str, Provision]
) -> None:
    (emendation,) = provisions[identity].label_emendations
    assert (line, "patch:label") == (emendation.line, emendation.rule)
    assert line == provisions[identity].source.first


def test_nothing_but_labels_is_corrected(expression: Expression) -> None:
    assert set(LABELS.values()) == {str(p.id) for p in expression.walk() if p.label_emendations}
    assert [] == [block.text for block in running_text(expression) if block.emendations]


@pytest.mark.parametrize(
    ("identity", "line", "opening"),
    [
        ("9B2", 430, "Ingen spelare ska göra något"),
        ("40B2b", 1052, "Om inte den ansvariga organisationen"),
        ("40B2civ", 1057, "När en motståndare har bett"),
        ("50D2", 1294, "När en motspelare ska spela ut"),
        ("50D2b", 1296, "Att vare sig begära"),
        ("80B2gi", 1994, "Att utnämna de medhjälpare"),
        ("80B2gii", 1995, "Att utnämna övriga medhjälpare"),
        ("80B2h", 1996, "Att ordna så att anmälningar"),
        ("80B2i", 1997, "Att bestämma lämpliga villkor"),
        ("80B2l", 2000, "Alla andra befogenheter"),
        ("68D2bi", 1638, "Alla fyra spelarna"),
        ("12C1ei", 486, "Den felande sidan får"),
    ],
)
def test_provisions_whose_labels_mislead(
    identity: str, line: int, opening: str, provisions: dict[str, Provision]
) -> None:
    assert provisions[identity].source.first == line
    assert provisions[identity].text.startswith(opening)


def test_list_9b_has_six_members(provisions: dict[str, Provision]) -> None:
    expected = ["9B", "9B1", "9B1a", "9B1b", "9B1c", "9B1d", "9B2"]
    assert expected == [str(p.id) for p in provisions["9B"].walk()]


def test_a_paragraph_cut_by_notes_is_one_paragraph(provisions: dict[str, Provision]) -> None:
    (block,) = provisions["16C2"].own_blocks
    assert "får inte välja ett bud eller spelsätt som uppenbarligen" in provisions["16C2"].text
    assert (593, 599) == (block.source.first, block.source.last)


def test_closing_words_belong_to_the_list_and_inner_paragraphs_to_the_item(provisions: dict[str, Provision]) -> None:
    for identity, line in (("69B", 1654), ("71", 1696)):
        assert [line] == [block.source.first for block in provisions[identity].closing]
    for identity, lines in (("86B1", [2097, 2099]), ("86B2", [2101, 2103]), ("2", [310, 312, 321, 323])):
        assert lines == [block.source.first for block in provisions[identity].blocks]
    assert {"69B", "71"} == {identity for identity, p in provisions.items() if p.closing}


def test_law_headings_are_those_of_the_contents(expression: Expression, reading: ParsedLayout) -> None:
    rows = (re.match(r"LAG (\d+) – (.+?)\.*\t", row.text) for row in reading.contents)
    listed = {row[1]: row[2] for row in rows if row}
    printed = {law.id.law: law.heading.text if law.heading else "" for law in expression.laws}
    differing = {number: printed[number] for number in printed if listed[number] != printed[number]}
    # The contents print "UTspel" and, in 26, the heading without its misspelling.
    assert {"26", "53", "54", "55", "56"} == set(differing)
    assert "ÅTERTAGNA BUD OCH UTSPELSBEGRENSNINGAR" == differing["26"]


def test_headings_keep_their_words_and_lose_their_marks(provisions: dict[str, Provision]) -> None:
    for identity, heading in (
        ("13", "FELAKTIGT ANTAL KORT"),
        ("15B", "Spel av fel bricka upptäcks under budgivning eller spel"),
        ("38D", "Möjligen kan Lag 26B och 72C inte användas"),
        ("61", "ATT INTE FÖLJA FÄRG – FRÅGOR OM REVOKE"),
        ("11B", "Bestraffning sedan rätten till korrigerig förlorats"),
    ):
        found = provisions[identity].heading
        assert found is not None
        assert heading == found.text


@pytest.mark.parametrize(("line", "anchors"), NOTES.items())
def test_each_note_stands_under_its_anchors(line: int, anchors: str, expression: Expression) -> None:
    (note,) = (note for note in expression.notes if note.source.first == line)
    assert tuple(anchors.split()) == note.anchors


def test_forty_six_notes_are_called_sixty_five_times(expression: Expression) -> None:
    marks = [mark.note for block in running_text(expression) for mark in block.marks]
    assert 46 == len(NOTES) == len(expression.notes)
    assert 65 == len(marks)
    assert {note.key for note in expression.notes} == set(marks)


def test_marks_stand_behind_the_word_that_calls(provisions: dict[str, Provision]) -> None:
    (block,) = (b for b in provisions["20F1"].blocks if isinstance(b, Prose))
    words = [block.text[: mark.at].split()[-1] for mark in block.marks]
    assert ["budgivning", "skriftligt"] == words


def test_notes_on_national_choices_are_the_federations(expression: Expression) -> None:
    assert 20 == sum(1 for note in expression.notes if note.origin == "federation")
    assert 19 == sum(1 for note in expression.notes if "Generellt regelverk" in note.text)


def test_no_mark_or_markup_is_left(expression: Expression) -> None:
    cells = [
        cell for p in expression.walk() for b in p.own_blocks if isinstance(b, Table) for r in b.rows for cell in r
    ]
    kept = [block.text for block in running_text(expression)] + cells
    assert [] == [text for text in kept if re.search(r"[¹²³*<>\t]|  |^ | $", text)]


def test_emphasis_is_kept_beside_the_text(expression: Expression) -> None:
    found = [block.text[start:end] for block in running_text(expression) for start, end in block.emphasis]
    assert found == [
        *("förtydligandeperioden", "högre", "spelats", "utom tur", "särskilda överenskommelser", "någon", "en"),
        *("artificiellt", "tilldelat"),
    ]


def test_the_text_of_every_provision_is_its_line_letter_by_letter(
    expression: Expression, source_lines: list[str]
) -> None:
    """What stands before the text on its line is a label, and nothing stands behind it."""
    headings = re.compile(r"LAG \d|[A-Z]\. |[¹²³] ")
    plain = (line for line in source_lines[294:2212] if line and "\t" not in line and not headings.match(line))
    compared = 0
    for provision in expression.walk():
        for block in (b for b in provision.own_blocks if isinstance(b, Prose)):
            ends = sorted({block.source.first, block.source.last})
            printed = " ".join(source_lines[line] for line in ends)
            bare = re.sub("[¹²³*]", "", printed)
            assert bare.endswith(block.text)
            assert re.fullmatch(r" *(- )?([A-Z]\. |\d+\. )?(\([a-z]+\) )?", bare.removesuffix(block.text)), bare
            compared += 1
    # The two halves of 16C2 are one paragraph.
    assert sum(1 for _ in plain) - 1 == compared


def test_tables_equal_the_source_cell_by_cell(expression: Expression, source_lines: list[str]) -> None:
    tables = [(str(p.id), b) for p in expression.walk() for b in p.own_blocks if isinstance(b, Table)]
    assert ["2", *["77"] * 7, "78B"] == [identity for identity, _ in tables]
    assert [0, 1, 0, 0, 1, 1, 0, 2, 1] == [table.header for _, table in tables]
    for _, table in tables:
        printed = (line for line in source_lines[table.source.first : table.source.last + 1] if line.strip("-\t"))
        assert [tuple(re.sub("</?i>", "", line).split("\t")) for line in printed] == list(table.rows)


def test_the_overtrick_table_is_one_table(provisions: dict[str, Provision]) -> None:
    tables = [block for block in provisions["77"].blocks if isinstance(block, Table)]
    assert (
        ("För varje övertrick (trick utöver kontraktet)", "I ozon", "I zon"),
        ("Odubblat", "Trickets värde", "Trickets värde"),
        ("Dubblat", "100", "200"),
        ("Redubblat", "200", "400"),
    ) == tables[4].rows


def test_definitions_with_senses_and_sub_entries(expression: Expression, definitions: dict[str, Definition]) -> None:
    assert 76 == len(expression.definitions)
    senses = {address.removeprefix("def:"): len(d.senses) for address, d in definitions.items() if len(d.senses) > 1}
    assert senses == {
        "Artificiellt bud": 3,
        "Budgivning": 2,
        "Bricka": 2,
        "Giv": 3,
        "Spel": 4,
        "Spela": 2,
        "Trumf": 2,
        "Träkarl": 2,
    }
    subs = [address for address in definitions if "/" in address]
    assert ["def:Bestraffning/Disciplinära", "def:Bestraffning/Procedur-"] == subs


def test_the_number_of_a_cited_law_opens_no_sense(definitions: dict[str, Definition]) -> None:
    first, second = definitions["def:Bricka"].senses
    assert "En duplikatsbricka enligt Lag 2." == first.prose.text
    assert second.prose.text.startswith("De fyra händerna")


def test_words_between_headword_and_text_are_kept(definitions: dict[str, Definition]) -> None:
    assert definitions["def:Psykiskt bud"].text.startswith('(ofta "psyk") Ett bud som avsiktligt')
    assert "artificiellt eller tilldelat. Ett tilldelat" in definitions["def:Korrigerat resultat"].text


def test_parts_have_all_their_paragraphs(expression: Expression) -> None:
    assert [
        ("title", "title", 10),
        ("foreword-wbf", "foreword", 16),
        ("foreword-sv", "foreword", 16),
        ("introduction", "introduction", 8),
        ("rules", "rules", 5),
        ("register", "foreword", 1),
    ] == [(part.key, part.level, len(part.blocks)) for part in expression.parts]


def test_the_register_row_by_row() -> None:
    rows = sv_2017.expression().index
    assert 607 == sum(1 for row in rows if row.sub)
    assert 24 == sum(1 for row in rows if row.see)
    assert 176 == sum(1 for row in rows if not row.sub and not row.see)
    assert 940 == sum(len(row.locators) for row in rows)
    by_line = {row.line: row for row in rows}
    assert ("POÄNG", "IMP (International Match Point)") == (by_line[2704].entry, by_line[2704].sub)
    assert ("ÖVERKLAGA", ("92", "93")) == (by_line[3021].entry, by_line[3021].locators)
    assert ("FAKTA", "Eniga") == (by_line[2387].entry, by_line[2387].sub)
    assert ("61-64",) == by_line[2589].locators
    assert ("61", "62", "63", "64") == by_line[2589].targets


@pytest.mark.parametrize(
    ("line", "target"),
    [
        (2219, "40B2aiii"),
        (2232, "note:70#1"),
        (2357, "part:introduction"),
        (2431, "note:20#2"),
        (2507, "def:Kontraktbud"),
        (2606, "def:Synligt kort"),
        (2652, "def:Omgång"),
        (2768, "def:Rond"),
        (2904, "note:80#3"),
        (3026, "note:93#2"),
        (3052, "def:Övrig information"),
    ],
)
def test_locators_that_are_no_plain_numbers(line: int, target: str) -> None:
    (row,) = (row for row in sv_2017.expression().index if row.line == line)
    assert target in row.targets


def test_the_register_leads_nowhere_only_where_the_book_errs() -> None:
    expression = sv_2017.expression()
    provisions = {str(provision.id) for provision in expression.walk()}
    definitions = dict(expression.all_definitions())
    parts = {f"part:{part.key}" for part in expression.parts}
    notes = {f"note:{n}" for n in ("6#1", "20#2", "53#1", "70#1", "71#1", "76#1", "80#3", "93#2")}
    known = {*provisions, *definitions, *parts, *notes}
    lost = [(row.line, target) for row in expression.index for target in row.targets if target not in known]
    assert [(2234, "70D3"), (2262, "70D3"), (2280, "40B4b"), (2679, "16A3")] == lost
    assert [] == [row.line for row in sv_2017.expression().index if len(row.targets) < len(row.locators)]


def spelling() -> dict[str, str]:
    words: dict[str, str] = tomllib.loads(load_lexicon("sv-spelling.toml"))["words"]
    return words


def normalised(words: Iterable[str]) -> str:
    table = spelling()
    return " ".join(table.get(word.casefold(), word.casefold()) for word in words)


def test_every_see_row_leads_to_a_heading() -> None:
    heads = {normalised(row.entry.split()) for row in sv_2017.expression().index}
    sees = {normalised(see.split()) for row in sv_2017.expression().index for see in row.see}
    assert {"återtagen"} == {see for see in sees if not any(head.startswith(see) for head in heads)}


def test_each_recorded_misspelling_stands_in_the_text() -> None:
    printed = set(re.findall(r"[^\W\d_]+", sv_2017.witness().text.casefold()))
    assert set() == set(spelling()) - printed
    assert set() == {word for word, normal in spelling().items() if normal in spelling()}


def test_each_misspelled_place_is_where_the_table_says() -> None:
    source_lines = sv_2017.source_lines()
    provisions = {str(provision.id): provision for provision in sv_2017.expression().walk()}
    for place in tomllib.loads(load_lexicon("sv-spelling.toml"))["place"]:
        assert place["printed"] in source_lines[place["line"]]
        assert not place["in"] or place["printed"] in provisions[place["in"]].text
